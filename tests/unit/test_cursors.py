"""Row O7: a cursor is good for the list that it was made for; anything else is refused, and never an error of ours."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake import cursors
from keepsake.errors import Invalid

PK, PREFIX = "T#acme#C#default#U#u1", "MEM#"


def forged(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_cursor_leads_on_where_the_page_ended() -> None:
    assert cursors.read(PK, PREFIX, cursors.make(PK, PREFIX, "MEM#0#f_1")) == "MEM#0#f_1"
    assert cursors.read(PK, PREFIX, None) is None


@pytest.mark.parametrize(("pk", "prefix"), [("T#globex#C#default#U#u1", PREFIX), (PK, "OBS#"), (PK, "HIST#f_1#"), (PK, "")])
def test_cursor_of_another_list_is_refused(pk: str, prefix: str) -> None:
    with pytest.raises(Invalid):
        cursors.read(PK, PREFIX, cursors.make(pk, prefix, "MEM#0#f_1"))


def test_cursor_outside_its_prefix_is_refused() -> None:
    bound, _ = json.loads(base64.urlsafe_b64decode(cursors.make(PK, PREFIX, "MEM#0") + "=="))
    for after in ("OBS#0", "", 7, None, ["MEM#"], "MEM#" + "x" * 2000, "MEM#\x00"):
        with pytest.raises(Invalid):
            cursors.read(PK, PREFIX, forged([bound, after]))


@pytest.mark.parametrize("value", [7, None, [], [1], [1, 2, 3], {}, {"a": 1, "b": 2}, "ab", True, [["MEM#"], {}]])
def test_what_was_never_a_cursor_is_refused(value: object) -> None:
    with pytest.raises(Invalid):
        cursors.read(PK, PREFIX, forged(value))


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda b: base64.urlsafe_b64encode(b).decode()))
def test_no_text_is_anything_but_refused(cursor: str) -> None:
    with pytest.raises(Invalid):
        cursors.read(PK, PREFIX, cursor)


def test_deeply_nested_cursor_is_refused() -> None:
    with pytest.raises(Invalid):
        cursors.read(PK, PREFIX, base64.urlsafe_b64encode(b"[" * 20_000).decode())
