"""Keep a user's topics and summaries in step with their facts (rows K7, K8). A run reads the facts that changed and the topics that these
concern, and all facts once a tenth is new: then topics follow from the facts alone. It writes only where rows differ from what they
should be, and may be stopped and repeated anywhere. A summary names the facts that it tells, and no row says what the others are under: a
change of label rewrites no fact, and a fact that joins many no summary."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from keepsake.rules.knowledge import guides, kept, pruning, summaries, topics
from keepsake.rules.knowledge.topics import Topic
from keepsake.rules.knowledge.under import Under

Place = tuple[str, topics.Audience]
"""What a topic goes by: its label, and whom it is for."""
NEWEST_A_FACT = 1.5
"""Of the newest memories, those that are looked through for one fact that changed: beside it lie the episodes of the same time."""
RACES = 5
POLL_S = 0.25
MODEL_CALLS = 2
"""Summaries that a model writes in one run: with its timeout they fit into the 25 s for which a consumer begins a batch.
The rules write the others, until a fact under them changes again."""
FEW = 100
"""Facts of an owner up to which topics are always made anew as a whole: it costs less than what would be asked for otherwise."""
GROWN = 0.1
"""Share by which the facts have grown or shrunk when topics are made anew as a whole: ten reads a fact, however many there are."""
FEWEST_GROWN = 15
"""Facts by which they have grown or shrunk at least: of fewer, a run over what changed leaves out hardly anything and writes less."""
RECOUNTED = 0.1
"""Share by which a summary's count of facts may be wrong: for that alone it is not written."""


@dataclass(slots=True)
class Ground:
    """What a run rests on: the state that says what is due, the facts that changed, and the topics and summaries that these concern; of
    a run over the whole, all of them."""

    scope: Scope
    state: UserState
    whole: bool
    facts: dict[str, Memory] = field(default_factory=dict)
    guides: dict[str, Memory] = field(default_factory=dict)
    again: bool = False
    """Another run wrote first when it was read before."""


def remake(store: Store, embedder: Embedder, summariser: Summariser, rules: Summariser, scope: Scope, now: datetime) -> None:
    """Makes topics and summaries follow the facts that changed, or all facts where that is due. Does nothing where neither waits. Raises
    LostRace, Unavailable to be tried again."""
    anew = False
    for attempt in range(RACES):
        # Topics change by runs alone, one after the other: as they were a second ago they are, and who is mistaken loses and looks again.
        ground = _read(store, scope, again=attempt > 0, anew=anew)
        if ground is None:
            return
        found = _emerged(embedder, ground, now) if ground.whole else _joined(store, ground, now)
        if found is None:
            anew = True
            continue
        rows = _guides(embedder, _Writers(summariser, rules), ground, found, now)
        try:
            _apply(store, ground, rows, now)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _read(store: Store, scope: Scope, *, again: bool, anew: bool) -> Ground | None:
    """None where nothing waits. `again`: everything as it is now, since somebody else wrote meanwhile. `anew`: all topics."""
    state = upkeep.read_state(store, scope)[0]
    mine = scope.namespace
    if mine not in (*state.topics_due, *state.topics_waiting):
        return None
    redo(store, scope, state)
    made = dict(state.topics_made).get(mine, 0)
    # What changed is read as it is now. The others did not change lately, and may be read as they were a second ago.
    changed = _changed(store, scope, state.topics_changed)
    grown = abs(state.facts - made) > max(FEWEST_GROWN, GROWN * made)
    if anew or mine in state.topics_due or state.facts <= FEW or grown:
        whole = store.query(scope.pk, Memory.prefix, consistent=again or mine in state.topics_due).records
        known = [m for m in (*whole, *changed) if isinstance(m, Memory) and m.scope.namespace == mine]
        facts = {m.memory_id: m for m in known if m.kind is Kind.FACT}
        return Ground(scope, state, True, facts, {m.memory_id: m for m in known if m.kind in GUIDES})
    facts = {m.memory_id: m for m in changed if isinstance(m, Memory) and m.scope.namespace == mine}
    ground = Ground(scope, state, False, facts, again=again)
    ground.guides = _concerned(store, ground)
    return ground


