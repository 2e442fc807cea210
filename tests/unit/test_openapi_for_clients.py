"""What client libraries are made from: one rule a test, over the whole document. A failure names the operation or the schema."""

from __future__ import annotations

import builtins
import json
import keyword
import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from functions.docs import handler
from keepsake import api, gateway, openapi, schemas
from keepsake.errors import Invalid
from keepsake.flows.state.items import FIELDS as ITEMS
from keepsake.operations import OPERATIONS, PATH_NAMES, TAGS
from keepsake.routes import BY_NAME, DESCRIBED, Route
from keepsake.rules.recall import filters
from local import fuzz

document = cache(openapi.document)
AT_MOST = 3_300
"""Characters of each operation as served, with its share of the schemas: they were 5,000, without a description or an example."""
TYPESCRIPT = frozenset(
    "Any Array Boolean Date Error Event Exclude Extract Function Map Number Object Omit Partial Pick Promise Readonly Record Request "
    "Required Response Set String Symbol".split()
)
PLAIN = frozenset(
    "Category Change Empty Kind Permission Progress Relation Role Setting Slot Source Stage Status Trust Type Validity".split()
)


class Served(NamedTuple):
    name: str
    """The operation's id, for failures."""
    route: Route
    path: str
    operation: dict[str, Any]


@cache
def served() -> tuple[Served, ...]:
    paths = document()["paths"]
    found = []
    for route in DESCRIBED:
        path = openapi.path_of(route)
        operation = paths[path][route.method.lower()]
        found.append(Served(f"{operation['operationId']} ({route.name})", route, path, operation))
    return tuple(found)


def components(kind: str = "schemas") -> dict[str, Any]:
    found: dict[str, Any] = document()["components"][kind]
    return found


def followed(node: dict[str, Any]) -> dict[str, Any]:
    """What a reference leads to."""
    while "$ref" in node:
        _, _, kind, name = node["$ref"].split("/")
        node = components(kind)[name]
    return node


