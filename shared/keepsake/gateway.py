"""Between API Gateway and a flow: parse and check the request by its route, call, answer; every error becomes problem details."""

from __future__ import annotations

import base64
import binascii
import gc
import json
import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar
from urllib.parse import unquote

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from keepsake import bootstrap, refusals, telemetry
from keepsake.api import MOST_REQUEST_BYTES, Scoped
from keepsake.errors import Forbidden, Invalid, KeepsakeError, NotFound, TooLarge, Unauthenticated, Unavailable
from keepsake.ids import part
from keepsake.records import MOST_ENCODED, Permission, Principal
from keepsake.routes import BY_NAME, Route
from keepsake.rules.governance import identity
from keepsake.rules.intake import named_once, secrets

Event = dict[str, Any]
Model = TypeVar("Model", bound=BaseModel)
GARBAGE = 20_000
"""New things that hold others, from which it is looked for those that hold each other and are held by nobody else."""
MOST_NESTED = 64
"""Levels of objects and lists in a body: far more than people write, and far from where Python, pydantic and DynamoDB give up."""
NAMES = frozenset("container namespace user_id agent_id session_id event_id event_ids allowed_users agent_scope cursor tenant".split())
"""Fields that are names, not text: replacing part of one would make two users one, so a secret in them is refused."""


TENANT = re.compile(r"[a-z0-9][a-z0-9-]{0,62}\Z")
"""What a tenant may be called."""


@dataclass(frozen=True, slots=True)
class Call:
    """One checked request."""

    route: Route
    principal: Principal | None
    body: Any
    """The route's body model, or None."""
    query: Any
    """The route's query model."""
    path: Mapping[str, str]
    headers: Mapping[str, str]
    request_id: str
    now: datetime
    asked: str = ""
    """The whole path that was asked for, with what stands before the route's own."""

    @property
    def caller(self) -> Principal:
        """Raises Unauthenticated where no authorizer resolved a key."""
        if self.principal is None:
            raise Unauthenticated("A key is needed.")
        return self.principal

    @property
    def whose(self) -> Scoped:
        """The scope fields: in the body, in the query, or some in each. Raises Invalid for one that says two things."""
        query, body = ({k: v for k, v in s.asked._asdict().items() if v} if isinstance(s, Scoped) else {} for s in (self.query, self.body))
        if split := [k for k in body if query.get(k, body[k]) != body[k]]:
            told = "says another thing in the query than in the body"
            raise Invalid(f"{split[0]}: {told}", errors=[{"field": k, "message": told} for k in split])
        return Scoped(**query, **{k: v for k, v in body.items() if k not in query})


@dataclass(frozen=True, slots=True)
class Page:
    """An answer that is not JSON."""

    text: str
    content_type: str
    headers: Mapping[str, str] = field(default_factory=dict)
    """Beside those of every answer, or instead of them."""
    status: int = 200


@dataclass(frozen=True, slots=True)
class Said:
    """JSON with a status of its own, for callers who go by another protocol's."""

    status: int
    body: Mapping[str, Any] | None


Answer = BaseModel | Mapping[str, Any] | Page | Said | None
Act = Callable[[Call], Answer]


Told = Callable[[KeepsakeError, Event, str], Event]
"""Makes the answer of an error, of the event and of the request's id."""


def serve(event: Event, context: Any, acts: Mapping[str, Act]) -> Event:
    """Answers an API Gateway proxy event by the act named `METHOD /resource`."""
    name = f"{event.get('httpMethod')} {event.get('resource')}"

    def run(request_id: str, noted: dict[str, Any]) -> Event:
        if name not in acts:
            raise NotFound("There is no such route.")
        call = _parse(event, BY_NAME[name], request_id)
        noted["tenant"] = call.principal.tenant if call.principal else None
        answer = acts[name](call)
        # A preview is done when it is answered, whatever the route's own work takes.
        status = 200 if getattr(answer, "preview", False) is True else call.route.status
        if isinstance(answer, Said):
            status, answer = answer.status, answer.body
        return _reply(status, answer, request_id)

    return edge(event, context, name, run, problem)


def edge(event: Event, context: Any, name: str, run: Callable[[str, dict[str, Any]], Event], told: Told) -> Event:
    """The answer of `run`, or of its error by `told`, with one line in the log. `run` gets the request's id and a dictionary for what it
    finds out and the line tells: the tenant."""
    started = time.perf_counter()
    request_id = str(event.get("requestContext", {}).get("requestId") or getattr(context, "aws_request_id", ""))
    noted: dict[str, Any] = {"tenant": None}
    try:
        reply = run(request_id, noted)
    except KeepsakeError as err:
        reply = told(err, event, request_id)
    except Exception as err:  # the process edge: a fault of ours must not show its text to anyone
        telemetry.failure("request failed", err, route=name, request_id=request_id)
        reply = told(KeepsakeError("Something went wrong on our side."), event, request_id)
    spent = round(1000 * (time.perf_counter() - started), 1)
    telemetry.outcome("request", route=name, status=int(reply["statusCode"]), request_id=request_id, spent_ms=spent, **noted)
    settle()
    return reply


