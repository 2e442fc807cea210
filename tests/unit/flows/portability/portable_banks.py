"""Exports and imports driven by hand: what the tests of both need."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from keepsake import api
from keepsake.flows.governance import erase
from keepsake.flows.portability import exports, imports
from keepsake.records import Embedding, Memory, Principal, memory_key
from keepsake.records.portable import Export, Import
from local.in_memory import scope
from tests.builders import event, fact, principal
from tests.world import World

SECRET = "deployment-secret"
FOREVER = 1000.0


def embedding(world: World) -> Embedding:
    return Embedding(model=world.embedder.model, dimension=world.embedder.dimension)


def exported(world: World, who: Principal | None = None, **asked: Any) -> Export:
    made = exports.request(world.store, who or principal(), api.ExportRequest(**asked), world.now)
    signed = exports.Signed(SECRET, embedding(world), world.blobs)
    done = exports.export(world.store, world.files, signed, made.tenant, made.export_id, world.now, lambda: FOREVER)
    assert done is not None
    return done


def bank(world: World, **asked: Any) -> bytes:
    return world.files.files[exported(world, **asked).file]


def rows(said: bytes) -> list[dict[str, Any]]:
    """The lines between the manifest and the end."""
    found = [json.loads(line) for line in said.splitlines()]
    assert (found[0]["kind"], found[-1]["kind"]) == ("manifest", "end")
    return found[1:-1]


def imported(world: World, said: bytes, who: Principal | None = None, secret: str = SECRET, **asked: Any) -> Import:
    who = who or principal()
    made = imports.request(world.store, world.files, who, api.ImportRequest(**asked), world.now)
    world.files.files[f"{who.tenant}/imports/{made.import_id}.jsonl"] = said
    imports.start(world.store, world.files, who, made.import_id, world.now)
    return brought_in(world, made.import_id, who.tenant, secret)


def brought_in(world: World, import_id: str, tenant: str = "acme", secret: str = SECRET) -> Import:
    means = imports.Means(world.store, world.files, world.blobs, secret, [embedding(world)], pause=waiting(world))
    done = imports.bring_in(means, tenant, import_id, world.now, lambda: FOREVER)
    assert done is not None
    return done


def waiting(world: World) -> Callable[[float], object]:
    """What happens while an import waits for the index: a moment passes, and the stream is projected."""

    def pause(_: float) -> None:
        world.project()

    return pause


def erased(world: World, user_id: str = "u1") -> None:
    receipt = erase.request(world.store, principal(), user_id, None, world.now)
    done = erase.erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: FOREVER)
    assert done.finished_at is not None


def line(_kind: str = "memory", **row: Any) -> bytes:
    """A line of a foreign bank."""
    base = {"memory": fact, "event": event}[_kind]().model_dump(mode="json", exclude_defaults=True)
    base["scope"] = {"user_id": "u1"}
    return json.dumps({"kind": _kind, "row": base | row}).encode() + b"\n"


def content(text: str) -> dict[str, Any]:
    return {"raw": text, "summary": text}


def stored(world: World, memory_id: str = "f_0000000000aa01") -> Memory:
    key = memory_key(scope(), memory_id)
    found = world.store.read([key])[key]
    assert isinstance(found, Memory)
    return found
