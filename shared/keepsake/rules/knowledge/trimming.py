"""What of a chat model's proposals a prune carries out (row K9). The model proposes, these guards decide: in doubt a fact is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from keepsake import changes
from keepsake.changes import Move
from keepsake.claims import Trim, TrimKind
from keepsake.records import Category, Memory, Relation, Status, Validity
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import change_of_mind, pruning, reconcile, summaries


def moves(trims: Sequence[Trim], facts: Sequence[Memory], by: tuple[str, str | None], now: datetime) -> list[Move]:
    """The proposals that the guards let through; no fact takes part in two. `by` is the model and its prompt's version."""
    left = {f.memory_id: f for f in facts}
    found = []
    for trim in trims:
        named = [left[i] for i in (*trim.fact_ids, *([trim.by_id] if trim.by_id else [])) if i in left]
        if len(named) < len(trim.fact_ids) + bool(trim.by_id):
            continue
        move = CARRIED_OUT[trim.kind](trim, left, now)
        if move is not None:
            found.append(_signed(move, trim, by))
            for memory in move.changed:
                left.pop(memory.memory_id, None)
    return found


def _redundant(trim: Trim, facts: Mapping[str, Memory], now: datetime) -> Move | None:
    lost, kept = facts[trim.fact_ids[0]], facts.get(trim.by_id or "")
    if kept is None or not pruning.removable(lost) or not pruning.comparable(lost, kept) or not kept.current:
        return None
    if change_of_mind.numbers(lost) - change_of_mind.numbers(kept):
        return None
    said = change_of_mind.content_words(lost) <= change_of_mind.content_words(kept)
    if lost.confidence >= pruning.SURE and not said:
        return None
    return Move("removal", "redundant", pruning.folded(lost, kept, f"redundant beside {kept.memory_id}", now))


def _contradicted(trim: Trim, facts: Mapping[str, Memory], now: datetime) -> Move | None:
    """A later fact of the same subject stands against it on no weaker evidence. A sure or often repeated fact gives way only to another
    value of its own slot, or to a denial."""
    lost, rival = facts[trim.fact_ids[0]], facts.get(trim.by_id or "")
    if rival is None or pruning.held(lost) or not rival.current or not pruning.of_one(lost, rival) or not reconcile.precedes(lost, rival):
        return None
    if reconcile.weigh(rival, lost) is reconcile.Weight.WEAKER:
        return None
    same_place = lost.slot is not None and rival.slot is not None and lost.slot.feature == rival.slot.feature
    denied = change_of_mind.negates(lost) != change_of_mind.negates(rival) and bool(
        change_of_mind.content_words(lost) & change_of_mind.content_words(rival)
    )
    strong = same_place or denied
    if (lost.confidence >= pruning.SURE or lost.reinforcements >= pruning.PROTECTED) and not strong:
        return None
    links = (*lost.relations, Relation(type="superseded_by", target=rival.memory_id))
    over = {"validity": Validity.DEPRECATED, "valid_to": max(rival.valid_from, lost.valid_from), "superseded_at": now, "relations": links}
    return Move("removal", "contradicted", (_touched(lost, "contradicted", f"{rival.memory_id} stands against it", now, **over),))


def _weak(trim: Trim, facts: Mapping[str, Memory], now: datetime) -> Move | None:
    """Archived, not deprecated: it may be true. A place in the profile, a name or a repetition speaks for it."""
    lost = facts[trim.fact_ids[0]]
    if not pruning.removable(lost) or lost.confidence >= pruning.SURE or lost.slot is not None or lost.reinforcements:
        return None
    gone = _touched(lost, trim.kind.value, f"{trim.kind}: {trim.reason}", now, status=Status.ARCHIVED)
    return Move("removal", trim.kind.value, (gone.model_copy(update={"decay_due": decay.fate(gone, now).next_at}),))


def _merged(trim: Trim, facts: Mapping[str, Memory], now: datetime) -> Move | None:
    rows = sorted((facts[i] for i in trim.fact_ids), key=lambda f: (reconcile.said_at(f), f.order, f.memory_id))
    if len(rows) < 2 or not trim.content:
        return None
    first, *others = rows
    if any(pruning.held(f) or not f.current or f.reinforcements >= pruning.PROTECTED for f in rows):
        return None
    once = first.category is Category.IDENTITY or len({e for f in rows for e in f.event_ids}) < sum(len(f.event_ids) for f in rows)
    if not once or not all(pruning.of_one(first, f) and f.category is first.category for f in others):
        return None
    if len({change_of_mind.negates(f) for f in rows}) > 1 or not summaries.grounded(trim.content, rows):
        return None
    move = pruning.joined(first, others, trim.content, f"completes {', '.join(f.memory_id for f in others)}", now)
    return move if all(change_of_mind.numbers(f) <= change_of_mind.numbers(move.changed[0]) for f in rows) else None


CARRIED_OUT: dict[TrimKind, Callable[[Trim, Mapping[str, Memory], datetime], Move | None]] = {
    TrimKind.REDUNDANT: _redundant,
    TrimKind.CONTRADICTED: _contradicted,
    TrimKind.NOISY: _weak,
    TrimKind.VAGUE: _weak,
    TrimKind.MERGE: _merged,
}


def _touched(fact: Memory, verdict: str, why: str, now: datetime, **fields: object) -> Memory:
    return changes.touched(fact, verdict=verdict, reason=why, actor=pruning.ACTOR, now=now, **fields)


def _signed(move: Move, trim: Trim, by: tuple[str, str | None]) -> Move:
    """Who proposed it stands in the reason; words that the model wrote carry its name and prompt version. The move's own reason has
    none of them: it goes into a change set, which outlives a purge."""
    name, version = by
    sign = f" ({trim.reason}; {name}, {version})"
    changed = []
    for memory in move.changed:
        fields: dict[str, object] = {"change": memory.change.model_copy(update={"reason": memory.change.reason + sign})}
        if trim.kind is TrimKind.MERGE and memory.validity is Validity.ACTIVE:
            fields |= {"extractor": name, "prompt_version": version}
        changed.append(memory.model_copy(update=fields))
    return move._replace(why=f"{trim.kind} ({name}, {version})", changed=tuple(changed))
