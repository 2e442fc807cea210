"""GET /v1/openapi.json and /v1/docs"""

from __future__ import annotations

import re
from typing import Any

from keepsake import gateway, openapi
from keepsake.gateway import Answer, Call, Page

HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::\d{1,5})?\Z")


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /openapi.json": document, "GET /docs": page})


def document(call: Call) -> Answer:
    return openapi.document(address(call))


def address(call: Call) -> str | None:
    """Where the API was asked, as `https://host/v1`; None where the request does not say. API Gateway has no port: a host with one is in
    front of it and may have a path of its own, which nobody tells here, so the address is that beside the document."""
    host = call.headers.get("host", "")
    if not HOST.match(host):
        return None
    return "." if ":" in host else f"https://{host}{call.asked.removesuffix(call.route.path)}"


def page(_call: Call) -> Answer:
    return Page(openapi.page(), "text/html; charset=utf-8")
