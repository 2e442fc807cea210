"""Topics and summaries follow the facts (rows K7, K8), a batch is processed with them (R3), and recall begins with them (Q3, Q6)."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.intake.catch_up import catch_up, requeue_upkeep
from keepsake.flows.knowledge import memories, topic_pages, topics, upkeep
from keepsake.gateway import masked
from keepsake.ports import Store, Write
from keepsake.records import Kind, Memory, Scope, Sensitivity, Trust, UserState, Validity, history_prefix
from keepsake.rules.knowledge import guides, looked
from keepsake.rules.knowledge import topics as rules
from keepsake.rules.policy import Policy
from tests.builders import DAY, NOW, scope
from tests.world import World

STORY: dict[str, Any] = json.loads((Path(__file__).parents[4] / "local" / "shoes.json").read_text())
PETS = ("My dog is called Rex.", "My cat is called Tom.", "I walk the dog every morning.")
MUSIC = ("I play the guitar.", "I love going to concerts.", "I bought a new piano.")


def the_story(world: World) -> None:
    run(world, *STORY["days"][0]["events"])


def run(world: World, *events: dict[str, Any], follow: bool = True) -> None:
    work = world.accept(*masked(list(events)))
    world.extract(work)
    if follow:
        world.summarise()
    world.project()


def current(world: World, kind: Kind) -> list[Memory]:
    return [m for m in world.memories(kind) if m.current]


def told(world: World) -> dict[str, str]:
    return {str(m.topic): m.content.summary for m in current(world, Kind.SUMMARY)}


def labels(world: World) -> dict[str, str]:
    """The label of the topic that each fact is under, by the fact's id."""
    under = topic_pages.under(world.store, scope())
    return {m.memory_id: label for m in world.memories() if (label := under.of(m)) is not None}


def under(world: World) -> dict[str, str]:
    facts = {m.memory_id: m.content.summary for m in world.memories()}
    return {facts[i]: label for i, label in labels(world).items()}


def test_seven_facts_of_the_story_make_one_topic_and_one_summary() -> None:
    world = World()
    the_story(world)
    (topic,), (summary,) = current(world, Kind.TOPIC), current(world, Kind.SUMMARY)
    facts = current(world, Kind.FACT)
    assert len(facts) == 7
    assert topic.content.summary == topic.topic == summary.topic == "running shoes"
    assert labels(world) == {f.memory_id: "running shoes" for f in facts}
    assert {r.target for r in summary.relations if r.type == "derived_from"} == {f.memory_id for f in facts}
    assert set(summary.event_ids) == {e for f in facts for e in f.event_ids}
    for words in ("daily running shoes", "under 800", "size 42", "cushioning", "5 km", "light-coloured", "carbon-plated"):
        assert words in summary.content.summary
    shown = guides.structured(summary)
    assert (shown["event_start"], shown["event_end"]) == ("2026-05-02T10:00:20Z", "2026-05-02T10:08:00Z")
    assert set(shown["source_facts"]) == {f.memory_id for f in facts}


def test_summary_is_remade_when_a_fact_under_it_is_superseded_and_keeps_no_earlier_version() -> None:
    world = World()
    the_story(world)
    (before,) = current(world, Kind.SUMMARY)
    run(world, *STORY["correction"]["events"])
    (after,) = current(world, Kind.SUMMARY)
    assert after.memory_id == before.memory_id
    assert "1000" in after.content.summary
    assert "800" not in after.content.summary
    assert "m6" in after.event_ids
    assert (after.change.verdict, after.version) == ("remade", before.version + 1)
    assert world.store.query(after.scope.pk, history_prefix(after.memory_id)).records == ()
    assert [v.version for v in memories.history(world.store, after, api.PageQuery()).versions] == [after.version]


def test_guides_are_no_more_trusted_nor_less_delicate_than_their_facts() -> None:
    world = World()
    the_story(world)
    for guide in [*current(world, Kind.TOPIC), *current(world, Kind.SUMMARY)]:
        assert guide.trust is Trust.CAUTION
        assert guide.sensitivity is max((f.sensitivity for f in current(world, Kind.FACT)), key=list(Sensitivity).index)
        assert guide.confidence <= max(f.confidence for f in current(world, Kind.FACT))


