"""What the assistant said is weighed down, unless the talk itself is asked for (row Q4)."""

from __future__ import annotations

import pytest

from keepsake.ids import Key
from keepsake.ports import Hit
from keepsake.rules.recall.fusion import Intent, fuse


@pytest.mark.parametrize(("about_talk", "first"), [(False, "told"), (True, "answered")])
def test_assistants_turn_stands_behind_what_a_user_said_as_near(about_talk: bool, first: str) -> None:
    said = [("answered", "assistant", 0.9), ("told", "user", 0.85), ("far", "user", 0.2)]
    fields = {"kind": "event", "memory_ids": ["f_1"]}
    hits = [Hit(Key("p", name), score, fields | {"speaker": who, "session_id": name}) for name, who, score in said]
    assert fuse({"event_words": hits, "event_window": hits}, Intent(about_talk=about_talk))[0].key.sk == first
