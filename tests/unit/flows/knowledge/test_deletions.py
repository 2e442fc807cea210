"""Deleting by filter: exactly what is selected, told beforehand, in steps that may die, undone as a whole."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from keepsake import api
from keepsake.errors import Invalid, LostRace
from keepsake.flows.fence import Fenced
from keepsake.flows.knowledge import change_sets, correct, deletions, memories, upkeep
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.ports import Write
from keepsake.records import Kind, Status
from keepsake.rules.knowledge.acts import Act, Wish
from local.in_memory import World, scope
from local.stand_ins import MemoryStore
from tests.builders import principal

OWNER = scope(session_id=None)


def filled(count: int = 6) -> World:
    world = World()
    for number in range(count):
        body = api.VerbatimRequest.model_validate({"content": f"Note number {number}", "metadata": {"n": number, "app": "ab"[number % 2]}})
        verbatim.keep(world.store, world.consolidating, world.embedder, scope(), body, None, world.now)
    world.consolidating.take()
    return world


def left(world: World) -> list[str]:
    return sorted(m.content.summary for m in world.memories(Kind.FACT) if m.status is not Status.DELETED)


def start(world: World, left_s: float = 60.0, **query: Any) -> api.UpkeepAnswer:
    asked = api.DeletionQuery(**query)
    store = Fenced(world.store, world.now)
    return deletions.start(store, world.consolidating, principal(), OWNER, asked, world.now, lambda: left_s)


def where(field: str, op: str, value: Any) -> str:
    return json.dumps({"field": field, "op": op, "value": value})


def test_what_is_selected_goes_and_nothing_else() -> None:
    world = filled()
    done = start(world, filter=where("metadata.app", "eq", "a"))
    assert (done.done, done.changed) == (True, {"deleted": 3})
    assert left(world) == ["Note number 1", "Note number 3", "Note number 5"]


@pytest.mark.parametrize(("namespace", "kept"), [(None, []), ("work", ["Note number 0", "Note number 1"]), ("default", ["At work"])])
def test_without_a_namespace_every_one_is_meant_as_by_a_list(namespace: str | None, kept: list[str]) -> None:
    world = filled(2)
    body = api.VerbatimRequest(content="At work")
    verbatim.keep(world.store, world.consolidating, world.embedder, scope(namespace="work"), body, None, world.now)
    for made in ("default", "work"):
        world.summarise(scope(namespace=made))
    asked: dict[str, Any] = {"namespace": namespace, "kind": Kind.FACT}
    owner = OWNER.model_copy(update={"namespace": namespace or "default"})
    listed = memories.listed(world.store, principal(), api.ListQuery(user_id="u1", **asked)).memories
    preview = deletions.preview(world.store, principal(), owner, api.DeletionQuery(**asked), world.now)
    assert {c.content for c in preview.changes} == {m.content for m in listed}
    deletions.start(Fenced(world.store, world.now), world.consolidating, principal(), owner, api.DeletionQuery(**asked), world.now)
    assert left(world) == kept
    state = upkeep.read_state(world.store, OWNER)[0]
    assert (state.facts, set(state.topics_due)) == (len(kept), {m.namespace for m in listed})


def test_preview_tells_it_and_changes_nothing() -> None:
    world = filled()
    query = api.DeletionQuery(filter=where("metadata.n", "lt", 2))
    told = deletions.preview(world.store, principal(), OWNER, query, world.now)
    assert {c.content for c in told.changes} == {"Note number 0", "Note number 1"}
    assert (told.preview, len(left(world))) == (True, 6)


def test_deletion_is_undone_as_a_whole() -> None:
    world = filled()
    before = left(world)
    done = start(world)
    assert left(world) == []
    undone = change_sets.undo(world.store, world.consolidating, principal(), str(done.change_set), world.now, lambda: 60.0)
    assert (undone.done, undone.restored) == (True, 6)
    assert left(world) == before


def test_what_there_was_no_time_for_is_done_by_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletions, "SLICE", 2)
    world = filled()
    begun = start(world, left_s=1.0)
    assert (begun.done, len(left(world))) == (False, 4)
    world.upkeep()
    assert left(world) == []
    told = change_sets.one(world.store, principal(), str(begun.change_set))
    assert len(told.lines) == 6


def test_what_is_said_after_the_request_is_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that starts anew goes on at once, while the queue has the rest of the deletion."""
    monkeypatch.setattr(deletions, "SLICE", 1)
    world = World()
    world.tell("I love green tea.")
    world.tell("I live in Denver.")
    world.tell("I work as a nurse.")
    assert start(world, left_s=1.0, purge=True).done is False
    world.now += timedelta(seconds=5)
    world.tell("I am allergic to penicillin.", at=world.now)
    world.tell("I live in Denver.", at=world.now)
    world.upkeep()
    assert left(world) == ["I am allergic to penicillin", "I live in Denver"]


