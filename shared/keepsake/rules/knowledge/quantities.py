"""The quantities that a statement gives, each with its type: a date, a time of day, an amount of money, a rate, a count of something (row
K4). Two statements give different values of one thing only where these are of one type: "the exam is on March 27" and "the exam came
back, 1.7" do not."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache

from keepsake.rules import words
from keepsake.rules.dates import calendar_words
from keepsake.rules.knowledge import numerals

DATE, TIME, MONEY, PERCENT, BARE = "date", "time", "money", "percent", ""
_UNNAMED = frozenset((TIME, MONEY, PERCENT))
"""Types that a number without a word of its own may be of: "420 from March on"."""

_MONTH = rf"(?:{calendar_words.MONTH_PATTERN})"
_N = r"\d{1,12}(?:[.:]\d{1,6}){0,3}"
_SUM = r"\d[\d.]{0,12}"
_CURRENCY = r"(?:euros?|eur|dollars?|bucks|pounds?(?! (?:lighter|heavier))|quid|kr|chf|usd|gbp|pln|zł|€|£|\$)(?!\w)"
_UNIT = (
    r"(?:hour|day|night|week|weekend|month|year|head|person|piece|pop|class|session|lesson|visit|mile|km|kilo|kg|litre|liter|box|hr|mo|yr)"
)
_READ = re.compile(
    rf"(?P<date>\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTH}\b|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?\b"
    r"|\b\d{1,2}(?:st|nd|rd|th)\b)"
    rf"|(?P<money>[$€£]\s?{_SUM}|\b{_SUM} ?{_CURRENCY})"
    r"|(?P<time>\b\d{1,2}:\d\d\b|\b\d{1,2}(?:\.\d\d)? ?[ap]\.?m\b|\b\d{1,2} o['’]?clock\b"
    r"|\b(?:half(?: past)?|quarter (?:past|to)) \d{1,2}\b)"
    rf"|(?P<percent>\b{_SUM} ?(?:%|percent\b|per cent\b))"
    rf"|\b(?P<each>{_N})(?:x| ?times)? ?(?:a|an|per|/|every|each) ?(?P<rate>{_UNIT})s?\b"
    rf"|(?<![A-Za-z\d.-])(?P<number>{_N})(?:[ -](?P<of>[a-z]{{2,20}})\b|(?P<unit>mg|mcg|ml|kg|km|cm|mm|g)\b)?",
    re.IGNORECASE,
)
_TWICE = re.compile(rf"\b(?:twice|once)(?= (?:a|an|per|every|each) {_UNIT}\b)", re.IGNORECASE)
_OF_CLOCK = re.compile(r"\d{1,2}\.[0-5]\d")
_NO_THING = frozenset(
    """and or but so to at in on for of from by with is are was were now then each until till since because if when than not more less
    too also instead again plus minus over under per as please pls max min minimum maximum per total altogether already only still last
    this next most the that we he she they it you us me between among need needs""".split()
)


@lru_cache(8_192)
def quantities(text: str) -> Mapping[str, frozenset[str]]:
    """Type > the values given. A count's type is the stem of what is counted, a rate's its time behind a slash."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in _READ.finditer(numerals.in_digits(_TWICE.sub(lambda m: "2" if m[0].lower() == "twice" else "1", text))):
        kind = match.lastgroup
        if match["number"]:
            thing = (match["of"] or match["unit"] or "").lower()
            found[BARE if thing in _NO_THING or thing.endswith("ed") else words.stem(thing)].add(_value(match["number"]))
        elif match["each"]:
            found["/" + match["rate"].lower()].add(_value(match["each"]))
        elif kind == DATE:
            found[DATE].add(_day(match[0].lower()))
        elif kind:
            found[kind].add(_value(re.sub(r"[^\d.:]|(?<!\d)[.:]", "", match[0])))
    return {kind: frozenset(values) for kind, values in found.items()}


def other(one: str, theirs: str, named: frozenset[str] = frozenset()) -> bool:
    """Whether both give a quantity of one type, and not the same. A number by itself may be any amount or time, and a count of what both
    speak of (`named`, stems)."""
    mine, held = quantities(one), quantities(theirs)
    if mine == held:
        return False
    alike = [(kind, kind) for kind in mine if kind in held]
    # Each type once, not each with each: a long list has thousands.
    alike += [(BARE, kind) for kind in held if kind and _may_be(kind, named) and _some_fit(kind, mine.get(BARE))]
    alike += [(kind, BARE) for kind in mine if kind and _may_be(kind, named) and _some_fit(kind, held.get(BARE))]
    return any(_differ(kind, mine[kind], held[other_kind]) for kind, other_kind in alike)


def other_measure(one: str, theirs: str) -> bool:
    """Both give a quantity of one unit, an amount or a rate, and not the same; no date, time, nor a number by itself."""
    mine, held = quantities(one), quantities(theirs)
    return any(kind not in (BARE, DATE, TIME) and _differ(kind, mine[kind], held[kind]) for kind in mine if kind in held)


def of_one_type(value: str, by: str, held: str, *, surely: bool = False) -> bool:
    """Whether `held` gives a number that a statement calls replaced (`value`) of the same type as what it gives instead: "4 puffs, not 2"
    takes back "2 puffs" and neither "2 weeks" nor "a mother of 2". True where it gives nothing instead, or names it by its number ("the
    16"), but not where it has to be `surely` so."""
    taken = frozenset().union(*quantities(value).values())
    instead = {kind for kind, values in quantities(by).items() if values - taken}
    there = {kind for kind, values in quantities(held).items() if any(_is_same(kind, v, t) for v in values for t in taken)}
    alike = instead & there
    if surely:
        return bool(taken) and bool(alike - {BARE})
    return not taken or not instead or bool(alike) or re.search(rf"\bthe {re.escape(value)}\b", by) is not None


def _is_same(kind: str, value: str, taken: str) -> bool:
    """The 19th is 19 September where no month is said."""
    return value == taken or (kind == DATE and not (value[:1].isdigit() and taken[:1].isdigit()) and value.lstrip(_LETTERS) == taken)


_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _some_fit(kind: str, values: frozenset[str] | None) -> bool:
    """A number by itself is no time of day that has a fraction: 3.0 is a version's."""
    return bool(values) and (kind != TIME or any(v.isdigit() or _OF_CLOCK.fullmatch(v) for v in values or ()))


def _differ(kind: str, values: frozenset[str], others: frozenset[str]) -> bool:
    """What is given is not given already, nor the same list with more in it."""
    longer = values >= others and kind != BARE and len(values) > len(others) > 1
    return not values <= others and not longer


def _may_be(kind: str, named: frozenset[str]) -> bool:
    return kind in _UNNAMED or kind.startswith("/") or kind in named


def _value(digits: str) -> str:
    """`640` of "6:40": what was told in words is told without its colon."""
    return digits.replace(":", "").rstrip(".")


def _day(date: str) -> str:
    day = re.search(r"\d{1,2}(?!\d)", date)
    month = re.search(_MONTH, date)
    return f"{month[0][:3] if month else ''}{int(day[0]) if day else date}"
