"""The served description is one that clients can be made from: every field is described, every bound is where clients read it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel

from keepsake import api, described, openapi
from keepsake.flows.knowledge import memories, topic_pages
from keepsake.records import Kind
from keepsake.schemas import CALLED
from local.in_memory import scope
from tests.builders import DAY, principal
from tests.world import World

SECURITY = "securitySchemes"
document = cache(openapi.document)


def schemas() -> dict[str, Any]:
    found: dict[str, Any] = document()["components"]["schemas"]
    return found


def walk(node: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every key of the document with its place and value."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield path, str(key), value
        yield from walk(value, f"{path}/{key}")


def properties(name: str) -> dict[str, Any]:
    """Of a schema and of those that it adds to."""
    schema, found = schemas()[name], dict[str, Any]()
    for part in schema.get("allOf", [schema]):
        found |= properties(part["$ref"].rsplit("/", 1)[-1]) if "$ref" in part else part["properties"]
    return found


def fields_of(name: str) -> dict[str, Any]:
    return properties(name) if schemas()[name].keys() & {"properties", "allOf"} else {}


def parameter(path: str, name: str, method: str = "get") -> dict[str, Any]:
    (found,) = (p for p in parameters(document()["paths"][path][method]) if p["name"] == name)
    return found


def parameters(operation: dict[str, Any]) -> list[dict[str, Any]]:
    shared = document()["components"]["parameters"]
    return [shared[p["$ref"].rsplit("/", 1)[-1]] if "$ref" in p else p for p in operation["parameters"]]


def test_bounds_stand_where_clients_read_them() -> None:
    """`ge` and its like are the library's own words; a schema that holds them bounds nothing."""
    found = [(path, key) for path, key, _ in walk(document()) if key in ("ge", "le", "gt", "lt", "min_length", "max_length", "multiple_of")]
    assert found == []
    limit = parameter("/memories", "limit")["schema"]
    assert (limit["type"], limit["minimum"], limit["maximum"], limit["default"]) == ("integer", 1, 200, 50)
    wait = parameter("/batches/{batch_id}", "wait_s")["schema"]
    assert (wait["minimum"], wait["maximum"]) == (0, 20)
    query = properties("RecallRequest")["query"]
    assert (query["minLength"], query["maxLength"]) == (1, 8000)


def forms(node: Any) -> set[str]:
    return {str(value) for _, key, value in walk(node) if key == "format"}


@pytest.mark.parametrize(("model", "field"), [
    ("EventInput", "timestamp"), ("FactInput", "valid_from"), ("RecallRequest", "as_of"), ("RecallItem", "valid_to"),
    ("KeyView", "created_at"), ("MemoryView", "recorded_at"), ("EventView", "timestamp"), ("ExportView", "expires_at"),
])  # fmt: skip
def test_times_say_that_they_are_times(model: str, field: str) -> None:
    assert forms({"x": properties(model)[field]}) == {"date-time"}


def test_every_field_and_parameter_is_described() -> None:
    bare = [
        f"{path}.{field}"
        for path, key, of in walk(schemas())
        if key == "properties" and not re.search(r"/(?:if|then)\Z", path)
        for field, shown in of.items()
        if not (shown.get("description") or ("$ref" in shown and schemas()[shown["$ref"].rsplit("/", 1)[-1]].get("description")))
    ]
    bare += [
        f"{method} {path} {p['name']}"
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        for p in parameters(operation)
        if not p.get("description")
    ]
    assert bare == []


def test_every_word_of_the_table_is_said_somewhere() -> None:
    named = {called: name for name, called in CALLED.items()}
    fields = {(named.get(name, name).removesuffix("Input"), field) for name in schemas() for field in fields_of(name)}
    fields |= {(name, field) for name in schemas() for field in fields_of(name)}
    asked = {p["name"] for methods in document()["paths"].values() for operation in methods.values() for p in parameters(operation)}
    plain = {field for _, field in fields} | asked
    said = {f"{name}.{field}" for name, field in fields} | {f"path.{name}" for name in asked} | plain
    assert sorted(described.MEANS.keys() - said) == []


def test_no_description_speaks_of_what_is_inside() -> None:
    said = [value for _, key, value in walk(document()) if key in ("description", "summary") and isinstance(value, str)]
    inside = re.compile(r"\brows? [A-Z]\d|\([A-Z]\d+\)|`rules\.|shared/keepsake|pydantic|\n")
    assert [s for s in said if inside.search(s)] == []


def test_every_reference_leads_somewhere_and_nothing_is_left_over() -> None:
    used = {value for _, key, value in walk(document()) if key == "$ref"}
    assert used == {
        f"#/components/{kind}/{name}" for kind, all_of in document()["components"].items() for name in all_of if kind != SECURITY
    }


def missing(name: str, view: BaseModel) -> list[str]:
    """What is served and has no place in its schema."""
    return [key for key in view.model_dump() if key not in properties(name)]


def test_every_field_that_is_served_of_a_memory_and_an_event_is_in_its_schema() -> None:
    world = World()
    world.tell("I live in Boston.", "I love cycling.", "I like cycling in the park.")
    world.now += DAY
    world.tell("Actually, I moved to Denver.", at=world.now)
    world.upkeep()
    known = [m for kind in Kind for m in world.memories(kind)]
    assert {m.kind for m in known} >= {Kind.FACT, Kind.TOPIC, Kind.SUMMARY, Kind.OBSERVATION}
    for memory in known:
        assert missing("MemoryView", api.MemoryView.model_validate(api.memory_view(memory))) == []
    for event in world.events():
        assert missing("EventView", api.EventView.model_validate(api.event_view(event))) == []
    for fact in world.memories():
        case = memories.case(world.store, principal(), fact)
        assert case.history
        assert [m for version in case.history for m in missing("VersionView", version)] == []
    listed = topic_pages.listed(world.store, scope(), api.PageQuery(user_id="u1"), world.now)
    assert listed.topics
    assert [m for topic in listed.topics for m in missing("TopicView", topic)] == []


def test_health_takes_a_key_and_needs_none() -> None:
    assert document()["paths"]["/health"]["get"]["security"] == [{}, {"key": []}]
    assert document()["paths"]["/openapi.json"]["get"]["security"] == []
    assert "401" in document()["paths"]["/health"]["get"]["responses"]
