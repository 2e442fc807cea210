"""Write what is decided and not written yet. A batch's decision is one write of the user's state, and what follows from its observations
alone comes behind it; until its events are read, whoever writes of the same user does that first, where the one before them stopped."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.errors import LostRace
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import neighbourhood
from keepsake.ids import Key
from keepsake.ports import Store, Write
from keepsake.records import Batch, Event, Memory, PastVersion, Progress, Scope, UserState, batch_key, event_key, memory_key
from keepsake.rules.knowledge import made

RACES = 5
"""Tries to link a fact of which somebody notes that it was used, which no state orders."""


def redo(store: Store, scope: Scope, state: UserState | None) -> None:
    """To be done between reading the state and reading anything that it orders. Writing again what is there changes nothing."""
    last = state.decided[-1] if state is not None and state.decided else None
    if last is None or last.event_id is None:
        return
    name = event_key(scope, last.event_id)
    for consistent in (False, True):  # once it is read it stays so, and a look at what was a second ago costs half
        event = store.read([name], consistent=consistent).get(name)
        if isinstance(event, Event) and event.progress is Progress.PROCESSED:
            return
    key = batch_key(scope, last.batch_id)
    batch = store.read([key], consistent=True).get(key)
    if not isinstance(batch, Batch):
        return
    said = store.read([event_key(scope, e) for e in batch.event_ids], consistent=True).values()
    observed = neighbourhood.observed_in(store, [e for e in said if isinstance(e, Event)])
    decided = made.in_order(observed.values())[: last.observations]
    store.put_each([Write(m) for o in decided for m in made.by(o, policy_of(store, o.scope, o.change.at))])
    link(store, decided)


def link(store: Store, decided: Iterable[Memory]) -> None:
    """Links what stands on beside the facts that these observations made, as far as it is not. Raises LostRace."""
    for observation, other in made.to_link(decided):
        _link(store, observation, memory_key(observation.scope, other))


def _link(store: Store, observation: Memory, key: Key) -> None:
    for _ in range(RACES):
        row = store.read([key], consistent=True).get(key)
        policy = policy_of(store, observation.scope, observation.change.at)
        after = made.linked(observation, row, policy) if isinstance(row, Memory) else None
        if not isinstance(row, Memory) or after is None:
            return
        store.put_each([Write(PastVersion(memory=row))])
        if not store.put_each([Write(after.model_copy(update={"index_due": None}), row.version)]):
            return
    raise LostRace("Too many writers on one fact.")
