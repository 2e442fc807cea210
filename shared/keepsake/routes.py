"""Every route that is served: its parameters, answer and permission. The gateway, the OpenAPI document and the template follow it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pydantic import BaseModel

from keepsake import api
from keepsake.mcp.messages import McpMessage, McpReply
from keepsake.records import Permission


class Route(NamedTuple):
    method: str
    path: str
    """Behind /v1. `{name+}` at its end takes slashes too: not every server leaves them encoded."""
    summary: str
    permission: Permission | None
    """None: no key is needed."""
    body: type[BaseModel] | None = None
    query: type[BaseModel] = api.Empty
    answer: type[BaseModel] | None = None
    status: int = 200
    """Of an answer; of a preview by the same route it is 200."""
    verbatim: bool = False
    """What it takes is kept byte for byte: nothing in it is masked."""
    most_bytes: int = api.MOST_REQUEST_BYTES
    """Of a request's body."""
    behind: bool = False
    """Where there is much to do, the answer is 202 and it is done behind that."""
    page: bool = False
    """For people's browsers: no part of the OpenAPI document."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def tenant(self) -> Literal["needed", "taken", "none"]:
        """Whether the operator's key has to name the tenant that it acts in, may, or has no need to (or names it by a field of the
        route's own)."""
        if self.permission is None or self.path.startswith(OPERATORS):
            return "none"
        return "taken" if self.path.startswith(EVERY_TENANTS) else "needed"


OPERATORS = ("/key", "/admin/index", "/admin/keys", "/admin/dead-letters")
EVERY_TENANTS = ("/admin/sweeps",)
"""Without a tenant the operator sweeps all of them."""


READ, WRITE, ADMIN = Permission.READ, Permission.WRITE, Permission.ADMIN

