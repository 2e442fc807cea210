"""Working memory (row W2): a bounded store whose items fade by turns; the least salient unpinned one gives way.

Each operation takes the session's memory and gives the next one. Capacity and pinned slots are one agent's: what an agent cannot see
takes no place from it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import ids
from keepsake.errors import Conflict, NotFound
from keepsake.records import Durability, Event, Handoff, Role, Trust, WorkingItem, WorkingMemory
from keepsake.rules import quoting, slots
from keepsake.rules.knowledge import trust
from keepsake.rules.policy import Policy

MOST_HANDOFFS = 50
MOST_BYTES = 200_000
"""What all agents of a session hold together: it is one row, and DynamoDB takes rows of 400 KB."""
ITEM_BYTES = 1_000
"""An item's other fields, at most."""
LASTING = (Durability.PERSISTENT, Durability.PERMANENT)

_SPACE = re.compile(r"\s+")


class Changed(NamedTuple):
    """The memory afterwards, and what fell out of it."""

    memory: WorkingMemory
    evicted: tuple[WorkingItem, ...] = ()
    replaced: tuple[WorkingItem, ...] = ()


def item_id(agent_id: str | None, content: str) -> str:
    """Equal texts of one agent are one item, case and spaces aside."""
    return "w_" + ids.digest(f"{agent_id or ''}\n{_SPACE.sub(' ', content).strip().casefold()}")[:24]


def decay(elapsed_turns: int, policy: Policy) -> float:
    """What is left of an importance, 0..1: (1 + t)^-rate, exp(-rate t), or all of it."""
    if policy.working_decay == "none":
        return 1.0
    if policy.working_decay == "exponential":
        return math.exp(-policy.working_rate * elapsed_turns)
    return float((1 + elapsed_turns) ** -policy.working_rate)


def salience(item: WorkingItem, turn: int, policy: Policy) -> float:
    """Importance x decay of the turns since it was added or refreshed, 0..1."""
    return item.importance * decay(max(0, turn - item.turn), policy)


def visible(item: WorkingItem, agent_id: str | None) -> bool:
    return (item.agent_id is None or item.agent_id == agent_id) and item.trust is not Trust.QUARANTINED


def listed(memory: WorkingMemory, agent_id: str | None, policy: Policy) -> list[WorkingItem]:
    """What the agent sees, most salient first."""
    return sorted((i for i in memory.items if visible(i, agent_id)), key=lambda i: _strength(i, memory.turn, policy), reverse=True)


def formatted(items: Sequence[WorkingItem]) -> str:
    """A bullet list for a prompt."""
    return "\n".join(f"- {quoting.told(i.content, i.trust, i.source_role)}" for i in items)


def add(memory: WorkingMemory, entries: Iterable[WorkingItem], policy: Policy) -> Changed:
    """The entries beside what is held, then the least salient unpinned ones out, be it a new one: so the order of entries that
    replace nothing does not matter. An equal text refreshes what is held; what an entry contradicts goes."""
    held = {i.item_id: i for i in memory.items}
    replaced: list[WorkingItem] = []
    for entry in entries:
        fresh = entry.model_copy(update={"turn": memory.turn})
        gone = [i for i in held.values() if i.item_id != fresh.item_id and contradicts(fresh, i)]
        replaced += gone
        for item in gone:
            del held[item.item_id]
        before = held.get(fresh.item_id)
        held[fresh.item_id] = _refreshed(before, fresh) if before else fresh
    return _within(memory, held.values(), replaced, policy)


def _refreshed(before: WorkingItem, entry: WorkingItem) -> WorkingItem:
    """The weightier of two sayings, as of now, with the older one's pin and day."""
    stronger = max(before, entry, key=lambda i: (i.importance, i.turn, i.observation_id or ""))
    kept = {"turn": entry.turn, "pinned": before.pinned or entry.pinned, "added_at": min(before.added_at, entry.added_at)}
    return stronger.model_copy(update=kept)


