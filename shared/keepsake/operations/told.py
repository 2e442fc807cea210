"""What is said of one route, beside what its models say."""

from __future__ import annotations

from typing import Any, NamedTuple


class Operation(NamedTuple):
    id: str
    """A verb, mostly with a noun, as clients name their method: `pinMemory`. Unique."""
    tag: str
    """The group of methods that it belongs to; one of `TAGS`."""
    description: str
    """What the summary leaves out. No line ends."""
    request: dict[str, Any] | None = None
    """A body that the route takes; None where it takes none."""
    answer: dict[str, Any] | None = None
    """A body that it answers with; None where it answers without."""
    preview: dict[str, Any] | None = None
    """What it answers to a preview, where it has one."""
