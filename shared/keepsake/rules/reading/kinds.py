"""What kind of fact a statement is, how long it can hold, and how much it matters (row R8), by its cue words; in doubt an attribute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise
from typing import NamedTuple

from keepsake.records import Category, Durability
from keepsake.rules.dates.tenses import speaks_of_past
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, KIN_PLURAL, NOT_NAMES, caseless, is_job

C, D = Category, Durability


class Kind(NamedTuple):
    category: Category
    durability: Durability
    importance: float
    """0 to 1."""


_IMPORTANCE = {
    C.CONSTRAINT: 0.7, C.IDENTITY: 0.7, C.RELATIONSHIP: 0.7, C.PREFERENCE: 0.6, C.PROFESSION: 0.65, C.PLAN: 0.6, C.TASK: 0.6, C.BELIEF: 0.5,
    C.ATTRIBUTE: 0.5, C.PATTERN: 0.5, C.EVENT: 0.45,
}  # fmt: skip
_TASTE = caseless(
    r"\b(?:(?<!god )lov(?:e(?![,.!])|es|ed|ing)|likes(?! of\b)|(?:i|we|you|they|who|to|also|really|do|don['’]?t|does|doesn['’]?t|did"
    r"|didn['’]?t|not"
    r"|never|still|always|would|must|should|both|all|quite|just|kids|parents|['’]d|id) like|hat(?:e|es|ed)|prefer\w*|enjoys?|adore\w*"
    r"|dislikes?|favou?rites?|fan of|(?:am|is|are|['’]m|really|so"
    r"|super|very) into|can['’]?t (?:stand|bear|resist)|cannot (?:stand|bear|resist)|not a fan|obsessed with|allergic to bad|sick of"
    r"|tired of|swears? by|never fits?|always fits?|fits? (?:me|her|him) (?:well|best)|happy to|i['’]?d rather|id rather|rather have"
    r"|dream of|don['’]?t (?:like|care for|eat|drink|want)|doesn['’]?t (?:like|eat|drink)|not too|i want (?!to\b)|too \w+ for me|annoying"
    r"|delicious|disgusting|gross|wants? mild)\b"
    r"|\b(?:am|is|are|r|im|['’](?:m|s|re)|been|gone|went|turned|not|longer|both|fully?|mostly|now)"
    r" (?:an? |strictly |now |no longer |much |pretty )?(?:vegan|veggie|vegetarian|pescatarian|teetotal)s?\b",
)
_LIMIT = caseless(
    r"\b(?:must|mustn['’]?t|has to|have to|needs to (?:be|stay|have|fit)|need(?:s)? (?:it|them) to|strictly|off the table|off limits"
    r"|at most|no more than|up to \d|max(?:imum)? \d|\d+ ?\w* max|min(?:imum)? \d|at least|under \d|below \d|over \d|above \d|(?:my|the"
    r"|our|a|total|weekly|monthly) budget|budget (?:is|of|for|under|around|can|max)|only (?:on|after|before|in|at|by|free|can|have)"
    r"|can only|cannot|can['’]?t (?:do|have|eat|drink|make|come|use|travel|take|afford)|not allowed|allowed|deadline|no (?:deep|more|meat"
    r"|leather|pork|gluten|dairy|nuts?|alcohol|sugar|meetings?|calls?)|limit|restricted|required|won['’]?t (?:eat|use|do))\b|^no (?!idea"
    r"|clue|gym|oven)\w+|^(?:please |pls )?nothing (?:with|that|too|above|below|over|under|near|after|before)\b",
)
_IDENTITY = caseless(
    r"\b(?:my name|i['’]?m called|call me|born|birthday|years? old|yo\b|turn(?:ed|s|ing) \d|(?:i['’]?m|im|hes|shes|she['’]s|he['’]s"
    r"|shell be|hell be|is) \d{1,3}(?: now)?$|i['’]?m from|im from|originally from|grew up|nationality|citizen|native|live[sd]? in"
    r"|living in|based in|moved to [A-Z]|pronouns|\d{3} ?cm|gender)\b|^(?:i['’]?m |im )?\d{1,3}$|^me \(",
)
_KIN_TOLD = caseless(
    rf"\b(?:my|our|her|his)\s+(?:\w+ )?(?:{KIN_PATTERN}|{KIN_PLURAL})\b\s*(?:,|is|are|named|called|['’]s name|(?-i:[A-Z]))"
    rf"|^(?:plus )?(?:kids? |{KIN_PATTERN} )(?-i:[A-Z])|\b(?:married|divorced|engaged|widowed|single|dating|broke up|have (?:two|three|a"
    rf"|an|\d) (?:\w+ )?(?:kids?|children|sons?|daughters?|brothers?|sisters?|dogs?|cats?))\b|^dog is\b|^cat is\b",
)
_HELD_BY = r"(?:my|our|his|her|their)\s+"
_POST = r"(?P<{}>[\w-]{{2,20}}(?: [\w-]{{2,20}})?)"
_NAME = r"(?!(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)(?-i:[A-Z])[\w'’.-]{1,30}(?: (?-i:[A-Z])[\w'’.-]{1,30})?"
_OWN_PERSON = caseless(rf"\b{_HELD_BY}(?P<words>[\w'’-]{{2,30}}(?:\s*[:=,(]?\s*[\w'’-]{{2,30}}){{1,4}})")
_PERSON_TOLD = caseless(
    rf"\b(?P<who>{_NAME})(?:\s*[,(]\s*|\s+)(?:(?:is|was|as|who is|she['’]?s|he['’]?s|that['’]?s)\s+)?{_HELD_BY}{_POST.format('part')}"
    rf"|^\W*(?:(?:the|our)\s+)?{_POST.format('post')}(?:\s+is\s+|\s*[:=]\s*)(?P<whom>{_NAME})",
)
"""Who somebody is to the user: "my cook Temur", "Priya, she's my lead", "Eng lead = Rohan"."""
_POSTS = frozenset(KIN_CLASS) | frozenset(
    "lead chief mgr super supplier physio gp cardiologist surgeon solicitor accompanist crewmate classmate carer childminder bookkeeper"
    " caseworker mechanic electrician sparky plumber barber midwife helper successor partner co-founder treasurer chair".split()
)
_OF_THINGS_TOO = frozenset(
    "editor printer model worker operator driver trainer buyer interpreter planner producer assistant agent guard lead owner partner"
    " supplier principal helper super chair pilot porter ranger mason officer critic director manager supervisor".split()
)
"""Posts that programs, makes and firms have as well: only a given name tells that somebody is meant ("the editor is Emacs")."""
_WORD = re.compile(r"[\w'’-]+")
_WORK = caseless(
    r"\b(?:work(?:s|ed|ing)? (?:at|for|as|in|with|full[- ]time|part[- ]time)"
    r"|(?:i|we|he|she|they) works? (?:[\w+&,]+ ){1,4}at (?!\d|night|home|all\b|the moment|once\b)"
    r"|my (?:job|work|boss|company|employer|career|clients?|team)|desk job|ceo|cto|cofounder"
    r"|founder|freelanc\w*|self-employed|employed|hired|promoted|profession|retired|unemployed|takes? over as|took over as|phd"
    r"|intern(?:ship)?|studying|study (?!group)|major in|degree|(?:i|we|he|she) (?:teach|farm)(?:es|s)?|(?:i|he|she) leads?(?! to\b| \d)"
    r"|(?:i|we|he|she|they) speciali[sz]es? in"
    r"|shift lead|working life)\b",
)
_VIEW = caseless(
    r"\b(?:i (?:think|believe|feel (?:like|that)|reckon|doubt|suspect)|in my (?:opinion|view)|imo|imho|if you ask me|thinks?|believes?"
    r"|is (?:overrated|underrated|important|wrong)|should (?:be|have|not)|convinced)\b",
)
_PLANNED = caseless(
    r"\b(?:(?:i['’]?m|im|we['’]?re|is|are|am) (?:going|planning|hoping|about|moving|starting|flying|getting|thinking|looking"
    r"|saving) (?:to|of|for|on|married)|plan(?:s|ning)? (?:to|on|for)|hop(?:e|ing) to|want(?:s)? to|would (?:love|like) to"
    r"|i['’]?d (?:love|like) to|id (?:love|like) to|goals?|aim(?:ing)? (?:to|for)|gonna|will (?:be|move|start|travel|visit|go|have)"
    r"|i['’]?ll|(?:i|we) shall|intends? to|(?:i|we) expect (?:about|around|to|\d+)|signed up"
    r"|training for|saving (?:up )?for|dream(?:ing)? of|looking for|shopping for|looking to)\b",
)
_DUE = caseless(
    r"\b(?:due|deadline|appointment|meeting|exam|interview|flight|reservation|have to|need to|must|remember to|todo|to-do|submit|renew"
    r"|pay|call|blood test|surgery is|wedding|party|conference)\b",
)
_HABIT = caseless(
    r"\b(?:usually|always|often|mostly|never|rarely|every|each|daily|weekly|monthly|twice|once|times? an? (?:day|week|month|year)"
    r"|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|weekends|weeknights|weekdays|a day|per day|a week|per week"
    r"|tend to|routine|most (?:days|weeks|nights)|whenever|regularly|we have (?!a\b|an\b|two\b|three\b|\d)|quarterly|fortnightly"
    r"|nightly|yearly|annually|thrice|(?:1|one) (?:wk|week) in|\d on,? \d off)\b",
)
_TIMETABLE = caseless(
    r"\b(?:mon(?=\W+(?:and|n|to|tue|wed|thu|fri|sat|sun|\d))|(?<=on )mon|tues?|weds?|thurs?|thu|fri"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b"
    r"|\b(?:is|are|at|from|till|starts?|finish(?:es)?|opens?|closes?) (?:on )?(?:at )?\d{1,2}(?:[:.]\d\d| ?[ap]m)\b"
)
"""Of no one day: "training is tues n thurs", "standup is 9:30"."""
_FOR_GOOD = caseless(
    r"\b(?:born|birthday|died|passed away|birthplace|blood type|native language|mother tongue|graduated in|in (?:19|20)\d\d)\b",
)
_BRIEF = caseless(r"\b(?:right now|at the moment|rn|tonight|this (?:morning|afternoon|evening)|today)\b")
_STATE = caseless(r"\b(?:feel|feeling|mood|headache|hangover|hungry|tired|busy|raining|traffic|late|waiting)\b")
_MOMENT = caseless(r"\b(?:right now|just now|rn|at the moment|at this moment|this very moment|atm)\b")
_DOING = caseless(
    r"\b(?:am|is|are|im|['’](?:m|s|re))\s(?:just\s|still\s)?(?!(?:working (?:at|for|as|in)|living|staying|dating|seeing|studying|learning"
    r"|training|renting|expecting|feeling|being|having|going)\b)[a-z]{2,20}ing\b",
)
"""What somebody is busy with at this moment matters to the session; who lives somewhere right now still lives there tomorrow."""
_WHILE_BORN = caseless(r"\b(?:since|when|before|after|until|till) (?:\w+ ){1,3}?(?:(?:was|were) born|died|passed away)\b")
"""It tells when, and nothing of a birth: "I've taken it since Owen was born"."""
_JOB = caseless(
    r"\b(?:i['’]?m|im|i am)\s+an? (?:[\w-]+ ){0,2}?(?P<mine>[\w-]+)(?=\(| (?:by|down|up|out|over|on|with)\b)"
    r"|\b(?:i['’]?m|im|i am|is|am|as|shes|hes)\s+(?:an? |the )?(?:[\w-]+ ){0,2}?(?P<noun>[\w-]+)(?=$|,| at\b| in\b| for\b| of\b)"
    r"|\bhere, (?:an? )?(?:[\w-]+ ){0,3}?(?P<called>[\w-]+)(?=$|,| at\b| in\b| for\b)",
)


def kind(text: str, ahead: bool, dated: bool) -> Kind:
    """`ahead`: a date in it lies in the future; `dated`: it has one at all."""
    text = _WHILE_BORN.sub("", text)
    category = _category(text, ahead, dated)
    durability = D.PERSISTENT
    if _FOR_GOOD.search(text) and category in (C.IDENTITY, C.ATTRIBUTE, C.EVENT, C.RELATIONSHIP):
        durability = D.PERMANENT
    elif _MOMENT.search(text) and _DOING.search(text) and category not in (C.PLAN, C.PREFERENCE, C.IDENTITY, C.CONSTRAINT):
        durability = D.SESSION
    elif _BRIEF.search(text) and _STATE.search(text):
        durability = D.TRANSIENT
    return Kind(category, durability, _IMPORTANCE[category])


def _category(text: str, ahead: bool, dated: bool) -> Category:
    past = speaks_of_past(text)
    if (_KIN_TOLD.search(text) or _tells_who(text)) and not _TASTE.search(text) and not _LIMIT.search(text):
        return C.RELATIONSHIP
    if _TASTE.search(text):
        return C.PREFERENCE
    if re.search(r"\b(?:is |are )?due\b(?! to\b)|\bdeadline\b", text, re.IGNORECASE) or (ahead and _DUE.search(text)):
        return C.TASK if re.search(r"\b(?:due|have to|need to|must|submit|renew|pay|call)\b", text, re.IGNORECASE) else C.PLAN
    if _LIMIT.search(text):
        return C.CONSTRAINT
    if _IDENTITY.search(text):
        return C.IDENTITY
    if _PLANNED.search(text) or (ahead and not _HABIT.search(text)):
        return C.PLAN
    if _VIEW.search(text):
        return C.BELIEF
    if _WORK.search(text) or any(is_job(m["noun"] or m["mine"] or m["called"]) for m in _JOB.finditer(text)):
        return C.EVENT if past and dated else C.PROFESSION
    if (_HABIT.search(text) and not (past and dated)) or (_TIMETABLE.search(text) and not past and not dated):
        return C.PATTERN
    if re.search(r"\b(?:need to|have to|should|must)\b", text, re.IGNORECASE):
        return C.TASK
    return C.EVENT if past else C.ATTRIBUTE


def _tells_who(text: str) -> bool:
    told = ((m["part"] or m["post"], m["who"] or m["whom"]) for m in _PERSON_TOLD.finditer(text))
    if any(_is_post(noun, _WORD.findall(name)[0]) for post, name in told for noun in post.split()):
        return True
    return any(_has_a_name(_WORD.findall(m["words"])) for m in _OWN_PERSON.finditer(text))


def _has_a_name(said: Sequence[str]) -> bool:
    """Whether a post is followed by a name: "line manager is Gwen", "boss marta"."""
    pairs = pairwise(w for w in said if w.lower() not in ("is", "was"))
    return any(_is_post(post, name) for post, name in islice(pairs, 3))


def _is_post(noun: str, name: str) -> bool:
    """Whether the noun is what somebody of this name may be."""
    given = name.lower() in GIVEN_NAMES
    named = given or (name[0].isupper() and name.lower() not in NOT_NAMES and noun.lower() not in _OF_THINGS_TOO)
    return named and (noun.lower() in _POSTS or is_job(noun))
