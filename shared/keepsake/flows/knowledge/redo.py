"""Write what is decided and not written yet. A batch's decision is one write of the user's state, and what follows from its observations
alone comes behind it; until its events are read, whoever writes of the same user does that first, where the one before them stopped."""

from __future__ import annotations

from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import neighbourhood
from keepsake.ports import Store, Write
from keepsake.records import Batch, Event, Progress, Scope, UserState, batch_key, event_key
from keepsake.rules.knowledge import made


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
