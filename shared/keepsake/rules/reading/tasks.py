"""What a message gives the assistant to work on: a task, a part to play, a text. None of it is told of its writer's world (row R12).

A statement speaks of its writer where a word of the first person stands in it, or somebody known heads it. What does neither is kept
beside one that does, as an answer, where a message that asks for nothing tells it, or with a figure or a date where the request points at
no text; else it is the material of what is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading import language
from keepsake.rules.reading.lexicon import DIETS, caseless, is_job

LEAST_DOCUMENT = 6
"""Sentences of a message from which one that mostly does not speak of its writer is a document."""
SHORT = 12
"""Words of a sentence, on average, up to which an answer of many tells what somebody has or does: "Graz: an OPNsense. The tapes go to the
bank every Friday."."""
_OF_WRITER = caseless(
    r"\b(?:i(?!\)|\.e\b)|i['’]\w+|im|ive|me|my|mine|myself|we|we['’]\w+|weve|our|ours|us)\b"
    r"|^were (?=(?:on|at|in|using|moving|going|still|all|just|now|down|off|up|out|not|doing|running|both|back|getting|having|from)\b)",
)
"""Or "were" without its apostrophe."""
_PART = caseless(
    r"\b(?:act|behave|respond|reply) (?:as if|as though|(?:as|like) (?:an?|my|the))\b|\byou will (?:play|act)\b|\brole-?play\b"
    r"|\bpretend (?:to be|that|you)\b|^you are (?:now )?(?:an?|the|my)\b|\byour (?:task|goal|job|role) is\b|\bmy first (?:request"
    r"|question|sentence|suggestion|command|word) is\b|\byou should (?:not )?(?:answer|reply|respond|act|write|say|talk)\b|___",
)
_WORKED_ON = caseless(
    r"\b(?:rewrite|rephrase|paraphrase|proofread|translate|summari[sz]e|replace|reply to|respond to|edit|correct|shorten|revise)\b"
    r"[^.?!\n]{0,80}\b(?:following|below|this (?:\w+ )?(?:text|sentence|message|e-?mail|paragraph|letter|essay|article))\b",
)
"""`Translate the following`: what stands beside it is no word of its writer."""
_FICTION = caseless(
    r"\b(?:write|rewrite|continue|create|generate|compose|make|invent|describe|tell|give|turn|redo|extend)\b.{0,80}\b(?:scene|story"
    r"|stories|dialog(?:ue)?|chapter|script|screenplay|poem|haiku|limerick|song|lyrics|plot|fan ?fic\w*|episode|monologue|skit|rap|tale"
    r"|backstory|character|transition)s?\b",
)
_TELLS = caseless(
    r"(?<!\w)\d|[:=]|[a-z]{3}s (?:at|on|in|to|from|by|until|the|an?|no)\b|^(?:he|she|they|it|his|her|their|the kids|been|just|gotta"
    r"|currently|love|luv|ima|todo|remember to|note to self|name)\b|['’]s \w+ing\b|\b(?:is|are|has|have|will|can|cant|cannot|wont|(?:do"
    r"|does|did|is|are|was|were|has|have|had|ca|wo|would|could|should)n['’]?t|does|goes|gets|needs|wants?|likes|loves?|hates?|prefers?"
    r"|lives|works|takes|costs|starts|ends|finishes|must|no|not|nothing|only|still|here|its|hes|shes|single|married|divorced|allergic"
    r"|based in|(?:mum|mom|dad|mother|father) of|name['’]s|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:days?)?)\b",
)
_WORD = caseless(r"[a-z]+")
_DONE_TO = caseless(
    r"^(?!\w+ this side\b|(?:hey+|hi|hello|hiya|heya) this is\b)"
    r"(?P<verb>[a-z]+)(?: and [a-z]+)? (?:the|an?|this|these|those|all|your|them|it)\b"
)
"""`Rank the answers`: a verb and what it is to be done to."""
_SETS = caseless(
    r"^(?:put|set|move|bring) (?:the|my|our) (?:[\w'’-]+ ){1,4}(?:back |up |down )?(?:to|at) (?:(?:the )?[£$€]?\d|half\b|noon\b|(?:mon"
    r"|tues|wednes"
    r"|thurs|fri|satur|sun)day)",
)
"""`put the deposit back to 30%` tells how it is now."""
_NO_VERB = frozenset(
    """all at about after and are as be been before but by can do does for from had has hate have if in into is just like love near need no
    not of off on once only or out over per plus prefer since than that then there this though to too own under until up use want was were
    what when where which while who with without also even some any half most many much such never always swap scratch""".split()
)
_QUOTED = re.compile(r"[\"“„«][^\"“”»]{1,300}[\"“”»]?")
_BROUGHT = re.compile(r"(?<!\w)(?:[\"“„«][^\"“”»]{12,400}[\"”»]|['‘][^'‘’\n]{12,300}['’](?!\w))")
_PLEASE = caseless(r"\b(?:please|pls|plz)\W*$")
_DIGIT = caseless(r"(?<!\w)\d|\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:days?)?\b")
_LENGTH = caseless(r"^[*#|>]|\b\d+ ?(?:words?|lines?|sentences?|characters?|chars|pages?|bullets?|items?)\b")
_POINTS = caseless(
    r"\b(?:this|these|those|following|above|below|passage)\b|\b(?:the|that|my) (?:\w+ )?(?:text|lines|list)\b"
    r"|(?<!\d )(?<!\bone )(?<!\btwo )(?<!\bthree )(?<!\bfour )(?<!\bfive )(?<!\bfew )(?<!\bfull )\b(?:sentences?|paragraphs?)\b",
)
"""Not "a short text", "a packing list", "three sentences": these are to be made."""
_THING = caseless(r"^(?!no\b|not\b|never\b|always\b|only\b)(?:(?:an?|the|some) )?[a-z]+ (?:that|which|for|about|to) ")
"""`regex that matches 10.20.0.0/16`: named alone, and to be made."""


