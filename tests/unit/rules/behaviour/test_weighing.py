"""Row R9: behaviour becomes facts only with enough evidence."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Claim
from keepsake.records import Event, Source
from keepsake.rules import slots
from keepsake.rules.behaviour import weighing
from keepsake.rules.behaviour.actions import WEIGHT, Act, signals_of
from keepsake.rules.behaviour.weighing import CAP, weigh
from tests.unit.rules.reading.talk import NOW, said

STORY = (
    ("message", "I want daily running shoes, not too stiff, budget under 800."),
    ("message", "I mostly run in the park, about 5 km each time, and I prefer something not too flashy."),
    ("filter", "category = running shoes"),
    ("filter", "price = 500-800"),
    ("filter", "size = 42"),
    ("filter", "size = 42"),
    ("view", "Viewed 4 cushioned running shoes"),
    ("save", "Saved 2 light-coloured shoes"),
    ("dwell", 'reviews containing "soft feel" and "daily training"'),
    ("skip", "carbon-plated racing shoes"),
)


def acts(*rows: tuple[str, str]) -> list[Event]:
    return [said(text, number, event_type=kind, at=NOW + timedelta(minutes=number)) for number, (kind, text) in enumerate(rows, 1)]


def claims(*rows: tuple[str, str]) -> dict[str, Claim]:
    found = weigh([s for e in acts(*rows) for s in signals_of(e)])
    return {f"{c.slot.feature}={c.slot.value}": c for c in found if c.slot}


def test_story_of_the_running_shoes_gives_its_facts_with_their_evidence() -> None:
    found = claims(*STORY)
    assert {k: (c.content, c.event_ids) for k, c in found.items()} == {
        "looking_for=daily running shoes": ("The user is looking for daily running shoes.", ("e1", "e3")),
        "budget=under 800": ("The user's budget is mostly under 800; they look at prices of 500-800.", ("e1", "e4")),
        "size=42": ("The user often looks at size 42.", ("e5", "e6")),
        "feel=soft": ("The user prefers cushioning and a non-stiff, soft feel.", ("e1", "e7", "e9")),
        "look=understated": ("The user is more interested in understated, light-coloured shoes.", ("e2", "e8")),
        "avoids=carbon-plated racing shoes": ("The user currently does not prefer carbon-plated racing shoes.", ("e10",)),
    }
    assert all(c.source is Source.IMPLICIT and c.confidence <= CAP for c in found.values())
    assert all("running shoes" in c.labels or "racing shoes" in c.labels for c in found.values())


def test_the_same_kinds_of_act_on_other_things_prove_other_facts() -> None:
    found = claims(
        ("filter", "brand: Fjord"), ("filter", "brand: Fjord"), ("view", "3 quiet coffee grinders"), ("save", "a quiet coffee grinder"),
         ("skip", "noisy blade grinders")
    )  # fmt: skip
    assert set(found) == {"brand=Fjord", "noise=quiet", "avoids=noisy blade grinders"}


@pytest.mark.parametrize(
    "row",
    [
        ("click", "leather boots"),
        ("view", "Viewed 4 leather boots"),
        ("filter", "size = 42"),
        ("save", "red boots"),
        ("search", "leather boots"),
        ("skip", "one red boot"),
        ("dwell", 'reviews with "soft feel"'),
    ],
)
def test_one_act_proves_nothing(row: tuple[str, str]) -> None:
    assert claims(row) == {}


def test_one_purchase_proves_an_interest() -> None:
    assert set(claims(("purchase", "trail running vest"))) == {"interests=trail running vest"}


def test_a_repeat_noted_in_one_record_counts_as_two() -> None:
    assert set(claims(("filter", "size = 42 (repeated)"))) == {"size=42"}
    assert claims(("filter", "size = 42 x3"))["size=42"].confidence > claims(("filter", "size = 42 x2"))["size=42"].confidence


def test_much_seen_and_nothing_taken_proves_nothing() -> None:
    looked = ("view", "Viewed 8 cushioned shoes")
    assert claims(looked, looked, ("click", "cushioned shoes")) == {}
    assert set(claims(("view", "Viewed 4 cushioned shoes"), ("save", "cushioned shoes"))) == {"feel=soft"}


def test_skips_weigh_against_what_was_taken() -> None:
    taken = claims(("save", "2 neon jackets"))["look=flashy"]
    contested = claims(("save", "2 neon jackets"), ("save", "2 muted jackets"))
    assert "look=flashy" not in contested
    assert taken.confidence > 0.5


def test_budget_of_filters_counts_only_while_it_agrees_with_the_latest_word() -> None:
    changed = (*STORY, ("message", "Actually my budget is 1000 now"))
    assert not any(k.startswith("budget") for k in claims(*changed))


def test_what_is_only_said_is_left_to_the_extractor() -> None:
    assert claims(*STORY[:2]) == {}


def test_weighing_again_gives_the_same_slots_and_no_less_confidence() -> None:
    first, again = claims(*STORY), claims(*STORY, ("filter", "size = 42"))
    assert set(first) == set(again)
    assert again["size=42"].confidence > first["size=42"].confidence


def test_assistants_do_not_act_for_the_user() -> None:
    assert signals_of(said("size = 42", event_type="filter").model_copy(update={"role": "assistant"})) == []


def test_unknown_event_types_say_nothing() -> None:
    assert signals_of(said("deployed build 42", event_type="deployment")) == []


@given(st.lists(st.sampled_from(STORY), max_size=30), st.randoms(use_true_random=False))
def test_order_of_arrival_and_repeats_do_not_matter(rows: list[tuple[str, str]], random: object) -> None:
    signals = [s for e in acts(*rows) for s in signals_of(e)]
    shuffled = [*signals, *signals]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert weigh(signals) == weigh(shuffled)
    assert all(0 < c.confidence <= CAP and c.event_ids and c.slot and slots.feature(c.slot.feature) for c in weigh(signals))


def test_threshold_is_reached_before_anything_is_claimed() -> None:
    assert all(weight < weighing.THRESHOLD for act, weight in WEIGHT.items() if act != "purchase")


@pytest.mark.parametrize(("event_type", "act"), [("dislike_item", Act.SKIP), ("like_item", Act.SAVE), ("removed_from_cart", Act.SKIP)])
def test_what_is_passed_over_is_no_liking(event_type: str, act: Act) -> None:
    (signal,) = signals_of(said("the red lamp", event_type=event_type))
    assert signal.event_type == act
