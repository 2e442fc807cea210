"""Judge what statements change by a small model that reads two of them at once and gives one score (local/judge.py): no chat model, no
tokens to pay, some 10 ms a pair."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence

from keepsake.claims import Changes, Judgement
from keepsake.errors import ModelUnavailable
from keepsake.ports import JudgedInPart, Reranker
from keepsake.records import Memory
from keepsake.rules.knowledge import endable, reconcile
from keepsake.rules.reading import people

SURE = 0.9
"""The score from which the later statement ends the one that it ends most surely. In talk of which nobody asked for changes two readers say
so of half of what scores as high, and deny a fifth; of what scores from 0.7 to it they deny more than half: there both stay."""
MAYBE, MAYBE_OF_ANOTHER = 0.7, 0.85
"""The score from which it may end one. The second where it is not known to tell of the user, as nothing is in talk between several: most of
what sounds like a change there is one more tale."""


class PairJudge:
    """A `Reconciler` over a `/rerank` whose score, 0 to 1, tells how surely the question, a new statement, ends a text, a known one. A new
    statement is read beside its nearest alone, a request each. Raises JudgedInPart where one fails, or all take longer than `within_s`."""

    prompt_version = None
    most_known, most_asked, most_beside = 400, 8, 16

    def __init__(self, reads: Reranker, *, within_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._reads, self._within_s, self._clock = reads, within_s, clock
        self.name = reads.name

    def asks_of(self, said: Memory, known: Memory) -> bool:
        apart = reconcile.said_at(said) - reconcile.said_at(known)
        return endable.may_end(said.content.summary, known.content.summary, apart)

    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        return self._reads.rerank(said.scope.tenant, said.content.summary, [m.content.summary for m in known])

    def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
        until, found = self._clock() + self._within_s, list[Judgement]()
        reads = [(new, beside) for new in said if (beside := [m for m in known if m.memory_id in nearest[new.memory_id]])]
        for place, (new, beside) in enumerate(reads):
            if self._clock() > until:
                raise JudgedInPart("the judge is late", found, _ids(reads[place:]))
            try:
                scores = self.odds(new, beside)
            except ModelUnavailable as err:
                raise JudgedInPart(err.reason, found, _ids(reads[place:])) from err
            surest, least = max(scores), MAYBE if new.subject == people.USER else MAYBE_OF_ANOTHER
            found += [_judgement(new, m, score == surest >= SURE) for m, score in zip(beside, scores, strict=True) if score >= least]
        return found


def _ids(reads: Sequence[tuple[Memory, list[Memory]]]) -> set[str]:
    return {new.memory_id for new, _ in reads}


def _judgement(new: Memory, known: Memory, ends: bool) -> Judgement:
    changes = Changes.REPLACES if ends else Changes.UNSURE
    return Judgement(observation_id=new.memory_id, fact_id=known.memory_id, changes=changes)
