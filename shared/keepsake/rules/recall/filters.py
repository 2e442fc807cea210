"""The caller's own filter over a hydrated record or an item (row Q8): eq ne in gt gte lt lte contains exists, nested by and, or, not.

{"and": [{"field": "category", "op": "eq", "value": "preference"}, {"not": {"field": "labels", "op": "contains", "value": "work"}}]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from keepsake.errors import Invalid
from keepsake.records import Event, Memory, Scope
from keepsake.rules.knowledge import marks, outcome


class Fields(NamedTuple):
    """What of something may be asked."""

    names: frozenset[str]
    open: str
    """What begins the names that are paths into the caller's own JSON."""
    times: frozenset[str]
    """Names that are compared as times."""
    value: Callable[[Any, str], Any]


OPS = frozenset("eq ne in gt gte lt lte contains exists".split())
DEEPEST = 8
"""Levels of and, or, not; deeper is a mistake or an attack."""

MOST_CONDITIONS = 100
MOST_VALUES = 200
"""Of an `in`."""
LONGEST_VALUE = 2000
"""Characters of a value or a field's name: each is held against every candidate."""

Passes = Callable[[Any], bool]


def inside(value: Any, path: str) -> Any:
    """What lies at a path of names with dots between; None where there is nothing."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


_OF_SCOPE = ("namespace", "user_id", "agent_id", "session_id")


def _of_record(record: Memory | Event, field: str) -> Any:
    if field.startswith("metadata."):
        return inside(record.metadata, field.removeprefix("metadata."))
    if field in _OF_SCOPE:
        return getattr(record.scope, field)
    if isinstance(record, Event):
        told = {
            "kind": "event", "valid_from": record.timestamp, "said_at": record.timestamp, "subject": record.name,
            "memory_id": record.event_id, "content": record.content,
        }  # fmt: skip
        return told.get(field, record.recorded_at if field in ("recorded_at", "created_at", "updated_at") else None)
    if field == "content":
        return record.content.summary
    return said_at(record) if field == "said_at" else getattr(record, field)


def said_at(memory: Memory) -> datetime:
    """When somebody said it in these words; of what was stated outright since when it holds, or when it was written if that is earlier."""
    if not memory.content.said_by:
        return min(memory.valid_from, memory.created_at)
    spoken = memory.content.said_at
    return memory.created_at if spoken is None or outcome.corrected_at(memory) else min(spoken, memory.created_at)


RECORDS = Fields(
    frozenset(
        "memory_id kind type category subject approval labels tags entities topic anchors content confidence importance valid_from "
        "valid_to said_at recorded_at created_at updated_at expires_at".split()
    )
    | set(_OF_SCOPE),
    "metadata.",
    frozenset({"valid_from", "valid_to", "said_at", "recorded_at", "created_at", "updated_at", "expires_at"}),
    _of_record,
)


def compiled(expression: Mapping[str, Any] | None, path: str = "filters", depth: int = 0, of: Fields = RECORDS) -> Passes:
    """A test of records, or of what `of` knows. Raises Invalid with the place of what is wrong."""
    if expression is None:
        return lambda _: True
    if depth == 0 and conditions(expression) > MOST_CONDITIONS:
        raise wrong(path, f"has more than {MOST_CONDITIONS} conditions")
    if depth > DEEPEST or not isinstance(expression, Mapping):
        raise wrong(path, f"is nested deeper than {DEEPEST}" if depth > DEEPEST else "is not an object")
    if set(expression) in ({"and"}, {"or"}):
        ((how, parts),) = expression.items()
        if not isinstance(parts, list) or not parts:
            raise wrong(f"{path}.{how}", "is not a list with at least one filter")
        tests = [compiled(p, f"{path}.{how}.{i}", depth + 1, of) for i, p in enumerate(parts)]
        return (lambda r: all(t(r) for t in tests)) if how == "and" else (lambda r: any(t(r) for t in tests))
    if set(expression) == {"not"}:
        inner = compiled(expression["not"], f"{path}.not", depth + 1, of)
        return lambda r: not inner(r)
    return _condition(expression, path, of)


def within(expression: object, scope: Scope) -> tuple[str, ...]:
    """Marks of the sessions, or else of the agents, that a filter asks for in every case; none where it asks for no certain ones. The
    filter itself still decides: this only keeps others from taking the places."""
    parts = expression.get("and", [expression]) if isinstance(expression, Mapping) else []
    asked = [p for p in parts if isinstance(p, Mapping) and p.get("op") in ("eq", "in")] if isinstance(parts, list) else []
    for field in marks.PLACES:
        for part in asked:
            if part.get("field") == field:
                names = part["value"] if part["op"] == "in" else [part["value"]]
                return tuple(marks.within(scope, field, n) for n in names if isinstance(n, str))
    return ()


def sure(expression: Mapping[str, Any] | None) -> bool:
    """Whether a search by those marks alone finds what passes, however few it is."""
    return expression is None or (expression.get("field") in marks.PLACES and expression.get("op") in ("eq", "in"))


def asks(expression: object, field: str) -> bool:
    """Whether one of its conditions is over this field."""
    if isinstance(expression, list):
        return any(asks(part, field) for part in expression)
    if not isinstance(expression, Mapping):
        return False
    return expression.get("field") == field or any(asks(expression.get(how), field) for how in ("and", "or", "not"))


def conditions(expression: object, depth: int = 0) -> int:
    """How many there are, down to the deepest level that is allowed."""
    if not isinstance(expression, Mapping) or depth > DEEPEST:
        return 1
    parts = expression.get("and", expression.get("or", [expression["not"]] if "not" in expression else None))
    return sum(conditions(p, depth + 1) for p in parts) if isinstance(parts, list) else 1


def _condition(expression: Mapping[str, Any], path: str, of: Fields) -> Passes:
    field, op = expression.get("field"), expression.get("op")
    if set(expression) - {"field", "op", "value"} or not isinstance(field, str) or not isinstance(op, str):
        raise wrong(path, "needs field, op and value, or one of and, or, not")
    if field not in of.names and not field.startswith(of.open):
        raise wrong(f"{path}.field", f"is none of {', '.join(sorted(of.names))}, {of.open}*")
    if op not in OPS:
        raise wrong(f"{path}.op", f"is none of {', '.join(sorted(OPS))}")
    if op != "exists" and "value" not in expression:
        raise wrong(f"{path}.value", "is missing")
    wanted = expression.get("value", True)
    if op == "in" and not isinstance(wanted, list):
        raise wrong(f"{path}.value", "is not a list")
    if isinstance(wanted, list) and len(wanted) > MOST_VALUES:
        raise wrong(f"{path}.value", f"has more than {MOST_VALUES} values")
    if any(len(str(v)) > LONGEST_VALUE for v in (field, *(wanted if isinstance(wanted, list) else [wanted]))):
        raise wrong(path, f"has a value of more than {LONGEST_VALUE} characters")
    if field in of.times and op != "exists":
        wanted = [_time(w, path) for w in wanted] if op == "in" else _time(wanted, path)
    if op in ("gt", "gte", "lt", "lte") and isinstance(wanted, bool | list | dict | None):
        raise wrong(f"{path}.value", "has no order")
    if op == "exists" and not isinstance(wanted, bool):
        raise wrong(f"{path}.value", "is neither true nor false")
    return lambda record: _holds(op, of.value(record, field), wanted)


def _time(value: object, path: str) -> datetime:
    try:
        at = datetime.fromisoformat(str(value))
    except ValueError as err:
        raise wrong(f"{path}.value", "is not a time") from err
    return at if at.tzinfo else at.replace(tzinfo=UTC)


def _holds(op: str, value: Any, wanted: Any) -> bool:
    if op == "exists":
        return (value not in (None, (), [])) is wanted
    if op == "ne":
        return not _equal(value, wanted)
    if value is None:
        return False
    if op == "eq":
        return _equal(value, wanted)
    if op == "in":
        return any(_equal(value, w) for w in wanted)
    if op == "contains":
        return _holds_one(value, wanted) if isinstance(value, tuple | list) else str(wanted).lower() in str(value).lower()
    return _ordered(op, value, wanted)


def _equal(value: Any, wanted: Any) -> bool:
    return _holds_one(value, wanted) if isinstance(value, tuple | list) and not isinstance(wanted, list) else _same(value, wanted)


def _holds_one(values: Sequence[Any], wanted: Any) -> bool:
    return any(_same(value, wanted) for value in values)


def _same(value: Any, wanted: Any) -> bool:
    """Equal as JSON knows it: true is not 1, at any depth."""
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(value, list) and isinstance(wanted, list):
        return len(value) == len(wanted) and all(map(_same, value, wanted))
    if isinstance(value, Mapping) and isinstance(wanted, Mapping):
        return value.keys() == wanted.keys() and all(_same(value[name], wanted[name]) for name in value)
    return bool(value == wanted)


def _ordered(op: str, value: Any, wanted: Any) -> bool:
    """False where the two have no common order, such as a number and a word or a boolean."""
    if isinstance(value, bool):
        return False
    try:
        return bool({"gt": value > wanted, "gte": value >= wanted, "lt": value < wanted, "lte": value <= wanted}[op])
    except TypeError:
        return False


def wrong(field: str, message: str) -> Invalid:
    return Invalid(f"{field}: {message}", errors=[{"field": field, "message": message}])
