"""Gather what statements may concern, bounded in number: deciding a batch costs the same however much is known of its user (row K4).

The search index leads to facts, by their words, vectors and marks (rules/knowledge/marks.py); what they say is read from the table. What
the index may not show yet is read by what owes it. A small bank is read whole: that costs less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest

from keepsake import telemetry
from keepsake.errors import Invalid, Unavailable
from keepsake.flows.indexing import owed
from keepsake.flows.knowledge import neighbourhood
from keepsake.ids import Key
from keepsake.ports import Hit, Index, Leg, Owner, Store
from keepsake.records import MEASURED, Event, Kind, Memory, Progress, Record, Scope, Thresholds, UserState, event_key, memory_key
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import change_of_mind, glimpse, marks, mental_models, outcome, reconcile, replay

WHOLE = 20
"""Current facts of a bank that is read whole: with what leans on them some 40 rows, a dozen read units."""
ROWS_A_FACT = 2
"""Rows of a whole bank that are read for one current fact; one that has more is not small."""
EVENTS_A_FACT = 5
"""Events for one current fact of a small bank: of more, much is over by now, and rows of it are many."""
A_STATEMENT = 12
"""Facts that are read for one statement, as many as it is compared with."""
SURE = 6
"""Of these, those that fill one slot of one subject."""
AROUND = replay.MOST_FACTS + 1
"""Facts, current or past, that are read for each statement that is told again: more make its neighbourhood too large."""
LEANING = 100
"""Episodes that are read for the facts that a decision changes, of which it takes along so many as a transaction holds."""
NEWEST = 1_000
"""Memories that are read where the index does not answer."""
WITHIN_S = 2.0
"""How long the index may take before it counts as not answering."""
SHORT = f"the search index did not answer, so only the newest {NEWEST:,} memories were compared"
LINKED = replay.LINKS | {replay.MERGED}
"""Relations from a fact that the index shows as it was to those that may stand now, and to those that it changed."""


@dataclass(slots=True)
class Nearby:
    """Leads from statements to what they may concern. It reads nothing twice: who asks keeps what comes back."""

    store: Store
    index: Index
    scope: Scope
    batch_id: str
    whole: int = WHOLE
    """Current facts up to which a bank is read whole."""
    thresholds: Thresholds = MEASURED
    """What the index's cosines mean."""
    judging: bool = False
    """A model is asked what the statements change: what lies near them is read whatever its words are."""
    short: str | None = None
    """Why not everything was looked at where the index did not answer, empty where all was read instead; None: the index leads."""
    unled: bool = False
    """The index did not tell what leans on a fact."""
    _asked: dict[bool, set[str]] = field(default_factory=lambda: {False: set(), True: set()})
    _read: set[Key] = field(default_factory=set)

    def bank(self, state: UserState | None) -> Sequence[Record] | None:
        """All memories of a user who has few, and said little; None for others."""
        self._asked, self._read, self.short = {False: set(), True: set()}, set(), None
        if not self.whole or (state is not None and (state.facts > self.whole or state.events > EVENTS_A_FACT * self.whole)):
            return None
        page = self.store.query(self.scope.pk, Memory.prefix, limit=ROWS_A_FACT * self.whole, consistent=True)
        return page.records if page.after is None else None

    def facts(
        self, state: UserState | None, statements: Iterable[Memory], vectors: Mapping[str, Sequence[float]], *, past: bool = False
    ) -> list[Memory]:
        """Facts that these statements may concern, and those of which nobody can tell, since the index may lag behind them; with `past`
        also those that are over. Those that came back before do not come again."""
        fresh = [s for s in statements if s.memory_id not in self._asked[past]]
        if not fresh or self.short is not None:
            return []
        waiting = [] if any(self._asked.values()) else self.waiting(state)
        self._asked[past] |= {s.memory_id for s in fresh}
        if waiting is None:
            return self._newest()
        try:
            found = self._found(fresh, vectors, past=past)
        except (Unavailable, Invalid) as err:
            telemetry.failure("decided without the search index", err)
            return self._newest()
        owing = self.rows(waiting, consistent=True)
        owing += self.linked(owing)
        led = self.rows(found)
        return [*owing, *led, *self.linked(led if past else [f for f in led if f.validity not in reconcile.CONCERNED])]

    def leaning(self, changed: Sequence[Memory], passing: neighbourhood.Passing) -> list[Memory]:
        """The episodes that support these facts, and the mental models that rest on them with all other facts of theirs."""
        if not changed:
            return []
        supporting = self.rows([*_episodes(self.store, self.scope, changed, passing), *self._pointing(changed)])
        rows = self.store.query(self.scope.pk, mental_models.KEY_PREFIX, consistent=True).records
        mine = {f.memory_id for f in changed}
        models = [m for m in self._mine(rows) if not mine.isdisjoint(mental_models.sources(m)) and m.key not in self._read]
        self._read |= {m.key for m in models}
        sources = [memory_key(self.scope, i) for m in models for i in mental_models.sources(m)]
        return [*supporting, *models, *self.rows(sources)]

    def _pointing(self, facts: Sequence[Memory]) -> list[Key]:
        """Episodes that name these facts, those too whose events are gone; the index has them by then."""
        leg = Leg("leaning", (Kind.EPISODE.value,), marks=tuple(marks.link(self.scope, f.memory_id) for f in facts), size=LEANING)
        try:
            (hits,) = self.index.search(self._owner, [leg], WITHIN_S)
        except (Unavailable, Invalid) as err:
            telemetry.failure("decided without the search index", err)
            self.unled = True
            return []
        return [h.key for h in hits if h.key.pk == self.scope.pk]

    @property
    def _owner(self) -> Owner:
        return Owner(self.scope.tenant, self.scope.container, self.scope.namespace, self.scope.user_id)

    def waiting(self, state: UserState | None) -> list[Key] | None:
        decided = {d.batch_id: d.changed for d in state.decided} if state else {}
        return owed.keys(self.store, self.scope, decided, None if self.batch_id in decided else self.batch_id)

    def _found(self, statements: Sequence[Memory], vectors: Mapping[str, Sequence[float]], *, past: bool) -> list[Key]:
        legs = [list(_legs(s, vectors.get(s.content.summary), past)) for s in statements]
        answers = iter(self.index.search(self._owner, list(chain.from_iterable(legs)), WITHIN_S))
        most = AROUND if past else A_STATEMENT
        kept = []
        for statement, some in zip(statements, legs, strict=True):
            found = [(leg, next(answers)) for leg in some]
            worth = [[h for h in hits if past or self._may_relate(statement, leg, h)] for leg, hits in found]
            kept.append(_best(worth, self.scope.pk, most))
        return list(dict.fromkeys(chain.from_iterable(kept)))

    def _may_relate(self, statement: Memory, leg: Leg, hit: Hit) -> bool:
        """Whether the hit's row has to be read: what it shares with a statement is nothing but words, or lies near it."""
        seen = glimpse.of(hit.fields)
        if seen is None or leg.name not in ("words", "near", "ended_by") or (self.judging and leg.name == "near"):
            return True
        if leg.name == "ended_by":
            return glimpse.ends(statement, seen)
        return glimpse.may_relate(statement, seen, 2 * hit.score - 1 if leg.vector is not None else 0.0, self.thresholds)

    def linked(self, facts: Iterable[Memory]) -> list[Memory]:
        """One step from facts by what was decided of them."""
        keys = [memory_key(self.scope, r.target) for f in facts for r in f.relations if r.type in LINKED]
        return self.rows(keys, consistent=True)

    def _newest(self) -> list[Memory]:
        page = self.store.query(self.scope.pk, Memory.prefix, limit=NEWEST, newest_first=True, consistent=True)
        self.short = SHORT if page.after is not None else ""
        return self._mine(page.records)

    def rows(self, keys: Iterable[Key], *, consistent: bool = False) -> list[Memory]:
        """What the index led to is read as cheaply as may be: what a batch changed within the second is among what is owed or linked with
        it, and a decision that changes an older version is not written."""
        fresh = [k for k in dict.fromkeys(keys) if k not in self._read]
        self._read.update(fresh)
        return self._mine(self.store.read(fresh, consistent=consistent).values())

    def _mine(self, rows: Iterable[Record]) -> list[Memory]:
        return [m for m in rows if isinstance(m, Memory) and m.scope.namespace == self.scope.namespace]


