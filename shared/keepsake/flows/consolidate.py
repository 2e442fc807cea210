"""Decide a batch's observations against what is known of the user (rows K3 to K5): one transaction per decision, in event order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from operator import mul

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.flows import fold, topics, upkeep
from keepsake.flows.batches import count_turns, events_of, finish, open_batch
from keepsake.messages import BatchWork
from keepsake.ports import Delete, Embedder, Queue, Store, Summariser, Write
from keepsake.records import (
    Approval,
    Event,
    Kind,
    Memory,
    PastVersion,
    Progress,
    Relation,
    Scope,
    Status,
    UserState,
    Vectors,
    memory_key,
    state_key,
    vectors_key,
)
from keepsake.rules import documents, episodes, guides, mental_models, outcome, reconcile
from keepsake.rules.policy import DEFAULT, Policy

LEANING = (Kind.EPISODE, Kind.MENTAL_MODEL)
"""Kinds that stand or fall with facts."""
RACES = 5
"""Times a decision is made again after another writer of the same user was first; queues make that rare."""


@dataclass(slots=True)
class Knowledge:
    """The user's current facts, what leans on them, topics and summaries, and the version of the state that orders their writes."""

    scope: Scope
    state: UserState | None
    facts: dict[str, Memory]
    guides: dict[str, Memory]
    episodes: dict[str, Memory] = field(default_factory=dict)
    models: dict[str, Memory] = field(default_factory=dict)
    vectors: dict[ids.Key, list[float]] = field(default_factory=dict)


def consolidate(
    store: Store, queue: Queue, embedder: Embedder, summariser: Summariser, rules: Summariser, work: BatchWork, now: datetime,
    policy: Policy = DEFAULT,
) -> dict[str, int]:  # fmt: skip
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
                decided, verdict = _settle(store, known, observation, now, policy)
                waiting[decided.memory_id] = decided
                verdicts[verdict] = verdicts.get(verdict, 0) + 1
        told = topics.remake(store, embedder, summariser, rules, topics.Ground(known.scope, known.state, known.facts, known.guides), now)
    _cite(store, events, waiting, told, now)
    finish(store, count_turns(store, batch, now))
    upkeep.send_due(store, queue, batch.scope, policy)
    fold.send_due(store, queue, batch.scope, policy)
    return verdicts


def _observations(store: Store, events: Sequence[Event]) -> dict[str, Memory]:
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    return {m.memory_id: m for m in store.read(keys, consistent=True).values() if isinstance(m, Memory)}


def _read_knowledge(store: Store, scope: Scope) -> Knowledge:
    page = store.query(scope.pk, Memory.prefix, consistent=True)
    state = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    mine = [m for m in page.records if isinstance(m, Memory) and m.scope.namespace == scope.namespace]
    facts = {m.memory_id: m for m in mine if m.kind is Kind.FACT and m.validity in reconcile.CONCERNED and m.status is not Status.DELETED}
    leading = {m.memory_id: m for m in mine if m.kind in guides.GUIDES}
    kept = {kind: {m.memory_id: m for m in mine if m.kind is kind and m.status is not Status.DELETED} for kind in LEANING}
    held = state if isinstance(state, UserState) else None
    return Knowledge(scope, held, facts, leading, kept[Kind.EPISODE], kept[Kind.MENTAL_MODEL])


