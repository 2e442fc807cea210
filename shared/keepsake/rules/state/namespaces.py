"""Which namespaces a list shows: by how they begin and end, and how deep."""

from __future__ import annotations

from collections.abc import Sequence

ANY = "*"


def shown(labels: Sequence[str], prefix: Sequence[str], suffix: Sequence[str]) -> bool:
    """`*` in a prefix or a suffix stands for any one label."""
    if len(labels) < max(len(prefix), len(suffix)):
        return False
    return _meets(labels[: len(prefix)], prefix) and _meets(labels[len(labels) - len(suffix) :], suffix)


def _meets(labels: Sequence[str], pattern: Sequence[str]) -> bool:
    return all(p in (ANY, label) for p, label in zip(pattern, labels, strict=True))


def cut(labels: Sequence[str], depth: int | None) -> tuple[str, ...]:
    return tuple(labels[:depth])
