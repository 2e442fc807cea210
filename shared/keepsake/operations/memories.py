"""Memories, acts on them, topics and the profile."""

from __future__ import annotations

from typing import Any

from keepsake.operations.events import EVENT, EVENT_ID, SAID
from keepsake.operations.recall import LIKED, RECALL_ID
from keepsake.operations.told import Operation

OBSERVED = "o_01a201fd4c9cdb461219481704e2a5f6"
SHOES = "I like cushioned running shoes"
CHANGE = {"verdict": "new", "reason": "nothing known says this or stands against it", "actor": "consolidate", "at": SAID}
MEMORY: dict[str, Any] = {
    "memory_id": LIKED,
    "kind": "fact",
    "content": SHOES,
    "quoted": None,
    "raw": SHOES,
    "structured": {"said_at": SAID, "said_by": "Ann"},
    "container": "default",
    "namespace": "default",
    "user_id": "u1",
    "agent_id": None,
    "session_id": "s1",
    "version": 1,
    "agent_scope": [],
    "assistant_visible": True,
    "type": "preference",
    "subject": "user",
    "category": "preference",
    "slot": None,
    "topic": "Running",
    "entities": [],
    "labels": ["running", "shopping"],
    "tags": [],
    "anchors": [],
    "metadata": {},
    "importance": 0.6,
    "confidence": 0.85,
    "durability": "persistent",
    "sensitivity": "none",
    "source": "explicit_user_input",
    "source_role": "user",
    "hints": {},
    "event_ids": [EVENT_ID],
    "replaces": None,
    "correction": False,
    "negated": False,
    "valid_from": SAID,
    "valid_to": None,
    "recorded_at": SAID,
    "superseded_at": None,
    "validity": "active",
    "status": "active",
    "trust": "trusted",
    "trust_before": None,
    "approval": None,
    "created_at": SAID,
    "updated_at": SAID,
    "last_accessed_at": SAID,
    "decay_score": 0.97,
    "decay_factor": 1.0,
    "retrieval_boost": 1.0,
    "reinforcements": 0,
    "reinforced_at": None,
    "expires_at": None,
    "pinned": False,
    "protected": False,
    "legal_hold": False,
    "relations": [{"type": "derived_from", "target": OBSERVED}],
    "embedding": {"model": "text-embedding-3-small", "dimension": 1536},
    "extractor": "rules",
    "prompt_version": None,
    "change": CHANGE,
    "consolidated_at": None,
    "activated_at": None,
    "purged_at": None,
    "processing_status": "processed",
    "access_control": {"visibility": "private", "allowed_users": [], "allowed_roles": []},
    "case": f"/v1/memories/{LIKED}/case",
}
VERSION = MEMORY | CHANGE | {"changes": []}
TOPIC = MEMORY | {
    "memory_id": "t_7fde6b2ce227b6f5b9bcc8de",
    "kind": "topic",
    "content": "Running",
    "topic": "Running",
    "facts": 4,
    "aliases": ["jogging"],
    "summaries": [],
}


def _act(name: str, description: str, **body: Any) -> Operation:
    """An act on a memory, which answers with the memory. Most need nothing but its user."""
    return Operation(name, "memories", description, {"user_id": "u1"} | body, MEMORY)


DELETION: dict[str, Any] = {
    "kind": "deletion", "run_id": "w_01a201fd7b1f3f7e", "change_set": 12, "preview": False, "at": SAID, "examined": None,
    "changed": {"deleted": 1}, "changes": [], "done": True, "reason": None,
}  # fmt: skip
DELETION_PREVIEW: dict[str, Any] = DELETION | {
    "run_id": None, "change_set": None, "preview": True, "examined": 2,
    "changes": [
        {
            "memory_id": LIKED, "kind": "fact", "what": "deleted", "why": "selected by a filter", "content_before": SHOES,
            "content": SHOES, "validity": "active", "status": "deleted", "trust": "trusted",
        }
    ],
}  # fmt: skip

