"""Row K12: upkeep is numbered, previewed without applying, and undone as a whole; and K5: repetition and interleaving change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api, ids
from keepsake.adapters.rules import RuleDistiller
from keepsake.changes import ChangeKind, ChangeSet
from keepsake.errors import Conflict, Forbidden, NotFound, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.knowledge import change_sets, deletions, maintenance, memories, upkeep
from keepsake.flows.knowledge.distil import distil
from keepsake.flows.knowledge.prune import prune
from keepsake.flows.sessions.fold import fold
from keepsake.ports import Write
from keepsake.records import Kind, Memory, PastVersion, Permission, Record, Status, Sweep, Validity
from keepsake.rules.governance import identity
from tests.builders import DAY, NOW, fact, principal, scope
from tests.fakes import MemoryQueue
from tests.unit.flows.forgetting.test_sweep import listing
from tests.unit.flows.knowledge.test_distil import DiesAt, ran, told
from tests.unit.flows.knowledge.test_prune import born, filled, stored, work
from tests.world import World

FOREVER = 1000.0


def head(world: World, number: int = 1) -> api.ChangeSetDetail:
    return change_sets.one(world.store, principal(), str(number))


def undo(world: World, number: int = 1, left: float = FOREVER) -> api.UndoAnswer:
    return change_sets.undo(world.store, world.consolidating, principal(), str(number), world.now + DAY, lambda: left)


VOLATILE = ("version", "updated_at", "change", "processing_status")
"""What an undo moves on: the version's own marks, and how far the index is."""


def shown(world: World) -> dict[str, dict[str, Any]]:
    """What a list of the user's memories shows, but for the version's own marks."""
    rows = memories.listed(world.store, principal(), api.ListQuery(limit=200, user_id="u1")).memories
    return {m.memory_id: {k: v for k, v in m.model_dump().items() if k not in VOLATILE} for m in rows}


def recalled(world: World, *queries: str) -> list[list[tuple[str, str, float]]]:
    return [[(m.memory_id, m.content, m.score) for m in world.recall(q, top_k=50, token_budget=9000).memories] for q in queries]


def test_sets_are_numbered_from_one_and_say_what_and_why() -> None:
    world = World()
    ran(world)
    world.upkeep()
    first = head(world)
    assert (first.number, first.kind, first.state, first.actor, first.user_id) == (1, "consolidation", "applied", "distil", "u1")
    made = [line for line in first.lines if line.what == "new"]
    assert [(line.from_version, line.to_version) for line in made] == [(0, 1)]
    assert "said on 5 days" in made[0].why
    assert first.changes == len(first.lines)
    ran(world, 6)
    for day in range(20, 26):
        told(world, f"The user went running in the park for {day} km.", day)
    world.upkeep()
    numbers = [c.number for c in change_sets.listed(world.store, principal(), api.ChangeSetQuery()).change_sets]
    assert numbers == [2, 1]


def test_numbers_belong_to_the_tenant() -> None:
    world = World()
    ran(world)
    world.upkeep()
    with pytest.raises(NotFound):
        change_sets.one(world.store, principal(tenant="globex"), "1")
    assert change_sets.listed(world.store, principal(tenant="globex"), api.ChangeSetQuery()).change_sets == ()
    with pytest.raises(NotFound):
        change_sets.undo(world.store, world.consolidating, principal(user_id="u2"), "1", NOW, lambda: FOREVER)


@pytest.mark.parametrize("name", ["0", "2", "x", "-1", "99999999999999"])
def test_unknown_number_is_not_found(name: str) -> None:
    with pytest.raises(NotFound):
        change_sets.one(World().store, principal(), name)


@pytest.mark.parametrize("kind", [ChangeKind.CONSOLIDATION, ChangeKind.PRUNE])
def test_preview_says_what_would_change_and_changes_nothing(kind: ChangeKind) -> None:
    world = World()
    if kind is ChangeKind.PRUNE:
        born(world)
    else:
        ran(world)
    before = dict(world.store.rows)
    answer = maintenance.preview(world.store, world.kept()[0], RuleDistiller(), scope(), kind, NOW)
    assert answer.preview
    assert answer.changes
    assert all(c.why for c in answer.changes)
    assert world.store.rows == before