def _concerned(store: Store, ground: Ground) -> dict[str, Memory]:
    """The summaries of the topics that the changed facts could be under, and those that tell one of them. What is new nobody tells: where
    it has a topic, worse ones are not looked for."""
    scope = ground.scope
    facts = [f for f in ground.facts.values() if f.kind is Kind.FACT]
    found = _followed(store, ground, {}, topics.labels_of([f for f in facts if f.version > 1]))
    homeless = [topics.ways(f) for f in facts if f.version == 1]
    for rank in topics.Rank:
        found = _followed(store, ground, found, {place for ways in homeless for place in ways.get(rank, ())})
        homeless = [ways for ways in homeless if not any(_has_room(ground, found, place) for place in ways.get(rank, ()))]
    told = frozenset[str]().union(*(guides.told(g) for g in found.values() if g.current))
    many = {topics.key_of(str(g.topic)) for g in found.values() if g.current and guides.untold(g)}
    # What is new nobody tells yet, and what bears a label of many is under them, told or not.
    strays = [f for i, f in ground.facts.items() if f.version > 1 and i not in told and not topics.choices(f, many)]
    if strays:  # one may be told under a topic by its words alone
        every = [g for g in store.query(scope.pk, SUMMARY_PREFIX).records if isinstance(g, Memory)]
        found |= {g.memory_id: g for g in every if g.scope.namespace == scope.namespace and guides.told(g) & ground.facts.keys()}
    return found


def _followed(store: Store, ground: Ground, found: Mapping[str, Memory], places: Iterable[Place]) -> dict[str, Memory]:
    """What was found with the summaries of these topics, and of those that took them over."""
    wanted = {topics.guide_id(ground.scope, Kind.SUMMARY, *place) for place in places} - found.keys()
    fresh = _named(store, ground.scope, wanted, consistent=ground.again)
    elsewhere = {"s" + successor[1:] for g in fresh.values() if (successor := pruning.merged_into(g)) is not None}
    known = {**found, **fresh}
    return known | _named(store, ground.scope, elsewhere - known.keys(), consistent=ground.again)


def _has_room(ground: Ground, found: Mapping[str, Memory], place: Place) -> bool:
    """Whether there is a topic that one more fact joins for certain: others stay under it."""
    page = _page_of(ground, found, place)
    return page is not None and guides.size(page) > len(guides.told(page) & ground.facts.keys())


def _page_of(ground: Ground, found: Mapping[str, Memory], place: Place) -> Memory | None:
    """The current summary of a topic, or of the one that took it over."""
    page = found.get(topics.guide_id(ground.scope, Kind.SUMMARY, *place))
    successor = pruning.merged_into(page) if page is not None else None
    page = found.get("s" + successor[1:]) if successor is not None else page
    return page if page is not None and page.current and page.topic is not None else None


def _changed(store: Store, scope: Scope, named: Sequence[str]) -> list[Memory]:
    """These memories. Most are new, and the newest lie side by side: together they cost what they weigh, one by one a unit each."""
    if not named:
        return []
    page = store.query(scope.pk, Memory.prefix, limit=math.ceil(NEWEST_A_FACT * len(named)), newest_first=True, consistent=True)
    found = {m.memory_id: m for m in page.records if isinstance(m, Memory)}
    rest = store.read([memory_key(scope, i) for i in named if i not in found], consistent=True).values()
    return [*(found[i] for i in named if i in found), *(m for m in rest if isinstance(m, Memory))]


def _named(store: Store, scope: Scope, wanted: Collection[str], *, consistent: bool) -> dict[str, Memory]:
    rows = store.read([memory_key(scope, i) for i in sorted(wanted)], consistent=consistent).values()
    return {m.memory_id: m for m in rows if isinstance(m, Memory)}


def _emerged(embedder: Embedder, ground: Ground, now: datetime) -> list[Topic]:
    """The topics of all facts."""
    facts = [f for f in ground.facts.values() if topics.at_hand(f, now)]
    return list(topics.emerge(facts, _Vectors(embedder, ground).of_labels, embedder.thresholds))


