"""Keep a user's topics and summaries in step with their facts (rows K7, K8). A run reads the facts that changed and the topics that these
concern. Of a small bank it reads all facts once a tenth is new: then topics follow from the facts alone. Of a large one the index leads to
what else bears a label, and where all of it is to be looked at again, that is done a page at a time. A run writes only where rows differ
from what they should be, and may be stopped and repeated anywhere. A summary names the facts that it tells, and no row says what the others
are under: a change of label rewrites no fact, and a fact that joins many no summary."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from keepsake.errors import Invalid, LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import surroundings, upkeep
from keepsake.flows.knowledge.redo import redo
from keepsake.flows.knowledge.surroundings import Surroundings
from keepsake.ports import Embedder, Side, Store, Summariser, Write
from keepsake.records import (
    GUIDES,
    SUMMARY_PREFIX,
    Embedding,
    Kind,
    Memory,
    Scope,
    UserState,
    memory_key,
)
from keepsake.rules.indexing import documents, owing
from keepsake.rules.knowledge import guides, kept, looked, pruning, summaries, topics
from keepsake.rules.knowledge.topics import Topic

Place = tuple[str, topics.Audience]
"""What a topic goes by: its label, and whom it is for."""
NEWEST_A_FACT = 1.5
"""Of the newest memories, those that are looked through for one fact that changed: beside it lie the episodes of the same time."""
RACES = 5
MODEL_CALLS = 2
"""Summaries that a model writes in one run: with its timeout they fit into the 25 s for which a consumer begins a batch.
The rules write the others, until a fact under them changes again."""
FEW = 100
"""Facts of an owner up to which topics are always made anew as a whole: it costs less than what would be asked for otherwise."""
SMALL = 500
"""Facts up to which they are made anew as a whole now and then."""
ROWS_A_FACT = 4
"""Rows of such a bank for one of its facts, at most: of one that has more, much is over."""
MATES = 2
"""Facts that bear a label and are looked at, where it has no topic yet, beside those that changed."""
RESERVE_S = 15.0
"""Seconds left at which a walk through all facts stops for now: one page takes a second, and a model's turns up to as many."""
GROWN = 0.1
"""Share by which the facts have grown or shrunk when topics are made anew as a whole: ten reads a fact, however many there are."""
FEWEST_GROWN = 20
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
    around: Surroundings | None = None
    """Ways to more of a large bank."""
    walking: bool = False
    """All facts are being looked at again, these among them: nobody knows which of them changed."""
    place: str | None = None
    """How far that is; None: at its end, or not under way."""

    @property
    def told_before(self) -> dict[str, Memory]:
        """The facts that a summary may tell, or count."""
        return {i: f for i, f in self.facts.items() if f.version > 1 or self.walking}


def remake(
    store: Store,
    side: Side,
    summariser: Summariser,
    rules: Summariser,
    scope: Scope,
    now: datetime,
    left: Callable[[], float] | None = None,
) -> bool:
    """Makes topics and summaries follow the facts that changed, or all facts where that is due. Does nothing where neither waits. False
    where the seconds that are `left` ran out. Raises LostRace, Unavailable to be tried again."""
    while _once(store, side, _Writers(summariser, rules), scope, now):
        if left is not None and left() < RESERVE_S:
            return False
    return True


def _once(store: Store, side: Side, writers: _Writers, scope: Scope, now: datetime) -> bool:
    """Whether more facts are to be looked at."""
    anew = False
    for attempt in range(RACES):
        # Topics change by runs alone, one after the other: as they were a second ago they are, and who is mistaken loses and looks again.
        ground = _read(store, side, scope, again=attempt > 0, anew=anew)
        if ground is None:
            return False
        try:
            found = _emerged(side.embedder, ground, now) if ground.whole else _joined(store, ground, now)
            if found is None:
                anew = True
                continue
            _apply(store, ground, _guides(side.embedder, writers, ground, found, now), now)
        except LostRace:
            continue
        return ground.place is not None
    raise LostRace("Too many writers on one user's knowledge.")


