"""The search index and the change of its embedding model."""

from __future__ import annotations

from typing import Any

from keepsake.operations.told import Operation

SMALL, LARGE = {"model": "text-embedding-3-small", "dimension": 1536}, {"model": "text-embedding-3-large", "dimension": 3072}
MIGRATION: dict[str, Any] = {
    "migration_id": "mg_01a201fd4e96ea3f531d144a8fea6019",
    "state": "backfilling",
    "source": SMALL,
    "target": LARGE,
    "active": SMALL,
    "done": 1200,
    "total": 4800,
    "errors": 0,
    "last_error": None,
    "waiting": 0,
    "actor": "key:operator",
    "started_at": "2026-11-22T06:00:00Z",
    "changed_at": "2026-11-22T06:00:00Z",
}

OPERATIONS: dict[str, Operation] = {
    "GET /admin/index": Operation(
        "getIndex",
        "index",
        "Which index recall asks, by which model, and how many rows it does not show yet.",
        answer={
            "alias": "keepsake",
            "indices": ["keepsake-v1-text-embedding-3-small-1536"],
            "documents": 4800,
            "rebuilt_at": None,
            "engine": "exact",
            "embedding": SMALL,
            "migration_id": None,
            "waiting": 0,
        },
    ),
    "POST /admin/index/rebuild": Operation(
        "rebuildIndex",
        "index",
        "In the background; the vectors are kept, so no model is asked again. `getIndex` tells when it was done.",
        answer={"status": "started"},
    ),
    "POST /admin/index/migrations": Operation(
        "startMigration",
        "index",
        "Backfills the second index in the background while recall goes on by the first. `getMigration` tells how far it is.",
        {"embedding_model": LARGE["model"], "embedding_dimension": LARGE["dimension"]},
        MIGRATION,
    ),
    "GET /admin/index/migrations/{id}": Operation(
        "getMigration", "index", "It is ready to be switched once its state is `ready`.", answer=MIGRATION
    ),
    "POST /admin/index/migrations/{id}/compare": Operation(
        "compareMigration",
        "index",
        "By your questions, or by a sample of what is stored. Queries are named by their place, never by their words.",
        {"sample": 20},
        {
            "queries": [{"query": "0", "overlap_at_10": 0.9, "recall_at_10": {"source": 0.8, "target": 0.9}}],
            "mean_overlap_at_10": 0.9,
            "mean_recall_at_10": {"source": 0.8, "target": 0.9},
        },
    ),
    "POST /admin/index/migrations/{id}/switch": Operation(
        "switchMigration",
        "index",
        "Both indexes are kept in step until it is finished.",
        answer=MIGRATION | {"state": "switched", "active": LARGE},
    ),
    "POST /admin/index/migrations/{id}/rollback": Operation(
        "rollBackMigration", "index", "The second index stays, and may be switched to again.", answer=MIGRATION | {"state": "ready"}
    ),
    "POST /admin/index/migrations/{id}/finish": Operation(
        "finishMigration",
        "index",
        "There is no way back afterwards but another migration.",
        answer=MIGRATION | {"state": "finished", "active": LARGE},
    ),
}
