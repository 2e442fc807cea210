"""For hosts of agents that start a program."""

from __future__ import annotations

import asyncio

import typer

from keepsake_client.cli.terminal import IN_SESSION, REFUSED, Terminal, command
from keepsake_client.client import AsyncKeepsake


def register(app: typer.Typer) -> None:
    command(app, "mcp", IN_SESSION)(served)


def served(to: Terminal) -> None:
    """Serves the memory's tools over standard input and output (Model Context Protocol), until the host closes them."""
    try:
        from keepsake_client import stdio
    except ModuleNotFoundError as err:
        typer.echo("This needs more: pip install 'keepsake-client[cli,mcp]'", err=True)
        raise typer.Exit(REFUSED) from err
    client = AsyncKeepsake(to.place.url, to.place.key, **to.scope).scoped(**to.session)
    asyncio.run(stdio.serve(client))
