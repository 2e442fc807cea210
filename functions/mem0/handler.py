"""mem0's API at /v1/mem0: its clients work with an address and a key changed (docs/mem0.md)"""

from __future__ import annotations

from functools import partial
from typing import Any

from keepsake import facade
from keepsake.errors import Invalid
from keepsake.facade import Door, Operation, Reply, Visit
from keepsake.mem0 import adding, answers, changing, exporting, reading, refused
from keepsake.records import Permission


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return facade.serve(event, context, DOOR)


def not_served(sentence: str, _visit: Visit) -> Reply:
    raise Invalid(sentence)


READ, WRITE = Permission.READ, Permission.WRITE
DOOR = Door(
    "mem0",
    {
        "GET /v1/ping": Operation(READ, reading.ping, bodiless=True),
        "POST /v3/memories/add": Operation(WRITE, adding.add),
        "POST /v1/memories": Operation(WRITE, adding.add_of_v1),
        "POST /v3/memories/search": Operation(READ, reading.search),
        "POST /v2/memories/search": Operation(READ, reading.search_of_v1),
        "POST /v1/memories/search": Operation(READ, reading.search_of_v1),
        "POST /v3/memories": Operation(READ, reading.listed),
        "POST /v2/memories": Operation(READ, reading.listed_of_v1),
        "GET /v1/memories": Operation(READ, reading.listed_of_v1),
        "GET /v1/memories/{type}/{name}": Operation(READ, reading.listed_of_entity, bodiless=True),
        "DELETE /v1/memories": Operation(WRITE, changing.delete_all, bodiless=True),
        "GET /v1/memories/{memory}": Operation(READ, reading.get, bodiless=True),
        "PUT /v1/memories/{memory}": Operation(WRITE, changing.update),
        "DELETE /v1/memories/{memory}": Operation(WRITE, changing.delete, bodiless=True),
        "GET /v1/memories/{memory}/history": Operation(READ, reading.history, bodiless=True),
        "PUT /v1/batch": Operation(WRITE, changing.batch_update),
        "DELETE /v1/batch": Operation(WRITE, changing.batch_delete),
        "POST /v1/feedback": Operation(WRITE, changing.feedback),
        "GET /v1/entities": Operation(READ, reading.entities, bodiless=True),
        "GET /v2/entities/{type}/{name}": Operation(READ, reading.entity, bodiless=True),
        "DELETE /v2/entities/{type}/{name}": Operation(WRITE, changing.delete_entity, bodiless=True),
        "DELETE /v1/entities/{type}/{name}": Operation(WRITE, changing.delete_entity, bodiless=True),
        "POST /v1/exports": Operation(READ, exporting.export),
        "POST /v1/exports/get": Operation(READ, exporting.exported),
        "GET /v1/event/{event}": Operation(READ, adding.event, bodiless=True),
        "GET /v1/events": Operation(READ, adding.events, bodiless=True),
        **{name: Operation(READ, partial(not_served, sentence)) for name, sentence in refused.INSTEAD.items()},
    },
    answers.refusal,
)
