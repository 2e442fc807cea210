"""What upkeep looks at: what is new of an owner, a page at a time, and what lies around that (rows K6, K9, K10). The search index leads to
it, by words, vectors and marks, and the table has the last word. So a run costs what is new, however much is known, and holds no more than
a page with its surroundings. A small bank is read whole: that costs less.

Upkeep waits for an index that does not answer: nothing is lost by it, and nobody waits for upkeep.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from keepsake import ids
from keepsake.changes import Move
from keepsake.errors import Unavailable
from keepsake.flows.calibration import thresholds_of
from keepsake.flows.knowledge.nearby import Nearby
from keepsake.flows.knowledge.neighbourhood import Passing
from keepsake.flows.knowledge.redo import redo
from keepsake.flows.knowledge.upkeep import Owned, read_state
from keepsake.ids import Key
from keepsake.ports import Hit, Leg, Owner, Side, Store
from keepsake.records import Kind, Memory, Scope, Thresholds, UserState, memory_key
from keepsake.rules import words
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import clusters, distillation, glimpse, guides, looked, marks, mental_models, topics
from keepsake.rules.policy import DEFAULT, Policy

WHOLE = 50
"""Current facts of a bank that is read whole."""
ROWS_A_FACT = 4
"""Rows of such a bank for one of them, at most: of one that has more, much is over."""
AT_ONCE = 150
"""Rows of a page, new ones and old, that is looked at at once."""
IN_ONE_SEARCH = 25
"""Memories that are looked around for in one search."""
A_FACT = 12
"""Facts that one leg leads to."""
AN_EPISODE = 30
"""Episodes, and facts about events and tasks, that one leg leads to."""
MOST_ALIKE = 60
"""Older ones of these that are read for a page, those that were said first, since they lead: what is said every day is a pattern long
before."""
MOST_CONTESTED = 10
"""Contested facts that a prune looks at beside those around what is new: others each time."""
MOST_EPISODES = 10_000
"""Episodes that one search brings: what OpenSearch gives at once."""

Worth = Callable[[Memory, Leg, Hit], bool]
"""Whether a hit's row has to be read."""