@cache
def settle() -> None:
    """What the first request loaded stays: walking it in every later collection made one recall in fifty twice as slow. And a request
    makes thousands of things that all go with it: looking through them after each 700 took 3 % of a recall's CPU."""
    gc.freeze()
    gc.set_threshold(GARBAGE)


def _parse(event: Event, route: Route, request_id: str) -> Call:
    principal, now = None, datetime.now(UTC)
    if route.permission is not None:
        principal = principal_of(event, now)
        within_rate(principal, now, requests=1, size=len(event.get("body") or ""))
        identity.require(principal, route.permission)
    path = _named(event)
    if any(len(part(v)) > MOST_ENCODED for v in path.values()):
        raise NotFound("No id is as long as that.")
    parameters, fields = _parameters(event), read_json(event, route.most_bytes)
    if principal is not None:
        principal = _acting(principal, route, parameters, fields)
    if route.body is None:
        refuse_body(fields)
    query = _model(route.query, masked(parameters))
    body = None if route.body is None else checked(route.body, names_masked(fields) if route.verbatim else masked(fields))
    if principal is not None and (events := getattr(body, "event_count", 0)):
        within_rate(principal, now, events=events)
    headers = {k.lower(): v for k, v in (event.get("headers") or {}).items()}
    asked = str(event.get("requestContext", {}).get("path") or "")
    return Call(route, principal, body, query, path, headers, request_id, now, asked)


def _parameters(event: Event) -> dict[str, Any]:
    """Of the address. Raises Invalid for one that stands there twice: API Gateway would hand on its last value alone."""
    for name, values in (event.get("multiValueQueryStringParameters") or {}).items():
        if len(values) > 1:
            raise named_once.twice(name)
    return dict(event.get("queryStringParameters") or {})


def _named(event: Event) -> dict[str, str]:
    """What stands for the names in the route's path, decoded once. Read from the path as it was sent, which REST APIs hand on encoded:
    whether they decode `pathParameters` their documents do not say, and an id with a percent sign, decoded twice, is another one."""
    sent = _places(str(event.get("resource"))).match(str(event.get("path")))
    named = sent.groupdict() if sent else event.get("pathParameters") or {}
    return {k: unquote(v) for k, v in named.items()}


@cache
def _places(resource: str) -> re.Pattern[str]:
    """Of a path behind whatever a custom domain puts before it: `/items/{namespace}/{key+}`, where the last name takes the rest."""
    spelled = re.sub(r"\\{(\w+)(\\\+)?\\}", lambda m: f"(?P<{m[1]}>{'.+' if m[2] else '[^/]+'})", re.escape(resource))
    return re.compile(f".*?{spelled}$", re.DOTALL)


def _acting(principal: Principal, route: Route, parameters: dict[str, Any], fields: dict[str, Any]) -> Principal:
    """Who acts, in the tenant that the request names. The operator's key is nobody's there: without a name it would read, erase and prove
    nothing. Takes the name out of what is checked further. Raises Invalid where the operator names none, Forbidden for another's."""
    if route.tenant == "none":
        return principal
    named = [given.pop("tenant") for given in (parameters, fields) if "tenant" in given]
    if any(not isinstance(n, str) or not TENANT.match(n) for n in named) or len(set(named)) > 1:
        raise Invalid("tenant: is not the name of one tenant", errors=[{"field": "tenant", "message": "is not the name of one tenant"}])
    if not principal.operator:
        if named and named[0] != principal.tenant:
            raise Forbidden("This key is another tenant's.")
        return principal
    if named:
        return principal.model_copy(update={"tenant": named[0], "operator": False})
    if route.tenant == "needed":
        told = "is needed: the operator's key acts in a tenant that it names"
        raise Invalid(f"tenant: {told}", errors=[{"field": "tenant", "message": told}])
    return principal


def within_rate(principal: Principal, now: datetime, **amounts: int) -> None:
    """Raises Throttled beyond the tenant's rate: of requests and bytes before the request is read, of events once they are known. The
    operator has none: who sets things right must get in."""
    limit = bootstrap.request_limit()
    if limit is not None and not principal.operator:
        limit.take(principal.tenant, now, **amounts)


def read_json(event: Event, most_bytes: int = MOST_REQUEST_BYTES) -> Any:
    """The object that a body holds, within the bounds on bytes, levels and numbers, each name once. Raises Invalid and TooLarge."""
    raw = event.get("body") or ""
    try:
        data = base64.b64decode(raw) if event.get("isBase64Encoded") else raw.encode()
    except (binascii.Error, ValueError) as err:
        raise Invalid("The body is not valid base64.") from err
    if len(data) > most_bytes:
        raise TooLarge(f"A request takes at most {most_bytes} bytes, this one has {len(data)}.")
    try:
        value = json.loads(data or b"{}", parse_constant=_refuse, parse_float=_finite, object_pairs_hook=named_once.fields)
    except RecursionError as err:
        raise _too_deep() from err
    except ValueError as err:
        raise Invalid("The body is not valid JSON.") from err
    if not isinstance(value, dict):
        raise Invalid("The body is not a JSON object.")
    if _deeper(value, MOST_NESTED):
        raise _too_deep()
    return value


