"""The settings of a container (row W4): shown with their defaults, changed as a whole, and read by the flows that need them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from keepsake import api
from keepsake.errors import Forbidden, LostRace, NotFound
from keepsake.flows.fence import unfenced
from keepsake.ports import Store, Write
from keepsake.records import ContainerSettings, Principal, Record, Scope, container_settings_key
from keepsake.rules.governance import identity
from keepsake.rules.policy import DEFAULT, Policy

REMEMBERED = timedelta(seconds=10)
"""How long a warm Lambda goes by what it read."""
SPREAD_AFTER = timedelta(minutes=1)
"""When a change reaches what is stored: by then no warm Lambda goes by the settings before it, and none writes by them."""
LONGEST_NAME = 256
MOST_REMEMBERED = 10_000
"""Containers whose policy a process holds, about 1 KB each where settings were made; beyond them it begins anew."""
FADING_BY = frozenset("decay active_from deprioritized_from archived_from events_days memories_days episodes_days".split())
"""Settings that say when stored memories and events are due: a change of them has to reach what is stored (flows/reschedule.py)."""
# By the store behind the fence: every request makes a fence of its own, which would remember nothing.
_known: WeakKeyDictionary[Store, dict[tuple[str, str], tuple[datetime, Policy]]] = WeakKeyDictionary()


def policy_of(store: Store, scope: Scope, now: datetime) -> Policy:
    """The container's policy, read at most every ten seconds. One `now` sees one policy, so a run is consistent in itself."""
    held = _known.setdefault(unfenced(store), {})
    name = (scope.tenant, scope.container)
    read_at, policy = held.get(name, (None, None))
    if read_at is None or policy is None or not now - REMEMBERED < read_at <= now:
        policy = policy_in(_read(store, scope.tenant, scope.container, consistent=False))  # it is remembered for longer than a table lags
        if len(held) >= MOST_REMEMBERED:
            held.clear()
        held[name] = (now, policy)
    return policy


def forget(store: Store) -> None:
    """Has the settings read anew: who asks for a sweep means those that they see, also a second after they were changed."""
    _known.pop(unfenced(store), None)


def policies(store: Store, now: datetime) -> Callable[[Scope], Policy]:
    """`policy_of` at one time, for a run over many containers."""
    return lambda scope: policy_of(store, scope, now)


def shown(store: Store, principal: Principal, container: str) -> api.SettingsAnswer:
    """Raises Forbidden for a container that the key is not bound to."""
    scope = _scope(principal, container)
    return _answer(scope.container, _read(store, scope.tenant, scope.container))


def change(store: Store, principal: Principal, container: str, body: api.SettingsRequest, now: datetime) -> api.SettingsAnswer:
    """Replaces the settings; what the body does not name is at its default. Raises LostRace where `version` is not the current one."""
    scope = _scope(principal, container)
    if principal.user_id is not None or principal.agent_id is not None:
        raise Forbidden("Settings concern the whole container, and this key is bound to one user or agent.")
    held = _read(store, scope.tenant, scope.container)
    version = held.version if held else 0
    if body.version != version:
        raise LostRace(f"The settings are at version {version} by now.")
    spreads = FADING_BY & {n for n in Policy.model_fields if getattr(body.settings, n) != getattr(policy_in(held), n)}
    after = ContainerSettings(
        tenant=scope.tenant, container=scope.container, values=body.settings.model_dump(mode="json", exclude_defaults=True),
        updated_at=now, updated_by=principal.actor, version=version + 1,
        spread_due=now + SPREAD_AFTER if spreads or (held and held.spread_due) else None,
    )  # fmt: skip
    store.commit([Write(after, version or None)])
    _known.setdefault(unfenced(store), {}).pop((scope.tenant, scope.container), None)
    return _answer(scope.container, after)


def _scope(principal: Principal, container: str) -> Scope:
    if not 1 <= len(container) <= LONGEST_NAME:
        raise NotFound("There is no such container.")
    return identity.effective(principal, identity.Asked(container=container))


def _read(store: Store, tenant: str, container: str, *, consistent: bool = True) -> ContainerSettings | None:
    key = container_settings_key(tenant, container)
    row = store.read([key], consistent=consistent).get(key)
    return row if isinstance(row, ContainerSettings) else None


def policy_in(held: Record | None) -> Policy:
    """The policy of the container's row; the defaults where it set nothing."""
    return Policy.model_validate(held.values) if isinstance(held, ContainerSettings) else DEFAULT


def _answer(container: str, held: ContainerSettings | None) -> api.SettingsAnswer:
    policy = policy_in(held)
    settings = {
        name: api.Setting(value=getattr(policy, name), default=field.default, means=field.description or "")
        for name, field in Policy.model_fields.items()
    }
    return api.SettingsAnswer(
        container=container, version=held.version if held else 0, settings=settings,
        updated_at=held.updated_at if held else None, updated_by=held.updated_by if held else None,
    )  # fmt: skip
