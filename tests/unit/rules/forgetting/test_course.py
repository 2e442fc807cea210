"""What is foreseen of a memory is what sweeps then do: each step at its time, and none between."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Durability, Kind, Memory, Status
from keepsake.rules.forgetting.course import POINTS, course
from keepsake.rules.forgetting.decay import RECOVERABLE_DAYS, fate, keeper
from keepsake.rules.policy import Policy
from tests.builders import DAY, NOW, fact

POLICIES = st.builds(
    Policy,
    decay=st.sampled_from(["power-law", "exponential", "none"]),
    memories_days=st.sampled_from([0, 1, 30, 4000]),
)
MEMORIES = st.builds(
    fact,
    importance=st.floats(min_value=0, max_value=1),
    reinforcements=st.integers(min_value=0, max_value=5),
    pinned=st.booleans(),
    legal_hold=st.booleans(),
    durability=st.sampled_from(list(Durability)),
    status=st.sampled_from(list(Status)),
    expires_at=st.sampled_from([None, NOW + 10 * DAY]),
)


@given(MEMORIES, POLICIES, st.integers(min_value=0, max_value=2000))
def test_sweeps_do_what_was_foreseen(memory: Memory, policy: Policy, days: int) -> None:
    now = NOW + timedelta(days=days)
    held = memory
    for step in course(memory, now, policy).steps:
        before = step.at - timedelta(seconds=2)
        if before > now:
            assert fate(held, before, policy).status is held.status
        assert fate(held, step.at, policy).status is step.status
        held = held.model_copy(update={"status": step.status})


@given(MEMORIES, POLICIES)
def test_the_curve_falls_and_ends_where_a_memory_is_deleted(memory: Memory, policy: Policy) -> None:
    found = course(memory, NOW, policy)
    scores = [p.score for p in found.points]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == (0 if keeper(memory) else POINTS)
    gone = [s for s in found.steps if s.status is Status.DELETED]
    if gone:
        assert found.steps[-1] == gone[0]
        assert found.purged_at == gone[0].at + timedelta(days=RECOVERABLE_DAYS)


def test_a_pinned_memory_has_no_curve_and_says_why() -> None:
    found = course(fact(pinned=True), NOW)
    assert (found.keeper, found.points, found.steps, found.purged_at) == ("pinned", (), (), None)


def test_an_observation_stands_with_what_is_made_of_it() -> None:
    found = course(fact(kind=Kind.OBSERVATION), NOW)
    assert found.keeper == "stands and falls with what it is made of"
    assert found.steps == ()


def test_a_deleted_memory_is_purged_when_it_is_due() -> None:
    due = NOW + 12 * DAY
    assert course(fact(status=Status.DELETED, decay_due=due), NOW).purged_at == due
