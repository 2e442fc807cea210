"""Time in text: finds temporal phrases and resolves them, by arithmetic on calendar words, against the moment at which they were said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import clauses, recurring, spans
from keepsake.rules.dates.spans import Days, one_day
from keepsake.rules.dates.spans import short_date as short_date


class Period(NamedTuple):
    """What a phrase means: `start` inclusive, `end` exclusive, both UTC."""

    phrase: str
    start: datetime
    end: datetime
    label: str
    begin: int
    """Where the phrase begins and ends in the text, in characters."""
    finish: int


class _Context(NamedTuple):
    today: date
    past: bool
    open: bool
    """No verb tells on which side of today a day lies that is named without its year."""
    preposition: str
    article: bool = False
    """`the` stands before it."""


_Resolver = Callable[[re.Match[str], _Context], Days | None]

MAX_PHRASES = 12
"""Phrases resolved per text; what comes after is a list or a log, not talk."""
MAX_TRIED = 120
"""Likely phrases looked at per text, resolved or not."""
NEARLY_A_YEAR = timedelta(days=300)
"""Of a day so far off without its year nobody knows on which side it lies: "I booked a session on April 7", said on April 3, or "after
reading it on April 1"."""
_HINT = re.compile(
    r"\d|\b(?:yesterday|today|tomorrow|tonight|last|past|previous|this|next|coming|ago|back|day|weeks?|months?|years?|decades?|weekend|earlier|in|"
    rf"{words.WEEKDAY_PATTERN}|{words.SHORT_WEEKDAY_PATTERN}|{words.LONG_MONTH_PATTERN}|{words.SEASON_PATTERN})\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:\b(?P<preposition>back in|as of|in|on|by|until|till|since|before|after|during|from|for|around|over|to|through|about|of|at|per"
    r"|than)\s+)?"
    r"(?P<article>the\s+)?$",
    re.IGNORECASE,
)
_NOT_OF_PHRASE = frozenset("for to through about of at per than".split())
"""Prepositions that stay outside the phrase, where they tell that it is a price, a count or a length."""
_LASTING = re.compile(
    r"(?:\b(?:have|has|haven['’]t|hasn['’]t)|['’]ve|['’]s(?=\s+(?:\w+\s+)?(?:been|had|known|kept|held|lived|worked|played|taught|wanted"
    r"|loved|used|owned|studied|trained|smoked|run|managed|looked|helped)\b))(?!.{0,300}\b(?:postponed|delayed|booked|rented|extended|suspended|banned|planned"
    r"|scheduled|signed|closed|stayed|visited)\b)\s+(?:\w+\s+)?(?:been\b(?!\s+to\b)|had\b|known\b|kept\b|held\b|\w+ed\b)",
    re.IGNORECASE,
)
"""Present perfect of what lasts; of what is over or ahead ("has been postponed for two weeks") a number of weeks is only a length."""
_DAY_SHIFT = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1, "the day after tomorrow": 2}


def _at(day: date, match: re.Match[str], part: str = "") -> Days:
    """A day with the part of it and the time by the clock that the phrase names."""
    return one_day(day, match["part"] or part, match["clock"] or "")


def _relative_day(match: re.Match[str], context: _Context) -> Days:
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


def _ago(match: re.Match[str], context: _Context) -> Days | None:
    return _away(match, context.today, -1)


