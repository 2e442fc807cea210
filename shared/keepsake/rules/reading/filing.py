"""Under what a statement is filed, where a model is asked that reads it beside its message (rows R8, R12): as an instruction for good,
which kind of fact it is, whom it is about, and what it needs beside it. Without one the patterns (`standing`, `context`), the weights of
words (`kinds`) and what heads a clause (`whom`) tell it alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from keepsake.records import Category
from keepsake.rules.reading import moods, standing
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import Statement
from keepsake.rules.reading.ways import ASKING, STANDING

Files = Callable[[str, Sequence[str]], Sequence[float]]
"""How surely each `label: statement` of a message is right, 0 to 1, as a model says that reads both."""
INSTRUCTION = "instruction"
ABOUT_USER, ABOUT_ANOTHER = "about user", "about another"
"""Whom it is about; `about rosa` is one of the words of its message by which somebody else is meant."""
ALONE = "alone"
"""It needs nothing beside it; `beside 17-43`: it needs that part of its message, by places of its characters."""
LABELS = (INSTRUCTION, *(category.value for category in Category), ABOUT_USER, ABOUT_ANOTHER, ALONE)
SURE = 0.9
"""From which chance on a statement that no pattern knows is an instruction for good: it then comes with every recall."""
DOUBTED = 0.1
"""Below which a pattern's word alone makes none, where no word says that it is for good: "keep it warm" is said of one letter."""
LONGEST = 200
"""Characters of one that the model tells alone: a longer text tells or asks for other things too."""
_ASKED_OF = (None, STANDING, *ASKING, moods.Mood.SUPPOSED, moods.Mood.TALK)
"""What a statement may be to the rules: "if I go quiet leave it" is a supposition to them, "no sorrys" small talk."""
_OWN_PLAN = caseless(
    r"^(?:(?:and|but|so|also|then|ok(?:ay)?|yes|no)[, ]+){0,2}i(?:['’]?ll| will|(?:['’]?m| am) (?:going to|gonna)| plan to)\b"
)
"""What somebody says that they will do is asked of nobody."""
_ONE_PIECE = caseless(
    r"^(?:(?:please|pls|and|also|so|ok(?:ay)?|now|then|can you|could you)[, ]+){0,3}(?:make|write|draft|give|send|do|prepare) (?:me |us )?"
    r"(?:a|an|the|this|that)\b"
)
"""What one piece of work is asked for with: "make me the list for Friday"."""
_BESIDE = re.compile(r"beside (\d{1,6})-(\d{1,6})", re.ASCII)
AT_ONCE, MOST_READ = 30, 600
"""Statements of one request, with all their labels, and characters of one that are sent with each."""


class Filed(NamedTuple):
    instructs: float
    """How surely it instructs the assistant for good, 0 to 1."""
    kind: Category
    """The likeliest."""
    user: float
    another: float
    """How surely it is about the user, and about somebody else, 0 to 1."""
    named: Mapping[str, float]
    """The same of each that it may be, by the word."""
    alone: float = 1.0
    """How surely it is understood with nothing beside it."""


def filed(
    message: str, spoken: Sequence[Statement], ways: Sequence[moods.Mood | str | None], files: Files | None, named: Sequence[str] = ()
) -> Mapping[str, Filed]:
    """By its text, each statement but jests and quotations. `named`: the words of the message that may be whom it is about. Nothing without
    a model. Raises what it raises."""
    if files is None:
        return {}
    labels = [*LABELS, *(about(word) for word in named)]
    texts = list(dict.fromkeys(s.text for s, way in zip(spoken, ways, strict=True) if way in _ASKED_OF))
    found: dict[str, Filed] = {}
    for at in range(0, len(texts), AT_ONCE):
        some = texts[at : at + AT_ONCE]
        scores = iter(files(message, [f"{label}: {text[:MOST_READ]}" for text in some for label in labels]))
        found |= {text: _filed([next(scores) for _ in labels], named) for text in some}
    return found


def about(word: str) -> str:
    return f"about {word}"


def beside(begin: int, end: int) -> str:
    return f"beside {begin}-{end}"


def span_of(label: str) -> tuple[int, int] | None:
    """Which part of its message a label says that a statement needs; None of another label."""
    found = _BESIDE.fullmatch(label)
    return (int(found[1]), int(found[2])) if found else None


def _filed(scores: Sequence[float], named: Sequence[str]) -> Filed:
    instructs, *kinds = scores[: 1 + len(Category)]
    user, another, alone, *those = scores[1 + len(Category) :]
    return Filed(instructs, tuple(Category)[kinds.index(max(kinds))], user, another, dict(zip(named, those, strict=True)), alone)


def with_instructions(
    spoken: Sequence[Statement], ways: Sequence[moods.Mood | str | None], found: Mapping[str, Filed]
) -> list[moods.Mood | str | None]:
    """The ways, with what the model alone is sure enough of that it instructs the assistant for good, and without what a pattern alone
    took for it."""
    return [_way(s, way, found.get(s.text)) for s, way in zip(spoken, ways, strict=True)]


def _way(statement: Statement, way: moods.Mood | str | None, found: Filed | None) -> moods.Mood | str | None:
    if found is None:
        return way
    if way is STANDING:
        once = found.instructs < DOUBTED and not standing.is_for_good(statement.text)
        return moods.mood(statement) or moods.Mood.REQUEST if once else way
    none = _OWN_PLAN.match(statement.text) or (_ONE_PIECE.match(statement.text) and not standing.is_for_good(statement.text))
    return STANDING if found.instructs >= SURE and len(statement.text) <= LONGEST and not none else way
