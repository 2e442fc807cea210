"""What is served fits its description: every route is asked as its owner, and each answer is held against the document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from keepsake import openapi
from keepsake.routes import BY_NAME
from tests.isolation.in_process import Service
from tests.isolation.probes import OWNER, PAGES, Probe, probes

ANSWERED = 65
"""Probes that the owner is answered with a body, at least; the operator's routes and what a probe of before used up are refused."""


@cache
def registry() -> tuple[dict[str, Any], Registry[Any]]:
    document = openapi.document()
    return document, Registry().with_resource("urn:doc", DRAFT202012.create_resource(document))


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        yield Service(patch)


def schema_of(probe: Probe, status: int) -> dict[str, Any] | None:
    """Of the answer with this status; None where it has no body. Fails where the document has no such status."""
    document, _ = registry()
    route = BY_NAME[probe.route]
    answers = document["paths"][openapi.path_of(route)][route.method.lower()]["responses"]
    assert str(status) in answers, f"{probe.route} answers {status}"
    answer = answers[str(status)]
    if "$ref" in answer:
        answer = document["components"]["responses"][answer["$ref"].rsplit("/", 1)[-1]]
    for content in answer.get("content", {}).values():
        absolute: dict[str, Any] = json.loads(json.dumps(content["schema"]).replace('"#/', '"urn:doc#/'))
        return absolute
    return None


def body_of(text: str, status: int) -> Any:
    """Of a refusal the service gives the headers before the body."""
    return json.loads(text[json.JSONDecoder().raw_decode(text)[1] :] if status >= 300 else text)


def test_every_answer_fits_what_the_document_says_of_it(service: Service) -> None:
    answered, wrong = 0, {}
    for probe in probes(service.held):
        if probe in PAGES or probe.route not in BY_NAME:
            continue
        service.rewind_rows()
        reply = service.ask(OWNER, probe)
        schema = schema_of(probe, reply.status)
        if schema is None:
            assert not reply.text, probe.route
            continue
        checker = Draft202012Validator(schema, registry=registry()[1], format_checker=Draft202012Validator.FORMAT_CHECKER)
        found = [f"{e.json_path}: {e.message[:200]}" for e in checker.iter_errors(body_of(reply.text, reply.status))]
        answered += reply.status < 300
        wrong |= {f"{probe.route} {reply.status}": found} if found else {}
    assert wrong == {}
    assert answered >= ANSWERED
