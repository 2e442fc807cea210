"""Talk for the tests of this room: messages of one user at one time, and what is read of them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake.claims import Chunk, Claim
from keepsake.records import Event, Role
from keepsake.rules.reading.extraction import extract
from keepsake.rules.reading.statements import Statement, statements
from tests.builders import event

NOW = datetime(2023, 5, 24, 13, 14, tzinfo=UTC)
"""A Wednesday."""


def said(text: str, number: int = 1, *, at: datetime = NOW, **fields: Any) -> Event:
    return event(**{"event_id": f"e{number}", "content": text, "timestamp": at} | fields)


def asked(question: str, number: int = 1) -> Event:
    return said(question, number, role=Role.ASSISTANT)


def claims_of(*texts: str) -> list[Claim]:
    return extract(Chunk(events=tuple(said(text, number) for number, text in enumerate(texts, 1))))


def only(text: str) -> Claim:
    (claim,) = claims_of(text)
    return claim


def contents(*texts: str) -> list[str]:
    return [c.content for c in claims_of(*texts)]


def statement(text: str) -> Statement:
    (one,) = statements(text)
    return one
