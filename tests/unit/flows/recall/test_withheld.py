"""What was deleted, has expired or is hidden from the reader is told by nothing that holds its words either (row Q11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from keepsake import api
from keepsake.flows.knowledge import acts
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.correct import correct
from keepsake.flows.recall import recalls
from keepsake.flows.recall import reflect as reflecting
from keepsake.flows.recall.recall import Asker
from keepsake.flows.sessions import sessions, working
from keepsake.ports import Write
from keepsake.records import Folding, Kind, Memory, PastVersion, Point, Relation, Session, session_key
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.sessions import working as rules
from tests.builders import DAY, NOW, message, principal, scope
from tests.world import World

ASKED = "Am I allergic to peanuts? Which allergy?"
WORD = "peanuts"
OWN = api.ScopeQuery(user_id="u1")


def told(*contents: str, **fields: Any) -> World:
    world = World()
    world.tell((contents or ("I am allergic to peanuts.",))[0], event_id="m1", **fields)
    for content in contents[1:]:
        world.tell(content)
    return world


def fact_of(world: World, word: str = WORD) -> Memory:
    return next(m for m in world.memories() if word in m.content.summary)


def changed(world: World, memory: Memory, **fields: Any) -> None:
    """The memory in another version, which the index knows of."""
    change = memory.change.model_copy(update={"at": world.now})
    after = memory.model_copy(update={"version": memory.version + 1, "change": change, "index_due": world.now} | fields)
    world.store.commit([Write(after, memory.version), Write(PastVersion(memory=memory))])
    world.project()


def deleted(world: World) -> None:
    target = Target(principal(), fact_of(world).memory_id, OWN)
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.DELETE, "key:k1", world.now))
    world.project()


def expired(world: World) -> None:
    changed(world, fact_of(world), expires_at=world.now)


def hidden(world: World) -> None:
    changed(world, fact_of(world), assistant_visible=False)


def for_another_agent(world: World) -> None:
    changed(world, fact_of(world), agent_scope=("doctor",))


WAYS = [deleted, expired, hidden, for_another_agent]
Way = Callable[[World], None]


def focus(world: World) -> api.WorkingView:
    return sessions.working_view(world.store, scope(), rules.Changed(working.read(world.store, scope(), world.now)[0]), world.now)


def everything(answer: api.RecallAnswer) -> str:
    return answer.model_copy(update={"query": ""}).model_dump_json()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("session_id", ["s1", "s2", None])
def test_no_leg_tells_it(way: Way, session_id: str | None) -> None:
    world = told()
    owner = scope(session_id=session_id)
    assert WORD in everything(world.recall(ASKED, owner=owner))
    way(world)
    assert WORD not in everything(world.recall(ASKED, owner=owner))


@pytest.mark.parametrize("way", WAYS)
def test_nothing_tells_it_while_the_index_is_down(way: Way) -> None:
    world = told()
    way(world)
    world.index.down = True
    answer = world.recall(ASKED)
    assert [d.part for d in answer.degraded] == ["index"]
    assert WORD not in everything(answer)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_tells_it_as_known_before(way: Way) -> None:
    world = told()
    before = world.now
    world.now += DAY
    way(world)
    assert WORD not in everything(world.recall(ASKED, owner=scope(session_id=None), known_at=before.isoformat()))
    assert WORD not in everything(world.recall(ASKED, owner=scope(session_id=None), as_of=before.isoformat()))


def test_supposed_time_brings_nothing_back_that_has_expired() -> None:
    world = told()
    world.now += 2 * DAY
    expired(world)
    answer = world.recall(ASKED, owner=scope(session_id=None), now=NOW.isoformat(), diagnostics=True)
    assert WORD not in everything(answer)
    assert answer.diagnostics is not None
    assert "expired" in {s.gate for s in answer.diagnostics.suppressed}


@pytest.mark.parametrize("way", WAYS)
def test_reflect_does_not_tell_it(way: Way) -> None:
    world = told()
    way(world)
    asked = api.ReflectRequest(question=f"Why do you think so? {ASKED}")
    answer = reflecting.reflect(world.reading(), None, Asker(scope(), world.now), asked, "r_1")
    assert WORD not in answer.model_copy(update={"missing": ()}).model_dump_json()


@pytest.mark.parametrize("way", WAYS)
def test_recall_read_again_does_not_tell_it_any_more(way: Way) -> None:
    world = told("I am allergic to peanuts, and the peanuts of my aunt nearly sent me to hospital once.")
    given = world.recall(ASKED, owner=scope(session_id=None))
    world.refresh()
    assert WORD in everything(given)
    way(world)
    again = recalls.read_again(world.store, principal(), given.recall_id, OWN, world.now)
    assert WORD not in again.model_copy(update={"query": ""}).model_dump_json()
    assert set(again.gone) == {m.memory_id for m in given.memories}


@pytest.mark.parametrize("way", WAYS)
def test_session_context_does_not_tell_it(way: Way) -> None:
    world = told()
    assert WORD in sessions.context(world.store, scope(), world.now).formatted_context
    way(world)
    assert WORD not in sessions.context(world.store, scope(), world.now).formatted_context


@pytest.mark.parametrize("way", WAYS)
def test_working_items_of_a_session_do_not_tell_it(way: Way) -> None:
    world = told()
    assert WORD in focus(world).model_dump_json()
    way(world)
    assert WORD not in focus(world).model_dump_json()


def test_what_gives_way_in_a_session_is_told_as_little() -> None:
    world = told()
    deleted(world)
    name = working.read(world.store, scope(), world.now)[0].items[0].item_id
    request = api.WorkingItemRequest(content="Likes tea", replaces=name)
    shown = sessions.working_view(world.store, scope(), working.put(world.store, scope(), request, world.now), world.now)
    assert (shown.formatted, shown.evicted) == ("- Likes tea", ())


@pytest.mark.parametrize("way", WAYS)
def test_system_message_of_a_session_is_told_without_it(way: Way) -> None:
    world = told("I am allergic to peanuts.", "I live in Denver.")
    fact = fact_of(world)
    row = world.store.read([session_key(scope())])[session_key(scope())]
    assert isinstance(row, Session)
    points = (
        Point(text="The user is allergic to peanuts.", event_id=fact.event_ids[0], observation_id="o" + fact.memory_id[1:]),
        Point(text="The user drives a van.", event_id="m0"),
    )
    made = Folding(text="The user is allergic to peanuts and drives a van.", points=points, made_by="model", at=NOW)
    world.store.commit([Write(row.model_copy(update={"messages": (), "folding": made, "version": row.version + 1}), row.version)])
    way(world)
    lines = [line.content for line in world.recall(ASKED).short_term_context]
    assert lines == ["The user drives a van."]
    context = sessions.context(world.store, scope(), world.now).formatted_context
    assert "van" in context
    assert WORD not in context


def test_why_not_names_the_gate_of_the_event_and_diagnostics_show_it() -> None:
    world = told()
    deleted(world)
    answer = world.recall(ASKED, owner=scope(session_id=None), diagnostics=True)
    assert answer.diagnostics is not None
    assert ("m1", "withheld") in {(s.memory_id, s.gate) for s in answer.diagnostics.suppressed}
    world.refresh()
    told_why = recalls.explain(world.store, principal(), answer.recall_id, "m1", OWN, world.now)
    assert (told_why.cause, told_why.gate) == ("gate", "withheld")
    assert "deleted" in told_why.reason


def test_other_facts_of_the_event_are_told_by_themselves() -> None:
    world = told("I am allergic to peanuts. I live in Denver.")
    deleted(world)
    answer = world.recall("Where do I live and what am I allergic to?", owner=scope(session_id=None))
    assert [(m.kind, m.content) for m in answer.memories if m.kind is Kind.FACT] == [(Kind.FACT, "I live in Denver")]
    assert WORD not in everything(answer)


def test_agent_of_its_scope_is_told_it() -> None:
    world = told()
    for_another_agent(world)
    assert WORD in everything(world.recall(ASKED, owner=scope(agent_id="doctor")))


def test_restored_memory_is_told_again() -> None:
    world = told()
    deleted(world)
    target = Target(principal(), fact_of(world).memory_id, OWN)
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.RESTORE, "key:k1", world.now))
    world.project()
    assert WORD in everything(world.recall(ASKED))


@pytest.mark.parametrize("given", [{"assistant_visible": False}, {"agent_scope": ["doctor"]}, {"expires_at": NOW.isoformat()}])
def test_stated_fact_is_hidden_from_the_request_on(given: dict[str, Any]) -> None:
    """While it waits for extraction, its event is all that there is."""
    world = World()
    fact = {"content": "Is allergic to peanuts."} | given
    work = world.accept(facts=[fact])
    assert WORD not in everything(world.recall(ASKED))
    world.extract(work)
    world.summarise()
    assert WORD not in everything(world.recall(ASKED))
    world.project()
    assert WORD not in everything(world.recall(ASKED))


def test_event_on_which_nothing_rests_goes_by_its_own_rules() -> None:
    world = World()
    world.accept(message("The peanuts were lovely.", event_id="m1"))
    assert WORD in everything(world.recall(ASKED))


def correct_it(world: World, content: str, word: str) -> None:
    world.now += DAY
    memory = fact_of(world, word)
    body = api.CorrectionRequest(version=memory.version, content=content)
    wish = Wish(Act.CORRECT, "key:k1", world.now)
    correct(
        world.store, world.consolidating, world.index, world.embedder, world.rules, Target(principal(), memory.memory_id, OWN), wish, body
    )
    world.project()


def test_corrected_words_are_told_by_no_event() -> None:
    world = told("I live in Boston.")
    before = world.now
    correct_it(world, "The user lives in Austin.", "Boston")
    asked = "Where do I live, Boston or Austin?"
    for owner in (scope(session_id=None), scope(session_id="s2")):
        answer = world.recall(asked, owner=owner, diagnostics=True)
        assert "Boston" not in everything(answer)
        assert answer.diagnostics is not None
        assert ("m1", "outdated") in {(s.memory_id, s.gate) for s in answer.diagnostics.suppressed}
    assert "Boston" in everything(world.recall(asked, owner=scope(session_id=None), known_at=before.isoformat()))


def test_corrected_words_are_not_in_focus_any_more() -> None:
    world = told("I live in Boston.")
    asked: dict[str, Any] = {"query": "Where do I live, Boston or Austin?", "kinds": ["working"]}
    assert "Boston" in world.recall(**asked).formatted_context
    correct_it(world, "The user lives in Austin.", "Boston")
    assert "Boston" not in world.recall(**asked).formatted_context


@pytest.mark.parametrize("where", ["s1", "s2"])
def test_corrected_words_are_in_no_sessions_focus(where: str) -> None:
    world = World()
    for session in ("s1", "s2"):
        world.tell("I live in Boston.", owner=scope(session_id=session))
    correct_it(world, "The user lives in Austin.", "Boston")
    assert "Boston" not in world.recall("Where do I live, Boston or Austin?", scope(session_id=where)).formatted_context


@pytest.mark.parametrize("kinds", [["fact", "event", "episode"], ["episode"]])
def test_no_episode_of_fifty_tells_what_has_ended(kinds: list[str]) -> None:
    world = World()
    for number in range(50):
        world.tell("I live in Boston.", at=NOW + number * DAY, owner=scope(session_id=f"s{number}"))
    assert len(world.memories(Kind.EPISODE)) == 50
    world.tell("I moved to Denver.", at=NOW + 60 * DAY, owner=scope(session_id="last"))
    assert "Boston" not in everything(world.recall("Where do I live, Boston or Denver?", scope(session_id=None), kinds=kinds))


def test_event_of_which_a_part_still_holds_is_told() -> None:
    world = told("I live in Boston. I work at Acme as the one who feeds the cats.")
    assert len(world.memories()) > 1
    correct_it(world, "The user lives in Austin.", "Boston")
    assert "m1" in {m.memory_id for m in world.recall("Who feeds the cats at Acme in Boston?", kinds=["event"]).memories}


def test_superseded_words_are_told_by_no_event_though_their_fact_is_found_by_no_leg() -> None:
    world = told("I live in Boston.")
    world.tell("I moved to Denver.", at=NOW + DAY)
    answer = world.recall("Where do I live, Boston or Denver?", owner=scope(session_id=None), kinds=["event"])
    assert "Boston" not in answer.formatted_context
    assert "Denver" in answer.formatted_context


def test_superseded_event_is_told_to_who_asks_for_the_past() -> None:
    world = told("I live in Boston.")
    world.now += 30 * DAY
    world.tell("I moved to Denver.", at=NOW + 30 * DAY)
    asked: dict[str, Any] = {"query": "Where do I live, Boston?", "kinds": ["event"], "owner": scope(session_id=None)}
    assert world.recall(**asked).memories == () or "Boston" not in world.recall(**asked).formatted_context
    assert "Boston" in world.recall(**asked, as_of=(NOW + DAY).isoformat()).formatted_context
    assert "Boston" in world.recall(**asked, include=["deprecated"]).formatted_context
    assert "Boston" not in world.recall(**asked, as_of=(NOW + 40 * DAY).isoformat()).formatted_context


def test_what_the_turns_of_a_session_say_is_asked_in_no_further_step() -> None:
    world = told()
    deleted(world)
    before = world.store.calls["read"]
    world.recall(ASKED)
    assert world.store.calls["read"] - before == 3


def test_corrected_words_stay_untold_when_their_fact_is_merged() -> None:
    world = told("I live in Boston.")
    world.tell("I keep my boat in the harbour by the river.", event_id="m2")
    correct_it(world, "The user lives in Austin.", "Boston")
    target = Target(principal(), fact_of(world, "boat").memory_id, OWN)
    corrected = fact_of(world, "Austin").memory_id
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.MERGE, "key:k1", world.now), [corrected])
    world.project()
    answer = world.recall("Where do I live, Boston or Austin?", owner=scope(session_id=None))
    assert "Austin" in everything(answer)
    assert "Boston" not in everything(answer)


@pytest.mark.parametrize("index_down", [False, True])
def test_event_of_a_merged_fact_stands_and_falls_with_the_one_that_took_it_over(index_down: bool) -> None:
    world = told("I am allergic to peanuts.")
    world.tell("I keep my boat in the harbour by the river.", event_id="m2")
    kept = fact_of(world, "boat").memory_id
    merge = Target(principal(), kept, OWN)
    acts.act(world.store, world.consolidating, world.index, merge, Wish(Act.MERGE, "key:k1", world.now), [fact_of(world).memory_id])
    world.project()
    assert WORD in everything(world.recall(ASKED, owner=scope(session_id=None)))
    acts.act(world.store, world.consolidating, world.index, merge, Wish(Act.DELETE, "key:k1", world.now))
    world.project()
    world.index.down = index_down
    assert WORD not in everything(world.recall(ASKED, owner=scope(session_id=None)))


def test_turn_that_no_leg_found_is_named_with_its_gate() -> None:
    world = told()
    deleted(world)
    answer = world.recall("zebra", kinds=["fact"], diagnostics=True)
    assert answer.diagnostics is not None
    assert [s.gate for s in answer.diagnostics.suppressed if s.memory_id == "m1"] == ["withheld"]
    world.refresh()
    assert recalls.explain(world.store, principal(), answer.recall_id, "m1", OWN, world.now).gate == "withheld"


def test_episode_of_a_fact_that_was_corrected_and_then_deleted_is_told_at_no_time() -> None:
    world = told("I was badly hurt by peanuts in the hospital of Denver, and I am allergic to peanuts.")
    if not world.memories(Kind.EPISODE):
        fact = fact_of(world)
        links = (Relation(type="supports", target=fact.memory_id),)
        lived = fact.model_copy(update={"memory_id": "p" + fact.memory_id[1:], "kind": Kind.EPISODE, "relations": links, "version": 1})
        world.store.commit([Write(lived)])
    correct_it(world, "The user is allergic to hazelnuts.", "allergic")
    before = world.now
    world.now += DAY
    target = Target(principal(), fact_of(world, "hazelnuts").memory_id, OWN)
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.DELETE, "key:k1", world.now))
    world.project()
    for asked in ({"as_of": (before - DAY / 2).isoformat()}, {"include": ["deprecated"]}):
        answer = world.recall(ASKED, owner=scope(session_id=None), kinds=["episode"], diagnostics=True, **asked)
        assert WORD not in everything(answer)
        assert answer.diagnostics is not None
        assert "withheld" in {s.gate for s in answer.diagnostics.suppressed}
