"""How far a memory may be relied on: computed by us from where its evidence comes from, never from a caller's hint (rows V7, K1)."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.records import Role, Source, Trust

ORDER = (Trust.TRUSTED, Trust.CAUTION, Trust.UNTRUSTED, Trust.QUARANTINED)
SURE = 0.6
"""Confidence from which a user's own statement is relied on; rules that name a claim give at least this."""
INFERRED_EVIDENCE = 3
"""Independent events from which an inference is relied on."""


def of(source: Source, role: Role, confidence: float, evidence: int) -> Trust:
    """Web, tool and agent text starts low; a user's plain statement is trusted; an inference needs evidence."""
    if source is Source.EXTERNAL or role is Role.TOOL:
        return Trust.UNTRUSTED
    if role is Role.ASSISTANT:
        return Trust.CAUTION
    if source is Source.IMPLICIT:
        return Trust.TRUSTED if evidence >= INFERRED_EVIDENCE and confidence >= SURE else Trust.CAUTION
    return Trust.TRUSTED if confidence >= SURE else Trust.CAUTION


def least(levels: Iterable[Trust]) -> Trust:
    """A memory is never more trusted than its evidence."""
    return max(levels, key=ORDER.index, default=Trust.TRUSTED)
