"""What a filter of mem0's means, and whose memories it makes a request read."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.errors import Invalid
from keepsake.mem0 import filters
from keepsake.mem0.filters import EVERY, Owner
from keepsake.records import Category, Memory, Scope
from keepsake.rules.recall.filters import compiled
from tests.builders import fact

USERS, APPS, AGENTS, RUNS, TOPICS = ("ann", "bob"), ("shop", "desk"), ("a1", "a2"), ("r1", "r2"), ("food", "sport")


def memory(user: str | None = "ann", app: str = "default", agent: str | None = None, run: str | None = None, **fields: Any) -> Memory:
    scope = Scope(tenant="acme", namespace=app, user_id=user, agent_id=agent, session_id=run)
    return fact().model_copy(update={"scope": scope, **fields})


def passes(given: dict[str, Any], record: Memory) -> bool:
    wanted = filters.read(given, "ann")
    return bool(compiled(wanted.expression)(record))


names = {"user_id": USERS, "agent_id": AGENTS, "app_id": APPS, "run_id": RUNS}
leaves = st.one_of(
    *(st.fixed_dictionaries({name: st.sampled_from(values)}) for name, values in names.items()),
    *(st.fixed_dictionaries({name: st.fixed_dictionaries({"in": st.just(list(values))})}) for name, values in names.items()),
    *(st.fixed_dictionaries({name: st.just(EVERY)}) for name in names),
    st.fixed_dictionaries({"metadata": st.fixed_dictionaries({"topic": st.sampled_from(TOPICS)})}),
)
trees = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.fixed_dictionaries({"AND": st.lists(inner, min_size=1, max_size=3)}),
        st.fixed_dictionaries({"OR": st.lists(inner, min_size=1, max_size=3)}),
    ),
    max_leaves=8,
)
memories = st.builds(
    lambda user, app, agent, run, topic: memory(user, app, agent, run, metadata={"topic": topic}),
    st.sampled_from((*USERS, None)), st.sampled_from((*APPS, "default")), st.sampled_from((*AGENTS, None)), st.sampled_from((*RUNS, None)),
    st.sampled_from(TOPICS),
)  # fmt: skip


def meant(given: dict[str, Any], record: Memory) -> bool:
    """mem0's own words for it, read one by one."""
    ((name, value),) = given.items()
    if name == "AND":
        return all(meant(v, record) for v in value)
    if name == "OR":
        return any(meant(v, record) for v in value)
    if name == "metadata":
        return record.metadata["topic"] == value["topic"]
    scope = record.scope
    held = {
        "user_id": scope.user_id, "agent_id": scope.agent_id, "run_id": scope.session_id,
        "app_id": None if scope.namespace == "default" else scope.namespace,
    }[name]  # fmt: skip
    if value == EVERY:
        return held is not None
    return held in (value["in"] if isinstance(value, dict) else [value])


def owns(owner: Owner, record: Memory) -> bool:
    """Whether reading this owner finds the record."""
    user, app = record.scope.user_id, record.scope.namespace
    named = user is not None if owner.user_id == EVERY else owner.user_id == user
    return named and owner.app_id in (None, EVERY, app)


@given(trees, memories)
def test_filter_passes_what_it_means_and_its_owners_hold_all_of_it(given: dict[str, Any], record: Memory) -> None:
    wanted = filters.read(given, "nobody")
    assert bool(compiled(wanted.expression)(record)) == meant(given, record)
    try:
        wanted = filters.read(given)
    except Invalid:
        return  # somewhere nobody is named, so nobody's memories are read
    # What names no user means what was kept without one.
    if meant(given, record) and not any(owns(o, record) for o in wanted.owners):
        without = [o for o in wanted.owners if o.user_id is None]
        assert without
        assert record.scope.user_id is not None


@given(trees, memories)
def test_what_is_left_for_an_owner_says_the_same_of_its_memories(given: dict[str, Any], record: Memory) -> None:
    expression = filters.read(given, "nobody").expression
    rest = filters.left(expression, {"user_id": record.scope.user_id, "namespace": record.scope.namespace})
    told = rest if isinstance(rest, bool) else compiled(rest)(record)
    assert bool(told) == bool(compiled(expression)(record))


@pytest.mark.parametrize(
    ("given", "owners"),
    [
        ({"user_id": "ann"}, [Owner("ann")]),
        ({"user_id": "ann", "run_id": "r1"}, [Owner("ann")]),
        ({"OR": [{"user_id": "ann"}, {"user_id": "bob"}]}, [Owner("ann"), Owner("bob")]),
        ({"user_id": {"in": ["ann", "bob"]}, "app_id": "shop"}, [Owner("ann", "shop"), Owner("bob", "shop")]),
        ({"AND": [{"user_id": "ann"}, {"user_id": "bob"}]}, []),
        ({"AND": [{"user_id": EVERY}, {"user_id": "bob"}]}, [Owner("bob")]),
        ({"user_id": EVERY}, [Owner(EVERY)]),
        ({"run_id": "r1"}, [Owner(None, None, "r1")]),
        ({"agent_id": "a1"}, [Owner(None, None, None, "a1")]),
        ({"OR": [{"user_id": "ann"}, {"agent_id": "a1"}]}, [Owner("ann"), Owner(None, None, None, "a1")]),
        ({"user_id": "ann", "NOT": {"agent_id": "a1"}}, [Owner("ann")]),
    ],
)
def test_owners_follow_from_who_is_named(given: dict[str, Any], owners: list[Owner]) -> None:
    assert list(filters.read(given).owners) == owners


