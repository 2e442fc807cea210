"""Topics and summaries (rows K7, K8) as they are listed, recalled (Q3, Q6) and cited, each user's own."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.flows import waiting
from keepsake.flows.knowledge import memories, topic_pages
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Status, Validity
from keepsake.rules import tokens
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import guides, topics
from tests.builders import DAY, NOW, fact, principal, scope
from tests.unit.flows.knowledge.test_topics import MUSIC, PETS, STORY, current, labels, run, the_story, told
from tests.world import World


def test_topics_are_listed_with_their_summaries_page_by_page() -> None:
    world = World()
    world.tell(*PETS, *MUSIC)
    first = topic_pages.listed(world.store, scope(), api.PageQuery(limit=1), world.now)
    assert first.next_cursor is not None
    second = topic_pages.listed(world.store, scope(), api.PageQuery(limit=1, cursor=first.next_cursor), world.now)
    rows = [*first.topics, *second.topics]
    assert {t.topic: t.summaries[0].content for t in rows} == told(world)
    assert all(t.facts == len(t.summaries[0].structured["source_facts"]) for t in rows)
    assert topic_pages.listed(world.store, scope(user_id="u2"), api.PageQuery(), world.now).topics == ()


def without_guides(world: World, query: str, **fields: Any) -> list[str]:
    kinds = ["fact", "episode", "mental_model", "event"]
    return [m.memory_id for m in world.recall(query, kinds=kinds, **fields).memories]


@pytest.mark.parametrize("top_k", [3, 10, 30])
def test_guides_push_nothing_out_of_the_first_ten(top_k: int) -> None:
    world = World()
    world.tell(*PETS, *MUSIC, *[f"I like dish number {i} from the restaurant." for i in range(20)])
    for query in ("Which dish do I like?", "my dog", "guitar and piano"):
        flat = without_guides(world, query, top_k=top_k)
        answer = world.recall(query, top_k=top_k)
        evidence = [m.memory_id for m in answer.memories if m.kind not in (Kind.TOPIC, Kind.SUMMARY)]
        assert [m.memory_id for m in answer.memories][: min(10, len(flat))] == flat[:10]
        assert evidence[:10] == flat[:10]
        assert len(answer.memories) <= top_k
        assert [m.score for m in answer.memories] == sorted((m.score for m in answer.memories), reverse=True)


def test_long_term_context_holds_the_matching_summaries_within_the_budget() -> None:
    world = World()
    world.tell(*PETS, *MUSIC)
    answer = world.recall("What is my dog called?")
    assert told(world)["pets"] in [line.content for line in answer.long_term_user_context]
    small = world.recall("What is my dog called?", token_budget=12)
    assert small.long_term_user_context == ()
    assert small.tokens <= 12


def test_summary_is_not_said_again_beside_all_of_its_facts() -> None:
    world = World()
    world.tell(*PETS)
    answer = world.recall("Which pets do I have, dog or cat?")
    facts = {m.content for m in answer.memories if m.kind is Kind.FACT}
    assert facts >= {m.content.summary for m in current(world, Kind.FACT)}
    assert "[summary]" not in answer.formatted_context
    assert answer.long_term_user_context
    alone = world.recall("pets", kinds=["summary", "topic"])
    assert f"- [summary] {told(world)['pets']}" in alone.formatted_context
    assert alone.formatted_context.count("pets") <= 1
    assert {m.kind for m in alone.memories} == {Kind.SUMMARY, Kind.TOPIC}


def test_items_name_their_topic_and_evidence() -> None:
    world = World()
    the_story(world)
    answer = world.recall(STORY["question"]["query"], now=STORY["question"]["now"])
    assert {m.topic for m in answer.memories if m.kind is Kind.FACT} == {"running shoes"}
    assert all(m.event_ids for m in answer.memories)
    assert sum(tokens.count(m.content) for m in answer.memories) <= 1000
    assert tokens.count(answer.formatted_context) == answer.tokens <= 1000


def test_summary_of_today_says_nothing_about_a_day_before_it_held() -> None:
    world = World()
    the_story(world)
    run(world, *STORY["correction"]["events"])
    answer = world.recall("What is my budget?", as_of="2026-05-02T12:00:00Z")
    assert not any("1000" in m.content for m in answer.memories)
    assert not any("1000" in line.content for line in answer.long_term_user_context)


def test_citations_are_walkable_from_fact_to_summary_to_topic_and_back() -> None:
    world = World()
    the_story(world)
    (topic,), (summary,) = current(world, Kind.TOPIC), current(world, Kind.SUMMARY)
    one = current(world, Kind.FACT)[0]

    def links(of: Memory) -> set[tuple[str, str, str]]:
        return {
            (r.type, r.target, r.direction)
            for r in memories.relations(world.store, world.index, principal(), of, api.PageQuery(limit=200)).relations
        }

    assert ("derived_from", summary.memory_id, "in") in links(one)
    assert {("derived_from", one.memory_id, "out"), ("derived_from", topic.memory_id, "in")} <= links(summary)
    assert ("derived_from", summary.memory_id, "out") in links(topic)
    assert {e.event_id for e in memories.case(world.store, principal(), summary).events} == set(summary.event_ids)


def test_change_of_label_leaves_facts_and_their_versions_alone() -> None:
    world = World()
    world.tell(PETS[0], PETS[1])
    before = {m.key: world.store.rows[m.key] for m in world.memories()}
    world.tell(PETS[2], *MUSIC)
    under = labels(world)
    assert set(under.values()) == {"pets", "music"}
    assert {k: world.store.rows[k] for k in before} == before
    assert [m for m in world.memories() if m.topic is not None] == []
    assert {m.version for m in world.memories()} == {1}


@pytest.mark.parametrize("topic", ["pets", "music", "none of them"])
def test_facts_are_listed_and_filtered_by_the_topic_that_they_are_under(topic: str) -> None:
    world = World()
    world.tell(*PETS, *MUSIC)
    under = labels(world)
    wanted = {i for i, label in under.items() if label == topic}
    page = memories.listed(world.store, principal(), api.ListQuery(topic=topic, user_id="u1", kind="fact"))
    assert {m.memory_id for m in page.memories} == wanted
    condition = {"not": {"field": "topic", "op": "ne", "value": topic}}
    answer = world.recall("the dog, the cat and the guitar", filters=condition, kinds=["fact"], top_k=20)
    assert {m.memory_id for m in answer.memories} == wanted
    for one in world.memories():
        assert memories.shown(world.store, one)["topic"] == under.get(one.memory_id)


def test_guides_do_not_fade_apart_from_their_facts() -> None:
    world = World()
    world.tell(*PETS)
    for guide in [*current(world, Kind.TOPIC), *current(world, Kind.SUMMARY)]:
        assert decay.fate(guide, NOW + 5000 * DAY).status is Status.ACTIVE
        assert guide.due is None


@pytest.mark.parametrize("fields", [{"status": Status.DELETED}, {"status": Status.ARCHIVED}, {"validity": Validity.INVALID}])
def test_summary_of_a_fact_that_is_gone_is_not_shown_until_it_is_remade(fields: dict[str, Any]) -> None:
    world = World()
    world.tell(*PETS)
    asked = {"query": "pets, the dog and the cat", "kinds": ["summary", "topic"]}
    assert world.recall(**asked).long_term_user_context
    one = current(world, Kind.FACT)[0]
    world.store.commit([Write(one.model_copy(update={"version": one.version + 1} | fields), one.version)])
    answer = world.recall(diagnostics=True, **asked)
    assert answer.long_term_user_context == ()
    assert answer.diagnostics is not None
    assert {s.gate for s in answer.diagnostics.suppressed if s.memory_id.startswith("s_")} == {"outlived"}
    world.tell("I live in Denver.")
    (line,) = world.recall(**asked).long_term_user_context
    assert one.content.summary.removeprefix("The user").strip(" .") not in line.content


def test_topics_of_other_users_and_namespaces_stay_theirs() -> None:
    world = World()
    world.tell(PETS[0], owner=scope())
    world.tell(PETS[1], owner=scope(user_id="u2"))
    world.tell(PETS[2], owner=scope(namespace="other"))
    assert told(world) == {}


def test_topics_that_wait_follow_at_once_for_who_asks() -> None:
    world = World()
    run(world, *({"content": p, "timestamp": NOW.isoformat()} for p in PETS), follow=False)
    topic_pages.follow(world.store, world.consolidating, scope(), waiting.within(4, lambda _: world.upkeep()))
    (topic, *_) = topic_pages.listed(world.store, scope(), api.PageQuery(), world.now).topics
    assert topic.summaries
    before = list(world.consolidating.upkeep)
    topic_pages.follow(world.store, world.consolidating, scope(), lambda: pytest.fail("nothing waits any more"))
    assert world.consolidating.upkeep == before, "nothing waits any more"


def gardens(many: int) -> World:
    """A bank of so many facts, four under each topic."""
    world = World()
    facts = [fact(f"Bed {n} has a crop.", memory_id=f"f_{n:012x}aa01", labels=(f"garden {n // 4}",)) for n in range(many)]
    summaries = [guides.summary(scope(), t, guides.Text("Beds have crops.", "rules", None), None, NOW) for t in topics.emerge(facts)]
    world.store.put_each([Write(m) for m in (*facts, *summaries)])
    return world


@pytest.mark.parametrize("limit", [1, 7, 150])
def test_what_a_page_reads_goes_by_what_it_shows_and_not_by_the_bank(limit: int) -> None:
    reads = []
    for many in (400, 2_000):
        world = gardens(many)
        before = world.store.rows_read
        page = memories.listed(world.store, principal(), api.ListQuery(user_id="u1", kind="fact", limit=limit))
        reads.append(world.store.rows_read - before)
        assert [m.topic for m in page.memories] == [f"garden {n // 4}" for n in range(many - 1, many - 1 - limit, -1)]
    assert reads[0] == reads[1] <= 2 * limit + 2


def test_one_memory_is_shown_without_a_look_at_the_owners_other_topics() -> None:
    world = gardens(400)
    one = world.memories()[0]
    before = world.store.rows_read
    assert memories.shown(world.store, one)["topic"] == "garden 0"
    assert world.store.rows_read - before <= 2, "its summary, and the user's state"
