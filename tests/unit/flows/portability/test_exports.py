"""Row V5: what is exported is all of it, the same each time, and comes back as it was."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import random
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from keepsake import api
from keepsake.adapters import dynamodb
from keepsake.errors import Forbidden, LostRace, NotFound, Unavailable
from keepsake.flows.governance.purge import purge
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.flows.portability import exports
from keepsake.flows.sessions import lists
from keepsake.flows.state import items
from keepsake.flows.state import rows as state_rows
from keepsake.ports import Delete, Write
from keepsake.records import Embedding, Memory, Permission, Principal
from keepsake.records.portable import Export, Stage
from keepsake.rules.indexing import documents
from keepsake.rules.portability import portable
from local.in_memory import scope
from tests.builders import DAY, fact, principal
from tests.fakes import Dies, Interrupted, MemoryStore
from tests.unit.flows.portability.portable_banks import FOREVER, SECRET, bank, embedding, erased, exported, imported, rows
from tests.world import World

ELSEWHERE = scope(container="shop")


def lived() -> World:
    """A user in two containers, with facts that changed, topics, sessions and behaviour."""
    world = World()
    for owner in (scope(), ELSEWHERE):
        world.tell("I live in Boston.", "I love cycling.", "I like cycling in the park.", owner=owner)
        world.now += DAY
        world.tell("Actually, I moved to Denver.", "I work at Acme.", at=world.now, owner=owner)
        world.tell("running shoes", at=world.now, owner=owner, event_type="filter")
        world.recall("Where do I live?", owner)
    world.upkeep()
    world.refresh()
    world.project()
    return world


def test_round_trip_through_an_erasure_gives_the_same_lines() -> None:
    world = lived()
    before = bank(world, user_id="u1")
    kinds = {line["kind"] for line in rows(before)}
    assert kinds == {"event", "memory", "version", "session", "focus", "signals"}
    world.now += DAY
    erased(world)
    assert rows(bank(world, user_id="u1")) == []
    done = imported(world, before)
    assert (done.proven, done.refusals) == (True, ())
    assert done.counts == {"written": len(rows(before))}
    world.project()
    after = bank(world, user_id="u1")
    assert rows(after) == rows(before)
    assert json.loads(after.splitlines()[-1])["counts"] == json.loads(before.splitlines()[-1])["counts"]
    assert any("Denver" in m.content for m in world.recall("Where do I live?").memories)


class Watched(MemoryStore):
    """Notes the partition of every row that is read or asked for."""

    def __init__(self, kept: dict[Any, Any], reads: list[str]) -> None:
        super().__init__()
        self.rows, self.reads = kept, reads

    def read(self, keys: Any, **given: Any) -> Any:
        found = super().read(keys, **given)
        self.reads += [k.pk for k in keys]
        return found

    def query(self, pk: str, *given: Any, **more: Any) -> Any:
        self.reads.append(pk)
        return super().query(pk, *given, **more)


def ask(world: World, who: Principal | None = None, **asked: Any) -> Export:
    return exports.request(world.store, who or principal(), api.ExportRequest(**asked), world.now)


def work(world: World, job: Export, left_s: float = FOREVER, store: MemoryStore | None = None) -> Export | None:
    signed = exports.Signed(SECRET, embedding(world), world.blobs)
    return exports.export(store or world.store, world.files, signed, job.tenant, job.export_id, world.now, lambda: left_s)


def words(said: bytes) -> str:
    return " ".join(str(line["row"]) for line in rows(said))


def test_file_names_no_tenant_and_tells_where_it_comes_from() -> None:
    world = lived()
    said = bank(world, user_id="u1", container="default")
    assert b"acme" not in said
    manifest = json.loads(said.splitlines()[0])
    assert (manifest["format"], manifest["version"]) == ("keepsake-export", 1)
    assert (manifest["container"], manifest["user_id"]) == ("default", "u1")
    assert manifest["embedding"] == {"model": "hash", "dimension": 64}
    assert {line["row"]["scope"].get("container", "default") for line in rows(said)} == {"default"}


def leads(line: dict[str, Any]) -> bool:
    """Whether its vectors only lead to it: they are kept in fewer bits."""
    return line["kind"] == "event" or line["row"].get("kind") in ("topic", "summary")


def told(made: dict[str, Any], *, coarse: bool) -> bytes:
    """The vectors of a line, as the table keeps them."""
    rows = struct.iter_unpack(f"<{made['dimension']}e", base64.b64decode(made["data"]))
    return documents.packed_set(list(rows), Embedding(model=made["model"], dimension=made["dimension"]), made["of"], coarse=coarse).data


def test_vectors_are_those_of_the_table() -> None:
    world = lived()
    lines = rows(bank(world, user_id="u1", container="default"))
    carried = [(made, leads(line)) for line in lines for made in line["vectors"]]
    found = world.store.read([k for k in world.store.rows if k.pk == scope().pk]).values()
    held = [s for r in found for s in dynamodb.vectors_of(r)]
    assert sorted((made["of"], told(made, coarse=coarse)) for made, coarse in carried) == sorted((s.of, s.data) for s in held) != []
    assert {coarse for _, coarse in carried} == {True, False}
    assert {(made["model"], made["dimension"]) for made, _ in carried} == {("hash", 64)}


def test_digest_chains_every_line_and_the_signature_is_the_deployments() -> None:
    said = bank(lived(), user_id="u1")
    *lines, end = said.splitlines(keepends=True)
    chain = ""
    for line in lines:
        chain = hashlib.sha256(chain.encode() + line).hexdigest()
    told = json.loads(end)
    assert told["digest"] == chain
    assert portable.proven(SECRET, "acme", chain, told["signature"])
    assert not portable.proven(SECRET, "other", chain, told["signature"])
    assert not portable.proven("another", "acme", chain, told["signature"])
    assert not portable.proven(SECRET, "acme", chain, None)


def test_container_is_exported_with_everybody_in_it_and_nobody_else() -> None:
    world = World()
    for user_id, container in (("u1", "default"), ("u2", "default"), (None, "default"), ("u1", "shop")):
        world.tell(f"I live in {user_id or 'Nobody'}{container}ville.", owner=scope(user_id=user_id, container=container))
    world.tell("I live in Elsewhereville.", owner=scope(tenant="other"))
    said = bank(world)
    assert {(line["row"]["scope"].get("user_id"), line["row"]["scope"].get("container", "default")) for line in rows(said)} == {
        ("u1", "default"), ("u2", "default"), (None, "default"),
    }  # fmt: skip
    assert "Elsewhereville" not in words(said)
    before = sorted(map(str, rows(said)))
    for key in [k for k in world.store.rows if k.pk.startswith("T#acme#C#default#")]:
        del world.store.rows[key]
    done = imported(world, said)
    assert (done.proven, done.counts) == (True, {"written": len(before)})
    assert sorted(map(str, rows(bank(world)))) == before


def test_key_that_is_bound_to_an_agent_gets_what_that_agent_sees() -> None:
    world = World()
    world.tell("I live in Denver.")
    world.store.put_each([Write(fact("A secret of another agent.", memory_id="f_0000000000bb01", agent_scope=("a2",)))])
    world.accept({"content": "Said to another agent.", "timestamp": world.now.isoformat()}, owner=scope(agent_id="a2"))
    mine = principal(user_id="u1", agent_id="a1")
    said = words(world.files.files[exported(world, mine).file])
    assert "Denver" in said
    assert "another agent" not in said
    assert "another agent" in words(bank(world, user_id="u1"))


def test_only_an_admin_or_the_user_may_export_and_have_the_file() -> None:
    world = lived()
    own = principal(user_id="u1", permissions=(Permission.READ,))
    for stranger, asked in ((principal(permissions=(Permission.READ,)), {"user_id": "u1"}), (own, {"user_id": "u2"}),
                            (principal(containers=("shop",)), {"container": "default"})):  # fmt: skip
        with pytest.raises(Forbidden):
            ask(world, stranger, **asked)
    job = exported(world, own)
    assert job.user_id == "u1"
    assert exports.report(world.store, world.files, own, job.export_id).download_url
    for stranger in (principal(user_id="u2"), principal(tenant="other"), principal(containers=("shop",)), principal(agent_id="a1")):
        with pytest.raises(NotFound):
            exports.report(world.store, world.files, stranger, job.export_id)
    assert exported(world, principal(containers=("shop",)), user_id="u1").containers == ("shop",)


def test_export_is_refused_while_the_user_is_erased() -> None:
    world = lived()
    state, _ = read_state(world.store, scope())
    world.store.commit([Write(state.model_copy(update={"erasing": True, "version": state.version + 1}), state.version)])
    with pytest.raises(Unavailable):
        ask(world, user_id="u1")


def test_export_in_parts_that_runs_out_of_time_is_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    whole = exported(world, user_id="u1")
    monkeypatch.setattr(exports, "PART_BYTES", 1)
    monkeypatch.setattr(exports, "ROWS_AT_ONCE", 3)
    job = ask(world, user_id="u1")
    calls = 0
    while not (done := work(world, job, 1.0)) or not done.over:
        calls += 1
    assert calls > 5
    assert rows(world.files.files[done.file]) == rows(world.files.files[whole.file])
    assert done.counts == whole.counts
    assert done.size == len(world.files.files[done.file])


def test_export_that_dies_at_any_write_is_finished_by_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    wanted = rows(bank(world, user_id="u1"))
    monkeypatch.setattr(exports, "PART_BYTES", 20_000)
    deaths = 0
    for at in range(1, 100):
        job = ask(world, user_id="u1")
        try:
            work(world, job, store=Dies(world.store.rows, at))
            break
        except Unavailable:
            deaths += 1
        assert [e.export_id for e in exports.waiting(world.store, world.now + DAY)] == [job.export_id]
        while not (done := work(world, job)) or not done.over:
            pass
        assert rows(world.files.files[done.file]) == wanted, at
        world.store.commit([Delete(job.key)])
    assert deaths > 3


def in_short_calls(world: World, job: Export, store: MemoryStore | None = None) -> Export:
    """Each has time for a few rows."""
    for _ in range(1_000):
        done = work(world, job, 1.0, store)
        if done is None or done.over:
            break
    assert done is not None
    assert done.over
    return done


def test_export_goes_on_however_little_a_call_brings_together() -> None:
    world = lived()
    wanted = bank(world, container="default")
    world.files.files.clear()
    done = in_short_calls(world, ask(world, container="default"))
    assert rows(world.files.files[done.file]) == rows(wanted)
    assert (list(world.files.files), world.files.uploads) == ([done.file], {})


def test_export_in_short_calls_that_dies_at_any_write_is_the_same_file() -> None:
    world = lived()
    wanted = rows(bank(world, user_id="u1"))
    for at in range(1, 200):
        job, dies = ask(world, user_id="u1"), Dies(world.store.rows, at)
        with contextlib.suppress(Unavailable):
            in_short_calls(world, job, dies)
        done = in_short_calls(world, job)
        assert rows(world.files.files[done.file]) == wanted, at
        if dies.commits < at:
            assert at > 10
            return
    pytest.fail("the export makes more writes than were tried")


def test_two_at_work_in_short_calls_end_in_one_whole_file() -> None:
    world = lived()
    wanted = rows(bank(world, user_id="u1"))
    for at in range(1, 400):
        job = ask(world, user_id="u1")
        meets = Interrupted(world.store.rows, at, lambda job=job: [work(world, job, 1.0) for _ in range(3)])  # type: ignore[misc]
        with contextlib.suppress(LostRace):
            in_short_calls(world, job, meets)
        done = in_short_calls(world, job)
        assert rows(world.files.files[done.file]) == wanted, at
        if meets.made < at:
            assert at > 10
            return
    pytest.fail("the export makes more calls than were tried")


def test_erasure_takes_what_an_export_has_set_aside() -> None:
    world = lived()
    job = ask(world, user_id="u1")
    for _ in range(3):
        work(world, job, 1.0)
    assert world.files.files
    erased(world)
    assert (world.files.files, world.files.uploads) == ({}, {})


def test_two_at_work_on_one_export_end_in_one_whole_file(monkeypatch: pytest.MonkeyPatch) -> None:
    world = lived()
    wanted = rows(bank(world, user_id="u1"))
    monkeypatch.setattr(exports, "PART_BYTES", 2_000)
    for at in range(1, 60):
        job = ask(world, user_id="u1")
        meets = Interrupted(world.store.rows, at, lambda job=job: work(world, job))  # type: ignore[misc]
        with contextlib.suppress(LostRace):
            work(world, job, store=meets)
        while not (done := work(world, job)) or not done.over:
            pass
        assert rows(world.files.files[done.file]) == wanted, at
        if meets.made < at:
            assert at > 10
            return
    pytest.fail("the export makes more calls than were tried")


def test_removed_export_is_gone_on_with_by_nobody() -> None:
    world = lived()
    job = ask(world, user_id="u1")
    world.store.commit([Delete(job.key)])
    assert work(world, job) is None
    assert (world.files.files, world.files.uploads) == ({}, {})


def test_purged_memory_is_exported_as_a_tombstone_that_keeps_it_from_coming_back() -> None:
    world = lived()
    early = bank(world, user_id="u1")
    gone = next(m for m in world.memories() if m.current and m.scope.container == "default")
    purge(world.store, gone, "key:k1", world.now)
    late = bank(world, user_id="u1")
    erased(world)
    imported(world, late)
    done = imported(world, early)
    assert done.counts["conflict"] >= 1
    row = world.store.read([gone.key])[gone.key]
    assert isinstance(row, Memory)
    assert (row.purged_at is not None, row.content.summary) == (True, "")
    assert not [k for k in world.store.rows if gone.memory_id in k.sk and k != gone.key]


def test_export_tells_the_sum_of_its_file_and_that_of_its_lines() -> None:
    """`sha256sum` of the file gives the one, the chain of its lines the other."""
    world = lived()
    job = exported(world, user_id="u1")
    view = exports.report(world.store, world.files, principal(), job.export_id)
    said = world.files.files[job.file]
    assert (view.sha256, view.sha256_missing) == (hashlib.sha256(said).hexdigest(), None)
    assert view.digest == json.loads(said.splitlines()[-1])["digest"] != view.sha256


def cut_short(world: World, job: Export) -> Export:
    """One call of the work, whose time ends when the file is read again."""
    signed = exports.Signed(SECRET, embedding(world), world.blobs)
    left = lambda: 0.0 if world.files.files else FOREVER  # noqa: E731
    done = exports.export(world.store, world.files, signed, job.tenant, job.export_id, world.now, left)
    assert done is not None
    return done


def test_sum_that_its_call_has_no_time_for_is_made_by_the_next() -> None:
    world = lived()
    job = ask(world, user_id="u1")
    first = cut_short(world, job)
    assert (first.stage, first.sha256) == (Stage.RUNNING, None)
    file = world.files.files[job.file]
    done = work(world, job)
    assert done is not None
    assert (done.stage, done.sha256) == (Stage.FINISHED, hashlib.sha256(file).hexdigest())
    assert world.files.files[job.file] is file, "it is not written a second time"


def test_file_that_a_whole_call_cannot_read_has_no_sum_and_says_why() -> None:
    world = lived()
    job = ask(world, user_id="u1")
    assert not cut_short(world, job).over
    assert cut_short(world, job).over
    view = exports.report(world.store, world.files, principal(), job.export_id)
    assert (view.status, view.sha256) == (Stage.FINISHED, None)
    assert "too large" in str(view.sha256_missing)


def test_export_of_a_container_of_two_reads_none_of_the_others_rows() -> None:
    """A container's own list names its users: what others have, in this tenant or another, is not looked at."""
    world = World()
    world.tell("I live in Denver.", owner=scope(container="shop"))
    world.tell("I live in Boston.", owner=scope(container="shop", user_id="u2"))
    others = [scope(container="elsewhere", user_id=f"o{n}") for n in range(100)] + [
        scope(tenant="globex", user_id=f"g{n}") for n in range(100)
    ]
    strange = [fact(scope=who, memory_id=f"f_0000000000{n:02x}01") for who in others for n in range(25)]
    world.store.put_each([Write(row) for row in strange])
    assert len(strange) == 5_000
    reads: list[str] = []
    store = Watched(world.store.rows, reads)
    job = work(world, ask(world, container="shop"), store=store)
    assert job is not None
    assert {line["row"]["scope"]["user_id"] for line in rows(world.files.files[job.file])} == {"u1", "u2"}
    assert reads
    assert [pk for pk in reads if "elsewhere" in pk or "globex" in pk] == []
    assert len(reads) < 100


