"""The measurement on sets by others: what counts as found, and how a conversation goes in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bench import external
from local import in_process
from local.in_memory import World

UPDATE = {
    "id": "q1", "conv": "c1", "type": "update", "question": "Where does Ann live now?", "evidence_turns": ["c1:2.0"],
    "evidence_sessions": ["c1:2"], "current_turns": ["c1:2.0"], "stale_turns": ["c1:1.0"], "keys": ["porto"], "keys_in_evidence": True,
}  # fmt: skip
TALK = {
    "id": "c1",
    "sessions": [
        {"id": "c1:2", "date": "2026-04-02", "turns": [{"id": "c1:2.0", "role": "user", "content": "I moved to Porto."}]},
        {"id": "c1:1", "date": "2026-03-02", "turns": [{"id": "c1:1.0", "role": "human", "content": "I live in Lisbon."}]},
    ],
    "filler": [[0, "2026-03-05"], [0, "2026-03-06"]],
}
POOL = [{"turns": [{"id": "p", "role": "assistant", "content": ""}]}]


def test_update_is_right_when_the_new_turn_is_cited_before_the_old() -> None:
    both = external.turn_scores(UPDATE, ["c1:2.0", "c1:1.0"])
    assert both == {"hit": 1, "recall": 1, "all": 1, "current_at_k": 1, "current_first": 1, "stale_absent": 0}
    assert external.turn_scores(UPDATE, ["c1:1.0", "c1:2.0"])["current_first"] == 0
    alone = external.turn_scores(UPDATE, ["x"] * 10 + ["c1:2.0"])
    assert (alone["hit"], alone["current_first"], alone["stale_absent"]) == (0, 0, 1)


def test_both_sides_of_a_contradiction_must_be_shown() -> None:
    q = {"sides": [["a", "b"], ["c"]]}
    assert external.turn_scores(q, ["b", "c"]) == {"both_sides": 1}
    assert external.turn_scores(q, ["a", "b"]) == {"both_sides": 0}


def test_sessions_count_among_the_first_five() -> None:
    q = {"evidence_sessions": ["s", "t"]}
    assert external.session_scores(q, ["a", "b", "c", "d", "s", "t"]) == {"s_hit": 1, "s_recall": 0.5, "s_all": 0}
    assert external.session_scores({}, ["s"]) == {}


@pytest.mark.parametrize(
    ("text", "found"), [("Porto's parks, where she walks", 1.0), ("Walking? near porto.", 1.0), ("She likes Porto", 0.0)]
)
def test_answer_counts_when_all_its_words_stand_in_the_text(text: str, found: float) -> None:
    assert external.word_scores({"keys": ["porto", "walk"], "keys_in_evidence": True}, text) == {"words": found}
    assert external.word_scores({"keys": ["porto"], "keys_in_evidence": False}, text) == {}


def test_point_counts_when_most_of_its_words_stand_in_the_text() -> None:
    q = {"evidence_text": ["walks in Porto parks daily", "owns a red boat"]}
    assert external.word_scores(q, "She was walking in the parks of Porto.") == {"points": 0.5}


def test_events_go_in_by_day_in_parts_that_one_request_takes() -> None:
    events = [{"content": "x" * 100_000}, {"content": "y" * 100_000}, *({"content": "z"} for _ in range(101))]
    assert [len(p) for p in external._parts(events)] == [1, 100, 2]


def test_conversation_is_played_and_its_question_scored() -> None:
    with in_process.running(World()) as api:
        between = external.fillers(TALK, POOL, 1)
        assert external.retain(api, "u1", TALK, between) == 3
        score = external.ask(api, "u1", UPDATE, {"c1:2.0": "c1:2", "c1:1.0": "c1:1"})
    assert score["hit"] == 1
    assert score["words"] == 1
    assert score["s_hit"] == 1
    assert score["degraded"] == 0
    assert "facts_current_first" in score


def test_default_types_are_asked_and_questions_without_an_answer_never() -> None:
    data: dict[str, Any] = {"questions": [UPDATE, UPDATE | {"type": "abstention"}, UPDATE | {"type": "explicit", "conv": "c2"}]}
    assert {c: len(q) for c, q in external.asked_of("beam100k", data, []).items()} == {"c1": 1, "c2": 1}
    assert {c: len(q) for c, q in external.asked_of("prefeval", data, []).items()} == {"c2": 1}


def test_table_shows_means_by_type() -> None:
    assert external.table({"all": {"hit": [1.0, 0.0]}}).split() == ["all", "hit", "0.50", "(2)"]


def test_missing_set_is_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "lettaupdate_open.json").write_text(json.dumps({"questions": [], "conversations": []}))
    monkeypatch.setattr(sys, "argv", ["external", "prefeval", "--data", str(tmp_path)])
    with pytest.raises(SystemExit, match="SET=prefeval"):
        external.main()
