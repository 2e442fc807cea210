"""Keepsake's records as mem0's clients read them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from keepsake import api
from keepsake.errors import KeepsakeError
from keepsake.facade import Reply
from keepsake.mem0 import dates, requests
from keepsake.mem0.filters import DEFAULT_APP
from keepsake.records import Kind, Memory, Progress, Status, Trust, Validity
from keepsake.records.erasure import Receipt
from keepsake.rules import quoting
from keepsake.rules.recall.filters import said_at, wrong

Shape = dict[str, Any]
ALWAYS = ("id", "memory", "created_at")
_MADE_HERE = re.compile(r"[a-z]{1,2}_(0[0-9a-f]{11})")
STATUS = {"pending": "PENDING", "processing": "RUNNING", "processed": "SUCCEEDED", "failed": "FAILED"}
"""Of an addition, by its batch's."""


def memory(record: Memory, run_as: str = "session_id") -> Shape:
    """One memory. mem0 shows the run as `session_id` in lists and as `run_id` in a search."""
    return {
        "id": record.memory_id,
        "memory": record.content.summary,
        "user_id": record.scope.user_id,
        "agent_id": record.scope.agent_id,
        "app_id": None if record.scope.namespace == DEFAULT_APP else record.scope.namespace,
        run_as: record.scope.session_id,
        "metadata": record.metadata or None,
        "categories": [record.category.value, *(label for label in record.labels if label != record.category)],
        "created_at": dates.shown(said_at(record)),
        "updated_at": dates.shown(record.updated_at),
        "expiration_date": dates.expires_on(record.expires_at),
        "replaced_by": next((r.target for r in record.relations if r.type == "superseded_by"), None),
        "lifecycle_state": lifecycle(record),
        "immutable": record.protected,
        "trust": record.trust.value,
        "quoted": quoting.data(record.content.summary, record.trust, record.source_role),
    }  # fmt: skip


def told(record: Memory, *, now: datetime, expired: bool, latest_only: bool) -> bool:
    """Whether a list tells of it: of what an assistant may see, as a search does, also what is over, but not what has expired."""
    if record.kind is not Kind.FACT or record.trust is Trust.QUARANTINED or not record.assistant_visible:
        return False
    if latest_only and lifecycle(record) != "active":
        return False
    return expired or record.expires_at is None or record.expires_at > now


def corrected(record: Memory, asked: requests.Update) -> Shape:
    """The fields of a correction that say something new. Raises Invalid for a time that follows from what was said."""
    given: Shape = {}
    if asked.text is not None and asked.text != record.content.summary:
        given["content"] = asked.text
    if asked.metadata is not None and asked.metadata != record.metadata:
        given["metadata"] = asked.metadata
    if asked.timestamp is not None:
        if record.content.said_by:
            raise wrong("timestamp", "follows from the messages that it was read from: send them with their time")
        given["valid_from"] = dates.moment(asked.timestamp, "timestamp").isoformat()
    if "expiration_date" in asked.model_fields_set:
        at = dates.expires(asked.expiration_date)
        if at != record.expires_at:
            given["expires_at"] = at.isoformat() if at else None
    return given


def lifecycle(record: Memory) -> str:
    if record.trust is Trust.QUARANTINED:
        return "quarantined"
    if record.status is not Status.ACTIVE:
        return record.status.value
    return {Validity.ACTIVE: "active", Validity.DEPRECATED: "superseded"}.get(record.validity, record.validity.value)


def found(record: Memory, score: float) -> Shape:
    """With how well it fits, from 0 to 1."""
    return memory(record, "run_id") | {"score": round(max(0.0, min(1.0, score)), 4)}


def some(shape: Shape, fields: Sequence[str] | None) -> Shape:
    """The fields that were asked for, and those that every answer has."""
    return shape if not fields else {k: v for k, v in shape.items() if k in fields or k in ALWAYS}


