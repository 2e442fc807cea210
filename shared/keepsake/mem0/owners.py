"""Whose memories a request means, within what its key may reach, and the memory that an address names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keepsake import api, bootstrap
from keepsake.errors import NotFound
from keepsake.facade import Visit
from keepsake.flows.fence import Fenced
from keepsake.flows.knowledge import memories
from keepsake.flows.sessions import lists, sessions
from keepsake.mem0 import filters, requests
from keepsake.mem0.filters import Owner, Wanted
from keepsake.records import Memory, Permission, Scope, Status
from keepsake.rules.governance import identity
from keepsake.rules.governance.identity import Asked
from keepsake.rules.recall.filters import wrong

MOST_USERS = 100
"""Users that one request goes through where all of them are meant."""
OURS = re.compile(r"[a-z]{1,2}_[0-9a-f]{36}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""What an id made here looks like, or one that came from elsewhere."""


def memory(visit: Visit, memory_id: str | None = None, *, deleted: bool = False) -> Memory:
    """Raises NotFound; Invalid for what does not look like an id at all."""
    name = memory_id or visit.path["memory"]
    try:
        memory = memories.one(bootstrap.store(), visit.caller, name, api.ScopeQuery())
    except NotFound as err:
        if not OURS.fullmatch(name):
            raise wrong("memory_id", "is no id of a memory") from err
        raise
    if memory.status is Status.DELETED and not deleted:
        raise NotFound("There is no such memory.")
    return memory


def scopes(visit: Visit, asked: requests.Asked, wanted: Wanted, most: int) -> list[Scope]:
    """Those whose memories are meant. A run without a user leads to the user that it belongs to. Raises Invalid for more than `most`,
    Forbidden where all users are meant and the key is not an admin's."""
    found: dict[tuple[str | None, str], Scope] = {}
    for owner in wanted.owners:
        if owner.user_id == filters.EVERY:
            some = every_user(visit, asked, most)
        else:
            some = [scope(visit, asked, _led(visit, asked, owner) if owner.run_id else owner)]
        found |= {(s.user_id, s.namespace): s for s in some}
    if len(found) > most:
        raise wrong("filters", f"mean the memories of more than {most} users: ask for some at a time")
    return list(found.values())


def apart(scopes: Sequence[Scope]) -> list[Scope]:
    """One of each owner, for what goes through all that an owner has, of every app."""
    return list({s.pk: s for s in scopes}.values())


def every_user(visit: Visit, asked: requests.Asked, most: int) -> list[Scope]:
    identity.require(visit.caller, Permission.ADMIN)
    count, views = lists.page_of_users(bootstrap.store(), visit.caller, asked.project_id, 0, most)
    if count > most:
        raise wrong("user_id", f"there are more than {most} users: ask for some at a time")
    return [scope(visit, asked, Owner(v.user_id)) for v in views]


def _led(visit: Visit, asked: requests.Asked, owner: Owner) -> Owner:
    own = scope(visit, asked, Owner())
    try:
        found = sessions.resolve(bootstrap.store(), visit.caller, owner.run_id or "", api.ScopeQuery(container=own.container))
    except NotFound as err:
        raise wrong("run_id", "several users have a run of that name: name the user_id too") from err
    return owner._replace(user_id=found.user_id)


def scope(visit: Visit, asked: requests.Asked, owner: Owner, run_id: str | None = None) -> Scope:
    """Where the owner's memories lie, in the container that the request names as its project. Raises Forbidden, and NotFound for another
    organization than the key's."""
    if asked.org_id not in (None, visit.caller.tenant):
        raise NotFound("There is no such organization.")
    app = None if owner.app_id == filters.EVERY else owner.app_id
    return identity.effective(visit.caller, Asked(asked.project_id, app, owner.user_id, owner.agent_id, run_id))


def entity_field(kind: str) -> str:
    name = f"{kind}_id"
    if name not in filters.ENTITIES:
        raise wrong("entity_type", "is none of user, agent, app, run")
    return name


def store(visit: Visit) -> Fenced:
    return Fenced(bootstrap.store(), visit.now)
