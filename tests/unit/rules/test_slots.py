from __future__ import annotations

import pytest

from keepsake.rules import slots


@pytest.mark.parametrize(
    "feature",
    [
        "name",
        "residence",
        "employer",
        "budget",
        "diet",
        "car",
        "dentist_appointment_date",
        "favorite_colour",
        "default_for_europe",
        "sister_residence",
    ],
)
def test_feature_with_one_value_is_single(feature: str) -> None:
    assert slots.is_single(feature)


@pytest.mark.parametrize("feature", ["likes", "languages", "hobbies", "pets", "allergies", "skills", "something_unknown"])
def test_other_and_unknown_features_are_multi(feature: str) -> None:
    assert not slots.is_single(feature)


def test_unknown_feature_is_filed_under_miscellaneous() -> None:
    slot = slots.slot("shoe_colour_this_week", "teal")
    assert slot is not None
    assert (slot.category, slot.tag) == ("user_profile", "Miscellaneous")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("under 800", "at most 800"),
        ("under 800", "less than 800"),
        ("2,000 dollars", "$2000"),
        ("Denver", "denver"),
        ("running shoes", "the running shoe"),
        ("teal colour", "teal color"),
        ("5km", "5 km"),
    ],
)
def test_values_worded_differently_are_the_same(one: str, other: str) -> None:
    assert slots.same_value(one, other)


@pytest.mark.parametrize(
    ("one", "other"), [("under 800", "under 1000"), ("under 800", "over 800"), ("Rome", "Milan"), ("Pixel 8", "Pixel 9")]
)
def test_values_that_differ_are_not_the_same(one: str, other: str) -> None:
    assert not slots.same_value(one, other)


def test_value_is_short() -> None:
    assert slots.short_value("the city of Denver now, these days.") == "city of Denver"
    assert slots.slot("likes", "x" * 500) is None
