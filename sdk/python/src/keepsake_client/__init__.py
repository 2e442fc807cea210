"""Client of Keepsake, a long-term memory for AI agents.

with Keepsake(url, key, user_id="ann") as memory:
    memory.retain("I moved from Boston to Denver last month.", wait=True)
    print(memory.recall("Where does Ann live?").formatted_context)
"""

from keepsake_client import models
from keepsake_client.client import AsyncKeepsake, Keepsake, Retained
from keepsake_client.errors import (
    Conflict,
    Failed,
    Forbidden,
    Invalid,
    KeepsakeError,
    NotConfigured,
    NotDone,
    NotFound,
    Refused,
    ServerError,
    Throttled,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unreachable,
)
from keepsake_client.inputs import (
    Correction,
    EventInput,
    ExchangeInput,
    FactInput,
    Filter,
    ItemPlace,
    ItemToGet,
    ItemToPut,
    ProfileSlot,
    Scope,
    Selection,
)
from keepsake_client.remember import Turn

__all__ = [
    "AsyncKeepsake",
    "Conflict",
    "Correction",
    "EventInput",
    "ExchangeInput",
    "FactInput",
    "Failed",
    "Filter",
    "Forbidden",
    "Invalid",
    "ItemPlace",
    "ItemToGet",
    "ItemToPut",
    "Keepsake",
    "KeepsakeError",
    "NotConfigured",
    "NotDone",
    "NotFound",
    "ProfileSlot",
    "Refused",
    "Retained",
    "Scope",
    "Selection",
    "ServerError",
    "Throttled",
    "TooLarge",
    "Turn",
    "Unauthenticated",
    "Unavailable",
    "Unreachable",
    "models",
]