OPERATIONS: dict[str, Operation] = {
    "GET /memories": Operation(
        "listMemories",
        "memories",
        "Of every validity and status but deleted. Name a scope, and narrow it by the memories' fields; without `namespace` those of every "
        "one are meant.",
        answer={"memories": [MEMORY], "next_cursor": None},
    ),
    "POST /memories": Operation(
        "addMemory",
        "memories",
        "Its id is in the answer, and `wait_s` waits until it is recallable. Secrets are masked; it is not judged as junk, and stands "
        "beside what is known. For what a conversation tells use `retain`. Send an Idempotency-Key to be free to repeat the request.",
        {"user_id": "u1", "content": "Prefers window seats", "category": "preference", "labels": ["travel"]},
        MEMORY | {"content": "Prefers window seats", "raw": "Prefers window seats", "labels": ["travel"], "event_ids": [], "relations": []},
    ),
    "GET /memories/{id}": Operation("getMemory", "memories", "With both clocks, its links, its state and what made it.", answer=MEMORY),
    "GET /memories/{id}/history": Operation(
        "getMemoryHistory",
        "memories",
        "Each version as it was, with who changed it, why, and what differs from the one before.",
        answer={"versions": [VERSION], "next_cursor": None},
    ),
    "GET /memories/{id}/case": Operation(
        "getMemoryCase",
        "memories",
        "The observations for and against it with their verdicts, the events that they were read from, and its versions, page by page.",
        answer={
            "memory_id": LIKED,
            "content": SHOES,
            "trust": "trusted",
            "confidence": 0.85,
            "observations": [
                {
                    "observation_id": OBSERVED,
                    "content": SHOES,
                    "verdict": "new",
                    "reason": CHANGE["reason"],
                    "approval": "approved",
                    "stance": "for",
                    "event_ids": [EVENT_ID],
                    "at": SAID,
                }
            ],
            "events": [EVENT | {"content": f"{SHOES}.", "resolved": [], "memory_ids": [LIKED]}],
            "history": [],
            "next_cursor": None,
        },
    ),
    "GET /memories/{id}/relations": Operation(
        "getMemoryRelations",
        "memories",
        "To other memories, events and names; `direction` says which way.",
        answer={
            "relations": [
                {"type": "derived_from", "target": EVENT_ID, "direction": "out", "content": None},
                {"type": "became", "target": OBSERVED, "direction": "in", "content": SHOES},
            ],
            "next_cursor": None,
        },
    ),
    "GET /memories/{id}/decay": Operation(
        "getMemoryDecay",
        "memories",
        "The curve of its score from when it was last touched, and each step of the sweeps to come, as if nobody touched it again. Changes "
        "nothing. `now` supposes another time.",
        answer={
            "memory_id": LIKED,
            "at": SAID,
            "strategy": "power-law",
            "status": "active",
            "score": 1.0,
            "strength_days": 12.1,
            "keeper": None,
            "ends_at": None,
            "purged_at": "2028-02-01T10:00:00Z",
            "bands": {"active": 0.4, "deprioritized": 0.3, "archived": 0.2},
            "points": [{"at": SAID, "score": 1.0}],
            "steps": [
                {
                    "at": "2026-07-04T10:00:01Z",
                    "status": "deprioritized",
                    "score": 0.4,
                    "reason": "untouched for 63 days at importance 0.60: score 0.40",
                }
            ],
        },
    ),
    "PATCH /memories/{id}": Operation(
        "updateMemory",
        "memories",
        "Name the version that you read; 409 where another writer was first. The correction is kept as an event of its own.",
        {"version": 1, "labels": ["running"], "user_id": "u1"},
        MEMORY,
    ),
    "DELETE /memories": Operation(
        "deleteMemories",
        "memories",
        "Facts, episodes and mental models that meet all of it; without any filter all of the scope's, and without `namespace` those of "
        "every one, as `listMemories` tells them. What is under legal hold stays and is counted. "
        "Where `done` is false it goes on in the background. `undoChangeSet` brings all of it back within 30 days.",
        answer=DELETION,
        preview=DELETION_PREVIEW,
    ),
    "DELETE /memories/{id}": Operation(
        "deleteMemory", "memories", "`restoreMemory` brings it back within 30 days. With `purge` it is gone at once; 409 under legal hold."
    ),
    "POST /memories/{id}/pin": _act("pinMemory", "A prune leaves it as it is too, and a summary names it before others."),
    "POST /memories/{id}/unpin": _act("unpinMemory", "It fades and may be pruned again, unless it is protected."),
    "POST /memories/{id}/protect": _act("protectMemory", "It may still be corrected or deleted; `holdMemory` forbids deletion."),
    "POST /memories/{id}/unprotect": _act("unprotectMemory", "It fades and may be pruned again, unless it is pinned."),
    "POST /memories/{id}/hold": _act("holdMemory", "Nor can its user be erased until it is released."),
    "POST /memories/{id}/release": _act("releaseMemory", "An erasure that waited for it goes on."),
    "POST /memories/{id}/archive": _act("archiveMemory", "A recall that includes `archived` still finds it."),
    "POST /memories/{id}/restore": _act("restoreMemory", "From the archive, or from deletion within 30 days. 409 where it has expired."),
    "POST /memories/{id}/approve": _act("approveMemory", "For observations, facts and mental models. Recorded with who did it."),
    "POST /memories/{id}/reject": _act("rejectMemory", "For observations, facts and mental models. It is told no more; its versions stay."),
    "POST /memories/{id}/promote": _act(
        "promoteMemory", "A promotion only widens: 409 for less. `shared` needs users or roles.", to="shared", allowed_roles=["support"]
    ),
    "POST /memories/{id}/handoff": _act(
        "handOffMemory",
        "The agent that hands it over keeps it. A memory without `agent_scope` is open to every agent already.",
        to_agent_id="travel",
    ),
    "POST /memories/{id}/merge": _act(
        "mergeMemories",
        "The others are merged into this one, which stays; at most ten at once.",
        ids=["f_01a201fd4c9d0b8e7b41c6aa52f0e913"],
    ),
    "POST /memories/{id}/feedback": _act(
        "giveFeedback",
        "Moves what its score in a recall is multiplied by: a tenth a time, between 0 and 2.",
        useful=True,
        recall_id=RECALL_ID,
    ),
    "GET /topics": Operation(
        "listTopics", "topics", "Each with how many current facts lie under it.", answer={"topics": [TOPIC], "next_cursor": None}
    ),
    "GET /profile": Operation(
        "getProfile",
        "profile",
        "Every value cites its memory and events. Earlier and contested values stand in `history`.",
        answer={
            "profile": {
                "user_profile": {
                    "Skills": {
                        "language": {
                            "values": [
                                {
                                    "value": "TypeScript",
                                    "memory_id": "f_01a201fd4c9e51d09a6f1c7720c3be48",
                                    "subject": "user",
                                    "content": "Prefers TypeScript",
                                    "confidence": 0.9,
                                    "trust": "trusted",
                                    "validity": "active",
                                    "valid_from": SAID,
                                    "valid_to": None,
                                    "recorded_at": SAID,
                                    "superseded_at": None,
                                    "event_ids": [EVENT_ID],
                                    "replaced_by": None,
                                    "verdict": "new",
                                    "reason": CHANGE["reason"],
                                }
                            ],
                            "history": [],
                        }
                    }
                }
            }
        },
    ),
}
