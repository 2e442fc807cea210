"""Whether each dependency answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from keepsake import api
from keepsake.errors import KeepsakeError


class Probe(NamedTuple):
    name: str
    ask: Callable[[], object]
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
        probe.ask()
    except KeepsakeError as err:
        return api.Dependency(name=probe.name, ok=False, detail=err.detail)
    return api.Dependency(name=probe.name, ok=True)
