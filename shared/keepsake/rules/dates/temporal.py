"""Time in text: finds temporal phrases and resolves them against the moment at which they were said.

Plain arithmetic on calendar words solves nearly all; dateparser, which is slow to import and over-eager as a finder, only reads
numeric dates whose order of day and month it has to guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import spans
from keepsake.rules.dates.tenses import speaks_of_past


@dataclass(frozen=True, slots=True)
class Period:
    """What a phrase means: `start` inclusive, `end` exclusive, both UTC. `replacement` may stand in its place in the text."""

    phrase: str
    start: datetime
    end: datetime
    label: str
    replacement: str
    begin: int
    """Where the phrase begins and ends in the text, in characters."""
    finish: int


@dataclass(frozen=True, slots=True)
class _Context:
    today: date
    past: bool
    preposition: str
    lasting: bool
    """The sentence says that something has gone on until now."""


_Resolver = Callable[[re.Match[str], _Context], spans.Days | None]

MAX_PHRASES = 12
"""Phrases resolved per text; what comes after is a list or a log, not talk."""

MAX_TRIED = 120
"""Likely phrases looked at per text, resolved or not."""
MOST_AROUND = 300
"""Characters before and after a phrase in which its sentence is looked for."""

_HINT = re.compile(
    r"\d|\b(?:yesterday|today|tomorrow|tonight|last|past|previous|this|next|coming|ago|back|day|weeks?|months?|years?|decades?|weekend|earlier|in|"
    rf"{words.WEEKDAY_PATTERN}|{words.LONG_MONTH_PATTERN}|{words.SEASON_PATTERN})\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"(?:\b(?P<preposition>back in|in|on|by|until|till|since|before|after|during|from|for|around|over|to|through|about|of|at|per|than)\s+)?"
    r"(?P<article>the\s+)?$",
    re.IGNORECASE,
)
_OWN_PHRASE = frozenset({"in", "on", "by", "until", "till", "since", "before", "after", "during", "from", "around", "over", "back in"})
"""Prepositions that belong to the phrase; the others stay outside and only suppress a second preposition."""
_LASTING = re.compile(
    r"(?:\b(?:have|has|haven['’]t|hasn['’]t)|['’](?:ve|s))(?!.{0,300}\b(?:postponed|delayed|booked|rented|extended|suspended|banned|planned"
    r"|scheduled|signed|closed|stayed|visited)\b)\s+(?:\w+\s+)?(?:been\b(?!\s+to\b)|had\b|known\b|kept\b|held\b|\w+ed\b)",
    re.IGNORECASE,
)
"""Present perfect of what lasts; of what is over or ahead ("has been postponed for two weeks") a number of weeks is only a length."""
_RECURRING = re.compile(r"\b(?:born|birthday|anniversary|every|each|always|usually|annually|yearly|name day)\b", re.IGNORECASE)


_DAY_SHIFT = {"the day before yesterday": -2, "yesterday": -1, "last night": -1, "tomorrow": 1, "the day after tomorrow": 2}


def _relative_day(match: re.Match[str], context: _Context) -> spans.Days:
    phrase = match["day"].lower()
    part = match["part"] or ("night" if phrase in ("last night", "tonight") else "")
    clock = match["clock"] or ""
    return spans.one_day(context.today + timedelta(days=_DAY_SHIFT.get(phrase, 0)), part, clock)


def _count(text: str) -> int | None:
    """The number meant, None for a vague one."""
    last = text.lower().removesuffix(" of").split()[-1]
    if last in words.VAGUE:
        return None
    return int(last) if last.isdigit() else words.NUMBERS[last]


def _vague(today: date, unit: str, number: str, sign: int) -> spans.Days | None:
    """A few units before or after: two to five of them, and words that claim no more than was said."""
    near, far = spans.shifted(today, unit, 2 * sign), spans.shifted(today, unit, 5 * sign)
    if near is None or far is None:
        return None
    month, year = f"{words.MONTHS[today.month - 1]} {today.year}", str(today.year)
    anchor = {"month": month, "year": year, "decade": year}.get(unit, spans.short_date(today))
    start, end = (far.start, near.end) if sign < 0 else (near.start, far.end)
    return spans.Days(start, end, f"{number.lower()} {unit}s {'before' if sign < 0 else 'after'} {anchor}", "")


def _ago(match: re.Match[str], context: _Context) -> spans.Days | None:
    number, unit = match["number"], match["unit"].lower()
    count = _count(number)
    return _vague(context.today, unit, number, -1) if count is None else spans.shifted(context.today, unit, -count)


def _ahead(match: re.Match[str], context: _Context) -> spans.Days | None:
    if context.past:
        return None  # "in two weeks I had lost 5 kg" is a duration
    number, unit = match["number"], match["unit"].lower()
    count = _count(number)
    return _vague(context.today, unit, number, 1) if count is None else spans.shifted(context.today, unit, count)


def _stretch(match: re.Match[str], context: _Context) -> spans.Days | None:
    """`the past three months`, `the next few days`: a stretch that touches now."""
    number, unit, today = match["number"], match["unit"].lower(), context.today
    count, sign = _count(number) or 3, 1 if match["which"].lower() in ("next", "coming") else -1
    far = spans.shifted(today, unit, sign * count)
    if far is None:
        return None
    start, end = (far.start, today + timedelta(days=1)) if sign < 0 else (today, far.end)
    return spans.Days(start, end, f"the {number.lower()} {unit}s {'before' if sign < 0 else 'after'} {spans.short_date(today)}", "in")


def _named(match: re.Match[str], context: _Context) -> spans.Days | None:
    """`last week`, `this summer`, `next June`, `coming Friday`."""
    which, name, today = match["which"].lower(), match["name"].lower(), context.today
    which = "last" if which == "this past" else which
    sign = 0 if which == "this" else 1 if which in ("next", "coming") else -1
    if name in words.WEEKDAY_OF:
        day = spans.weekday_near(today, words.WEEKDAY_OF[name], which, context.past)
        return spans.one_day(day, match["part"] or "", match["clock"] or "")
    if name in ("week", "weekend", "month", "year", "decade"):
        return spans.shifted(today, name, sign)
    if name in words.SEASON_START:
        return spans.season_near(today, name, sign)
    month = words.MONTH_OF[name]
    if sign == 0:
        return spans.month_of(today.year, month)
    if sign > 0:
        return spans.month_of(today.year + (month <= today.month), month)
    return spans.month_of(today.year - (month >= today.month), month)


def _for_so_long(match: re.Match[str], context: _Context) -> spans.Days | None:
    """`I've had it for 3 years`, `a month now`: since when, which stays true while the number does not."""
    count = _count(match["number"])
    if count is None or not (context.lasting or match["now"]):
        return None
    began = spans.shifted(context.today, match["unit"].lower(), -count)
    return began and spans.Days(began.start, context.today + timedelta(days=1), f"since {began.label}", "")


def _before_last(match: re.Match[str], context: _Context) -> spans.Days | None:
    return spans.shifted(context.today, match["unit"].lower(), -2 if match["last"] else -1)


def _bare_weekday(match: re.Match[str], context: _Context) -> spans.Days | None:
    if match["attributive"] is not None and context.preposition not in ("on", "by", "until", "since"):
        return None  # "Friday meetings" are a kind of meeting
    day = spans.weekday_near(context.today, words.WEEKDAY_OF[match["weekday"].lower()], "", context.past)
    return spans.one_day(day, match["part"] or "", match["clock"] or "")


def _day_of_month(match: re.Match[str], context: _Context) -> spans.Days | None:
    month, number = words.MONTH_OF[match["month"].lower()], int(match["number"])
    if match["year"]:
        return spans.exact_day(int(match["year"]), month, number)
    for year in _years(context):
        found = spans.exact_day(year, month, number)
        if found and (found.start <= context.today if context.past else found.end > context.today):
            return found
    return None


def _years(context: _Context) -> tuple[int, ...]:
    year = context.today.year
    return (year, year - 1, year - 2, year - 3, year - 4) if context.past else (year, year + 1, year + 2, year + 3, year + 4)


def _month_name(match: re.Match[str], context: _Context) -> spans.Days | None:
    month = words.MONTH_OF[match["month"].lower()]
    if match["year"]:
        found = spans.month_of(int(match["year"]), month)
    elif not context.preposition:
        return None  # "may" and "march" are words
    else:
        months = (spans.month_of(year, month) for year in _years(context))
        found = next(days for days in months if (days.start <= context.today if context.past else days.end > context.today))
    return spans.third_of(found, match["part"])


def _year_number(match: re.Match[str], context: _Context) -> spans.Days | None:
    if not context.preposition and not match["part"]:
        return None
    if context.preposition in ("for", "to", "about", "than", "over", "at", "per") and not match["part"]:
        return None  # a price or a count
    return spans.third_of(spans.year_of(int(match["year"])), match["part"])


def _season_of_year(match: re.Match[str], _: _Context) -> spans.Days:
    return spans.season_of(match["season"].lower(), int(match["year"]))


def _decade(match: re.Match[str], _: _Context) -> spans.Days:
    text = match["decade"]
    year = int(text) if len(text) == 4 else 1900 + int(text)
    return spans.Days(date(year, 1, 1), date(year + 10, 1, 1), f"the {year}s", "in")


def _numbered_day(match: re.Match[str], context: _Context) -> spans.Days | None:
    """`on the 5th`: of this month or the one beside it."""
    number, today = int(match["number"]), context.today
    sign = -1 if context.past else 1
    for shift in (0, sign, 2 * sign):
        month = spans.month_of(today.year, today.month + shift).start
        found = spans.exact_day(month.year, month.month, number)
        if found and (found.start <= today if context.past else found.start >= today):
            return found
    return None


def _iso(match: re.Match[str], _: _Context) -> spans.Days | None:
    return spans.exact_day(int(match["year"]), int(match["month"]), int(match["number"]))


def _numeric(match: re.Match[str], _: _Context) -> spans.Days | None:
    """`12/05/2023`, `5.3.23`: dots put the day first, slashes the month, unless that is impossible."""
    import dateparser  # type: ignore[import-untyped]

    settings = {"DATE_ORDER": "DMY" if "." in match[0] else "MDY", "PREFER_DATES_FROM": "current_period", "TIMEZONE": "UTC"}
    found = dateparser.parse(match[0], languages=["en"], settings=settings)
    return spans.one_day(found.date()) if found else None


_PART = r"(?:\s+(?P<part>morning|afternoon|evening|night))?"
_CLOCK = r"(?:\s+at\s+(?P<clock>\d{1,2}(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?|noon|midnight))?"
_NUMBERED = rf"(?P<number>{words.NUMBER_PATTERN})\s+(?P<unit>{words.UNIT_PATTERN})"
_LONG = rf"(?P<number>{words.NUMBER_PATTERN})\s+(?P<unit>week|month|year|decade)s?"
_ATTRIBUTIVE = (
    r"(?P<attributive>(?=\s+(?!(?:and|or|at|with|for|to|i|we|he|she|they|but|because|so|from|after|before|in|on|the|my"
    r"|our|if|when|then|is|was)\b)[a-z]))?"
)
_AFTER_DATE = r"(?:,?\s+(?P<year>(?:19|20)\d\d)\b)?"
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
        (rf"{_LONG}(?P<now> now)(?=\s*(?:[.,!?;]|$|and\b|that\b|since\b))", _for_so_long),
        (rf"(?<=\bin ){_NUMBERED}s?(?:'s?)?(?:\s+time)?\b(?! of\b)", _ahead),
        (rf"(?<=\bthe )(?P<which>last|past|next|coming)\s+{_NUMBERED}s\b", _stretch),
        (r"the (?P<unit>week|weekend|month|year) before(?P<last> last)?(?=\s*(?:[.,!?;]|$|and\b|with\b))", _before_last),
        (
            r"(?:earlier |later )?(?P<which>this past|last|past|previous|this|next|coming)\s+"
            rf"(?P<name>week|weekend|month|year|decade|{words.SEASON_PATTERN}|{words.WEEKDAY_PATTERN}|{words.LONG_MONTH_PATTERN})\b"
            rf"{_PART}{_CLOCK}(?!['’]s\b)",
            _named,
        ),
        (rf"(?P<which>this past|last|past|next|coming)\s+(?P<name>{words.SHORT_WEEKDAY_PATTERN})\b(?!['’]){_PART}{_CLOCK}", _named),
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>[01]\d)-(?P<number>[0-3]\d)\b", _iso),
        (r"\d{1,2}(?:/|\.)\d{1,2}(?:/|\.)(?:\d{4}|\d\d)\b", _numeric),
        (rf"(?P<number>[0-3]?\d)(?:st|nd|rd|th)?(?: of)?\s+(?P<month>{words.MONTH_PATTERN})\b\.?{_AFTER_DATE}", _day_of_month),
        (
            rf"(?P<month>{words.MONTH_PATTERN})\b\.?\s+(?P<number>[0-3]?\d)(?:st|nd|rd|th)?\b(?!\s*(?:am|pm|%|:)){_AFTER_DATE}",
            _day_of_month,
        ),
        (rf"{_THIRD}(?P<month>{words.LONG_MONTH_PATTERN})\b(?:,?\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b)?", _month_name),
        (r"(?<=on the )(?P<number>[0-3]?\d)(?:st|nd|rd|th)\b(?! \w+)", _numbered_day),
        (rf"(?P<season>{words.SEASON_PATTERN})\s+(?:of\s+)?(?P<year>(?:19|20)\d\d)\b", _season_of_year),
        (r"the (?P<decade>(?:19|20)\d0|[5-9]0)'?s\b", _decade),
        (rf"(?P<weekday>{words.WEEKDAY_PATTERN})\b{_PART}{_CLOCK}(?!['’]?s\b){_ATTRIBUTIVE}", _bare_weekday),
        (rf"{_THIRD}(?P<year>(?:19|20)\d\d)\b(?!\s*(?:[$€£%]|(?:dollars|euros|pounds|usd|eur|km|people|calories)\b|[.,]\d))", _year_number),
    )
)
_HINTS_OF_RECURRENCE = (_day_of_month, _month_name, _bare_weekday)


short_date = spans.short_date
"""Like `8 May 2023`."""


def phrases(text: str, at: datetime, timezone: str = "UTC") -> list[Period]:
    """Temporal phrases of `text` in order, without overlaps, each as the period that it means when said at `at` (aware)."""
    if not _HINT.search(text):
        return []
    zone = ZoneInfo(timezone)
    today = at.astimezone(zone).date()
    taken: list[tuple[int, int]] = []
    found: list[Period] = []
    tried = 0
    for pattern, resolver in _FINDERS:
        for match in pattern.finditer(text):
            tried += 1
            if len(found) >= MAX_PHRASES or tried > MAX_TRIED:
                break
            if any(match.start() < finish and begin < match.end() for begin, finish in taken):
                continue
            period = _resolve(text, match, resolver, today, zone)
            if period:
                found.append(period)
                taken.append((period.begin, period.finish))
    return sorted(found, key=lambda period: period.begin)


def _resolve(text: str, match: re.Match[str], resolver: _Resolver, today: date, zone: ZoneInfo) -> Period | None:
    window = text[max(0, match.start() - 16) : match.start()]
    lead = _LEAD.search(window)
    preposition = (lead["preposition"] or "").lower() if lead else ""
    sentence = _sentence(text, match.start(), match.end())
    if resolver in _HINTS_OF_RECURRENCE and not match.groupdict().get("year") and _RECURRING.search(sentence):
        return None
    past = preposition in ("since", "back in") or (preposition not in ("by", "until", "till") and speaks_of_past(sentence))
    try:
        days = resolver(match, _Context(today, past, preposition, bool(_LASTING.search(sentence))))
    except (OverflowError, ValueError):  # "in 9000 years": the calendar ends before
        return None
    if days is None:
        return None
    begin = match.start()
    if lead:
        begin -= len(lead[0] if preposition in _OWN_PHRASE or not preposition else lead["article"] or "")
    start = datetime.combine(days.start, time(), zone).astimezone(UTC)
    last = max(days.end, today + timedelta(days=1)) if preposition == "since" else days.end
    end = datetime.combine(last, time(), zone).astimezone(UTC)
    return Period(text[begin : match.end()], start, end, days.label, _stand_in(days, preposition), begin, match.end())


def _stand_in(days: spans.Days, preposition: str) -> str:
    if not preposition or preposition in ("in", "on", "back in"):
        return f"{days.preposition} {days.label}".strip()
    return f"{preposition} {days.label}" if preposition in _OWN_PHRASE else days.label


_STOPS = (". ", "! ", "? ", "\n")
"""Ends of sentences; the point of 3.5 is none."""


def _sentence(text: str, begin: int, finish: int) -> str:
    """The sentence around a phrase, as far as its tense reaches."""
    near, far = max(0, begin - MOST_AROUND), min(len(text), finish + MOST_AROUND)
    left = max(near - 1, *(text.rfind(mark, near, begin) for mark in _STOPS))
    right = min((position for mark in _STOPS if (position := text.find(mark, finish, far)) >= 0), default=far)
    return text[left + 1 : right]


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