@dataclass(slots=True)
class Surroundings:
    """What was read so far of one owner, and ways to more."""

    store: Store
    side: Side
    owned: Owned
    whole: bool
    """All that is known was read."""
    near: Nearby
    _owing: list[Key] | None = None
    """What the index may not show yet; None where nobody asked yet."""

    @property
    def scope(self) -> Scope:
        return self.owned.scope

    def page(self, place: str) -> tuple[list[Memory], str, bool]:
        """The next memories behind a place, in the order of their keys, the place behind them, and whether they are the last."""
        begin = looked.sort_key(place)
        if self.whole:
            rows = sorted((m for m in self.owned.memories.values() if m.key.sk > begin), key=lambda m: m.key)
            return rows, looked.past(rows[-1].key) if rows else place, True
        page = self.store.query(self.scope.pk, Memory.prefix, after=begin, limit=AT_ONCE, consistent=True)
        own = [m for m in page.records if isinstance(m, Memory) and m.scope.namespace == self.scope.namespace and m.kind in _TOLD]
        self.take(own)
        if page.after is not None:
            return own, page.after.removeprefix(Memory.prefix), False
        return own, looked.past(page.records[-1].key) if page.records else place, True

    def let_go(self) -> None:
        """Forgets what was read: the next page has surroundings of its own."""
        if not self.whole:
            self.owned.memories, self.owned.vectors, self._owing = {}, {}, None
            self.near = _nearby(self.store, self.side, self.scope, self.owned.thresholds)

    def take(self, rows: Iterable[Memory]) -> None:
        for memory in rows:
            if memory.scope.namespace == self.scope.namespace:
                self.owned.memories.setdefault(memory.memory_id, memory)

    def repetitions(self, facts: Sequence[Memory], *, shown: bool = False) -> None:
        """Takes in what may say the same as these facts, or complete them; `shown` to a model, also what only resembles them."""

        def worth(fact: Memory, leg: Leg, hit: Hit) -> bool:
            seen = glimpse.of(hit.fields)
            return shown or seen is None or leg.name == "frame" or glimpse.may_repeat(fact, seen, _cosine(leg, hit), self.owned.thresholds)

        def legs(fact: Memory) -> Iterator[Leg]:
            yield from self._by_what_it_says(fact, (Kind.FACT,), marks.facts(self.scope, past=False), A_FACT)
            if framed := marks.framed(fact):
                yield Leg("frame", _FACTS, marks=framed, size=A_FACT)

        self._around(facts, legs, worth)
        self._rivals()

    def contested(self, turn: str) -> None:
        """Takes in some contested facts, others at each turn, and what stands against them: that may have become stronger."""
        if not self.whole:
            leg = Leg("contested", _FACTS, marks=marks.contested(self.scope), size=A_FACT * MOST_CONTESTED)
            keys = [h.key for h in self._search([leg])[0] if h.key.pk == self.scope.pk]
            self._read(sorted(keys, key=lambda k: ids.digest(f"{turn}{k.sk}"))[:MOST_CONTESTED])
            self._rivals()

    def alike(self, told: Sequence[Memory], crowd: Sequence[Hit]) -> None:
        """Takes in what says the same as these episodes, and as what does, of all `crowd` and of the facts about events and tasks; and the
        patterns and contested facts of which they may be evidence. Nothing around an episode that begins as too few do for a pattern, and
        contests nothing."""
        if self.whole or not told:
            return
        self._owed(*_TOLD)
        found = self._hits(told, self._lived)
        shown = _Shown([*crowd, *(h for _, leg, hits in found for h in hits if leg.name != "contested")], self.owned.memories.values())
        doubted = [(m, h) for m, leg, hits in found if leg.name == "contested" for h in hits if _shares(m, h)]
        worth = {m.memory_id for m, _ in doubted} | {m.memory_id for m in told if shown.begin_alike(m) >= distillation.SEPARATE}
        if not worth:
            return
        keys = [h.key for _, h in doubted]
        for memory, leg, hits in found:
            if memory.memory_id in worth and leg.name in ("near", "slot"):
                keys += [h.key for h in hits if leg.name == "slot" or self._near_alike(memory, leg, h)]
        first = [m for m in told if m.memory_id in worth]
        near = self._read(sorted({*keys, *(k for m in first for k in shown.alike(m))} - self._held())[:MOST_ALIKE])
        self._read(sorted({k for m in near for k in shown.alike(m)} - self._held())[: MOST_ALIKE - len(near)])
        known = self._hits(
            first, lambda m: [Leg("patterns", _FACTS, text=documents.worded(m), marks=marks.patterns(self.scope), size=A_FACT)]
        )
        self._read([h.key for m, _, hits in known for h in hits if _may_prove(m, h)])
        dated = [m for m in self.owned.memories.values() if m.kind is Kind.FACT and m.category in marks.DATED]
        telling = {memory_key(self.scope, "p" + m.memory_id[1:]) for m in dated}
        self._read([h.key for h in crowd if h.key in telling])
        self._rivals()

    def _lived(self, episode: Memory) -> Iterator[Leg]:
        """`crowd` says which episodes share its words."""
        words_alone, *near = self._by_what_it_says(episode, (Kind.EPISODE, Kind.FACT), marks.lived(self.scope), AN_EPISODE)
        yield replace(words_alone, kinds=_FACTS)
        yield from near
        if placed := marks.slots_of(episode, past=False):
            yield Leg("slot", (Kind.EPISODE.value,), marks=placed, size=A_FACT)
        yield Leg("contested", _FACTS, text=documents.worded(episode), marks=marks.contested(self.scope), size=A_FACT)

    def _near_alike(self, episode: Memory, leg: Leg, hit: Hit) -> bool:
        seen = glimpse.of(hit.fields)
        return seen is None or glimpse.may_be_alike(glimpse.lived(episode), seen, _cosine(leg, hit), self.owned.thresholds)

    def statements(self, said: Sequence[Memory]) -> None:
        """Takes in the facts that these may concern."""
        if not self.whole and said:
            found = {s.content.summary: v for s in said if (v := documents.vector(s, self.side.made_by)) is not None}
            self.take(self.near.facts(self.owned.state, said, found))

    def vectors(self, memories: Sequence[Memory]) -> None:
        """Has the vectors of these at hand, and what their cosines mean."""
        found = documents.comparable(memories)
        if found is not None:
            made_by, self.owned.vectors = found
            mine = self.side.embedder.thresholds if made_by == self.side.made_by else thresholds_of(self.store, made_by)
            self.owned.thresholds = mine

    def leaning(self, moves: Sequence[Move]) -> None:
        """Takes in the episodes and mental models that rest on what these change, these models with all that they rest on."""
        changed = [m for move in moves for m in move.changed if m.kind is Kind.FACT]
        if not self.whole and changed:
            self.take(self.near.leaning(changed, Passing()))

    def themes(self, patterns: Sequence[Memory]) -> None:
        """Takes in all mental models, and of each pattern the facts of the theme that most facts share."""
        if self.whole or not patterns:
            return
        self.take(m for m in self.store.query(self.scope.pk, mental_models.KEY_PREFIX).records if isinstance(m, Memory))
        for pattern in patterns:
            themes = mental_models.themes(pattern)
            legs = [self._bearing(theme, labelled=labelled) for theme, labelled in themes]
            found = [
                [h.key for h in hits if labelled or _says(h, theme)]
                for (theme, labelled), hits in zip(themes, self._search(legs), strict=True)
            ]
            self._read(max(found, key=len, default=[]))

    def episodes(self, most: int) -> list[Hit]:
        """All episodes at hand, as far as one search brings them, in the order of their keys."""
        leg = Leg("episodes", (Kind.EPISODE.value,), marks=marks.episodes(self.scope), size=min(most, MOST_EPISODES))
        return sorted((h for h in self._search([leg])[0] if h.key.pk == self.scope.pk), key=lambda h: h.key)

    def there(self, summaries: Collection[str]) -> set[str]:
        """Which of these the index knows, or may not know yet: to ask the table for a row that is not there costs as much as for one that
        is."""
        wanted = marks.named(self.scope, summaries)
        legs = [Leg("named", _SUMMARIES, marks=wanted[n : n + AT_ONCE], size=AT_ONCE) for n in range(0, len(wanted), AT_ONCE)]
        shown = {ids.named(h.key) for hits in self._search(legs) for h in hits if h.key.pk == self.scope.pk}
        return (shown | {ids.named(k) for k in self._unshown()}) & set(summaries)

    def tellers(self, facts: Sequence[str]) -> list[Memory]:
        """The summaries that tell one of these facts, by id."""
        to = [marks.link(self.scope, i) for i in facts]
        legs = [Leg("tellers", _SUMMARIES, marks=tuple(to[n : n + AT_ONCE]), size=AT_ONCE) for n in range(0, len(to), AT_ONCE)]
        self._owed(Kind.SUMMARY)
        found = self.those([h.key for hits in self._search(legs) for h in hits if h.key.pk == self.scope.pk])
        waiting = [m for m in self.owned.memories.values() if m.kind is Kind.SUMMARY]
        return [m for m in {m.memory_id: m for m in (*found, *waiting)}.values() if not guides.told(m).isdisjoint(facts)]

    def bearing(self, labels: Collection[str], most: int) -> list[Memory]:
        """Of each label, so many facts that bear it."""
        legs = [Leg("bearing", _FACTS, marks=marks.about(self.scope, [topics.key_of(one)]), size=most) for one in labels]
        self._owed(Kind.FACT)
        keys = [h.key for hits in self._search(legs) for h in hits if h.key.pk == self.scope.pk]
        owing = [m for m in self.owned.memories.values() if m.kind is Kind.FACT]
        wanted = {topics.key_of(one) for one in labels}
        beside = [m for m in owing if not wanted.isdisjoint(topics.keys_of(m))]
        return list({m.memory_id: m for m in (*self.those(list(dict.fromkeys(keys))), *beside)}.values())

    def those(self, keys: Sequence[Key]) -> list[Memory]:
        """These memories, as far as they are the owner's."""
        self._read([k for k in keys if ids.named(k) not in self.owned.memories])
        return [m for k in keys if (m := self.owned.memories.get(ids.named(k))) is not None]

    def _bearing(self, theme: str, *, labelled: bool) -> Leg:
        if labelled:
            about = marks.about(self.scope, [topics.key_of(theme)])
            return Leg("theme", _FACTS, marks=about, size=mental_models.MOST_SOURCES)
        return Leg("theme", _FACTS, text=theme, marks=marks.facts(self.scope, past=False), size=mental_models.MOST_SOURCES)

    def _by_what_it_says(self, memory: Memory, kinds: Sequence[Kind], among: tuple[str, ...], most: int) -> Iterator[Leg]:
        names = tuple(k.value for k in kinds)
        yield Leg("words", names, text=documents.worded(memory), marks=among, size=most)
        if (vector := documents.vector(memory, self.side.made_by)) is not None:
            yield Leg("near", names, vector=vector, marks=among, size=most)

    def _around(self, asked: Sequence[Memory], legs: Callable[[Memory], Iterable[Leg]], worth: Worth) -> None:
        """Takes in what lies around these."""
        if not self.whole and asked:
            self._owed(Kind.FACT)
            found = {h.key for m, leg, hits in self._hits(asked, legs) for h in hits if worth(m, leg, h)}
            self._read(sorted(found - self._held()))

    def _hits(self, asked: Sequence[Memory], legs: Callable[[Memory], Iterable[Leg]]) -> list[tuple[Memory, Leg, list[Hit]]]:
        """What each leg of each memory finds of the owner's own."""
        found = []
        for begun in range(0, len(asked), IN_ONE_SEARCH):
            ways = [(m, leg) for m in asked[begun : begun + IN_ONE_SEARCH] for leg in legs(m)]
            answers = self._search([leg for _, leg in ways])
            found += [(m, leg, [h for h in hits if h.key.pk == self.scope.pk]) for (m, leg), hits in zip(ways, answers, strict=True)]
        return found

    def _held(self) -> set[Key]:
        return {m.key for m in self.owned.memories.values()}

    def _unshown(self) -> list[Key]:
        """What the index may not show yet. Raises Unavailable where that is too much."""
        if self._owing is None:
            self._owing = self.near.waiting(self.owned.state)
        if self._owing is None:
            raise Unavailable("The search index is behind.", retry_after_s=60)
        return self._owing

    def _owed(self, *kinds: Kind) -> None:
        """Takes in what of these kinds the index may not show yet."""
        letters = tuple(_LETTERS[kind] for kind in kinds)
        self._read(
            [k for k in self._unshown() if (i := ids.named(k)).startswith(letters) and i not in self.owned.memories], consistent=True
        )

    def _rivals(self) -> None:
        """Takes in what stands against the contested facts that were read."""
        if not self.whole:
            known = self.owned.memories
            targets = {r.target for m in known.values() for r in m.relations if r.type == "contradicts"}
            self._read([memory_key(self.scope, i) for i in sorted(targets - known.keys())])

    def _search(self, legs: Sequence[Leg]) -> list[list[Hit]]:
        mine = self.scope
        owner = Owner(mine.tenant, mine.container, mine.namespace, mine.user_id)
        return self.side.index.search(owner, legs) if legs else []

    def _read(self, keys: Sequence[Key], *, consistent: bool = False) -> list[Memory]:
        rows = self.near.rows(keys, consistent=consistent)
        self.take(rows)
        return rows


