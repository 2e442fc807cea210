"""Row D2: an event that states what is purged, and nothing else, goes with it; whatever purges it, and wherever that dies."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api, gateway
from keepsake.errors import Conflict, KeepsakeError, NotFound
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.governance import purge
from keepsake.flows.knowledge import acts, correct, deletions
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.ports import Store, Write
from keepsake.records import Event, Kind, Memory
from keepsake.rules.knowledge.acts import Act, Wish
from local.in_memory import NOW, World, scope
from tests.builders import DAY, fact, principal
from tests.fakes import Dies
from tests.unit.flows.portability.portable_banks import bank

SECRET = "Zebrafinchol"


def target(memory: Memory) -> Target:
    return Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))


def kept(world: World) -> Memory:
    body = api.VerbatimRequest.model_validate(gateway.masked({"content": f"Takes {SECRET} against depression"}))
    return verbatim.keep(world.store, world.consolidating, world.embedder, scope(), body, None, world.now)


def retained(world: World) -> Memory:
    work = world.accept(facts=[{"content": f"The user takes {SECRET}."}])
    world.extract(work)
    world.project()
    world.tell("I like tea.")
    (stated,) = [m for m in world.memories() if SECRET in m.content.summary]
    return stated


def corrected(world: World) -> Memory:
    world.tell("I take aspirin.")
    (told,) = world.memories()
    body = api.CorrectionRequest(version=told.version, content=f"I take {SECRET}.")
    wish = Wish(Act.CORRECT, "key:k1", world.now)
    return correct.correct(world.store, world.consolidating, world.index, world.embedder, world.rules, target(told), wish, body)


def at_once(world: World, store: Store, memory: Memory) -> None:
    gone = acts.act(Fenced(store, world.now), world.consolidating, world.index, target(memory), Wish(Act.DELETE, "key:k1", world.now))
    purge.purge(Fenced(store, world.now), gone, "key:k1", world.now)


def by_filter(world: World, store: Store, _: Memory) -> None:
    query = api.DeletionQuery(purge=True)
    deletions.start(Fenced(store, world.now), world.consolidating, principal(), scope(session_id=None), query, world.now)
    swept(world, store, DAY / 24)


def by_sweep(world: World, store: Store, memory: Memory) -> None:
    acts.act(Fenced(store, world.now), world.consolidating, world.index, target(memory), Wish(Act.DELETE, "key:k1", world.now))
    swept(world, store, 31 * DAY)


def swept(world: World, store: Store, after: timedelta) -> None:
    later = world.now + after
    sweep(Fenced(store, later), scheduled(later), later, lambda: 1000.0)


def settled(world: World) -> None:
    for _ in range(2):
        world.project()
        world.upkeep()


def traces(world: World) -> list[str]:
    """Rows and documents that hold the word."""
    rows = [k.sk for k, text in world.store.texts().items() if SECRET in text]
    return rows + [k.sk for k, document in world.index.documents.items() if SECRET in str(document.fields)]


@pytest.mark.parametrize("stated", [kept, retained, corrected])
@pytest.mark.parametrize("purged", [at_once, by_filter, by_sweep])
def test_statement_goes_with_what_it_states_wherever_it_dies(stated: Callable[..., Memory], purged: Callable[..., None]) -> None:
    for at in range(1, 60):
        world = World()
        memory = stated(world)
        settled(world)
        assert traces(world)
        try:
            purged(world, Dies(world.store.rows, at), memory)
            died = False
        except KeepsakeError:
            died = True
            with suppress(NotFound):  # what is left of it is the next sweep's
                purged(world, world.store, memory)
            swept(world, world.store, 32 * DAY)
        settled(world)
        assert traces(world) == [], f"where the {at}th write fails"
        assert SECRET.encode() not in bank(world, user_id="u1")
        if not died:
            return
    pytest.fail("It never ends.")


def test_statement_of_what_is_left_stays() -> None:
    world = World()
    first = kept(world)
    second = fact("The user is ill.", scope=scope(session_id=None), memory_id="f_2", event_ids=first.event_ids)
    world.store.put_each([Write(second)])
    at_once(world, world.store, first)
    assert SECRET in world.event(first.event_ids[0]).content
    at_once(world, world.store, second)
    assert world.event(first.event_ids[0]).content == ""


def test_message_stays_as_evidence_of_what_else_it_says() -> None:
    world = World()
    world.tell(f"I take {SECRET}.", event_id="m1")
    (told,) = world.memories()
    at_once(world, world.store, told)
    assert SECRET in world.event("m1").content


def test_memory_is_not_purged_while_its_statement_is_being_read() -> None:
    world = World()
    told = retained(world)
    event = world.event(told.event_ids[0])
    world.store.put_each([Write(unread(event), event.version)])
    with pytest.raises(Conflict, match="processed"):
        at_once(world, world.store, told)
    assert traces(world)


def unread(event: Event) -> Any:
    return event.model_copy(update={"progress": "pending", "version": event.version + 1})


def test_observation_under_legal_hold_keeps_its_statement() -> None:
    world = World()
    told = retained(world)
    (seen,) = [o for o in world.memories(Kind.OBSERVATION) if SECRET in o.content.summary]
    wish = Wish(Act.HOLD, "key:k1", NOW)
    acts.act(world.store, world.consolidating, world.index, target(seen), wish)
    with pytest.raises(Conflict, match="legal hold"):
        at_once(world, world.store, told)
    assert SECRET in world.event(told.event_ids[0]).content
