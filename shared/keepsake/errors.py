"""Every error that Keepsake raises on purpose.

KeepsakeError                status  retry?
├── Invalid                   422    no: a field or parameter is wrong
│   └── TooLarge              413    no
├── Unauthenticated           401    no: no key, or none that we know
├── Forbidden                 403    no: the key may not do this
├── NotFound                  404    no: unknown, or another tenant's
│   └── UnknownOperation      404    no: a door serves no operation at that address
├── NotServed                 405    no: the address takes other methods
├── Conflict                  409    no: a key or version was used before
│   └── LostRace              409    yes, after reading again: another writer was first
├── Throttled                 429    yes, after Retry-After
└── Unavailable               503    yes, after Retry-After: a store, queue or the index does not answer
    └── ModelUnavailable      503    yes: the model endpoint does not answer, or answers nonsense
        ├── ModelRefused      503    no: the endpoint refuses what is configured, a key, a model's name or a parameter
        ├── TextsRefused      503    no: the endpoint refuses these texts, and takes others
        ├── ModelUnfit        503    no: another model is needed, or another setting of the endpoint
        └── OverBudget        503    tomorrow: the tenant's tokens of the day are spent
PoisonRecord                  none   no: a stored or queued record that no retry can mend
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar


class KeepsakeError(Exception):
    """`detail` is shown to the caller, so it never holds another tenant's words."""

    passes: ClassVar[bool] = False
    """Whether the same work may succeed later although nobody mends it: a queue's message that fails so keeps its turn."""
    status: ClassVar[int] = 500
    title: ClassVar[str] = "Internal error"

    def __init__(self, detail: str, *, errors: Sequence[dict[str, Any]] = (), retry_after_s: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = tuple(errors)
        self.retry_after_s = retry_after_s


class Invalid(KeepsakeError):
    status, title = 422, "Invalid request"


class TooLarge(Invalid):
    status, title = 413, "Too large"


class Unauthenticated(KeepsakeError):
    status, title = 401, "No valid key"


class Forbidden(KeepsakeError):
    status, title = 403, "Not allowed"


class NotFound(KeepsakeError):
    status, title = 404, "Not found"


class UnknownOperation(NotFound):
    title = "Unknown operation"


class NotServed(KeepsakeError):
    status, title = 405, "Method not allowed"


class Conflict(KeepsakeError):
    status, title = 409, "Conflict"


class LostRace(Conflict):
    passes = True
    title = "Changed by another writer"


class Throttled(KeepsakeError):
    passes = True
    status, title = 429, "Too many requests"


class Unavailable(KeepsakeError):
    passes = True
    status, title = 503, "Temporarily unavailable"

    def __init__(self, detail: str, *, retry_after_s: int = 2) -> None:
        super().__init__(detail, retry_after_s=retry_after_s)


class ModelUnavailable(Unavailable):
    """`reason` is kept on what the rules made instead."""

    title = "Model unavailable"
    reason: str = "the model gave no usable answer"


class ModelRefused(ModelUnavailable):
    """Only a change of the deployment's parameters mends it. `why` is the status and the endpoint's code, never its text."""

    title = "Model refuses the request"

    def __init__(self, why: str) -> None:
        super().__init__(f"The model endpoint refuses what it is asked: {why}.", retry_after_s=300)
        self.reason = f"the model refuses what it is asked: {why}"


class TextsRefused(ModelUnavailable):
    """`vectors` has one for each text, and None for those that the model takes in no form."""

    title = "Text refused by the model"
    reason = "the model takes the text in no form"

    def __init__(self, vectors: Sequence[list[float] | None]) -> None:
        super().__init__("The model endpoint does not take a text.", retry_after_s=300)
        self.vectors = tuple(vectors)


class ModelUnfit(ModelUnavailable):
    """`why` are the figures by which its vectors say too little to go by."""

    title = "Model is not fit"

    def __init__(self, model: str, why: str) -> None:
        super().__init__(f"The embedding model {model} is not used: {why}.", retry_after_s=300)
        self.reason = f"the embedding model is not used: {why}"


class OverBudget(ModelUnavailable):
    title = "Token budget spent"
    reason = "the model's tokens of the day are spent"


class PoisonRecord(Exception):
    """A record that fails however often it is tried."""
