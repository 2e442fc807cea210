"""Tables that fail, or at which something else happens first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keepsake.errors import Unavailable
from local.stand_ins import MemoryStore


class Dies(MemoryStore):
    """A table that stops answering at its n-th write."""

    def __init__(self, rows: dict[Any, Any], at: int) -> None:
        super().__init__()
        self.rows, self.at, self.commits = rows, at, 0

    def commit(self, writes: Any) -> None:
        self.commits += bool(writes)
        if writes and self.commits == self.at:
            raise Unavailable("The table does not answer.")
        super().commit(writes)


class Interrupted(MemoryStore):
    """A table at whose n-th call something else happens first."""

    def __init__(self, rows: dict[Any, Any], at: int, then: Callable[[], object]) -> None:
        super().__init__()
        self.rows, self.at, self.then, self.made = rows, at, then, 0

    def _called(self, name: str) -> None:
        super()._called(name)
        self.made += 1
        if self.made == self.at:
            self.then()
