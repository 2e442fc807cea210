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
    for wait_s in (0, 20):
        paused: list[float] = []
        world.store.rows_read = 0
        answers.append(batches.progress(world.store, principal(), batch_id, wait_s, paused.append))
        assert sum(paused) == wait_s
        assert world.store.rows_read <= 50 + 2 * len(paused)
    assert answers[0] == answers[1]
    assert answers[0].status == "pending"


def test_who_waits_is_answered_as_soon_as_the_index_shows_all() -> None:
    world = World()
    work = world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()})
    steps = [lambda: None, lambda: world.extract(work), world.project]

    def pause(_: float) -> None:
        steps.pop(0)()

    assert batches.progress(world.store, principal(), work.batch_id, 20, pause).status == "processed"
    assert steps == []
