"""Who may act for whom: from the key alone, never from the body (rows Q1, V2)."""

from __future__ import annotations

from typing import NamedTuple

from keepsake.errors import Forbidden
from keepsake.records import Permission, Principal, Scope


class Asked(NamedTuple):
    """The scope fields of a request, as far as it gave them."""

    container: str | None = None
    namespace: str | None = None
    user_id: str | None = None
    agent_id: str | None = None
    session_id: str | None = None


def effective(principal: Principal, asked: Asked) -> Scope:
    """The scope that a request acts in. What the key is bound to it fills in; another value is Forbidden."""
    return Scope(
        tenant=principal.tenant,
        container=_container(principal, asked.container),
        namespace=asked.namespace or "default",
        user_id=_bound("user_id", principal.user_id, asked.user_id),
        agent_id=_bound("agent_id", principal.agent_id, asked.agent_id),
        session_id=asked.session_id,
    )


def may_see(principal: Principal, scope: Scope) -> bool:
    """Whether what lies in this scope is within what the key is bound to."""
    return (
        scope.tenant == principal.tenant
        and principal.user_id in (None, scope.user_id)
        and (not principal.containers or scope.container in principal.containers)
    )


def require(principal: Principal, permission: Permission) -> None:
    """Raises Forbidden unless the key may do this; admin includes read and write."""
    if permission not in principal.permissions and Permission.ADMIN not in principal.permissions:
        raise Forbidden(f"This key does not have the permission `{permission}`.")


def require_operator(principal: Principal) -> None:
    """Raises Forbidden for any tenant's key: what holds every tenant's documents is the operator's."""
    if not principal.operator:
        raise Forbidden("Only the operator's key may do this.")


def _bound(field: str, bound: str | None, asked: str | None) -> str | None:
    if bound is not None and asked is not None and asked != bound:
        raise Forbidden(f"This key is bound to another {field}.")
    return bound if bound is not None else asked


def _container(principal: Principal, asked: str | None) -> str:
    if not principal.containers:
        return asked or "default"
    if asked is None:
        if len(principal.containers) == 1:
            return principal.containers[0]
        asked = "default"
    if asked not in principal.containers:
        raise Forbidden("This key is bound to other containers.")
    return asked
