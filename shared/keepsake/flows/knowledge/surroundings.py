"""What upkeep looks at: what is new of an owner, a page at a time, and what lies around that (rows K6, K9, K10). The search index leads to
it, by words, vectors and marks, and the table has the last word. So a run costs what is new, however much is known, and holds no more than
a page with its surroundings. A small bank is read whole: that costs less.

Upkeep waits for an index that does not answer: nothing is lost by it, and nobody waits for upkeep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

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
from keepsake.rules.knowledge import glimpse, looked, marks, mental_models, topics
from keepsake.rules.policy import DEFAULT, Policy

WHOLE = 50
"""Current facts of a bank that is read whole."""
ROWS_A_FACT = 4
"""Rows of such a bank for one of them, at most: of one that has more, much is over."""
AT_ONCE = 100
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
    _owing: bool = False
    """What the index may not show yet was read."""

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
            self.owned.memories, self.owned.vectors, self._owing = {}, {}, False
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
        """Takes in what may say the same as these episodes, and as what does, of all `crowd`; and the patterns and contested facts of which
        they may be evidence."""
        if self.whole or not told:
            return

        def worth(episode: Memory, leg: Leg, hit: Hit) -> bool:
            seen = glimpse.of(hit.fields)
            if leg.name == "known":
                return seen is None or glimpse.shares(episode, seen)
            return (
                seen is None
                or leg.name == "slot"
                or glimpse.may_be_alike(glimpse.lived(episode), seen, _cosine(leg, hit), self.owned.thresholds)
            )

        def legs(episode: Memory) -> Iterator[Leg]:
            yield from self._by_what_it_says(episode, (Kind.EPISODE, Kind.FACT), marks.lived(self.scope), AN_EPISODE)
            if placed := marks.slots_of(episode, past=False):
                yield Leg("slot", (Kind.EPISODE.value,), marks=placed, size=A_FACT)

        def first(episode: Memory) -> Iterator[Leg]:
            yield from legs(episode)
            standing = (*marks.patterns(self.scope), *marks.contested(self.scope))
            yield Leg("known", _FACTS, text=documents.worded(episode), marks=standing, size=A_FACT)

        seen = [(h, g) for h in crowd if (g := glimpse.of(h.fields)) is not None]
        frontier, ways, left = list(told), first, MOST_ALIKE
        while frontier and left > 0:
            said = [glimpse.lived(e) for e in frontier]
            keys = [h.key for h, g in seen if any(glimpse.may_be_alike(one, g) for one in said)]
            fresh = self._around(frontier, ways, worth, keys, left)
            frontier = [m for m in fresh if m.kind is Kind.EPISODE or m.category in marks.DATED]
            left, ways = left - len(frontier), legs
        untold = [m for m in self.owned.memories.values() if m.kind is Kind.FACT and m.category in marks.DATED]
        self._read([memory_key(self.scope, "p" + m.memory_id[1:]) for m in untold])
        self._rivals()

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

    def _around(
        self,
        asked: Sequence[Memory],
        legs: Callable[[Memory], Iterable[Leg]],
        worth: Worth,
        more: Sequence[Key] = (),
        most: int | None = None,
    ) -> list[Memory]:
        """Takes in what lies around these, `most` of it, what was said first; what had not been read is given back."""
        if self.whole:
            return []
        self._owed()
        found = list(more)
        for begun in range(0, len(asked), IN_ONE_SEARCH):
            some = asked[begun : begun + IN_ONE_SEARCH]
            ways = [(m, leg) for m in some for leg in legs(m)]
            for (memory, leg), hits in zip(ways, self._search([leg for _, leg in ways]), strict=True):
                found += [h.key for h in hits if h.key.pk == self.scope.pk and worth(memory, leg, h)]
        fresh = sorted({k for k in found if ids.named(k) not in self.owned.memories})
        return self._read(fresh if most is None else fresh[:most])

    def _owed(self) -> None:
        """Takes in what the index does not show yet."""
        if self._owing:
            return
        self._owing = True
        keys = self.near.waiting(self.owned.state)
        if keys is None:
            raise Unavailable("The search index is behind.", retry_after_s=60)
        self._read([k for k in keys if ids.named(k) not in self.owned.memories], consistent=True)

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
_TOLD = (Kind.FACT, Kind.EPISODE)


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


def _nearby(store: Store, side: Side, scope: Scope, thresholds: Thresholds) -> Nearby:
    return Nearby(store, side.index, scope, "", 0, thresholds)


def _cosine(leg: Leg, hit: Hit) -> float:
    return 2 * hit.score - 1 if leg.vector is not None else 0.0


def _says(hit: Hit, theme: str) -> bool:
    seen = glimpse.of(hit.fields)
    return seen is None or words.printed(words.prints(words.content(theme))) <= words.printed(seen.prints)
