"""Accept a batch of events (rows R1 to R7): all of it or nothing, and quickly. What they mean is found out later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from keepsake import api, ids
from keepsake.errors import Conflict, KeepsakeError, LostRace, Unavailable
from keepsake.flows import lately, members, orphans
from keepsake.flows.container_settings import policy_of
from keepsake.flows.intake import replies
from keepsake.flows.sessions.opening import IDLE_AFTER
from keepsake.messages import work_of
from keepsake.ports import Delete, Queue, Store, Write
from keepsake.records import (
    Arrival,
    Batch,
    Event,
    FactInput,
    ForFacts,
    Opening,
    Progress,
    Reply,
    Role,
    Scope,
    Session,
    UserState,
    batch_key,
    session_key,
    state_key,
)
from keepsake.rules.forgetting import retention
from keepsake.rules.intake import injected, junk, secrets
from keepsake.rules.sessions import turns

BATCH_TTL = timedelta(days=30)
RETRY_AFTER = timedelta(minutes=2)
"""When a batch that no consumer finished is queued again; above the queue's usual time, so that it seldom happens."""
RACES = 8
"""Tries for the session's counter when several batches of one session arrive at once."""
MOST_SPEAKERS = 100
RECENT_EVENTS = 20
UNDER_WAY = "Another request is bringing these events."
MOST_MESSAGES = 400
"""Of a session since its last folding, which follows each batch: a row stays far below its 400 KB."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One event of a request, whatever form it came in."""

    content: str
    event_id: str | None = None
    role: Role = Role.USER
    name: str | None = None
    timestamp: datetime | None = None
    event_type: str = "message"
    page: str | None = None
    metadata: dict[str, Any] | None = None
    fact: FactInput | None = None


def retain(
    store: Store,
    queue: Queue,
    scope: Scope,
    request: api.RetainRequest,
    idempotency_key: str | None,
    now: datetime,
    for_facts: ForFacts | None = None,
    beside: Sequence[Write] = (),
) -> api.RetainAnswer:
    """Ids and verdicts. `for_facts` is what the facts take that are read from the events, `beside` are rows that are accepted with the
    events or not at all.

    Raises Conflict for a reused id or key with other content, Unavailable with nothing accepted."""
    body_hash = ids.digest(scope.model_dump_json() + request.model_dump_json())
    reply, earlier = replies.claim(store, scope.tenant, idempotency_key, body_hash, now)
    if earlier is not None:
        return api.RetainAnswer.model_validate_json(earlier)
    try:
        return _accept(store, queue, scope, request, reply, now, for_facts, beside)
    except KeepsakeError:
        if reply is not None:
            store.commit([Delete(reply.key)])
        raise


def _accept(
    store: Store,
    queue: Queue,
    scope: Scope,
    request: api.RetainRequest,
    reply: Reply | None,
    now: datetime,
    for_facts: ForFacts | None,
    beside: Sequence[Write],
) -> api.RetainAnswer:
    policy = policy_of(store, scope, now)
    batch_id = ids.owned_id("b", scope.pk)
    given = [_event(scope, row, batch_id, request.extract, now) for row in incoming(request, policy.assistant_chars)]
    events = _unique([e.model_copy(update={"lapses_at": retention.lapses_at(e, policy), "for_facts": for_facts}) for e in given])
    named = {e.event_id for e in request.events if e.event_id}
    known, alone = _brought_before(store, scope, [e for e in events if e.event_id in named], now)
    placed, arrivals = _in_order(store, scope, [e for e in events if e.key not in known], now)
    fresh = [e.model_copy(update={"version": o.version + 1}) if (o := alone.get(e.key)) else e for e in placed]
    known |= _store_events(store, fresh, arrivals, now)
    fresh = [e for e in fresh if e.key not in known]
    answer = api.RetainAnswer(batch_id=batch_id, events=tuple(_accepted(known.get(e.key, e)) for e in events))
    batch = Batch(
        scope=scope, batch_id=batch_id, event_ids=tuple(e.event_id for e in events), recorded_at=now,
        retry_at=now + RETRY_AFTER, ttl_at=now + BATCH_TTL,
        reply_hash=reply.key_hash if reply else None,
    )  # fmt: skip
    try:
        store.commit([Write(batch), *replies.answered(reply, answer.model_dump_json()), *beside])
    except (LostRace, Unavailable):
        if _taken_back(store, batch, (), fresh):
            raise
        return answer
    try:
        queue.send(work_of(batch))
    except Unavailable:
        if _taken_back(store, batch, beside, fresh):
            raise
    return answer


