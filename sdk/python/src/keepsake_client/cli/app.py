"""All commands, under one name."""

from __future__ import annotations

import typer

from keepsake_client.cli import admin, hosts, memories, people, place, tail

app = typer.Typer(
    name="keepsake",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Long-term memory for AI agents. Without settings it works with the local run (make up), found from the working directory up. "
    "Exit codes: 0 done, 1 refused or failed, 2 wrong use or no setting, 3 not reached.",
)
for module in (place, memories, tail, people, hosts, admin):
    module.register(app)
