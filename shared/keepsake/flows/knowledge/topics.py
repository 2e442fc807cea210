"""Keep a user's topics and summaries in step with their facts (rows K7, K8). What they should be follows from the facts alone, so a run
writes only where the rows differ from that, and may be stopped and repeated anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from keepsake import api, cursors
from keepsake.errors import Invalid, LostRace, ModelUnavailable, Unavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.ports import Delete, Embedder, Queue, Store, Summariser, Write
from keepsake.records import (
    GUIDES,
    TOPIC_PREFIX,
    Embedding,
    Kind,
    Memory,
    PastVersion,
    Scope,
    Trust,
    UserState,
    memory_key,
    state_key,
)
from keepsake.rules.governance import audience
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import guides, pruning, summaries, topics
from keepsake.rules.knowledge.topics import Topic

RACES = 5
POLL_S = 0.25
AT_ONCE = 90
"""Writes of one transaction, which takes 100, beside the user's state."""
MODEL_CALLS = 2
"""Summaries that a model writes in one run: with its timeout they fit into the 25 s for which a consumer begins a batch.
The rules write the others, until a fact under them changes again."""


@dataclass(slots=True)
class Ground:
    """What a run rests on: the user's facts, the topics and summaries that are held, and the state that orders their writes."""

    scope: Scope
    state: UserState | None
    facts: dict[str, Memory]
    guides: dict[str, Memory]


@dataclass(slots=True)
class Plan:
    """What differs from what should be."""

    topics: tuple[Topic, ...] = ()
    facts: list[Memory] = field(default_factory=list)
    guides: list[Memory] = field(default_factory=list)


def read_ground(store: Store, scope: Scope) -> Ground:
    rows = store.query(scope.pk, Memory.prefix, consistent=True).records
    state = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    mine = [m for m in rows if isinstance(m, Memory) and m.scope.namespace == scope.namespace]
    return Ground(
        scope,
        state if isinstance(state, UserState) else None,
        {m.memory_id: m for m in mine if m.kind is Kind.FACT},
        {m.memory_id: m for m in mine if m.kind in GUIDES},
    )


def remake(
    store: Store, embedder: Embedder, summariser: Summariser, rules: Summariser, ground: Ground, now: datetime
) -> tuple[Memory, ...]:
    """Every current summary of the user, those that a fact touched made or remade. Raises LostRace, Unavailable to be tried again."""
    for _ in range(RACES):
        plan = _planned(embedder, summariser, rules, ground, now)
        try:
            _apply(store, ground, plan, now)
        except LostRace:
            ground = read_ground(store, ground.scope)
            continue
        held = ground.guides | {g.memory_id: g for g in plan.guides}
        return tuple(g for g in held.values() if g.kind is Kind.SUMMARY and g.current)
    raise LostRace("Too many writers on one user's knowledge.")


def _planned(embedder: Embedder, summariser: Summariser, rules: Summariser, ground: Ground, now: datetime) -> Plan:
    facts = [f for f in ground.facts.values() if topics.at_hand(f, now)]
    texts = _Vectors(embedder, ground)
    labels = [t.label for t in topics.emerge(facts)]
    found = topics.emerge(facts, texts.of_labels(labels), embedder.thresholds)
    plan = Plan(found)
    under = {f.memory_id: t.label for t in found for f in t.facts}
    plan.facts = [guides.placed(f, under.get(f.memory_id), now) for f in facts if f.topic != under.get(f.memory_id)]
    writers = _Writers(summariser, rules)
    scope = ground.scope
    wanted = {}
    for topic in found:
        held = ground.guides.get(topic.id_in(scope, Kind.SUMMARY))
        row = guides.topic(scope, topic, ground.guides.get(topic.id_in(scope, Kind.TOPIC)), now)
        wanted[row.memory_id] = row
        if held is None or guides.stale(topic, held):
            held = guides.summary(scope, topic, writers.write(topic), held, now)
        wanted[held.memory_id] = held
    plan.guides = texts.given([g for g in wanted.values() if g is not ground.guides.get(g.memory_id)])
    successors = {alias: wanted[t.id_in(scope, Kind.TOPIC)] for t in found for alias in t.aliases}
    gone = [g for g in ground.guides.values() if g.current and g.memory_id not in wanted]
    plan.guides += [guides.ended(g, successors.get(g.topic or ""), now) for g in gone]
    return plan


