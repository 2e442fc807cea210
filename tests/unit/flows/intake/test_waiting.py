"""GET /v1/batches: waiting costs next to nothing."""

from __future__ import annotations

from keepsake.flows.intake import batches
from tests.builders import principal
from tests.world import World


def large(world: World) -> str:
    said = [{"content": f"Message number {n} about my holiday.", "timestamp": world.now.isoformat()} for n in range(40)]
    return world.accept(*said).batch_id


def test_who_waits_reads_the_batch_and_its_events_once() -> None:
    world = World()
    batch_id = large(world)
    answers = []
    for looks in (0, 80):
        left = iter([True] * looks)
        world.store.rows_read = 0
        answers.append(batches.progress(world.store, principal(), batch_id, lambda left=left: next(left, False)))
        assert list(left) == []
        assert world.store.rows_read <= 50 + 2 * looks
    assert answers[0] == answers[1]
    assert answers[0].status == "pending"


def test_who_waits_is_answered_as_soon_as_the_index_shows_all() -> None:
    world = World()
    work = world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()})
    steps = [lambda: None, lambda: world.extract(work), world.project]

    def again() -> bool:
        steps.pop(0)()
        return True

    assert batches.progress(world.store, principal(), work.batch_id, again).status == "processed"
    assert steps == []
