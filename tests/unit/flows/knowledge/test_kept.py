"""Row K7: what a summary keeps of its facts is what they are, whatever becomes of them, so that it is made of them without their rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.errors import KeepsakeError
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.governance.purge import purge
from keepsake.flows.knowledge import acts, correct, topics, upkeep
from keepsake.flows.knowledge.acts import Target
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Relation, Status
from keepsake.rules.knowledge import guides, kept, summaries
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.knowledge.topics import Topic, at_hand, audience_of, key_of, told_order
from tests.builders import fact, principal, scope
from tests.unit.flows.knowledge.test_topics import MORE
from tests.world import World

FOREVER = 1000.0
TAKEN_OVER = """topic subject category entities anchors importance confidence sensitivity source_role trust event_ids valid_from valid_to
expires_at relations told""".split()


def wrong(world: World) -> list[str]:
    """Summaries that are not what their facts make, as these stand now."""
    facts = {f.memory_id: f for f in world.memories()}
    found = []
    for page in world.memories(Kind.SUMMARY):
        if not page.current:
            continue
        under = sorted((facts[i] for i in guides.told(page)), key=told_order)
        found += [f"{page.topic} holds {f.content.summary}" for f in under if not at_hand(f, world.now)]
        label = str(page.topic)
        topic = Topic(key_of(label), label, (), tuple(under), audience_of(under[0]), guides.untold(page))
        text = guides.Text(summaries.compose(summaries.material(under)), "rules", None)
        made = guides.summary(page.scope, topic, text, None, world.now)
        found += [f"{label}: {n}" for n in TAKEN_OVER if getattr(made, n) != getattr(page, n)]
        found += [f"{label}: {n}" for n in ("raw", "summary", "structured") if getattr(made.content, n) != getattr(page.content, n)]
    return found


def happen(world: World, what: str, place: int) -> None:
    """It befalls one of the facts."""
    held = sorted(world.memories(), key=lambda f: f.memory_id)
    if not held:
        return
    one = held[place % len(held)]
    if what == "fade" and one.pinned:
        return  # it does not, and nothing else lowers a fact's importance without a word to its topic
    where = Target(principal(), one.memory_id, api.ScopeQuery(user_id="u1"))
    with suppress(KeepsakeError):  # refused of what is gone
        if what == "fade":
            world.store.put_each([Write(one.model_copy(update={"importance": 0.0, "decay_due": world.now}), one.version)])
            world.now += timedelta(days=200)
            sweep(world.store, scheduled(world.now), world.now, lambda: FOREVER)
        elif what == "purge":
            purge(world.store, one, "key:k1", world.now)
        elif what == "correct":
            body = api.CorrectionRequest.model_validate({"version": one.version, "content": f"My dog Rex has {place} toys."})
            wish = Wish(Act.CORRECT, "key:k1", world.now)
            correct.correct(world.store, world.consolidating, world.index, world.embedder, world.rules, where, wish, body)
        else:
            acts.act(world.store, world.consolidating, world.index, where, Wish(Act(what), "key:k1", world.now))


STEPS = st.one_of(
    st.sampled_from(MORE),
    st.tuples(st.sampled_from(["fade", "purge", "correct", "pin", "unpin", "archive", "restore", "delete", "feedback"]), st.integers(0, 9)),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(STEPS, min_size=2, max_size=10))
def test_what_is_made_of_what_is_kept_is_what_the_facts_make(monkeypatch: pytest.MonkeyPatch, steps: Sequence[Any]) -> None:
    """By runs that read only what changed."""
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    world = World()
    for step in steps:
        world.now += timedelta(minutes=1)
        if isinstance(step, str):
            world.extract(world.accept({"content": step, "timestamp": world.now.isoformat()}))
        else:
            happen(world, *step)
        world.summarise()
        world.project()
        assert wrong(world) == []


def test_many_facts_join_a_topic_and_none_of_those_before_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    world = World()
    read, rows = world.store.read, list[Memory]()

    def watch(keys: Sequence[Any], **how: Any) -> Any:
        found = read(keys, **how)
        rows.extend(m for m in found.values() if isinstance(m, Memory) and m.kind is Kind.FACT)
        return found

    for n in range(20):
        said = [{"content": f"Bed {n} of the garden has crop {n * 7}.", "labels": ["garden"]}]
        world.now += timedelta(minutes=1)
        world.extract(world.accept(facts=said))
        world.project()
        world.store.read = watch  # type: ignore[method-assign]
        world.summarise()
        world.store.read = read  # type: ignore[method-assign]
        assert wrong(world) == []
    assert len(rows) <= 3, "what made it with the first"


def test_a_digest_says_of_a_fact_what_a_topic_asks_of_it() -> None:
    one = fact("I love Rome.", memory_id="f_1", entities=("Rome",), labels=("travel",), pinned=True, event_ids=("m1", "m2"), confidence=0.8)
    made_of = Relation(type="derived_from", target="f_1")
    page = fact("Travel.", memory_id="s_1", kind=Kind.SUMMARY, told=(kept.digest(one),), relations=(made_of,))
    (back,) = kept.facts(page).values()
    assert {n: getattr(back, n) for n in kept.FIELDS} == {n: getattr(one, n) for n in kept.FIELDS}
    assert (back.memory_id, back.content.summary, kept.digest(back)) == ("f_1", "I love Rome.", kept.digest(one))


def test_nobody_is_shown_what_is_kept_and_a_purge_leaves_none_of_it() -> None:
    world = World()
    world.tell(*MORE[:3])
    (page,) = [s for s in world.memories(Kind.SUMMARY) if s.current]
    assert page.told
    assert "told" not in api.memory_view(page)
    gone = next(f for f in world.memories() if f.memory_id in guides.told(page))
    purge(world.store, gone, "key:k1", world.now)
    assert [s.told for s in world.memories(Kind.SUMMARY)] == [()]


def gardener(monkeypatch: pytest.MonkeyPatch, beds: int) -> World:
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "GROWN", 1_000)
    world = World()
    world.extract(world.accept(facts=[{"content": f"Bed {n} of the garden has crop {n * 7}.", "labels": ["garden"]} for n in range(beds)]))
    world.summarise()
    assert wrong(world) == []
    return world


def leave(world: World, gone: Sequence[Memory]) -> None:
    archived = [f.model_copy(update={"status": Status.ARCHIVED, "version": f.version + 1}) for f in gone]
    world.store.put_each([Write(f, f.version - 1) for f in archived])
    upkeep.mark_topics(world.store, list(zip(gone, archived, strict=True)), world.now)
    world.summarise()


def garden(world: World) -> tuple[Memory, set[str]]:
    """Its summary, and the facts that this tells."""
    (page,) = [s for s in world.memories(Kind.SUMMARY) if s.current]
    assert len(page.told) == len(guides.told(page)) > 0
    return page, {f.memory_id for f in world.memories() if f.memory_id in guides.told(page)}


def test_fact_that_was_told_leaves_and_another_takes_its_place_when_all_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    world = gardener(monkeypatch, summaries.MOST_TOLD + 2)
    page, told = garden(world)
    leave(world, [f for f in world.memories() if f.memory_id == kept.sources(page)[0]])
    page, left = garden(world)
    assert (len(left), left < told, guides.size(page)) == (summaries.MOST_TOLD - 1, True, summaries.MOST_TOLD + 1)
    assert wrong(world) == []
    anew(world)
    page, now = garden(world)
    assert (len(now), left < now, guides.size(page)) == (summaries.MOST_TOLD, True, summaries.MOST_TOLD + 1)
    assert wrong(world) == []


def anew(world: World) -> None:
    state, _ = upkeep.read_state(world.store, scope())
    due = upkeep.with_topics_due(state, ["default"], world.now).model_copy(update={"version": state.version + 1})
    world.store.commit([Write(due, state.version)])
    world.summarise()


@pytest.mark.parametrize("stay", [0, 1])
def test_where_too_few_are_left_of_those_that_were_told_all_are_looked_at(stay: int, monkeypatch: pytest.MonkeyPatch) -> None:
    world = gardener(monkeypatch, summaries.MOST_TOLD + 3)
    _, told = garden(world)
    leave(world, [f for f in world.memories() if f.memory_id in told][stay:])
    page, now = garden(world)
    assert (len(now), len(now & told), guides.size(page)) == (3 + stay, stay, 3 + stay)
    assert wrong(world) == []


def test_weightier_fact_that_joins_many_is_told_and_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    world = gardener(monkeypatch, summaries.MOST_TOLD + 2)
    _, before = garden(world)
    said = {"content": "The garden has a well.", "labels": ["garden"], "importance": 0.9}
    world.now += timedelta(minutes=1)
    world.extract(world.accept(facts=[said]))
    world.summarise()
    page, after = garden(world)
    assert "The garden has a well." in page.content.summary
    assert (len(after), len(after - before), guides.size(page)) == (summaries.MOST_TOLD, 1, summaries.MOST_TOLD + 3)
    assert wrong(world) == []


def test_fact_that_is_not_told_is_counted_once_however_often_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    world = gardener(monkeypatch, summaries.MOST_TOLD + 2)
    _, told = garden(world)
    other = next(f for f in world.memories() if f.memory_id not in told)
    for importance in (0.2, 0.95):
        changed = other.model_copy(update={"importance": importance, "version": other.version + 1})
        world.store.put_each([Write(changed, other.version)])
        upkeep.mark_topics(world.store, [(other, changed)], world.now)
        world.summarise()
        other = changed
        assert guides.size(garden(world)[0]) == summaries.MOST_TOLD + 2
        assert wrong(world) == []
    assert other.memory_id in garden(world)[1]


def test_what_changes_a_place_among_others_is_kept_though_nothing_is_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    world = gardener(monkeypatch, 3)
    (page,) = [s for s in world.memories(Kind.SUMMARY) if s.current]
    happen(world, "pin", 0)
    world.summarise()
    (after,) = [s for s in world.memories(Kind.SUMMARY) if s.current]
    assert (after.content, [t.get("pinned", False) for t in after.told].count(True)) == (page.content, 1)
