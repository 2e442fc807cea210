"""What two statements in people's own words are about, and whether one tells otherwise of it than the other (row K4).

A statement's matter is what its content words name, apart from values, dates and words of change. Of one thing it says yes or no, by the
words right beside that thing: "no gym membership" and "joined a gym" are of one matter and stand against each other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from keepsake.rules import words
from keepsake.rules.knowledge import numerals, quantities

_BRACKETED = re.compile(r" ?\[[^\]]{1,80}\]")
_ONE_WORD = ((re.compile(r"\bon[- ]call\b", re.IGNORECASE), "oncall"), (re.compile(r"\bno-(?=[a-z])", re.IGNORECASE), "no "))
"""What two light words name together, and the two of "the no-comments rule"."""
_DOUBLED = re.compile(r"(?<=[a-z][aeiou])([bgmnprt])\1$")
"""How a stem ends whose last sign was doubled before a suffix: `runn` of "running"."""
_CUES = frozenset(
    """correction update now longer anymore instead actually scratch turn out turned update back switch switched mov moved chang changed
    went goes going from since still again finally already new old use using us got get just only until till till sorry wait no not
    never dont doesnt didnt cant wont isnt wasnt want wants need like likes love loves hate hates stand can could would should
    will must may might is are its im ive weve shes hes theyre thats theres lets let today yesterday tomorrow tonight week weeks month
    months year years day days time ok okay fine good bad really very too quite all any some more less much many one two thing
    things stuff bit lot pls please thanks keep keep oops typo mean meant rather pm am make made do did done go come came take
    takes took put say said think thought know tell told feel january february march april may june july august september october
    november december mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday mondays tuesdays
    wednesdays thursdays fridays saturdays sundays for
    wk wks yr yrs mth mths hr hrs min mins
    per and but so if when then there here what which who how why""".split()
)
_LIGHT = frozenset(
    """agree agrees disagree disagrees trust trusts distrust distrusts accept accepts reject rejects enjoy enjoys enjoyed dislike
    dislikes disliked prefer prefers preferred adore adores avoid avoids stop stopped quit being having doing getting look looks
    looked looking see saw seen seem seems try tried trying find found show ask asked give gave given bring brought help start
    started happen happened talk talked call called up down off over into onto about around away before after through between
    without where because while though although than either neither other others another each every both same such own even yet
    ever always often sometimes usually mostly maybe perhaps probably exclusively later earlier soon almost enough well way ways
    kind sort part real actual these those someone somebody something anything everything nothing everyone anyone else me him us
    mine yours hers ours theirs myself yourself himself herself themselves itself whose whom best better worse worst""".split()
)
"""Words that name nothing by themselves: who shares one of them speaks of something else."""
_NAMELESS = frozenset(words.stem(w) for w in _CUES | _LIGHT) | _CUES | _LIGHT
_NUMBER = re.compile(r"(?<![A-Za-z\d.])\d+(?:[.,:]\d+)*")
_VALUE = re.compile(rf"{_NUMBER.pattern}(?:st|nd|rd|th)?")
_MARKER = re.compile(r"^\W*\d{1,2}[).:]\s")
"""Of a list: its number is no value."""
_OFTEN = re.compile(r"\b(?:once|twice|thrice|daily|weekly|monthly|hourly|nightly)\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9][a-z0-9'’.+-]*[a-z0-9]|[a-z0-9]")

_DENIES = frozenset(
    """no not never without cannot cant can't dont don't doesnt doesn't didnt didn't isnt isn't wont won't hate hates hated dislike
    dislikes avoid avoids avoiding allergic allergy quit quits stopped stop dropped ditched drop dropping cancelled canceled
    against ex former except lost sold nope""".split()
)
_DENIES_AFTER = frozenset(
    "broken off out wrong gone over dead closed cancelled canceled false unavailable broke died expired stopped allergy untrue".split()
)
_ALLOWS = frozenset(
    """ok okay fine fixed cleared works working joined back again allowed love loves like likes can started open better solved repaired
    got new have has found possible available yes on restored reopened safe""".split()
)
BEFORE, AFTER = 3, 4
"""Words before and after a thing in which it is denied or allowed."""
TWICE = 7
"""Words before it in which a second denial takes back the first: "I don't want to stop being vegetarian"."""


def plain(text: str) -> str:
    """Without the dates that were resolved beside its words."""
    text = _MARKER.sub("", _BRACKETED.sub("", text))
    for pattern, word in _ONE_WORD:
        text = pattern.sub(word, text)
    return text


@lru_cache(8_192)
def matter(text: str) -> frozenset[str]:
    """Stems of what a statement names; no value, no word of change."""
    return frozenset(
        _DOUBLED.sub(r"\1", w)
        for w in words.content(plain(text))
        if w not in _NAMELESS and w not in numerals.WORDS and "'" not in w and not _VALUE.fullmatch(w) and len(w) > 1
    )


def stem(word: str) -> str:
    """As it stands in a statement's matter."""
    return _DOUBLED.sub(r"\1", words.stem(word.removesuffix("'s")))


