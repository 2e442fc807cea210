"""The in-memory stand-ins under the name that tests know; they live in local/, so that benches use them without importing tests."""

from local.stand_ins import HashEmbedder, MemoryDeadLetters, MemoryFiles, MemoryIndex, MemoryQueue, MemoryStore

__all__ = ["HashEmbedder", "MemoryDeadLetters", "MemoryFiles", "MemoryIndex", "MemoryQueue", "MemoryStore"]
