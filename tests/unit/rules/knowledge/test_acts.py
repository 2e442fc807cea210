"""Rows K4, V3 and D2: the table of acts, whatever the memory and the order of the acts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.errors import Conflict, Invalid
from keepsake.records import Kind, Memory, Status, Visibility
from keepsake.rules.knowledge.acts import LEAST_BOOST, LEVELS, MOST_BOOST, RULES, Act, Wish, done
from tests.builders import DAY, NOW, fact

ALONE = [a for a in Act if a not in (Act.APPROVE, Act.REJECT, Act.MERGE, Act.CORRECT)]
ASKED: dict[str, Any] = {"agent_id": "a2", "users": ("u2",)}
ACTS = st.lists(st.tuples(st.sampled_from(ALONE), st.sampled_from(LEVELS), st.booleans()), max_size=12)


def after(memory: Memory, act: Act, level: Visibility = Visibility.SHARED, *, useful: bool = True) -> Memory | None:
    return done(memory, Wish(act, "key:k1", NOW + DAY, visibility=level, useful=useful, **ASKED))


@given(ACTS)
def test_any_row_of_acts_keeps_the_bounds_never_narrows_and_counts_versions(wanted: list[tuple[Act, Visibility, bool]]) -> None:
    memory = fact(agent_scope=("a1",))
    for act, level, useful in wanted:
        try:
            found = after(memory, act, level, useful=useful)
        except Conflict:
            continue
        if found is None:
            continue
        assert (found.version, found.change.verdict, found.change.actor) == (memory.version + 1, act.value, "key:k1")
        assert LEAST_BOOST <= found.retrieval_boost <= MOST_BOOST
        assert LEVELS.index(found.access.visibility) >= LEVELS.index(memory.access.visibility)
        assert set(memory.agent_scope) <= set(found.agent_scope)
        assert (found.content, found.event_ids, found.trust, found.validity) == (
            memory.content, memory.event_ids, memory.trust, memory.validity,
        )  # fmt: skip
        assert not (found.status is Status.DELETED and memory.status is not Status.DELETED and memory.legal_hold)
        memory = found


@given(st.sampled_from([a for a in ALONE if a is not Act.FEEDBACK]))
def test_repeated_act_changes_nothing(act: Act) -> None:
    first = after(fact(agent_scope=("a1",)), act)
    assert first is None or after(first, act) is None


@pytest.mark.parametrize("act", list(Act))
@pytest.mark.parametrize("kind", list(Kind))
def test_act_beyond_its_kinds_is_invalid_and_names_what_fits(act: Act, kind: Kind) -> None:
    if kind in RULES[act].kinds:
        return
    with pytest.raises(Invalid, match=min(k.value for k in RULES[act].kinds)):
        after(fact(kind=kind), act)


@given(st.booleans())
def test_whatever_is_kept_from_fading_has_no_day_on_which_it_fades(pinned: bool) -> None:
    found = after(fact(), Act.PIN if pinned else Act.PROTECT)
    assert found is not None
    assert found.decay_due is None
    freed = after(found, Act.UNPIN if pinned else Act.UNPROTECT)
    assert freed is not None
    assert freed.decay_due is not None
