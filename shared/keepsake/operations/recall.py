"""Recalling and reflecting."""

from __future__ import annotations

from typing import Any

from keepsake.operations.events import EVENT_ID, MOVED
from keepsake.operations.told import Operation

RECALL_ID = "r_01a201fd4e3f3cec533bdd2e4d1cf0fe"
LIKED = "f_01a201fd4c9cdb461219481704e2a5f6"
RECALL: dict[str, Any] = {
    "recall_id": RECALL_ID,
    "query": "Which shoes should I look at?",
    "short_term_context": [],
    "mid_term_context": [{"memory_id": LIKED, "content": "Ann, 2 May 2026: I like cushioned running shoes", "at": "2026-05-02T10:00:00Z"}],
    "long_term_user_context": [],
    "formatted_context": f'<keepsake-context recall="{RECALL_ID}">\nKnown facts, in the user\'s own words:\n'
    "- [preference] Ann, 2 May 2026: I like cushioned running shoes\n</keepsake-context>",
    "memories": [
        {
            "memory_id": LIKED,
            "kind": "fact",
            "type": "preference",
            "content": "I like cushioned running shoes",
            "quoted": None,
            "score": 1.415,
            "legs": {"vector": 1.0, "cosine": 0.62},
            "subject": "user",
            "category": "preference",
            "topic": None,
            "confidence": 0.85,
            "trust": "trusted",
            "source_role": "user",
            "validity": "active",
            "status": "active",
            "valid_from": "2026-05-02T10:00:00Z",
            "valid_to": None,
            "said_by": "Ann",
            "said_at": "2026-05-02T10:00:00Z",
            "context": None,
            "event_ids": [EVENT_ID],
            "pending": False,
            "why": ["vector"],
            "case": f"/v1/memories/{LIKED}/case",
        }
    ],
    "tokens": 77,
    "degraded": [],
    "diagnostics": None,
}

OPERATIONS: dict[str, Operation] = {
    "POST /recall": Operation(
        "recall",
        "recall",
        "Put `formatted_context` into the prompt, or use `memories`, best first. Where nothing has to do with the question, both are "
        "empty. `degraded` names the parts that did not answer; the rest is there.",
        {
            "user_id": "u1",
            "session_id": "s2",
            "query": "Which shoes should I look at?",
            "top_k": 10,
            "token_budget": 1000,
            "filters": {
                "and": [
                    {"field": "category", "op": "eq", "value": "preference"},
                    {"not": {"field": "labels", "op": "contains", "value": "work"}},
                ]
            },
        },
        RECALL,
    ),
    "GET /recalls/{recall_id}": Operation(
        "getRecall",
        "recall",
        "Kept for 30 days, and there within seconds of the recall. What may not be told any more is left out and named in `gone`.",
        answer=RECALL
        | {"at": "2026-05-09T08:30:00Z", "request": {"user_id": "u1", "session_id": "s2", "top_k": 10}, "suppressed": [], "gone": [MOVED]},
    ),
    "GET /recalls/{recall_id}/why-not/{memory_id}": Operation(
        "whyNot",
        "recall",
        "Which of the recall's steps left it out: a gate, its rank, the budget, or that no leg of the search found it.",
        answer={
            "memory_id": MOVED,
            "recalled": False,
            "cause": "rank",
            "reason": "its score 0.31 was not enough for its 18 tokens: the last in the list has 0.86",
            "gate": None,
            "rank": 14,
            "score": 0.31,
            "last_score": 0.86,
            "legs": {"vector": 0.4, "cosine": 0.22},
            "tokens": 18,
            "candidates": 31,
        },
    ),
    "POST /reflect": Operation(
        "reflect",
        "recall",
        "Answers within 20 seconds. Every sentence names the memories that it rests on; what has no evidence stands in `missing`.",
        {"user_id": "u1", "question": "Where does Ann live?", "token_budget": 1000},
        {
            "answer": "Ann moved from Boston to Denver in April 2026.",
            "sentences": [{"text": "Ann moved from Boston to Denver in April 2026.", "memory_ids": [MOVED], "trust": "trusted"}],
            "missing": [],
            "degraded": [],
            "recall_id": RECALL_ID,
        },
    ),
}
