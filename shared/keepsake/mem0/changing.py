"""Memories corrected, weighed and deleted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from keepsake import api, bootstrap, facade, gateway, jobs, settings
from keepsake.errors import LostRace, NotFound, Unavailable
from keepsake.facade import Reply, Visit
from keepsake.flows.governance import erase, purge
from keepsake.flows.knowledge import acts, correct, deletions
from keepsake.flows.knowledge.acts import Target
from keepsake.mem0 import answers, filters, owners, requests
from keepsake.mem0.filters import Owner
from keepsake.records import Memory, Permission, Scope, Status, memory_key
from keepsake.rules.governance import identity
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.recall.filters import wrong

MOST_SUPERSEDED = 50
"""Memories that are deleted with the one that took their place."""
AT_ONCE = 100
"""Memories that one deletion names: its filter stays below 8,000 characters."""
RACES = 3
RESERVE_S = 5.0
"""Seconds left at which a request of many parts says how far it came."""


def update(visit: Visit) -> Reply:
    asked = facade.memory(requests.Update, requests.served({**requests.of_address(visit.query), **visit.body}))
    return Reply(answers.memory(_corrected(visit, visit.path["memory"], asked)))


def _corrected(visit: Visit, memory_id: str, asked: requests.Update) -> Memory:
    """Corrected from the version that stands. Raises LostRace where others keep on changing it."""
    for race in range(RACES):
        memory = owners.memory(visit, memory_id)
        fields = answers.corrected(memory, asked)
        if not fields:
            return memory
        body = facade.memory(api.CorrectionRequest, {"version": memory.version, **fields})
        target, wish = Target(visit.caller, memory_id, api.ScopeQuery()), Wish(Act.CORRECT, visit.caller.actor, visit.now)
        queue, index, embedder = bootstrap.consolidate_queue(), bootstrap.side().index, bootstrap.embedder()
        try:
            return correct.correct(owners.store(visit), queue, index, embedder, bootstrap.rule_extractor(), target, wish, body)
        except LostRace:
            if race + 1 == RACES:
                raise
    raise AssertionError("unreachable")


def _left_s(visit: Visit) -> float:
    return float(visit.context.get_remaining_time_in_millis()) / 1000


def batch_update(visit: Visit) -> Reply:
    """What says the same already is left as it is, so that a request that was cut off can be sent again as a whole."""
    asked = facade.memory(requests.BatchUpdate, requests.served(visit.body))
    for nth, one in enumerate(asked.memories):
        if _left_s(visit) < RESERVE_S:
            raise Unavailable(f"{nth} of {len(asked.memories)} memories are updated: send it again for the rest.", retry_after_s=1)
        fields = one.model_dump(exclude={"memory_id"}, exclude_none=True)
        if fields:
            _corrected(visit, one.memory_id, facade.memory(requests.Update, fields))
    return Reply({"message": f"Successfully updated {len(asked.memories)} memories"})


def feedback(visit: Visit) -> Reply:
    asked = facade.memory(requests.Feedback, requests.served(visit.body))
    if asked.feedback is None:
        raise wrong("feedback", "what was given stays: give the opposite to weigh it up")
    wish = Wish(
        Act.FEEDBACK, visit.caller.actor, visit.now, useful=asked.feedback == "POSITIVE", note=asked.feedback_reason or ""
    )  # fmt: skip
    target = Target(visit.caller, asked.memory_id, api.ScopeQuery())
    memory = acts.act(owners.store(visit), bootstrap.consolidate_queue(), bootstrap.side().index, target, wish)
    return Reply({"id": f"{memory.memory_id}.{memory.version}", "feedback": asked.feedback, "feedback_reason": asked.feedback_reason})


def delete(visit: Visit) -> Reply:
    memory = owners.memory(visit)
    linked = _superseded(memory) if visit.query.get("delete_linked", "").lower() == "true" else []
    for one in (memory, *linked):
        _purged(visit, one)
    return Reply({"message": "Memory deleted successfully!"} | ({"cascade_count": len(linked)} if "delete_linked" in visit.query else {}))


def _superseded(memory: Memory) -> list[Memory]:
    """The older memories whose place this one took, and theirs before. Raises Invalid for more than one request deletes."""
    found: dict[str, Memory] = {}
    ahead = [memory]
    while ahead:
        links = [r.target for m in ahead for r in m.relations if r.type == "supersedes" and r.target not in found]
        rows = bootstrap.store().read([memory_key(memory.scope, i) for i in links], consistent=True).values()
        ahead = [r for r in rows if isinstance(r, Memory) and r.status is not Status.DELETED]
        found |= {m.memory_id: m for m in ahead}
        if len(found) > MOST_SUPERSEDED:
            raise wrong("delete_linked", f"more than {MOST_SUPERSEDED} memories stand behind it: delete them by themselves")
    return list(found.values())


def _purged(visit: Visit, memory: Memory) -> None:
    """At once and for good."""
    store, actor = owners.store(visit), visit.caller.actor
    target = Target(visit.caller, memory.memory_id, api.ScopeQuery(user_id=memory.scope.user_id, container=memory.scope.container))
    deleted = acts.act(store, bootstrap.consolidate_queue(), bootstrap.side().index, target, Wish(Act.DELETE, actor, visit.now))
    purge.purge(store, deleted, actor, visit.now)


def delete_all(visit: Visit) -> Reply:
    if set(visit.query) & {"filters", "metadata"}:
        raise wrong("filters", "name user_id, agent_id, app_id or run_id themselves: a deletion takes no other condition")
    asked = facade.memory(requests.Named, dict(visit.query))
    named = asked.named
    if set(named.values()) == {filters.EVERY} and len(named) == len(filters.ENTITIES):
        identity.require(visit.caller, Permission.ADMIN)
        scopes = [owners.scope(visit, asked, Owner()), *owners.every_user(visit, asked, owners.MOST_USERS)]
        return _told(_deleted(visit, scopes, None))
    wanted = filters.read(named, visit.caller.user_id)
    return _told(_deleted(visit, owners.scopes(visit, asked, wanted, owners.MOST_USERS), wanted.expression))


class Deleted(NamedTuple):
    run_id: str | None
    """Of the last owner's."""
    held: int
    """Memories that stay, since they are under legal hold, as far as the runs came."""


