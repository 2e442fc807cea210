"""Retaining, capturing, and the events themselves."""

from __future__ import annotations

from typing import Any

from keepsake.operations.told import Operation

EVENT_ID, BATCH_ID = "m-17", "b_01a201fd4d5dc51b154333e5efe9b790"
MOVED = "f_01a201fd4c9c62a7f8c494affb2eda7b"
SAID, ACCEPTED = "2026-05-02T10:00:00Z", "2026-05-02T10:00:01.164704Z"
EVENT: dict[str, Any] = {
    "event_id": EVENT_ID,
    "container": "default",
    "namespace": "default",
    "user_id": "u1",
    "agent_id": None,
    "session_id": "s1",
    "batch_id": BATCH_ID,
    "role": "user",
    "name": "Ann",
    "content": "I moved from Boston to Denver last month.",
    "timestamp": SAID,
    "event_type": "message",
    "page": None,
    "metadata": {},
    "verdict": "candidate",
    "masked": 0,
    "extract": True,
    "recorded_at": ACCEPTED,
    "seq": 0,
    "reason": None,
    "resolved": ["last month = April 2026"],
    "memory_ids": [MOVED],
    "lapses_at": None,
    "lapsed_at": None,
    "processing_status": "processed",
}

OPERATIONS: dict[str, Operation] = {
    "POST /retain": Operation(
        "retain",
        "events",
        "Answers once the events are safe; the memories follow in the background, and `getBatch` tells when they are recallable. At least "
        "one of events, facts, candidates and exchange is needed, at most 100 events in all. Secrets are masked before anything is stored. "
        "Send an Idempotency-Key to be free to repeat the request.",
        {
            "user_id": "u1",
            "session_id": "s1",
            "events": [
                {"event_id": EVENT_ID, "role": "user", "name": "Ann", "content": EVENT["content"], "timestamp": SAID},
                {"event_type": "filter", "content": "size = 42", "page": "shoes", "metadata": {"device": "ios"}},
            ],
            "facts": [{"content": "Prefers TypeScript", "category": "preference", "slot": {"feature": "language", "value": "TypeScript"}}],
        },
        {
            "batch_id": BATCH_ID,
            "status": "accepted",
            "events": [{"event_id": EVENT_ID, "status": "pending", "verdict": "candidate", "masked": 0}],
        },
    ),
    "GET /batches/{batch_id}": Operation(
        "getBatch",
        "events",
        "With `wait_s` the answer waits until the batch is processed or failed, or the seconds are over.",
        answer={
            "batch_id": BATCH_ID,
            "status": "processed",
            "events": [{"event_id": EVENT_ID, "status": "processed", "reason": None, "memory_ids": [MOVED]}],
        },
    ),
    "GET /events/{id}": Operation(
        "getEvent",
        "events",
        "The evidence as it was stored, secrets masked; 404 for one that lapsed or was deleted.",
        answer=EVENT,
    ),
    "DELETE /events/{id}": Operation(
        "deleteEvent",
        "events",
        "Its words are gone everywhere, and there is no way back. A memory that rests on others too stays, in their words. 409 while it is "
        "processed, and under legal hold. 202 for a user of more than 20,000 current facts: it follows within seconds.",
    ),
    "GET /sessions/{id}/events": Operation(
        "listSessionEvents",
        "sessions",
        "Messages and behaviour, junk too, each as `getEvent` shows it.",
        answer={"events": [EVENT], "next_cursor": None},
    ),
    "POST /capture": Operation(
        "capture",
        "events",
        "For the end of a turn: reads the text or the exchange at once, puts what it observes into the session's working memory, and sends "
        "on what may become facts and episodes, as `retain` does. Needs `session_id`. Give exactly one of text, exchange, last_exchange.",
        {
            "user_id": "u1",
            "session_id": "s1",
            "exchange": {"user": "I need shoes for a marathon in June.", "assistant": "Noted: a marathon in June."},
        },
        {
            "batch_id": "b_01a201fd4deb5a67e90ad1a1ffa5ee39",
            "session_id": "s1",
            "turn": 3,
            "observations": [
                {
                    "observation_id": "o_01a201fd4de98ecb7a18551b785563ab",
                    "content": "I need shoes for a marathon in June",
                    "subject": "user",
                    "category": "task",
                    "importance": 0.6,
                    "durability": "session",
                    "routed": ["working"],
                    "item_id": "w_79ccc257031b2f7a409e48ce",
                    "event_ids": ["e_01a201fd4deb54ae5e76592339e197a0"],
                }
            ],
            "dropped": [],
            "evicted": [],
            "replaced": [],
        },
    ),
}
