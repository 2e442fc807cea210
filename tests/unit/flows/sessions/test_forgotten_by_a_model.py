"""What a chat model wrote of a session's turns tells nothing of what was deleted there, though it became no point of the message."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

import pytest

from keepsake import api
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event, quarantine
from keepsake.flows.knowledge import deletions
from keepsake.records import Folding, Memory, Selector, Session, session_key
from keepsake.rules.knowledge.acts import Act
from keepsake.rules.sessions import folding
from tests.builders import principal, scope
from tests.unit.flows.knowledge.test_acts import do
from tests.world import World

FRUIT = ["Figs", "Plums", "Pears", "Limes", "Kiwis", "Dates", "Mangos", "Grapes", "Melons", "Olives", "Quinces", "Cherries", "Apples"]


class Verbatim:
    """Writes down all that it is given."""

    name = "chat"

    def fold(self, tenant: str, earlier: str, said: Sequence[str]) -> str:
        del tenant
        return " ".join([earlier, *(s.split(": ", 1)[1] for s in said)]).strip()


def folded(world: World) -> Folding:
    row = world.store.read([session_key(scope())])[session_key(scope())]
    assert isinstance(row, Session)
    assert row.folding is not None
    return row.folding


def talked(monkeypatch: pytest.MonkeyPatch) -> World:
    """A greeting that states nothing, a fact, and enough talk to fold both; one statement becomes a point."""
    monkeypatch.setattr(folding, "MOST_STATED", 1)
    world = World()
    world.folder = Verbatim()
    allergies = [f"I am allergic to {f}." for f in FRUIT]
    for content in ("Good day, the gate opens with seven seven hush.", *allergies[:2], "I own a blue umbrella.", *allergies[2:]):
        world.tell(content, at=world.now)
        world.upkeep()
    world.project()
    assert folded(world).made_by == "chat"
    assert not [p for p in folded(world).points if "umbrella" in p.text]
    return world


def fact(world: World) -> Memory:
    return next(m for m in world.memories() if "umbrella" in m.content.summary)


def event_deleted(world: World, word: str) -> None:
    (event,) = [e for e in world.events() if word in e.content]
    forget_event.start(Fenced(world.store, world.now), world.consolidating, event, "key:k1", world.now)


def quarantined(world: World, word: str) -> None:
    (event,) = [e for e in world.events() if word in e.content]
    selector = Selector(since=event.timestamp, until=event.timestamp + timedelta(milliseconds=1))
    quarantine.start(world.store, world.consolidating, scope(), selector, "key:k1", world.now)


def fact_deleted(world: World, word: str) -> None:
    assert word == "umbrella"
    do(world, Act.DELETE, fact(world))


def filtered(world: World, word: str) -> None:
    query = api.DeletionQuery(user_id="u1", text=word)
    deletions.start(world.store, world.consolidating, principal(), scope(), query, world.now)


@pytest.mark.parametrize(
    ("way", "word"),
    [(event_deleted, "gate"), (event_deleted, "umbrella"), (quarantined, "gate"), (fact_deleted, "umbrella"), (filtered, "umbrella")],
)
def test_the_message_is_put_in_the_rules_words(monkeypatch: pytest.MonkeyPatch, way: Callable[[World, str], None], word: str) -> None:
    world = talked(monkeypatch)
    assert word in folded(world).text
    way(world, word)
    world.upkeep()
    world.project()
    assert word not in folded(world).text
    assert folded(world).made_by == folding.RULES
    assert word not in str(world.recall("Hello?").short_term_context)
