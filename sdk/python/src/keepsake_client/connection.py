"""Sends what operations build: over httpx, with the key, again where that helps, every failure as a KeepsakeError."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import closing
from typing import Any, TypeVar, cast

import anyio.lowlevel
import httpx
import tenacity
from pydantic import ValidationError

from keepsake_client.errors import KeepsakeError, Refused, Throttled, Unavailable, Unreachable, of_status
from keepsake_client.requests import Pages, Pause, Request, Steps
from keepsake_client.settings import Place
from keepsake_client.transfers import Download, Upload

T = TypeVar("T")
LONGEST_WAIT_S = 60.0
"""Where the service asks for more, the caller is told instead."""
ANSWER_LOST = (502, 504)
"""Of what stands between: the service may have done it."""
BACK_OFF = tenacity.wait_random_exponential(multiplier=0.5, max=8)
"""Seconds between tries where the service names none, at random below 0.5, 1, 2, 4, 8."""


class Sending:
    """What both ways of sending share."""

    def __init__(self, place: Place, timeout_s: float, retries: int) -> None:
        self.place = place
        self.timeout_s = timeout_s
        self._tries: dict[str, Any] = {
            "stop": tenacity.stop_after_attempt(1 + retries),
            "wait": _wait_s,
            "reraise": True,
        }

    def asked(self, http: httpx.Client | httpx.AsyncClient, request: Request[Any]) -> httpx.Request:
        headers = {"Authorization": f"Bearer {self.place.key}", "Content-Type": "application/json", **request.headers}
        timeout = httpx.Timeout(self.timeout_s + request.wait_s, connect=min(10.0, self.timeout_s))
        return http.build_request(
            request.method,
            self.place.url + request.path,
            params=request.parameters,
            content=request.content,
            headers=headers,
            timeout=timeout,
        )

    def retrying(self, request: Request[Any]) -> dict[str, Any]:
        return {**self._tries, "retry": tenacity.retry_if_exception(lambda err: _worth(err, request))}


class Connection(Sending):
    """Blocking; several threads may share it."""

    def __init__(self, place: Place, timeout_s: float, retries: int, http: httpx.Client | None = None) -> None:
        super().__init__(place, timeout_s, retries)
        self.http = http or httpx.Client()

    def send(self, request: Request[T]) -> T:
        tries = _Tries()

        def once() -> T:
            with tries:
                with _failures():
                    reply = self.http.send(self.asked(self.http, request))
                return _answer(request, reply)

        return tenacity.Retrying(**self.retrying(request))(once)

    def run(self, built: Request[T] | Steps[T]) -> T:
        if isinstance(built, Request):
            return self.send(built)
        answer: Any = None
        failure: KeepsakeError | None = None
        with closing(built):
            while True:
                try:
                    step = built.send(answer) if failure is None else built.throw(failure)
                except StopIteration as end:
                    return cast("T", end.value)
                answer = failure = None
                try:
                    answer = self._step(step)
                except KeepsakeError as err:
                    failure = err

    def pages(self, pages: Pages[T]) -> Iterator[T]:
        request = pages.first()
        had = 0
        while request is not None:
            rows, request = pages.read(self.send(request), had)
            had += len(rows)
            yield from rows

    def _step(self, step: Request[Any] | Pause | Download | Upload) -> Any:
        if isinstance(step, Request):
            return self.send(step)
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        with _failures():
            if isinstance(step, Upload):
                return _whole(self.http.put(step.url, content=step.parts(), headers=step.headers, timeout=self.timeout_s))
            with self.http.stream("GET", step.url, timeout=self.timeout_s) as reply:
                _whole(reply)
                for part in reply.iter_bytes():
                    step.take(part)
        return None


class AsyncConnection(Sending):
    def __init__(self, place: Place, timeout_s: float, retries: int, http: httpx.AsyncClient | None = None) -> None:
        super().__init__(place, timeout_s, retries)
        self._given = http
        self._of_loops: dict[Any, httpx.AsyncClient] = {}
        self._loops = threading.Lock()

    @property
    def http(self) -> httpx.AsyncClient:
        """That of the running event loop, which alone may use what it opened. Programs and frameworks start a loop for each turn, so
        those of loops that have ended go here: their sockets close with them."""
        if self._given is not None:
            return self._given
        loop = anyio.lowlevel.current_token().native_token
        with self._loops:
            if loop not in self._of_loops:
                self._of_loops = {one: http for one, http in self._of_loops.items() if not _ended(one)}
                self._of_loops[loop] = httpx.AsyncClient()
            return self._of_loops[loop]

    async def send(self, request: Request[T]) -> T:
        tries = _Tries()

        async def once() -> T:
            with tries:
                with _failures():
                    reply = await self.http.send(self.asked(self.http, request))
                return _answer(request, reply)

        return await tenacity.AsyncRetrying(**self.retrying(request))(once)

    async def run(self, built: Request[T] | Steps[T]) -> T:
        if isinstance(built, Request):
            return await self.send(built)
        answer: Any = None
        failure: KeepsakeError | None = None
        with closing(built):
            while True:
                try:
                    step = built.send(answer) if failure is None else built.throw(failure)
                except StopIteration as end:
                    return cast("T", end.value)
                answer = failure = None
                try:
                    answer = await self._step(step)
                except KeepsakeError as err:
                    failure = err

    async def pages(self, pages: Pages[T]) -> AsyncIterator[T]:
        request = pages.first()
        had = 0
        while request is not None:
            rows, request = pages.read(await self.send(request), had)
            had += len(rows)
            for row in rows:
                yield row

    async def _step(self, step: Request[Any] | Pause | Download | Upload) -> Any:
        if isinstance(step, Request):
            return await self.send(step)
        if isinstance(step, Pause):
            return await anyio.sleep(step.seconds)
        with _failures():
            if isinstance(step, Upload):
                return _whole(await self.http.put(step.url, content=step.parts_async(), headers=step.headers, timeout=self.timeout_s))
            async with self.http.stream("GET", step.url, timeout=self.timeout_s) as reply:
                _whole(reply)
                async for part in reply.aiter_bytes():
                    step.take(part)
        return None


def _ended(loop: Any) -> bool:
    """A loop of asyncio says so; a token of trio takes nothing any more."""
    if hasattr(loop, "is_closed"):
        return bool(loop.is_closed())
    try:
        loop.run_sync_soon(lambda: None)
    except RuntimeError:
        return True
    return False


class _failures:  # noqa: N801 - a context
    """Names what httpx raises."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, err: BaseException | None, __: object) -> None:
        if isinstance(err, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)):
            raise NeverSent(f"Nothing answers at {_host(err)}: {err or type(err).__name__}") from err
        if isinstance(err, httpx.TimeoutException):
            raise Unreachable(f"No answer came in time from {_host(err)}.") from err
        if isinstance(err, (httpx.TransportError, httpx.InvalidURL)):
            raise Unreachable(f"The request failed: {err or type(err).__name__}") from err


