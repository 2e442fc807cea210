"""Row K10: a mental model is used while its gate holds, and not a moment longer."""

from __future__ import annotations

from keepsake.records import Approval, Category, Kind, Memory, Relation, Status, Trust, Validity
from keepsake.rules.knowledge import mental_models
from keepsake.rules.recall import gates
from tests.builders import DAY, NOW, fact, scope


def facts(count: int = 3, days: int = 2, **fields: object) -> dict[str, Memory]:
    rows = [
        fact(f"The user likes running shoes {n}.", memory_id=f"f_{n}", at=NOW + (n % days) * DAY, trust=Trust.TRUSTED, **fields)
        for n in range(count)
    ]
    return {f.memory_id: f for f in rows}


def model(sources: dict[str, Memory], **fields: object) -> Memory:
    links = tuple(Relation(type="derived_from", target=f) for f in sources)
    given = {"memory_id": "mm_1", "kind": Kind.MENTAL_MODEL, "relations": links, "approval": Approval.PENDING}
    return fact("The user comes back to running.", **given | fields)


def test_gate_holds_with_three_trusted_current_facts_from_two_days() -> None:
    known = facts()
    assert mental_models.gate(model(known), known).holds
    for fewer in (facts(2), facts(3, days=1)):
        assert not mental_models.gate(model(fewer), fewer).holds


def test_untrusted_archived_and_contested_facts_do_not_hold_it() -> None:
    known = facts()
    for change in ({"trust": Trust.CAUTION}, {"validity": Validity.DEPRECATED}, {"status": Status.DELETED}, {"validity": Validity.REVIEW}):
        one = known | {"f_0": known["f_0"].model_copy(update=change)}
        assert not mental_models.gate(model(known), one).holds
    four = facts(4)
    contested = four | {"f_3": four["f_3"].model_copy(update={"validity": Validity.REVIEW})}
    assert "contested" in mental_models.gate(model(four), contested).reason


def test_a_persons_word_is_final() -> None:
    none = facts(0)
    assert mental_models.gate(model(none, approval=Approval.APPROVED), none).holds
    known = facts()
    assert not mental_models.gate(model(known, approval=Approval.REJECTED), known).holds


def test_model_is_switched_on_and_off_and_only_when_its_gate_turns() -> None:
    known = facts()
    (on,) = mental_models.refreshed([model(known)], known, NOW)
    assert (on.activated_at, on.change.verdict, on.version) == (NOW, "activated", 2)
    assert mental_models.refreshed([on], known, NOW) == []
    less = known | {"f_0": known["f_0"].model_copy(update={"validity": Validity.DEPRECATED})}
    (off,) = mental_models.refreshed([on], less, NOW)
    assert (off.activated_at, off.change.verdict) == (None, "deactivated")
    assert "2 of 3" in off.change.reason


def test_recall_holds_an_inactive_model_back() -> None:
    reader = gates.Reader(scope=scope(), now=NOW)
    held = gates.held_by(model({}), reader)
    assert held is not None
    assert held.name == "activation"
    assert gates.held_by(model({}, activated_at=NOW), reader) is None


def test_model_is_proposed_of_facts_that_share_the_patterns_theme_and_says_no_more_than_they_do() -> None:
    known = facts()
    pattern = fact("The user went running in the park.", memory_id="f_p", category=Category.PATTERN, labels=("running",))
    other = fact("Ann likes running.", memory_id="f_x", subject="ann")
    (proposed,) = mental_models.proposed([pattern], [*known.values(), other, pattern], {}, NOW)
    assert proposed.memory_id.startswith("mm_")
    assert proposed.content.summary.startswith("The user comes back to running: ")
    assert {r.target for r in proposed.relations} == {*known, "f_p"}
    assert proposed.activated_at is None
    assert mental_models.proposed([pattern], [*known.values(), pattern], {proposed.memory_id: proposed}, NOW) == []


def test_two_facts_are_no_insight_and_what_was_taken_back_stays_so() -> None:
    known = facts(3)
    pattern = fact("The user went running in the park.", memory_id="f_p", category=Category.PATTERN, labels=("running",))
    assert mental_models.proposed([pattern], [*facts(1).values(), pattern], {}, NOW) == []
    (proposed,) = mental_models.proposed([pattern], [*known.values()], {}, NOW)
    gone = proposed.model_copy(update={"status": Status.DELETED, "relations": ()})
    assert mental_models.proposed([pattern], [*known.values()], {gone.memory_id: gone}, NOW) == []


def test_model_of_a_theme_of_many_facts_rests_on_the_first_and_the_newest() -> None:
    known = [fact(f"The user likes running shoes {n}.", memory_id=f"f_{n:03}", at=NOW + n * DAY) for n in range(100)]
    pattern = fact(
        "The user went running in the park.", memory_id="f_p", category=Category.PATTERN, labels=("running",), at=NOW + 100 * DAY
    )
    (proposed,) = mental_models.proposed([pattern], [*known, pattern], {}, NOW)
    half = mental_models.MOST_SOURCES // 2
    assert mental_models.sources(proposed) == tuple(f.memory_id for f in [*known[:half], *known[1 - half :], pattern])
