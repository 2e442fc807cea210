"""Row Q8: the caller's filter means what it says, and what it cannot mean is an error with its place."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake.errors import Invalid
from keepsake.rules.knowledge import marks
from keepsake.rules.recall import filters
from keepsake.rules.recall.filters import compiled
from tests.builders import NOW, event, fact

FACT = fact(labels=("work", "home"), importance=0.7, entities=("Denver",), metadata={"device": "ios", "order": {"total": 12}})


def condition(field: str, op: str, value: Any = True) -> dict[str, Any]:
    return {"field": field, "op": op, "value": value}


@pytest.mark.parametrize(
    ("field", "op", "value", "passes"),
    [
        ("category", "eq", "identity", True),
        ("user_id", "eq", FACT.scope.user_id, True),
        ("agent_id", "exists", False, True),
        ("session_id", "eq", "another", False),
        ("namespace", "ne", "default", False),
        ("memory_id", "in", [FACT.memory_id, "f_other"], True),
        ("content", "contains", FACT.content.summary[2:9].upper(), True),
        ("content", "contains", "no such words", False),
        ("expires_at", "exists", False, True),
        ("said_at", "lte", NOW.isoformat(), True),
        ("category", "eq", "belief", False),
        ("category", "ne", "belief", True),
        ("kind", "in", ["fact", "event"], True),
        ("kind", "in", ["topic"], False),
        ("labels", "contains", "work", True),
        ("labels", "contains", "wor", False),
        ("labels", "eq", "home", True),
        ("subject", "contains", "USE", True),
        ("importance", "gt", 0.6, True),
        ("importance", "gte", 0.7, True),
        ("importance", "lt", 0.7, False),
        ("importance", "lte", "high", False),
        ("metadata.device", "eq", "ios", True),
        ("metadata.order.total", "gte", 12, True),
        ("metadata.order.nothing", "exists", True, False),
        ("metadata.nothing", "ne", "x", True),
        ("topic", "exists", False, True),
        ("entities", "exists", True, True),
        ("valid_from", "lt", (NOW + timedelta(days=1)).isoformat(), True),
        ("recorded_at", "gt", "2030-01-01", False),
        ("valid_to", "gt", "2020-01-01", False),
    ],
)
def test_condition(field: str, op: str, value: Any, passes: bool) -> None:
    assert compiled(condition(field, op, value))(FACT) is passes
    assert compiled({"not": condition(field, op, value)})(FACT) is not passes


TRUE = fact(metadata={"of": True, "list": [True], "deep": {"a": [{"b": True}]}})
ONE = fact(metadata={"of": 1, "list": [1], "deep": {"a": [{"b": 1.0}]}})


@pytest.mark.parametrize(
    ("field", "true", "one"), [("of", True, 1), ("list", [True], [1]), ("deep", {"a": [{"b": True}]}, {"a": [{"b": 1}]})]
)
@pytest.mark.parametrize("op", ["eq", "in", "contains", "ne"])
def test_true_is_not_one(field: str, true: Any, one: Any, op: str) -> None:
    """As JSON knows them; that the one equals the other is Python's."""
    for wanted, passes, fails in ((true, TRUE, ONE), (one, ONE, TRUE)):
        value = [wanted] if op == "in" else wanted[0] if op == "contains" and isinstance(wanted, list) else wanted
        if op == "contains" and not isinstance(wanted, list):
            continue
        asked = compiled(condition(f"metadata.{field}", op, value))
        assert (asked(passes), asked(fails)) == ((False, True) if op == "ne" else (True, False))


@pytest.mark.parametrize("op", ["gt", "gte", "lt", "lte"])
def test_a_boolean_is_neither_more_nor_less_than_a_number(op: str) -> None:
    assert not compiled(condition("metadata.of", op, 0))(TRUE)
    assert not compiled(condition("metadata.of", op, 2))(TRUE)


def test_and_or_not_nest() -> None:
    yes, no = condition("category", "eq", "identity"), condition("category", "eq", "belief")
    assert compiled({"and": [yes, {"or": [no, yes]}, {"not": no}]})(FACT)
    assert not compiled({"and": [yes, no]})(FACT)
    assert not compiled({"or": [no, no]})(FACT)


