"""Row K5: what a batch made of itself is written behind its decision. Wherever its consumer stops, and whatever comes in between, what is
known in the end is what it would be had both been written at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import KeepsakeError, LostRace, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import erase, forget_event, purge, quarantine
from keepsake.flows.indexing import owed, project
from keepsake.flows.intake.batches import mark_failed
from keepsake.flows.knowledge import acts, correct, upkeep
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.redo import redo
from keepsake.flows.portability import exports
from keepsake.messages import BatchWork
from keepsake.ports import Write
from keepsake.records import Kind, Memory, PastVersion, Selector, Trust, UserState, Validity, batch_key, history_prefix
from keepsake.rules.knowledge import marks
from keepsake.rules.knowledge.acts import Act, Wish
from local.stand_ins import MemoryStore
from tests.builders import DAY, NOW, principal, scope
from tests.fakes import Interrupted
from tests.unit.flows.governance.erasing import of_user
from tests.unit.flows.knowledge.test_interleavings import knowledge, told
from tests.unit.flows.portability.portable_banks import FOREVER, SECRET, embedding
from tests.world import World

pytestmark = pytest.mark.usefixtures("either_bank")

BEFORE = "I like jazz. I always repair my bike with Ana in Bergen."
SAID = ["I live in Porto. I have a cat called Tiger.", "I met my sister Ana. I always repair my bike with Ana in Oulu."]
"""Of the last nobody can tell whether it ends what was said before: both stay, linked."""
MOST_CALLS = 200


def message(content: str, name: str, minute: int) -> dict[str, Any]:
    return {"content": content, "event_id": name, "timestamp": (NOW + timedelta(minutes=minute)).isoformat()}


FIRST = [message(c, f"m{n}", n) for n, c in enumerate(SAID)]
LATER = [message("I moved from Porto to Ghent. I have a cat called Tiger.", "m9", 30)]


def heard() -> tuple[World, BatchWork]:
    """A user who said something before, and a batch that waits."""
    world = World()
    world.tell(BEFORE, at=NOW - DAY, event_id="m_before")
    return world, world.accept(*FIRST)


class DiesBehind(MemoryStore):
    """A table that fails at the n-th write behind the one that moves on the user's state."""

    def __init__(self, rows: dict[Any, Any], nth: int) -> None:
        super().__init__()
        self.rows, self._nth, self.behind, self.died = rows, nth, 0, False

    def commit(self, writes: Any) -> None:
        self.behind += bool(self.behind)
        if self.behind == self._nth + 1:
            self.died = True
            raise Unavailable("The table does not answer.")
        super().commit(writes)
        if any(isinstance(w, Write) and isinstance(w.record, UserState) for w in writes):
            self.behind = self.behind or 1


def stopped(world: World, work: BatchWork, nth: int) -> bool:
    """Whether the consumer died behind its decision."""
    plain = world.store
    dying = DiesBehind(plain.rows, nth)
    world.store = dying
    with suppress(Unavailable):
        world.extract(work)
    world.store = plain
    return dying.died


def finished(world: World, *works: BatchWork) -> World:
    for work in works:
        world.extract(work)
        world.summarise()
        world.project()
    return world


def made(world: World) -> list[dict[str, Any]]:
    """Facts and episodes as they are stored, whoever lists them for sweeps."""
    rows = sorted([*world.memories(), *world.memories(Kind.EPISODE)], key=lambda m: m.memory_id)
    return [m.model_dump(exclude={"fades_with"}) for m in rows]


def test_what_is_written_behind_is_what_would_have_been_written() -> None:
    whole, work = heard()
    whole.extract(work)
    assert [r.type for f in the(whole, "Oulu") for r in f.relations] == ["derived_from", "revises"]
    for nth in range(1, MOST_CALLS):
        world, work = heard()
        if not stopped(world, work, nth):
            assert nth > 5
            return
        assert nth > 1 or not the(world, "Oulu"), "it is written behind"
        redo(world.store, scope(), upkeep.read_state(world.store, scope())[0])
        assert made(world) == made(whole), nth
        before = dict(world.store.rows)
        redo(world.store, scope(), upkeep.read_state(world.store, scope())[0])
        assert world.store.rows == before, "a second time changes nothing"


