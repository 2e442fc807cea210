"""What becomes of a request: retries, errors, waiting, pages, and where address and key come from."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

import keepsake_client
from keepsake_client import AsyncKeepsake, Keepsake, KeepsakeError, Refused

URL = "https://api.test/v1"
FACT = {
    "type": "urn:keepsake:problem:x",
    "title": "T",
    "status": 0,
    "detail": "D",
    "request_id": "r9",
    "errors": [{"field": "f", "message": "m"}],
}
RETAINED = {"batch_id": "b_1", "status": "accepted", "events": []}
Answer = httpx.Response | Exception


class Script:
    """Answers one after the other, the last one for good; keeps what was asked and how long was slept."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[httpx.Request] = []
        self.slept: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def client(self, **given: Any) -> Keepsake:
        return Keepsake(URL, "k", http=httpx.Client(transport=httpx.MockTransport(self)), **given)

    def async_client(self) -> AsyncKeepsake:
        return AsyncKeepsake(URL, "k", http=httpx.AsyncClient(transport=httpx.MockTransport(self)))


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that were slept, without sleeping them."""
    seconds: list[float] = []

    async def sleep(delay: float) -> None:
        seconds.append(delay)

    monkeypatch.setattr("time.sleep", seconds.append)
    monkeypatch.setattr("asyncio.sleep", sleep)
    monkeypatch.setattr("anyio.sleep", sleep)
    return seconds


def refusal(status: int, retry_after: str | None = None) -> httpx.Response:
    headers = {"Retry-After": retry_after} if retry_after else {}
    return httpx.Response(status, json=FACT | {"status": status}, headers=headers)


def ok(**body: Any) -> httpx.Response:
    return httpx.Response(200, json=body)


@pytest.mark.parametrize(
    ("status", "name"),
    [
        (401, "Unauthenticated"),
        (403, "Forbidden"),
        (404, "NotFound"),
        (409, "Conflict"),
        (413, "TooLarge"),
        (422, "Invalid"),
        (429, "Throttled"),
        (418, "Refused"),
        (500, "ServerError"),
        (503, "Unavailable"),
    ],
)
def test_each_status_has_an_error_with_its_problem(status: int, name: str, slept: list[float]) -> None:
    del slept
    with pytest.raises(Refused) as caught:
        Script(refusal(status)).client().memories.get("f_1")
    err = caught.value
    assert type(err) is getattr(keepsake_client, name)
    assert isinstance(err, KeepsakeError)
    assert (err.status, err.title, err.detail, err.request_id, list(err.errors)) == (status, "T", "D", "r9", FACT["errors"])
    assert str(err) == f"{status} T: D"


def test_answer_without_problem_details_is_an_error_too(slept: list[float]) -> None:
    del slept
    for answer in (httpx.Response(403, json={"message": "Forbidden"}), httpx.Response(502, text="<html>"), httpx.Response(404, json=[1])):
        with pytest.raises(Refused) as caught:
            Script(answer).client(retries=0).health()
        assert caught.value.status == answer.status_code


@pytest.mark.parametrize("call", [lambda k: k.recall("q"), lambda k: k.memories.pin("f_1"), lambda k: k.retain("x")])
def test_what_the_service_asks_to_send_again_is_sent_again_after_that_time(call: Callable[[Keepsake], Any], slept: list[float]) -> None:
    script = Script(refusal(503, "7"), refusal(429, "3"), refusal(409, "1"), refusal(404))
    with pytest.raises(keepsake_client.NotFound):
        call(script.client())
    assert slept == [7.0, 3.0, 1.0]


def test_asynchronous_client_tries_again_alike(slept: list[float]) -> None:
    script = Script(refusal(503, "7"), ok(**RETAINED))
    assert asyncio.run(script.async_client().retain("x")).batch_id == "b_1"
    assert slept == [7.0]


def test_a_longer_wait_than_a_minute_is_the_callers_to_decide(slept: list[float]) -> None:
    with pytest.raises(keepsake_client.Throttled) as caught:
        Script(refusal(429, "3600")).client().health()
    assert (caught.value.retry_after_s, slept) == (3600.0, [])


def test_tries_end(slept: list[float]) -> None:
    script = Script(refusal(503))
    with pytest.raises(keepsake_client.Unavailable):
        script.client(retries=3).memories.get("f_1")
    assert len(script.asked) == 4
    assert all(0 <= s <= limit for s, limit in zip(slept, (0.5, 1, 2), strict=True)), slept


@pytest.mark.parametrize("call", [lambda k: k.recall("q"), lambda k: k.reflect("q?"), lambda k: k.items.search("a")])
def test_what_only_reads_is_repeated_although_it_is_posted(call: Callable[[Keepsake], Any], slept: list[float]) -> None:
    script = Script(httpx.ReadTimeout("slow"), refusal(503), refusal(404))
    with pytest.raises(keepsake_client.NotFound):
        call(script.client())
    assert len(slept) == 2


def test_request_that_the_rate_turned_away_is_sent_again_also_where_no_time_is_named(slept: list[float]) -> None:
    script = Script(refusal(429), refusal(404))
    with pytest.raises(keepsake_client.NotFound):
        script.client().memories.pin("f_1")
    assert len(slept) == 1


def test_act_of_unknown_outcome_is_not_repeated(slept: list[float]) -> None:
    acts = (lambda k: k.capture("x", session_id="s1"), lambda k: k.memories.pin("f_1"), lambda k: k.settings.replace({}, version=1))
    for act in acts:
        for answer in (refusal(503), httpx.ReadTimeout("slow")):
            script = Script(answer)
            with pytest.raises(KeepsakeError):
                act(script.client())
            assert len(script.asked) == 1
    assert slept == []


def test_connection_that_never_came_about_is_tried_again_for_everything(slept: list[float]) -> None:
    script = Script(httpx.ConnectError("refused"), ok(**RETAINED))
    script.client().retain("x")
    unreachable = Script(httpx.ConnectError("refused"))
    with pytest.raises(keepsake_client.Unreachable, match=r"api\.test"):
        unreachable.client(retries=1).capture("x", session_id="s1")
    assert (len(unreachable.asked), len(slept)) == (2, 2)


@pytest.mark.parametrize("call", [lambda k: k.retain("x"), lambda k: k.memories.add("x")])
def test_writes_have_an_idempotency_key_of_their_own_which_tries_share(call: Callable[[Keepsake], Any], slept: list[float]) -> None:
    script = Script(httpx.ReadTimeout("slow"), refusal(503), refusal(404))
    client = script.client()
    for _ in range(2):
        with pytest.raises(keepsake_client.NotFound):
            call(client)
    keys = [r.headers["Idempotency-Key"] for r in script.asked]
    assert (len(keys), len(set(keys[:3])), len(set(keys)), len(slept)) == (4, 1, 2, 2)


def test_callers_own_idempotency_key_is_sent() -> None:
    script = Script(ok(**RETAINED))
    script.client().retain("x", idempotency_key="mine")
    assert script.asked[0].headers["Idempotency-Key"] == "mine"


def test_batch_is_asked_for_until_it_is_processed() -> None:
    script = Script(
        ok(**RETAINED),
        ok(batch_id="b_1", status="pending", events=[]),
        ok(batch_id="b_1", status="processing", events=[]),
        ok(batch_id="b_1", status="processed", events=[{"event_id": "m", "status": "processed", "memory_ids": ["f_1"]}]),
    )
    assert script.client().retain("x", wait=True).memory_ids == ["f_1"]
    assert [dict(r.url.params).get("wait_s") for r in script.asked] == [None, "20", "20", "20"]
    assert script.asked[1].extensions["timeout"]["read"] == 50, "the service's time beside the client's"


def test_failed_batch_names_its_reasons_and_a_slow_one_is_not_done() -> None:
    failed = ok(batch_id="b_1", status="failed", events=[{"event_id": "m", "status": "failed", "reason": "no", "memory_ids": []}])
    with pytest.raises(keepsake_client.Failed, match="m: no"):
        Script(ok(**RETAINED), failed).client().retain("x", wait=True)
    with pytest.raises(keepsake_client.NotDone) as caught:
        Script(ok(batch_id="b_1", status="pending", events=[])).client().wait("b_1", timeout_s=0)
    assert isinstance(caught.value, TimeoutError)


def test_lists_page_until_the_end_or_the_limit() -> None:
    def page(*ids: int, cursor: str | None) -> httpx.Response:
        return ok(
            users=[{"user_id": f"u{n}", "container": "c", "sessions": 0, "events": 0, "turns": 0, "facts": 0} for n in ids],
            next_cursor=cursor,
        )

    script = Script(page(1, 2, cursor="a"), page(cursor="b"), page(3, cursor=None))
    assert [u.user_id for u in script.client().users.list()] == ["u1", "u2", "u3"]
    assert [dict(r.url.params) for r in script.asked] == [
        {"limit": "200"},
        {"limit": "200", "cursor": "a"},
        {"limit": "200", "cursor": "b"},
    ]
    few = Script(page(1, 2, cursor="a"), page(3, cursor="b"))
    assert list(few.client().users.list(limit=0)) == []
    assert len(list(few.client().users.list(limit=3))) == 3
    assert [dict(r.url.params)["limit"] for r in few.asked] == ["3", "1"]

    async def read() -> list[str]:
        return [u.user_id async for u in Script(page(1, cursor="a"), page(2, cursor=None)).async_client().users.list()]

    assert asyncio.run(read()) == ["u1", "u2"]


def test_new_fields_and_names_of_a_newer_service_are_taken() -> None:
    health = Script(ok(status="splendid", dependencies=[], region="moon")).client().health()
    assert (health.status, health.model_extra) == ("splendid", {"region": "moon"})
    assert Script(ok(**RETAINED | {"status": "welcome"})).client().retain("x").status == "welcome"


def test_answer_of_something_else_is_an_error_of_its_own() -> None:
    with pytest.raises(KeepsakeError, match="not as this client expects"):
        Script(httpx.Response(200, text="<html>")).client().health()


def test_scope_of_a_call_stands_over_that_of_its_client() -> None:
    script = Script(ok(**RETAINED))
    client = script.client(user_id="ann", container="shop")
    client.retain("x")
    client.retain("x", user_id="bob")
    client.scoped(user_id="eve", agent_id="a").retain("x")
    sent = [{k: v for k, v in json.loads(r.content).items() if k not in ("events", "extract")} for r in script.asked]
    assert sent == [
        {"user_id": "ann", "container": "shop"},
        {"user_id": "bob", "container": "shop"},
        {"user_id": "eve", "container": "shop", "agent_id": "a"},
    ]


def test_turn_that_raises_or_has_no_reply_is_not_captured() -> None:
    recalled = ok(
        recall_id="r",
        query="q",
        short_term_context=[],
        mid_term_context=[],
        long_term_user_context=[],
        formatted_context="c",
        memories=[],
        tokens=0,
        degraded=[],
    )
    script = Script(recalled)
    with script.client().remember("hi", session_id="s1") as turn:
        assert turn.context == "c"
    with pytest.raises(ZeroDivisionError), script.client().remember("hi", session_id="s1") as turn:
        turn.reply(str(1 // 0))
    assert [r.url.path for r in script.asked] == ["/v1/recall"] * 2


def test_address_and_key_come_from_arguments_environment_and_local_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(keepsake_client.NotConfigured, match="make up"):
        Keepsake()
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "stack.json").write_text(json.dumps({"url": "http://127.0.0.1:1/v1", "key": "local", "admin_key": "admin"}))
    (tmp_path / "deep" / "er").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "deep" / "er")
    monkeypatch.setenv("KEEPSAKE_KEY", "of-elsewhere")
    assert Keepsake()._connection.place == ("http://127.0.0.1:1/v1", "local"), "a key of the environment is for the address there"
    monkeypatch.setenv("KEEPSAKE_URL", "https://env.test/v1/")
    assert Keepsake()._connection.place == ("https://env.test/v1", "of-elsewhere")
    assert Keepsake("https://given.test/v1", "given")._connection.place == ("https://given.test/v1", "given")
    monkeypatch.delenv("KEEPSAKE_KEY")
    with pytest.raises(keepsake_client.NotConfigured, match="KEEPSAKE_KEY"):
        Keepsake()


def test_download_that_breaks_leaves_no_file(tmp_path: Path) -> None:
    export = {
        "export_id": "ex_1",
        "status": "finished",
        "requested_at": "2026-05-02T10:00:00Z",
        "counts": {},
        "bytes": 3,
        "sha256": "0" * 64,
        "download_url": "https://files.test/x",
        "expires_at": "2026-05-02T10:00:00Z",
    }
    script = Script(ok(export_id="ex_1", status="running"), ok(**export), httpx.Response(200, text="abc"))
    with pytest.raises(keepsake_client.Failed, match="SHA-256"):
        script.client().exports.save(tmp_path / "out.jsonl")
    cut = Script(ok(export_id="ex_1", status="running"), ok(**export), httpx.ReadError("cut"))
    with pytest.raises(keepsake_client.Unreachable) as caught:
        cut.client().exports.save(tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == [], caught.value
    assert "Authorization" not in script.asked[2].headers, "the address is its own permission"
