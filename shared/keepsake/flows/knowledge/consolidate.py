"""Decide a batch's observations against what is known of the user (rows K3 to K5): one transaction per decision, in event order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from keepsake.errors import LostRace
from keepsake.flows.container_settings import policy_of
from keepsake.flows.intake.batches import count_turns, events_of, finish, open_batch
from keepsake.flows.knowledge import neighbourhood, topics, upkeep
from keepsake.flows.sessions import fold
from keepsake.messages import BatchWork
from keepsake.ports import Embedder, Queue, Store, Summariser, Write
from keepsake.records import (
    GUIDES,
    MEASURED,
    Approval,
    Change,
    Embedding,
    Event,
    Kind,
    Memory,
    PastVersion,
    Progress,
    Relation,
    Scope,
    Status,
    Thresholds,
    Trust,
    UserState,
    memory_key,
    state_key,
)
from keepsake.rules.forgetting import decay
from keepsake.rules.governance import quarantine
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import change_of_mind, episodes, mental_models, outcome, reconcile, replay, standing
from keepsake.rules.policy import DEFAULT, Policy

LEANING = (Kind.EPISODE, Kind.MENTAL_MODEL)
"""Kinds that stand or fall with facts."""
MOST_MODELS = 10
"""Mental models that one decision switches: with 45 episodes at most, and 16 facts, each with its old version, it fits into 100 rows."""
WAITS = "quarantined"
RACES = 5
"""Times a decision is made again after another writer of the same user was first; queues make that rare."""


@dataclass(slots=True)
class Knowledge:
    """The user's facts, what leans on them, topics and summaries, and the version of the state that orders their writes."""

    scope: Scope
    state: UserState | None
    facts: dict[str, Memory]
    guides: dict[str, Memory]
    made_by: Embedding | None
    """The model whose vectors are compared, and kept with what is written."""
    episodes: dict[str, Memory] = field(default_factory=dict)
    models: dict[str, Memory] = field(default_factory=dict)
    vectors: dict[str, list[float]] = field(default_factory=dict)
    """By the words that they stand for."""
    observations: dict[str, Memory] = field(default_factory=dict)
    """Decided ones, as far as a late one brought them up again."""
    policy: Policy = DEFAULT
    thresholds: Thresholds = MEASURED
    """What the cosines of that model mean."""

    @property
    def concerned(self) -> list[Memory]:
        return [f for f in self.facts.values() if f.validity in reconcile.CONCERNED]


