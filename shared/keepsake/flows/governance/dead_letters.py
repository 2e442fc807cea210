"""Messages that failed (row O6): why, which of them a queue gave up, and sending those again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from keepsake import api, ids
from keepsake.errors import Conflict, Forbidden, Invalid, KeepsakeError, LostRace, NotFound
from keepsake.flows.intake.batches import open_batch
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.messages import AccessWork, BatchWork, UserWork, Work
from keepsake.ports import ListPlace, Queue, Store, Write
from keepsake.records import DueWork, Principal, Scope
from keepsake.records.dead_letters import DeadLetter, QueueName, dead_letter_key
from keepsake.records.indexing import OPERATOR
from keepsake.rules.governance import identity

UNSAID = "No error was told, as when a function is cut off."
STREAM = "The search index did not take these rows in time; the schedule projects them from the table."
RACES = 5

_WORK: TypeAdapter[Work] = TypeAdapter(Work)


class Message(NamedTuple):
    """A message as a queue delivers it."""

    message_id: str
    body: str
    received: int
    sent_at: datetime


def reason(error: BaseException) -> str:
    """The error's class, and its text where that is made for callers: any other may quote a user."""
    name = type(error).__name__
    return f"{name}: {error.detail}" if isinstance(error, KeepsakeError) else name


def begin(store: Store, message: Message, now: datetime) -> int:
    """How often the message was begun before without a dependency being to blame; this time counts from now on, so that a worker which it
    kills is counted too. A first delivery writes nothing."""
    work = _read(message)
    if work is None or message.received == 1:
        return 0
    row = _held(store, work, message)
    tries = row.tries if row else 0
    fields = {"tries": tries + 1, "received": message.received, "failed_at": now}
    _write(store, _scope(work), message, fields, now)
    return tries


def note(store: Store, message: Message, error: BaseException, tries: int, now: datetime) -> None:
    """Keeps why a message failed this time, and how many tries count against it by now."""
    work = _read(message)
    if work is None:
        return
    fields = {"reason": reason(error), "tries": tries, "received": message.received, "failed_at": now}
    _write(store, _scope(work), message, fields, now)


def last_reason(store: Store, message: Message) -> str:
    """Why it failed the last time, as far as anybody told."""
    work = _read(message)
    row = _held(store, work, message) if work is not None else None
    return row.reason if row else UNSAID


def give_up(store: Store, queue: QueueName, message: Message, now: datetime, why: str | None = None) -> bool:
    """Makes a dead letter of what a queue gave up. False for what nobody waits for: its batch is done, or its user was erased. Safe to run
    twice."""
    if queue == "stream":
        fields = {"queue": queue, "reason": STREAM, "dead_at": now}
        # What failed names no row; its body says where in the stream, which nobody can read a day later.
        _write(store, Scope(tenant=OPERATOR), message._replace(body="{}"), fields, now)
        return True
    work = _read(message)
    if work is None:
        return False
    state, _ = read_state(store, _scope(work))
    erased = state.erased_at is not None and state.erased_at >= message.sent_at
    if erased or (isinstance(work, BatchWork) and open_batch(store, work) is None):
        return False
    _write(
        store, _scope(work), message, {"queue": queue, "dead_at": now, "received": message.received} | ({"reason": why} if why else {}), now
    )
    return True


def listed(store: Store, principal: Principal, query: api.DeadLetterQuery) -> api.DeadLetterList:
    """What waits to be sent again, the first given up first. A tenant's key sees its own, and within what it is bound to."""
    tenant = query.tenant if principal.operator else _own(principal, query.tenant)
    rows, more = page(store, principal, ids.owners(tenant) if tenant else "", None, query.limit)
    return api.DeadLetterList(dead_letters=tuple(_view(r) for r in rows), more=more is not None)


def page(store: Store, principal: Principal, within: str, after: ListPlace | None, most: int) -> tuple[list[DeadLetter], ListPlace | None]:
    """Of the next `most` that wait in a partition, or in those that begin with `within`, the ones that the key may see, the first given up
    first; and where the next page begins, None at the end."""
    # Of all tenants in one list: they are few, lapse, and the operator has to find them without a name.
    listed = store.listed(DueWork.DEAD_LETTER, within, after, most + 1)
    held = store.read([row.key for row in listed[:most]], consistent=True)
    rows = [r for row in listed[:most] if isinstance(r := held.get(row.key), DeadLetter) and r.due is not None]
    mine = [r for r in rows if principal.operator or identity.may_see(principal, r.scope)]
    return mine, listed[most - 1].place if len(listed) > most else None


