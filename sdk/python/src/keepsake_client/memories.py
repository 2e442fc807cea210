"""Memories: facts, episodes, summaries and what else was made of events."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.inputs import Correction, Scope, ScopedFact, Selection, Time
from keepsake_client.operations import SCOPE, C, Group, listing, operation
from keepsake_client.requests import Pages, Request, Steps, given, path


class Memories(Group[C]):
    @listing
    def list(self, *, limit: int | None = None, **selection: Unpack[Selection]) -> Pages[models.MemoryView]:
        """Newest first, every validity and status but deleted. `limit`: most in all; None: every one."""
        return Pages(Request("GET", "/memories", dict[str, Any], self._selected(selection)), "memories", models.MemoryView, limit)

    @operation
    def add(
        self, content: str, *, wait_s: int = 5, idempotency_key: str | None = None, **fact: Unpack[ScopedFact]
    ) -> Request[models.MemoryView]:
        """Keeps a fact as it is given: secrets masked, and not reconciled with others. Waits up to `wait_s` seconds (0 to 20) for the
        index to show it."""
        query = {k: v for k, v in self._scoped({}).items() if k not in fact} | {k: v for k, v in fact.items() if k in SCOPE}
        body = {"content": content} | {k: v for k, v in fact.items() if k not in SCOPE and v is not None}
        key = {"Idempotency-Key": idempotency_key or uuid.uuid4().hex}
        return Request("POST", "/memories", models.MemoryView, query | {"wait_s": wait_s}, body, key, wait_s)

    @operation
    def get(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """The whole record. Raises NotFound."""
        return Request("GET", path("memories", memory_id), models.MemoryView, self._scoped(scope))

    @operation
    def update(
        self, memory_id: str, content: str | None = None, *, version: int | None = None, **correction: Unpack[Correction]
    ) -> Steps[models.MemoryView]:
        """Corrects a fact; its old version stays. Name the `version` that you read, and Conflict tells that it was changed since; without
        it, the one that stands now is corrected."""
        changes = {k: v for k, v in correction.items() if k not in SCOPE}
        query = self._scoped(_scope_of(correction))
        if version is None:
            version = (yield from Request("GET", path("memories", memory_id), models.MemoryView, query)).version
        body = {"version": version, **given(content=content), **changes}
        return (yield from Request("PATCH", path("memories", memory_id), models.MemoryView, query, body))

    @operation
    def delete(self, memory_id: str, *, purge: bool = False, **scope: Unpack[Scope]) -> Request[None]:
        """To be restored for 30 days; with `purge` at once and for good. Raises Conflict under legal hold."""
        return Request("DELETE", path("memories", memory_id), None, self._scoped(scope) | {"purge": purge})

    @operation
    def delete_many(self, *, preview: bool = False, purge: bool = False, **selection: Unpack[Selection]) -> Request[models.UpkeepAnswer]:
        """Deletes what the selection names, in the background, as a change set that can be undone; with `purge` until the next sweep,
        within the hour. With `preview` nothing is changed."""
        query = self._selected(selection) | {"preview": preview, "purge": purge}
        return Request("DELETE", "/memories", models.UpkeepAnswer, query)

    @listing
    def history(self, memory_id: str, *, limit: int | None = None, **scope: Unpack[Scope]) -> Pages[models.VersionView]:
        """Its versions, newest first, each with verdict, reason and actor."""
        return self._of(memory_id, "history", "versions", models.VersionView, limit, scope)

    @operation
    def case(
        self, memory_id: str, *, limit: int | None = None, cursor: str | None = None, **scope: Unpack[Scope]
    ) -> Request[models.CaseAnswer]:
        """A page of everything for and against it: `limit` of its events with what was read from them, and of its versions. `cursor` is the
        `next_cursor` of the page before."""
        query = self._scoped(scope) | given(limit=limit, cursor=cursor)
        return Request("GET", path("memories", memory_id, "case"), models.CaseAnswer, query)

    @listing
    def relations(self, memory_id: str, *, limit: int | None = None, **scope: Unpack[Scope]) -> Pages[models.RelationView]:
        """Its links, both ways."""
        return self._of(memory_id, "relations", "relations", models.RelationView, limit, scope)

    @operation
    def decay(self, memory_id: str, *, now: Time | None = None, **scope: Unpack[Scope]) -> Request[models.DecayAnswer]:
        """The curve of its score, and what the sweeps to come will do with it. `now`: a supposed time."""
        return Request("GET", path("memories", memory_id, "decay"), models.DecayAnswer, self._scoped(scope) | given(now=now))

    @operation
    def why_not(self, memory_id: str, recall_id: str, **scope: Unpack[Scope]) -> Request[models.WhyNot]:
        """Which gate, rank or budget kept it out of a recall of the last 30 days."""
        return Request("GET", path("recalls", recall_id, "why-not", memory_id), models.WhyNot, self._scoped(scope))

    @operation
    def pin(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Keeps it from fading, and tells it first."""
        return self._act(memory_id, "pin", scope)

    @operation
    def unpin(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """It fades again."""
        return self._act(memory_id, "unpin", scope)

    @operation
    def protect(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Keeps it from fading and pruning."""
        return self._act(memory_id, "protect", scope)

    @operation
    def unprotect(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """It fades and may be pruned again."""
        return self._act(memory_id, "unprotect", scope)

    @operation
    def hold(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Puts it under legal hold: it cannot be deleted, nor its user erased."""
        return self._act(memory_id, "hold", scope)

    @operation
    def release(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Releases it from legal hold."""
        return self._act(memory_id, "release", scope)

    @operation
    def archive(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Takes it out of recall without deleting it."""
        return self._act(memory_id, "archive", scope)

    @operation
    def restore(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Brings an archived or deleted one back to hand."""
        return self._act(memory_id, "restore", scope)

    @operation
    def approve(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Of an observation, a contested fact or a mental model."""
        return self._act(memory_id, "approve", scope)

    @operation
    def reject(self, memory_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Of an observation, a fact or a mental model."""
        return self._act(memory_id, "reject", scope)

    @operation
    def promote(
        self,
        memory_id: str,
        to: Literal["shared", "public"],
        *,
        allowed_users: Sequence[str] = (),
        allowed_roles: Sequence[str] = (),
        **scope: Unpack[Scope],
    ) -> Request[models.MemoryView]:
        """Shows it to more. `shared` needs whom."""
        return self._act(memory_id, "promote", scope, to=to, allowed_users=allowed_users, allowed_roles=allowed_roles)

    @operation
    def handoff(self, memory_id: str, to_agent_id: str, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Hands it to another agent."""
        return self._act(memory_id, "handoff", scope, to_agent_id=to_agent_id)

    @operation
    def merge(self, memory_id: str, ids: Sequence[str], **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Merges up to 10 other facts into it."""
        return self._act(memory_id, "merge", scope, ids=ids)

    @operation
    def feedback(self, memory_id: str, useful: bool, *, recall_id: str | None = None, **scope: Unpack[Scope]) -> Request[models.MemoryView]:
        """Whether it was of use: later recalls rank it accordingly."""
        return self._act(memory_id, "feedback", scope, **given(useful=useful, recall_id=recall_id))

    def _act(self, memory_id: str, act: str, scope: Scope, **body: Any) -> Request[models.MemoryView]:
        return Request("POST", path("memories", memory_id, act), models.MemoryView, self._scoped(scope), body)

    def _of(self, memory_id: str, what: str, rows: str, row: type[Any], limit: int | None, scope: Scope) -> Pages[Any]:
        return Pages(Request("GET", path("memories", memory_id, what), dict[str, Any], self._scoped(scope)), rows, row, limit)

    def _selected(self, selection: Selection) -> dict[str, Any]:
        return {k: v for k, v in selection.items() if k not in SCOPE} | self._scoped(_scope_of(selection))


def _scope_of(fields: Any) -> Scope:
    scope: Scope = {k: v for k, v in fields.items() if k in SCOPE}  # type: ignore[assignment]
    return scope
