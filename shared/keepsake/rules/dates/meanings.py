"""What each kind of temporal phrase means on the day on which it was said (`temporal.py` finds them)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import clauses, spans
from keepsake.rules.dates.spans import Days, one_day, short_date

NEAR = 32
"""Characters before a phrase in which its words stand."""
NEARLY_A_YEAR = timedelta(days=300)
"""Of a day so far off without its year nobody knows on which side it lies: "I booked a session on April 7", said on April 3, or "after
reading it on April 1"."""
_LASTING = re.compile(
    r"(?:\b(?:have|has|haven['’]t|hasn['’]t)|['’]ve|['’]s(?=\s+(?:\w+\s+)?(?:been|had|known|kept|held|lived|worked|played|taught|wanted"
    r"|loved|used|owned|studied|trained|smoked|run|managed|looked|helped)\b))(?!.{0,300}\b(?:postponed|delayed|booked|rented|extended|suspended|banned|planned"
    r"|scheduled|signed|closed|stayed|visited)\b)\s+(?:\w+\s+)?(?:been\b(?!\s+to\b)|had\b|known\b|kept\b|held\b|\w+ed\b)",
    re.IGNORECASE,
)
"""Present perfect of what lasts; of what is over or ahead ("has been postponed for two weeks") a number of weeks is only a length."""
_DAY_SHIFT = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1, "the day after tomorrow": 2}


class Context(NamedTuple):
    today: date
    past: bool
    open: bool
    """No verb tells on which side of today a day lies that is named without its year."""
    preposition: str
    article: bool = False
    """`the` stands before it."""


Resolver = Callable[[re.Match[str], Context], Days | None]


def _at(day: date, match: re.Match[str], part: str = "") -> Days:
    """A day with the part of it and the time by the clock that the phrase names."""
    return one_day(day, match["part"] or part, match["clock"] or "")


def relative_day(match: re.Match[str], context: Context) -> Days:
    phrase = match["day"].lower()
    return _at(context.today + timedelta(days=_DAY_SHIFT.get(phrase, 0)), match, "night" if phrase in ("last night", "tonight") else "")


def _count(text: str) -> int | None:
    """The number meant, None for a vague one."""
    last = text.lower().removesuffix(" of").split()[-1]
    return None if last in words.VAGUE else int(last) if last.isdigit() else words.NUMBERS[last]


def _away(match: re.Match[str], today: date, sign: int) -> Days | None:
    """So many units before or after today; of a vague number two to five of them, in words that claim no more than was said."""
    number, unit, count = match["number"].lower(), match["unit"].lower(), _count(match["number"])
    if count is not None:
        return spans.shifted(today, unit, sign * count)
    near, far = spans.shifted(today, unit, 2 * sign), spans.shifted(today, unit, 5 * sign)
    anchor = {"month": spans.month_of(today.year, today.month).label, "year": str(today.year), "decade": str(today.year)}
    label = f"{number} {unit}s {'before' if sign < 0 else 'after'} {anchor.get(unit, short_date(today))}"
    return near and far and Days(min(near.start, far.start), max(near.end, far.end), label)


def _ago(match: re.Match[str], context: Context) -> Days | None:
    return _away(match, context.today, -1)


def _ahead(match: re.Match[str], context: Context) -> Days | None:
    if (
        _OR_TWO.match(match.string, match.end())
        or _THAN.search(clauses.sentence(match.string, match.start(), match.end()))
        or (match["number"].lower(), match["unit"].lower()) == ("one", "day")
        or match["unit"].lower() in ("minute", "hour")
    ):
        return None  # "she does more in a day than I do in a week", "3 kg in one day": how long it takes
    before = match.string[max(0, match.start() - NEAR) : match.start()]
    if _RECORD.search(before) or _TERMS.search(before):
        return None  # "first in 14 months", "to pay in 14 days"
    if _SO_MANY.search(before) or _HAS_NOT.search(before):
        return None  # "14 oars in a week", "I have not rowed in two years"
    return None if context.past else _away(match, context.today, 1)  # "in two weeks I had lost 5 kg" is a duration


