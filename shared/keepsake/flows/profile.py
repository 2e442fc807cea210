"""The profile: what is known of a user, of an agent's role, or of a container, feature by feature (row K2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from keepsake import api
from keepsake.ports import Store
from keepsake.records import Kind, Memory, Scope, Slot, Status, Trust, Type, Validity
from keepsake.rules import slots

MOST_EARLIER = 20
"""Earlier values shown of one feature; each memory's own history holds all of them."""
EVERYBODY = "*"
SELF = "user"


def profile(store: Store, scope: Scope, query: api.ProfileQuery, now: datetime) -> api.ProfileAnswer:
    """Current values by category, tag and feature, each with its evidence, and the earlier ones with their dates and reason."""
    rows = store.query(scope.pk, Memory.prefix).records
    by_place: dict[tuple[str, str, str], list[Memory]] = defaultdict(list)
    for row in rows:
        if isinstance(row, Memory) and row.slot is not None and _shown(row, scope, query, now):
            by_place[_place(row.slot)].append(row)
    out: dict[str, dict[str, dict[str, api.ProfileFeature]]] = {}
    for (category, tag, feature), held in sorted(by_place.items()):
        found = _feature(held, now)
        if found.values or found.history:
            out.setdefault(category, {}).setdefault(tag, {})[feature] = found
    return api.ProfileAnswer(profile=out)


def _place(slot: Slot) -> tuple[str, str, str]:
    return slot.category, slot.tag or slots.DEFAULT_TAG, slot.feature


def _shown(memory: Memory, scope: Scope, query: api.ProfileQuery, now: datetime) -> bool:
    """What is dated, deleted, expired or held back from this reader is no part of the profile."""
    if memory.slot is None or memory.kind is not Kind.FACT or memory.type is Type.EPISODIC or memory.negated:
        return False
    if memory.status is Status.DELETED or memory.trust is Trust.QUARANTINED or memory.scope.namespace != scope.namespace:
        return False
    if memory.expires_at is not None and memory.expires_at <= now:
        return False
    if memory.agent_scope and scope.agent_id not in memory.agent_scope:
        return False
    # Without a user, an agent's role or the container itself is meant: one must not show in the other.
    if scope.user_id is None and memory.scope.agent_id != scope.agent_id:
        return False
    subject = query.subject or SELF
    category, tag, feature = _place(memory.slot)
    asked = ((query.category, category), (query.tag, tag), (query.feature, feature))
    return (subject == EVERYBODY or memory.subject == subject) and all(want is None or want == have for want, have in asked)


def _feature(held: Sequence[Memory], now: datetime) -> api.ProfileFeature:
    newest = sorted(held, key=lambda m: (m.valid_from, m.order, m.memory_id), reverse=True)
    current = [m for m in newest if m.validity is Validity.ACTIVE and (m.valid_to is None or m.valid_to > now)]
    earlier = [m for m in newest if m not in current]
    return api.ProfileFeature(values=tuple(_value(m) for m in current), history=tuple(_value(m) for m in earlier[:MOST_EARLIER]))


def _value(memory: Memory) -> api.ProfileValue:
    assert memory.slot is not None
    replaced_by = [r.target for r in memory.relations if r.type in ("superseded_by", "contradicted_by", "merged_into")]
    return api.ProfileValue(
        value=memory.slot.value,
        memory_id=memory.memory_id,
        subject=memory.subject,
        content=memory.content.summary,
        confidence=round(memory.confidence, 4),
        trust=memory.trust,
        validity=memory.validity,
        valid_from=memory.valid_from,
        valid_to=memory.valid_to,
        recorded_at=memory.recorded_at,
        superseded_at=memory.superseded_at,
        event_ids=memory.event_ids,
        replaced_by=replaced_by[-1] if replaced_by else None,
        verdict=memory.change.verdict,
        reason=memory.change.reason,
    )