def test_key_of_one_user_needs_no_name_and_reaches_no_other() -> None:
    assert filters.read(None, "ann").owners == (Owner("ann"),)
    assert filters.read({"metadata": {"a": 1}}, "ann").owners == (Owner("ann"),)
    assert filters.read({"user_id": EVERY}, "ann").owners == (Owner("ann"),)


@pytest.mark.parametrize(
    "given",
    [
        {}, None, {"metadata": {"a": 1}}, {"NOT": {"user_id": "ann"}}, {"user_id": {"ne": "ann"}},
        {"OR": [{"user_id": "ann"}, {"metadata": {"a": 1}}]}, {"agent_id": "a1", "user_id": {"ne": "ann"}},
        {"user_id": {"in": [f"u{n}" for n in range(30)]}}, {"AND": [{n: {"in": [f"{n}{i}" for i in range(12)]}} for n in names]},
    ],
)  # fmt: skip
def test_filter_that_names_nobody_or_too_many_is_refused(given: dict[str, Any] | None) -> None:
    with pytest.raises(Invalid):
        filters.read(given)


@pytest.mark.parametrize(
    "condition",
    [
        {"bogus": 1}, {"user_id": ""}, {"user_id": 7}, {"user_id": {"gt": "a"}}, {"user_id": {"eq": "a", "ne": "b"}}, {"AND": []},
        {"OR": "x"}, {"NOT": []}, {"AND": [1]}, {"created_at": {"eq": "2026-01-01"}}, {"created_at": "soon"}, {"created_at": None},
        {"categories": {"contains": "food"}}, {"categories": {"eq": "food"}}, {"categories": {"in": []}}, {"metadata": {}},
        {"metadata": {"a.b": 1}}, {"metadata": {"a": {"gt": 1}}}, {"metadata": {"a": [1]}}, {"keywords": {"contains": "A"}},
        {"keywords": "a"}, {"memory_ids": []}, {"expiration_date": "soon"}, {"created_at": {"gte": "9999-12-31", "lt": "x"}},
        {"created_at": {"in": []}}, {"metadata": "x"}, {"user_id": {"ne": EVERY}}, {"expiration_date": {"gt": "9999-12-31"}},
        {"created_at": "9999-12-31"}, {"created_at": {"gt": 1e300}}, {"created_at": True},
    ],
)  # fmt: skip
def test_condition_that_cannot_be_honoured_is_refused(condition: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        filters.read({"AND": [{"user_id": "ann"}, condition]})


def test_filter_that_is_far_too_deep_or_long_is_refused() -> None:
    deep: dict[str, Any] = {"user_id": "ann"}
    for _ in range(50):
        deep = {"AND": [deep]}
    for asked in (
        deep,
        {"user_id": "ann", "OR": [{"metadata": {"a": n}} for n in range(200)]},
        {"user_id": "ann", "metadata": {"a": "x" * 5000}},
    ):
        with pytest.raises(Invalid):
            filters.read(asked)


def test_times_and_days() -> None:
    said = memory(created_at=datetime(2026, 5, 2, 10, tzinfo=UTC), valid_from=datetime(2026, 5, 2, 10, tzinfo=UTC))
    for asked in (
        {"created_at": "2026-05-02"}, {"created_at": {"gte": "2026-05-02"}}, {"created_at": {"lt": "2026-05-03"}},
        {"timestamp": {"in": ["2026-04-01", "2026-05-02"]}}, {"created_at": {"ne": "2026-05-03"}},
        {"created_at": {"lte": 1777716000}}, {"created_at": {"gte": 1777716000000}}, {"created_at": "2026-05-02T12:00:00+02:00"},
    ):  # fmt: skip
        assert passes(asked, said), asked
    for asked in ({"created_at": "2026-05-01"}, {"created_at": {"gt": "2026-05-03"}}, {"created_at": {"ne": "2026-05-02"}}):
        assert not passes(asked, said), asked


@given(st.integers(-3, 3), st.integers(0, 23))
def test_days_of_expiry_are_compared_as_days(days: int, hour: int) -> None:
    """A memory is told last on the day on which, or at whose end, it expires."""
    ends = datetime(2026, 5, 10, hour, tzinfo=UTC) + timedelta(days=days)
    on = (ends - timedelta(microseconds=1)).date()
    record = memory(expires_at=ends)
    asked = "2026-05-10"
    other = datetime(2026, 5, 10, tzinfo=UTC).date()
    for op, holds in {"gt": on > other, "gte": on >= other, "lt": on < other, "lte": on <= other, "ne": on != other}.items():
        assert passes({"expiration_date": {op: asked}}, record) == holds, op
    assert passes({"expiration_date": asked}, record) == (on == other)


def test_words_categories_metadata_and_ids() -> None:
    record = memory(category=Category.PREFERENCE, labels=("tea",), metadata={"n": 1, "who": "Ann"})
    words = record.content.summary
    for asked in (
        {"keywords": {"icontains": words[:5].upper()}}, {"categories": {"in": ["preference", "x"]}}, {"categories": ["tea"]},
        {"categories": "tea"}, {"metadata": {"n": 1}}, {"metadata": {"who": {"contains": "an"}}}, {"metadata": {"ne": {"n": 2}}},
        {"metadata": {"n": {"ne": 2}, "who": "Ann"}}, {"memory_ids": [record.memory_id, "x"]}, {"memory_ids": {"in": [record.memory_id]}},
    ):  # fmt: skip
        assert passes(asked, record), asked
        assert not passes({"NOT": asked}, record), asked
