"""Row W4: settings are a container's, shown with their defaults, changed as a whole, and what the flows go by."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Forbidden, LostRace, NotFound
from keepsake.flows.container_settings import REMEMBERED, change, policy_of, shown
from keepsake.flows.fence import Fenced
from keepsake.ports import Write
from keepsake.records import ContainerSettings, Kind, UserState, state_key
from keepsake.rules.policy import Policy
from tests.builders import DAY, NOW, principal, scope
from tests.fakes import MemoryStore
from tests.world import World


def put(store: MemoryStore, version: int = 0, container: str = "default", by: Any = None, **settings: Any) -> api.SettingsAnswer:
    body = api.SettingsRequest.model_validate({"version": version, "settings": settings})
    return change(store, by or principal(), container, body, NOW)


def test_container_without_settings_shows_every_default_with_its_meaning() -> None:
    answer = shown(MemoryStore(), principal(), "shop")
    assert (answer.container, answer.version, answer.updated_at) == ("shop", 0, None)
    assert {name: s.value for name, s in answer.settings.items()} == Policy().model_dump()
    assert all(s.value == s.default and s.means for s in answer.settings.values())


def test_settings_are_replaced_as_a_whole_and_tell_who_did() -> None:
    store = MemoryStore()
    put(store, prune_from=0, significance=0.8)
    answer = put(store, version=1, significance=0.7)
    assert (answer.version, answer.updated_by) == (2, "key:k1")
    assert {n: s.value for n, s in answer.settings.items() if s.value != s.default} == {"significance": 0.7}
    assert shown(store, principal(), "default") == answer


def test_a_stale_version_is_refused_and_changes_nothing() -> None:
    store = MemoryStore()
    put(store, prune_from=30)
    for version in (0, 2):
        with pytest.raises(LostRace):
            put(store, version=version, prune_from=40)
    assert shown(store, principal(), "default").settings["prune_from"].value == 30


def test_settings_of_another_container_or_tenant_are_their_own() -> None:
    store = MemoryStore()
    put(store, prune_from=30)
    assert shown(store, principal(), "shop").version == 0
    assert shown(store, principal(tenant="globex"), "default").version == 0


def test_key_reaches_the_containers_that_it_is_bound_to_and_a_users_key_sets_nothing() -> None:
    store = MemoryStore()
    bound = principal(containers=("shop",))
    assert shown(store, bound, "shop").container == "shop"
    with pytest.raises(Forbidden):
        shown(store, bound, "default")
    with pytest.raises(Forbidden):
        put(store, by=principal(user_id="u1"), prune_from=0)
    with pytest.raises(NotFound):
        shown(store, principal(), "c" * 300)


def test_policy_is_read_once_in_ten_seconds_and_one_time_sees_one_policy() -> None:
    store = MemoryStore()
    first = policy_of(store, scope(), NOW)
    row = ContainerSettings(tenant="acme", container="default", values={"prune_from": 3}, updated_at=NOW, updated_by="another process")
    store.put_each([Write(row)])
    store.calls.clear()
    assert policy_of(store, scope(), NOW + timedelta(seconds=9)) is first
    assert store.calls["read"] == 0
    assert policy_of(store, scope(), NOW + REMEMBERED).prune_from == 3


def test_own_change_is_seen_at_once() -> None:
    store = MemoryStore()
    assert policy_of(store, scope(), NOW).prune_from == 20
    put(store, prune_from=3)
    assert policy_of(store, scope(), NOW).prune_from == 3


def test_requests_of_one_process_share_what_was_read() -> None:
    """Each handler makes a fence of its own for each request."""
    store = MemoryStore()
    put(store, prune_from=3)
    store.calls.clear()
    seen = [policy_of(Fenced(store, at), scope(), at).prune_from for at in (NOW + timedelta(seconds=n) for n in range(5))]
    assert (seen, store.calls["read"]) == ([3] * 5, 1)


def test_own_change_is_seen_by_the_next_request_and_anothers_within_the_period() -> None:
    mine, others = MemoryStore(), MemoryStore()
    others.rows = mine.rows
    before = [policy_of(Fenced(store, NOW), scope(), NOW).prune_from for store in (mine, others)]
    put(mine, prune_from=3)
    soon, later = NOW + timedelta(seconds=1), NOW + REMEMBERED
    assert before == [20, 20]
    assert policy_of(Fenced(mine, soon), scope(), soon).prune_from == 3
    assert policy_of(Fenced(others, later), scope(), later).prune_from == 3


RAN = ("I love running in the park.", "I live in Denver.", "I work at Acme as a nurse.", "I have a sister called Jo.", "I like jazz.")


def test_without_the_episodic_tier_no_episodes_are_kept() -> None:
    world = World()
    world.configure(episodic=False, semantic=False)
    world.tell(*RAN)
    assert world.memories(Kind.FACT)
    assert world.memories(Kind.EPISODE) == []


def test_significance_decides_what_is_an_episode() -> None:
    usual, strict = World(), World()
    strict.configure(significance=1.0)
    usual.tell(*RAN)
    strict.tell(*RAN)
    assert len(strict.memories(Kind.EPISODE)) < len(usual.memories(Kind.EPISODE))


@pytest.mark.parametrize(
    ("settings", "queued"),
    [
        ({}, set()),
        ({"prune_from": 2}, {"prune"}),
        ({"consolidate_after": 1, "turns_between": 1}, {"distil"}),
        ({"consolidate_after": 1, "turns_between": 1, "semantic": False}, set()),
    ],
)
def test_upkeep_falls_due_by_the_containers_settings(settings: dict[str, Any], queued: set[str]) -> None:
    world = World()
    world.configure(**settings)
    world.tell(*RAN[:3])
    assert {w.upkeep for w in world.consolidating.upkeep} == queued
    row = world.store.read([state_key(scope())])[state_key(scope())]
    assert isinstance(row, UserState)
    assert (row.upkeep_at is not None) == bool(queued)


@pytest.mark.parametrize("most", [0, 7])
def test_exchange_keeps_as_much_of_a_reply_as_the_settings_say(most: int) -> None:
    world = World()
    world.configure(assistant_chars=most)
    work = world.accept(exchange={"user": "I live in Denver.", "assistant": "Noted, Denver it is."})
    replies = [t for t in world.store.texts().values() if "Noted" in t and "EVENT#" in t]
    assert work.batch_id
    assert len(replies) == (1 if most else 0)
    assert not any("Denver it is" in t for t in world.store.texts().values())


def test_memory_is_due_by_the_containers_decay() -> None:
    usual, quick = World(), World()
    quick.configure(decay="exponential", memories_days=3)
    for world in (usual, quick):
        world.tell("I live in Denver.")
    (slow,), (fast,) = usual.memories(), quick.memories()
    assert slow.decay_due is not None
    assert slow.decay_due > NOW + 10 * DAY
    assert fast.decay_due is not None
    assert fast.decay_due < NOW + 4 * DAY


def test_tier_of_the_container_shows_what_is_read_from_its_users_to_all_of_them() -> None:
    world = World()
    world.tell("I live in Minsk.", owner=scope(user_id="u0"))
    world.configure(tier_scope="container")
    given = [
        {"content": "The printer is on floor 4.", "access_control": {"visibility": "private"}},
        {"content": "The door code word is heron.", "access_control": {"visibility": "shared", "allowed_users": ["u3"]}},
    ]
    world.tell("I live in Denver.", owner=scope(user_id="u1"))
    world.tell("I was diagnosed with diabetes.", owner=scope(user_id="u1"))
    work = world.accept(facts=given)
    world.extract(work)
    world.summarise()
    world.project()

    def seen(user: str, **where: str) -> str:
        asked = ("Where does the user live?", "What is the diagnosis of diabetes?", "Where is the printer?", "What is the door code word?")
        kinds = ["fact", "episode", "event"]
        return " ".join(
            m.content for q in asked for m in world.recall(q, owner=scope(user_id=user, session_id="s9", **where), kinds=kinds).memories
        )

    assert "Denver" in seen("u2")
    assert not [w for w in ("Minsk", "diabetes", "printer", "heron") if w in seen("u2")]
    assert "heron" in seen("u3")
    assert "Denver" not in seen("u2", container="elsewhere")
    (fact,) = [m for m in world.memories() if "Denver" in m.content.summary]
    assert fact.scope.user_id == "u1", "it goes when its user is erased"
    assert [e.access for e in world.memories(Kind.EPISODE) if "Denver" in e.content.summary] == [fact.access]
