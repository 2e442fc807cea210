"""What others than the user say: an assistant's recommendations and promises, and a few plain statements of tools and the web.

None of it is evidence about the user, so confidence is low and the source says where it comes from (row V7).
"""

from __future__ import annotations

import re

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Event, Role, Source
from keepsake.rules.reading import entities, sensitivity, subjects
from keepsake.rules.reading.grammar import expand, plain, sentence
from keepsake.rules.reading.lexicon import content_words

ADVISED = 0.35
"""Confidence that an assistant's advice or promise matters later."""
REPORTED = 0.2
"""Confidence in what a tool or page says: unproven, and perhaps written to be stored."""
MOST_CLAIMS = 2
"""Claims per event of others; the event itself stays searchable."""
MOST_CHARACTERS = 500
"""Read of an event of others; what matters of an answer stands at its beginning."""

_SENTENCE = re.compile(r"(?<=[.!])\s+|\n+")
_ADVICE = re.compile(
    r"^(?:(?:so|then|well|based on .{3,60}?),?\s+)?(?:I(?: would|'d)? (?:recommend|suggest|advise)|I have (?:booked|scheduled"
    r"|reserved|ordered|cancelled|saved|added|sent|set)"
    r"|I (?:will|am going to) (?:remind|book|schedule|send|check|prioriti[sz]e|follow up|order|reserve|look into|avoid|keep|make "
    r"sure)|you (?:should|could) (?:try|visit|consider|use))\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(r"^(?:ignore|disregard|you must|you are|always|never|do not|please|remember|system|assistant)\b", re.IGNORECASE)


def claims_of(event: Event) -> list[Claim]:
    text = plain(event.content[:MOST_CHARACTERS])
    if event.role is Role.SYSTEM:
        return []
    advice = event.role is Role.ASSISTANT
    found = []
    for said in _SENTENCE.split(text):
        content = _advised(expand(said)) if advice else _reported(said)
        if content:
            found.append(_claim(event, content, said, advice))
        if len(found) == MOST_CLAIMS:
            break
    return found


def _advised(said: str) -> str | None:
    match = _ADVICE.match(said)
    if not match or said.endswith("?"):
        return None
    rest = said[match.start() :]
    rest = re.sub(r"^(?:(?:so|then|well|based on .{3,60}?),?\s+)", "", rest, flags=re.IGNORECASE)
    rest = re.sub(r"\byour\b", "the user's", re.sub(r"^you\b", "the user", rest, flags=re.IGNORECASE), flags=re.IGNORECASE)
    rest = re.sub(r"\byou\b", "the user", rest, flags=re.IGNORECASE)
    rest = re.sub(r"^I (?:would )?(recommend|suggest|advise)\b", r"The assistant \1s", rest, flags=re.IGNORECASE)
    rest = re.sub(r"^I have\b", "The assistant has", rest)
    rest = re.sub(r"^I am\b", "The assistant is", rest)
    rest = re.sub(r"^I\b", "The assistant", rest)
    rest = rest if rest.startswith("The assistant") else f"The assistant says that {rest}"
    return sentence(rest)


def _reported(said: str) -> str | None:
    if (
        said.endswith("?")
        or _COMMAND.match(said)
        or len(content_words(said)) < 4
        or not re.search(r"\b(?:is|are|was|were|has|have|\w+s|\w+ed)\b", said)
    ):
        return None
    return sentence(said)


def _claim(event: Event, content: str, raw: str, advice: bool) -> Claim:
    named = entities.entities(content, ("the assistant", "assistant"))
    return Claim(
        content=content,
        raw=raw,
        subject="user"
        if advice or content.startswith("The user ") or not named or named[0][:1].islower() or named[0][:1].isdigit()
        else subjects.organisation_key(named[0])[:256] or "user",
        category=Category.TASK if advice else Category.EVENT,
        durability=Durability.PERSISTENT if not advice else Durability.SESSION,
        entities=named,
        labels=entities.labels(content),
        anchors=entities.anchors(raw),
        importance=0.3 if advice else 0.2,
        confidence=ADVISED if advice else REPORTED,
        sensitivity=sensitivity.of(content),
        source=Source.SYSTEM if advice else Source.EXTERNAL,
        source_role=event.role,
        event_ids=(event.event_id,),
        valid_from=event.timestamp,
    )