_FACTS = (Kind.FACT.value,)
_SUMMARIES = (Kind.SUMMARY.value,)
_TOLD = (Kind.FACT, Kind.EPISODE)
_LETTERS = {Kind.FACT: "f_", Kind.EPISODE: "p_", Kind.SUMMARY: "s_"}
"""What their ids begin with."""


def around(store: Store, side: Side, scope: Scope, policy: Policy = DEFAULT, stated: tuple[UserState, bool] | None = None) -> Surroundings:
    """Of an owner, whose small bank is read. `stated`: the state, where it was just read."""
    state, known = stated or read_state(store, scope)
    redo(store, scope, state)
    owned = Owned(scope, state, known, {}, policy=policy, thresholds=side.embedder.thresholds)
    found = Surroundings(store, side, owned, False, _nearby(store, side, scope, owned.thresholds))
    if WHOLE and state.facts <= WHOLE:
        page = store.query(scope.pk, Memory.prefix, limit=ROWS_A_FACT * WHOLE, consistent=True)
        found.whole = page.after is None
        if found.whole:
            found.take(m for m in page.records if isinstance(m, Memory))
    return found


def of_large(store: Store, side: Side, scope: Scope, state: UserState) -> Surroundings:
    """Of an owner whose bank is not read whole."""
    owned = Owned(scope, state, True, {}, thresholds=side.embedder.thresholds)
    return Surroundings(store, side, owned, False, _nearby(store, side, scope, owned.thresholds))


