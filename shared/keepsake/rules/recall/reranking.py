"""Put another order on the best of a fused list: what a reranker scored, or maximal marginal relevance (Carbonell & Goldstein 1998)."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake.api import RecallItem
from keepsake.rules import words

DEPTH = 30
"""Items that are reordered; those behind keep their places."""
RELEVANCE = 0.7
"""Lambda of MMR: the rest of the weight is for saying something new."""


def reordered(items: Sequence[RecallItem], scores: Sequence[float]) -> list[RecallItem]:
    """The first `len(scores)` items by these scores, best first, ties in fused order. The fused scores are dealt out again in falling
    order, so that a list keeps one scale; what the reranker said is among the legs."""
    head = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
    fused = sorted((items[i].score for i in head), reverse=True)
    front = [
        items[i].model_copy(
            update={"score": score, "legs": items[i].legs | {"rerank": round(scores[i], 4)}, "why": (*items[i].why, "rerank")}
        )
        for i, score in zip(head, fused, strict=True)
    ]
    return [*front, *items[len(scores) :]]


def mmr(items: Sequence[RecallItem], relevance: float = RELEVANCE) -> list[float]:
    """Scores from 1 downwards in the order in which MMR takes the items: near in score, far in words from what was taken."""
    if not items:
        return []
    said = [words.content(i.content) for i in items]
    top = max(i.score for i in items) or 1.0
    left, taken = list(range(len(items))), list[int]()
    while left:
        best = max(left, key=lambda i: (relevance * items[i].score / top - (1 - relevance) * _nearest(said, i, taken), -i))
        taken.append(best)
        left.remove(best)
    place = {i: rank for rank, i in enumerate(taken)}
    return [1 - place[i] / len(items) for i in range(len(items))]


def _nearest(said: Sequence[frozenset[str]], one: int, taken: Sequence[int]) -> float:
    """The largest share of words with one that was taken (Jaccard)."""
    return max((len(said[one] & said[t]) / max(1, len(said[one] | said[t])) for t in taken), default=0.0)