def extract_after_all(store: Store, queue: Queue, events: Sequence[Event], now: datetime) -> str:
    """Has events of one user that were kept as evidence alone read for what they say, as a batch of their own, whose id comes back. Raises
    LostRace where one of them is being processed. At most 99 events: they change in one transaction."""
    scope, batch_id = events[0].scope, ids.owned_id("b", events[0].scope.pk)
    again = {"extract": True, "progress": Progress.PENDING, "batch_id": batch_id}
    names = tuple(e.event_id for e in events)
    batch = Batch(
        scope=scope, batch_id=batch_id, event_ids=names, recorded_at=now, retry_at=now + RETRY_AFTER, ttl_at=now + BATCH_TTL,
        turns_counted=all(e.progress is not Progress.PENDING for e in events),  # by the batch that brought them, where it was read
    )  # fmt: skip
    rows = [Write(e.model_copy(update=again | {"version": e.version + 1}), e.version) for e in events]
    store.commit([Write(batch), *rows])
    with suppress(Unavailable):  # they were accepted long ago: the schedule queues the batch
        queue.send(work_of(batch))
    return batch_id


def incoming(request: api.RetainRequest, assistant_chars: int) -> list[Incoming]:
    """Every form of input as events: facts, candidates and exchanges are evidence too (row R2)."""
    rows = [Incoming(e.content, e.event_id, e.role, e.name, e.timestamp, e.event_type, e.page, e.metadata) for e in request.events]
    rows += [Incoming(f.content, event_type="fact", timestamp=f.valid_from, fact=f) for f in request.facts]
    rows += [Incoming(c.content, event_type="candidate", timestamp=c.timestamp) for c in request.candidates]
    if request.exchange is not None:
        said = request.exchange
        rows.append(Incoming(said.user, timestamp=said.timestamp))
        if reply := (said.assistant or "")[:assistant_chars]:
            rows.append(Incoming(reply, role=Role.ASSISTANT, timestamp=said.timestamp))
    return rows


def _event(scope: Scope, row: Incoming, batch_id: str, extract: bool, now: datetime) -> Event:
    clean = injected.strip(row.content)
    metadata = row.metadata or {}
    source = metadata.get("source")
    spoken = row.event_type if row.event_type != "candidate" else "message"
    verdict = junk.classify(
        clean.text, role=row.role, event_type=spoken, source=source if isinstance(source, str) else None, stripped=clean.blocks > 0
    )
    said = json.dumps(
        [row.role, row.name, clean.text, row.event_type, row.page, metadata, row.timestamp.isoformat() if row.timestamp else None,
         row.fact.model_dump(mode="json") if row.fact else None], sort_keys=True,
    )  # fmt: skip
    return Event(
        scope=scope,
        event_id=row.event_id or ids.owned_id("e", scope.pk),
        batch_id=batch_id,
        role=row.role,
        name=row.name,
        content=clean.text,
        timestamp=row.timestamp or now,
        event_type=row.event_type,
        page=row.page,
        metadata=metadata,
        fact=row.fact,
        verdict=verdict,
        masked=len(secrets.MASKED.findall(said)),
        extract=extract,
        content_hash=ids.content_hash(said),
        recorded_at=now,
    )


def _unique(events: Sequence[Event]) -> list[Event]:
    seen: dict[str, Event] = {}
    for event in events:
        first = seen.setdefault(event.event_id, event)
        if first.content_hash != event.content_hash:
            raise Conflict(f"The event id {event.event_id!r} stands twice in this request, with different content.")
    return list(seen.values())


def _brought_before(
    store: Store, scope: Scope, events: Sequence[Event], now: datetime
) -> tuple[dict[ids.Key, Event], dict[ids.Key, Event]]:
    """Events of these ids, which the caller gave, that an earlier request brought: those that were accepted, and orphans. Raises
    Unavailable while the user is erased, and while another request brings them."""
    rows = store.read([*(e.key for e in events), state_key(scope)], consistent=True)
    if any(isinstance(s, UserState) and s.erasing for s in rows.values()):
        raise Unavailable("This user is being erased.", retry_after_s=10)
    found = {k: e for k, e in rows.items() if isinstance(e, Event)}
    _same_content(events, found)
    return _parted(store, found, now)


def _parted(store: Store, found: dict[ids.Key, Event], now: datetime) -> tuple[dict[ids.Key, Event], dict[ids.Key, Event]]:
    """Those that stay whatever becomes of the request that brought them: its batch is held on to, so that it is not taken back any more.
    And those whose batch was never accepted: nobody worked on them, other than on one whose batch has lapsed since or that was imported.
    Raises Unavailable where nobody knows yet."""
    untouched = {k: batch_key(e.scope, e.batch_id) for k, e in found.items() if e.progress is Progress.PENDING}
    batches = {k: b for k, b in store.read(list(untouched.values()), consistent=True).items() if isinstance(b, Batch)}
    alone = {k: found[k] for k, batch in untouched.items() if batch not in batches}
    lost = store.put_each([Write(b.model_copy(update={"version": 2}), 1) for b in batches.values() if b.version == 1])
    gone = lost - set(store.read(list(lost), consistent=True)) if lost else set()
    if gone or not all(orphans.abandoned(e, now) for e in alone.values()):
        raise Unavailable(UNDER_WAY, retry_after_s=1)
    return {k: e for k, e in found.items() if k not in alone}, alone


def _same_content(events: Sequence[Event], found: dict[ids.Key, Event]) -> None:
    for event in events:
        earlier = found.get(event.key)
        if earlier is not None and earlier.content_hash != event.content_hash:
            raise Conflict(f"The event id {event.event_id!r} was used before with other content.")


