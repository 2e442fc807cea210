"""What becomes of no fact, since its vector lies with what is of no use later."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keepsake import api
from keepsake.flows.sessions.capture import Ports, capture
from keepsake.records import Useful
from keepsake.rules.knowledge import goes_on
from tests.builders import scope
from tests.fakes import HashEmbedder
from tests.world import World

SHED = "I painted the shed"


class Knowing(HashEmbedder):
    """Its first number says of a text whether it is of sheds; what is lies away from the useful."""

    useful = Useful(direction=(1.0, *63 * (0.0,)), least=0.5)  # type: ignore[assignment]

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[float("shed" not in t), *row[1:]] for t, row in zip(texts, super().embed(texts), strict=True)]


@pytest.fixture
def world() -> World:
    made = World()
    made.embedder = Knowing()
    return made


def facts(world: World, *said: str) -> list[str]:
    world.extract(world.accept(*({"content": text} for text in said)))
    return world.current()


def test_it_is_no_fact_and_its_event_says_why(world: World) -> None:
    assert facts(world, f"{SHED}.", "I bought a green boat.") == ["I bought a green boat"]
    (event,) = [e for e in world.events() if SHED in e.content]
    assert event.reason == "nothing_kept: of no use later"
    assert event.observation_ids == ()


def test_what_was_told_with_it_is_told_without_it(world: World) -> None:
    helped = "My brother Leo helped with it for 3 days"
    assert facts(world, f"{SHED}. {helped}.") == [helped]
    (fact,) = world.memories()
    assert fact.content.structured["context"] == SHED
    assert goes_on.TOLD_WITH not in {r.type for r in fact.relations}


def test_while_the_model_is_down_words_decide(world: World) -> None:
    world.embedder.down = True
    assert facts(world, f"{SHED}.") == [SHED]


def test_a_captured_turn_tells_of_what_extraction_will_keep(world: World) -> None:
    ports = Ports(world.store, world.extracting, world.embedder, world.rules)
    request = api.CaptureRequest.model_validate({"text": f"{SHED}. I bought a green boat."})
    told = capture(ports, scope(), request, None, world.now).observations
    assert [o.content for o in told] == ["I bought a green boat"]


def test_what_the_model_knows_of_the_useful_is_asked_for_once_a_batch(world: World) -> None:
    asked: list[str] = []

    class Counting(Knowing):
        @property
        def useful(self) -> Useful:  # type: ignore[override]
            asked.append("row")
            return Knowing.useful

    world.embedder = Counting()
    facts(world, "I bought a green boat.", "My sister Ines sails.", f"{SHED}.")
    assert asked == ["row"]


def test_a_turn_is_captured_by_its_words_while_the_model_is_down(world: World) -> None:
    world.embedder.down = True  # type: ignore[attr-defined]
    ports = Ports(world.store, world.extracting, world.embedder, world.rules)
    told = capture(ports, scope(), api.CaptureRequest.model_validate({"text": f"{SHED}."}), None, world.now).observations
    assert [o.content for o in told] == [SHED]
