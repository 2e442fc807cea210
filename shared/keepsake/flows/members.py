"""Who has records where: the containers of a user, the users of a container, and the tenants (rows V4, V5, D1). What goes through all that
somebody has goes by these lists and by the owners' own keys, so that it reads nobody else's rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import ids
from keepsake.ids import Key
from keepsake.ports import Store, Write
from keepsake.records import Customer, Home, Membership, Place, Record, Resident, Scope, Trace, homes_pk, trace_prefix

AT_ONCE = 100


class Stretch(NamedTuple):
    """Some rows of a walk, and where it goes on; None at its end."""

    records: tuple[Record, ...]
    place: Place | None


def rows(scope: Scope) -> list[Membership | Resident | Home | Customer]:
    """What lists the owner of this scope."""
    home = Home(tenant=scope.tenant, container=scope.container, user_id=scope.user_id)
    listed: list[Membership | Resident | Home | Customer] = [Customer(tenant=scope.tenant), home]
    if scope.user_id is not None:
        listed.append(Membership(tenant=scope.tenant, user_id=scope.user_id, container=scope.container))
        listed.append(Resident(tenant=scope.tenant, container=scope.container, user_id=scope.user_id))
    return listed


def enlist(store: Store, scope: Scope) -> None:
    """Lists the owner, where it is not listed yet, before the first row of a session is written: what is stored is always found again."""
    listed = rows(scope)
    there = store.read([r.key for r in listed], consistent=True)
    store.put_each([Write(r) for r in listed if r.key not in there])


def owners_of(store: Store, tenant: str, record_id: str) -> list[str]:
    """Partitions of the tenant in which a row of this id may lie by the mark that it carries: mostly one, none for an id that was not made
    here or for nobody of this tenant."""
    mark = ids.mark_in(record_id)
    found = store.query(homes_pk(tenant, mark), Home.prefix, consistent=True).records if mark else ()
    return [h.pk for h in found if isinstance(h, Home)]


def traces(owners: Iterable[Scope], of: Key, ends_at: datetime | None) -> list[Write]:
    """What lists a row of the tenant's with the users of whom it tells, until `ends_at`, when that row is gone for sure."""
    named = {(s.tenant, s.container, s.user_id) for s in owners}
    return [Write(Trace(tenant=t, container=c, user_id=u, of=of, ends_at=ends_at)) for t, c, u in sorted(named, key=str) if u is not None]


def traced(store: Store, scope: Scope) -> list[Trace]:
    """The rows of the tenant that tell of the user."""
    if scope.user_id is None:
        return []
    found = store.query(ids.tenant_pk(scope.tenant, "USER", scope.user_id), trace_prefix(scope.container), consistent=True).records
    return [t for t in found if isinstance(t, Trace)]


def find(store: Store, tenant: str, record_id: str, sort_keys: Sequence[str], within: str = "") -> dict[Key, Record]:
    """Rows that go by this id in the tenant, at most two, of the partitions that begin with `within`. The id leads to its owner, and only
    where it does not, the index `by_id` is asked: so nobody hides a row by giving its id to another. `sort_keys` are those that a row of
    this id may have."""
    homes = [pk for pk in owners_of(store, tenant, record_id) if pk.startswith(within)]
    found = store.read([Key(pk, sk) for pk in homes for sk in sort_keys], consistent=True)
    return found or store.read(store.find(tenant, record_id, within), consistent=True)


def containers(store: Store, tenant: str, user_id: str) -> tuple[str, ...]:
    """In which a user has records."""
    found = store.query(ids.tenant_pk(tenant, "USER", user_id), Membership.prefix, consistent=True).records
    return tuple(m.container for m in found if isinstance(m, Membership))


def tenants(store: Store, after: str | None = None) -> Iterator[str]:
    """All of them, in the order of their encoded names, behind `after`."""
    at = Customer(tenant=after).key.sk if after else None
    while True:
        page = store.query(Customer.PK, Customer.prefix, after=at, limit=AT_ONCE, consistent=True)
        yield from (c.tenant for c in page.records if isinstance(c, Customer))
        if page.after is None:
            return
        at = page.after


def owners(store: Store, tenant: str, container: str, first: str | None = None) -> Iterator[str]:
    """Partitions of a container: its own, then its users', from the partition `first` on."""
    own = ids.user_pk(tenant, container, None)
    if first is None or first == own:
        yield own
        at = None
    else:
        yield first
        at = Resident.prefix + first.rpartition("#")[2]
    while True:
        page = store.query(ids.tenant_pk(tenant, "USERS", container), Resident.prefix, after=at, limit=AT_ONCE, consistent=True)
        yield from (ids.user_pk(tenant, container, r.user_id) for r in page.records if isinstance(r, Resident))
        if page.after is None:
            return
        at = page.after


def walk(
    store: Store, partitions: Iterator[str], prefixes: Sequence[str], place: Place | None, limit: int, few: Mapping[str, int] | None = None
) -> Iterator[Stretch]:
    """The rows of these partitions that begin with the prefixes, in their order, from `place` on: that is in the first partition. `few`
    says of which prefixes fewer rows come at once."""
    held = place
    for pk in partitions:
        begun, held = (held if held is not None and held.owner == pk else Place(owner=pk)), None
        after = begun.after
        for stretch in range(begun.stretch, len(prefixes)):
            while True:
                at_once = (few or {}).get(prefixes[stretch], limit)
                page = store.query(pk, prefixes[stretch], after=after, limit=at_once, consistent=True)
                after = page.after
                yield Stretch(page.records, Place(owner=pk, stretch=stretch if after else stretch + 1, after=after))
                if after is None:
                    break
    yield Stretch((), None)