def another_batch(world: World) -> Callable[[], None]:
    work = world.accept(*LATER)
    return lambda: finished(world, work) and None


def the(world: World, word: str, kind: Kind = Kind.FACT) -> list[Memory]:
    return [m for m in world.memories(kind) if word in m.content.summary]


def do(world: World, act: Act, memory: Memory) -> Memory:
    target = Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))
    return acts.act(Fenced(world.store, world.now), world.consolidating, world.index, target, Wish(act, "key:k1", world.now))


def after_each_stop(then: Callable[[World, BatchWork], None], check: Callable[[World, int], None]) -> None:
    """Runs `then` behind every write at which the consumer may stop, has the batch finished and looks."""
    for nth in range(1, MOST_CALLS):
        world, work = heard()
        if not stopped(world, work, nth):
            assert nth > 5
            return
        then(world, work)
        finished(world, work)
        check(world, nth)


def before_each_call(then: Callable[[World, BatchWork], None], check: Callable[[World, int], None]) -> None:
    """Runs `then` before every call of the table that the consumer makes: it is slow, and goes on afterwards."""
    for at in range(1, MOST_CALLS):
        world, work = heard()
        plain = world.store

        def meanwhile(world: World = world, plain: MemoryStore = plain, work: BatchWork = work) -> None:
            slow, world.store = world.store, plain
            then(world, work)
            world.store = slow

        world.store = meets = Interrupted(plain.rows, at, meanwhile)
        with suppress(LostRace, Unavailable):
            world.extract(work)
        world.store = plain
        if meets.made < at:
            assert at > 10
            return
        finished(world, work)
        check(world, at)


EITHER = pytest.mark.parametrize("when", [after_each_stop, before_each_call], ids=["dies", "is slow"])


@EITHER
def test_next_batch_meets_what_the_one_before_decided(when: Callable[..., None]) -> None:
    reference = knowledge(told([[message(BEFORE, "m_before", -24 * 60)], FIRST, LATER]))

    def then(world: World, _: BatchWork) -> None:
        another_batch(world)()

    def check(world: World, at: int) -> None:
        assert knowledge(world) == reference, at
        assert [f.validity for f in the(world, "I live in Porto")] == [Validity.DEPRECATED]

    when(then, check)


@EITHER
def test_what_is_deleted_and_purged_meanwhile_does_not_come_back(when: Callable[..., None]) -> None:
    """Whoever acts on the user's memories before the consumer is through meets its facts, as far as they are decided."""
    met = []

    def then(world: World, _: BatchWork) -> None:
        upkeep.gather(world.store, scope())
        for fact in the(world, "Tiger"):
            met.append(fact)
            purge.purge(Fenced(world.store, world.now), do(world, Act.DELETE, fact), "key:k1", world.now)

    def check(world: World, at: int) -> None:
        if met:
            purged = [m for m in world.memories() if m.memory_id == met[-1].memory_id]
            assert [m.purged_at is not None for m in purged] == [True], at
            assert the(world, "Tiger") == [], at
        met.clear()

    when(then, check)


@EITHER
def test_fact_that_is_corrected_meanwhile_keeps_the_correction(when: Callable[..., None]) -> None:
    def then(world: World, _: BatchWork) -> None:
        upkeep.gather(world.store, scope())
        for fact in [f for f in the(world, "I live in Porto") if f.current]:
            body = api.CorrectionRequest.model_validate({"version": fact.version, "content": "The user lives in Faro."})
            target, wish = Target(principal(), fact.memory_id, api.ScopeQuery(user_id="u1")), Wish(Act.CORRECT, "key:k1", world.now)
            correct.correct(
                Fenced(world.store, world.now), world.consolidating, world.index, world.embedder, world.rules, target, wish, body
            )

    def check(world: World, at: int) -> None:
        corrected, first = the(world, "Faro"), the(world, "I live in Porto")
        assert len(corrected) + len([f for f in first if f.current]) == 1, at

    when(then, check)


