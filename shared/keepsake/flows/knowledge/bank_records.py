"""The memories of a container as clients of AgentCore Memory list them: an owner's, or owner by owner, and behind an owner's memories the
summaries of its sessions."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from keepsake import api, ids
from keepsake.errors import Invalid
from keepsake.flows.knowledge import memories, tellable
from keepsake.flows.sessions import lists, told
from keepsake.flows.sessions.told import Told
from keepsake.ports import Store
from keepsake.records import Memory, Principal, Resident, Validity, memory_key
from keepsake.rules.governance import identity
from keepsake.rules.governance.identity import Asked
from keepsake.rules.recall import gates

MOST_STEPS = 50
"""Small lists that one page is made of: owners without a record of the kind that is sought count too."""


RESERVE_S = 15.0
"""Seconds left at which a page ends: one step, of an owner with very many memories, takes some."""
MOST_TOLD = 20
"""Sessions whose summaries one step makes."""


class Search(NamedTuple):
    container: str
    owner: str | None
    """None: the container's own records, or with `everybody` all owners'."""
    everybody: bool
    session: str | None
    filter: str | None
    """As a filter of GET /memories; None: no memories, but the summaries alone."""
    summaries: bool


class Place(NamedTuple):
    """Where a page ended: the owner, whether its summaries are listed, and the list's own cursor."""

    owner: str | None
    summaries: bool = False
    cursor: str | None = None

    def token(self) -> str:
        return base64.urlsafe_b64encode(json.dumps(self).encode()).decode().rstrip("=")


def placed(token: str | None) -> Place | None:
    """Raises Invalid for what is no token of ours."""
    if token is None:
        return None
    try:
        owner, summaries, cursor = json.loads(base64.urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    except (ValueError, TypeError, RecursionError) as err:
        raise _not_ours() from err
    kinds = isinstance(owner, str | None) and isinstance(summaries, bool) and isinstance(cursor, str | None)
    if not kinds:
        raise _not_ours()
    return Place(owner, summaries, cursor)


def _not_ours() -> Invalid:
    return Invalid("nextToken: is not one of ours", errors=[{"field": "nextToken", "message": "is not one of ours"}])


def listed(
    store: Store, principal: Principal, search: Search, limit: int, token: str | None, now: datetime, time_left_s: Callable[[], float]
) -> tuple[list[Memory | Told], str | None]:
    """What a recall may tell (row Q5), newest first of each owner. A page may hold fewer than `limit`, also none; the token tells whether
    there are more."""
    found: list[Memory | Told] = []
    for steps, (place, step) in enumerate(_steps(store, principal, search, placed(token), now), 1):
        if len(found) == limit or steps > MOST_STEPS or (steps > 1 and time_left_s() < RESERVE_S):
            return found, place.token()
        rows, cursor = step(limit - len(found), place.cursor)
        found += rows
        if cursor is not None:
            return found, place._replace(cursor=cursor).token()
    return found, None


Step = Callable[[int, str | None], tuple[Sequence[Memory | Told], str | None]]


def _steps(store: Store, principal: Principal, search: Search, begun: Place | None, now: datetime) -> Iterator[tuple[Place, Step]]:
    for owner in _owners(store, principal, search, begun):
        first = begun if begun is not None and begun.owner == owner else Place(owner)
        if search.filter is not None and not first.summaries:
            yield first, partial(_memories, store, principal, search, owner, now)
            first = Place(owner, True)
        if search.summaries and owner is not None:
            yield first._replace(summaries=True), partial(_told, store, principal, search, owner, now)


def _owners(store: Store, principal: Principal, search: Search, begun: Place | None) -> Iterator[str | None]:
    """Raises Forbidden for an owner that the key is not bound to."""
    scope = identity.effective(principal, Asked(container=search.container, user_id=search.owner))
    if not search.everybody or scope.user_id is not None:
        yield scope.user_id
        return
    if begun is None or begun.owner is None:
        yield None
        after = None
    else:
        yield begun.owner
        after = Resident(tenant=scope.tenant, container=scope.container, user_id=begun.owner).key.sk
    while True:
        page = store.query(ids.tenant_pk(scope.tenant, "USERS", scope.container), Resident.prefix, after=after, limit=MOST_STEPS)
        yield from (r.user_id for r in page.records if isinstance(r, Resident))
        after = page.after
        if after is None:
            return


def _memories(
    store: Store, principal: Principal, search: Search, owner: str | None, now: datetime, limit: int, cursor: str | None
) -> tuple[Sequence[Memory | Told], str | None]:
    query = api.ListQuery(
        container=search.container, user_id=owner, session_id=search.session, validity=Validity.ACTIVE, filter=search.filter, limit=limit,
        cursor=cursor,
    )  # fmt: skip
    scope = identity.effective(principal, Asked(search.container, None, owner, principal.agent_id))
    reader = gates.Reader(scope=scope, now=now, roles=principal.roles)
    return memories.found(store, principal, query, partial(tellable.memories, store, reader))


def _told(
    store: Store, principal: Principal, search: Search, owner: str, now: datetime, limit: int, cursor: str | None
) -> tuple[Sequence[Memory | Told], str | None]:
    if search.session is not None:
        scope = identity.effective(principal, Asked(search.container, None, owner, principal.agent_id, search.session))
        one = told.of(store, principal, scope, now)
        return [one] if one else [], None
    query = api.SessionListQuery(container=search.container, user_id=owner, limit=min(limit, MOST_TOLD), cursor=cursor)
    page = lists.sessions(store, principal, query)
    scopes = [identity.effective(principal, Asked(search.container, None, owner, principal.agent_id, s.session_id)) for s in page.sessions]
    return [t for t in (told.of(store, principal, s, now) for s in scopes) if t is not None], page.next_cursor


def of_ids(store: Store, principal: Principal, container: str, owner: str | None, names: list[str]) -> dict[str, Memory]:
    """An owner's memories by their ids, as far as the key may see them."""
    scope = identity.effective(principal, Asked(container=container, user_id=owner))
    rows = store.read([memory_key(scope, name) for name in names]).values()
    return {m.memory_id: m for m in rows if isinstance(m, Memory) and memories.visible(principal, m)}
