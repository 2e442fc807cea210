"""The whole system in memory under the name that tests know; it lives in local/, so that benches use it without importing tests."""

from local.in_memory import World

__all__ = ["World"]
