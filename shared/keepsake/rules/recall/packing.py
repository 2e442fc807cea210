"""Choose what fits the token budget and write the context that goes into a prompt (row Q6)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from keepsake import ids
from keepsake.api import RecallItem
from keepsake.records import Kind, Role, Trust
from keepsake.rules import quoting, tokens
from keepsake.rules.intake import injected
from keepsake.rules.recall import telling

TWICE_AS_LONG = 0.12
"""What an item must score more than one of half its length, to be worth as much: from 0.07 to 0.2 the evidence that fits into 1,000
tokens rises by 0.3 to 0.8 points over the order of scores (LoCoMo)."""
EXPERIENCED = (Kind.EVENT, Kind.EPISODE)
"""Kinds that tell what happened, not what holds."""


UNLABELLED = (*EXPERIENCED, Kind.WORKING)
LABEL, QUOTED = 4, 9
"""Tokens of `[preference]` before a line, and of the marks of a quotation around it."""


class Packed(NamedTuple):
    """The context as it is sent, its tokens, and what stands in it."""

    text: str
    tokens: int
    items: tuple[RecallItem, ...]
    focus: tuple[RecallItem, ...]


def size(item: RecallItem) -> int:
    """About the tokens of its line."""
    label = 0 if item.kind in UNLABELLED else LABEL
    if item.said_by is not None or not item.legs.keys().isdisjoint((telling.EARLIER, telling.SHARED)):
        return tokens.count(telling.line(item)) + label
    quoted = QUOTED if item.source_role is not Role.USER or item.trust is Trust.UNTRUSTED else 0
    return tokens.count(item.content) + quoted + label


def room(recall_id: str, budget: int) -> int:
    """What the wrapping leaves of the budget, at least 0."""
    return max(0, budget - tokens.of_lines((injected.OPENING.format(recall_id=recall_id), injected.CLOSING)))


def fit(items: Sequence[RecallItem], budget: int, top_k: int) -> list[RecallItem]:
    """The best items in rank order that fit together; one that is too large is passed over for the next."""
    kept: list[RecallItem] = []
    used = 0
    for item in items:
        takes = size(item)
        if used + takes <= budget:
            kept.append(item)
            used += takes
        if len(kept) == top_k:
            break
    return kept


def worth(item: RecallItem) -> float:
    """Its score, less what its length takes from others' place."""
    return item.score - TWICE_AS_LONG * math.log2(max(1, tokens.count(item.content)))


def packed(recall_id: str, items: Sequence[RecallItem], focus: Sequence[RecallItem], budget: int) -> Packed:
    """The context within the budget, headings, labels and wrapping included: what `fit` estimated is counted here, and what is too much
    is left out from the end, the focus beside the list first. Empty where not even the wrapping fits."""
    kept, there = list(items), {i.memory_id for i in items}
    beside, listed = [i for i in focus if i.memory_id not in there], [i for i in focus if i.memory_id in there]
    while True:
        in_focus = [i for i in focus if i in beside or i in listed]
        lines = _lines(recall_id, kept, in_focus)
        counted = tokens.of_lines(lines)
        if counted <= budget:
            return Packed("\n".join(lines), counted, tuple(kept), tuple(in_focus))
        if not kept and not beside:
            return Packed("", 0, (), ())
        over = counted - budget
        while over > 0 and (kept or beside):
            gone = beside.pop() if beside else kept.pop(_last_told(kept))
            listed = [i for i in listed if i is not gone and i.memory_id != gone.memory_id]
            over -= tokens.count(telling.line(gone))


def _last_told(items: Sequence[RecallItem]) -> int:
    """Place of the last item that has a line: a topic's words stand above its summaries', and take none. Standing instructions go last."""
    places = range(len(items) - 1, -1, -1)
    ranked = (place for place in places if items[place].kind is not Kind.TOPIC and telling.STANDING not in items[place].legs)
    return next(ranked, next((place for place in places if items[place].kind is not Kind.TOPIC), len(items) - 1))


def context(recall_id: str, items: Sequence[RecallItem], focus: Sequence[RecallItem] = ()) -> str:
    """Standing instructions, known facts and summaries, facts about others, the current focus and recent episodes, each line once, in our
    own wrapping."""
    return "\n".join(_lines(recall_id, items, focus))


def _lines(recall_id: str, items: Sequence[RecallItem], focus: Sequence[RecallItem]) -> list[str]:
    standing = [i for i in items if telling.STANDING in i.legs]
    facts = [i for i in items if i.kind not in (*EXPERIENCED, Kind.TOPIC, Kind.WORKING) and telling.STANDING not in i.legs]
    subjects = list(dict.fromkeys(_heading(i) for i in facts))
    sections: list[tuple[str, list[str]]] = [_standing(standing)]
    for subject in subjects:
        about = [i for i in facts if _heading(i) == subject]
        title = "Known facts" if subjects == ["user"] else f"About {subject}"
        sections.append((f"{title}{_whose(about)}:", [_fact_line(i) for i in about]))
    sections.append(("Current focus:", [_event_line(i) for i in fresh(focus, items)]))
    sections.append(("Recent episodes:", [_event_line(i) for i in items if i.kind in EXPERIENCED]))
    seen: set[str] = set()
    once = [(title, [x for x in lines if not (x in seen or seen.add(x))]) for title, lines in sections]  # type: ignore[func-returns-value]
    return _wrapped(injected.OPENING.format(recall_id=recall_id), once)


def _whose(items: Sequence[RecallItem]) -> str:
    """What a heading says of first-person lines below it: "I" is not whoever reads them."""
    return ", in the user's own words" if any(map(telling.own_words, items)) else ""


def _standing(items: Sequence[RecallItem]) -> tuple[str, list[str]]:
    return f"Standing instructions{_whose(items)}:", [_fact_line(i) for i in items]


def fresh(focus: Sequence[RecallItem], items: Sequence[RecallItem]) -> list[RecallItem]:
    """What is in focus and told by none of the items in the same words: a store says nothing that another one said."""
    told = {quoting.flat(i.content).casefold() for i in items if i.kind is not Kind.WORKING} if focus else ()
    return [i for i in focus if quoting.flat(i.content).casefold() not in told]


def session_context(
    session_id: str, folded: str | None, said: Sequence[RecallItem], focus: Sequence[RecallItem], standing: Sequence[RecallItem] = ()
) -> str:
    """What the user has told the assistant for good, the session's system message, the turns since and the current focus, in our own
    wrapping."""
    sections = [
        _standing(standing),
        ("Earlier in this session:", [f"- {quoting.flat(folded)}"] if folded else []),
        ("Last turns:", [_event_line(i) for i in said]),
        ("Current focus:", [_event_line(i) for i in focus]),
    ]
    return "\n".join(_wrapped(injected.SESSION_OPENING.format(session=ids.part(session_id)), sections))


def _wrapped(opening: str, sections: Sequence[tuple[str, list[str]]]) -> list[str]:
    """The sections that say something, an empty line between them."""
    told = [[title, *lines] for title, lines in sections if lines]
    within = [line for section in told for line in ("", *section)][1:] or [""]
    return [opening, *within, injected.CLOSING]


def _fact_line(item: RecallItem) -> str:
    return f"- [{telling.label(item)}] {telling.line(item)}"


def _event_line(item: RecallItem) -> str:
    return f"- {telling.line(item)}"


def _heading(item: RecallItem) -> str:
    """Whom the line is about; a foreign text's own word for that stands in no heading of ours."""
    subject = telling.about(item)
    return subject if subject in ("user", telling.ANOTHER) else quoting.OTHERS if telling.foreign(item) else quoting.name(subject)
