"""The in-memory stand-ins under the name that tests know; they live in local/, so that benches use them without importing tests."""

from local.stand_ins import HashEmbedder, MemoryBlobs, MemoryDeadLetters, MemoryFiles, MemoryIndex, MemoryQueue, MemoryStore
from tests.fakes.failing import Dies, Interrupted
from tests.fakes.matters import Matters

__all__ = [
    "Dies",
    "HashEmbedder",
    "Interrupted",
    "Matters",
    "MemoryBlobs",
    "MemoryDeadLetters",
    "MemoryFiles",
    "MemoryIndex",
    "MemoryQueue",
    "MemoryStore",
]
