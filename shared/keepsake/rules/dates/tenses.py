"""Past or not: the verb forms that tell whether a clause speaks of what has happened."""

from __future__ import annotations

import re

IRREGULAR_PAST = frozenset(
    """was were had did went got made took came saw knew gave found told became left felt brought began kept held wrote stood
    heard meant met ran paid sat spoke led read grew lost fell sent built understood drew broke spent rose drove bought
    wore chose ate caught won taught sold flew threw slept forgot sang rode swam woke hung shook stuck hid bit blew fought
    sought lent shot swore tore wound dealt bound shone sank stole struck swept wept fed fled lit bled bred dug knelt
    froze rang laid lay learnt burnt dreamt leapt crept slid spun swung stung sprang shrank withdrew undertook arose awoke forgave
    snuck didn't didnt wasn't wasnt weren't werent hadn't hadnt
    hurt cut hit put set let quit cost spread split bet shut upset thought said drank overcame used""".split()
)
UNCHANGED = frozenset("hurt cut hit put set let cost spread split bet shut upset read".split())
"""Past forms that are base forms as well, and more often present in talk about oneself."""
_NOT_PAST = frozenset(
    """need feed bleed speed breed exceed proceed succeed indeed hundred red bed seed weed wed shed embed naked sacred wicked
    kindred interested excited tired""".split()
)
_PASSIVE_NOW = re.compile(
    r"(?:\b(?:am|is|are|be|being|get|gets|getting|feel|to|im|hes|shes|theyre|youre)|['’](?:s|re|m))\s+"
    r"(?:(?:\w+ly|all|now|still|being)\s+)?\w+ed\b|\bused to\b"
    r"|^were (?=(?:on|at|in|using|moving|going|still|all|just|now|down|off|up|out|not|doing|running|both|back|getting|having|from)\b)"
    r"|(?:\b(?:on|by|since|till|until|every|last|next|this|due)|[+/&]) sat\b|\bsat (?:night|morning|afternoon|evening)s?\b"
    r"|\ba (?:little )?bit\b|\b(?:back|front|top|bottom|upper|lower|the) left\b"
    r"|\bleft (?:one|arm|leg|eye|ear|hand|foot|side|knee|hip|shoulder|wrist|ankle)\b"
    r"|\b(?:get(?:s|ting)?|having|to have|needs?|wants?) (?:my|her|his|our|their|the|an?|it|them) (?:\w+ ){0,2}?\w+ed\b"
    r"|(?:\b(?:have|has)|['’](?:ve|s))\s+got\b(?!\s+\w+ed\b)"
    r"|(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )(?<!\byou )\b(?:named|nicknamed|titled|(?<=\w )called(?= (?-i:[A-Z])))\b"
    rf"|\b(?:am|is|are|be|being|im|hes|shes|theyre|youre)\s+(?:{'|'.join(sorted(IRREGULAR_PAST))})\b",
    re.IGNORECASE,
)
_PAST_PHRASE = re.compile(
    r"\b(?:remembers?|recalls?) (?:\w+ing|that|how|when)\b|\bsplit up\b|\bI (?:hit|cut|hurt|quit|shut) (?:my|the|a)\b"
    # "first cut done Saturday", not "getting it done Saturday"
    r"|^(?!.{0,200}\b(?:be|is|are|gets?|getting|ha(?:ve|s)|having|needs?|needed|wants?|wanted|its|it['’]s|to|once|when|until|till|by|if)\b).{0,200}\bdone\b"
)
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)?", re.IGNORECASE)
"""Whole with what is left out of it: "won't" is no past of "win"."""
_NAME = re.compile(r"[A-Z][a-z]+")
"""Amid a clause: "from Stansted"."""
_AHEAD = re.compile(
    r"\b(?:will|going to|gonna|shall|(?:am|is|are) to \w+|plan(?:ning)? to|hop(?:e|ing) to|about to|upcoming|can['’]t wait|(?:been|is|was"
    r"|got) (?:moved(?! to (?!\d|the \d|next\b|jan|feb|mar|apr|may\b|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)| (?:in"
    r"|out|into|house)\b)"
    r"|rescheduled|postponed|pushed|shifted|brought forward|put (?:back|off)))\b"
    r"|\b(?:booked|reserved|scheduled|arranged)\b[^.;]{0,60}\b(?:from|for|until|till) (?:the )?(?:\d|first\b"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)|['’]ll\b|\b(?:moved?|rescheduled?|postponed?|push(?:ed)?|shift(?:ed)?"
    r"|changed?|brought forward) (?:\S+ ){0,3}(?:to|until|till) (?:the \d|next|this|tomorrow|\d{1,2}(?=st\b|nd\b|rd\b|th\b|:\d|\W*$"
    r"|[,.;)]| ?[ap]m\b| (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov"
    r"|dec))|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*day)"
    r"|\b(?:booked|reserved|scheduled|arranged|signed (?:\w+ )?up|registered|enroll?ed|(?:got|have|bought) (?:\w+ )?tickets)\b[^.;]{0,40}"
    r"\bfor (?!\w+ (?:days?|weeks?|months?|years?|hours?)\b)[^.;]{1,40}(?:\bon (?:the )?\d|\b\d{1,2}(?:st|nd|rd|th)\b"
    r"|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b)"
    r"|\b(?:got|have|has) (?:\w+ ){1,4}coming\b"
    r"|\bscheduled\b[^.;]{0,60}\b(?:on|for) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)\b|(?:\d{1,2} )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep"
    r"|oct|nov"
    r"|dec)[a-z]*\b)",
    re.IGNORECASE,
)


def is_past(word: str) -> bool:
    """Whether one verb is a past form."""
    lower = word.lower()
    if lower in IRREGULAR_PAST:
        return lower not in UNCHANGED
    return len(lower) > 3 and lower.endswith("ed") and lower not in _NOT_PAST


def lies_ahead(clause: str) -> bool:
    return bool(_AHEAD.search(clause))


def speaks_of_past(clause: str) -> bool:
    """Whether a clause has a past verb and no sign of the future."""
    if lies_ahead(clause):
        return False
    found = _WORD.findall(_PASSIVE_NOW.sub(" ", clause))
    return bool(_PAST_PHRASE.search(clause)) or any(is_past(word) for n, word in enumerate(found) if not (n and _NAME.fullmatch(word)))
