"""Signs that something earlier does not hold any more, and what it was."""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.rules import calendar_words as words
from keepsake.rules.grammar import plain

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
_LEAD = r"^(?:(?:sorry|oops|wait|actually|no|ah|correction|scratch that|my mistake|hmm|oh|i mean)[,.!:]?\s+)*"
_ELLIPSES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}not (?:on |in |at )?{_OLD}\s*[,;:.–—-]+\s*(?:but |it is |it's )?(?:on |in |at )?{_VALUE}[.!]*$",
        rf"{_LEAD}(?:on |in |at )?{_VALUE}\s*,\s*not (?:on |in |at )?{_OLD}[.!]*$",
        rf"{_LEAD}(?:i meant(?: to say)?|i mean|make (?:it|that)|it's|it is|that's|that should be|it should be|should be)\s+(?:on "
        rf"|in |at )?{_VALUE}(?:,? (?:not|instead of) (?:on |in |at )?{_OLD})?(?: instead)?[.!]*$",
        rf"^(?:sorry|oops|wait|actually|no|correction|scratch that|my mistake)[,.!:]?\s+(?:on |in |at )?{_VALUE}(?: instead)?[.!]*$",
    )
)
_KINDS = (
    re.compile(rf"\b{words.WEEKDAY_PATTERN}\b", re.IGNORECASE),
    re.compile(rf"\b{words.LONG_MONTH_PATTERN}\b", re.IGNORECASE),
    re.compile(r"\b\d{1,2}(?::\d\d)?\s?[ap]m\b|\b\d{1,2}:\d\d\b", re.IGNORECASE),
    re.compile(r"[$€£]?\b\d+(?:[.,]\d+)*\b"),
    re.compile(r"(?<=\w )\b[A-Z][a-z]+\b"),
)
"""What may stand for what: a weekday for a weekday, a number for a number, a name for a name."""


def ellipsis(text: str) -> Ellipsis | None:
    text = plain(text)
    if len(text) > 80:
        return None
    for pattern in _ELLIPSES:
        if match := pattern.match(text):
            old = match.groupdict().get("old")
            return Ellipsis(match["new"].strip(), old.strip() if old else None) if _is_value(match["new"]) else None
    return None


def _is_value(new: str) -> bool:
    """A value of its own rather than the beginning of a remark ("no, thanks")."""
    return any(kind.search(f"x {new}") for kind in _KINDS)


def restated(found: Ellipsis, earlier: list[str]) -> tuple[str, str] | None:
    """The latest earlier statement with the new value in the old one's place, and the old value. `earlier` is oldest first."""
    for statement in reversed(earlier):
        old = found.old or _same_kind(found.new, statement)
        if old is None:
            continue
        match = re.search(rf"\b{re.escape(old)}\b", statement, re.IGNORECASE)
        if match and match[0].lower() != found.new.lower():
            return statement[: match.start()] + found.new + statement[match.end() :], match[0]
    return None


def _same_kind(new: str, statement: str) -> str | None:
    kind = next((k for k in _KINDS if k.search(f"x {new}")), None)
    found = kind.search(statement) if kind else None
    return found[0] if found else None
