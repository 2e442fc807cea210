"""The OpenAPI document, made from the same routes and models that the gateway checks requests by."""

from __future__ import annotations

import ast
import html
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import GenerateJsonSchema, models_json_schema

from keepsake import described
from keepsake.api.knowledge.memories import HIDDEN_OF_EVENTS, HIDDEN_OF_MEMORIES
from keepsake.records import Event, Memory, Scope
from keepsake.routes import ROUTES, Route

REFUSALS = {
    "401": "No key, or none that is known",
    "403": "Not yours to do",
    "404": "Unknown, or another tenant's",
    "409": "A key or version was used before",
    "413": "Too large",
    "422": "Invalid",
    "429": "Too many requests, events or bytes of this tenant in this minute; see Retry-After",
    "500": "Our fault",
    "503": "Temporarily unavailable; see Retry-After",
}
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "request_id"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": ["string", "null"]},
        "request_id": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}


OPTIONAL_KEY = frozenset({"GET /health"})
"""Routes without a permission that answer more to whoever sends a key."""
IDEMPOTENCY_KEY = "Any text of yours: the same one with the same body gives the same answer again for 7 days, with another body 409."
TENANT = "The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none."


def document() -> dict[str, Any]:
    models = sorted({m for r in ROUTES for m in (r.body, r.query, r.answer) if m is not None}, key=lambda m: m.__name__)
    modes: list[Any] = [(m, "serialization" if any(r.answer is m for r in ROUTES) else "validation") for m in models]
    modes += [(m, "validation") for m in (Event, Memory, Scope)]
    refs, schema = models_json_schema(modes, ref_template="#/components/schemas/{model}", schema_generator=_Described)
    of: dict[Any, Any] = {model: ref for (model, _), ref in refs.items()}
    components = schema.get("$defs", {}) | {"Problem": _with_words("Problem", PROBLEM)}
    _show_records(components)
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, of, components)
    used = _reached(paths, components)
    components = {name: s for name, s in components.items() if name in used}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Keepsake", "version": "1", "description": "Long-term memory for AI agents."},
        "servers": [{"url": "/v1"}],
        "security": [{"key": []}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(route: Route, of: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    answers: dict[str, Any] = {str(route.status): _answer(route, of)}
    if route.status == 202 and route.body is not None and "preview" in route.body.model_fields:
        answers["200"] = _answer(route, of)
    if route.permission is not None:
        answers |= {code: _problem(text) for code, text in REFUSALS.items()}
    else:
        answers |= {"401": _problem(REFUSALS["401"])} if route.name in OPTIONAL_KEY else {}
        answers |= {code: _problem(REFUSALS[code]) for code in ("422", "429", "500", "503")}
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": re.sub(r"\W+", "_", route.name.lower()).strip("_"),
        "parameters": _parameters(route, of, components),
        "responses": answers,
    }
    if route.permission is None:
        operation["security"] = [{}, {"key": []}] if route.name in OPTIONAL_KEY else []
    if route.body is not None:
        content = {"application/json": {"schema": of[route.body]}}
        operation["requestBody"] = {"required": not _may_be_left_out(route.body), "content": content}
    return operation


def _may_be_left_out(body: type[BaseModel]) -> bool:
    """No body counts as an empty one."""
    try:
        body.model_validate({})
    except ValidationError:
        return False
    return True


def _parameters(route: Route, of: dict[Any, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    text = {"type": "string"}
    rows = [
        _parameter(n, "path", text, described.of("path", n) or described.MEANS[f"path:{n}"]) for n in re.findall(r"{(\w+)}", route.path)
    ]
    model = components.get(of[route.query]["$ref"].rsplit("/", 1)[-1], {})
    needed = model.get("required", [])
    for name, schema in model.get("properties", {}).items():
        said = {k: v for k, v in schema.items() if k != "description"}
        rows.append(_parameter(name, "query", said, schema.get("description", ""), needed=name in needed))
    if route.tenant != "none":
        rows.append(_parameter("tenant", "query", text, TENANT))
    if route.name in ("POST /retain", "POST /memories"):
        rows.append(_parameter("Idempotency-Key", "header", text, IDEMPOTENCY_KEY))
    return rows


def _parameter(name: str, place: str, schema: dict[str, Any], means: str, *, needed: bool = False) -> dict[str, Any]:
    return {"name": name, "in": place, "required": needed or place == "path", "description": means, "schema": schema}


class _Described(GenerateJsonSchema):
    """Each field with what it means."""

    def model_schema(self, schema: Any) -> dict[str, Any]:
        made = super().model_schema(schema)
        words: dict[str, str] = {}
        for base in reversed(schema["cls"].__mro__):
            if issubclass(base, BaseModel) and base is not BaseModel:
                words |= _docstrings(base.__module__).get(base.__name__, {})
        return _with_words(schema["cls"].__name__, made, words)


def _with_words(name: str, schema: dict[str, Any], words: dict[str, str] | None = None) -> dict[str, Any]:
    fields = {}
    for field, of in schema.get("properties", {}).items():
        means = (words or {}).get(field) or of.get("description") or described.of(name, field)
        fields[field] = of | ({"description": _plain(means)} if means else {})
    said = {"description": _plain(schema["description"])} if "description" in schema else {}
    return schema | said | ({"properties": fields} if fields else {})


def _plain(text: str) -> str:
    """Without line ends and the numbers that stand for requirements, in the words of JSON."""
    return re.sub(r" \(rows? [^)]{1,40}\)", "", " ".join(text.split())).replace("None", "null")


@cache
def _docstrings(module: str) -> dict[str, dict[str, str]]:
    """What stands under each field of each class of a module. Read here, and not by the models: every cold start would pay for that."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            for field, under in zip(node.body, node.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(under, ast.Expr) and isinstance(under.value, ast.Constant):
                    found.setdefault(node.name, {})[ast.unparse(field.target)] = str(under.value.value)
    return found


def _show_records(components: dict[str, Any]) -> None:
    """The views show a record's own fields beside those that they name."""
    whose = {k: v for k, v in components["Scope"]["properties"].items() if k != "tenant"}
    event, memory = components["Event"]["properties"], components["Memory"]["properties"]
    _show(components["EventView"], whose | {k: v for k, v in event.items() if k not in HIDDEN_OF_EVENTS})
    access = {"access_control": memory["access"] | {"description": described.MEANS["access_control"]}}
    _show(components["MemoryView"], whose | {k: v for k, v in memory.items() if k not in HIDDEN_OF_MEMORIES} | access)
    for name in ("VersionView", "TopicView"):
        _show(components[name], components["MemoryView"]["properties"])


def _show(view: dict[str, Any], fields: dict[str, Any]) -> None:
    view["properties"] = fields | view["properties"]


def _reached(node: Any, components: dict[str, Any]) -> set[str]:
    """The components that something refers to."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for name in set(_references(waiting.pop())) - found:
            found.add(name)
            waiting.append(components[name])
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict) and isinstance(node.get("$ref"), str):
        yield node["$ref"].rsplit("/", 1)[-1]
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _references(value)


def _answer(route: Route, of: dict[Any, Any]) -> dict[str, Any]:
    if route.status == 204:
        return {"description": "Done"}
    if route.path == "/docs":
        return {"description": "A page", "content": {"text/html": {"schema": {"type": "string"}}}}
    schema = of[route.answer] if route.answer is not None else {"type": "object"}
    return {"description": route.summary, "content": {"application/json": {"schema": schema}}}


def _problem(text: str) -> dict[str, Any]:
    return {"description": text, "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def page() -> str:
    """The routes as one page that needs nothing from elsewhere."""
    rows = "".join(
        f"<tr><td><code>{r.method}</code></td><td><code>/v1{html.escape(r.path)}</code></td><td>{html.escape(r.summary)}</td>"
        f"<td>{r.permission or 'none'}</td></tr>"
        for r in ROUTES
    )
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Keepsake API</title>"
        "<style>body{font:16px system-ui;margin:2rem auto;max-width:60rem}td,th{padding:.3rem .8rem;text-align:left}</style>"
        "<h1>Keepsake API</h1><p>The whole description is <a href=openapi.json>openapi.json</a>. "
        "Send your key as <code>Authorization: Bearer KEY</code>.</p>"
        f"<table><tr><th>Method<th>Path<th>What<th>Permission</tr>{rows}</table></html>"
    )
