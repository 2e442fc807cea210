"""Whether each dependency answers: asked for whoever has a key, since asking costs; without one the answer says that the API does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake import api
from keepsake.errors import KeepsakeError, ModelUnavailable, Unavailable
from keepsake.ports import Store
from keepsake.records import DueWork, Embedding
from keepsake.records.indexing import Owed, Spaces
from keepsake.rules.indexing import owing

LATE = timedelta(minutes=2)
"""The schedule asks every minute for what is due."""
MOST_NOTES = 20
"""Of what is owed that are looked at, those that are tried again first: a note names up to 100 documents, and takes some 10 KB then."""
PROBED_WITHIN_S = 8.0
"""Seconds for all probes side by side; what has not answered by then is down. Health's own function has more."""
REMEMBERED = timedelta(seconds=10)
"""How long an answer stands for whoever asks next: a monitor that asks each second costs no more than one that asks by six a minute."""
KEY_WITHIN_S = 5.0
"""Seconds for the key before that, which the table has to know."""
NOT_ASKED = "asked for those who send a key"


class Probe(NamedTuple):
    name: str
    ask: Callable[[], object]
    """What it answers is shown where it is text."""
    vital: bool
    """Without it nothing can be answered."""


def shallow(probes: Sequence[Probe]) -> api.HealthAnswer:
    """The API answers; nothing is asked."""
    return api.HealthAnswer(status="ok", dependencies=tuple(api.Dependency(name=p.name, ok=None, detail=NOT_ASKED) for p in probes))


def health(probes: Sequence[Probe], within_s: float = PROBED_WITHIN_S) -> api.HealthAnswer:
    """All at once; `degraded` when something is down that recall can do without, `down` otherwise. What hangs is left behind."""
    pool = ThreadPoolExecutor(len(probes))
    until = time.monotonic() + within_s
    asked = [pool.submit(_ask, p) for p in probes]
    rows = [_told(p, row, max(0.0, until - time.monotonic()), within_s) for p, row in zip(probes, asked, strict=True)]
    pool.shutdown(wait=False, cancel_futures=True)
    failed = [p for p, row in zip(probes, rows, strict=True) if not row.ok]
    status = "down" if any(p.vital for p in failed) else "degraded" if failed else "ok"
    return api.HealthAnswer(status=status, dependencies=tuple(rows))


def known(resolve: Callable[[], object], table: str, probes: Sequence[Probe], within_s: float = KEY_WITHIN_S) -> api.HealthAnswer | None:
    """None where the key is known. A table that hangs or fails says so itself, and nothing else is asked. Raises Unauthenticated."""
    pool = ThreadPoolExecutor(1)
    reason = f"does not answer within {within_s:g} s"
    try:
        pool.submit(resolve).result(within_s)
    except Late:
        pass
    except Unavailable as err:
        reason = err.detail
    else:
        return None
    finally:
        pool.shutdown(wait=False)
    rows = [d if d.name != table else api.Dependency(name=table, ok=False, detail=reason) for d in shallow(probes).dependencies]
    return api.HealthAnswer(status="down", dependencies=tuple(rows))


def _told(probe: Probe, row: Future[api.Dependency], left_s: float, within_s: float) -> api.Dependency:
    try:
        return row.result(left_s)
    except Late:
        return api.Dependency(name=probe.name, ok=False, detail=f"does not answer within {within_s:g} s")


def _ask(probe: Probe) -> api.Dependency:
    try:
        told = probe.ask()
    except KeepsakeError as err:
        return api.Dependency(name=probe.name, ok=False, detail=err.detail)
    return api.Dependency(name=probe.name, ok=True, detail=told if isinstance(told, str) else None)


def embedding(standing: Spaces, configured: Embedding) -> str:
    """The active model; where a deploy's parameters name another, they change nothing."""
    active = f"{standing.active.model}, {standing.active.dimension} dimensions"
    if standing.rebuild is not None:
        tried = f", {standing.rebuild.errors} errors so far" if standing.rebuild.errors else ""
        return f"{active}; the index is being made anew since {standing.rebuild.started_at:%Y-%m-%d %H:%M} UTC{tried}"
    if standing.migration_id is not None:
        return f"{active}; migration {standing.migration_id} is open"
    if standing.active != configured:
        return f"{active}; the parameters name {configured.model}, {configured.dimension}, which a migration would bring about"
    return active


def vectors(store: Store, now: datetime) -> str | None:
    """Raises ModelUnavailable while documents wait for their vectors for over LATE, or for the index: they are found by their words alone,
    or by the table. What the schedule tried in vain waits on, so it goes by when it was first due."""
    told = []
    for work, wait in ((DueWork.VECTORS, "wait for their vectors"), (DueWork.OWED, "are not in the index")):
        rows = store.read(store.due(work, now + owing.LONGEST_PAUSE, MOST_NOTES)).values()
        late = [o for o in rows if isinstance(o, Owed) and o.since <= now - LATE]
        if late:
            many = f"{'Over ' if len(late) == MOST_NOTES else ''}{sum(len(o.keys) for o in late)}"
            told.append(f"{many} documents {wait}, since {min(o.since for o in late):%Y-%m-%d %H:%M} UTC")
    if told:
        raise ModelUnavailable(f"{'; '.join(told)}.")
    return None
