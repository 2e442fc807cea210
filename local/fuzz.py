"""Tries the served API with what its own description allows and forbids (row O7), by Schemathesis.

    make fuzz [EXAMPLES=20]

A tenant of its own gets a little of everything, so that ids lead somewhere; then every operation is called with requests that fit its
schema and with some that do not. A failure is an answer of 5xx, a status that the document does not declare, an answer that
does not fit its schema, or a wrong request that is accepted.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

from keepsake import schemas
from local import client, stack, tools
from local.client import Client
from local.console import say
from local.paths import ROOT

SCHEMATHESIS = ("schemathesis==4.32.5",)
EXAMPLES = 20
"""Random requests of each operation, beside the systematic ones."""
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
)
REAL = 0.7
"""Share of the random requests whose ids are those of something that is there."""
WITHIN_S = 300
FACTS = "I moved from Boston to Denver last month.", "I like cushioned running shoes.", "My budget for shoes is 800 euros."
NULL = {"type": "null"}
ERASES = "DELETE /users/{user_id}"
"""Called last, by itself: while a user is erased, others' requests for that user are answered 503."""


def seeded(api: Client) -> dict[str, list[str] | list[int]]:
    """Path parameters, each with ids that are found, in the type that the description gives them."""
    user = {"user_id": "ann"}
    events = [{"event_id": f"m{n}", "role": "user", "content": text} for n, text in enumerate(FACTS)]
    batch = api.call("POST", "/retain", user | {"session_id": "s1", "events": events})["batch_id"]
    client.processed(api, batch, WITHIN_S)
    recall = api.call("POST", "/recall", user | {"session_id": "s1", "query": "Which shoes?"})["recall_id"]
    item = api.call("POST", "/sessions/s1/working", {"content": "Looking for shoes."}, query=user)["items"][0]["item_id"]
    memories = [m["memory_id"] for m in api.call("GET", "/memories", query=user)["memories"]]
    scope = {"scope": user}
    runs = {k: api.call("POST", f"/admin/{k}", scope)["run_id"] for k in ("sweeps", "consolidations", "prunes")}
    return {
        "path.batch_id": [batch],
        "path.recall_id": [recall],
        "path.memory_id": memories,
        "path.item_id": [item],
        "path.number": [1, 2],
        "path.container": ["default"],
        "path.run_id": list(runs.values()),
        "path.event_id": ["m0", "m1"],
        "path.session_id": ["s1"],
        "path.user_id": ["ben"],
    }


def config(found: dict[str, list[str] | list[int]]) -> str:
    """Schemathesis' settings: which ids may stand where."""
    lines: list[str] = []
    names = {place: f"ids{number}" for number, place in enumerate(found)}
    bound = [f'"{p}" = {{ dictionary = "{names[p]}", probability = {REAL} }}' for p in found]
    lines += ["[parameters]", *bound, f'"query.user_id" = {{ dictionary = "users", probability = {REAL} }}']
    lines += ["[dictionaries]", 'users = { values = ["ann"] }']
    lines += [f"{names[place]} = {{ values = {json.dumps(values)} }}" for place, values in found.items()]
    return "\n".join(lines) + "\n"


def widened(document: dict[str, Any]) -> dict[str, Any]:
    """The description as the service takes requests: null counts as left out, which the description does not offer to clients. Of the
    schemas that are asked, every field that may be left out may be null."""
    named: dict[str, Any] = document["components"]["schemas"]
    bodies = [o["requestBody"]["content"] for methods in document["paths"].values() for o in methods.values() if "requestBody" in o]
    for name in schemas.reached(bodies, named):
        schema = named[name]
        for field in schema.get("properties", {}).keys() - set(schema.get("required", ())):
            if not name.startswith("Filter") and NULL not in schema["properties"][field].get("anyOf", ()):
                schema["properties"][field] = {"anyOf": [schema["properties"][field], NULL]}
    return document


def runs(run: stack.Stack, key: str, description: Path, settings: Path, examples: int) -> int:
    """The worst exit code of Schemathesis."""
    program = tools.tool_home("schemathesis", SCHEMATHESIS) / "bin" / "st"
    common: list[Any] = [
        program, "--config-file", settings, "run", description, "--url", run.url,
        "--header", f"Authorization: Bearer {key}", "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
        "--max-examples", examples, "--workers", 2, "--continue-on-failure", "--request-timeout", 60, "--suppress-health-check", "all",
        "--warnings", "off",
    ]  # fmt: skip
    codes = []
    for which in ("--exclude-name", "--include-name"):
        command = [str(part) for part in [*common, which, ERASES]]
        codes.append(subprocess.run(command, cwd=ROOT, env=dict(os.environ), check=False).returncode)
    return max(codes)


def main() -> int:
    run = stack.load()
    tenant = f"fuzz-{uuid.uuid4().hex[:6]}"
    with Client(run.url, run.admin_key) as operator:
        key = operator.call("POST", "/admin/keys", {"tenant": tenant, "permissions": ["read", "write", "admin"]})["key"]
    with Client(run.url, key) as api:
        found = seeded(api)
        document = widened(api.call("GET", "/openapi.json"))
    description = ROOT / ".local" / "openapi.json"
    description.write_text(json.dumps(document))
    settings = ROOT / ".local" / "schemathesis.toml"
    settings.write_text(config(found))
    say(f"Fuzzing {run.url} as the tenant {tenant}.")
    return runs(run, key, description, settings, int(os.environ.get("EXAMPLES") or EXAMPLES))


if __name__ == "__main__":
    sys.exit(main())