_OR_TWO = re.compile(r" or (?:two|so|more)\b", re.IGNORECASE)
_RECORD = re.compile(
    r"\b(?:first|only|best|worst|longest|biggest|most|once|twice|times) (?:\w+ ){0,3}in (?:about |over |nearly )?$", re.IGNORECASE
)
"""What has not been for so long, or how often it is."""
_TERMS = re.compile(r"\b(?:(?:to be paid|to pay|payable|payment|terms)(?: \w+)?) in $", re.IGNORECASE)
"""Every bill is due so long after it."""
_HAS_NOT = re.compile(
    r"\b(?:have|has|had|['’]ve)(?: not|n['’]?t| never)\b[^.;,]{1,40} in $|\b(?:haven|hasn|hadn)['’]?t\b[^.;,]{1,40} in $", re.IGNORECASE
)
_SO_MANY = re.compile(r"(?<![\w.,])\d[\d.,]{0,8} ?[^\W\d_]{1,20} in $")
_THAN = re.compile(r"\b(?:more|less|fewer|better|worse|faster|as (?:much|many))\b.{0,80}\b(?:than|as)\b", re.IGNORECASE)


def _stretch(match: re.Match[str], context: Context) -> Days | None:
    """`the past three months`, `the next few days`: a stretch that touches now."""
    number, unit, today, sign = match["number"].lower(), match["unit"].lower(), context.today, _sign(match)
    far = spans.shifted(today, unit, sign * (_count(number) or 3))
    label = f"the {number} {unit}s {'before' if sign < 0 else 'after'} {short_date(today)}"
    return far and (Days(far.start, today + timedelta(days=1), label) if sign < 0 else Days(today, far.end, label))


def _sign(match: re.Match[str]) -> int:
    return {"this": 0, "next": 1, "coming": 1}.get(match["which"].lower(), -1)


def named_one(match: re.Match[str], context: Context) -> Days | None:
    """`last week`, `this summer`, `next June`, `coming Friday`."""
    sign, name, today = _sign(match), match["name"].lower(), context.today
    if name in ("week", "month", "year", "decade") and context.article:
        return _touching(match, context, name, sign)
    if name in words.WEEKDAY_OF:
        which = match["which"].lower().removeprefix("this ")
        day = spans.weekday_near(today, words.WEEKDAY_OF[name], which)
        gone = which == "this" and day < today and not context.past  # on a Sunday "this Saturday" is the coming one
        return _at(day + timedelta(days=7) if gone else day, match)
    if name in words.SEASON_START:
        return spans.season_near(today, name, sign)
    if name in words.MONTH_OF:
        month = words.MONTH_OF[name]
        return spans.month_of(today.year + (month <= today.month if sign > 0 else -(month >= today.month) if sign < 0 else 0), month)
    return spans.shifted(today, name, sign)


def _touching(match: re.Match[str], context: Context, unit: str, sign: int) -> Days | None:
    """`in the last year`: the twelve months until now. Not "the last week of August", nor "the next year we moved"."""
    far = spans.shifted(context.today, "day", sign * DAYS_OF[unit])
    if not sign or (sign > 0 and context.past) or far is None or _OF.match(match.string, match.end()):
        return None
    label = f"the {unit} {'before' if sign < 0 else 'after'} {short_date(context.today)}"
    return Days(far.start, context.today + timedelta(days=1), label) if sign < 0 else Days(context.today, far.end, label)


_OF = re.compile(r" of\b", re.IGNORECASE)
DAYS_OF = {"week": 7, "month": 30, "year": 365, "decade": 3652}


def _for_so_long(match: re.Match[str], context: Context) -> Days | None:
    """`I've had it for 3 years`, `a month now`: since when, which stays true while the number does not."""
    count = _count(match["number"])
    if count is None or not (match["now"] or _has_lasted(match)):
        return None
    began = spans.shifted(context.today, match["unit"].lower(), -count)
    return began and Days(began.start, context.today + timedelta(days=1), f"since {began.label}")