def test_requested_run_answers_its_number_and_is_done_in_the_users_queue_group() -> None:
    world = World()
    born(world)
    answer = maintenance.start(world.store, world.consolidating, scope(), ChangeKind.PRUNE, "key:k1", NOW)
    assert (answer.change_set, answer.done) == (1, False)
    assert world.consolidating.upkeep[0].group == ids.group_id(scope().pk)
    world.upkeep()
    report = maintenance.report(world.store, principal(), answer.run_id or "", ChangeKind.PRUNE)
    assert report.done
    assert report.changed == {"merge": 1}
    assert head(world).actor == "key:k1"
    for wrong in (principal(tenant="globex"), principal(user_id="u2")):
        with pytest.raises(NotFound):
            maintenance.report(world.store, wrong, answer.run_id or "", ChangeKind.PRUNE)


def test_requested_run_is_closed_where_the_queue_refuses() -> None:
    world = World()
    born(world)
    queue = MemoryQueue()
    queue.down = True
    with pytest.raises(Unavailable):
        maintenance.start(world.store, queue, scope(), ChangeKind.PRUNE, "key:k1", NOW)
    assert (head(world).state, head(world).changes) == ("applied", 0)


def test_undone_merge_shows_what_was_shown_before_in_list_recall_and_index() -> None:
    world = World()
    place, month = born(world)
    for f in (place, month):
        world.store.put_each([Write(f.model_copy(update={"index_due": NOW}), 1)])
    world.project()
    (held,) = [m.vectors for m in world.memories() if m.memory_id == place.memory_id]
    queries = ("Where was the user born?", "When was the user born?", "born in May in Maryland")
    before, answers = shown(world), recalled(world, *queries)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    world.project()
    assert recalled(world, *queries) != answers
    done = undo(world)
    world.project()
    assert done.done
    assert done.restored == 2
    assert shown(world) == before
    assert recalled(world, *queries) == answers
    assert [m.vectors for m in world.memories() if m.memory_id == place.memory_id] == [held] != [()]
    assert head(world).state == "undone"


def test_undone_consolidation_takes_back_its_facts_and_marks_as_new_versions() -> None:
    world = World()
    ran(world)
    world.project()
    before, answers = shown(world), recalled(world, "running in the park")
    world.upkeep()
    world.project()
    undo(world)
    world.project()
    assert shown(world) == before
    assert recalled(world, "running in the park") == answers
    changed = {line.memory_id: line.to_version for line in head(world).lines}
    rows = [m for m in world.store.read(list(world.store.rows)).values() if isinstance(m, Memory) and m.memory_id in changed]
    assert all(m.version == changed[m.memory_id] + 1 and m.change.reason == "undo of change set 1" for m in rows)
    past = {(p.memory.memory_id, p.memory.version) for p in all_rows(world) if isinstance(p, PastVersion)}
    assert set(changed.items()) <= past


def all_rows(world: World) -> Sequence[Record]:
    return list(world.store.read(list(world.store.rows)).values())


def test_undo_is_refused_with_the_memories_that_changed_since_and_changes_nothing() -> None:
    world = World()
    place, _ = born(world)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    merged = stored(world, place)
    world.store.put_each([Write(merged.model_copy(update={"version": merged.version + 1, "confidence": 0.99}), merged.version)])
    before = dict(world.store.rows)
    with pytest.raises(Conflict) as refused:
        undo(world)
    assert [e["memory_id"] for e in refused.value.errors] == [place.memory_id]
    assert world.store.rows == before


def test_set_of_a_run_under_way_is_not_undone() -> None:
    world = World()
    born(world)
    maintenance.start(world.store, world.consolidating, scope(), ChangeKind.PRUNE, "key:k1", NOW)
    with pytest.raises(Conflict, match="still being applied"):
        change_sets.undo(world.store, world.consolidating, principal(), "1", NOW, lambda: FOREVER)


def test_undoing_twice_changes_nothing_more() -> None:
    world = World()
    born(world)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    undo(world)
    once = dict(world.store.rows)
    assert undo(world).restored == 0
    assert world.store.rows == once


@pytest.mark.parametrize("fails_at", range(1, 6))
def test_undo_that_dies_anywhere_goes_on_where_it_stopped(fails_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_sets, "AT_ONCE", 3)
    world = World()
    ran(world)
    before = shown(world)
    world.upkeep()
    world.store = DiesAt(world.store, fails_at)
    try:
        undo(world)
    except Unavailable:
        undo(world)
    assert shown(world) == before
    assert head(world).state == "undone"


