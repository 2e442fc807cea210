"""The profile (row K2): category > tag > feature > values with citations and history, for a user, an agent's role or the container."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.flows.knowledge import acts
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.correct import correct
from keepsake.flows.knowledge.profile import profile
from keepsake.ports import Write
from keepsake.records import Memory, PastVersion, Scope, Status, Trust, Type, Validity
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, fact, principal, scope, slot
from tests.fakes import MemoryStore
from tests.world import World


def shown(world: World, owner: Scope | None = None, **query: Any) -> dict[str, dict[str, dict[str, api.ProfileFeature]]]:
    return profile(world.store, owner or scope(), api.ProfileQuery.model_validate(query), world.now).profile


def kept(*facts: Memory) -> MemoryStore:
    store = MemoryStore()
    store.put_each([Write(f) for f in facts])
    return store


def features(store: MemoryStore, owner: Scope | None = None, **query: Any) -> set[str]:
    found = profile(store, owner or scope(), api.ProfileQuery.model_validate(query), NOW).profile
    return {feature for tags in found.values() for held in tags.values() for feature in held}


def home(**fields: Any) -> Memory:
    return fact(**{"slot": slot("residence", "Denver", tag="Personal")} | fields)


def test_values_stand_under_category_tag_and_feature_with_their_events() -> None:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (value,) = shown(world)["user_profile"]["Personal"]["residence"].values
    assert (value.value, value.event_ids, value.subject) == ("Denver", ("m1",), "user")


def test_earlier_value_stays_with_its_dates_its_reason_and_what_replaced_it() -> None:
    world = World()
    world.tell("I live in Boston.", event_id="m1")
    world.tell("I moved to Denver.", at=NOW + DAY, event_id="m2")
    found = shown(world)["user_profile"]["Personal"]["residence"]
    (now,), (before,) = found.values, found.history
    assert (now.value, before.value) == ("Denver", "Boston")
    assert (before.valid_from, before.valid_to) == (NOW, now.valid_from)
    assert before.validity is Validity.DEPRECATED
    assert before.replaced_by == now.memory_id
    assert "gives another value" in before.reason


def test_one_feature_may_hold_several_values() -> None:
    world = World()
    world.tell("I speak Polish.", "I speak Welsh.")
    assert {v.value for v in shown(world)["user_profile"]["Personal"]["languages"].values} == {"Polish", "Welsh"}


def test_slot_without_a_tag_is_miscellaneous_and_unknown_features_are_allowed() -> None:
    body = {"facts": [{"content": "Prefers TypeScript", "slot": {"feature": "favourite_type_system", "value": "TypeScript"}}]}
    world = World()
    work = world.accept(**body)
    world.extract(work)
    world.summarise()
    (value,) = shown(world)["user_profile"]["Miscellaneous"]["favourite_type_system"].values
    assert value.value == "TypeScript"


def test_what_is_dated_gone_negated_or_held_back_is_not_in_it() -> None:
    hidden: list[dict[str, Any]] = [
        {"type": Type.EPISODIC}, {"status": Status.DELETED}, {"trust": Trust.QUARANTINED}, {"negated": True}, {"expires_at": NOW},
        {"agent_scope": ("a1",)}, {"scope": scope(namespace="other")},
    ]  # fmt: skip
    for fields in hidden:
        assert features(kept(home(**fields))) == set(), fields
    assert features(kept(home())) == {"residence"}
    assert features(kept(home(agent_scope=("a1",))), scope(agent_id="a1")) == {"residence"}


def test_another_person_has_a_profile_of_their_own() -> None:
    store = kept(home(), home(memory_id="f_0000000000aa02", subject="ann"))
    for subject, expected in (("user", 1), ("ann", 1), ("*", 2), (None, 2)):
        found = profile(store, scope(), api.ProfileQuery(subject=subject), NOW).profile
        assert len(found["user_profile"]["Personal"]["residence"].values) == expected, subject


def test_agents_role_and_the_containers_own_profile_are_apart() -> None:
    role = home(scope=scope(user_id=None, agent_id="a1"), subject="concierge", slot=slot("tone", "formal", category="role_definition"))
    own = home(memory_id="f_0000000000aa02", scope=scope(user_id=None), subject="shop", slot=slot("currency", "EUR"))
    store = kept(role, own)
    assert features(store, scope(user_id=None, agent_id="a1")) == {"tone"}
    assert features(store, scope(user_id=None)) == {"currency"}
    assert features(store) == set()


def test_category_tag_and_feature_narrow_it() -> None:
    store = kept(home(), home(memory_id="f_0000000000aa02", slot=slot("budget", "1000", tag="Shopping")))
    assert features(store, tag="Shopping") == {"budget"}
    assert features(store, feature="residence") == {"residence"}
    assert features(store, category="role_definition") == set()


def test_merged_fact_shows_the_values_of_all_that_it_was_merged_from() -> None:
    """A merge keeps one row: what the others filled would be lost from the profile."""
    world = World()
    world.tell("I was born in Maryland.", event_id="m1")
    world.tell("I was born in May.", event_id="m2")
    before = shown(world)["user_profile"]["Personal"]
    assert set(before) >= {"birthplace", "birthday"}
    first, second = sorted(world.memories(), key=lambda f: f.event_ids)
    where = Target(principal(), first.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, where, Wish(Act.MERGE, "key:k1", world.now), (second.memory_id,))
    after = shown(world)["user_profile"]["Personal"]
    assert {f: [v.value for v in after[f].values] for f in before} == {f: [v.value for v in before[f].values] for f in before}
    assert all(v.event_ids == ("m1", "m2") for f in before for v in after[f].values)
    assert all(after[f].history == () for f in before)


def corrected() -> World:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (home_fact,) = world.memories()
    request = api.CorrectionRequest(version=home_fact.version, content="The user lives in Boulder.")
    where = Target(principal(), home_fact.memory_id, api.ScopeQuery(user_id="u1"))
    wish = Wish(Act.CORRECT, "key:k1", world.now)
    correct(world.store, world.consolidating, world.index, world.embedder, world.rules, where, wish, request)
    return world


@pytest.mark.parametrize("now", [{"status": Status.DELETED}, {"trust": Trust.QUARANTINED}, {"expires_at": NOW}, {"agent_scope": ("a1",)}])
def test_what_a_fact_said_before_its_correction_goes_by_how_the_fact_stands_today(now: dict[str, Any]) -> None:
    world = corrected()
    (fact_now,) = world.memories()
    after = fact_now.model_copy(update={"version": fact_now.version + 1} | now)
    world.store.put_each([Write(after, fact_now.version), Write(PastVersion(memory=fact_now))])
    assert shown(world) == {}


def test_corrected_value_is_current_under_its_new_words() -> None:
    world = corrected()
    found = shown(world)["user_profile"]["Personal"]["residence"]
    (value,), (before,) = found.values, found.history
    assert (value.value, value.verdict, len(value.event_ids)) == ("Boulder", "correct", 2)
    assert (before.value, before.valid_to, before.event_ids) == ("Denver", world.now, ("m1",))
