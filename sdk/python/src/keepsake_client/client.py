"""The two clients. Every operation is built once, in `Operations` and the groups that hang on it; see `operations`."""

from __future__ import annotations

import copy
import time
import uuid
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Any

import httpx
from typing_extensions import Self, Unpack

from keepsake_client import models, settings
from keepsake_client.admin import Admin, Index, Keys
from keepsake_client.connection import AsyncConnection, Connection
from keepsake_client.errors import Failed, NotDone
from keepsake_client.files import Exports, Imports
from keepsake_client.inputs import CandidateInput, EventInput, ExchangeInput, FactInput, Filter, Kind, Scope, Time
from keepsake_client.items import Items
from keepsake_client.memories import Memories
from keepsake_client.operations import C, Group, listing, operation
from keepsake_client.remember import Turn
from keepsake_client.requests import Pages, Request, Steps, given, path
from keepsake_client.sessions import Sessions
from keepsake_client.users import Settings, Users

TIMEOUT_S = 30.0
RETRIES = 4
LONGEST_WAIT_S = 20
"""That one request for a batch may wait."""
Said = str | EventInput | Sequence[str | EventInput]


class Retained(models.RetainAnswer):
    batch: models.BatchAnswer | None = None
    """How it ended, where it was waited for."""

    @property
    def memory_ids(self) -> list[str]:
        """Of what rests on it, where it was waited for."""
        return [m for e in (self.batch.events if self.batch else ()) for m in e.memory_ids]


