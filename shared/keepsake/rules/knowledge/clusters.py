"""Which episodes say the same thing (row K6): those that no run has seen, with what says the same, and nothing else is compared."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Memory, Thresholds
from keepsake.rules import nearness, slots, words
from keepsake.rules.knowledge import change_of_mind, reconcile

ALIKE_WORDS = 0.6
"""Share of the shorter statement's content words, dates aside, that two episodes of one pattern share."""
MOST_NEAR = 50
"""Older episodes with whose vectors one is compared: those that share its rarest words, the oldest first, since these lead. What shares
only common words with it says something else."""

_DATE_WORDS = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday "
    "saturday sunday today yesterday tomorrow week weekend month year morning afternoon evening night".split()
)
_DATE_STEMS = frozenset(map(words.stem, _DATE_WORDS))
_DATE_PHRASE = re.compile(
    r"(?<!\s)\s++(?:(?:on|in|at|during|since|this|last)\s++)?(?:the\s++)?(?:\d{1,2}\s++)?(?:January|February|March|April|May|June|July|August|September"
    r"|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b(?:\s+\d{4})?",
)


class Cluster(NamedTuple):
    """Episodes that say the same thing, oldest first."""

    episodes: tuple[Memory, ...]

    @property
    def leader(self) -> Memory:
        return self.episodes[0]

    @property
    def days(self) -> int:
        return len({at.date() for e in self.episodes for at in occasions(e)})

    @property
    def separate(self) -> int:
        sessions = {e.scope.session_id for e in self.episodes if e.scope.session_id}
        return max(self.days, len(sessions))


def occasions(episode: Memory) -> tuple[datetime, ...]:
    """When it was said: a repeated fact keeps the first time and the newest, and no time between them is claimed."""
    said = reconcile.said_at(episode)
    return (min(episode.valid_from, said), said) if episode.reinforcements else (said,)


def plain(text: str) -> str:
    """The statement without the day that it names."""
    return _DATE_PHRASE.sub("", text)


def clusters(told: Sequence[Memory], vectors: Mapping[Key, Vector], thresholds: Thresholds = MEASURED) -> list[Cluster]:
    """The clusters that hold an episode which no run has seen. Each episode belongs to the first cluster whose oldest episode it is like;
    the order is the episodes' own, so never of chance."""
    order = sorted(told, key=lambda e: (reconcile.said_at(e), e.memory_id))
    kinds: dict[Hashable, int] = {}
    rows = [_Compared(e, kinds.setdefault(_kind(e), len(kinds))) for e in order]
    homes = _Homes(rows, nearness.Near(vectors, thresholds.alike))
    leaders = {homes.of(n) for n, e in enumerate(order) if e.consolidated_at is None}
    return [Cluster(tuple(order[n] for n in homes.led_by(leader))) for leader in sorted(leaders)]


def _kind(episode: Memory) -> Hashable:
    """What has to be the same of two that say the same."""
    return (
        episode.subject, episode.category, episode.scope.namespace, episode.agent_scope, episode.access, change_of_mind.negates(episode),
    )  # fmt: skip


class _Compared:
    """An episode with what it is compared by."""

    def __init__(self, episode: Memory, kind: int) -> None:
        self.key, self.slot, self.said = episode.key, episode.slot, _undated(episode)
        self.words: list[Hashable] = [(kind, word) for word in self.said]
        self.place: Hashable = (kind, ("slot", self.slot.feature)) if self.slot is not None else None
        """Its place in the profile."""


def _undated(memory: Memory) -> frozenset[str]:
    said = words.content(plain(memory.content.summary))
    return frozenset(w for w in said if not w.isdigit()) - _DATE_STEMS


class _Homes:
    """The cluster of each episode, by the place of its oldest one. It is found out where it is asked for: what is like nothing that is
    asked for is compared with nothing. Words are counted, and vectors are compared with MOST_NEAR others at most."""

    def __init__(self, rows: Sequence[_Compared], near: nearness.Near[Key]) -> None:
        self._rows, self._near = rows, near
        self._saying: defaultdict[Hashable, list[int]] = defaultdict(list)
        self._placed: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            for word in row.words:
                self._saying[word].append(place)
            if row.place is not None:
                self._placed[row.place].append(place)
        self._home: dict[int, int] = {}
        self._like: dict[int, list[int]] = {}
        self._before: dict[int, frozenset[int]] = {}

    def of(self, place: int) -> int:
        """The place of the first that leads a cluster and that it is like; its own where there is none."""
        asked = [place]
        while asked:
            one = asked[-1]
            led = (n for n in self._alike(one) if n < one and self._home.get(n, n) == n)
            first = next(led, one)
            if first == one or first in self._home:
                self._home[one] = first
                asked.pop()
            else:
                asked.append(first)
        return self._home[place]

    def led_by(self, leader: int) -> list[int]:
        return [leader, *(n for n in self._alike(leader) if n > leader and self.of(n) == leader)]

    def _alike(self, place: int) -> list[int]:
        """What it says the same as, in the order of telling."""
        if place not in self._like:
            shared = Counter(n for word in self._rows[place].words for n in self._saying[word])
            said = {n for n, many in shared.items() if n != place and (self._by_words(place, n, many) or self._by_vectors(place, n))}
            self._like[place] = sorted(said | self._in_one_place(place))
        return self._like[place]

    def _in_one_place(self, place: int) -> set[int]:
        """Of two that have a place in the profile, this alone says it."""
        row = self._rows[place]
        if row.slot is None:
            return set()
        return {n for n in self._placed[row.place] if n != place and slots.same_value(row.slot.value, _value(self._rows[n]))}

    def _by_words(self, one: int, other: int, shared: int) -> bool:
        mine, its = self._rows[one], self._rows[other]
        both_placed = mine.slot is not None and its.slot is not None
        return not both_placed and shared >= 2 and shared >= ALIKE_WORDS * min(len(mine.said), len(its.said))

    def _by_vectors(self, one: int, other: int) -> bool:
        mine, its = self._rows[one], self._rows[other]
        if mine.slot is not None and its.slot is not None:
            return False
        first, later = sorted((one, other))
        return first in self._neighbours(later) and self._near(mine.key, its.key)

    def _neighbours(self, place: int) -> frozenset[int]:
        """The older ones whose vectors are compared with its own."""
        if place not in self._before:
            found: dict[int, None] = {}
            for word in sorted(self._rows[place].words, key=lambda w: (len(self._saying[w]), self._saying[w])):
                held = self._saying[word]
                found |= dict.fromkeys(held[: min(bisect_left(held, place), MOST_NEAR)])
                if len(found) >= MOST_NEAR:
                    break
            self._before[place] = frozenset(list(found)[:MOST_NEAR])
        return self._before[place]


def _value(row: _Compared) -> str:
    assert row.slot is not None
    return row.slot.value