def consolidate(
    store: Store, queue: Queue, embedder: Embedder, summariser: Summariser, rules: Summariser, work: BatchWork, now: datetime,

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
        known = read_knowledge(store, batch.scope, Embedding(model=embedder.model, dimension=embedder.dimension))
        known.policy, known.thresholds = policy_of(store, batch.scope, now), embedder.thresholds
        for observation in sorted(waiting.values(), key=lambda o: (reconcile.said_at(o), o.order, o.memory_id)):
            if observation.approval is Approval.PENDING:
                decided, verdict = settle(store, known, observation, events, now)
                waiting[decided.memory_id] = decided
                verdicts[verdict] = verdicts.get(verdict, 0) + 1
        told = topics.remake(store, embedder, summariser, rules, topics.Ground(known.scope, known.state, known.facts, known.guides), now)
    cite(store, events, waiting, told, now)
    finish(store, count_turns(store, batch, now))
    upkeep.send_due(store, queue, batch.scope, policy_of(store, batch.scope, now))
    fold.send_due(store, queue, batch.scope, policy_of(store, batch.scope, now))
    return verdicts


def _observations(store: Store, events: Sequence[Event]) -> dict[str, Memory]:
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    return {m.memory_id: m for m in store.read(keys, consistent=True).values() if isinstance(m, Memory)}


def read_knowledge(store: Store, scope: Scope, made_by: Embedding | None) -> Knowledge:
    page = store.query(scope.pk, Memory.prefix, consistent=True)
    state = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    mine = [m for m in page.records if isinstance(m, Memory) and m.scope.namespace == scope.namespace]
    facts = {m.memory_id: m for m in mine if m.kind is Kind.FACT and m.status is not Status.DELETED and m.trust is not Trust.QUARANTINED}
    leading = {m.memory_id: m for m in mine if m.kind in GUIDES}
    kept = {kind: {m.memory_id: m for m in mine if m.kind is kind and m.status is not Status.DELETED} for kind in LEANING}
    held = state if isinstance(state, UserState) else None
    return Knowledge(scope, held, facts, leading, made_by, kept[Kind.EPISODE], kept[Kind.MENTAL_MODEL])


def settle(store: Store, known: Knowledge, observation: Memory, events: Sequence[Event], now: datetime) -> tuple[Memory, str]:
    """The decided observation and its verdict. One that rests on an event in quarantine decides nothing until its release."""
    for _ in range(RACES):
        held = quarantine.held_of(events, known.state.quarantines if known.state else ())
        if not held.isdisjoint(observation.event_ids) or observation.trust is Trust.QUARANTINED:
            return _waiting(store, observation, held, now), WAITS
        result = _with_leaning(known, _decided(store, known, observation, now), now)
        state = _state_after(known, result, now)
        try:
            writes = _writes(known, state, observation, result)
            # Old versions go first, singly: nobody reads one before its memory is replaced, in a transaction each would cost twice, and
            # it has room for 100 rows.
            ahead = [w for w in writes if w.record.immutable]
            store.put_each(ahead)
            store.commit([w for w in writes if w not in ahead])
        except LostRace:
            known_now = read_knowledge(store, known.scope, known.made_by)
            known.state, known.facts, known.guides = known_now.state, known_now.facts, known_now.guides
            known.episodes, known.models = known_now.episodes, known_now.models
            current = store.read([observation.key], consistent=True).get(observation.key)
            if isinstance(current, Memory) and current.approval is not Approval.PENDING:
                return current, "decided already"
            continue
        _learn(known, state, result)
        return result.observation, result.observation.change.verdict
    raise LostRace("Too many writers on one user's knowledge.")


def _waiting(store: Store, observation: Memory, held: frozenset[str], now: datetime) -> Memory:
    """The observation, marked. Whoever marks it otherwise meanwhile decides on it as well."""
    change = Change(verdict=WAITS, reason="its evidence is in quarantine", actor=outcome.ACTOR, at=now)
    kept = quarantine.withheld(observation, held)
    after = kept.model_copy(update={"change": change, "updated_at": now, "version": observation.version + 1})
    store.put_each([Write(after, observation.version)])
    return after


def _decided(store: Store, known: Knowledge, observation: Memory, now: datetime) -> outcome.Outcome:
    """Against what is current, if it is the newest of its subject or the neighbourhood is too large; else told again in its place."""
    if replay.is_late(observation, known.facts.values()):
        fetch = lambda some: _vectors_of(known, some)  # noqa: E731
        found = neighbourhood.around(store, observation, known.facts.values(), fetch, known.thresholds)
        if found is not None:
            fixed = neighbourhood.fixed(store, found)
            held = {i: f for i, f in found.facts.items() if i not in fixed}
            known.observations |= found.observations
            behind = [o for o in found.observations.values() if outcome.fact_of(o) in held]
            told = replay.told_again(observation, behind, held, list(fixed.values()), known.vectors, now, known.thresholds)
            if len(told.changed) + len(told.others) <= replay.MOST_CHANGED:
                return told
    shortlist = reconcile.shortlist(observation, known.concerned)
    vectors = _vectors_of(known, [observation, *shortlist])
    facing = [change_of_mind.Known(f, replay.cosine(observation, f, vectors)) for f in shortlist]
    decision = reconcile.decide(observation, facing, known.thresholds)
    return outcome.of(decision, observation, now)


def _vectors_of(known: Knowledge, memories: Sequence[Memory]) -> dict[str, list[float]]:
    for memory in memories:
        if memory.content.summary not in known.vectors and known.made_by and (vector := documents.vector(memory, known.made_by)):
            known.vectors[memory.content.summary] = vector
    return known.vectors


def _with_leaning(known: Knowledge, result: outcome.Outcome, now: datetime) -> outcome.Outcome:
    """The outcome with the episode that the observation also becomes (row R12), with what stands or falls with the
    changed facts, and each with the vector of its words."""
    facts = known.facts | {f.memory_id: f for f in result.changed}
    episode = episodes.episode_of(result.observation, facts.get(outcome.fact_of(result.observation) or ""), now, known.policy)
    fresh = [episode] if episode is not None and episode.memory_id not in known.episodes else []
    followed = episodes.following(result.changed, known.episodes.values(), now)
    others = {e.memory_id: e for e in [*known.episodes.values(), *fresh]}
    left = [e for i, e in others.items() if i not in {f.memory_id for f in followed}]
    crowded = episodes.overflow(left, now, known.policy.most_episodes) if fresh else []
    models = mental_models.refreshed(known.models.values(), facts, now)[:MOST_MODELS]
    became = tuple(Relation(type=outcome.BECAME, target=e.memory_id) for e in fresh)
    observation = result.observation.model_copy(update={"relations": (*result.observation.relations, *became)})
    changed = (*result.changed, *fresh, *followed, *crowded, *models)
    return outcome.Outcome(observation, tuple(_with_vector(known, decay.rescheduled(m, known.policy)) for m in changed), result.others)


def _state_after(known: Knowledge, result: outcome.Outcome, now: datetime) -> UserState:
    """The user's state with the counters by which upkeep falls due."""
    state = known.state or UserState(scope=known.scope, version=1)
    facts = known.facts | {m.memory_id: m for m in result.changed if m.kind is Kind.FACT}
    made = [m for m in result.changed if m.version == 1]
    after = state.model_copy(
        update={
            "facts": sum(f.current for f in facts.values()),
            "new_facts": state.new_facts + sum(m.kind is Kind.FACT for m in made),
            "standing": standing.named(state.standing, result.changed),
            "episode_writes": state.episode_writes + sum(m.kind is Kind.EPISODE for m in made),
            "version": state.version + 1 if known.state else 1,
        }
    )
    return upkeep.waiting(after, now, known.policy)


def _writes(known: Knowledge, state: UserState, observation: Memory, result: outcome.Outcome) -> list[Write]:
    """Everything that one decision changes, conditional on the user's state, so that two writers of one user never mix."""
    writes = [
        Write(state, known.state.version if known.state else None),
        Write(result.observation, observation.version),
    ]
    held = known.facts | known.episodes | known.models | known.observations
    for memory in (*result.changed, *result.others):
        before = held.get(memory.memory_id)
        writes.append(Write(memory, before.version if before else None))
        if before is not None:
            writes.append(Write(PastVersion(memory=before)))
    return writes


def _with_vector(known: Knowledge, memory: Memory) -> Memory:
    """The memory with the vector of the words that it has now; every word of a fact was an observation's, which brought its vector along.
    Where a model owed it, the projector asks for it."""
    vector = known.vectors.get(memory.content.summary)
    if vector is None or known.made_by is None or documents.vector(memory, known.made_by):
        return memory
    return documents.with_vectors(memory, known.made_by, [vector])


def _learn(known: Knowledge, state: UserState, result: outcome.Outcome) -> None:
    known.state = state
    homes = {Kind.FACT: known.facts, Kind.EPISODE: known.episodes, Kind.MENTAL_MODEL: known.models}
    for memory in result.changed:
        homes[memory.kind][memory.memory_id] = memory
        if memory.kind in LEANING and memory.status is Status.DELETED:
            del homes[memory.kind][memory.memory_id]


def cite(store: Store, events: Sequence[Event], observations: dict[str, Memory], told: Sequence[Memory], now: datetime) -> None:
    """Each event names the memories that rest on it, summaries too, and is ready for the index; the projector brings those along
    and calls it processed."""
    ready = []
    for event in events:
        made = [observations[o] for o in event.observation_ids if o in observations]
        became = [r.target for o in made for r in o.relations if r.type == outcome.BECAME]
        cited = tuple(dict.fromkeys([*event.memory_ids, *became, *(s.memory_id for s in told if event.event_id in s.event_ids)]))
        ready.append(event.model_copy(update={"memory_ids": cited, "index_due": now, "version": event.version + 1}))
    store.put_each([Write(e, e.version - 1) for e in ready])