def _legs(statement: Memory, vector: Sequence[float] | None, past: bool) -> Iterator[Leg]:
    """Its place in the profile, which is sure; then what it ends or is ended by, its words, and what lies near."""
    among, most = marks.facts(statement.scope, past=past), AROUND if past else A_STATEMENT
    kinds = (Kind.FACT.value,)
    yield Leg("slot", kinds, marks=marks.slots_of(statement, past=past), size=most if past else SURE)
    yield Leg("ended_by", kinds, marks=marks.ended_by(statement, past=past), size=most)
    if implied := marks.ends_of(statement, past=past):
        yield Leg("ends", kinds, marks=implied, size=most)
    for text in dict.fromkeys([change_of_mind.ended(statement), *outcome.replaced_by(statement)]):
        if text:
            yield Leg("ended", kinds, text=text, marks=among, size=most)
    yield Leg("words", kinds, text=documents.worded(statement), marks=among, size=most)
    if vector is not None:
        yield Leg("near", kinds, vector=vector, marks=among, size=most)


def _best(answers: Sequence[Sequence[Hit]], pk: str, most: int) -> list[Key]:
    """All of the first leg, then by turns from each other; the owner's own alone."""
    first, *rest = answers
    turns = chain(first, chain.from_iterable(zip_longest(*rest)))
    return list(dict.fromkeys(h.key for h in turns if h is not None and h.key.pk == pk))[:most]


def _episodes(store: Store, scope: Scope, facts: Sequence[Memory], passing: neighbourhood.Passing) -> list[Key]:
    """Where the episodes lie that support these facts, if there are any: the facts' events name them, and before they do, their ids
    follow from those of the observations."""
    rows = store.read([event_key(scope, e) for f in facts for e in f.event_ids], consistent=True).values()
    events = [e for e in rows if isinstance(e, Event)]
    unnamed = neighbourhood.observed_in(store, [e for e in events if e.progress is Progress.PENDING and e.batch_id in passing.batches])
    mine = {f.memory_id for f in facts}
    seen = [*mine, *(i for i, o in (unnamed | dict(passing.own)).items() if outcome.fact_of(o) in mine)]
    named = [*(i for e in events for i in e.memory_ids if i.startswith("p_")), *("p" + i[1:] for i in seen)]
    return [memory_key(scope, i) for i in dict.fromkeys(named)]
