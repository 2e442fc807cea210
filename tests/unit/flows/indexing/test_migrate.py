"""A change of the embedding model step by step (rows E1, E2): what is refused, repeated, interrupted and raced for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from keepsake import api
from keepsake.api import MigrationView
from keepsake.errors import Conflict, ModelUnavailable, ModelUnfit, NotFound
from keepsake.flows.calibration import Calibrated
from keepsake.flows.governance import health
from keepsake.flows.indexing import migrate, spaces
from keepsake.flows.indexing.project import ASK_AGAIN, project, show_owed
from keepsake.ports import Side
from keepsake.records import Embedding
from keepsake.records.indexing import RETRY_AFTER, SETTLED_AFTER, MigrationState
from tests.builders import NOW, principal
from tests.fakes import HashEmbedder, MemoryIndex
from tests.world import World

OLD, NEW = Embedding(model="hash", dimension=64), Embedding(model="hash", dimension=32)
LATER = NOW + timedelta(hours=1)


class Two(World):
    """A world with an index for each model."""

    def __init__(self) -> None:
        super().__init__(embedder=HashEmbedder(OLD.dimension))
        new = HashEmbedder(NEW.dimension)
        self.sides = {OLD: Side(self.index, self.embedder), NEW: Side(MemoryIndex(NEW.dimension), new)}
        self.new = new

    def side_of(self, made_by: Embedding) -> Side:
        return self.sides[made_by]

    def kept(self) -> list[Side]:
        return [self.sides[m] for m in spaces.settled(self.store, OLD).kept]

    def start(self, to: Embedding = NEW) -> str:
        request = api.MigrationRequest(embedding_model=to.model, embedding_dimension=to.dimension)
        return migrate.start(self.store, self.side_of, OLD, principal(operator=True), request, self.now).migration_id

    def backfill(self, mg: str, steps: int = 1000) -> MigrationState:
        left = iter([100.0] * steps)
        return migrate.backfill(self.store, self.side_of, mg, self.now, lambda: next(left, 0.0)).state

    def switch(self, mg: str) -> MigrationView:
        return migrate.switch(self.store, self.side_of, OLD, mg, self.now)

    def vectors(self, made_by: Embedding) -> dict[object, int]:
        index = self.sides[made_by].index
        assert isinstance(index, MemoryIndex)
        return {k: len(d.fields.get("vector", [])) for k, d in index.documents.items()}


def both_hold_the_same(world: Two) -> None:
    old, new = world.vectors(OLD), world.vectors(NEW)
    assert old
    assert old.keys() == new.keys()
    assert (set(old.values()), set(new.values())) == ({64}, {32})


def test_unfinished_backfill_goes_on_where_it_stopped_and_may_run_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "AT_ONCE", 5)
    world = Two()
    world.tell("I live in Denver.", "I love hiking.")
    mg = world.start()
    assert world.backfill(mg, steps=1) is MigrationState.BACKFILLING
    assert 0 < len(world.vectors(NEW)) < len(world.vectors(OLD))
    assert migrate.waiting(world.store, world.now) == []
    assert migrate.waiting(world.store, LATER) == [mg]
    assert world.backfill(mg) is MigrationState.READY
    assert migrate.waiting(world.store, LATER) == []
    both_hold_the_same(world)
    calls = world.new.calls
    assert world.backfill(mg) is MigrationState.READY
    assert world.new.calls == calls


def test_backfill_that_goes_on_is_not_taken_up_by_the_schedule_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "AT_ONCE", 1)
    world = Two()
    world.tell("I live in Denver.", "I love hiking.")
    mg = world.start()
    for _ in range(4):
        world.now += RETRY_AFTER - timedelta(minutes=2)
        assert migrate.waiting(world.store, world.now) == []
        assert world.backfill(mg, steps=1) is MigrationState.BACKFILLING
    world.now += RETRY_AFTER + timedelta(seconds=1)
    assert migrate.waiting(world.store, world.now) == [mg], "nobody goes on with it"


def test_row_projected_by_one_who_read_the_models_before_the_start_is_in_both_indexes() -> None:
    """The start comes after a projector asked which indexes there are, and the backfill passes before the row is written."""
    world = Two()
    world.tell("I live in Denver.")
    work = world.accept({"content": "I love hiking.", "timestamp": NOW.isoformat(), "event_id": "late"})
    world.extract(work)
    world.summarise()
    begun: list[str] = []

    def kept() -> Sequence[Side]:
        found = world.kept()
        if not begun:
            begun.append(world.start())
        return found

    project(world.store, kept, world.streamed(), world.now)
    assert world.event("late").key in world.vectors(NEW)
    world.backfill(begun[0])
    both_hold_the_same(world)


def test_new_model_that_does_not_answer_stops_no_write_and_is_asked_again() -> None:
    world = Two()
    mg = world.start()
    world.backfill(mg)
    world.new.down = True
    world.tell("I live in Denver.", event_id="m1")
    assert world.event("m1").progress == "processed"
    assert set(world.vectors(OLD).values()) == {64}
    assert set(world.vectors(NEW).values()) == {0}, "found by its words there"
    with pytest.raises(Conflict, match="wait for a vector"):
        world.switch(mg)
    world.new.down, world.now = False, world.now + 2 * ASK_AGAIN
    assert show_owed(world.store, world.kept, world.now) == len(world.vectors(NEW))
    both_hold_the_same(world)
    assert world.switch(mg).active == NEW


def test_model_that_is_down_or_unfit_can_be_left() -> None:
    """What was said meanwhile never had a vector of the old model."""
    world = Two()
    world.tell("I live in Denver.")
    world.embedder.down = True  # type: ignore[attr-defined]
    world.tell("I love hiking.")
    mg = world.start()
    assert world.backfill(mg) is MigrationState.READY
    assert set(world.vectors(NEW).values()) == {32}
    assert set(world.vectors(OLD).values()) == {0, 64}
    assert world.switch(mg).active == NEW
    migrate.finish(world.store, world.side_of, OLD, mg, LATER)
    show_owed(world.store, world.kept, LATER)
    assert migrate.report(world.store, OLD, mg, LATER).waiting == 0


def test_service_goes_on_by_words_with_a_model_that_is_not_fit_until_another_takes_its_place() -> None:
    world = Two()
    unfit = Calibrated(world.store, HashEmbedder(OLD.dimension), makes=True, clock=lambda: world.now)
    world.embedder, world.sides[OLD] = unfit, Side(world.index, unfit)
    world.tell("I live in Denver.")
    assert set(world.vectors(OLD).values()) == {0}
    answer = world.recall("Do I live in Denver?")
    assert any("Denver" in m.content for m in answer.memories)
    (lost,) = answer.degraded
    assert (lost.part, "hash is not used" in lost.reason) == ("model", True)
    mg = world.start()
    assert world.backfill(mg) is MigrationState.READY
    assert world.switch(mg).active == NEW
    assert set(world.vectors(NEW).values()) == {32}


def test_model_that_is_not_fit_is_no_ones_target() -> None:
    world = Two()
    unfit = Calibrated(world.store, world.new, makes=True, clock=lambda: world.now)
    world.sides[NEW] = Side(world.sides[NEW].index, unfit)
    with pytest.raises(ModelUnfit, match=r"hash is not used: it finds what belongs together for en 0\.\d\d"):
        world.start()
    assert spaces.settled(world.store, OLD).kept == (OLD,)


def test_backfill_counts_the_models_failures_and_keeps_its_place() -> None:
    world = Two()
    world.tell("I live in Denver.")
    mg = world.start()
    world.new.down = True
    assert world.backfill(mg) is MigrationState.BACKFILLING
    told = migrate.report(world.store, OLD, mg, world.now)
    assert (told.done, told.errors, told.last_error) == (0, 1, "The model endpoint does not answer.")
    assert world.vectors(NEW) == {}
    world.new.down = False
    assert world.backfill(mg) is MigrationState.READY
    told = migrate.report(world.store, OLD, mg, world.now)
    assert (told.errors, told.last_error) == (1, None)
    both_hold_the_same(world)


def test_user_erased_while_the_backfill_holds_the_rows_leaves_no_document() -> None:
    world = Two()
    world.tell("I live in Denver.")
    mg = world.start()
    write = world.sides[NEW].index.write

    def erased_before(documents: object) -> None:
        for key in [k for k in world.store.rows if "#U#" in k.pk]:
            del world.store.rows[key]
        write(documents)  # type: ignore[arg-type]

    world.sides[NEW].index.write = erased_before  # type: ignore[method-assign]
    world.backfill(mg)
    assert world.vectors(NEW) == {}


def test_model_that_cannot_be_had_opens_nothing() -> None:
    world = Two()
    world.new.down = True
    with pytest.raises(ModelUnavailable):
        world.start()
    world.new.down = False
    with pytest.raises(Conflict, match="active"):
        world.start(OLD)
    assert spaces.settled(world.store, OLD).migration_id is None
    world.start()
    with pytest.raises(Conflict, match="is open"):
        world.start()


def test_each_step_is_refused_out_of_turn_and_may_be_repeated_in_turn() -> None:
    world = Two()
    world.tell("I live in Denver.")
    with pytest.raises(NotFound):
        world.switch("mg_none")
    mg = world.start()
    with pytest.raises(Conflict, match="backfill"):
        world.switch(mg)
    with pytest.raises(Conflict, match="Nothing was switched"):
        migrate.rollback(world.store, world.side_of, OLD, mg, world.now)
    world.backfill(mg)
    assert world.switch(mg) == world.switch(mg)
    with pytest.raises(Conflict, match="on its way") as early:
        migrate.finish(world.store, world.side_of, OLD, mg, world.now)
    assert early.value.retry_after_s == SETTLED_AFTER.total_seconds() + 1
    assert migrate.rollback(world.store, world.side_of, OLD, mg, world.now).active == OLD
    assert migrate.rollback(world.store, world.side_of, OLD, mg, world.now).state is MigrationState.READY
    world.switch(mg)
    done = migrate.finish(world.store, world.side_of, OLD, mg, LATER)
    assert (done.state, done.active) == (MigrationState.FINISHED, NEW)
    assert migrate.finish(world.store, world.side_of, OLD, mg, LATER) == done
    assert (world.vectors(OLD), set(world.vectors(NEW).values())) == ({}, {32})
    for act in (migrate.switch, migrate.rollback):
        with pytest.raises(Conflict, match="finished"):
            act(world.store, world.side_of, OLD, mg, LATER)


def test_change_that_is_given_up_leaves_everything_as_it_was() -> None:
    world = Two()
    world.tell("I live in Denver.")
    before = world.vectors(OLD)
    mg = world.start()
    world.backfill(mg)
    done = migrate.finish(world.store, world.side_of, OLD, mg, LATER)
    assert (done.active, world.vectors(OLD), world.vectors(NEW)) == (OLD, before, {})
    again = world.start()
    world.backfill(again)
    both_hold_the_same(world)


def test_vectors_that_a_model_owed_when_it_was_given_up_are_asked_for_no_more() -> None:
    world = Two()
    mg = world.start()
    world.backfill(mg)
    world.new.down = True
    world.tell("I live in Denver.")
    assert migrate.report(world.store, OLD, mg, LATER).waiting > 0
    migrate.finish(world.store, world.side_of, OLD, mg, LATER)
    show_owed(world.store, world.kept, LATER)
    assert migrate.report(world.store, OLD, mg, LATER).waiting == 0
    assert set(world.vectors(OLD).values()) == {64}


def test_deploy_with_other_parameters_changes_nothing_and_health_tells() -> None:
    world = Two()
    assert spaces.settled(world.store, OLD).active == OLD
    assert spaces.settled(world.store, NEW).active == OLD
    assert spaces.standing(world.store, NEW).active == OLD
    told = health.embedding(spaces.standing(world.store, NEW), NEW)
    assert told == "hash, 64 dimensions; the parameters name hash, 32, which a migration would bring about"
    assert health.embedding(spaces.standing(world.store, OLD), OLD) == "hash, 64 dimensions"


def test_health_tells_of_documents_that_wait_for_their_vectors() -> None:
    world = Two()
    world.embedder.down = True  # type: ignore[attr-defined]
    world.tell("I live in Denver.")
    assert health.vectors(world.store, world.now) is None
    with pytest.raises(ModelUnavailable, match="documents wait for their vectors"):
        health.vectors(world.store, LATER)


def test_facts_are_compared_by_one_models_vectors_across_a_switch() -> None:
    """What was observed before the switch is decided after it, by its words; the topics and prunes go on."""
    world = Two()
    world.tell("I live in Boston.")
    mg = world.start()
    world.backfill(mg)
    work = world.accept({"content": "Actually I live in Denver.", "timestamp": LATER.isoformat()})
    world.extract(work)
    world.switch(mg)
    world.embedder = world.new
    world.index = world.sides[NEW].index  # type: ignore[assignment]
    world.summarise()
    world.project()
    world.upkeep()
    world.tell("I love hiking in the mountains.", at=LATER)
    assert world.current() == ["Actually I live in Denver", "I love hiking in the mountains"]
    both_hold_the_same(world)
