"""Row V1 over HTTP, on the local run where one is up (`make up`)."""

from __future__ import annotations

import http.client
import json
import uuid
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from local import client, in_process
from local.client import Client
from local.http import answers
from tests.isolation import probes as kit
from tests.isolation.probes import OWNER, STRANGER, WORDS, Probe, Reply

STACK = Path(__file__).parents[2] / ".local" / "stack.json"
DONE_WITHIN_S = 180


def asking(url: str, keys: dict[str, str]) -> Callable[[str, Probe], Reply]:
    place = urlsplit(url)

    def ask(tenant: str, probe: Probe) -> Reply:
        method, resource = probe.route.split(" ")
        path = place.path + in_process.addressed(resource, probe.path) + (f"?{urlencode(probe.query)}" if probe.query else "")
        connection = http.client.HTTPConnection(place.hostname or "127.0.0.1", place.port or 80, timeout=60)
        try:
            data = None if probe.body is None else json.dumps(probe.body)
            key = {"Authorization": f"Bearer {keys[tenant]}", "X-Amz-Security-Token": keys[tenant]}
            connection.request(method, path, data, key | {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return Reply(answer.status, answer.read().decode())
        finally:
            connection.close()

    return ask


def is_up() -> bool:
    """Whether a run answers here; one that was stopped leaves its file."""
    return STACK.exists() and answers(json.loads(STACK.read_text())["url"] + "/health")


@pytest.mark.skipif(not is_up(), reason="no local run is up: make up")
def test_stranger_gets_nothing_of_the_owners_over_http() -> None:
    stack = json.loads(STACK.read_text())
    with Client(stack["url"], stack["admin_key"]) as operator:
        # Fresh tenants for each run; what they say is the same.
        named = {tenant: f"{tenant}-{uuid.uuid4().hex[:8]}" for tenant in (OWNER, STRANGER)}
        keys = {t: operator.call("POST", "/admin/keys", {"tenant": name, "permissions": ["admin"]})["key"] for t, name in named.items()}
    ask = asking(stack["url"], keys)
    with Client(stack["url"], keys[OWNER]) as owner:
        held = kit.seed(ask, lambda batch_id: client.processed(owner, batch_id, DONE_WITHIN_S) and None)
    assert WORDS[1] in ask(OWNER, Probe("GET /memories", query={"user_id": "u1"})).text
    # What a stranger may do leaves rows of its own by the same names: it comes last, and at the very end the erasure of its own user,
    # during which that user's other work is refused.
    for probe in sorted(kit.probes(held), key=lambda p: (404 not in p.strange, p.erases)):
        reply = ask(STRANGER, probe)
        assert reply.status in probe.strange, (probe, reply)
        assert not [w for w in WORDS if w.lower() in reply.text.lower() and w not in str(probe)]
    assert ask(OWNER, Probe("GET /memories/{id}", {"id": held.memory_ids[0]}, {"user_id": "u1"})).status == 200
