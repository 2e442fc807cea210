"""Rows R1, R2, R3, R4, and R5, R6 and R7 at the front door: a batch is accepted
whole or not at all, once, masked and with its junk named."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from keepsake import api
from keepsake.errors import Conflict, Unavailable
from keepsake.flows.intake.retain import retain
from keepsake.flows.orphans import ABANDONED_AFTER
from keepsake.ports import Delete, Write
from keepsake.records import Batch, Event, Progress, Role, Session, batch_key, event_key, session_key
from local.in_memory import World
from tests.builders import NOW, message, request, scope
from tests.fakes import Interrupted, MemoryQueue, MemoryStore


def rows_of(store: MemoryStore, kind: type) -> list:
    return [r for r in store.read(list(store.rows)).values() if isinstance(r, kind)]


def test_accepted_batch_is_stored_and_queued() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    answer = retain(store, queue, scope(), request("I live in Denver.", "I like tea."), None, NOW)
    assert [e.event_id for e in answer.events] == ["m1", "m2"]
    assert {e.status for e in answer.events} == {"pending"}
    assert [w.batch_id for w in queue.sent] == [answer.batch_id]
    batch = store.read([batch_key(scope(), answer.batch_id)])[batch_key(scope(), answer.batch_id)]
    assert isinstance(batch, Batch)
    assert batch.retry_at is not None


@pytest.mark.parametrize(
    "body",
    [
        {"facts": [{"content": "Prefers tea", "metadata": {"note": "x" * 33_000}}]},
        {"candidates": [{"content": "東" * 11_000}]},
        {"exchange": {"user": "東" * 11_000}},
        {"exchange": {"user": "Hello.", "assistant": "東" * 11_000}},
        {"events": [{"content": "東" * 11_000}]},
    ],
)
def test_what_is_larger_than_an_event_is_refused_whatever_form_it_has(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="at most 32768 bytes"):
        api.RetainRequest.model_validate(body)


def test_events_keep_their_order_and_neighbour_over_batches() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("one", "two"), None, NOW)
    body = api.RetainRequest.model_validate({"events": [message("three", event_id="m3")]})
    retain(store, queue, scope(), body, None, NOW)
    third = store.read([event_key(scope(), "m3")])[event_key(scope(), "m3")]
    assert isinstance(third, Event)
    assert (third.seq, third.previous_event_id) == (2, "m2")


def test_same_event_again_does_nothing() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I live in Denver."), None, NOW)
    before = store.rows[event_key(scope(), "m1")]
    answer = retain(store, queue, scope(), request("I live in Denver."), None, NOW + timedelta(hours=1))
    assert store.rows[event_key(scope(), "m1")] == before
    assert answer.events[0].event_id == "m1"


def test_same_event_id_with_other_content_is_a_conflict_and_leaves_nothing() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I live in Denver."), None, NOW)
    rows = dict(store.rows)
    with pytest.raises(Conflict, match="m1"):
        retain(store, queue, scope(), request("I live in Boston.", "I like tea."), None, NOW)
    assert store.rows == rows


def test_equal_texts_are_two_events() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I like tea.", "I like tea."), None, NOW)
    assert len(rows_of(store, Event)) == 2


def test_event_ids_belong_to_one_user() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I live in Denver."), None, NOW)
    retain(store, queue, scope(user_id="u2"), request("I live in Boston."), None, NOW)
    assert len(rows_of(store, Event)) == 2


def test_idempotency_key_gives_the_first_answer_again() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    body = api.RetainRequest.model_validate({"user_id": "u1", "events": [message("I like tea.")]})
    first = retain(store, queue, scope(), body, "key-1", NOW)
    assert retain(store, queue, scope(), body, "key-1", NOW) == first
    assert len(rows_of(store, Event)) == 1


def test_idempotency_key_with_another_body_is_a_conflict() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I like tea."), "key-1", NOW)
    with pytest.raises(Conflict, match="another body"):
        retain(store, queue, scope(), request("I like coffee."), "key-1", NOW)


def test_idempotency_keys_of_two_tenants_do_not_meet() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    first = retain(store, queue, scope(), request("I like tea."), "key-1", NOW)
    other = retain(store, queue, scope(tenant="globex"), request("I like coffee."), "key-1", NOW)
    assert first.batch_id != other.batch_id


@pytest.mark.parametrize("part", ["queue", "table"])
def test_refusal_accepts_nothing_and_frees_the_key(part: str) -> None:
    store, queue = MemoryStore(), MemoryQueue()
    if part == "queue":
        queue.down = True
    else:
        store = RefusesBatches()
    with pytest.raises(Unavailable):
        retain(store, queue, scope(), request("I like tea."), "key-1", NOW)
    assert not rows_of(store, Event)
    assert not rows_of(store, Batch)
    queue.down = False
    if isinstance(store, RefusesBatches):
        store.refuses = False
    assert retain(store, queue, scope(), request("I like tea."), "key-1", NOW).status == "accepted"
    assert len(rows_of(store, Event)) == 1


class RefusesBatches(MemoryStore):
    """The table fails just as the batch is to be accepted."""

    refuses = True

    def commit(self, writes: list[Write | Delete]) -> None:
        if self.refuses and any(isinstance(w, Write) and isinstance(w.record, Batch) for w in writes):
            raise Unavailable("The table does not answer.")
        super().commit(writes)


def test_event_that_a_dead_request_left_behind_is_taken_over() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    retain(store, queue, scope(), request("I like tea.", "I like milk."), None, NOW)
    for orphan in rows_of(store, Event):
        store.rows.pop(batch_key(scope(), orphan.batch_id), None)
    later = NOW + ABANDONED_AFTER
    with pytest.raises(Unavailable):  # it may come yet
        retain(store, queue, scope(), request("I like tea.", "I like milk."), None, later - timedelta(seconds=1))
    answer = retain(store, queue, scope(), request("I like tea.", "I like milk."), None, later)
    events = rows_of(store, Event)
    assert [(e.event_id, e.batch_id, e.seq) for e in events] == [("m1", answer.batch_id, 2), ("m2", answer.batch_id, 3)]


def twin(store: MemoryStore, queue: MemoryQueue, now: datetime = NOW) -> str:
    """The same request once more, as a client sends it that heard nothing. Accepted, or told to come again."""
    try:
        return retain(store, queue, scope(), request("I like tea.", "I like milk."), None, now).batch_id
    except Unavailable:
        return ""


def accepted(store: MemoryStore) -> set[str]:
    """Batches of which every event is there."""
    there = {e.event_id for e in rows_of(store, Event)}
    return {b.batch_id for b in rows_of(store, Batch) if there.issuperset(b.event_ids)}


@pytest.mark.parametrize("refuses", ["queue", "table"])
def test_what_another_request_was_accepted_with_is_not_taken_back(refuses: str) -> None:
    """Wherever the twin comes in between: before the events, before the batch, before the message."""
    for at in range(1, 30):
        told: list[str] = []
        queue = MemoryQueue()
        store = Interrupted({}, at, lambda: told.append(twin(plain, MemoryQueue())))  # noqa: B023
        plain = MemoryStore()
        plain.rows = store.rows
        if refuses == "table":
            store = RefusesOnce(store)  # type: ignore[assignment]
        queue.down = refuses == "queue"
        mine = twin(store, queue)
        assert {i for i in (mine, *told) if i} <= accepted(plain), f"where the twin comes before the {at}th call"
        if not told:
            return
    pytest.fail("It never ends.")


class RefusesOnce:
    """A table that fails as the first batch is to be accepted, behind another one at which something happens."""

    def __init__(self, behind: MemoryStore) -> None:
        self.behind, self.refused = behind, False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)

    def commit(self, writes: list[Write | Delete]) -> None:
        if not self.refused and any(isinstance(w, Write) and isinstance(w.record, Batch) for w in writes):
            self.refused = True
            self.behind._called("commit")
            raise Unavailable("The table does not answer.")
        self.behind.commit(writes)


def test_batch_that_a_consumer_has_already_stands_though_the_queue_seemed_to_refuse() -> None:
    """A message may have arrived of which the answer was lost."""
    world = World()

    class Deaf(MemoryQueue):
        def send(self, work: Any, again: str = "") -> None:
            super().send(work, again)
            world.extract(work)
            world.project()
            raise Unavailable("The queue does not answer.")

    assert retain(world.store, Deaf(), scope(), request("I like tea."), None, NOW).status == "accepted"
    assert [e.progress for e in world.events()] == [Progress.PROCESSED]


def test_injected_context_is_cut_out_and_the_rest_kept() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    text = '<keepsake-context recall="r_1">\nKnown facts:\n- [preference] The user hates tea.\n</keepsake-context> I like tea.'
    retain(store, queue, scope(), request(text), None, NOW)
    assert rows_of(store, Event)[0].content == "I like tea."


def test_exchange_keeps_500_characters_of_the_assistant() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    body = api.RetainRequest.model_validate({"exchange": {"user": "I like tea.", "assistant": "x " * 600}})
    retain(store, queue, scope(), body, None, NOW)
    assistant = next(e for e in rows_of(store, Event) if e.role is Role.ASSISTANT)
    assert len(assistant.content) <= 500


def test_facts_and_candidates_become_events() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    body = api.RetainRequest.model_validate({"facts": [{"content": "Prefers TypeScript"}], "candidates": [{"content": "I like tea."}]})
    retain(store, queue, scope(), body, None, NOW)
    assert sorted(e.event_type for e in rows_of(store, Event)) == ["candidate", "fact"]


def test_session_lists_its_speakers() -> None:
    store, queue = MemoryStore(), MemoryQueue()
    events = [
        message("Hello there, I am here.", name="Ann"),
        message("Me too.", name="Bob"),
        message("Noted.", role="assistant", name="Bot"),
    ]
    retain(store, queue, scope(), api.RetainRequest.model_validate({"events": events}), None, NOW)
    session = store.read([session_key(scope())])[session_key(scope())]
    assert isinstance(session, Session)
    assert session.speakers == ("Ann", "Bob")
