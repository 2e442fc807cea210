"""Row W3: a captured turn is in working memory at once, and goes the way of retain for the rest."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Invalid, LostRace, NotFound
from keepsake.flows.sessions import working
from keepsake.flows.sessions.capture import Ports, capture
from keepsake.records import Kind, Scope
from keepsake.rules.knowledge.acts import Act
from keepsake.rules.policy import Policy
from keepsake.rules.sessions import working as rules
from tests.builders import scope
from tests.unit.flows.knowledge.test_acts import do
from tests.unit.flows.sessions.test_working import focus, shown, state
from tests.world import World


def captured(world: World, owner: Scope | None = None, key: str | None = None, **fields: Any) -> api.CaptureAnswer:
    ports = Ports(world.store, world.extracting, world.embedder, world.rules)
    return capture(ports, owner or scope(), api.CaptureRequest.model_validate(fields), key, world.now)


def test_text_is_observed_routed_and_ticked_in_one_call() -> None:
    world = World()
    answer = captured(world, text="I live in Denver.")
    (told,) = answer.observations
    assert (told.content, told.routed[:2], answer.turn) == ("I live in Denver", ("working", "fact"), 1)
    assert (focus(world), shown(world).turn) == (["I live in Denver"], 1)
    assert world.memories() == []
    assert world.extracting.sent[-1].batch_id == answer.batch_id


def test_later_extraction_makes_the_same_observations_and_neither_routes_nor_ticks_again() -> None:
    world = World()
    answer = captured(world, text="I live in Denver. I like green tea.")
    before = shown(world)
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    assert {o.memory_id for o in world.memories(Kind.OBSERVATION)} == {o.observation_id for o in answer.observations}
    assert len(world.current()) == len(answer.observations) == 2
    assert shown(world) == before


def test_importance_decides_between_fact_and_episode_as_consolidation_does() -> None:
    world = World(policy=Policy(significance=0.0))
    answer = captured(world, text="I live in Denver.")
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    assert answer.observations[0].routed == ("working", "fact", "episode")
    assert len(world.memories(Kind.EPISODE)) == 1


def test_exchange_is_one_turn_with_the_reply_cut_as_the_policy_says() -> None:
    world = World(policy=Policy(assistant_chars=10))
    answer = captured(world, exchange={"user": "I like green tea.", "assistant": "Noted, green tea it will be from now on."})
    work = world.extracting.sent[-1]
    said = [
        e.content
        for e in world.store.read(list(world.store.rows)).values()
        if getattr(e, "batch_id", "") == work.batch_id and hasattr(e, "seq")
    ]
    assert sorted(said) == ["I like green tea.", "Noted, gre"]
    assert answer.turn == 1


def test_last_exchange_takes_the_sessions_latest_turn_and_accepts_nothing_new() -> None:
    world = World()
    world.accept({"content": "I live in Denver."}, {"content": "I like green tea."}, {"content": "Noted.", "role": "assistant"})
    sent = len(world.extracting.sent)
    answer = captured(world, last_exchange=True)
    assert [o.content for o in answer.observations] == ["I like green tea"]
    assert (answer.batch_id, len(world.extracting.sent)) == (world.extracting.sent[-1].batch_id, sent)
    world.extract(world.extracting.sent[-1])
    assert sorted(focus(world)) == ["I like green tea", "I live in Denver"]
    assert shown(world).turn == 2


@pytest.mark.parametrize("settled", [True, False], ids=["processed", "waiting"])
def test_last_exchange_that_was_kept_as_evidence_alone_is_observed_after_all(settled: bool) -> None:
    world = World()
    said = [{"content": "I like green tea."}, {"content": "Noted.", "role": "assistant"}]
    work = world.accept(*said, extract=False)
    if settled:
        world.extract(work)
        world.summarise()
        assert (focus(world), world.current()) == ([], [])
    answer = captured(world, last_exchange=True)
    assert [o.content for o in answer.observations] == ["I like green tea"]
    assert (focus(world), answer.turn) == (["I like green tea"], 1)
    later = world.extracting.sent[-1]
    assert later.batch_id == answer.batch_id != work.batch_id
    for each in (later, work, later):
        world.extract(each)
        world.summarise()
    assert (focus(world), world.current(), shown(world).turn) == (["I like green tea"], ["I like green tea"], 1)
    assert state(world).turns == 1


def test_last_exchange_of_many_messages_is_read_though_the_queue_refuses_it() -> None:
    world = World()
    many = [{"content": f"Step {n} went well.", "role": "assistant"} for n in range(99)]
    world.accept({"content": "I like green tea."}, *many, extract=False)
    world.extracting.down = True
    assert "I like green tea" in {o.content for o in captured(world, last_exchange=True).observations}
    assert "I like green tea" in focus(world)


@pytest.mark.parametrize(
    ("said", "lasting"),
    [
        ("Right now I am debugging the login page.", False),
        ("I'm refactoring the parser right now.", False),
        ("At the moment I'm writing the docs.", False),
        ("Right now I am living in Oslo.", True),
        ("I am working at Google at the moment.", True),
        ("I like green tea.", True),
    ],
)
def test_what_somebody_is_busy_with_right_now_is_of_the_session_alone(said: str, lasting: bool) -> None:
    world = World()
    (told,) = captured(world, text=said).observations
    assert (told.durability in rules.LASTING, "fact" in told.routed) == (lasting, lasting)
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    assert bool(world.current()) is lasting


def test_repeated_request_with_its_key_changes_nothing() -> None:
    world = World()
    first = captured(world, key="k", text="I live in Denver.")
    again = captured(world, key="k", text="I live in Denver.")
    assert (again.batch_id, again.turn, again.observations) == (first.batch_id, 1, first.observations)
    assert len(world.extracting.sent) == 1


def test_junk_is_dropped_with_its_reason_and_ticks_all_the_same() -> None:
    world = World()
    answer = captured(world, text="hello!")
    assert [d.reason for d in answer.dropped] == ["junk: greeting"]
    assert (answer.observations, answer.turn) == ((), 1)


def test_what_gives_way_is_told() -> None:
    world = World(policy=Policy(working_capacity=2))
    captured(world, text="I live in Denver. I like green tea.")
    answer = captured(world, text="I work at Stripe.")
    assert len(answer.evicted) == 1
    assert len(focus(world)) == 2


def test_what_another_agent_held_gives_way_unsaid() -> None:
    world = World()
    captured(world, scope(agent_id="b"), text="I work at Stripe. I like green tea. I live in Denver.")
    captured(world, scope(agent_id="a"), text="I own a dog.")
    world.configure(working_capacity=1, pinned_slots=0)
    answer = captured(world, scope(agent_id="a"), text="I run every morning.")
    assert [i.agent_id for i in answer.evicted] == ["a"]


def test_what_was_deleted_gives_way_unsaid() -> None:
    world = World(policy=Policy(working_capacity=1, pinned_slots=0))
    world.tell("I am allergic to peanuts.", at=world.now)
    (fact,) = world.memories()
    do(world, Act.DELETE, fact)
    assert captured(world, text="I have lived in Denver since 2019.").evicted == ()


def test_what_is_accepted_is_no_failure_though_others_write_the_sessions_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def lost(*_: object) -> None:
        raise LostRace("Too many writers on one session.")

    with monkeypatch.context() as busy:
        busy.setattr(working, "route", lost)
        assert captured(world, text="I live in Denver.").batch_id
    assert focus(world) == []
    world.extract(world.extracting.sent[-1])
    assert focus(world) == ["I live in Denver"]


def test_embedder_that_is_down_delays_nothing() -> None:
    world = World()
    world.embedder.down = True  # type: ignore[attr-defined]
    captured(world, text="I live in Denver.")
    assert focus(world) == ["I live in Denver"]


def test_session_and_an_exchange_are_needed() -> None:
    world = World()
    with pytest.raises(Invalid):
        captured(world, owner=scope(session_id=None), text="I live in Denver.")
    with pytest.raises(NotFound):
        captured(world, last_exchange=True)
    with pytest.raises(ValueError, match="exactly one"):
        api.CaptureRequest(text="x", last_exchange=True)