def parts(node: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of the document with its place, but for what stands in examples."""
    if isinstance(node, dict):
        yield place, node
        for key, value in node.items():
            if key not in ("example", "examples"):
                yield from parts(value, f"{place}/{key}")
    elif isinstance(node, list):
        for at, value in enumerate(node):
            yield from parts(value, f"{place}/{at}")


def properties() -> Iterator[tuple[str, dict[str, Any]]]:
    for place, node in parts(components()):
        for name, schema in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
            yield f"{place}.{name}", schema


def content(holder: dict[str, Any]) -> dict[str, Any]:
    """Of a body or an answer in JSON; empty where it has none."""
    return dict(holder.get("content", {}).get("application/json", {}))


def bodies() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Operation, whether it is asked or answered, and the JSON content, of every operation."""
    for one in served():
        if asked := content(one.operation.get("requestBody", {})):
            yield one.name, "request", asked
        for code, answer in one.operation["responses"].items():
            if code < "300" and (answered := content(answer)):
                yield one.name, f"answer {code}", answered


def reaching(start: str) -> set[str]:
    """Names of the schemas that a request or an answer consists of."""
    nodes = [body["schema"] for _, which, body in bodies() if which.startswith(start)]
    return schemas.reached(nodes, components())


@cache
def _validator() -> Draft202012Validator:
    registry = Registry().with_resource("urn:doc", DRAFT202012.create_resource(document()))
    return Draft202012Validator({"$ref": "urn:doc"}, registry=registry, format_checker=Draft202012Validator.FORMAT_CHECKER)


def faults(value: Any, schema: dict[str, Any]) -> list[str]:
    """What of `value` does not fit a schema of the document."""
    absolute = json.loads(json.dumps(schema).replace('"#/', '"urn:doc#/'))
    return [f"{e.json_path}: {e.message[:200]}" for e in _validator().evolve(schema=absolute).iter_errors(value)]


def test_it_is_a_valid_description() -> None:
    assert [str(e)[:300] for e in OpenAPIV31SpecValidator(document()).iter_errors()] == []


def test_every_route_stands_in_it_and_nothing_else() -> None:
    stands = {(path, method.upper()) for path, methods in document()["paths"].items() for method in methods}
    assert stands == {(openapi.path_of(r), r.method) for r in DESCRIBED}


def test_every_route_is_told_of() -> None:
    """In `keepsake.operations`, by its name: id, tag, description, example."""
    described = {route.name for route in DESCRIBED}
    assert sorted(described - OPERATIONS.keys()) == []
    assert sorted(OPERATIONS.keys() - described) == []


def test_ids_of_operations_are_verbs_in_camel_case_and_unique() -> None:
    ids = [one.operation["operationId"] for one in served()]
    assert [i for i in ids if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)*", i)] == []
    assert sorted({i for i in ids if ids.count(i) > 1}) == []


def test_ids_of_operations_are_methods_in_python_and_typescript() -> None:
    names = {one.name: re.sub(r"([A-Z])", lambda m: f"_{m[1].lower()}", one.operation["operationId"]) for one in served()}
    assert [name for name, method in names.items() if keyword.iskeyword(method) or method in ("list", "set", "type", "id")] == []


def test_every_operation_has_one_tag_that_is_described() -> None:
    assert [one.name for one in served() if len(one.operation["tags"]) != 1 or one.operation["tags"][0] not in TAGS] == []
    assert {tag["name"]: tag["description"] for tag in document()["tags"]} == TAGS
    assert TAGS.keys() == {one.operation["tags"][0] for one in served()}


def test_every_operation_is_described() -> None:
    bare = [one.name for one in served() if len(one.operation.get("description", "")) < 20 or "\n" in one.operation["description"]]
    assert bare == []
    assert [one.name for one in served() if one.operation["description"].startswith(one.operation["summary"])] == []


def test_every_body_has_an_example() -> None:
    assert [f"{name}: {which}" for name, which, body in bodies() if not body.get("examples")] == []


def test_every_example_fits_its_schema() -> None:
    wrong = {
        f"{name}: {which}": found
        for name, which, body in bodies()
        for example in body.get("examples", {}).values()
        if (found := faults(followed(example)["value"], body["schema"]))
    }
    assert wrong == {}


def test_every_example_is_taken_by_the_models_themselves() -> None:
    for name, told in OPERATIONS.items():
        route = BY_NAME[name]
        if told.request is not None:
            assert route.body is not None, name
            route.body.model_validate_json(json.dumps(told.request), strict=True)
        if told.answer is not None and route.answer is not None:
            route.answer.model_validate(told.answer)


def test_problems_have_an_example_that_fits() -> None:
    invalid = components("responses")["Invalid"]["content"]["application/problem+json"]
    assert faults(invalid["example"], invalid["schema"]) == []


def test_every_example_of_a_shared_one_is_used() -> None:
    used = set(re.findall(r'"#/components/(\w+/\w+)"', json.dumps(document())))
    there = {f"{kind}/{name}" for kind in ("schemas", "parameters", "responses", "examples", "headers") for name in components(kind)}
    assert sorted(there - used) == []
    assert sorted(used - there) == []


def test_refusals_are_shared() -> None:
    inline = [f"{one.name} {c}" for one in served() for c, r in one.operation["responses"].items() if c >= "400" and set(r) != {"$ref"}]
    assert inline == []


def test_no_parameter_is_told_twice() -> None:
    said = [(json.dumps(p), one.name) for one in served() for p in one.operation["parameters"] if "$ref" not in p]
    texts = [text for text, _ in said]
    assert [f"{name}: {text[:80]}" for text, name in said if texts.count(text) > 1] == []
    for name in ("Container", "Namespace", "UserId", "AgentId", "SessionId", "Tenant", "Limit", "Cursor"):
        assert name in components("parameters")


def test_a_parameter_is_named_once_in_an_operation() -> None:
    for one in served():
        names = [followed(p)["name"] for p in one.operation["parameters"]]
        assert len(names) == len(set(names)), one.name


def test_parameters_of_paths_have_speaking_names() -> None:
    named = {p: one.name for one in served() for p in re.findall(r"{(\w+)}", one.path)}
    assert [f"{name}: {p}" for p, name in named.items() if len(p) < 3 or p in ("item", "row")] == []
    for one in served():
        told = {p["name"] for p in map(followed, one.operation["parameters"]) if p["in"] == "path" and p["description"]}
        assert told == set(re.findall(r"{(\w+)}", one.path)), one.name


def test_speaking_names_change_no_address() -> None:
    assert [one.name for one in served() if re.sub(r"{\w+}", "{}", one.path) != re.sub(r"{\w+\+?}", "{}", one.route.path)] == []
    assert set(PATH_NAMES) <= {part for one in served() for part in one.path.split("/")}


def test_answers_name_their_request_and_refusals_when_to_try_again() -> None:
    for one in served():
        for code, answer in one.operation["responses"].items():
            headers = followed(answer)["headers"]
            assert headers["X-Request-Id"] == {"$ref": "#/components/headers/RequestId"}, f"{one.name} {code}"
            assert ("Retry-After" in headers) == (code in ("409", "429", "503")), f"{one.name} {code}"


def test_no_title_repeats_a_name() -> None:
    """A property may be called so; a schema has none."""
    assert [place for place, node in parts(document()["paths"]) if isinstance(node.get("title"), str)] == []
    assert [place for place, node in parts(components()) if isinstance(node.get("title"), str)] == []


def test_requests_leave_out_what_they_do_not_say() -> None:
    """But for a correction, where null empties a field."""
    null = [
        f"{name}{place}"
        for name in reaching("request")
        for place, node in parts(components()[name])
        if node.get("type") == "null" or node.get("default", 0) is None or (isinstance(node.get("type"), list) and "null" in node["type"])
    ]
    assert {
        n.split(".")[0].split("/properties/")[-1].split("/")[0] for n in null if n.startswith("CorrectionRequest")
    } == api.CorrectionRequest.EMPTIED
    assert [n for n in null if not n.startswith("CorrectionRequest")] == []


def test_a_correction_has_no_defaults() -> None:
    assert [n for n, s in components()["CorrectionRequest"]["properties"].items() if "default" in s] == []


def test_every_field_of_an_answer_is_there() -> None:
    optional = [
        f"{name}{place}: {sorted(node['properties'].keys() - set(node.get('required', ())))}"
        for name in reaching("answer")
        for place, node in parts(components()[name])
        if isinstance(node.get("properties"), dict) and set(node.get("required", ())) != node["properties"].keys()
    ]
    assert optional == []


def test_clients_take_what_is_new_in_an_answer() -> None:
    closed = [n for n in reaching("answer") for _, node in parts(components()[n]) if node.get("additionalProperties") is False]
    assert closed == []


def test_times_are_times_everywhere() -> None:
    timed = re.compile(r"\.(?:\w+_at|at|timestamp|valid_from|valid_to|since|until|as_of|now)\Z")
    bare = [place for place, s in properties() if timed.search(place) and "date-time" not in json.dumps(s)]
    assert [p for p in bare if not p.startswith(("/Filter", "/ItemFilter"))] == []


def test_closed_lists_have_names() -> None:
    inline = [place for place, node in parts(document()) if len(node.get("enum", ())) > 1 and place.count("/") > 3]
    assert [p for p in inline if not p.startswith(("/components/schemas/Filter", "/components/schemas/ItemFilter"))] == []


def test_names_of_schemas_are_no_words_of_a_language() -> None:
    taken = TYPESCRIPT | PLAIN | set(dir(builtins)) | {w.capitalize() for w in keyword.kwlist}
    assert sorted(components().keys() & taken) == []
    assert [n for n in components() if not re.fullmatch(r"[A-Z][a-zA-Z]+", n)] == []


def test_every_other_name_of_a_schema_is_in_use() -> None:
    assert [new for new in schemas.CALLED.values() if new not in components()] == []


def test_parameters_are_no_schemas() -> None:
    assert [n for n in components() if n.endswith("Query") and n != "LabelledQuery"] == []


def test_errors_name_field_and_message() -> None:
    assert components()["Problem"]["properties"]["errors"]["items"] == {"$ref": "#/components/schemas/FieldError"}
    assert components()["FieldError"]["required"] == ["field", "message"]


def test_a_dump_says_where_the_host_stands() -> None:
    (server,) = document()["servers"]
    assert server["url"] == "https://{host}/v1"
    assert server["variables"]["host"]["default"]


@pytest.mark.parametrize(
    ("headers", "path", "url"),
    [
        ({"Host": "a1.execute-api.eu-central-1.amazonaws.com"}, "/v1/openapi.json", "https://a1.execute-api.eu-central-1.amazonaws.com/v1"),
        ({"Host": "api.example.com", "X-Forwarded-Proto": "https"}, "/memory/openapi.json", "https://api.example.com/memory"),
        ({"host": "a1.execute-api.localhost:4566"}, "/v1/openapi.json", "."),
        ({"Host": 'evil/"><'}, "/v1/openapi.json", "https://{host}/v1"),
        ({}, "/v1/openapi.json", "https://{host}/v1"),
    ],
)
def test_a_served_document_names_its_own_address(headers: dict[str, str], path: str, url: str) -> None:
    event = {"httpMethod": "GET", "resource": "/openapi.json", "headers": headers, "requestContext": {"requestId": "q1", "path": path}}
    reply = handler.handler(event, None)
    assert (reply["statusCode"], json.loads(reply["body"])["servers"][0]["url"]) == (200, url)


def test_it_is_small() -> None:
    assert len(gateway._reply(200, document(), "q1")["body"]) < AT_MOST * len(DESCRIBED)


FIELDS = st.sampled_from([*sorted(filters.RECORDS.names | ITEMS.names), "metadata.device", "value.colour", "metadata", "colour"])
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.sampled_from(["fact", "2026-05-02T10:00:00Z", "x" * 2001]),
    st.lists(st.text(max_size=3), max_size=3),
)
CONDITIONS = st.fixed_dictionaries(
    {"field": FIELDS, "op": st.sampled_from([*sorted(filters.OPS), "like"])}, optional={"value": VALUES, "surprise": st.just(1)}
)
EXPRESSIONS = st.recursive(
    st.one_of(CONDITIONS, st.just({}), st.just("fact")),
    lambda inner: st.one_of(
        st.builds(lambda parts: {"and": parts}, st.lists(inner, max_size=2)),
        st.builds(lambda parts: {"or": parts}, st.lists(inner, max_size=2)),
        st.builds(lambda part: {"not": part}, inner),
        st.builds(lambda part: {"not": part, "and": [part]}, inner),
    ),
    max_leaves=4,
)


@pytest.mark.parametrize(("name", "of"), [("Filter", filters.RECORDS), ("ItemFilter", ITEMS)])
@given(expression=EXPRESSIONS)
def test_filters_are_described_as_they_are_checked(name: str, of: filters.Fields, expression: Any) -> None:
    try:
        filters.compiled(expression, of=of)
        taken = True
    except Invalid as err:
        if "is not a time" in err.detail:  # which a schema can't say
            return
        taken = False
    assert (faults(expression, {"$ref": f"#/components/schemas/{name}"}) == []) == taken


def test_fuzzing_lets_requests_say_null() -> None:
    """The service takes it, and the description does not offer it: to send it is no fault."""
    widened = fuzz.widened(openapi.document())
    assert [str(e)[:300] for e in OpenAPIV31SpecValidator(widened).iter_errors()] == []
    asked = widened["components"]["schemas"]["RecallRequest"]["properties"]
    assert {"type": "null"} in asked["as_of"]["anyOf"]
    assert "anyOf" not in asked["query"]
