"""Floors under what the rules make of messages that nobody tuned them on (rows R5 to R9, K4): a few points below what is reached.

The labels were written when every fact was rewritten as a sentence of its own, so they ask more pieces of a message than it has statements:
`recall` and `precision` tell whether the key words stand in a statement about the right one, `category` what kind the whole statement is
taken for where a label names one of its parts, and `corrections` counts only clear changes, not the older fact that stays, marked as
earlier. How everyday talk is read is measured by `make bench-chat`. Raise a floor when the figure has risen; a figure that falls through it
has lost something, whatever the other tests say.
"""

from __future__ import annotations

import pytest

from bench import knowledge, labelled

FLOORS = {
    "recall": 0.73,
    "precision": 0.92,
    "category": 0.74,
    "junk named": 0.9,
    "not junk": 1.0,
    "secrets masked": 1.0,
    "corrections": 0.63,
    "controls": 0.8,
}
"""Share of the held-out half, 0 to 1."""


@pytest.fixture(scope="module")
def shares() -> dict[str, float]:
    embedder = knowledge.OfflineEmbedder()
    told = knowledge.score_messages([m for m in labelled.messages() if m.half == "held_out"], embedder)
    changed = knowledge.score_corrections([c for c in labelled.corrections() if c.half == "held_out"], embedder)
    return {name: score.share(name) for score in (told, changed) for name in score.total}


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_held_out_half_stays_above_its_floor(shares: dict[str, float], name: str, floor: float) -> None:
    assert shares[name] >= floor
