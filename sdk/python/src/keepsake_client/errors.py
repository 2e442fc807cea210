"""Everything that a call may raise.

KeepsakeError
├── NotConfigured        no address or key was given or found
├── Unreachable          no answer came: connection, name, time-out
├── NotDone              it goes on, but not within the time that was given
├── Failed               work in the background ended badly: a batch, an export, an import
└── Refused              an answer that is not a success, with its problem details
    ├── Unauthenticated  401
    ├── Forbidden        403
    ├── NotFound         404, also for what another tenant owns
    ├── Conflict         409: a lost version, a key reused, a legal hold
    ├── TooLarge         413
    ├── Invalid          422: `errors` names each wrong field
    ├── Throttled        429, after the retries
    └── ServerError      5xx
        └── Unavailable  502, 503, 504, after the retries
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class KeepsakeError(Exception):
    """Any of them."""

    repeated = False
    """Whether an earlier try of the same call may have been done, its answer being lost: a NotFound of a deletion may be its success."""


class NotConfigured(KeepsakeError):
    pass


class Unreachable(KeepsakeError):
    pass


class NotDone(KeepsakeError, TimeoutError):
    pass


class Failed(KeepsakeError):
    pass


class Refused(KeepsakeError):
    """The problem details (RFC 9457) of an answer."""

    def __init__(self, status: int, problem: Mapping[str, Any], request_id: str = "", retry_after_s: float | None = None) -> None:
        self.status = status
        self.title = str(problem.get("title") or "Refused")
        self.detail = str(problem.get("detail") or problem.get("message") or "")
        self.errors: Sequence[Mapping[str, str]] = problem.get("errors") or ()
        """`field` and `message` of each wrong field."""
        self.request_id = str(problem.get("request_id") or request_id)
        """Names the request in the service's logs."""
        self.retry_after_s = retry_after_s
        """Seconds after which the service would take it, where it says so."""
        super().__init__(f"{status} {self.title}" + (f": {self.detail}" if self.detail else ""))


class Unauthenticated(Refused):
    pass


class Forbidden(Refused):
    pass


class NotFound(Refused):
    pass


class Conflict(Refused):
    pass


class TooLarge(Refused):
    pass


class Invalid(Refused):
    pass


class Throttled(Refused):
    pass


class ServerError(Refused):
    pass


class Unavailable(ServerError):
    pass


_BY_STATUS: dict[int, type[Refused]] = {
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    422: Invalid,
    429: Throttled,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def of_status(status: int) -> type[Refused]:
    """The class of an answer's status."""
    return _BY_STATUS.get(status, ServerError if status >= 500 else Refused)
