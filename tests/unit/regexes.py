"""Finds every pattern of the package, and texts on which each would be slow if it could be."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import keepsake

FUNCTIONS = frozenset("search match fullmatch split findall finditer sub subn".split())
_parser: Any = sys.modules[re.Pattern.__module__]._parser  # type: ignore[attr-defined]
ANCHORED = frozenset({"match", "fullmatch"})


class Found(NamedTuple):
    """A pattern and where it stands. `begins` tells that a text is tried at its beginning alone."""

    where: str
    pattern: re.Pattern[str]
    begins: bool = False


def modules() -> list[ModuleType]:
    found = [keepsake]
    for info in pkgutil.walk_packages(keepsake.__path__, "keepsake."):
        found.append(importlib.import_module(info.name))
    return found


def of_package() -> list[Found]:
    """Every pattern that a module holds in its globals, however deep, or writes where it uses it; each once."""
    every: dict[tuple[str, int, bool], Found] = {}
    for module in modules():
        for found in (*held_by(module), *written_in(module)):
            every.setdefault((found.pattern.pattern, found.pattern.flags, found.begins), found)
    return list(every.values())


def held_by(module: ModuleType) -> Iterator[Found]:
    used = _uses()
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern):
            ways = used.get(name, set())
            yield Found(f"{module.__name__}.{name}", value, bool(ways) and ways <= ANCHORED)
        elif not name.startswith("__"):
            yield from (Found(f"{module.__name__}.{name}", p) for p in _inside(value, 0))


def _inside(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    if depth > 6 or isinstance(value, str | bytes | int | float | type | ModuleType):
        return
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from _inside(pair, depth + 1)
    elif isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from _inside(item, depth + 1)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _inside(getattr(value, field.name, None), depth + 1)


@cache
def _uses() -> dict[str, set[str]]:
    """How each name is used in the whole package: `_TAIL.match(...)`; a use that is no call may be any."""
    ways: dict[str, set[str]] = {}
    for path in Path(keepsake.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                ways.setdefault(node.value.id, set()).add(node.attr)
                ways.setdefault(node.attr, set())
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
                ways.setdefault(node.value.attr, set()).add(node.attr)
    return ways


def written_in(module: ModuleType) -> Iterator[Found]:
    """Patterns that stand as text in a call, as `re.search(r"...", said)`."""
    source = getattr(module, "__file__", None)
    if not source or not source.endswith(".py"):
        return
    for node in ast.walk(ast.parse(Path(source).read_text())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FUNCTIONS and node.args):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re"):
            continue
        text = _text(node.args[0], module)
        if text is None:
            continue
        flags = 0
        for given in (*node.args[1:], *(k.value for k in node.keywords)):
            if "re." in (written := ast.unparse(given)) and isinstance(given, ast.Attribute | ast.BinOp):
                flags |= int(eval(written, {"re": re}))
        yield Found(f"{module.__name__}:{node.lineno}", re.compile(text, flags), node.func.attr in ANCHORED)


def _text(node: ast.expr, module: ModuleType) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(str(value.value))
            else:
                assert isinstance(value, ast.FormattedValue)
                try:
                    parts.append(str(eval(ast.unparse(value.value), dict(vars(module)))))
                except NameError:
                    parts.append("anna")
        return "".join(parts)
    return None


# --- Texts on which a pattern would be slow, made from its own parts.

TAILS = ("\x00", "\n,;.x\x00")
MOST_ATTACKS = 60


class Pump(NamedTuple):
    """`before`, then `unit` again and again, then what fails."""

    before: str
    unit: str
    after: str

    def text(self, size: int) -> str:
        return self.before + self.unit * max(1, (size - len(self.before)) // len(self.unit)) + self.after


def pumps(pattern: re.Pattern[str]) -> list[Pump]:
    """Each repetition of the pattern after what leads to it, and both together again and again."""
    found: dict[Pump, None] = {}
    for before, unit in _repeats(_parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG), ""):
        for head, body in ((before, unit), ("", before + unit), ("", unit), ("", before)):
            if body:
                for tail in TAILS:
                    found.setdefault(Pump(head, body, tail))
    made = list(found)
    return made if len(made) <= MOST_ATTACKS else made[:: len(made) // MOST_ATTACKS + 1]


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    for op, argument in tree:
        name = str(op)
        if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, body = argument
            if high > 8:
                for unit in _samples(body):
                    yield before, unit
            yield from _repeats(body, before)
            before += _sample(body) * max(low, 1)
        elif name == "SUBPATTERN":
            yield from _repeats(argument[3], before)
            before += _sample(argument[3])
        elif name == "ATOMIC_GROUP":
            yield from _repeats(argument, before)
            before += _sample(argument)
        elif name == "BRANCH":
            for branch in argument[1]:
                yield from _repeats(branch, before)
            before += _sample(argument[1][0])
        elif name in ("ASSERT", "ASSERT_NOT"):
            if argument[0] > 0:
                yield from _repeats(argument[1], before)
        else:
            before += _sample([(op, argument)])


def _samples(tree: Any) -> list[str]:
    """A few texts that fit: of one set of signs several, of a choice each."""
    nodes = list(tree)
    if len(nodes) == 1:
        op, argument = nodes[0]
        if str(op) == "IN":
            return _members(argument)[:4]
        if str(op) == "BRANCH":
            return [_sample(b) for b in argument[1]][:6]
        if str(op) == "SUBPATTERN":
            return _samples(argument[3])
    return [s for s in [_sample(nodes)] if s]


def _sample(tree: Any) -> str:
    text = ""
    for op, argument in tree:
        name = str(op)
        if name == "LITERAL":
            text += chr(argument)
        elif name in ("NOT_LITERAL", "ANY"):
            text += "a" if argument != ord("a") else "b"
        elif name == "IN":
            text += _members(argument)[0]
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, high, body = argument
            text += _sample(body) * max(low, 1 if high > 8 else 0)
        elif name == "SUBPATTERN":
            text += _sample(argument[3])
        elif name == "ATOMIC_GROUP":
            text += _sample(argument)
        elif name == "BRANCH":
            text += _sample(argument[1][0])
    return text


_BY_CATEGORY = {"CATEGORY_SPACE": " \n", "CATEGORY_WORD": "a1_", "CATEGORY_DIGIT": "1", "CATEGORY_NOT_SPACE": "a-",
                "CATEGORY_NOT_WORD": "!. ", "CATEGORY_NOT_DIGIT": "a "}  # fmt: skip


def _members(items: Any) -> list[str]:
    negated = any(str(op) == "NEGATE" for op, _ in items)
    if negated:
        refused = "".join(_members([i for i in items if str(i[0]) != "NEGATE"]))
        ranges = [(a[0], a[1]) for op, a in items if str(op) == "RANGE"]
        return [c for c in "a 1-.!" if c not in refused and not any(low <= ord(c) <= high for low, high in ranges)] or ["\u3042"]
    found: list[str] = []
    for op, argument in items:
        if str(op) == "LITERAL":
            found.append(chr(argument))
        elif str(op) == "RANGE":
            found.append(chr(argument[0]))
        elif str(op) == "CATEGORY":
            found += _BY_CATEGORY[str(argument)]
    return found or ["a"]
