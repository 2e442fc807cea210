"""The access queue: lets what a recall told fade more slowly"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.recall import refresh
from keepsake.messages import AccessWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return worker.each_access(event, context, bootstrap.access_queue(), work)


def work(access: AccessWork) -> None:
    refresh.refresh(bootstrap.store(), access)
