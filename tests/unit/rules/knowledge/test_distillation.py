"""Row K6: when a run is due, which episodes say one thing, and which actions may be carried out."""

from __future__ import annotations

import math
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake.claims import Action, ActionKind
from keepsake.prompts import distillation as prompt
from keepsake.records import Category, Kind, Memory, Relation, Role, Sensitivity, Source, Thresholds, UserState, Validity
from keepsake.rules import words
from keepsake.rules.knowledge import change_of_mind, distillation, distilled
from keepsake.rules.knowledge import clusters as clustering
from keepsake.rules.knowledge.clusters import MOST_NEAR, clusters
from tests.builders import DAY, NOW, fact, scope, slot, unseen


def state(**fields: object) -> UserState:
    return UserState.model_validate({"scope": scope()} | fields)


def episode(content: str, day: float = 0, **fields: object) -> Memory:
    given = {"kind": Kind.EPISODE, "category": Category.EVENT, "memory_id": f"p_{int(day * 100):012x}{abs(hash(content)) % 1000:03d}"}
    return fact(content, at=NOW + day * DAY, **given | fields)


@pytest.mark.parametrize(
    ("episodes", "evicted", "fields", "holds"),
    [
        (5, False, {"turns": 4}, True),
        (4, False, {"turns": 40}, False),
        (9, False, {"turns": 3}, False),
        (5, False, {"turns": 24, "turns_at_last_run": 21}, False),
        (0, True, {"turns": 4}, True),
        (0, True, {"turns": 3}, False),
    ],
)
def test_guard_wants_five_episodes_or_an_eviction_and_four_turns(
    episodes: int, evicted: bool, fields: dict[str, object], holds: bool
) -> None:
    counted = state(looked=unseen(new_episodes=episodes, evicted=evicted), **fields)
    assert distillation.guard(counted, "default").holds is holds
    assert distillation.guard(counted, "default").reason
    assert not distillation.guard(counted, "other").holds


def test_dates_and_numbers_do_not_part_what_is_one_pattern() -> None:
    rows = [episode(f"The user went running in the park on {day}.", n) for n, day in enumerate(("Monday", "3 May 2026", "Friday"))]
    (cluster,) = clusters(rows, {})
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
    assert len(clusters(rows, {})) == 5


def test_near_vectors_join_other_words_only_where_something_is_shared() -> None:
    rows = [
        episode("The user jogged around the lake.", 0),
        episode("The user ran beside the lake.", 1),
        episode("The user baked bread.", 2),
    ]
    near = {r.key: [1.0, 0.0] for r in rows}
    assert [len(c.episodes) for c in clusters(rows, near)] == [2, 1]
    apart = near | {rows[1].key: [0.9, 0.19**0.5]}
    assert [len(c.episodes) for c in clusters(rows, apart, Thresholds(alike=0.95))] == [1, 1, 1]


def test_vectors_are_compared_with_those_that_share_the_rarest_words() -> None:
    """However many share a common word: their number is bounded."""
    crowd = [episode(f"The user saw the lake from tower{n}.", n / 100, memory_id=f"p_{n:05}") for n in range(MOST_NEAR + 5)]
    rare = episode("The user jogged around the lake in Ardenholm.", 50, memory_id="p_50000")
    common = episode("The user skated across the lake.", 60, memory_id="p_60000")
    new = episode("The user ran beside the lake in Ardenholm.", 70, memory_id="p_70000")
    vectors = {e.key: [1.0, 0.0] for e in (rare, common, new)} | {e.key: [0.0, 1.0] for e in crowd}
    shown = [e.model_copy(update={"consolidated_at": NOW}) for e in (*crowd, rare, common)]
    (cluster,) = clusters([*shown, new], vectors)
    assert {e.memory_id for e in cluster.episodes} == {"p_50000", "p_70000"}


