"""Files that go by an address of their own, in parts of 1 MiB."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

PART = 1 << 20
Progress = Callable[[int, int], None]
"""Is told the bytes that went, and of how many."""


@dataclass(frozen=True)
class Download:
    """A step: `take` is called with each part."""

    url: str
    take: Callable[[bytes], None]


@dataclass(frozen=True)
class Upload:
    """A step: one PUT of a file."""

    url: str
    file: Path
    told: Progress | None = None

    @property
    def headers(self) -> dict[str, str]:
        return {"Content-Length": str(self.file.stat().st_size)}

    def parts(self) -> Iterator[bytes]:
        size, gone = self.file.stat().st_size, 0
        with self.file.open("rb") as file:
            while part := file.read(PART):
                yield part
                gone += len(part)
                if self.told:
                    self.told(gone, size)

    async def parts_async(self) -> AsyncIterator[bytes]:
        for part in self.parts():
            yield part
