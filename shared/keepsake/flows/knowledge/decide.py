"""Decide a batch's observations against what is known of the user (rows K3 to K5), in the order of events. One writer decides them all:
the user's state says how far it came, in one write with everything that changes. What follows from an observation alone is written behind
that (flows/knowledge/redo.py); what one transaction does not hold follows in the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from keepsake import telemetry
from keepsake.errors import LostRace
from keepsake.flows.knowledge import judging, neighbourhood, upkeep
from keepsake.flows.knowledge.nearby import Nearby
from keepsake.flows.knowledge.redo import link, redo
from keepsake.ports import Delete, Reconciler, Store, Write
from keepsake.records import (
    MEASURED,
    Change,
    Decided,
    Embedding,
    Event,
    Kind,
    Memory,
    PastVersion,
    Relation,
    Scope,
    Status,
    Thresholds,
    Trust,
    UserState,
    state_key,
)
from keepsake.rules.forgetting import decay, listing
from keepsake.rules.governance import quarantine
from keepsake.rules.indexing import documents, owing
from keepsake.rules.knowledge import episodes, goes_on, looked, made, mental_models, one_thing, outcome, reconcile, replay, standing
from keepsake.rules.policy import DEFAULT, Policy

LEANING = (Kind.EPISODE, Kind.MENTAL_MODEL)
"""Kinds that stand or fall with facts."""
MOST_MODELS = 10
"""Mental models that one decision switches: with 45 episodes at most, and 16 facts, each with its old version, it fits into 100 rows."""
WAITS = "quarantined"
MOST_ROWS = 90
"""Memories that one transaction of 100 rows changes, beside the state. One decision alone stays below that."""
AT_ONCE = 25
"""Observations that are looked around for in one search and decided together: each asks five things of the index. A message that says a
thousand things takes forty steps, each of which is kept."""
MOST_NAMED = 40
"""Memories that one transaction changes and a batch's event names, beside those that rest on it: of more, a note tells."""
MOST_DECIDED = 3
"""Batches that the state names: a user's batches come one after the other, so the last one is the one that may be tried again."""
RACES = 5
"""Times a decision is made again after another writer of the same user was first; queues make that rare."""