def _before_last(match: re.Match[str], context: Context) -> Days | None:
    return spans.shifted(context.today, match["unit"].lower(), -2 if match["last"] else -1)


def bare_weekday(match: re.Match[str], context: Context) -> Days | None:
    if match["attributive"] is not None and context.preposition not in ("on", "by", "until", "since"):
        return None  # "Friday meetings" are a kind of meeting
    if _ARRANGED.search(match.string, max(0, match.start() - 2 * NEAR), match.start()):
        return None  # "I signed up for the race on Monday": it was done on that day, or is on it
    if _DATE_BEHIND.match(match.string, match.end("weekday")):
        return None  # the date itself tells
    past = context.past or _LAST_BEHIND.match(match.string, match.end("weekday"))
    if context.article and not past:
        return None  # "the Saturday" of a week that was spoken of
    day = spans.weekday_near(context.today, words.WEEKDAY_OF[match["weekday"].lower()], "last" if past else "coming")
    if context.today.weekday() == words.WEEKDAY_OF[match["weekday"].lower()] and _IS_TODAY.search(match.string, 0, match.start()):
        return None  # "my brain is gone, it's Sunday"
    numbered = _NUMBER_BEHIND.match(match.string, match.end("weekday"))
    return None if numbered and int(numbered["number"]) != day.day else _at(day, match)


def _weeks_after(match: re.Match[str], context: Context) -> Days:
    """`Thursday week`: the one behind the coming Thursday."""
    day = spans.weekday_near(context.today, words.WEEKDAY_OF[match["weekday"].lower()], "coming")
    return spans.one_day(day + timedelta(weeks=1 if match["unit"].lower() == "week" else 2))


_IS_TODAY = re.compile(r"\b(?:its|it['’]s|it is|today is) $", re.IGNORECASE)
_ARRANGED = re.compile(
    r"\b(?:booked|reserved|signed (?:\w+ )?up|registered|enroll?ed) (?:\S+ ){0,4}?for (?:\S+ ){1,4}?(?:on )?$", re.IGNORECASE
)


def _first(candidates: Iterable[Days | None], context: Context) -> Days | None:
    """The first that has begun, of what is told as past; else the first that is not over; the nearest where no verb tells."""
    if context.open:
        return min(filter(None, candidates), key=lambda days: _distance(days, context.today), default=None)
    fits = (days for days in candidates if days and (days.start <= context.today if context.past else days.end > context.today))
    return next(fits, None)


def _distance(days: Days, today: date) -> int:
    """What is told without a verb is more often ahead."""
    return (days.start - today).days if days.end > today else (today - days.start).days * 3


def _years(match: re.Match[str], context: Context) -> list[int]:
    """The year that is named, or this one and four more on the side of it that is told of, and the last one where no verb tells."""
    year, step = context.today.year, -1 if context.past else 1
    return [int(match["year"])] if match["year"] else [year + step * n for n in range(-context.open, 5)]


_WEEKDAY_BEFORE = re.compile(rf"\b(?P<weekday>{words.WEEKDAY_PATTERN}|{words.SHORT_WEEKDAY_PATTERN}),?\s+(?:the\s+)?$", re.IGNORECASE)
"""It tells of which year a day is: "Sat 23 May"."""
_DATE_BEHIND = re.compile(
    rf",?\s+(?:(?:the\s+)?[0-3]?\d(?:st|nd|rd|th)?(?: of)?\s+(?:{words.MONTH_PATTERN})|(?:{words.MONTH_PATTERN})\.?\s+[0-3]?\d)\b",
    re.IGNORECASE,
)
_LAST_BEHIND = re.compile(r"\s+last\b(?! (?:minute|thing|of)\b)", re.IGNORECASE)
_NUMBER_BEHIND = re.compile(r",?\s+the\s+(?P<number>[0-3]?\d)(?:st|nd|rd|th)\b", re.IGNORECASE)


