"""Settings, erasing users, exports and imports."""

from __future__ import annotations

from typing import Any

from keepsake.operations.told import Operation

RECEIPT_ID, EXPORT_ID, IMPORT_ID = (
    "er_01a201fd4e768244267eeea9a55dff48",
    "ex_01a201fd4e799ee1f8e7493e27bf9a05",
    "im_01a201fd4e7b9991a8fe94d06b9d9de9",
)
ASKED, DONE = "2026-05-09T08:30:00Z", "2026-05-09T08:30:12Z"
DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
FILES = "https://keepsake-files.s3.eu-central-1.amazonaws.com/acme"
SETTINGS: dict[str, Any] = {
    "container": "default",
    "version": 1,
    "settings": {"prune_from": {"value": 0, "default": 20, "means": "current facts from which they are pruned; 0 = never"}},
    "updated_at": ASKED,
    "updated_by": "key:6d4a8c741242c493",
}
IMPORT: dict[str, Any] = {
    "import_id": IMPORT_ID,
    "status": "checking",
    "container": None,
    "user_id": "u1",
    "requested_at": ASKED,
    "finished_at": None,
    "proven": None,
    "lines": 0,
    "counts": {},
    "refusals": [],
    "failure": None,
}

OPERATIONS: dict[str, Operation] = {
    "GET /containers/{c}/settings": Operation(
        "getSettings",
        "settings",
        "All of them, set or not, with their units.",
        answer=SETTINGS | {"version": 0, "updated_at": None, "updated_by": None},
    ),
    "PUT /containers/{c}/settings": Operation(
        "replaceSettings",
        "settings",
        "What is left out goes back to its default. Name the version that you read; 409 where another writer was first.",
        {"version": 0, "settings": {"prune_from": 0}},
        SETTINGS,
    ),
    "GET /users": Operation(
        "listUsers",
        "users",
        "With how much each holds and when something last came in. In the order of their ids.",
        answer={
            "users": [
                {
                    "user_id": "u1",
                    "container": "default",
                    "sessions": 2,
                    "events": 12,
                    "turns": 7,
                    "facts": 9,
                    "last_activity_at": ASKED,
                }
            ],
            "next_cursor": None,
        },
    ),
    "DELETE /users/{id}": Operation(
        "eraseUser",
        "users",
        "Takes the permission `admin`, or a key that is bound to the user. It goes on in the background; `getReceipt` tells how far it is. "
        "409 while a memory of the user is under legal hold. There is no way back.",
        answer={"receipt_id": RECEIPT_ID},
    ),
    "GET /receipts/{id}": Operation(
        "getReceipt",
        "users",
        "What each store held before and afterwards, counted. It names the user and holds no content.",
        answer={
            "receipt_id": RECEIPT_ID,
            "user_id": "u1",
            "containers": ["default"],
            "actor": "key:6d4a8c741242c493",
            "requested_at": ASKED,
            "done": True,
            "status": "done",
            "result": "erased",
            "held": 0,
            "everywhere": True,
            "before": {"rows": 34, "documents": 21, "files": 1},
            "after": {"rows": 0, "documents": 0, "files": 0},
            "finished_at": DONE,
            "digest": DIGEST,
            "backups": [{"name": "DynamoDB point-in-time recovery", "lapses_at": "2026-06-13T08:30:12Z"}],
        },
    ),
    "POST /exports": Operation(
        "startExport",
        "exports",
        "JSON Lines, one record each. `getExport` tells when it is finished.",
        {"user_id": "u1"},
        {"export_id": EXPORT_ID, "status": "running"},
    ),
    "GET /exports/{id}": Operation(
        "getExport",
        "exports",
        "Once it is finished `download_url` is good for 15 minutes; asking again gives another.",
        answer={
            "export_id": EXPORT_ID,
            "status": "finished",
            "container": None,
            "user_id": "u1",
            "requested_at": ASKED,
            "finished_at": DONE,
            "counts": {"event": 12, "memory": 9},
            "bytes": 20480,
            "digest": DIGEST,
            "sha256": DIGEST,
            "sha256_missing": None,
            "download_url": f"{FILES}/exports/{EXPORT_ID}.jsonl?X-Amz-Expires=900",
            "failure": None,
            "expires_at": "2026-05-16T08:30:00Z",
        },
    ),
    "POST /imports": Operation(
        "createImport",
        "imports",
        "PUT the file to `upload_url` within 15 minutes, then call `startImport`.",
        {"user_id": "u1", "bytes": 20480},
        {"import_id": IMPORT_ID, "upload_url": f"{FILES}/imports/{IMPORT_ID}.jsonl?X-Amz-Expires=900", "most_bytes": 5368709120},
    ),
    "POST /imports/{id}/start": Operation(
        "startImport", "imports", "409 while there is no file. The file is checked first, then read line by line.", answer=IMPORT
    ),
    "GET /imports/{id}": Operation(
        "getImport",
        "imports",
        "`finished` means that all of it is recallable. `refusals` names lines that were not taken.",
        answer=IMPORT | {"status": "finished", "finished_at": DONE, "proven": True, "lines": 22, "counts": {"written": 22}},
    ),
}
