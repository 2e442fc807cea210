"""API keys (row V2): created, listed, revoked, and resolved to a principal. Only a hash is kept; a key is shown once."""

from __future__ import annotations

import hmac
import re
import secrets
from datetime import datetime

from keepsake import api, ids
from keepsake.errors import Forbidden, Invalid, LostRace, NotFound, Unauthenticated
from keepsake.ports import Store, Write
from keepsake.records import ApiKey, Permission, Principal, api_key_key

_FORM = re.compile(r"^ks_([a-z0-9][a-z0-9-]{0,62})\.([0-9a-f]{16})\.([A-Za-z0-9_-]{43})$")
OPERATOR = "operator"
"""Tenant and key id of whoever holds the operator's secret."""


def create(store: Store, principal: Principal, request: api.KeyRequest, now: datetime) -> api.NewKey:
    """A new key. Raises Forbidden for another tenant's, Invalid where the operator names none."""
    tenant = request.tenant or (None if principal.operator else principal.tenant)
    if tenant is None:
        raise Invalid("tenant: the operator's key creates keys for a named tenant", errors=[{"field": "tenant", "message": "is needed"}])
    _own(principal, tenant)
    if principal.user_id not in (None, request.user_id) or principal.agent_id not in (None, request.agent_id):
        raise Forbidden("A bound key creates only keys with the same binding.")
    if principal.containers and not (request.containers and set(request.containers) <= set(principal.containers)):
        raise Forbidden("A key bound to containers creates only keys for those.")
    key_id, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    key = f"ks_{tenant}.{key_id}.{secret}"
    record = ApiKey(
        tenant=tenant,
        key_id=key_id,
        key_hash=ids.digest(key),
        permissions=request.permissions,
        roles=request.roles,
        containers=request.containers,
        user_id=request.user_id,
        agent_id=request.agent_id,
        created_at=now,
    )
    store.commit([Write(record)])
    return api.NewKey(**_view(record).model_dump(), key=key)


def listed(store: Store, principal: Principal, tenant: str | None) -> api.KeyList:
    owner = tenant or principal.tenant
    _own(principal, owner)
    page = store.query(ids.tenant_pk(owner, "KEYS"), ApiKey.prefix)
    return api.KeyList(keys=tuple(_view(k) for k in page.records if isinstance(k, ApiKey)))


def revoke(store: Store, principal: Principal, tenant: str | None, key_id: str, now: datetime) -> None:
    """Effective once the authorizer's cached answer has lapsed. Revoking twice is fine. Raises NotFound."""
    owner = tenant or principal.tenant
    _own(principal, owner)
    key = api_key_key(owner, key_id)
    record = store.read([key], consistent=True).get(key)
    if not isinstance(record, ApiKey):
        raise NotFound("There is no such key.")
    if record.revoked_at is None:
        try:
            store.commit([Write(record.model_copy(update={"revoked_at": now, "version": record.version + 1}), record.version)])
        except LostRace:
            return revoke(store, principal, tenant, key_id, now)
    return None


def resolve(store: Store, token: str, operator_secret: str) -> Principal:
    """The principal of a key. Raises Unauthenticated, with the same words whatever was wrong."""
    if operator_secret and hmac.compare_digest(token.encode(), operator_secret.encode()):
        return Principal(tenant=OPERATOR, key_id=OPERATOR, permissions=(Permission.ADMIN,), operator=True)
    match = _FORM.match(token)
    record = None
    if match is not None:
        key = api_key_key(match[1], match[2])
        record = store.read([key]).get(key)
    held = record.key_hash if isinstance(record, ApiKey) else ids.digest("")
    if not hmac.compare_digest(held, ids.digest(token)) or not isinstance(record, ApiKey) or record.revoked_at is not None:
        raise Unauthenticated("The key is not valid.")
    return Principal(
        tenant=record.tenant,
        key_id=record.key_id,
        permissions=record.permissions,
        roles=record.roles,
        containers=record.containers,
        user_id=record.user_id,
        agent_id=record.agent_id,
    )


def _own(principal: Principal, tenant: str) -> None:
    if not principal.operator and tenant != principal.tenant:
        raise Forbidden("This key administers its own tenant alone.")


def _view(record: ApiKey) -> api.KeyView:
    return api.KeyView.model_validate(record.model_dump(exclude={"key_hash", "version"}))
