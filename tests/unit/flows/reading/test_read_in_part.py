"""An event beyond what is read of one is kept, marked, and not read further; what comes with it is read as ever."""

from __future__ import annotations

from keepsake.flows import waiting
from keepsake.flows.intake import batches
from keepsake.records import Progress
from tests.builders import message, principal
from tests.world import World


def test_event_that_is_read_in_part_is_kept_and_its_batch_says_so() -> None:
    world = World()
    long = "I live in Rome. " + "The weather was grey and the river was high " * 400 + ". I am allergic to walnuts."
    work = world.accept(message(long, event_id="m1"), message("I like tea.", event_id="m2"))
    world.extract(work)
    world.summarise()
    world.project()
    answer = batches.progress(world.store, principal(), work.batch_id, waiting.not_at_all)
    reasons = {e.event_id: e.reason for e in answer.events}
    assert reasons == {"m1": f"read in part: the first 7,995 of {len(long):,} characters", "m2": None}
    assert {e.status for e in answer.events} == {Progress.PROCESSED}
    assert world.event("m1").content == long
    told = " ".join(m.content.summary for m in world.memories())
    assert "Rome" in told
    assert "tea" in told
    assert "walnuts" not in told
