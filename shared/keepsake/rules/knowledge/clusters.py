"""Which episodes say the same thing (row K6): those that no run has seen, with what says the same, and nothing else is compared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Memory, Thresholds
from keepsake.rules import nearness, slots, words
from keepsake.rules.knowledge import change_of_mind, reconcile

ALIKE_WORDS = 0.6
"""Share of the shorter statement's content words, dates aside, that two episodes of one pattern share."""

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
        features = [("slot", self.slot.feature)] if self.slot is not None else []
        self.marks: list[Hashable] = [(kind, mark) for mark in (*self.said, *features)]
        """One of them is shared by whatever is like it."""

    def like(self, other: _Compared, near: nearness.Near[Key]) -> bool:
        if self.slot is not None and other.slot is not None:
            return self.slot.feature == other.slot.feature and slots.same_value(self.slot.value, other.slot.value)
        shared = len(self.said & other.said)
        if shared >= 2 and shared >= ALIKE_WORDS * min(len(self.said), len(other.said)):
            return True
        return shared > 0 and near(self.key, other.key)


def _undated(memory: Memory) -> frozenset[str]:
    said = words.content(plain(memory.content.summary))
    return frozenset(w for w in said if not w.isdigit()) - _DATE_STEMS


class _Homes:
    """The cluster of each episode, by the place of its oldest one. It is found out where it is asked for: what is like nothing that is
    asked for is compared with nothing."""

    def __init__(self, rows: Sequence[_Compared], near: nearness.Near[Key]) -> None:
        self._rows, self._vectors = rows, near
        self._bearing: defaultdict[Hashable, list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            for mark in row.marks:
                self._bearing[mark].append(place)
        self._home: dict[int, int] = {}
        self._alike: dict[tuple[int, int], bool] = {}

    def of(self, place: int) -> int:
        """The place of the first that leads a cluster and that it is like; its own where there is none."""
        asked = [place]
        while asked:
            one = asked[-1]
            led = (n for n in self._beside(one) if n < one and self._home.get(n, n) == n and self._like(n, one))
            first = next(led, one)
            if first == one or first in self._home:
                self._home[one] = first
                asked.pop()
            else:
                asked.append(first)
        return self._home[place]

    def led_by(self, leader: int) -> list[int]:
        mine = [n for n in self._beside(leader) if n > leader and self._like(leader, n)]
        return [leader, *(n for n in mine if self.of(n) == leader)]

    def _beside(self, place: int) -> Iterable[int]:
        return sorted({n for mark in self._rows[place].marks for n in self._bearing[mark]})

    def _like(self, one: int, other: int) -> bool:
        if (one, other) not in self._alike:
            self._alike[one, other] = self._rows[one].like(self._rows[other], self._vectors)
        return self._alike[one, other]
