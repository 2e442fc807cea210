"""Row K4: a batch is decided against what is nearby, bounded in number, and what comes of it is what the whole bank would give."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.flows.indexing import owed
from keepsake.flows.knowledge import decide, nearby
from keepsake.ids import Key
from keepsake.ports import Page, Write
from keepsake.records import Kind, Memory, Relation, Type, Validity, Visibility
from keepsake.rules.knowledge import mental_models
from local.stand_ins import MemoryStore
from tests.builders import DAY, NOW, fact, scope
from tests.unit.flows.knowledge.test_interleavings import CONVERSATIONS, QUICK, knowledge
from tests.world import World


def world_of(whole: int, **given: Any) -> World:
    world = World(**given)
    world.whole = whole
    return world


def told(batches: Sequence[Sequence[dict[str, Any]]], whole: int, shown: Sequence[bool]) -> World:
    """A world that heard these batches; after those that are not `shown` the index lags behind."""
    world = world_of(whole)
    for number, batch in enumerate(batches):
        world.extract(world.accept(*batch))
        if shown[number % len(shown)]:
            world.project()
    world.summarise()
    return world


@QUICK
@given(CONVERSATIONS.flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))), st.lists(st.booleans(), min_size=1, max_size=4))
def test_what_is_nearby_decides_as_the_whole_bank(arrivals: tuple[Any, Any], shown: list[bool]) -> None:
    for batches in arrivals:
        assert knowledge(told(batches, 0, shown)) == knowledge(told(batches, 1_000, [True]))


class Counting(MemoryStore):
    """A table that counts the rows that it gives."""

    def __init__(self) -> None:
        super().__init__()
        self.given = 0

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Any]:
        found = super().read(keys, consistent=consistent)
        self.given += len(found)
        return found

    def query(self, pk: str, prefix: str, **how: Any) -> Page:
        page = super().query(pk, prefix, **how)
        self.given += len(page.records)
        return page


PLACES = "Antwerp Bergen Cadiz Delft Evora Faro Ghent Haarlem Jena Krakow".split()
THINGS = "kayak violin loom canoe tent drill easel mirror kettle lamp oven piano".split()


def bank(things: int) -> World:
    """A user who told so many things of each place."""
    store = Counting()
    world = world_of(10, store=store)
    world.configure()
    for day, thing in enumerate(THINGS[:things]):
        world.tell(*(f"I left the {thing} in {place}." for place in PLACES), at=NOW + day * DAY)
    return world


def rows_given(world: World, said: str) -> int:
    assert isinstance(world.store, Counting)
    work = world.accept({"content": said, "timestamp": (NOW + 90 * DAY).isoformat()})
    before = world.store.given
    world.extract(work)
    return world.store.given - before


def test_deciding_reads_no_more_rows_of_a_large_bank() -> None:
    small, large = (rows_given(bank(n), "I sold the kayak in Ghent.") for n in (3, 12))
    assert small > nearby.A_STATEMENT / 2, "the index led somewhere"
    assert large <= small + nearby.A_STATEMENT / 2 + owed.NEWEST  # the newest batches tell what the index owes


def test_one_place_of_the_profile_is_found_however_many_share_its_words() -> None:
    world = world_of(0)
    world.tell("I live in Porto.")
    for day in range(1, 4):
        world.tell(*(f"I met a friend who lives in Porto near the {t}." for t in THINGS), at=NOW + day * DAY)
    world.tell("I moved to Ghent.", at=NOW + 5 * DAY)
    home = {m.content.summary: m.validity for m in world.memories() if m.slot and m.slot.feature == "residence" and m.subject == "user"}
    assert home == {"I live in Porto": Validity.DEPRECATED, "I moved to Ghent": Validity.ACTIVE}


def test_what_the_index_does_not_show_yet_is_read_by_what_owes_it() -> None:
    world = world_of(0)
    for said in ("I live in Porto.", "I moved to Ghent."):
        world.now += timedelta(minutes=1)
        world.extract(world.accept({"content": said, "timestamp": world.now.isoformat()}))
    assert world.index.documents == {}
    assert world.current() == ["I moved to Ghent"]
    assert {k.sk.rpartition("#")[2][:1] for k in owed.keys(world.store, scope()) or ()} == {"f", "p"}


def test_too_many_open_batches_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owed, "MOST_BATCHES", 1)
    world = world_of(0)
    for day, said in enumerate(("I live in Porto.", "I like jazz.", "I moved to Ghent.")):
        world.extract(world.accept({"content": said, "timestamp": (NOW + day * DAY).isoformat()}))
    assert owed.keys(world.store, scope()) is None
    assert world.current() == ["I like jazz", "I moved to Ghent"]


def test_without_the_index_the_newest_are_compared_and_the_reason_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearby, "NEWEST", 3)
    world = world_of(0)
    world.tell("I live in Porto.", "I like jazz.", "I own a kayak.")
    world.now += timedelta(minutes=1)
    world.tell("I work at Acme.")
    world.index.down = True
    world.extract(world.accept({"content": "I no longer work at Acme.", "timestamp": (NOW + DAY).isoformat()}))
    assert "I work at Acme" not in world.current(), "nothing waits for the index"
    (ended,) = [m for m in world.memories() if m.content.summary == "I no longer work at Acme"]
    assert ended.change.reason.endswith(nearby.SHORT)


def test_without_the_index_a_decision_on_everything_says_nothing_of_it() -> None:
    world = world_of(0)
    world.tell("I live in Porto.")
    world.index.down = True
    world.extract(world.accept({"content": "I moved to Ghent.", "timestamp": (NOW + DAY).isoformat()}))
    assert world.current() == ["I moved to Ghent"]
    assert not [m for m in world.memories() if nearby.SHORT in m.change.reason]


def test_episodes_of_every_observation_follow_their_fact() -> None:
    world = world_of(0)
    for day in range(3):
        world.tell("I live in Porto.", at=NOW + day * DAY)
    world.tell("I moved to Ghent.", at=NOW + 9 * DAY)
    lived = [e.validity for e in world.memories(Kind.EPISODE) if "Porto" in e.content.summary]
    assert lived == [Validity.DEPRECATED] * 3


def test_model_is_judged_by_all_its_facts_when_one_of_them_ends() -> None:
    world = world_of(0)
    world.tell("I live in Porto.", at=NOW)
    world.tell("I work at Acme.", at=NOW + DAY)
    world.tell("I use Vim.", "I like jazz.", at=NOW + 2 * DAY)
    sources = tuple(Relation(type=mental_models.FROM, target=m.memory_id) for m in world.memories())
    model = fact("The user comes back to work.", memory_id="mm_000000000000aa", kind=Kind.MENTAL_MODEL, type=Type.SEMANTIC,
                 relations=sources, activated_at=NOW)  # fmt: skip
    world.store.put_each([Write(model)])
    world.tell("I moved to Ghent.", at=NOW + 3 * DAY)
    assert _model(world).activated_at == NOW, "three of its facts from two days hold still"
    world.tell("I no longer work at Acme.", at=NOW + 4 * DAY)
    assert _model(world).activated_at is None


def _model(world: World) -> Memory:
    (model,) = world.memories(Kind.MENTAL_MODEL)
    return model


def test_what_a_colleague_shares_is_neither_changed_nor_counted() -> None:
    world = world_of(0)
    facts = [{"content": f"The user banks with Monzo {n}.", "access_control": {"visibility": "public"}} for n in range(30)]
    world.extract(world.accept(facts=facts, owner=scope(user_id="u2")))
    world.project()
    before = {m.memory_id: m.version for m in world.memories()}
    assert {m.access.visibility for m in world.memories()} == {Visibility.PUBLIC}
    world.extract(world.accept(facts=[{"content": "The user banks with Barclays."}]))
    world.project()
    world.extract(world.accept(facts=[{"content": "The user banks with Barclays."}]))
    mine = [m for m in world.memories() if m.scope.user_id == "u1"]
    assert [(m.content.summary, m.reinforcements) for m in mine] == [("The user banks with Barclays.", 1)]
    assert {m.memory_id: m.version for m in world.memories() if m.scope.user_id == "u2"} == before


def test_a_message_that_says_very_much_asks_the_index_for_a_bounded_number_of_things_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Late ones too, which are looked for together and not one by one."""
    world = bank(3)
    asked: list[int] = []
    search = world.index.search
    monkeypatch.setattr(world.index, "search", lambda owner, legs, *given: asked.append(len(legs)) or search(owner, legs, *given))
    said = " ".join(f"I own a tuba{n}x and I like ale{n}y." for n in range(60))
    met = world.extract(world.accept({"content": said, "timestamp": NOW.isoformat()}))
    assert sum(met.values()) > 2 * decide.AT_ONCE
    assert max(asked) <= 6 * decide.AT_ONCE
    assert len(asked) < sum(met.values()) / 3
