"""Two sentences of one frame: `The user banks with Barclays.` and `The user banks with Monzo now.` differ in one value only."""

from __future__ import annotations

import re

MOST_DIFFERING = 4
"""Words of the value in which they differ."""
_NOW = re.compile(
    r"(?:,\s*+|(?<!\s)\s*+)\b(?:now|these days|nowadays|from now on|as of (?:today|now)|instead(?: of .{1,300})?"
    r"|after all|currently|actually|new|used to|usually|normally|mostly|mainly|always|generally|just|recently)\b",
    re.IGNORECASE,
)
_ADDS = re.compile(r"\b(?:also|too|as well|both|likes?|loves?|enjoys?|hates?|dislikes?|speaks?|plays?|knows?|has|have|owns?|collects?|went"
                   r"|not|no|never|wants?|believes?|thinks?)\b", re.IGNORECASE)  # fmt: skip
"""What somebody can do, have or like several of: another one says nothing about the first."""
_ARTICLES = frozenset("the a an their my our".split())


def adds(text: str) -> bool:
    """Whether it tells of what one can have several of."""
    return bool(_ADDS.search(text))


def one_frame(one: str, other: str) -> bool:
    """Whether both say the same of the same but for one short value in its place."""
    if _ADDS.search(one) or _ADDS.search(other):
        return False
    mine, theirs = _words(one), _words(other)
    begin = 0
    while begin < min(len(mine), len(theirs)) and mine[begin] == theirs[begin]:
        begin += 1
    end = 0
    while end < min(len(mine), len(theirs)) - begin and mine[-1 - end] == theirs[-1 - end]:
        end += 1
    values = mine[begin : len(mine) - end], theirs[begin : len(theirs) - end]
    return begin >= 2 and all(1 <= len(v) <= MOST_DIFFERING for v in values)


_THING = r"(?:the|my|our) (?P<thing>[\w-]+(?: [\w-]+)?)"
_IS_AT = re.compile(rf"^{_THING} (?:is|are|lives?|stands?|sits?|goes?|go|meets?) (?:now )?(?:at|in|on|to) ", re.IGNORECASE)
_IS_NOW = r"(?:(?:(?:has|have) )?(?:moved|moves|switched|changed)|(?:is|are) now|now (?:is|are|goes|go|lives|meets))"
_WE_MOVED = r"(?:(?:i|we)(?:['’]ve| have)? )?(?:moved|switched|changed|transferred) (?:the|my|our) (?P<moved>[\w-]+(?: [\w-]+)?)"
_A_DAY = r"\d{1,2}(?:st|nd|rd|th|:|\W*$| ?[ap]m\b| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))"
_IS_NOW_AT = re.compile(
    rf"^(?:{_THING} {_IS_NOW}|{_WE_MOVED})(?: over)? (?:to|into|at|in|on) (?:the |our |my )?(?!{_A_DAY}|\w+day\b)(?-i:[A-Z\d])",
    re.IGNORECASE,
)
"""Behind it a name or a number, of a house for instance: who moves the kids to bed moves them nowhere."""


def moved(said: str, held: str) -> bool:
    """What one tells the place of is elsewhere by the other: "the office is at 7 Hill Street", "the office moved to Dock Road"."""
    there, now = _IS_AT.match(held), _IS_NOW_AT.match(said)
    return there is not None and now is not None and there["thing"].lower() == (now["thing"] or now["moved"]).lower()


def _words(text: str) -> list[str]:
    """Without the subject, which is known to be one, and what marks a change."""
    found = re.findall(r"(?<![\w$€£'.:&-])[\w$€£'.:&-]*\w", _NOW.sub("", text.lower()))
    return [w for w in found[2 if found[:2] == ["the", "user"] else 1 :] if w not in _ARTICLES]
