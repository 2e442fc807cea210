"""Row R3: what the table's stream brings is shown without reading it again, and never shows more than the rows would."""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest

from functions.project.handler import images
from keepsake.adapters import dynamodb
from keepsake.errors import Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import erase
from keepsake.flows.indexing.project import Image, project
from keepsake.ids import Key
from keepsake.ports import Document, Side, Write
from keepsake.records import Batch, Event, Memory
from keepsake.records.indexing import Owed
from keepsake.rules.indexing.owing import WITH_BATCH
from local.stand_ins import MemoryStore
from tests.builders import principal, scope
from tests.fakes import Interrupted
from tests.unit.flows.governance.erasing import of_user
from tests.world import World

SECOND = timedelta(seconds=1)


def record(row: Mapping[str, Any], at: float) -> dict[str, Any]:
    """A record of the stream as a function gets it: JSON, with bytes as text."""
    told = json.dumps(row, default=lambda b: base64.b64encode(b).decode())
    keys = {name: row[name] for name in ("pk", "sk")}
    return {"dynamodb": {"ApproximateCreationDateTime": at, "Keys": keys, "NewImage": json.loads(told)}}


def streaming(world: World) -> tuple[dict[Key, Key], dict[Key, Image]]:
    streamed = world.streamed()
    return streamed, {k: Image(dynamodb.decode(world.store.rows[k]), by) for k, by in streamed.items()}


def notes(streamed: Mapping[Key, Key]) -> list[Key]:
    return [k for k in streamed.values() if k.sk.startswith(Owed.prefix)]


class Counting(MemoryStore):
    """Tells which rows were read."""

    def __init__(self, rows: dict[Any, Any]) -> None:
        super().__init__()
        self.rows = rows
        self.asked: list[Key] = []

    def read(self, keys: Any, *, consistent: bool = False) -> Any:
        self.asked += keys
        return super().read(keys, consistent=consistent)


def test_an_image_of_the_stream_is_the_row() -> None:
    world = World()
    world.extract(world.accept({"content": "I live in Boston. " * 40, "timestamp": world.now.isoformat()}))
    streamed = world.streamed()
    rows = world.store.rows
    found = images([record(rows[k], world.now.timestamp()) for k in streamed], world.now)
    assert {k: i.record for k, i in found.items()} == {k: dynamodb.decode(rows[k]) for k in streamed}
    assert {i.shown_by for i in found.values()} == {Key(scope().pk, WITH_BATCH)}
    assert {"B"} <= {next(iter(rows[k]["doc"])) for k in streamed}, "one of them is packed"
    assert any("data" in rows[k] for k in streamed), "one of them has vectors"


def test_the_newest_image_counts_unless_it_is_old_or_not_whole() -> None:
    world = World()
    world.tell("I live in Boston.")
    (fact,) = world.memories()
    rows = [dynamodb.encode(fact.model_copy(update={"version": v}), "OWED#1") for v in (2, 3)]
    now = world.now.timestamp()
    (newest,) = images([record(r, now) for r in rows], world.now).values()
    assert newest.record.version == 3
    assert images([record(rows[0], now), record(rows[1], now - 61)], world.now) == {}, "an older image is none of the row that came later"
    bare = {k: v for k, v in rows[1].items() if k != "doc"}
    assert images([record(bare, now)], world.now) == {}


def test_a_batch_whose_rows_come_together_is_shown_and_closed_without_reading_them() -> None:
    world = World()
    world.extract(world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()}))
    streamed, found = streaming(world)
    store = Counting(world.store.rows)
    project(Fenced(store, world.now), world.kept, streamed, world.now, notes(streamed), found)
    assert {type(dynamodb.decode(world.store.rows[k])) for k in streamed} == {Event, Memory}
    assert set(streamed) <= set(world.index.documents)
    assert not set(store.asked) & set(streamed)
    assert world.streamed() == {}


def test_a_note_goes_only_when_what_it_told_of_is_shown() -> None:
    """The image of an earlier write comes with the note of a later one, whose own record has not come yet."""
    world = World()
    world.tell("I live in Boston.", "I like jazz.")
    one, other = world.memories()
    first = one.model_copy(update={"labels": ("before",), "index_due": world.now, "version": one.version + 1})
    world.store.put_each([Write(first, one.version)])
    earlier = Image(dynamodb.decode(world.store.rows[one.key]), world.streamed()[one.key])
    later = [m.model_copy(update={"labels": ("now",), "index_due": world.now, "version": m.version + 1}) for m in (first, other)]
    world.store.commit([Write(m, m.version - 1) for m in later])
    note = world.streamed()[other.key]
    theirs = Image(dynamodb.decode(world.store.rows[other.key]), note)
    project(world.store, world.kept, [one.key, other.key], world.now, [earlier.shown_by, note], {one.key: earlier, other.key: theirs})
    assert [world.index.documents[m.key].fields["labels"] for m in (one, other)] == [["now"], ["now"]]
    assert world.streamed() == {}


