"""What every command shares: the options that say where and whose, the client, and how answers and errors are shown."""

from __future__ import annotations

import functools
import inspect
import json
import re
import sys
import typing
from collections.abc import Callable, Sequence
from typing import Annotated, Any, NamedTuple

import typer
from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table
from rich.text import Text

from keepsake_client.cli import profiles
from keepsake_client.client import Keepsake
from keepsake_client.errors import KeepsakeError, NotConfigured, Refused, Unreachable
from keepsake_client.inputs import Scope

REFUSED, USAGE, UNREACHABLE = 1, 2, 3
PIPED_WIDTH = 200
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

client: Callable[..., Keepsake] = Keepsake
"""Makes the client; tests put another in its place."""


class Options(NamedTuple):
    user: str | None
    container: str | None
    namespace: str | None
    agent: str | None
    session: str | None
    tenant: str | None
    profile: str | None
    as_json: bool


def _option(name: str, told: str, **more: Any) -> Any:
    return Annotated[str | None, typer.Option(name, help=told, rich_help_panel="Where and whose", **more)]


_SHARED: dict[str, tuple[Any, Any]] = {
    "user": (_option("--user", "Whose memories.", envvar="KEEPSAKE_USER"), None),
    "container": (_option("--container", "A part of the tenant that shares nothing with others."), None),
    "namespace": (_option("--namespace", "A part of the container."), None),
    "agent": (_option("--agent", "The agent that acts."), None),
    "session": (_option("--session", "The conversation."), None),
    "tenant": (_option("--tenant", "For the operator's key: the tenant that it acts in."), None),
    "profile": (_option("--profile", "Of `keepsake login`.", envvar="KEEPSAKE_PROFILE"), None),
    "as_json": (Annotated[bool, typer.Option("--json", help="Answer as JSON.", rich_help_panel="Where and whose")], False),
}


class Terminal:
    """One command's client and output."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.as_json = options.as_json
        self.console = Console(highlight=False, width=None if sys.stdout.isatty() else PIPED_WIDTH)

    @functools.cached_property
    def place(self) -> profiles.Profile:
        """The service that is meant."""
        return profiles.chosen(self.options.profile)

    @functools.cached_property
    def client(self) -> Keepsake:
        return client(self.place.url, self.place.key, **self.scope)

    @functools.cached_property
    def operator(self) -> Keepsake:
        """With the operator's key, where the place is the local run."""
        return client(self.place.url, self.place.operator_key or self.place.key, **self.scope)

    @property
    def session(self) -> Scope:
        """The session that was named, for a call."""
        return {"session_id": self.options.session} if self.options.session else {}

    @property
    def scope(self) -> Scope:
        """Whose memories are meant, as far as it was said."""
        o, p = self.options, self.place
        named = {"user_id": o.user or p.user_id, "container": o.container or p.container, "namespace": o.namespace}
        named |= {"agent_id": o.agent, "tenant": o.tenant}
        scope: Scope = {k: v for k, v in named.items() if v}  # type: ignore[assignment]
        return scope

    def say(self, text: str) -> None:
        """A line for people; with --json nothing."""
        if not self.as_json:
            self.console.print(plain(text), soft_wrap=True)

    def show(self, answer: Any, text: str | None = None) -> None:
        """The answer itself with --json, else `text`, or its fields that hold something."""
        if self.as_json:
            typer.echo(json.dumps(to_jsonable_python(answer), indent=2, ensure_ascii=False))
        elif text is not None:
            self.say(text)
        else:
            self._fields(answer)

    def rows(self, rows: Sequence[BaseModel], *columns: str, empty: str = "Nothing.") -> None:
        """As JSON with --json, else as a table of those fields."""
        if self.as_json:
            self.show(rows)
            return
        if not rows:
            self.say(empty)
            return
        table = Table(box=None, header_style="bold", pad_edge=False)
        for column in columns:
            table.add_column(column.replace("_", " "), no_wrap=column.endswith(("id", "_at")), overflow="fold")
        for row in rows:
            table.add_row(*(plain(_cell(getattr(row, c))) for c in columns))
        self.console.print(table)

    def ask(self, question: str, yes: bool) -> None:
        """Goes on only if `yes`, or if a person says so."""
        if not yes:
            typer.confirm(question, abort=True, err=True)

    def _fields(self, answer: BaseModel) -> None:
        table = Table(box=None, show_header=False, pad_edge=False)
        for name, value in to_jsonable_python(answer).items():
            if value not in (None, [], {}, ""):
                table.add_row(Text(name.replace("_", " "), style="bold"), plain(_cell(value)))
        self.console.print(table)


