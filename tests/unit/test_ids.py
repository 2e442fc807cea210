"""Ids that are made here sort by time, lead to their owner, and are as unique as 64 bits beside it are."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from keepsake import ids
from keepsake.records import memory_sk
from local.in_memory import NOW, scope
from tests.builders import event, fact

NAMES = st.text(min_size=1, max_size=40)


@given(NAMES, NAMES, st.one_of(st.none(), NAMES), st.lists(NAMES, max_size=3))
def test_an_id_carries_its_owners_mark(tenant: str, container: str, user: str | None, parts: list[str]) -> None:
    pk = ids.user_pk(tenant, container, user)
    for made in (ids.owned_id("e", pk), ids.derived_id("mm", NOW, pk, *parts)):
        assert ids.mark_in(made) == ids.mark(pk)


def test_the_same_owner_and_parts_give_the_same_id_and_others_another() -> None:
    made = [ids.derived_id("f", NOW, pk, part) for pk in ("T#a#C#d#U#u", "T#a#C#d#U#v") for part in ("x", "y")]
    assert len(set(made)) == 4
    assert made[0] == ids.derived_id("f", NOW, "T#a#C#d#U#u", "x")


def test_ids_sort_by_time_whoever_owns_them() -> None:
    made = [ids.derived_id("f", NOW + timedelta(milliseconds=n), f"T#a#C#d#U#{7 * n % 5}") for n in range(50)]
    assert made == sorted(made)
    assert [memory_sk(m) for m in made] == sorted(memory_sk(m) for m in made)


def test_ids_of_one_moment_are_told_apart() -> None:
    assert len({ids.owned_id("e", "T#a#C#d#U#u") for _ in range(1000)}) == 1000


@given(st.text(max_size=60))
def test_what_somebody_else_calls_a_row_has_no_mark_unless_it_looks_like_ours(name: str) -> None:
    mark = ids.mark_in(name)
    assert mark is None or (len(mark) == ids.MARK_SIGNS and mark in name)


def test_only_rows_that_their_id_does_not_lead_to_are_in_the_index_by_id() -> None:
    mine, others = ids.owned_id("e", scope().pk), ids.owned_id("e", scope(user_id="u2").pk)
    assert event(event_id=mine).lookup is None
    assert event(event_id=others).lookup == ids.id_key("acme", others)
    assert event(event_id="given by a caller").lookup == ids.id_key("acme", "given by a caller")
    made = ids.derived_id("f", NOW, scope().pk, "x")
    assert fact(memory_id=made).lookup is None
    assert fact(memory_id="p" + made[1:]).lookup is None
    assert fact(memory_id=made, scope=scope(container="other")).lookup == ids.id_key("acme", made)
