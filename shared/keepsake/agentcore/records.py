"""AgentCore's operations on memory records: retrieval, lists, and batches of which each record succeeds or fails by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keepsake import api, bootstrap, facade, ids
from keepsake.agentcore import answers, names, requests, retrieval, selection, visits
from keepsake.errors import KeepsakeError, LostRace, NotFound
from keepsake.facade import Reply, Visit
from keepsake.flows.governance import purge
from keepsake.flows.knowledge import acts, bank_records, correct, tellable
from keepsake.flows.knowledge import memories as kept
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.flows.recall import recall
from keepsake.flows.sessions import told
from keepsake.records import Memory, Scope
from keepsake.records.banks import Bank
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.recall import gates
from keepsake.rules.recall.filters import wrong

RESERVE_S = 6.0
"""Seconds left at which a batch of records stops: what is left is told as failed, to be sent again."""
RACES = 3
GONE = "There is no such memory record."
AGAIN = "There was no time left for this record: send it again."


def retrieve(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.RetrieveMemoryRecords)
    criteria = asked.search_criteria
    if asked.namespace is None and asked.namespace_path is None:
        raise wrong("namespace", "is needed, or namespacePath")
    sought = selection.sought(bank, asked.namespace, asked.namespace_path, criteria.memory_strategy_id, criteria.metadata_filters)
    owner = visit.caller.user_id if sought.actor is None else sought.actor
    if sought.places and owner is None:
        raise wrong("namespace", "has to name the actor: one actor's records are retrieved at a time")
    scope = visits.scope(visit, bank, owner, None)
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
    ports = recall.Ports(visits.store(visit), side.index, side.embedder, bootstrap.access_queue(), bootstrap.rerankers())
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
    found, _ = bank_records.listed(bootstrap.store(), visit.caller, search, retrieval.MOST_SUMMARIES, None, visit.now, visit.left_s)
    return retrieval.ranked([t for t in found if isinstance(t, told.Told)], place, query)


def list_records(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.ListMemoryRecords)
    sought = selection.sought(bank, asked.namespace, asked.namespace_path, asked.memory_strategy_id, asked.metadata_filters)
    search = bank_records.Search(
        bank.container, sought.actor, bool(sought.places) and sought.actor is None, sought.session,
        sought.filter_text if sought.told or not sought.places else None, sought.summaries is not None and not asked.metadata_filters,
    )  # fmt: skip
    found, token = bank_records.listed(
        bootstrap.store(), visit.caller, search, asked.max_results, asked.next_token, visit.now, visit.left_s
    )  # fmt: skip
    rows = [answers.record(r, *sought.named(r)) if isinstance(r, Memory) else retrieval.summary(r, sought.summaries) for r in found]
    return Reply(answers.page("memoryRecordSummaries", rows, token))


def get_record(visit: Visit) -> Reply:
    bank = visits.bank(visit)
    name, given = names.record_named(visit.path["record"]), visit.query.get("namespace")
    sought = selection.sought(bank, given, None, None, ())
    if name.startswith(f"{told.PREFIX}_") and sought.summaries is not None:
        try:
            one = told.named(bootstrap.store(), visit.caller, bank.container, name, visit.now)
        except NotFound:
            pass  # the summary of a topic begins so too
        else:
            if not sought.within(one.scope):
                raise NotFound(GONE)
            return Reply({"memoryRecord": retrieval.summary(one, sought.summaries)})
    memory = _memory(visit, bank, name, given)
    reader = gates.Reader(scope=memory.scope.model_copy(update={"agent_id": visit.caller.agent_id}), now=visit.now)
    if not tellable.memories(bootstrap.store(), reader, [memory]):
        raise NotFound(GONE)
    return Reply({"memoryRecord": answers.record(memory, *sought.named(memory))})


def delete_record(visit: Visit) -> Reply:
    _delete(visit, visits.bank(visit), visit.path["record"], visit.query.get("namespace"))
    return Reply({"memoryRecordId": visit.path["record"]})


def batch_create(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.BatchCreate)
    visit.count(len(asked.records))
    days = asked.record_expiry_specification.record_expiry_duration_days if asked.record_expiry_specification else None

    def create(record: requests.NewRecord) -> str:
        fields = retrieval.fact(bank, record, days, visit.now)
        scope = visits.scope(visit, bank, fields.pop("user_id"), fields.pop("session_id"))
        body = facade.memory(api.VerbatimRequest, fields)
        key = f"records\n{scope.pk}\n{asked.client_token}\n{record.request_identifier}" if asked.client_token else None
        made = verbatim.keep(visits.store(visit), bootstrap.consolidate_queue(), bootstrap.embedder(), scope, body, key, visit.now)
        return names.record(made.memory_id)

    return Reply(_each(visit, asked.records, create, lambda r: (names.record("none"), r.request_identifier)), 201)


def batch_update(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.BatchUpdate)

    def update(record: requests.ChangedRecord) -> str:
        if record.content is not None:
            _correct(visit, bank, record.memory_record_id, record.content.text)
        return record.memory_record_id

    return Reply(_each(visit, asked.records, update, lambda r: (r.memory_record_id, None)))


def batch_delete(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.BatchDelete)

    def delete(record: requests.NamedRecord) -> str:
        _delete(visit, bank, record.memory_record_id, record.namespace)
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


def _memory(visit: Visit, bank: Bank, name: str, namespace: str | None = None) -> Memory:
    """Raises NotFound, also for what is not in the namespace that is named."""
    memory = kept.one(bootstrap.store(), visit.caller, name, _owner(bank))
    if not memory.at_hand or (namespace is not None and not selection.sought(bank, namespace, None, None, ()).holds(memory)):
        raise NotFound(GONE)
    return memory


def _delete(visit: Visit, bank: Bank, record_id: str, namespace: str | None) -> None:
    memory = _memory(visit, bank, names.record_named(record_id), namespace)
    target, wish = Target(visit.caller, memory.memory_id, _owner(bank)), Wish(Act.DELETE, visit.caller.actor, visit.now)
    gone = acts.act(visits.store(visit), bootstrap.consolidate_queue(), bootstrap.side().index, target, wish)
    purge.purge(visits.store(visit), gone, visit.caller.actor, visit.now)


def _correct(visit: Visit, bank: Bank, record_id: str, text: str) -> None:
    for left in reversed(range(RACES)):
        memory = _memory(visit, bank, names.record_named(record_id))
        body = facade.memory(api.CorrectionRequest, {"version": memory.version, "content": text})
        target, wish = Target(visit.caller, memory.memory_id, _owner(bank)), Wish(Act.CORRECT, visit.caller.actor, visit.now)
        queue, index, embedder = bootstrap.consolidate_queue(), bootstrap.side().index, bootstrap.embedder()
        try:
            correct.correct(visits.store(visit), queue, index, embedder, bootstrap.rule_extractor(), target, wish, body)
        except LostRace:
            if not left:
                raise
            continue
        return


def _owner(bank: Bank) -> api.ScopeQuery:
    return api.ScopeQuery(container=bank.container)
