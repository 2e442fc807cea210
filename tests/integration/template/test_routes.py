"""The API: the routes that the handlers serve, who may call them without a key, and API Gateway's own answers."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest

from keepsake import errors
from keepsake.agentcore import refusals
from keepsake.routes import DOORS, ROUTES, of_door
from tests.integration.template import reading

ANSWERS = reading.properties("Api")["GatewayResponses"]
TYPES_BY_STATUS = {
    401: {"UNAUTHORIZED"},
    403: {"ACCESS_DENIED", "EXPIRED_TOKEN", "INVALID_API_KEY", "INVALID_SIGNATURE", "WAF_FILTERED"},
    404: {"MISSING_AUTHENTICATION_TOKEN", "RESOURCE_NOT_FOUND"},
    413: {"REQUEST_TOO_LARGE"},
    422: {"DEFAULT_4XX"},
    429: {"THROTTLED", "QUOTA_EXCEEDED"},
    500: {"DEFAULT_5XX"},
    503: {"AUTHORIZER_CONFIGURATION_ERROR", "AUTHORIZER_FAILURE", "INTEGRATION_FAILURE", "INTEGRATION_TIMEOUT"},
}
"""API Gateway answers an unknown route as if a token were missing."""


def routes() -> dict[tuple[str, str], tuple[str, bool]]:
    """Function and whether a key is needed, by method and path."""
    return {
        (p["Method"].upper(), p["Path"]): (name, p.get("Auth", {}).get("Authorizer") != "NONE")
        for name in reading.functions()
        for p in reading.sources(name, "Api")
    }


def test_template_has_every_route_and_no_other() -> None:
    doors = {tuple(name.split(" ")): True for door in DOORS for name in of_door(door)}
    own = {(r.method, r.path): r.permission is not None for r in ROUTES}
    assert {key: needs_key for key, (_, needs_key) in routes().items()} == own | doors


@pytest.mark.parametrize("door", sorted(DOORS))
def test_door_is_a_function_of_its_name(door: str) -> None:
    assert {f"{method} {path}" for (method, path), (name, _) in routes().items() if name == door} == set(of_door(door))


@pytest.mark.parametrize("name", sorted({name for name, _ in routes().values()} - DOORS.keys()))
def test_handler_serves_the_routes_that_lead_to_it(name: str) -> None:
    tree = ast.parse((reading.ROOT / "functions" / name / "handler.py").read_text())
    named = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    served = {r.name for r in ROUTES} & named
    assert served == {f"{method} {path}" for (method, path), (owner, _) in routes().items() if owner == name}


def test_a_key_is_needed_unless_a_route_says_otherwise() -> None:
    auth = reading.properties("Api")["Auth"]
    authorizer = auth["Authorizers"][auth["DefaultAuthorizer"]]
    assert authorizer["FunctionArn"] == {"Fn::GetAtt": ["AuthorizeFunction", "Arn"]}
    assert authorizer["Identity"]["Headers"] == ["Authorization"]
    signed = auth["Authorizers"]["SessionToken"]
    assert (signed["FunctionArn"], signed["Identity"]["Headers"]) == (authorizer["FunctionArn"], ["X-Amz-Security-Token"])
    used = {p["Path"].split("/")[1]: p.get("Auth", {}).get("Authorizer") for n in reading.functions() for p in reading.sources(n, "Api")}
    assert [path for path, by in used.items() if by == "SessionToken"] == ["agentcore"]


def test_stage_is_the_version_of_the_contract() -> None:
    assert reading.properties("Api")["StageName"] == "v1"


def body(answer: dict[str, Any]) -> dict[str, Any]:
    _, name, _ = answer["ResponseTemplates"]["application/json"]["Fn::FindInMap"]
    parsed: dict[str, Any] = json.loads(reading.template()["Mappings"]["Problem"][name]["Body"])
    return parsed


def test_every_refusal_of_the_gateway_has_a_status_of_the_contract() -> None:
    found: dict[int, set[str]] = {}
    for kind, answer in ANSWERS.items():
        found.setdefault(int(answer["StatusCode"]), set()).add(kind)
    assert found == TYPES_BY_STATUS


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_gateway_refuses_in_the_words_of_our_own_errors(kind: str) -> None:
    said = body(ANSWERS[kind])
    ours = {e.__name__.lower(): e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, errors.KeepsakeError)}
    error = ours[said["type"].removeprefix("urn:keepsake:problem:")]
    assert said["status"] == error.status == int(ANSWERS[kind]["StatusCode"])
    assert said["title"] == error.title
    assert set(said) == {"type", "title", "status", "detail", "instance", "request_id", "errors", "__type", "message"}
    assert said["message"] == said["detail"]
    assert said["__type"] == refusals.refusal(error("x"), "q1").body["__type"]
    assert said["request_id"] == "$context.requestId"


@pytest.mark.parametrize("kind", sorted(ANSWERS))
def test_gateway_refuses_with_the_headers_of_its_status(kind: str) -> None:
    headers = ANSWERS[kind]["ResponseParameters"]["Headers"]
    status = int(ANSWERS[kind]["StatusCode"])
    assert headers["Content-Type"] == "'application/problem+json'"
    assert ("WWW-Authenticate" in headers) == (status == 401)
    assert ("Retry-After" in headers) == (status in (429, 503))


def test_emulators_answers_are_the_same_and_made_nowhere_else() -> None:
    emulated = reading.resources("AWS::ApiGateway::GatewayResponse")
    assert emulated
    for name, resource in emulated.items():
        own = resource["Properties"]
        real = ANSWERS[own["ResponseType"]]
        assert resource["Condition"] == "OnEmulator"
        assert name < "ApiDeployment", "the emulator makes resources by the alphabet, and a deployment takes what is there"
        assert own["StatusCode"] == real["StatusCode"]
        assert own["ResponseTemplates"] == real["ResponseTemplates"]
        assert own["ResponseParameters"] == {f"gatewayresponse.header.{k}": v for k, v in real["ResponseParameters"]["Headers"].items()}
