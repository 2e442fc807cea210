"""Time in text: finds temporal phrases and resolves them, by arithmetic on calendar words, against the moment at which they were said."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import clauses, meanings, recurring
from keepsake.rules.dates.meanings import NEAR
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


MAX_PHRASES = 12
"""Phrases resolved per text; what comes after is a list or a log, not talk."""
MAX_TRIED = 120
"""Likely phrases looked at per text, resolved or not."""
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


def phrases(text: str, at: datetime, timezone: str = "UTC") -> list[Period]:
    """Temporal phrases of `text` in order, without overlaps, each as the period that it means when said at `at` (aware)."""
    if not _HINT.search(text):
        return []
    zone = ZoneInfo(timezone)
    today = at.astimezone(zone).date()
    found: list[Period] = []
    refused: list[re.Match[str]] = []
    tried = 0
    for pattern, resolver in meanings.FINDERS:
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
            elif resolver is meanings.day_of_month:
                refused.append(match)  # of a day in doubt its month is in doubt too
    return sorted(found, key=lambda period: period.begin)


def _resolve(text: str, match: re.Match[str], resolver: meanings.Resolver, today: date, zone: ZoneInfo) -> Period | None:
    lead = _LEAD.search(text[max(0, match.start() - 16) : match.start()])
    preposition = (lead["preposition"] or "").lower() if lead else ""
    if _names_no_day(text, match, resolver, preposition):
        return None
    past, unsaid = (False, False) if resolver in meanings.TIMELESS else _side(text, match, resolver, preposition)
    try:
        days = resolver(match, meanings.Context(today, past, unsaid, preposition, bool(lead and lead["article"])))
    except (OverflowError, ValueError):  # "in 9000 years": the calendar ends before
        return None
    if days is None:
        return None
    own = lead and (lead["article"] if preposition in _NOT_OF_PHRASE else lead[0])
    begin = match.start() - len(own or "")
    end = max(days.end, today + timedelta(days=1)) if preposition == "since" else days.end
    start_at, end_at = (datetime.combine(day, time(), zone).astimezone(UTC) for day in (days.start, end))
    return Period(text[begin : match.end()], start_at, end_at, days.label, begin, match.end())


def _names_no_day(text: str, match: re.Match[str], resolver: meanings.Resolver, preposition: str) -> bool:
    """Whether the words are of one that comes again, or of none."""
    if resolver in meanings.ONCE_A_YEAR:
        sentence = clauses.sentence(text, match.start(), match.end())
        if not match.groupdict().get("year") and recurring.in_sentence(sentence):
            return True
        return resolver is meanings.bare_weekday and recurring.weekday(text, match.start(), match.end("weekday"), sentence, preposition)
    if resolver is meanings.named_one:
        return recurring.last_of_month(text, match.start(), match.end())
    if resolver is meanings.relative_day:
        before = text[max(0, match.start() - NEAR) : match.start()]
        return bool(_NOT_BORN.search(before)) or (match[0].istitle() and before[-2:-1].isalpha())  # "Roots of Tomorrow"
    return resolver is meanings.numbered_day and recurring.falls_due(text, match.start())


def _side(text: str, match: re.Match[str], resolver: meanings.Resolver, preposition: str) -> tuple[bool, bool]:
    """Whether what a phrase tells of lies behind today, and whether no word says on which side it lies."""
    before = text[max(0, match.start() - NEAR) : match.start()]
    returned = preposition == "back in" and _IS_BACK.search(before) is not None  # "until she's back in May"
    told = clauses.is_past(text, match.start(), match.end(), of_its_own=resolver in (meanings.day_of_month, meanings.month_name))
    until = preposition in ("by", "until", "till")
    past = (preposition in ("since", "back in") and not returned) or (not until and bool(told))
    past = past or (preposition == "from" and _OWED.search(before) is not None)
    ahead = (_BEGINS.search(before) and not _DID.search(before)) or _SETTLED.match(text, match.end())
    past = past and not ahead and preposition != "as of"  # from a day on, on whichever side
    return past, (told is None or preposition == "as of") and not (past or ahead or until)


_NOT_BORN = re.compile(r"(?:\bnot|n['’]?t) born $", re.IGNORECASE)
"""Before "yesterday" it names no day."""


_IS_BACK = re.compile(
    r"(?:['’](?:s|m|re|ll be)|\b(?:is|am|are|be|hes|shes|im|theyre|comes?|coming|gets?|goes|going|moves?|moving)) back in (?:the )?$",
    re.IGNORECASE,
)
_OWED = re.compile(r"\b(?:owe|owes|owed|owing|outstanding|overdue|unpaid)\b[^.;!?]{0,32}$", re.IGNORECASE)
"""What is still owed is of a time that was: "I still owe him 640 from December"."""
_BEGINS = re.compile(
    r"\b(?:(?:starts?|starting|begins?|opens?|resumes?|kicks off|(?<!was )(?<!were )(?:due|leaving|flying out))(?: \w+){0,2}(?: on)?"
    r"|(?<!was )(?<!were )coming (?:\w+ ){0,3}(?:in|on)"
    r"|(?:(?:it|that)(?:['’]?s| is)|is|are)"
    r"(?: (?:now|on|the))*) $",
    re.IGNORECASE,
)
"""What has not happened yet, also in a sentence about what has: "quit judo, climbing starts monday", "they moved it, it's May 4"."""
_DID = re.compile(r"\b(?:did(?:n['’]?t| not)?(?: \w+)?|never) (?:start|begin|open) (?:\w+ ){0,2}$", re.IGNORECASE)
"""What did not begin then lies behind: "the mill didn't open May 3"."""
_SETTLED = re.compile(r" (?:then|now)\s*(?=$|[,.;!)])", re.IGNORECASE)
"""Behind it, of what is settled for the time to come: "it rained, Sunday then"."""


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
