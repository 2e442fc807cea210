"""GET /v1/openapi.json and /v1/docs"""

from __future__ import annotations

from typing import Any

from keepsake import gateway, openapi
from keepsake.gateway import Answer, Call, Page


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /openapi.json": document, "GET /docs": page})


def document(_call: Call) -> Answer:
    return openapi.document()


def page(_call: Call) -> Answer:
    return Page(openapi.page(), "text/html; charset=utf-8")
