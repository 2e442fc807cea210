"""Row W2: capacity, pins, decay by turns, eviction, and what an equal or a contradicting text does."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from keepsake.errors import Conflict, NotFound
from keepsake.records import Durability, Handoff, WorkingItem, WorkingMemory
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.sessions import working
from local.in_memory import NOW, scope
from tests.builders import slot

EMPTY = WorkingMemory(scope=scope(), updated_at=NOW)


def item(content: str = "x", importance: float = 0.5, agent_id: str | None = None, **fields: Any) -> WorkingItem:
    return WorkingItem(
        item_id=working.item_id(agent_id, content), agent_id=agent_id, content=content, importance=importance, added_at=NOW, **fields
    )


def contents(memory: WorkingMemory, agent_id: str | None = None, policy: Policy = DEFAULT) -> list[str]:
    return [i.content for i in working.listed(memory, agent_id, policy)]


units = st.floats(0, 1).map(lambda x: round(x, 3))
texts = st.sampled_from([f"text {n}" for n in range(12)])
entries = st.builds(item, texts, units)
policies = st.builds(
    Policy, working_capacity=st.integers(2, 9), pinned_slots=st.integers(0, 2),
    working_decay=st.sampled_from(["power-law", "exponential", "none"]), working_rate=st.floats(0, 3),
)  # fmt: skip
steps = st.lists(
    st.one_of(
        st.tuples(st.just("add"), entries), st.tuples(st.just("advance"), st.integers(1, 5)), st.tuples(st.just("pin"), texts),
        st.tuples(st.just("unpin"), texts), st.tuples(st.just("refresh"), texts),
    ),
    max_size=40,
)  # fmt: skip


def walk(steps: list[tuple[str, Any]], policy: Policy) -> list[WorkingMemory]:
    seen = [EMPTY]
    for act, value in steps:
        memory = seen[-1]
        held = None if act in ("add", "advance") else next((i for i in memory.items if i.content == value), None)
        if act == "add":
            memory = working.add(memory, [value], policy).memory
        elif act == "advance":
            memory = working.advance(memory, value).memory
        elif held is not None and act == "pin":
            try:
                memory = working.pin(memory, held, policy).memory
            except Conflict:
                assert sum(i.pinned for i in memory.items) >= policy.pinned_slots
        elif held is not None:
            memory = (working.unpin if act == "unpin" else working.refresh)(memory, held).memory
        seen.append(memory)
    return seen


@given(steps, policies)
def test_never_over_capacity_and_never_more_pins_than_slots(steps: list[tuple[str, Any]], policy: Policy) -> None:
    for memory in walk(steps, policy):
        assert len(memory.items) <= policy.working_capacity
        assert sum(i.pinned for i in memory.items) <= policy.pinned_slots


@given(steps, policies)
def test_pinned_item_stays_until_it_is_unpinned(steps: list[tuple[str, Any]], policy: Policy) -> None:
    for (act, _), (before, after) in zip(steps, itertools.pairwise(walk(steps, policy)), strict=True):
        if act != "unpin":
            assert {i.item_id for i in before.items if i.pinned} <= {i.item_id for i in after.items if i.pinned}


@given(entries, st.integers(0, 500), st.integers(0, 500), policies)
def test_salience_never_rises_with_turns_and_stays_in_bounds(one: WorkingItem, turn: int, more: int, policy: Policy) -> None:
    earlier, later = working.salience(one, turn, policy), working.salience(one, turn + more, policy)
    assert 0 <= later <= earlier <= one.importance


@given(steps, st.lists(entries, max_size=10), policies, st.randoms(use_true_random=False))
def test_entries_of_one_turn_end_the_same_in_any_order(
    steps: list[tuple[str, Any]], fresh: list[WorkingItem], policy: Policy, rng: Any
) -> None:
    memory = walk(steps, policy)[-1]
    other = list(fresh)
    rng.shuffle(other)
    assert working.add(memory, fresh, policy).memory == working.add(memory, other, policy).memory


@given(steps, st.lists(entries, max_size=10), policies, st.randoms(use_true_random=False))
def test_new_texts_added_one_by_one_end_as_if_added_together(
    steps: list[tuple[str, Any]], fresh: list[WorkingItem], policy: Policy, rng: Any
) -> None:
    memory = walk(steps, policy)[-1]
    fresh = list({i.item_id: i for i in fresh if i.item_id not in {h.item_id for h in memory.items}}.values())
    together = working.add(memory, fresh, policy).memory
    rng.shuffle(fresh)
    for one in fresh:
        memory = working.add(memory, [one], policy).memory
    assert memory == together


@given(steps, entries, policies)
def test_the_one_that_falls_out_is_the_least_salient_of_those_not_pinned(
    steps: list[tuple[str, Any]], one: WorkingItem, policy: Policy
) -> None:
    after = working.add(walk(steps, policy)[-1], [one], policy)
    for gone in after.evicted:
        assert not gone.pinned
        lost = working.salience(gone, after.memory.turn, policy)
        assert all(lost <= working.salience(i, after.memory.turn, policy) for i in after.memory.items if not i.pinned)


@given(st.lists(st.integers(0, 60), max_size=40))
def test_routed_places_are_kept_exactly_as_intervals(places: list[int]) -> None:
    routed: tuple[tuple[int, int], ...] = ()
    for place in places:
        routed = working.with_routed(routed, [place])
    held = {p for first, last in routed for p in range(first, last + 1)}
    assert held == set(places)
    assert all(a[1] + 1 < b[0] for a, b in itertools.pairwise(routed))


@pytest.mark.parametrize(("strategy", "after_three"), [("power-law", 4**-0.5), ("exponential", math.exp(-1.5)), ("none", 1.0)])
def test_decay_follows_its_formula(strategy: Any, after_three: float) -> None:
    assert working.decay(3, Policy(working_decay=strategy)) == pytest.approx(after_three)
    assert working.decay(0, Policy(working_decay=strategy)) == 1.0


def test_defaults_are_seven_places_two_pins_and_a_power_law_of_one_half() -> None:
    """Row W4."""
    assert (DEFAULT.working_capacity, DEFAULT.pinned_slots, DEFAULT.working_decay, DEFAULT.working_rate) == (7, 2, "power-law", 0.5)


@pytest.mark.parametrize("wrong", [{"episodic": False}, {"capacity": 1}, {"fold_kept_turns": 11}])
def test_incoherent_policy_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Policy(**wrong)


def test_equal_text_refreshes_and_keeps_pin_and_place() -> None:
    memory = working.add(EMPTY, [item("Ships on Friday")], DEFAULT).memory
    memory = working.pin(memory, memory.items[0], DEFAULT).memory
    memory = working.advance(memory, 3).memory
    (again,) = working.add(memory, [item("ships  on friday", 0.2)], DEFAULT).memory.items
    assert (again.turn, again.pinned, again.importance, again.item_id) == (3, True, 0.5, memory.items[0].item_id)


def test_third_pin_is_a_conflict_and_a_pinned_item_goes_by_its_id() -> None:
    memory = working.add(EMPTY, [item("a"), item("b"), item("c")], DEFAULT).memory
    first, second, third = memory.items
    memory = working.pin(working.pin(memory, first, DEFAULT).memory, second, DEFAULT).memory
    with pytest.raises(Conflict):
        working.pin(memory, third, DEFAULT)
    gone = working.evict(memory, working.one(memory, first.item_id, None))
    assert [i.item_id for i in gone.evicted] == [first.item_id]
    assert working.pin(gone.memory, third, DEFAULT).memory.items != gone.memory.items


def test_refresh_raises_what_faded_and_unpin_lets_it_go() -> None:
    memory = working.add(EMPTY, [item("old", 0.6)], DEFAULT).memory
    memory = working.add(working.advance(memory, 8).memory, [item("new", 0.4)], DEFAULT).memory
    assert contents(memory) == ["new", "old"]
    old = working.one(memory, item("old").item_id, None)
    assert contents(working.refresh(memory, old).memory) == ["old", "new"]
    assert not any(i.pinned for i in working.unpin(working.pin(memory, old, DEFAULT).memory, old).memory.items)


def test_another_value_of_a_single_slot_replaces_and_of_a_multiple_one_does_not() -> None:
    google, stripe = item("Works at Google", slot=slot("employer", "Google")), item("Works at Stripe", slot=slot("employer", "Stripe"))
    changed = working.add(working.add(EMPTY, [google], DEFAULT).memory, [stripe], DEFAULT)
    assert (contents(changed.memory), [i.content for i in changed.replaced]) == (["Works at Stripe"], ["Works at Google"])
    tea, rust = item("Likes tea", slot=slot("likes", "tea")), item("Likes Rust", slot=slot("likes", "Rust"))
    assert len(working.add(EMPTY, [tea, rust], DEFAULT).memory.items) == 2


def test_named_words_replace_the_item_that_holds_them() -> None:
    memory = working.add(EMPTY, [item("The demo is on Thursday"), item("The review is on Monday")], DEFAULT).memory
    changed = working.add(memory, [item("The demo is on Friday", replaces="Thursday")], DEFAULT)
    assert sorted(contents(changed.memory)) == ["The demo is on Friday", "The review is on Monday"]


def test_agents_neither_see_nor_push_out_each_others_items_until_handed_over() -> None:
    """Row Q5."""
    mine = working.add(EMPTY, [item("a's plan", agent_id="a")], DEFAULT).memory
    full = working.add(mine, [item(f"b {n}", 0.9, agent_id="b") for n in range(9)], DEFAULT)
    assert (contents(full.memory, "a"), len(contents(full.memory, "b")), contents(full.memory, "c")) == (["a's plan"], 7, [])
    with pytest.raises(NotFound):
        working.one(full.memory, mine.items[0].item_id, "b")
    told = Handoff(from_agent_id="a", to_agent_id="c", item_ids=(mine.items[0].item_id,), whole=True, actor="key:k1", at=NOW)
    handed = working.hand_over(full.memory, list(mine.items), told, DEFAULT).memory
    assert (contents(handed, "a"), contents(handed, "c"), handed.handoffs) == ([], ["a's plan"], (told,))
    assert working.reads_turns("a", "c", handed.handoffs)
    assert not working.reads_turns("a", "b", handed.handoffs)


def test_hand_over_respects_the_other_agents_capacity_and_slots() -> None:
    memory = working.add(EMPTY, [item(f"b {n}", 0.9, agent_id="b", pinned=n < 2) for n in range(7)], DEFAULT).memory
    memory = working.add(memory, [item("weak", 0.1, agent_id="a", pinned=True)], DEFAULT).memory
    told = Handoff(from_agent_id="a", to_agent_id="b", item_ids=(), whole=False, actor="key:k1", at=NOW)
    handed = working.hand_over(memory, [i for i in memory.items if i.agent_id == "a"], told, DEFAULT)
    assert [i.content for i in handed.evicted] == ["weak"]
    assert sum(i.pinned for i in handed.memory.items) == 2


def test_closing_leaves_what_is_pinned() -> None:
    memory = working.add(EMPTY, [item("kept", pinned=True), item("gone", durability=Durability.PERSISTENT)], DEFAULT).memory
    after = working.closed(memory)
    assert (contents(after.memory), working.lasting(after.evicted)) == (["kept"], True)


def test_session_of_very_many_agents_stays_within_one_row() -> None:
    """Each agent has a place of its own for seven items; the row they share takes 400 KB."""
    memory = EMPTY
    for n in range(60):
        told = [item(f"{'long ' * 1500}{k}", importance=0.1 * k, agent_id=f"a{n}") for k in range(1, 5)]
        memory = working.add(memory, told, DEFAULT).memory
    assert len(memory.model_dump_json().encode()) < 400_000
    assert len(memory.items) > 20
    assert {i.importance for i in memory.items} == {0.4}, "the weakest of all agents went first"
