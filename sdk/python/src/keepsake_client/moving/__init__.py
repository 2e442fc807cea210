"""Moving in: what other memories export becomes facts and messages here.

Each source reads one system's exports, row by row, and says of each row that it cannot take why. Nothing here asks the network but
`sending`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from keepsake_client.moving import agentcore, jsonl, mem0, zep
from keepsake_client.moving.rows import Row
from keepsake_client.moving.sending import Moved, Report, move

Source = Callable[[Path], Iterator[Row]]
SOURCES: Mapping[str, Source] = {"mem0": mem0.read, "zep": zep.read, "agentcore": agentcore.read, "jsonl": jsonl.read}
"""Readers of a file, by the system that it comes from."""

__all__ = ["SOURCES", "Moved", "Report", "Row", "Source", "move"]
