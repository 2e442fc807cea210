"""What ends although nobody says so: who graduated is no student any more, who bought the tent does not look for one."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from keepsake.records import Category, Memory
from keepsake.rules import words
from keepsake.rules.knowledge import matters


class Ending(NamedTuple):
    """A statement that matches `says` ends a fact that matches `ends`."""

    says: re.Pattern[str]
    ends: re.Pattern[str]


def _ending(says: str, ends: str) -> Ending:
    return Ending(re.compile(says, re.IGNORECASE), re.compile(ends, re.IGNORECASE))


_CHILD = r"son|daughter|child|kid|baby|twins|boy|girl"
_PET = r"dog|cat|puppy|kitten|rabbit|hamster|parrot|horse|pet"
_PARTNER = r"boyfriend|girlfriend|partner|husband|wife|fianc[ée]e?"
ENDINGS = (
    _ending(r"\bgraduated\b|\bfinished (?:my|their|his|her) (?:degree|studies|phd)\b|\bgot (?:my|their) (?:degree|diploma)\b",
            r"\b(?:is|am|i['’]?m|im) (?:an? |currently an? )?(?:\w+ ){0,3}student\b|\bstudies\b|\bstudying\b"),
    _ending(r"\b(?:is|am|i['’]?m|im) (?:now )?retired\b|\bretired\b",
        r"\b(?:works?|is working|am working|i['’]?m working) (?:as|at|for)\b"),
    _ending(r"\b(?:started|joined|has) .{0,120}\b(?:new job|job at|job with|job as|position)\b|\bjoined\b|\bworks? (?:at|for|as)\b",
            r"\bunemployed\b|\bbetween jobs\b|\blooking for (?:a |an )?(?:new )?(?:job|work|position)\b|\bjob hunting\b"),
    _ending(
        rf"\b(?:user's|their|my|our) (?:\w+ )?(?:{_CHILD})\b|\bgave birth\b|\b(?:has|have) (?:a|one|two|three) (?:\w+ )?(?:{_CHILD})s?\b",
            r"\b(?:(?:has|have) no|(?:does not|do not|don'?t|doesn'?t) have(?: any)?|without) (?:children|kids|child)\b|\bchildless\b"),
    _ending(r"\bgave birth\b|\bwas born\b|\b[Bb]aby\b.{0,120}\b(?:arrived|is here|was born)\b", r"\b(?:pregnant|expecting)\b"),
    _ending(rf"\b(?:user's|their|my|our) (?:\w+ )?(?:{_PET})\b|\b(?:adopted|got|has|have) an? (?:\w+ )?(?:{_PET})\b",
            r"\b(?:(?:has|have) no|(?:does not|do not|don'?t|doesn'?t) have(?: any)?) (?:pets?|animals?|dogs?|cats?)\b"),
    _ending(
        rf"\b(?:user's|their|my|our) (?:{_PARTNER})\b|\b(?:is|am|i['’]?m|im) (?:dating|married|engaged|in a relationship"
        rf"|seeing (?:someone|somebody|an?"
    rf" (?:[\w-]{{1,40}} ){{0,6}}?(?:man|woman|guy|girl|bloke|lady)|[A-Z]))\b", r"\b(?:is|be|am|i['’]?m|im) single\b"
        r"|\b(?:has|have) no (?:partner|girlfriend|boyfriend)\b"),
    _ending(r"\bpassed (?:their|my|the) (?:\w+ )?(?:driving )?(?:test|exam)\b|\bgot (?:their|my|a) (?:driver'?s? |driving )licen[cs]e\b",
            r"\blearning to drive\b|\btaking driving lessons\b"),
    _ending(r"\bbought (?:a|an|our|their|the) (?:\w+ )?(?:house|flat|apartment|home|place)\b|\bowns? (?:a|their|my) (?:house|flat|home)\b",
            r"\brents?\b|\brenting\b"),
    _ending(r"\b(?:quit|stopped|gave up) smoking\b|\bsmoke-free\b", r"(?<!quit )(?<!stopped )(?<!gave up )\bsmok(?:es?|er|ing)\b"),
    _ending(
        r"\b(?:is|am|i['’]?m|im) (?:a |an )?(?:vegan|vegetarian)\b|\bwent (?:vegan|vegetarian)\b",
        r"(?<!not )(?<!n't )(?<!dont )\beats? (?:meat|steak|chicken|beef|pork)\b"),
)  # fmt: skip
_DONE = re.compile(
    r"\b(?:bought|arrived|was delivered|came today|purchased|ordered|got|adopted|found|booked|signed|renewed|finished|completed|submitted"
    r"|sent|fixed|repaired|paid|picked up"
    r"|received|hired|did|visited|went to|returned|passed|is (?:renewed|done|finished|fixed|paid|booked|submitted))\b",
    re.IGNORECASE,
)
_AHEAD = (Category.PLAN, Category.TASK)
_OF_PLANS = frozenset(
    words.content(
        "look looking search need want plan planning hope remind buy get find renew adopt order book new lease one some bought got found "
        "booked signed ordered adopted renewed finished submitted sent fixed paid must have user go visit trip others will"
    )
)
"""Words of planning and doing, which plans share without being about one thing."""


def ends(observation: Memory, fact: Memory) -> bool:
    """Whether the statement, though it denies nothing, implies that the fact holds no more."""
    text = observation.content.summary
    if fact.negated:
        return False
    if said(text) & ended(fact.content.summary) and not ended(text):
        return True
    return (not observation.negated and _done(observation, fact)) or takes_over(observation, fact)


@lru_cache(2048)
def said(text: str) -> frozenset[int]:
    """Places in ENDINGS of what a statement says that ends something. Kept for a while, as each is compared with many."""
    return frozenset(n for n, e in enumerate(ENDINGS) if e.says.search(text))


@lru_cache(2048)
def ended(text: str) -> frozenset[int]:
    """Places in ENDINGS of what a statement says that something ends; likewise."""
    return frozenset(n for n, e in enumerate(ENDINGS) if e.ends.search(text))


_TAKES_OVER = re.compile(
    r"\b(?:takes?|took|taking) over(?: as)?\b|\breplac(?:es|ed|ing)\b|\b(?:is|as) (?:the|our|my) new\b|\bnew \w+ is\b"
    r"|\b(?:is|as) (?:now )?(?:our|my) (?:\w+ )?\w+ (?:now|since|from now on|these days)\b|\bis now (?:our|my)\b|^(?:(?:my|our|a"
    r"|the) )?new \w",
    re.IGNORECASE,
)
_IS_NOW = re.compile(r"\bis (?:\w+ )?(?:\w+ )?(?:since|now|as of|from)\b|\bnow$", re.IGNORECASE)
_NEW = re.compile(r"^(?:(?:my|our|a|the) )?new (?P<role>[\w-]+)(?:,| is|:| called)? (?-i:[A-Z])", re.IGNORECASE)
_THE = re.compile(
    r"^(?:the|my|our) (?P<role>[\w-]+) is (?:now )?(?:an? [\w ]{1,30}? (?:called|named) )?(?!an? |the |in |on |at )\w{3,}", re.IGNORECASE
)
"""`the vet is Bronwen`."""
_OF_ONE = frozenset(
    "boss manager supervisor doctor gp dentist therapist physio landlord landlady accountant lawyer lead agent cleaner nanny vet captain"
    " treasurer secretary chair chairman chairwoman president ceo cto cfo".split()
)
"""Posts that one at a time has for somebody."""


def takes_over(observation: Memory, fact: Memory) -> bool:
    """Somebody has the post now that somebody else had."""
    mine = post(observation)
    if mine is None or mine != post(fact):
        return False  # of most, whatever is known beside them
    said, held = observation.content.summary, fact.content.summary
    if re.search(rf"\b{re.escape(fact.subject)}\b", said, re.IGNORECASE):
        return False
    of_mine, of_theirs = _whose(said, mine), _whose(held, mine)
    if of_mine is not None and of_theirs is not None and of_mine != of_theirs:
        return False  # "Ines is lead of payments now" says nothing of the lead of design
    return bool(_TAKES_OVER.search(said)) or (mine in _OF_ONE and of_mine == of_theirs and bool(_IS_NOW.search(said)))


def _whose(text: str, post_: str) -> str | None:
    """`design` of "the lead of design"."""
    found = re.search(rf"\b{re.escape(post_)} (?:of|at|for|in) (?:the |our |my )?(?P<of>[\w-]+)", text, re.IGNORECASE)
    return found["of"].lower() if found else None


def post(memory: Memory) -> str | None:
    """What somebody is by a statement, by its slot or as "new dentist, Dr Osei": a post that another one may take over."""
    slot = memory.slot
    if slot is not None and slot.feature == "job_title":
        return slot.value.lower()
    if slot is not None and slot.feature == "relation_to_user" and slot.value.lower() in _OF_ONE:
        return slot.value.lower()
    return _post_in(memory.content.summary)


@lru_cache(8_192)
def _post_in(text: str) -> str | None:
    new = _NEW.match(text) or _THE.match(text)
    return new["role"].lower() if new is not None and new["role"].lower() in _OF_ONE else None


def _done(observation: Memory, fact: Memory) -> bool:
    """What was planned has been done: a completed act on the very thing."""
    return does(observation) and bool(planned := planned_in(fact)) and planned <= words.content(observation.content.summary)


def does(observation: Memory) -> bool:
    """Whether it says that something was done which may have been planned."""
    return observation.category not in _AHEAD and bool(_DONE.search(observation.content.summary))


def planned_in(fact: Memory) -> frozenset[str]:
    """The words of what it says is planned; none where nothing is."""
    ahead = fact.category in _AHEAD or (fact.slot is not None and fact.slot.feature == "looking_for")
    return _thing(fact) if ahead else frozenset()


def _thing(plan: Memory) -> frozenset[str]:
    """The words that a plan is about, without those of planning; none where it names but a day."""
    text = plan.slot.value if plan.slot is not None else plan.content.summary
    return words.content(text) - _OF_PLANS if matters.matter(text) - _OF_PLANS else frozenset()