def test_undo_that_runs_out_of_time_says_so_and_goes_on() -> None:
    world = World()
    born(world)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    assert not undo(world, left=0.0).done
    assert head(world).state == "undoing"
    assert undo(world).done


def test_purged_memory_is_final_and_the_rest_is_restored() -> None:
    world = World()
    place, month = born(world)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    del world.store.rows[month.key]
    answer = undo(world)
    assert answer.final == (month.memory_id,)
    assert stored(world, place).content.summary == "The user was born in Maryland."


def test_every_sweep_writes_one_set_a_tenant_and_is_undone_for_good() -> None:
    store = listing()
    mine = [fact(memory_id=f"f_{n:012x}aa", importance=0.2, decay_due=NOW) for n in range(3)]
    theirs = fact(scope=scope(tenant="globex"), importance=0.2, decay_due=NOW)
    store.put_each([Write(m) for m in [*mine, theirs]])
    report = sweep(store, scheduled(NOW + 100 * DAY), NOW + 100 * DAY, lambda: FOREVER)
    assert report.change_sets == {"acme": 1, "globex": 1}
    detail = change_sets.one(store, principal(), "1")
    assert (detail.kind, detail.state, {line.memory_id for line in detail.lines}) == ("sweep", "applied", {m.memory_id for m in mine})
    change_sets.undo(store, MemoryQueue(), principal(), "1", NOW + 101 * DAY, lambda: FOREVER)
    after = [m for m in store.read([m.key for m in mine]).values() if isinstance(m, Memory)]
    assert {m.status for m in after} == {Status.ACTIVE}
    sweep(store, scheduled(NOW + 102 * DAY), NOW + 102 * DAY, lambda: FOREVER)
    again = [m for m in store.read([m.key for m in mine]).values() if isinstance(m, Memory)]
    assert {m.status for m in again} == {Status.ACTIVE}, "the next sweep leaves alone what was brought back"


def test_set_that_a_crash_left_without_its_changes_is_undone_as_far_as_it_went() -> None:
    store = DiesAt(listing(), 1000)
    mine = [fact(memory_id=f"f_{n:012x}aa", importance=0.2, decay_due=NOW) for n in range(3)]
    store.put_each([Write(m) for m in mine])
    store._left = 7
    with pytest.raises(Unavailable):
        sweep(store, Sweep(run_id="s_1", tenant="acme", started_at=NOW + 100 * DAY), NOW + 100 * DAY, lambda: FOREVER)
    change_sets.undo(store, MemoryQueue(), principal(), "1", NOW + 101 * DAY, lambda: FOREVER)
    after = [m for m in store.read([m.key for m in mine]).values() if isinstance(m, Memory)]
    assert {m.status for m in after} == {Status.ACTIVE}


def test_key_of_another_user_may_not_ask() -> None:
    with pytest.raises(Forbidden):
        identity.effective(principal(user_id="u1"), identity.Asked(user_id="u2"))
    with pytest.raises(Forbidden):
        identity.require(principal(permissions=(Permission.READ,)), Permission.ADMIN)


SAID = [
    "The user went running in the park for {n} km.",
    "The user likes green tea number {n}.",
    "The user was born in Maryland.",
    "The user was born in May.",
    "The user met Ann at the office in week {n}.",
]


def final(world: World) -> list[tuple[str, str, str, tuple[str, ...]]]:
    rows = [m for m in all_rows(world) if isinstance(m, Memory) and m.kind in ("fact", "episode", "mental_model")]
    return sorted((m.kind, m.content.summary, f"{m.validity} {m.status}", tuple(sorted(m.event_ids))) for m in rows)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(picks=st.lists(st.integers(0, 4), min_size=6, max_size=14), repeats=st.lists(st.integers(0, 3), min_size=14, max_size=14))
