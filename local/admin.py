"""The operator's commands against any deployment: `python -m local.admin migrate-start MODEL DIMENSION` and so on; `make help` lists them.

KEEPSAKE_URL and KEEPSAKE_KEY say which one and who asks; without them it is the local run.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from local import operate, stack
from local.console import LocalRunError, say
from local.http import ask

MIGRATIONS = "/admin/index/migrations"


def run(command: str, *given: str) -> dict[str, Any]:
    """What the API answers. Raises LocalRunError for a command that is unknown or refused."""
    first, second, *_ = [*given, "", ""]
    match command:
        case "migrate-start":
            if not first or not second.isdecimal():
                raise LocalRunError("Say which model: make migrate-start MODEL=text-embedding-3-large DIMENSION=1024")
            return _call("POST", MIGRATIONS, {"embedding_model": first, "embedding_dimension": int(second)})
        case "migrate-status":
            return _call("GET", _migration(first))
        case "migrate-compare":
            queries = json.loads(Path(second).read_text()) if second else {}
            return _call("POST", f"{_migration(first)}/compare", queries)
        case "migrate-switch" | "migrate-rollback" | "migrate-finish":
            return _call("POST", f"{_migration(first)}/{command.removeprefix('migrate-')}", {})
        case "dead-letters":
            return _call("GET", "/admin/dead-letters")
        case "redrive":
            letters = _call("GET", "/admin/dead-letters?limit=200")["dead_letters"]
            tenant = next((letter["tenant"] for letter in letters if letter["id"] == first), None)
            query = f"?{urlencode({'tenant': tenant})}" if tenant else ""
            return _call("POST", f"/admin/dead-letters/{quote(first or '-')}/redrive{query}", {})
        case _:
            raise LocalRunError(f"Unknown command `{command}`; see `make help`.")


def _migration(migration_id: str) -> str:
    """The path of a migration; of the open one where none is named."""
    found = migration_id or _call("GET", "/admin/index").get("migration_id")
    if not found:
        raise LocalRunError("No migration is open; name one: make migrate-status ID=mg_...")
    return f"{MIGRATIONS}/{quote(found)}"


def _call(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    url, key = os.environ.get("KEEPSAKE_URL"), os.environ.get("KEEPSAKE_KEY")
    if not url or not key:
        found = stack.load(operate.state_dir())
        url, key = found.url, found.admin_key
    status, answer = ask(method, url.rstrip("/") + path, body, key=key, timeout_s=60)
    if status >= 300:
        raise LocalRunError(f"Refused with {status}: {(answer or {}).get('detail', answer)}")
    return dict(answer)


def main() -> int:
    try:
        say(json.dumps(run(*(sys.argv[1:] or [""])), indent=2))
    except LocalRunError as err:
        say(str(err))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
