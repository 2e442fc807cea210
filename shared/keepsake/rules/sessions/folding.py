"""When a session is folded, where, and what its system message says where no chat model writes it (row W1).

The message is remade from points: statements that extraction found in the folded turns, and the latest questions and answers. So it is
one message of bounded length however often the session is folded, and says nothing that was not said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from keepsake.records import Event, Folding, Memory, Point, Role, Said, Session, Trust, Verdict
from keepsake.rules import quoting, slots
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import summaries
from keepsake.rules.policy import Policy

RULES = "rules"
"""Who wrote a message that no chat model did."""
MOST_STATED = 24
"""Statements that the message tells: about 300 words, a tenth of the tokens at which a session is folded."""
MOST_QUOTED = 3
"""Questions, and as many answers: the latest."""
MOST_WORDS = 25
"""Of a sentence that is quoted, as a whole or not at all."""
FEWEST_WORDS = 3

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")


def due(session: Session, policy: Policy) -> bool:
    """More turns or tokens than the session's list may hold, and older turns to fold."""
    turns = sum(s.opens for s in session.messages)
    tokens = sum(s.tokens for s in session.messages)
    return (turns > policy.fold_turns or tokens > policy.fold_tokens) and bool(older(session.messages, policy.fold_keep))


def older(messages: Sequence[Said], kept_turns: int) -> tuple[Said, ...]:
    """All but the last turns."""
    openings = [i for i, s in enumerate(messages) if s.opens]
    if not kept_turns:
        return tuple(messages)
    return tuple(messages[: openings[-kept_turns]]) if len(openings) > kept_turns else ()


def points(events: Sequence[Event], observations: Mapping[str, Memory]) -> list[Point]:
    """What the events said, in their order. Text that is only quoted as data elsewhere is not told here."""
    found: list[Point] = []
    for event in events:
        if event.verdict is not Verdict.CANDIDATE:
            continue
        stated = [
            o
            for i in event.observation_ids
            if (o := observations.get(i)) is not None and o.trust not in (Trust.UNTRUSTED, Trust.QUARANTINED) and o.source_role is Role.USER
        ]
        found += [
            Point(
                text=o.content.summary, subject=o.subject, weight=o.importance, place=_place(o), observation_id=o.memory_id,
                event_id=event.event_id,
            )
            for o in stated
        ]  # fmt: skip
        found += _quotes(event, stated=bool(stated))
    return found


def _place(observation: Memory) -> str | None:
    slot = observation.slot
    if slot is None or not slots.is_single(slot.feature):
        return None
    return "|".join((observation.subject, slot.category, slot.tag, slot.feature))


def _quotes(event: Event, *, stated: bool) -> list[Point]:
    """The user's last question, and how the assistant's reply begins."""
    whole = [s.strip() for s in _SENTENCE.split(event.content) if FEWEST_WORDS <= len(s.split()) <= MOST_WORDS]
    if event.role is Role.USER:
        asked = [s for s in whole if s.endswith("?")]
        return [_quote(event, asked[-1], "asked")] if asked else []
    if event.role is Role.ASSISTANT and whole and not stated:
        return [_quote(event, whole[0], "answered")]
    return []


def _quote(event: Event, text: str, manner: str) -> Point:
    subject = documents.speaker(event)
    return Point.model_validate({"text": quoting.quotable(text), "subject": subject, "manner": manner, "event_id": event.event_id})


def joined(earlier: Sequence[Point], fresh: Sequence[Point]) -> tuple[Point, ...]:
    """The points of one message: each statement once, the latest value of a single slot, the weightiest and the latest of them."""
    last: dict[tuple[str, str], Point] = {}
    for point in (*earlier, *fresh):
        key = (point.manner, point.place or point.text.casefold())
        last.pop(key, None)
        last[key] = point
    told = list(last.values())
    stated = [p for p in told if p.manner == "stated"]
    kept = sorted(stated, key=lambda p: p.weight, reverse=True)[:MOST_STATED]
    asked = [p for p in told if p.manner == "asked"][-MOST_QUOTED:]
    answered = [p for p in told if p.manner == "answered"][-MOST_QUOTED:]
    return tuple(p for p in told if p in kept or p in asked or p in answered)


def compose(told: Sequence[Point]) -> str:
    """Sentences: what was stated, grouped by subject, then what was asked and answered."""
    parts = [summaries.told([(p.subject, p.text) for p in told if p.manner == "stated"])]
    for manner in ("asked", "answered"):
        for subject in dict.fromkeys(p.subject for p in told if p.manner == manner):
            quoted = [f"“{p.text}”" for p in told if p.manner == manner and p.subject == subject]
            parts.append(f"{_named(subject)} {manner} {summaries.listed(quoted)}.")
    return " ".join(p for p in parts if p)


def _named(subject: str) -> str:
    return f"The {subject}" if subject in ("user", "assistant") else subject


def grounded(text: str, earlier: str, said: Sequence[str]) -> bool:
    """Whether what a model wrote stands in what it was given."""
    return bool(text.strip()) and summaries.supported(text, [earlier, *said])


def took_in(folding: Folding, events: Iterable[Event]) -> bool:
    """Whether a chat model may have told of one of these events of the session: it wrote of all turns up to a place, whatever of them
    became a point."""
    return folding.made_by != RULES and any(e.seq <= folding.through for e in events)


def plain(folding: Folding) -> Folding:
    """The rules' words instead of a chat model's: of those it is known what stands behind each."""
    return folding.model_copy(update={"text": compose(folding.points), "made_by": RULES, "fallback": "a memory of its turns was deleted"})


def tells_of(folding: Folding, purged: Collection[str], event_ids: Collection[str]) -> bool:
    """Whether the rules' message repeats a purged memory's words."""
    return any(p.observation_id in purged or p.event_id in event_ids for p in (*folding.points, *folding.withheld))


def forgotten(folding: Folding, purged: Collection[str], event_ids: Collection[str]) -> Folding:
    """The folding without a purged memory's words: its observations', and quotes of the events that proved it. What a model wrote is
    replaced by the rules' words, since nobody can tell where it repeats them."""
    left, kept = (
        tuple(p for p in points if p.observation_id not in purged and (p.manner == "stated" or p.event_id not in event_ids))
        for points in (folding.points, folding.withheld)
    )
    fields = {"points": left, "withheld": kept, "text": compose(left), "made_by": RULES, "fallback": "a memory was purged"}
    return folding.model_copy(update=fields)


def withheld(folding: Folding, held: Collection[str], events: Iterable[Event] = ()) -> Folding:
    """The folding whose text tells nothing of the events in quarantine, and tells again of those that are no longer: in the rules' words,
    since nobody can tell where a model's repeat them. `events` are those of the held ones that are of the session."""
    points = (*folding.points, *folding.withheld)
    kept = tuple(p for p in points if p.event_id in held)
    if set(kept) == set(folding.withheld) and not took_in(folding, events):
        return folding
    told = joined((), [p for p in points if p.event_id not in held])
    reason = "what it tells was put in quarantine, or released"
    return folding.model_copy(update={"points": told, "withheld": kept, "text": compose(told), "made_by": RULES, "fallback": reason})
