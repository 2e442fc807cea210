"""GET /v1/openapi.json, and /v1/docs: Swagger UI, which asks nothing of anyone else"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from keepsake import gateway, openapi, pages
from keepsake.gateway import Answer, Call

HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(?::\d{1,5})?\Z")
WEB = Path(__file__).parent / "web"


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /openapi.json": document, "GET /docs": page, "GET /docs/{file}": part})


def document(call: Call) -> Answer:
    return openapi.document(address(call))


def address(call: Call) -> str | None:
    """Where the API was asked, as `https://host/v1`; None where the request does not say. API Gateway has no port: a host with one is in
    front of it and may have a path of its own, which nobody tells here, so the address is that beside the document."""
    host = call.headers.get("host", "")
    if not HOST.match(host):
        return None
    return "." if ":" in host else f"https://{host}{call.asked.removesuffix(call.route.path)}"


def page(call: Call) -> Answer:
    return pages.served(call, WEB, "index.html", strangers=False)


def part(call: Call) -> Answer:
    return pages.served(call, WEB, call.path["file"], strangers=False)