def _day_number(said: str) -> int:
    return int(said) if said.isdigit() else words.ORDINALS[said.lower().replace("-", " ")]


def day_of_month(match: re.Match[str], context: Context) -> Days | None:
    month = words.MONTH_OF.get(match["month"].lower()) or int(match["month"])
    number = _day_number(match["number"])
    days = [spans.exact_day(year, month, number) for year in _years(match, context)]
    if match["year"]:
        return days[0]
    if named := _WEEKDAY_BEFORE.search(match.string, max(0, match.start() - 16), match.start()):
        sides = (*days[:2], spans.exact_day(context.today.year + (1 if context.past else -1), month, number))
        fits = (d for d in sides if d and d.start.weekday() == words.WEEKDAY_OF[named["weekday"].lower()])
        if (meant := next(fits, None)) is not None:
            return meant
    found = _first(days, context)
    return None if found is not None and abs(found.start - context.today) > NEARLY_A_YEAR else found


def month_name(match: re.Match[str], context: Context) -> Days | None:
    if not match["year"] and (not context.preposition or _KIND.match(match.string, match.end())):
        return None  # "may" and "march" are words, and "the July meeting" is one of many
    if not match["year"] and _OF_THAT_YEAR.match(match.string, match.end()):
        return None
    months = [spans.month_of(year, words.MONTH_OF[match["month"].lower()]) for year in _years(match, context)]
    found = months[0] if match["year"] else _first(months, context)
    return found and spans.third_of(found, match["part"])


_KIND = re.compile(
    r"\s+(?!(?:and|or|at|with|for|to|i|we|he|she|they|it|you|but|because|so|from|after|before|in|on|the|my|our|if|when|then|is|was|are|were|by"
    r"|of|as|a|an|this|last|next|now|not|instead|too|already|till|until|since|which|who|that|will|would|has|have|had|while)\b)[a-z]+",
)
"""Behind a month: it is a kind of the thing that follows."""
_OF_THAT_YEAR = re.compile(r",? (?:of )?(?:that|the same|the following|the next) year\b", re.IGNORECASE)
MONTH_SAID = re.compile(rf"\b(?!may\b|march\b)(?i:{words.LONG_MONTH_PATTERN})\b")
"""In small letters "may" and "march" are words of their own."""


def numbered_day(match: re.Match[str], context: Context) -> Days | None:
    """`on the 5th`: of this month or the one beside it; beside another month's name it is most likely that one's, and of which year nobody
    says."""
    if MONTH_SAID.search(clauses.sentence(match.string, match.start(), match.end())):
        return None
    year, month, step = context.today.year, context.today.month, -1 if context.past else 1
    firsts = [spans.month_of(year, month + step * n).start for n in range(3)]
    days = (spans.exact_day(first.year, first.month, int(match["number"])) for first in firsts)
    return _first(days, context._replace(open=False))  # "dentist on the 5th", said on the 7th, is ahead


def _year_number(match: re.Match[str], context: Context) -> Days | None:
    if not match["part"] and context.preposition in ("", "for", "to", "about", "than", "over", "at", "per"):
        return None  # a price or a count
    return spans.third_of(spans.year_of(int(match["year"])), match["part"])


def _season_of_year(match: re.Match[str], _: Context) -> Days:
    return spans.season_of(match["season"].lower(), int(match["year"]))


def _decade(match: re.Match[str], _: Context) -> Days:
    year = int(match["decade"]) if len(match["decade"]) == 4 else 1900 + int(match["decade"])
    return Days(date(year, 1, 1), date(year + 10, 1, 1), f"the {year}s")


def numeric(match: re.Match[str], _: Context) -> Days | None:
    """`25/12/2023`, `5.3.23`: dots put the day first; of slashes nobody knows which is which, unless only one way is a date."""
    one, other, year = (int(n) for n in re.split(r"[/.]", match[0]))
    year += 0 if year > 99 else 1900 if year > 68 else 2000
    if "/" in match[0] and one != other and max(one, other) <= 12:
        return None
    month, number = (other, one) if "." in match[0] else (one, other)
    return spans.exact_day(year, month, number) or spans.exact_day(year, number, month)


