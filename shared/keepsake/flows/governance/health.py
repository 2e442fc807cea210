"""Whether each dependency answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake import api
from keepsake.errors import KeepsakeError, ModelUnavailable
from keepsake.ports import Store
from keepsake.records import DueWork, Embedding
from keepsake.records.indexing import Spaces

LATE = timedelta(minutes=2)
"""The schedule asks every minute for what is due."""
MOST_COUNTED = 100


class Probe(NamedTuple):
    name: str
    ask: Callable[[], object]
    """What it answers is shown where it is text."""
    vital: bool
    """Without it nothing can be answered."""


def health(probes: Sequence[Probe]) -> api.HealthAnswer:
    """All at once; `degraded` when something is down that recall can do without, `down` otherwise."""
    with ThreadPoolExecutor(len(probes)) as pool:
        rows = list(pool.map(_ask, probes))
    failed = [p for p, row in zip(probes, rows, strict=True) if not row.ok]
    status = "down" if any(p.vital for p in failed) else "degraded" if failed else "ok"
    return api.HealthAnswer(status=status, dependencies=tuple(rows))


def _ask(probe: Probe) -> api.Dependency:
    try:
        told = probe.ask()
    except KeepsakeError as err:
        return api.Dependency(name=probe.name, ok=False, detail=err.detail)
    return api.Dependency(name=probe.name, ok=True, detail=told if isinstance(told, str) else None)


def embedding(standing: Spaces, configured: Embedding) -> str:
    """The active model; where a deploy's parameters name another, they change nothing."""
    active = f"{standing.active.model}, {standing.active.dimension} dimensions"
    if standing.migration_id is not None:
        return f"{active}; migration {standing.migration_id} is open"
    if standing.active != configured:
        return f"{active}; the parameters name {configured.model}, {configured.dimension}, which a migration would bring about"
    return active


def vectors(store: Store, now: datetime) -> str | None:
    """Raises ModelUnavailable while documents wait for their vectors for over LATE: they are found by their words alone."""
    late = len(store.due(DueWork.VECTOR, now - LATE, MOST_COUNTED))
    if late:
        raise ModelUnavailable(f"{late if late < MOST_COUNTED else f'Over {MOST_COUNTED}'} documents wait for their vectors.")
    return None
