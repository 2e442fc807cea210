"""What a decision leaves of the two that meet."""

from __future__ import annotations

import pytest

from keepsake.records import Memory
from keepsake.rules.knowledge import outcome
from keepsake.rules.knowledge.reconcile import Decision, Verdict
from tests.builders import DAY, NOW, fact
from tests.unit.rules.knowledge.test_made import observation


def unsure(subject: str) -> Memory:
    seen = observation(subject=subject)
    return seen.model_copy(
        update={"content": seen.content.model_copy(update={"structured": {**seen.content.structured, "subject_sure": False}})}
    )


@pytest.mark.parametrize(("known", "is_about"), [("greta", "greta"), ("assistant", "user"), ("unknown", "user")])
def test_who_names_nobody_is_told_of_whom_it_changes_and_instructs_nobody(known: str, is_about: str) -> None:
    other = fact("Times by the 24 hour clock.", at=NOW - DAY, memory_id="f_0000000000aa02", subject=known)
    made, _ = outcome.of(Decision(Verdict.REVISING, other, "may say otherwise"), unsure("user"), NOW).changed
    assert made.subject == is_about
