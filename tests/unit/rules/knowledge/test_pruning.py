"""Row K9: what a full set can do without; in doubt a fact is kept."""

from __future__ import annotations

import pytest

from keepsake.records import AccessControl, Memory, Thresholds, Validity, Visibility
from keepsake.rules.knowledge import pruning
from tests.builders import DAY, NOW, fact, scope, slot


@pytest.mark.parametrize(
    ("facts", "new", "prune_from", "holds"),
    [
        (20, 20, 20, True), (20, 1, 20, False), (19, 19, 20, False), (20, 0, 20, False), (500, 99, 0, False), (30, 30, 30, True),
        (300, 29, 20, False), (300, 30, 20, True), (5_000, 99, 20, False), (5_000, 100, 20, True),
    ],
)  # fmt: skip
def test_guard_wants_a_full_set_and_as_many_new_facts(facts: int, new: int, prune_from: int, holds: bool) -> None:
    assert pruning.guard(facts, new, prune_from).holds is holds


def twins(**other: object) -> list[Memory]:
    one = fact("The user likes green tea.", memory_id="f_0000000000a1", confidence=0.5)
    return [one, fact(**{"content": "The user likes green tea.", "memory_id": "f_0000000000a2", "confidence": 0.6} | other)]


def gone(rows: list[Memory]) -> list[str]:
    moves = pruning.propose(rows, {}, NOW)
    return [m.memory_id for move in moves for m in move.changed if m.validity is not Validity.ACTIVE]


def test_of_two_equal_facts_the_better_proven_stays() -> None:
    assert gone(twins()) == ["f_0000000000a1"]


@pytest.mark.parametrize(
    "other",
    [
        {"subject": "ann"},
        {"agent_scope": ("a1",)},
        {"scope": scope(namespace="work")},
        {"scope": scope(agent_id="a1")},
        {"access": AccessControl(visibility=Visibility.PUBLIC)},
        {"content": "The user does not like green tea."},
        {"content": "The user likes 2 green teas."},
        {"validity": Validity.DEPRECATED},
    ],
)
def test_facts_of_other_owners_readers_values_or_times_are_no_repetition(other: dict[str, object]) -> None:
    moves = pruning.propose(twins(**other), {}, NOW)
    assert moves == []


def test_other_value_of_one_slot_is_no_repetition() -> None:
    rows = [
        fact("The user's budget is under 800.", memory_id="f_0000000000a1", slot=slot("budget", "under 800"), confidence=0.5),
        fact("The user's budget is under 800 here.", memory_id="f_0000000000a2", slot=slot("budget", "under 900"), confidence=0.5),
    ]
    assert gone(rows) == []


def test_near_vectors_of_equal_numbers_repeat_and_others_do_not() -> None:
    rows = [
        fact("The user enjoys strong coffee mornings.", memory_id="f_0000000000a1", confidence=0.5),
        fact("The user loves strong coffee.", memory_id="f_0000000000a2", confidence=0.6),
    ]
    for cosine, repeats, expected in ((1.0, 0.95, ["f_0000000000a1"]), (0.9, 0.95, []), (0.9, 0.89, ["f_0000000000a1"])):
        vectors = {rows[0].key: [1.0, 0.0], rows[1].key: [cosine, (1 - cosine**2) ** 0.5]}
        moves = pruning.propose(rows, vectors, NOW, thresholds=Thresholds(repeats=repeats))
        assert [m.memory_id for move in moves for m in move.changed if m.validity is Validity.DEPRECATED] == expected


def test_merge_joins_when_and_where_of_one_frame_whichever_came_first() -> None:
    place = fact("The user was born in Maryland.", memory_id="f_0000000000a1")
    month = fact("The user was born in May.", memory_id="f_0000000000a2", at=NOW + DAY)
    for rows in ([place, month], [month, place]):
        (move,) = pruning.propose(rows, {}, NOW)
        merged = next(m for m in move.changed if m.validity is Validity.ACTIVE)
        assert (merged.memory_id, merged.content.summary) == (place.memory_id, "The user was born in May in Maryland.")
    later = place.model_copy(update={"content": place.content.model_copy(update={"structured": {"said_at": (NOW + 2 * DAY).isoformat()}})})
    (move,) = pruning.propose([later, month], {}, NOW)
    assert next(m for m in move.changed if m.validity is Validity.ACTIVE).memory_id == month.memory_id


def test_what_did_not_happen_once_is_not_joined() -> None:
    rows = [
        fact("The user went hiking in May.", memory_id="f_0000000000a1", category="event", event_ids=("m1",)),
        fact("The user went hiking in Norway.", memory_id="f_0000000000a2", category="event", event_ids=("m2",)),
    ]
    assert pruning.propose(rows, {}, NOW) == []
    together = [f.model_copy(update={"event_ids": ("m1",)}) for f in rows]
    (move,) = pruning.propose(together, {}, NOW)
    assert move.changed[0].content.summary == "The user went hiking in May in Norway."


def test_no_fact_takes_part_in_two_moves() -> None:
    rows = [*twins(), *(fact("The user likes green tea.", memory_id=f"f_0000000000b{n}", confidence=0.5) for n in range(4))]
    changed = [m.memory_id for move in pruning.propose(rows, {}, NOW) for m in move.changed]
    assert len(changed) == len(set(changed))


def test_merge_is_never_surer_or_more_trusted_than_its_parts() -> None:
    place = fact("The user was born in Maryland.", memory_id="f_0000000000a1", confidence=0.9, trust="trusted")
    month = fact("The user was born in May.", memory_id="f_0000000000a2", confidence=0.5, trust="caution")
    (move,) = pruning.propose([place, month], {}, NOW)
    merged = next(m for m in move.changed if m.validity is Validity.ACTIVE)
    assert (merged.confidence, merged.trust) == (0.5, "caution")