@dataclass(slots=True)
class Knowledge:
    """The user's facts, or those near to what is decided, what leans on them, and the version of the state that orders their writes."""

    scope: Scope
    state: UserState | None
    facts: dict[str, Memory]
    made_by: Embedding | None
    """The model whose vectors are compared, and kept with what is written."""
    episodes: dict[str, Memory] = field(default_factory=dict)
    models: dict[str, Memory] = field(default_factory=dict)
    vectors: dict[str, list[float]] = field(default_factory=dict)
    """By the words that they stand for."""
    observations: dict[str, Memory] = field(default_factory=dict)
    """Decided ones, as far as a late one brought them up again."""
    passing: dict[str, Memory] = field(default_factory=dict)
    """Decided ones of the batch at hand, which no event names yet."""
    way: Nearby | None = None
    """How the knowledge was read."""
    nearby: Nearby | None = None
    """Where more is found; None: the rows that were read are all that there is."""
    met: dict[str, Memory] = field(default_factory=dict)
    """What was found so far, as it is stored."""
    said_before: datetime | None = None
    """The newest time at which something was said that is decided, as the batch found it."""
    policy: Policy = DEFAULT
    thresholds: Thresholds = MEASURED
    """What the cosines of that model mean."""
    reconciler: Reconciler | None = None
    """Who is asked what a batch's statements change, where the rules see nothing clear."""

    @property
    def concerned(self) -> list[Memory]:
        return [f for f in self.facts.values() if f.validity in reconcile.CONCERNED]

    @property
    def behind(self) -> neighbourhood.Passing:
        return neighbourhood.Passing(self.passing, {d.batch_id for d in self.state.decided} if self.state else ())

    def learn(self, changed: Iterable[Memory]) -> None:
        homes = self._homes()
        for memory in changed:
            if memory.kind not in homes:
                continue
            self.met.pop(memory.memory_id, None)
            homes[memory.kind][memory.memory_id] = memory
            if memory.kind in LEANING and memory.status is Status.DELETED:
                del homes[memory.kind][memory.memory_id]

    def meet(self, found: Iterable[Memory]) -> None:
        """Takes up what was found beside; what a decision has changed meanwhile stays as that left it."""
        homes = self._homes()
        for memory in found:
            if _counts(memory):
                self.met.setdefault(memory.memory_id, memory)
                homes[memory.kind].setdefault(memory.memory_id, memory)

    def _homes(self) -> dict[Kind, dict[str, Memory]]:
        return {Kind.FACT: self.facts, Kind.EPISODE: self.episodes, Kind.MENTAL_MODEL: self.models}

    def late(self, observation: Memory) -> bool:
        """Whether something that it could meet was said after it. Of what is not read, the newest time tells."""
        before = self.nearby is not None and self.said_before is not None and reconcile.said_at(observation) <= self.said_before
        return before or replay.is_late(observation, self.facts.values())

    def look_around(self, statements: Sequence[Memory], *, past: bool = False) -> Iterable[Memory]:
        """The facts that are known, after what these statements may concern was looked for."""
        if self.nearby is not None:
            self.meet(self.nearby.facts(self.state, statements, _vectors_of(self, statements), past=past))
        return self.facts.values()

    def refresh(self, read: Knowledge) -> None:
        """What is known now, after another writer of the user was first."""
        self.state, self.facts = read.state, read.facts
        self.episodes, self.models, self.observations = read.episodes, read.models, {}
        self.nearby, self.met, self.said_before = read.nearby, {}, read.said_before


@dataclass(slots=True)
class Deciding:
    """Observations to be decided together: a batch's, or those that a quarantine lets go."""

    name: str
    """The batch's id, or the run's."""
    events: tuple[Event, ...]
    """What they rest on; of a batch, what it brought."""
    observations: tuple[Memory, ...]
    held: dict[str, Memory]
    """Those that have a row: released ones, and what an attempt that broke off left."""
    brought: Callable[[UserState], dict[str, object]] | None = None
    """Fields of the user's state, with what the batch brought; None: a quarantine lets them go."""

    @property
    def fresh(self) -> bool:
        """The observations are of this attempt: others of the same events are of one that broke off."""
        return self.brought is not None


@dataclass(slots=True)
class Step:
    """Decisions that are written together: each memory as it was stored, as it is now, and its versions between."""

    before: dict[str, Memory] = field(default_factory=dict)
    after: dict[str, Memory] = field(default_factory=dict)
    past: list[Memory] = field(default_factory=list)
    observations: dict[str, Memory] = field(default_factory=dict)

    def take(self, known: Knowledge, result: outcome.Outcome) -> None:
        stored = known.met | known.facts | known.episodes | known.models | known.observations
        for memory in (*result.changed, *result.others):
            if memory.memory_id in self.observations:  # decided in this step, and behind another fact now
                self.observations[memory.memory_id] = memory
                continue
            if (held := stored.get(memory.memory_id)) is not None:
                self.before[memory.memory_id] = held
            if (earlier := self.after.get(memory.memory_id, held)) is not None:
                self.past.append(earlier)
            self.after[memory.memory_id] = memory
        self.observations[result.observation.memory_id] = result.observation


def decided_in(state: UserState | None, batch_id: str) -> int | None:
    """How many of a batch's observations are decided; None where none of it was written yet."""
    return next((d.observations for d in (state.decided if state else ()) if d.batch_id == batch_id), None)


def changed_in(state: UserState | None, batch_id: str) -> tuple[str, ...]:
    """Memories that a batch changed beside those that its observations name."""
    return next((d.changed for d in (state.decided if state else ()) if d.batch_id == batch_id), ())


