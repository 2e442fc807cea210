"""Sessions and their working items."""

from __future__ import annotations

from typing import Any

from keepsake.operations.events import EVENT_ID, SAID
from keepsake.operations.told import Operation

ITEM: dict[str, Any] = {
    "item_id": "w_732a7d8cd00d34ed8110fa01",
    "agent_id": None,
    "content": "Looking for shoes for a marathon in June",
    "subject": "user",
    "category": "task",
    "importance": 0.5,
    "salience": 0.5,
    "durability": "session",
    "trust": "caution",
    "pinned": False,
    "turn": 2,
    "event_ids": [],
    "observation_id": None,
    "expires_at": None,
    "added_at": SAID,
}
WORKING: dict[str, Any] = {
    "session_id": "s1",
    "turn": 2,
    "capacity": 7,
    "pinned_slots": 2,
    "items": [ITEM],
    "evicted": [],
    "formatted": f"- {ITEM['content']}",
}
WHO = {"user_id": "u1"}

OPERATIONS: dict[str, Operation] = {
    "GET /sessions": Operation(
        "listSessions",
        "sessions",
        "With how much each holds and when something last came in.",
        answer={
            "sessions": [
                {
                    "session_id": "s1",
                    "container": "default",
                    "namespace": "default",
                    "user_id": "u1",
                    "events": 1,
                    "turns": 1,
                    "created_at": SAID,
                    "last_activity_at": SAID,
                    "closed_at": None,
                }
            ],
            "next_cursor": None,
        },
    ),
    "GET /sessions/{id}": Operation(
        "getSession",
        "sessions",
        "The messages since the last folding, oldest first; what came before stands folded in `system_message`.",
        answer={
            "session_id": "s1",
            "container": "default",
            "namespace": "default",
            "user_id": "u1",
            "system_message": None,
            "turns": [
                {
                    "event_id": EVENT_ID,
                    "role": "user",
                    "name": "Ann",
                    "content": "I moved from Boston to Denver last month.",
                    "event_type": "message",
                    "at": SAID,
                    "verdict": "candidate",
                    "opens_turn": True,
                }
            ],
            "counters": {"turns": 1, "messages": 1, "tokens": 9, "events": 1, "working_items": 1},
            "handoffs": [],
            "closed_at": None,
            "updated_at": SAID,
        },
    ),
    "GET /sessions/{id}/context": Operation(
        "getSessionContext",
        "sessions",
        "The older turns in short, the last turns and the focus, as text for a prompt. Nothing is searched; `recall` does that.",
        answer={
            "session_id": "s1",
            "formatted_context": '<keepsake-context session="s1">\nLast turns:\n'
            "- [2 May 2026] Ann: I moved from Boston to Denver last month.\n"
            f"\nCurrent focus:\n- {ITEM['content']}\n</keepsake-context>",
            "tokens": 48,
        },
    ),
    "POST /sessions/{id}/handoff": Operation(
        "handOffSession",
        "sessions",
        "Without `items` all that the agent holds in focus, and its turns with it.",
        WHO | {"to_agent_id": "travel"},
        {
            "handoff": {
                "from_agent_id": None,
                "to_agent_id": "travel",
                "items": [ITEM["item_id"]],
                "whole": True,
                "actor": "key:6d4a8c741242c493",
                "at": SAID,
            },
            "evicted": [],
        },
    ),
    "GET /sessions/{id}/working": Operation(
        "listWorkingItems", "working", "With the clock that they fade by. An agent sees its own and those of no agent.", answer=WORKING
    ),
    "POST /sessions/{id}/working": Operation(
        "addWorkingItem",
        "working",
        "An equal text is the same item, which is refreshed. Where the focus is full the least salient gives way.",
        WHO | {"content": ITEM["content"], "importance": 0.5},
        WORKING,
    ),
    "DELETE /sessions/{id}/working/{item}": Operation("evictWorkingItem", "working", "Another of the same text may be added again."),
    "POST /sessions/{id}/working/advance": Operation(
        "advanceTurn",
        "working",
        "Items fade with the session's turns. Retained user messages advance it too: this is for turns that are not retained.",
        WHO | {"turns": 1},
        WORKING,
    ),
    "POST /sessions/{id}/working/{item}/pin": Operation("pinWorkingItem", "working", "At most `pinned_slots` at a time.", WHO, WORKING),
    "POST /sessions/{id}/working/{item}/unpin": Operation("unpinWorkingItem", "working", "It fades again.", WHO, WORKING),
    "POST /sessions/{id}/working/{item}/refresh": Operation(
        "refreshWorkingItem", "working", "As if it had been added in this turn.", WHO, WORKING
    ),
}
