"""Row V5: an import writes only where nothing stands, and is safe to repeat."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Conflict, Forbidden, LostRace, NotFound, TooLarge, Unavailable
from keepsake.flows.knowledge import upkeep
from keepsake.flows.portability import imports
from keepsake.ports import Write
from keepsake.records import (
    Batch,
    Embedding,
    Event,
    Membership,
    Memory,
    Permission,
    UserState,
    state_key,
)
from keepsake.records.portable import Stage
from keepsake.rules.indexing import documents
from keepsake.rules.portability import portable
from local.in_memory import scope
from tests.builders import DAY, principal, unseen
from tests.fakes import Dies, Interrupted, MemoryFiles
from tests.unit.flows.governance.erasing import of_user
from tests.unit.flows.portability.portable_banks import (
    FOREVER,
    SECRET,
    bank,
    brought_in,
    content,
    embedding,
    erased,
    imported,
    line,
    rows,
    waiting,
)
from tests.unit.flows.portability.test_exports import lived
from tests.world import World


def test_import_that_is_repeated_writes_nothing_more() -> None:
    world = lived()
    said = bank(world, user_id="u1")
    erased(world)
    imported(world, said)
    before = {k: row for k, row in world.store.rows.items() if "#U#" in k.pk}
    again = imported(world, said)
    assert again.counts == {"equal": len(rows(said))}
    assert {k: row for k, row in world.store.rows.items() if "#U#" in k.pk} == before


def test_row_that_says_something_else_is_a_conflict_and_stays() -> None:
    world = lived()
    said = bank(world, user_id="u1")
    changed = next(m for m in world.memories() if m.current and m.scope.container == "default")
    other = changed.model_copy(update={"importance": 0.123, "version": changed.version + 1})
    world.store.commit([Write(other, changed.version)])
    done = imported(world, said)
    assert done.counts == {"equal": len(rows(said)) - 1, "conflict": 1}
    (refusal,) = done.refusals
    assert json.loads(said.splitlines()[refusal.line - 1])["row"]["memory_id"] == changed.memory_id
    assert world.store.read([changed.key])[changed.key] == other


def test_bank_with_a_byte_order_mark_is_taken_as_any_other() -> None:
    world = World()
    world.tell("I live in Köln.")
    said = bank(world, user_id="u1")
    assert 1 not in {r.line for r in imported(World(), b"\xef\xbb\xbf" + said).refusals}


def test_earlier_versions_do_not_come_back_beside_what_was_purged() -> None:
    world = lived()
    said = bank(world, user_id="u1")
    changed = next(m for m in world.memories() if m.version > 1 and m.scope.container == "default")
    gone = [k for k in world.store.rows if changed.memory_id in k.sk and k != changed.key]
    for key in gone:
        del world.store.rows[key]
    tombstone = changed.model_copy(update={"purged_at": world.now, "version": changed.version + 1})
    world.store.commit([Write(tombstone, changed.version)])
    done = imported(world, said)
    assert "written" not in done.counts
    assert [k for k in gone if k in world.store.rows] == []


def test_vectors_of_another_model_are_left_out_and_made_anew() -> None:
    world = World()
    world.tell("I live in Denver.")
    said = bank(world, user_id="u1")
    erased(world)
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now)
    world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
    imports.start(world.store, world.files, principal(), made.import_id, world.now)
    other = Embedding(model="another", dimension=8)
    imports.bring_in(imports.Means(world.store, world.files, world.blobs, SECRET, [other]), "acme", made.import_id, world.now, lambda: 1.0)
    assert not [k for k, row in world.store.rows.items() if "data" in row]
    assert world.memories()[0].embedding is None
    world.now += timedelta(seconds=1)
    world.project()
    (memory,) = world.memories()
    made_by = Embedding(model=world.embedder.model, dimension=world.embedder.dimension)
    assert memory.embedding == made_by
    for key in (memory.key, world.event(memory.event_ids[0]).key):
        row = world.store.read([key])[key]
        assert isinstance(row, Memory | Event)
        assert documents.made(row, None, made_by) is not None


def test_events_that_were_not_worked_off_are_worked_off_after_the_import() -> None:
    world = World()
    world.accept({"content": "I live in Denver.", "timestamp": world.now.isoformat()})
    said = bank(world, user_id="u1")
    erased(world)
    imported(world, said)
    (batch,) = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Batch)]
    assert batch.retry_at == world.now
    from keepsake.flows.intake.catch_up import requeue

    world.now += timedelta(seconds=1)
    world.extracting.sent.clear()
    assert requeue(world.store, world.extracting, world.now) == (1, [])
    world.extract(world.extracting.sent[-1])
    world.summarise()
    assert any("Denver" in text for text in world.current())


def test_import_that_dies_at_any_write_counts_and_writes_each_line_once() -> None:
    world = lived()
    said = bank(world, user_id="u1")
    erased(world)
    plain, full, deaths = world.store, dict(world.store.rows), 0
    for at in range(1, 100):
        world.store.rows = plain.rows = dict(full)
        made = imports.request(plain, world.files, principal(), api.ImportRequest(), world.now)
        world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
        imports.start(plain, world.files, principal(), made.import_id, world.now)
        world.store = Dies(plain.rows, at)
        try:
            brought_in(world, made.import_id)
            break
        except Unavailable:
            deaths += 1
        finally:
            world.store = plain
        assert [j.import_id for j in imports.waiting(plain, world.now + DAY)] == [made.import_id]
        done = brought_in(world, made.import_id)
        assert (done.stage, done.counts) == (Stage.FINISHED, {"written": len(rows(said))})
    assert deaths > 3


def test_import_that_runs_out_of_time_goes_on() -> None:
    world = World()
    said = b"".join(line(memory_id=f"f_0000000000{n:04d}") for n in range(50))
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now)
    world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
    imports.start(world.store, world.files, principal(), made.import_id, world.now)
    given = (imports.Means(world.store, world.files, world.blobs, SECRET, [embedding(world)]), "acme", made.import_id, world.now)
    lines = []
    while True:
        job = imports.bring_in(*given, lambda: 1.0)
        assert job is not None
        lines.append((job.line, job.stage))
        if job.over:
            break
        if job.stage is Stage.INDEXING:
            world.project()
    running, indexing = Stage.RUNNING, Stage.INDEXING
    assert lines == [*((n, running) for n in (10, 20, 30, 40, 50)), (50, indexing), (50, Stage.FINISHED)]
    assert job.counts == {"written": 50}
    assert not world.files.files


def test_import_and_another_writer_of_the_user_lose_nothing_to_each_other() -> None:
    """A batch of the user is consolidated before any call of the table that the import makes."""
    said = b"".join(line(memory_id=f"f_0000000000{n:04d}", content=content(f"The user owns boat {n}.")) for n in range(3))
    for at in range(1, 40):
        world = World()
        work = world.accept({"content": "I live in Denver.", "timestamp": world.now.isoformat()})
        plain = world.store
        made = imports.request(plain, world.files, principal(), api.ImportRequest(), world.now)
        world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
        imports.start(plain, world.files, principal(), made.import_id, world.now)

        def consolidated(world: World = world, plain: Any = plain, work: Any = work) -> None:
            mine, world.store = world.store, plain
            world.extract(work)
            world.store = mine

        meets = Interrupted(plain.rows, at, consolidated)
        world.store = meets
        done = brought_in(world, made.import_id)
        world.store = plain
        if meets.made < at:
            assert at > 5
            return
        assert done.counts == {"written": 3}
        state = plain.read([state_key(scope())])[state_key(scope())]
        assert isinstance(state, UserState)
        assert (len(world.current()), state.facts) == (4, 4)
    pytest.fail("the import makes more calls than were tried")


def test_two_at_work_on_one_import_count_each_line_once() -> None:
    world = World()
    said = b"".join(line(memory_id=f"f_0000000000{n:04d}") for n in range(30))
    for at in range(2, 12):
        world = World()
        plain = world.store
        made = imports.request(plain, world.files, principal(), api.ImportRequest(), world.now)
        world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
        imports.start(plain, world.files, principal(), made.import_id, world.now)

        def other(world: World = world, plain: Any = plain, made: Any = made) -> None:
            world.store, mine = plain, world.store
            brought_in(world, made.import_id)
            world.store = mine

        world.store = Interrupted(plain.rows, at, other)
        with pytest.raises(LostRace):
            brought_in(world, made.import_id)
        world.store = plain
        done = imports.report(plain, principal(), made.import_id)
        assert (done.status, done.counts) == (Stage.FINISHED, {"written": 30})


def test_imported_events_are_known_when_they_are_retained_again() -> None:
    """Their batch is not in the bank: without it they were taken for what a refused request left."""
    world = World()
    said_at = world.now
    mine = {"content": "I live in Denver.", "event_id": "m1", "timestamp": said_at.isoformat()}
    work = world.accept(mine)
    world.extract(work)
    world.summarise()
    world.project()
    said = bank(world, user_id="u1")
    erased(world)
    imported(world, said)
    world.project()
    before = world.event("m1")
    world.accept(mine)
    assert world.event("m1") == before


def test_what_was_imported_is_listed_and_erased_with_the_user() -> None:
    world = World()
    imported(world, line() + line("event"))
    assert Membership(tenant="acme", user_id="u1", container="default").key in world.store.rows
    world.project()
    erased(world)
    assert of_user(world, "u1") == []


def test_only_an_admin_or_the_user_may_import_and_ask_how_it_stands() -> None:
    world = World()
    own = principal(user_id="u1", permissions=(Permission.WRITE,))
    for stranger, asked in ((principal(permissions=(Permission.WRITE,)), {}), (own, {"user_id": "u2"}),
                            (principal(containers=("shop",)), {"container": "default"})):  # fmt: skip
        with pytest.raises(Forbidden):
            imports.request(world.store, world.files, stranger, api.ImportRequest(**asked), world.now)
    made = imports.request(world.store, world.files, own, api.ImportRequest(), world.now)
    assert imports.report(world.store, own, made.import_id).user_id == "u1"
    for stranger in (principal(user_id="u2"), principal(tenant="other"), principal(containers=("shop",))):
        with pytest.raises(NotFound):
            imports.report(world.store, stranger, made.import_id)
    done = imported(world, line(scope={"user_id": "u2"}), own)
    assert [r.reason for r in done.refusals] == ["is of another user"]
    done = imported(world, line(scope={"user_id": "u1", "container": "c2"}), principal(containers=("shop",)))
    assert [r.reason for r in done.refusals] == ["is of another container"]


def test_import_is_started_with_its_file_and_in_its_size_alone() -> None:
    world = World()
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(bytes=5), world.now)
    with pytest.raises(Conflict):
        imports.start(world.store, world.files, principal(), made.import_id, world.now)
    path = f"acme/imports/{made.import_id}.jsonl"
    world.files.files[path] = b"longer\n"
    with pytest.raises(TooLarge):
        imports.start(world.store, world.files, principal(), made.import_id, world.now)
    world.files.files[path] = b"short"
    assert imports.start(world.store, world.files, principal(), made.import_id, world.now).stage is Stage.CHECKING


def test_file_that_is_replaced_after_it_was_proven_is_not_brought_in() -> None:
    """Its address takes another for 15 minutes."""
    world = World()
    world.tell("I live in Denver.")
    said = bank(world, user_id="u1")
    erased(world)
    before = len(world.memories())

    class Replaced(MemoryFiles):
        def lines(self, path: str, offset: int, most_bytes: int, mark: str | None = None) -> Iterator[bytes]:
            yield from super().lines(path, offset, most_bytes, mark)
            self.files[path] = said.replace(b"Denver", b"Boston")

    world.files = Replaced()
    done = imported(world, said)
    assert (done.stage, done.proven, done.counts) == (Stage.FAILED, True, {})
    assert "replaced" in (done.failure or "")
    assert len(world.memories()) == before == 0


def with_vectors(world: World, count: int, sets: int = 1, **row: Any) -> bytes:
    made_by = embedding(world)
    data = base64.b64encode(struct.pack("<e", 0.5) * made_by.dimension * count).decode()
    said = json.loads(line("event", **row))
    said["vectors"] = [{"model": made_by.model, "dimension": made_by.dimension, "data": data}] * sets
    return json.dumps(said).encode() + b"\n"


def test_line_with_more_vectors_than_a_text_has_is_refused() -> None:
    world = World()
    done = imported(world, with_vectors(world, 13, event_id="a") + with_vectors(world, 14, event_id="b"))
    assert (done.stage, done.counts) == (Stage.FINISHED, {"written": 1, "refused": 1})
    assert done.refusals[0].reason == "has more vectors than texts"


@pytest.mark.parametrize("at", [0, 3, 11])
def test_row_that_the_table_does_not_take_is_one_refused_line(at: int) -> None:
    """It is not taken up for ever, and keeps no other line out."""
    world = World()
    good = [line("event", event_id=f"m{n}") for n in range(11)]
    bad = with_vectors(world, 13, sets=1_000, event_id="big")
    assert len(bad) < portable.MOST_LINE_BYTES
    done = imported(world, b"".join([*good[:at], bad, *good[at:]]))
    assert (done.stage, done.counts, done.line) == (Stage.FINISHED, {"written": 11, "refused": 1}, 12)
    assert [(r.line, r.reason) for r in done.refusals] == [(at + 1, "has more bytes than the table takes")]
    assert len(world.events()) == 11


def test_file_with_an_endless_line_fails_as_a_whole() -> None:
    done = imported(World(), b"x" * (portable.MOST_LINE_BYTES + 1))
    assert done.stage is Stage.FAILED
    assert done.failure == f"A line has more than {portable.MOST_LINE_BYTES} bytes."


def test_import_is_finished_when_recall_finds_what_it_brought() -> None:
    world = World()
    said = line(content=content("The user lives in Narwhalton."))
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now)
    world.files.files[f"acme/imports/{made.import_id}.jsonl"] = said
    imports.start(world.store, world.files, principal(), made.import_id, world.now)
    means = imports.Means(world.store, world.files, world.blobs, SECRET, [embedding(world)], pause=waiting(world))
    waits = imports.bring_in(means, "acme", made.import_id, world.now, lambda: 1.0)
    assert waits is not None
    assert (waits.stage, waits.finished_at, waits.counts) == (Stage.INDEXING, None, {"written": 1})
    assert not world.index.documents
    done = imports.bring_in(means, "acme", made.import_id, world.now, lambda: FOREVER)
    assert done is not None
    assert done.stage is Stage.FINISHED
    assert [d.fields["text"] for d in world.index.documents.values() if "Narwhalton" in str(d.fields)]
    assert not world.files.files


def test_what_was_imported_no_consolidation_has_seen() -> None:
    world = lived()
    said = bank(world, user_id="u1")
    erased(world)
    state, known = upkeep.read_state(world.store, scope())
    seen = unseen(pruned_at=world.now, distilled_at=world.now)
    looked = (*seen, seen[0].model_copy(update={"namespace": "other"}))
    after = state.model_copy(update={"looked": looked, "version": state.version + known})
    world.store.commit([Write(after, state.version if known else None)])
    imported(world, said)
    after_it = {x.namespace: (x.pruned_at, x.distilled_at) for x in upkeep.read_state(world.store, scope())[0].looked}
    assert after_it == {"default": (None, None), "other": (world.now, world.now)}