class Operations(Group[C]):
    _owned = False
    """Whether the connections are this client's to close."""

    def __init__(self, connection: C, scope: Scope) -> None:
        super().__init__(connection, scope)
        self.memories: Memories[C] = Memories(connection, scope)
        self.events: Events[C] = Events(connection, scope)
        self.recalls: Recalls[C] = Recalls(connection, scope)
        self.sessions: Sessions[C] = Sessions(connection, scope)
        self.items: Items[C] = Items(connection, scope)
        self.users: Users[C] = Users(connection, scope)
        self.settings: Settings[C] = Settings(connection, scope)
        self.exports: Exports[C] = Exports(connection, scope)
        self.imports: Imports[C] = Imports(connection, scope)
        self.admin: Admin[C] = Admin(connection, scope)
        self.keys: Keys[C] = Keys(connection, scope)
        self.index: Index[C] = Index(connection, scope)

    @property
    def url(self) -> str:
        """The service's address, with `/v1`."""
        return self._connection.place.url

    def scoped(self, **scope: Unpack[Scope]) -> Self:
        """The same client, over the same connections, for another user, container, ..."""
        other = copy.copy(self)
        Operations.__init__(other, self._connection, {**self._scope, **scope})
        other._owned = False
        return other

    @operation
    def retain(
        self,
        events: Said = (),
        *,
        facts: Sequence[FactInput] = (),
        candidates: Sequence[CandidateInput] = (),
        exchange: ExchangeInput | None = None,
        extract: bool = True,
        wait: bool = False,
        timeout_s: float = 120,
        idempotency_key: str | None = None,
        **scope: Unpack[Scope],
    ) -> Steps[Retained]:
        """Keeps what was said and done: a text of the user's, an event, or several; at most 100. Answers once they are safe; with `wait`
        once what follows from them can be recalled. With `wait` raises Failed where that went wrong, NotDone after `timeout_s`; it goes
        on."""
        listed = [events] if isinstance(events, (str, Mapping)) else events
        body = given(exchange=exchange)
        rows = {"events": [{"content": e} if isinstance(e, str) else e for e in listed], "facts": facts, "candidates": candidates}
        body |= {name: list(given) for name, given in rows.items() if given}
        key = {"Idempotency-Key": idempotency_key or uuid.uuid4().hex}
        retained = yield from self._post("/retain", Retained, scope, body | {"extract": extract}, headers=key)
        if not wait:
            return retained
        return retained.model_copy(update={"batch": (yield from self._ended(retained.batch_id, timeout_s, scope))})

    @operation
    def batch(self, batch_id: str, *, wait_s: int = 0, tenant: str | None = None) -> Request[models.BatchAnswer]:
        """How far a batch is; `wait_s`: how long to wait for its end, 0 to 20 seconds."""
        return self._batch(batch_id, wait_s, given(tenant=tenant))

    @operation
    def wait(self, batch_id: str, *, timeout_s: float = 120, tenant: str | None = None) -> Steps[models.BatchAnswer]:
        """The batch once it is processed. Raises Failed where it failed, NotDone after `timeout_s`."""
        return self._ended(batch_id, timeout_s, given(tenant=tenant))

    @operation
    def recall(
        self,
        query: str,
        *,
        top_k: int | None = None,
        token_budget: int | None = None,
        kinds: Sequence[Kind] | None = None,
        filters: Filter | None = None,
        as_of: Time | None = None,
        known_at: Time | None = None,
        now: Time | None = None,
        timezone: str | None = None,
        include: Sequence[str] | None = None,
        min_score: float | None = None,
        rerank: str | None = None,
        diagnostics: bool = False,
        **scope: Unpack[Scope],
    ) -> Request[models.RecallAnswer]:
        """What the next turn needs: `formatted_context` for a prompt, `memories` one by one with reasons. `top_k`: 1 to 100, 10 unless
        given. `token_budget`: tokens, 1 to 32,000, 1,000 unless given. `as_of`: what held then, by what is known today; `known_at`: what
        was known then. `timezone`: like Europe/Berlin. `include`: archived, deprecated."""
        asked = given(query=query, top_k=top_k, token_budget=token_budget, kinds=kinds, filters=filters, as_of=as_of, known_at=known_at)
        asked |= given(now=now, timezone=timezone, include=include, min_score=min_score, rerank=rerank, diagnostics=diagnostics)
        return self._post("/recall", models.RecallAnswer, scope, asked)

    @operation
    def reflect(
        self, question: str, *, token_budget: int | None = None, as_of: Time | None = None, **scope: Unpack[Scope]
    ) -> Request[models.ReflectAnswer]:
        """An answer in sentences that each cite their memories, and what has no evidence. Stores nothing."""
        body = given(question=question, token_budget=token_budget, as_of=as_of)
        return self._post("/reflect", models.ReflectAnswer, scope, body)

    @operation
    def capture(
        self,
        text: str | None = None,
        *,
        exchange: ExchangeInput | None = None,
        last_exchange: bool = False,
        timestamp: Time | None = None,
        **scope: Unpack[Scope],
    ) -> Request[models.CaptureAnswer]:
        """For the end of a turn of a session (`session_id` is needed): what it observes of the text, the exchange, or the session's last
        exchange stands in working memory at once; the rest follows as with `retain`."""
        body = given(text=text, exchange=exchange, last_exchange=last_exchange or None, timestamp=timestamp)
        return self._post("/capture", models.CaptureAnswer, scope, body)

    @operation
    def profile(
        self,
        *,
        subject: str | None = None,
        category: str | None = None,
        tag: str | None = None,
        feature: str | None = None,
        **scope: Unpack[Scope],
    ) -> Request[models.ProfileAnswer]:
        """Category > tag > feature > values, each with its evidence and history."""
        query = self._scoped(scope) | given(subject=subject, category=category, tag=tag, feature=feature)
        return Request("GET", "/profile", models.ProfileAnswer, query)

    @listing
    def topics(self, *, limit: int | None = None, **scope: Unpack[Scope]) -> Pages[models.TopicView]:
        """What is told about, with summaries. `limit`: most in all; None: every one."""
        return Pages(Request("GET", "/topics", dict[str, Any], self._scoped(scope)), "topics", models.TopicView, limit)

    @operation
    def mcp(self, message: Mapping[str, Any], **scope: Unpack[Scope]) -> Request[dict[str, Any]]:
        """The answer to one message of the Model Context Protocol, as JSON-RPC 2.0; hosts of agents send these. What the protocol refuses
        is an answer too, with `error`."""
        return Request("POST", "/mcp", dict[str, Any], query=self._scoped(scope), body=message)

    @operation
    def health(self) -> Request[models.HealthAnswer]:
        """Whether the service answers, and each dependency."""
        return Request("GET", "/health", models.HealthAnswer)

    @operation
    def description(self) -> Request[dict[str, Any]]:
        """The OpenAPI document."""
        return Request("GET", "/openapi.json", dict[str, Any])

    def _batch(self, batch_id: str, wait_s: float, scope: Any) -> Request[models.BatchAnswer]:
        query = self._scoped({}, ("tenant",)) | {k: v for k, v in scope.items() if k == "tenant"} | {"wait_s": int(wait_s)}
        return Request("GET", path("batches", batch_id), models.BatchAnswer, query, wait_s=wait_s)

    def _ended(self, batch_id: str, timeout_s: float, scope: Any) -> Steps[models.BatchAnswer]:
        deadline = time.monotonic() + timeout_s
        while True:
            left = deadline - time.monotonic()
            batch = yield from self._batch(batch_id, max(0, min(LONGEST_WAIT_S, left)), scope)
            if batch.status == "processed":
                return batch
            if batch.status == "failed":
                reasons = "; ".join(f"{e.event_id}: {e.reason}" for e in batch.events if e.status == "failed")
                raise Failed(f"Batch {batch_id} failed: {reasons}")
            if time.monotonic() >= deadline:
                raise NotDone(f"Batch {batch_id} is {batch.status} after {timeout_s:.0f} s.")


