"""mem0's filters: whose memories they mean, and what a recall or a list keeps of these.

{"AND": [{"user_id": "ann"}, {"OR": [{"metadata": {"topic": "food"}}, {"created_at": {"gte": "2026-05-01"}}]}]}

The conditions become a filter in Keepsake's own language. Whose memories have to be read follows from the conditions over `user_id`,
`app_id` and `run_id`: one owner for each way in which all of it can hold. What cannot be honoured exactly is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from keepsake import ids
from keepsake.mem0 import dates
from keepsake.records import MOST_ENCODED, Category
from keepsake.rules.recall import filters
from keepsake.rules.recall.filters import DEEPEST, MOST_CONDITIONS, wrong

Expression = dict[str, Any]
EVERY = "*"
"""Any value at all, but not none."""
DEFAULT_APP = "default"
"""The namespace of what was kept without an app."""
LONGEST_NAME = 256
MOST_OWNERS = 20
"""Owners that one request reads: each costs a search, or a reading of its memories."""
ENTITIES = {"user_id": "user_id", "agent_id": "agent_id", "app_id": "namespace", "run_id": "session_id"}
TIMES = {"created_at": "said_at", "updated_at": "updated_at", "timestamp": "said_at"}
FIELDS = (*ENTITIES, *TIMES, "expiration_date", "categories", "metadata", "keywords", "memory_ids")
LOGIC = {"AND": "and", "OR": "or"}


class Owner(NamedTuple):
    """Whose memories are read. None: kept without one, and of an app without a name: any, where they are listed."""

    user_id: str | None = None
    app_id: str | None = None
    run_id: str | None = None
    """Where no user is named: the run that leads to one."""
    agent_id: str | None = None
    """The agent that is meant, where there is only one."""


class Wanted(NamedTuple):
    owners: tuple[Owner, ...]
    expression: Expression | None
    """In Keepsake's language; None: all of the owners' memories."""


def read(given: Mapping[str, Any] | None, bound_user: str | None = None) -> Wanted:
    """What a request's `filters` mean. `bound_user` is the user of a key that reaches no other: its memories are meant where none is
    named. Raises Invalid."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise wrong("filters", "is not an object")
    expression = _node(given, "filters", 0) if given else None
    ways = _ways(expression) if expression else [{}]
    if not all(ways) and bound_user is None:
        raise wrong("filters", "name at least one of user_id, agent_id, app_id, run_id")
    if expression and _excludes(expression, "user_id") and any("user_id" not in w for w in ways):
        raise wrong("filters", 'user_id: name the users that are meant, or "*" for all of them, beside those that are not')
    owners = tuple(dict.fromkeys(_owner(w, bound_user) for w in ways))
    if len(owners) > MOST_OWNERS:
        raise wrong("filters", f"mean the memories of more than {MOST_OWNERS} users, apps and agents: ask for some at a time")
    if expression:
        filters.compiled(expression)
    return Wanted(owners, expression)


def both(first: Expression | None, *others: Expression | None) -> Expression | None:
    """All of them hold."""
    held = [e for e in (first, *others) if e is not None]
    return held[0] if len(held) == 1 else {"and": held} if held else None


def condition(field: str, op: str, value: Any) -> Expression:
    return {"field": field, "op": op, "value": value}


def in_categories(names: object, path: str = "categories") -> Expression:
    """What is called by one of these, as its category or as a label."""
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise wrong(path, "takes a list of names")
    known = [n for n in names if n in set(Category)]
    return _any([*([condition("category", "in", known)] if known else []), *(condition("labels", "contains", n) for n in names)])


def since(day_or_time: object, field: str) -> Expression:
    return _time_of("said_at", "gte", day_or_time, field)


def until(day_or_time: object, field: str) -> Expression:
    """With that whole day."""
    on = dates.day(day_or_time, field)
    return _time_of("said_at", "lte", day_or_time, field) if on is None else _time(("said_at", "lt"), dates.ends(on, field))


def _node(given: Mapping[str, Any], path: str, depth: int) -> Expression:
    """Keys beside one another all hold."""
    if depth > DEEPEST:
        raise wrong(path, f"is nested deeper than {DEEPEST}")
    if not isinstance(given, Mapping) or not given:
        raise wrong(path, "is not an object with at least one condition")
    return _all([_key(name, value, f"{path}.{name}", depth) for name, value in given.items()], path)


def _key(name: str, value: Any, path: str, depth: int) -> Expression:
    if name in LOGIC:
        if not isinstance(value, list) or not value:
            raise wrong(path, "takes a list with at least one filter")
        parts = [_node(v, f"{path}.{i}", depth + 1) for i, v in enumerate(value)]
        return _all(parts, path) if name == "AND" else _any(parts)
    if name == "NOT":
        parts = [_node(v, path, depth + 1) for v in (value if isinstance(value, list) else [value])]
        if not parts:
            raise wrong(path, "takes a filter")
        return {"not": _all(parts, path)}
    if name in ENTITIES:
        return _entity(name, value, path)
    if name in TIMES:
        return _times(TIMES[name], value, path)
    if name in _CONTENT:
        return _CONTENT[name](value, path)
    raise wrong(path, f"is none of AND, OR, NOT, {', '.join(FIELDS)}")


