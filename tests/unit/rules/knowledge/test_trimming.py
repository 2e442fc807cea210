"""Row K9: a chat model proposes, the guards decide, and in doubt a fact is kept."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.changes import Move
from keepsake.claims import Trim, TrimKind
from keepsake.records import Memory, Role, Sensitivity, Source, Status, Validity
from keepsake.rules.knowledge.trimming import moves
from tests.builders import DAY, NOW, fact, slot

BY = ("m", "pruning-1")
FIRST, SECOND = "f_0000000000aa01", "f_0000000000aa02"


def proposed(kind: TrimKind, *facts: Memory, by: str | None = SECOND, ids: tuple[str, ...] = (FIRST,), content: str = "") -> list[Move]:
    return moves([Trim(kind=kind, fact_ids=ids, by_id=by, content=content, reason="because")], facts, BY, NOW + 2 * DAY)


def pair(one: str, other: str, first: dict[str, Any] | None = None, second: dict[str, Any] | None = None) -> tuple[Memory, Memory]:
    weak = {"confidence": 0.6}
    return fact(one, **weak | (first or {})), fact(other, **weak | {"memory_id": SECOND, "at": NOW + DAY} | (second or {}))


def test_redundant_fact_goes_into_the_one_that_says_it_with_its_evidence() -> None:
    (move,) = proposed(TrimKind.REDUNDANT, *pair("The user enjoys tea.", "The user drinks green tea daily.", second={"event_ids": ("m2",)}))
    kept, gone = move.changed
    assert (gone.validity, gone.relations[-1].target, kept.event_ids) == (Validity.DEPRECATED, SECOND, ("m2", "m1"))
    assert gone.change.reason.endswith("(because; m, pruning-1)")
    assert "because" not in move.why, "a change set outlives a purge and holds no words of a model"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"reinforcements": 5}, {}),
        ({"confidence": 0.9}, {}),
        ({"pinned": True}, {}),
        ({"protected": True}, {}),
        ({"legal_hold": True}, {}),
        ({"subject": "ann"}, {}),
        ({"agent_scope": ("a1",)}, {}),
        ({}, {"validity": Validity.REVIEW}),
    ],
)
def test_redundant_fact_stays_where_it_is_held_proven_or_anothers(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert proposed(TrimKind.REDUNDANT, *pair("The user enjoys tea.", "The user drinks green tea daily.", first, second)) == []


def test_numbers_that_only_the_lost_fact_names_keep_it() -> None:
    assert proposed(TrimKind.REDUNDANT, *pair("The user drinks 3 cups of tea.", "The user drinks tea.")) == []


def test_sure_fact_goes_only_where_the_other_says_all_of_it() -> None:
    sure = {"confidence": 0.9}
    assert proposed(TrimKind.REDUNDANT, *pair("The user drinks tea.", "The user drinks green tea daily.", sure))


def test_protected_by_repetition_gives_way_to_a_contradiction_alone() -> None:
    often = {"reinforcements": 7, "slot": slot("residence", "Denver")}
    rows = pair("The user lives in Denver.", "The user lives in Boston.", often, {"slot": slot("residence", "Boston")})
    (move,) = proposed(TrimKind.CONTRADICTED, *rows)
    assert (move.changed[0].validity, move.changed[0].valid_to) == (Validity.DEPRECATED, NOW + DAY)
    for kind in (TrimKind.VAGUE, TrimKind.NOISY, TrimKind.REDUNDANT):
        assert proposed(kind, *rows) == []


def test_contradiction_needs_a_later_rival_and_for_a_sure_fact_one_place_or_a_denial() -> None:
    rows = pair("The user lives in Denver.", "The user enjoys sailing.", {"confidence": 0.9})
    assert proposed(TrimKind.CONTRADICTED, *rows) == []
    assert proposed(TrimKind.CONTRADICTED, *rows, by=None) == []
    earlier = pair("The user likes tea.", "The user does not like tea.", {"at": NOW + 2 * DAY})
    assert proposed(TrimKind.CONTRADICTED, *earlier) == []
    assert proposed(TrimKind.CONTRADICTED, *pair("The user likes tea.", "The user does not like tea.", {"confidence": 0.9}))


def test_vague_fact_is_archived_and_not_called_untrue() -> None:
    (move,) = proposed(TrimKind.VAGUE, fact("The user did a thing.", confidence=0.5), by=None)
    assert (move.changed[0].status, move.changed[0].validity) == (Status.ARCHIVED, Validity.ACTIVE)
    assert proposed(TrimKind.VAGUE, fact(slot=slot("residence", "Denver"), confidence=0.5), by=None) == []


def test_merge_keeps_the_first_id_and_carries_the_models_name() -> None:
    both = (FIRST, SECOND)
    rows = pair("The user was born in Maryland.", "The user was born in May.")
    (move,) = proposed(TrimKind.MERGE, *rows, by=None, ids=both, content="The user was born in Maryland in May.")
    kept, gone = move.changed
    assert (kept.memory_id, kept.content.summary) == (FIRST, "The user was born in Maryland in May.")
    assert (kept.extractor, kept.prompt_version, gone.extractor) == ("m", "pruning-1", "rules")
    assert move.vector_from == ((FIRST, both),)


def test_merge_is_no_plainer_word_and_no_less_delicate_than_the_least_of_its_facts() -> None:
    theirs = {"source_role": Role.ASSISTANT, "source": Source.SYSTEM, "sensitivity": Sensitivity.SENSITIVE}
    rows = pair("The user was born in Maryland.", "The user was born in May.", second=theirs)
    (move,) = proposed(TrimKind.MERGE, *rows, by=None, ids=(FIRST, SECOND), content="The user was born in Maryland in May.")
    kept = move.changed[0]
    assert (kept.source_role, kept.source, kept.sensitivity) == (Role.ASSISTANT, Source.SYSTEM, Sensitivity.SENSITIVE)


@pytest.mark.parametrize("content", ["", "The user was born in Maryland in May 1990.", "The user was born in Ohio in May."])
def test_merge_that_says_more_or_other_than_its_facts_is_dropped(content: str) -> None:
    rows = pair("The user was born in Maryland.", "The user was born in May.")
    assert proposed(TrimKind.MERGE, *rows, by=None, ids=(FIRST, SECOND), content=content) == []


def test_merge_across_subjects_or_of_two_occasions_is_dropped() -> None:
    said = "The user went to Rome and to Oslo."
    trips = pair("The user went to Rome.", "The user went to Oslo.", {"category": "event"}, {"category": "event", "event_ids": ("m2",)})
    assert proposed(TrimKind.MERGE, *trips, by=None, ids=(FIRST, SECOND), content=said) == []
    people = pair("The user was born in Maryland.", "Jennifer was born in May.", None, {"subject": "jennifer"})
    assert proposed(TrimKind.MERGE, *people, by=None, ids=(FIRST, SECOND), content="The user was born in Maryland in May.") == []


KINDS = st.sampled_from(list(TrimKind))
ROWS = st.lists(st.tuples(KINDS, st.integers(0, 3), st.integers(0, 3)), max_size=8)


@given(ROWS, st.lists(st.integers(0, 9), min_size=4, max_size=4))
def test_no_fact_takes_part_in_two_moves_and_none_that_is_protected_is_archived(rows: Any, reinforced: list[int]) -> None:
    facts = [
        fact(f"The user likes tea {n % 2}.", memory_id=f"f_{n:014x}", reinforcements=r, confidence=0.5) for n, r in enumerate(reinforced)
    ]
    trims = [Trim(kind=k, fact_ids=(facts[a].memory_id,), by_id=facts[b].memory_id if a != b else None) for k, a, b in rows]
    found = moves(trims, facts, BY, NOW)
    changed = [m.memory_id for move in found for m in move.changed]
    assert len(changed) == len(set(changed))
    assert all(m.reinforcements < 5 for move in found for m in move.changed if m.status is Status.ARCHIVED)