def _nearby(store: Store, side: Side, scope: Scope, thresholds: Thresholds) -> Nearby:
    return Nearby(store, side.index, scope, "", 0, thresholds)


class _Shown:
    """What the index, or a row, shows of what may prove a pattern: by its words, and by what it begins with."""

    def __init__(self, hits: Iterable[Hit], rows: Iterable[Memory]) -> None:
        self._seen = {h.key: g for h in hits if (g := glimpse.of(h.fields)) is not None}
        self._heads: defaultdict[str, set[Key]] = defaultdict(set)
        self._bearing: defaultdict[str, list[Key]] = defaultdict(list)
        """By the print of a word; mostly nobody asks."""
        for key, one in self._seen.items():
            self._heads[one.head].add(key)
        for row in rows:
            if row.kind is Kind.EPISODE or row.category in marks.DATED:
                self._heads[glimpse.head(row)].add(row.key)

    def begin_alike(self, episode: Memory) -> int:
        """How many begin as it does, itself included."""
        return len(self._heads[glimpse.head(episode)])

    def alike(self, episode: Memory) -> list[Key]:
        """What may say the same, by its words; of others that begin otherwise no pattern comes."""
        for key, one in () if self._bearing else self._seen.items():
            for word in words.printed(one.prints):
                self._bearing[word].append(key)
        mine = glimpse.lived(episode)
        shared = Counter(chain.from_iterable(self._bearing[word] for word in mine if word in self._bearing))
        alike = self._heads[glimpse.head(episode)]
        several = (k for k, both in shared.items() if both >= clusters.FEWEST_WORDS and k in alike)
        return [k for k in several if glimpse.may_be_alike(mine, self._seen[k])]


def _shares(memory: Memory, hit: Hit) -> bool:
    seen = glimpse.of(hit.fields)
    return seen is None or glimpse.shares(memory, seen)


def _may_prove(memory: Memory, hit: Hit) -> bool:
    seen = glimpse.of(hit.fields)
    return seen is None or glimpse.may_prove(memory, seen)


def _cosine(leg: Leg, hit: Hit) -> float:
    return 2 * hit.score - 1 if leg.vector is not None else 0.0


def _says(hit: Hit, theme: str) -> bool:
    seen = glimpse.of(hit.fields)
    return seen is None or words.printed(words.prints(words.content(theme))) <= words.printed(seen.prints)