@EITHER
def test_observation_that_is_rejected_meanwhile_leaves_no_fact_that_holds(when: Callable[..., None]) -> None:
    rejected = []

    def then(world: World, _: BatchWork) -> None:
        for seen in the(world, "Tiger", Kind.OBSERVATION):
            try:
                rejected.append(do(world, Act.REJECT, seen))
            except KeepsakeError:  # not decided yet
                return

    def check(world: World, at: int) -> None:
        if rejected and rejected[-1].change.verdict == "reject":
            decided = [o for o in the(world, "Tiger", Kind.OBSERVATION) if o.change.actor == "key:k1"]
            assert not decided or not [f for f in the(world, "Tiger") if f.current], at
        rejected.clear()

    when(then, check)


@EITHER
def test_quarantine_that_comes_meanwhile_holds_what_was_decided(when: Callable[..., None]) -> None:
    def then(world: World, _: BatchWork) -> None:
        quarantine.start(world.store, world.consolidating, scope(), Selector(session_id="s1", since=NOW), "key:k1", world.now)
        world.upkeep()

    def check(world: World, at: int) -> None:
        world.upkeep()
        world.project()
        held = [m for m in (*world.memories(), *world.memories(Kind.EPISODE)) if not {"m0", "m1"}.isdisjoint(m.event_ids)]
        assert {m.trust for m in held} <= {Trust.QUARANTINED}, at
        assert "Porto" not in str(world.recall("Where do I live?").memories)

    when(then, check)


@EITHER
def test_fact_whose_use_is_noted_meanwhile_is_linked_to_what_stands_beside_it(when: Callable[..., None]) -> None:
    """No state orders what notes a use, so the link may have to be written on a version that the decision did not see."""
    used = []

    def then(world: World, _: BatchWork) -> None:
        (old,) = the(world, "Bergen")
        used.append(old.model_copy(update={"last_accessed_at": world.now, "version": old.version + 1}))
        world.store.commit([Write(PastVersion(memory=old)), Write(used[-1], old.version)])

    def check(world: World, at: int) -> None:
        (old,), (new,) = the(world, "Bergen"), the(world, "Oulu")
        assert [r.target for r in old.relations if r.type == "revised_by"] == [new.memory_id], at
        assert old.last_accessed_at == used[-1].last_accessed_at, at
        kept = world.store.query(scope().pk, history_prefix(old.memory_id)).records
        assert [r.memory.version for r in kept if isinstance(r, PastVersion)] == list(range(1, old.version)), at
        used.clear()

    when(then, check)


def test_link_is_shown_with_the_batch_that_made_it() -> None:
    world, work = heard()
    world.extract(work)
    (old,), (new,) = the(world, "Bergen"), the(world, "Oulu")
    assert owed.noted(world.store, scope().pk) == []
    assert old.key in (owed.keys(world.store, scope()) or ())
    project.project(Fenced(world.store, world.now), world.kept, [world.event("m1").key], world.now)
    assert world.index.documents[old.key].fields["memory_ids"] == [new.memory_id]


