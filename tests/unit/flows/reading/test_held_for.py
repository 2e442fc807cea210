"""Half sentences of a session that is held for somebody else are that one's, however many batches it comes in."""

from __future__ import annotations

from datetime import timedelta

from keepsake.flows.knowledge import upkeep
from keepsake.records import HeldFor
from keepsake.rules.reading import held_for
from local.in_memory import World, scope

FORM = (
    "I'm filling this in for my mum, Rosa",
    "she is 74 and lives near the lake",
    "she takes a pill each morning",
    "blood pressure, since 2011",
)


def told(world: World) -> dict[str, str]:
    return {m.content.summary: m.subject for m in world.memories()}


def hear(world: World, *texts: str, session: str = "s1") -> None:
    """An exchange a batch."""
    for text in texts:
        world.tell(text, owner=scope(session_id=session))


def test_what_answers_are_of_is_known_many_exchanges_later() -> None:
    world = World()
    hear(world, *FORM, "penicillin makes me itch", "no surgeries except a hip in 1998")
    subjects = told(world)
    assert subjects["blood pressure, since 2011"] == "rosa"
    assert subjects["no surgeries except a hip in 1998"] == "rosa"


def test_another_session_is_the_users_own() -> None:
    world = World()
    hear(world, *FORM)
    hear(world, "no surgeries except a knee in 2020", session="s2")
    assert told(world)["no surgeries except a knee in 2020"] == "user"


def test_who_turns_to_themselves_is_heard() -> None:
    world = World()
    hear(world, *FORM, "my own history: no allergies but bee stings in 2003", "no surgeries except a wrist in 2015")
    assert told(world)["no surgeries except a wrist in 2015"] == "user"
    assert upkeep.read_state(world.store, scope())[0].held_for == ()


def test_it_lapses_and_only_the_last_sessions_are_remembered() -> None:
    now = World().now
    held = HeldFor(session_id="s1", who="rosa", at=now)
    assert held_for.still(held, now + held_for.LAPSES) == "rosa"
    assert held_for.still(held, now + held_for.LAPSES + timedelta(seconds=1)) is None
    known: tuple[HeldFor, ...] = ()
    for number in range(held_for.MOST + 5):
        known = held_for.noted(known, f"s{number}", "rosa", now)
    assert [h.session_id for h in known] == [f"s{n}" for n in range(5, held_for.MOST + 5)]
    assert held_for.of(held_for.noted(known, "s7", None, now), "s7") is None
    assert held_for.noted((), None, "rosa", now) == ()
