"""What may not be told takes no place from what may, however much of it is near to the question (rows Q2, Q5)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from keepsake import api, ids
from keepsake.errors import NotFound
from keepsake.flows.recall import recalls
from keepsake.records import AccessControl, Memory, Relation, Scope, Status, Trust, Validity, Visibility
from tests.builders import DAY, NOW, fact, principal, scope
from tests.world import World, shown

MANY = 150
ASKED = "How much do I weigh?"
NOBODY_SESSION = scope(session_id=None)


def weight(number: int, **fields: Any) -> Memory:
    at = NOW + number * DAY
    words = f"The user weighs {600 + number} hectograms, so much does the user weigh."
    made: dict[str, Any] = {"memory_id": named(number), "event_ids": (), "at": at, "scope": NOBODY_SESSION}
    return fact(words, **made | fields)


def named(number: int) -> str:
    return ids.derived_id("f", NOW, NOBODY_SESSION.pk, str(number))


def told(world: World, **asked: Any) -> list[str]:
    return [m.content for m in world.recall(ASKED, owner=NOBODY_SESSION, **asked).memories]


def changed() -> list[Memory]:
    """Each for a day, but the last."""
    over = [
        weight(
            n, validity=Validity.DEPRECATED, valid_to=NOW + (n + 1) * DAY, superseded_at=NOW + (n + 1) * DAY,
            relations=(Relation(type="superseded_by", target=named(n + 1)),),
        )
        for n in range(MANY - 1)
    ]  # fmt: skip
    return [*over, weight(MANY - 1)]


@pytest.mark.parametrize("kinds", [{}, {"kinds": ["fact"]}])
def test_current_value_is_told_after_many_changes(kinds: dict[str, Any]) -> None:
    """Said one by one, each in a message of its own, which is outdated with it."""
    world = World()
    for n in range(MANY):
        world.now = NOW + n * DAY
        world.tell(f"My weight is {60 + n / 10:.1f} kg now.", at=world.now, owner=scope(session_id=f"s{n}"))
    before = world.store.calls["read"]
    answer = world.recall("What is my weight?", owner=NOBODY_SESSION, **kinds)
    assert [m.content for m in answer.memories] == [f"My weight is {60 + (MANY - 1) / 10:.1f} kg now"]
    assert world.store.calls["read"] - before < 10, "rows are not read in ever so many steps"


@pytest.mark.parametrize("asked", ["as_of", "known_at"])
@pytest.mark.parametrize("number", [3, MANY // 2, MANY - 2])
def test_value_of_a_time_in_between_is_told(asked: str, number: int) -> None:
    world = World()
    shown(world, *changed())
    world.now = NOW + 2 * MANY * DAY
    at: datetime = NOW + number * DAY + DAY / 2
    assert told(world, **{asked: at.isoformat()}) == [weight(number).content.summary]
    assert told(world, as_of=at.isoformat(), known_at=world.now.isoformat()) == [weight(number).content.summary]


def test_who_asks_for_the_past_as_well_is_told_both() -> None:
    world = World()
    shown(world, *changed())
    found = told(world, include=["deprecated"], top_k=100, token_budget=8000)
    assert weight(MANY - 1).content.summary in found
    assert len(found) > 10


@pytest.mark.parametrize(
    "fields",
    [
        {"status": Status.ARCHIVED},
        {"agent_scope": ("other",)},
        {"assistant_visible": False},
        {"trust": Trust.QUARANTINED},
        {"validity": Validity.REVIEW},
        {"valid_to": NOW + DAY},
        {"expires_at": NOW + DAY},
    ],
)
def test_what_gates_hold_takes_no_place(fields: dict[str, Any]) -> None:
    world = World()
    shown(world, *(weight(n, **fields | {"at": NOW}) for n in range(MANY)), fact("The user weighs a lot.", scope=NOBODY_SESSION))
    world.now = NOW + 2 * DAY
    assert told(world) == ["The user weighs a lot."]


def test_question_in_the_words_of_an_old_value_finds_the_new_one_beside_many_others() -> None:
    """Though the two share no word, and a hundred current facts are nearer to the question than the new one."""
    world = World()
    new = fact("It runs on Fargate.", memory_id=named(1000), event_ids=(), scope=NOBODY_SESSION)
    old = fact(
        "Podman is the deployment container engine.", memory_id=named(1001), event_ids=(), scope=NOBODY_SESSION, at=NOW - DAY,
        validity=Validity.DEPRECATED, valid_to=NOW, superseded_at=NOW, relations=(Relation(type="superseded_by", target=new.memory_id),),
    )  # fmt: skip
    others = [
        fact(f"Item {n} is in the container of number {n}.", memory_id=named(n), event_ids=(), scope=NOBODY_SESSION) for n in range(MANY)
    ]
    shown(world, new, old, *others)
    answer = world.recall("Is Podman the deployment container engine?", owner=NOBODY_SESSION)
    assert answer.memories[0].content == "It runs on Fargate."


CARL = scope(user_id="carl", session_id=None)
OWN = "The user weighs a lot, says the user."


def between_users(access: AccessControl) -> tuple[World, list[Memory]]:
    """Another user's memories, so shared, that are nearer to the question than the reader's own."""
    world = World()
    others = [weight(n, access=access, at=NOW) for n in range(MANY)]
    shown(world, *others, fact(OWN, scope=CARL, event_ids=()))
    return world, others


@pytest.mark.parametrize("allowed", [{"allowed_users": ("nobody",)}, {"allowed_roles": ("nurse",)}])
def test_what_is_shared_with_others_takes_no_place(allowed: dict[str, Any]) -> None:
    world, _ = between_users(AccessControl.model_validate({"visibility": Visibility.SHARED} | allowed))
    answer = world.recall(ASKED, owner=CARL, diagnostics=True)
    assert [m.content for m in answer.memories] == [OWN]
    assert answer.diagnostics is not None
    assert answer.diagnostics.suppressed == ()
    assert recalls.read_again(world.store, principal(user_id="carl"), answer.recall_id, asking(CARL), NOW).suppressed == ()


def asking(owner: Scope) -> api.Scoped:
    return api.Scoped(user_id=owner.user_id)


@pytest.mark.parametrize(
    ("held", "key"),
    [
        (fact("The user weighs little.", scope=NOBODY_SESSION, access=AccessControl(visibility=Visibility.SHARED)), {"user_id": "carl"}),
        (fact("The user weighs little.", scope=CARL, agent_scope=("other",)), {"user_id": "carl", "agent_id": "mine"}),
    ],
)
def test_why_not_of_what_is_not_theirs_is_as_of_what_is_not_there(held: Memory, key: dict[str, Any]) -> None:
    """Also where the index shows it still, as for a moment after it was shared no longer."""
    world = World()
    shown(world, held, fact(OWN, scope=CARL, event_ids=(), memory_id=named(1)))
    search = world.index.search
    world.index.search = lambda owner, legs, _: [a + b for a, b in zip(search(owner, legs), search(type(owner)(*at), legs), strict=True)]  # type: ignore
    at = ("acme", "default", "default", "u1")
    given = world.recall(ASKED, owner=CARL.model_copy(update={"agent_id": key.get("agent_id")}), diagnostics=True)
    assert [m.content for m in given.memories] == [OWN]
    for memory_id in (held.memory_id, "f_unknown"):
        with pytest.raises(NotFound, match="no such memory"):
            recalls.explain(world.store, principal(**key), given.recall_id, memory_id, asking(CARL), NOW)
