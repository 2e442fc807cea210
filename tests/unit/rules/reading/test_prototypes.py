from __future__ import annotations

from collections import Counter

from keepsake.records import Category, Durability
from keepsake.rules.reading.prototypes import PROTOTYPES, nearest, settle
from tests.unit.rules.reading.scoring import claims_of


def _axis(index: int) -> list[float]:
    return [1.0 if i == index else 0.0 for i in range(len(PROTOTYPES))]


def test_every_category_and_durability_has_prototypes() -> None:
    categories = Counter(p.category for p in PROTOTYPES)
    assert set(categories) == set(Category)
    assert min(categories.values()) >= 8
    assert {p.durability for p in PROTOTYPES} == set(Durability)
    assert len({p.text for p in PROTOTYPES}) == len(PROTOTYPES)


def test_equal_vector_finds_its_prototype() -> None:
    vectors = [_axis(i) for i in range(len(PROTOTYPES))]
    assert all(nearest(_axis(i), vectors) is PROTOTYPES[i] for i in range(len(PROTOTYPES)))


def test_two_of_three_neighbours_outvote_the_closest() -> None:
    beliefs = [i for i, p in enumerate(PROTOTYPES) if p.category is Category.BELIEF][:2]
    plan = next(i for i, p in enumerate(PROTOTYPES) if p.category is Category.PLAN)
    query = [0.0] * len(PROTOTYPES)
    query[plan], query[beliefs[0]], query[beliefs[1]] = 0.6, 0.55, 0.5
    found = nearest(query, [_axis(i) for i in range(len(PROTOTYPES))])
    assert found is PROTOTYPES[beliefs[0]]


def test_settling_fills_only_what_is_open() -> None:
    (claim,) = claims_of("Dolphins sleep with half of the brain awake.")
    assert claim.category is None
    settled = settle(claim, PROTOTYPES[0])
    assert (settled.category, settled.durability) == (PROTOTYPES[0].category, PROTOTYPES[0].durability)
    (named,) = claims_of("My name is Priya.")
    assert settle(named, PROTOTYPES[-1]) == named
