"""What a statement goes on from in its sitting, from the message to the line of a recall, and once it is forgotten (rows R8, D2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from keepsake import api
from keepsake.adapters.salient import SalientExtractor
from keepsake.flows.governance import forget_event, quarantine
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.correct import correct
from keepsake.flows.recall import recalls
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Scope, Selector, Sensitivity, Visibility
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.reading import filing
from tests.builders import NOW, principal, scope
from tests.world import World

ASKED, LEANS = "Can you draft a text to Marnie about my epilepsy?", "She said yes to driving me"
FIRST, NEXT = f"Marnie works with me. {ASKED}", f"{LEANS}."


class Points:
    """As a model of filing tells it: what she said needs what was asked for."""

    name = "filing"

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        del tenant
        return [self._score(question, *text.split(": ", 1)) for text in texts]

    def _score(self, question: str, label: str, statement: str) -> float:
        if label == filing.ALONE:
            return float(not statement.startswith(LEANS[:8]))
        span = filing.span_of(label)
        return float(span is not None and statement == LEANS and question[slice(*span)] == ASKED)


@pytest.fixture
def world() -> World:
    return World(extractor=SalientExtractor(None, Points(), within_s=7))


def sit(world: World, apart: timedelta = timedelta(minutes=1), first: str = FIRST) -> Memory:
    world.tell(first, event_id="m1")
    world.tell(NEXT, event_id="m2", at=NOW + apart)
    (fact,) = [m for m in world.memories() if m.content.summary == LEANS]
    return fact


def corrected(world: World, words: str, content: str) -> None:
    (fact,) = [m for m in world.memories() if m.content.summary == words]
    target = Target(principal(), fact.memory_id, api.ScopeQuery(user_id="u1"))
    body = api.CorrectionRequest(version=fact.version, content=content)
    correct(
        world.store, world.consolidating, world.index, world.embedder, world.rules, target, Wish(Act.CORRECT, "key:k1", world.now), body
    )
    world.project()


def told(world: World, owner: Scope | None = None) -> list[bool]:
    """Of each line that says it whether what was asked for stands beside it."""
    lines = world.recall("who said yes to driving me?", owner, kinds=["fact"]).mid_term_context
    return [ASKED in line.content for line in lines if LEANS in line.content]


def again(world: World, recall_id: str) -> str:
    return recalls.read_again(world.store, principal(), recall_id, api.ScopeQuery(user_id="u1"), world.now).formatted_context


def listed(world: World) -> list[bool]:
    found, _ = memories.found(world.store, principal(), api.ListQuery(user_id="u1", kind=Kind.FACT))
    return [m.content.context == f'before: "{ASKED}"' for m in found if m.content.summary.startswith(LEANS)]


def test_it_is_told_with_what_was_said_a_minute_before(world: World) -> None:
    assert "epilepsy" not in sit(world).model_dump_json()
    assert told(world) == listed(world) == [True]


def test_so_it_is_where_both_came_at_once(world: World) -> None:
    at = [NOW, NOW + timedelta(minutes=1)]
    events = [
        {"content": c, "timestamp": t.isoformat(), "event_id": f"m{n}"} for n, (c, t) in enumerate(zip((FIRST, NEXT), at, strict=True))
    ]
    world.extract(world.accept(*events))
    world.project()
    assert told(world) == [True]


def test_nothing_is_told_with_it_that_was_said_in_another_sitting(world: World) -> None:
    sit(world, apart=timedelta(hours=2))
    assert told(world) == listed(world) == [False]


def test_a_recall_is_given_again_with_it_until_it_is_forgotten(world: World) -> None:
    sit(world)
    elsewhere = scope(session_id="s9")
    recall_id = world.recall("who said yes to driving me?", elsewhere, kinds=["fact"], top_k=1).recall_id
    assert ASKED in again(world, recall_id)
    forget_event.forget(world.store, world.consolidating, world.event("m1"), "user", world.now)
    assert LEANS in again(world, recall_id)
    assert ASKED not in again(world, recall_id)


def test_it_is_as_delicate_as_what_is_told_with_it(world: World) -> None:
    assert sit(world).sensitivity is Sensitivity.SENSITIVE


def test_what_is_forgotten_is_told_with_nothing(world: World) -> None:
    sit(world)
    forget_event.forget(world.store, world.consolidating, world.event("m1"), "user", world.now)
    world.project()
    assert told(world) == listed(world) == [False]
    assert "epilepsy" not in repr([m.model_dump_json() for m in world.memories()])


def test_nor_is_that_of_which_a_fact_is_deleted(world: World) -> None:
    sit(world)
    (made,) = [m for m in world.memories() if m.content.summary == "Marnie works with me"]
    target = Target(principal(), made.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.DELETE, "key:k1", world.now))
    world.project()
    assert told(world) == listed(world) == [False]


@pytest.mark.parametrize("first", [FIRST, ASKED])
def test_nor_is_what_is_in_quarantine(world: World, first: str) -> None:
    sit(world, first=first)
    assert told(world) == listed(world) == [True]
    first_alone = Selector(until=NOW + timedelta(seconds=1))
    quarantine.start(world.store, world.consolidating, scope(), first_alone, "key:k1", world.now)
    world.upkeep()
    world.project()
    assert told(world) == listed(world) == [False]


def test_nor_are_words_that_a_correction_replaced(world: World) -> None:
    sit(world)
    corrected(world, "Marnie works with me", "Marnie works with Bo")
    assert told(world) == listed(world) == [False]


def test_new_words_go_on_from_nothing(world: World) -> None:
    sit(world)
    corrected(world, LEANS, f"{LEANS} to work")
    assert told(world) == listed(world) == [False]


def test_nobody_else_is_told_it_with_what_is_shared(world: World) -> None:
    fact = sit(world, first=ASKED)
    access = fact.access.model_copy(update={"visibility": Visibility.PUBLIC})
    after = fact.model_copy(update={"version": fact.version + 1, "access": access, "index_due": world.now})
    world.store.commit([Write(after, fact.version)])
    world.project()
    assert told(world) == [True]
    assert told(world, scope(user_id="u2")) == [False]