def _ahead(match: re.Match[str], context: _Context) -> Days | None:
    if (
        _THAN.search(clauses.sentence(match.string, match.start(), match.end()))
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


def _stretch(match: re.Match[str], context: _Context) -> Days | None:
    """`the past three months`, `the next few days`: a stretch that touches now."""
    number, unit, today, sign = match["number"].lower(), match["unit"].lower(), context.today, _sign(match)
    far = spans.shifted(today, unit, sign * (_count(number) or 3))
    label = f"the {number} {unit}s {'before' if sign < 0 else 'after'} {short_date(today)}"
    return far and (Days(far.start, today + timedelta(days=1), label) if sign < 0 else Days(today, far.end, label))


def _sign(match: re.Match[str]) -> int:
    return {"this": 0, "next": 1, "coming": 1}.get(match["which"].lower(), -1)


def _named(match: re.Match[str], context: _Context) -> Days | None:
    """`last week`, `this summer`, `next June`, `coming Friday`."""
    sign, name, today = _sign(match), match["name"].lower(), context.today
    if name in words.UNITS and context.article:
        return None  # "in the last year": those twelve months
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


def _for_so_long(match: re.Match[str], context: _Context) -> Days | None:
    """`I've had it for 3 years`, `a month now`: since when, which stays true while the number does not."""
    count = _count(match["number"])
    if count is None or not (match["now"] or _has_lasted(match)):
        return None
    began = spans.shifted(context.today, match["unit"].lower(), -count)
    return began and Days(began.start, context.today + timedelta(days=1), f"since {began.label}")


def _before_last(match: re.Match[str], context: _Context) -> Days | None:
    return spans.shifted(context.today, match["unit"].lower(), -2 if match["last"] else -1)


def _bare_weekday(match: re.Match[str], context: _Context) -> Days | None:
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


def _weeks_after(match: re.Match[str], context: _Context) -> Days:
    """`Thursday week`: the one behind the coming Thursday."""
    day = spans.weekday_near(context.today, words.WEEKDAY_OF[match["weekday"].lower()], "coming")
    return spans.one_day(day + timedelta(weeks=1 if match["unit"].lower() == "week" else 2))


_IS_TODAY = re.compile(r"\b(?:its|it['’]s|it is|today is) $", re.IGNORECASE)
_ARRANGED = re.compile(
    r"\b(?:booked|reserved|signed (?:\w+ )?up|registered|enroll?ed) (?:\S+ ){0,4}?for (?:\S+ ){1,4}?(?:on )?$", re.IGNORECASE
)


def _first(candidates: Iterable[Days | None], context: _Context) -> Days | None:
    """The first that has begun, of what is told as past; else the first that is not over; the nearest where no verb tells."""
    if context.open:
        return min(filter(None, candidates), key=lambda days: _distance(days, context.today), default=None)
    fits = (days for days in candidates if days and (days.start <= context.today if context.past else days.end > context.today))
    return next(fits, None)


def _distance(days: Days, today: date) -> int:
    """What is told without a verb is more often ahead."""
    return (days.start - today).days if days.end > today else (today - days.start).days * 3


def _years(match: re.Match[str], context: _Context) -> list[int]:
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


def _day_of_month(match: re.Match[str], context: _Context) -> Days | None:
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


def _month_name(match: re.Match[str], context: _Context) -> Days | None:
    if not match["year"] and (not context.preposition or _KIND.match(match.string, match.end())):
        return None  # "may" and "march" are words, and "the July meeting" is one of many
    if not match["year"] and _OF_THAT_YEAR.match(match.string, match.end()):
        return None
    if not match["year"] and (
        _MONTH_TO.search(match.string, max(0, match.start() - 24), match.start()) or _TO_MONTH.match(match.string, match.end())
    ):
        return None  # "june to august" is of every year
    months = [spans.month_of(year, words.MONTH_OF[match["month"].lower()]) for year in _years(match, context)]
    found = months[0] if match["year"] else _first(months, context)
    return found and spans.third_of(found, match["part"])


_KIND = re.compile(
    r"\s+(?!(?:and|or|at|with|for|to|i|we|he|she|they|it|you|but|because|so|from|after|before|in|on|the|my|our|if|when|then|is|was|are|were|by"
    r"|of|as|a|an|this|last|next|now|not|instead|too|already|till|until|since|which|who|that|will|would|has|have|had|while)\b)[a-z]+",
)
"""Behind a month: it is a kind of the thing that follows."""
_OF_THAT_YEAR = re.compile(r",? (?:of )?(?:that|the same|the following|the next) year\b", re.IGNORECASE)
_TO = r"\s?(?:to|till|til|until|through|thru|-|–)\s?"
_MONTH_TO = re.compile(rf"\b{words.MONTH_PATTERN}{_TO}$", re.IGNORECASE)
_TO_MONTH = re.compile(rf"{_TO}{words.MONTH_PATTERN}\b(?! \d)", re.IGNORECASE)
_MONTH_SAID = re.compile(rf"\b(?!may\b|march\b)(?i:{words.LONG_MONTH_PATTERN})\b")
"""In small letters "may" and "march" are words of their own."""


def _numbered_day(match: re.Match[str], context: _Context) -> Days | None:
    """`on the 5th`: of this month or the one beside it; beside another month's name it is most likely that one's, and of which year nobody
    says."""
    if _MONTH_SAID.search(clauses.sentence(match.string, match.start(), match.end())):
        return None
    year, month, step = context.today.year, context.today.month, -1 if context.past else 1
    firsts = [spans.month_of(year, month + step * n).start for n in range(3)]
    days = (spans.exact_day(first.year, first.month, int(match["number"])) for first in firsts)
    return _first(days, context._replace(open=False))  # "dentist on the 5th", said on the 7th, is ahead


def _year_number(match: re.Match[str], context: _Context) -> Days | None:
    if not match["part"] and context.preposition in ("", "for", "to", "about", "than", "over", "at", "per"):
        return None  # a price or a count
    return spans.third_of(spans.year_of(int(match["year"])), match["part"])


def _season_of_year(match: re.Match[str], _: _Context) -> Days:
    return spans.season_of(match["season"].lower(), int(match["year"]))


def _decade(match: re.Match[str], _: _Context) -> Days:
    year = int(match["decade"]) if len(match["decade"]) == 4 else 1900 + int(match["decade"])
    return Days(date(year, 1, 1), date(year + 10, 1, 1), f"the {year}s")


def _numeric(match: re.Match[str], _: _Context) -> Days | None:
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
_FINDERS: tuple[tuple[re.Pattern[str], _Resolver], ...] = tuple(
    (re.compile(rf"\b(?:{pattern})", re.IGNORECASE), resolver)
    for pattern, resolver in (
        (
            r"(?:earlier |later )?(?P<day>the day before yesterday|the day after tomorrow|yesterday|today|tonight|tomorrow|last night"
            rf"|this(?= (?:morning|afternoon|evening)\b)){_PART}{_CLOCK}\b(?!['’]s)",
            _relative_day,
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
            _named,
        ),
        (rf"(?P<which>this past|last|past|next|coming)\s+(?P<name>{words.SHORT_WEEKDAY_PATTERN})\b(?!['’]){_PART}{_CLOCK}", _named),
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>[01]\d)-(?P<number>[0-3]\d)\b", _day_of_month),
        (r"\d{1,2}(?:/|\.)\d{1,2}(?:/|\.)(?:\d{4}|\d\d)\b", _numeric),
        (rf"(?P<number>[0-3]?\d)(?:st|nd|rd|th)?(?: of)?\s+(?P<month>{words.MONTH_PATTERN})\b\.?{_AFTER_DATE}", _day_of_month),
        (rf"(?P<number>{words.ORDINAL_PATTERN}) of (?P<month>{words.LONG_MONTH_PATTERN})\b{_AFTER_DATE}", _day_of_month),
        (
            rf"(?P<month>{words.LONG_MONTH_PATTERN}) the (?P<number>{words.ORDINAL_PATTERN}|[0-3]?\d(?=st|nd|rd|th))(?:st|nd|rd"
            rf"|th)?\b{_AFTER_DATE}",
            _day_of_month,
        ),
        (
            rf"(?P<month>{words.MONTH_PATTERN})\b\.?\s+(?P<number>[0-3]?\d)(?:st|nd|rd|th)?\b(?!\s*(?:am|pm|%|:)){_AFTER_DATE}",
            _day_of_month,
        ),
        (
            rf"{_THIRD}(?P<month>{words.LONG_MONTH_PATTERN})\b(?!\s+[0-3]?\d(?:st|nd|rd|th)?\b)(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b)?",
            _month_name,
        ),
        (
            rf"(?:(?<=on the )|(?<=since the )|(?<=by the ))(?P<number>[0-3]?\d)(?:st|nd|rd|th)\b(?! (?!{_GOES_ON})\w+)",
            _numbered_day,
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
            _bare_weekday,
        ),
        (
            rf"{_BEHIND_PREPOSITION}(?P<weekday>{words.SHORT_WEEKDAY_PATTERN})\b(?!['’]|\s+(?:morning|afternoon|evening|night)s\b){_PART}{_CLOCK}{_ATTRIBUTIVE}",
            _bare_weekday,
        ),
        (
            rf"(?P<weekday>{words.SHORT_WEEKDAY_PATTERN})\s+(?P<part>night)(?P<clock>(?!))?(?P<attributive>(?!))?\b",
            _bare_weekday,
        ),
        (rf"{_THIRD}(?P<year>(?:19|20)\d\d)\b(?!\s*(?:[$€£%]|(?:dollars|euros|pounds|usd|eur|km|people|calories)\b|[.,]\d))", _year_number),
    )
)
_ONCE_A_YEAR = (_day_of_month, _month_name, _bare_weekday)
"""What names no year may come again each year."""