def _read(store: Store, side: Side, scope: Scope, *, again: bool, anew: bool) -> Ground | None:
    """None where nothing waits. `again`: everything as it is now, since somebody else wrote meanwhile. `anew`: all topics."""
    state, mine = upkeep.read_state(store, scope)[0], scope.namespace
    if mine not in (*state.topics_due, *state.topics_waiting):
        return None
    redo(store, scope, state)
    made = dict(state.topics_made).get(mine, 0)
    # What changed is read as it is now. The others did not change lately, and may be read as they were a second ago.
    changed = _changed(store, scope, state.topics_changed)
    grown = abs(state.facts - made) > max(FEWEST_GROWN, GROWN * made)
    if state.facts <= SMALL and (anew or mine in state.topics_due or state.facts <= FEW or grown):
        page = store.query(scope.pk, Memory.prefix, limit=ROWS_A_FACT * SMALL, consistent=again or mine in state.topics_due)
        if page.after is None:
            known = [m for m in (*page.records, *changed) if isinstance(m, Memory) and m.scope.namespace == mine]
            facts = {m.memory_id: m for m in known if m.kind is Kind.FACT}
            return Ground(scope, state, True, facts, {m.memory_id: m for m in known if m.kind in GUIDES})
    facts = {m.memory_id: m for m in changed if isinstance(m, Memory) and m.scope.namespace == mine}
    ground = Ground(scope, state, False, facts, again=again)
    if state.facts > FEW:
        ground.around = surroundings.of_large(store, side, scope, state)
        ground.around.take(changed)
        _walk(store, ground)
    ground.guides = _concerned(store, ground)
    return ground


def _walk(store: Store, ground: Ground) -> None:
    """Takes in the next page of a walk through all facts, where one is under way."""
    begin = dict(ground.state.topics_walk).get(ground.scope.namespace)
    if begin is not None:
        page = store.query(ground.scope.pk, Memory.prefix, after=looked.sort_key(begin), limit=surroundings.AT_ONCE, consistent=True)
        ground.facts |= {m.memory_id: m for m in page.records if isinstance(m, Memory) and m.scope.namespace == ground.scope.namespace}
        ground.walking = True
        ground.place = page.after.removeprefix(Memory.prefix) if page.after is not None else None


def _concerned(store: Store, ground: Ground) -> dict[str, Memory]:
    """The summaries of the topics that the changed facts could be under, and those that tell one of them. What is new nobody tells: where
    it has a topic, worse ones are not looked for."""
    scope = ground.scope
    facts = [f for f in ground.facts.values() if f.kind is Kind.FACT]
    found = _followed(store, ground, {}, topics.labels_of([f for f in facts if f.memory_id in ground.told_before]))
    homeless = [topics.ways(f) for f in facts if f.memory_id not in ground.told_before]
    for rank in topics.Rank:
        found = _followed(store, ground, found, {place for ways in homeless for place in ways.get(rank, ())})
        homeless = [ways for ways in homeless if not any(_has_room(ground, found, place) for place in ways.get(rank, ()))]
    told = frozenset[str]().union(*(guides.told(g) for g in found.values() if g.current))
    many = {topics.key_of(str(g.topic)) for g in found.values() if g.current and guides.untold(g)}
    # What is new nobody tells yet, and what bears a label of many is under them, told or not.
    strays = [i for i, f in ground.told_before.items() if i not in told and not topics.choices(f, many)]
    if strays:  # one may be told under a topic by its words alone
        found |= {g.memory_id: g for g in _tellers(store, ground, strays) if g.scope.namespace == scope.namespace}
    return found


def _tellers(store: Store, ground: Ground, strays: Sequence[str]) -> list[Memory]:
    """The summaries that tell one of these facts."""
    if ground.around is not None:
        return ground.around.tellers(strays)
    every = [g for g in store.query(ground.scope.pk, SUMMARY_PREFIX).records if isinstance(g, Memory)]
    return [g for g in every if guides.told(g) & ground.facts.keys()]


