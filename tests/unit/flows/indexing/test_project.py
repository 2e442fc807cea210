"""Row R3: the index follows the table, also where a row changes while it is projected."""

from __future__ import annotations

import pytest

from keepsake.flows.indexing.project import project
from keepsake.ports import Write
from keepsake.records import Memory
from tests.unit.flows.governance.test_erase import Interrupted
from tests.world import World


def test_row_that_changes_while_it_is_projected_is_shown_as_it_then_stands() -> None:
    """Whenever the change comes, the projector does not fail, and what it marks as shown has the newer words."""
    marked = []
    for at in range(1, 40):
        world = World()
        world.tell("I live in Boston.")
        (fact,) = world.memories()
        due = fact.model_copy(update={"index_due": world.now})
        world.store.put_each([Write(due, fact.version)])

        def reworded(world: World = world, due: Memory = due) -> None:
            content = due.content.model_copy(update={"summary": "The user lives in Denver."})
            world.store.put_each([Write(due.model_copy(update={"content": content, "version": due.version + 1}), due.version)])

        store = Interrupted(world.store.rows, at, reworded)
        project(store, world.kept, [fact.key], world.now)
        if store.made < at:
            break
        (standing,) = world.memories()
        marked.append(standing.index_due is None)
        assert standing.index_due is not None or "Denver" in world.index.documents[fact.key].fields["text"], at
    else:
        pytest.fail("the projector makes more calls than were tried")
    assert all(marked[:3]), "a change before the row is settled is projected by the same call"