def _settle(store: Store, known: Knowledge, observation: Memory, now: datetime, policy: Policy) -> tuple[Memory, str]:
    for _ in range(RACES):
        shortlist = reconcile.shortlist(observation, list(known.facts.values()))
        _fetch_vectors(store, known, [observation, *shortlist])
        mine = known.vectors.get(observation.key)
        candidates = [reconcile.Known(f, _cosine(mine, known.vectors.get(f.key))) for f in shortlist]
        decision = reconcile.decide(observation, candidates)
        result = _with_leaning(known, outcome.of(decision, observation, now), now, policy)
        state = _state_after(known, result, now, policy)
        try:
            writes = _writes(known, state, observation, result, mine)
            # Vectors go first, singly: nobody reads one before its memory is there, and in a transaction it would cost twice.
            store.put_each([w for w in writes if isinstance(w, Write) and isinstance(w.record, Vectors)])
            store.commit([w for w in writes if not (isinstance(w, Write) and isinstance(w.record, Vectors))])
        except LostRace:
            known_now = _read_knowledge(store, known.scope)
            known.state, known.facts, known.guides = known_now.state, known_now.facts, known_now.guides
            known.episodes, known.models = known_now.episodes, known_now.models
            current = store.read([observation.key], consistent=True).get(observation.key)
            if isinstance(current, Memory) and current.approval is not Approval.PENDING:
                return current, "decided already"
            continue
        _learn(known, state, observation, result)
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


def _with_leaning(known: Knowledge, result: outcome.Outcome, now: datetime, policy: Policy) -> outcome.Outcome:
    """The outcome with the episode that the observation also becomes (row R12), and with what stands or falls with the changed facts."""
    facts = known.facts | {f.memory_id: f for f in result.changed}
    episode = episodes.episode_of(result.observation, result.changed[0] if result.changed else None, now, policy)
    fresh = [episode] if episode is not None and episode.memory_id not in known.episodes else []
    followed = episodes.following(result.changed, known.episodes.values(), now)
    others = {e.memory_id: e for e in [*known.episodes.values(), *fresh]}
    crowded = (
        episodes.overflow([e for i, e in others.items() if i not in {f.memory_id for f in followed}], now, policy.most_episodes)
        if fresh
        else []
    )
    models = mental_models.refreshed(known.models.values(), facts, now)[: episodes.MOST_FOLLOWING // 2]
    became = tuple(Relation(type=outcome.BECAME, target=e.memory_id) for e in fresh)
    observation = result.observation.model_copy(update={"relations": (*result.observation.relations, *became)})
    return outcome.Outcome(observation, (*result.changed, *fresh, *followed, *crowded, *models))


def _state_after(known: Knowledge, result: outcome.Outcome, now: datetime, policy: Policy) -> UserState:
    """The user's state with the counters by which upkeep falls due."""
    state = known.state or UserState(scope=known.scope, version=1)
    facts = known.facts | {m.memory_id: m for m in result.changed if m.kind is Kind.FACT}
    made = [m for m in result.changed if m.version == 1]
    after = state.model_copy(
        update={
            "facts": sum(f.current for f in facts.values()),
            "new_facts": state.new_facts + sum(m.kind is Kind.FACT for m in made),
            "episode_writes": state.episode_writes + sum(m.kind is Kind.EPISODE for m in made),
            "version": state.version + 1 if known.state else 1,
        }
    )
    return upkeep.waiting(after, now, policy)


def _writes(
    known: Knowledge, state: UserState, observation: Memory, result: outcome.Outcome, vector: Sequence[float] | None
) -> list[Write | Delete]:
    """Everything that one decision changes, conditional on the user's state, so that two writers of one user never mix."""
    writes: list[Write | Delete] = [
        Write(state, known.state.version if known.state else None),
        Write(result.observation, observation.version),
    ]
    held = known.facts | known.episodes | known.models
    for memory in result.changed:
        before = held.get(memory.memory_id)
        writes.append(Write(memory, before.version if before else None))
        if before is not None:
            writes.append(Write(PastVersion(memory=before)))
        elif vector is not None and memory.embedding is not None:
            made = memory.embedding
            writes.append(Write(Vectors(of=memory.key, model=made.model, dimension=made.dimension, data=documents.pack([vector]))))
    return writes


def _learn(known: Knowledge, state: UserState, observation: Memory, result: outcome.Outcome) -> None:
    known.state = state
    for memory in result.changed:
        if memory.kind in LEANING:
            home = known.episodes if memory.kind is Kind.EPISODE else known.models
            home[memory.memory_id] = memory
            if memory.status is Status.DELETED:
                del home[memory.memory_id]
            continue
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