def test_what_is_corrected_after_the_request_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletions, "SLICE", 1)
    world = filled(2)
    assert start(world, left_s=1.0).done is False
    world.now += timedelta(seconds=5)
    fact = next(m for m in world.memories(Kind.FACT) if m.status is not Status.DELETED)
    target, wish = Target(principal(), fact.memory_id, api.ScopeQuery(user_id="u1")), Wish(Act.CORRECT, "key:k1", world.now)
    body = api.CorrectionRequest(version=fact.version, content="I live in Rome.")
    correct.correct(world.store, world.consolidating, world.index, world.embedder, world.rules, target, wish, body)
    world.upkeep()
    assert left(world) == ["I live in Rome."]


def test_run_that_dies_anywhere_is_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deletions, "SLICE", 1)
    real, calls = MemoryStore.commit, iter(range(1_000))

    def dying(self: MemoryStore, writes: Any) -> None:
        if next(calls) == 7:
            raise LostRace("another writer")
        real(self, writes)

    world = filled()
    monkeypatch.setattr(MemoryStore, "commit", dying)
    done = start(world)
    assert done.done
    assert left(world) == []
    assert len(change_sets.one(world.store, principal(), str(done.change_set)).lines) == 6


def test_deletion_that_loses_every_race_is_left_to_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(*_: object, **__: object) -> None:
        raise LostRace("Too many writers on one user's knowledge.")

    world = filled()
    with monkeypatch.context() as busy:
        busy.setattr(deletions, "carry_out", lost)
        assert start(world).done is False
    world.upkeep()
    assert left(world) == []


def test_memory_under_legal_hold_stays_and_is_counted() -> None:
    world = filled()
    fact = next(m for m in world.memories(Kind.FACT) if m.content.summary == "Note number 0")
    world.store.put_each([Write(fact.model_copy(update={"legal_hold": True, "version": fact.version + 1}), fact.version)])
    assert start(world).changed == {"deleted": 5, "held": 1}
    assert left(world) == ["Note number 0"]


@pytest.mark.parametrize("text", ["no json", "[1]", '{"field": "secret", "op": "eq", "value": 1}', "[" * 5_000])
def test_filter_that_is_none_deletes_nothing(text: str) -> None:
    world = filled()
    with pytest.raises(Invalid):
        start(world, filter=text)
    assert len(left(world)) == 6


def test_list_by_words_metadata_and_times() -> None:
    world = filled()
    other = api.VerbatimRequest.model_validate({"content": "They moved to Oslo", "metadata": {"app": "a"}})
    world.now = world.now.replace(hour=20)
    verbatim.keep(world.store, world.consolidating, world.embedder, scope(), other, None, world.now)

    def listed(**query: Any) -> list[str]:
        asked = api.ListQuery(user_id="u1", kind=Kind.FACT, **query)
        return [m.content for m in memories.listed(world.store, principal(), asked).memories]

    assert listed(text="moving oslo") == ["They moved to Oslo"]
    assert listed(text="moving rome") == []
    assert listed(created_after=world.now.isoformat()) == ["They moved to Oslo"]
    assert len(listed(created_before=world.now.isoformat())) == 6
    assert listed(filter=where("updated_at", "gte", world.now.isoformat())) == ["They moved to Oslo"]
    assert len(listed(filter=where("metadata.app", "eq", "a"))) == 4


def test_page_of_a_rare_filter_ends_in_time_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memories, "READ_AHEAD", 2)
    monkeypatch.setattr(memories, "MOST_READ", 4)
    world = filled(9)
    found: list[str] = []
    cursor, pages = None, 0
    while True:
        query = api.ListQuery(user_id="u1", kind=Kind.FACT, filter=where("metadata.n", "eq", 0), cursor=cursor)
        page = memories.listed(world.store, principal(), query)
        found += [m.content for m in page.memories]
        cursor, pages = page.next_cursor, pages + 1
        if cursor is None:
            break
    assert (found, pages) == (["Note number 0"], 3)


@pytest.mark.parametrize("value", ["0.5", "1700000000", "20260502", "yesterday", "2026-05-02"])
def test_time_that_is_none_selects_nothing(value: str) -> None:
    """A number read as seconds since 1970 would select what nobody meant."""
    with pytest.raises(ValidationError):
        api.DeletionQuery.model_validate({"updated_before": value})
    assert api.DeletionQuery.model_validate({"updated_before": "2026-05-02T10:00:00Z"}).updated_before is not None


def test_what_is_to_be_purged_is_due_with_the_next_sweep_and_may_be_undone_until_then() -> None:
    world = filled()
    done = start(world, filter=where("metadata.app", "eq", "a"), purge=True)
    gone = [m for m in world.memories(Kind.FACT) if m.status is Status.DELETED]
    assert {m.decay_due for m in gone} == {world.now}
    assert done.change_set is not None
    change_sets.undo(world.store, world.consolidating, principal(), str(done.change_set), world.now, lambda: 60.0)
    assert len(left(world)) == 6
