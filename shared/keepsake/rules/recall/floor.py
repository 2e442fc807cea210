"""How near to a question something has to be, for anything to be told (row Q4): what nobody ever said a word about brings nothing.

The nearest of many unrelated texts is nearer than the nearest of few, so the floor rises with how many were found. It is asked only of
questions for what was told: advice ("which wine would suit?") has to do with what shares no word and no meaning with it, a list or a time
asks for whatever there is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from keepsake.records import Event, Memory, Thresholds
from keepsake.rules import words
from keepsake.rules.indexing import documents
from keepsake.rules.recall import expansion, items, query, reflection
from keepsake.rules.recall.fusion import Candidate

MANY = 100
"""Texts from which the floor rises no more: a leg finds no more of them."""


class Floor(NamedTuple):
    """Cosines of one embedding model."""

    alone: float
    """Below it lies the one text that was found, where it has nothing to do with the question."""
    among_many: float
    """The same of the nearest of 100 and more."""
    words: float
    """What a text's cosine gains that holds all words of the question; one that holds some, their share of it."""

    def of(self, found: int) -> float:
        """From which cosine the nearest of so many has to do with the question."""
        return self.alone + (self.among_many - self.alone) * min(1.0, math.log(max(found, 1)) / math.log(MANY))


NONE = Floor(-1.0, -1.0, 0.0)
NEAREST_OF_MANY, WORDS = 0.85, 1.2
"""In units of how much nearer to a question a statement lies that answers it than one that does not: 0.23 in all-MiniLM-L6-v2, where
the floor then rises from 0.13 to 0.33, and 0.26 in multilingual-e5-small fitted to talk, 0.11 to 0.33. Of 489 questions about plainer talk
(`bench/unseen`, 13 to 17) 10 come back empty so, 23 with the first at 1.0 and 4 at 0.7; of 25 to another one's bank 11 (14 at 1.0)."""


def by(thresholds: Thresholds) -> Floor:
    """The floor of the model that has these: what does not answer lies as far below `answers_partly` as that below `answers`."""
    unrelated = 2 * thresholds.answers_partly - thresholds.answers
    apart = thresholds.answers - unrelated
    return Floor(unrelated, unrelated + NEAREST_OF_MANY * apart, WORDS * apart)


_ASKS = re.compile(
    r"(?i)^\W*(?:(?:and|so|but|in|on|at|for|to|with|from|by)\s+){0,2}"
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|am|was|were|do|does|did|has|have|had)\b"
)
_FOR_MORE = re.compile(
    r"(?i)\b(?:recommend\w*|suggest\w*|advi[cs]e|tips?|ideas?|should|help|ways?|how (?:to|can|could|might|would)|"
    r"(?:can|could|will|would) you|(?:can|could|may) i|best|good|great|better|resources?|options?|plan(?:s|ning)?|looking|want|need|"
    r"trying|interested|considering|thinking|prepare|would|could|might|likely|prefer|some|any\w*|all|every\w*|list|summar\w*|overview|"
    r"recap|know about|tell me|so far)\b"
)
"""Words of who asks for advice, for a guess, or for all there is."""
_SENTENCE_END = re.compile(r"[.!?](?:\s|$)")


def asked_of(question: str) -> bool:
    """Whether it is one question for what was told before."""
    plain = question.strip()
    one = plain.endswith("?") and len(_SENTENCE_END.findall(plain)) == 1
    return one and bool(_ASKS.search(plain)) and not _FOR_MORE.search(plain)


class Nearest(NamedTuple):
    cosine: float
    """With what its words add."""
    wanted: float
    named: bool = False
    """One text holds all that the question is about, in its words or in those that ask for them."""

    @property
    def reached(self) -> bool:
        return self.named or self.cosine >= self.wanted


def nearest(
    floor: Floor, question: query.Question, speakers: Collection[str], pairs: Sequence[tuple[Candidate, Memory | Event]], found: int
) -> Nearest:
    """How near the nearest of the pairs is, of `found` that were compared. Words are looked at only where cosines alone do not reach."""
    wanted = floor.of(found)
    near = [(c.cosine, r) for c, r in pairs if c.cosine is not None]
    best = max((cosine for cosine, _ in near), default=0.0)
    if best >= wanted:
        return Nearest(best, wanted)
    asked = _asked(question, speakers)
    named = False
    for cosine, record in near:
        told = expansion.asked_by(_told(record))
        named = named or (bool(asked) and (asked <= told or _fills_what_is_asked_for(record, asked)))
        share = len(asked & (told | _of_its_kind(record))) / max(1, len(asked))
        best = max(best, cosine + floor.words * share)
    return Nearest(best, wanted, named)


def uncompared(question: query.Question, speakers: Collection[str], pairs: Sequence[tuple[Candidate, Memory | Event]]) -> frozenset[str]:
    """The ids of those that no vector stands for, since the model still owes it or refused the text, and that hold a word of the question:
    they are found by their words alone, and no cosine can say that they are beside the point."""
    waiting = [r for c, r in pairs if c.cosine is None and not _has_vectors(r)]
    asked = _asked(question, speakers) if waiting else frozenset()
    return frozenset(items.id_of(r) for r in waiting if asked & (expansion.asked_by(_told(r)) | _of_its_kind(r)))


def _has_vectors(record: Memory | Event) -> bool:
    # An event's words stay as they were said, and the window that its vectors are of reaches into an event that nobody has read here.
    return any(s.data for s in (record.vectors if isinstance(record, Event) else documents.standing(record)))


def _asked(question: query.Question, speakers: Collection[str]) -> frozenset[str]:
    return words.content(query.unnamed(question, speakers))


def _told(record: Memory | Event) -> str:
    return documents.said(record) if isinstance(record, Event) else documents.worded(record)


_SAYS_LITTLE = words.content("name nickname role size brand style")
"""Features that questions of anything ask for: "what is the name of the boat?"."""


def _fills_what_is_asked_for(record: Memory | Event, asked: frozenset[str]) -> bool:
    """The question names the feature of the profile that it fills: "18k between us" is the budget."""
    if not isinstance(record, Memory) or record.slot is None:
        return False
    feature = words.content(record.slot.feature.replace("_", " "))
    return bool(feature) and feature <= asked and not feature <= _SAYS_LITTLE


def _of_its_kind(record: Memory | Event) -> frozenset[str]:
    """Words by which a question asks for facts of its category."""
    return frozenset() if isinstance(record, Event) else words.content(reflection.ANSWERED_BY.get(record.category, ""))