def test_user_who_is_erased_while_it_is_written_stays_erased() -> None:
    """The erasure comes before any call of the table that whoever writes behind the consumer makes."""
    for at in range(1, MOST_CALLS):
        world, work = heard()
        assert stopped(world, work, 1)
        plain = world.store

        def erased(world: World = world, plain: MemoryStore = plain) -> None:
            asked_at = world.now + timedelta(seconds=1)
            made = erase.request(plain, principal(), "u1", None, asked_at)
            places = dataclasses.replace(world.places(), store=plain)
            assert erase.erase(places, "acme", made.receipt_id, lambda: asked_at, lambda: FOREVER).finished_at is not None

        meets = Interrupted(plain.rows, at, erased)
        with suppress(LostRace):
            upkeep.gather(Fenced(meets, world.now), scope())
        if meets.made < at:
            assert at > 5
            return
        finished(world, work)
        assert of_user(world, "u1") == [], at


def test_event_is_deleted_with_what_was_decided_of_it_and_of_others() -> None:
    """A batch that is under way names the event of an earlier one: what rests on it is written before it is looked for."""
    for nth in range(1, MOST_CALLS):
        world, _ = heard()
        world.tell("Would you book a table for four?", event_id="m_asked")
        body = {"content": "The user waits in Zebrafinchburg.", "event_ids": ["m_asked"], "durability": "persistent"}
        work = world.accept(facts=[body])
        if not stopped(world, work, nth):
            assert nth > 3
            return
        forget_event.forget(Fenced(world.store, world.now), world.consolidating, world.event("m_asked"), "key:k", world.now)
        finished(world, work)
        assert not [m for m in world.memories() if "m_asked" in m.event_ids and m.purged_at is None], nth


def test_old_value_is_shown_as_ended_with_the_batch_that_ended_it() -> None:
    """No note tells of it: the batch stands until the index shows it, also where the stream brought the events alone."""
    world = finished(*heard())
    work = world.accept(*LATER)
    world.extract(work)
    assert owed.noted(world.store, scope().pk) == []
    (old,) = the(world, "I live in Porto")
    assert old.key in (owed.keys(world.store, scope()) or ())
    project.project(Fenced(world.store, world.now), world.kept, [world.event("m9").key], world.now)
    assert not world.store.rows[batch_key(scope(), work.batch_id)]["due_shard"]["S"].startswith("BATCH")
    assert not set(world.index.documents[old.key].fields["marks"]) & set(marks.facts(scope(), past=False)), "a mark says that it holds"


def test_what_a_batch_changed_that_was_given_up_is_shown_as_it_is() -> None:
    for nth in range(1, MOST_CALLS):
        world = finished(*heard())
        work = world.accept(*LATER)
        if not stopped(world, work, nth):
            assert nth > 2
            return
        mark_failed(world.store, work, "given up")
        world.project()
        (old,) = the(world, "I live in Porto")
        assert old.validity is Validity.DEPRECATED
        assert not set(world.index.documents[old.key].fields["marks"]) & set(marks.facts(scope(), past=False)), nth


def test_what_is_changed_is_told_before_an_event_names_it() -> None:
    world = finished(*heard())
    work = world.accept(*LATER)
    assert stopped(world, work, 2)
    (old,) = the(world, "I live in Porto")
    assert old.validity is Validity.DEPRECATED
    state = upkeep.read_state(world.store, scope())[0]
    assert old.key in (owed.keys(world.store, scope(), {d.batch_id: d.changed for d in state.decided}) or ())


def test_export_says_nothing_of_how_far_a_batch_is() -> None:
    world = finished(*heard())
    finished(world, world.accept(*LATER))
    assert world.event("m9").changed_ids
    asked = exports.request(world.store, principal(), api.ExportRequest(user_id="u1"), world.now)
    signed = exports.Signed(SECRET, embedding(world), world.blobs)
    exports.export(world.store, world.files, signed, "acme", asked.export_id, world.now, lambda: FOREVER)
    assert b"changed_ids" not in b"".join(world.files.files.values())


def test_state_holds_no_words_of_what_is_decided() -> None:
    world, work = heard()
    assert stopped(world, work, 1)
    texts = world.store.texts()
    (state,) = [text for key, text in texts.items() if key.sk == UserState.prefix]
    assert "Porto" not in state
    assert "Tiger" not in state