def _entity(name: str, value: Any, path: str) -> Expression:
    field = ENTITIES[name]
    op, wanted = _operator(value, path, ("eq", "ne", "in"))
    if op == "in":
        if not isinstance(wanted, list) or not wanted or not all(isinstance(w, str) and w and w != EVERY for w in wanted):
            raise wrong(path, "takes a list of names")
        return condition(field, "in", [fit(w, path) for w in wanted])
    if not isinstance(wanted, str) or not wanted:
        raise wrong(path, "takes a name")
    if wanted == EVERY:
        if op == "ne":
            raise wrong(path, 'takes a name: whatever is not "*" has none')
        return condition(field, "exists", True) if name != "app_id" else condition(field, "ne", DEFAULT_APP)
    return condition(field, op, fit(wanted, path))


def fit(name: str, path: str) -> str:
    """A name as a key of the table takes it. Raises Invalid."""
    if len(name) > LONGEST_NAME or len(ids.part(name)) > MOST_ENCODED:
        raise wrong(path, f"takes names of at most {LONGEST_NAME} characters, and {MOST_ENCODED} when percent-encoded")
    return name


def _times(field: str, value: Any, path: str) -> Expression:
    op, wanted = _operator(value, path, ("gt", "gte", "lt", "lte", "ne", "in"), bare="is")
    if op == "in":
        return _any([_at(field, w, path) for w in _list(wanted, path)])
    if op in ("is", "ne"):
        at = _at(field, wanted, path)
        return {"not": at} if op == "ne" else at
    return _time_of(field, op, wanted, path)


def _at(field: str, wanted: object, path: str) -> Expression:
    """On that day, or at that time."""
    on = dates.day(wanted, path)
    if on is None:
        return _time((field, "eq"), dates.moment(wanted, path))
    return _all([_time((field, "gte"), dates.begins(on)), _time((field, "lt"), dates.ends(on, path))], path)


def _time_of(field: str, op: str, wanted: object, path: str) -> Expression:
    return _time((field, op), dates.moment(wanted, path))


def _expiration(value: Any, path: str) -> Expression:
    """Days are compared: what is told last on a day ends within the day after it began, or when that ends."""
    op, wanted = _operator(value, path, ("gt", "gte", "lt", "lte", "ne", "in"), bare="is")
    if op == "in":
        return _any([_expires(w, path) for w in _list(wanted, path)])
    if op in ("is", "ne"):
        on = _expires(wanted, path)
        return {"not": on} if op == "ne" else on
    begun = _day(wanted, path)
    return _time(
        ("expires_at", "gt" if op in ("gt", "gte") else "lte"), dates.ends(begun, path) if op in ("gt", "lte") else dates.begins(begun)
    )


def _expires(wanted: object, path: str) -> Expression:
    on = _day(wanted, path)
    return _all([_time(("expires_at", "gt"), dates.begins(on)), _time(("expires_at", "lte"), dates.ends(on, path))], path)


def _day(wanted: object, path: str) -> date:
    return dates.day(wanted, path) or dates.moment(wanted, path).date()


def _categories(value: Any, path: str) -> Expression:
    if isinstance(value, str):
        value = [value]
    if isinstance(value, list):
        return in_categories(value, path)
    op, wanted = _operator(value, path, ("in",))
    return in_categories(wanted, path) if op == "in" else _refused(path, op)


def _metadata(value: Any, path: str) -> Expression:
    """{"topic": "food"}, {"ne": {"topic": "food"}} or {"topic": {"contains": "foo"}}: all of it holds."""
    if not isinstance(value, Mapping) or not value:
        raise wrong(path, "takes an object of keys and values")
    parts = []
    for name, wanted in value.items():
        outer = name in ("eq", "ne", "contains") and isinstance(wanted, Mapping)
        pairs = wanted.items() if outer else [(name, wanted)]
        for key, inner in pairs:
            op, plain = (name, inner) if outer else _operator(inner, f"{path}.{key}", ("eq", "ne", "contains"))
            if "." in key or not key:
                raise wrong(f"{path}.{key}", "a key with a dot in it cannot be asked for")
            if isinstance(plain, list | Mapping) or plain is None:
                raise wrong(f"{path}.{key}", "takes a text, a number, true or false")
            parts.append(condition(f"metadata.{key}", op, plain))
    return _all(parts, path)


def _keywords(value: Any, path: str) -> Expression:
    op, wanted = _operator(value, path, ("icontains",), bare="contains")
    if op != "icontains" or not isinstance(wanted, str) or not wanted:
        raise wrong(path, 'takes {"icontains": "some words"}; capitals are not told apart')
    return condition("content", "contains", wanted)


def _memory_ids(value: Any, path: str) -> Expression:
    wanted = value if isinstance(value, list) else _operator(value, path, ("in",))[1]
    return condition("memory_id", "in", _list(wanted, path))


