"""The OpenAPI document, made from the routes and models that the gateway checks requests by, and from what `operations` says of them."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from collections.abc import Iterator
from http import HTTPStatus
from itertools import pairwise
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from keepsake import api, described, schemas
from keepsake.mcp.messages import McpReply
from keepsake.operations import OPERATIONS, PATH_NAMES, TAGS, Operation
from keepsake.routes import DESCRIBED, Route

STATIC_SERVER = {
    "url": "https://{host}/v1",
    "description": "Your deployment. The document that it serves names it.",
    "variables": {"host": {"default": "api.example.com", "description": "Host of the API, as the stack's output `ApiUrl` has it."}},
}
ABOUT = (
    "Long-term memory for AI agents. Send your key as `Authorization: Bearer <key>`. Bodies are JSON, times RFC 3339 with a time zone. "
    "Fields and parameters that are not described here are errors (422). Null counts as left out, but where its field says otherwise. "
    "A scope (`container`, `namespace`, `user_id`, `agent_id`, `session_id`) says whose memories are meant; a key that is bound to one of "
    "them fills it in."
)
REFUSALS = {
    "401": ("Unauthenticated", "No key, or none that is known"),
    "403": ("Forbidden", "Not yours to do"),
    "404": ("NotFound", "Unknown, or another tenant's"),
    "405": ("NotServed", "The address takes other methods"),
    "409": ("Conflict", "A key or version was used before, or something stands against it"),
    "413": ("TooLarge", "Too large"),
    "422": ("Invalid", "Invalid: `errors` names each wrong field"),
    "429": ("Throttled", "Too many requests, events or bytes of this tenant in this minute; see Retry-After"),
    "500": ("InternalError", "Our fault"),
    "503": ("Unavailable", "Temporarily unavailable; see Retry-After"),
}
WAITS = ("409", "429", "503")
"""Answers that may say when to try again."""
HEADERS = {
    "RequestId": {"description": "Names this request in the logs; `request_id` of a problem is the same.", "schema": {"type": "string"}},
    "RetryAfter": {"description": "Seconds to wait before the same request is sent again.", "schema": {"type": "integer", "minimum": 1}},
}
TRACED = {"X-Request-Id": {"$ref": "#/components/headers/RequestId"}}
PROBLEM = {
    "type": "urn:keepsake:problem:invalid",
    "title": "Invalid request",
    "status": 422,
    "detail": "top_k: has to be at most 100",
    "instance": "/recall",
    "request_id": "8f4c2f6e-2f0b-4a53-9d55-0c2a1f1f9d10",
    "errors": [{"field": "top_k", "message": "has to be at most 100"}],
}
OPTIONAL_KEY = frozenset({"GET /health"})
"""Routes without a permission that answer more to whoever sends a key."""
IDEMPOTENCY_KEY = "Any text of yours: the same one with the same body gives the same answer again for 7 days, with another body 409."
TENANT = "The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none."
TEXT = {"type": "string"}
COUNTED = frozenset({"number"})
"""Path parameters that are numbers, from 1."""


class Components(NamedTuple):
    of: dict[tuple[Any, str], str]
    """Names by model and mode."""
    schemas: dict[str, Any]

    def ref(self, model: type[BaseModel], mode: str) -> dict[str, str]:
        return {"$ref": schemas.REF + self.of[model, mode]}


def document(server: str | None = None) -> dict[str, Any]:
    """`server` is the address of the API, as `https://host/v1`, or as it is seen from the document; without it `https://{host}/v1`."""
    asked = {m for r in DESCRIBED for m in (r.body, r.query) if m is not None}
    answered = {r.answer for r in DESCRIBED if r.answer is not None}
    components = Components(*schemas.made(sorted(asked, key=_name), sorted(answered, key=_name)))
    paths: dict[str, Any] = {}
    for route in DESCRIBED:
        paths.setdefault(path_of(route), {})[route.method.lower()] = _operation(route, OPERATIONS[route.name], components)
    shared = {"parameters": _shared_parameters(paths), "examples": _shared_examples(paths)}
    made: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Keepsake", "version": "1.0.0", "summary": "Long-term memory for AI agents", "description": ABOUT},
        "servers": [{"url": server}] if server else [STATIC_SERVER],
        "security": [{"key": []}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
        "paths": paths,
        "components": {"schemas": components.schemas}
        | shared
        | {
            "responses": {name: _refusal(code, text) for code, (name, text) in REFUSALS.items()} | {"McpRefused": _mcp_refusal(components)},
            "headers": HEADERS,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "A key of `POST /admin/keys`."}},
        },
    }
    return copy.deepcopy(schemas.named(made))


def _name(model: type[BaseModel]) -> str:
    return model.__name__


def path_of(route: Route) -> str:
    """The route's path with speaking names: `/memories/{memory_id}` for `/memories/{id}`. The address is the same."""
    parts = route.path.split("/")
    return "/".join(
        f"{{{PATH_NAMES.get(before, part.strip('{+}'))}}}" if part.startswith("{") else part for before, part in pairwise(["", *parts])
    )