def test_clusters_do_not_depend_on_the_order_of_arrival() -> None:
    rows = [episode(f"The user went running in the park with {n}.", n) for n in ("Ann", "Bob", "Cid") for n in [len(n)]]
    assert clusters(rows, {}) == clusters(rows[::-1], {})


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
    return Action.model_validate({"kind": "new", "content": "The user ran.", "episode_ids": ("p_1",)} | fields)


@pytest.mark.parametrize(
    ("fields", "kept"),
    [
        ({}, True),
        ({"category": "event"}, False),
        ({"category": "task"}, False),
        ({"episode_ids": ("p_9",)}, False),
        ({"subject": "ann"}, False),
        ({"content": " "}, False),
        ({"content": "The user often ran."}, True),
        ({"content": "The user ran with Ann."}, False),
        ({"content": "The user ran 5 km."}, False),
        ({"kind": "update", "target_id": "f_1", "content": "The user lives in Oslo."}, False),
        ({"kind": "reinforce", "target_id": "f_pattern"}, False),
        ({"kind": "reinforce", "target_id": "f_1"}, True),
        ({"kind": "invalidate", "target_id": "f_9"}, False),
        ({"kind": "invalidate", "target_id": "f_1", "episode_ids": ("p_1",)}, False),
        ({"kind": "invalidate", "target_id": "f_1", "episode_ids": ("p_moved",)}, True),
        ({"kind": "invalidate", "target_id": "f_1", "episode_ids": ("p_same",)}, False),
        ({"kind": "invalidate", "target_id": "f_1", "episode_ids": ("p_before",)}, False),
        ({"kind": "invalidate", "target_id": "f_1", "episode_ids": ("p_page",)}, False),
        ({"kind": "invalidate", "target_id": "f_pinned", "episode_ids": ("p_moved",)}, False),
        ({"kind": "invalidate", "target_id": "f_pattern", "episode_ids": ("p_1",)}, False),
        ({"kind": "invalidate", "target_id": "f_pattern", "episode_ids": ("p_never",)}, True),
        ({"kind": "update", "target_id": "f_event"}, False),
        ({"kind": "update", "target_id": "f_gone"}, False),
    ],
)
def test_action_is_carried_out_only_on_known_episodes_and_a_fact_that_may_change(fields: dict[str, object], kept: bool) -> None:
    facts = {
        "f_1": fact(memory_id="f_1", slot=slot("residence", "Denver")),
        "f_pinned": fact(memory_id="f_pinned", slot=slot("residence", "Denver"), pinned=True),
        "f_event": fact(memory_id="f_event", category=Category.EVENT),
        "f_gone": fact(memory_id="f_gone", validity=Validity.DEPRECATED),
        "f_pattern": fact("The user ran with Ann, on 3 days between 2 May 2026 and 9 May 2026.", memory_id="f_pattern", category="pattern"),
    }
    told = (
        episode("The user ran.", memory_id="p_1"),
        episode("The user moved to Oslo.", 1, memory_id="p_moved", event_ids=("m2",), slot=slot("residence", "Oslo")),
        episode("The user stays in Denver.", 1, memory_id="p_same", event_ids=("m2",), slot=slot("residence", "Denver")),
        episode("The user lived in Oslo.", -1, memory_id="p_before", event_ids=("m2",), slot=slot("residence", "Oslo")),
        episode("Oslo.", 1, memory_id="p_page", event_ids=("m2",), slot=slot("residence", "Oslo"), trust="untrusted"),
        episode("The user never ran with Ann.", 1, memory_id="p_never", event_ids=("m2",)),
    )
    found = distillation.usable([act(**fields)], {e.memory_id: e for e in told}, facts)
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


def patterns(*said: str) -> list[str]:
    rows = [episode(text, n, memory_id=f"p_{n:014x}") for n, text in enumerate(said)]
    near = {r.key: [1.0, 0.0] for r in rows}
    return [a.content for a in distillation.propose(rows, [], near)]


def test_pattern_keeps_only_what_all_its_sources_share() -> None:
    cities = ("Oslo", "Rome", "Paris", "Berlin", "Madrid", "Vienna")
    (flights,) = patterns(*(f"The user flew to {c} for work." for c in cities))
    assert flights.startswith("The user flew for work, on 6 days")