def test_repeated_and_interleaved_consumers_leave_the_same_knowledge(picks: list[int], repeats: list[int]) -> None:
    """K5: every message delivered up to four times, old batches among new upkeep, against each once."""
    plain, noisy = World(), World()
    for world, again in ((plain, [0] * len(picks)), (noisy, repeats)):
        done = []
        for day, pick in enumerate(picks):
            category = "identity" if pick in (2, 3) else "event" if pick in (0, 4) else "preference"
            given = {"content": SAID[pick].format(n=day), "category": category, "importance": 0.7}
            at = (NOW + day * DAY).isoformat()
            batch = world.accept(facts=[given | {"valid_from": at, "event_ids": [f"x{day}"]}])
            done.append(batch)
            queued = []
            for _ in range(1 + again[day]):
                world.extract(batch)
                queued += world.consolidating.take()
                world.extract(done[0])
            for item in [*queued, *queued[: again[day]]]:
                if item.upkeep == "distil":
                    distil(world.store, world.kept()[0], world.distiller, world.distiller, item, world.now)
                elif item.upkeep == "prune":
                    prune(world.store, world.kept()[0], item, world.now)
                else:
                    fold(world.store, None, item, world.now)
            if again[day] % 2:
                world.project()
    shape = [[(k, c, v, len(e)) for k, c, v, e in final(w)] for w in (plain, noisy)]
    assert shape[0] == shape[1]
    sets = [len([r for r in all_rows(w) if isinstance(r, ChangeSet)]) for w in (plain, noisy)]
    assert sets[0] == sets[1]


@settings(max_examples=15, deadline=None)
@given(
    contents=st.lists(st.sampled_from(["likes green tea", "likes green tea daily", "was born in May", "was born in Maryland"]), max_size=8)
)
def test_undo_of_any_prune_restores_the_list(contents: list[str]) -> None:
    world = World()
    rows = [
        fact(f"The user {c}.", memory_id=f"f_{n:012x}bb", confidence=0.5 + n / 20, event_ids=(f"m{n}",)) for n, c in enumerate(contents)
    ]
    filled(world, *rows, count=24)
    before = shown(world)
    prune(world.store, world.kept()[0], work(), NOW + DAY)
    if any(isinstance(r, ChangeSet) for r in all_rows(world)):
        undo(world)
    assert shown(world) == before
    assert {Validity(m["validity"]) for m in shown(world).values()} == {Validity.ACTIVE}


def ttls(world: World) -> dict[str, set[int | None]]:
    """When rows of each kind are gone, in days from when the world began."""
    found: dict[str, set[int | None]] = {}
    for record in world.store.read(list(world.store.rows)).values():
        found.setdefault(type(record).__name__, set()).add((record.gone_at - NOW).days if record.gone_at else None)
    return found


def test_set_lapses_after_a_year_before_its_lines_and_what_leads_an_erasure_to_them() -> None:
    world = World()
    ran(world)
    world.upkeep()
    born_in = ttls(world)
    days = {name: {d for d in born_in[name] if d is not None} for name in ("ChangeSet", "Run", "ChangePart", "Trace")}
    assert all(None not in born_in[name] for name in days), "none stays for ever"
    assert max(days["ChangeSet"] | days["Run"]) + 59 <= min(days["ChangePart"] | days["Trace"])
    assert min(days["ChangeSet"]) >= 365
    assert PastVersion(memory=fact()).gone_at is None, "the history of a memory stays"


def test_set_that_lapsed_is_not_undone_in_part() -> None:
    world = World()
    ran(world)
    world.upkeep()
    world.now += 366 * DAY
    before = world.store.rows.copy()
    with pytest.raises(NotFound):
        undo(world)
    assert world.store.rows == before


def test_set_of_a_quarantine_stays_with_what_is_in_force() -> None:
    for kind in ChangeKind:
        kept = ChangeSet(tenant="acme", number=1, kind=kind, run_id="w_1", actor="a", started_at=NOW)
        assert (kept.gone_at is None) == (kept.lines_end_at is None) == (kind in (ChangeKind.QUARANTINE, ChangeKind.RELEASE))


