"""Whom a session is held for, from one batch of it to the next (row R8): "I'm filling this in for my mum, Rosa".

Half sentences in it ("penicillin", "no surgeries") are that one's and not the user's, however many batches it comes in.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from keepsake.records import HeldFor

LAPSES = timedelta(hours=6)
"""Without a word, after which who comes back speaks of themselves again: a session may go on for months."""
MOST = 20
"""Sessions that are remembered, the latest."""


def of(known: Sequence[HeldFor], session_id: str | None) -> HeldFor | None:
    return next((h for h in known if h.session_id == session_id), None)


def still(held: HeldFor | None, at: datetime) -> str | None:
    """Who it is at a time; None for the user's own talk."""
    return held.who if held is not None and at - held.at <= LAPSES else None


def noted(known: Sequence[HeldFor], session_id: str | None, who: str | None, at: datetime) -> tuple[HeldFor, ...]:
    """With what the last words of a session show; None forgets it."""
    others = tuple(h for h in known if h.session_id != session_id)
    if session_id is None or who is None:
        return others
    return (*others, HeldFor(session_id=session_id, who=who, at=at))[-MOST:]