def decide_all(store: Store, known: Knowledge, deciding: Deciding, now: datetime) -> dict[str, Memory]:
    """The observations, each decided in the order of events, or waiting where it rests on what is in quarantine: as many as fit into one
    search and one transaction with the user's state, then the next. Raises LostRace after too many other writers of the user; released
    ones, at the first: their rows say which of them are left."""
    order = made.in_order(deciding.observations)
    done = decided_in(known.state, deciding.name) if deciding.fresh else 0
    decided = {o.memory_id: o for o in order[: done or 0]}
    races, told = 0, judging.Judging(known.reconciler)
    while done is None or done < len(order):
        known.passing = decided
        known.meet(known.met.copy().values())
        next_ones = order[done or 0 :][:AT_ONCE]
        known.look_around(next_ones)
        next_ones = told.hear(next_ones, known.concerned, lambda some: _vectors_of(known, some))
        known.look_around([o for o in next_ones if known.late(o)], past=True)  # in one search, not in one for each
        step = _decisions(store, known, deciding, next_ones, now)
        try:
            _write(store, known, deciding, step, order, done, now)
        except LostRace:
            races += 1
            if races == RACES or not deciding.fresh:
                raise
            known.refresh(read_knowledge(store, known.scope, known.made_by, known.way))
            deciding.held = neighbourhood.observed_in(store, deciding.events)
            if decided_in(known.state, deciding.name) != done:
                raise  # another consumer of the same message: what is left is found when it comes again
            continue
        decided |= step.observations | {i: m for i, m in step.after.items() if i in decided}
        deciding.held |= {i: m for i, m in step.after.items() if i in deciding.held}
        done = (done or 0) + len(step.observations)
    return decided


def _decisions(store: Store, known: Knowledge, deciding: Deciding, waiting: Sequence[Memory], now: datetime) -> Step:
    """The next decisions, as many as one transaction holds, and at least one. What is known afterwards is known to the next one."""
    step, passing = Step(), dict(known.passing)
    facing = replace(known, facts=dict(known.facts), episodes=dict(known.episodes), models=dict(known.models), passing=passing)
    for observation in waiting:
        apart = goes_on.still(made.undecided(observation), facing.facts)  # what it goes on from may have made no fact, or be forgotten
        result = _decision(store, facing, apart, deciding.events, now)
        rows = len(step.after) + (0 if deciding.fresh else len(step.observations) + 1)
        if step.observations and rows + len(result.changed) + len(result.others) > MOST_ROWS:
            return step
        step.take(known, result)
        passing |= step.observations
        facing.learn(result.changed)
    return step


def _decision(store: Store, known: Knowledge, observation: Memory, events: Sequence[Event], now: datetime) -> outcome.Outcome:
    held = quarantine.held_of(events, known.state.quarantines if known.state else ())
    if not held.isdisjoint(observation.event_ids) or observation.trust is Trust.QUARANTINED:
        return outcome.Outcome(_waiting(goes_on.logged(observation), held, now), ())
    told = _decided(store, known, observation, now)
    return _with_leaning(known, told._replace(observation=goes_on.logged(told.observation)), now)


