"""Of two that tell of one thing and answer as well, the later stands directly before the earlier (row Q4): what somebody said last of it is
how it stands, though nobody said that it replaces anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepsake.ids import Key
from keepsake.records import Event, Memory, Record, Role
from keepsake.rules.indexing import documents
from keepsake.rules.reading import changes
from keepsake.rules.recall import answering
from keepsake.rules.recall.answering import Asked, Pair
from keepsake.rules.recall.fusion import Candidate

MOST_COMPARED = 10
"""Facts and turns, the best, of which the later is put before the earlier."""
USER = "user"
"""The subject of what the user tells of themselves: nobody else's fact says how that stands."""
ONE_THING, OF_OTHERS = 0.5, 0.6
"""Share of the content words of the shorter one that the other holds too, from which both are about one thing: of facts about one subject,
and of facts about two or of what was said in a turn."""
AS_WELL, BARELY = 0.15, 0.05
"""How much farther from the question, in cosine, the later one may be: two statements of one thing differ by what changed, which is in no
question. Between 0.1 and 0.2 the later is first for 82 to 87 of 100 corrections (LettaUpdate), with 0.05 for 70; the evidence that
LoCoMo's questions find stays as it is. The second is for turns that hold fewer of the question's words than the earlier one."""

MARKED = 0.3
"""The same for one whose words mark a change and hold what is asked for: "I do take deposits now, 40 % up front for anything large"."""
MOST_READ = 300
"""Characters of a statement in which a word of change is looked for."""


def first(pairs: Sequence[Pair], said: Mapping[Key, frozenset[str]], asked: Asked) -> list[Pair]:
    """The pairs, best first, in that order. What does not lie in the time that the question names is put before nothing that does; who asks
    how it was gets the order as it is. `said` are the content words of each."""
    out = list(pairs)
    if not asked.now:
        return out
    compared = {c.key: (c, r) for c, r in [pair for pair in out if _tells_how_it_stands(*pair, asked)][:MOST_COMPARED]}
    for earlier in compared.values():
        place = next(i for i, (c, _) in enumerate(out) if c.key == earlier[0].key)
        behind = ((i, out[i]) for i in range(place + 1, len(out)) if out[i][0].key in compared)
        later = next((i for i, pair in behind if _later(earlier, pair) and _of_one_thing(earlier, pair, said, asked)), None)
        if later is not None:
            _put_before(out, later, place)
    return out


def _put_before(pairs: list[Pair], later: int, earlier: int) -> None:
    pairs[later][0].score = pairs[earlier][0].score
    pairs.insert(earlier, pairs.pop(later))


def _tells_how_it_stands(candidate: Candidate, record: Memory | Event, asked: Asked) -> bool:
    """A fact, or what a user said and did not ask, or that holds what is asked for though it asks as well. `revised.py`
    sets the place of facts of which one may replace the other."""
    if candidate.cosine is None:
        return False
    if isinstance(record, Event):
        return record.role is Role.USER and (not candidate.fields.get("asks") or asked.answered_by(record.content))
    return answering.is_fact(record) and not any(r.type in (documents.REVISES, documents.REVISED_BY) for r in record.relations)


def tells_of_change(record: Record | None) -> bool:
    """Whether the words of a fact mark a change."""
    return isinstance(record, Memory) and answering.is_fact(record) and changes.change(record.content.summary[:MOST_READ]).marked


def _later(earlier: Pair, later: Pair) -> bool:
    """Said on a later day, and no farther from the time that the question names."""
    timed = "time" in earlier[0].legs and "time" not in later[0].legs
    return not timed and answering.said_at(earlier[1]).date() < answering.said_at(later[1]).date()


def _of_one_thing(earlier: Pair, later: Pair, said: Mapping[Key, frozenset[str]], asked: Asked) -> bool:
    (was, old), (now, new) = earlier, later
    mine, theirs = said[was.key], said[now.key]
    farther = (was.cosine or 0.0) - (now.cosine or 0.0)
    if farther > MARKED or not (mine and theirs):
        return False
    share = len(mine & theirs) / min(len(mine), len(theirs))
    holds = asked.words & mine <= theirs
    changed = bool(asked.sought & mine) and asked.sought & mine <= theirs and tells_of_change(new)
    values = min(was.cosine or 0.0, now.cosine or 0.0) >= asked.answers and all(map(asked.answered_by, map(answering.said, (old, new))))
    if farther > AS_WELL:
        return changed and not isinstance(old, Event) and not isinstance(new, Event) and old.subject == new.subject
    if isinstance(old, Event) or isinstance(new, Event):
        return (share >= OF_OTHERS and (holds or values or farther <= BARELY)) or (values and farther <= 0)
    if old.subject != new.subject:  # "Ann, not Bob, wrote it" answers who did; what Bob likes says nothing of what Ann does
        return USER not in (old.subject, new.subject) and share >= OF_OTHERS and holds
    return share >= ONE_THING or values or changed
