"""Which phrases of a statement are told with what they mean: none that is in doubt (row R10), since the text would say what nobody
said. Who asks a question has a time in mind, whatever its words: there each counts."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import clauses
from keepsake.rules.dates.meanings import MONTH_SAID
from keepsake.rules.dates.temporal import Period

_DAY_ALONE = re.compile(r"the \d{1,2}(?:st|nd|rd|th)$", re.IGNORECASE)
_DAY_NAMED = re.compile(rf"\b(?P<day>{words.WEEKDAY_PATTERN})$", re.IGNORECASE)
_MONTH_ALONE = re.compile(rf"(?:[a-z]+ )?{words.MONTH_PATTERN}", re.IGNORECASE)
_TO = r"\s?(?:to|till|til|until|through|thru|-|–)\s?"
_MONTH_TO = re.compile(rf"\b{words.MONTH_PATTERN}{_TO}$", re.IGNORECASE)
_TO_MONTH = re.compile(rf"{_TO}{words.MONTH_PATTERN}\b(?! \d)", re.IGNORECASE)
_TOLD = re.compile(r"\d{4}|\b(?:last|next|this|past|coming|ago|back|earlier|yesterday|today|tomorrow|tonight)\b", re.IGNORECASE)
"""A year, or how it lies to the day on which it was said, leaves no doubt which is meant."""


def without(periods: list[Period], text: str, said: str, at: datetime) -> list[Period]:
    """The periods of a statement that was said `at` a time, but for those in doubt. `said`: the sentence of which it is a part."""
    dated = {p.start.strftime("%A").lower() for p in periods if (p.end - p.start).days == 1 and not _DAY_NAMED.search(p.phrase)}
    return [
        p
        for p in periods
        if not (
            _is_of_another_month(p, said)
            or _is_named_twice(p, dated)
            or _is_sundays_week(p, at)
            or _was_meant(p, text)
            or _is_each_year(p, text)
        )
    ]


def _is_of_another_month(period: Period, said: str) -> bool:
    """A bare day of the month where a month's name stands elsewhere: "off from the 1st of June, the baby is due on the 20th"."""
    return bool(_DAY_ALONE.search(period.phrase) and MONTH_SAID.search(said))


def _is_named_twice(period: Period, dated: set[str]) -> bool:
    """A day of the week whose date stands beside it: of "the Friday for that one week, the 19th of December", which is a Friday, the one
    alone is told."""
    day = _DAY_NAMED.search(period.phrase)
    return day is not None and day["day"].lower() in dated


def _is_sundays_week(period: Period, at: datetime) -> bool:
    """`this week`, said on a Sunday, may be the one that begins."""
    return period.phrase.lower() == "this week" and period.end - at <= timedelta(days=1)


def _was_meant(period: Period, text: str) -> bool:
    """What was meant to be then may have been, or be yet: "we were supposed to go in July"."""
    return not _TOLD.search(period.phrase) and clauses.was_meant(text, period.begin, period.finish)


def _is_each_year(period: Period, text: str) -> bool:
    """A run of months, "june to august", is of every year."""
    if not _MONTH_ALONE.fullmatch(period.phrase):
        return False
    before = text[max(0, period.finish - 40) : period.finish - len(period.phrase.split()[-1])]
    return bool(_MONTH_TO.search(before) or _TO_MONTH.match(text, period.finish))
