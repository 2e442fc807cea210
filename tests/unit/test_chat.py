"""The chat measurement itself: a small dialogue of our own is played in this process, and made-up runs are scored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bench import chat, chat_scores, faithful
from local import in_process
from local.client import ApiError
from local.in_memory import World
from local.stand_ins import HashEmbedder


def label(**fields: Any) -> dict[str, Any]:
    return {"optional": False, "category": None, "sensitivity": None, "durability": None, "date": None, "subject": ["user"]} | fields


MOVED = {
    "id": "c1", "type": "moved to", "ask": "Where do I live?", "right": ["porto"], "old": ["lisbon"], "hist": True, "unless": None,
    "as_of": None, "as_of_right": None,
}  # fmt: skip
STAYS = {"id": "k1", "type": "joke", "ask": "Which tea do I drink?", "stay": ["assam"], "never": [["user", "coffee"], [None, "cocoa"]]}
TALK = {
    "id": "small", "user_turns": 3,
    "sessions": [
        {"id": "small-s1", "date": "2026-03-02T09:10:00Z", "turns": [
            {"role": "user", "id": "t1", "content": "I live in Lisbon.",
             "facts": [label(id="t1f1", say="lives in Lisbon", keys=["lisbon"])]},
            {"role": "assistant", "content": "Saved."},
            {"role": "user", "id": "t2", "content": "hm ok", "facts": []},
        ]},
        {"id": "small-s2", "date": "2026-04-02T09:59:00Z", "turns": [
            {"role": "user", "id": "t3", "content": "I moved to Porto.", "corrections": [MOVED], "controls": [STAYS],
             "facts": [label(id="t3f1", say="lives in Porto", keys=["porto"], category=["attribute"])]},
        ]},
    ],
}  # fmt: skip


def memory(name: str, content: str, *event_ids: str, **fields: Any) -> dict[str, Any]:
    shown = {"kind": "fact", "validity": "active", "subject": "user", "category": "attribute", "durability": "persistent"}
    return (
        shown
        | {"memory_id": name, "content": content, "event_ids": list(event_ids), "sensitivity": "none", "legs": {"vector": 1.0}}
        | fields
    )


def run_of(first: list[Any], last: list[Any], answer: list[Any], **fields: Any) -> dict[str, Any]:
    sessions = [{"id": f"small-s{n}", "memories": m, "events": []} for n, m in ((1, first), (2, last))]
    answers = {name: {"memories": answer, "facts": answer, "history": []} | fields for name in ("c1", "k1")}
    return {"conversations": {"small": {"user": "u", "sessions": sessions, "answers": answers}}}


LIVED, LIVES = memory("f_1", "I live in Lisbon", "t1"), memory("f_2", "I moved to Porto", "t3")
TEA = memory("f_3", "I drink assam tea", "t3")


def shares(run: dict[str, Any]) -> dict[str, tuple[int, int]]:
    score = chat_scores.score([TALK], run).shares
    return {name: (score.right[name], score.total[name]) for name in score.total}


def test_standing_instructions_alone_are_no_answer_to_a_question() -> None:
    rule = memory("f_4", "no emojis", "t1", legs={"standing": 1.0})
    assert shares(run_of([LIVED], [LIVED, LIVES], [rule]))["anything told"] == (0, 2)
    assert shares(run_of([LIVED], [LIVED, LIVES], [rule, LIVES]))["anything told"] == (2, 2)


def test_conversation_is_played_and_comes_out_the_same_twice() -> None:
    played = [chat.in_memory(TALK, HashEmbedder()) for _ in range(2)]
    assert played[0]["sessions"] == played[1]["sessions"]
    assert [s["status"] for s in played[0]["sessions"]] == ["processed", "processed"]
    assert played[0]["answers"]["c1"]["facts"] == played[1]["answers"]["c1"]["facts"]
    told = "\n".join(chat.facts_beside_turns([TALK], {"conversations": {"small": played[0]}}))
    assert "[t1] user: I live in Lisbon." in told
    assert "wants: lives in Porto" in told
    assert chat_scores.score([TALK], {"conversations": {"small": played[0]}}).shares.share("recall") == 1.0


def test_change_of_mind_counts_when_new_is_first_and_old_is_in_history_alone() -> None:
    ended = LIVED | {"validity": "deprecated"}
    assert shares(run_of([LIVED], [ended, LIVES], [LIVES]))["corrections"] == (1, 1)
    still = shares(run_of([LIVED], [LIVED, LIVES], [LIVES]))
    assert (still["corrections"], still["old not current"], still["answer first"]) == ((0, 1), (0, 1), (1, 1))
    assert shares(run_of([LIVED], [ended, LIVES], [LIVED, LIVES]))["answer first"] == (0, 1)
    assert shares(run_of([], [LIVES], [LIVES]))["old in history"] == (0, 1)


def test_old_value_counts_as_history_where_a_version_of_the_new_fact_holds_it() -> None:
    run = run_of([], [LIVES], [LIVES], history=[{"versions": [{"content": "I live in Lisbon"}]}])
    assert shares(run)["corrections"] == (1, 1)


def test_statement_of_an_earlier_turn_is_no_answer_to_a_change() -> None:
    early = memory("f_2", "I moved to Porto", "t1")
    assert shares(run_of([early], [early], [early]))["answer first"] == (0, 1)


def test_control_wants_the_fact_first_and_nothing_false() -> None:
    assert shares(run_of([], [TEA], [TEA]))["controls"] == (1, 1)
    false = shares(run_of([], [TEA, memory("f_4", "coffee", "t3")], [TEA]))
    assert (false["controls"], false["controls unharmed"]) == ((0, 1), (0, 1))
    other = memory("f_4", "coffee", "t3", subject="ann")
    assert shares(run_of([], [TEA, other], [TEA]))["controls"] == (1, 1)
    assert shares(run_of([], [TEA | {"validity": "deprecated"}], []))["controls unharmed"] == (0, 1)


def test_facts_without_a_label_on_turns_with_nothing_to_keep_are_junk() -> None:
    noise, fine = memory("f_5", "hm ok", "t2"), memory("f_6", "I live near the sea", "t1")
    said = memory("f_7", "Saved", "small-s1-e1")
    result = chat_scores.score([TALK], run_of([noise, fine, said, LIVED], [], []))
    assert dict(result.junk) == {"turn with nothing to keep": 1, "assistant or tool text": 1}
    assert (result.facts, result.matched, result.junk_share) == (4, 1, 0.5)


def test_label_is_found_in_one_fact_that_cites_its_turn() -> None:
    assert shares(run_of([LIVED], [LIVED, LIVES], []))["recall"] == (2, 2)
    assert shares(run_of([memory("f_1", "I live in Lisbon", "t3")], [], []))["recall"] == (0, 2)
    assert shares(run_of([], [memory("f_2", "Porto", "t3", category="event")], []))["category"] == (0, 1)


@pytest.mark.parametrize(
    ("fact", "said", "fault"),
    [
        ("I live in Lisbon", "hi. I live in Lisbon", ""),
        ("The user lives in Lisbon", "I live in Lisbon", ""),
        ("The user adores Lisbon", "I live in Lisbon", "words from elsewhere: ['adores']"),
        ("I eat meat", "I dont eat meat", "a negation, condition or jest is lost"),
        ("I avoid meat", "I dont eat meat", "words from elsewhere: ['avoid']"),
        ("I move in July", "if I get the job I move in July", "a negation, condition or jest is lost"),
    ],
)
def test_fact_is_faithful_when_its_words_and_denials_stand_in_its_evidence(fact: str, said: str, fault: str) -> None:
    assert "; ".join(faithful.faults(fact, said, [])) == fault


def test_shares_below_what_is_wanted_are_named() -> None:
    result = chat_scores.score([TALK], run_of([LIVED], [LIVED, LIVES], [LIVES]))
    assert chat.below(result, ["recall=1.0", "corrections=0.5"], 1.0) == ["corrections"]
    assert "recall 2/2 (100%)" in chat_scores.told(result)


def test_missing_conversations_are_told_of(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="DATA="):
        chat.conversations_of(tmp_path / "none.json", "")
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"conversations": [TALK, TALK | {"id": "other"}]}))
    assert [c["id"] for c in chat.conversations_of(path, "small")] == ["small"]


def test_service_in_this_process_answers_as_over_http() -> None:
    with in_process.running(World()) as api:
        sent = {"user_id": "a b/c", "session_id": "s1", "events": [{"content": "I live in Lisbon.", "timestamp": "2026-05-01T10:00:00Z"}]}
        batch = api.call("POST", "/retain", sent)["batch_id"]
        assert api.call("GET", f"/batches/{batch}?wait_s=0")["status"] == "processed"
        (fact,) = api.call("GET", "/memories", query={"user_id": "a b/c", "kind": "fact"})["memories"]
        assert api.call("GET", f"/memories/{fact['memory_id']}/history", query={"user_id": "a b/c"})["versions"]
        with pytest.raises(ApiError, match="404"):
            api.call("GET", "/memories/f_none", query={"user_id": "a b/c"})
        with pytest.raises(ApiError, match="no route"):
            api.call("GET", "/nowhere")
