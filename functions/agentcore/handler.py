"""Amazon Bedrock AgentCore Memory's data and control plane at /v1/agentcore: its clients work unmodified"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from pydantic import BaseModel

from keepsake import api, bootstrap, facade, gateway, ids
from keepsake.agentcore import answers, memories, metadata, names, payloads, refusals, requests, retrieval, selection
from keepsake.api import MOST_CARRIED_BYTES
from keepsake.errors import KeepsakeError, LostRace, NotFound
from keepsake.facade import Door, Operation, Reply, Visit
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import banks, forget_event, purge
from keepsake.flows.knowledge import acts, bank_records, correct
from keepsake.flows.knowledge import memories as kept
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.flows.recall import recall
from keepsake.flows.sessions import lists, told
from keepsake.flows.state import log
from keepsake.records import Memory, Permission, Scope
from keepsake.records.banks import Bank
from keepsake.rules.governance import identity
from keepsake.rules.governance.identity import Asked
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.recall.filters import wrong

READ, WRITE, ADMIN = Permission.READ, Permission.WRITE, Permission.ADMIN
RESERVE_S = 6.0
"""Seconds left at which a batch of records stops: what is left is told as failed, to be sent again."""
RACES = 3
AGAIN = "There was no time left for this record: send it again."
Body = TypeVar("Body", bound=BaseModel)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return facade.serve(event, context, DOOR)


# ---------------------------------------------------------------- events


def create_event(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.CreateEvent)
    scope = _scope(visit, bank, asked.actor_id, asked.session_id or names.session(asked.client_token))
    frame, said = payloads.taken(asked.payload, lambda: ids.owned_id("e", scope.pk))
    row = log.framed(scope, payloads.entry(asked, names.event(asked.event_timestamp, visit.now), frame, said), visit.now)
    remembered = _remembered(visit, asked, said)
    reply, earlier = log.claimed(_store(visit), scope, asked.client_token, visit.now)
    if earlier is None:
        log.append(_log(visit), row, remembered, reply, visit.now)
    return _shown(bank, _entry(visit, scope, earlier or row.row_id), 201)


def ingest_data(visit: Visit) -> Reply:
    """Remembered as an event is, and listed as one."""
    asked = _body(visit, requests.IngestData)
    session_id = asked.session_id or names.session(asked.client_token)
    event = {
        "actorId": asked.actor_id, "sessionId": session_id, "eventTimestamp": asked.content_timestamp.isoformat(),
        "payload": visit.body["source"]["inline"]["payload"], "metadata": visit.body.get("metadata") or {},
    } | ({"clientToken": asked.client_token} if asked.client_token else {})  # fmt: skip
    create_event(visit.asking(event))
    return Reply({"sessionId": session_id}, 202)


def list_events(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.ListEvents)
    scope = _scope(visit, bank, visit.path["actor"], visit.path["session"])
    branch = asked.filter.branch if asked.filter else None
    conditions = asked.filter.event_metadata if asked.filter else ()
    wanted = log.Wanted(
        branch.name if branch else None, branch is not None and branch.include_parent_branches, partial(metadata.holds, conditions),
        asked.include_payloads,
    )  # fmt: skip
    found, token = log.listed(bootstrap.store(), bootstrap.blobs(), visit.caller, scope, wanted, asked.max_results, asked.next_token)
    return Reply(answers.page("events", [payloads.event(bank.container, e) for e in found], token))


def get_event(visit: Visit) -> Reply:
    bank = _bank(visit)
    return _shown(bank, _named_entry(visit, bank))


def delete_event(visit: Visit) -> Reply:
    entry = _named_entry(visit, _bank(visit))
    log.delete(_log(visit), entry, visit.caller.actor, visit.now, visit.left_s, time.sleep)
    return Reply({"eventId": entry.row.row_id})


def list_actors(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.Paged)
    query = api.UserListQuery(container=bank.container, limit=asked.max_results, cursor=asked.next_token)
    page = lists.users(bootstrap.store(), visit.caller, query)
    return Reply(answers.page("actorSummaries", [{"actorId": u.user_id} for u in page.users], page.next_cursor))


def list_sessions(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.ListSessions)
    actor = visit.path["actor"]
    fields = {"container": bank.container, "user_id": actor, "limit": asked.max_results, "cursor": asked.next_token}
    page = lists.sessions(bootstrap.store(), visit.caller, facade.verbatim(api.SessionListQuery, fields))
    sessions = [{"sessionId": s.session_id, "actorId": actor, "createdAt": answers.seconds(s.created_at)} for s in page.sessions]
    if asked.filter is not None and asked.filter.event_filter == "HAS_EVENTS":
        scopes = {s["sessionId"]: _scope(visit, bank, actor, str(s["sessionId"])) for s in sessions}
        sessions = [s for s in sessions if log.has_entries(bootstrap.store(), scopes[s["sessionId"]])]
    return Reply(answers.page("sessionSummaries", sessions, page.next_cursor))


def _named_entry(visit: Visit, bank: Bank) -> log.Entry:
    return _entry(visit, _scope(visit, bank, visit.path["actor"], visit.path["session"]), names.event_named(visit.path["event"]))


def _entry(visit: Visit, scope: Scope, entry_id: str) -> log.Entry:
    return log.one(bootstrap.store(), bootstrap.blobs(), visit.caller, scope, entry_id)


def _shown(bank: Bank, entry: log.Entry, status: int = 200) -> Reply:
    return Reply({"event": payloads.event(bank.container, entry)}, status)


def _remembered(visit: Visit, asked: requests.CreateEvent, said: list[payloads.Said]) -> api.RetainRequest | None:
    """The messages, masked and counted; None where nothing is said."""
    if not said:
        return None
    visit.count(len(said))
    return facade.memory(api.RetainRequest, payloads.request(asked, said))


# ---------------------------------------------------------------- records


def retrieve(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.RetrieveMemoryRecords)
    criteria = asked.search_criteria
    if asked.namespace is None and asked.namespace_path is None:
        raise wrong("namespace", "is needed, or namespacePath")
    sought = selection.sought(bank, asked.namespace, asked.namespace_path, criteria.memory_strategy_id, criteria.metadata_filters)
    owner = visit.caller.user_id if sought.actor is None else sought.actor
    if sought.places and owner is None:
        raise wrong("namespace", "has to name the actor: one actor's records are retrieved at a time")
    scope = _scope(visit, bank, owner, None)
    summaries = [] if criteria.metadata_filters else _summaries(visit, bank, sought, criteria.search_query)
    found = sorted([*summaries, *_recalled(visit, bank, scope, sought, criteria)], key=lambda r: -r["score"])
    page, token = retrieval.page(found[: criteria.top_k], scope, visit.body, asked)
    return Reply(answers.page("memoryRecordSummaries", page, token))


def _recalled(visit: Visit, bank: Bank, scope: Scope, sought: selection.Sought, criteria: requests.Criteria) -> list[dict[str, Any]]:
    if sought.places and not sought.told:
        return []
    fields = {
        "query": criteria.search_query[: retrieval.LONGEST_QUERY], "top_k": api.MOST_TOP_K if sought.session else criteria.top_k,
        "token_budget": api.MOST_TOKENS, "kinds": [k.value for k in sought.kinds], "filters": sought.filter,
    }  # fmt: skip
    side = bootstrap.side()
    ports = recall.Ports(_store(visit), side.index, side.embedder, bootstrap.access_queue(), bootstrap.rerankers())
    asker = recall.Asker(scope, visit.now, visit.caller.roles)
    given = recall.recall(ports, asker, facade.memory(api.RecallRequest, fields), ids.new_id("r"))
    scores = answers.scores(given.memories, side.embedder.thresholds)
    rows = bank_records.of_ids(bootstrap.store(), visit.caller, bank.container, scope.user_id, list(scores))
    mine = [rows[name] for name in scores if name in rows and sought.session in (None, rows[name].scope.session_id)]
    return [answers.record(m, *sought.named(m), scores[m.memory_id]) for m in mine]


def _summaries(visit: Visit, bank: Bank, sought: selection.Sought, query: str) -> list[dict[str, Any]]:
    place, owner = sought.summaries, sought.actor or visit.caller.user_id
    if place is None or owner is None:
        return []
    search = bank_records.Search(bank.container, owner, False, sought.session, None, True)
    found, _ = bank_records.listed(bootstrap.store(), visit.caller, search, retrieval.MOST_SUMMARIES, None, visit.left_s)
    return retrieval.ranked([t for t in found if isinstance(t, told.Told)], place, query)


def list_records(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.ListMemoryRecords)
    sought = selection.sought(bank, asked.namespace, asked.namespace_path, asked.memory_strategy_id, asked.metadata_filters)
    search = bank_records.Search(
        bank.container, sought.actor, bool(sought.places) and sought.actor is None, sought.session,
        sought.filter_text if sought.told or not sought.places else None, sought.summaries is not None and not asked.metadata_filters,
    )  # fmt: skip
    found, token = bank_records.listed(
        bootstrap.store(), visit.caller, search, asked.max_results, asked.next_token, visit.left_s
    )  # fmt: skip
    rows = [answers.record(r, *sought.named(r)) if isinstance(r, Memory) else retrieval.summary(r, sought.summaries) for r in found]
    return Reply(answers.page("memoryRecordSummaries", rows, token))


def get_record(visit: Visit) -> Reply:
    bank = _bank(visit)
    name = names.record_named(visit.path["record"])
    sought = selection.sought(bank, None, None, None, ())
    if name.startswith(f"{told.PREFIX}_") and sought.summaries is not None:
        try:
            one = told.named(bootstrap.store(), visit.caller, bank.container, name)
        except NotFound:
            pass  # the summary of a topic begins so too
        else:
            return Reply({"memoryRecord": retrieval.summary(one, sought.summaries)})
    memory = _memory(visit, bank, name)
    return Reply({"memoryRecord": answers.record(memory, *sought.named(memory))})


def delete_record(visit: Visit) -> Reply:
    _delete(visit, _bank(visit), visit.path["record"])
    return Reply({"memoryRecordId": visit.path["record"]})


def batch_create(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.BatchCreate)
    visit.count(len(asked.records))
    days = asked.record_expiry_specification.record_expiry_duration_days if asked.record_expiry_specification else None

    def create(record: requests.NewRecord) -> str:
        fields = retrieval.fact(bank, record, days, visit.now)
        scope = _scope(visit, bank, fields.pop("user_id"), fields.pop("session_id"))
        body = facade.memory(api.VerbatimRequest, fields)
        key = f"records\n{scope.pk}\n{asked.client_token}\n{record.request_identifier}" if asked.client_token else None
        made = verbatim.keep(_store(visit), bootstrap.consolidate_queue(), bootstrap.embedder(), scope, body, key, visit.now)
        return names.record(made.memory_id)

    return Reply(_each(visit, asked.records, create, lambda r: (names.record("none"), r.request_identifier)), 201)


def batch_update(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.BatchUpdate)

    def update(record: requests.ChangedRecord) -> str:
        if record.content is not None:
            _correct(visit, bank, record.memory_record_id, record.content.text)
        return record.memory_record_id

    return Reply(_each(visit, asked.records, update, lambda r: (r.memory_record_id, None)))


def batch_delete(visit: Visit) -> Reply:
    bank, asked = _bank(visit), _body(visit, requests.BatchDelete)

    def delete(record: requests.NamedRecord) -> str:
        _delete(visit, bank, record.memory_record_id)
        return record.memory_record_id

    return Reply(_each(visit, asked.records, delete, lambda r: (r.memory_record_id, None)))


def _each(visit: Visit, records: Any, act: Callable[[Any], str], named: Callable[[Any], tuple[str, str | None]]) -> dict[str, Any]:
    """Record by record; one that fails says why and the others go on."""
    rows = []
    for record in records:
        name, identifier = named(record)
        if visit.left_s() < RESERVE_S:
            rows.append(answers.outcome(name, (503, AGAIN), identifier))
            continue
        try:
            rows.append(answers.outcome(act(record), identifier=identifier))
        except KeepsakeError as err:
            rows.append(answers.outcome(name, (err.status, err.detail), identifier))
    return answers.batch(rows)


def _memory(visit: Visit, bank: Bank, name: str) -> Memory:
    memory = kept.one(bootstrap.store(), visit.caller, name, _owner(bank))
    if not memory.at_hand:
        raise NotFound("There is no such memory record.")
    return memory


def _delete(visit: Visit, bank: Bank, record_id: str) -> None:
    memory = _memory(visit, bank, names.record_named(record_id))
    target, wish = Target(visit.caller, memory.memory_id, _owner(bank)), Wish(Act.DELETE, visit.caller.actor, visit.now)
    gone = acts.act(_store(visit), bootstrap.consolidate_queue(), target, wish)
    purge.purge(_store(visit), gone, visit.caller.actor, visit.now)
    forget_event.forget_stated(_store(visit), bootstrap.consolidate_queue(), gone, visit.caller.actor, visit.now)


def _correct(visit: Visit, bank: Bank, record_id: str, text: str) -> None:
    for left in reversed(range(RACES)):
        memory = _memory(visit, bank, names.record_named(record_id))
        body = facade.memory(api.CorrectionRequest, {"version": memory.version, "content": text})
        target, wish = Target(visit.caller, memory.memory_id, _owner(bank)), Wish(Act.CORRECT, visit.caller.actor, visit.now)
        queue, embedder = bootstrap.consolidate_queue(), bootstrap.embedder()
        try:
            correct.correct(_store(visit), queue, embedder, bootstrap.rule_extractor(), target, wish, body)
        except LostRace:
            if not left:
                raise
            continue
        return


def _owner(bank: Bank) -> api.ScopeQuery:
    return api.ScopeQuery(container=bank.container)


# ---------------------------------------------------------------- memories, as resources


def create_memory(visit: Visit) -> Reply:
    asked = _body(visit, requests.CreateMemory)
    bank = banks.create(bootstrap.store(), visit.caller, memories.made(visit.caller.tenant, asked, visit.now))
    return _resource(visit, bank, 202)


def get_memory(visit: Visit) -> Reply:
    return _resource(visit, _bank(visit))


def list_memories(visit: Visit) -> Reply:
    asked = _body(visit, requests.Paged)
    found, token = banks.listed(bootstrap.store(), visit.caller, asked.max_results, asked.next_token)
    return Reply(answers.page("memories", [answers.memory_line(b, memories.arn(b, visit.headers)) for b in found], token))


def update_memory(visit: Visit) -> Reply:
    asked = _body(visit, requests.UpdateMemory)
    changed = partial(memories.changed, asked=asked, now=visit.now)
    container, name = names.memory(visit.path["memory"])
    return _resource(visit, banks.change(bootstrap.store(), visit.caller, container, name, changed), 202)


def delete_memory(visit: Visit) -> Reply:
    bank = _bank(visit)
    banks.delete(_store(visit), bootstrap.consolidate_queue(), visit.caller, bank, visit.now)
    return Reply({"memoryId": bank.container, "status": "DELETING"}, 202)


def _resource(visit: Visit, bank: Bank, status: int = 200) -> Reply:
    return Reply({"memory": answers.memory(bank, memories.arn(bank, visit.headers))}, status)


# ---------------------------------------------------------------- what all share


def _bank(visit: Visit) -> Bank:
    """Raises NotFound, and Forbidden for a container that the key is not bound to."""
    return banks.one(bootstrap.store(), visit.caller, *names.memory(visit.path["memory"]))


def _body(visit: Visit, model: type[Body]) -> Body:
    return gateway.checked(model, visit.body)


def _scope(visit: Visit, bank: Bank, actor: str | None, session: str | None) -> Scope:
    """Raises Forbidden for an actor that the key is not bound to, Invalid for a name that is none."""
    fields = {"container": bank.container, "user_id": actor, "session_id": session}
    named = facade.verbatim(api.ScopeQuery, {k: v for k, v in fields.items() if v is not None})
    return identity.effective(visit.caller, Asked(named.container, None, named.user_id, visit.caller.agent_id, named.session_id))


def _store(visit: Visit) -> Fenced:
    return Fenced(bootstrap.store(), visit.now)


def _log(visit: Visit) -> log.Ports:
    return log.Ports(_store(visit), bootstrap.blobs(), bootstrap.extract_queue())


_EVENTS = "/memories/{memory}/actor/{actor}/sessions/{session}"
DOOR = Door(
    "agentcore",
    {
        "POST /memories/{memory}/events": Operation(WRITE, create_event, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/ingest": Operation(WRITE, ingest_data, MOST_CARRIED_BYTES),
        f"POST {_EVENTS}": Operation(READ, list_events),
        f"GET {_EVENTS}/events/{{event}}": Operation(READ, get_event),
        f"DELETE {_EVENTS}/events/{{event}}": Operation(WRITE, delete_event),
        "POST /memories/{memory}/actors": Operation(READ, list_actors),
        "POST /memories/{memory}/actor/{actor}/sessions": Operation(READ, list_sessions),
        "POST /memories/{memory}/retrieve": Operation(READ, retrieve),
        "POST /memories/{memory}/memoryRecords": Operation(READ, list_records),
        "GET /memories/{memory}/memoryRecord/{record}": Operation(READ, get_record),
        "DELETE /memories/{memory}/memoryRecords/{record}": Operation(WRITE, delete_record),
        "POST /memories/{memory}/memoryRecords/batchCreate": Operation(WRITE, batch_create, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/memoryRecords/batchUpdate": Operation(WRITE, batch_update, MOST_CARRIED_BYTES),
        "POST /memories/{memory}/memoryRecords/batchDelete": Operation(WRITE, batch_delete),
        "POST /memories/create": Operation(WRITE, create_memory),
        "POST /memories": Operation(READ, list_memories),
        "GET /memories/{memory}/details": Operation(READ, get_memory),
        "PUT /memories/{memory}/update": Operation(ADMIN, update_memory),
        "DELETE /memories/{memory}/delete": Operation(ADMIN, delete_memory),
    },
    refusals.refusal,
)
