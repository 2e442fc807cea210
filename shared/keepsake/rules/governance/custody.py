"""Who may take all of a user or a container out of here, or bring it in (row V5): as for an erasure, an admin's key or the user's own."""

from __future__ import annotations

from keepsake.errors import Forbidden
from keepsake.records import Permission, Principal
from keepsake.records.portable import Transfer


def require(principal: Principal, user_id: str | None, container: str | None) -> None:
    """Raises Forbidden."""
    if principal.user_id is not None:
        if user_id not in (None, principal.user_id):
            raise Forbidden("This key is bound to another user_id.")
    elif Permission.ADMIN not in principal.permissions:
        raise Forbidden("Only an admin's key or the user's own may do this.")
    if container is not None and not reaches(principal, container):
        raise Forbidden("This key is bound to other containers.")


def container(principal: Principal, asked: str | None, user_id: str | None) -> str | None:
    """The container that is meant; None: all that the user is in. Without a user one is always meant."""
    if asked is not None or user_id is not None or principal.user_id is not None:
        return asked
    return principal.containers[0] if len(principal.containers) == 1 else "default"


def reaches(principal: Principal, container: str) -> bool:
    return not principal.containers or container in principal.containers


def may_have(principal: Principal, transfer: Transfer) -> bool:
    """Whether a key may see how a transfer stands, and have its file: one that could have asked for it, and sees no less."""
    mine = principal.user_id == transfer.user_id if principal.user_id is not None else Permission.ADMIN in principal.permissions
    held = (transfer.container,) if transfer.container else transfer.principal.containers
    within = not principal.containers or (bool(held) and set(held) <= set(principal.containers))
    return principal.tenant == transfer.tenant and mine and within and principal.agent_id in (None, transfer.principal.agent_id)
