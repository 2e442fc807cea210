"""Containers as clients of AgentCore Memory know them: named, with strategies, listed, changed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from keepsake import api, cursors, ids
from keepsake.errors import Conflict, Forbidden, Invalid, LostRace, NotFound
from keepsake.flows import container_settings
from keepsake.flows.governance import erase, forget_event
from keepsake.ports import Delete, Queue, Store, Write
from keepsake.records import ContainerSettings, Event, Principal, Resident, container_settings_key
from keepsake.records.banks import Bank, bank_key, banks_pk
from keepsake.records.erasure import Receipt
from keepsake.rules.governance import identity

RACES = 5
MOST_ACTORS = 50
"""Whose erasure one deletion asks for."""
MOST_OWN = 50
"""Records of the container itself that one deletion takes away."""


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


def delete(store: Store, queue: Queue, principal: Principal, bank: Bank, now: datetime) -> list[Receipt]:
    """Takes the bank away and asks for the erasure of its actors, which the schedule carries out. Raises Conflict where there are more
    actors than one request asks for, and where one has a memory under legal hold: then the bank stays."""
    _whole(principal)
    own = ids.user_pk(bank.tenant, bank.container, None)
    rows = store.query(own, Event.prefix, limit=MOST_OWN + 1, consistent=True).records
    said = [e for e in rows if isinstance(e, Event) and e.lapsed_at is None]
    if len(said) > MOST_OWN:
        raise Conflict(f"It holds more than {MOST_OWN} records of no actor: delete these first.")
    page = store.query(ids.tenant_pk(bank.tenant, "USERS", bank.container), Resident.prefix, limit=MOST_ACTORS + 1, consistent=True)
    users = [r.user_id for r in page.records if isinstance(r, Resident)]
    if len(users) > MOST_ACTORS:
        raise Conflict(f"It has more than {MOST_ACTORS} actors: erase them first, with DELETE /v1/users/{{id}}?container={bank.container}.")
    receipts = [erase.request(store, principal, user, bank.container, now) for user in users]
    for event in said:
        forget_event.forget(store, queue, event, principal.actor, now)
    store.commit([Delete(bank.key)])
    return receipts


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