def _followed(store: Store, ground: Ground, found: Mapping[str, Memory], places: Iterable[Place]) -> dict[str, Memory]:
    """What was found with the summaries of these topics, and of those that took them over."""
    wanted = {topics.guide_id(ground.scope, Kind.SUMMARY, *place) for place in places} - found.keys()
    if ground.around is not None and not ground.again:
        wanted = ground.around.there(wanted) if wanted else wanted
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
    mates = _mates(store, ground, fresh, now)
    there = {g.memory_id: g for g in ground.guides.values() if g.kind is Kind.SUMMARY and g.current and g.topic is not None}
    held = {}
    for place in topics.labels_of([*fresh, *mates]):
        if (page := _page_of(ground, ground.guides, place)) is not None:
            held[place] = (str(page.topic), guides.size(page) - len(guides.told(page) & ground.facts.keys()))
    joining = topics.placed([*fresh, *mates], held)
    left = {(str(g.topic), topics.audience_of(g)): g for g in there.values() if guides.told(g) & ground.facts.keys()}
    moved = {f.memory_id for some in joining.values() for f in some}
    for place, page in left.items():  # what nothing else says a place of stays
        stays = [f for f in fresh if f.memory_id in guides.told(page) - moved and topics.audience_of(f) == place[1]]
        joining[place] = [*joining.get(place, []), *stays]
    pages = {place: there.get(topics.guide_id(ground.scope, Kind.SUMMARY, *place)) for place in joining}
    # Of those that did not change, what is under a topic stays there.
    joining = {p: [f for f in some if pages[p] is None or f.memory_id in ground.facts] for p, some in joining.items()}
    pages = {p: page for p, page in pages.items() if page is not None or any(f.memory_id in ground.facts for f in joining[p])}
    ids = {topics.guide_id(ground.scope, Kind.SUMMARY, *place) for place in pages}
    read = {i: g for i, g in ground.guides.items() if i in ids}
    unread = _named(store, ground.scope, ids - read.keys(), consistent=ground.again)
    if any(g.current for g in unread.values()):
        raise LostRace("There is a topic that the search index does not show.")
    ground.guides = read | unread
    told = _told(store, ground, [g for g in pages.values() if g is not None])
    made = [_grown(ground, place, page, joining[place], told, now) for place, page in pages.items()]
    short = [t for t in made if len(t.facts) < topics.FEWEST <= t.size]
    if short and ground.around is None:
        return None
    made = [_refilled(ground, t, now) if t in short else t for t in made]
    return [t for t in _named_otherwise(store, ground, made) if t.size >= topics.FEWEST]


def _named_otherwise(store: Store, ground: Ground, made: Sequence[Topic]) -> list[Topic]:
    """These with their aliases, which their own rows know. Reads these rows, but of those that stand as they are: a topic's row follows
    from the facts that its summary tells, and is written before it."""
    wanted = {t.id_in(ground.scope, Kind.TOPIC) for t in made if not _stands(ground, t)}
    rows = _named(store, ground.scope, wanted, consistent=ground.again)
    ground.guides |= rows
    aliases = {i: tuple(row.content.structured["aliases"]) for i, row in rows.items()}
    return [t._replace(aliases=aliases.get(t.id_in(ground.scope, Kind.TOPIC), ())) for t in made]


def _stands(ground: Ground, topic: Topic) -> bool:
    """Whether the summary that is held says what it should."""
    held = ground.guides.get(topic.id_in(ground.scope, Kind.SUMMARY))
    right = held is not None and not guides.stale(topic, held) and guides.keeps(topic, held) and not _recounted(ground, topic, held)
    return right and topic.size >= topics.FEWEST


def _mates(store: Store, ground: Ground, fresh: Sequence[Memory], now: datetime) -> list[Memory]:
    """Facts of a large bank that did not change, and with which these may make a topic, since they bear a label that has none; of each
    fact its best label tells. Reads into the ground what topics they are under."""
    if ground.around is None:
        return []
    wanted = set()
    for fact in fresh:
        ways = topics.ways(fact)
        if not any(_page_of(ground, ground.guides, place) for places in ways.values() for place in places):
            wanted |= {label for rank in sorted(ways)[:1] for label, _ in ways[rank]}
    found = ground.around.bearing(sorted(wanted), MATES) if wanted else []
    mates = [f for f in found if f.memory_id not in ground.facts and topics.at_hand(f, now)]
    ground.guides = _followed(store, ground, ground.guides, topics.labels_of(mates))
    return mates