def phrases(text: str, at: datetime, timezone: str = "UTC") -> list[Period]:
    """Temporal phrases of `text` in order, without overlaps, each as the period that it means when said at `at` (aware)."""
    if not _HINT.search(text):
        return []
    zone = ZoneInfo(timezone)
    today = at.astimezone(zone).date()
    found: list[Period] = []
    refused: list[re.Match[str]] = []
    tried = 0
    for pattern, resolver in _FINDERS:
        for match in pattern.finditer(text):
            tried += 1
            if len(found) >= MAX_PHRASES or tried > MAX_TRIED:
                break
            if any(match.start() < p.finish and p.begin < match.end() for p in found):
                continue
            if any(match.start() < day.end() and day.start() < match.end() for day in refused):
                continue
            if (period := _resolve(text, match, resolver, today, zone)) is not None:
                found.append(period)
            elif resolver is _day_of_month:
                refused.append(match)  # of a day in doubt its month is in doubt too
    return sorted(found, key=lambda period: period.begin)


def _resolve(text: str, match: re.Match[str], resolver: _Resolver, today: date, zone: ZoneInfo) -> Period | None:
    lead = _LEAD.search(text[max(0, match.start() - 16) : match.start()])
    preposition = (lead["preposition"] or "").lower() if lead else ""
    sentence = clauses.sentence(text, match.start(), match.end())
    if resolver in _ONCE_A_YEAR and not match.groupdict().get("year") and recurring.in_sentence(sentence):
        return None
    if resolver is _bare_weekday and recurring.weekday(text, match.start(), match.end("weekday"), sentence, preposition):
        return None
    if resolver is _named and recurring.last_of_month(text, match.start(), match.end()):
        return None
    if resolver in _ONCE_A_YEAR and not match.groupdict().get("year") and clauses.was_meant(text, match.start(), match.end()):
        return None
    if resolver is _relative_day and _NOT_BORN.search(text, max(0, match.start() - NEAR), match.start()):
        return None
    if resolver is _numbered_day and recurring.falls_due(text, match.start()):
        return None
    returned = (
        preposition == "back in" and _IS_BACK.search(text, max(0, match.start() - NEAR), match.start()) is not None
    )  # "until she's back in May"
    told = clauses.is_past(text, match.start(), match.end(), of_its_own=resolver in (_day_of_month, _month_name))
    past = (preposition in ("since", "back in") and not returned) or (preposition not in ("by", "until", "till") and bool(told))
    begins = _BEGINS.search(text[max(0, match.start() - NEAR) : match.start()])
    ahead = (begins and not _DID.search(text[max(0, match.start() - NEAR) : match.start()])) or _SETTLED.match(text, match.end())
    past = past or (preposition == "from" and _OWED.search(text, max(0, match.start() - NEAR), match.start()) is not None)
    past = past and not ahead and preposition != "as of"  # from a day on, on whichever side
    unsaid = (told is None or preposition == "as of") and not past and not ahead and preposition not in ("by", "until", "till")
    try:
        days = resolver(match, _Context(today, past, unsaid, preposition, bool(lead and lead["article"])))
    except (OverflowError, ValueError):  # "in 9000 years": the calendar ends before
        return None
    if days is None:
        return None
    own = lead and (lead["article"] if preposition in _NOT_OF_PHRASE else lead[0])
    begin = match.start() - len(own or "")
    end = max(days.end, today + timedelta(days=1)) if preposition == "since" else days.end
    start_at, end_at = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (days.start, end))
    return Period(text[begin : match.end()], start_at, end_at, days.label, begin, match.end())


