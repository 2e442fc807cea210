"""By what a fact is found for sure, however its words rank among a user's others (row K4): its place in the profile, what it ends or is
ended by though they share no word, and what it names as replaced. Any memory is found by what it points at (row K11).

The index keeps a fact's marks as exact words. Each begins with the owner's own mark and with when the fact holds, so that one condition
leaves out other owners' facts and those that are over.
"""

from __future__ import annotations

from collections.abc import Iterator

from keepsake import ids
from keepsake.records import Memory, Scope
from keepsake.rules import slots, words
from keepsake.rules.knowledge import change_of_mind, implied, outcome, reconcile

NOW, PAST = "now", "past"
PLACES = ("session_id", "agent_id")
_POST = "job_title"
"""A slot that somebody takes over from somebody else."""


def of(fact: Memory) -> list[str]:
    """The marks that the index keeps of a fact; the first one is every fact's."""
    when = NOW if fact.validity in reconcile.CONCERNED else PAST
    about = sorted({*_slots(fact), *_ended(fact), *_implied(fact)})
    places = [within(fact.scope, field, name) for field in PLACES if (name := getattr(fact.scope, field)) is not None]
    return [_owned(fact.scope, when), *(_owned(fact.scope, f"{when} {m}") for m in about), *places]


def within(scope: Scope, field: str, name: str) -> str:
    """The mark of what its owner said in a session, or to an agent: a search that asks for these alone looks at no other."""
    return _owned(scope, f"{field} {ids.part(name)}")


def links(memory: Memory) -> list[str]:
    """Of any memory: one for each that it points at."""
    return sorted({link(memory.scope, r.target) for r in memory.relations})


def link(scope: Scope, memory_id: str) -> str:
    """The mark of what points at this memory."""
    return _owned(scope, f"to {memory_id}")


def facts(scope: Scope, *, past: bool) -> tuple[str, ...]:
    """Marks of all facts of an owner that an observation is decided against, and with `past` of those that are over too."""
    return tuple(_owned(scope, when) for when in _times(past))


def slots_of(statement: Memory, *, past: bool) -> tuple[str, ...]:
    """Marks of the facts in the statement's place of the profile."""
    return _all(statement.scope, {*_slots(statement)}, past)


def ends_of(statement: Memory, *, past: bool) -> tuple[str, ...]:
    """Marks of the facts that say what the statement ends, or have ended what it says; with `past` also of those that may have ended it."""
    said = statement.content.summary
    wanted = {*(f"ended {w}" for w in _said(statement)), *(f"ends {n}" for n in implied.said(said))}
    return _all(statement.scope, wanted | {f"says {n}" for n in implied.ended(said) if past}, past)


def _all(scope: Scope, wanted: set[str], past: bool) -> tuple[str, ...]:
    return tuple(_owned(scope, f"{when} {m}") for when in _times(past) for m in sorted(wanted))


def _times(past: bool) -> tuple[str, ...]:
    return (NOW, PAST) if past else (NOW,)


def _owned(scope: Scope, mark: str) -> str:
    return f"{ids.mark(scope.pk)} {mark}"


def _slots(memory: Memory) -> Iterator[str]:
    if memory.slot is None:
        return
    name, value = memory.slot.feature, memory.slot.value
    canonical = "+".join(sorted(slots.canonical(value)))
    if slots.is_single(name):
        yield f"slot {memory.subject}#{name}"
    elif value in change_of_mind.ROMANTIC:
        yield f"slot {memory.subject}#{name}=romance"
    else:
        yield f"slot {memory.subject}#{name}={canonical}"
    if slots.names_its_thing(name):
        yield f"slot #{name}"
    if name == _POST:
        yield f"slot #{name}={canonical}"


def _ended(memory: Memory) -> Iterator[str]:
    """One word of each thing that it ends: who names the thing names that word too."""
    for text in (change_of_mind.ended(memory), *outcome.replaced_by(memory)):
        if text and (named := words.content(text)):
            yield f"ended {max(named, key=lambda w: (len(w), w))}"


def _said(memory: Memory) -> frozenset[str]:
    return change_of_mind.content_words(memory) | words.content(memory.slot.value if memory.slot else "")


def _implied(memory: Memory) -> Iterator[str]:
    yield from (f"says {n}" for n in implied.said(memory.content.summary))
    yield from (f"ends {n}" for n in implied.ended(memory.content.summary))
