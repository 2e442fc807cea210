"""Keep a user's topics and summaries in step with their facts (rows K7, K8). A run reads the facts that changed and the topics that these
concern, and all facts once a tenth is new: then topics follow from the facts alone. It writes only where rows differ from what they
should be, and may be stopped and repeated anywhere. What a fact is under, only the topic's summary says: a change of label rewrites no
fact."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from keepsake import api, cursors
from keepsake.errors import Invalid, LostRace, ModelUnavailable, Unavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.redo import redo
from keepsake.ports import Embedder, Queue, Store, Summariser, Write
from keepsake.records import (
    GUIDES,
    SUMMARY_PREFIX,
    TOPIC_PREFIX,
    Embedding,
    Kind,
    Memory,
    Scope,
    Trust,
    UserState,
    memory_key,
)
from keepsake.rules.governance import audience
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import guides, pruning, summaries, topics
from keepsake.rules.knowledge.topics import Topic

Place = tuple[str, topics.Audience]
"""What a topic goes by: its label, and whom it is for."""
RACES = 5
POLL_S = 0.25
MODEL_CALLS = 2
"""Summaries that a model writes in one run: with its timeout they fit into the 25 s for which a consumer begins a batch.
The rules write the others, until a fact under them changes again."""
FEW = 100
"""Facts of an owner up to which topics are always made anew as a whole: it costs less than what would be asked for otherwise."""
GROWN = 0.1
"""Share by which the facts have grown or shrunk when topics are made anew as a whole: ten reads a fact, however many there are."""
READ_WHOLE = 24
"""Facts under a topic that are all read when one of them changed; of more, those that its summary tells."""


@dataclass(slots=True)
class Ground:
    """What a run rests on: the state that says what is due, the facts that changed, and the topics and summaries that these concern; of
    a run over the whole, all of them."""

    scope: Scope
    state: UserState
    whole: bool
    facts: dict[str, Memory] = field(default_factory=dict)
    guides: dict[str, Memory] = field(default_factory=dict)


def remake(store: Store, embedder: Embedder, summariser: Summariser, rules: Summariser, scope: Scope, now: datetime) -> None:
    """Makes topics and summaries follow the facts that changed, or all facts where that is due. Does nothing where neither waits. Raises
    LostRace, Unavailable to be tried again."""
    for _ in range(RACES):
        ground = _read(store, scope)
        if ground is None:
            return
        found = _emerged(embedder, ground, now) if ground.whole else _joined(store, ground, now)
        rows = _guides(embedder, _Writers(summariser, rules), ground, found, now)
        try:
            _apply(store, ground, rows, now)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _read(store: Store, scope: Scope) -> Ground | None:
    """None where nothing waits."""
    state, _ = upkeep.read_state(store, scope)
    mine = scope.namespace
    if mine not in (*state.topics_due, *state.topics_waiting):
        return None
    redo(store, scope, state)
    made = dict(state.topics_made).get(mine, 0)
    # What changed is read as it is now. The others did not change lately, and may be read as they were a second ago.
    changed = store.read([memory_key(scope, i) for i in state.topics_changed], consistent=True).values()
    if mine in state.topics_due or state.facts <= FEW or abs(state.facts - made) > GROWN * made:
        rows = store.query(scope.pk, Memory.prefix, consistent=mine in state.topics_due).records
        known = [m for m in (*rows, *changed) if isinstance(m, Memory) and m.scope.namespace == mine]
        facts = {m.memory_id: m for m in known if m.kind is Kind.FACT}
        return Ground(scope, state, True, facts, {m.memory_id: m for m in known if m.kind in GUIDES})
    facts = {m.memory_id: m for m in changed if isinstance(m, Memory) and m.scope.namespace == mine}
    ground = Ground(scope, state, False, facts)
    labels = topics.labels_of([f for f in facts.values() if f.kind is Kind.FACT])
    ground.guides = _named(store, scope, {topics.guide_id(scope, Kind.SUMMARY, *label) for label in labels})
    elsewhere = {"s" + successor[1:] for g in ground.guides.values() if (successor := pruning.merged_into(g)) is not None}
    ground.guides |= _named(store, scope, elsewhere - ground.guides.keys())
    named = frozenset[str]().union(*map(guides.under, ground.guides.values()))
    if any(f.version > 1 and i not in named for i, f in facts.items()):  # it may be under a topic by its words alone
        every = [g for g in store.query(scope.pk, SUMMARY_PREFIX).records if isinstance(g, Memory)]
        ground.guides |= {g.memory_id: g for g in every if g.scope.namespace == mine and guides.under(g) & facts.keys()}
    return ground


def _named(store: Store, scope: Scope, wanted: Collection[str], *, consistent: bool = True) -> dict[str, Memory]:
    rows = store.read([memory_key(scope, i) for i in sorted(wanted)], consistent=consistent).values()
    return {m.memory_id: m for m in rows if isinstance(m, Memory)}


def _emerged(embedder: Embedder, ground: Ground, now: datetime) -> list[Topic]:
    """The topics of all facts."""
    facts = [f for f in ground.facts.values() if topics.at_hand(f, now)]
    labels = [t.label for t in topics.emerge(facts)]
    return list(topics.emerge(facts, _Vectors(embedder, ground).of_labels(labels), embedder.thresholds))


def _joined(store: Store, ground: Ground, now: datetime) -> list[Topic]:
    """The topics that the changed facts concern: those that they join, make or leave. Other facts stay where they are. Reads what such
    topics tell into the ground, and their rows."""
    fresh = [f for f in ground.facts.values() if topics.at_hand(f, now)]
    there = {g.memory_id: g for g in ground.guides.values() if g.kind is Kind.SUMMARY and g.current and g.topic is not None}
    held = {}
    for place in topics.labels_of(fresh):
        found = ground.guides.get(topics.guide_id(ground.scope, Kind.SUMMARY, *place))
        successor = pruning.merged_into(found) if found is not None else None
        page = there.get("s" + successor[1:]) if successor is not None else there.get(found.memory_id) if found is not None else None
        if page is not None:
            held[place] = (str(page.topic), guides.size(page) - len(guides.under(page) & ground.facts.keys()))
    joining = topics.placed(fresh, held)
    left = {(str(g.topic), topics.audience_of(g)): g for g in there.values() if guides.under(g) & ground.facts.keys()}
    moved = {f.memory_id for some in joining.values() for f in some}
    for place, page in left.items():  # what nothing else says a place of stays
        stays = [f for f in fresh if f.memory_id in guides.under(page) - moved and topics.audience_of(f) == place[1]]
        joining[place] = [*joining.get(place, []), *stays]
    pages = {place: there.get(topics.guide_id(ground.scope, Kind.SUMMARY, *place)) for place in joining}
    ids = {topics.guide_id(ground.scope, kind, *place) for place in pages for kind in GUIDES}
    read = {i: g for i, g in ground.guides.items() if i in ids}
    ground.guides = read | _named(store, ground.scope, ids - read.keys())
    rows = _named(store, ground.scope, {i for g in pages.values() if g for i in _to_read(g, ground.facts)}, consistent=False)
    made = [_grown(ground, place, page, joining[place], rows, now) for place, page in pages.items()]
    return [t for t in made if t.size >= topics.FEWEST]


def _to_read(page: Memory, changed: Collection[str]) -> frozenset[str]:
    """Of the facts under a topic: all that it names where it names few, or where one that it told has changed; else those that it
    tells."""
    told = frozenset(r.target for r in page.relations if r.type == "derived_from")
    every = guides.under(page)
    return (told if len(every) > READ_WHOLE and told.isdisjoint(changed) else every) - frozenset(changed)


def _grown(ground: Ground, place: Place, page: Memory | None, joined: Sequence[Memory], rows: Mapping[str, Memory], now: datetime) -> Topic:
    """The topic with the facts that joined it, and without those that left."""
    label, audience = place
    if page is None:
        return Topic(topics.key_of(label), label, (), tuple(joined), audience)
    read = _to_read(page, ground.facts)
    facts = [*joined, *(f for i in read if (f := rows.get(i)) is not None and topics.at_hand(f, now))]
    row = ground.guides.get(topics.guide_id(ground.scope, Kind.TOPIC, *place))
    aliases = tuple(row.content.structured.get("aliases", ())) if row is not None else ()
    others = tuple(sorted(guides.under(page) - read - ground.facts.keys()))
    more = guides.size(page) - len(guides.under(page))
    return Topic(topics.key_of(label), label, aliases, tuple(sorted(facts, key=topics.told_order)), audience, others, more)


def _guides(embedder: Embedder, writers: _Writers, ground: Ground, found: Sequence[Topic], now: datetime) -> list[Memory]:
    """The topics and summaries that differ from what they should be, and those that have fewer than two facts left."""
    scope, wanted = ground.scope, {}
    for topic in found:
        held = ground.guides.get(topic.id_in(scope, Kind.SUMMARY))
        row = guides.topic(scope, topic, ground.guides.get(topic.id_in(scope, Kind.TOPIC)), now)
        wanted[row.memory_id] = row
        if held is None or guides.stale(topic, held):
            held = guides.summary(scope, topic, writers.write(topic), held, now)
        elif not guides.names(topic, held):
            held = guides.summary(scope, topic, guides.said(held), held, now)
        wanted[held.memory_id] = held
    rows = _Vectors(embedder, ground).given([g for g in wanted.values() if g is not ground.guides.get(g.memory_id)])
    successors = {alias: wanted[t.id_in(scope, Kind.TOPIC)] for t in found for alias in t.aliases}
    gone = [g for g in ground.guides.values() if g.current and g.memory_id not in wanted]
    return rows + [guides.ended(g, successors.get(g.topic or ""), now) for g in gone]


def _apply(store: Store, ground: Ground, rows: Sequence[Memory], now: datetime) -> None:
    """The rows, each for itself, then the state without the mark: what follows from the facts needs no transaction and no old versions.
    Where the facts changed meanwhile, the state did too, and the run is done again. Raises LostRace."""
    expected = {g.memory_id: g.version for g in ground.guides.values()}
    if store.put_each([Write(r, expected.get(r.memory_id)) for r in rows]):
        raise LostRace("Another run remade these topics.")
    store.commit([Write(_settled(store, ground, now), ground.state.version)])


def _settled(store: Store, ground: Ground, now: datetime) -> UserState:
    """The state without the marks of this namespace."""
    state, mine = ground.state, ground.scope.namespace
    due, waiting = (tuple(n for n in names if n != mine) for names in (state.topics_due, state.topics_waiting))
    after: dict[str, object] = {
        "topics_due": due,
        "topics_waiting": waiting,
        "topics_changed": tuple(i for i in state.topics_changed if i not in ground.facts) if waiting else (),
        "topics_at": state.events,
        "upkeep_at": None,
        "version": state.version + 1,
    }
    if ground.whole:
        after["topics_made"] = (*(made for made in state.topics_made if made[0] != mine), (mine, state.facts))
    return upkeep.waiting(state.model_copy(update=after), now, policy_of(store, ground.scope, now))


def labels_of(store: Store, scope: Scope) -> dict[str, str]:
    """The label of the topic that each fact of the owner is under, by the fact's id."""
    rows = store.query(scope.pk, SUMMARY_PREFIX).records
    return guides.labels(m for m in rows if isinstance(m, Memory))


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
        facts_under = sum(map(guides.size, mine))
        own = {"facts": facts_under, "aliases": topic.content.structured["aliases"], "summaries": shown}
        views.append(api.TopicView.model_validate(api.memory_view(topic) | own))
    return api.TopicList(topics=tuple(views), next_cursor=cursor)