def test_summary_ends_when_fewer_than_two_facts_remain() -> None:
    world = World()
    world.tell("I play the guitar.", "I play the piano.")
    assert list(told(world)) == ["music"]
    world.tell("I no longer play the piano.", at=NOW + DAY)
    facts = [f for f in current(world, Kind.FACT) if f.memory_id in labels(world)]
    if len(facts) >= 2:
        for f in facts[1:]:
            retire(world, f)
        run(world, {"content": "I live in Denver.", "timestamp": (NOW + 2 * DAY).isoformat()})
    assert "music" not in told(world)
    (topic,) = [t for t in world.memories(Kind.TOPIC) if t.topic == "music"]
    assert topic.validity is Validity.DEPRECATED
    assert topic.change.reason


def retire(world: World, memory: Memory) -> None:
    after = memory.model_copy(update={"validity": Validity.INVALID, "version": memory.version + 1})
    world.store.commit([Write(after, memory.version)])


def test_running_it_twice_writes_nothing_more() -> None:
    world = World()
    the_story(world)
    state, _ = upkeep.read_state(world.store, scope())
    make_due(world)
    before = {k: row for k, row in world.store.rows.items() if k != state.key}
    topics.remake(world.store, world.kept()[0], world.summariser, world.composing, scope(), world.now + DAY)
    assert {k: row for k, row in world.store.rows.items() if k != state.key} == before
    everything = dict(world.store.rows)
    topics.remake(world.store, world.kept()[0], world.summariser, world.composing, scope(), world.now + DAY)
    assert world.store.rows == everything, "nothing waits any more"


def test_run_that_broke_off_between_facts_and_guides_is_finished_by_the_next() -> None:
    whole, broken = World(), World()
    the_story(whole)
    work = broken.accept(*masked(STORY["days"][0]["events"]))
    broken.extract(work)
    commit, done = broken.store.commit, []

    def fail_at_the_first_guide(writes: Sequence[Any]) -> None:
        if not done and any(isinstance(w, Write) and isinstance(w.record, Memory) and w.record.kind is Kind.TOPIC for w in writes):
            done.append(True)
            raise ModelUnavailable("The consumer was cut off.")
        commit(writes)

    broken.store.commit = fail_at_the_first_guide  # type: ignore[method-assign]
    with pytest.raises(ModelUnavailable):
        broken.summarise()
    assert told(broken) == {}
    broken.summarise()
    broken.project()
    assert told(broken) == told(whole)


def test_writer_that_lost_its_race_decides_again_on_what_is_there() -> None:
    world = World()
    work = world.accept(*masked(STORY["days"][0]["events"]))
    world.extract(work)
    commit, lost = world.store.commit, []

    def lose_once(writes: Sequence[Any]) -> None:
        if not lost and any(isinstance(w, Write) and isinstance(w.record, Memory) and w.record.kind is Kind.TOPIC for w in writes):
            lost.append(True)
            raise LostRace("Another writer was first.")
        commit(writes)

    world.store.commit = lose_once  # type: ignore[method-assign]
    world.summarise()
    assert list(told(world)) == ["running shoes"]


def test_what_a_batch_brings_while_topics_are_made_is_in_them_too() -> None:
    world = World()
    world.extract(world.accept({"content": PETS[0]}, {"content": PETS[1]}))
    put_each, brought = world.store.put_each, []

    def meanwhile(writes: Sequence[Write]) -> Any:
        guides = [w for w in writes if isinstance(w.record, Memory) and w.record.kind is Kind.SUMMARY]
        if guides and not brought:
            brought.append(True)
            world.extract(world.accept({"content": PETS[2]}))
        return put_each(writes)

    world.store.put_each = meanwhile  # type: ignore[method-assign]
    world.summarise()
    assert brought
    assert "every morning" in told(world)["pets"]
    assert upkeep.read_state(world.store, scope())[0].topics_waiting == ()


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(6)))
def test_order_of_the_batches_gives_the_same_topics_and_summaries(order: list[int]) -> None:
    def after(places: Sequence[int]) -> dict[str, str]:
        world = World()
        for place in places:
            run(world, {"content": (*PETS, *MUSIC)[place], "timestamp": (NOW + place * DAY).isoformat(), "event_id": f"m{place}"})
        return told(world)

    assert after(order) == after(range(6))


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> World:
    """A world whose user counts as one who has many facts, so that only what changed is looked at."""
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    world = World()
    world.tell(*PETS)  # the first time, all of them are made
    return world