_NOT_BORN = re.compile(r"(?:\bnot|n['’]?t) born $", re.IGNORECASE)
"""Before "yesterday" it names no day."""


def _has_lasted(match: re.Match[str]) -> bool:
    """Whether what goes on until now is told before a phrase, or behind one that opens its sentence: "she taught for forty years and has
    never rowed" tells of no such thing."""
    whole = clauses.sentence(match.string, match.start(), match.end())
    before = clauses.sentence(match.string[: match.start()], match.start(), match.start())
    return bool(_LASTING.search(before)) or (not before.strip(" ,-") and bool(_LASTING.search(whole)))


_IS_BACK = re.compile(
    r"(?:['’](?:s|m|re|ll be)|\b(?:is|am|are|be|hes|shes|im|theyre|comes?|coming|gets?|goes|going|moves?|moving)) back in (?:the )?$",
    re.IGNORECASE,
)
_OWED = re.compile(r"\b(?:owe|owes|owed|owing|outstanding|overdue|unpaid)\b[^.;!?]{0,32}$", re.IGNORECASE)
"""What is still owed is of a time that was: "I still owe him 640 from December"."""
NEAR = 32
_BEGINS = re.compile(
    r"\b(?:(?:starts?|starting|begins?|opens?|resumes?|kicks off|(?<!was )(?<!were )(?:due|leaving|flying out))(?: \w+){0,2}(?: on)?"
    r"|(?<!was )(?<!were )coming (?:\w+ ){0,3}(?:in|on)"
    r"|(?:(?:it|that)(?:['’]?s| is)|is|are)"
    r"(?: (?:now|on|the))*) $",
    re.IGNORECASE,
)
"""What has not happened yet, also in a sentence about what has: "quit judo, climbing starts monday", "they moved it, it's May 4"."""
_DID = re.compile(r"\b(?:did(?:n['’]?t| not)?(?: \w+)?|never) (?:start|begin|open) (?:\w+ ){0,2}$", re.IGNORECASE)
"""What did not begin then lies behind: "the mill never opened May 3"."""
_SETTLED = re.compile(r" (?:then|now)\s*(?=$|[,.;!)])", re.IGNORECASE)
"""Behind it, of what is settled for the time to come: "it rained, Sunday then"."""
_DAY_ALONE = re.compile(r"the \d{1,2}(?:st|nd|rd|th)$", re.IGNORECASE)


