"""The Model Context Protocol at /v1/mcp: an agent's host calls the memory's tools"""

from __future__ import annotations

from functools import partial
from typing import Any

from keepsake import api, bootstrap, gateway, ids
from keepsake.errors import KeepsakeError, NotFound, NotServed
from keepsake.flows.fence import Fenced
from keepsake.flows.intake import retain
from keepsake.flows.knowledge import acts, correct, memories, tellable
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.recall import recall, reflect
from keepsake.gateway import Answer, Call
from keepsake.mcp import answers, protocol, tools
from keepsake.mcp.protocol import Outcome
from keepsake.mcp.tools import Tool
from keepsake.records import Kind, Memory, Permission, Scope
from keepsake.rules.governance import audience, identity
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.recall import gates

SEARCHED = 10
"""Memories that `search` finds."""
OVER = ("validity", "temporal", "known_at", "status")
"""Gates that hold what is over, or archived."""
GONE = "There is no such memory."


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /mcp": post, "GET /mcp": no_stream, "DELETE /mcp": no_stream})


def post(call: Call) -> Answer:
    said = protocol.reply(call.body.model_dump(exclude_unset=True), call.headers, partial(_may, call), partial(run, call))
    return gateway.Said(said.status, said.body)


def no_stream(_call: Call) -> Answer:
    """There is nothing to tell a client that did not ask, and no session to end."""
    raise NotServed("Only POST is served: each message stands alone, and nothing is sent unasked.")


def run(call: Call, tool: Tool, asked: Any) -> Outcome:
    identity.require(call.caller, tool.permission)
    done: Outcome = ACTS[tool.name](call, asked)
    return done


def add(call: Call, asked: tools.AddMemory) -> Outcome:
    said = asked.messages or (tools.Message(content=asked.text or ""),)
    request = api.RetainRequest.model_validate({"events": [m.model_dump() for m in said]})
    gateway.within_rate(call.caller, call.now, events=request.event_count)
    done = retain.retain(_store(call), bootstrap.extract_queue(), _scope(call), request, call.headers.get("idempotency-key"), call.now)
    return answers.added(done)


def search(call: Call, asked: tools.SearchMemories) -> Outcome:
    return answers.found(_recalled(call, asked.query, asked.top_k))


def ask(call: Call, asked: tools.Ask) -> Outcome:
    request = api.ReflectRequest.model_validate({"question": asked.question})
    return answers.answered(reflect.reflect(_ports(call), bootstrap.reflector(), _asker(call), request, ids.new_id("r")))


def every(call: Call, asked: tools.GetMemories) -> Outcome:
    query = api.ListQuery.model_validate(call.query.model_dump() | {"kind": Kind.FACT, "limit": asked.limit, "cursor": asked.cursor})
    tells = partial(tellable.memories, bootstrap.store(), _reader(call, _scope(call)))
    return answers.kept(*memories.found(bootstrap.store(), call.caller, query, tells))


def one(call: Call, asked: tools.ById) -> Outcome:
    return _shown(call, _memory(call, asked.id))


def update(call: Call, asked: tools.UpdateMemory) -> Outcome:
    body = api.CorrectionRequest(version=_memory(call, asked.id).version, content=asked.text)
    target, wish = Target(call.caller, asked.id, call.query), Wish(Act.CORRECT, call.caller.actor, call.now)
    queue, index, embedder = bootstrap.consolidate_queue(), bootstrap.side().index, bootstrap.embedder()
    return _shown(call, correct.correct(_store(call), queue, index, embedder, bootstrap.rule_extractor(), target, wish, body))


def delete(call: Call, asked: tools.ById) -> Outcome:
    _within(call, memories.one(bootstrap.store(), call.caller, asked.id, call.query))
    target, wish = Target(call.caller, asked.id, call.query), Wish(Act.DELETE, call.caller.actor, call.now)
    acts.act(_store(call), bootstrap.consolidate_queue(), bootstrap.side().index, target, wish)
    return answers.done(asked.id)


def results(call: Call, asked: tools.Search) -> Outcome:
    return answers.results(_recalled(call, asked.query, SEARCHED))


def fetch(call: Call, asked: tools.ById) -> Outcome:
    return answers.document(_memory(call, asked.id))


ACTS: dict[str, Any] = {
    "add_memory": add, "search_memories": search, "ask_memory": ask, "get_memories": every, "get_memory": one, "update_memory": update,
    "delete_memory": delete, "search": results, "fetch": fetch,
}  # fmt: skip


def _may(call: Call, permission: Permission) -> bool:
    try:
        identity.require(call.caller, permission)
    except KeepsakeError:
        return False
    return True


def _scope(call: Call) -> Scope:
    return identity.effective(call.caller, call.query.asked)


def _store(call: Call) -> Fenced:
    return Fenced(bootstrap.store(), call.now)


def _asker(call: Call) -> recall.Asker:
    return recall.Asker(_scope(call), call.now, call.caller.roles)


def _ports(call: Call) -> recall.Ports:
    side = bootstrap.side()
    return recall.Ports(_store(call), side.index, side.embedder, bootstrap.access_queue(), bootstrap.rerankers())


def _recalled(call: Call, query: str, top_k: int) -> api.RecallAnswer:
    request = api.RecallRequest.model_validate({"query": query, "top_k": top_k})
    return recall.recall(_ports(call), _asker(call), request, ids.new_id("r"))


def _reader(call: Call, scope: Scope) -> gates.Reader:
    return gates.Reader(scope=scope, now=call.now, roles=call.caller.roles)


def _within(call: Call, memory: Memory) -> gates.Reader:
    """Who reads at this address. Raises NotFound for what is another namespace's, private to somebody else or no memory."""
    reader = _reader(call, _scope(call))
    place = (memory.scope.container, memory.scope.namespace)
    there = place == (reader.scope.container, reader.scope.namespace) and memory.kind is not Kind.OBSERVATION
    if not there or not audience.of_user(memory, reader.scope.user_id, reader.roles):
        raise NotFound(GONE)
    return reader


def _memory(call: Call, memory_id: str) -> Memory:
    """Also one that is over, which its answer says. Raises NotFound for what a model is told nothing of."""
    memory = memories.one(bootstrap.store(), call.caller, memory_id, call.query)
    reader = _within(call, memory)
    if gates.kept_back(memory, reader) or not tellable.memories(bootstrap.store(), reader, [memory], OVER):
        raise NotFound(GONE)
    return memory


def _shown(call: Call, memory: Memory) -> Outcome:
    case = memories.case(bootstrap.store(), call.caller, memory)
    names = dict.fromkeys([*memory.event_ids, *(e for o in case.observations for e in o.event_ids)])
    reader = _reader(call, _scope(call))
    return answers.one(memory, case, tellable.events(bootstrap.store(), reader, list(names), answers.OF_A_CASE))