def _refilled(ground: Ground, topic: Topic, now: datetime) -> Topic:
    """The topic with others of its facts, where too few are left of those that it told."""
    assert ground.around is not None
    found = ground.around.bearing([topic.label], summaries.MOST_TOLD + len(ground.facts))
    own = {f.memory_id: f for f in found if topics.at_hand(f, now) and topics.audience_of(f) == topic.audience}
    facts = sorted((own | {f.memory_id: f for f in topic.facts}).values(), key=topics.told_order)
    return topic._replace(facts=tuple(facts), more=max(0, topic.size - len(facts)) if len(own) >= summaries.MOST_TOLD else 0)


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
    # One that changed and was not told was counted among those.
    again = sum(f.memory_id in ground.told_before and f.memory_id not in guides.told(page) for f in joined)
    facts = sorted([*joined, *stayed], key=topics.told_order)
    more = max(0, guides.untold(page) - again)
    if ground.state.facts > SMALL:
        more += guides.estimated(page, [f.memory_id for f in joined if f.memory_id not in ground.told_before])
    return Topic(topics.key_of(label), label, (), tuple(facts), audience, max(0, more))


def _guides(embedder: Embedder, writers: _Writers, ground: Ground, found: Sequence[Topic], now: datetime) -> list[Memory]:
    """The topics and summaries that differ from what they should be, and those that have fewer than two facts left."""
    scope, wanted = ground.scope, {}
    for topic in found:
        held = ground.guides.get(topic.id_in(scope, Kind.SUMMARY))
        if held is not None and _stands(ground, topic):
            wanted[held.memory_id] = held
            if not ground.whole:
                continue
        else:
            text = writers.write(topic) if held is None or guides.stale(topic, held) else guides.said(held)
            held = guides.summary(scope, topic, text, held, now)
            wanted[held.memory_id] = held
        row = guides.topic(scope, topic, ground.guides.get(topic.id_in(scope, Kind.TOPIC)), now)
        wanted[row.memory_id] = row
    rows = _Vectors(embedder, ground).given([g for g in wanted.values() if g is not ground.guides.get(g.memory_id)])
    successors = {alias: wanted[t.id_in(scope, Kind.TOPIC)] for t in found for alias in t.aliases}
    gone = [g for g in ground.guides.values() if g.current and g.memory_id not in wanted]
    return rows + [guides.ended(g, successors.get(g.topic or ""), now) for g in gone]


def _recounted(ground: Ground, topic: Topic, held: Memory) -> bool:
    """Whether the facts were counted, or estimated, and the summary says another number by so much that it is written for that alone."""
    if ground.state.facts > SMALL:
        return topic.size != guides.size(held)
    return ground.whole and abs(topic.size - guides.size(held)) > RECOUNTED * topic.size


def _apply(store: Store, ground: Ground, rows: Sequence[Memory], now: datetime) -> None:
    """The rows, each for itself, then the state without the mark: what follows from the facts needs no transaction and no old versions.
    Where the facts changed meanwhile, the state did too, and the run is done again. Summaries come last: a topic whose summary stands is
    not looked at. Raises LostRace."""
    expected = {g.memory_id: g.version for g in ground.guides.values()}
    notes, writes = owing.noted([Write(r, expected.get(r.memory_id)) for r in rows], together=False)
    store.put_each(notes)
    for kind in GUIDES:
        if store.put_each([w for w in writes if isinstance(w, Write) and isinstance(w.record, Memory) and w.record.kind is kind]):
            raise LostRace("Another run remade these topics.")
    store.commit([Write(_settled(store, ground, now), ground.state.version)])


def _settled(store: Store, ground: Ground, now: datetime) -> UserState:
    """The state without the marks of this namespace."""
    state, mine = ground.state, ground.scope.namespace
    due, waiting = (tuple(n for n in names if n != mine) for names in (state.topics_due, state.topics_waiting))
    walk = tuple(w for w in state.topics_walk if w[0] != mine)
    if ground.place is not None:
        due, walk = (*due, mine), (*walk, (mine, ground.place))
    after: dict[str, object] = {
        "topics_due": due,
        "topics_walk": walk,
        "topics_waiting": waiting,
        "topics_changed": tuple(i for i in state.topics_changed if i not in ground.facts) if waiting else (),
        "topics_at": state.events,
        "upkeep_at": None,
        "version": state.version + 1,
    }
    if ground.whole:
        others = (made for made in state.topics_made if made[0] != mine)
        after["topics_made"] = (*others, (mine, state.facts))[-looked.MOST_NAMED :]
    return upkeep.waiting(state.model_copy(update=after), now, policy_of(store, ground.scope, now))


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
