"""Work that takes longer than one call of its function: it goes on by calling itself, and a schedule takes up what was left lying."""

from __future__ import annotations

import json
from typing import Any

from keepsake import bootstrap


def go_on(context: Any, **payload: Any) -> None:
    """Calls the running function again, behind its answer. Lambda stops such a chain after about 16 calls, and the schedule begins the
    next. A rebuild's chain the template lets run: searches wait for its end."""
    begin(context.function_name, **payload)


def begin(function: str, **payload: Any) -> None:
    """Calls a function behind the answer of this one."""
    bootstrap.lambda_client().invoke(FunctionName=function, InvocationType="Event", Payload=json.dumps(payload).encode())
