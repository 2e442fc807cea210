"""What took the place of an outdated fact answers for it (row Q4)."""

from __future__ import annotations

import pytest

from keepsake.records import Content, Memory, Relation, Validity
from keepsake.rules.recall import grouping, succession
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.recall.gates import Reader
from local.in_memory import scope
from tests.builders import DAY, NOW, event, fact


def own(name: str, words: str, event_id: str, **fields: object) -> Memory:
    made = fact(memory_id=name, event_ids=(event_id,), **fields)
    return made.model_copy(
        update={"content": Content(raw=words, summary=words, structured={"said_by": "user", "said_at": NOW.isoformat()})}
    )


OLD = own(
    "f_1", "we run everything with podman", "m1", validity=Validity.DEPRECATED, relations=(Relation(type="superseded_by", target="f_2"),)
)
NEW = own("f_2", "its all fargate now", "m2", at=NOW + DAY, relations=(Relation(type="supersedes", target="f_1"),))
ROWS = {m.key: m for m in (OLD, NEW)}
NOW_READER = Reader(scope=scope(), now=NOW + 2 * DAY)


def found(memory: Memory, score: float, cosine: float) -> Candidate:
    return Candidate(memory.key, {}, {"vector": 1.0}, score, cosine)


def test_heir_is_as_near_as_what_it_replaced() -> None:
    heirs = succession.of([found(OLD, 1.2, 0.6), found(NEW, 0.1, 0.1)], ROWS, NOW_READER)
    (mine,) = [c for c in heirs.candidates if c.key == NEW.key]
    assert (mine.score, mine.cosine) == (1.2, 0.6)
    assert succession.SUCCEEDS in mine.legs
    assert heirs.events == {"f_2": ("m1",)}


def test_heir_that_no_leg_found_is_brought_along() -> None:
    heirs = succession.of([found(OLD, 1.2, 0.6)], ROWS, NOW_READER)
    assert [c.key for c in heirs.candidates] == [OLD.key, NEW.key]


def test_heir_that_is_nearer_itself_keeps_its_own_score() -> None:
    heirs = succession.of([found(OLD, 0.2, 0.1), found(NEW, 0.9, 0.5)], ROWS, NOW_READER)
    (mine,) = [c for c in heirs.candidates if c.key == NEW.key]
    assert (mine.score, mine.cosine, succession.SUCCEEDS in mine.legs) == (0.9, 0.5, False)


@pytest.mark.parametrize("asked", [{"as_of": NOW}, {"known_at": NOW}, {"include": ("deprecated",)}])
def test_who_asks_for_the_past_gets_the_past(asked: dict[str, object]) -> None:
    reader = Reader(scope=scope(), now=NOW, **asked)  # type: ignore[arg-type]
    assert succession.of([found(OLD, 1.2, 0.6)], ROWS, reader).events == {}


def test_chain_of_changes_leads_to_its_end_and_no_further_than_what_was_read() -> None:
    middle = NEW.model_copy(update={"validity": Validity.DEPRECATED, "relations": (Relation(type="superseded_by", target="f_3"),)})
    last = own("f_3", "back to podman", "m3", at=NOW + 2 * DAY)
    rows = {m.key: m for m in (OLD, middle, last)}
    assert set(succession.of([found(OLD, 1.0, 0.5)], rows, NOW_READER).events) == {"f_3"}
    assert succession.of([found(OLD, 1.0, 0.5)], {OLD.key: OLD, middle.key: middle}, NOW_READER).events == {}


def test_heir_stands_before_the_event_that_tells_the_old_value() -> None:
    said = event(event_id="m1", content="we run everything with podman, and the office has a nice view of the harbour")
    old = Candidate(said.key, {"kind": "event"}, {"event_words": 1.0}, 1.5, 0.6)
    kept = grouping.group([(old, said), (found(NEW, 0.4, 0.58), NEW)], {"f_2": ("m1",)}).kept
    assert [r for _, r in kept] == [NEW, said]


def test_of_several_statements_of_an_event_the_one_that_is_asked_for_stands_beside_it() -> None:
    said = event(event_id="m1", content="we have two cats, the flat is on the third floor and the rent is due on Monday")
    cats, rent = own("f_4", "we have two cats", "m1"), own("f_5", "the rent is due on Monday", "m1")
    whole = Candidate(said.key, {"kind": "event"}, {"event_words": 1.0}, 1.0, 0.5)
    grouped = grouping.group([(whole, said), (found(rent, 0.5, 0.55), rent), (found(cats, 0.3, 0.2), cats)])
    assert [r for _, r in grouped.kept] == [rent, said]
    assert grouped.told == {"f_4": "m1"}


def test_outdated_message_speaks_for_the_facts_that_it_told() -> None:
    said = event(event_id="m1", memory_ids=("f_1",))
    rows = ROWS | {said.key: said}
    heirs = succession.of(
        [Candidate(said.key, {"kind": "event"}, {"event_window": 1.0}, 1.2, 0.6)], rows, NOW_READER, frozenset({"podman"})
    )
    (mine,) = [c for c in heirs.candidates if c.key == NEW.key]
    assert (mine.score, mine.cosine) == (1.2, 0.6)


def test_message_about_something_else_passes_on_no_more_than_its_own_legs() -> None:
    said = event(event_id="m1", memory_ids=("f_1",))
    rows = ROWS | {said.key: said}
    heirs = succession.of([Candidate(said.key, {"kind": "event"}, {"event_window": 1.0}, 1.2, 0.6)], rows, NOW_READER, frozenset({"lunch"}))
    (mine,) = [c for c in heirs.candidates if c.key == NEW.key]
    assert mine.score == pytest.approx(0.3)


def test_message_of_which_a_fact_holds_speaks_for_none() -> None:
    held = own("f_3", "we deploy on Fridays", "m1")
    said = event(event_id="m1", memory_ids=("f_1", "f_3"))
    rows = ROWS | {m.key: m for m in (said, held)}
    heirs = succession.of(
        [Candidate(said.key, {"kind": "event"}, {"event_window": 1.0}, 1.2, 0.6)], rows, NOW_READER, frozenset({"podman"})
    )
    assert [c.key for c in heirs.candidates] == [said.key]
