"""The client's whole surface against the real handlers, over in-memory stores."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from keepsake.changes import Run
from keepsake_client import AsyncKeepsake, Conflict, Forbidden, ItemPlace, ItemToGet, Keepsake, NotFound, Unauthenticated
from local.in_process_http import URL, Service

MOVED = {"event_id": "m1", "content": "I moved from Boston to Denver last month.", "timestamp": "2026-05-02T10:00:00Z"}


def test_what_was_said_is_recalled_with_its_evidence(client: Keepsake) -> None:
    retained = client.retain([MOVED], session_id="s1", wait=True)
    (fact,) = client.memories.list(kind="fact")
    assert fact.memory_id in retained.memory_ids
    recalled = client.recall("Where does Ann live?", diagnostics=True)
    assert "Denver" in recalled.formatted_context
    assert recalled.diagnostics is not None
    assert client.events.get("m1").memory_ids[0] == fact.memory_id
    assert client.recalls.get(recalled.recall_id).query == "Where does Ann live?"
    assert client.memories.why_not(fact.memory_id, recalled.recall_id).recalled
    assert client.memories.case(fact.memory_id).events[0].event_id == "m1"
    assert "m1" in {r.target for r in client.memories.relations(fact.memory_id)}
    answer = client.reflect("Who moved from Boston to Denver?")
    assert "Denver" in answer.answer
    assert client.health().dependencies
    assert client.description()["openapi"].startswith("3.1")


def test_memory_is_added_corrected_pinned_and_deleted(client: Keepsake) -> None:
    added = client.memories.add("Prefers TypeScript", category="preference", metadata={"from": "form"}, session_id="s1")
    corrected = client.memories.update(added.memory_id, "Prefers Python")
    assert (corrected.content, corrected.version) == ("Prefers Python", added.version + 1)
    with pytest.raises(Conflict):
        client.memories.update(added.memory_id, "Prefers Go", version=added.version)
    assert [v.content for v in client.memories.history(added.memory_id)] == ["Prefers Python", "Prefers TypeScript"]
    assert client.memories.pin(added.memory_id).pinned
    assert not client.memories.unpin(added.memory_id).pinned
    assert client.memories.protect(added.memory_id).protected
    assert client.memories.hold(added.memory_id).legal_hold
    with pytest.raises(Conflict):
        client.memories.delete(added.memory_id)
    client.memories.release(added.memory_id)
    assert client.memories.archive(added.memory_id).status == "archived"
    assert client.memories.restore(added.memory_id).status == "active"
    assert client.memories.promote(added.memory_id, "shared", allowed_users=["bob"]).model_extra is not None
    assert client.memories.feedback(added.memory_id, useful=True).retrieval_boost > 1
    client.memories.delete(added.memory_id)
    assert list(client.memories.list(kind="fact")) == []
    client.memories.restore(added.memory_id)
    with pytest.raises(NotFound):
        client.memories.get("f_none")


def test_many_are_deleted_and_brought_back(client: Keepsake) -> None:
    for n in range(3):
        client.memories.add(f"Fact {n}", metadata={"batch": "x"})
    chosen = {"field": "metadata.batch", "op": "eq", "value": "x"}
    preview = client.memories.delete_many(filter=chosen, preview=True)
    assert (preview.preview, len(preview.changes)) == (True, 3)
    run = client.memories.delete_many(filter=chosen)
    assert list(client.memories.list(kind="fact")) == []
    assert run.change_set is not None
    assert len(client.admin.change_set(run.change_set).lines) == 3
    assert [c.number for c in client.admin.change_sets(limit=1)] == [run.change_set]
    assert client.admin.undo(run.change_set).restored == 3
    assert len(list(client.memories.list(kind="fact"))) == 3


def test_session_has_context_working_items_and_state(client: Keepsake) -> None:
    with client.remember("I like green tea.", session_id="s1") as turn:
        turn.reply("Noted.")
    assert turn.captured is not None
    assert [o.content for o in turn.captured.observations] == ["I like green tea"]
    session = client.sessions("s1")
    assert [e.content for e in session.events()] == ["Noted.", "I like green tea."]
    assert session.get().counters.turns == 1
    assert "green tea" in session.context().formatted_context
    item = session.working.add("Buy tea", importance=0.9).items[0]
    assert session.working.pin(item.item_id).items[0].pinned
    assert session.working.advance(3).turn == 4
    session.working.unpin(item.item_id)
    session.working.refresh(item.item_id)
    session.working.evict(item.item_id)
    assert item.item_id not in {i.item_id for i in session.working.list().items}
    assert [s.session_id for s in client.sessions.list()] == ["s1"]
    assert client.sessions("s1", agent_id="a1").handoff("a2").handoff.to_agent_id == "a2"
    (row,) = session.state.append({"cart": ["shoe-42"]}).rows
    session.state.append_many([{"data": 1, "branch": "b"}, {"data": None, "branch": "b"}])
    assert [r.data for r in session.state.list(branch="b")] == [None, 1]
    session.state.clear(branch="b")
    assert [r.data for r in session.state.list()] == [{"cart": ["shoe-42"]}]
    session.state.delete(row.row_id)
    assert list(session.state.list()) == []


def test_items_topics_profile_and_settings(client: Keepsake) -> None:
    client.items.put(("notes", "ann"), "k 1/2", {"title": "Marathon"}, ttl_minutes=5)
    assert client.items.get("notes.ann", "k 1/2").value == {"title": "Marathon"}
    assert [i.key for i in client.items.search(["notes"], query="marathon").items] == ["k 1/2"]
    assert list(client.items.namespaces()) == [("notes", "ann")]
    client.items.delete(("notes", "ann"), "k 1/2")
    client.items.batch(puts=[{"namespace": ["notes"], "key": "/50%25", "value": 1}])
    written = client.items.batch(gets=[{"namespace": ["notes"], "key": key} for key in ("/50%25", "50%25", "/50%")])
    assert [item and item.value for item in written.items] == [1, None, None]
    client.memories.add("Speaks German", slot={"category": "skills", "tag": "languages", "feature": "first", "value": "German"})
    assert client.profile().profile["skills"]["languages"]["first"].values[0].value == "German"
    assert list(client.topics()) == []
    before = client.settings.get()
    after = client.settings.replace({"prune_from": 0}, version=before.version)
    assert (after.settings["prune_from"].value, after.version) == (0, before.version + 1)


def test_user_is_exported_erased_and_imported(client: Keepsake, tmp_path: Path) -> None:
    client.retain([MOVED], wait=True)
    assert [u.user_id for u in client.users.list()] == ["ann"]
    came: list[tuple[int, int]] = []
    export = client.exports.save(tmp_path / "ann.jsonl", progress=lambda done, size: came.append((done, size)))
    assert came[-1] == (export.bytes, (tmp_path / "ann.jsonl").stat().st_size)
    receipt = client.users.erase("ann")
    assert (receipt.status, receipt.result) == ("done", "erased")
    assert client.users.receipt(receipt.receipt_id) == receipt
    assert list(client.memories.list()) == []
    job = client.imports.load(tmp_path / "ann.jsonl")
    assert (job.status, job.proven) == ("finished", True)
    assert "Denver" in next(client.memories.list(kind="fact")).content


def test_upkeep_is_of_the_namespace_that_is_meant(client: Keepsake, service: Service) -> None:
    client.scoped(namespace="work").admin.prune()
    client.admin.consolidate(namespace="play")
    runs = [r for r in service.world.store.read(list(service.world.store.rows)).values() if isinstance(r, Run)]
    assert {(r.kind.value, r.scope.namespace) for r in runs} == {("prune", "work"), ("consolidation", "play")}


@pytest.mark.parametrize("asked", ["exports.start", "imports.create", "admin.sweep"])
def test_what_has_no_namespaces_is_not_asked_of_one(client: Keepsake, asked: str) -> None:
    group, name = asked.split(".")
    with pytest.raises(ValueError, match="namespace"):
        getattr(getattr(client.scoped(namespace="work"), group), name)()
    with pytest.raises(ValueError, match="session_id"):
        client.admin.prune(session_id="s1")


def test_admin_runs_and_previews(client: Keepsake) -> None:
    client.retain([MOVED], wait=True)
    assert client.admin.sweep(preview=True, now="2030-01-01T00:00:00Z").examined >= 1
    swept = client.admin.sweep()
    assert swept.run_id is None or client.admin.sweep_report(swept.run_id).done
    assert client.admin.prune(preview=True).preview
    pruned = client.admin.prune()
    assert pruned.run_id is not None
    assert client.admin.prune_report(pruned.run_id).kind == "prune"
    consolidated = client.admin.consolidate()
    assert consolidated.run_id is not None
    assert client.admin.consolidation(consolidated.run_id).kind == "consolidation"
    held = client.admin.quarantine(role="user")
    assert held.run_id is not None
    assert client.admin.quarantine_report(held.run_id).done
    assert client.recall("Where does Ann live?").memories == []
    client.admin.release_quarantine(held.run_id)
    assert client.recall("Where does Ann live?").memories
    assert client.admin.dead_letters().dead_letters == []
    client.events.delete("m1")
    with pytest.raises(NotFound):
        client.events.get("m1")


def test_keys_open_what_they_are_for(client: Keepsake, operator: Keepsake, service: Service) -> None:
    made = client.keys.create(["read"], user_id="ann")
    rotated = client.keys.rotate(made.key_id, overlap_s=0)
    with httpx.Client(transport=service) as http:
        bound = Keepsake(URL, rotated.key, http=http)
        assert bound.recall("anything").memories == []
        with pytest.raises(Forbidden):
            bound.retain("x")
        with pytest.raises(Forbidden):
            bound.index.get()
        client.keys.revoke(rotated.key_id)
        with pytest.raises(Unauthenticated):
            bound.recall("anything")
    assert {k.key_id for k in client.keys.list().keys} >= {made.key_id, rotated.key_id}
    assert operator.index.get().documents == 0
    assert operator.index.rebuild().status == "started"
    client.memories.add("Of the tenant")
    assert [m.content for m in operator.scoped(tenant="acme", user_id="ann").memories.list()] == ["Of the tenant"]


def test_batch_of_items_is_read_with_a_key_that_reads_and_written_with_one_that_writes(service: Service) -> None:
    place: ItemPlace = {"namespace": ["notes"], "key": "k"}
    with httpx.Client(transport=service) as http:
        reader = Keepsake(URL, service.key("acme", "read"), user_id="ann", http=http)
        assert reader.items.batch(gets=[{"namespace": ["notes"], "key": "k"}]).items == [None]
        for refused in (lambda: reader.items.batch(puts=[{**place, "value": 1}]), lambda: reader.items.batch(deletes=[place])):
            with pytest.raises(Forbidden):
                refused()


def test_asynchronous_client_does_the_same(async_client: AsyncKeepsake, tmp_path: Path) -> None:
    async def run() -> None:
        async with async_client as client:
            await client.retain([MOVED], wait=True)
            (fact,) = [m async for m in client.memories.list(kind="fact")]
            assert (await client.memories.pin(fact.memory_id)).pinned
            assert (await client.memories.update(fact.memory_id, "Lives in Boulder")).content == "Lives in Boulder"
            async with client.remember("I like tea.", session_id="s1") as turn:
                turn.reply("ok")
            assert turn.captured is not None
            assert (await client.sessions("s1").working.list()).items
            many = await asyncio.gather(*(client.recall("Who lives in Boulder?") for _ in range(5)))
            assert all("Boulder" in r.formatted_context for r in many)
            await client.exports.save(tmp_path / "ann.jsonl")
            assert (await client.users.erase("ann")).status == "done"
            assert (await client.imports.load(tmp_path / "ann.jsonl")).status == "finished"

    asyncio.run(run())


def test_reading_with_a_key_that_only_reads_lets_no_time_to_live_begin_anew(client: Keepsake, service: Service) -> None:
    """LangGraph asks for it with every read, so that it is no error."""
    ends = client.items.put(["tea"], "green", {"cups": 2}, ttl_minutes=60).expires_at
    asked: ItemToGet = {"namespace": ["tea"], "key": "green", "refresh_ttl": True}
    with httpx.Client(transport=service) as http:
        reader = Keepsake(URL, service.key("acme", "read"), user_id="ann", http=http)
        assert reader.items.get(["tea"], "green", refresh_ttl=True).expires_at == ends
        (found,) = reader.items.search(["tea"], refresh_ttl=True).items
        (got,) = reader.items.batch(gets=[asked]).items
        assert (found.expires_at, got and got.expires_at) == (ends, ends)
    assert client.items.get(["tea"], "green").expires_at == ends
    later = client.items.get(["tea"], "green", refresh_ttl=True).expires_at
    assert later
    assert ends
    assert later > ends