def _in_order(store: Store, scope: Scope, events: Sequence[Event], now: datetime) -> tuple[list[Event], list[Arrival]]:
    """The events with their place in the session, and the rows that list its latest ones where these are many by now."""
    if not events:
        return [], []
    names = [e.name for e in events if e.role is Role.USER and e.name]
    said = turns.said(events) if scope.session_id else ()
    for race in range(RACES):
        key = session_key(scope)
        session = store.read([key], consistent=True).get(key) if race else lately.read(store, key)
        held = session if isinstance(session, Session) else None
        if held is None:
            members.enlist(store, scope)
        start, before = (held.next_seq, held.last_event_id) if held else (0, None)
        listed = _listed(store, held) if scope.session_id else start + len(events)
        recent = (*(held.recent if held else ()), *(e.event_id for e in events))
        speakers = dict.fromkeys([*(held.speakers if held else ()), *names])
        after = Session(
            scope=scope,
            next_seq=start + len(events),
            last_event_id=events[-1].event_id,
            recent=recent[-max(RECENT_EVENTS, start + len(events) - listed) :],
            listed=listed,
            speakers=tuple(speakers)[:MOST_SPEAKERS],
            messages=(*(held.messages if held else ()), *said)[-MOST_MESSAGES:],
            turns=(held.turns if held else 0) + sum(s.opens for s in said),
            folding=held.folding if held else None,
            idle_due=(held.idle_due if held else None) or (now + IDLE_AFTER if scope.session_id else None),
            created_at=held.created_at if held else now,
            updated_at=now,
            version=held.version + 1 if held else 1,
        )
        try:
            if held is None and scope.session_id:  # before the session: one that is there is listed
                store.put_each([Write(Opening(scope=scope, opened_at=now))])
            store.commit([Write(after, held.version if held else None)])
        except LostRace:
            continue
        befores = [before, *(e.event_id for e in events)]
        placed = [e.model_copy(update={"seq": start + i, "previous_event_id": befores[i]}) for i, e in enumerate(events)]
        return placed, _to_list(after)
    raise Unavailable("Too many writers on one session.")


def _to_list(session: Session) -> list[Arrival]:
    """The rows that list its latest events, RECENT_EVENTS in each: whoever writes one writes the same."""
    latest = session.unlisted
    if latest is None:
        return []
    parts = [latest.event_ids[i : i + RECENT_EVENTS] for i in range(0, len(latest.event_ids), RECENT_EVENTS)]
    return [
        Arrival(scope=session.scope, seq=latest.seq + i * RECENT_EVENTS, event_ids=part)
        for i, part in enumerate(parts)
        if len(part) == RECENT_EVENTS
    ]


def _listed(store: Store, session: Session | None) -> int:
    """How many of its events are listed: what its own row leaves out from now on has to be there."""
    if session is None:
        return 0
    wanted = _to_list(session)
    there = store.read([a.key for a in wanted], consistent=True)
    listed = session.listed
    for arrival in wanted:
        if arrival.key not in there:
            break
        listed = arrival.seq + RECENT_EVENTS
    return listed


def _store_events(store: Store, events: Sequence[Event], arrivals: Sequence[Arrival], now: datetime) -> dict[ids.Key, Event]:
    """Writes new events, and those that take an orphan's place. Returns those that another request brought meanwhile."""
    fresh = [*(Write(e, e.version - 1 or None) for e in events), *(Write(a) for a in arrivals)]
    try:
        lost = store.put_each(fresh)
        if not lost:
            return {}
        found = {k: e for k, e in store.read(list(lost), consistent=True).items() if isinstance(e, Event)}
        _same_content(events, found)
        known, alone = _parted(store, found, now)
        if alone or len(found) < len(lost):
            raise Unavailable(UNDER_WAY, retry_after_s=1)
    except (Conflict, Unavailable):
        mine = {e.key: e.batch_id for e in events}
        rows = store.read(list(mine), consistent=True)
        _forget(store, [e for k, e in rows.items() if isinstance(e, Event) and e.batch_id == mine[k]])
        raise
    return known


def _taken_back(store: Store, batch: Batch, beside: Sequence[Write], events: Sequence[Event]) -> bool:
    """Takes back what was written, the acceptance first. False where others rely on it, or a consumer has it already: then it stands, and
    the schedule queues it. What this cannot take back has no batch row, so it was never accepted."""
    try:
        store.commit([Delete(batch.key, expected=batch.version), *(Delete(w.record.key) for w in beside)])
    except LostRace:
        return False
    _forget(store, events)
    return True


def _forget(store: Store, events: Sequence[Event]) -> None:
    """Those that nobody has touched since."""
    for event in events:
        with suppress(LostRace):
            store.commit([Delete(event.key, expected=event.version)])


def _accepted(event: Event) -> api.AcceptedEvent:
    return api.AcceptedEvent(event_id=event.event_id, status=event.progress, verdict=event.verdict, masked=event.masked)
