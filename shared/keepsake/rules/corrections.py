"""Signs that something earlier does not hold any more, and what it was."""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.rules import calendar_words as words
from keepsake.rules.grammar import plain
from keepsake.rules.lexicon import NOT_NAMES

NO_LONGER = re.compile(r"\bno longer\s+|\bnot (?=.*\b(?:any ?more|any longer)\b)", re.IGNORECASE)
_ANY_MORE = re.compile(r"\s*\b(?:any ?more|any longer)\b", re.IGNORECASE)
NOW = re.compile(
    r"(?<!right )(?<!for )(?<!until )(?<!by )\bnow\b(?! that)|\bfrom now on\b|\bas of (?:today|now|this)\b|\binstead\b|\bchanged my "
    r"mind\b|\bafter all\b|\bthese days\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r",?\s*\b(?:instead of|and not|rather than|, not)\s+(?P<old>[^,.]+?)(?:\s+(?:now|any ?more))?$", re.IGNORECASE)
_NOT_BUT = re.compile(r"\bnot\s+(?P<old>[^,.]+?),?\s+but\s+(?P<new>.+)$", re.IGNORECASE)


class Ended(NamedTuple):
    """A clause with its "no longer" taken out, for the rules to read."""

    positive: str
    ended: bool


def without_ending(predicate: str, adverbs: str) -> Ended:
    """`do not like coffee anymore` > `like coffee`, ended."""
    if "no longer" in adverbs:
        return Ended(predicate, True)
    match = NO_LONGER.search(predicate)
    if match is None:
        return Ended(predicate, False)
    positive = _ANY_MORE.sub("", predicate[: match.start()] + predicate[match.end() :])
    return Ended(re.sub(r"^(?:do|does|did)\s+", "", positive).strip(), True)


def replaced(clause: str) -> tuple[str, str] | None:
    """The clause without the earlier value that it names, and that value: `work for Globex instead of Initech`."""
    if match := _NOT_BUT.search(clause):
        return clause[: match.start()] + match["new"], match["old"].strip()
    if match := _INSTEAD.search(clause):
        return clause[: match.start()], match["old"].strip()
    return None


class Ellipsis(NamedTuple):
    """A correction that leans on an earlier statement: `Not Thursday, Friday.`"""

    new: str
    old: str | None


_VALUE = r"(?P<new>[\w$€£][\w$€£.:'-]*(?:\s+[\w$€£][\w$€£.:'-]*){0,3})"
_OLD = r"(?P<old>[\w$€£][\w$€£.:'-]*(?:\s+[\w$€£][\w$€£.:'-]*){0,3})"
_MARKER = r"(?:sorry|oops|wait|actually|no|ah|correction|scratch that|my mistake|hmm|oh|i mean)[,.!:]?\s+"
_LEAD = rf"^(?:{_MARKER})*"
_AT = "(?:on |in |at |to )?"
_ELLIPSES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?:i meant(?: to say)?|i mean|make (?:it|that)|that should be|it should be|should be)\s+{_AT}{_VALUE}"
        rf"(?:,? (?:not|instead of) {_AT}{_OLD})?(?: instead)?[.!]*$",
        rf"{_LEAD}not {_AT}{_OLD}\s*[,;:.–—-]+\s*(?:but |it is |it's )?{_AT}{_VALUE}[.!]*$",
        rf"{_LEAD}{_AT}{_VALUE}\s*,\s*not {_AT}{_OLD}[.!]*$",
        rf"^(?:{_MARKER})+(?:it's |it is |that's )?{_AT}{_VALUE}(?: instead)?[.!]*$",
    )
)
_TIME = r"\d{1,2}(?::\d\d)?\s?[ap]m|\d{1,2}:\d\d"
_NUMBER = r"[$€£]?\b\d+(?:[.,]\d+)*\b"
_KINDS = (
    re.compile(rf"\b(?:{words.WEEKDAY_PATTERN}|tomorrow|today)\b", re.IGNORECASE),
    re.compile(rf"\b{words.LONG_MONTH_PATTERN}\b", re.IGNORECASE),
    re.compile(rf"\b(?:{_TIME})", re.IGNORECASE),
    re.compile(_NUMBER),
    re.compile(r"(?<=\w )\b(?!I\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?\b"),
)
"""What may stand for what: a weekday for a weekday, a number for a number, a name for a name."""
_WHOLE = re.compile(
    rf"^(?:(?:next |this |the )?{words.WEEKDAY_PATTERN}(?: (?:morning|afternoon|evening|night|at .+))?|tomorrow|today"
    rf"|(?:the )?\d{{0,2}}(?:st|nd|rd|th)?(?: of)? ?{words.LONG_MONTH_PATTERN}(?: \d{{1,4}})?(?:st|nd|rd|th)?|(?:{_TIME})"
    rf"|(?:around |about |under |at most )?{_NUMBER}(?: ?[\w€$£]+)?|(?-i:(?!I\b)[A-Z][a-z]+(?: [A-Z][a-z]+){{0,2}}))$",
    re.IGNORECASE,
)


def ellipsis(text: str) -> Ellipsis | None:
    text = plain(text)
    if len(text) > 80:
        return None
    for pattern in _ELLIPSES:
        if match := pattern.match(text):
            new, old = (match.groupdict().get(group) or "" for group in ("new", "old"))
            new, old = new.strip(" .:"), old.strip(" .:")
            return Ellipsis(new, old or None) if _is_value(new) else None
    return None


def _is_value(new: str) -> bool:
    """A value of its own rather than the beginning of a remark ("no, thanks")."""
    return bool(_WHOLE.match(new)) and new.split()[0].lower() not in NOT_NAMES - frozenset(
        w.lower() for w in (*words.WEEKDAYS, *words.MONTHS, "today", "tomorrow")
    )


def restated(found: Ellipsis, earlier: list[str]) -> tuple[str, str] | None:
    """The latest earlier statement with the new value in the old one's place, and the old value. `earlier` is oldest first."""
    for statement in reversed(earlier):
        old = found.old or _same_kind(found.new, statement)
        match = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", statement, re.IGNORECASE) if old else None
        if match is None or match[0].lower() == found.new.lower() or statement.rstrip().endswith("?"):
            continue
        rest = statement[match.end() :]
        unit = found.new.split()[-1]
        if len(found.new.split()) > 1 and rest.lower().startswith(f" {unit.lower()}"):
            rest = rest[len(unit) + 1 :]
        return statement[: match.start()] + found.new + rest, match[0]
    return None


def _same_kind(new: str, statement: str) -> str | None:
    kind = next((k for k in _KINDS if k.search(f"x {new}")), None)
    found = kind.search(statement) if kind else None
    return found[0] if found else None
