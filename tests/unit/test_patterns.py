"""No text makes a pattern slow: each is read in a time that grows with the text's length alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from bench.attacks import ATTACKS, MARKUP, RUNS
from bench.text_growth import grows_too_fast
from keepsake.claims import Chunk
from keepsake.records import Event, Role
from keepsake.rules.behaviour import actions
from keepsake.rules.intake import secrets
from keepsake.rules.reading import extraction, own_words
from tests.builders import event
from tests.unit import bounds, regexes
from tests.unit.regexes import Found

LONGEST = 8192
"""Characters up to which growth is measured where nothing bounds what a pattern sees."""


def every() -> dict[str, list[Found]]:
    """By module, with the patterns of the library that knows the providers' tokens."""
    found: dict[str, list[Found]] = defaultdict(list)
    for one in regexes.of_package():
        found[one.where.split(":")[0].split("._")[0].removeprefix("keepsake.")].append(one)
    found["detect_secrets"] = [Found(f"detect_secrets {p.pattern[:40]}", p) for _, p in secrets._provider_patterns()]
    return found


EVERY = every()


def reader(found: Found) -> Callable[[str], object]:
    begins = found.begins or any(found.where.startswith(name) for name in bounds.TRIED_AT_THE_BEGINNING)
    return found.pattern.match if begins else lambda text: sum(1 for _ in found.pattern.finditer(text))


def slow_texts(found: Found) -> list[str]:
    """What the pattern is slow to read, as its parts and the fixed list make it."""
    bound = bounds.longest(found.where)
    read = reader(found)
    slow = []
    for attack in (*regexes.pumps(found.pattern), *RUNS, *MARKUP):

        def text(size: int, of: Callable[[int], str] = attack.text) -> str:
            return own_words.plain(of(4 * size))[:size] if bounds.is_plain(found.where) else of(size)

        if grows_too_fast(read, text, bound or LONGEST):
            slow.append(f"{found.where}: {tuple(attack)!r:.120}: {found.pattern.pattern[:120]}")
            break
    return slow


def test_the_patterns_are_found() -> None:
    names = {f.where for found in EVERY.values() for f in found}
    assert sum(map(len, EVERY.values())) > 400
    assert {
        "keepsake.rules.intake.junk._PAIRS",
        "keepsake.rules.knowledge.pruning._TAIL",
        "keepsake.rules.dates.meanings.FINDERS",
    } <= names
    assert any(re.fullmatch(r"keepsake\.rules\.reading\.\w+:\d+", n) for n in names)


@pytest.mark.parametrize("module", sorted(EVERY))
def test_pattern_takes_no_more_than_the_length_of_its_text(module: str) -> None:
    assert [slow for found in EVERY[module] for slow in slow_texts(found)] == []


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s+foo",
        r"//.+/:_authToken",
        r"(?:a|aa)+$",
        r"^(?P<a>.+?)\s+(?:in|on)\s+[^,]+$",
        r"\b[\w.]+=\d",
        r"([.!?]+)(?=\s|$)",
    ],
)
def test_slow_pattern_is_noticed(pattern: str) -> None:
    # A busy machine may hide it from one look: every round of one has to show it, so that no good pattern is taken for a slow one.
    assert any(slow_texts(Found("bad", re.compile(pattern))) for _ in range(3))


@pytest.mark.parametrize("pattern", [r"(?<!\s)\s++foo", r"[a-z]+", r"\b\w{1,20}=\d", r"(?<![.!?])[.!?]++(?=\s|$)"])
def test_linear_pattern_passes(pattern: str) -> None:
    assert slow_texts(Found("good", re.compile(pattern))) == []


class Spy:
    """Stands in a pattern's place and notes the longest text that it is tried on."""

    seen: ClassVar[dict[str, int]] = {}

    def __init__(self, where: str, pattern: Any) -> None:
        self._where, self._pattern = where, pattern

    def __getattr__(self, name: str) -> Any:
        held = getattr(self._pattern, name)
        if name not in regexes.FUNCTIONS:
            return held

        def noted(*given: Any, **named: Any) -> Any:
            text = given[1] if name in ("sub", "subn") else given[0]
            # Of `re.match(pattern, text)` the text comes after the pattern.
            text = given[2 if name in ("sub", "subn") else 1] if self._pattern is re else text
            Spy.seen[self._where] = max(Spy.seen.get(self._where, 0), len(text))
            return held(*given, **named)

        return noted


def spied(value: Any, where: str) -> Any:
    """The same value with a spy in each pattern's place."""
    if isinstance(value, re.Pattern):
        return Spy(where, value)
    if isinstance(value, tuple):
        items = [spied(v, where) for v in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if isinstance(value, list):
        return [spied(v, where) for v in value]
    return value


def test_patterns_of_statements_see_no_more_than_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `bounds` says of them is true of every hostile text."""
    for module in regexes.modules():
        if bounds.longest(module.__name__) is None:
            continue
        for name, value in vars(module).copy().items():
            if isinstance(value, re.Pattern | tuple | list):
                monkeypatch.setattr(module, name, spied(value, f"{module.__name__}.{name}"))
            elif value is re:
                monkeypatch.setattr(module, name, Spy(f"{module.__name__}.re", re))
    for attack in ATTACKS:
        text = attack.text(16 * 1024)
        said = [message(text, "m1"), message("Not Thursday, Friday.", "m2"), message("Forget what I said about tea.", "m3")]
        asked = [message(text, "m4", role=Role.ASSISTANT), message("Yes.", "m5")]
        extraction.extract(Chunk(events=tuple(said + asked), speakers=("Sam",)))
        for done in (said[0], message(text, "m6", event_type="view"), message(text, "m7", event_type="filter")):
            actions.signals_of(done)
    assert len(Spy.seen) > 100
    beyond = [f"{where} {n}" for where, n in sorted(Spy.seen.items()) if n > (bounds.longest(where) or n)]
    assert not beyond, "\n".join(beyond)


def message(content: str, event_id: str, **fields: Any) -> Event:
    return event(content=content, event_id=event_id, **fields)
