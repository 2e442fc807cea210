"""Which episodes say the same thing (row K6): those that no run has seen, with what says the same, and nothing else is compared."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Memory, Thresholds
from keepsake.rules import nearness, slots, words
from keepsake.rules.knowledge import change_of_mind, reconcile

ALIKE_WORDS = 0.6
"""Share of the shorter statement's content words, dates aside, that two episodes of one pattern share."""
FEWEST_WORDS = 2
"""The same in numbers."""
MOST_NEAR = 30
"""Older episodes with whose vectors one is compared: those that share its rarest words, the oldest first, since these lead. What shares
only common words with it says something else."""

_DATE_WORDS = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday thursday friday "
    "saturday sunday today yesterday tomorrow week weekend month year morning afternoon evening night".split()
)
DATE_STEMS = frozenset(map(words.stem, _DATE_WORDS))
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
        self.key, self.slot, self.said = episode.key, episode.slot, undated(episode)
        self.words: list[Hashable] = [(kind, word) for word in self.said]
        self.place: Hashable = (kind, ("slot", self.slot.feature)) if self.slot is not None else None
        """Its place in the profile."""


def undated(memory: Memory) -> frozenset[str]:
    said = words.content(plain(memory.content.summary))
    return frozenset(w for w in said if not w.isdigit()) - DATE_STEMS


class _Homes:
    """The cluster of each episode, by the place of its oldest one. It is found out where it is asked for: what is like nothing that is
    asked for is compared with nothing. Words are counted, and vectors are compared with MOST_NEAR older ones at most."""

    def __init__(self, rows: Sequence[_Compared], near: nearness.Near[Key]) -> None:
        self._rows, self._near = rows, near
        self._saying: defaultdict[Hashable, list[int]] = defaultdict(list)
        self._placed: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            for word in row.words:
                self._saying[word].append(place)
            if row.place is not None:
                self._placed[row.place].append(place)
        self._beside = [self._neighbours(place) for place in range(len(rows))]
        self._behind: defaultdict[int, list[int]] = defaultdict(list)
        """The newer ones of which each is a neighbour."""
        for place, some in enumerate(self._beside):
            for other in some:
                self._behind[other].append(place)
        self._enough = [ALIKE_WORDS * len(row.said) for row in rows]
        """Words that another one shares with it and then says the same; of two, the shorter one tells."""
        self._home: dict[int, int] = {}
        self._said: dict[int, set[int]] = {}

    def of(self, place: int) -> int:
        """The place of the first that leads a cluster and that it is like; its own where there is none."""
        asked = [place]
        while asked:
            one = asked[-1]
            said = self._same_words(one)
            older = sorted(n for n in said | self._beside[one] if n < one and self._home.get(n, n) == n)
            first = next((n for n in older if n in said or self._near(self._rows[n].key, self._rows[one].key)), one)
            if first == one or first in self._home:
                self._home[one] = first
                asked.pop()
            else:
                asked.append(first)
        return self._home[place]

    def led_by(self, leader: int) -> list[int]:
        said, key = self._same_words(leader), self._rows[leader].key
        near = {n for n in self._behind[leader] if n not in said and self._near(key, self._rows[n].key)}
        return [leader, *(n for n in sorted(said | near) if n > leader and self.of(n) == leader)]

    def _same_words(self, place: int) -> set[int]:
        """What says the same in words, or in one place of the profile; of two that have such a place, it alone says whether."""
        if place not in self._said:
            row, mine, each = self._rows[place], self._enough[place], self._enough
            shared = Counter(chain.from_iterable(self._saying[word] for word in row.words))
            found = {n for n, both in shared.items() if both >= FEWEST_WORDS and (both >= mine or both >= each[n])}
            if (slot := row.slot) is not None:
                found = {n for n in found if self._rows[n].slot is None}
                found |= {n for n in self._placed[row.place] if (s := self._rows[n].slot) and slots.same_value(slot.value, s.value)}
            self._said[place] = found - {place}
        return self._said[place]

    def _neighbours(self, place: int) -> frozenset[int]:
        """The older ones whose vectors are compared with its own."""
        row, found = self._rows[place], dict[int, None]()
        for word in sorted(row.words, key=lambda w: (len(self._saying[w]), self._saying[w])):
            held = self._saying[word]
            found |= dict.fromkeys(held[: min(bisect_left(held, place), MOST_NEAR)])
            if len(found) >= MOST_NEAR:
                break
        some = list(found)[:MOST_NEAR]
        return frozenset(n for n in some if row.slot is None or self._rows[n].slot is None)
