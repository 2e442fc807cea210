"""Row O5: no log line holds a word of a memory, whatever its level, also where a request, a consumer or a stored row is broken."""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from aws_lambda_powertools import Logger
from pydantic import ValidationError

from functions.catch_up import handler as catch_up
from functions.project import handler as project
from keepsake import bootstrap, telemetry
from keepsake.adapters import dynamodb
from keepsake.records import Content, Event, Memory
from keepsake.routes import ROUTES
from local.in_process import CONTEXT
from tests.builders import fact
from tests.integration.template.reading import ROOT
from tests.isolation.in_process import Service
from tests.isolation.probes import OWNER, WORDS, Probe, probes

WORDS_OF_MEMORIES = WORDS[1:]
MARK = "Xylophonburg"


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        made = Service(patch)
        logger = Logger(service="logs-at-debug", level="DEBUG", stream=made.log)
        patch.setattr(telemetry, "logger", lambda: logger)
        patch.setattr(bootstrap, "kept_sides", made.world.kept)
        patch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Keepsake/test")
        yield made


@pytest.fixture
def logged(service: Service, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Everything that was written since: our lines, every library's at DEBUG, and what is printed, as metrics are."""
    caplog.set_level(logging.DEBUG)
    service.rewind()

    def text() -> str:
        printed = capsys.readouterr()
        return service.log.getvalue() + caplog.text + printed.out + printed.err

    return text


def test_no_request_of_the_owner_and_no_work_behind_it_logs_a_word(service: Service, logged: Callable[[], str]) -> None:
    for probe in probes(service.held):
        service.rewind_rows()
        service.ask(OWNER, probe)
    service.rewind_rows()
    said = {"user_id": "u1", "session_id": "s9", "events": [{"content": f"I live in {MARK}.", "timestamp": "2026-06-01T10:00:00Z"}]}
    batch = service.ask(OWNER, Probe("POST /retain", body=said)).json["batch_id"]
    service.settle(batch)
    assert MARK in service.ask(OWNER, Probe("POST /recall", body={"user_id": "u1", "query": f"Where is {MARK}?"})).text
    catch_up.handler({}, CONTEXT)
    text = logged()
    assert text.count('"message":"request"') > len(ROUTES) - 10
    assert "RecallLatency" in text
    assert [w for w in (*WORDS_OF_MEMORIES, MARK) if w in text] == []


@pytest.mark.parametrize("route", [r.name for r in ROUTES if r.permission is not None])
def test_refused_request_is_logged_without_what_it_said(route: str, service: Service, logged: Callable[[], str]) -> None:
    names = {"id": "i", "item": "i", "c": "default", "batch_id": "b", "recall_id": "r", "memory_id": "m", "run_id": "w", "n": "1"}
    body = {"nonsense": MARK, "events": [{"content": [MARK]}], "query": {"a": MARK}}
    reply = service.ask(OWNER, Probe(route, names, {"nonsense": MARK}, body))
    assert reply.status in (403, 422), reply
    assert MARK not in logged()


@pytest.mark.parametrize("error", [ValueError(MARK), KeyError(MARK), RuntimeError(f"row of {MARK}")])
def test_fault_of_ours_is_logged_without_its_text(
    error: Exception, service: Service, logged: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    for name in ("read", "query", "find", "commit", "put_each", "due"):
        monkeypatch.setattr(service.world.store, name, fail)
    failed = 0
    for probe in probes(service.held):
        reply = service.ask(OWNER, probe)
        failed += reply.status == 500
        assert MARK not in reply.text
    text = logged()
    assert failed > 30
    assert type(error).__name__ in text
    assert MARK not in text


@pytest.mark.parametrize("consumer", ["extract", "consolidate", "refresh"])
def test_consumer_that_breaks_is_logged_without_the_errors_text(
    consumer: str, service: Service, logged: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise ValueError(MARK)

    module = importlib.import_module(f"functions.{consumer}.handler")
    monkeypatch.setattr(module, "work", fail)
    sample = json.loads((ROOT / "events" / f"{consumer}.json").read_text())
    done = module.handler(sample, CONTEXT)
    assert len(done["batchItemFailures"]) == 1
    broken = {**sample["Records"][0], "messageId": "broken", "body": json.dumps({"tenant": MARK, "text": MARK})}
    module.handler({"Records": [broken]}, CONTEXT)
    assert MARK not in logged()
    assert MARK not in str(service.world.store.texts())


def test_stored_row_that_cannot_be_read_is_not_quoted(service: Service, logged: Callable[[], str]) -> None:
    """What a handler lets through is written to the log by Lambda, with its text."""
    good = fact(content="x")
    row = dynamodb.encode(good.model_copy(update={"content": Content(raw=MARK, summary=MARK)}))
    text = dynamodb.text_of(row).decode().replace('"raw":', f'"{MARK[:4]}":')
    service.world.store.rows[good.key] = row | {"doc": {"S": text}}
    stream = {"Records": [{"dynamodb": {"Keys": {"pk": {"S": good.key.pk}, "sk": {"S": good.key.sk}}}}]}
    with pytest.raises(ValidationError) as raised:
        project.handler(stream, CONTEXT)
    assert MARK not in f"{raised.value}{raised.value!r}"
    assert MARK not in logged()


def test_records_and_requests_never_quote_their_input() -> None:
    for model in (Event, Memory, *{m for r in ROUTES for m in (r.body, r.query) if m is not None}):
        with pytest.raises(ValidationError) as raised:
            model.model_validate({"nonsense": MARK, "scope": MARK, "events": MARK, "limit": MARK})
        assert MARK not in str(raised.value), model