class Events(Group[C]):
    @operation
    def get(self, event_id: str, **scope: Unpack[Scope]) -> Request[models.EventView]:
        """The evidence as it was stored, secrets masked, with the memories that rest on it. Raises NotFound."""
        return Request("GET", path("events", event_id), models.EventView, self._scoped(scope))

    @operation
    def delete(self, event_id: str, **scope: Unpack[Scope]) -> Request[None]:
        """At once and for good, with what rests on it alone. Raises Conflict while it is processed, and under legal hold."""
        return Request("DELETE", path("events", event_id), None, self._scoped(scope))


class Recalls(Group[C]):
    @operation
    def get(self, recall_id: str, **scope: Unpack[Scope]) -> Request[models.RecallRecord]:
        """A recall of the last 30 days as it was given."""
        return Request("GET", path("recalls", recall_id), models.RecallRecord, self._scoped(scope))


class Keepsake(Operations[Connection]):
    """Blocking; several threads may share one.

    `url` (with `/v1`) and `key` come from KEEPSAKE_URL and KEEPSAKE_KEY unless given, else from the local run. What is given of
    `user_id`, `container`, `namespace`, `agent_id` and `tenant` holds for every call that names no other. `timeout_s`: seconds for one
    request. `retries`: how often one is sent again where that helps. `http`: an httpx client of your own; it is yours to close.
    Raises NotConfigured.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        http: httpx.Client | None = None,
        **scope: Unpack[Scope],
    ) -> None:
        super().__init__(Connection(settings.place(url, key), timeout_s, retries, http), scope)
        self._owned = http is None

    def close(self) -> None:
        if self._owned:
            self._connection.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    @contextmanager
    def remember(self, message: str, *, token_budget: int | None = None, **scope: Unpack[Scope]) -> Iterator[Turn]:
        """One turn of a session (`session_id` is needed): recalls what it needs, and captures it once `turn.reply` was called. A turn that
        raises is not captured."""
        turn = Turn(message, self.recall(message, token_budget=token_budget, **scope))
        yield turn
        if turn.exchange:
            turn.captured = self.capture(exchange=turn.exchange, **scope)


class AsyncKeepsake(Operations[AsyncConnection]):
    """As `Keepsake`, and every operation is awaited; lists are iterated with `async for`."""

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout_s: float = TIMEOUT_S,
        retries: int = RETRIES,
        http: httpx.AsyncClient | None = None,
        **scope: Unpack[Scope],
    ) -> None:
        super().__init__(AsyncConnection(settings.place(url, key), timeout_s, retries, http), scope)
        self._owned = http is None

    async def close(self) -> None:
        if self._owned:
            await self._connection.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        await self.close()

    @asynccontextmanager
    async def remember(self, message: str, *, token_budget: int | None = None, **scope: Unpack[Scope]) -> AsyncIterator[Turn]:
        """As that of `Keepsake`, under `async with`."""
        turn = Turn(message, await self.recall(message, token_budget=token_budget, **scope))
        yield turn
        if turn.exchange:
            turn.captured = await self.capture(exchange=turn.exchange, **scope)
