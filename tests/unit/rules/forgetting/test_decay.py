"""Rows D1 to D3: the decay formula, its bands, what never fades, what ends in any case, and when to look again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Durability, Memory, Status
from keepsake.rules.forgetting.decay import FALLING, LATEST_CHECK_DAYS, age_at, fate, scheduled, score, status_of, strength_days
from keepsake.rules.policy import Policy
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


POLICIES = st.builds(
    lambda bands, decay, days: Policy(
        decay=decay, active_from=bands[0], deprioritized_from=bands[1], archived_from=bands[2], memories_days=days
    ),
    st.lists(st.floats(min_value=0.01, max_value=1), min_size=3, max_size=3).map(lambda b: sorted(b, reverse=True)),
    STRATEGIES,
    st.sampled_from([0, 1, 30, 400, 36_500]),
)
FADING = st.builds(
    lambda importance, reinforcements, factor, status, expires: fact(
        importance=importance, reinforcements=reinforcements, decay_factor=factor, status=status, expires_at=expires
    ),
    UNIT,
    st.integers(min_value=0, max_value=50),
    st.floats(min_value=0.01, max_value=100),
    st.sampled_from(FALLING[:3]),
    st.none() | st.integers(min_value=1, max_value=2_000).map(lambda days: NOW + timedelta(days=days)),
)
ORDER = FALLING.index


@given(FADING, POLICIES, AGES, AGES)
def test_time_alone_lifts_nothing(memory: Memory, policy: Policy, a: float, b: float) -> None:
    early, late = (fate(memory, NOW + timedelta(days=days), policy) for days in sorted((a, b)))
    assert ORDER(memory.status) <= ORDER(early.status) <= ORDER(late.status)


@given(FADING, POLICIES, AGES)
def test_reinforced_memory_is_never_lower_than_it_was(memory: Memory, policy: Policy, age: float) -> None:
    at = NOW + timedelta(days=age)
    again = memory.model_copy(update={"reinforcements": memory.reinforcements + 1, "reinforced_at": NOW})
    assert ORDER(fate(again, at, policy).status) <= ORDER(fate(memory, at, policy).status)


@given(FADING, POLICIES, AGES, st.sampled_from(["pinned", "protected", "legal_hold"]))
def test_what_somebody_wants_kept_never_leaves_but_by_its_own_expiry(memory: Memory, policy: Policy, age: float, held: str) -> None:
    at = NOW + timedelta(days=age)
    kept = memory.model_copy(update={held: True})
    expired = memory.expires_at is not None and memory.expires_at <= at and held != "legal_hold"
    assert fate(kept, at, policy).status is (Status.DELETED if expired else memory.status)


@given(FADING, POLICIES, AGES)
def test_next_look_is_never_in_the_past_and_misses_no_fall(memory: Memory, policy: Policy, age: float) -> None:
    """What a sweep finds at the next look is found for the first time: just before, the memory stood as it does now."""
    at = NOW + timedelta(days=age)
    found = fate(memory, at, policy)
    assert found.next_at is not None
    assert found.next_at >= at
    after = memory.model_copy(update={"status": found.status, "decay_due": found.next_at})
    before = found.next_at - timedelta(seconds=2)
    if found.status is not Status.DELETED and before > at:
        assert fate(after, before, policy).status is found.status


@given(FADING, POLICIES)
def test_sweeping_at_every_look_ends_in_deletion_or_waits_a_year(memory: Memory, policy: Policy) -> None:
    at = NOW
    for _ in range(30):
        found = fate(memory, at, policy)
        memory = memory.model_copy(update={"status": found.status, "decay_due": found.next_at})
        if memory.status is Status.DELETED or found.next_at is None:
            return
        assert found.next_at > at or at == NOW, "a look that leads nowhere would be repeated for ever"
        assert found.next_at - at <= timedelta(days=LATEST_CHECK_DAYS)
        at = found.next_at + timedelta(seconds=1)


@given(FADING, POLICIES, AGES)
def test_memory_whose_fate_has_changed_is_due_at_once(memory: Memory, policy: Policy, age: float) -> None:
    at = NOW + timedelta(days=age)
    found, due = fate(memory, at, policy), scheduled(memory, at, policy).decay_due
    assert due == (at if found.status is not memory.status else found.next_at)


def test_retention_takes_the_permanent_and_spares_the_pinned() -> None:
    policy = Policy(memories_days=30)
    for_good = fact(durability=Durability.PERMANENT)
    assert fate(for_good, NOW + 29 * DAY, policy).next_at == NOW + 30 * DAY
    assert fate(for_good, NOW + 30 * DAY, policy).status is Status.DELETED
    assert fate(fact(pinned=True), NOW + 900 * DAY, policy).next_at is None


@given(UNIT, st.integers(min_value=0, max_value=20), st.sampled_from(["power-law", "exponential"]))
def test_untouched_memory_passes_every_band_in_turn(importance: float, reinforcements: int, decay: Any) -> None:
    memory, at, passed = fact(importance=importance, reinforcements=reinforcements), NOW, [Status.ACTIVE]
    while memory.status is not Status.DELETED:
        found = fate(memory, at, Policy(decay=decay))
        memory = memory.model_copy(update={"status": found.status})
        if found.status is not passed[-1]:
            passed.append(found.status)
        assert found.next_at is not None
        at = found.next_at
    assert tuple(passed) == FALLING
