"""The topic that a fact is under (rows K7, K8). A summary names the facts that it tells; any other is under the topic to which its own
labels and names lead. No row says so, and none is written where a fact joins many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from keepsake.records import Kind, Memory
from keepsake.rules.knowledge import guides, pruning, topics
from keepsake.rules.knowledge.topics import Audience


class _Place(NamedTuple):
    label: str
    size: int


class Under:
    """By an owner's summaries: all of them, those that ended included, which say what took their facts over. Where only `some` are at hand,
    only what these tell has a topic."""

    def __init__(self, summaries: Iterable[Memory], *, some: bool = False) -> None:
        held = {m.memory_id: m for m in summaries if m.kind is Kind.SUMMARY and m.topic is not None}
        self._told = {i: str(m.topic) for m in held.values() if m.current for i in guides.told(m)}
        self._there: defaultdict[tuple[str, str, Audience], dict[str, _Place]] = defaultdict(dict)
        for one in () if some else sorted(held.values(), key=lambda m: m.current):  # what is current goes before what it took over
            successor = pruning.merged_into(one)
            page = held.get("s" + successor[1:]) if successor is not None else one
            if page is not None and page.current:
                place = (one.scope.pk, one.scope.namespace, topics.audience_of(one))
                self._there[place][topics.key_of(str(one.topic))] = _Place(str(page.topic), guides.size(page))

    def of(self, fact: Memory) -> str | None:
        """The label of its topic; None where it is under none."""
        if fact.memory_id in self._told:
            return self._told[fact.memory_id]
        there = self._there.get((fact.scope.pk, fact.scope.namespace, topics.audience_of(fact)), {})
        if not there or not topics.placeable(fact):
            return None
        found = topics.choices(fact, there.keys())
        best = min(found, key=lambda k: (found[k], -there[k].size, k), default=None)
        return there[best].label if best is not None else None

    def told(self, memory: Memory) -> Memory:
        """The memory with the label of its topic, which a fact's own row does not say."""
        label = self.of(memory) if memory.kind is Kind.FACT else None
        return memory if label is None else memory.model_copy(update={"topic": label})
