"""Row V3: what a caller may not see is in none of the answers, whichever way it is asked for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.errors import NotFound
from keepsake.flows.knowledge import memories, profile, topic_pages
from keepsake.flows.recall import recalls, reflect
from keepsake.flows.recall.recall import Asker, recall
from keepsake.ports import Write
from keepsake.records import AccessControl, Event, Memory, Principal, Relation, Scope, Visibility
from keepsake.rules.governance import audience, identity
from keepsake.rules.recall import gates
from local.in_memory import NOW, World, scope
from tests.builders import event, fact, principal, slot

AGENTS, USERS = st.sampled_from([None, "a1", "a2"]), st.sampled_from([None, "u1", "u2"])
ACCESS = st.builds(
    AccessControl,
    visibility=st.sampled_from(Visibility),
    allowed_users=st.lists(st.sampled_from(["u1", "u2"]), max_size=1).map(tuple),
    allowed_roles=st.lists(st.sampled_from(["support"]), max_size=1).map(tuple),
)
ASKED = {"user_id": "u1"}


@st.composite
def stored(draw: Any) -> tuple[Memory, Event]:
    """A fact with its event, of any user and agents, for any readers. Its words are its own."""
    n = draw(st.integers(1, 9))
    owner = scope(user_id=draw(USERS), agent_id=draw(AGENTS))
    word = f"Quokkavale{n}"
    agents = tuple(draw(st.sets(st.sampled_from(["a1", "a2"]), max_size=2)))
    said = event(scope=owner, event_id=f"m{n}", content=f"I live in {word}.", memory_ids=(f"f_0000000000aa0{n}",))
    held = fact(
        f"The user lives in {word}.", scope=owner, memory_id=f"f_0000000000aa0{n}", event_ids=(f"m{n}",), agent_scope=agents,
        access=draw(ACCESS), slot=slot("residence", word),
        relations=tuple(Relation(type="related_to", target=f"f_0000000000aa0{other}") for other in range(1, 10) if other != n),
    )  # fmt: skip
    return held, said


KEYS = st.builds(
    lambda user, agent, roles: principal(user_id=user, agent_id=agent, roles=roles, permissions=("read",)),
    USERS, AGENTS, st.sampled_from([(), ("support",)]),
)  # fmt: skip


def filled(rows: list[tuple[Memory, Event]]) -> World:
    world = World()
    world.store.put_each([Write(r.model_copy(update={"index_due": NOW})) for pair in rows for r in pair])
    world.project()
    return world


def answers(world: World, key: Principal, ids: list[str]) -> dict[str, str]:
    """Everything that the key can ask, as text."""
    own = identity.effective(key, identity.Asked(user_id=None if key.user_id else "u1"))
    asker = Asker(own, world.now, key.roles)
    asked = "Where do I live? Quokkavale"
    out = {
        "recall": str(recalled(world, asker, asked).memories),
        "reflect": reflect.reflect(world.reading(), None, asker, api.ReflectRequest(question="Why do I live in Quokkavale?"), "r_x").answer,
        "list": str(memories.listed(world.store, key, api.ListQuery(user_id=own.user_id)).memories),
        "profile": str(profile.profile(world.store, own, api.ProfileQuery(), world.now)),
        "topics": str(topic_pages.listed(world.store, own, api.PageQuery(user_id=own.user_id), world.now)),
    }
    for memory_id in ids:
        query = api.PageQuery(user_id=own.user_id)
        try:
            one = memories.one(world.store, key, memory_id, query)
        except NotFound:
            continue
        out[f"{memory_id} itself"] = one.content.summary
        out[f"{memory_id} case"] = str(memories.case(world.store, key, one))
        out[f"{memory_id} relations"] = str(memories.relations(world.store, world.index, key, one, api.PageQuery()))
        out[f"{memory_id} history"] = str(memories.history(world.store, one, query))
    return out


def recalled(world: World, asker: Asker, asked: str) -> api.RecallAnswer:
    return recall(world.reading(), asker, api.RecallRequest(query=asked, top_k=50, token_budget=8000), "r_1")


def may_read(held: Memory, user: str, key: Principal) -> bool:
    """The rule in the words of the requirement, apart from the one that is tested."""
    shared = held.access.visibility is Visibility.SHARED and (
        user in held.access.allowed_users or "support" in {*held.access.allowed_roles} & {*key.roles}
    )
    mine = held.scope.user_id == user or shared or held.access.visibility is Visibility.PUBLIC
    return mine and (key.agent_id is None or not held.agent_scope or key.agent_id in held.agent_scope)


def may_hear(said: Event, user: str, key: Principal) -> bool:
    return said.scope.user_id == user and (key.agent_id is None or said.scope.agent_id in (None, key.agent_id))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(stored(), min_size=1, max_size=6, unique_by=lambda pair: pair[0].memory_id), KEYS)
def test_what_a_key_may_not_see_is_in_no_answer(rows: list[tuple[Memory, Event]], key: Principal) -> None:
    world = filled(rows)
    user = key.user_id or "u1"
    hidden = [
        str(held.slot.value)
        for held, said in rows
        if held.slot is not None and not may_read(held, user, key) and not may_hear(said, user, key)
    ]
    for name, text in answers(world, key, [m.memory_id for m, _ in rows]).items():
        assert [w for w in hidden if w in text] == [], name


@given(stored(), USERS, AGENTS)
def test_recall_holds_back_what_the_rule_does(row: tuple[Memory, Event], user: str | None, agent: str | None) -> None:
    reader = gates.Reader(scope=Scope(tenant="acme", user_id=user, agent_id=agent), now=NOW)
    for record in row:
        gate = gates.held_by(record, reader)
        shown = audience.of_user(record, user, ()) and audience.of_agent(record, agent)
        assert (gate is None or gate.name not in ("owner", "agent_scope")) is shown


def of_two_agents() -> tuple[World, Memory, Memory]:
    """Two facts that contradict each other, each for one agent, told to that agent."""
    first = fact("The user lives in Minsk.", scope=scope(agent_id="a1"), agent_scope=("a1",), event_ids=("m1",))
    links = (Relation(type="contradicts", target=first.memory_id),)
    other = fact("The user lives in Oslo.", memory_id="f_0000000000aa02", event_ids=("m1", "m2"), relations=links)
    world = filled([
        (first, event(scope=scope(agent_id="a1"), content="I live in Minsk.")),
        (other, event(scope=scope(agent_id="a2"), event_id="m2", content="I live in Oslo.")),
    ])  # fmt: skip
    return world, first, other


def _case(world: World, key: Principal, memory: Memory) -> api.CaseAnswer:
    return memories.case(world.store, key, memory)


def _related(world: World, key: Principal, memory: Memory) -> api.RelationsAnswer:
    return memories.relations(world.store, world.index, key, memory, api.PageQuery())


@pytest.mark.parametrize("ask", [_case, _related])
def test_agents_key_reads_no_other_agents_words_behind_a_memory(ask: Any) -> None:
    world, _, other = of_two_agents()
    assert "Minsk" in str(ask(world, principal(), other))
    assert "Minsk" not in str(ask(world, principal(agent_id="a2"), other))


def test_agents_key_lists_and_opens_what_is_for_its_agent_alone() -> None:
    world, first, other = of_two_agents()
    key = principal(agent_id="a2")
    query = api.ListQuery(user_id="u1")
    assert {m.memory_id for m in memories.listed(world.store, principal(), query).memories} == {first.memory_id, other.memory_id}
    assert [m.memory_id for m in memories.listed(world.store, key, api.ListQuery(user_id="u1", kind="fact")).memories] == [other.memory_id]
    with pytest.raises(NotFound):
        memories.event(world.store, key, "m1", api.ScopeQuery(user_id="u1"))
    assert memories.event(world.store, key, "m2", api.ScopeQuery(user_id="u1")).content == "I live in Oslo."


def test_reflect_quotes_no_other_agents_turn_as_its_ground() -> None:
    world, _, _ = of_two_agents()
    asker = Asker(scope(agent_id="a2"), world.now)
    answer = reflect.reflect(world.reading(), None, asker, api.ReflectRequest(question="Why do I live in Oslo?"), "r_1").answer
    assert "Oslo" in answer
    assert "Minsk" not in answer


def test_recall_of_one_agent_is_read_again_by_none_bound_to_another() -> None:
    world, _, _ = of_two_agents()
    asked = recalled(world, Asker(scope(agent_id="a1"), world.now), "Where do I live? Minsk")
    world.refresh()
    query = api.ScopeQuery(user_id="u1")
    assert "Minsk" in str(recalls.read_again(world.store, principal(agent_id="a1"), asked.recall_id, query, world.now).memories)
    with pytest.raises(NotFound):
        recalls.read_again(world.store, principal(agent_id="a2"), asked.recall_id, query, world.now)