def _write(
    store: Store, known: Knowledge, deciding: Deciding, step: Step, order: Sequence[Memory], done: int | None, now: datetime
) -> None:
    """First the observations, as the log of what is being decided, and what nobody reads before its memory is there; then the state, which
    says how far the batch is, in one transaction with all that the decisions change; then what follows from the observations alone. Where
    the state is not written, these observations are decided again; behind it, the log has the rest. Released ones are in no batch that
    would be tried again: they are in the transaction themselves, and wait until it is written."""
    behind = _behind(deciding, step, known.policy)
    log = _log(deciding, step, order if done is None else (), behind)
    if deciding.fresh:
        _put_log(store, deciding, log, clean=done is None)
    store.put_each([Write(PastVersion(memory=m), ordered=True) for m in step.past])
    named = {r.target for o in step.observations.values() for r in o.relations if r.type not in made.LINKS} if deciding.fresh else set()
    step.after |= listing.with_batch({i: m for i, m in step.after.items() if i in named and i not in step.before}, now)
    # What a batch's events name, or may, is shown with them, and their batch stands until it is; the index owes all else that changed.
    others = [i for i, m in step.after.items() if m.index_due is not None and i not in named] if deciding.fresh else []
    shown = () if len(others) > MOST_NAMED else tuple(others)
    state = _state_after(known, deciding, step, done, shown, now)
    linked = _linked(step, known.policy) & set(shown)
    writes: list[Write | Delete] = [Write(state, known.state.version if known.state else None), *([] if deciding.fresh else log)]
    for i, memory in step.after.items():
        if i in behind or i in linked:
            continue
        by = owing.WITH_BATCH if i in shown or i in named else None
        writes.append(Write(memory, b.version if (b := step.before.get(i)) else None, shown_by=by))
    store.commit(writes)
    store.put_each([Write(step.after[i], shown_by=owing.WITH_BATCH) for i in behind])
    if store.put_each([Write(step.after[i], step.before[i].version, shown_by=owing.WITH_BATCH) for i in sorted(linked)]):
        link(store, step.observations.values())
    deciding.held |= step.observations
    known.state = state
    known.learn(step.after.values())


def _behind(deciding: Deciding, step: Step, policy: Policy) -> dict[str, Memory]:
    """The memories that follow from one observation of a batch alone, exactly as they are."""
    if not deciding.fresh:
        return {}
    follow = {m.memory_id: m for o in step.observations.values() for m in made.by(o, policy)}
    return {i: m for i, m in follow.items() if i in step.after and step.after[i].model_copy(update={"index_due": None}) == m}


def _linked(step: Step, policy: Policy) -> set[str]:
    """The facts that stood before, and to which the step does no more than to link them to what stands beside them now."""
    ways = [(o, i) for o in step.observations.values() for i in made.beside(o) if i in step.before]
    return {i for o, i in ways if made.linked(o, step.before[i], policy) == step.after[i]}


def _log(deciding: Deciding, step: Step, order: Sequence[Memory], behind: Mapping[str, Memory]) -> list[Write]:
    """The observations of this step as they are decided; with a batch's first step those of all others too (`order`)."""
    rows = {o.memory_id: o for o in order} | step.observations
    for name, row in rows.items():
        stored = deciding.held.get(name)
        # What waits, or may still be approved, becomes a fact with no model to ask, and so does what is written behind the decision; of
        # what else has become one, the fact has the vector.
        kept = {} if outcome.fact_of(row) in (None, *behind) else {"vectors": (), "embedding": None}
        rows[name] = row.model_copy(update=kept | ({"version": max(row.version, stored.version + 1)} if stored else {}))
    step.observations = {i: rows[i] for i in step.observations}
    return [Write(o, h.version if (h := deciding.held.get(i)) else None, ordered=True) for i, o in rows.items()]


def _put_log(store: Store, deciding: Deciding, log: Sequence[Write], *, clean: bool) -> None:
    """Where it is to be `clean`, without those that another attempt made of the same events and this one does not. Raises LostRace."""
    rows = {w.record.memory_id: w.record for w in log if isinstance(w.record, Memory)}
    if clean and (gone := [o.key for i, o in deciding.held.items() if i not in rows]):
        for start in range(0, len(gone), MOST_ROWS):
            store.commit([Delete(k) for k in gone[start : start + MOST_ROWS]])
    if store.put_each(log):
        raise LostRace("Another consumer observes the same events.")
    deciding.held |= rows