@pytest.mark.parametrize(
    "said",
    [
        ["The user ran with Ana.", "The user ran with Ana's mother.", *["The user ran with Bob."] * 6],
        [f"The user bought a {colour} bike." for colour in ("red", "blue", "green")],
        ["The user ran out of milk.", "The user ran out of bread.", "The user ran out of money."],
        ["The user went running in the park.", "The user went running in the park.", "The user went running unless it rained."],
        [f"The user went running {'with Ann and ' * 50}with Bob."] * 3,
        ["The user met Ann with Bob.", "The user met Bob with Ann.", "The user met Ann with Cid."],
    ],
)
def test_where_nothing_specific_is_shared_there_is_no_pattern(said: list[str]) -> None:
    assert patterns(*said) == []


def test_pattern_is_no_surer_than_the_least_of_its_sources() -> None:
    rows = [episode("The user went running in the park.", n, confidence=0.5 if n == 3 else 0.9) for n in range(6)]
    (action,) = distillation.propose(rows, [], {})
    assert action.confidence == 0.5


def test_conclusion_is_no_plainer_word_and_no_less_delicate_than_the_least_of_its_sources() -> None:
    said = "The user went running in the park."
    theirs = {"source_role": Role.TOOL, "source": Source.EXTERNAL, "sensitivity": Sensitivity.SENSITIVE}
    rows = [episode(said, 0), episode(said, 1, **theirs), episode(said, 2)]
    made = act(content=said, category=Category.PATTERN, episode_ids=tuple(e.memory_id for e in rows))
    (seen,) = distilled.statements([made], {e.memory_id: e for e in rows}, {}, ("m", "1"), NOW)
    assert (seen.source_role, seen.source, seen.sensitivity) == (Role.TOOL, Source.EXTERNAL, Sensitivity.SENSITIVE)


def test_known_pattern_is_reinforced_only_by_what_says_it() -> None:
    known = fact("The user went running in the park with Ana, on 3 days between 2 May 2026 and 9 May 2026.", category=Category.PATTERN)
    rows = [episode("The user went running in the park.", n) for n in range(3)]
    (action,) = distillation.propose(rows, [known], {})
    assert (action.kind, "Ana" in action.content) == (ActionKind.NEW, False)


_VERBS = st.sampled_from(["flew", "went running", "had lunch", "met Carl", "ran", "bought a red bike", "never swam"])
_PHRASES = st.sampled_from(
    "to Oslo|to Rome|from Oslo|with Ana|with Bob|with Ana's mother|in the park|in the city park|in a park of 5 acres|for 4 km|for 12 km|"
    "for work|before work|, and slept|unless it rained|on Monday|without Ana|at 7:30|on 3 May 2026|instead of working|yesterday".split("|")
)
_STATEMENTS = st.lists(st.tuples(_VERBS, st.lists(_PHRASES, max_size=3)), min_size=3, max_size=8)


@given(_STATEMENTS)
@settings(max_examples=300, deadline=None)
def test_every_word_name_and_number_of_a_pattern_stands_in_each_of_its_sources(said: list[tuple[str, list[str]]]) -> None:
    rows = [episode(f"The user {' '.join([verb, *more])}.", n, memory_id=f"p_{n:014x}") for n, (verb, more) in enumerate(said)]
    by_id = {r.memory_id: r for r in rows}
    for action in distillation.propose(rows, [], {r.key: [1.0, 0.0] for r in rows}):
        mine = words.content(distillation.base(action.content))
        assert len(mine) >= 2
        for source in action.episode_ids:
            assert mine <= words.content(by_id[source].content.summary)


