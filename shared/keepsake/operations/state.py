"""A session's state, and items."""

from __future__ import annotations

from typing import Any

from keepsake.operations.events import SAID
from keepsake.operations.told import Operation

ROW: dict[str, Any] = {
    "row_id": "st_01a201fd4e96ea3f531d144a8fea6019",
    "session_id": "s1",
    "branch": "main",
    "metadata": {"step": 3},
    "data": {"cart": ["shoe-42"]},
    "size": 20,
    "created_at": SAID,
}
ITEM: dict[str, Any] = {
    "namespace": ["users", "ann", "notes"],
    "key": "k1",
    "value": {"title": "Marathon", "text": "In June, in Hamburg"},
    "created_at": SAID,
    "updated_at": SAID,
    "expires_at": None,
}
WHO = {"user_id": "u1"}

OPERATIONS: dict[str, Operation] = {
    "POST /sessions/{id}/state": Operation(
        "appendStateRows",
        "state",
        "One row by `data`, or up to 100 by `rows`, which are written together. A row's JSON takes at most 4 MB.",
        WHO | {"data": ROW["data"], "metadata": ROW["metadata"]},
        {"rows": [ROW | {"data": None}]},
    ),
    "GET /sessions/{id}/state": Operation(
        "listStateRows",
        "state",
        "A page ends early where its rows are large; go on with `next_cursor`.",
        answer={"rows": [ROW], "next_cursor": None},
    ),
    "DELETE /sessions/{id}/state": Operation("clearState", "state", "Without `branch` all of it. There is no way back."),
    "DELETE /sessions/{id}/state/{row}": Operation("deleteStateRow", "state", "The other rows stay as they are."),
    "PUT /items/{namespace}/{key+}": Operation(
        "putItem",
        "items",
        "Takes the place of what was there. `index` says which texts of the value a search goes by.",
        WHO | {"value": ITEM["value"], "index": ["title", "text"]},
        ITEM,
    ),
    "GET /items/{namespace}/{key+}": Operation("getItem", "items", "As it was written last; 404 once its time is over.", answer=ITEM),
    "DELETE /items/{namespace}/{key+}": Operation("deleteItem", "items", "404 where there is none, or its time is over."),
    "POST /items/batch": Operation(
        "batchItems",
        "items",
        "The gets see what stood before. All puts and deletes are done, or none; they need the permission to write, and name an item once.",
        WHO
        | {
            "gets": [{"namespace": ITEM["namespace"], "key": "k1"}],
            "puts": [{"namespace": ITEM["namespace"], "key": "k2", "value": {"title": "Training"}}],
            "deletes": [{"namespace": ITEM["namespace"], "key": "k3"}],
        },
        {"items": [ITEM]},
    ),
    "POST /items/search": Operation(
        "searchItems",
        "items",
        "With `query` the nearest by meaning come first, without it those that changed last. The filter holds for all of them.",
        WHO | {"prefix": ["users", "ann"], "query": "a race", "filter": {"field": "value.title", "op": "exists", "value": True}},
        {"items": [ITEM | {"score": 0.58}], "complete": True, "next_offset": None, "degraded": []},
    ),
    "GET /items": Operation(
        "listItemNamespaces",
        "items",
        "Narrow them by `prefix` and `suffix`, or cut them with `max_depth`.",
        answer={"namespaces": [["users", "ann", "notes"]], "next_cursor": None},
    ),
}