def read_knowledge(store: Store, scope: Scope, made_by: Embedding | None, way: Nearby | None = None) -> Knowledge:
    """All that is known; where there is a way to what is nearby and the bank is not small, nothing of it yet."""
    row = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    state = row if isinstance(row, UserState) else None
    redo(store, scope, state)
    rows = store.query(scope.pk, Memory.prefix, consistent=True).records if way is None else way.bank(state)
    mine = [m for m in rows or () if isinstance(m, Memory) and m.scope.namespace == scope.namespace and _counts(m)]
    facts, held, models = ({m.memory_id: m for m in mine if m.kind is kind} for kind in (Kind.FACT, *LEANING))
    known = Knowledge(scope, state, facts, made_by, held, models, way=way, said_before=state.said_at if state else None)
    known.nearby = way if rows is None else None
    return known


def _counts(memory: Memory) -> bool:
    """Whether a decision regards it."""
    usable = memory.kind in LEANING or (memory.kind is Kind.FACT and memory.trust is not Trust.QUARANTINED)
    return usable and memory.status is not Status.DELETED


def _waiting(observation: Memory, held: frozenset[str], now: datetime) -> Memory:
    """The observation, marked: it decides nothing until its evidence is released."""
    change = Change(verdict=WAITS, reason="its evidence is in quarantine", actor=outcome.ACTOR, at=now)
    kept = quarantine.withheld(observation, held)
    return kept.model_copy(update={"change": change, "updated_at": now, "version": observation.version + 1})


def _decided(store: Store, known: Knowledge, observation: Memory, now: datetime) -> outcome.Outcome:
    """Against what is current, if it is the newest of its subject or the neighbourhood is too large; else told again in its place."""
    if known.late(observation):
        fetch = lambda some: _vectors_of(known, some)  # noqa: E731
        pool = lambda some: known.look_around(some, past=True)  # noqa: E731
        found = neighbourhood.around(store, observation, pool, fetch, known.thresholds, known.behind)
        if found is not None and replay.is_late(observation, known.facts.values()):
            told = _told_again(store, known, observation, found, now)
            if told is not None and len(told.changed) + len(told.others) <= replay.MOST_CHANGED:
                return told
    shortlist = reconcile.shortlist(observation, known.concerned)
    vectors = _vectors_of(known, [observation, *shortlist])
    facing = [one_thing.Known(f, replay.cosine(observation, f, vectors)) for f in shortlist]
    decision = reconcile.decide(observation, facing, known.thresholds)
    if known.nearby is not None and known.nearby.short:
        decision = decision._replace(reason=f"{decision.reason}; {known.nearby.short}")
    return outcome.of(decision, observation, now)


def _told_again(store: Store, known: Knowledge, late: Memory, found: neighbourhood.Neighbourhood, now: datetime) -> outcome.Outcome | None:
    """None where it fails for a reason of ours, whatever that is: the observation is then decided against what is current, for the next
    try would meet the same rows, and after the last one the batch, with all else that it says, would never be read."""
    fixed = neighbourhood.fixed(store, found)
    held = {i: f for i, f in found.facts.items() if i not in fixed}
    behind = [o for o in found.observations.values() if outcome.fact_of(o) in held]
    outside = neighbourhood.outside(store, held)
    try:
        told = replay.told_again(late, behind, held, list(fixed.values()), outside, known.vectors, now, known.thresholds)
    except Exception as err:
        telemetry.failure("decided without telling again", err)
        telemetry.count("NotToldAgain", 1)
        return None
    known.observations |= found.observations
    return told


def _vectors_of(known: Knowledge, memories: Sequence[Memory]) -> dict[str, list[float]]:
    for memory in memories:
        if memory.content.summary not in known.vectors and known.made_by and (vector := documents.vector(memory, known.made_by)):
            known.vectors[memory.content.summary] = vector
    return known.vectors


