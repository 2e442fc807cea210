"""Deleting one event: its words are nowhere any more, and what rests on others too stays in their words."""

from __future__ import annotations

from contextlib import suppress

import pytest

from keepsake import api
from keepsake.adapters import dynamodb
from keepsake.errors import Conflict, NotFound, Unavailable
from keepsake.flows import walk
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.sessions import speakers
from keepsake.ports import Write
from keepsake.records import Kind, PastVersion, Session, UserState
from keepsake.rules.knowledge.acts import Act, Wish
from local.in_memory import World
from tests.builders import NOW, fact, principal, scope
from tests.fakes import Dies


def forget(world: World, event_id: str) -> None:
    forget_event.forget(Fenced(world.store, world.now), world.consolidating, world.event(event_id), "key:k", world.now)
    world.project()
    world.upkeep()
    world.project()


def everything(world: World) -> str:
    """All that is stored and indexed, unpacked."""
    rows = [str(r.model_dump()) for r in world.store.read(list(world.store.rows)).values()]
    return "\n".join([*rows, str([d.fields for d in world.index.documents.values()])])


def vectors(world: World, word: str = "") -> set[bytes]:
    """Of all rows that name the word."""
    rows = world.store.read(list(world.store.rows)).values()
    return {s.data for r in rows if word in str(r.model_dump(exclude={"vectors"})) for s in dynamodb.vectors_of(r) if s.data}


def test_nothing_of_its_words_is_left_where_nothing_else_says_it() -> None:
    world = World()
    world.tell("I live in Zebrafinchburg.", event_id="m1")
    world.tell("I have a dog.", event_id="m2")
    assert "Zebrafinchburg" in everything(world)
    of_these_words = vectors(world, "Zebrafinchburg")
    assert len(of_these_words) >= 2
    forget(world, "m1")
    assert not of_these_words & vectors(world), "nor a vector of them"
    assert "zebrafinchburg" not in everything(world).lower()
    assert world.current() == ["I have a dog"]
    assert not [m for m in world.recall("Where do I live?").memories if "Zebrafinch" in m.content]
    forget(world, "m1")  # a second time changes nothing


@pytest.mark.parametrize(("gone", "left"), [("m1", "I swim on Mondays"), ("m2", "I teach zebrafinching to children")])
def test_a_merged_fact_keeps_the_words_of_the_events_that_are_left(gone: str, left: str) -> None:
    world = World()
    world.tell("I teach zebrafinching to children.", event_id="m1")
    world.tell("I swim on Mondays.", event_id="m2")
    teaches, swims = sorted(world.memories(), key=lambda m: m.event_ids)
    merged = acts.Target(principal(), swims.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, merged, Wish(Act.MERGE, "key:k", world.now), (teaches.memory_id,))
    world.upkeep()
    world.project()
    words = world.event(gone).content.rstrip(".").lower()
    forget(world, gone)
    assert words not in everything(world).lower()
    assert world.current() == [left]


def finished(world: World, event_id: str, at: int) -> bool:
    """Deletes it, and again where that dies at a write; False where it died."""
    dying = Dies(world.store.rows, at)
    try:
        forget_event.forget(Fenced(dying, world.now), world.consolidating, world.event(event_id), "key:k", world.now)
    except Unavailable:
        with suppress(NotFound):  # as a request would be answered once it is gone
            event = memories.event(world.store, principal(), event_id, api.ScopeQuery(user_id="u1"))
            forget_event.forget(Fenced(world.store, world.now), world.consolidating, event, "key:k", world.now)
        dying.at = 0
    world.project()
    world.upkeep()
    world.project()
    return bool(dying.at)


def test_event_behind_it_is_told_without_its_words_wherever_the_deletion_dies() -> None:
    for at in range(1, 40):
        world = World()
        world.tell("I live in Zebrafinchburg.", event_id="m1")
        world.tell("It is nice.", event_id="m2")
        done = finished(world, "m1", at)
        assert "zebrafinchburg" not in everything(world).lower(), f"where the {at}th write fails"
        if done:
            return
    pytest.fail("It never ends.")


def test_fact_that_others_prove_stays_in_their_words() -> None:
    world = World()
    world.tell("I am allergic to peanuts.", event_id="m1")
    world.tell("I'm allergic to peanuts, you know, as I told Wilhelmine.", event_id="m2")
    facts = [m for m in world.memories() if m.current and "allergic" in m.content.summary]
    assert {e for m in facts for e in m.event_ids} == {"m1", "m2"}
    forget(world, "m2")
    assert "wilhelmine" not in everything(world).lower()
    left = [m for m in world.memories() if m.current and "allergic" in m.content.summary]
    assert {e for m in left for e in m.event_ids} == {"m1"}


def test_first_words_go_too_where_a_later_event_says_the_same() -> None:
    world = World()
    world.tell("my allergy is peanuts, since the party at Quokkavale", event_id="m1")
    world.tell("I am allergic to peanuts.", event_id="m2")
    forget(world, "m1")
    assert "quokkavale" not in everything(world).lower()
    assert any("allergic to peanuts" in c for c in world.current())