def page(rows: Sequence[Shape], count: int, number: int, size: int, address: str) -> Shape:
    """One page of `count` rows, with where the next and the one before are."""
    other = {"next": number + 1 if number * size < count else None, "previous": number - 1 if number > 1 else None}
    return {
        "count": count,
        **{name: None if n is None else f"{address}?page={n}&page_size={size}" for name, n in other.items()},
        "results": list(rows),
    }


def kept(records: Sequence[Memory]) -> list[Shape]:
    return [
        {"id": r.memory_id, "event": "ADD", "memory": r.content.summary, "data": {"memory": r.content.summary}}
        for r in records
    ]  # fmt: skip


def history(versions: Sequence[api.VersionView], inputs: Mapping[str, Shape]) -> list[Shape]:
    """The versions whose words, metadata or fate differ, the first one first; they come the newest first. Each has the messages that it
    rests on and no earlier one does."""
    rows: list[Shape] = []
    left = dict(inputs)
    before: Shape | None = None
    for version in reversed(versions):
        at = version.model_dump(mode="json")
        gone = at["status"] == Status.DELETED
        told = (at["content"], at["metadata"], gone)
        if before is not None and told == (before["content"], before["metadata"], before["status"] == Status.DELETED):
            continue
        rows.append(
            {
                "id": f"{at['memory_id']}.{at['version']}",
                "memory_id": at["memory_id"],
                "input": [left.pop(e) for e in at["event_ids"] if e in left],
                "old_memory": before["content"] if before else None,
                "new_memory": None if gone else at["content"],
                "event": "DELETE" if gone else "UPDATE" if before else "ADD",
                "user_id": at["user_id"],
                "agent_id": at["agent_id"],
                "session_id": at["session_id"],
                "metadata": at["metadata"] or None,
                "categories": [at["category"], *at["labels"]],
                "created_at": at["at"],
                "updated_at": at["at"],
            }
        )
        before = at
    return rows


def addition(done: api.BatchAnswer, made: Sequence[Memory]) -> Shape:
    failed = next((e.reason for e in done.events if e.status is Progress.FAILED), None)
    return happened(done.batch_id, "ADD", STATUS[done.status], kept(made)) | ({"error": failed} if failed else {})


def deletion(name: str, run: api.UpkeepAnswer) -> Shape:
    return happened(name, "DELETE_ALL", "SUCCEEDED" if run.done else "RUNNING", []) | {"metadata": {"change_set": run.change_set}}


def erasure(name: str, receipt: Receipt) -> Shape:
    return happened(name, "DELETE_ALL", "SUCCEEDED" if receipt.finished_at else "RUNNING", []) | {"metadata": {"receipt": name}}


def happened(name: str, kind: str, status: str, results: Sequence[Shape]) -> Shape:
    return {
        "id": name, "event_id": name, "event_type": kind, "status": status, "created_at": _begun_at(name), "metadata": None,
        "results": list(results),
    }  # fmt: skip


def _begun_at(name: str) -> str | None:
    """Ids that are made here begin with their time."""
    begun = _MADE_HERE.match(name)
    return dates.shown(dates.moment(int(begun[1], 16), "id")) if begun else None


def user(view: api.UserView) -> Shape:
    at = dates.shown(view.last_activity_at) if view.last_activity_at else None
    return entity("user", view.user_id, at) | {"total_memories": view.facts}


def entity(kind: str, name: str, at: str | None) -> Shape:
    return {"id": name, "name": name, "type": kind, "created_at": at, "updated_at": at, "owner": "keepsake", "metadata": None}


def refusal(err: KeepsakeError, request_id: str) -> Reply:
    """`detail` is what the Python client shows; what is wrong with a request is 400 to mem0's clients."""
    status = 400 if err.status == 422 else err.status
    body: Shape = {"detail": err.detail, "error": err.detail, "request_id": request_id}
    if err.errors:
        body["errors"] = list(err.errors)
    return Reply(body, status)
