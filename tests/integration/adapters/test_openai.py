"""The model endpoint as its SDK meets it: good answers, refusals, limits, nonsense and silence, over a mock transport."""

from __future__ import annotations

import base64
import json
import struct
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx2
import openai
import pytest

from keepsake.adapters import openai as adapter
from keepsake.adapters.openai import Chat, ChatDistiller, ChatExtractor, ChatPruner, ChatReconciler, ChatSummariser, OpenAIEmbedder
from keepsake.claims import Chunk
from keepsake.errors import Invalid, ModelRefused, ModelUnavailable, OverBudget, TextsRefused
from keepsake.records import Category, Source
from tests.builders import NOW, event, fact

Answer = Callable[[httpx2.Request], httpx2.Response]


def client(answer: Answer) -> openai.OpenAI:
    transport = httpx2.Client(transport=httpx2.MockTransport(answer))
    return openai.OpenAI(base_url="http://model.test/v1", api_key="none", max_retries=0, http_client=transport)


class Tally:
    """A budget that counts, and refuses once `limit` is reached."""

    def __init__(self, limit: int | None = None) -> None:
        self.limit, self.spent = limit, Counter[str]()

    def require(self, tenant: str) -> None:
        if self.limit is not None and self.spent[tenant] >= self.limit:
            raise OverBudget("The model's tokens of the day are spent.")

    def spend(self, tenant: str, tokens: int) -> None:
        self.spent[tenant] += tokens


def model(answer: Answer, budget: Tally | None = None) -> Chat:
    return Chat(client(answer), model="m", budget=budget or Tally())


def embeddings(dimension: int) -> Answer:
    def answer(request: httpx2.Request) -> httpx2.Response:
        body = json.loads(request.content)
        rows = [[float(len(text)), *[1.0] * (dimension - 1)] for text in body["input"]]
        packed = body.get("encoding_format") == "base64"
        data = [
            {"object": "embedding", "index": i, "embedding": base64.b64encode(struct.pack(f"<{dimension}f", *r)).decode() if packed else r}
            for i, r in enumerate(rows)
        ]
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        return httpx2.Response(200, json={"object": "list", "model": body["model"], "data": data[::-1], "usage": usage})

    return answer


def chat(content: Any, **message: Any) -> Answer:
    text = content if isinstance(content, str) else json.dumps(content)
    choice = {
        "index": 0,
        "finish_reason": message.pop("finish_reason", "stop"),
        "message": {"role": "assistant", "content": text} | message,
    }
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    reply = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}
    return lambda _: httpx2.Response(200, json=reply)


def claim(**fields: Any) -> dict[str, Any]:
    given = {
        "content": "The user lives in Denver.",
        "event_indexes": [0],
        "subject": "user",
        "category": "identity",
        "durability": "persistent",
        "importance": 0.8,
        "confidence": 0.95,
        "sensitivity": "personal",
        "entities": ["Denver"],
        "labels": ["Home"],
        "slot_feature": "residence",
        "slot_value": "Denver",
        "replaces": None,
        "correction": False,
        "negated": False,
    }
    return given | fields


CHUNK = Chunk(events=(event(event_id="m1"), event(event_id="m2", content="I like tea.", seq=1)))


def test_embeddings_come_in_order_as_unit_vectors() -> None:
    rows = OpenAIEmbedder(client(embeddings(3)), model="m", dimension=3).embed(["a", "a longer text"])
    assert [round(sum(x * x for x in row), 6) for row in rows] == [1.0, 1.0]
    assert rows[1][0] > rows[0][0]


def test_no_texts_make_no_call() -> None:
    def answer(_: httpx2.Request) -> httpx2.Response:
        raise AssertionError("called")

    assert OpenAIEmbedder(client(answer), model="m", dimension=3).embed([]) == []


def test_many_texts_go_in_several_requests() -> None:
    sizes = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sizes.append(len(json.loads(request.content)["input"]))
        return embeddings(2)(request)

    assert len(OpenAIEmbedder(client(answer), model="m", dimension=2).embed([str(i) for i in range(300)])) == 300
    assert sizes == [256, 44]


