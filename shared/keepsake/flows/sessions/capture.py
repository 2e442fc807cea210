"""Observe, route, tick (row W3): what a turn says is in working memory at once; for the long term it goes the way of retain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from keepsake import api
from keepsake.errors import Invalid, LostRace, NotFound
from keepsake.flows.container_settings import policy_of
from keepsake.flows.intake.retain import extract_after_all, retain
from keepsake.flows.knowledge import upkeep
from keepsake.flows.reading import extract
from keepsake.flows.reading.vectors import Vectors
from keepsake.flows.sessions import fold, sessions, working
from keepsake.ports import Embedder, Extractor, Queue, Store
from keepsake.records import Embedding, Event, Memory, Scope, Session, Verdict, event_key, session_key
from keepsake.rules.governance import quarantine
from keepsake.rules.reading import extraction
from keepsake.rules.sessions import routing
from keepsake.rules.sessions import working as rules

MOST_UNREAD = 90
"""Events of one exchange that are read after all, the first: they change in one transaction, and an agent may call many tools in a turn."""


@dataclass(frozen=True, slots=True)
class Ports:
    store: Store
    queue: Queue
    """Where batches wait to be extracted."""
    embedder: Embedder
    rules: Extractor
    """Answers at once, whatever extractor follows."""


def capture(ports: Ports, scope: Scope, request: api.CaptureRequest, idempotency_key: str | None, now: datetime) -> api.CaptureAnswer:
    """What was observed, where it went and what gave way. Safe to repeat with an idempotency key: an event is routed once.

    Raises Invalid without a session, NotFound where there is no last exchange, and what retain raises.
    """
    if scope.session_id is None:
        raise Invalid("A session is needed.", errors=[{"field": "session_id", "message": "is needed"}])
    store = ports.store
    batch_id, ids_ = _accepted(ports, scope, request, idempotency_key, now)
    keys = [event_key(scope, i) for i in ids_]
    rows = store.read(keys, consistent=True)
    events = [e for k in keys if isinstance(e := rows.get(k), Event)]
    unread = [e for e in events if not e.extract and e.verdict is Verdict.CANDIDATE][:MOST_UNREAD] if request.last_exchange else []
    if unread:
        batch_id = extract_after_all(store, ports.queue, unread, now)
        rows |= store.read([e.key for e in unread], consistent=True)
        events = [e for k in keys if isinstance(e := rows.get(k), Event)]
    observations = _observed(ports, scope, [e for e in events if e.verdict is Verdict.CANDIDATE], now)
    try:
        routed = working.route(store, scope, events, observations, now, {e.event_id for e in unread})
    except LostRace:  # it is accepted: extraction routes what nobody has
        routed = None
    routed = routed or rules.Changed(working.read(store, scope, now)[0])
    return _answer(store, batch_id or events[-1].batch_id, scope, events, observations, routed, now)


def _accepted(
    ports: Ports, scope: Scope, request: api.CaptureRequest, idempotency_key: str | None, now: datetime
) -> tuple[str | None, tuple[str, ...]]:
    """The batch and its events; of the last exchange, the events that are there already, also those that were kept without being read."""
    if request.last_exchange:
        return None, _last_exchange(ports.store, scope)
    said = (api.EventInput(content=request.text, timestamp=request.timestamp),) if request.text is not None else ()
    body = api.RetainRequest(events=said, exchange=request.exchange)
    accepted = retain(ports.store, ports.queue, scope, body, idempotency_key, now)
    return accepted.batch_id, tuple(e.event_id for e in accepted.events)


def _last_exchange(store: Store, scope: Scope) -> tuple[str, ...]:
    """The session's last user message and what followed it. Raises NotFound."""
    session = store.read([session_key(scope)], consistent=True).get(session_key(scope))
    messages = session.messages if isinstance(session, Session) and session.scope.namespace == scope.namespace else ()
    opening = next((i for i in reversed(range(len(messages))) if messages[i].opens), None)
    if opening is None:
        raise NotFound("This session has no exchange yet.")
    rows = store.read([event_key(scope, s.event_id) for s in messages[opening:]], consistent=True)
    mine = [s.event_id for s in messages[opening:] if isinstance(e := rows.get(event_key(scope, s.event_id)), Event) and _own(e, scope)]
    if not mine:
        raise NotFound("This session has no exchange yet.")
    return tuple(mine)


def _own(event: Event, scope: Scope) -> bool:
    return event.scope.agent_id in (None, scope.agent_id)


def _observed(ports: Ports, scope: Scope, events: Sequence[Event], now: datetime) -> list[Memory]:
    """The observations that the rules make of these events, with the ids that extraction will give them; nothing is stored. Where the
    model does not answer, all that is of use by its words: extraction may keep less."""
    spoken = [e for e in events if e.extract and e.event_type in extract.SPOKEN and e.fact is None]
    if not spoken:
        return []
    state = upkeep.read_state(ports.store, scope)[0]
    beside = extract.around(fold.latest(ports.store, scope), state, extract.earlier_of(ports.store, spoken, state))
    found = extract.claims_of(ports.store, ports.rules, ports.rules, spoken, beside)
    found = extract.useful_of(found, Vectors(ports.embedder, [f.claim.content for f in found]), ports.embedder)
    made = Embedding(model=ports.embedder.model, dimension=ports.embedder.dimension)
    held = quarantine.held_of(spoken, state.quarantines)
    seen = [extract.observation(e[-1].scope, f, e, made, now) for f in found for e in [extract.cited(spoken, f.claim)]]
    return [quarantine.withheld(o, held) for o in seen]


def _answer(
    store: Store, batch_id: str, scope: Scope, events: Sequence[Event], observations: Sequence[Memory], routed: rules.Changed, now: datetime
) -> api.CaptureAnswer:
    policy = policy_of(store, scope, now)
    proving = {e for o in observations for e in o.event_ids}
    memory = routed.memory
    return api.CaptureAnswer(
        batch_id=batch_id,
        session_id=scope.session_id or "",
        turn=memory.turn,
        observations=tuple(
            api.Captured(
                observation_id=o.memory_id, content=o.content.summary, subject=o.subject, category=o.category, importance=o.importance,
                durability=o.durability, routed=routing.destinations(o, policy), item_id=routing.item_of(o).item_id, event_ids=o.event_ids,
            )
            for o in observations
        ),
        dropped=tuple(api.Dropped(event_id=e.event_id, reason=_why(e)) for e in events if e.event_id not in proving),
        evicted=sessions.given_way(store, scope, memory, routed.evicted, policy, now),
        replaced=sessions.given_way(store, scope, memory, routed.replaced, policy, now),
    )  # fmt: skip


def _why(event: Event) -> str:
    return f"junk: {event.verdict}" if event.verdict is not Verdict.CANDIDATE else extraction.why_nothing(event)