def without_months(periods: list[Period], said: str) -> list[Period]:
    """The periods of a part of what was said, but for a bare day of the month where a month's name stands elsewhere in it: "off from the
    1st of June, the baby is due on the 20th"."""
    return [p for p in periods if not (_DAY_ALONE.search(p.phrase) and _MONTH_SAID.search(said))]


def without_sundays_week(periods: list[Period], at: datetime) -> list[Period]:
    """The periods, but for what ends within a day of `at` and was called this week: on a Sunday it may be the one that begins."""
    return [p for p in periods if p.phrase.lower() != "this week" or p.end - at > timedelta(days=1)]


_DAY_NAMED = re.compile(rf"\b(?P<day>{words.WEEKDAY_PATTERN})$", re.IGNORECASE)


def without_named_twice(periods: list[Period]) -> list[Period]:
    """The periods, but for a day of the week whose date stands beside it: of "the Friday for that one week, the 19th of December", which is
    a Friday, the one alone is told."""
    dated = {p.start.strftime("%A").lower() for p in periods if (p.end - p.start).days == 1 and not _DAY_NAMED.search(p.phrase)}
    named = ((p, _DAY_NAMED.search(p.phrase)) for p in periods)
    return [p for p, day in named if day is None or day["day"].lower() not in dated]


def bracketed(text: str, periods: list[Period]) -> str:
    """`text` as it was said, with what each phrase means in brackets behind it: `since monday [29 June 2026]`."""
    for period in reversed(periods):
        if period.phrase.lower() != period.label.lower() and period.label.lower() not in period.phrase.lower():
            text = f"{text[: period.finish]} [{period.label}]{text[period.finish :]}"
    return text


_ASKS_WHEN = re.compile(
    r"\b(?:when\s+(?:did|was|were|is|are|do|does|will|has|have|had|would|should|can)\b"
    r"|(?:what|which)\s+(?:\w+\s+)?(?:date|year|month|day|week|weekend|season|time)\b"
    r"|how\s+long\s+(?:ago|since|has|have|had|did|is|was)\b|how\s+(?:recently|soon)\b|since\s+when\b|until\s+when\b)",
    re.IGNORECASE,
)
_TIMED = re.compile(
    r"\b(?:yesterday|today|tomorrow|tonight|ago|recently|lately|soon|earlier|later|since|until|last|next"
    r"|this (?:morning|afternoon|evening|week|weekend|month|year)|week(?:end)?s?|months?|years?|days?"
    rf"|{words.WEEKDAY_PATTERN}s?|{words.SEASON_PATTERN}|(?:19|20)\d\d|{words.LONG_MONTH_PATTERN}(?<!\bmay)|(?:in|on|last|next) may"
    r"|\d{1,2}(?::\d\d)?\s?[ap]m|o'clock)\b",
    re.IGNORECASE,
)


def asks_when(query: str) -> bool:
    """Whether a question wants a time for its answer."""
    return bool(_ASKS_WHEN.search(query))


def timed(text: str) -> bool:
    """Whether a text holds a time word."""
    return bool(_TIMED.search(text))