_NO_FEAST = "".join(rf"(?<!\b{word} )" for word in "same black good cyber super ash palm easter maundy shrove giving whit fat".split())
"""Before a weekday it makes a feast of it, which comes once a year: "Black Friday"."""

_PART = r"(?:\s+(?P<part>morning|afternoon|evening|night))?"
_CLOCK = r"(?:\s+at\s+(?P<clock>\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?|noon|midnight))?"
_NUMBERED = rf"(?P<number>{words.NUMBER_PATTERN})\s+(?P<unit>{words.UNIT_PATTERN})"
_LONG = rf"(?P<number>{words.NUMBER_PATTERN})\s+(?P<unit>week|month|year|decade)s?"
_ATTRIBUTIVE = (
    r"(?P<attributive>(?=\s+(?!(?:and|or|at|with|for|to|i|we|he|she|they|but|because|so|from|after|before|in|on|the|my"
    r"|our|if|when|then|is|was)\b)[a-z]))?"
)
_GOES_ON = r"(?:so|and|but|because|bc|we|i|he|she|they|if|when|not|instead)\b"
"""What may stand behind `the 14th` that is no part of it, as "floor" and "of each month" are."""
_BEHIND_PREPOSITION = "(?:" + "|".join(rf"(?<=\b{p} )" for p in "on by due since till until from started starts starting".split()) + ")"
_AFTER_DATE = r"(?:,?\s+(?P<year>(?:1[6-9]|20)\d\d)\b)?"
_THIRD = r"(?:(?P<part>early|mid|late)[- ])?"
FINDERS: tuple[tuple[re.Pattern[str], Resolver], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})", re.IGNORECASE), resolver)
    for pattern, resolver in (
        (
            r"(?:earlier |later )?(?P<day>the day before yesterday|the day after tomorrow|yesterday|today|tonight|tomorrow|last night"
            rf"|this(?= (?:morning|afternoon|evening)\b)){_PART}{_CLOCK}\b(?!['’]s)",
            relative_day,
        ),
        (rf"{_NUMBERED}s?\s+(?:ago|back|earlier)\b", _ago),
        (
            rf"(?:for|now for)\s+(?:about |around |almost |nearly )?{_LONG}(?P<now> now)?\b"
            r"(?!\s+(?:before|until|when|from|then|in|at|ago|and then|straight)\b)",
            _for_so_long,
        ),
        (rf"(?<!once )(?<!twice )(?<!times ){_LONG}(?P<now> now)(?=\s*(?:[.,!?;]|$|and\b|that\b|since\b))", _for_so_long),
        (rf"(?<=\bin )(?<!\bpayable in ){_NUMBERED}s?(?:'s?)?(?:\s+time)?\b(?! of\b)", _ahead),
        (rf"(?<=\bthe )(?P<which>last|past|next|coming)\s+{_NUMBERED}s\b", _stretch),
        (r"the (?P<unit>week|weekend|month|year) before(?P<last> last)?(?=\s*(?:[.,!?;]|$|and\b|with\b))", _before_last),
        (
            r"(?:earlier |later )?(?P<which>this past|last|past|previous|this|next|coming)\s+"
            rf"(?P<name>week|weekend|month|year|decade|{words.SEASON_PATTERN}|{words.WEEKDAY_PATTERN}|{words.LONG_MONTH_PATTERN})\b"
            rf"{_PART}{_CLOCK}(?!['’]s\b)",
            named_one,
        ),
        (rf"(?P<which>this past|last|past|next|coming)\s+(?P<name>{words.SHORT_WEEKDAY_PATTERN})\b(?!['’]){_PART}{_CLOCK}", named_one),
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>[01]\d)-(?P<number>[0-3]\d)\b", day_of_month),
        (r"\d{1,2}(?:/|\.)\d{1,2}(?:/|\.)(?:\d{4}|\d\d)\b", numeric),
        (rf"(?P<number>[0-3]?\d)(?:st|nd|rd|th)?(?: of)?\s+(?P<month>{words.MONTH_PATTERN})\b\.?{_AFTER_DATE}", day_of_month),
        (rf"(?P<number>{words.ORDINAL_PATTERN}) of (?P<month>{words.LONG_MONTH_PATTERN})\b{_AFTER_DATE}", day_of_month),
        (
            rf"(?P<month>{words.LONG_MONTH_PATTERN}) the (?P<number>{words.ORDINAL_PATTERN}|[0-3]?\d(?=st|nd|rd|th))(?:st|nd|rd"
            rf"|th)?\b{_AFTER_DATE}",
            day_of_month,
        ),
        (
            rf"(?P<month>{words.MONTH_PATTERN})\b\.?\s+(?P<number>[0-3]?\d)(?:st|nd|rd|th)?\b(?!\s*(?:am|pm|%|:)){_AFTER_DATE}",
            day_of_month,
        ),
        (
            rf"{_THIRD}(?P<month>{words.LONG_MONTH_PATTERN})\b(?!\s+[0-3]?\d(?:st|nd|rd|th)?\b)(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b)?",
            month_name,
        ),
        (
            rf"(?:(?<=on the )|(?<=since the )|(?<=by the ))(?P<number>[0-3]?\d)(?:st|nd|rd|th)\b(?! (?!{_GOES_ON})\w+)",
            numbered_day,
        ),
        (rf"(?P<season>{words.SEASON_PATTERN})\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b", _season_of_year),
        (r"the (?P<decade>(?:19|20)\d0|[5-9]0)'?s\b", _decade),
        (
            rf"(?<!last )(?<!that )(?P<weekday>{words.WEEKDAY_PATTERN}) (?P<unit>week|fortnight)"
            r"(?=\W*$|[.,;:!?)]| (?:in|at|on|with|for|and|but|so|from|i|we|he|she|they)\b)",
            _weeks_after,
        ),
        (
            rf"{_NO_FEAST}(?P<weekday>{words.WEEKDAY_PATTERN})\b(?!\s+(?:morning|afternoon|evening|night)s\b){_PART}{_CLOCK}(?!['’]?s\b){_ATTRIBUTIVE}",
            bare_weekday,
        ),
        (
            rf"{_BEHIND_PREPOSITION}(?P<weekday>{words.SHORT_WEEKDAY_PATTERN})\b(?!['’]|\s+(?:morning|afternoon|evening|night)s\b){_PART}{_CLOCK}{_ATTRIBUTIVE}",
            bare_weekday,
        ),
        (
            rf"(?P<weekday>{words.SHORT_WEEKDAY_PATTERN})\s+(?P<part>night)(?P<clock>(?!))?(?P<attributive>(?!))?\b",
            bare_weekday,
        ),
        (rf"{_THIRD}(?P<year>(?:19|20)\d\d)\b(?!\s*(?:[$€£%]|(?:dollars|euros|pounds|usd|eur|km|people|calories)\b|[.,]\d))", _year_number),
    )
)
TIMELESS = (numeric, _decade, _season_of_year)
"""What means the same whenever it is said, and in whichever tense."""
ONCE_A_YEAR = (day_of_month, month_name, bare_weekday)
"""What names no year may come again each year."""


def _has_lasted(match: re.Match[str]) -> bool:
    """Whether what goes on until now is told before a phrase, or behind one that opens its sentence: "she taught for forty years and has
    never rowed" tells of no such thing."""
    whole = clauses.sentence(match.string, match.start(), match.end())
    before = clauses.sentence(match.string[: match.start()], match.start(), match.start())
    return bool(_LASTING.search(before)) or (not before.strip(" ,-") and bool(_LASTING.search(whole)))
