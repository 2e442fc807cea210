"""Compare what two embedding models find (row E2): the same questions, each by vector alone in its own index, for whoever may ask them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from keepsake import api, ids
from keepsake.errors import Conflict
from keepsake.flows.indexing import project
from keepsake.ports import Hit, Leg, Owner, Side, Store
from keepsake.records import Event, Scope
from keepsake.rules.indexing import calibration, documents

FIRST = 10
AT_ONCE = 100
KINDS = ("fact", "episode", "summary", "event")
Which = Literal["source", "target"]


class Question(NamedTuple):
    name: str
    owner: Owner
    text: str
    relevant: frozenset[str] = frozenset()


def compare(store: Store, source: Side, target: Side, request: api.CompareRequest) -> api.CompareAnswer:
    """Overlap of the first ten, and their recall where it is known what is relevant. Raises Conflict where there is nothing to ask."""
    asked = [
        Question(str(n), Owner(q.tenant, q.container, q.namespace, q.user_id), q.query, frozenset(q.relevant))
        for n, q in enumerate(request.queries)
    ] or _sampled(store, request.sample)
    if not asked:
        raise Conflict("Nothing is stored yet that could be asked for.")
    found = {"source": _found(source, asked), "target": _found(target, asked)}
    rows = [_compared(q, found["source"][n], found["target"][n]) for n, q in enumerate(asked)]
    recalls = [r.recall_at_10 for r in rows if r.recall_at_10 is not None]
    sides: tuple[Which, Which] = ("source", "target")
    return api.CompareAnswer(
        queries=tuple(rows),
        mean_overlap_at_10=_mean([r.overlap_at_10 for r in rows]),
        mean_recall_at_10={side: _mean([r[side] for r in recalls]) for side in sides} if recalls else None,
    )


def _sampled(store: Store, count: int) -> list[Question]:
    """The words of stored records, which their owners ask for: the first that a scan brings, in the order of the table's hash."""
    found: list[Question] = []
    after = None
    while len(found) < count:
        rows, after = store.scan(after, AT_ONCE)
        for row in project.searchable(rows).values():
            if not documents.gone(row):
                text = row.content if isinstance(row, Event) else row.content.summary
                found.append(Question(ids.named(row.key), _owner(row.scope), text))
        if after is None:
            break
    return found[:count]


def _owner(scope: Scope) -> Owner:
    return Owner(scope.tenant, scope.container, scope.namespace, scope.user_id)


def _found(side: Side, asked: Sequence[Question]) -> list[list[Hit]]:
    """One request to the model for each tenant's questions: a text that it refuses says nothing about another tenant's."""
    texts: dict[str, list[str]] = {}
    for q in asked:
        texts.setdefault(q.owner.tenant, []).append(q.text)
    made = {tenant: iter(side.embedder.embed(own)) for tenant, own in texts.items()}
    vectors = (calibration.as_stated(next(made[q.owner.tenant]), side.embedder.asking) for q in asked)
    return [side.index.search(q.owner, [Leg("vector", KINDS, vector=v, size=FIRST)])[0] for q, v in zip(asked, vectors, strict=True)]


def _compared(question: Question, source: Sequence[Hit], target: Sequence[Hit]) -> api.QueryComparison:
    ours, theirs = {h.key for h in source}, {h.key for h in target}
    overlap = len(ours & theirs) / max(len(ours), len(theirs), 1) if ours or theirs else 1.0
    recall: dict[Which, float] | None = None
    if question.relevant:
        recall = {"source": _recall(question, source), "target": _recall(question, target)}
    return api.QueryComparison(query=question.name, overlap_at_10=round(overlap, 4), recall_at_10=recall)


def _recall(question: Question, hits: Sequence[Hit]) -> float:
    """By the ids of the hits, and of the events that prove them."""
    found = {ids.named(h.key) for h in hits} | {e for h in hits for e in h.fields.get("event_ids", [])}
    return round(len(question.relevant & found) / len(question.relevant), 4)


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4)
