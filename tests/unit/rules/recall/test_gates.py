"""Row Q5: no combination of fields lets a record out that a gate holds, whatever the index says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import AccessControl, Kind, Progress, Status, Trust, Validity, Verdict, Visibility
from keepsake.rules.recall.gates import GATES, Reader, factor, held_by
from tests.builders import DAY, NOW, event, fact, scope

READER = Reader(scope=scope(), now=NOW)

HELD = [
    ("tenant", {"scope": scope(tenant="globex")}),
    ("container", {"scope": scope(container="other")}),
    ("namespace", {"scope": scope(namespace="other")}),
    ("owner", {"scope": scope(user_id="u2")}),
    ("agent_scope", {"agent_scope": ("planner",)}),
    ("assistant_visible", {"assistant_visible": False}),
    ("observation", {"kind": Kind.OBSERVATION}),
    ("trust", {"trust": Trust.QUARANTINED}),
    ("status", {"status": Status.ARCHIVED}),
    ("status", {"status": Status.DELETED}),
    ("validity", {"validity": Validity.DEPRECATED}),
    ("validity", {"validity": Validity.INVALID}),
    ("validity", {"validity": Validity.REVIEW}),
    ("temporal", {"valid_to": NOW - DAY}),
    ("expired", {"expires_at": NOW}),
]


def test_current_fact_of_the_user_passes() -> None:
    assert held_by(fact(), READER) is None
    assert held_by(event(), READER) is None


@pytest.mark.parametrize(("gate", "fields"), HELD)
def test_gate_holds(gate: str, fields: dict[str, Any]) -> None:
    held = held_by(fact(**fields), READER)
    assert held is not None
    assert held.name == gate


@given(st.lists(st.sampled_from(HELD), min_size=1), st.sampled_from(list(Status)), st.floats(0, 2))
def test_held_record_stays_held_with_any_other_fields(reasons: list[tuple[str, dict[str, Any]]], status: Status, boost: float) -> None:
    fields: dict[str, Any] = {"status": status, "retrieval_boost": boost}
    for _, given_fields in reasons:
        fields |= given_fields
    assert held_by(fact(**fields), READER) is not None


@given(
    st.builds(
        scope,
        tenant=st.sampled_from(["acme", "globex"]),
        container=st.sampled_from(["default", "x"]),
        user_id=st.sampled_from(["u1", "u2"]),
    ),
    st.sampled_from(list(Visibility)),
    st.lists(st.sampled_from(["u1", "u2"])),
)
def test_nothing_of_another_tenant_ever_passes(owner: Any, visibility: Visibility, allowed: list[str]) -> None:
    memory = fact(scope=owner, access=AccessControl(visibility=visibility, allowed_users=tuple(allowed)))
    if owner.tenant != "acme" or owner.container != "default":
        assert held_by(memory, READER) is not None
    elif owner.user_id == "u1":
        assert held_by(memory, READER) is None
    else:
        may = visibility is Visibility.PUBLIC or (visibility is Visibility.SHARED and "u1" in allowed)
        assert (held_by(memory, READER) is None) == may


def test_role_opens_a_shared_memory() -> None:
    memory = fact(scope=scope(user_id="u2"), access=AccessControl(visibility=Visibility.SHARED, allowed_roles=("nurse",)))
    assert held_by(memory, READER) is not None
    assert held_by(memory, Reader(scope=scope(), now=NOW, roles=("nurse",))) is None


def test_session_turn_is_for_the_agent_that_wrote_it() -> None:
    turn = event(scope=scope(agent_id="shop"))
    assert held_by(turn, Reader(scope=scope(agent_id="shop"), now=NOW)) is None
    assert held_by(turn, Reader(scope=scope(agent_id="spy"), now=NOW)) is not None


@pytest.mark.parametrize("fields", [{"verdict": Verdict.GREETING}, {"progress": Progress.FAILED}])
def test_junk_and_failed_events_are_held(fields: dict[str, Any]) -> None:
    assert held_by(event(**fields), READER) is not None


def test_past_value_shows_as_of_then_and_not_now() -> None:
    old = fact(
        validity=Validity.DEPRECATED,
        valid_from=NOW - 10 * DAY,
        valid_to=NOW - 5 * DAY,
        recorded_at=NOW - 10 * DAY,
        superseded_at=NOW - 5 * DAY,
    )
    assert held_by(old, READER) is not None
    assert held_by(old, Reader(scope=scope(), now=NOW, as_of=NOW - 7 * DAY)) is None
    assert held_by(old, Reader(scope=scope(), now=NOW, as_of=NOW - 2 * DAY)) is not None
    assert held_by(old, Reader(scope=scope(), now=NOW, include=("deprecated",))) is None


def test_known_at_shows_what_was_known_then() -> None:
    old = fact(validity=Validity.DEPRECATED, recorded_at=NOW - 10 * DAY, superseded_at=NOW - 5 * DAY)
    new = fact(recorded_at=NOW - 5 * DAY)
    then = Reader(scope=scope(), now=NOW, known_at=NOW - 7 * DAY)
    assert held_by(old, then) is None
    assert held_by(new, then) is not None


def test_deprioritized_counts_half() -> None:
    assert factor(fact(status=Status.DEPRIORITIZED)) == 0.5 * factor(fact())


def test_every_gate_has_a_name_of_its_own() -> None:
    assert len({g.name for g in GATES}) == len(GATES)
