"""What there is: the users of a container, the sessions of a user, the events of a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from keepsake import api, cursors, ids
from keepsake.errors import NotFound
from keepsake.flows import carried
from keepsake.flows.knowledge import memories
from keepsake.ports import Store
from keepsake.records import (
    Arrival,
    Event,
    Opening,
    Principal,
    Record,
    Resident,
    Scope,
    Session,
    UserState,
    arrivals_prefix,
    event_key,
    session_key,
    state_key,
)
from keepsake.rules.governance import audience, identity
from keepsake.rules.governance.identity import Asked

MOST_PAGES = 10
"""Of sessions that one list reads for those of a namespace; the next one goes on behind them."""
MOST_COUNTED = 10_000
"""Users that one request counts."""
COUNTED_AT_ONCE = 1_000


def users(store: Store, principal: Principal, query: api.UserListQuery) -> api.UserList:
    """In the order of their percent-encoded ids. A key that is bound to a user sees that one."""
    scope = identity.effective(principal, Asked(container=query.container))
    pk = ids.tenant_pk(scope.tenant, "USERS", scope.container)
    after = cursors.read(pk, Resident.prefix, query.cursor)
    if principal.user_id is not None:
        mine = Resident(tenant=scope.tenant, container=scope.container, user_id=principal.user_id)
        return api.UserList(users=_users(store, [r for r in store.read([mine.key]).values() if isinstance(r, Resident)]))
    page = store.query(pk, Resident.prefix, after=after, limit=query.limit)
    rows = [r for r in page.records if isinstance(r, Resident)]
    return api.UserList(users=_users(store, rows), next_cursor=cursors.make(pk, Resident.prefix, page.after) if page.after else None)


def page_of_users(store: Store, principal: Principal, container: str | None, begun: int, size: int) -> tuple[int, tuple[api.UserView, ...]]:
    """How many users there are, at most 10,000, and those from the place `begun` on."""
    scope = identity.effective(principal, Asked(container=container))
    if principal.user_id is not None:
        mine = users(store, principal, api.UserListQuery(container=scope.container)).users
        return len(mine), mine[begun : begun + size]
    pk, after, found = ids.tenant_pk(scope.tenant, "USERS", scope.container), None, list[Resident]()
    while len(found) < MOST_COUNTED:
        page = store.query(pk, Resident.prefix, after=after, limit=COUNTED_AT_ONCE)
        found += [r for r in page.records if isinstance(r, Resident)]
        after = page.after
        if after is None:
            break
    return len(found[:MOST_COUNTED]), _users(store, found[begun : min(begun + size, MOST_COUNTED)])


def user(store: Store, principal: Principal, container: str | None, user_id: str) -> api.UserView:
    """Raises NotFound."""
    scope = identity.effective(principal, Asked(container=container, user_id=user_id))
    asked = Resident(tenant=scope.tenant, container=scope.container, user_id=user_id)
    if asked.key not in store.read([asked.key]):
        raise NotFound("There is no such user.")
    return _users(store, [asked])[0]


def _users(store: Store, residents: Sequence[Resident]) -> tuple[api.UserView, ...]:
    keys = [state_key(Scope(tenant=r.tenant, container=r.container, user_id=r.user_id)) for r in residents]
    states = store.read(keys)
    views = []
    for resident, key in zip(residents, keys, strict=True):
        row = states.get(key)
        state = row if isinstance(row, UserState) else None
        views.append(
            api.UserView(
                user_id=resident.user_id,
                container=resident.container,
                sessions=state.sessions if state else 0,
                events=state.events if state else 0,
                turns=state.turns if state else 0,
                facts=state.facts if state else 0,
                last_activity_at=state.active_at if state else None,
            )
        )
    return tuple(views)


def sessions(store: Store, principal: Principal, query: api.SessionListQuery) -> api.SessionList:
    """Of the user, or the container's own without one; those that began last come first."""
    scope = identity.effective(principal, Asked(query.container, query.namespace, query.user_id, query.agent_id))
    after = cursors.read(scope.pk, Opening.prefix, query.cursor)
    found: list[api.SessionSummary] = []
    for _ in range(MOST_PAGES):
        page = store.query(scope.pk, Opening.prefix, after=after, limit=query.limit, newest_first=True)
        openings = [o for o in page.records if isinstance(o, Opening)]
        rows = store.read([session_key(o.scope) for o in openings])
        for opening in openings:
            session = rows.get(session_key(opening.scope))
            # What listed a session that was then not written names another time.
            begun = isinstance(session, Session) and session.created_at == opening.opened_at
            if isinstance(session, Session) and begun and query.namespace in (None, session.scope.namespace):
                found.append(_summary(session))
            if len(found) == query.limit:
                return api.SessionList(sessions=tuple(found), next_cursor=cursors.make(scope.pk, Opening.prefix, opening.key.sk))
        after = page.after
        if after is None:
            break
    return api.SessionList(sessions=tuple(found), next_cursor=cursors.make(scope.pk, Opening.prefix, after) if after else None)


