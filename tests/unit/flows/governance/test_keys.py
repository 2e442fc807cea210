"""Row V2: keys are created, rotated, revoked and resolved; each is shown once and kept as a hash."""

from __future__ import annotations

import importlib
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from keepsake import api, bootstrap, cursors, gateway, ids, settings
from keepsake.errors import Conflict, Forbidden, Invalid, NotFound, Unauthenticated
from keepsake.flows.governance import bound_keys, keys
from keepsake.records import ApiKey, Permission, api_key_key
from local.in_memory import NOW
from tests.builders import principal
from tests.fakes import MemoryStore

ADMIN = principal(key_id="admin")
HOUR = timedelta(hours=1)
ALL = api.KeyListQuery()
BINDINGS = {"permissions": ["read", "write"], "roles": ["support"], "containers": ["shop"], "user_id": "ann", "agent_id": "helper"}


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def made(store: MemoryStore, **fields: Any) -> api.NewKey:
    return keys.create(store, ADMIN, api.KeyRequest.model_validate({"permissions": ["read"]} | fields), NOW)


def row(store: MemoryStore, key_id: str) -> ApiKey:
    key = api_key_key("acme", key_id)
    found = store.read([key])[key]
    assert isinstance(found, ApiKey)
    return found


def works(store: MemoryStore, key: str, at: Any = NOW) -> bool:
    try:
        keys.resolve(store, key, "operator-secret", at)
    except Unauthenticated:
        return False
    return True


def test_key_resolves_to_all_that_it_is_bound_to(store: MemoryStore) -> None:
    found = keys.resolve(store, made(store, **BINDINGS).key, "", NOW)
    assert found.model_dump(mode="json", include=set(BINDINGS)) == BINDINGS
    assert (found.tenant, found.operator) == ("acme", False)


@pytest.mark.parametrize("bound", [{"user_id": "ann"}, {"agent_id": "helper"}])
def test_key_that_is_bound_gives_and_takes_over_no_role_that_it_has_not(store: MemoryStore, bound: dict[str, str]) -> None:
    """What is shared with a role is others'."""
    caller = principal(key_id="own", roles=("support",), **bound)
    asked = lambda *roles: api.KeyRequest.model_validate({"permissions": ["read"], "roles": list(roles), **bound})  # noqa: E731
    assert keys.create(store, caller, asked("support"), NOW).roles == ("support",)
    assert keys.create(store, caller, asked(), NOW).roles == ()
    for roles in (("hr",), ("support", "hr")):
        with pytest.raises(Forbidden):
            keys.create(store, caller, asked(*roles), NOW)
    others = made(store, roles=["hr"], **bound)
    with pytest.raises(NotFound):
        keys.rotate(store, caller, None, others.key_id, HOUR, NOW)
    assert made(store, roles=["hr"]).roles == ("hr",), "a key that is not bound gives any"


def test_rotated_key_has_the_same_bindings_and_a_new_id_and_secret(store: MemoryStore) -> None:
    old = made(store, **BINDINGS)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    assert new.key_id != old.key_id
    assert new.key.rpartition(".")[2] != old.key.rpartition(".")[2]
    assert keys.resolve(store, new.key, "", NOW).model_dump(mode="json", include=set(BINDINGS)) == BINDINGS


def test_old_and_new_key_work_side_by_side_until_the_overlap_ends(store: MemoryStore) -> None:
    old = made(store)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    last = NOW + HOUR - timedelta(seconds=1)
    assert works(store, old.key, last)
    assert works(store, new.key, last)
    assert not works(store, old.key, NOW + HOUR)
    assert works(store, new.key, NOW + HOUR)


def test_without_overlap_the_old_key_ends_at_once(store: MemoryStore) -> None:
    old = made(store)
    keys.rotate(store, ADMIN, None, old.key_id, timedelta(0), NOW)
    assert not works(store, old.key)


