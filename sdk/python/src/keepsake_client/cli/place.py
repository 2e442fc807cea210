"""Which service: login, logout, profiles, status."""

from __future__ import annotations

from typing import Annotated

import typer

from keepsake_client.cli import profiles, terminal
from keepsake_client.cli.profiles import Profile
from keepsake_client.cli.terminal import NOBODY, OWNER, REFUSED, Terminal, command


def register(app: typer.Typer) -> None:
    command(app, "login", OWNER)(login)
    command(app, "logout", NOBODY)(logout)
    command(app, "profiles", NOBODY)(listed)
    command(app, "status", NOBODY)(status)


def login(
    to: Terminal,
    url: Annotated[str, typer.Option("--url", prompt="Address (with /v1)", help="Address of the service, with /v1.")],
    key: Annotated[str, typer.Option("--key", prompt="Key", hide_input=True, help="Your key; asked for where it is not given.")],
) -> None:
    """Keeps an address and a key, after trying them, with --user and --container where they are given."""
    name, o = to.options.profile or profiles.DEFAULT, to.options
    made = Profile(url=url.rstrip("/"), key=key, user_id=o.user, container=o.container)
    health = terminal.client(made.url, made.key).health()
    profiles.write(profiles.read() | {name: made})
    to.show(health, f"Logged in to {made.url} as profile {name}; kept in {profiles.file()}.")


def logout(to: Terminal) -> None:
    """Forgets the address and key of --profile, or of the default one."""
    name, kept = to.options.profile or profiles.DEFAULT, profiles.read()
    if kept.pop(name, None) is None:
        typer.echo(f"There is no profile {name}.", err=True)
        raise typer.Exit(REFUSED)
    profiles.write(kept)
    to.show({"logged_out": name}, f"Profile {name} is forgotten.")


def listed(to: Terminal) -> None:
    """Profiles, without their keys."""
    rows = [{"profile": name} | p.model_dump(include={"url", "user_id", "container"}) for name, p in profiles.read().items()]
    to.show(rows, "\n".join(f"{r['profile']}  {r['url']}" for r in rows) or "None: keepsake login")


def status(to: Terminal) -> None:
    """Which service this is, and whether each of its parts answers."""
    health = to.client.health()
    asked = {"url": to.place.url, "source": to.place.source, **health.model_dump(mode="json")}
    to.show(asked, f"{to.place.url} ({to.place.source}): {health.status}")
    for part in health.dependencies:
        to.say(f"  {part.name}: {'ok' if part.ok else 'not asked' if part.ok is None else part.detail or 'down'}")
    if health.status == "down":
        raise typer.Exit(REFUSED)
