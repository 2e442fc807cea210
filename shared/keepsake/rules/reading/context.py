"""What a statement needs beside it to be understood on its own, and where that stands (row R8). It is kept, shown and searched beside the
statement's own words, and never put among them: the question that is answered, the rest of its sentence, what was said before; or that
piece of its message at which a model points that reads it beside them (`filing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading import filing, sitting, standing
from keepsake.rules.reading.lexicon import caseless, content_words
from keepsake.rules.reading.statements import NAME_ALONE, Statement, has_verb

MOST_THIN = 2
"""Content words of a later part of a sentence, up to which it may lack what it is about: "I have never been hiking, but I want to try"."""
MOST_OF_A_FRAGMENT = 3
"""Words, none of them a verb, of what is said in pieces."""
MOST_PIECES = 4
"""Of what is said in a word or three each ("Girl. Eilidh. 11 July, 3.4 kg"), that stand beside the next one."""
MOST_OF_A_TALE = 4
"""Of a later sentence that tells what happened: "I had to register online" says not for what."""

NEEDS = 0.5
"""Of a statement that needs nothing beside it by a smaller chance than this a model is asked what it needs."""
POINTED = 0.3
"""From which on the likeliest piece of the message is what it needs."""
POINTED_BACK = 0.3
"""The same of a piece of an earlier message of the sitting."""
ELSEWHERE = 0.4
"""From which on it is none of them: what it needs was said in another message, and what stands before it would mislead."""
MOST_BEFORE = 8
"""Pieces before a statement of which a model is asked; what comes behind it may be forgotten without it."""

_LEANS = caseless(
    r"\b(?:it|its|it's|that|thats|that's|this|these|those|they|them|there|then|one|ones|same|he|she|him|her|his|hes|shes|also|too|both"
    r"|the others|(?:the )?other (?:options?|ones?|choices?))\b|^most\b(?! (?:of the|\w+s)\b)|\bmy favou?rite(?: (?:part|thing|one))?"
    r" (?:is|was)\b|\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty) (?:a|per|each) (?:day|week|month|night)\b",
)
_POINTS = caseless(
    r"\b(?:it|its|it['’]s|this|these|those|they|them|he|she|him|her|his|hes|shes|ones|thats|that['’]s|the others"
    r"|(?:the )?other (?:options?|ones?"
    r"|choices?))\b|\b(?:that|one)\W*$",
)
_NAMES_THING = caseless(r"(?:the|my|our|an?|(?-i:[A-ZÀ-Þ])\w+) \w")
_OWN_THING = caseless(r"\b(?:his|her|their) \w+")
"""Of "the trailer finished his life": whose it is stands before it."""
_YOU = caseless(r"\b(?:you|u|your)\b")
_DID = caseless(r"(?:i|we) (?:\w+ly |also |just |even |then )?(\w+)\b")


def leans(text: str) -> bool:
    """Whether a word of it stands for something that was said before."""
    return bool(_LEANS.search(text))


def stands(text: str, asks: bool) -> bool:
    """Whether what comes next may lean on it: it names what it is about ("the barn, too, is sold", not "it is sold"), and is nothing that
    the assistant is asked for."""
    own = _OWN_THING.sub(" ", text) if _NAMES_THING.match(text) else text
    return not (_POINTS.search(own) or (asks and _YOU.search(text)))


def is_fragment(text: str) -> bool:
    """`11 July`, `a girl`: what was said before it tells of what."""
    return len(text.split()) <= MOST_OF_A_FRAGMENT and not has_verb(text)


class Needed(NamedTuple):
    """What a statement needs beside it."""

    piece: str = ""
    """Of its message; empty where that has none."""
    said: sitting.Piece | None = None
    """Of an earlier message of the sitting."""
    earlier: bool = False
    """Something of an earlier message, which is not known."""


class Thread:
    """What was said before each statement of a message: the one before it, the last that stands by itself, or what is said in pieces."""

    def __init__(self) -> None:
        self.before = ""
        self._anchor, self._stood = "", True
        self._pieces: list[str] = []
        """Said last, without a verb."""

    def joined(self, statement: Statement) -> Statement:
        """The statement as it is read here."""
        if self._anchor and not self._stood:
            self.before = self._anchor
            return statement._replace(before=self._anchor if statement.before else "")
        return statement._replace(before=self.before) if len(self._pieces) > 1 and statement.before else statement

    def goes_on(self, text: str, *, asks: bool, tells: bool) -> None:
        """Once a statement is read that is no small talk."""
        if not NAME_ALONE.fullmatch(text):
            self.before, self._stood = text, stands(text, asks)
            self._anchor = text if self._stood else self._anchor
        self._pieces = [*self._pieces[1 - MOST_PIECES :], text] if tells and is_fragment(text) else []
        if len(self._pieces) > 1:
            self.before = self._anchor = ". ".join(self._pieces)
            self._stood = True


def needed(
    message: str, spoken: Sequence[Statement], found: Mapping[str, filing.Filed], files: filing.Files | None
) -> Mapping[str, Needed]:
    """By its text, what each statement needs beside it as a model says. Of what it does not tell, nothing is said here. Raises what the
    model raises."""
    if files is None:
        return {}
    told = {s.text: Needed() for s in spoken if s.text in found and found[s.text].alone >= NEEDS}
    leaning = [n for n, s in enumerate(spoken) if s.text in found and s.text not in told]
    for n, pointed in _pointed(message, spoken, leaning, files):
        (score, one), text = max(pointed, key=itemgetter(0), default=(0.0, Needed())), spoken[n].text
        if score >= POINTED:
            told[text] = one
        elif 1 - found[text].alone - sum(score for score, _ in pointed) >= ELSEWHERE:
            told[text] = Needed(earlier=True)
    return told


def in_sitting(
    message: str, spoken: Sequence[Statement], lacking: Sequence[int], files: filing.Files, sat: sitting.Sitting
) -> Mapping[str, Needed]:
    """Of those that lack something of an earlier message, by their places: what of this sitting it is, where it is of it. `message` begins
    with what was said before. Raises what the model raises."""
    told = dict[str, Needed]()
    for n, pointed in _pointed(message, spoken, lacking, files, sat):
        score, one = max(pointed, key=itemgetter(0), default=(0.0, Needed()))
        if score >= (POINTED if one.said is None else POINTED_BACK):
            told[spoken[n].text] = one
    return told


def _pointed(
    message: str, spoken: Sequence[Statement], leaning: Sequence[int], files: filing.Files, sat: sitting.Sitting = sitting.NOTHING
) -> Iterator[tuple[int, list[tuple[float, Needed]]]]:
    """Of each of these, by its place, how surely each piece that was said before it belongs to what it needs."""
    spans = list(_spans(message, spoken, len(sat.read)))
    earlier = [((p.begin, p.end), Needed(said=p)) for p in sat.pieces[-MOST_BEFORE:]]
    for at in range(0, len(leaning), filing.AT_ONCE):
        may = [(n, span, one) for n in leaning[at : at + filing.AT_ONCE] for span, one in (*earlier, *_before(n, spans, spoken))]
        labels = [f"{filing.beside(*span)}: {spoken[n].text[: filing.MOST_READ]}" for n, span, _ in may]
        scores = files(message, labels) if labels else []
        for n in leaning[at : at + filing.AT_ONCE]:
            yield n, [(score, one) for (of, _, one), score in zip(may, scores, strict=True) if of == n]


def _spans(message: str, spoken: Sequence[Statement], begins: int) -> Iterator[tuple[int, int]]:
    """Where each stands in its message, which begins there; an empty part of it where it is not there as it is."""
    end = begins
    for statement in spoken:
        begin = message.find(statement.text, end)
        begin = begin if begin >= 0 else message.find(statement.text, begins)
        end = begin + len(statement.text) if begin >= 0 else end
        yield (begin, end) if begin >= 0 else (0, 0)


def _before(n: int, spans: Sequence[tuple[int, int]], spoken: Sequence[Statement]) -> Iterator[tuple[tuple[int, int], Needed]]:
    """Those of the message that may stand beside the n-th."""
    for other in range(max(0, n - MOST_BEFORE), n):
        at, until = spans[other]
        if at < until <= spans[n][0]:
            yield spans[other], Needed(spoken[other].text)


def of(statement: Statement, question: str, said_before: str, sure: bool, needs: Needed | None = None) -> str:
    """`question` is what the statement answers, `said_before` what stands before it in its message; both may be empty. `sure`: whom it is
    about is known. `needs`: as a model says, None where none does. Empty where it needs nothing."""
    if needs is not None and not question and not statement.heading:
        return needs.piece
    if sure and not _is_thin(statement) and not leans(statement.text) and not _takes_up(statement, question):
        begun = len(said_before.split()) > 2 and not question and not statement.before
        return said_before if begun and _is_of_a_tale(statement.text) else ""
    if statement.before:
        return statement.before if statement.heading in statement.before else f"{statement.heading}: {statement.before}"
    return question or (said_before if " " in said_before else "")


def _is_thin(statement: Statement) -> bool:
    """A later part of its sentence that says little by itself, or only what for; an order's reason says enough."""
    if not statement.before or standing.is_standing(statement.before):
        return False
    return len(content_words(statement.text)) <= MOST_THIN or f" so {statement.text}" in statement.sentence


def _takes_up(statement: Statement, question: str) -> bool:
    """Whether it answers in some of the question's words: "we have two months to prepare", asked how long one prepares for a concert."""
    if not question or statement.before:
        return False
    asked = {w.lower() for w in content_words(question) if not w.lower().startswith(("what", "who", "where", "how"))}
    own = [w.lower() for w in content_words(statement.text)]
    return not asked.isdisjoint(own) and not asked <= set(own) and sum(w not in asked for w in own) <= MOST_OF_A_TALE


def _is_of_a_tale(text: str) -> bool:
    """Whether it tells in a few words what somebody did, as one who goes on with a tale does, with no name that says where or with whom."""
    did = _DID.match(text)
    if did is None or not is_past(did[1]) or re.search(r"[a-z] [A-ZÀ-Þ]", re.sub(r"\bI\b", "i", text)):
        return False
    return len(content_words(text)) <= MOST_OF_A_TALE