def refuse_body(fields: Mapping[str, Any]) -> None:
    """For a request that takes none. Raises Invalid where it holds something: a deletion whose filter nobody looks at deletes all."""
    if fields:
        told = "is not taken from the body of this request: give it as a parameter of the address"
        errors = [{"field": secrets.mask(name).text, "message": told} for name in fields]
        raise Invalid(f"{errors[0]['field']}: {told}", errors=errors)


def _too_deep() -> Invalid:
    return Invalid(f"The body is nested deeper than {MOST_NESTED} levels.", errors=[{"field": "body", "message": "is nested too deeply"}])


def _deeper(value: Any, levels: int) -> bool:
    """Level by level, since a call for each would end where Python's own depth does."""
    level = [value]
    while level and levels >= 0:
        level = [v for one in level if isinstance(one, dict | list) for v in (one.values() if isinstance(one, dict) else one)]
        levels -= 1
    return any(isinstance(v, dict | list) for v in level)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise ValueError(f"{digits} is out of range")
    return value


def names_masked(fields: dict[str, Any]) -> dict[str, Any]:
    """State is kept byte for byte: only the names that it goes by are looked at."""
    names: dict[str, Any] = masked({k: v for k, v in fields.items() if k in NAMES})
    return fields | names


def masked(value: Any, field: str = "") -> Any:
    """`value` with the secrets of every string masked. A name that holds one is refused instead."""
    if isinstance(value, str):
        if field not in NAMES:
            return secrets.mask(value).text
        if secrets.mask(value, guess=False).secrets:
            raise Invalid("A name looks like a secret.", errors=[{"field": field, "message": "looks like a secret"}])
        return value
    if isinstance(value, list):
        return [masked(v, field) for v in value]
    if isinstance(value, dict):
        return {secrets.mask(str(k)).text: masked(v, str(k)) for k, v in value.items()}
    return value


def checked(model: type[Model], value: Any) -> Model:
    """Strictly as the schema says: 0 is no boolean, a number is no time. Raises Invalid."""
    try:
        return _validated(lambda: model.model_validate_json(to_json(value), strict=True))
    except PydanticSerializationError as err:
        raise Invalid("The body holds half of a surrogate pair, which is no text.") from err


def _model(model: type[Model], value: Any) -> Model:
    """Parameters are all strings, so that their types are read from them."""
    return _validated(lambda: model.model_validate(value))


def _validated(parse: Callable[[], Model]) -> Model:
    try:
        return parse()
    except ValidationError as err:
        errors = refusals.told(err)
        raise Invalid(f"{errors[0]['field']}: {errors[0]['message']}", errors=errors) from err


def principal_of(event: Event, now: datetime) -> Principal:
    """The principal that the authorizer resolved, from its context of strings. Raises Unauthenticated, also where the key has ended since:
    API Gateway remembers what the authorizer said."""
    context = event.get("requestContext", {}).get("authorizer") or {}
    if not context.get("tenant") or not context.get("key_id"):
        raise Unauthenticated("A key is needed.")
    ends = datetime.fromisoformat(context["expires_at"]) if context.get("expires_at") else None
    if ends is not None and now >= ends:
        raise Unauthenticated("The key is not valid.")

    def many(name: str) -> tuple[str, ...]:
        return tuple(unquote(v) for v in str(context.get(name) or "").split(",") if v)

    return Principal(
        tenant=context["tenant"],
        key_id=context["key_id"],
        permissions=tuple(Permission(p) for p in many("permissions")),
        roles=many("roles"),
        containers=many("containers"),
        user_id=context.get("user_id") or None,
        agent_id=context.get("agent_id") or None,
        operator=str(context.get("operator") or "").lower() == "true",
        expires_at=ends,
    )


def _reply(status: int, answer: Answer, request_id: str) -> Event:
    headers = {"X-Request-Id": request_id, "Cache-Control": "no-store"}
    if answer is None:
        return {"statusCode": status, "headers": headers, "body": ""}
    if isinstance(answer, Page):
        told = {**headers, "Content-Type": answer.content_type, **answer.headers}
        return {"statusCode": answer.status, "headers": told, "body": answer.text}
    body = answer.model_dump_json() if isinstance(answer, BaseModel) else json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return {"statusCode": status, "headers": headers | {"Content-Type": "application/json"}, "body": body}


def problem(err: KeepsakeError, event: Event, request_id: str) -> Event:
    """RFC 9457 problem details."""
    body = {
        "type": f"urn:keepsake:problem:{type(err).__name__.lower()}",
        "title": err.title,
        "status": err.status,
        "detail": err.detail,
        "instance": event.get("path"),
        "request_id": request_id,
        "errors": list(err.errors),
    }
    headers = {"Content-Type": "application/problem+json", "X-Request-Id": request_id, "Cache-Control": "no-store"}
    if err.retry_after_s is not None or isinstance(err, Unavailable):
        headers["Retry-After"] = str(err.retry_after_s or 1)
    return {"statusCode": err.status, "headers": headers, "body": json.dumps(body, ensure_ascii=False)}
