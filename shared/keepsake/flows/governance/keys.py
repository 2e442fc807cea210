"""API keys (row V2): created, listed, rotated, revoked, and resolved to a principal. Only a hash is kept; a key is shown once."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta

from keepsake import api, cursors, ids, telemetry
from keepsake.errors import Conflict, Forbidden, Invalid, LostRace, NotFound, Unauthenticated, Unavailable
from keepsake.flows.governance import bound_keys
from keepsake.ports import Store, Write
from keepsake.records import ApiKey, Permission, Principal, api_key_key

_FORM = re.compile(r"^ks_([a-z0-9][a-z0-9-]{0,62})\.([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$")
OPERATOR = "operator"
"""Tenant and key id of whoever holds the operator's secret."""
USED_EVERY = timedelta(hours=1)
"""How often at most a key's last use is written: a write for each request would cost more than it tells."""
RACES = 5
UNDER_WAY = timedelta(seconds=10)
"""How long an answer of the authorizer may be under way (its timeout in the template) before API Gateway remembers it."""


def create(store: Store, principal: Principal, request: api.KeyRequest, now: datetime) -> api.NewKey:
    """A new key. Raises Forbidden for another tenant's, Invalid where the operator names none."""
    tenant = request.tenant or (None if principal.operator else principal.tenant)
    if tenant is None:
        raise Invalid("tenant: the operator's key creates keys for a named tenant", errors=[{"field": "tenant", "message": "is needed"}])
    _own(principal, tenant)
    if not _covers(principal, request):
        raise Forbidden("A bound key creates only keys with the same binding.")
    made = ApiKey(
        tenant=tenant,
        key_id="",
        key_hash="",
        permissions=request.permissions,
        roles=request.roles,
        containers=request.containers,
        user_id=request.user_id,
        agent_id=request.agent_id,
        created_at=now,
    )
    record, key = _secret(made)
    store.commit([Write(record), *bound_keys.listed(record)])
    return _new(record, key)


def listed(store: Store, principal: Principal, query: api.KeyListQuery) -> api.KeyList:
    """A page of the tenant's, of which the caller sees those that it may administer, by their ids."""
    pk = ids.tenant_pk(_named(principal, query.tenant), "KEYS")
    page = store.query(pk, ApiKey.prefix, after=cursors.read(pk, ApiKey.prefix, query.cursor), limit=query.limit or api.MOST_KEYS)
    mine = tuple(_view(k) for k in page.records if isinstance(k, ApiKey) and _covers(principal, k))
    return api.KeyList(keys=mine, next_cursor=cursors.make(pk, ApiKey.prefix, page.after) if page.after else None)


def rotate(
    store: Store,
    principal: Principal,
    tenant: str | None,
    key_id: str,
    overlap: timedelta,
    now: datetime,
    remembered: timedelta = timedelta(0),
) -> api.NewKey:
    """A new key with the same bindings; the old one works for `overlap` more, or where that is longer for as long as the authorizer's
    answer of before is `remembered`. Raises NotFound, and Conflict where the key works no longer or was rotated before."""
    for _ in range(RACES):
        old = _held(store, principal, tenant, key_id)
        if old.replaced_by is not None:
            raise Conflict(f"The key was rotated before, to {old.replaced_by}: rotate that one.")
        if not old.works(now):
            raise Conflict("The key is revoked.")
        fresh = {"created_at": now, "replaces": old.key_id, "last_used_at": None, "version": 1}
        new, key = _secret(old.model_copy(update=fresh))
        left = {"expires_at": now + overlap, "replaced_by": new.key_id, "version": old.version + 1}
        try:
            store.commit([Write(new), Write(old.model_copy(update=left), old.version), *bound_keys.listed(new)])
        except LostRace:
            continue
        known = now + remembered + UNDER_WAY if remembered else now
        return _new(new, key).model_copy(update={"old_works_until": max(now + overlap, known)})
    raise LostRace("Too many writers on one key.")


def revoke(store: Store, principal: Principal, tenant: str | None, key_id: str, now: datetime) -> None:
    """Effective once the authorizer's cached answer has lapsed. Revoking twice is fine. Raises NotFound."""
    for _ in range(RACES):
        record = _held(store, principal, tenant, key_id)
        if record.revoked_at is not None:
            return
        try:
            store.commit(bound_keys.revoked(record, now))
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one key.")


SCHEMES = ("bearer", "token")
"""Of the header Authorization; the second one is what clients of mem0 send."""


