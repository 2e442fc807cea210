"""Row Q2: the time that a query names, against the caller's now and zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.recall import windows
from keepsake.rules.recall.fusion import Candidate
from tests.builders import NOW, event, fact


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("query", "now", "since", "until"),
    [
        ("What did I buy yesterday?", "2026-05-02T10:00", "2026-05-01", "2026-05-02"),
        ("What did I do last week?", "2026-01-02T10:00", "2025-12-22", "2025-12-29"),
        ("What did I say last year?", "2026-01-01T00:30", "2025-01-01", "2026-01-01"),
        ("Where was I in December?", "2026-01-03T10:00", "2025-12-01", "2026-01-01"),
        ("What happened in May 2023?", "2026-05-02T10:00", "2023-05-01", "2023-06-01"),
        ("What did we plan since March 2026?", "2026-05-02T10:00", "2026-03-01", None),
        ("Where did I live before 2020?", "2026-05-02T10:00", None, "2020-01-01"),
        ("Where did I work after May 2023?", "2026-05-02T10:00", "2023-06-01", None),
        ("What did I do two weeks ago?", "2026-05-20T10:00", "2026-05-01", "2026-05-14"),
        ("What did I do between May 2023 and July 2023?", "2026-05-02T10:00", "2023-05-01", "2023-08-01"),
    ],
)
def test_phrase_names_its_window(query: str, now: str, since: str | None, until: str | None) -> None:
    found = windows.asked(query, at(now), "UTC")
    assert found is not None
    assert (found.since, found.until) == (at(since) if since else None, at(until) if until else None)


@pytest.mark.parametrize("query", ["Where do I live?", "Which shoes may I buy?", "What is my budget of 2000 euros for?"])
def test_query_without_a_time_names_none(query: str) -> None:
    found = windows.asked(query, NOW, "UTC")
    assert found is None or not found.dated


@pytest.mark.parametrize(
    ("zone", "since"), [("UTC", "2025-12-31T00:00"), ("Asia/Tokyo", "2025-12-30T15:00"), ("America/New_York", "2025-12-30T05:00")]
)
def test_day_begins_at_the_callers_midnight(zone: str, since: str) -> None:
    """Twenty past midnight in London is new year in Tokyo too, and still the old year in New York."""
    found = windows.asked("What did I say yesterday?", at("2026-01-01T00:20"), zone)
    assert found is not None
    assert found.since == at(since)


def test_occurrence_dates_an_open_end() -> None:
    moved = fact("The user moved to Denver.", at=at("2024-03-01"))
    old = event(content="I love my flat by the harbour.", event_id="m1", timestamp=at("2023-03-01"))
    new = event(content="I love my flat by the mountains.", event_id="m2", timestamp=at("2025-03-01"))
    window = windows.asked("Where was my flat before I moved to Denver?", NOW, "UTC")
    assert window is not None
    assert window.anchor
    pairs = [(Candidate(r.key, {}, {}, 0.5), r) for r in (new, old, moved)]
    ranked = windows.favour(window, pairs)
    assert ranked[0][1] is old
    assert "time" in ranked[0][0].legs
    assert all("time" not in c.legs for c, r in ranked if r is not old)


@given(st.integers(0, 40 * 365 * 24), st.sampled_from(["UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"]))
def test_yesterday_is_one_whole_local_day_that_is_over(hours: int, zone: str) -> None:
    moment = at("2000-01-01") + timedelta(hours=hours)
    found = windows.asked("What did I say yesterday?", moment, zone)
    assert found is not None
    assert found.since is not None
    assert found.until is not None
    assert found.until <= moment
    assert timedelta(hours=23) <= found.until - found.since <= timedelta(hours=25)
