"""The served description is one that clients can be made from: every field is described, every bound is where clients read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import BaseModel

from keepsake import api, described, openapi
from keepsake.flows.knowledge import memories, topics
from keepsake.records import Kind
from local.in_memory import scope
from tests.builders import DAY, principal
from tests.world import World

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
    found: dict[str, Any] = schemas()[name]["properties"]
    return found


def parameter(path: str, name: str, method: str = "get") -> dict[str, Any]:
    (found,) = (p for p in document()["paths"][path][method]["parameters"] if p["name"] == name)
    return dict(found)


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
        f"{name}.{field}" for name, s in schemas().items() for field, of in s.get("properties", {}).items() if not of.get("description")
    ]
    bare += [
        f"{method} {path} {p['name']}"
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
        for p in operation["parameters"]
        if not p.get("description")
    ]
    assert bare == []


def test_every_word_of_the_table_is_said_somewhere() -> None:
    fields = {(name, field) for name, s in schemas().items() for field in s.get("properties", {})}
    asked = {p["name"] for methods in document()["paths"].values() for operation in methods.values() for p in operation["parameters"]}
    plain = {field for _, field in fields} | asked
    said = {f"{name}.{field}" for name, field in fields} | {f"path:{name}" for name in asked} | plain
    assert sorted(described.MEANS.keys() - said) == []


def test_no_description_speaks_of_what_is_inside() -> None:
    said = [value for _, key, value in walk(document()) if key in ("description", "summary") and isinstance(value, str)]
    inside = re.compile(r"\brows? [A-Z]\d|\([A-Z]\d+\)|`rules\.|shared/keepsake|pydantic|\n")
    assert [s for s in said if inside.search(s)] == []


def test_every_reference_leads_somewhere_and_nothing_is_left_over() -> None:
    used = {value.rsplit("/", 1)[-1] for _, key, value in walk(document()) if key == "$ref"}
    assert used == set(schemas())


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
    listed = topics.listed(world.store, scope(), api.PageQuery(user_id="u1"), world.now)
    assert listed.topics
    assert [m for topic in listed.topics for m in missing("TopicView", topic)] == []


def test_health_takes_a_key_and_needs_none() -> None:
    assert document()["paths"]["/health"]["get"]["security"] == [{}, {"key": []}]
    assert document()["paths"]["/openapi.json"]["get"]["security"] == []
    assert "401" in document()["paths"]["/health"]["get"]["responses"]


def test_description_is_small_enough_to_be_served() -> None:
    """API Gateway takes 6 MB; half a megabyte is what people load."""
    assert len(json.dumps(document())) < 700_000
