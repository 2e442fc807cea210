"""What a query asks about: its words for BM25, the same question without names for vectors, and whom and when it means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from keepsake.rules import words as words_of

MOST_NAMES = 2
"""Possible names that are tried: each doubles the texts of the one embedding call."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_CAPITAL = re.compile(r"\b[A-Z][a-zà-ÿ]+(?=['’]s\b|\b)")
_FUNCTION_WORDS = frozenset(
    "a an the and or but if of to in on at for from with by about as into is am are was were be been being do does did doing done have has "
    "had having will would can could should shall may might must i me my mine we us our you your he him his she her hers it its they them "
    "their this that these those what which who whom whose when where why how there here than then so not no any some please tell".split()
)
_NAME_END = re.compile(r"['’]s$")
_FIRST_PERSON = re.compile(r"(?i)\b(?:i|me|my|mine|myself|i['’](?:m|ve|d|ll))\b")
_OF_THE_TALK = re.compile(r"(?i)\b(?:you|your|yours|we (?:talk|discuss|speak|spoke|chat)\w*|(?:chat|conversation|discussion)s?)\b")
_QUESTION_WORDS = frozenset(
    "What Which Who Whom Whose When Where Why How Is Are Was Were Do Does Did Has Have Had Can Could Will Would Should Tell Any Please In "
    "On At The A An I My List Name Describe Give".split()
)


class Question(NamedTuple):
    """`variants` are the texts to embed: the query, and the query without each set of possible names."""

    text: str
    words: str
    variants: dict[frozenset[str], str]
    first_person: bool


def read(text: str) -> Question:
    names = _possible_names(text)
    variants: dict[frozenset[str], str] = {frozenset(): text}
    for size in range(1, len(names) + 1):
        for chosen in combinations(names, size):
            variants[frozenset(n.lower() for n in chosen)] = without(text, chosen)
    return Question(text, about(text) or text, variants, bool(_FIRST_PERSON.search(text)))


def about(text: str) -> str:
    """The words of a question that say what it is about, in their order."""
    return " ".join(w for w in _WORD.findall(text) if w.lower() not in _FUNCTION_WORDS)


def content(word: str) -> bool:
    """Whether a word of a question says what it is about: "What's" does not."""
    return _NAME_END.sub("", word.lower()) not in _FUNCTION_WORDS


def without(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = re.sub(rf"\b{re.escape(name)}(?:['’]s)?\b\s*", "", text)
    return text.strip() or "?"


def unnamed(question: Question, known: Iterable[str]) -> str:
    """Its words without the known names, where others are left: who spoke is a field of its own, and a user's name is rare among many
    users' words, so that BM25 would find whatever holds it."""
    names = {part for n in known for part in n.lower().split()}
    words = question.words.split()
    kept = [w for w in words if not (w[0].isupper() and _NAME_END.sub("", w.lower()) in names)]
    return " ".join(kept or words)


def variant(question: Question, known: Iterable[str]) -> frozenset[str]:
    """The key of the variant without every known name that was tried."""
    names = {n.lower() for n in known}
    return max((key for key in question.variants if key <= names), key=len)


def as_the_user(question: Question, own_names: Iterable[str]) -> Question:
    """The question as the user would ask it: their own name tells only that it is about them, and where they say what they are called is
    seldom what is asked for."""
    own = named(question, own_names)
    if not own:
        return question
    text = without(question.text, [n.title() for n in own])
    left = about(text)
    return question._replace(text=text, words=left) if left else question  # of "Who is Ida?" nothing is left


def nameless(question: Question) -> frozenset[str]:
    """The key of the variant without every name that was tried, known or not."""
    return max(question.variants, key=len)


def of_the_talk(text: str) -> bool:
    """Whether it asks what the assistant said, or what was talked about."""
    return bool(_OF_THE_TALK.search(text))


def named(question: Question, known: Iterable[str]) -> set[str]:
    """The known names that the query mentions, in lower case."""
    said = {w.lower().removesuffix("'s").removesuffix("’s") for w in _WORD.findall(question.text)}
    return {n.lower() for n in known if set(n.lower().split()) <= said or n.lower().split()[0] in said}


def share(question: Question, text: str) -> float:
    """Share of the question's words that a text holds, 0..1: for what no index has ranked."""
    wanted = frozenset(words_of.every(question.words))
    held = frozenset(words_of.every(text))
    return len(wanted & held) / max(1, len(wanted))


def entities(text: str) -> tuple[str, ...]:
    """Capitalised words and runs of them, and numbers with their unit, in lower case: terms of the entity leg."""
    runs = re.findall(r"\b[A-Z][\w'’&-]*(?:\s+[A-Z][\w'’&-]*)*", text)
    cleaned = (re.sub(r"['’]s\b", "", r) for r in runs)
    parts = [r for r in cleaned if r not in _QUESTION_WORDS]
    return tuple(dict.fromkeys(p.lower() for p in parts))[:10]


def _possible_names(text: str) -> list[str]:
    found = [m[0] for m in _CAPITAL.finditer(text) if m[0] not in _QUESTION_WORDS]
    return list(dict.fromkeys(found))[:MOST_NAMES]