def redrive(
    store: Store, queues: Mapping[QueueName, Queue], principal: Principal, letter: str, tenant: str | None, now: datetime
) -> api.DeadLetterView:
    """Sends it to its queue again, in its user's turn. Twice does it once. Raises NotFound, also for another tenant's."""
    row = one(store, principal, letter, tenant)
    if row.redriven_at is None:
        if row.queue is not None and row.queue in queues:
            # Before the mark: a crash in between leaves it listed, and the queue swallows the second sending, as the consumer would.
            queues[row.queue].send(_WORK.validate_json(row.body), again=row.letter_id)
        done = row.model_copy(update={"redriven_at": now, "redriven_by": principal.actor, "version": row.version + 1})
        try:
            store.commit([Write(done, row.version)])
        except LostRace:
            return redrive(store, queues, principal, letter, tenant, now)
        row = done
    return _view(row)


def one(store: Store, principal: Principal, letter: str, tenant: str | None) -> DeadLetter:
    """What was given up, sent again since or not. Raises NotFound."""
    owner = tenant if principal.operator else _own(principal, tenant)
    if owner is None:
        raise Invalid("tenant: the operator names whose letter it is", errors=[{"field": "tenant", "message": "is needed"}])
    rows = store.read(store.find(owner, letter), consistent=True).values()
    for row in rows:
        if isinstance(row, DeadLetter) and row.dead_at is not None and (principal.operator or identity.may_see(principal, row.scope)):
            return row
    raise NotFound("There is no such dead letter.")


def _own(principal: Principal, tenant: str | None) -> str:
    if tenant not in (None, principal.tenant):
        raise Forbidden("This key sees its own tenant's dead letters alone.")
    return principal.tenant


def _held(store: Store, work: Work, message: Message) -> DeadLetter | None:
    key = dead_letter_key(_scope(work), message.message_id)
    row = store.read([key], consistent=True).get(key)
    return row if isinstance(row, DeadLetter) else None


def _write(store: Store, scope: Scope, message: Message, fields: Mapping[str, object], now: datetime) -> None:
    key = dead_letter_key(scope, message.message_id)
    for _ in range(RACES):
        held = store.read([key], consistent=True).get(key)
        row = held if isinstance(held, DeadLetter) else None
        if row is not None and row.dead_at is not None:
            return
        made = row or DeadLetter(scope=scope, message_id=message.message_id, body=message.body, reason=UNSAID, failed_at=now)
        after = made.model_copy(update={**fields, "version": row.version + 1 if row else 1})
        try:
            store.commit([Write(after, row.version if row else None)])
        except LostRace:
            continue
        return
    raise Conflict("Too many writers on one dead letter.")


def _read(message: Message) -> Work | None:
    """None for what is no message of ours: the consumer drops it too."""
    try:
        return _WORK.validate_json(message.body)
    except ValidationError:
        return None


def _scope(work: Work) -> Scope:
    return Scope(tenant=work.tenant, container=work.container, user_id=work.user_id)


def work_of(row: DeadLetter) -> Work | None:
    """What the message was about; None for one that was none of ours."""
    return _read(Message(row.message_id, row.body, row.received, row.failed_at))


def _view(row: DeadLetter) -> api.DeadLetterView:
    work = work_of(row)
    return api.DeadLetterView(
        id=row.letter_id, tenant=row.scope.tenant, container=row.scope.container, user_id=row.scope.user_id, queue=row.queue or "stream",
        reason=row.reason, received=row.received, failed_at=row.failed_at, dead_at=row.dead_at or row.failed_at,
        batch_id=work.batch_id if isinstance(work, BatchWork) else None, run_id=work.run_id if isinstance(work, UserWork) else None,
        recall_id=work.recall_id if isinstance(work, AccessWork) else None, redriven_at=row.redriven_at,
    )  # fmt: skip