@pytest.mark.parametrize(
    ("facts", "episodes", "evicted", "holds"),
    [
        (100, 4, False, False),
        (100, 5, False, True),
        (80, 4, True, True),
        (600, 29, False, False),
        (600, 30, False, True),
        (600, 29, True, False),
        (100_000, 49, False, False),
        (100_000, 50, False, True),
    ],
)
def test_large_bank_waits_for_a_share_of_new_episodes_up_to_a_bound(facts: int, episodes: int, evicted: bool, holds: bool) -> None:
    counted = UserState(scope=scope(), facts=facts, turns=100, looked=unseen(new_episodes=episodes, evicted=evicted))
    assert distillation.guard(counted, "default").holds is holds


SAID = st.builds(
    "The user {} {}{}.".format,
    st.sampled_from(("went running", "went swimming", "did not go running", "met Ana")),
    st.sampled_from(("in the park", "at the lake", "for 5 km")),
    st.sampled_from(("", " with Bob", " on Monday")),
)


VECTORS = st.lists(st.floats(-1, 1), min_size=4, max_size=4).map(lambda row: [x / max(math.hypot(*row), 0.01) for x in row])


def like(one: Memory, other: Memory, vectors: dict[Any, list[float]]) -> bool:
    """Each condition by itself."""
    if (one.subject, one.category, change_of_mind.negates(one)) != (other.subject, other.category, change_of_mind.negates(other)):
        return False
    if one.slot is not None and other.slot is not None:
        return one.slot == other.slot
    mine, theirs = clustering.undated(one), clustering.undated(other)
    shared = len(mine & theirs)
    if shared >= 2 and shared >= clustering.ALIKE_WORDS * min(len(mine), len(theirs)):
        return True
    return shared > 0 and sum(x * y for x, y in zip(vectors[one.key], vectors[other.key], strict=True)) >= Thresholds().alike


@given(st.lists(st.tuples(SAID, st.booleans(), VECTORS), max_size=12))
def test_clusters_are_those_that_comparing_all_with_all_finds(said: list[tuple[str, bool, list[float]]]) -> None:
    told = [
        episode(words, day, memory_id=f"p_{day:02}", slot=slot("sport", words.split()[3]) if placed else None)
        for day, (words, placed, _) in enumerate(said)
    ]
    vectors = {e.key: vector for e, (_, _, vector) in zip(told, said, strict=True)}
    expected: list[list[Memory]] = []
    for one in told:
        home = next((c for c in expected if like(c[0], one, vectors)), None)
        if home is None:
            expected.append([one])
        else:
            home.append(one)
    assert [list(c.episodes) for c in clusters(told, vectors)] == expected


@given(st.lists(st.tuples(SAID, st.booleans(), VECTORS, st.booleans()), max_size=12))
def test_clusters_of_what_is_new_are_those_of_all_that_hold_something_new(said: list[tuple[str, bool, list[float], bool]]) -> None:
    told = [
        episode(words, day, memory_id=f"p_{day:02}", slot=slot("sport", words.split()[3]) if placed else None)
        for day, (words, placed, _, _) in enumerate(said)
    ]
    vectors = {e.key: vector for e, (_, _, vector, _) in zip(told, said, strict=True)}
    seen = {e.memory_id for e, (_, _, _, known) in zip(told, said, strict=True) if known}
    shown = [e.model_copy(update={"consolidated_at": NOW}) if e.memory_id in seen else e for e in told]
    every = [[e.memory_id for e in c.episodes] for c in clusters(told, vectors)]
    assert [[e.memory_id for e in c.episodes] for c in clusters(shown, vectors)] == [c for c in every if not seen.issuperset(c)]


def test_each_of_many_may_be_like_the_one_before_it() -> None:
    """Whether one leads a cluster follows from the one before it, and so on: further than calls nest."""
    many = sys.getrecursionlimit() + 100
    said = [f"w{n} w{n + 1} w{n + 2}." for n in range(many)]
    rows = [episode(s, n / 100, memory_id=f"p_{n:05}", consolidated_at=NOW if n < many - 1 else None) for n, s in enumerate(said)]
    (cluster,) = clusters(rows, {})
    assert rows[-1] in cluster.episodes
