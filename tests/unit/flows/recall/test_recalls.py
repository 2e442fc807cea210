"""Rows Q7 and Q9: a recall can be read again, answers why not, and lets what it listed fade more slowly."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import NotFound, Unavailable
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.reading import verbatim
from keepsake.flows.recall import recalls
from keepsake.flows.recall.refresh import FRESH, refresh
from keepsake.messages import AccessWork
from keepsake.ports import Write
from keepsake.records import AccessControl, Memory, Permission, Principal, Recalled, Status, Trust, WorkingMemory
from keepsake.rules.recall import unread
from tests.builders import DAY, NOW, message, scope
from tests.world import World

CALLER = Principal(tenant="acme", key_id="k_1", permissions=(Permission.READ,))
OWN = api.ScopeQuery(user_id="u1")


def told(*facts: str) -> World:
    world = World()
    world.tell(*facts)
    return world


def test_recall_is_read_again_as_it_was_given() -> None:
    world = told("I live in Denver.", "I like tea.")
    given = world.recall("Where do I live? Denver?")
    world.refresh()
    again = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert again.query == given.query
    assert [(m.memory_id, m.content, m.score, m.legs) for m in again.memories] == [
        (m.memory_id, m.content, m.score, m.legs) for m in given.memories
    ]


def test_listed_version_is_shown_after_the_memory_changed() -> None:
    world = told("I live in Boston.")
    given = world.recall("Where do I live? Boston?", kinds=["fact"])
    world.refresh()
    world.tell("I moved to Denver.", at=NOW + DAY)
    again = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert [(m.content, m.valid_to) for m in again.memories] == [("I live in Boston", None)]


def test_working_item_is_shown_while_its_session_holds_it() -> None:
    world = told("I am looking for a red kettle today.")
    given = world.recall("Which kettle am I looking for?", kinds=["working"])
    world.refresh()
    again = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert [m.content for m in again.memories] == [m.content for m in given.memories] != []
    (held,) = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, WorkingMemory)]
    world.store.put_each([Write(held.model_copy(update={"items": (), "version": held.version + 1}), held.version)])
    later = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert (later.memories, later.gone) == ((), tuple(m.memory_id for m in given.memories))


def test_deleted_memory_is_named_without_its_words() -> None:
    world = told("I live in Boston.")
    given = world.recall("Where do I live? Boston?", kinds=["fact"])
    world.refresh()
    (fact,) = world.memories()
    world.store.put_each([Write(fact.model_copy(update={"status": Status.DELETED, "version": fact.version + 1}), fact.version)])
    again = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert (again.memories, again.gone) == ((), (fact.memory_id, *fact.event_ids))
    assert "Boston" not in again.model_copy(update={"query": ""}).model_dump_json()


@pytest.mark.parametrize(
    "caller",
    [
        Principal(tenant="globex", key_id="k_2", permissions=(Permission.READ,)),
        Principal(tenant="acme", key_id="k_3", permissions=(Permission.READ,), user_id="u2"),
        Principal(tenant="acme", key_id="k_4", permissions=(Permission.READ,), containers=("other",)),
    ],
)
@pytest.mark.parametrize("query", [api.ScopeQuery()])
def test_recall_of_another_is_not_found(caller: Principal, query: api.ScopeQuery) -> None:
    world = told("I live in Denver.")
    given = world.recall("Denver")
    world.refresh()
    with pytest.raises(NotFound):
        recalls.read_again(world.store, caller, given.recall_id, query, world.now)
    with pytest.raises(NotFound):
        recalls.explain(world.store, caller, given.recall_id, given.memories[0].memory_id, query, world.now)


def test_recall_is_kept_before_it_is_answered_and_gone_after_thirty_days() -> None:
    world = told("I live in Denver.")
    given = world.recall("Denver")
    assert recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now + 29 * DAY)
    with pytest.raises(NotFound):
        recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now + 31 * DAY)


def test_memory_that_another_user_shares_is_read_again_until_it_is_private() -> None:
    world = World()
    body = api.VerbatimRequest(content="The printer on floor three needs blue toner", access_control=AccessControl(visibility="public"))
    verbatim.keep(world.store, world.consolidating, world.embedder, scope(user_id="ann"), body, None, world.now)
    world.project()
    given = world.recall("Which toner does the printer need?", owner=scope(session_id=None), kinds=["fact"])
    read = partial(recalls.read_again, world.store, CALLER, given.recall_id, OWN, world.now)
    assert [m.content for m in read().memories] == [m.content for m in given.memories] == [body.content]
    assert [m.trust for m in read().memories] == [m.trust for m in given.memories] == [Trust.UNTRUSTED]
    assert (read().gone, read().formatted_context) == ((), given.formatted_context)
    (shared,) = world.memories()
    assert shared.trust is Trust.TRUSTED
    world.store.put_each([Write(shared.model_copy(update={"access": AccessControl(), "version": 2}), 1)])
    assert (read().memories, read().gone) == ((), (shared.memory_id,))


def why_not(world: World, recall_id: str, memory_id: str) -> api.WhyNot:
    world.refresh()
    return recalls.explain(world.store, CALLER, recall_id, memory_id, OWN, world.now)


def fact_of(world: World, words: str) -> Memory:
    return next(m for m in world.memories() if words in m.content.summary)


def test_why_not_names_the_gate() -> None:
    world = told("I live in Boston.")
    world.tell("I moved to Denver.", at=NOW + DAY)
    given = world.recall("Do I live in Boston or Denver?")
    answer = why_not(world, given.recall_id, fact_of(world, "Boston").memory_id)
    assert (answer.recalled, answer.cause, answer.gate) == (False, "gate", "validity")


def test_why_not_gives_rank_and_score() -> None:
    world = told(*[f"I like dish number {i} from the restaurant." for i in range(6)])
    given = world.recall("Which dish number 3 from the restaurant do I like?", top_k=1, kinds=["fact"])
    other = next(m for m in world.memories() if m.memory_id != given.memories[0].memory_id)
    answer = why_not(world, given.recall_id, other.memory_id)
    assert (answer.cause, answer.last_score) == ("rank", given.memories[0].score)
    assert answer.rank is not None
    assert answer.rank > 1
    assert answer.score is not None
    assert answer.score <= given.memories[0].score


def test_why_not_names_the_budget() -> None:
    world = told(*[f"I like dish number {i} from the old restaurant beside the river." for i in range(6)])
    given = world.recall("Which dish do I like from the restaurant?", token_budget=14, kinds=["fact"])
    left_out = next(m for m in world.memories() if m.memory_id not in {i.memory_id for i in given.memories})
    answer = why_not(world, given.recall_id, left_out.memory_id)
    assert answer.cause == "budget"
    assert answer.tokens > 0


def test_why_not_names_the_score_asked_for() -> None:
    world = told("I live in Denver.", "I like tea.")
    given = world.recall("Denver", min_score=5.0)
    assert given.memories == ()
    assert why_not(world, given.recall_id, fact_of(world, "Denver").memory_id).cause == "min_score"


def test_why_not_of_what_is_listed_says_its_place() -> None:
    world = told("I live in Denver.")
    given = world.recall("Where do I live? Denver?")
    answer = why_not(world, given.recall_id, given.memories[0].memory_id)
    assert (answer.recalled, answer.cause, answer.rank) == (True, "listed", 1)


def test_why_not_of_what_no_leg_found_says_so_and_what_would_hold_it() -> None:
    world = told("I live in Denver.")
    given = world.recall("Denver", kinds=["event"])
    answer = why_not(world, given.recall_id, fact_of(world, "Denver").memory_id)
    assert (answer.cause, answer.gate) == ("not_a_candidate", "kind")


def test_every_candidate_has_one_fate() -> None:
    world = told(*[f"I like dish number {i} from the restaurant." for i in range(8)])
    world.tell("Actually I no longer like dish number 3 from the restaurant.", at=NOW + DAY)
    given = world.recall("Which dish do I like?", top_k=3)
    (kept,) = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Recalled)]
    considered = [*kept.considered, *unread.unpacked(kept.unread)]
    assert kept.recall_id == given.recall_id
    assert len({c.memory_id for c in considered}) == len(considered)
    assert {c.fate for c in considered} >= {"listed", "rank"}


def test_why_not_of_what_was_ranked_too_low_to_be_read_gives_its_score() -> None:
    world = told(*[f"I like dish number {i} of the restaurant beside the river." for i in range(60)])
    given = world.recall("Which dish number 3 do I like?", top_k=3, kinds=["fact"])
    causes = [why_not(world, given.recall_id, m.memory_id) for m in world.memories()]
    low = [a for a in causes if "among the best that are read" in a.reason]
    assert len(low) > 20
    assert {(a.recalled, a.cause, a.candidates) for a in low} == {(False, "rank", low[0].candidates)}
    assert all(a.score is not None and a.rank is not None and a.rank > 3 and a.score <= given.memories[0].score for a in low)


def test_queue_carries_no_words() -> None:
    world = told("I live in Denver.")
    world.now += 2 * DAY
    world.recall("Where do I live? Denver?")
    (work,) = world.accessed.recalls
    assert "Denver" not in work.body()
    assert AccessWork.model_validate_json(work.body()) == work


def test_queue_that_refuses_is_marked_and_answered() -> None:
    world = told("I live in Denver.")
    world.now += 2 * DAY
    world.accessed.down = True
    answer = world.recall("Denver")
    assert answer.memories
    assert [d.part for d in answer.degraded] == ["recall_log"]


def test_recalled_memory_fades_later_and_rises_in_nothing() -> None:
    world = told("I live in Denver.")
    (before,) = world.memories()
    world.now = NOW + 10 * DAY
    world.recall("Denver")
    (later,) = world.accessed.recalls
    assert refresh(world.store, later) == 1
    assert refresh(world.store, later) == 0
    (after,) = world.memories()
    assert after.last_accessed_at == NOW + 10 * DAY
    assert after.decay_due is not None
    assert before.decay_due is not None
    assert after.decay_due > before.decay_due
    unchanged: dict[str, Any] = {"last_accessed_at": before.last_accessed_at, "decay_due": before.decay_due}
    assert after.model_copy(update=unchanged) == before


def test_recalled_again_within_the_day_queues_nothing() -> None:
    world = told("I live in Denver.")
    world.now = NOW + FRESH - timedelta(minutes=5)
    assert world.recall("Denver").memories
    assert world.accessed.recalls == []


def test_use_that_was_noted_meanwhile_is_not_noted_twice() -> None:
    world = told("I live in Denver.")
    world.now = NOW + 2 * DAY
    world.recall("Denver")
    world.recall("Where do I live? Denver?")
    assert [refresh(world.store, work) for work in world.accessed.recalls] == [1, 0]


def test_archived_memory_stays_archived() -> None:
    world = told("I live in Denver.")
    (fact,) = world.memories()
    world.now = NOW + 10 * DAY
    world.recall("Denver")
    (work,) = world.accessed.recalls
    world.store.put_each([Write(fact.model_copy(update={"status": Status.ARCHIVED, "version": fact.version + 1}), fact.version)])
    assert refresh(world.store, work) == 0
    world.accessed.recalls.clear()
    assert world.recall("Denver", include=["archived"]).memories
    assert world.accessed.recalls == []


def test_access_of_another_scope_touches_nothing() -> None:
    world = told("I live in Denver.")
    world.now = NOW + 10 * DAY
    world.recall("Denver")
    (work,) = world.accessed.recalls
    assert refresh(world.store, work.model_copy(update={"tenant": "globex"})) == 0
    assert refresh(world.store, work) == 1
    assert scope().tenant == "acme"


def test_table_that_is_down_is_an_error() -> None:
    world = told("I live in Denver.")
    world.now = NOW + 10 * DAY
    world.recall("Denver")
    (work,) = world.accessed.recalls
    world.store.down = True
    with pytest.raises(Unavailable):
        refresh(world.store, work)


def same(again: api.RecallRecord) -> dict[str, Any]:
    return again.model_dump(exclude={"at", "request", "suppressed", "gone"})


@pytest.mark.parametrize("down", [False, True])
def test_whole_answer_is_given_again(down: bool) -> None:
    """Contexts, tokens, reasons and diagnostics too."""
    world = told(
        "My dog is called Rex.",
        "My cat is called Tom.",
        "I walk my dog every morning.",
        "I am looking for a red kettle today.",
        "I like tea.",
    )
    world.tell("I moved to Denver from Boston with my dog.", at=NOW + DAY)
    world.accept(message("The dog needs a new bed by Friday.", event_id="m9"))
    world.index.down = down
    given = world.recall("What about my dog Rex and the kettle?", diagnostics=True, token_budget=400)
    assert given.short_term_context
    assert given.long_term_user_context or down
    world.refresh()
    again = recalls.read_again(world.store, CALLER, given.recall_id, OWN, world.now)
    assert same(again) == given.model_dump()
    assert again.gone == ()


def test_summary_or_model_that_tells_a_memory_refreshes_it() -> None:
    """Row Q9: what a line tells is used, though no line of its own says it."""
    world = told("My dog is called Rex.", "My cat is called Tom.", "I walk my dog every morning.")
    world.now = NOW + 10 * DAY
    given = world.recall("pets, the dog and the cat", kinds=["summary", "topic"])
    assert {m.kind for m in given.memories} == {"summary"}
    assert not given.mid_term_context
    (work,) = world.accessed.recalls
    refresh(world.store, work)
    assert {m.last_accessed_at for m in world.memories()} == {NOW + 10 * DAY}


@pytest.mark.parametrize("swept", [False, True])
def test_why_not_of_an_expired_memory_names_its_gate(swept: bool) -> None:
    world = World()
    work = world.accept(facts=[{"content": "Is allergic to peanuts.", "expires_at": (NOW + DAY).isoformat()}])
    world.extract(work)
    world.summarise()
    world.project()
    fact = fact_of(world, "peanuts")
    world.now += 2 * DAY
    if swept:
        sweep(world.store, scheduled(world.now), world.now, lambda: 1000.0)
        world.project()
    given = world.recall("peanuts", owner=scope(session_id=None))
    assert given.memories == ()
    answer = why_not(world, given.recall_id, fact.memory_id)
    assert answer.gate == ("status" if swept else "expired")


def test_why_not_of_a_memory_of_the_container_says_whose_it_is() -> None:
    world = told("I live in Boston.")
    world.tell("The office is in Austin.", owner=scope(user_id=None))
    other = fact_of(world, "Austin")
    given = world.recall("Austin")
    assert why_not(world, given.recall_id, other.memory_id).gate == "owner"