def test_list_links_a_rotation_both_ways_and_says_until_when_the_old_key_works(store: MemoryStore) -> None:
    old = made(store)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    shown = {k.key_id: k for k in keys.listed(store, ADMIN, ALL).keys}
    assert (shown[old.key_id].replaced_by, shown[old.key_id].expires_at) == (new.key_id, NOW + HOUR)
    assert (shown[new.key_id].replaces, shown[new.key_id].expires_at) == (old.key_id, None)


def test_key_is_rotated_once(store: MemoryStore) -> None:
    """A second answer with another secret for the same key would leave one that nobody asked for."""
    old = made(store)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    with pytest.raises(Conflict, match=new.key_id):
        keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)


def test_revoked_key_is_neither_valid_nor_rotated(store: MemoryStore) -> None:
    old = made(store)
    keys.revoke(store, ADMIN, None, old.key_id, NOW)
    keys.revoke(store, ADMIN, None, old.key_id, NOW)
    assert not works(store, old.key)
    with pytest.raises(Conflict):
        keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)


def test_rotated_key_can_be_revoked_before_its_overlap_ends(store: MemoryStore) -> None:
    old = made(store)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    keys.revoke(store, ADMIN, None, old.key_id, NOW)
    assert (works(store, old.key), works(store, new.key)) == (False, True)


def test_no_row_holds_a_key_and_no_answer_but_the_first_shows_one(store: MemoryStore) -> None:
    old = made(store)
    new = keys.rotate(store, ADMIN, None, old.key_id, HOUR, NOW)
    listed = keys.listed(store, ADMIN, ALL).model_dump_json()
    for key in (old.key, new.key):
        secret = key.rpartition(".")[2]
        assert not any(secret in text for text in store.texts().values())
        assert secret not in listed
        assert ids.digest(key) not in listed


def test_last_use_is_written_once_an_hour(store: MemoryStore) -> None:
    key = made(store)
    for minutes, at in ((0, 0), (30, 0), (59, 0), (60, 60), (90, 60)):
        keys.resolve(store, key.key, "", NOW + timedelta(minutes=minutes))
        assert row(store, key.key_id).last_used_at == NOW + timedelta(minutes=at)
    assert row(store, key.key_id).version == 3
    assert keys.listed(store, ADMIN, ALL).keys[0].last_used_at == NOW + HOUR


def test_refused_key_is_not_counted_as_used(store: MemoryStore) -> None:
    key = made(store)
    assert not works(store, key.key[:-1] + ("a" if key.key[-1] != "a" else "b"))
    assert row(store, key.key_id).last_used_at is None


class ReadOnly(MemoryStore):
    """Refuses to write once it is closed, and lets somebody else write first while it is raced."""

    closed = False
    raced: ApiKey | None = None

    def commit(self, writes: Any) -> None:
        if self.closed:
            self.down = True
        if self.raced is not None:
            other, self.raced = self.raced, None
            super().commit([keys.Write(other, other.version - 1)])
        super().commit(writes)


def test_table_that_takes_no_write_fails_no_request() -> None:
    store = ReadOnly()
    key = made(store)
    store.closed = True
    assert keys.resolve(store, key.key, "", NOW).key_id == key.key_id


def test_use_that_races_a_revocation_does_not_bring_the_key_back() -> None:
    store = ReadOnly()
    key = made(store)
    held = row(store, key.key_id)
    store.raced = held.model_copy(update={"revoked_at": NOW, "version": held.version + 1})
    keys.resolve(store, key.key, "", NOW)
    assert row(store, key.key_id).revoked_at == NOW
    assert not works(store, key.key)


def test_rotation_that_races_another_is_made_once() -> None:
    store = ReadOnly()
    key = made(store)
    held = row(store, key.key_id)
    store.raced = held.model_copy(update={"replaced_by": "other", "expires_at": NOW + HOUR, "version": held.version + 1})
    with pytest.raises(Conflict, match="other"):
        keys.rotate(store, ADMIN, None, key.key_id, HOUR, NOW)
    assert [k.key_id for k in keys.listed(store, ADMIN, ALL).keys] == [key.key_id]