def test_where_an_observation_is_held_nothing_of_it_changes() -> None:
    world = World()
    for number in (1, 2):
        world.tell("I like sushi.", event_id=f"m{number}")
    held = next(o for o in world.memories(Kind.OBSERVATION) if o.event_ids == ("m2",))
    world.store.put_each([Write(held.model_copy(update={"legal_hold": True, "version": held.version + 1}), held.version)])
    before = {k: row for k, row in world.store.rows.items() if k.sk.startswith(("MEM#", "EVENT#"))}
    with pytest.raises(Conflict, match="legal hold"):
        forget(world, "m2")
    assert before.items() <= world.store.rows.items()


def test_event_behind_a_memory_under_legal_hold_stays() -> None:
    world = World()
    world.tell("I live in Oslo.", event_id="m1")
    (fact,) = [m for m in world.memories(Kind.FACT) if m.current]
    held = fact.model_copy(update={"legal_hold": True, "version": fact.version + 1})
    world.store.put_each([Write(held, fact.version)])
    with pytest.raises(Conflict, match="legal hold"):
        forget(world, "m1")
    kept = memories.one(world.store, principal(), fact.memory_id, api.ScopeQuery(user_id="u1"))
    assert kept.content == fact.content


def test_event_that_is_being_processed_is_not_deleted_under_its_reader() -> None:
    world = World()
    world.accept({"content": "I live in Oslo.", "event_id": "m1"})
    with pytest.raises(Conflict, match="processed"):
        forget(world, "m1")


def of_others(world: World, many: int) -> None:
    """Facts of the same user that have nothing to do with it."""
    world.store.put_each([Write(fact(memory_id=f"f_{n:012x}{n:024x}", event_ids=(f"x{n}",))) for n in range(many)])


def test_memories_are_looked_through_once_a_page_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    read, pages = {}, {}
    for many in (0, 300):
        world = World()
        world.tell("I live in Zebrafinchburg. I have a dog. I work as a pilot.", event_id="m1")
        world.tell("I have a dog, and a cat.", event_id="m2")
        assert len([m for m in world.memories() if "m1" in m.event_ids]) >= 3
        of_others(world, many)
        monkeypatch.setattr(walk, "AT_ONCE", 50)
        rows, queries = world.store.rows_read, world.store.calls["query"]
        forget_event.forget(Fenced(world.store, world.now), world.consolidating, world.event("m1"), "key:k", world.now)
        read[many], pages[many] = world.store.rows_read - rows, world.store.calls["query"] - queries
    assert read[300] - read[0] == 300, "each of the others once"
    assert pages[300] - pages[0] == 300 // 50, "and never more than a page at once"


def test_another_writers_memory_is_not_missed() -> None:
    """The look is as old as the state that it began with."""
    world = World()
    world.tell("I live in Zebrafinchburg.", event_id="m1")
    world.tell("I have a dog.", event_id="m2")
    resting = forget_event.Resting(world.store, forget_event.scope_of(world.event("m1")))
    before = resting.on_event("m1")
    world.tell("I live in Zebrafinchburg.", event_id="m3")
    assert {m.memory_id for m in resting.on_event("m3")} >= {m.memory_id for m in before if m.kind is Kind.FACT}


def test_event_of_an_owner_of_very_many_is_deleted_by_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget_event, "MOST_IN_A_REQUEST", 0)
    world = World()
    world.tell("I live in Zebrafinchburg.", event_id="m1")
    world.consolidating.take()
    rows = world.store.rows_read
    assert not forget_event.start(Fenced(world.store, world.now), world.consolidating, world.event("m1"), "key:k", world.now)
    assert world.store.rows_read - rows <= 3 + len(world.event("m1").memory_ids)
    (work,) = world.consolidating.take()
    assert work.upkeep == "forget"
    for _ in range(2):  # safe to run twice
        forget_event.carry_out(Fenced(world.store, world.now), world.consolidating, work, world.now)
    assert not [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, PastVersion)]
    world.project()
    world.upkeep()
    world.project()
    assert "zebrafinchburg" not in everything(world).lower()


def test_hold_is_told_before_the_queue_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forget_event, "MOST_IN_A_REQUEST", 0)
    world = World()
    world.tell("I live in Oslo.", event_id="m1")
    (held,) = [m for m in world.memories(Kind.FACT) if m.current]
    world.store.put_each([Write(held.model_copy(update={"legal_hold": True, "version": held.version + 1}), held.version)])
    sent = len(world.consolidating.upkeep)
    with pytest.raises(Conflict, match="legal hold"):
        forget_event.start(Fenced(world.store, world.now), world.consolidating, world.event("m1"), "key:k", world.now)
    assert len(world.consolidating.upkeep) == sent