def contradicts(entry: WorkingItem, held: WorkingItem) -> bool:
    """The entry gives another value for the same single-valued slot, or names the words that it replaces. What is nobody's own word
    takes the place of nothing that somebody said."""
    if (entry.subject, entry.agent_id) != (held.subject, held.agent_id):
        return False
    if trust.foreign(entry) and not trust.foreign(held):
        return False
    if entry.slot is not None and held.slot is not None:
        same = (entry.slot.category, entry.slot.tag, entry.slot.feature) == (held.slot.category, held.slot.tag, held.slot.feature)
        if same and slots.is_single(entry.slot.feature):
            return not slots.same_value(entry.slot.value, held.slot.value)
    if entry.replaces is None or entry.category is not held.category:
        return False
    return re.search(rf"\b{re.escape(entry.replaces.strip())}(?!\w)", held.content, re.IGNORECASE) is not None


def _within(memory: WorkingMemory, items: Iterable[WorkingItem], replaced: Sequence[WorkingItem], policy: Policy) -> Changed:
    kept = list(items)
    evicted: list[WorkingItem] = []
    for agent_id in dict.fromkeys(i.agent_id for i in kept):
        mine = [i for i in kept if i.agent_id == agent_id]
        loose = sorted((i for i in mine if not i.pinned), key=lambda i: _strength(i, memory.turn, policy))
        evicted += loose[: max(0, len(mine) - policy.working_capacity)]
    evicted += _beyond_a_row([i for i in kept if i not in evicted], memory.turn, policy)
    out = {i.item_id for i in evicted}
    return Changed(_with(memory, [i for i in kept if i.item_id not in out]), tuple(evicted), tuple(replaced))


def _beyond_a_row(items: Sequence[WorkingItem], turn: int, policy: Policy) -> list[WorkingItem]:
    """What one row has no room for, however many agents a session names: the weakest of all, pinned ones last."""
    size = sum(map(_size, items))
    gone: list[WorkingItem] = []
    for item in sorted(items, key=lambda i: (i.pinned, _strength(i, turn, policy))):
        if size <= MOST_BYTES:
            break
        gone.append(item)
        size -= _size(item)
    return gone


def _size(item: WorkingItem) -> int:
    return ITEM_BYTES + len(item.content.encode()) + sum(len(e.encode()) for e in item.event_ids)


def _strength(item: WorkingItem, turn: int, policy: Policy) -> tuple[float, int, str]:
    """By salience, then the newer one; the id settles the rest, so that nothing depends on chance."""
    return salience(item, turn, policy), item.turn, item.item_id


def _with(memory: WorkingMemory, items: Iterable[WorkingItem]) -> WorkingMemory:
    return memory.model_copy(update={"items": tuple(sorted(items, key=lambda i: i.item_id))})


def one(memory: WorkingMemory, name: str, agent_id: str | None) -> WorkingItem:
    """Raises NotFound, also for another agent's item."""
    found = next((i for i in memory.items if i.item_id == name and visible(i, agent_id)), None)
    if found is None:
        raise NotFound("There is no such working item.")
    return found


def as_of(memory: WorkingMemory, policy: Policy, now: datetime) -> Changed:
    """The memory by the clock and by the container's bounds of today: what has expired is no more, pins beyond the slots are loose, the
    weakest first, and what is beyond the capacity gives way."""
    kept = [i for i in memory.items if i.expires_at is None or i.expires_at > now]
    loose: set[str] = set()
    for agent_id in dict.fromkeys(i.agent_id for i in kept):
        pinned = sorted((i for i in kept if i.pinned and i.agent_id == agent_id), key=lambda i: _strength(i, memory.turn, policy))
        loose |= {i.item_id for i in pinned[: max(0, len(pinned) - policy.pinned_slots)]}
    return _within(memory, [i.model_copy(update={"pinned": False}) if i.item_id in loose else i for i in kept], (), policy)


