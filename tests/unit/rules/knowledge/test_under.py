"""Rows K7 and K8: the topic of a fact that no summary tells follows from what it bears, as all facts together would place it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Memory, Status, Trust, Validity
from keepsake.rules.knowledge import guides, topics
from keepsake.rules.knowledge.under import Under
from tests.builders import NOW, fact, scope

TEXT = guides.Text("It says something.", "rules", None)


def pages(facts: Sequence[Memory]) -> list[Memory]:
    return [guides.summary(scope(), t, TEXT, None, NOW) for t in topics.emerge(facts)]


def garden(many: int, **fields: Any) -> list[Memory]:
    return [fact(f"Bed {n} has a crop.", memory_id=f"f_{n:02}", labels=("garden",), **fields) for n in range(many)]


def test_fact_beyond_those_that_are_told_is_under_its_topic() -> None:
    rows = garden(30)
    under = Under(pages(rows))
    assert {under.of(f) for f in rows} == {"garden"}
    assert under.told(rows[-1]).topic == "garden"
    late = fact("Bed 99 has a crop.", memory_id="f_99", labels=("garden",))
    assert under.of(late) == "garden", "as it will be"
    assert Under(pages(rows), some=True).of(late) is None, "another summary may be nearer"
    assert Under(pages(rows), some=True).of(rows[0]) == "garden"


@pytest.mark.parametrize(
    "fields",
    [
        {"labels": ("kitchen",)},
        {"agent_scope": ("a1",)},
        {"scope": scope(namespace="work")},
        {"validity": Validity.INVALID},
        {"status": Status.ARCHIVED},
        {"trust": Trust.QUARANTINED},
        {"kind": "episode"},
    ],
)
def test_what_is_elsewhere_gone_or_no_fact_is_under_none(fields: dict[str, Any]) -> None:
    one = fact("Bed 99 has a crop.", memory_id="f_99", **({"labels": ("garden",)} | fields))
    assert Under(pages(garden(30))).told(one).topic is None


def test_fact_that_bears_nothing_is_under_the_thing_whose_words_it_holds() -> None:
    under = Under(pages(garden(20)))
    assert under.of(fact("Bob envies the garden.", memory_id="f_99")) == "garden"
    travel = [fact(f"City {n} was nice.", memory_id=f"f_{n:02}", labels=("shopping",)) for n in range(20)]
    assert Under(pages(travel)).of(fact("Bob loves shopping.", memory_id="f_99")) is None, "the name of a field is no thing"


def test_topic_that_took_another_over_has_its_facts() -> None:
    held, *_ = pages(garden(3))
    (old,) = pages([f.model_copy(update={"labels": ("yard",)}) for f in garden(3)])
    successor = guides.topic(scope(), topics.emerge(garden(3))[0], None, NOW)
    gone = guides.ended(old, successor, NOW)
    assert Under([held, gone]).of(fact("Bed 99 has a crop.", memory_id="f_99", labels=("yard",))) == "garden"
    assert Under([gone]).of(fact("Bed 99 has a crop.", memory_id="f_99", labels=("yard",))) is None


@given(st.lists(st.lists(st.sampled_from(["pets", "garden", "art", "boats"]), max_size=2), max_size=40))
def test_told_or_not_a_fact_is_where_all_facts_together_place_it(labels: list[list[str]]) -> None:
    rows = [fact(f"Fact {i} of many.", memory_id=f"f_{i:02}", labels=tuple(some)) for i, some in enumerate(labels)]
    found = topics.emerge(rows)
    under = Under(pages(rows))
    for topic in found:
        for one in topic.facts:
            told = one.memory_id in {i for p in pages(rows) for i in guides.told(p)}
            bears = {topics.key_of(label) for label in one.labels}
            label = under.of(one)
            assert label == topic.label if told or len(bears) == 1 else topics.key_of(str(label)) in bears
