"""What recall reads when the index is down or asleep (row Q10): the newest facts and the latest sessions, ranked by shared words."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from keepsake import ids
from keepsake.ports import Store
from keepsake.records import Memory, Record, Scope, Session, event_key
from keepsake.rules.recall import lineage, query
from keepsake.rules.recall.fusion import Candidate

NEWEST = 200
"""Memories of the user that are read, the newest: about 0.3 MB, one page of a query."""
SESSIONS = 50
LATEST = 3
"""Sessions whose latest events are read."""
BASE = 0.2
"""Of a profile or core fact that shares no word with the query: behind all that does."""
PROFILE = ("profile", "preference")

RECENT = 20
"""Events of a session."""
_POOL = ThreadPoolExecutor(2)


def from_table(
    store: Store, scope: Scope, question: query.Question, known: Mapping[ids.Key, Record]
) -> tuple[dict[ids.Key, Record], list[Candidate]]:
    """Rows beside those that are `known`, and the candidates among them, best first. One more step than the index takes, another one where
    older facts stand behind what was read, and no cost that grows with the user."""
    reading = _POOL.submit(store.query, scope.pk, Session.prefix, limit=SESSIONS)
    page = store.query(scope.pk, Memory.prefix, limit=NEWEST, newest_first=True)
    sessions = sorted((r for r in reading.result().records if isinstance(r, Session)), key=lambda s: s.updated_at, reverse=True)[:LATEST]
    events = [event_key(scope, e) for s in sessions for e in s.recent[-RECENT:]]
    rows = {r.key: r for r in page.records if isinstance(r, Memory)} | store.read(events)
    ranked = []
    for key, row in rows.items():
        if isinstance(row, Memory):
            share = query.share(question, f"{row.content.summary} {' '.join(row.labels)}")
            core = BASE if row.type.value in PROFILE and row.slot is not None else 0.0
            if share or core:
                ranked.append(
                    Candidate(key, {"kind": row.kind.value}, {"keyword": round(share, 4)} if share else {"profile": 1.0}, share + core)
                )
        elif key in events:
            share = query.share(question, row.content)  # type: ignore[attr-defined]
            ranked.append(Candidate(key, {"kind": "event"}, {"keyword": round(share, 4)} if share else {"recent": 1.0}, share))
    rows |= known
    rows |= store.read([k for k in lineage.behind(rows.values()) if k not in rows])
    return rows, sorted(ranked, key=lambda c: (-c.score, c.key))
