"""Row D2: the decay formula, its bands, and what never fades."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Durability, Status
from keepsake.rules.decay import age_at, fate, score, status_of, strength_days
from tests.builders import DAY, NOW, fact

UNIT = st.floats(min_value=0, max_value=1)
AGES = st.floats(min_value=0, max_value=20_000)
STRATEGIES = st.sampled_from(["power-law", "exponential", "none"])


@pytest.mark.parametrize(("importance", "days"), [(0.2, 87), (0.9, 711)])
def test_untouched_memory_is_deleted_after_the_days_that_the_requirements_name(importance: float, days: int) -> None:
    assert age_at(0.2, strength_days(importance, 0, 1.0)) == pytest.approx(days, abs=1)


@given(UNIT, AGES, AGES, STRATEGIES)
def test_score_never_rises_with_age(importance: float, a: float, b: float, strategy: Any) -> None:
    strength = strength_days(importance, 0, 1.0)
    assert score(max(a, b), strength, strategy) <= score(min(a, b), strength, strategy)


@given(UNIT, AGES, st.integers(min_value=0, max_value=100))
def test_reinforcement_never_lowers_the_score(importance: float, age: float, times: int) -> None:
    assert score(age, strength_days(importance, times + 1, 1.0)) >= score(age, strength_days(importance, times, 1.0))


@given(UNIT, AGES)
def test_status_follows_the_bands(importance: float, age: float) -> None:
    found = fate(fact(importance=importance), NOW + timedelta(days=age))
    assert found.status is status_of(found.score)


@given(UNIT, st.sampled_from(["pinned", "protected", "legal_hold", "permanent"]), AGES)
def test_kept_memory_never_fades(importance: float, kept: str, age: float) -> None:
    fields: dict[str, Any] = {"durability": Durability.PERMANENT} if kept == "permanent" else {kept: True}
    found = fate(fact(importance=importance, **fields), NOW + timedelta(days=age))
    assert found.status is Status.ACTIVE


@given(UNIT, AGES)
def test_next_look_is_when_the_next_band_begins(importance: float, age: float) -> None:
    memory = fact(importance=importance)
    found = fate(memory, NOW + timedelta(days=age))
    if found.next_at is None:
        assert found.status is Status.DELETED
    else:
        assert found.next_at >= NOW + timedelta(days=age)
        just_before = found.next_at - timedelta(seconds=2)
        if just_before > NOW + timedelta(days=age):
            assert fate(memory, just_before).status is found.status


def test_use_begins_the_age_anew() -> None:
    later = NOW + 80 * DAY
    assert fate(fact(importance=0.2), later).status is Status.ARCHIVED
    assert fate(fact(importance=0.2, last_accessed_at=later), later).status is Status.ACTIVE


def test_expired_memory_is_deleted_at_once_unless_held() -> None:
    assert fate(fact(expires_at=NOW - DAY), NOW).status is Status.DELETED
    assert fate(fact(expires_at=NOW - DAY, legal_hold=True), NOW).status is Status.ACTIVE


def test_memory_is_looked_at_when_it_expires() -> None:
    assert fate(fact(expires_at=NOW + DAY), NOW).next_at == NOW + DAY