def _told(done: Deleted) -> Reply:
    return Reply({"message": f"Memories deleted successfully!{_kept_back(done.held)}", "event_id": done.run_id})


def _kept_back(held: int) -> str:
    return f" {held} under legal hold stay." if held else ""


def _deleted(visit: Visit, scopes: Sequence[Scope], expression: filters.Expression | None) -> Deleted:
    """What is not done in time goes on behind the answer. Raises Unavailable where not every owner's turn has come."""
    store, queue, done = owners.store(visit), bootstrap.consolidate_queue(), Deleted(None, 0)
    each = owners.apart(scopes)
    for nth, scope in enumerate(each):
        if _left_s(visit) < RESERVE_S:
            raise Unavailable(f"{nth} of {len(each)} users are done: send it again for the rest.", retry_after_s=1)
        rest = filters.left(expression, {"user_id": scope.user_id})
        if rest is False:
            continue
        query = gateway.checked(api.DeletionQuery, {"filter": None if rest is True else json.dumps(rest), "purge": True})
        run = deletions.start(store, queue, visit.caller, scope, query, visit.now, partial(_left_s, visit))
        done = Deleted(run.run_id, done.held + (run.changed or {}).get("held", 0))
    return done


def batch_delete(visit: Visit) -> Reply:
    """What is not there is deleted already."""
    asked = facade.memory(requests.BatchDeletion, requests.served(visit.body))
    names = list(dict.fromkeys(m.memory_id for m in asked.memories))
    there = held = 0
    for begun in range(0, len(names), AT_ONCE):
        if _left_s(visit) < RESERVE_S:
            raise Unavailable(f"{begun} of {len(names)} memories are deleted: send it again for the rest.", retry_after_s=1)
        for scope, some in _by_owner(visit, names[begun : begun + AT_ONCE]).items():
            held += _deleted(visit, [scope], filters.condition("memory_id", "in", some)).held
            there += len(some)
    return Reply({"message": f"Successfully deleted {there - held} memories.{_kept_back(held)}"})


def _by_owner(visit: Visit, names: Sequence[str]) -> dict[Scope, list[str]]:
    """Those of the memories that are there."""
    mine: dict[Scope, list[str]] = {}
    for name in names:
        try:
            memory = owners.memory(visit, name)
        except NotFound:
            continue
        mine.setdefault(memory.scope.model_copy(update={"session_id": None, "agent_id": None}), []).append(name)
    return mine


def delete_entity(visit: Visit) -> Reply:
    """A user is erased, with all that was said, in the project as every other request means it; of an agent, an app or a run the
    memories are deleted."""
    name, value = owners.entity_field(visit.path["type"]), visit.path["name"]
    asked = facade.memory(requests.Named, dict(visit.query) | {name: value})
    if name != "user_id":
        wanted = filters.read({name: value}, visit.caller.user_id)
        return _told(_deleted(visit, owners.scopes(visit, asked, wanted, owners.MOST_USERS), wanted.expression))
    container = owners.scope(visit, asked, Owner()).container
    receipt = erase.request(bootstrap.store(), visit.caller, value, container, visit.now)
    jobs.begin(settings.current().erase_function, receipt_id=receipt.receipt_id, tenant=receipt.tenant)
    return Reply({"message": "Entity deleted successfully!", "event_id": receipt.receipt_id})
