"""Claims that a chat model worded, held to their evidence (rows R8, R10): one that does not follow is replaced by the speaker's own words.

A model may word a fact as a sentence of its own. Where that says more, less or something else than what it cites, the sentence that it was
made of stands instead, without the slot and the marks that the model gave it; where nothing was said outright, nothing is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Event, Role, Slot
from keepsake.rules.reading import follows, slot_values

BEFORE = 2
"""Turns before what is cited that it may answer or refer to."""
USER, ASSISTANT, UNKNOWN = "user", "assistant", "unknown"


class Held(NamedTuple):
    """What is kept of an answer, and how many claims fared otherwise than the model wanted."""

    claims: tuple[Claim, ...]
    fates: Counter[str]
    """`own words`: the speaker's words stand instead. `dropped`: what is cited does not say it, or only asks. `slot dropped`: the claim
    follows, but the value is of another kind or not said outright."""


def held(claims: Sequence[Claim], chunk: Chunk) -> Held:
    """The claims in their order, each once, and each by the one event that says it."""
    kept: dict[tuple[str, tuple[str, ...]], Claim] = {}
    fates: Counter[str] = Counter()
    for claim in claims:
        cited = [e for e in chunk.events if e.event_id in claim.event_ids]
        passage = follows.nearest(claim.content, [e.content for e in cited])
        if passage is None or passage.asks:
            fates["dropped"] += 1
            continue
        event = cited[passage.place]
        said, context, earlier = [event.content], _context(event, passage, chunk), _earlier(event, chunk)
        around = [*said, *context, *earlier]
        changed: dict[str, Any] = {
            "raw": passage.text,
            "event_ids": (event.event_id,),
            "valid_from": event.timestamp,
            "subject": _subject(claim.subject, passage, around),
            "entities": tuple(e for e in claim.entities if not follows.strange(e, around)),
        }
        if follows.follows(claim.content, said, context, earlier):
            fates["own words"] += 1
            changed |= {"content": passage.text, "slot": None, "replaces": None, "correction": False, "negated": False}
        else:
            if claim.slot is not None and not _stands(claim.slot, claim.negated, passage):
                fates["slot dropped"] += 1
                changed["slot"] = None
            if claim.replaces and follows.strange(claim.replaces, around):
                changed["replaces"] = None
        one = claim.model_copy(update=changed)
        kept.setdefault((one.content, one.event_ids), one)
    return Held(tuple(kept.values()), fates)


def _context(event: Event, passage: follows.Passage, chunk: Chunk) -> list[str]:
    """What belongs to an event: the question of the other side that it answers, who speaks, and what its dates mean."""
    asked = [e.content for e in _before(event, chunk, 1) if passage.answers and e.role is not event.role and "?" in e.content]
    return [text for text in (*asked, event.name, *event.resolved) if text]


def _earlier(event: Event, chunk: Chunk) -> list[str]:
    """What a person may refer back to. An assistant's turn stands alone: nobody said that it understood."""
    before = _before(event, chunk, BEFORE) if event.role is Role.USER else ()
    return [text for e in before for text in (e.content, e.name) if text]


def _before(event: Event, chunk: Chunk, count: int) -> Sequence[Event]:
    talk = (*chunk.before, *chunk.events)
    place = talk.index(event)
    return talk[max(0, place - count) : place]


def _subject(given: str, passage: follows.Passage, around: Sequence[str]) -> str:
    """The one named, if they are spoken of; `unknown` where the sentence is of a "she" and the model calls that the user."""
    if given in (ASSISTANT, UNKNOWN):
        return given
    if given == USER:
        return UNKNOWN if follows.of_another(passage.sentence) else USER
    return UNKNOWN if follows.strange(given.replace("-", " "), around) else given


def _stands(slot: Slot, negated: bool, passage: follows.Passage) -> bool:
    """Its value is of its feature's kind, and said outright, or what the claim ends."""
    if not slot_values.fits(slot) or follows.strange(slot.value, [passage.text]):
        return False
    return negated or follows.plain(slot.value, passage)