def test_an_image_shows_nothing_in_the_place_of_what_came_after_it() -> None:
    world = World()
    world.tell("I live in Boston.")
    (fact,) = world.memories()
    for label in ("one", "two"):
        after = fact.model_copy(update={"labels": (label,), "index_due": world.now, "version": fact.version + 1})
        world.store.put_each([Write(after, fact.version)])
        fact = after
        if label == "one":
            streamed, late = streaming(world)
        world.project()
    project(world.store, world.kept, streamed, world.now, notes(streamed), late)
    assert world.index.documents[fact.key].fields["labels"] == ["two"]


@pytest.mark.parametrize("batch", [True, False])
def test_user_who_is_erased_after_an_image_was_made_is_not_brought_back(batch: bool) -> None:
    """Before the projector begins, or before any call of the table or the index that it makes; of a batch, and of a change that a note
    tells of."""
    world = World()
    if not batch:
        world.tell("I live in Zebrafinchburg.")
        (fact,) = world.memories()
        changed = fact.model_copy(update={"labels": ("home",), "index_due": world.now, "version": fact.version + 1})
        world.store.put_each([Write(changed, fact.version)])
    else:
        world.extract(world.accept({"content": "I live in Zebrafinchburg.", "timestamp": world.now.isoformat()}))
    streamed, found = streaming(world)
    full, shown, plain = dict(world.store.rows), dict(world.index.documents), world.store

    def erased() -> None:
        made = erase.request(plain, principal(), "u1", None, world.now)
        places = dataclasses.replace(world.places(), store=plain)
        assert erase.erase(places, "acme", made.receipt_id, lambda: world.now, lambda: 1000.0).finished_at

    def kept() -> list[Side]:
        if at < 0 and world.index.documents == shown:
            erased()
        return world.kept()

    for at in range(-1, 40):
        plain.rows, world.index.documents = dict(full), dict(shown)
        if not at:
            erased()
        store = Interrupted(plain.rows, at, erased)
        began_at = world.now + SECOND
        project(Fenced(store, began_at), kept, streamed, began_at, notes(streamed), found)
        if at > 0 and store.made < at:
            assert at > 2
            break
        assert world.index.documents == {}, at
        assert of_user(world, "u1") == [], at
    else:
        pytest.fail("the projector makes more calls than were tried")


def test_user_who_is_erased_while_the_index_refuses_a_part_is_not_left_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.extract(world.accept({"content": "I live in Zebrafinchburg.", "timestamp": world.now.isoformat()}))
    streamed, found = streaming(world)
    write = world.index.write

    def partly(documents: Sequence[Document], *, at_once: bool = True) -> None:
        made = erase.request(world.store, principal(), "u1", None, world.now)
        assert erase.erase(world.places(), "acme", made.receipt_id, lambda: world.now, lambda: 1000.0).finished_at
        write(documents, at_once=at_once)
        raise Unavailable("The search index did not take every document.")

    monkeypatch.setattr(world.index, "write", partly)
    with pytest.raises(Unavailable):
        project(Fenced(world.store, world.now), world.kept, streamed, world.now, notes(streamed), found)
    assert world.index.documents == {}


def test_batch_that_is_taken_up_again_meanwhile_is_closed_all_the_same() -> None:
    world = World()
    work = world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()})
    world.extract(work)
    streamed, found = streaming(world)
    plain = world.store
    (opened,) = {k for k in streamed.values() if k.sk.startswith("BATCH#")}

    def taken_up() -> None:
        batch = plain.read([opened])[opened]
        plain.commit([Write(batch.model_copy(update={"retry_at": world.now, "version": batch.version + 1}), batch.version)])

    store = Interrupted(plain.rows, 2, taken_up)
    project(store, world.kept, streamed, world.now, (), found)
    assert store.made > 2
    closed = plain.read([opened])[opened]
    assert isinstance(closed, Batch)
    assert closed.retry_at is None
