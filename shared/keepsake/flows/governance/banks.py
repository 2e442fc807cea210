"""Containers as clients of AgentCore Memory know them: named, with strategies, listed, changed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from keepsake import api, cursors, ids
from keepsake.errors import Conflict, Forbidden, Invalid, LostRace, NotFound
from keepsake.flows import container_settings
from keepsake.flows.governance import erase, forget_event
from keepsake.flows.governance.resting import Resting
from keepsake.ports import Delete, Queue, Store, Write
from keepsake.records import ContainerSettings, DueWork, Event, Principal, Resident, Scope, container_settings_key
from keepsake.records.banks import Bank, Remains, bank_key, banks_pk
from keepsake.records.erasure import RETRY_AFTER, Receipt
from keepsake.rules.governance import identity

RACES = 5
ACTORS_AT_ONCE = 40
"""Whose erasures are asked for in one transaction."""
ASKED_UNTIL_S = 20.0
"""Seconds left until which actors are asked for legal holds, which reads all of their memories: the deletion needs the others."""
OWN_AT_ONCE = 50
BANKS_AT_ONCE = 10
RESERVE_S = 10.0
"""Seconds left at which a deletion leaves the rest to the schedule."""


def create(store: Store, principal: Principal, bank: Bank) -> Bank:
    """The bank, or the one that the same request made before. Raises Invalid where another has its name."""
    _whole(principal)
    if principal.containers:
        raise Forbidden("This key is bound to other containers.")
    settings = ContainerSettings(
        tenant=bank.tenant, container=bank.container, values={"events_days": bank.event_days}, updated_at=bank.created_at,
        updated_by=principal.actor,
    )  # fmt: skip
    try:
        store.commit([Write(bank), Write(settings)])
    except LostRace:
        held = _read(store, bank.tenant, bank.name)
        if held is not None and bank.made_by is not None and held.made_by == bank.made_by:
            return held
        message = "a memory of this name already exists"
        raise Invalid(f"name: {message}", errors=[{"field": "name", "message": message}]) from None
    return bank


def one(store: Store, principal: Principal, container: str, name: str) -> Bank:
    """Raises NotFound, and Forbidden for a container that the key is not bound to."""
    identity.effective(principal, identity.Asked(container=container))
    bank = _read(store, principal.tenant, name)
    if bank is None or bank.container != container:
        raise NotFound("There is no such memory.")
    return bank


def listed(store: Store, principal: Principal, limit: int, cursor: str | None) -> tuple[list[Bank], str | None]:
    """Those whose container the key may reach, by their names."""
    pk = banks_pk(principal.tenant)
    page = store.query(pk, Bank.prefix, after=cursors.read(pk, Bank.prefix, cursor), limit=limit)
    banks = [b for b in page.records if isinstance(b, Bank)]
    mine = [b for b in banks if not principal.containers or b.container in principal.containers]
    return mine, cursors.make(pk, Bank.prefix, page.after) if page.after else None


def change(store: Store, principal: Principal, container: str, name: str, changed: Callable[[Bank], Bank]) -> Bank:
    """The bank as `changed` makes it of the one that stands. Raises LostRace after several tries."""
    _whole(principal)
    for _ in range(RACES):
        held = one(store, principal, container, name)
        after = changed(held).model_copy(update={"version": held.version + 1})
        try:
            if after.event_days != held.event_days:
                _keep_for(store, principal, after)
            store.commit([Write(after, held.version)])
        except LostRace:
            continue
        return after
    raise LostRace("Too many writers on one memory.")


def delete(store: Store, queue: Queue, principal: Principal, bank: Bank, now: datetime, left_s: Callable[[], float]) -> None:
    """Takes the bank away at once, and its data as far as time allows: the schedule goes on from there. Raises Conflict where one of its
    first actors has a memory under legal hold: then all stays. One that is met later waits for its release."""
    _whole(principal)
    first, _ = _actors(store, bank.tenant, bank.container, None)
    for actor in first:
        if left_s() <= ASKED_UNTIL_S:
            break
        erase.require_unheld(store, [Scope(tenant=actor.tenant, container=actor.container, user_id=actor.user_id)])
    remains = Remains(tenant=bank.tenant, container=bank.container, actor=principal.actor, due_at=now + RETRY_AFTER)
    store.commit([Delete(bank.key), Write(remains)])
    clear(store, queue, remains, now, left_s)


def left_lying(store: Store, now: datetime) -> list[Remains]:
    """What deleted banks leave, and nobody took away in time."""
    rows = store.read(store.due(DueWork.BANK, now, BANKS_AT_ONCE), consistent=True).values()
    return [r for r in rows if isinstance(r, Remains) and r.due_at <= now]


def clear(store: Store, queue: Queue, remains: Remains, now: datetime, left_s: Callable[[], float]) -> bool:
    """Asks for the erasure of the actors and forgets what is the container's own; whether that is all. What is being processed, or is under
    legal hold, waits for the next time. Safe to run twice."""
    while left_s() > RESERVE_S:
        actors, after = _actors(store, remains.tenant, remains.container, remains.after)
        receipts = [
            Receipt(
                tenant=r.tenant, receipt_id=ids.new_id("er"), user_id=r.user_id, containers=(r.container,), actor=remains.actor,
                requested_at=now,
            )
            for r in actors
        ]  # fmt: skip
        # Behind the last page too: an actor whose erasure waits is listed still, and is not asked for again.
        reached = {"after": actors[-1].key.sk if actors else remains.after, "due_at": now + RETRY_AFTER, "version": remains.version + 1}
        further = remains.model_copy(update=reached)
        store.commit([Write(further, remains.version), *map(Write, receipts)])
        remains = further
        if after is None:
            break
    else:
        return False
    if not _own_forgotten(store, queue, remains, now, left_s):
        return False
    store.commit([Delete(remains.key)])
    return True


def _actors(store: Store, tenant: str, container: str, after: str | None) -> tuple[list[Resident], str | None]:
    page = store.query(ids.tenant_pk(tenant, "USERS", container), Resident.prefix, after=after, limit=ACTORS_AT_ONCE, consistent=True)
    return [r for r in page.records if isinstance(r, Resident)], page.after


def _own_forgotten(store: Store, queue: Queue, remains: Remains, now: datetime, left_s: Callable[[], float]) -> bool:
    """Whether no event of no actor is left."""
    own, after, waits = ids.user_pk(remains.tenant, remains.container, None), None, False
    resting = Resting(store, Scope(tenant=remains.tenant, container=remains.container))
    while left_s() > RESERVE_S:
        page = store.query(own, Event.prefix, after=after, limit=OWN_AT_ONCE, consistent=True)
        for event in page.records:
            if left_s() <= RESERVE_S:
                return False
            if isinstance(event, Event) and event.lapsed_at is None:
                try:
                    forget_event.forget(store, queue, event, remains.actor, now, resting)
                except (Conflict, LostRace):
                    waits = True
        if (after := page.after) is None:
            return not waits
    return False


def _keep_for(store: Store, principal: Principal, bank: Bank) -> None:
    """The container's setting comes first: where this dies, the bank is changed again."""
    key = container_settings_key(bank.tenant, bank.container)
    held = store.read([key], consistent=True).get(key)
    policy = container_settings.policy_in(held).model_copy(update={"events_days": bank.event_days})
    body = api.SettingsRequest(version=held.version if held else 0, settings=policy)
    container_settings.change(store, principal, bank.container, body, bank.updated_at)


def _whole(principal: Principal) -> None:
    if principal.user_id is not None or principal.agent_id is not None:
        raise Forbidden("A memory is a whole container, and this key is bound to one user or agent.")


def _read(store: Store, tenant: str, name: str) -> Bank | None:
    key = bank_key(tenant, name)
    row = store.read([key], consistent=True).get(key)
    return row if isinstance(row, Bank) else None
