"""GET /v1/ui: the inspector, and the files that it is made of"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from keepsake import gateway, pages
from keepsake.gateway import Answer, Call

WEB = Path(__file__).parent / "web"


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /ui": page, "GET /ui/{file}": part})


def page(call: Call) -> Answer:
    return pages.served(call, WEB, "index.html")


def part(call: Call) -> Answer:
    return pages.served(call, WEB, call.path["file"])