def make_due(world: World) -> None:
    state, _ = upkeep.read_state(world.store, scope())
    due = upkeep.with_topics_due(state, ["default"], world.now).model_copy(update={"version": state.version + 1})
    world.store.commit([Write(due, state.version)])


def made_anew(world: World) -> tuple[object, ...]:
    """What topics and summaries say after all of them were made anew. What a topic cites goes by what it cited, but proves its facts."""
    make_due(world)
    world.summarise()
    rests_on: dict[str, set[str]] = {}
    for i, label in labels(world).items():
        (fact,) = [f for f in world.memories() if f.memory_id == i]
        rests_on.setdefault(label, set()).update(fact.event_ids)
    found = [(t.topic, t.content.summary) for t in current(world, Kind.TOPIC)]
    assert all(t.event_ids and set(t.event_ids) <= rests_on[str(t.topic)] for t in current(world, Kind.TOPIC))
    pages = [(s.topic, s.content.summary, s.event_ids) for s in current(world, Kind.SUMMARY)]
    return sorted(found, key=repr), sorted(pages, key=repr), under(world)


def test_fact_joins_its_topic_without_the_bank_being_read(large: World) -> None:
    large.tell(*MUSIC)
    query, asked = large.store.query, []

    def watch(pk: str, prefix: str, **how: Any) -> Any:
        asked.append((prefix, how.get("limit")))
        return query(pk, prefix, **how)

    run(large, {"content": "My hamster is called Pip."}, follow=False)
    large.store.query = watch  # type: ignore[method-assign]
    large.summarise()
    assert [a for a in asked if a[0] == Memory.prefix] == [(Memory.prefix, 2)], "the newest memories, where what changed lies"
    assert "Pip" in told(large)["pets"]
    assert [label for words, label in under(large).items() if "Pip" in words] == ["pets"]


def test_new_topic_is_made_of_what_changed(large: World) -> None:
    assert set(told(large)) == {"pets"}
    large.tell(*MUSIC)
    assert set(told(large)) == {"pets", "music"}


def test_topic_that_its_facts_left_ends_without_the_bank_being_read(large: World) -> None:
    for gone in [m for m in large.memories() if m.content.summary != PETS[0]]:
        retire(large, gone)
        upkeep.mark_topics(large.store, [(gone, gone)], large.now)
    large.summarise()
    assert told(large) == {}
    assert under(large) == {}


def test_fact_that_is_under_a_topic_by_its_words_alone_stays_there_when_it_changes(large: World) -> None:
    said = [{"content": "The grill is new.", "labels": ["grill"]}, {"content": "The grill stands outside.", "labels": ["grill"]}]
    large.extract(large.accept(facts=[*said, {"content": "Bob envies the grill."}]))
    make_due(large)
    large.summarise()
    (bob,) = [m for m in large.memories() if m.content.summary.startswith("Bob")]
    assert labels(large)[bob.memory_id] == "grill"
    sure = bob.model_copy(update={"confidence": 0.99, "version": bob.version + 1})
    large.store.commit([Write(sure, bob.version)])
    upkeep.mark_topics(large.store, [(bob, sure)], large.now)
    large.summarise()
    (grill,) = [t for t in topic_pages.listed(large.store, scope(), api.PageQuery(), large.now).topics if t.topic == "grill"]
    assert (grill.facts, len(grill.summaries)) == (3, 1)
    assert labels(large)[bob.memory_id] == "grill"


