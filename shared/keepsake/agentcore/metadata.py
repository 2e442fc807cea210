"""AgentCore's typed metadata as our plain JSON, and its filters as ours.

A value is a string, a list of strings, a number or a time. Times stay in their wrapping, so that they are told from strings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keepsake.agentcore.requests import Condition, EventCondition, Value
from keepsake.rules.recall.filters import wrong

TIME = "dateTimeValue"
OPERATORS = {
    "EQUALS_TO": "eq", "CONTAINS": "contains", "GREATER_THAN": "gt", "GREATER_THAN_OR_EQUALS": "gte", "LESS_THAN": "lt",
    "LESS_THAN_OR_EQUALS": "lte", "BEFORE": "lt", "AFTER": "gt",
}  # fmt: skip
_TO_NAME = {"%": "%25", ".": "%2E"}


def plain(values: Mapping[str, Value]) -> dict[str, Any]:
    """As a fact keeps them. A dot in a key would be a path to a filter."""
    return {_name(key): value.plain for key, value in values.items()}


def typed(kept: Mapping[str, Any]) -> dict[str, Any]:
    """As AgentCore tells them; what is none of its types is not told."""
    told: dict[str, Any] = {}
    for key, value in kept.items():
        name = key.replace("%2E", ".").replace("%25", "%")
        if isinstance(value, str):
            told[name] = {"stringValue": value}
        elif isinstance(value, bool):
            continue
        elif isinstance(value, int | float):
            told[name] = {"numberValue": value}
        elif isinstance(value, list) and all(isinstance(v, str) for v in value):
            told[name] = {"stringListValue": value}
        elif isinstance(value, dict) and set(value) == {TIME}:
            told[name] = value
    return told


def filters(conditions: Sequence[Condition]) -> list[dict[str, Any]]:
    """As `rules.recall.filters` reads them; all of them have to hold. Raises Invalid for an operator that has no such value."""
    return [_filter(c) for c in conditions]


def _filter(condition: Condition) -> dict[str, Any]:
    field = f"metadata.{_name(condition.left.metadata_key)}"
    if condition.operator in ("EXISTS", "NOT_EXISTS"):
        return {"field": field, "op": "exists", "value": condition.operator == "EXISTS"}
    if condition.right is None:
        raise wrong("metadataFilters", "right is needed for this operator")
    value = condition.right.metadata_value.plain
    if isinstance(value, dict):
        field, value = f"{field}.{TIME}", value[TIME]
    elif condition.operator in ("BEFORE", "AFTER"):
        raise wrong("metadataFilters", f"{condition.operator} needs a dateTimeValue")
    if isinstance(value, list):
        if condition.operator == "EQUALS_TO":
            return {"and": [{"field": field, "op": "contains", "value": v} for v in value]}
        return {"or": [{"field": field, "op": OPERATORS[condition.operator], "value": v} for v in value]}
    return {"field": field, "op": OPERATORS[condition.operator], "value": value}


def holds(conditions: Sequence[EventCondition], kept: Mapping[str, Any]) -> bool:
    """Whether an event's metadata meets all of them. Raises Invalid."""
    return all(_holds(c, kept) for c in conditions)


def _holds(condition: EventCondition, kept: Mapping[str, Any]) -> bool:
    key = condition.left.metadata_key
    if condition.operator != "EQUALS_TO":
        return (key in kept) == (condition.operator == "EXISTS")
    if condition.right is None:
        raise wrong("metadataFilters", "right is needed for this operator")
    return bool(kept.get(key) == condition.right.metadata_value.string_value)


def _name(key: str) -> str:
    return "".join(_TO_NAME.get(sign, sign) for sign in key)
