"""Whether a day of the week is one date or comes again each week: in doubt no date is named, since the text would say what nobody said."""

from __future__ import annotations

import re

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import tenses

NEAR = 40
"""Characters before a day in which its words stand."""
_WEEK = rf"(?:{words.WEEKDAY_PATTERN}|{words.SHORT_WEEKDAY_PATTERN})s?"
_SPAN = re.compile(rf"\b{_WEEK}\s*(?:to|tae|til|till|until|through|thru|-|–)\s*{_WEEK}\b", re.IGNORECASE)
_LIST = re.compile(rf"\b{_WEEK}(?:\s*(?:,|and|&|or)\s*(?:the )?|\s+){_WEEK}\b", re.IGNORECASE)
_HOURS = re.compile(
    r"\b(?:open|opens|closed|closes|off|free|available|in the office|at home|work(?:s|ing)?(?: from home)?)\b", re.IGNORECASE
)
_HEADS_HABIT = re.compile(
    rf"^\W*(?P<day>{_WEEK}),? (?:is|are|nothing|off|(?:i|we|he|she|they) (?!will\b|shall\b|am\b|are\b|is\b|have to\b))", re.IGNORECASE
)
_HABIT = re.compile(
    r"\b(?:born|birthday|anniversary|every|each|always|usually|normally|annually|yearly|weekly|name day|that['’]?s when"
    r"|(?:once|twice|times) (?:a|per|each) week)\b",
    re.IGNORECASE,
)
"""In a sentence: what is named without its year, or its week, comes again."""
_EACH_WEEK = (
    r"class|lesson|practice|practise|training|rehearsal|club|choir|session|shift|handover|stand-?up|market|drills|ballet|swimming|circle"
    r"|group|course|football|rugby|netball|hockey|judo|karate|yoga|pilates|gymnastics|dance|band|piano|violin|guitar|drums|tuition|grinds"
    r"|scouts|brownies"
)
"""What is held each week."""
_HELD = re.compile(r"\b(?:class|lessons?|practi[cs]e|training|rehearsals?|choir)s?(?: (?:is|are))?(?: on)? $", re.IGNORECASE)
"""What is held each week and names its day at once: "alto in a choir, rehearsal Friday 6:30"."""
_ANY = re.compile(
    r"(?:\b(?:on|of|for|in) an?(?: \w+)?|\ban?|\b(?:first|second|third|fourth|1st|2nd|3rd|4th|other|alternate|any|some|most)"
    r"|\b(?:only|except|never|not)(?: on)?|\bin the|\b(?:says?|said|saying|means?|meant|called)"
    r"|\b(?:opens?|opening|closes?|closed|closing|shuts?)(?: on)?"
    rf"|\b(?:day|night|evening|{_EACH_WEEK})(?:['’]s|s? (?:is|are|falls?))(?: on)?|\b(?:has|have) (?:{_EACH_WEEK})(?: on)?"
    r"|\b(?:my|your|his|her|our|their)|\b\w{3,}s are(?: on)?|\bstill(?: on)?"
    r"|(?<!\bi )(?<!\bwe )(?<!\byou )(?<!\bthey )(?<!\bto )(?<!\bcan )(?<!\bwill )\b(?:start|begin|end|run"
    r"|fall|happen|finish|take place) on) $",
    re.IGNORECASE,
)
"""Directly before it: one of many ("on a Friday", "the first Friday"), hours, what somebody calls a day, or what is held each week."""
_GOES_TO = re.compile(rf"\b(?:goes|go|takes?|brings?) (?:\w+ )?to (?:\w+ )?(?:{_EACH_WEEK})(?: on)? $", re.IGNORECASE)
"""What is held each week, and somebody goes to: "he goes to rehearsal on Friday"."""
_MOVED_DAY = re.compile(rf"\b(?:my|our|the|his|her|their) {_WEEK} \w+ to $", re.IGNORECASE)
"""What is held each week is on another day: "I moved my Monday students to Thursday"."""
_BY_A_FEAST = re.compile(r"\b(?:the|that) $", re.IGNORECASE), re.compile(r" (?:before|after) (?!that\b)", re.IGNORECASE)
_DOES = re.compile(
    r"(?P<asks>\b(?:can|could|will|would|shall|should|may|might|must|am|are|is|did|was|were) )?"
    r"\b(?:(?:i|we|they|you) (?P<base>(?!\w+ing\b)[a-z]+)|(?:he|she|it) (?P<third>[a-z]+s))\b",
    re.IGNORECASE,
)
_NO_HABIT = frozenset(
    """am are is was were have has had do does did will would can could should shall may might must want need hope plan think guess gotta
    gonna fly leave arrive start begin land come go head move travel depart open close finish end return get meet see complete
    just also still now really finally probably all both never there here""".split()
)
"""Verbs that tell of one day to come as well ("we fly on Friday"), and what is none."""


_EACH_MONTH = re.compile(r"\b(?:every|each) $", re.IGNORECASE), re.compile(r" of (?:the|each|every|a) month\b", re.IGNORECASE)
_FALLS_DUE = re.compile(r"\b(?:still due|(?:i|we) (?:bill|invoice|get paid))(?: \w+)? (?:by |on )?(?:the )?$", re.IGNORECASE)


def last_of_month(text: str, begin: int, finish: int) -> bool:
    """Whether `last Friday` there is that of each month: "he comes every last Friday", "the last Sunday of the month"."""
    each, of_month = _EACH_MONTH
    return bool(each.search(text, max(0, begin - NEAR), begin) or of_month.match(text, finish))


def falls_due(text: str, begin: int) -> bool:
    """Whether a bare day of the month there comes again each month: "I invoice on the 25th", "it is still due on the 1st"."""
    return bool(_FALLS_DUE.search(text, max(0, begin - NEAR), begin))


def in_sentence(sentence: str) -> bool:
    """Whether what is named in it without its year comes again."""
    return bool(_HABIT.search(sentence))


def weekday(text: str, begin: int, finish: int, sentence: str, preposition: str) -> bool:
    """Whether the day of the week at `begin` to `finish` is no one date."""
    before = text[max(0, begin - NEAR) : begin]
    head, behind = _BY_A_FEAST
    if _SPAN.search(sentence) or _ANY.search(before) or (head.search(before) and behind.match(text, finish)):
        return True
    if preposition in ("by", "until", "till", "since", "from", "before", "after"):
        return False
    past = tenses.speaks_of_past(sentence)
    if _MOVED_DAY.search(before) or (_GOES_TO.search(before) and not past):
        return True
    if _HELD.search(before) and not (past or tenses.lies_ahead(sentence)):
        return True
    if _LIST.search(sentence) and (_HOURS.search(sentence) or not past):
        return True
    heads = _HEADS_HABIT.match(sentence)
    if heads is not None and heads["day"].lower().startswith(text[begin:finish].lower()[:3]) and not past:
        return True
    return not past and not tenses.lies_ahead(sentence) and _does(before)


def _does(before: str) -> bool:
    """Whether the last verb before it tells what somebody does: "I clean the pool on Wednesday"."""
    told = list(_DOES.finditer(before))
    if not told or told[-1]["asks"]:
        return False
    last = told[-1]
    verb = (last["base"] or last["third"]).lower()
    plain = {verb.removesuffix("s"), verb.removesuffix("es"), re.sub("ies$", "y", verb)} if last["third"] else {verb}
    return plain.isdisjoint(_NO_HABIT) and not tenses.is_past(verb)
