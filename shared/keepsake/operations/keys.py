"""Keys, and what needs none."""

from __future__ import annotations

from typing import Any

from keepsake.operations.told import Operation

KEY: dict[str, Any] = {
    "key_id": "6d4a8c741242c493",
    "tenant": "acme",
    "permissions": ["read", "write"],
    "roles": [],
    "containers": [],
    "user_id": None,
    "agent_id": None,
    "created_at": "2026-05-02T10:00:00Z",
    "revoked_at": None,
    "expires_at": None,
    "replaces": None,
    "replaced_by": None,
    "last_used_at": None,
}
NEW_KEY = KEY | {"key": "ks_acme.6d4a8c741242c493.EXAMPLE", "old_works_until": None}

OPERATIONS: dict[str, Operation] = {
    "POST /admin/keys": Operation(
        "createKey",
        "keys",
        "Bound to its tenant, and to containers, a user or an agent where you name them. Keep `key` of the answer: it is told this once.",
        {"permissions": ["read", "write"]},
        NEW_KEY,
    ),
    "GET /key": Operation(
        "getOwnKey",
        "keys",
        "Its permissions and what it is bound to; for pages and tools that show what may be done. Answers any key that reads.",
        answer={
            "key_id": KEY["key_id"],
            "tenant": "acme",
            "permissions": ["read", "write"],
            "roles": [],
            "containers": [],
            "user_id": None,
            "agent_id": None,
            "operator": False,
            "expires_at": None,
        },
    ),
    "GET /admin/keys": Operation(
        "listKeys", "keys", "Revoked ones too, and none with the key itself.", answer={"keys": [KEY], "next_cursor": None}
    ),
    "POST /admin/keys/{id}/rotate": Operation(
        "rotateKey",
        "keys",
        "The new key has the same permissions and bounds. 409 where it was rotated or revoked before.",
        {"overlap_s": 86400},
        NEW_KEY
        | {
            "key_id": "5c011021a7de6a7b",
            "key": "ks_acme.5c011021a7de6a7b.EXAMPLE",
            "replaces": KEY["key_id"],
            "old_works_until": "2026-05-03T10:00:00Z",
        },
    ),
    "DELETE /admin/keys/{id}": Operation(
        "revokeKey", "keys", "It may still be taken for as long as API Gateway remembers it (`AuthorizerTtl`, 60 s by default)."
    ),
    "GET /health": Operation(
        "getHealth",
        "service",
        "Without a key it asks nothing and `ok` is null; with one each dependency is asked, at most every ten seconds.",
        answer={
            "status": "ok",
            "dependencies": [{"name": "table", "ok": True, "detail": None}, {"name": "index", "ok": True, "detail": None}],
        },
    ),
    "GET /admin/usage": Operation(
        "getUsage",
        "service",
        "Requests, events and bytes of the last hour, and the chat model's tokens of today, beside their limits.",
        answer={
            "rates": [{"what": "requests", "last_hour": 1240, "most_in_a_minute": 66, "limit": 6000}],
            "cost_usd": 0.01116,
            "model_tokens_today": 0,
            "model_tokens_limit": 0,
        },
    ),
    "GET /openapi.json": Operation(
        "getDescription",
        "service",
        "As OpenAPI 3.1, with the address that it was asked at.",
        answer={"openapi": "3.1.0", "info": {"title": "Keepsake", "version": "1.0.0"}, "paths": {}},
    ),
}
