"""Which facts could say what another one says (row K9): those of its subject that share its rarest words, or its place in the profile.

Comparing each with each costs the square of what is stored. A fact that repeats another shares its words, so only those that do are
compared at all, and no more than MOST_CANDIDATES of them, whatever is stored.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from keepsake.records import Memory
from keepsake.rules.knowledge import change_of_mind

MOST_CANDIDATES = 50
"""Facts that one fact is compared with. Rarest words first: what shares only common ones says something else."""


class Blocks:
    """Facts by what a repetition of them would share. Building it is linear in the facts; asking it costs the same, however many."""

    def __init__(self, facts: Sequence[Memory]) -> None:
        self._place = {f.memory_id: n for n, f in enumerate(facts)}
        self._facts = list(facts)
        self._with: dict[Hashable, list[int]] = {}
        for place, fact in enumerate(facts):
            for mark in _marks(fact):
                self._with.setdefault(mark, []).append(place)

    def beside(self, fact: Memory) -> list[Memory]:
        """At most MOST_CANDIDATES other facts, in the order in which all were given."""
        found: dict[int, None] = {}
        mine = self._place[fact.memory_id]
        for mark in sorted(_marks(fact), key=lambda m: (len(self._with[m]), self._with[m])):
            for place in self._nearest(mark, mine):
                found.setdefault(place)
                if len(found) == MOST_CANDIDATES:
                    return [self._facts[n] for n in sorted(found)]
        return [self._facts[n] for n in sorted(found)]

    def _nearest(self, mark: Hashable, mine: int) -> Iterator[int]:
        """Places that bear a mark, the newest first."""
        held = self._with[mark]
        return (place for place in reversed(held[-MOST_CANDIDATES - 1 :]) if place != mine)


def _marks(fact: Memory) -> set[Hashable]:
    words = change_of_mind.content_words(fact)
    marks: set[Hashable] = {(fact.subject, word) for word in words}
    marks.add((fact.subject, words, change_of_mind.numbers(fact)))
    if fact.slot is not None:
        marks.add((fact.subject, fact.slot.feature, fact.slot.value.casefold()))
    return marks
