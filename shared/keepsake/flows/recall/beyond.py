"""Facts that pass a filter which few pass (row Q8): a search brings the nearest of all, and none of them may be meant. Then the user's
facts are read from the table, the newest first, and what passes stands behind what was found, by how near it is."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from operator import mul
from typing import NamedTuple

from keepsake import api
from keepsake.flows.recall import known_then
from keepsake.ids import Key
from keepsake.ports import Store, Vector
from keepsake.records import Embedding, Event, Kind, Memory, Record
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge.under import Under
from keepsake.rules.recall import gates, lineage, query
from keepsake.rules.recall.fusion import Candidate

WITHIN_S = 2.0
"""Seconds after which no further page is read."""
MOST_READ = 20_000
"""Memories that are looked through at most."""
AT_ONCE = 500
"""Of them in one page: about 1 MB and 125 read units, a quarter of a second with what is computed of them."""
FILTER = "filter"
"""The leg of a fact that nothing but the filter brought."""


class Asked(NamedTuple):
    question: query.Question
    vector: Vector | None
    """None while the embedder is down."""
    made_by: Embedding
    under: Under


class Passing(NamedTuple):
    rows: Mapping[Key, Record]
    """Of the candidates, and of what they are told with."""
    candidates: Sequence[Candidate]
    """Best first, each with less than the least of what was found."""
    unread_before: int | None
    """How many memories were read where time or their number left older ones unread; None where all were."""


def passing(
    store: Store, reader: gates.Reader, request: api.RecallRequest, asked: Asked, rows: Mapping[Key, Record], read: Sequence[Candidate]
) -> Passing:
    """Facts of the reader's own that their filter and the gates let pass, as many as `top_k` lacks of what was read; none where it lacks
    none, or only other kinds are asked for."""
    told = [c for c in read if isinstance(r := rows.get(c.key), Memory | Event) and gates.held_by(r, reader) is None]
    lacking = request.top_k - len(told)
    if lacking <= 0 or Kind.FACT not in reader.kinds:
        return Passing({}, (), None)
    known = {c.key for c in read}
    best: list[tuple[float, Memory]] = []
    looked, cut = 0, None
    until = time.perf_counter() + WITHIN_S
    for page, more in _pages(store, reader):
        looked += len(page)
        mine = (asked.under.told(m) for m in page if m.kind is Kind.FACT and m.key not in known)
        fresh = [(_near(m, asked), m) for m in mine if gates.held_by(m, reader) is None]
        best = sorted([*best, *fresh], key=lambda pair: (-pair[0], pair[1].key))[:lacking]
        if more and (looked >= MOST_READ or time.perf_counter() >= until):
            cut = looked
            break
    least = min((c.score for c in told), default=1.0)
    found = {m.key: m for _, m in best}
    beside = [k for k in lineage.behind(found.values()) if k not in rows and k not in found]
    behind = {**store.read(beside), **found}
    behind |= store.read(lineage.astray({**rows, **behind}))
    return Passing(behind, [_candidate(m, near, least) for near, m in best], cut)


def _pages(store: Store, reader: gates.Reader) -> Iterator[tuple[list[Memory], bool]]:
    """The memories of each page, as they were known at the time that is asked about, and whether there is another page."""
    after: str | None = None
    while True:
        page = store.query(reader.scope.pk, Memory.prefix, after=after, limit=AT_ONCE, newest_first=True)
        after = page.after
        rows: Mapping[Key, Record] = {r.key: r for r in page.records if isinstance(r, Memory)}
        if reader.known_at is not None:
            rows = known_then.as_known(store, rows, reader.known_at)
        yield [r for r in rows.values() if isinstance(r, Memory)], after is not None
        if after is None:
            return


def _candidate(memory: Memory, near: float, least: float) -> Candidate:
    return Candidate(memory.key, {"kind": memory.kind.value}, {FILTER: round(near, 4)}, least * near)


def _near(memory: Memory, asked: Asked) -> float:
    """From 0 to 1: the cosine, or without vectors the share of the question's words."""
    mine = documents.vector(memory, asked.made_by) if asked.vector is not None else None
    if asked.vector is None or mine is None:
        return query.share(asked.question, memory.content.summary)
    cosine: float = sum(map(mul, asked.vector, mine))
    return max(0.0, min(1.0, cosine))
