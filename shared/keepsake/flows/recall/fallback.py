"""What recall reads when the index is down or asleep (row Q10): the newest facts and the latest sessions, ranked by shared words."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from keepsake import ids
from keepsake.ports import Store
from keepsake.records import Memory, Opening, Record, Scope, Session, event_key, session_key
from keepsake.rules.recall import lineage, query
from keepsake.rules.recall.fusion import Candidate

NEWEST = 200
"""Memories of the user that are read, the newest: about 0.3 MB, one page of a query."""
SESSIONS = 10
"""Sessions that are looked at, those that began last. They lie in the order of their ids, which says nothing of time."""
LATEST = 3
"""Of these, where something was said last: their latest events are read."""
BASE = 0.2
"""Of a profile or core fact that shares no word with the query: behind all that does."""
PROFILE = ("profile", "preference")

RECENT = 20
"""Events of a session."""
_POOL = ThreadPoolExecutor(2)


def from_table(
    store: Store, scope: Scope, question: query.Question, known: Mapping[ids.Key, Record]
) -> tuple[dict[ids.Key, Record], list[Candidate]]:
    """Rows beside those that are `known`, and the candidates among them, best first. Two more steps than the index takes, another one where
    older facts stand behind what was read, and no cost that grows with the user."""
    reading = _POOL.submit(_latest, store, scope)
    page = store.query(scope.pk, Memory.prefix, limit=NEWEST, newest_first=True)
    events = [event_key(scope, e) for s in reading.result() for e in s.recent[-RECENT:]]
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


def _latest(store: Store, scope: Scope) -> list[Session]:
    page = store.query(scope.pk, Opening.prefix, limit=SESSIONS, newest_first=True)
    rows = store.read([session_key(o.scope) for o in page.records if isinstance(o, Opening)]).values()
    return sorted((r for r in rows if isinstance(r, Session)), key=lambda s: s.updated_at, reverse=True)[:LATEST]