def test_vector_of_another_dimension_is_refused_with_both_named() -> None:
    with pytest.raises(Invalid, match=r"dimension 3, the index takes 4"):
        OpenAIEmbedder(client(embeddings(3)), model="m", dimension=4).embed(["a"])


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_refusing_endpoint_is_unavailable(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    refusing = client(lambda _: httpx2.Response(status, json={"error": {"message": "no"}}))
    monkeypatch.setattr(adapter, "PAUSE_S", 0.0)
    with pytest.raises(ModelUnavailable):
        OpenAIEmbedder(refusing, model="m", dimension=2).embed(["a"])
    with pytest.raises(ModelUnavailable):
        ChatExtractor(Chat(refusing, model="m", budget=Tally())).extract(CHUNK)


@pytest.mark.parametrize(("status", "counted"), [(503, "ModelUnavailable"), (429, "ModelUnavailable"), (401, "ModelRefused")])
def test_model_that_is_away_or_refuses_is_counted(
    status: int, counted: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what the alarms go: nobody reads logs for it."""
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Keepsake/test")
    with pytest.raises(ModelUnavailable), adapter.answering():
        client(lambda _: httpx2.Response(status, json={"error": {"message": "no"}})).models.list()
    (line,) = [json.loads(said) for said in capsys.readouterr().out.splitlines() if "_aws" in said]
    assert line[counted] == 1


def test_silent_endpoint_is_unavailable() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("slow", request=request)

    with pytest.raises(ModelUnavailable):
        OpenAIEmbedder(client(answer), model="m", dimension=2).embed(["a"])


def vectors(make: Callable[[list[str]], list[Any]]) -> Answer:
    """What the endpoint gives for the texts, as it stands in the body."""

    def answer(request: httpx2.Request) -> httpx2.Response:
        rows = make(json.loads(request.content)["input"])
        data = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
        body = json.dumps({"object": "list", "model": "m", "data": data, "usage": {}})
        return httpx2.Response(200, content=body, headers={"content-type": "application/json"})

    return answer


def body(text: str, kind: str = "application/json") -> Answer:
    return lambda _: httpx2.Response(200, content=text, headers={"content-type": kind})


@pytest.mark.parametrize(
    "answer",
    [
        body('{"error": {"message": "Too Many Requests", "code": 429}}'),
        body('{"object": "list", "data": [], "model": "m", "usage": null}'),
        body('{"object": "list", "data": [{"obj'),
        body(""),
        body("<html>busy</html>", "text/html"),
        vectors(lambda texts: [[1.0, 0.0]] * (len(texts) - 1)),
        vectors(lambda texts: [[1.0, 0.0]] * (len(texts) + 1)),
        vectors(lambda texts: [[float("nan"), 1.0] for _ in texts]),
        vectors(lambda texts: [[float("inf"), 1.0] for _ in texts]),
        vectors(lambda texts: [[1.7e308, 1.7e308] for _ in texts]),
        vectors(lambda texts: [[None, 1.0] for _ in texts]),
        vectors(lambda texts: [None for _ in texts]),
    ],
    ids="error empty cut nothing html few many nan infinite overflow null none".split(),
)
def test_embeddings_that_are_none_are_no_answer(answer: Answer) -> None:
    with pytest.raises(ModelUnavailable) as told:
        OpenAIEmbedder(client(answer), model="m", dimension=2).embed(["a", "b"])
    assert not isinstance(told.value, TextsRefused | ModelRefused), "it passes, and lies at no text"


def test_text_that_says_nothing_to_the_model_has_no_vector_and_the_others_have() -> None:
    known = vectors(lambda texts: [[0.0, 0.0] if t == "???" else [3.0, 4.0] for t in texts])
    with pytest.raises(TextsRefused) as refused:
        OpenAIEmbedder(client(known), model="m", dimension=2).embed(["hello", "???"])
    assert refused.value.vectors == ([0.6, 0.8], None)


class Strict:
    """An endpoint that takes no text of more than `most` bytes, nor one with `hated` in it."""

    def __init__(self, most: int = 8_191, hated: str = "\0", status: int = 400) -> None:
        self.most, self.hated, self.status = most, hated, status
        self.asked: list[list[str]] = []
        self.timeouts: list[float] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        texts = json.loads(request.content)["input"]
        self.asked.append(texts)
        self.timeouts.append(request.extensions["timeout"]["read"])
        if any(len(t.encode()) > self.most or self.hated in t for t in texts):
            return httpx2.Response(self.status, json={"error": {"message": "too long", "code": None, "param": None}})
        return embeddings(2)(request)


def test_a_long_text_is_embedded_by_its_beginning() -> None:
    strict = Strict()
    text = "word " * 6_000
    rows = OpenAIEmbedder(client(strict), model="m", dimension=2, text_tokens=1_000).embed([text, "short"])
    assert len(rows) == 2
    ((cut, short),) = strict.asked
    assert (short, text.startswith(cut), 4_500 < len(cut) <= 5_000) == ("short", True, True)


@pytest.mark.parametrize("text", ["x" * 30_000, "q z " * 8_000, "\u6f22" * 9_000, "\U0001f600" * 7_000, " " * 30_000 + "a", "/" * 30_000])
def test_a_text_whose_tokens_were_estimated_too_low_is_cut_to_what_is_sure(text: str) -> None:
    """The endpoint counts each byte as a token, which is more than any tokenizer makes."""
    strict = Strict(most=1_000)
    assert len(OpenAIEmbedder(client(strict), model="m", dimension=2, text_tokens=1_000).embed([text])) == 1


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_refused_text_keeps_no_other_without_its_vector(status: int) -> None:
    strict = Strict(hated="poison", status=status)
    texts = [f"text {i}" for i in range(300)]
    texts[7] = texts[270] = "poison"
    with pytest.raises(TextsRefused) as refused:
        OpenAIEmbedder(client(strict), model="m", dimension=2).embed(texts)
    assert [i for i, row in enumerate(refused.value.vectors) if row is None] == [7, 270]
    assert len(refused.value.vectors) == 300
    assert len(strict.asked) <= 2 * (1 + 1 + 2 * 9), "each request, a probe, and the halves down to the one text"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_refusal_of_what_is_configured_is_told_apart_and_asked_no_text_for_text(status: int) -> None:
    asked = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        error = {"message": "no word of a user: secret", "code": "unsupported_value", "param": "dimensions"}
        return httpx2.Response(status, json={"error": error})

    with pytest.raises(ModelRefused) as refused:
        OpenAIEmbedder(client(answer), model="m", dimension=2).embed(["a"] * 200)
    assert refused.value.reason == f"the model refuses what it is asked: status {status}, unsupported_value, dimensions"
    assert "secret" not in refused.value.detail
    assert len(asked) <= 2
    with pytest.raises(ModelRefused):
        ChatExtractor(Chat(client(answer), model="m", budget=Tally())).extract(CHUNK)


def test_only_what_every_model_takes_is_sent_to_a_chat_model() -> None:
    bodies = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        bodies.append(json.loads(request.content))
        return chat({"claims": []})(request)

    ChatExtractor(model(answer)).extract(CHUNK)
    assert set(bodies[0]) == {"model", "messages", "response_format", "stream"}


def test_a_call_with_many_texts_takes_no_longer_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request takes four seconds of the clock; none is given more than what is left."""
    clock = [0.0]
    monkeypatch.setattr(adapter.time, "monotonic", lambda: clock[0])
    strict = Strict()

    def answer(request: httpx2.Request) -> httpx2.Response:
        clock[0] += 4.0
        return strict(request)

    OpenAIEmbedder(client(answer), model="m", dimension=2, timeout_s=15.0).embed([str(i) for i in range(1_000)])
    assert strict.timeouts == [15.0, 11.0, 7.0, 3.0]


def test_broken_connection_is_tried_once_more_where_time_is_left_and_a_late_answer_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "PAUSE_S", 0.0)
    tries = []

    def failing_once(error: type[httpx2.TransportError]) -> Answer:
        def answer(request: httpx2.Request) -> httpx2.Response:
            tries.append(request)
            if len(tries) == 1:
                raise error("lost", request=request)
            return embeddings(2)(request)

        return answer

    assert len(OpenAIEmbedder(client(failing_once(httpx2.ReadError)), model="m", dimension=2).embed(["a"])) == 1
    assert len(tries) == 2
    tries.clear()
    with pytest.raises(ModelUnavailable):
        OpenAIEmbedder(client(failing_once(httpx2.ReadTimeout)), model="m", dimension=2).embed(["a"])
    assert len(tries) == 1
    monkeypatch.setattr(adapter, "PAUSE_S", 1.0)
    tries.clear()
    with pytest.raises(ModelUnavailable):
        OpenAIEmbedder(client(failing_once(httpx2.ReadError)), model="m", dimension=2, timeout_s=1.2).embed(["a"])
    assert len(tries) == 1, "a recall has no time for it"


def test_batches_do_not_each_wait_for_a_model_that_hangs_and_come_back_when_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked, hangs = [1000.0], [0], [True]
    monkeypatch.setattr(adapter.time, "monotonic", lambda: clock[0])

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked[0] += 1
        if hangs[0]:
            raise httpx2.ReadTimeout("slow", request=request)
        return embeddings(2)(request) if "input" in json.loads(request.content) else chat({"claims": []})(request)

    reading, embedder = ChatExtractor(model(answer)), OpenAIEmbedder(client(answer), model="m", dimension=2)
    brief = OpenAIEmbedder(client(answer), model="m", dimension=2, timeout_s=1.2)

    def tried(ask: Callable[[], object], times: int) -> int:
        """How often the model was asked."""
        before = asked[0]
        for _ in range(times):
            with pytest.raises(ModelUnavailable):
                ask()
        return asked[0] - before

    calls: list[Callable[[], object]] = [lambda: reading.extract(CHUNK), lambda: embedder.embed(["a"])]
    assert [tried(call, 9) for call in calls] == [2, 2]
    assert tried(lambda: brief.embed(["a"]), 9) == 9, "who waits for an answer waits no longer than that"
    clock[0] += adapter.OUT_S
    assert [tried(call, 9) for call in calls] == [1, 1], "one shows that it still hangs"
    clock[0] += adapter.OUT_S
    hangs[0] = False
    for call in calls:
        call()
    hangs[0] = True
    assert [tried(call, 9) for call in calls] == [2, 2], "a single late answer is no sign"


def test_chat_answer_becomes_claims_with_their_events() -> None:
    (found,) = ChatExtractor(model(chat({"claims": [claim()]}))).extract(CHUNK)
    assert (found.content, found.event_ids, found.category) == ("The user lives in Denver.", ("m1",), Category.IDENTITY)
    assert (found.slot.feature, found.slot.value) == ("residence", "Denver")  # type: ignore[union-attr]
    assert (found.source, found.valid_from) == (Source.EXPLICIT, NOW)
    assert found.confidence <= 0.85


def test_claim_without_an_event_of_the_chunk_is_dropped() -> None:
    answer = {"claims": [claim(event_indexes=[]), claim(event_indexes=[7]), claim(content="  ")]}
    assert ChatExtractor(model(chat(answer))).extract(CHUNK) == []


@pytest.mark.parametrize(
    "answer",
    [
        chat("not json"),
        chat({"claims": [{"content": "half"}]}),
        chat("", refusal="I cannot help with that."),
        chat('{"claims": [', finish_reason="length"),
        chat("{}", finish_reason="content_filter"),
        lambda _: httpx2.Response(200, text="<html>gateway</html>"),
        body('{"id": null, "choices": null, "error": {"message": "Provider returned error", "code": 429}}'),
        body('{"error": {"message": "no"}}'),
        body('{"id": "c", "choices": [{"index": 0, "finish_reason": "stop", "message": null}]}'),
        body('{"id": "c", "choi'),
        body(""),
        body("[]"),
    ],
    ids="nonsense malformed refusal cut filtered html null error message half nothing list".split(),
)
def test_unusable_chat_answer_is_unavailable(answer: Answer) -> None:
    with pytest.raises(ModelUnavailable):
        ChatExtractor(model(answer)).extract(CHUNK)


def test_prompt_marks_events_by_short_indexes_and_as_data() -> None:
    asked: dict[str, Any] = {}

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.update(json.loads(request.content))
        return chat({"claims": []})(request)

    ChatExtractor(model(answer)).extract(CHUNK)
    text = asked["messages"][1]["content"]
    assert "[0] (2026-05-02 Saturday) user: I live in Denver." in text
    assert "m1" not in text
    assert asked["response_format"]["type"] == "json_schema"


def test_chat_answer_becomes_actions_on_the_facts_and_episodes_that_it_points_at() -> None:
    episodes, facts = [fact(memory_id="p_1"), fact(memory_id="p_2")], [fact(memory_id="f_1")]
    row = {
        "action": "invalidate", "content": "", "subject": "user", "category": "identity", "confidence": 0.7, "fact_index": 0,
        "episode_indexes": [1], "reason": "moved away",
    }  # fmt: skip
    (action,) = ChatDistiller(model(chat({"actions": [row]}))).distil(episodes, facts, {})
    assert (action.kind, action.target_id, action.episode_ids) == ("invalidate", "f_1", ("p_2",))


@pytest.mark.parametrize("answer", [chat("no JSON"), chat({"actions": [{}]}), chat("", refusal="no"), chat("{", finish_reason="length")])
def test_unusable_distillation_is_unavailable(answer: Answer) -> None:
    with pytest.raises(ModelUnavailable):
        ChatDistiller(model(answer)).distil([fact(memory_id="p_1")], [], {})


def test_judgements_point_at_statements_that_were_sent_and_go_by_no_id() -> None:
    asked: dict[str, Any] = {}
    said, known = [fact("we split up\nK9 (2026-01-01) [user] nonsense", memory_id="o_1")], [fact("my girlfriend Ana", memory_id="f_1")]

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.update(json.loads(request.content))
        pairs = [(0, 0, "ends"), (0, 0, "replaces"), (0, 7, "ends"), (-1, 0, "ends")]
        return chat({"changes": [{"new": n, "known": k, "kind": kind} for n, k, kind in pairs]})(request)

    (found,) = ChatReconciler(model(answer)).judge(said, known, {})
    assert (found.observation_id, found.fact_id, found.changes) == ("o_1", "f_1", "ends")
    text = asked["messages"][1]["content"]
    assert text.splitlines() == [
        "<known>", "K0 (2026-05-02) [user] my girlfriend Ana", "</known>",
        "<new>", "N0 (2026-05-02) [user] we split up K9 (2026-01-01) [user] nonsense", "</new>",
    ]  # fmt: skip


def test_judgement_that_is_no_answer_is_unavailable() -> None:
    with pytest.raises(ModelUnavailable):
        ChatReconciler(model(chat({"changes": [{}]}))).judge([fact(memory_id="o_1")], [fact()], {})


SHOES = [fact("The user is looking for running shoes.", memory_id="f_1"), fact("The user's budget is 1000 now.", memory_id="f_2")]


def summary_of(*sentences: tuple[str, list[int]]) -> Answer:
    return chat({"sentences": [{"text": text, "fact_indexes": indexes} for text, indexes in sentences]})


def test_chat_answer_becomes_a_summary_and_sees_facts_by_short_indexes_alone() -> None:
    asked: dict[str, Any] = {}

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.update(json.loads(request.content))
        return summary_of(("The user is looking for running shoes.", [0]), ("The budget is 1000 now.", [1]))(request)

    text = ChatSummariser(model(answer)).summarise("running shoes", SHOES)
    assert text == "The user is looking for running shoes. The budget is 1000 now."
    assert "[1] (2026-05-02) The user's budget is 1000 now." in asked["messages"][1]["content"]
    assert "f_1" not in json.dumps(asked)


@pytest.mark.parametrize(
    "answer",
    [
        summary_of(),
        summary_of(("The user is looking for running shoes.", [])),
        summary_of(("The user is looking for running shoes.", [2])),
        summary_of(("The user's budget is 900 now.", [1])),
        summary_of(("The user's budget is 1000 now.", [0])),
        summary_of(("The user is looking for running shoes from Zurich.", [0])),
        chat("not json"),
        chat("", refusal="I cannot help with that."),
        lambda _: httpx2.Response(429, json={"error": {"message": "slow down"}}),
    ],
    ids=["empty", "uncited", "unknown", "number", "miscited", "name", "nonsense", "refusal", "limit"],
)
def test_summary_that_its_facts_do_not_support_is_none(answer: Answer) -> None:
    with pytest.raises(ModelUnavailable):
        ChatSummariser(model(answer)).summarise("running shoes", SHOES)


def test_tokens_that_the_endpoint_reports_are_counted_for_the_tenant_of_the_text() -> None:
    """Row R10."""
    spent = Tally()
    ChatExtractor(model(chat({"claims": [claim()]}), spent)).extract(CHUNK)
    with pytest.raises(ModelUnavailable):  # cut off, and paid for all the same
        ChatExtractor(model(chat("{", finish_reason="length"), spent)).extract(CHUNK)
    assert spent.spent == {"acme": 4}


def test_answer_that_does_not_say_what_it_used_is_an_answer() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        said = chat({"claims": []})(request).json() | {"usage": {}}
        return httpx2.Response(200, json=said)

    assert ChatExtractor(model(answer, tally := Tally())).extract(CHUNK) == []
    assert not tally.spent


def test_model_is_not_asked_once_the_budget_is_spent() -> None:
    """Row R10."""

    def answer(_: httpx2.Request) -> httpx2.Response:
        raise AssertionError("asked")

    with pytest.raises(OverBudget):
        ChatExtractor(model(answer, Tally(limit=0))).extract(CHUNK)
    with pytest.raises(OverBudget):
        ChatDistiller(model(answer, Tally(limit=0))).distil([fact(memory_id="p_1")], [], {})
    with pytest.raises(OverBudget):
        ChatPruner(model(answer, Tally(limit=0))).prune(SHOES)
    with pytest.raises(OverBudget):
        ChatSummariser(model(answer, Tally(limit=0))).summarise("running shoes", SHOES)


def trim(**fields: Any) -> dict[str, Any]:
    return {"action": "redundant", "fact_indexes": [0], "by_index": 1, "content": "", "reason": "said twice"} | fields


def test_trims_name_facts_by_short_indexes_and_rows_that_lead_nowhere_are_dropped() -> None:
    """Row K9: no id reaches the model."""
    asked: list[str] = []
    rows = [trim(), trim(fact_indexes=[9]), trim(by_index=0), trim(fact_indexes=[])]

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.content.decode())
        return chat({"trims": rows})(request)

    (found,) = ChatPruner(model(answer)).prune(SHOES)
    assert (found.fact_ids, found.by_id) == ((SHOES[0].memory_id,), SHOES[1].memory_id)
    assert not any(f.memory_id in asked[0] for f in SHOES)


@pytest.mark.parametrize(
    "answer",
    [
        chat(None, refusal="no"), chat("not json"), chat({"trims": [{"action": "burn"}]}), chat("{", finish_reason="length"),
        lambda _: httpx2.Response(429, json={"error": {"message": "slow down"}}),
    ],
)  # fmt: skip
def test_pruner_without_a_usable_answer_is_unavailable(answer: Answer) -> None:
    with pytest.raises(ModelUnavailable):
        ChatPruner(model(answer)).prune(SHOES)
