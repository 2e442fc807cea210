"""How one method serves both clients: it builds what is to be sent, and reading it from a client sends that in the client's way.

A method under `@operation` returns a `Request`, or `Steps` of several; one under `@listing` returns `Pages`. Of `Keepsake` the call gives
the answer, or an iterator over rows; of `AsyncKeepsake` an awaitable, or an asynchronous iterator.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, Concatenate, Generic, TypeVar, cast, overload

from typing_extensions import ParamSpec, Self

from keepsake_client.connection import AsyncConnection, Connection, Sending
from keepsake_client.inputs import Scope
from keepsake_client.requests import Pages, Request, Steps

C = TypeVar("C", bound=Sending)
P = ParamSpec("P")
T = TypeVar("T")

SCOPE = ("container", "namespace", "user_id", "agent_id", "session_id", "tenant")
IN_SESSION = ("container", "namespace", "user_id", "agent_id", "tenant")
"""Where the path names the session."""


class Group(Generic[C]):
    """Operations that belong together, over one connection, with the scope that holds where a call names none."""

    def __init__(self, connection: C, scope: Scope) -> None:
        self._connection: C = connection
        self._scope: Scope = scope

    def _scoped(self, scope: Scope, takes: tuple[str, ...] = SCOPE) -> dict[str, Any]:
        """The call's scope over the client's own, as far as the operation takes it."""
        merged = {**self._scope, **scope}
        return {k: v for k, v in merged.items() if v is not None and (k in takes or k in scope)}

    def _narrowed(self, scope: Scope, takes: tuple[str, ...]) -> dict[str, Any]:
        """As `_scoped`, where leaving out what narrows would mean more than was said. Raises ValueError for it: of the call, and for the
        client's own namespace."""
        beyond = {k for k, v in scope.items() if v is not None and k not in (*takes, "tenant")}
        if "namespace" not in takes and {**self._scope, **scope}.get("namespace") is not None:
            beyond.add("namespace")
        if beyond:
            raise ValueError(f"This is done for {' and '.join(takes)} alone, not by {', '.join(sorted(beyond))}: leave it out (`scoped`).")
        return {k: v for k, v in self._scoped(scope, takes).items() if k in takes}

    def _post(self, path: str, answer: type[T], scope: Scope, body: dict[str, Any], **more: Any) -> Request[T]:
        """Where the scope stands in the body; the tenant stands in the query always."""
        fields = self._scoped(scope)
        query = {"tenant": fields.pop("tenant", None)}
        return Request(more.pop("method", "POST"), path, answer, query, fields | body, **more)


class operation(Generic[P, T]):  # noqa: N801 - a decorator
    def __init__(self, build: Callable[Concatenate[Any, P], Request[T] | Steps[T]]) -> None:
        self.build = build
        """For operations that are made of others: `yield from Items.get.build(group, ...)`."""
        functools.update_wrapper(cast("Callable[..., Any]", self), build)

    @overload
    def __get__(self, group: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, group: Group[Connection], owner: Any) -> Callable[P, T]: ...
    @overload
    def __get__(self, group: Group[AsyncConnection], owner: Any) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, group: Group[Any] | None, owner: Any) -> Any:
        if group is None:
            return self
        return _bound(self.build, group, lambda built: group._connection.run(built))


class listing(Generic[P, T]):  # noqa: N801 - a decorator
    def __init__(self, build: Callable[Concatenate[Any, P], Pages[T]]) -> None:
        self.build = build
        functools.update_wrapper(cast("Callable[..., Any]", self), build)

    @overload
    def __get__(self, group: None, owner: Any) -> Self: ...
    @overload
    def __get__(self, group: Group[Connection], owner: Any) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, group: Group[AsyncConnection], owner: Any) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, group: Group[Any] | None, owner: Any) -> Any:
        if group is None:
            return self
        return _bound(self.build, group, lambda built: group._connection.pages(built))


def _bound(build: Callable[..., Any], group: Group[Any], send: Callable[[Any], Any]) -> Callable[..., Any]:
    @functools.wraps(build)
    def method(*args: Any, **kwargs: Any) -> Any:
        return send(build(group, *args, **kwargs))

    return method