def token_of(headers: Mapping[str, str]) -> str:
    """The key behind `Authorization: Bearer` or `Authorization: Token`. Raises Unauthenticated."""
    scheme, _, token = {k.lower(): v for k, v in headers.items()}.get("authorization", "").partition(" ")
    if scheme.lower() not in SCHEMES or not token.strip():
        raise Unauthenticated("A key is needed.")
    return token.strip()


def session_token_of(headers: Mapping[str, str]) -> str:
    """The key that an AWS client carries as the session token of its credentials. Raises Unauthenticated. Only this header counts where it
    is asked for: API Gateway remembers the answer by it alone."""
    token = {k.lower(): v for k, v in headers.items()}.get("x-amz-security-token", "").strip()
    if not token:
        raise Unauthenticated("A key is needed.")
    return token


def resolve(store: Store, token: str, operator_secret: str, now: datetime, *, used: bool = True) -> Principal:
    """The principal of a key; `used`: which is noted. Raises Unauthenticated, with the same words and after the same work whatever was
    wrong with its id or secret."""
    if operator_secret and hmac.compare_digest(token.encode(), operator_secret.encode()):
        return Principal(tenant=OPERATOR, key_id=OPERATOR, permissions=(Permission.ADMIN,), operator=True)
    match = _FORM.match(token)
    record = None
    if match is not None:
        key = api_key_key(match[1], match[2])
        record = store.read([key], consistent=True).get(key)
    held = record.key_hash if isinstance(record, ApiKey) else ids.digest("")
    same = hmac.compare_digest(held, ids.digest(token))
    if not same or not isinstance(record, ApiKey) or not record.works(now):
        raise Unauthenticated("The key is not valid.")
    if used:
        _used(store, record, now)
    return Principal(
        tenant=record.tenant,
        key_id=record.key_id,
        permissions=record.permissions,
        roles=record.roles,
        containers=record.containers,
        user_id=record.user_id,
        agent_id=record.agent_id,
        expires_at=record.expires_at,
    )


def _used(store: Store, record: ApiKey, now: datetime) -> None:
    """Whoever writes first has told it; a request never fails for it."""
    if record.last_used_at is not None and now - record.last_used_at < USED_EVERY:
        return
    try:
        store.put_each([Write(record.model_copy(update={"last_used_at": now, "version": record.version + 1}), record.version)])
    except Unavailable as err:
        telemetry.failure("last use not kept", err, tenant=record.tenant, key_id=record.key_id)


def _held(store: Store, principal: Principal, tenant: str | None, key_id: str) -> ApiKey:
    """A key that the caller may administer. Raises NotFound."""
    owner = _named(principal, tenant)
    key = api_key_key(owner, key_id)
    record = store.read([key], consistent=True).get(key)
    if not isinstance(record, ApiKey) or not _covers(principal, record):
        raise NotFound("There is no such key.")
    return record


def _named(principal: Principal, tenant: str | None) -> str:
    """Whose keys are meant. Raises Invalid where the operator names nobody, Forbidden for another tenant's."""
    if tenant is None and principal.operator:
        raise Invalid("tenant: the operator names whose keys", errors=[{"field": "tenant", "message": "is needed"}])
    owner = tenant or principal.tenant
    _own(principal, owner)
    return owner


def _own(principal: Principal, tenant: str) -> None:
    if not principal.operator and tenant != principal.tenant:
        raise Forbidden("This key administers its own tenant alone.")


def _covers(principal: Principal, key: ApiKey | api.KeyRequest) -> bool:
    """Whether a key is within what the caller's own is bound to. Who is bound to a user or an agent gives no role that it has not: what is
    shared with a role is others'."""
    bound = principal.user_id is not None or principal.agent_id is not None
    return (not bound or set(key.roles) <= set(principal.roles)) and (
        principal.user_id in (None, key.user_id)
        and principal.agent_id in (None, key.agent_id)
        and (not principal.containers or (bool(key.containers) and set(key.containers) <= set(principal.containers)))
    )


def _secret(record: ApiKey) -> tuple[ApiKey, str]:
    """The record with an id and hash of its own, and the key, which nothing keeps."""
    key_id = secrets.token_hex(8)
    key = f"ks_{record.tenant}.{key_id}.{secrets.token_urlsafe(32)}"
    return record.model_copy(update={"key_id": key_id, "key_hash": ids.digest(key)}), key


def _new(record: ApiKey, key: str) -> api.NewKey:
    return api.NewKey(**_view(record).model_dump(), key=key)


def _view(record: ApiKey) -> api.KeyView:
    return api.KeyView.model_validate(record.model_dump(exclude={"key_hash", "version"}))