def _summary(session: Session) -> api.SessionSummary:
    scope = session.scope
    return api.SessionSummary(
        session_id=scope.session_id or "", container=scope.container, namespace=scope.namespace, user_id=scope.user_id,
        events=session.next_seq, turns=session.turns, created_at=session.created_at, last_activity_at=session.updated_at,
        closed_at=session.closed_at,
    )  # fmt: skip


def events(store: Store, principal: Principal, scope: Scope, query: api.PageQuery) -> api.EventList:
    """What came into the session, the newest first. A cursor holds the place before which the next page begins. A page ends early where its
    events are large."""
    prefix = arrivals_prefix(scope)
    found: list[Event] = []
    load = 0
    begun = (cursors.read(scope.pk, prefix, query.cursor) or "").removeprefix(prefix)
    below = int(begun) if begun.isdecimal() else None
    for arrival, rows in arrivals(store, scope, below, query.limit):
        for place, name in reversed(list(enumerate(arrival.event_ids, arrival.seq))):
            event = rows.get(event_key(scope, name))
            if below is not None and place >= below:  # an import lists each event by itself, too
                continue
            below = place
            if not isinstance(event, Event) or event.seq != place or not _shown(event, scope, principal):
                continue
            load += carried.size(_event_view(event))
            if len(found) == query.limit or (found and load > api.MOST_CARRIED_BYTES):
                return _event_list(store, found, cursors.make(scope.pk, prefix, _place(scope, place + 1)))
            found.append(event)
    return _event_list(store, found, None)


def _place(scope: Scope, seq: int) -> str:
    return f"{arrivals_prefix(scope)}{seq:010d}"


def arrivals(store: Store, scope: Scope, below: int | None, at_once: int) -> Iterator[tuple[Arrival, dict[ids.Key, Record]]]:
    """The session's arrivals with their events, the newest first, as far as they lie below a place: those that its own row lists, then
    the others."""
    session = store.read([session_key(scope)]).get(session_key(scope))
    latest = session.unlisted if isinstance(session, Session) else None
    waiting = [latest] if latest is not None else []
    ends = [n for n in (below, latest.seq if latest else None) if n is not None]
    after = _place(scope, min(ends)) if ends else None
    while True:
        page = store.query(scope.pk, arrivals_prefix(scope), after=after, limit=at_once, newest_first=True)
        waiting += [a for a in page.records if isinstance(a, Arrival)]
        for some in _filled(waiting, at_once):
            rows = store.read([event_key(scope, e) for a in some for e in a.event_ids])
            yield from ((arrival, rows) for arrival in some)
        waiting, after = [], page.after
        if after is None:
            return


def _filled(arrivals: Sequence[Arrival], events: int) -> Iterator[list[Arrival]]:
    """As many at once as fill a page: one of a hundred events is read alone."""
    some: list[Arrival] = []
    for arrival in arrivals:
        some.append(arrival)
        if sum(len(a.event_ids) for a in some) >= events:
            yield some
            some = []
    if some:
        yield some


def _shown(event: Event, scope: Scope, principal: Principal) -> bool:
    return event.lapsed_at is None and event.scope.session_id == scope.session_id and audience.of_key(event, principal)


def _event_list(store: Store, found: Sequence[Event], cursor: str | None) -> api.EventList:
    views = tuple(_event_view(e) for e in memories.unpurged(store, found))
    return api.EventList(events=views, next_cursor=cursor)


def _event_view(event: Event) -> api.EventView:
    return api.EventView.model_validate(api.event_view(event))
