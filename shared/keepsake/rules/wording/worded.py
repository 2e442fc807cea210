"""Claims that a chat model worded, held to their evidence (rows R8, R10): one that does not follow is replaced by the speaker's own words.

A model may word a fact as a sentence of its own. Where that says more, less or something else than what it cites, what the rules read of
the same words stands instead, or else the sentence itself, without the slot and the marks that the model gave it; where nothing was said
outright, nothing is kept. What the rules know better of a claim that follows (since when it holds, what it answers) they add to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Event, Role, Sensitivity, Slot, Source
from keepsake.rules import slots
from keepsake.rules.reading import extraction, own_words, sensitivity
from keepsake.rules.wording import follows

BEFORE = 2
"""Turns before what is cited that it may answer or refer to."""
SOURCE_OF = {Role.USER: Source.EXPLICIT, Role.ASSISTANT: Source.SYSTEM}
"""What a statement is by who made it; what is in neither comes from outside."""
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
    read = extraction.extract(chunk) if claims else []
    for claim in claims:
        cited = [e for e in chunk.events if e.event_id in claim.event_ids]
        passage = follows.nearest(claim.content, [_said(e) for e in cited])
        if passage is None or passage.asks:
            fates["dropped"] += 1
            continue
        event = cited[passage.place]
        said, context, earlier = [_said(event)], _context(event, passage, chunk), _earlier(event, chunk)
        same = _read_of(claim, event, passage, read)
        if follows.follows(claim.content, said, context, earlier):
            fates["own words"] += 1
            one = same or _verbatim(claim, event, passage, [*said, *context, *earlier])
        else:
            one = _checked(claim, event, passage, [*said, *context, *earlier])
            if one.slot is not claim.slot:
                fates["slot dropped"] += 1
            if same is not None:
                added = {name: getattr(same, name) for name in ("context", "valid_from", "valid_to", "correction", "negated", "undoes")}
                slot = one.slot or (same.slot if same.slot and not follows.strange(same.slot.value, [one.content]) else None)
                one = one.model_copy(update=added | {"slot": slot, "replaces": same.replaces or one.replaces})
        level = _delicacy(claim, one, [passage.text, *context])
        one = one.model_copy(update={"sensitivity": level})
        kept.setdefault((one.content, one.event_ids), one)
    return Held(tuple(kept.values()), fates)


def _said(event: Event) -> str:
    """What of an event its writer says: no code, log or mail that was pasted into a user's words."""
    return own_words.own_words(event.content) if event.role is Role.USER else event.content


def _read_of(claim: Claim, event: Event, passage: follows.Passage, read: Sequence[Claim]) -> Claim | None:
    """The first statement that the rules made of the same words, of all that the sentence has of them."""
    missing = follows.strange(claim.content, [passage.text])
    mine = (c for c in read if event.event_id in c.event_ids and c.raw in passage.text)
    return next((c for c in mine if follows.strange(claim.content, [c.raw]) == missing), None)


def _delicacy(claim: Claim, kept: Claim, around: Sequence[str]) -> Sensitivity:
    """What the rules say of its words, or more: what a model calls harmless may be shown to others."""
    told = " ".join([claim.content, kept.content, kept.context, *around])
    feature = claim.slot.feature if claim.slot is not None else ""
    return sensitivity.most([claim.sensitivity, kept.sensitivity, sensitivity.of(told, feature)])


def _checked(claim: Claim, event: Event, passage: follows.Passage, around: Sequence[str]) -> Claim:
    """The claim by the event that says it, and as the words of who said that, with what else the model told of it as far as it stands."""
    stands = claim.slot is not None and _stands(claim.slot, claim.negated, passage)
    return claim.model_copy(
        update={
            "raw": passage.text,
            "event_ids": (event.event_id,),
            "source_role": event.role,
            "source": SOURCE_OF.get(event.role, Source.EXTERNAL),
            "valid_from": event.timestamp,
            "subject": _subject(claim.subject, passage, around),
            "entities": tuple(e for e in claim.entities if not follows.strange(e, around)),
            "slot": claim.slot if stands else None,
            "replaces": claim.replaces if claim.replaces and not follows.strange(claim.replaces, around) else None,
        }
    )


def _verbatim(claim: Claim, event: Event, passage: follows.Passage, around: Sequence[str]) -> Claim:
    plain = {"content": passage.text, "slot": None, "replaces": None, "correction": False, "negated": False}
    return _checked(claim, event, passage, around).model_copy(update=plain)


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
    if not slots.fits(slot) or follows.strange(slot.value, [passage.text]):
        return False
    return negated or follows.plain(slot.value, passage)
