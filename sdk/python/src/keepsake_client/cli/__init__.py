"""The `keepsake` command; comes with `keepsake-client[cli]`."""

from __future__ import annotations

import sys


def main() -> None:
    try:
        from keepsake_client.cli.app import app
    except ModuleNotFoundError as err:
        if err.name not in ("typer", "rich"):
            raise
        sys.exit("The command line needs more: pip install 'keepsake-client[cli]'")
    app()