def of_one_head(one: str, other: str) -> bool:
    """What the one begins to speak of is spoken of by the other too: "staging is on 2.11" says nothing of production."""
    mine = _head(one)
    return mine is None or mine in matter(other)


def heads(what: str, text: str) -> bool:
    """The words name what a statement begins to speak of."""
    return _head(text) in matter(what)


@lru_cache(8_192)
def _head(text: str) -> str | None:
    """The first word of a statement's matter, as its stem."""
    named = matter(text)
    return next((s for w in _WORD.findall(plain(text).lower()) if (s := stem(w)) in named), None)


@lru_cache(8_192)
def values(text: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(numbers, weekdays, frequencies) of a statement."""
    said = plain(text)
    often = frozenset(w.lower() for w in _OFTEN.findall(said))
    return (
        frozenset(_NUMBER.findall(numerals.in_digits(said))),
        frozenset(d for w in _WORD.findall(said.lower()) if (d := words.weekday(w))),
        often,
    )


def has_value(text: str) -> bool:
    """It gives a number, a weekday or how often."""
    return any(values(text))


def other_values(one: str, other: str) -> bool:
    """Both give values of one type, and not the same."""
    named = any(mine and theirs and mine != theirs for mine, theirs in zip(values(one)[1:], values(other)[1:], strict=True))
    return named or quantities.other(plain(one), plain(other), matter(one) & matter(other))


def shares(one: str, other: str) -> float:
    """How much of the smaller matter is the other's too, 0 to 1."""
    mine, theirs = matter(one), matter(other)
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else 0.0


_AT = re.compile(
    r"\b(?:at|during|in|on|over|for) (?:the |my )?(day|night|work|home|school|morning|afternoon|evening|weekend|weekday|week|summer|winter"
    r"|spring|autumn|fall|office|holiday|vacation)(?:s|time)?\b",
    re.IGNORECASE,
)


def at_other_times(one: str, other: str) -> bool:
    """Each says when or where it holds, and they say so of different times: "by day" and "at night" both hold."""
    mine, theirs = ({w.lower() for w in _AT.findall(plain(text))} for text in (one, other))
    return bool(mine) and bool(theirs) and mine.isdisjoint(theirs)


_BETWEEN = re.compile(r"\b(?:than|over|to|before|after|instead of|rather than|from|for|at|by|under|above)\b", re.IGNORECASE)


def turned(one: str, other: str) -> bool:
    """Both name the same things the other way round: "tea over coffee", "coffee over tea"."""
    mine, theirs = _in_order(one), _in_order(other)
    return mine != theirs and sorted(mine) == sorted(theirs) and bool(_BETWEEN.search(one)) and bool(_BETWEEN.search(other))


@lru_cache(8_192)
def _in_order(text: str) -> tuple[str, ...]:
    """The things that a text names, each where it names it."""
    named = matter(text)
    return tuple(s for w in _WORD.findall(plain(text).lower()) if (s := stem(w)) in named)


def are_values(text: str, statement: str) -> bool:
    """All that the words give are numbers or weekdays that the statement gives too."""
    given, held = frozenset().union(*values(text)), frozenset().union(*values(statement))
    return bool(given) and given <= held and not matter(text)


def reversed_on(one: str, other: str) -> str | None:
    """The thing that one statement denies and the other allows; None where they do not stand against each other."""
    for thing in sorted(matter(one) & matter(other)):
        mine, theirs = says_yes(one, thing), says_yes(other, thing)
        if mine is not None and theirs is not None and mine != theirs:
            return thing
    return None


@lru_cache(8_192)
def says_yes(text: str, thing: str) -> bool | None:
    """Whether a statement allows a thing (a stem) or denies it, by the words beside it; None where it does neither."""
    said = _WORD.findall(plain(text).lower().replace("’", "'"))
    for at, word in enumerate(said):
        if stem(word) != thing:
            continue
        before, after = said[max(0, at - BEFORE) : at], said[at + 1 : at + 1 + AFTER]
        if sum(w in _DENIES for w in said[max(0, at - TWICE) : at]) > 1:
            return None
        if (
            _DENIES & set(before)
            or _DENIES_AFTER & set(after)
            or (after[:1] and after[0] in ("dont", "don't", "doesnt", "doesn't", "cant", "can't", "isnt", "isn't"))
        ):
            return False
        if after[:2] and _DENIES & set(after[:2]) and not _ALLOWS & set(before):
            return False
        return True if _ALLOWS & {*before, *after} else None
    return None
