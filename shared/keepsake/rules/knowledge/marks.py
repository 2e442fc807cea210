"""By what a fact is found for sure, however its words rank among a user's others (row K4): its place in the profile, what it ends or is
ended by though they share no word, and what it names as replaced; by what upkeep asks for (rows K6 to K9). Any memory is found by what it
points at (row K11).

The index keeps a fact's marks as exact words. Each begins with the owner's own mark and with when the fact holds, so that one condition
leaves out other owners' facts and those that are over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keepsake import ids
from keepsake.records import Category, Kind, Memory, Scope, Validity
from keepsake.rules import slots, words
from keepsake.rules.knowledge import change_of_mind, implied, outcome, pruning, reconcile, topics

NOW, PAST = "now", "past"
PLACES = ("session_id", "agent_id")
DATED = (Category.EVENT, Category.TASK)
"""What happened or is to be done: an episode, also where no other memory tells of it."""
_EPISODE, _LIVED, _CONTESTED, _PATTERN = "episode", "lived", "contested", "pattern"
_POST = "job_title"
"""A slot that somebody takes over from somebody else."""


def of(memory: Memory) -> list[str]:
    """The marks that the index keeps of a fact, the first of which is every fact's, of an episode and of a summary; none of others."""
    if memory.kind is Kind.EPISODE:
        lived = [f"{NOW} {m}" for m in (_LIVED, *_slots(memory))] if memory.current else []
        return [_owned(memory.scope, m) for m in (_EPISODE, *lived)]
    if memory.kind is Kind.SUMMARY:
        return list(named(memory.scope, [memory.memory_id]))
    return _of_fact(memory) if memory.kind is Kind.FACT else []


def _of_fact(fact: Memory) -> list[str]:
    when = NOW if fact.validity in reconcile.CONCERNED else PAST
    about = sorted({*_slots(fact), *_ended(fact), *_implied(fact), *_kept_in_order(fact)})
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


def ended_by(statement: Memory, *, past: bool) -> tuple[str, ...]:
    """Marks of the facts that may have ended what the statement says: they name a word of it."""
    return _all(statement.scope, {f"ended {w}" for w in _said(statement)}, past)


def ends_of(statement: Memory, *, past: bool) -> tuple[str, ...]:
    """Marks of the facts that say what the statement implies is over; with `past` also of those that imply so of what it says."""
    said = statement.content.summary
    wanted = {f"ends {n}" for n in implied.said(said)}
    return _all(statement.scope, wanted | {f"says {n}" for n in implied.ended(said) if past}, past)


def lived(scope: Scope) -> tuple[str, ...]:
    """Marks of what may prove a pattern."""
    return (_owned(scope, f"{NOW} {_LIVED}"),)


def episodes(scope: Scope) -> tuple[str, ...]:
    """Marks of all episodes at hand, those that hold no more included."""
    return (_owned(scope, _EPISODE),)


def contested(scope: Scope) -> tuple[str, ...]:
    return (_owned(scope, f"{NOW} {_CONTESTED}"),)


def patterns(scope: Scope) -> tuple[str, ...]:
    return (_owned(scope, f"{NOW} {_PATTERN}"),)


def about(scope: Scope, keys: Iterable[str]) -> tuple[str, ...]:
    """Marks of the facts that bear these labels, by their topics' keys."""
    return tuple(_owned(scope, f"{NOW} about {k}") for k in sorted(keys))


def named(scope: Scope, summaries: Iterable[str]) -> tuple[str, ...]:
    """Marks of these summaries, by id."""
    return tuple(_owned(scope, i) for i in sorted(summaries))


def framed(fact: Memory) -> tuple[str, ...]:
    """Marks of the facts of its subject that differ from it in when or where alone; none where it says neither."""
    return tuple(_owned(fact.scope, f"{NOW} {m}") for m in _frame(fact))


def _kept_in_order(fact: Memory) -> Iterator[str]:
    if fact.validity is Validity.REVIEW:
        yield _CONTESTED
    if fact.category is Category.PATTERN:
        yield _PATTERN
    if fact.category in DATED:
        yield _LIVED
    yield from _frame(fact)
    yield from (f"about {k}" for k in topics.keys_of(fact))


def _frame(fact: Memory) -> Iterator[str]:
    if (frame := pruning.frame(fact)) is not None:
        yield f"frame {ids.digest(f'{fact.subject} {frame}')[:12]}"


def _all(scope: Scope, wanted: set[str], past: bool) -> tuple[str, ...]:
    return tuple(_owned(scope, f"{when} {m}") for when in _times(past) for m in sorted(wanted))


def _times(past: bool) -> tuple[str, ...]:
    return (NOW, PAST) if past else (NOW,)


def _owned(scope: Scope, mark: str) -> str:
    return f"{ids.mark(scope.pk)} {mark}"


def _slots(memory: Memory) -> Iterator[str]:
    if (post := implied.post(memory)) is not None:
        yield f"slot #{_POST}={'+'.join(sorted(slots.canonical(post)))}"
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
