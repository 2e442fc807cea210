"""Whether a statement is worth keeping, where a model of salience is asked that reads it beside its message (row R12).

A request that tells something is kept as it was said: it is no statement, fills no slot and changes nothing. The matter of a text that is
worked upon is nobody's word, nor is a tale's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from keepsake.claims import Claim
from keepsake.records import Category
from keepsake.rules.dates import temporal
from keepsake.rules.reading import asked_for, kinds, making, moods, usefulness
from keepsake.rules.reading.statements import Statement
from keepsake.rules.reading.ways import ASKING

Salience = Callable[[str, Sequence[str]], Sequence[float]]
"""How surely each statement of a message is worth keeping, 0 to 1, as a model says that reads both."""
SALIENT, LEAST, LEAST_TIMED = 0.6, 0.45, 0.1
"""From which salience on a statement is kept, one that the rules would keep without a model, and one of those of a time that is not over
tomorrow ("on call this week is Ingrid"): it is of use until then. A taste, and what goes by its words alone, they keep whatever its
salience."""
TOMORROW = timedelta(days=1)


def scores(
    message: str, spoken: Sequence[Statement], ways: Sequence[moods.Mood | str | None], salience: Salience | None
) -> Mapping[str, float]:
    """The salience of each statement that tells or asks, by its text; of what is listed under one heading that of the best item ("dinner
    plan: mon dal, tue tacos"). Nothing without a model. Raises what it raises."""
    asked = [(s, way is None) for s, way in zip(spoken, ways, strict=True) if way is None or way in ASKING]
    if salience is None or not asked:
        return {}
    found = dict(zip((s.text for s, _ in asked), salience(message, [s.text for s, _ in asked]), strict=True))
    best: dict[str, float] = {}
    for s, plain in asked:
        if plain and s.heading:
            best[s.sentence] = max(found[s.text], best.get(s.sentence, 0.0))
    return {s.text: best.get(s.sentence, found[s.text]) if plain else found[s.text] for s, plain in asked}


def tells(request: str, score: float | None) -> bool:
    """Whether a request or a question is to be kept for what it tells: "can I eat liver with febuxostat?"."""
    return score is not None and score >= SALIENT and not asked_for.works_on_text(request)


def keeps(made: Claim, score: float, at: datetime, *, ours: bool, useful: bool, fiction: bool) -> bool:
    """`at`: when it was said; `ours`, `useful`: what the rules say of it."""
    if useful and (usefulness.goes_by_words(made) or (made.category is Category.PREFERENCE and kinds.cued(made.raw))):
        return True
    least = LEAST if useful else SALIENT
    if useful and LEAST_TIMED <= score < LEAST and any(p.end > at + TOMORROW for p in temporal.phrases(made.raw, at)):
        least = LEAST_TIMED
    return (ours or not fiction) and score >= least


def weighed(made: Claim, *, asks: bool) -> Claim:
    """The claim as it is kept; of what only asks, without all that would fill or change anything."""
    no_change = {"slot": None, "correction": False, "replaces": None, "negated": False, "undoes": False, "confidence": making.HEDGED}
    return made.model_copy(update={"weight": None} | (no_change if asks else {}))
