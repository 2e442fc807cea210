"""Facts that pass a filter which few pass: a search brings the nearest of all, and none of them may be meant. They are read from the table
and stand behind what was found, by how near they are."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from keepsake import api
from keepsake.errors import ModelUnavailable
from keepsake.flows.recall import recall
from keepsake.ports import Embedder, Store, Vector
from keepsake.records import Embedding, Memory
from keepsake.rules.indexing import calibration, documents
from keepsake.rules.recall import gates, query

MOST_READ = 2_000
"""Memories that are looked through, the newest: about a second's worth."""
AT_ONCE = 1_000


class Passing(NamedTuple):
    memory: Memory
    nearness: float
    """To the question, from 0 to 1: the cosine, or without vectors the share of its words."""


def passing(
    store: Store, embedder: Embedder, asker: recall.Asker, request: api.RecallRequest, known: Collection[str], most: int
) -> list[Passing]:
    """At most `most` facts that the recall's own gates and filter let pass, other than those `known`, the nearest first."""
    reader, question = recall.reader_of(asker, request), query.read(request.query)
    vector, made_by = _asked(embedder, request.query), Embedding(model=embedder.model, dimension=embedder.dimension)
    found: list[Passing] = []
    after, read = None, 0
    while read < MOST_READ:
        page = store.query(asker.scope.pk, Memory.prefix, after=after, limit=min(AT_ONCE, MOST_READ - read), newest_first=True)
        read += len(page.records)
        rows = (r for r in page.records if isinstance(r, Memory) and r.memory_id not in known)
        found += [Passing(r, _near(r, question, vector, made_by)) for r in rows if gates.held_by(r, reader) is None]
        after = page.after
        if after is None:
            break
    return sorted(found, key=lambda p: (-p.nearness, p.memory.memory_id))[:most]


def _asked(embedder: Embedder, text: str) -> Vector | None:
    """None while the embedder is down."""
    try:
        return calibration.as_stated(embedder.embed([text])[0], embedder.asking)
    except ModelUnavailable:
        return None


def _near(memory: Memory, question: query.Question, vector: Vector | None, made_by: Embedding) -> float:
    mine = documents.vector(memory, made_by) if vector is not None else None
    if vector is None or mine is None:
        return query.share(question, memory.content.summary)
    return max(0.0, min(1.0, sum(a * b for a, b in zip(vector, mine, strict=True))))
