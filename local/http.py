"""One JSON request over HTTP, with the standard library: enough to ask whether something answers."""

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any

# Everything asked here is on this machine: a proxy of the environment would not find it.
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def ask(
    method: str,
    url: str,
    body: Mapping[str, Any] | None = None,
    key: str = "",
    timeout_s: float = 10,
) -> tuple[int, Any]:
    """Status and parsed answer (None where it is no JSON). Raises OSError when nothing answers."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data=data, headers=headers, method=method)
    try:
        with DIRECTLY.open(request, timeout=timeout_s) as answer:
            return answer.status, _parsed(answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, _parsed(refused.read())


def answers(url: str) -> bool:
    """Whether a GET of `url` is answered with success within two seconds."""
    try:
        return ask("GET", url, timeout_s=2)[0] < 300
    except OSError:
        return False


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None
