"""Candidates of a recall that were ranked too low to be read, in four bytes each: hundreds, of which hardly one is ever asked for."""

from __future__ import annotations

import base64
import hashlib
import struct
from collections.abc import Sequence

from keepsake.records import Considered

MOST = 300
"""That are kept, the best, so that a later why-not has their rank and score."""
MARK_BYTES = 3
"""Of the id's digest: one of 300 others has the same by a chance of 1 in 56,000."""
STEPS = 255
"""Of the way from the lowest score to the best."""


def mark(memory_id: str) -> str:
    """What stands for the id. No id begins so."""
    return f"~{_digest(memory_id).hex()}"


def packed(candidates: Sequence[tuple[str, float]]) -> str:
    """Ids with their scores, best first."""
    some = candidates[:MOST]
    if not some:
        return ""
    best, last = some[0][1], some[-1][1]
    steps = (round(STEPS * (score - last) / (best - last)) if best > last else 0 for _, score in some)
    rows = (_digest(name) + bytes([step]) for (name, _), step in zip(some, steps, strict=True))
    return base64.b64encode(struct.pack("<2f", best, last) + b"".join(rows)).decode()


def unpacked(text: str) -> list[Considered]:
    """Marks with their scores, as near as a byte tells them."""
    if not text:
        return []
    data = base64.b64decode(text)
    best, last = struct.unpack_from("<2f", data)
    rows = struct.iter_unpack(f"<{MARK_BYTES}sB", data[struct.calcsize("<2f") :])
    return [Considered(f"~{digest.hex()}", round(last + (best - last) * step / STEPS, 4), "unread") for digest, step in rows]


def _digest(memory_id: str) -> bytes:
    return hashlib.sha256(memory_id.encode()).digest()[:MARK_BYTES]