class _Tries:
    """Of one call: tells an error whether one before it may have been done."""

    lost = False

    def __enter__(self) -> None:
        return None

    def __exit__(self, _: object, err: BaseException | None, __: object) -> None:
        if isinstance(err, KeepsakeError):
            err.repeated = self.lost
            no_answer = isinstance(err, Unreachable) and not isinstance(err, NeverSent)
            self.lost = self.lost or no_answer or (isinstance(err, Refused) and err.status in ANSWER_LOST)


class NeverSent(Unreachable):
    """No connection: the service cannot have done anything."""


def _host(err: httpx.RequestError) -> str:
    try:
        return err.request.url.netloc.decode()
    except RuntimeError:
        return "the service"


def _answer(request: Request[T], reply: httpx.Response) -> T:
    """Raises Refused for anything but a success, KeepsakeError for what is no answer of this service."""
    _whole(reply)
    try:
        return request.read(reply.content)
    except ValidationError as err:
        raise KeepsakeError(f"{request.method} {request.path}: the answer is not as this client expects it: {err}") from err


def _whole(reply: httpx.Response) -> None:
    """Raises Refused for anything but a success."""
    if reply.is_success:
        return
    try:
        problem = reply.json()
    except (ValueError, httpx.ResponseNotRead):
        problem = {}
    raise of_status(reply.status_code)(
        reply.status_code,
        problem if isinstance(problem, Mapping) else {},
        reply.headers.get("X-Request-Id", ""),
        _seconds(reply.headers.get("Retry-After", "")),
    )


def _seconds(text: str) -> float | None:
    """Of a Retry-After, which this service gives in seconds."""
    return float(text) if text.replace(".", "", 1).isdigit() else None


def _worth(err: BaseException, request: Request[Any]) -> bool:
    """Whether to try again: where the service says when, where it was never reached or turned away by the tenant's rate, and where nobody
    knows what came of a request that does the same twice as once."""
    if isinstance(err, Refused) and err.retry_after_s is not None:
        return err.retry_after_s <= LONGEST_WAIT_S
    return isinstance(err, (NeverSent, Throttled)) or (isinstance(err, (Unreachable, Unavailable)) and request.repeatable)


def _wait_s(state: tenacity.RetryCallState) -> float:
    err = state.outcome.exception() if state.outcome else None
    told = err.retry_after_s if isinstance(err, Refused) else None
    return BACK_OFF(state) if told is None else told
