"""The OpenAPI document, made from the same routes and models that the gateway checks requests by."""

from __future__ import annotations

import html
import re
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic.json_schema import models_json_schema

from keepsake.routes import ROUTES, Route

REFUSALS = {
    "401": "No key, or none that is known",
    "403": "Not yours to do",
    "404": "Unknown, or another tenant's",
    "409": "A key or version was used before",
    "413": "Too large",
    "422": "Invalid",
    "429": "Too many requests; see Retry-After",
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


TENANT = "The tenant that the operator's key acts in; it may stand in the body too. A tenant's own key needs none."


def document() -> dict[str, Any]:
    models = sorted({m for r in ROUTES for m in (r.body, r.query, r.answer) if m is not None}, key=lambda m: m.__name__)
    modes: list[Any] = [(m, "serialization" if any(r.answer is m for r in ROUTES) else "validation") for m in models]
    refs, schema = models_json_schema(modes, ref_template="#/components/schemas/{model}")
    of: dict[Any, Any] = {model: ref for (model, _), ref in refs.items()}
    components = schema.get("$defs", {}) | {"Problem": PROBLEM}
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, of, components)
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
        answers |= {code: _problem(REFUSALS[code]) for code in ("422", "429", "500", "503")}
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": re.sub(r"\W+", "_", route.name.lower()).strip("_"),
        "parameters": _parameters(route, of, components),
        "responses": answers,
    }
    if route.permission is None:
        operation["security"] = []
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
    rows: list[dict[str, Any]] = [{"name": n, "in": "path", "required": True, "schema": text} for n in re.findall(r"{(\w+)}", route.path)]
    model = components.get(of[route.query]["$ref"].rsplit("/", 1)[-1], {})
    needed = model.get("required", [])
    rows += [{"name": n, "in": "query", "required": n in needed, "schema": s} for n, s in model.get("properties", {}).items()]
    if route.tenant != "none":
        rows.append({"name": "tenant", "in": "query", "required": False, "schema": text, "description": TENANT})
    if route.name == "POST /retain":
        rows.append({"name": "Idempotency-Key", "in": "header", "required": False, "schema": text})
    return rows


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
