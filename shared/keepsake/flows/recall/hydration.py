"""The rows of the best candidates, with the facts that stand behind them: as many as can still enter the answer, and no more.

Each row is paid for and parsed, and a list of ten seldom reaches behind the first twelve. Where gates or repetitions take places, the
next are read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from keepsake import api
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Event, Memory, Record
from keepsake.rules.recall import gates, latest, likely_now, lineage, reranking, windows
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.recall.legs import TIME

MOST = 100
"""Candidates that are read at most. More brought no evidence on LoCoMo that a top 10 would show."""
SPARE = 2
"""Beside `top_k`, for what repeats another one in other words."""
FURTHER = 6
"""Candidates of the first further step; of each that follows twice as many, where gates hold nearly all of them."""
MOST_UNTOLD = 12
"""Of those that the index knows are not told: by what was superseded its successor is found."""
MOST_BESIDE = 12
"""Memories that may be told, the best, that have places beside the first hundred."""
MOST_RIVALLED = 1
"""Events, the best, whose facts are candidates though the search ranked them low: what may stand first. Of the others they take the places
of other evidence (PrefEval: 0.84 of it cited with one, 0.825 with none and with four)."""

MOST_CHANGING = 3
"""The same for facts whose words mark a change: what replaces something nearer to the question in none of its words."""


class Hydrated(NamedTuple):
    rows: dict[Key, Record]
    candidates: list[Candidate]
    """Those that were read, best first."""


def enough(request: api.RecallRequest, window: windows.Window | None, *, reranked: bool) -> int:
    """How many different items make sure of the answer's list. All where only the rows tell what is wanted: the caller filters or asks of
    another time, or an occurrence that has to be found dates the window."""
    if request.filters is not None or request.as_of is not None or request.known_at is not None:
        return MOST
    if window is not None and not window.dated:
        return MOST
    return min(MOST, max(request.top_k, reranking.DEPTH if reranked else 0) + SPARE)


def read(
    store: Store, reader: gates.Reader, fused: Sequence[Candidate], beside: Sequence[Key], rows: Mapping[Key, Record], wanted: int,
    untold: Collection[Key] = (),
) -> Hydrated:  # fmt: skip
    """Rows beside those that are there already. `beside` are read in the first step. So are, whatever their places, as many of what lies in
    the window that the query names, since that is lifted, the nearest by vector, since the floor asks for it, and the facts of which one
    may tell how it stands though messages lie before it. A fact that the search found and that rests on the best event is a candidate too:
    its row is read for that event's sake, and it may tell it better. So is one of the next events where it tells of a change."""
    best = _best(fused, untold, wanted, reader)
    lifted = [c for c in best if TIME in c.legs][:wanted]
    nearest = max((c for c in best if c.cosine is not None and c.key not in untold), key=lambda c: c.cosine or 0.0, default=None)
    rivals = [c for c in best if not c.event and c.key not in untold][: likely_now.MOST]
    first = {id(c) for c in (*best[:wanted], *lifted, nearest, *rivals)}
    taken = [c for c in best if id(c) in first]
    rest = [c for c in best if id(c) not in first]
    found, fresh, keys, further = dict(rows), taken, list(beside), FURTHER
    while True:
        keys += [*(c.key for c in fresh), *lineage.beneath(fresh), *lineage.beside(fresh)]
        found |= store.read([k for k in keys if k not in found])
        if astray := lineage.astray(found):
            found |= store.read(astray)
        if not rest or _different(taken, found, reader) >= wanted - SPARE:
            told = [k for k in lineage.beneath(taken[MOST_RIVALLED:MOST_CHANGING]) if latest.tells_of_change(found.get(k))]
            chosen = {*(c.key for c in taken), *lineage.beneath(taken[:MOST_RIVALLED]), *told}
            return Hydrated(found, [c for c in best if c.key in chosen])
        fresh, rest, keys, further = rest[:further], rest[further:], [], 2 * further
        taken = [*taken, *fresh]


def _best(fused: Sequence[Candidate], untold: Collection[Key], wanted: int, reader: gates.Reader) -> list[Candidate]:
    """The candidates that may be read, best first. What the index knows is not told takes few of the places, and some memories have theirs
    beside them: of a thing that changed often every earlier message is near, and that it is outdated only rows tell."""
    most = MOST if reader.include else MOST_UNTOLD
    passed_over = {c.key for c in [c for c in fused if c.key in untold][most:]}
    left = [c for c in fused if c.key not in passed_over]
    sure = {c.key for c in [c for c in left if not c.event and c.key not in untold][: min(wanted, MOST_BESIDE)]}
    return [c for place, c in enumerate(left) if place < MOST or c.key in sure]


def _different(candidates: Sequence[Candidate], rows: Mapping[Key, Record], reader: gates.Reader) -> int:
    """Items that these make at least: an event and the facts that rest on it may become one."""
    asker = replace(reader, lineage=lineage.of(rows))
    records = (r for c in candidates if isinstance(r := rows.get(c.key), Memory | Event))
    passed = [r for r in records if gates.held_by(r, asker) is None]
    told = {r.event_ids for r in passed if isinstance(r, Memory)}
    cited = {e for names in told for e in names}
    return len(told) + sum(isinstance(r, Event) and r.event_id not in cited for r in passed)