def test_those_whom_it_names_are_not_known_any_more() -> None:
    world = World()
    world.tell("My brother Zbigniew is deaf.", event_id="m1")
    world.tell("My sister Aoife is a vet.", event_id="m2")
    world.tell("I'm filling this in for my uncle, Kazimierz.", event_id="m3")
    forget(world, "m1")
    forget(world, "m3")
    assert "zbigniew" not in everything(world).lower()
    assert "kazimierz" not in everything(world).lower()
    world.tell("Aoife moved to Cork.", event_id="m4")
    assert {m.subject for m in world.memories() if "Cork" in m.content.summary} == {"aoife"}, "whom others name are"


def test_who_said_it_is_not_known_any_more_where_nothing_else_is_said_under_that_name() -> None:
    world = World()
    world.tell("I keep bees.", event_id="m1", name="Zbigniew")
    world.tell("I have a dog.", event_id="m2", name="Aoife")
    world.tell("I teach chess.", event_id="m3", name="Aoife")
    forget(world, "m2")
    assert "Aoife" in everything(world), "m3 is hers"
    forget(world, "m1")
    assert "zbigniew" not in everything(world).lower()
    world.tell("I play the harp.", event_id="m4", name="Bruna")
    assert [m.subject for m in world.memories() if "harp" in m.content.summary] == ["bruna"], "the session still has two who speak"


def test_speaker_of_another_session_stays_known_to_the_user() -> None:
    world = World()
    world.tell("I keep bees.", event_id="m1", name="Zbigniew")
    world.tell("I have a dog.", event_id="m2", name="Zbigniew", owner=scope(session_id="s2"))
    forget(world, "m1")
    known = {type(r).__name__: r.speakers for r in world.store.read(list(world.store.rows)).values() if isinstance(r, UserState)}
    assert known == {"UserState": ("Zbigniew",)}
    forget(world, "m2")
    assert "zbigniew" not in everything(world).lower()


def test_who_deletes_one_of_many_events_pays_for_the_newest_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speakers, "MOST", 20)
    world = World()
    world.tell("I keep bees.", event_id="m0", name="Zbigniew")
    for _ in range(12):
        world.tell(*(f"Number {n} is on the list." for n in range(10)), name="Aoife")
    read, asked = world.store.read, list[int]()
    monkeypatch.setattr(world.store, "read", lambda keys, **how: (asked.append(len(list(keys))), read(keys, **how))[1])
    assert speakers.forget(world.store, world.event("m0"))
    assert sum(asked) <= 3 * 20
    assert "Zbigniew" not in next(r for r in read(list(world.store.rows)).values() if isinstance(r, Session)).speakers


def chess() -> World:
    """Only the first event tells who plays."""
    world = World()
    world.tell("My brother Zbigniew is deaf.", event_id="m1")
    world.tell("He plays chess every Sunday.", event_id="m2")
    return world


def test_whom_only_it_names_heads_no_other_fact_wherever_the_deletion_dies() -> None:
    for at in range(1, 60):
        world = chess()
        assert {m.subject for m in world.memories() if "chess" in m.content.summary} == {"zbigniew"}
        if finished(world, "m1", at):
            assert {m.subject for m in world.memories() if m.current and "chess" in m.content.summary} == {"unknown"}
            return
        assert "zbigniew" not in everything(world).lower(), f"where the {at}th write fails"
    pytest.fail("It never ends.")


def test_whom_others_name_too_heads_what_they_tell() -> None:
    world = World()
    world.tell("My brother Zbigniew is deaf.", event_id="m1")
    world.tell("Zbigniew moved to Lodz.", event_id="m2")
    world.tell("He plays chess every Sunday.", event_id="m3")
    forget(world, "m1")
    assert {m.subject for m in world.memories() if m.current} == {"zbigniew"}


def test_what_is_held_stays_about_whom_it_is() -> None:
    world = chess()
    held = next(m for m in world.memories() if "chess" in m.content.summary)
    world.store.put_each([Write(held.model_copy(update={"legal_hold": True, "version": held.version + 1}), held.version)])
    forget(world, "m1")
    assert {m.subject for m in world.memories() if "chess" in m.content.summary} == {"zbigniew"}


@pytest.mark.parametrize("other", [{"content": "", "lapsed_at": NOW}, {"name": "Zbigniew"}])
def test_what_was_made_of_lost_words_or_of_ones_own_stays_about_whom_it_is(other: dict[str, object]) -> None:
    world = chess()
    second = world.event("m2")
    world.store.put_each([Write(second.model_copy(update=other | {"version": second.version + 1}), second.version)])
    forget(world, "m1")
    assert {m.subject for m in world.memories() if "chess" in m.content.summary} == {"zbigniew"}


def test_whose_name_is_deleted_is_called_as_others_call_them() -> None:
    world = World()
    world.tell("My uncle Zbigniew is deaf.", event_id="m1")
    world.tell("My uncle plays chess every Sunday.", event_id="m2")
    assert {m.subject for m in world.memories() if "chess" in m.content.summary} == {"zbigniew"}
    forget(world, "m1")
    assert "zbigniew" not in everything(world).lower()
    assert {m.subject for m in world.memories() if m.current} == {"uncle"}
