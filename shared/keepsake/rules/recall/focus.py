"""Working items in a recall (rows Q2, Q6): candidates like any other, and the current focus of the formatted context."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from keepsake import api
from keepsake.ids import Key
from keepsake.records import Kind, WorkingItem, WorkingMemory, event_key
from keepsake.rules.policy import Policy
from keepsake.rules.recall import gates, items, packing, query
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.sessions import routing, working

BASE = 0.3
"""Share of its salience that an item scores without a word of the query, as an event that no index has ranked; the share of the query's
words in it adds up to the whole."""


MOST_CITED = 3
"""Events of an item that are asked how the facts on them stand, the newest."""


class Focus(NamedTuple):
    """What passes the gates, most salient first, and what they hold back."""

    items: tuple[api.RecallItem, ...] = ()
    suppressed: tuple[api.Suppressed, ...] = ()


def keys(memory: WorkingMemory | None, gone: Sequence[WorkingItem] = ()) -> list[Key]:
    """Rows of the events that the items rest on, and those that gave way."""
    return [event_key(memory.scope, e) for i in (*memory.items, *gone) for e in i.event_ids[-MOST_CITED:]] if memory else []


def weighed(question: query.Question, memory: WorkingMemory | None, reader: gates.Reader, policy: Policy) -> Focus:
    """The session's items, where they are asked for. Another agent's are not even named."""
    if memory is None or Kind.WORKING not in reader.kinds:
        return Focus()
    passed: list[api.RecallItem] = []
    suppressed: list[api.Suppressed] = []
    for held in working.listed(memory, reader.scope.agent_id, policy):
        record = routing.memory_of(held, memory.scope)
        gate = gates.held_by(record, reader)
        if gate is not None:
            suppressed.append(api.Suppressed(memory_id=record.memory_id, gate=gate.name, reason=gate.reason))
            continue
        salience = working.salience(held, memory.turn, policy)
        share = query.share(question, held.content)
        legs = {"working": salience} | ({"keyword": share} if share else {})
        passed.append(items.item(Candidate(record.key, {}, legs, salience * (BASE + (1 - BASE) * share)), record))
    return Focus(tuple(passed), tuple(suppressed))


def among(ranked: Sequence[api.RecallItem], focus: Focus) -> list[api.RecallItem]:
    """The ranked items with those in focus that none of them tells in the same words."""
    if not focus.items:
        return list(ranked)
    return sorted([*ranked, *packing.fresh(focus.items, ranked)], key=lambda i: -i.score)


def told(focus: Focus, listed: Sequence[api.RecallItem], budget: int) -> list[api.RecallItem]:
    """What is in focus and stands in the list, and beside it what the budget still takes, most salient first."""
    there = {i.memory_id for i in listed if i.kind is Kind.WORKING}
    rest = packing.fit([i for i in packing.fresh(focus.items, listed) if i.memory_id not in there], max(0, budget), len(focus.items))
    shown = there | {i.memory_id for i in rest}
    return [i for i in focus.items if i.memory_id in shown]
