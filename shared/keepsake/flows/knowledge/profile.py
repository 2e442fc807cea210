"""The profile: what is known of a user, of an agent's role, or of a container, feature by feature (row K2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from keepsake import api
from keepsake.flows import walk
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ports import Store
from keepsake.records import (
    Event,
    Kind,
    Memory,
    PastVersion,
    Scope,
    Slot,
    Source,
    Status,
    Trust,
    Type,
    Validity,
    event_key,
    history_prefix,
)
from keepsake.rules import slots
from keepsake.rules.governance import audience, quarantine
from keepsake.rules.knowledge import pruning

MOST_EARLIER = 20
"""Earlier values shown of one feature; each memory's own history holds all of them."""
EVERYBODY = "*"


class Held(NamedTuple):
    """A fact and the value that it gives one feature."""

    memory: Memory
    value: str


def profile(store: Store, scope: Scope, query: api.ProfileQuery, now: datetime) -> api.ProfileAnswer:
    """Current values by category, tag and feature, each with its evidence, and the earlier ones with their dates and reason."""
    by_place: dict[tuple[str, str, str], list[Held]] = defaultdict(list)
    rows = (m for m in walk.rows(store, scope.pk, Memory.prefix, consistent=False) if isinstance(m, Memory))
    for row in [v for m in rows if _open(m, scope, now) for v in (m, *_corrected(store, m))]:
        if _asserts(row, query):
            for slot in places(row):
                if _asked(slot, query):
                    by_place[slot.category, slot.tag or slots.DEFAULT_TAG, slot.feature].append(Held(row, slot.value))
    out: dict[str, dict[str, dict[str, api.ProfileFeature]]] = {}
    for (category, tag, feature), held in sorted(by_place.items()):
        found = _feature(held, now)
        if found.values or found.history:
            out.setdefault(category, {}).setdefault(tag, {})[feature] = found
    return api.ProfileAnswer(profile=out)


def _corrected(store: Store, memory: Memory) -> list[Memory]:
    """What a corrected fact said before, until its correction: the same fact, so its values are in its versions alone."""
    if memory.source is not Source.CORRECTED or memory.kind is not Kind.FACT:
        return []
    past = store.query(memory.scope.pk, history_prefix(memory.memory_id)).records
    versions = [*(r.memory for r in past if isinstance(r, PastVersion)), memory]
    earlier = [
        before.model_copy(update={"validity": Validity.DEPRECATED, "valid_to": after.change.at, "superseded_at": after.change.at})
        for before, after in pairwise(versions)
        if places(before) != places(after) and after.status is not Status.DELETED
    ]
    return _unquarantined(store, memory.scope, earlier)


def _unquarantined(store: Store, scope: Scope, earlier: Sequence[Memory]) -> list[Memory]:
    """Those that rest on something else than what is in quarantine today: a correction is evidence of its own for the fact, not for what
    the fact said before."""
    quarantines = read_state(store, scope)[0].quarantines if earlier else ()
    if not quarantines:
        return list(earlier)
    events = store.read([event_key(scope, e) for m in earlier for e in m.event_ids]).values()
    held = quarantine.held_of([e for e in events if isinstance(e, Event)], quarantines)
    return [m for m in earlier if not m.event_ids or not held.issuperset(m.event_ids)]


def places(memory: Memory) -> list[Slot]:
    """The places that a fact fills: of one that was merged, those of all that it was merged from."""
    merged = memory.content.structured.get("slots")
    if isinstance(merged, list) and merged:
        return [Slot.model_validate(s) for s in merged]
    return [memory.slot] if memory.slot is not None else []


def _asked(slot: Slot, query: api.ProfileQuery) -> bool:
    asked = ((query.category, slot.category), (query.tag, slot.tag or slots.DEFAULT_TAG), (query.feature, slot.feature))
    return all(want is None or want == have for want, have in asked)


def _open(memory: Memory, scope: Scope, now: datetime) -> bool:
    """What is deleted, expired or held back from this reader today is no part of the profile, nor is what it said before."""
    if memory.status is Status.DELETED or memory.trust is Trust.QUARANTINED or memory.scope.namespace != scope.namespace:
        return False
    if memory.expires_at is not None and memory.expires_at <= now:
        return False
    if not audience.of_agent(memory, scope.agent_id):
        return False
    # Without a user, an agent's role or the container itself is meant: one must not show in the other.
    return scope.user_id is not None or memory.scope.agent_id == scope.agent_id


def _asserts(memory: Memory, query: api.ProfileQuery) -> bool:
    """Whether this version says something lasting of the subject that is asked for."""
    if memory.kind is not Kind.FACT or memory.type is Type.EPISODIC or memory.negated:
        return False
    return query.subject in (None, EVERYBODY, memory.subject)


def _feature(held: Sequence[Held], now: datetime) -> api.ProfileFeature:
    newest = sorted(held, key=lambda h: (h.memory.valid_from, h.memory.order, h.memory.memory_id), reverse=True)
    current = [h for h in newest if h.memory.validity is Validity.ACTIVE and (h.memory.valid_to is None or h.memory.valid_to > now)]
    still = {(h.memory.memory_id, h.value) for h in current}
    # What was merged is said by the fact that took it over: it is no earlier value.
    earlier = [h for h in newest if h not in current and (pruning.merged_into(h.memory), h.value) not in still]
    return api.ProfileFeature(values=tuple(_value(h) for h in current), history=tuple(_value(h) for h in earlier[:MOST_EARLIER]))


def _value(held: Held) -> api.ProfileValue:
    memory = held.memory
    replaced_by = [r.target for r in memory.relations if r.type in ("superseded_by", "contradicted_by", "merged_into")]
    return api.ProfileValue(
        value=held.value,
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