def test_commands_of_the_document_give_both_sums(tmp_path: Path) -> None:
    world = lived()
    job = exported(world, user_id="u1")
    view = exports.report(world.store, world.files, principal(), job.export_id)
    (tmp_path / "ann.jsonl").write_bytes(world.files.files[job.file])
    document = (Path(__file__).parents[4] / "docs" / "export.md").read_text()
    (command,) = re.findall(r'python3 -c "\n(.*?)" ann\.jsonl', document, re.S)
    ran = subprocess.run([sys.executable, "-c", command, "ann.jsonl"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == view.digest
    assert "sha256sum ann.jsonl" in document


def test_state_and_items_come_over_byte_for_byte_however_large() -> None:
    world, there = World(), World()
    large = "".join(random.Random(3).choices("abcdefghijklmnopqrstuvwxyz", k=200_000))
    body = api.StateRequest.model_validate({"rows": [{"data": {"step": 1}, "branch": "b"}, {"data": [large], "metadata": {"n": 1}}]})
    state_rows.append(world.store, world.blobs, scope(), body, world.now)
    items.put(world.store, world.embedder, scope(), ("notes", "ann"), "k", api.ItemRequest(value={"text": "green tea"}), world.now)
    said = bank(world, user_id="u1")
    done = imported(there, said)
    assert (done.refusals, done.counts) == ((), {"written": 4}), "two rows, an item, and the session"
    shown = [state_rows.listed(w.store, w.blobs, scope(), api.StateQuery()) for w in (world, there)]
    assert shown[0] == shown[1]
    assert shown[1].rows[0].data == [large]
    assert len(there.blobs.values) == 1
    found = items.search(there.store, there.embedder, scope(), api.ItemSearch(query="green tea"), there.now)
    assert [i.value for i in found.items] == [{"text": "green tea"}]
    assert [s.session_id for s in lists.sessions(there.store, principal(), api.SessionListQuery(user_id="u1")).sessions] == ["s1"]
    assert imported(there, said).counts == {"equal": 4}
    assert rows(bank(there, user_id="u1")) == rows(said)


def test_events_that_came_over_are_listed_in_their_session() -> None:
    world, there = lived(), World()
    imported(there, bank(world, user_id="u1"))
    shown = [lists.events(w.store, principal(), scope(), api.PageQuery(user_id="u1")) for w in (world, there)]
    assert shown[0].events
    assert [e.event_id for e in shown[1].events] == [e.event_id for e in shown[0].events]
