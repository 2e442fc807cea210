"""`keepsake keys` and `keepsake admin`: for a key with the permission admin; the index is the operator's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from keepsake_client import models
from keepsake_client.cli.terminal import IN_SESSION, NOBODY, OWNER, Terminal, command

Preview = Annotated[bool, typer.Option("--preview", help="Show what would be changed, and change nothing.")]
MigrationId = Annotated[str | None, typer.Argument(help="A migration's id; the open one where it is left out.")]
KeyId = Annotated[str, typer.Argument(help="A key's id.")]


def register(app: typer.Typer) -> None:
    keys = typer.Typer(no_args_is_help=True, help="Keys of the tenant.")
    function: Callable[..., None]
    command(keys, "list", NOBODY)(listed)
    command(keys, "create", (*OWNER, "agent"))(create)
    for function in (rotate, revoke):
        command(keys, function.__name__, NOBODY)(function)
    app.add_typer(keys, name="keys")
    admin = typer.Typer(no_args_is_help=True, help="Upkeep, change sets, quarantine, dead letters, the index.")
    command(admin, "sweep", OWNER)(sweep)
    for function in (prune, consolidate):
        command(admin, function.__name__, (*OWNER, "namespace"))(function)
    command(admin, "quarantine", IN_SESSION)(quarantine)
    for function in (release, change_sets, change_set, undo, dead_letters, redrive):
        command(admin, function.__name__.replace("_", "-"), NOBODY)(function)
    app.add_typer(admin, name="admin")
    index = typer.Typer(no_args_is_help=True, help="The search index and the change of its embedding model; for the operator.")
    for function in (show, rebuild, migrate, migration, compare, switch, roll_back, finish):
        command(index, function.__name__.replace("_", "-"), NOBODY)(function)
    admin.add_typer(index, name="index")


def listed(to: Terminal) -> None:
    """All, revoked ones too."""
    page = to.client.keys.list(tenant=to.options.tenant)
    rows = [*page.keys]
    while page.next_cursor:
        page = to.client.keys.list(tenant=to.options.tenant, cursor=page.next_cursor)
        rows += page.keys
    to.rows(
        rows, "key_id", "permissions", "containers", "user_id", "agent_id", "created_at", "revoked_at", "last_used_at", empty="No keys."
    )


def create(
    to: Terminal,
    permission: Annotated[list[str], typer.Option("--permission", help="read, write or admin; may stand several times.")],
    role: Annotated[list[str] | None, typer.Option("--role")] = None,
) -> None:
    """Makes a key, bound to --user, --container and --agent where they are given, and shows it once."""
    o = to.options
    containers = [o.container] if o.container else []
    made = to.client.keys.create(permission, roles=role or [], containers=containers, user_id=o.user, agent_id=o.agent, tenant=o.tenant)
    _shown(to, made)


def rotate(
    to: Terminal,
    key_id: KeyId,
    overlap: Annotated[int, typer.Option("--overlap", help="Seconds for which the old one still works.")] = 86_400,
) -> None:
    """Makes a new key with the same bindings, and shows it once."""
    _shown(to, to.client.keys.rotate(key_id, overlap_s=overlap))


def revoke(to: Terminal, key_id: KeyId, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Ends a key; asks first."""
    to.ask(f"Revoke {key_id}?", yes)
    to.client.keys.revoke(key_id)
    to.show({"revoked": key_id}, f"{key_id} is revoked.")


def _shown(to: Terminal, made: models.NewKey) -> None:
    to.show(made, f"{made.key_id}\n{made.key}\nIt is shown this once.")


def sweep(
    to: Terminal,
    preview: Preview = False,
    now: Annotated[str | None, typer.Option("--now", help="A supposed time, with --preview.")] = None,
) -> None:
    """Deprioritizes, archives and deletes what faded."""
    done = to.client.admin.sweep(preview=preview, now=now)
    if to.as_json:
        to.show(done)
        return
    to.say(f"{done.examined} examined; {_counted(done.changed)}")
    to.rows(done.changes, "memory_id", "before", "after", "reason", "content", empty="Nothing is due.")


def prune(to: Terminal, preview: Preview = False) -> None:
    """Takes away a user's facts that are redundant, contradicted, noisy or vague."""
    _run(to, to.client.admin.prune(preview=preview))


def consolidate(to: Terminal, preview: Preview = False) -> None:
    """Makes facts of what several of a user's episodes say."""
    _run(to, to.client.admin.consolidate(preview=preview))


