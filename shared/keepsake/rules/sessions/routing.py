"""Where an observation goes (row R12): all into working memory, lasting ones into facts, significant ones into episodes too."""

from __future__ import annotations

from typing import Literal

from keepsake.records import TYPE_OF, Change, Content, Kind, Memory, Relation, Scope, WorkingItem
from keepsake.rules.policy import Policy
from keepsake.rules.sessions import working

Destination = Literal["working", "fact", "episode"]


def destinations(observation: Memory, policy: Policy) -> tuple[Destination, ...]:
    """Reconciliation may still find that the fact is known already, or contested."""
    if observation.durability not in working.LASTING:
        return ("working",)
    significant = policy.episodic and observation.importance >= policy.significance
    return ("working", "fact", "episode") if significant else ("working", "fact")


def item_of(observation: Memory) -> WorkingItem:
    """The observation as its session holds it in focus."""
    agent_id = observation.scope.agent_id
    return WorkingItem(
        item_id=working.item_id(agent_id, observation.content.summary),
        agent_id=agent_id,
        content=observation.content.summary,
        subject=observation.subject,
        category=observation.category,
        importance=observation.importance,
        durability=observation.durability,
        sensitivity=observation.sensitivity,
        source=observation.source,
        source_role=observation.source_role,
        trust=observation.trust,
        trust_before=observation.trust_before,
        slot=observation.slot,
        replaces=observation.replaces,
        observation_id=observation.memory_id,
        event_ids=observation.event_ids,
        assistant_visible=observation.assistant_visible,
        expires_at=observation.expires_at,
        added_at=observation.valid_from,
    )


def memory_of(item: WorkingItem, scope: Scope) -> Memory:
    """The item as recall weighs it: through the same gates as every memory (row Q5). It has no row of its own."""
    return Memory(
        scope=scope.model_copy(update={"agent_id": item.agent_id}),
        memory_id=item.item_id,
        kind=Kind.WORKING,
        agent_scope=(item.agent_id,) if item.agent_id else (),
        assistant_visible=item.assistant_visible,
        content=Content(raw=item.content, summary=item.content),
        type=TYPE_OF[item.category],
        subject=item.subject,
        category=item.category,
        slot=item.slot,
        importance=item.importance,
        durability=item.durability,
        sensitivity=item.sensitivity,
        source=item.source,
        source_role=item.source_role,
        trust=item.trust,
        event_ids=item.event_ids,
        expires_at=item.expires_at,
        pinned=item.pinned,
        valid_from=item.added_at,
        recorded_at=item.added_at,
        created_at=item.added_at,
        updated_at=item.added_at,
        last_accessed_at=item.added_at,
        relations=(Relation(type="derived_from", target=item.observation_id),) if item.observation_id else (),
        extractor="working",
        change=Change(verdict="in focus", reason="held by its session", actor="working", at=item.added_at),
    )