def _with_leaning(known: Knowledge, result: outcome.Outcome, now: datetime) -> outcome.Outcome:
    """The outcome with the episode that the observation also becomes (row R12), with what stands or falls with the
    changed facts, and each with the vector of its words."""
    if known.nearby is not None:
        stood = ((known.facts.get(f.memory_id), f) for f in result.changed)
        known.meet(known.nearby.leaning([f for b, f in stood if b is not None and _stands_otherwise(b, f)], known.behind))
    facts = known.facts | {f.memory_id: f for f in result.changed}
    episode = episodes.episode_of(result.observation, facts.get(outcome.fact_of(result.observation) or ""), now, known.policy)
    fresh = [episode] if episode is not None and episode.memory_id not in known.episodes else []
    followed = episodes.following(result.changed, known.episodes.values(), now)
    models = mental_models.refreshed(known.models.values(), facts, now)[:MOST_MODELS]
    became = tuple(Relation(type=outcome.BECAME, target=e.memory_id) for e in fresh)
    observation = result.observation.model_copy(update={"relations": (*result.observation.relations, *became)})
    changed = (*result.changed, *fresh, *followed, *models)
    return outcome.Outcome(observation, tuple(_with_vector(known, decay.rescheduled(m, known.policy)) for m in changed), result.others)


def _stands_otherwise(before: Memory, after: Memory) -> bool:
    """Whether what leans on the fact may have to follow it."""
    return any(getattr(before, name) != getattr(after, name) for name in ("validity", "status", "trust", "content"))


def _state_after(known: Knowledge, deciding: Deciding, step: Step, done: int | None, changed: tuple[str, ...], now: datetime) -> UserState:
    """The user's state with the counters by which upkeep falls due, and how far the batch is. The first step counts the batch itself."""
    state = known.state or UserState(scope=known.scope, version=1)
    made = [m for m in step.after.values() if m.memory_id not in step.before]
    facts = [(step.before.get(i), m) for i, m in step.after.items() if m.kind is Kind.FACT]
    decided = state.decided
    if deciding.fresh:
        far = Decided(
            batch_id=deciding.name, observations=(done or 0) + len(step.observations),
            event_id=deciding.events[-1].event_id, changed=(*changed_in(state, deciding.name), *changed),
        )  # fmt: skip
        decided = (*(d for d in state.decided if d.batch_id != far.batch_id), far)[-MOST_DECIDED:]
    if done is None and deciding.brought:
        state = state.model_copy(update=deciding.brought(state))
    after = state.model_copy(
        update={
            "facts": upkeep.counted(state, facts),
            "standing": standing.named(state.standing, tuple(step.after.values())),
            "looked": looked.after_making(state, made),
            "said_at": max((t for t in (state.said_at, *map(reconcile.said_at, step.observations.values())) if t), default=None),
            "decided": decided,
            "version": state.version + 1 if known.state else 1,
        }
    )
    lagging = upkeep.with_topics_waiting(after, known.scope.namespace, [m.memory_id for _, m in facts]) if facts else after
    return upkeep.waiting(lagging, now, known.policy)


def citing(event: Event, observations: Sequence[Memory], now: datetime) -> Event:
    """The event with the memories that rest on it, in its next version, ready for the index; the projector brings those along and calls
    it processed."""
    became = (r.target for o in observations for r in o.relations if r.type == outcome.BECAME)
    cited = tuple(dict.fromkeys([*event.memory_ids, *became]))
    return event.model_copy(update={"memory_ids": cited, "index_due": now, "version": event.version + 1})


def _with_vector(known: Knowledge, memory: Memory) -> Memory:
    """The memory with the vector of the words that it has now; every word of a fact was an observation's, which brought its vector along.
    Where a model owed it, the projector asks for it."""
    vector = known.vectors.get(memory.content.summary)
    if vector is None or known.made_by is None or documents.vector(memory, known.made_by):
        return memory
    return documents.with_vectors(memory, known.made_by, [vector])