def test_events_have_a_kind_a_time_and_metadata() -> None:
    said = event(metadata={"device": "ios"})
    assert compiled({"and": [condition("kind", "eq", "event"), condition("metadata.device", "eq", "ios")]})(said)
    assert not compiled(condition("category", "eq", "identity"))(said)


def test_no_filter_lets_everything_pass() -> None:
    assert compiled(None)(FACT)


@pytest.mark.parametrize(
    ("expression", "field"),
    [
        ({}, "filters"),
        ({"and": []}, "filters.and"),
        ({"and": [{"field": "secret", "op": "eq", "value": 1}]}, "filters.and.0.field"),
        ({"field": "kind", "op": "like", "value": 1}, "filters.op"),
        ({"field": "kind", "op": "eq"}, "filters.value"),
        ({"field": "kind", "op": "in", "value": "fact"}, "filters.value"),
        ({"field": "valid_from", "op": "gt", "value": "soon"}, "filters.value"),
        ({"field": "importance", "op": "gt", "value": None}, "filters.value"),
        ({"field": "importance", "op": "gt", "value": True}, "filters.value"),
        ({"field": "metadata.of", "op": "exists", "value": 1}, "filters.value"),
        ({"field": "metadata.of", "op": "exists", "value": "false"}, "filters.value"),
        ({"field": "kind", "op": "eq", "value": 1, "extra": 1}, "filters"),
        ({"not": 7}, "filters.not"),
    ],
)
def test_wrong_filter_is_named(expression: Any, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        compiled(expression)
    assert caught.value.errors[0]["field"] == field


def test_endless_nesting_is_refused() -> None:
    expression: dict[str, Any] = condition("kind", "eq", "fact")
    for _ in range(20):
        expression = {"not": expression}
    with pytest.raises(Invalid, match="deeper"):
        compiled(expression)


LEAF = {"field": "category", "op": "eq", "value": "preference"}


@pytest.mark.parametrize(
    "expression",
    [
        {"and": [LEAF] * 101},
        {"or": [{"and": [LEAF] * 11}] * 10},
        {"field": "labels", "op": "in", "value": ["x"] * 201},
        {"field": "labels", "op": "eq", "value": "x" * 2001},
        {"field": "labels", "op": "in", "value": ["x" * 2001]},
        {"field": "metadata." + "x" * 2001, "op": "exists"},
    ],
)
def test_filter_that_would_cost_too_much_is_refused(expression: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        compiled(expression)


def test_filter_within_its_bounds_is_taken() -> None:
    assert compiled({"and": [{"or": [LEAF] * 50}, {"not": {"and": [LEAF] * 50}}]})


def test_filter_is_refused_beyond_its_depth() -> None:
    deep: dict[str, Any] = LEAF
    for _ in range(40):
        deep = {"not": deep}
    with pytest.raises(Invalid, match="nested deeper"):
        compiled(deep)


def test_sessions_and_agents_that_are_asked_for_in_every_case_are_searched_alone() -> None:
    run, agent = {"field": "session_id", "op": "in", "value": ["r/1", "r2"]}, {"field": "agent_id", "op": "eq", "value": "a1"}
    topic = {"field": "metadata.topic", "op": "eq", "value": "x"}
    scope = FACT.scope
    assert filters.within({"and": [topic, agent, run]}, scope) == tuple(marks.within(scope, "session_id", name) for name in ("r/1", "r2"))
    assert filters.within(agent, scope) == (marks.within(scope, "agent_id", "a1"),)
    said = FACT.model_copy(update={"scope": scope.model_copy(update={"session_id": "r2"})})
    assert set(filters.within(run, scope)) & {*marks.of(said)}
    for open_to_others in ({"or": [run, topic]}, {"not": run}, topic, None, {"and": [topic, {"or": [run]}]}, agent | {"op": "ne"}):
        assert filters.within(open_to_others, scope) == ()