def speaks_of_writer(text: str, spoken_in: str = language.ENGLISH) -> bool:
    return bool(_OF_WRITER.search(text)) if spoken_in == language.ENGLISH else language.first_person(text, spoken_in)


def tells(text: str) -> bool:
    """Whether words that do not speak of their writer tell anything: with a verb that tells, or a value."""
    return bool(_TELLS.search(text)) or any(is_past(w) or is_job(w) or w.lower() in DIETS for w in _WORD.findall(text))


def has_figure(text: str) -> bool:
    """Whether a number in digits, or a day of the week, stands in it ("the heather one" has none) that is no length of what is to be
    written.
    Beside a request it tells of the writer's world more often than it is material: "regatta nov 27 in Ostwick! what do i pack"."""
    return bool(_DIGIT.search(text)) and not _LENGTH.search(text)


def points_at_text(request: str) -> bool:
    """Whether a request may be about the words beside it: "Which of these is true?"."""
    return bool(_POINTS.search(request))


def brings_text(sentence: str) -> bool:
    """Whether a request holds the text that it is about, between quotation marks: what stands beside it is none of it."""
    return bool(_BROUGHT.search(sentence))


def is_order(text: str) -> bool:
    """`Rank the answers`, `some more please`: of nobody, and to be done now."""
    if speaks_of_writer(text):
        return False
    order = None if _SETS.match(text) else _DONE_TO.match(text)
    if order and not is_past(order["verb"]) and order["verb"].lower() not in _NO_VERB and not order["verb"].endswith(("s", "ing")):
        return True
    asked_for = not _TELLS.search(text) or _THING.match(text)
    return bool(_PLEASE.search(text)) and len(text.split()) > 2 and bool(asked_for)


def is_fiction(sentences: Iterable[str]) -> bool:
    """Whether a message asks for something made up: of those in it who are not the writer nothing is told."""
    return any(map(_FICTION.search, sentences))


def is_task(sentences: Iterable[str], spoken_in: str = language.ENGLISH, asked: bool = True, answers: bool = False) -> bool:
    """Whether a whole message sets a task or is a document: it gives the assistant a part to play, or does not begin with its writer and
    few of its many sentences speak of them. `asked`: it begins or ends with what is to be done; else it may be somebody's day, told.
    `answers`: the assistant asked for it."""
    told = list(dict.fromkeys(sentences))
    if any(map(_PART.search, told)) or any(map(_WORKED_ON.search, told)):
        return True
    if answers and not asked and sum(len(t.split()) for t in told) <= SHORT * len(told):
        return False
    own = [speaks_of_writer(_QUOTED.sub("", sentence), spoken_in) for sentence in told]
    return len(told) >= LEAST_DOCUMENT and not own[0] and sum(own) < len(told) / (3 if asked else 5)
