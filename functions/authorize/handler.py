"""Resolves a key to its principal. The policy allows the whole stage, because it is cached per key; permissions are checked behind it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from keepsake import bootstrap, settings, telemetry
from keepsake.errors import Unauthenticated
from keepsake.flows.governance import keys

AWS_DOOR = "/agentcore/"
"""Its authorizer goes by the session token, the other one by Authorization, and each remembers its answers by its own header: a key in
the other one would be remembered for whoever sends this one again."""


def handler(event: dict[str, Any], _context: Any) -> dict[str, Any]:
    try:
        signed = str(event.get("resource") or "").startswith(AWS_DOOR)
        token = (keys.session_token_of if signed else keys.token_of)(event.get("headers") or {})
        arn = settings.current().operator_secret_arn
        principal = keys.resolve(bootstrap.store(), token, bootstrap.secret(arn) if arn else "", datetime.now(UTC))
    except Unauthenticated:
        telemetry.outcome("key refused")
        raise Exception("Unauthorized") from None  # API Gateway's word for answering 401
    stage, _, _ = str(event["methodArn"]).partition("/")
    context = {
        "tenant": principal.tenant,
        "key_id": principal.key_id,
        "permissions": _joined(principal.permissions),
        "roles": _joined(principal.roles),
        "containers": _joined(principal.containers),
        "user_id": principal.user_id or "",
        "agent_id": principal.agent_id or "",
        "operator": "true" if principal.operator else "",
        "expires_at": principal.expires_at.isoformat() if principal.expires_at else "",
    }
    statement = {"Action": "execute-api:Invoke", "Effect": "Allow", "Resource": f"{stage}/*"}
    return {
        "principalId": f"{principal.tenant}:{principal.key_id}",
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
        "context": context,
    }


def _joined(values: tuple[str, ...]) -> str:
    """Percent-encoded, so that a comma in a name does not split it."""
    return ",".join(quote(v, safe="") for v in values)
