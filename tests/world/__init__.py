"""The whole system in memory under the name that tests know; it lives in local/, so that benches use it without importing tests."""

from keepsake.ports import Write
from keepsake.records import Memory
from local.in_memory import World

__all__ = ["World", "shown"]


def shown(world: World, *memories: Memory) -> None:
    """Memories that nobody said, in the table and in the index."""
    world.store.put_each([Write(m.model_copy(update={"index_due": world.now})) for m in memories])
    world.project()