def evict(memory: WorkingMemory, item: WorkingItem) -> Changed:
    """By id also a pinned one."""
    return Changed(_with(memory, [i for i in memory.items if i.item_id != item.item_id]), (item,))


def pin(memory: WorkingMemory, item: WorkingItem, policy: Policy) -> Changed:
    """Raises Conflict where every pinned slot is taken."""
    taken = [i for i in memory.items if i.pinned and i.agent_id == item.agent_id and i.item_id != item.item_id]
    if len(taken) >= policy.pinned_slots:
        raise Conflict(f"All {policy.pinned_slots} pinned slots are taken: unpin an item first.")
    return _put(memory, item, pinned=True)


def unpin(memory: WorkingMemory, item: WorkingItem) -> Changed:
    return _put(memory, item, pinned=False)


def refresh(memory: WorkingMemory, item: WorkingItem) -> Changed:
    """As if it were said again: its turns are counted from now."""
    return _put(memory, item, turn=memory.turn)


def _put(memory: WorkingMemory, item: WorkingItem, **fields: object) -> Changed:
    after = item.model_copy(update=fields)
    return Changed(_with(memory, [after if i.item_id == item.item_id else i for i in memory.items]))


def advance(memory: WorkingMemory, turns: int = 1) -> Changed:
    """The session's clock, one turn on: every salience follows from it."""
    return Changed(memory.model_copy(update={"turn": memory.turn + turns}))


def hand_over(memory: WorkingMemory, items: Sequence[WorkingItem], handoff: Handoff, policy: Policy) -> Changed:
    """The items as the other agent's, within its capacity, pinned as far as it has slots; recorded."""
    given = {i.item_id for i in items}
    rest = [i for i in memory.items if i.item_id not in given]
    slots_left = policy.pinned_slots - sum(i.pinned and i.agent_id == handoff.to_agent_id for i in rest)
    held = {i.item_id: i for i in rest}
    for item in sorted(items, key=lambda i: _strength(i, memory.turn, policy), reverse=True):
        name = item_id(handoff.to_agent_id, item.content)
        before = held.get(name)
        stays = item.pinned and slots_left > 0 and not (before and before.pinned)
        slots_left -= stays
        mine = item.model_copy(update={"item_id": name, "agent_id": handoff.to_agent_id, "pinned": stays, "source_role": _whose(item)})
        held[name] = _refreshed(before, mine) if before else mine
    recorded = memory.model_copy(update={"handoffs": (*memory.handoffs, handoff)[-MOST_HANDOFFS:]})
    return _within(recorded, held.values(), (), policy)


def _whose(item: WorkingItem) -> Role:
    """What an agent put in focus itself is its own text to another one, whatever it says."""
    return item.source_role if item.observation_id is not None or item.agent_id is None else Role.ASSISTANT


def reads_turns(author: str | None, reader: str | None, handoffs: Iterable[Handoff]) -> bool:
    """Whether an agent may read another's turns of the session (row Q5): its own, nobody's, and those handed to it as a whole."""
    if author is None or author == reader:
        return True
    return any(h.whole and h.from_agent_id == author and h.to_agent_id == reader for h in handoffs)


def closed(memory: WorkingMemory) -> Changed:
    """Of a session that ended: pinned items stay for who comes back."""
    return Changed(_with(memory, [i for i in memory.items if i.pinned]), tuple(i for i in memory.items if not i.pinned))


def lasting(evicted: Iterable[WorkingItem]) -> bool:
    return any(i.durability in LASTING for i in evicted)


def is_routed(memory: WorkingMemory, event: Event) -> bool:
    return any(first <= event.seq <= last for first, last in memory.routed)


def with_routed(routed: Sequence[tuple[int, int]], places: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The intervals with these places too, joined where they touch."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted([*routed, *((p, p) for p in places)]):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(last, merged[-1][1]))
        else:
            merged.append((first, last))
    return tuple(merged)
