"""What the OpenAPI document says of each route, by the route's name. A route that is missing here fails the tests.

A new route takes: its row in `routes`, with models and summary; an `Operation` in the module of its kind here, with id, tag, description
and examples; a line in `PATH_NAMES` where its path brings a new `{id}`; and words in `described` for fields that have no docstring.
"""

from __future__ import annotations

from keepsake.operations import events, keys, mcp, memories, recall, search, sessions, state, transfers, upkeep
from keepsake.operations.told import Operation

TAGS: dict[str, str] = {
    "events": "What was said and done: retain it, see how far it is, read it as evidence.",
    "recall": "What the next turn needs, answers with their evidence, and why something was not told.",
    "memories": "Facts, episodes, summaries and what else was made of events: read, correct and govern them.",
    "topics": "What is told about in a scope, with summaries.",
    "profile": "What is known of a user, by category, tag and feature.",
    "sessions": "Conversations: their turns, their context for a prompt, their hand-off.",
    "working": "Working items: what an agent holds in focus in a session, fading with its turns.",
    "state": "Rows of JSON that an application keeps with a session, byte for byte: never masked, read, recalled or faded.",
    "items": "JSON values by namespace and key, byte for byte, with filter, search and a time to live.",
    "settings": "What a container does otherwise than by default.",
    "users": "Users of a container, and erasing one with a counted receipt.",
    "exports": "All of a user or a container as a file of JSON Lines.",
    "imports": "Bringing such a file in.",
    "keys": "Keys of a tenant. The key itself is shown once.",
    "admin": "Sweeps, consolidations, prunes and quarantines, the change sets that they leave, and what the queues gave up.",
    "index": "The search index and the change of its embedding model; for the operator.",
    "mcp": "The Model Context Protocol: the memory as tools of an agent's host.",
    "service": "Health, and this document.",
}
PATH_NAMES: dict[str, str] = {
    "change-sets": "number",
    "containers": "container",
    "dead-letters": "dead_letter_id",
    "events": "event_id",
    "exports": "export_id",
    "imports": "import_id",
    "items": "item_namespace",
    "keys": "key_id",
    "memories": "memory_id",
    "migrations": "migration_id",
    "quarantines": "run_id",
    "receipts": "receipt_id",
    "sessions": "session_id",
    "state": "row_id",
    "users": "user_id",
    "working": "item_id",
}
"""What a path's parameter is called in the document, by the part of the path before it."""
OPERATIONS: dict[str, Operation] = {
    **events.OPERATIONS,
    **recall.OPERATIONS,
    **memories.OPERATIONS,
    **sessions.OPERATIONS,
    **state.OPERATIONS,
    **transfers.OPERATIONS,
    **keys.OPERATIONS,
    **upkeep.OPERATIONS,
    **search.OPERATIONS,
    **mcp.OPERATIONS,
}

__all__ = ["OPERATIONS", "PATH_NAMES", "TAGS", "Operation"]
