"""Sessions, users, exports and imports."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from keepsake_client.cli.terminal import IN_SESSION, OWNER, WHOSE, Bar, Count, Terminal, command
from keepsake_client.moving import SOURCES, move
from keepsake_client.moving.rows import Place, Unfit


class From(str, Enum):
    MEM0 = "mem0"
    ZEP = "zep"
    AGENTCORE = "agentcore"
    JSONL = "jsonl"


Limit = Annotated[int, typer.Option("--limit", min=1, help="Most rows.")]
Wait = Annotated[float, typer.Option("--timeout", min=0, help="Seconds to wait for its end.")]


def register(app: typer.Typer) -> None:
    function: Callable[..., None]
    for function in (sessions, session):
        command(app, function.__name__, WHOSE)(function)
    for function in (users, erase):
        command(app, function.__name__, ("container",))(function)
    command(app, "export", OWNER)(exported)
    command(app, "import", IN_SESSION)(imported)


def sessions(to: Terminal, limit: Limit = 50) -> None:
    """A user's, those that began last first."""
    rows = list(to.client.sessions.list(limit=limit))
    to.rows(rows, "session_id", "turns", "events", "created_at", "last_activity_at", empty="No sessions.")


def session(
    to: Terminal,
    session_id: str,
    context: Annotated[bool, typer.Option("--context", help="What of it belongs into the next prompt.")] = False,
    limit: Limit = 50,
) -> None:
    """What came into a session, the newest last."""
    one = to.client.sessions(session_id)
    if context:
        told = one.context()
        to.show(told, told.formatted_context)
        return
    rows = list(one.events(limit=limit))[::-1]
    to.rows(rows, "timestamp", "role", "content", "verdict", "processing_status", empty="No events.")


def users(to: Terminal, limit: Limit = 200) -> None:
    """Those of the container, with how much each holds."""
    rows = list(to.client.users.list(limit=limit))
    to.rows(rows, "user_id", "sessions", "events", "facts", "last_activity_at", empty="No users.")


def erase(to: Terminal, user_id: str, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False, timeout: Wait = 300) -> None:
    """Erases a user in --container, or everywhere; asks first, and shows the counted receipt."""
    container = to.options.container
    to.ask(f"Erase {user_id} {f'in container {container}' if container else 'everywhere'}? There is no way back.", yes)
    receipt = to.client.users.erase(user_id, container=container, timeout_s=timeout)
    to.show(receipt)
    if receipt.status != "done":
        raise typer.Exit(1)


def exported(to: Terminal, file: Path, timeout: Wait = 900) -> None:
    """Writes all of --user, or of the container, to a file of JSON Lines."""
    with Bar("export") as progress:
        made = to.client.exports.save(file, timeout_s=timeout, progress=progress)
    to.show(made, f"{file}: {made.bytes} bytes, {', '.join(f'{n} {kind}' for kind, n in made.counts.items())}")


def imported(
    to: Terminal,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False)],
    source: Annotated[From | None, typer.Option("--from", help="The memory that the file comes from.")] = None,
    report: Annotated[
        Path | None, typer.Option("--report", help="With --from: what became of each row; a second run goes on from it.")
    ] = None,
    timeout: Wait = 900,
) -> None:
    """Brings such a file in; only lines of --user and --container where they are given. With --from what another memory exported, where
    --user, --session and --agent are for rows that name nobody."""
    if source is not None:
        _moved_in(to, file, source.value, report or file.with_name(f"{file.name}.moved.jsonl"))
        return
    if narrower := [f"--{name}" for name in ("namespace", "agent", "session") if getattr(to.options, name)]:
        raise typer.BadParameter("is for --from: lines of an export are brought in by user and container", param_hint=" ".join(narrower))
    with Bar("import") as progress:
        job = to.client.imports.load(file, timeout_s=timeout, progress=progress)
    taken = "restored as it was" if job.proven else "taken as words of a third party"
    to.show(job, f"{job.lines} lines, {taken}: {', '.join(f'{n} {what}' for what, n in job.counts.items())}")
    if not to.as_json and job.refusals:
        to.rows(job.refusals, "line", "reason")


def _moved_in(to: Terminal, file: Path, source: str, report: Path) -> None:
    """Ends with 1 where the service refused a row, or the file is no export."""
    o, p = to.options, to.place
    place = Place(o.user or p.user_id, o.session, o.agent, o.namespace)
    try:
        with Count(f"from {source}") as told:
            done = move(to.client, SOURCES[source](file), report, place, lambda r: told(sum(r.counts.values())))
    except Unfit as err:
        typer.echo(str(err), err=True)
        raise typer.Exit(1) from err
    counts = {name: done.counts[name] for name in ("moved", "known", "unfit", "refused")}
    lines = [", ".join(f"{n} {name}" for name, n in counts.items()), *(f"  {n} x {reason}" for reason, n in done.reasons.most_common(20))]
    to.show({"report": str(report), **counts, "reasons": dict(done.reasons)}, "\n".join([*lines, f"Row by row: {report}"]))
    if not done.whole:
        raise typer.Exit(1)