@pytest.mark.parametrize("gone", ["deleted", "swept"])
@pytest.mark.parametrize("most", [45, 1])
def test_undone_value_whose_place_is_taken_comes_back_behind_the_one_that_took_it(gone: str, most: int, monkeypatch: Any) -> None:
    monkeypatch.setattr(change_sets, "AT_ONCE", most)
    world = World()
    world.tell("I live in Denver.", "I like tea.")
    if gone == "deleted":
        everything = api.DeletionQuery(user_id="u1")
        owner = scope(session_id=None)
        number = deletions.start(world.store, world.consolidating, principal(), owner, everything, world.now, lambda: FOREVER).change_set
    else:
        world.now += 2000 * DAY
        done = sweep(Fenced(world.store, world.now), scheduled(world.now), world.now, lambda: FOREVER)
        number = done.change_sets["acme"]
    world.now += DAY
    world.tell("I live in Oslo.", at=world.now)
    undo(world, number or 0)
    held = {m.slot.value: m for m in world.memories() if m.slot}
    assert (held["Oslo"].validity, held["Oslo"].version) == (Validity.ACTIVE, 1)
    old, until = held["Denver"], held["Oslo"].valid_from
    assert (old.validity, old.valid_to, old.current) == (Validity.DEPRECATED, until, False)
    assert old.status is not Status.DELETED
    assert "I like tea" in world.current()
    assert {(e.validity, e.valid_to) for e in world.memories(Kind.EPISODE) if e.at_hand and "Denver" in e.content.summary} == {
        (Validity.DEPRECATED, until)
    }
    assert undo(world, number or 0).done


def test_undo_that_was_begun_is_finished_around_what_was_changed_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that it had brought back, and one that it had not: both stay as their writer left them."""
    monkeypatch.setattr(change_sets, "AT_ONCE", 1)
    world = World()
    world.tell("My cat is called Tom.", "My sister lives in Porto.", "I drink tea.", "My car is a red one.")
    owner, everything = scope(session_id=None), api.DeletionQuery(user_id="u1")
    number = deletions.start(world.store, world.consolidating, principal(), owner, everything, world.now, lambda: FOREVER).change_set
    seconds = iter([FOREVER, 0.0])
    begun = change_sets.undo(world.store, world.consolidating, principal(), str(number), world.now, lambda: next(seconds))
    assert (begun.done, begun.restored) == (False, 1)
    back = next(m for m in world.memories() if m.current)
    gone = next(m for m in world.memories() if not m.current)
    for memory in (back, gone):
        pinned = memory.model_copy(update={"pinned": True, "version": memory.version + 1})
        world.store.commit([Write(pinned, memory.version), Write(PastVersion(memory=memory))])
    assert undo(world, number or 0).done
    assert [m.memory_id for m in world.memories() if not m.current] == [gone.memory_id]
    assert sorted(m.memory_id for m in world.memories() if m.pinned) == sorted([back.memory_id, gone.memory_id])
    assert head(world, number or 0).state == "undone"


@pytest.mark.parametrize("gone", ["deleted", "swept"])
def test_state_counts_the_facts_that_a_deletion_a_sweep_and_an_undo_leave_current(gone: str) -> None:
    world = World()
    world.tell("My cat is called Tom.", "My sister lives in Porto.", "I drink tea.")

    def counted() -> tuple[int, int]:
        return upkeep.read_state(world.store, scope())[0].facts, sum(m.current for m in world.memories())

    said = counted()
    assert said[0] == said[1] > 0
    if gone == "deleted":
        owner, everything = scope(session_id=None), api.DeletionQuery(user_id="u1")
        number = deletions.start(world.store, world.consolidating, principal(), owner, everything, world.now, lambda: FOREVER).change_set
    else:
        world.now += 2000 * DAY
        number = sweep(Fenced(world.store, world.now), scheduled(world.now), world.now, lambda: FOREVER).change_sets["acme"]
    assert counted() == (0, 0)
    undo(world, number or 0)
    assert counted() == said


def test_sets_over_one_memory_are_undone_one_after_the_other_newest_first() -> None:
    world = World()
    world.tell("I like tea.")
    said = shown(world)
    numbers = []
    for _ in range(2):
        world.now += 70 * DAY
        done = sweep(Fenced(world.store, world.now), scheduled(world.now), world.now, lambda: FOREVER)
        world.project()
        numbers.append(done.change_sets["acme"])
    owner, everything = scope(session_id=None), api.DeletionQuery(user_id="u1")
    gone = deletions.start(world.store, world.consolidating, principal(), owner, everything, world.now, lambda: FOREVER)
    for number in (gone.change_set or 0, *reversed(numbers)):
        assert undo(world, number).done
        world.project()
    assert {i: m["status"] for i, m in shown(world).items()} == {i: m["status"] for i, m in said.items()}