def _operation(route: Route, told: Operation, components: Components) -> dict[str, Any]:
    answers = {} if route.status == 405 else {str(route.status): _answer(route, told.answer, components)}
    if route.behind:
        answers |= {"202": {"description": "It is done behind the answer.", "headers": TRACED}}
    if route.status == 202 and "preview" in (route.body or route.query).model_fields:
        answers = {"200": _answer(route, told.preview, components) | {"description": "What would be changed: a preview"}} | answers
    if route.name == "POST /mcp":
        answers |= {"202": {"description": "A notification: taken, and not answered", "headers": TRACED}}
        answers |= {"400": {"$ref": "#/components/responses/McpRefused"}}
    operation: dict[str, Any] = {
        "operationId": told.id,
        "tags": [told.tag],
        "summary": route.summary,
        "description": told.description,
        "parameters": list(_parameters(route, components)),
        "responses": answers | {code: {"$ref": f"#/components/responses/{REFUSALS[code][0]}"} for code in _refused(route)},
    }
    if route.permission is None:
        operation["security"] = [{}, {"key": []}] if route.name in OPTIONAL_KEY else []
    else:
        operation["description"] += f" Needs the permission `{route.permission}`."
    if route.body is not None and route.body is not api.Empty:
        content = {"schema": components.ref(route.body, "validation")} | _example(told.id, told.request)
        operation["requestBody"] = {"required": not _may_be_left_out(route.body), "content": {"application/json": content}}
    return operation


def _refused(route: Route) -> Iterator[str]:
    """Which refusals a route answers with."""
    for code in REFUSALS:
        if code == "405" and route.status != 405:
            continue
        if code == "401" and route.permission is None and route.name not in OPTIONAL_KEY:
            continue
        if code in ("403", "404") and route.permission is None:
            continue
        if (code == "413" and route.body is None) or (code == "409" and route.method == "GET"):
            continue
        yield code


def _may_be_left_out(body: type[BaseModel]) -> bool:
    """No body counts as an empty one."""
    try:
        body.model_validate({})
    except ValidationError:
        return False
    return True


def _answer(route: Route, example: Any, components: Components) -> dict[str, Any]:
    if route.status == 204:
        return {"description": "Done", "headers": TRACED}
    if route.path == "/docs":
        return {"description": "A page", "headers": TRACED, "content": {"text/html": {"schema": TEXT, "example": "<!doctype html>..."}}}
    schema = components.ref(route.answer, "serialization") if route.answer is not None else {"type": "object", "additionalProperties": True}
    content = {"schema": schema} | _example(OPERATIONS[route.name].id, example)
    return {"description": HTTPStatus(route.status).phrase, "headers": TRACED, "content": {"application/json": content}}


def _example(name: str, value: Any) -> dict[str, Any]:
    return {} if value is None else {"examples": {name: {"value": value}}}


def _mcp_refusal(components: Components) -> dict[str, Any]:
    content = {"application/json": {"schema": components.ref(McpReply, "serialization")}}
    return {
        "description": "No message of the protocol, or of a version that is not served: `error` says why",
        "headers": TRACED,
        "content": content,
    }


def _refusal(code: str, text: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"schema": {"$ref": f"{schemas.REF}Problem"}}
    example = {"example": PROBLEM} if code == "422" else {}
    waits = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}} if code in WAITS else {}
    return {"description": text, "headers": TRACED | waits, "content": {"application/problem+json": schema | example}}


def _parameters(route: Route, components: Components) -> Iterator[dict[str, Any]]:
    named = re.findall(r"{(\w+)}", path_of(route))
    for name in named:
        schema = {"type": "integer", "minimum": 1} if name in COUNTED else TEXT
        yield _parameter(name, "path", schema, described.of("path", name) or "", needed=True)
    model = components.schemas[components.of[route.query, "validation"]]
    for name, schema in model.get("properties", {}).items():
        if name not in named:  # the path says it
            said = {k: v for k, v in schema.items() if k != "description"}
            means = schema.get("description") or components.schemas[schema["$ref"].removeprefix(schemas.REF)]["description"]
            yield _parameter(name, "query", said, means, needed=name in model.get("required", []))
    if route.tenant != "none":
        yield _parameter("tenant", "query", TEXT, TENANT)
    if route.name in ("POST /retain", "POST /memories"):
        yield _parameter("Idempotency-Key", "header", TEXT, IDEMPOTENCY_KEY)


def _parameter(name: str, place: str, schema: dict[str, Any], means: str, *, needed: bool = False) -> dict[str, Any]:
    return {"name": name, "in": place, "required": needed, "description": means, "schema": schema}


def _operations(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for methods in paths.values():
        yield from methods.values()


def _shared_parameters(paths: dict[str, Any]) -> dict[str, Any]:
    """Moves every parameter that several operations take to one place. Of two that differ under one name the rarer gets a number."""
    counts = Counter(json.dumps(p) for operation in _operations(paths) for p in operation["parameters"])
    shared: dict[str, str] = {}
    for text, count in counts.most_common():
        parameter = json.loads(text)
        name = "".join(w.capitalize() for w in re.split(r"[_-]", parameter["name"])) + ("InPath" if parameter["in"] == "path" else "")
        if count > 1:
            shared[name if name not in shared else f"{name}{1 + sum(n.startswith(name) for n in shared)}"] = text
    names = {text: name for name, text in shared.items()}
    for operation in _operations(paths):
        texts = [json.dumps(p) for p in operation["parameters"]]
        operation["parameters"] = [{"$ref": f"#/components/parameters/{names[t]}"} if t in names else json.loads(t) for t in texts]
    return {name: json.loads(shared[name]) for name in sorted(shared)}


def _shared_examples(paths: dict[str, Any]) -> dict[str, Any]:
    """Moves every example that several operations have to one place, named after the first."""
    counts = Counter(json.dumps(e) for examples in _examples(paths) for e in examples.values())
    names: dict[str, str] = {}
    for examples in _examples(paths):
        for name, example in examples.items():
            text = json.dumps(example)
            if counts[text] > 1:
                names.setdefault(text, name if name not in names.values() else f"{name}{len(names)}")
                examples[name] = {"$ref": f"#/components/examples/{names[text]}"}
    return {name: json.loads(text) for text, name in names.items()}


def _examples(paths: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for operation in _operations(paths):
        for holder in (operation.get("requestBody", {}), *operation["responses"].values()):
            for content in holder.get("content", {}).values():
                yield content.get("examples", {})