ROUTES: tuple[Route, ...] = (
    Route(
        "POST", "/retain", "Accept events, facts, candidates or an exchange", WRITE, api.RetainRequest, answer=api.RetainAnswer, status=202
    ),
    Route("GET", "/batches/{batch_id}", "How far a batch is", WRITE, query=api.BatchQuery, answer=api.BatchAnswer),
    Route("POST", "/recall", "What the next turn needs, with reasons", READ, api.RecallRequest, answer=api.RecallAnswer),
    Route("GET", "/recalls/{recall_id}", "A recall as it was given", READ, query=api.ScopeQuery, answer=api.RecallRecord),
    Route(
        "GET",
        "/recalls/{recall_id}/why-not/{memory_id}",
        "Why a memory is not in a recall",
        READ,
        query=api.ScopeQuery,
        answer=api.WhyNot,
    ),
    Route("POST", "/reflect", "A grounded answer, every sentence with its memories", READ, api.ReflectRequest, answer=api.ReflectAnswer),
    Route("GET", "/memories", "Memories, newest first", READ, query=api.ListQuery, answer=api.MemoryList),
    Route(
        "POST",
        "/memories",
        "Keep a fact as it is given: written, and not reconciled",
        WRITE,
        api.VerbatimRequest,
        api.WaitQuery,
        api.MemoryView,
        201,
    ),
    Route("GET", "/memories/{id}", "One whole memory", READ, query=api.ScopeQuery, answer=api.MemoryView),
    Route("GET", "/memories/{id}/history", "Its versions, newest first", READ, query=api.PageQuery, answer=api.HistoryAnswer),
    Route("GET", "/memories/{id}/case", "Everything for and against it", READ, query=api.PageQuery, answer=api.CaseAnswer),
    Route("GET", "/memories/{id}/relations", "Its links, both ways", READ, query=api.PageQuery, answer=api.RelationsAnswer),
    Route("GET", "/memories/{id}/decay", "How it fades, and what sweeps will do", READ, query=api.DecayQuery, answer=api.DecayAnswer),
    Route("PATCH", "/memories/{id}", "Correct a fact; its old version stays", WRITE, api.CorrectionRequest, api.ScopeQuery, api.MemoryView),
    Route(
        "DELETE",
        "/memories",
        "Delete what a filter selects, as a change set that can be undone, or preview it",
        WRITE,
        query=api.DeletionQuery,
        answer=api.UpkeepAnswer,
        status=202,
    ),
    Route("DELETE", "/memories/{id}", "Delete, to be restored for 30 days, or purge at once", WRITE, query=api.DeleteQuery, status=204),
    *(
        Route("POST", f"/memories/{{id}}/{act}", summary, WRITE, body, api.ScopeQuery, api.MemoryView)
        for act, summary, body in (
            ("pin", "Keep it from fading, and tell it first", api.ActRequest),
            ("unpin", "Take the pin off", api.ActRequest),
            ("protect", "Keep it from fading and pruning", api.ActRequest),
            ("unprotect", "Take the protection off", api.ActRequest),
            ("hold", "Put it under legal hold: it cannot be deleted", api.ActRequest),
            ("release", "Release it from legal hold", api.ActRequest),
            ("archive", "Take it out of recall without deleting it", api.ActRequest),
            ("restore", "Bring it back to hand", api.ActRequest),
            ("approve", "Approve an observation, a contested fact or a mental model", api.ActRequest),
            ("reject", "Reject an observation, a fact or a mental model", api.ActRequest),
            ("promote", "Show it to more: private > shared > public", api.PromoteRequest),
            ("handoff", "Hand it to another agent", api.HandoffRequest),
            ("merge", "Merge other facts into it", api.MergeRequest),
            ("feedback", "Say whether it was useful", api.FeedbackRequest),
        )
    ),
    Route("GET", "/events/{id}", "One event with the memories that rest on it", READ, query=api.ScopeQuery, answer=api.EventView),
    Route(
        "DELETE",
        "/events/{id}",
        "Delete an event, at once, with what rests on it alone",
        WRITE,
        query=api.ScopeQuery,
        status=204,
        behind=True,
    ),
    Route("GET", "/topics", "Topics with their summaries", READ, query=api.PageQuery, answer=api.TopicList),
    Route("GET", "/profile", "Category > tag > feature > values, with citations", READ, query=api.ProfileQuery, answer=api.ProfileAnswer),
    Route("GET", "/containers/{c}/settings", "A container's settings with their defaults", READ, answer=api.SettingsAnswer),
    Route("PUT", "/containers/{c}/settings", "Set a container's settings", ADMIN, api.SettingsRequest, answer=api.SettingsAnswer),
    Route("GET", "/users", "The users of a container", READ, query=api.UserListQuery, answer=api.UserList),
    Route("GET", "/sessions", "A user's sessions, those that began last first", READ, query=api.SessionListQuery, answer=api.SessionList),
    Route("GET", "/sessions/{id}/events", "What came into it, the newest first", READ, query=api.PageQuery, answer=api.EventList),
    Route("GET", "/sessions/{id}", "Its turns, system message and counters", READ, query=api.ScopeQuery, answer=api.SessionView),
    Route("GET", "/sessions/{id}/context", "Its prompt-ready context", READ, query=api.ScopeQuery, answer=api.SessionContext),
    Route(
        "POST",
        "/sessions/{id}/handoff",
        "Hand working items to another agent",
        WRITE,
        api.SessionHandoffRequest,
        api.ScopeQuery,
        api.HandoffAnswer,
    ),
    Route("GET", "/sessions/{id}/working", "Its working items by salience", READ, query=api.ScopeQuery, answer=api.WorkingView),
    Route(
        "POST",
        "/sessions/{id}/working",
        "Add a working item, or refresh it",
        WRITE,
        api.WorkingItemRequest,
        api.ScopeQuery,
        api.WorkingView,
    ),
    Route("DELETE", "/sessions/{id}/working/{item}", "Evict an item, also a pinned one", WRITE, query=api.ScopeQuery, status=204),
    Route("POST", "/sessions/{id}/working/advance", "One turn on", WRITE, api.AdvanceRequest, api.ScopeQuery, api.WorkingView),
    *(
        Route("POST", f"/sessions/{{id}}/working/{{item}}/{act}", summary, WRITE, api.ActRequest, api.ScopeQuery, api.WorkingView)
        for act, summary in (
            ("pin", "Keep an item from being evicted"),
            ("unpin", "Take the pin off"),
            ("refresh", "Count its turns from now"),
        )
    ),
    Route(
        "POST",
        "/sessions/{id}/state",
        "Append rows to a session's state, byte for byte",
        WRITE,
        api.StateRequest,
        api.ScopeQuery,
        api.StateAppended,
        201,
        verbatim=True,
        most_bytes=api.MOST_CARRIED_BYTES,
    ),
    Route("GET", "/sessions/{id}/state", "The rows of its state, the newest first", READ, query=api.StateQuery, answer=api.StateList),
    Route("DELETE", "/sessions/{id}/state", "Clear its state, or a branch of it", WRITE, query=api.BranchQuery, status=204),
    Route("DELETE", "/sessions/{id}/state/{row}", "Delete one row of its state", WRITE, query=api.ScopeQuery, status=204),
    Route(
        "PUT",
        "/items/{namespace}/{key+}",
        "Keep a JSON value by namespace and key, byte for byte",
        WRITE,
        api.ItemRequest,
        answer=api.ItemView,
        verbatim=True,
    ),
    Route("GET", "/items/{namespace}/{key+}", "One item", READ, query=api.ItemQuery, answer=api.ItemView),
    Route("DELETE", "/items/{namespace}/{key+}", "Delete an item", WRITE, query=api.ScopeQuery, status=204),
    Route("POST", "/items/batch", "Get, put and delete several items", READ, api.ItemBatch, answer=api.ItemsGot, verbatim=True),
    Route("POST", "/items/search", "Items of a namespace, by filter and by text", READ, api.ItemSearch, answer=api.ItemsFound),
    Route("GET", "/items", "The namespaces that hold items", READ, query=api.NamespaceQuery, answer=api.NamespaceList),
    Route(
        "POST",
        "/capture",
        "Observe, route and tick: working memory at once, the rest as retained",
        WRITE,
        api.CaptureRequest,
        answer=api.CaptureAnswer,
    ),
    Route(
        "DELETE",
        "/users/{id}",
        "Erase a user everywhere, or in one container",
        WRITE,
        query=api.ErasureQuery,
        answer=api.ErasureStarted,
        status=202,
    ),
    Route("GET", "/receipts/{id}", "The counted receipt of an erasure", READ, answer=api.ReceiptView),
    Route(
        "POST",
        "/exports",
        "Write all of a user or a container to a file",
        READ,
        api.ExportRequest,
        answer=api.ExportStarted,
        status=202,
    ),
    Route("GET", "/exports/{id}", "How far an export is, and where its file is", READ, answer=api.ExportView),
    Route("POST", "/imports", "An address to put a file to", WRITE, api.ImportRequest, answer=api.ImportStarted, status=201),
    Route("POST", "/imports/{id}/start", "Bring in the file that was put there", WRITE, api.Empty, answer=api.ImportView, status=202),
    Route("GET", "/imports/{id}", "How far an import is, and what was not taken", WRITE, answer=api.ImportView),
    Route("POST", "/admin/keys", "Create a key; it is shown once", ADMIN, api.KeyRequest, answer=api.NewKey, status=201),
    Route("GET", "/key", "What the key that asks may do", READ, answer=api.OwnKey),
    Route("GET", "/admin/keys", "The tenant's keys", ADMIN, query=api.KeyListQuery, answer=api.KeyList),
    Route(
        "POST",
        "/admin/keys/{id}/rotate",
        "Replace a key; the old one works for a while beside the new one, which is shown once",
        ADMIN,
        api.RotationRequest,
        api.KeyQuery,
        api.NewKey,
        201,
    ),
    Route("DELETE", "/admin/keys/{id}", "Revoke a key", ADMIN, query=api.KeyQuery, status=204),
    Route("POST", "/admin/sweeps", "Sweep what is due, or preview it", ADMIN, api.SweepRequest, answer=api.SweepAnswer, status=202),
    Route("GET", "/admin/sweeps/{run_id}", "The report of a sweep", ADMIN, answer=api.SweepAnswer),
    Route(
        "POST",
        "/admin/consolidations",
        "Consolidate a user's episodes, or preview it",
        ADMIN,
        api.UpkeepRequest,
        answer=api.UpkeepAnswer,
        status=202,
    ),
    Route("GET", "/admin/consolidations/{run_id}", "How far a consolidation is", ADMIN, answer=api.UpkeepAnswer),
    Route("POST", "/admin/prunes", "Prune a user's facts, or preview it", ADMIN, api.UpkeepRequest, answer=api.UpkeepAnswer, status=202),
    Route("GET", "/admin/prunes/{run_id}", "How far a prune is", ADMIN, answer=api.UpkeepAnswer),
    Route(
        "POST",
        "/admin/quarantines",
        "Put a user's events in quarantine by source, session or time, with all that rests on them, or preview it",
        ADMIN,
        api.QuarantineRequest,
        answer=api.UpkeepAnswer,
        status=202,
    ),
    Route("GET", "/admin/quarantines/{run_id}", "How far a quarantine or its release is", ADMIN, answer=api.UpkeepAnswer),
    Route("POST", "/admin/quarantines/{id}/release", "Lift a quarantine", ADMIN, api.Empty, answer=api.UpkeepAnswer, status=202),
    Route("GET", "/admin/change-sets", "Change sets, newest first", ADMIN, query=api.ChangeSetQuery, answer=api.ChangeSetList),
    Route("GET", "/admin/change-sets/{n}", "What a change set changed and why", ADMIN, answer=api.ChangeSetDetail),
    Route("POST", "/admin/change-sets/{n}/undo", "Undo a change set as a whole", ADMIN, api.Empty, answer=api.UndoAnswer),
    Route("GET", "/admin/usage", "What the tenant used of its limits", ADMIN, answer=api.UsageAnswer),
    Route("GET", "/admin/dead-letters", "What the queues gave up, and why", ADMIN, query=api.DeadLetterQuery, answer=api.DeadLetterList),
    Route(
        "POST",
        "/admin/dead-letters/{id}/redrive",
        "Send it to its queue again",
        ADMIN,
        api.Empty,
        api.LetterQuery,
        api.DeadLetterView,
    ),
    Route("GET", "/admin/index", "The search index and what it lacks", ADMIN, answer=api.IndexAnswer),
    Route("POST", "/admin/index/rebuild", "Rebuild the search index from the table", ADMIN, answer=api.RebuildAnswer, status=202),
    Route(
        "POST",
        "/admin/index/migrations",
        "Change the embedding model: open a second index",
        ADMIN,
        api.MigrationRequest,
        answer=api.MigrationView,
        status=202,
    ),
    Route("GET", "/admin/index/migrations/{id}", "How far a change of the embedding model is", ADMIN, answer=api.MigrationView),
    Route(
        "POST",
        "/admin/index/migrations/{id}/compare",
        "What both models find for the same queries",
        ADMIN,
        api.CompareRequest,
        answer=api.CompareAnswer,
    ),
    *(
        Route("POST", f"/admin/index/migrations/{{id}}/{act}", summary, ADMIN, api.Empty, answer=api.MigrationView)
        for act, summary in (
            ("switch", "Let recall go by the new model"),
            ("rollback", "Let recall go by the former model again"),
            ("finish", "Keep the active model's index and give the other one up"),
        )
    ),
    Route("POST", "/mcp", "One message of the Model Context Protocol", READ, McpMessage, api.ScopeQuery, McpReply),
    Route("GET", "/mcp", "No stream of messages: 405", READ, query=api.ScopeQuery, status=405),
    Route("DELETE", "/mcp", "No session to end: 405", READ, query=api.ScopeQuery, status=405),
    Route("GET", "/health", "Whether the API answers; with a key, whether each dependency does", None, answer=api.HealthAnswer),
    Route("GET", "/openapi.json", "This document", None),
    Route("GET", "/docs", "The document, to read and to try", None, page=True),
    Route("GET", "/docs/{file}", "What that page is made of", None, page=True),
    Route("GET", "/ui", "The inspector: what is remembered, and why", None, page=True),
    Route("GET", "/ui/{file}", "What that page is made of", None, page=True),
)

DESCRIBED = tuple(route for route in ROUTES if not route.page)
"""What the OpenAPI document has."""
BY_NAME: dict[str, Route] = {route.name: route for route in ROUTES}

DOORS: dict[str, tuple[str, ...]] = {
    "agentcore": ("GET", "POST", "PUT", "DELETE"),
    "mem0": ("GET", "POST", "PUT", "PATCH", "DELETE"),
}
"""Facades of other systems' APIs, each a function of the same name behind `/{door}/{proxy+}`, with the methods that it takes there. They
are no part of the OpenAPI document: their descriptions are those systems' own."""


def of_door(door: str) -> tuple[str, ...]:
    """The names of its routes."""
    return tuple(f"{method} /{door}/{{proxy+}}" for method in DOORS[door])


SERVED: frozenset[str] = frozenset(BY_NAME) | {name for door in DOORS for name in of_door(door)}
