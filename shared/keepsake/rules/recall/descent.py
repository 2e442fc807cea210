"""From topics down to what answers the query (row Q3): topics that match > their summaries > facts where the summaries do not suffice >
recent events. A pure selection over what one search and one hydration brought.

What a topic leads to stands behind the first ten that flat ranking found, or beside the list: there it takes no evidence's place,
since a summary repeats what facts say, and the evidence is what answers a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from keepsake.api import RecallItem
from keepsake.ids import Key
from keepsake.records import Kind, Memory, memory_sk
from keepsake.rules import words
from keepsake.rules.recall import packing
from keepsake.rules.recall.fusion import Candidate

FIRST = 10
"""Places that flat ranking fills alone, and as many more as it takes to cite so many events: the default top_k, and what LoCoMo's evidence
is counted in."""
MATCHES = 0.5
"""Share of the best guide's score from which another one matches the query too: every guide of a user is near to some degree."""
MOST_TOPICS = 3
MOST_SUMMARIES = 2
"""Their facts are read with them. A third changed nothing of LoCoMo's evidence."""
MOST_ADDED = 5
"""Facts that a descent brings beside those that flat ranking found."""
GUIDE_SHARE = 0.2
"""Of the token budget, what guides may take from evidence behind the first ten."""
LED = "topic"
"""The leg's name of what only the descent found."""


class Paths(NamedTuple):
    """Guides that match, best first, and the rows that they lead to."""

    guides: tuple[Candidate, ...]
    facts: tuple[Key, ...]

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(dict.fromkeys([*(g.key for g in self.guides), *self.facts]))


def paths(found: Sequence[Candidate]) -> Paths:
    """From the guides that the search found, best first. Their documents name their children, so that one hydration brings all."""
    near = [c for c in found if c.score >= MATCHES * found[0].score]
    first = [c for c in near if c.fields.get("kind") == Kind.TOPIC.value][:MOST_TOPICS]
    summaries = {c.key: c for c in near if c.fields.get("kind") == Kind.SUMMARY.value}
    for topic in first:
        for key in _children(topic):
            summaries.setdefault(key, Candidate(key, {"kind": Kind.SUMMARY.value}, {LED: round(topic.score, 4)}, topic.score))
    best = sorted(summaries.values(), key=lambda c: (-c.score, c.key))[:MOST_SUMMARIES]
    children = {c.key: tuple(_children(c)) for c in found if c.fields.get("kind") == Kind.SUMMARY.value}
    facts = dict.fromkeys(k for s in best for k in children.get(s.key, ()))
    return Paths((*first, *best), tuple(facts))


def _children(guide: Candidate) -> Iterable[Key]:
    """Rows of the same owner that the guide's document names."""
    named = guide.fields.get("memory_ids")
    return [Key(guide.key.pk, memory_sk(str(m))) for m in named] if isinstance(named, list | tuple) else []


def suffice(query: str, summaries: Iterable[Memory]) -> bool:
    """Whether the summaries hold every content word of the query: a word that is missing may be what was asked about."""
    return not missing(query, summaries)


def missing(query: str, summaries: Iterable[Memory]) -> frozenset[str]:
    """Stems of the query's content words that no summary holds."""
    return words.content(query).difference(*(words.content(s.content.summary) for s in summaries))


def below(query: str, facts: Sequence[Memory], summaries: Sequence[Memory]) -> list[Memory]:
    """The summaries' facts that are worth showing: none where the summaries suffice, else those that share words with the query."""
    if suffice(query, summaries):
        return []
    asked = words.content(query)
    shared = [(len(asked & words.content(f"{f.content.summary} {' '.join(f.labels)}")), f) for f in facts]
    return [f for count, f in sorted(shared, key=lambda row: (-row[0], row[1].memory_id)) if count][:MOST_ADDED]


class Chosen(NamedTuple):
    """`listed` is the answer's list in rank order; `beside` are the guides that it has no place for."""

    listed: list[RecallItem]
    beside: list[RecallItem]


def choose(flat: Sequence[RecallItem], guides: Sequence[RecallItem], added: Sequence[RecallItem], budget: int, top_k: int) -> Chosen:
    """The first of flat ranking as if there were no guides; behind them guides, the rest of flat ranking and what a topic led to, by what
    they are worth of the budget."""
    first = _first(_fit(flat, budget, top_k))
    left, places = budget - _size(first), top_k - len(first)
    taken = {i.memory_id for i in first}
    waiting = sorted((i for i in flat if i.memory_id not in taken), key=packing.worth, reverse=True) if places else []
    led = _fit(guides, min(left, int(GUIDE_SHARE * budget)) if waiting else left, len(guides))
    listed = led[:places]
    rest = _fit(waiting, left - _size(led), places - len(listed))
    taken |= {i.memory_id for i in rest}
    fresh = [i for i in added if i.memory_id not in taken]
    more = _fit(fresh, left - _size(led) - _size(rest), min(MOST_ADDED, places - len(listed) - len(rest)))
    behind = sorted([*listed, *rest, *more], key=packing.worth, reverse=True)
    return Chosen(_in_rank_order([*first, *behind]), led[places:] if places < len(led) else [])


def told_alone(listed: Sequence[RecallItem], summaries: Iterable[Memory]) -> set[str]:
    """The summaries that say nothing beside the facts of the list: a context tells a fact once, by itself."""
    facts = {i.memory_id: i for i in listed if i.kind is Kind.FACT}
    said = frozenset[str]().union(*(words.content(f.content) for f in facts.values()))
    found = set()
    for summary in summaries:
        sources = {r.target for r in summary.relations if r.type == "derived_from"}
        if facts.keys() >= sources or (facts.keys() & sources and words.content(summary.content.summary) <= said):
            found.add(summary.memory_id)
    return found


def left_out(chosen: Chosen, budget: int, top_k: int) -> Callable[[RecallItem], Literal["rank", "budget"]]:
    """Why an item that is not in the list is not: there were `top_k` worth more, or it did not fit in what was left of the budget."""
    full = len(chosen.listed) >= top_k
    last = chosen.listed[-1].score if chosen.listed else 0.0
    left = budget - _size([*chosen.listed, *chosen.beside])
    return lambda item: "rank" if full and (item.score <= last or packing.size(item) <= left) else "budget"


def _first(fitting: Sequence[RecallItem]) -> list[RecallItem]:
    cited: set[str] = set()
    for place, item in enumerate(fitting):
        if place >= FIRST and len(cited) >= FIRST:
            return list(fitting[:place])
        cited.update(item.event_ids)
    return list(fitting)


def _in_rank_order(items: Sequence[RecallItem]) -> list[RecallItem]:
    """What stands behind another item is scored no higher than it."""
    out: list[RecallItem] = []
    for item in items:
        low = min(item.score, out[-1].score) if out else item.score
        out.append(item if low == item.score else item.model_copy(update={"score": low}))
    return out


def _fit(items: Sequence[RecallItem], budget: int, most: int) -> list[RecallItem]:
    return packing.fit(items, budget, most) if most > 0 else []


def _size(items: Iterable[RecallItem]) -> int:
    return sum(map(packing.size, items))