def test_fact_that_joins_many_is_under_them_and_neither_read_nor_written_with_them(large: World) -> None:
    def grow(first: int, last: int) -> None:
        facts = [{"content": f"Bed {n} of the garden has crop {n * 7}.", "labels": ["garden"]} for n in range(first, last)]
        for start in range(0, len(facts), 10):
            large.extract(large.accept(facts=facts[start : start + 10]))
            large.project()

    grow(0, 40)
    make_due(large)
    large.summarise()
    before = {g.key: large.store.rows[g.key] for g in large.memories(Kind.SUMMARY)}
    grow(40, 45)
    read, rows = large.store.read, []

    def watch(keys: Sequence[Any], **how: Any) -> Any:
        found = read(keys, **how)
        rows.extend(m for m in found.values() if isinstance(m, Memory) and m.kind is Kind.FACT)
        return found

    large.store.read = watch  # type: ignore[method-assign]
    large.summarise()
    assert len(rows) <= 5
    assert {k: large.store.rows[k] for k in before} == before
    large.store.read = read  # type: ignore[method-assign]
    assert list(under(large).values()).count("garden") == 45
    assert counted(large) == {"garden": 40, "pets": 3}
    stepwise = made_anew(large)
    assert made_anew(large) == stepwise
    assert list(under(large).values()).count("garden") == 45
    assert counted(large) == {"garden": 45, "pets": 3}


def counted(world: World) -> dict[str, int]:
    return {str(t.topic): t.facts for t in topic_pages.listed(world.store, scope(), api.PageQuery(), world.now).topics}


MORE = (*PETS, *MUSIC, "My hamster is called Pip.", "I no longer play the guitar.", "I sing in a choir.", "Actually, my dog is called Max.")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.lists(st.sampled_from(MORE), min_size=1, max_size=8), cuts=st.sets(st.integers(1, 7)))
def test_runs_over_what_changed_and_one_over_the_whole_end_as_one_over_the_whole(
    monkeypatch: pytest.MonkeyPatch, said: list[str], cuts: set[int]
) -> None:
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    stepwise, at_once = World(), World()
    for place, content in enumerate(said):
        one = {"content": content, "timestamp": (NOW + place * DAY).isoformat(), "event_id": f"m{place}"}
        run(stepwise, one, follow=place in cuts)
        run(at_once, one, follow=False)
    assert made_anew(stepwise) == made_anew(at_once)


def test_topics_follow_after_some_events_and_no_batch_waits_for_them() -> None:
    world = World()
    for day in range(upkeep.TOPICS_AFTER):
        assert [w for w in world.consolidating.upkeep if w.upkeep == "topics"] == [], day
        run(world, {"content": PETS[day % len(PETS)], "timestamp": (NOW + day * DAY).isoformat()}, follow=False)
        assert current(world, Kind.SUMMARY) == []
    assert {w.upkeep for w in world.consolidating.upkeep} >= {"topics"}
    world.upkeep()
    assert current(world, Kind.SUMMARY)
    state, _ = upkeep.read_state(world.store, scope())
    assert (state.topics_waiting, state.topics_at) == ((), upkeep.TOPICS_AFTER)


def test_topics_that_wait_follow_after_some_minutes() -> None:
    world = World()
    run(world, *({"content": p, "timestamp": NOW.isoformat()} for p in PETS), follow=False)
    assert requeue_upkeep(world.store, world.consolidating, world.now + upkeep.TOPICS_WAIT - timedelta(seconds=1)) == 0
    assert requeue_upkeep(world.store, world.consolidating, world.now + upkeep.TOPICS_WAIT + timedelta(seconds=1)) == 1
    world.upkeep()
    assert current(world, Kind.SUMMARY)


