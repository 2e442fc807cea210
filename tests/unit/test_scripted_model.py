"""The scripted chat model: labels become claims, lies are told at their rates and remembered, and none that can be told is stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openai
import pytest

from bench import chat, chat_scores, scripted_model
from keepsake.adapters.openai import Chat, ChatExtractor, ChatPruner, ChatReconciler, ChatSummariser
from keepsake.claims import Chunk
from keepsake.errors import ModelRefused
from keepsake.prompts import extraction, folding, reconciliation, reranking
from local import embedder, models
from tests.builders import event, fact

Row = dict[str, Any]


def label(say: str, **fields: Any) -> Row:
    plain = {"optional": False, "category": None, "sensitivity": None, "durability": None, "date": None, "subject": ["user"]}
    return plain | {"id": say, "say": say, "keys": [say.split()[-1]]} | fields


SAID = {
    "t1": ("I live in Oslo.\nI dont eat eggs", [label("lives in Oslo"), label("dont eat eggs", category=["preference"])]),
    "t2": ("my sister Ann has a boat", [label("Ann has a boat", subject=["ann"], sensitivity=["personal"])]),
    "t3": ("hm ok", []),
}
TURNS: list[Row] = [{"role": "user", "id": name, "content": said, "facts": facts} for name, (said, facts) in SAID.items()]
TALK: Row = {"id": "small", "user_turns": 3, "sessions": [{"id": "s1", "date": "2026-03-02T09:10:00Z", "turns": TURNS}]}
CHUNK = Chunk(events=tuple(event(event_id=name, content=said, seq=n) for n, (name, (said, _)) in enumerate(SAID.items())))


def answer(script: scripted_model.Script, messages: Any = None, form: Any = extraction.Answer) -> Row:
    """What the endpoint says to a request as the SDK would send it."""
    schema = {"json_schema": {"schema": form.model_json_schema()}}
    told = script.answer({"messages": messages or extraction.messages(CHUNK), "response_format": schema})
    return dict(json.loads(told["choices"][0]["message"]["content"]))


def told(rates: str) -> tuple[scripted_model.Script, list[Row]]:
    script = scripted_model.script_of([TALK], rates)
    return script, answer(script)["claims"]


def test_labels_become_claims_that_cite_their_turn() -> None:
    script, claims = told("")
    assert [(c["content"], c["event_indexes"], c["subject"]) for c in claims] == [
        ("lives in Oslo", [0], "user"),
        ("dont eat eggs", [0], "user"),
        ("Ann has a boat", [1], "ann"),
    ]
    assert claims[1]["category"] == "preference"
    assert claims[2]["sensitivity"] == "personal"
    assert script.calls == {"claims": 1}
    assert script.tokens["read"] > script.tokens["written"] > 0
    assert script.lies == []


@pytest.mark.parametrize(
    ("kind", "content", "cited"),
    [
        ("negation", "eat eggs", [0]),
        ("merge", "lives in Oslo and Ann has a boat", [0, 1]),
        ("join", "lives in Oslo and dont eat eggs", [0]),
    ],
)
def test_lie_is_told_at_its_rate_and_remembered(kind: str, content: str, cited: list[int]) -> None:
    script, claims = told(f"{kind}=1")
    assert content in [c["content"] for c in claims]
    assert scripted_model.Lie(kind, content, tuple(" ".join(CHUNK.events[n].content.split()) for n in cited)) in script.lies


def test_changes_are_judged_by_what_was_recorded_else_by_their_labels_and_a_lie_names_any_pair() -> None:
    known, said = [fact("I live in Oslo", memory_id="f_1"), fact("Ann has a boat", memory_id="f_2")], [fact("off to Lima", memory_id="o_1")]
    asked = reconciliation.messages(said, known)
    turn = {"role": "user", "id": "t4", "content": "off to Lima", "corrections": [{"right": ["lima"], "old": ["oslo"]}]}
    talk = TALK | {"sessions": [{"id": "s1", "date": "2026-03-02T09:10:00Z", "turns": [*TURNS, turn]}]}
    labelled, lying = scripted_model.script_of([talk]), scripted_model.script_of([TALK], "change=1")
    recorded = scripted_model.script_of([talk], judged=[{"new": "off to Lima", "known": "Ann has a boat", "kind": "unsure"}])
    assert answer(labelled, asked, reconciliation.Answer)["changes"] == [{"new": 0, "known": 0, "kind": "replaces"}]
    assert answer(recorded, asked, reconciliation.Answer)["changes"] == [{"new": 0, "known": 1, "kind": "unsure"}]
    assert answer(lying, asked, reconciliation.Answer)["changes"][0]["kind"] == "replaces"
    assert [lie.kind for lie in lying.lies] == ["change"]


def test_invented_words_and_wrong_evidence_are_lies_of_every_claim() -> None:
    script, claims = told("word=1")
    assert all(any(w in c["content"] for w in scripted_model.INVENTED) for c in claims)
    assert len(script.lies) == 3
    script, claims = told("evidence=1")
    assert all(c["event_indexes"] != [n] for c, n in zip(claims, (0, 0, 1), strict=True))
    assert [lie.kind for lie in script.lies] == ["evidence"] * 3


def test_kind_of_lie_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="flattery"):
        scripted_model.script_of([TALK], "flattery=1")


def test_other_requests_are_answered_and_unknown_ones_refused() -> None:
    script = scripted_model.script_of([TALK])
    assert answer(script, folding.messages("", ["Ann: hi"]), folding.Answer) == {"message": "Ann: hi"}
    assert answer(script, reranking.messages("q", ["a", "b"]), reranking.Answer)["judgements"] == [
        {"index": 0, "score": 5},
        {"index": 1, "score": 5},
    ]
    with pytest.raises(models.Refusal, match="no answer in a form"):
        script.answer({"messages": [{"role": "user", "content": "hi"}]})


def test_endpoint_answers_the_adapters() -> None:
    script = scripted_model.script_of([TALK])
    with (
        scripted_model.running(script) as endpoint,
        openai.OpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0) as sdk,
    ):
        scripted = Chat(sdk, model=scripted_model.MODEL, budget=chat.Unlimited())
        assert [c.content for c in ChatExtractor(scripted).extract(CHUNK)] == ["lives in Oslo", "dont eat eggs", "Ann has a boat"]
        assert ChatSummariser(scripted).summarise("home", [fact()]) == "The user lives in Denver."
        assert ChatPruner(scripted).prune([fact()]) == []
        assert ChatReconciler(scripted).judge([fact()], [fact()], {}) == []
        scripted.answers("acme")
        assert sdk.embeddings.create(model=embedder.DEFAULT, input="hi").data
        with pytest.raises(openai.BadRequestError):
            sdk.chat.completions.create(model="scripted", messages=[{"role": "user", "content": "hi"}])
        with pytest.raises(openai.BadRequestError, match="no request"):
            sdk.post("/chat/completions", body={"model": "scripted"}, cast_to=object)
        with pytest.raises(ModelRefused):
            scripted.ask("acme", [{"role": "user", "content": "hi"}], fact().content.__class__)


@pytest.mark.parametrize("rates", ["", "negation=1", "word=1", "merge=1", "evidence=1", "json=1"])
def test_no_lie_that_can_be_told_is_stored(rates: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played, report = chat.scripted([TALK], chat.Kept(tmp_path), rates)
    capsys.readouterr()
    lies = report.splitlines()[-1]
    assert (", 0 stored" in lies) if rates else lies.endswith("none told")
    result = chat_scores.score([TALK], {"conversations": played})
    if not rates:
        assert result.extractor == {"scripted": 3}
        assert result.shares.share("faithful") == 1.0
    if rates == "json=1":
        assert set(result.extractor) == {"rules"}


def test_lie_is_stored_when_a_fact_says_it_of_what_it_cited() -> None:
    lies = [scripted_model.Lie("word", "Ann has a Boat", ("said",))]
    assert scripted_model.stored(lies, [("ann has  a boat", ["other", "said"])]) == {"word": 1}
    assert scripted_model.stored(lies, [("ann has a boat", ["other"]), ("Ann has boats", ["said"])]) == {}
