"""Our errors as those of AgentCore's service model, in its wire form: clients read the header `x-amzn-ErrorType` or the member `__type`."""

from __future__ import annotations

from typing import Any

from keepsake.errors import (
    Conflict,
    Forbidden,
    Invalid,
    KeepsakeError,
    LostRace,
    NotFound,
    NotServed,
    Throttled,
    Unauthenticated,
    UnknownOperation,
)
from keepsake.facade import Reply

_KINDS: tuple[tuple[type[KeepsakeError], str, int], ...] = (
    (UnknownOperation, "UnknownOperationException", 404),
    (NotServed, "UnknownOperationException", 404),
    (NotFound, "ResourceNotFoundException", 404),
    (Unauthenticated, "AccessDeniedException", 403),
    (Forbidden, "AccessDeniedException", 403),
    (Invalid, "ValidationException", 400),
    (Conflict, "ConflictException", 409),
    (Throttled, "ThrottledException", 429),
)
"""The first that fits; anything else is the service's own fault."""
RETRYABLE = "RetryableConflictException"
FAULT = ("ServiceException", 500)


def refusal(err: KeepsakeError, request_id: str) -> Reply:
    name, status = next(((n, s) for kind, n, s in _KINDS if isinstance(err, kind)), FAULT)
    if isinstance(err, LostRace) or (isinstance(err, Conflict) and err.retry_after_s is not None):
        name = RETRYABLE
    body: dict[str, Any] = {"__type": name, "message": err.detail}
    if name == "ValidationException":
        body |= {"reason": "FieldValidationFailed" if err.errors else "CannotParse"}
        body |= {"fieldList": [{"name": e["field"], "message": e["message"]} for e in err.errors]} if err.errors else {}
    return Reply(body, status, {"x-amzn-ErrorType": name, "x-amzn-RequestId": request_id})