class Bar:
    """A progress bar for a file, on standard error where that is a terminal."""

    def __init__(self, what: str) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty())
        self._task = self._bar.add_task(what, total=None)

    def __enter__(self) -> Callable[[int, int], None]:
        self._bar.start()
        return lambda gone, size: self._bar.update(self._task, completed=gone, total=size)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


class Count:
    """How many rows are done, on standard error where that is a terminal."""

    def __init__(self, what: str) -> None:
        columns = (SpinnerColumn(), TextColumn("{task.description}"), TextColumn("{task.completed} rows"))
        self._bar = Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty())
        self._task = self._bar.add_task(what, total=None)

    def __enter__(self) -> Callable[[int], None]:
        self._bar.start()
        return lambda done: self._bar.update(self._task, completed=done)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


NOBODY: tuple[str, ...] = ()
OWNER = ("user", "container")
WHOSE = (*OWNER, "namespace", "agent")
IN_SESSION = (*WHOSE, "session")


def command(app: typer.Typer, name: str, takes: Sequence[str]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Registers a function that takes a `Terminal` first, with the shared options behind its own. `takes`: those of them that say whose,
    as far as the command goes by them; the others it has not, since one that narrows and is dropped does more than was asked."""

    def registered(function: Callable[..., None]) -> Callable[..., None]:
        hints = typing.get_type_hints(function, include_extras=True)
        own = [p.replace(annotation=hints[p.name]) for p in list(inspect.signature(function).parameters.values())[1:]]
        shared = [
            inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for n, (kind, default) in _SHARED.items()
            if n in takes or n not in IN_SESSION
        ]

        @functools.wraps(function)
        def run(*args: Any, **given: Any) -> None:
            options = Options(**{n: given.pop(n, None) for n in _SHARED})
            try:
                function(Terminal(options), *args, **given)
            except KeepsakeError as err:
                _refuse(err, options.as_json)
            except BrokenPipeError:
                raise  # the reader has had enough; the parser ends quietly
            except OSError as err:
                typer.echo(f"{err.filename or 'A file'}: {err.strerror or err}", err=True)
                raise typer.Exit(REFUSED) from err

        run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
        run.__annotations__ = {p.name: p.annotation for p in (*own, *shared)}
        del run.__wrapped__
        app.command(name)(run)
        return function

    return registered


def _refuse(err: KeepsakeError, as_json: bool) -> typing.NoReturn:
    """Says what went wrong on standard error and ends with its code."""
    problem: dict[str, Any] = {"error": type(err).__name__, "message": str(err)}
    if isinstance(err, Refused):
        problem |= {"status": err.status, "request_id": err.request_id, "errors": list(err.errors)}
    if as_json:
        typer.echo(json.dumps(problem, ensure_ascii=False), err=True)
    else:
        lines = [str(err), *(f"  {e.get('field')}: {e.get('message')}" for e in problem.get("errors", ()))]
        typer.echo(_CONTROL.sub("�", "\n".join(lines)), err=True)
    code = UNREACHABLE if isinstance(err, Unreachable) else USAGE if isinstance(err, NotConfigured) else REFUSED
    raise typer.Exit(code)


def plain(text: str) -> Text:
    """Stored words as they are: no markup, and no sign that would steer the terminal."""
    return Text(_CONTROL.sub("�", text))


def _cell(value: Any) -> str:
    """For people: lists and objects without their brackets, unless they lie deep."""
    value = to_jsonable_python(value)
    if isinstance(value, float):
        return f"{value:.3g}"
    if isinstance(value, list):
        return "; ".join(_cell(v) for v in value) if any(isinstance(v, dict) for v in value) else ", ".join(map(str, value))
    if isinstance(value, dict) and not any(isinstance(v, (dict, list)) for v in value.values()):
        return ", ".join(f"{k} {v}" for k, v in value.items())
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)