def _joined(store: Store, ground: Ground, now: datetime) -> list[Topic] | None:
    """The topics that the changed facts concern: those that they join, make or leave. Other facts stay where they are. Reads those topics
    into the ground. None where one of them has facts enough, and too few of those that it told: only all facts say what it tells now."""
    fresh = [f for f in ground.facts.values() if topics.at_hand(f, now)]
    there = {g.memory_id: g for g in ground.guides.values() if g.kind is Kind.SUMMARY and g.current and g.topic is not None}
    held = {}
    for place in topics.labels_of(fresh):
        if (page := _page_of(ground, ground.guides, place)) is not None:
            held[place] = (str(page.topic), guides.size(page) - len(guides.told(page) & ground.facts.keys()))
    joining = topics.placed(fresh, held)
    left = {(str(g.topic), topics.audience_of(g)): g for g in there.values() if guides.told(g) & ground.facts.keys()}
    moved = {f.memory_id for some in joining.values() for f in some}
    for place, page in left.items():  # what nothing else says a place of stays
        stays = [f for f in fresh if f.memory_id in guides.told(page) - moved and topics.audience_of(f) == place[1]]
        joining[place] = [*joining.get(place, []), *stays]
    pages = {place: there.get(topics.guide_id(ground.scope, Kind.SUMMARY, *place)) for place in joining}
    ids = {topics.guide_id(ground.scope, kind, *place) for place in pages for kind in GUIDES}
    read = {i: g for i, g in ground.guides.items() if i in ids}
    ground.guides = read | _named(store, ground.scope, ids - read.keys(), consistent=ground.again)
    told = _told(store, ground, [g for g in pages.values() if g is not None])
    made = [_grown(ground, place, page, joining[place], told, now) for place, page in pages.items()]
    if any(len(t.facts) < topics.FEWEST <= t.size for t in made):
        return None
    return [t for t in made if t.size >= topics.FEWEST]


def _told(store: Store, ground: Ground, pages: Sequence[Memory]) -> dict[str, Memory]:
    """The facts that these summaries tell and that did not change, as they keep them; as their rows say, where one keeps none."""
    rows = {i: f for g in pages for i, f in kept.facts(g).items() if i not in ground.facts}
    wanted = frozenset[str]().union(*map(guides.told, pages)) - ground.facts.keys() - rows.keys()
    return rows | _named(store, ground.scope, wanted, consistent=False)


def _grown(ground: Ground, place: Place, page: Memory | None, joined: Sequence[Memory], told: Mapping[str, Memory], now: datetime) -> Topic:
    """The topic with the facts that joined it, and without those that left."""
    label, audience = place
    if page is None:
        return Topic(topics.key_of(label), label, (), tuple(joined), audience)
    stayed = [f for i in guides.told(page) - ground.facts.keys() if (f := told.get(i)) is not None and topics.at_hand(f, now)]
    row = ground.guides.get(topics.guide_id(ground.scope, Kind.TOPIC, *place))
    aliases = tuple(row.content.structured.get("aliases", ())) if row is not None else ()
    # One that changed and was not told was counted among those.
    again = sum(f.version > 1 and f.memory_id not in guides.told(page) for f in joined)
    facts = sorted([*joined, *stayed], key=topics.told_order)
    return Topic(topics.key_of(label), label, aliases, tuple(facts), audience, max(0, guides.untold(page) - again))


def _guides(embedder: Embedder, writers: _Writers, ground: Ground, found: Sequence[Topic], now: datetime) -> list[Memory]:
    """The topics and summaries that differ from what they should be, and those that have fewer than two facts left."""
    scope, wanted = ground.scope, {}
    for topic in found:
        held = ground.guides.get(topic.id_in(scope, Kind.SUMMARY))
        row = guides.topic(scope, topic, ground.guides.get(topic.id_in(scope, Kind.TOPIC)), now)
        wanted[row.memory_id] = row
        if held is None or guides.stale(topic, held):
            held = guides.summary(scope, topic, writers.write(topic), held, now)
        elif not guides.keeps(topic, held) or _recounted(ground, topic, held):
            held = guides.summary(scope, topic, guides.said(held), held, now)
        wanted[held.memory_id] = held
    rows = _Vectors(embedder, ground).given([g for g in wanted.values() if g is not ground.guides.get(g.memory_id)])
    successors = {alias: wanted[t.id_in(scope, Kind.TOPIC)] for t in found for alias in t.aliases}
    gone = [g for g in ground.guides.values() if g.current and g.memory_id not in wanted]
    return rows + [guides.ended(g, successors.get(g.topic or ""), now) for g in gone]


def _recounted(ground: Ground, topic: Topic, held: Memory) -> bool:
    """Whether all facts were counted, and the summary says another number by so much that it is written for that alone."""
    return ground.whole and abs(topic.size - guides.size(held)) > RECOUNTED * topic.size


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


def under(store: Store, scope: Scope) -> Under:
    """What says under which topic each fact of the owner is."""
    return Under(m for m in store.query(scope.pk, SUMMARY_PREFIX).records if isinstance(m, Memory))


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