_CONTENT: Mapping[str, Callable[[Any, str], Expression]] = {
    "expiration_date": _expiration, "categories": _categories, "metadata": _metadata, "keywords": _keywords, "memory_ids": _memory_ids,
}  # fmt: skip


def _operator(value: Any, path: str, known: Sequence[str], bare: str = "eq") -> tuple[str, Any]:
    """The operator and what it is given; `bare` where the value stands alone."""
    if not isinstance(value, Mapping):
        return bare, value
    if len(value) != 1:
        raise wrong(path, f"takes one operator of {', '.join(known)}")
    ((op, wanted),) = value.items()
    if op not in known:
        _refused(path, op, known)
    return str(op), wanted


def _refused(path: str, op: object, known: Sequence[str] = ()) -> Any:
    raise wrong(path, f"the operator {op!s:.40} is not served here" + (f": use {', '.join(known)}" if known else ""))


def _list(value: Any, path: str) -> list[Any]:
    if not isinstance(value, list) or not value:
        raise wrong(path, "takes a list with at least one value")
    return value


def _time(what: tuple[str, str], at: Any) -> Expression:
    field, op = what
    return condition(field, op, at.isoformat())


def _all(parts: Sequence[Expression], path: str) -> Expression:
    if sum(map(filters.conditions, parts)) > MOST_CONDITIONS:
        raise wrong(path, f"has more than {MOST_CONDITIONS} conditions")
    return parts[0] if len(parts) == 1 else {"and": list(parts)}


def _any(parts: Sequence[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else {"or": list(parts)}


_PLACED = {"user_id": "user_id", "namespace": "app_id", "session_id": "run_id", "agent_id": "agent_id"}
Way = dict[str, str]


def _ways(expression: Expression) -> list[Way]:
    """What each way in which the expression can hold says of user, app, run and agent. Raises Invalid for far too many."""
    if "and" in expression:
        ways: list[Way] = [{}]
        for part in expression["and"]:
            ways = _few([joined for w in ways for other in _ways(part) if (joined := _joined(w, other)) is not None])
        return ways
    if "or" in expression:
        return _few([w for part in expression["or"] for w in _ways(part)])
    if "not" in expression or expression["field"] not in _PLACED:
        return [{}]
    name, op, value = _PLACED[expression["field"]], expression["op"], expression["value"]
    if op == "exists" or (name == "app_id" and op == "ne" and value == DEFAULT_APP):
        return [{name: EVERY}]
    return [{name: v} for v in (value if op == "in" else [value])] if op in ("eq", "in") else [{}]


def _few(ways: Iterable[Way]) -> list[Way]:
    found = list({tuple(sorted(w.items())): w for w in ways}.values())
    if len(found) > MOST_CONDITIONS:
        raise wrong("filters", "mean too many users, apps, runs and agents at once: ask for some at a time")
    return found


def _joined(one: Way, other: Way) -> Way | None:
    """Both hold; None where they cannot."""
    joined = dict(one)
    for name, value in other.items():
        held = joined.get(name, EVERY)
        if EVERY not in (held, value) and held != value:
            return None
        joined[name] = held if value == EVERY else value
    return joined


def _owner(way: Way, bound_user: str | None) -> Owner:
    user = way.get("user_id", bound_user)
    if user == EVERY and bound_user is not None:
        user = bound_user
    run, agent = way.get("run_id"), way.get("agent_id")
    return Owner(
        user, way.get("app_id"), run if user is None and run != EVERY else None, agent if agent != EVERY else None
    )  # fmt: skip


def _excludes(expression: Expression, field: str, under_not: bool = False) -> bool:
    """Whether somebody is left out by name, so that all others are meant."""
    if "not" in expression:
        return _excludes(expression["not"], field, True)
    for how in ("and", "or"):
        if how in expression:
            return any(_excludes(part, field, under_not) for part in expression[how])
    return bool(expression["field"] == field and (under_not or expression["op"] == "ne"))


def left(expression: Expression | None, known: Mapping[str, str | None]) -> Expression | bool:
    """What is left to ask of each memory where these fields are the same in all of them: True for nothing, False where none can pass."""
    if expression is None:
        return True
    if "not" in expression:
        inner = left(expression["not"], known)
        return not inner if isinstance(inner, bool) else {"not": inner}
    for how, ends in (("and", False), ("or", True)):
        if how in expression:
            parts = [left(part, known) for part in expression[how]]
            if any(part is ends for part in parts):
                return ends
            asked = [part for part in parts if not isinstance(part, bool)]
            return asked[0] if len(asked) == 1 else {how: asked} if asked else not ends
    if expression["field"] not in known:
        return expression
    value, op, wanted = known[expression["field"]], expression["op"], expression["value"]
    if op == "exists":
        return value is not None
    same = value in wanted if op == "in" else value == wanted
    return same is (op != "ne")


def one_user(wanted: Wanted) -> tuple[str | None, bool]:
    """The user that is meant, None for all and what is nobody's, and whether anything else is asked."""
    owner = wanted.owners[0] if len(wanted.owners) == 1 else None
    if owner is None or owner.user_id == EVERY:
        return None, True
    return owner.user_id, left(wanted.expression, {"user_id": owner.user_id}) is not True
