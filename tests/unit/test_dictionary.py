"""What was packed once can be read for ever."""

from __future__ import annotations

import hashlib

import pytest

from keepsake.adapters import dictionary, dynamodb
from keepsake.errors import PoisonRecord
from tests.builders import event, fact

KEY = fact().key


def test_dictionary_changes_with_its_version_alone() -> None:
    """Whoever changes it keeps this one beside it, under its own version."""
    assert (dictionary.VERSION, hashlib.sha256(dictionary.WORDS).hexdigest()[:16]) == (3, "fcd6bec144d8895c")
    assert len(dictionary.WORDS) < 32_768, "DEFLATE looks back no further"


@pytest.mark.parametrize(
    "text", ["", "short", fact("The user likes tea. " * 40).model_dump_json(), event(content="ł" * 600).model_dump_json()]
)
def test_what_is_packed_comes_back(text: str) -> None:
    assert dynamodb.unpacked(dynamodb.packed(text, KEY), KEY).decode() == text


def test_row_of_another_dictionary_is_told_from_ours() -> None:
    packed = dynamodb.packed("x" * dynamodb.PACK_FROM, KEY)["B"]
    with pytest.raises(PoisonRecord):
        dynamodb.unpacked({"B": bytes([dictionary.VERSION + 1]) + packed[1:]}, KEY)
