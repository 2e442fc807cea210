"""Why a memory is not in a recall (row Q7): a gate, its rank, the budget, or that no leg found it, with the numbers."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake import api
from keepsake.records import Considered, Event, Memory
from keepsake.rules.knowledge import standing
from keepsake.rules.recall import gates, telling, unread

REASONS = {
    "listed": "it is in the list, in place {place}",
    "context": "it stands in a context beside the list, which had no place for it",
    "told": "{by} tells it already",
    "silent": "it says nothing of its own",
    "floor": "nothing that was found is near enough to the question, so that only standing instructions were told; its score is {score}",
    "min_score": "its score {score} is below the score asked for",
    "rank": "its score {score} was not enough for its {tokens} tokens: the last in the list has {last}",
    "budget": "its {tokens} tokens did not fit in what was left of the budget",
    telling.STANDING: "its {tokens} tokens did not fit beside newer standing instructions in their share of the budget",
    "unread": "its score {score} was not among the best that are read: the last in the list has {last}",
}


def explain(memory_id: str, considered: Sequence[Considered], record: Memory | Event | None, reader: gates.Reader) -> api.WhyNot:
    """`record` and `reader` say what a gate would do now, for what the recall did not find."""
    listed = [c for c in considered if c.fate == "listed"]
    last = listed[-1].score if listed else None
    found = next((c for c in considered if c.memory_id in (memory_id, unread.mark(memory_id))), None)
    if found is not None:
        place = listed.index(found) + 1 if found.fate == "listed" else None
        told = REASONS.get(found.by if found.by == telling.STANDING else "silent" if found.by == memory_id else found.fate, "")
        reason = gate_reason(found.by) if found.fate == "gate" else told.format(
            place=place, by=found.by, score=found.score, last=last, tokens=found.tokens
        )  # fmt: skip
        rank = sorted(considered, key=lambda c: -c.score).index(found) + 1
        gate = found.by if found.fate == "gate" else None
        return api.WhyNot(
            memory_id=memory_id, recalled=found.fate in ("listed", "context"), cause=_cause(found.fate), gate=gate, reason=reason,
            rank=rank, score=found.score, last_score=last, legs=found.legs or {}, tokens=found.tokens, candidates=len(considered),
        )  # fmt: skip
    held = gates.held_by(record, reader) if record is not None else None
    reason = "no leg of the search found it among its first hits"
    if isinstance(record, Memory) and record.standing:
        reason += f"; of standing instructions the newest {standing.MOST} are told whatever is asked"
    if held is not None:
        reason += f"; it would be held back: {held.reason}"
    return api.WhyNot(
        memory_id=memory_id, recalled=False, cause="not_a_candidate", gate=held.name if held else None, reason=reason,
        last_score=last, candidates=len(considered),
    )  # fmt: skip


def _cause(fate: str) -> str:
    return {"unread": "rank", "context": "listed"}.get(fate, fate)


def gate_reason(name: str | None) -> str:
    return next((f"it {g.reason}" for g in (*gates.GATES, *gates.OF_OTHERS) if g.name == name), f"the gate {name} held it")