def quarantine(
    to: Terminal,
    role: Annotated[str | None, typer.Option("--role", help="user, assistant, system, tool.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="Of the speaker.")] = None,
    source: Annotated[str | None, typer.Option("--source", help="In the events' metadata.")] = None,
    since: Annotated[str | None, typer.Option("--since")] = None,
    until: Annotated[str | None, typer.Option("--until")] = None,
    preview: Preview = False,
) -> None:
    """Holds back a user's events by what is named, --session and --agent too, with what rests on them alone."""
    o = to.options
    run = to.client.admin.quarantine(
        role=role, name=name, source=source, since=since, until=until, agent_id=o.agent, session_id=o.session, preview=preview
    )
    _run(to, run)


def release(to: Terminal, run_id: str) -> None:
    """Lifts a quarantine."""
    _run(to, to.client.admin.release_quarantine(run_id))


def change_sets(to: Terminal, limit: Annotated[int, typer.Option("--limit", min=1)] = 50) -> None:
    """What runs changed, newest first."""
    rows = list(to.client.admin.change_sets(limit=limit))
    to.rows(rows, "number", "kind", "state", "changes", "user_id", "started_at", "actor", empty="No change sets.")


def change_set(to: Terminal, number: int) -> None:
    """What it changed, line by line."""
    one = to.client.admin.change_set(number)
    if to.as_json:
        to.show(one)
        return
    to.say(f"{one.kind}, {one.state}, by {one.actor}")
    to.rows(one.lines, "memory_id", "from_version", "to_version", "what", "why")


def undo(to: Terminal, number: int) -> None:
    """Takes a change set back as a whole."""
    done = to.client.admin.undo(number)
    to.show(done, f"Change set {number} is {done.state}; {done.restored} restored.")


def dead_letters(to: Terminal, limit: Annotated[int, typer.Option("--limit", min=1, max=200)] = 50) -> None:
    """What the queues gave up, and why."""
    found = to.client.admin.dead_letters(limit=limit, tenant=to.options.tenant)
    to.rows(found.dead_letters, "id", "queue", "user_id", "dead_at", "redriven_at", "reason", empty="No dead letters.")


def redrive(to: Terminal, dead_letter_id: str) -> None:
    """Sends a dead letter to its queue again; mend the reason first."""
    to.show(to.client.admin.redrive(dead_letter_id, tenant=to.options.tenant))


def show(to: Terminal) -> None:
    """What it holds, what it lacks, and which migration is open."""
    to.show(to.operator.index.get())


def rebuild(to: Terminal) -> None:
    """Makes it anew from the table, in the background."""
    to.show(to.operator.index.rebuild())


def migrate(to: Terminal, model: str, dimension: int) -> None:
    """Begins a change to another embedding model."""
    to.show(to.operator.index.migrate(model, dimension))


def migration(to: Terminal, migration_id: MigrationId = None) -> None:
    """How far a change is."""
    to.show(to.operator.index.migration(_open(to, migration_id)))


def compare(
    to: Terminal,
    migration_id: MigrationId = None,
    sample: Annotated[int, typer.Option("--sample", min=1, max=100, help="Stored texts to ask.")] = 20,
) -> None:
    """What both models find for the same texts."""
    told = to.operator.index.compare(_open(to, migration_id), sample=sample)
    to.show(told, f"{len(told.queries)} asked; of the first ten both find {told.mean_overlap_at_10:.0%}")


def switch(to: Terminal, migration_id: MigrationId = None) -> None:
    """Lets recall go by the new model."""
    to.show(to.operator.index.switch(_open(to, migration_id)))


def roll_back(to: Terminal, migration_id: MigrationId = None) -> None:
    """Lets recall go by the former model again."""
    to.show(to.operator.index.roll_back(_open(to, migration_id)))


def finish(to: Terminal, migration_id: MigrationId = None) -> None:
    """Keeps the active model and gives the other one's index up."""
    to.show(to.operator.index.finish(_open(to, migration_id)))


def _open(to: Terminal, migration_id: str | None) -> str:
    """The migration that is named, else the one that is open."""
    found = migration_id or to.operator.index.get().migration_id
    if found is None:
        raise typer.BadParameter("no migration is open; name one", param_hint="MIGRATION_ID")
    return found


def _run(to: Terminal, run: models.UpkeepAnswer) -> None:
    if to.as_json:
        to.show(run)
    elif run.preview:
        to.rows(run.changes, "memory_id", "what", "why", "content", empty="It would change nothing.")
    else:
        number = f", change set {run.change_set}" if run.change_set else ""
        to.say(f"{run.kind} {run.run_id}{number}: {_counted(run.changed) if run.done else 'goes on'}")


def _counted(changed: dict[str, int]) -> str:
    return ", ".join(f"{n} {what}" for what, n in changed.items()) or "nothing changed"
