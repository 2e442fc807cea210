"""What the search index shows of a fact or an episode without its row: whether a statement that shares words with it, or lies near it, may
relate to it at all. Most do not, and their rows need not be read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from keepsake.records import MEASURED, Category, Memory, Thresholds
from keepsake.rules import words
from keepsake.rules.knowledge import change_of_mind, clusters, distillation, implied, matters, pruning, shared_words

FIELDS = ("prints", "denies", "ended", "planned", "head")
"""Of their documents."""
SLACK = 0.02
"""By which a cosine of bytes may be less than that of the numbers that they stand for."""


class Glimpse(NamedTuple):
    """Words stand as their prints (rules/words.py)."""

    prints: str
    """Of what it says."""
    denies: bool
    """It denies something, or says that something holds no more."""
    ended: str
    """Of what it ends or replaces."""
    planned: str
    """Of what it says is planned."""
    head: str
    """Of what it begins with: what is the same in statements of one pattern."""


def fields(fact: Memory) -> dict[str, Any]:
    """A document's FIELDS."""
    return {
        "prints": words.prints(change_of_mind.content_words(fact)),
        "denies": fact.negated or change_of_mind.negates(fact),
        "ended": words.prints(words.content(change_of_mind.ended(fact) or "")),
        "planned": words.prints(implied.planned_in(fact)),
        "head": head(fact),
    }


def of(shown: Mapping[str, Any]) -> Glimpse | None:
    """None where the document does not show it."""
    return Glimpse(*(shown[name] for name in FIELDS)) if shown.get("prints") is not None else None


def may_relate(observation: Memory, fact: Glimpse, cosine: float = 0.0, thresholds: Thresholds = MEASURED) -> bool:
    """Whether a statement may relate to a fact that neither shares its place in the profile nor holds what it names as ended: by words
    and nearness alone (change_of_mind.relate). True where nobody can tell without the row. `cosine`: 0 where it was not measured."""
    if observation.correction or observation.negated or observation.content.structured.get("undoes"):
        return True
    mine, theirs = words.printed(words.prints(change_of_mind.content_words(observation))), words.printed(fact.prints)
    both = len(mine & theirs)
    share = both / max(1, len(mine | theirs))
    if share >= change_of_mind.SAME_WORDS or cosine >= thresholds.same - SLACK:
        return True
    if change_of_mind.tells(observation, both) and share >= change_of_mind.ALIKE_WORDS:
        return True
    if fact.planned and implied.does(observation) and words.printed(fact.planned) <= mine:
        return True
    if (
        cosine >= thresholds.about - SLACK
        and both >= change_of_mind.ABOUT_WORDS * min(len(mine), len(theirs))
        and matters.has_value(observation.content.summary)
    ):
        return True
    denied = fact.denies or change_of_mind.negates(observation)
    return ends(observation, fact) or (denied and both >= change_of_mind.ABOUT_WORDS * min(len(mine), len(theirs)))


def ends(observation: Memory, fact: Glimpse) -> bool:
    """Whether the statement, or its place in the profile, names all of what the fact ends."""
    placed = words.content(observation.slot.value) if observation.slot is not None else frozenset()
    mine = words.printed(words.prints(change_of_mind.content_words(observation) | placed))
    return bool(fact.ended) and words.printed(fact.ended) <= mine


def may_repeat(fact: Memory, other: Glimpse, cosine: float = 0.0, thresholds: Thresholds = MEASURED) -> bool:
    """Whether one of two facts may say what the other one says (`pruning`)."""
    mine, theirs = words.printed(words.prints(change_of_mind.content_words(fact))), words.printed(other.prints)
    part = min(len(mine), len(theirs)) >= pruning.FEW_WORDS and (mine <= theirs or theirs <= mine)
    return mine == theirs or part or (cosine >= thresholds.repeats - SLACK and not mine.isdisjoint(theirs))


def head(memory: Memory) -> str:
    said = distillation.pattern_of(memory) if memory.category is Category.PATTERN else clusters.plain(memory.content.summary)
    return words.prints([" ".join(shared_words.head(said))])


def may_prove(episode: Memory, pattern: Glimpse) -> bool:
    """Whether an episode may say what a pattern does (`distillation`)."""
    return pattern.head == head(episode) and shares(episode, pattern)


def lived(episode: Memory) -> frozenset[str]:
    """Prints of what it says, dates aside."""
    return words.printed(words.prints(clusters.undated(episode)))


def may_be_alike(mine: frozenset[str], other: Glimpse, cosine: float = 0.0, thresholds: Thresholds = MEASURED) -> bool:
    """Whether an episode of which this is `lived` may say the same as another (`clusters`)."""
    theirs = words.printed(other.prints)
    both = len(mine & theirs)
    if both and cosine >= thresholds.alike - SLACK:
        return True
    return both >= clusters.FEWEST_WORDS and both >= clusters.ALIKE_WORDS * min(len(mine), len(theirs - _DATES))


def shares(memory: Memory, other: Glimpse) -> bool:
    """Whether they have so many words in common that one may say what the other one does."""
    mine = words.printed(words.prints(change_of_mind.content_words(memory)))
    return len(mine & words.printed(other.prints)) >= clusters.FEWEST_WORDS


_LATEST = 2100
"""Numbers up to this one may be those of a date."""
_DATES = words.printed(words.prints((*clusters.DATE_STEMS, *map(str, range(_LATEST)))))
