"""Messages that a queue gave up (row O6): told with their reason, sent again once, gone with their user."""

from __future__ import annotations

from datetime import timedelta

import pytest

from keepsake import api
from keepsake.errors import Forbidden, ModelUnavailable, NotFound, Unavailable
from keepsake.flows.governance import dead_letters, erase
from keepsake.flows.governance.dead_letters import Message
from keepsake.messages import AccessWork, BatchWork
from keepsake.records import Permission, Principal
from keepsake.records.dead_letters import letter_id
from tests.builders import NOW, message, principal
from tests.fakes import MemoryQueue
from tests.world import World

LATER = NOW + timedelta(days=4)
OPERATOR = principal(tenant="operator", operator=True)
ALL = api.DeadLetterQuery()


def lost(world: World, message_id: str = "id-1") -> tuple[BatchWork, Message]:
    """A batch whose message its queue gave up, after the model was down each time."""
    work = world.accept(message("I live in Denver.", event_id="m1"))
    given = Message(message_id, work.body(), 1000, world.now)
    dead_letters.note(world.store, given, ModelUnavailable("The model endpoint does not answer."), 0, world.now)
    assert dead_letters.give_up(world.store, "extract", given, LATER)
    return work, given


def listed(world: World, who: Principal, **query: object) -> list[api.DeadLetterView]:
    return list(dead_letters.listed(world.store, who, api.DeadLetterQuery.model_validate(query)).dead_letters)


def test_letter_is_listed_with_its_last_reason_and_its_ids_and_no_word() -> None:
    world = World()
    work, _ = lost(world)
    (shown,) = listed(world, principal())
    assert (shown.queue, shown.batch_id, shown.user_id, shown.received) == ("extract", work.batch_id, "u1", 1000)
    assert shown.reason == "ModelUnavailable: The model endpoint does not answer."
    assert (shown.failed_at < shown.dead_at, shown.redriven_at) == (True, None)
    assert "Denver" not in shown.model_dump_json()


def test_message_that_fails_and_is_not_given_up_is_no_dead_letter() -> None:
    world = World()
    work = world.accept(message("I live in Denver."))
    given = Message("id-1", work.body(), 2, world.now)
    dead_letters.note(world.store, given, ModelUnavailable("down"), 0, world.now)
    assert listed(world, principal()) == []
    with pytest.raises(NotFound):
        dead_letters.redrive(world.store, {}, principal(), letter_id("id-1"), None, LATER)


def test_error_that_may_quote_a_user_is_named_by_its_class_alone() -> None:
    assert dead_letters.reason(ValueError("Denver")) == "ValueError"
    assert dead_letters.reason(Unavailable("The table is busy.")) == "Unavailable: The table is busy."


def test_function_that_was_cut_off_leaves_a_reason_too() -> None:
    world = World()
    work = world.accept(message("I live in Denver."))
    given = Message("id-1", work.body(), 9, world.now)
    assert dead_letters.give_up(world.store, "extract", given, LATER)
    assert listed(world, principal())[0].reason == dead_letters.UNSAID


def test_letter_is_sent_again_once_and_listed_no_more() -> None:
    world = World()
    work, given = lost(world)
    for _ in range(2):
        done = dead_letters.redrive(world.store, {"extract": world.extracting}, principal(), letter_id("id-1"), None, LATER)
        assert done.redriven_at == LATER
    assert world.extracting.again == {letter_id("id-1"): work}
    assert listed(world, principal()) == []
    assert dead_letters.give_up(world.store, "extract", given, LATER), "the queue delivers it a second time"
    assert listed(world, principal()) == []


def test_queue_that_refuses_leaves_the_letter_listed() -> None:
    world, queue = World(), MemoryQueue()
    lost(world)
    queue.down = True
    with pytest.raises(Unavailable):
        dead_letters.redrive(world.store, {"extract": queue}, principal(), letter_id("id-1"), None, LATER)
    assert len(listed(world, principal())) == 1


def test_batch_that_is_done_meanwhile_and_what_is_no_message_are_no_letters() -> None:
    world = World()
    work = world.tell("I live in Denver.")
    given = Message("id-1", work.body(), 1000, world.now)
    assert not dead_letters.give_up(world.store, "extract", given, LATER)
    assert not dead_letters.give_up(world.store, "extract", given._replace(body="{}"), LATER)
    assert listed(world, OPERATOR) == []


def test_tenant_sees_and_redrives_its_own_and_the_operator_all() -> None:
    world = World()
    lost(world)
    other, bound = principal(tenant="globex"), principal(user_id="u2", permissions=(Permission.ADMIN,))
    assert (listed(world, other), listed(world, bound)) == ([], [])
    with pytest.raises(Forbidden):
        listed(world, other, tenant="acme")
    for who in (other, bound):
        with pytest.raises(NotFound):
            dead_letters.redrive(world.store, {}, who, letter_id("id-1"), None, LATER)
    assert [x.tenant for x in listed(world, OPERATOR)] == [x.tenant for x in listed(world, OPERATOR, tenant="acme")] == ["acme"]
    done = dead_letters.redrive(world.store, {"extract": world.extracting}, OPERATOR, letter_id("id-1"), "acme", LATER)
    assert done.redriven_at == LATER


def test_list_is_bounded_and_says_that_there_is_more() -> None:
    world = World()
    for n in range(3):
        work = AccessWork(tenant="acme", container="default", user_id="u1", recall_id=f"r_{n}", at=NOW)
        dead_letters.give_up(world.store, "access", Message(f"id-{n}", work.body(), 5, NOW), NOW + timedelta(minutes=n))
    found = dead_letters.listed(world.store, principal(), api.DeadLetterQuery(limit=2))
    assert ([x.recall_id for x in found.dead_letters], found.more) == (["r_0", "r_1"], True)
    assert not dead_letters.listed(world.store, principal(), ALL).more


def test_rows_that_the_stream_gave_up_are_the_operators_to_see() -> None:
    world = World()
    given = Message("id-1", '{"DDBStreamBatchInfo": {"shardId": "s"}}', 1, NOW)
    assert dead_letters.give_up(world.store, "stream", given, NOW)
    (shown,) = listed(world, OPERATOR)
    assert (shown.queue, shown.reason, shown.user_id) == ("stream", dead_letters.STREAM, None)
    assert listed(world, principal()) == []
    assert dead_letters.redrive(world.store, {}, OPERATOR, shown.id, "operator", LATER).redriven_at == LATER


def test_letters_go_with_their_user_and_none_comes_back() -> None:
    """Row V4."""
    world = World()
    _, given = lost(world)
    receipt = erase.request(world.store, principal(), "u1", None, LATER)
    done = erase.erase(world.places(), "acme", receipt.receipt_id, lambda: LATER, lambda: 100.0)
    assert (done.before or {})["deadletter"] == 1
    assert listed(world, OPERATOR) == []
    recall = AccessWork(tenant="acme", container="default", user_id="u1", recall_id="r_1", at=NOW)
    for late in (given, Message("id-2", recall.body(), 5, NOW)):
        assert not dead_letters.give_up(world.store, "access", late, LATER)
    assert listed(world, OPERATOR) == []