@pytest.mark.parametrize("bound", [{"user_id": "ann"}, {"agent_id": "helper"}, {"containers": ("shop",)}])
def test_bound_admin_key_administers_only_keys_within_its_binding(store: MemoryStore, bound: dict[str, Any]) -> None:
    mine, free = made(store, **bound), made(store)
    caller = principal(**bound)
    assert [k.key_id for k in keys.listed(store, caller, ALL).keys] == [mine.key_id]
    with pytest.raises(Forbidden):
        keys.create(store, caller, api.KeyRequest(permissions=(Permission.READ,)), NOW)
    for act in (keys.revoke, lambda *given: keys.rotate(*given[:-1], HOUR, NOW)):
        with pytest.raises(NotFound):
            act(store, caller, None, free.key_id, NOW)
        act(store, caller, None, mine.key_id, NOW)
        mine = made(store, **bound)


def test_unknown_id_is_compared_like_a_wrong_secret(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    monkeypatch.setattr(keys.hmac, "compare_digest", lambda a, b: bool(compared.append(len(a)) or a == b))  # type: ignore[func-returns-value]
    key = made(store).key
    tenant, key_id, secret = key.split(".")
    told = set()
    for wrong in (f"{tenant}.{'0' * 16}.{secret}", f"{tenant}.{key_id}.{'0' * 43}", key.replace("acme", "other")):
        reads = store.calls["read"]
        with pytest.raises(Unauthenticated) as refused:
            keys.resolve(store, wrong, "", NOW)
        told.add((refused.value.detail, store.calls["read"] - reads, compared.pop()))
    assert told == {("The key is not valid.", 1, 64)}


def test_authorizer_refuses_a_rotated_key_and_logs_none(store: MemoryStore, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setattr(bootstrap, "store", lambda: store)
    monkeypatch.setattr(settings, "current", lambda: settings.Settings())
    handler = importlib.import_module("functions.authorize.handler").handler
    old = made(store, roles=["a,b"])
    new = keys.rotate(store, ADMIN, None, old.key_id, timedelta(0), NOW)

    def ask(key: str) -> Any:
        return handler({"headers": {"Authorization": f"Bearer {key}"}, "methodArn": "arn:api/v1/GET/memories"}, SimpleNamespace())

    with pytest.raises(Exception, match="Unauthorized"):
        ask(old.key)
    answer = ask(new.key)
    assert answer["context"]["key_id"] == new.key_id
    said = json.dumps(answer) + capsys.readouterr().out
    assert not any(k.rpartition(".")[2] in said for k in (old.key, new.key))


@pytest.mark.parametrize(
    ("resource", "headers", "opens"),
    [
        ("/recall", {"Authorization": "Bearer {key}"}, True),
        ("/mem0/{proxy+}", {"authorization": "Token {key}"}, True),
        ("/recall", {"Authorization": "Basic {key}"}, False),
        ("/recall", {"Authorization": "AWS4-HMAC-SHA256 Credential=x", "X-Amz-Security-Token": "{key}"}, False),
        ("/agentcore/{proxy+}", {"Authorization": "AWS4-HMAC-SHA256 Credential=x", "X-Amz-Security-Token": "{key}"}, True),
        ("/agentcore/{proxy+}", {"x-amz-security-token": "{key}"}, True),
        ("/agentcore/{proxy+}", {"Authorization": "Bearer {key}", "X-Amz-Security-Token": "other"}, False),
        ("/agentcore/{proxy+}", {"Authorization": "Bearer {key}"}, False),
    ],
)
def test_authorizer_reads_the_key_where_its_answer_is_remembered_by(
    resource: str, headers: dict[str, str], opens: bool, store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key in another header would open the door to whoever sends the remembered one again."""
    monkeypatch.setattr(bootstrap, "store", lambda: store)
    monkeypatch.setattr(settings, "current", lambda: settings.Settings())
    handler = importlib.import_module("functions.authorize.handler").handler
    new = made(store)
    event = {"headers": {k: v.format(key=new.key) for k, v in headers.items()}, "methodArn": "arn:api/v1/POST/x", "resource": resource}
    if opens:
        assert handler(event, SimpleNamespace())["context"]["key_id"] == new.key_id
    else:
        with pytest.raises(Exception, match="Unauthorized"):
            handler(event, SimpleNamespace())


def test_rotation_says_until_when_the_old_key_may_still_work(store: MemoryStore) -> None:
    """The gateway keeps what the authorizer said before the rotation: a longer overlap ends in time, a shorter one with that memory."""
    ttl = timedelta(seconds=60)
    short = keys.rotate(store, ADMIN, None, made(store).key_id, timedelta(seconds=4), NOW, remembered=ttl)
    assert short.old_works_until == NOW + ttl + keys.UNDER_WAY
    long = keys.rotate(store, ADMIN, None, made(store).key_id, HOUR, NOW, remembered=ttl)
    assert long.old_works_until == NOW + HOUR
    unremembered = keys.rotate(store, ADMIN, None, made(store).key_id, timedelta(0), NOW, remembered=timedelta(0))
    assert unremembered.old_works_until == NOW
    assert made(store).old_works_until is None


def test_authorizer_says_when_a_rotated_key_ends_and_the_gateway_refuses_it_then(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the authorizer said is remembered beyond the end of the overlap; the end itself is not."""
    monkeypatch.setattr(bootstrap, "store", lambda: store)
    monkeypatch.setattr(settings, "current", lambda: settings.Settings())
    handler = importlib.import_module("functions.authorize.handler").handler
    old = made(store)
    now = datetime.now(UTC)

    def ask() -> Any:
        return handler({"headers": {"Authorization": f"Bearer {old.key}"}, "methodArn": "arn:api/v1/GET/memories"}, SimpleNamespace())

    assert gateway.principal_of({"requestContext": {"authorizer": ask()["context"]}}, now + 9 * HOUR).key_id == old.key_id
    keys.rotate(store, ADMIN, None, old.key_id, HOUR, now)
    remembered = {"requestContext": {"authorizer": ask()["context"]}}
    assert gateway.principal_of(remembered, now + HOUR - timedelta(seconds=1)).key_id == old.key_id
    with pytest.raises(Unauthenticated):
        gateway.principal_of(remembered, now + HOUR)


def test_list_is_paged_and_each_key_comes_once(store: MemoryStore) -> None:
    expected = sorted(made(store).key_id for _ in range(5))
    found: list[str] = []
    cursor = None
    while True:
        page = keys.listed(store, ADMIN, api.KeyListQuery(limit=2, cursor=cursor))
        assert len(page.keys) <= 2
        found += [k.key_id for k in page.keys]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == expected
    other = principal(tenant="globex", permissions=(Permission.ADMIN,))
    with pytest.raises(Invalid):
        keys.listed(store, other, api.KeyListQuery(cursor=cursors.make("T#acme#KEYS", "KEY#", "KEY#1")))


def test_list_without_a_limit_is_bounded_and_leads_on(store: MemoryStore, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {made(store).key_id for _ in range(5)}
    assert keys.listed(store, ADMIN, ALL).next_cursor is None
    monkeypatch.setattr(api, "MOST_KEYS", 3)
    first = keys.listed(store, ADMIN, ALL)
    rest = keys.listed(store, ADMIN, api.KeyListQuery(cursor=first.next_cursor))
    assert (len(first.keys), {k.key_id for k in (*first.keys, *rest.keys)}) == (3, expected)


def test_erasure_finds_a_users_keys_and_reads_no_others(store: MemoryStore) -> None:
    for _ in range(50):
        made(store)
    mine = [made(store, user_id="ann") for _ in range(3)]
    new = keys.rotate(store, ADMIN, None, mine[0].key_id, HOUR, NOW)
    keys.revoke(store, ADMIN, None, mine[1].key_id, NOW)
    rows = store.rows_read
    found = bound_keys.of_user(store, "acme", "ann")
    assert {k.key_id for k in found} == {mine[0].key_id, mine[2].key_id, new.key_id}
    assert store.rows_read - rows == 2 * len(found)
    bound_keys.revoke(store, found, NOW)
    assert bound_keys.of_user(store, "acme", "ann") == []
    assert not any(works(store, k.key) for k in (*mine, new))