def _apply(store: Store, ground: Ground, plan: Plan, now: datetime) -> None:
    """Each part with the user's state, so that no other writer of the user comes between. The last part takes off the mark by which
    the topics were due. Old versions go first, singly: until their rows follow nobody reads them, and in a transaction they would cost
    twice."""
    rows = [*plan.facts, *plan.guides]
    held = {r.memory_id: ground.facts.get(r.memory_id) or ground.guides.get(r.memory_id) for r in rows}
    store.put_each([Write(PastVersion(memory=before)) for before in held.values() if before is not None])
    writes = [Write(r, before.version if (before := held[r.memory_id]) else None) for r in rows]
    for start in range(0, len(writes) - AT_ONCE, AT_ONCE):
        _commit(store, ground, ground.state, writes[start : start + AT_ONCE])
    part = writes[(len(writes) - 1) // AT_ONCE * AT_ONCE :] if writes else []
    settled = _settled(store, ground, now)
    if part or settled is not ground.state:
        _commit(store, ground, settled, part)


def _commit(store: Store, ground: Ground, state: UserState | None, part: Sequence[Write | Delete]) -> None:
    held = ground.state
    after = state.model_copy(update={"version": state.version + 1}) if state else UserState(scope=ground.scope)
    store.commit([Write(after, held.version if held else None), *part])
    ground.state = after


def _settled(store: Store, ground: Ground, now: datetime) -> UserState | None:
    """The state without the marks of this namespace; itself where there is none."""
    state, mine = ground.state, ground.scope.namespace
    if state is None or mine not in (*state.topics_due, *state.topics_waiting):
        return state
    due, waiting = (tuple(n for n in names if n != mine) for names in (state.topics_due, state.topics_waiting))
    after = state.model_copy(update={"topics_due": due, "topics_waiting": waiting, "topics_at": state.events, "upkeep_at": None})
    return upkeep.waiting(after, now, policy_of(store, ground.scope, now))


class _Writers:
    """The model while it answers and its turns last, the rules otherwise. Which one wrote a summary is kept on it."""

    def __init__(self, summariser: Summariser, rules: Summariser) -> None:
        self._model, self._rules, self._turns = summariser, rules, MODEL_CALLS
        self._why = "other topics took the run's calls of the model" if summariser is not rules else None

    def write(self, topic: Topic) -> guides.Text:
        facts = summaries.material(topic.facts)
        if self._turns > 0:
            self._turns -= 1
            try:
                return guides.Text(self._model.summarise(topic.label, facts), self._model.name, self._model.prompt_version)
            except ModelUnavailable as err:
                self._turns, self._why = 0, err.reason
        return guides.Text(self._rules.summarise(topic.label, facts), self._rules.name, self._rules.prompt_version, self._why)


class _Vectors:
    """Vectors of labels and summaries: taken from where they are kept, embedded where not, left out while the embedder is down: the
    projector asks it again."""

    def __init__(self, embedder: Embedder, ground: Ground) -> None:
        self._embedder, self._ground = embedder, ground
        self._made_by = Embedding(model=embedder.model, dimension=embedder.dimension)
        self._known: dict[str, Sequence[float]] = {}
        self._down = False

    def of_labels(self, labels: Sequence[str]) -> dict[str, Sequence[float]]:
        for guide in self._ground.guides.values():
            if guide.kind is Kind.TOPIC and guide.topic and (vector := documents.vector(guide, self._made_by)):
                self._known[guide.topic] = vector
        self._embed([label for label in labels if label not in self._known])
        return {label: self._known[label] for label in labels if label in self._known}

    def given(self, rows: Sequence[Memory]) -> list[Memory]:
        """The rows with the vectors that could be had."""
        bare = [r for r in rows if documents.vector(r, self._made_by) is None]
        self._embed([r.content.summary for r in bare if r.content.summary not in self._known])
        return [self._with_vector(r) for r in rows]

    def _with_vector(self, row: Memory) -> Memory:
        if documents.vector(row, self._made_by) is not None:
            return row
        vector = self._known.get(row.content.summary)
        if vector is None:
            return row.model_copy(update={"embedding": None, "vectors": ()})
        return documents.with_vectors(row.model_copy(update={"embedding": self._made_by}), self._made_by, [vector])

    def _embed(self, texts: Sequence[str]) -> None:
        wanted = list(dict.fromkeys(texts))
        if self._down:
            return
        try:
            self._known |= dict(zip(wanted, self._embedder.embed(wanted), strict=True))
        except (ModelUnavailable, Invalid):
            self._down = True


def follow(store: Store, queue: Queue, scope: Scope, wait_s: float, pause: Callable[[float], None]) -> None:
    """Has topics that lag behind their facts made now, and waits for it so long at most: who asks for them need not wait for the next
    events."""
    state, known = upkeep.read_state(store, scope)
    if not known or scope.namespace not in state.topics_waiting:
        return
    with suppress(Unavailable):  # they are shown as they are
        queue.send(upkeep.work_of(scope, "topics", scope.namespace, state.version))
        waited = 0.0
        while waited < wait_s and scope.namespace in upkeep.read_state(store, scope)[0].topics_waiting:
            pause(POLL_S)
            waited += POLL_S


def listed(store: Store, scope: Scope, query: api.PageQuery, now: datetime) -> api.TopicList:
    """Current topics with their summaries, by id. What is for other agents, or quarantined, stays out."""
    after = cursors.read(scope.pk, TOPIC_PREFIX, query.cursor)
    found: list[Memory] = []
    while True:
        page = store.query(scope.pk, TOPIC_PREFIX, after=after, limit=query.limit)
        for row in page.records:
            if isinstance(row, Memory) and _shown(row, scope):
                found.append(row)
                if len(found) == query.limit:
                    return _page(store, scope, found, cursors.make(scope.pk, TOPIC_PREFIX, row.key.sk), now)
        after = page.after
        if after is None:
            return _page(store, scope, found, None, now)


def _shown(guide: Memory, scope: Scope) -> bool:
    mine = audience.of_agent(guide, scope.agent_id)
    return guide.current and guide.trust is not Trust.QUARANTINED and mine and guide.scope.namespace == scope.namespace


def _stands(summary: Memory, facts: Sequence[Memory], now: datetime) -> bool:
    """Whether it says what its facts say: if not, it is not told until it is remade."""
    current = [f for f in facts if pruning.merged_into(f) is None]
    if any(not topics.at_hand(f, now) for f in current):
        return False
    return len(current) < len(facts) or not guides.changed_since(summary, facts)


def _page(store: Store, scope: Scope, found: Sequence[Memory], cursor: str | None, now: datetime) -> api.TopicList:
    under = {t.memory_id: [memory_key(t.scope, r.target) for r in t.relations if r.type == "derived_from"] for t in found}
    rows = store.read([k for keys in under.values() for k in keys])
    told = {
        m.key: [memory_key(m.scope, r.target) for r in m.relations if r.type == "derived_from"]
        for m in rows.values()
        if isinstance(m, Memory)
    }
    facts = store.read(list(dict.fromkeys(k for keys in told.values() for k in keys)))
    views = []
    for topic in found:
        mine = [m for k in under[topic.memory_id] if isinstance(m := rows.get(k), Memory) and _shown(m, scope)]
        held = [m for m in mine if _stands(m, [f for k in told[m.key] if isinstance(f := facts.get(k), Memory)], now)]
        shown = [api.memory_view(m) for m in held]
        structured = topic.content.structured
        own = {"facts": structured["facts"], "aliases": structured["aliases"], "summaries": shown}
        views.append(api.TopicView.model_validate(api.memory_view(topic) | own))
    return api.TopicList(topics=tuple(views), next_cursor=cursor)
