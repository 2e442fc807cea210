"""What a chat model's judgement of two statements counts for (row K4). Rules see what words and values show; a model also sees that "we
split up" ends "my girlfriend and I share a flat". It speaks where the rules see nothing clear, and can do no more than they could.

What it said stands with the observation, by the ids of the facts: who tells the events again asks nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from keepsake.claims import Changes, Judgement
from keepsake.records import Category, Content, Memory
from keepsake.rules.dates import stance
from keepsake.rules.knowledge import trust
from keepsake.rules.knowledge.one_thing import own_words
from keepsake.rules.reading import sensitivity

JUDGED = "judged"
"""In an observation's structure: whose judgement, by which prompt, and the changes by the fact's id."""
OVER = "judged_over"
"""In the structure of a fact: by which one it is over, because a model has judged so. Its message is still told, as what was said that day:
the model may err, and who reads both sees what holds."""
ENDED_BY = ("superseded_by", "contradicted_by")
"""Relations from what is over to what says so."""
MOST = 3
"""Facts that one statement replaces or ends by a judgement. One that is said to end more ends none: all stay, linked."""


def with_judgements(observation: Memory, judgements: Iterable[Judgement], by: str, prompt_version: str | None) -> Memory:
    """The observation with those that are about it."""
    mine = {j.fact_id: j.changes.value for j in judgements if j.observation_id == observation.memory_id}
    return _noted(observation, {"by": by, "prompt": prompt_version, "changes": mine}) if mine else observation


def unjudged(observation: Memory, why: str) -> Memory:
    """The observation with why no model was heard on it."""
    return _noted(observation, {"failed": why})


def over(fact: Memory, observation: Memory, by: str, clear: bool) -> Content:
    """The content of a fact that the observation ends, with what ended it where a judgement did. `by`: the id of what the observation makes
    or supports; `clear`: the words alone show it."""
    judged_so = not clear and of(observation, fact) in (Changes.REPLACES, Changes.ENDS)
    return _content(fact, {OVER: by} if judged_so else {})


def unmarked(fact: Memory) -> Content:
    """The content of a fact that somebody has rejected: what it was before counts no more."""
    return _content(fact, {})


def _content(fact: Memory, mark: Mapping[str, object]) -> Content:
    plain = {name: value for name, value in fact.content.structured.items() if name != OVER}
    return fact.content.model_copy(update={"structured": {**plain, **mark}})


def is_over(fact: Memory) -> bool:
    """Whether what ended it was a judgement."""
    by = fact.content.structured.get(OVER)
    return by is not None and any(r.target == by and r.type in ENDED_BY for r in fact.relations)


def failed(observation: Memory) -> str | None:
    """Why no model was heard on it."""
    why = _note(observation).get("failed")
    return str(why) if why else None


def _noted(observation: Memory, note: Mapping[str, object]) -> Memory:
    content = observation.content.model_copy(update={"structured": observation.content.structured | {JUDGED: note}})
    return observation.model_copy(update={"content": content})


def by(observation: Memory) -> str:
    """Whose judgement it bears."""
    return str(_note(observation).get("by", ""))


def of(observation: Memory, fact: Memory) -> Changes | None:
    """What the judgement that the observation bears does to the fact; None where there is none, or where it counts for nothing. What
    somebody must not eat or has to take is over only by what speaks of that too."""
    changes = _changes(observation)
    said = changes.get(fact.memory_id)
    if said is None or not may(observation, fact):
        return None
    firm = sum(c is not Changes.UNSURE for c in changes.values()) <= MOST
    supposed = stance.supposes(observation.content.summary)
    told = fact.content.summary
    happened = fact.category is Category.EVENT and stance.of(told) is stance.Stance.HELD and not stance.holds(told)
    heeded = sensitivity.is_of_care(told) and not sensitivity.is_of_care(observation.content.summary)
    return said if firm and not (supposed or happened or heeded) else Changes.UNSURE


def may(observation: Memory, fact: Memory) -> bool:
    """Whether a judgement on the two counts: only somebody's own words change anything; an instruction is changed by an instruction alone;
    and what is surely said of one named person changes nothing of another whom neither statement names."""
    if not own_words(observation) or trust.foreign(observation) or _instructs(observation) != _instructs(fact):
        return False
    one, other = observation.subject, fact.subject
    apart = one != other and _names_somebody(observation) and _names_somebody(fact)
    return not apart or other in observation.content.summary.casefold() or one in fact.content.summary.casefold()


def _instructs(memory: Memory) -> bool:
    return memory.subject == "assistant" and memory.category is Category.CONSTRAINT


def _names_somebody(memory: Memory) -> bool:
    return memory.subject not in ("user", "unknown") and memory.content.structured.get("subject_sure") is not False


def _changes(observation: Memory) -> dict[str, Changes]:
    held = _note(observation).get("changes")
    return {str(i): Changes(c) for i, c in held.items()} if isinstance(held, Mapping) else {}


def _note(observation: Memory) -> Mapping[str, object]:
    note = observation.content.structured.get(JUDGED)
    return note if isinstance(note, Mapping) else {}
