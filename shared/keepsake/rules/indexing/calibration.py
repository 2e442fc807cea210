"""What an embedding model's cosines mean, read off labelled texts (`examples.py`, `useful_examples.py`).

Models spread their vectors differently: in all-MiniLM-L6-v2 two statements that have nothing to do with each other lie at 0.1, in
multilingual-e5-small at 0.8, above what the other one gives to paraphrases. Five things follow from the examples:

    languages   those in which the model finds what belongs together; none: it is refused
    centre      where unrelated statements lie near each other, the mean of all examples, to be taken from every vector
    asking      what questions have in common and statements have not: a question is searched with as if it were stated
    thresholds  quantiles of the pairs of those languages, chosen so that all-MiniLM-L6-v2 gets what was once measured with it by hand
    useful      the direction in which statements that are of use later lie, from others of the same matters; only where it knows English

A pure function of the vectors, so a model has one calibration.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from operator import mul
from typing import NamedTuple

from keepsake.records import Asking, Thresholds, Useful
from keepsake.rules import nearness
from keepsake.rules.indexing import examples, useful_examples
from keepsake.rules.indexing.examples import LABELS, MATTERS, Matter
from keepsake.rules.indexing.regression import parted

KNOWS = 0.8
"""Share of the questions, paraphrases and changes of a language that lie nearest to their own statement from which a model knows it:
all-MiniLM-L6-v2 has 1.0 in English and at most 0.78 elsewhere, multilingual-e5-small 0.83 to 0.95. Chance is 0.17."""
CROWDED = 0.4
"""Median cosine of unrelated statements above which the centre is taken from every vector: 0.25 in all-MiniLM-L6-v2, 0.82 in
multilingual-e5-small as it is."""

Vector = Sequence[float]


class Measured(NamedTuple):
    thresholds: Thresholds
    centre: Vector | None
    """None: the vectors are spread as they are."""
    asking: Asking | None
    """None: it gives questions and statements alike."""
    useful: Useful | None
    """None: it does not know the language of those examples."""
    languages: Mapping[str, float]
    """Language > share of its texts that lie nearest to what they belong to."""

    @property
    def unfit(self) -> str | None:
        """The figures by which the model is refused; None where it knows a language."""
        if any(share >= KNOWS for share in self.languages.values()):
            return None
        figures = ", ".join(f"{language} {share:.2f}" for language, share in self.languages.items())
        return f"it finds what belongs together for {figures} of the examples, and {KNOWS} in one language are needed"


def texts() -> tuple[str, ...]:
    """What is embedded to calibrate a model."""
    return (*examples.texts(), *useful_examples.texts())


def measured(vectors: Sequence[Vector], *, centring: bool = True) -> Measured:
    """The calibration by the vectors of `texts()`, in their order. Without `centring` vectors stay as they are."""
    pairs = len(examples.texts())
    vectors, statements = vectors[:pairs], vectors[pairs:]
    centre = _mean(vectors) if centring and _median(_strangers(_by_text(vectors))) > CROWDED else None
    near = _by_text(centred(vectors, centre))
    languages = {language: round(_found_first(rows, near), 3) for language, rows in MATTERS.items()}
    known = [rows for language, rows in MATTERS.items() if languages[language] >= KNOWS] or list(MATTERS.values())
    asking = _asking([row for own in known for row in own], near)
    useful = _useful(statements, centre) if languages[useful_examples.LANGUAGE] >= KNOWS else None
    return Measured(_thresholds(known, near, asking), centre, asking, useful, languages)


def centred(vectors: Sequence[Vector], centre: Vector | None) -> list[list[float]]:
    """The vectors without what all of them have in common, at length 1."""
    if centre is None:
        return [list(v) for v in vectors]
    return [_unit([x - c for x, c in zip(vector, centre, strict=True)]) for vector in vectors]


ROUNDING = 1e-12
"""Squared length that the numbers of a unit vector may be off by."""


def as_stated(vector: Vector, asking: Asking | None) -> list[float]:
    """The vector of a text that may ask as if it stated what it asks for, at length 1; that of a statement stays as it is. What lies near
    is then what answers, and not what asks as well."""
    beyond = sum(map(mul, vector, asking.direction)) - asking.stated if asking is not None else 0.0
    if asking is None or beyond <= 0:
        return list(vector)
    left = [x - beyond * along for x, along in zip(vector, asking.direction, strict=True)]
    # Of a vector that says nothing but that it asks, rounding alone is left: no index searches with that.
    return _unit(left) if sum(map(mul, left, left)) > ROUNDING else list(vector)


def _asking(rows: Sequence[Matter], near: _Near) -> Asking | None:
    stated = _mean([near.vectors[text] for row in rows for text in (row.said, row.again, row.otherwise)])
    asked = _mean([near.vectors[row.asked] for row in rows])
    direction = [round(x, 7) for x in _unit([q - s for q, s in zip(asked, stated, strict=True)])]
    if not any(direction):
        return None
    return Asking(direction=tuple(direction), stated=round(sum(map(mul, stated, direction)), 4))


def _useful(statements: Sequence[Vector], centre: Vector | None) -> Useful:
    # One after the other, into arrays: lists of 2,500 vectors of 3,072 numbers take 250 MB, and this would make several.
    made = [array("d", _unit(one)) for statement in statements for one in centred([statement], centre)]
    direction, middle = parted(made, useful_examples.kept())
    return Useful(direction=tuple(round(x, 5) for x in direction), least=round(middle, 5))


def _thresholds(known: Sequence[Sequence[Matter]], near: _Near, asking: Asking | None) -> Thresholds:
    rows = [row for own in known for row in own]
    questions = {r.asked: as_stated(near.vectors[r.asked], asking) for r in rows}
    again, otherwise = ([near(r.said, r.again) for r in rows], [near(r.said, r.otherwise) for r in rows])
    changed, answers = ([near(r.changed, r.said) for r in rows], [_cosine(questions[r.asked], near.vectors[r.said]) for r in rows])
    beside = [(one, other) for own in known for one in own for other in own if one is not other]
    others_changed = [near(one.changed, other.said) for one, other in beside]
    others_asked = [_cosine(questions[one.asked], near.vectors[other.said]) for one, other in beside]
    synonyms, kin = ([near(r.name, r.synonym) for r in LABELS], [near(r.name, r.kin) for r in LABELS])
    same = max(_quantile(otherwise, 0.9), _quantile(again, 0.75))
    answering = (_median(answers) + _quantile(others_asked, 0.95)) / 2
    found = {
        "same": same,
        "about": max(_quantile(changed, 0.25), _quantile(others_changed, 0.95)),
        "alike": min(same, _quantile(otherwise, 0.75)),
        "repeats": max(same, max(otherwise), _quantile(again, 0.95)),
        "one_topic": (max(kin) + max(synonyms)) / 2,
        "answers": answering,
        "answers_partly": (answering + _median(others_asked)) / 2,
    }
    return Thresholds(**{name: min(1.0, round(cosine, 3)) for name, cosine in found.items()})


def _found_first(rows: Sequence[Matter], near: _Near) -> float:
    """Share of the texts that lie nearest to the statement that they belong to, of all statements of their language."""
    asked = [(text, row) for row in rows for text in (row.again, row.changed, row.asked)]
    return sum(max(rows, key=lambda r: near(text, r.said)) is row for text, row in asked) / len(asked)


def _strangers(near: _Near) -> list[float]:
    return [near(one.said, other.said) for rows in MATTERS.values() for one in rows for other in rows if one is not other]


class _Near:
    """The cosine of two of the examples."""

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        self.vectors = vectors

    def __call__(self, one: str, other: str) -> float:
        return _cosine(self.vectors[one], self.vectors[other])


def _by_text(vectors: Sequence[Vector]) -> _Near:
    return _Near(dict(zip(examples.texts(), map(_unit, vectors), strict=True)))


def _cosine(one: Vector, other: Vector) -> float:
    return nearness.dot(one, other)


def _unit(vector: Vector) -> list[float]:
    length = sum(map(mul, vector, vector)) ** 0.5
    return [x / length for x in vector] if length else list(vector)


def _mean(vectors: Sequence[Vector]) -> list[float]:
    return [round(sum(column) / len(vectors), 7) for column in zip(*vectors, strict=True)]


def _median(values: Sequence[float]) -> float:
    return _quantile(values, 0.5)


def _quantile(values: Sequence[float], share: float) -> float:
    """By linear interpolation."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
