"""Rows W1 and Q6: a session's list is folded into one message, remade and never stacked; nothing is lost by it; idle ones end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Forbidden, ModelUnavailable, NotFound
from keepsake.flows.governance.purge import purge
from keepsake.flows.knowledge import memories
from keepsake.flows.sessions import sessions, working
from keepsake.flows.sessions.fold import fold, work_for
from keepsake.flows.sessions.opening import IDLE_AFTER
from keepsake.records import Scope, Session, session_key
from keepsake.rules.intake.injected import strip
from tests.builders import NOW, principal, scope
from tests.unit.flows.sessions.test_working import focus, request, state
from tests.world import World

TOLD = [
    "I live in Denver.", "I like green tea.", "My sister is called Jennifer.", "I work at Stripe.", "I play chess.", "I own a dog.",
    "I run every morning.", "I am allergic to peanuts.", "I speak Spanish.", "I love jazz.", "I hate early meetings.", "I was born in May.",
]  # fmt: skip


def talk(world: World, *contents: str, owner: Scope | None = None) -> None:
    for content in contents:
        world.tell(content, at=world.now, owner=owner)
        world.upkeep()
        world.project()


def row(world: World, owner: Scope | None = None) -> Session:
    found = world.store.read([session_key(owner or scope())])[session_key(owner or scope())]
    assert isinstance(found, Session)
    return found


def view(world: World, owner: Scope | None = None) -> api.SessionView:
    return sessions.view(world.store, owner or scope(), world.now)


class Writer:
    """A chat model that folds."""

    name = "gpt-test"

    def __init__(self, answer: str = "The user lives in Denver and likes green tea.", down: bool = False) -> None:
        self.answer, self.down = answer, down
        self.earlier: list[str] = []

    def fold(self, tenant: str, earlier: str, said: Any) -> str:
        assert (tenant, bool(said)) == ("acme", True)
        self.earlier.append(earlier)
        if self.down:
            raise ModelUnavailable("The model endpoint does not answer.")
        return self.answer


def test_beyond_ten_turns_all_but_the_last_five_become_one_message() -> None:
    world = World()
    talk(world, *TOLD[:10])
    assert (view(world).system_message, len(view(world).turns)) == (None, 10)
    talk(world, TOLD[10])
    shown = view(world)
    assert shown.system_message is not None
    assert [t.content for t in shown.turns] == TOLD[6:11]
    assert "Denver" in shown.system_message.content
    assert (shown.system_message.turns, shown.system_message.folds, shown.counters.turns) == (6, 1, 11)


def test_message_is_remade_and_not_stacked() -> None:
    world = World()
    talk(world, *TOLD, *(f"I visited {c}." for c in ("Bern", "Oslo", "Rome", "Lima", "Kyiv")))
    made = row(world).folding
    assert made is not None
    assert (made.count, made.turns) == (2, 12)
    assert made.text.count("Denver") == 1
    assert sessions.view(world.store, scope(), world.now).system_message is not None


def test_nothing_of_the_evidence_is_lost_and_facts_come_of_all_turns() -> None:
    world, plain = World(), World()
    talk(world, *TOLD)
    for content in TOLD:
        plain.tell(content, at=plain.now, owner=scope(session_id=content[:9]))
    assert row(world).folding is not None
    assert world.current() == plain.current()
    assert all(world.event(e).content for f in world.memories() for e in f.event_ids)


def test_turns_that_extraction_has_not_seen_are_not_folded() -> None:
    world = World()
    works = [world.accept({"content": c}) for c in TOLD]
    world.extract(works[0])
    world.summarise()
    world.upkeep()
    made = row(world).folding
    assert made is not None
    assert made.turns == 1
    for work in works[1:]:
        world.extract(work)
        world.summarise()
    world.upkeep()
    assert len(row(world).messages) == 5


def test_turns_whose_observations_are_not_decided_are_not_folded() -> None:
    """Upkeep runs beside the batches, and a message that is folded too early would know of no facts."""
    world = World()
    works = [world.accept({"content": c}) for c in TOLD[:11]]
    world.extract(works[0])
    done = fold(world.store, None, work_for(row(world)), world.now)
    assert done is not None
    assert done.folding is not None
    assert (done.folding.messages, len(done.folding.memory_ids)) == (1, 1)


def test_folding_twice_is_folding_once() -> None:
    world = World()
    talk(world, *TOLD[:11])
    before = row(world)
    assert fold(world.store, None, work_for(before), world.now) is None
    assert row(world) == before


def test_message_that_came_while_it_was_folded_stays_in_the_list() -> None:
    world = World()
    works = [world.accept({"content": c}) for c in TOLD[:11]]
    for work in works:
        world.extract(work)
        world.summarise()

    class Late(Writer):
        def fold(self, tenant: str, earlier: str, said: Any) -> str:
            world.accept({"content": "And one more thing.", "event_id": "late"})
            return super().fold(tenant, earlier, said)

    fold(world.store, Late(), work_for(row(world)), world.now)
    assert [s.event_id for s in row(world).messages][-1] == "late"
    assert len(row(world).messages) == 6


def test_model_writes_the_message_and_is_given_the_earlier_one() -> None:
    world = World()
    world.folder = writer = Writer()
    talk(world, *TOLD, *(f"I visited {c}." for c in ("Bern", "Oslo", "Rome", "Lima", "Kyiv")))
    made = row(world).folding
    assert made is not None
    assert (made.text, made.made_by, made.fallback) == (writer.answer, "gpt-test", None)
    assert writer.earlier == ["", writer.answer]


@pytest.mark.parametrize("writer", [Writer(down=True), Writer("The user lives in Sydney and owns 3 boats."), Writer(" ")])
def test_model_that_fails_or_invents_leaves_the_rules_words(writer: Writer) -> None:
    world = World()
    world.folder = writer
    talk(world, *TOLD[:11])
    made = row(world).folding
    assert made is not None
    assert made.made_by == "rules"
    assert made.fallback
    assert "Denver" in made.text


def test_memories_of_one_folding_are_related_to_those_of_the_previous_one() -> None:
    """Row K11: walkable both ways."""
    world = World()
    talk(world, *TOLD, *(f"I visited {c}." for c in ("Bern", "Oslo", "Rome", "Lima", "Kyiv")))
    facts = {f.content.summary: f for f in world.memories()}
    chess, denver = facts["I play chess"], facts["I live in Denver"]
    later = [f for f in facts.values() if any(r.type == "related_to" for r in f.relations)]
    assert later
    assert chess not in later
    assert denver not in later
    target = next(r.target for r in later[0].relations if r.type == "related_to")
    back = memories.relations(
        world.store, world.index, principal(), next(f for f in facts.values() if f.memory_id == target), api.PageQuery()
    )
    assert ("related_to", later[0].memory_id, "in") in {(r.type, r.target, r.direction) for r in back.relations}


def test_context_is_wrapped_and_stripped_when_it_comes_back() -> None:
    """Row R5."""
    world = World()
    talk(world, *TOLD[:11])
    working.put(world.store, scope(), request("choosing shoes"), world.now)
    text = sessions.context(world.store, scope(), world.now).formatted_context
    assert [h for h in ("Earlier in this session:", "Last turns:", "Current focus:") if h in text.splitlines()] == [
        "Earlier in this session:", "Last turns:", "Current focus:",
    ]  # fmt: skip
    assert "- choosing shoes" in text.splitlines()
    assert strip(text).text == ""


def test_turn_that_says_the_same_again_is_shown_again() -> None:
    world = World()
    for _ in range(2):
        world.accept({"content": "Okay.", "timestamp": NOW.isoformat()})
    assert sessions.context(world.store, scope(), world.now).formatted_context.count("user: Okay.") == 2


def test_recall_gives_the_message_and_the_last_turns_as_short_term_context() -> None:
    world = World()
    talk(world, *TOLD[:11])
    answer = world.recall("Where does the user live?", owner=scope())
    first, *rest = answer.short_term_context
    assert first.content == row(world).folding.text  # type: ignore[union-attr]
    assert [line.content.partition(": ")[2] for line in rest] == TOLD[6:11]
    assert world.recall("Where does the user live?", owner=scope(session_id="s2")).short_term_context == ()


def test_folded_turns_of_another_agent_are_not_read_through_the_message() -> None:
    """Row Q5."""
    world = World()
    talk(world, *TOLD[:11], owner=scope(agent_id="a"))
    other = view(world, scope(agent_id="b"))
    assert (other.system_message, other.turns) == (None, ())
    assert world.recall("Denver", owner=scope(agent_id="b"), kinds=["working"]).short_term_context == ()
    assert view(world, scope(agent_id="a")).system_message is not None


def test_purged_words_stand_neither_in_focus_nor_in_the_message() -> None:
    world = World()
    talk(world, *TOLD[:11])
    denver = next(f for f in world.memories() if "Denver" in f.content.summary)
    purge(world.store, denver, "key:k1", world.now)
    assert "Denver" not in row(world).folding.text  # type: ignore[union-attr]
    assert not any("Denver" in c for c in focus(world))


def test_session_idle_for_a_day_is_closed_and_opened_by_its_next_event() -> None:
    world = World()
    talk(world, "I live in Denver.")
    working.put(world.store, scope(), request("kept"), world.now)
    (item,) = (i for i in working.read(world.store, scope(), world.now)[0].items if i.content == "kept")
    working.act(world.store, scope(), item.item_id, "pin", world.now)
    assert sessions.close_idle(world.store, world.consolidating, world.now + IDLE_AFTER - timedelta(hours=1)) == 0
    world.now += 2 * IDLE_AFTER
    assert sessions.close_idle(world.store, world.consolidating, world.now) == 1
    assert (view(world).closed_at, focus(world), state(world).looked[0].evicted) == (world.now, ["kept"], True)
    assert sessions.close_idle(world.store, world.consolidating, world.now + IDLE_AFTER) == 0
    world.accept({"content": "I am back."})
    assert (view(world).closed_at, row(world).idle_due) == (None, world.now - timedelta(seconds=1) + IDLE_AFTER)


def test_session_that_went_on_is_looked_at_a_day_after_that() -> None:
    world = World()
    world.accept({"content": "I live in Denver."})
    world.now += IDLE_AFTER - timedelta(hours=1)
    world.accept({"content": "I like green tea."})
    last = world.now - timedelta(seconds=1)
    world.now += timedelta(hours=2)
    assert sessions.close_idle(world.store, world.consolidating, world.now) == 0
    assert row(world).idle_due == last + IDLE_AFTER


def test_session_is_named_by_its_id_alone_only_where_that_is_unique() -> None:
    world = World()
    world.accept({"content": "I live in Denver."})
    assert sessions.resolve(world.store, principal(), "s1", api.ScopeQuery()).user_id == "u1"
    world.accept({"content": "I live in Bern."}, owner=scope(user_id="u2"))
    for asked, who in ((api.ScopeQuery(), principal()), (api.ScopeQuery(), principal(tenant="globex"))):
        with pytest.raises(NotFound):
            sessions.resolve(world.store, who, "s1", asked)
    assert sessions.resolve(world.store, principal(), "s1", api.ScopeQuery(user_id="u2")).user_id == "u2"
    with pytest.raises(NotFound):
        sessions.view(world.store, scope(session_id="unknown"), NOW)
    with pytest.raises(NotFound):
        sessions.view(world.store, scope(namespace="n2"), NOW)


def test_key_of_one_container_names_it_for_a_session_that_begins() -> None:
    store = World().store
    bound = sessions.resolve(store, principal(containers=("shop",)), "s9", api.ScopeQuery())
    assert (bound.container, bound.user_id, bound.session_id) == ("shop", None, "s9")
    for key, refused in ((principal(), NotFound), (principal(containers=("shop", "web")), Forbidden)):
        with pytest.raises(refused):
            sessions.resolve(store, key, "s9", api.ScopeQuery())


def test_session_resolves_by_its_container_alone_where_it_is_the_only_one_in_it() -> None:
    world = World()
    for user, container in (("u1", "shop"), ("u2", "club"), ("u3", "gym"), ("u4", "gym")):
        world.tell("I live in Denver.", owner=scope(user_id=user, container=container))

    def whose(**where: str) -> str | None:
        return sessions.resolve(world.store, principal(), "s1", api.ScopeQuery(**where)).user_id

    assert (whose(container="shop"), whose(container="club"), whose(container="club", user_id="u9")) == ("u1", "u2", "u9")
    for ambiguous in ({"container": "gym"}, {}):
        with pytest.raises(NotFound):
            whose(**ambiguous)
    assert whose(container="elsewhere") is None, "one of the container's own that begins"
    world.tell("Opening hours are nine to five.", owner=scope(user_id=None, container="gym"))
    assert whose(container="gym") is None


def test_sessions_of_one_id_in_two_namespaces_share_nothing() -> None:
    world = World()
    health, work = scope(namespace="health", session_id="main"), scope(namespace="work", session_id="main")
    talk(world, *TOLD, owner=health)
    before = row(world, health)
    assert before.folding is not None
    talk(world, "I work at Stripe.", owner=work)
    assert row(world, health) == before
    assert row(world, work).folding is None
    answer = world.recall("Where do I live?", work)
    assert [line for line in answer.short_term_context if "Denver" in str(line)] == []
    assert "Denver" not in sessions.context(world.store, work, world.now).formatted_context
    assert [t.content for t in sessions.view(world.store, work, world.now).turns] == ["I work at Stripe."]


def test_what_was_asked_for_stays_before_the_many_calls_that_it_led_to() -> None:
    world = World()
    asked = "Please repair the pump, but never open the red valve."
    calls = [{"content": f"Looked at pipe {n}.", "role": "tool"} for n in range(70)]
    for row in ({"content": asked}, *calls):
        world.accept(row)
    assert asked in [t.content for t in sessions.view(world.store, scope(), world.now).turns]
    assert asked in sessions.context(world.store, scope(), world.now).formatted_context
    assert asked in str(world.recall("What about the pump?").short_term_context)
