"""What AgentCore's clients read: times are seconds since 1970 with their fraction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from keepsake import api
from keepsake.agentcore import metadata, names
from keepsake.records import Memory, Thresholds
from keepsake.records.banks import Bank, Strategy
from keepsake.rules import quoting

OWN = "agentcore"
"""In a fact's metadata, where it was put by a client: its namespace and its strategy."""
NO_STRATEGY = "none"
"""Of a record that was put under a namespace of no strategy; clients need a name."""


def seconds(at: datetime) -> float:
    return at.timestamp()


def page(name: str, rows: Sequence[Any], token: str | None) -> dict[str, Any]:
    return {name: list(rows)} | ({"nextToken": token} if token else {})


def record(memory: Memory, strategy_id: str, namespace: str, score: float | None = None) -> dict[str, Any]:
    """A memory as a record, text that is nobody's own marked as quoted; `namespace` and strategy where it was not put under its own."""
    own = memory.metadata.get(OWN)
    put = own if isinstance(own, dict) else {}
    kept = metadata.typed({k: v for k, v in memory.metadata.items() if k != OWN})
    text = quoting.marked(memory.content.summary, memory.trust, memory.source_role)
    return text_record(
        names.record(memory.memory_id), text, put.get("strategy") or strategy_id, put.get("given") or namespace, memory.created_at, score,
    ) | ({"metadata": kept} if kept else {}) | ({"expiresAt": seconds(memory.expires_at)} if memory.expires_at else {})  # fmt: skip


def text_record(record_id: str, text: str, strategy_id: str, namespace: str, at: datetime, score: float | None = None) -> dict[str, Any]:
    told = {
        "memoryRecordId": record_id, "content": {"text": text}, "memoryStrategyId": strategy_id, "namespaces": [namespace],
        "createdAt": seconds(at), "timestamp": seconds(at),
    }  # fmt: skip
    return told if score is None else told | {"score": score}


def scores(items: Sequence[api.RecallItem], thresholds: Thresholds) -> dict[str, float]:
    """By memory, from 0 to 1, as AgentCore's: how near it is to the query, 0.5 from where a statement answers a question and 1 where both
    say the same. What no vector found has a half. Clients leave out what is below a score of theirs, so nothing has less than what is
    ranked behind it."""
    unrelated = 2 * thresholds.answers_partly - thresholds.answers
    told: dict[str, float] = {}
    behind = 0.0
    for item in reversed(items):
        behind = max(behind, _nearness(item.legs.get("cosine"), unrelated, thresholds.answers, thresholds.same))
        told[item.memory_id] = round(behind, 4)
    return {item.memory_id: told[item.memory_id] for item in items}


def _nearness(cosine: float | None, unrelated: float, answers: float, same: float) -> float:
    if cosine is None:
        return 0.5
    if cosine < answers:
        return max(0.0, 0.5 * (cosine - unrelated) / (answers - unrelated))
    return min(1.0, 0.5 + 0.5 * (cosine - answers) / (same - answers))


def memory(bank: Bank, arn: str, status: str = "ACTIVE") -> dict[str, Any]:
    """The resource; nothing has to be set up for it, so it is active at once."""
    told: dict[str, Any] = {
        "arn": arn, "id": bank.container, "name": bank.name, "description": bank.description, "memoryExecutionRoleArn": bank.role_arn,
        "eventExpiryDuration": bank.event_days, "status": status, "createdAt": seconds(bank.created_at),
        "updatedAt": seconds(bank.updated_at), "strategies": [_strategy(s) for s in bank.strategies],
        "indexedKeys": [k.model_dump() for k in bank.indexed_keys],
    }  # fmt: skip
    return {k: v for k, v in told.items() if v is not None and (k != "indexedKeys" or v)}


def memory_line(bank: Bank, arn: str) -> dict[str, Any]:
    whole = memory(bank, arn)
    return {k: whole[k] for k in ("arn", "id", "status", "createdAt", "updatedAt")}


def _strategy(strategy: Strategy) -> dict[str, Any]:
    told: dict[str, Any] = {
        "strategyId": strategy.strategy_id, "name": strategy.name, "description": strategy.description, "type": strategy.type,
        "namespaces": list(strategy.templates), "namespaceTemplates": list(strategy.templates), "status": "ACTIVE",
        "createdAt": seconds(strategy.created_at), "updatedAt": seconds(strategy.created_at),
    }  # fmt: skip
    if strategy.reflection_templates:
        reflections = {"namespaces": list(strategy.reflection_templates), "namespaceTemplates": list(strategy.reflection_templates)}
        told["configuration"] = {"reflection": {"episodicReflectionConfiguration": reflections}}
    return {k: v for k, v in told.items() if v is not None}


def outcome(record_id: str, error: tuple[int, str] | None = None, identifier: str | None = None) -> dict[str, Any]:
    """Of one record of a batch; an error with its status and its text."""
    told: dict[str, Any] = {"memoryRecordId": record_id, "status": "FAILED" if error else "SUCCEEDED"}
    if identifier is not None:
        told["requestIdentifier"] = identifier
    return told | ({"errorCode": error[0], "errorMessage": error[1]} if error else {})


def batch(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "successfulRecords": [r for r in rows if r["status"] == "SUCCEEDED"],
        "failedRecords": [r for r in rows if r["status"] == "FAILED"],
    }
