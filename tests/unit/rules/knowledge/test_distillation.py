"""Row K6: when a run is due, which episodes say one thing, and which actions may be carried out."""

from __future__ import annotations

import pytest

from keepsake.claims import Action, ActionKind
from keepsake.prompts import distillation as prompt
from keepsake.records import Category, Kind, Memory, Relation, UserState, Validity
from keepsake.rules.knowledge import distillation
from tests.builders import DAY, NOW, fact, scope, slot


def state(**fields: object) -> UserState:
    return UserState.model_validate({"scope": scope()} | fields)


def episode(content: str, day: float = 0, **fields: object) -> Memory:
    given = {"kind": Kind.EPISODE, "category": Category.EVENT, "memory_id": f"p_{int(day * 100):012x}{abs(hash(content)) % 1000:03d}"}
    return fact(content, at=NOW + day * DAY, **given | fields)


@pytest.mark.parametrize(
    ("fields", "holds"),
    [
        ({"episode_writes": 5, "turns": 4}, True),
        ({"episode_writes": 4, "turns": 40}, False),
        ({"episode_writes": 9, "turns": 3}, False),
        ({"episode_writes": 5, "turns": 24, "turns_at_last_run": 21}, False),
        ({"persistent_evicted": True, "turns": 4}, True),
        ({"persistent_evicted": True, "turns": 3}, False),
    ],
)
def test_guard_wants_five_episodes_or_an_eviction_and_four_turns(fields: dict[str, object], holds: bool) -> None:
    assert distillation.guard(state(**fields)).holds is holds
    assert distillation.guard(state(**fields)).reason


def test_dates_and_numbers_do_not_part_what_is_one_pattern() -> None:
    rows = [episode(f"The user went running in the park on {day}.", n) for n, day in enumerate(("Monday", "3 May 2026", "Friday"))]
    (cluster,) = distillation.clusters(rows, {})
    assert (cluster.days, len(cluster.episodes)) == (3, 3)


def test_subjects_negations_and_readers_are_kept_apart() -> None:
    said = "The user went running in the park."
    rows = [
        episode(said, 0),
        episode(said, 1, subject="ann"),
        episode("The user never went running in the park.", 2),
        episode(said, 3, agent_scope=("a1",)),
        episode(said, 4, scope=scope(namespace="work")),
    ]
    assert len(distillation.clusters(rows, {})) == 5


def test_near_vectors_join_other_words_only_where_something_is_shared() -> None:
    rows = [
        episode("The user jogged around the lake.", 0),
        episode("The user ran beside the lake.", 1),
        episode("The user baked bread.", 2),
    ]
    near = {r.key: [1.0, 0.0] for r in rows}
    assert [len(c.episodes) for c in distillation.clusters(rows, near)] == [2, 1]


def test_clusters_do_not_depend_on_the_order_of_arrival() -> None:
    rows = [episode(f"The user went running in the park with {n}.", n) for n in ("Ann", "Bob", "Cid") for n in [len(n)]]
    assert distillation.clusters(rows, {}) == distillation.clusters(rows[::-1], {})


def test_what_every_run_has_seen_proves_nothing_again() -> None:
    rows = [episode("The user went running in the park.", n, consolidated_at=NOW) for n in range(4)]
    assert distillation.propose(rows, [], {}) == []


def test_sessions_count_like_days() -> None:
    rows = [episode("The user went running in the park.", n / 100, scope=scope(session_id=f"s{n}")) for n in range(3)]
    (action,) = distillation.propose(rows, [], {})
    assert "in 3 sessions" in action.content


def test_preference_said_three_times_has_its_fact_already() -> None:
    rows = [episode("The user likes tea.", n, category=Category.PREFERENCE, slot=slot("likes", "tea")) for n in range(3)]
    assert distillation.propose(rows, [fact("The user likes tea.", slot=slot("likes", "tea"))], {}) == []


def test_repeated_statement_wins_over_the_stale_fact_that_it_contradicts() -> None:
    old = fact("The user owns a boat.", memory_id="f_0000000000a1")
    weaker = fact(
        "The user owns no boat.", memory_id="f_0000000000a2", validity=Validity.REVIEW, at=NOW + DAY,
        relations=(Relation(type="contradicts", target=old.memory_id),),
    )  # fmt: skip
    rows = [episode("The user owns no boat.", n, category=Category.ATTRIBUTE) for n in (1, 2, 3)]
    (action,) = distillation.propose(rows, [old, weaker.model_copy(update={"category": Category.ATTRIBUTE})], {})
    assert (action.kind, action.target_id) == (ActionKind.UPDATE, old.memory_id)
    assert distillation.propose(rows[:2], [old, weaker], {}) == []


def act(**fields: object) -> Action:
    return Action.model_validate({"kind": "new", "content": "The user runs.", "episode_ids": ("p_1",)} | fields)


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, True),
        ({"category": "event"}, False),
        ({"category": "task"}, False),
        ({"episode_ids": ("p_9",)}, False),
        ({"subject": "ann"}, False),
        ({"content": " "}, False),
        ({"kind": "reinforce", "target_id": "f_1"}, True),
        ({"kind": "invalidate", "target_id": "f_9"}, False),
        ({"kind": "update", "target_id": "f_event"}, False),
        ({"kind": "update", "target_id": "f_gone"}, False),
    ],
)
def test_action_is_carried_out_only_on_known_episodes_and_a_fact_that_may_change(fields: dict[str, object], kept: bool) -> None:
    facts = {
        "f_1": fact(memory_id="f_1"),
        "f_event": fact(memory_id="f_event", category=Category.EVENT),
        "f_gone": fact(memory_id="f_gone", validity=Validity.DEPRECATED),
    }
    found = distillation.usable([act(**fields)], {"p_1": episode("The user ran.", memory_id="p_1")}, facts)
    assert bool(found) is kept


def test_model_refers_to_facts_and_episodes_by_index_and_what_leads_nowhere_is_dropped() -> None:
    rows, facts = [episode("The user ran.", n) for n in range(2)], [fact()]
    text = str(prompt.messages(rows, facts))
    assert "E1 (2026-05-03)" in text
    assert "F0 [user]" in text
    assert rows[0].memory_id not in text
    one = {
        "action": "new", "content": "The user runs.", "subject": "User", "category": "pattern", "confidence": 1.0, "fact_index": None,
        "episode_indexes": [0, 1, 7], "reason": "twice",
    }  # fmt: skip
    many = [one, one | {"episode_indexes": []}, one | {"action": "update"}, one | {"action": "reinforce", "fact_index": 0}]
    first, second = prompt.actions(prompt.Answer.model_validate({"actions": many}), rows, facts)
    assert (first.subject, first.confidence, first.episode_ids) == ("user", prompt.SURE, tuple(r.memory_id for r in rows))
    assert (second.kind, second.target_id) == (ActionKind.REINFORCE, facts[0].memory_id)
