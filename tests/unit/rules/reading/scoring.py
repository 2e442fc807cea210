"""Scores the extractor on labelled messages."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Event, Role, Scope
from keepsake.rules.reading.extraction import extract
from tests.unit.rules.reading.labelled import Expected, Labelled

NOW = datetime(2023, 5, 24, 13, 14, tzinfo=UTC)
"""A Wednesday."""


def said(
    text: str, number: int = 1, *, name: str | None = None, role: Role = Role.USER, event_type: str = "message", at: datetime = NOW
) -> Event:
    return Event(
        scope=Scope(tenant="acme", user_id="u1", session_id="s1"),
        event_id=f"e{number}",
        batch_id="b1",
        role=role,
        name=name,
        content=text,
        timestamp=at,
        event_type=event_type,
        content_hash="0",
        recorded_at=at,
    )


def claims_of(*texts: str) -> list[Claim]:
    return extract(Chunk(events=tuple(said(text, number) for number, text in enumerate(texts, 1))))


class Score(NamedTuple):
    recall: float
    precision: float
    missed: list[str]
    surplus: list[str]


def score(messages: Iterable[Labelled]) -> Score:
    """Recall over expectations, precision over claims that a rule asserts (clauses kept at low confidence assert nothing)."""
    wanted = hit = asserted = right = 0
    missed, surplus = [], []
    for message in messages:
        claims = claims_of(message.text)
        for expected in message.expected:
            wanted += 1
            if any(_meets(c, expected) for c in claims):
                hit += 1
            else:
                missed.append(f"{message.text} > {expected.category} {expected.words} {expected.subject}")
        for claim in claims:
            if claim.category is None:
                continue
            asserted += 1
            if any(_meets(claim, e, loosely=True) for e in message.expected):
                right += 1
            else:
                surplus.append(f"{message.text} > {claim.category} {claim.subject}: {claim.content}")
    return Score(hit / max(1, wanted), right / max(1, asserted), missed, surplus)


def _meets(claim: Claim, expected: Expected, loosely: bool = False) -> bool:
    text = f"{claim.content} {claim.slot.value if claim.slot else ''}".lower()
    words = [w.lower() in text for w in expected.words]
    if claim.category is not expected.category or claim.subject != expected.subject:
        return False
    return any(words) if loosely else all(words) and (claim.correction or not expected.correction)
