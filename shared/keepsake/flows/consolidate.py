"""Decide a batch's observations against what is known of the user (rows K3 to K5): one transaction per decision, in event order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import mul

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.flows import topics
from keepsake.flows.batches import events_of, finish, open_batch
from keepsake.messages import BatchWork
from keepsake.ports import Delete, Embedder, Store, Summariser, Write
from keepsake.records import (
    Approval,
    Event,
    Kind,
    Memory,
    PastVersion,
    Progress,
    Scope,
    UserState,
    Vectors,
    memory_key,
    state_key,
    vectors_key,
)
from keepsake.rules import documents, guides, outcome, reconcile

RACES = 5
"""Times a decision is made again after another writer of the same user was first; queues make that rare."""


@dataclass(slots=True)
class Knowledge:
    """The user's current facts, topics and summaries, and the version of the state that orders their writes."""

    scope: Scope
    state: UserState | None
    facts: dict[str, Memory]
    guides: dict[str, Memory]
    vectors: dict[ids.Key, list[float]] = field(default_factory=dict)


def consolidate(
    store: Store, embedder: Embedder, summariser: Summariser, rules: Summariser, work: BatchWork, now: datetime
) -> dict[str, int]:
    """How many observations met which verdict. Safe to run twice: a decided observation is not decided again."""
    batch = open_batch(store, work)
    if batch is None:
        return {}
    events = [e for e in events_of(store, batch) if e is not None and e.progress is Progress.CHUNKED]
    waiting = _observations(store, events)
    verdicts: dict[str, int] = {}
    told: tuple[Memory, ...] = ()
    if waiting:
        known = _read_knowledge(store, batch.scope)
        for observation in sorted(waiting.values(), key=lambda o: (reconcile.said_at(o), o.order, o.memory_id)):
            if observation.approval is Approval.PENDING:
                decided, verdict = _settle(store, known, observation, now)
                waiting[decided.memory_id] = decided
                verdicts[verdict] = verdicts.get(verdict, 0) + 1
        told = topics.remake(store, embedder, summariser, rules, topics.Ground(known.scope, known.state, known.facts, known.guides), now)
    _cite(store, events, waiting, told, now)
    finish(store, batch)
    return verdicts


def _observations(store: Store, events: Sequence[Event]) -> dict[str, Memory]:
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    return {m.memory_id: m for m in store.read(keys, consistent=True).values() if isinstance(m, Memory)}


def _read_knowledge(store: Store, scope: Scope) -> Knowledge:
    page = store.query(scope.pk, Memory.prefix, consistent=True)
    state = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    mine = [m for m in page.records if isinstance(m, Memory) and m.scope.namespace == scope.namespace]
    facts = {m.memory_id: m for m in mine if m.kind is Kind.FACT and m.validity in reconcile.CONCERNED}
    leading = {m.memory_id: m for m in mine if m.kind in guides.GUIDES}
    return Knowledge(scope, state if isinstance(state, UserState) else None, facts, leading)


def _settle(store: Store, known: Knowledge, observation: Memory, now: datetime) -> tuple[Memory, str]:
    for _ in range(RACES):
        shortlist = reconcile.shortlist(observation, list(known.facts.values()))
        _fetch_vectors(store, known, [observation, *shortlist])
        mine = known.vectors.get(observation.key)
        candidates = [reconcile.Known(f, _cosine(mine, known.vectors.get(f.key))) for f in shortlist]
        decision = reconcile.decide(observation, candidates)
        result = outcome.of(decision, observation, now)
        try:
            store.commit(_writes(known, observation, result, mine))
        except LostRace:
            known_now = _read_knowledge(store, known.scope)
            known.state, known.facts, known.guides = known_now.state, known_now.facts, known_now.guides
            current = store.read([observation.key], consistent=True).get(observation.key)
            if isinstance(current, Memory) and current.approval is not Approval.PENDING:
                return current, "decided already"
            continue
        _learn(known, observation, result)
        return result.observation, decision.verdict.value
    raise LostRace("Too many writers on one user's knowledge.")


def _fetch_vectors(store: Store, known: Knowledge, memories: Sequence[Memory]) -> None:
    missing = [vectors_key(m.key) for m in memories if m.key not in known.vectors]
    for row in store.read(missing).values():
        if isinstance(row, Vectors):
            known.vectors[row.of] = documents.unpack(row)[0]


def _cosine(a: Sequence[float] | None, b: Sequence[float] | None) -> float | None:
    """None where a vector is missing or belongs to another model's dimension."""
    return None if a is None or b is None or len(a) != len(b) else sum(map(mul, a, b))


def _writes(known: Knowledge, observation: Memory, result: outcome.Outcome, vector: Sequence[float] | None) -> list[Write | Delete]:
    """Everything that one decision changes, conditional on the user's state, so that two writers of one user never mix."""
    state = known.state
    after = state.model_copy(update={"version": state.version + 1}) if state else UserState(scope=known.scope)
    writes: list[Write | Delete] = [Write(after, state.version if state else None), Write(result.observation, observation.version)]
    for memory in result.changed:
        before = known.facts.get(memory.memory_id)
        writes.append(Write(memory, before.version if before else None))
        if before is not None:
            writes.append(Write(PastVersion(memory=before)))
        elif vector is not None and memory.embedding is not None:
            made = memory.embedding
            writes.append(Write(Vectors(of=memory.key, model=made.model, dimension=made.dimension, data=documents.pack([vector]))))
    return writes


def _learn(known: Knowledge, observation: Memory, result: outcome.Outcome) -> None:
    state = known.state
    known.state = state.model_copy(update={"version": state.version + 1}) if state else UserState(scope=known.scope)
    for memory in result.changed:
        if memory.memory_id not in known.facts and observation.key in known.vectors:
            known.vectors[memory.key] = known.vectors[observation.key]
        if memory.validity in reconcile.CONCERNED:
            known.facts[memory.memory_id] = memory
        else:
            known.facts.pop(memory.memory_id, None)


def _cite(store: Store, events: Sequence[Event], observations: dict[str, Memory], told: Sequence[Memory], now: datetime) -> None:
    """Each event names the memories that rest on it, summaries too, and is ready for the index; the projector brings those along
    and calls it processed."""
    ready = []
    for event in events:
        made = [observations[o] for o in event.observation_ids if o in observations]
        became = [r.target for o in made for r in o.relations if r.type == outcome.BECAME]
        cited = tuple(dict.fromkeys([*event.memory_ids, *became, *(s.memory_id for s in told if event.event_id in s.event_ids)]))
        ready.append(event.model_copy(update={"memory_ids": cited, "index_due": now, "version": event.version + 1}))
    store.put_each([Write(e, e.version - 1) for e in ready])
