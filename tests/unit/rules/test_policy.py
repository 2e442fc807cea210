"""Row W4: the settings of a container, their defaults and what does not go together."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keepsake.rules.policy import Policy

NAMED: dict[str, Any] = {
    "working_capacity": 7, "pinned_slots": 2, "working_decay": "power-law", "working_rate": 0.5, "episodic": True, "semantic": True,
    "tier_scope": "user", "significance": 0.6, "most_episodes": 200, "consolidate_after": 5, "consolidate_on_eviction": True,
    "turns_between": 4, "prune_from": 20, "assistant_chars": 500, "fold_turns": 10, "fold_tokens": 4_000, "fold_keep": 5,
    "decay": "power-law", "active_from": 0.4, "deprioritized_from": 0.3, "archived_from": 0.2,
}  # fmt: skip
"""As the requirements name them."""


def test_defaults_are_those_of_the_requirements() -> None:
    assert Policy().model_dump(include=set(NAMED)) == NAMED


def test_every_setting_says_what_it_means() -> None:
    assert [name for name, field in Policy.model_fields.items() if not field.description] == []


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"episodic": False}, "semantic"),
        ({"episodic": False, "semantic": True}, "semantic"),
        ({"working_capacity": 1}, "pinned_slots"),
        ({"fold_turns": 4}, "fold_keep"),
        ({"active_from": 0.2}, "deprioritized_from"),
        ({"archived_from": 0.35}, "archived_from"),
        ({"prune_from": -1}, "prune_from"),
        ({"working_decay": "linear"}, "working_decay"),
        ({"tier_scope": "tenant"}, "tier_scope"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_does_not_go_together_is_an_error_that_names_the_field(settings: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Policy.model_validate(settings)
    assert {e["loc"][0] for e in refused.value.errors()} == {field}


def test_both_tiers_may_be_off_and_the_episodic_one_may_stand_alone() -> None:
    assert not Policy(episodic=False, semantic=False).episodic
    assert Policy(semantic=False).episodic