@pytest.mark.parametrize(("facts", "events", "minutes"), [(0, 10, 5), (500, 10, 5), (750, 15, 7.5), (1_000, 20, 10), (50_000, 20, 10)])
def test_topics_of_a_large_bank_wait_longer(facts: int, events: int, minutes: float) -> None:
    state = UserState(scope=scope(), facts=facts, topics_waiting=("default",), events=events - 1)
    assert upkeep.due_work(state, policy=Policy(prune_from=0)) == []
    due = upkeep.due_work(state.model_copy(update={"events": events}), policy=Policy(prune_from=0))
    assert [w.upkeep for w in due] == ["topics"]
    assert upkeep.waiting(state, NOW, Policy(prune_from=0)).upkeep_at == NOW + timedelta(minutes=minutes)


def test_new_fact_that_has_a_topic_asks_for_no_worse_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would be under otherwise is not read, whether it is there or not."""
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    world = World()
    run(world, *({"content": p, "timestamp": NOW.isoformat()} for p in PETS))
    asked: list[str] = []
    named = topics._named

    def counting(store: Store, owner: Scope, wanted: Collection[str], *, consistent: bool) -> dict[str, Memory]:
        asked.extend(wanted)
        return named(store, owner, wanted, consistent=consistent)

    monkeypatch.setattr(topics, "_named", counting)
    run(world, {"content": "My hamster is called Zed and I bought it in Ghent.", "timestamp": NOW.isoformat()})
    new = next(f for f in world.memories() if "hamster" in f.content.summary)
    ways = rules.ways(new)
    best = min(ways)
    worse = {rules.guide_id(scope(), Kind.SUMMARY, *place) for rank, places in ways.items() if rank > best for place in places}
    assert worse.isdisjoint(asked)
    assert worse


def test_embedder_down_leaves_guides_found_by_words_and_due_for_their_vectors() -> None:
    world = World()
    work = world.accept(*masked(STORY["days"][0]["events"]))
    world.extract(work)
    world.embedder.down = True
    world.summarise()
    world.project()
    guides = [*current(world, Kind.TOPIC), *current(world, Kind.SUMMARY)]
    assert all(g.embedding is None for g in guides)
    assert any(m.kind is Kind.SUMMARY for m in world.recall("running shoes", kinds=["summary", "topic"]).memories)
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now + DAY)["embedded"] == 0
    world.embedder.down, world.now = False, world.now + DAY
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now + DAY)["embedded"] == 2
    guides = [*current(world, Kind.TOPIC), *current(world, Kind.SUMMARY)]
    assert all(g.embedding is not None for g in guides)
    assert all("vector" in world.index.documents[g.key].fields for g in guides)
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now + DAY)["embedded"] == 0


class Model:
    """A `Summariser` whose answers a test decides."""

    name, prompt_version = "chat-1", "summary-1"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.down = False

    def summarise(self, topic: str, facts: Sequence[Memory]) -> str:
        self.asked.append(topic)
        if self.down:
            raise ModelUnavailable("The model endpoint does not answer.")
        return f"About {topic}: {len(facts)} facts."


def test_model_writes_the_summary_and_is_asked_again_only_when_a_fact_changed() -> None:
    model = Model()
    world = World(summariser=model)
    world.tell(*PETS)
    world.tell("I live in Denver.")
    assert model.asked == ["pets"]
    (summary,) = current(world, Kind.SUMMARY)
    assert (summary.extractor, summary.prompt_version) == ("chat-1", "summary-1")
    assert summary.content.summary.startswith("About pets")


def test_model_that_fails_leaves_the_rules_words_and_says_so() -> None:
    model = Model()
    model.down = True
    world = World(summariser=model)
    world.tell(*PETS, *MUSIC)
    assert len(model.asked) == 1
    assert {s.extractor for s in current(world, Kind.SUMMARY)} == {"rules"}
    assert {t: "The user" in text for t, text in told(world).items()} == dict.fromkeys(told(world), True)


def test_state_names_the_last_namespaces_alone_whose_topics_were_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looked, "MOST_NAMED", 3)
    world = World()
    for n in range(6):
        owner = scope(namespace=f"project-{n}")
        world.tell("I like jazz.", owner=owner)
        world.summarise(owner)
    assert [name for name, _ in upkeep.read_state(world.store, scope())[0].topics_made] == ["project-3", "project-4", "project-5"]
