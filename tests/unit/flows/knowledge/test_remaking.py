"""Rows K7 and K8: after whatever changes a fact, its topic and summary are remade in the user's queue group (row K5)."""

from __future__ import annotations

from datetime import timedelta

from keepsake import api, changes
from keepsake.changes import ChangeKind, ChangeState, Run
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.intake.catch_up import requeue_upkeep
from keepsake.flows.knowledge import acts, change_sets, maintenance, topic_pages, topics, upkeep
from keepsake.flows.knowledge.acts import Target
from keepsake.ids import group_id
from keepsake.ports import Write
from keepsake.records import Content, Kind, Memory, UserState, state_key
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import principal, scope
from tests.world import World

FOREVER = 1000.0


def shoes() -> tuple[World, Memory]:
    world = World()
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 800.")
    return world, next(f for f in world.memories() if "800" in f.content.summary)


def told(world: World) -> str:
    return " ".join(s.content.summary for s in world.memories(Kind.SUMMARY) if s.current)


def state(world: World) -> UserState:
    row = world.store.read([state_key(scope())])[state_key(scope())]
    assert isinstance(row, UserState)
    return row


def due(world: World, later: timedelta = timedelta()) -> int:
    """What the schedule finds and queues."""
    world.now += timedelta(seconds=1) + later
    return requeue_upkeep(world.store, world.consolidating, world.now)


def test_sweep_has_the_topics_of_what_faded_remade() -> None:
    world, budget = shoes()
    assert "800" in told(world)
    weak = budget.model_copy(update={"importance": 0.0, "decay_due": world.now})
    world.store.put_each([Write(weak, budget.version)])
    world.now += timedelta(days=200)
    sweep(world.store, scheduled(world.now), world.now, lambda: FOREVER)
    assert state(world).topics_waiting == ("default",)
    assert budget.memory_id in state(world).topics_changed
    assert due(world) >= 1
    assert world.consolidating.upkeep[-1].group == group_id(scope().pk)
    world.upkeep()
    assert "800" not in told(world)
    assert (state(world).topics_waiting, state(world).topics_changed) == ((), ())


def test_undo_has_the_topics_of_what_it_restored_remade() -> None:
    world = World()
    world.tell("I was born in Maryland.", event_id="m1")
    world.tell("I was born in May.", event_id="m2")
    run = maintenance.start(world.store, world.consolidating, scope(), ChangeKind.PRUNE, "key:k1", world.now)
    world.upkeep()
    change_sets.undo(world.store, world.consolidating, principal(), str(run.change_set), world.now, lambda: FOREVER)
    assert [w.upkeep for w in world.consolidating.upkeep] == ["topics"], "it waits for no schedule"
    world.upkeep()
    assert state(world).topics_due == ()


def test_undo_that_the_queue_refuses_leaves_the_topics_to_the_schedule() -> None:
    world, _ = undone(queue_down=True)
    assert world.consolidating.upkeep == []
    assert due(world) == 1


def undone(queue_down: bool = False) -> tuple[World, str]:
    """A fact that a run had reinforced is what it was before, and its summary is not remade yet."""
    world = World()
    world.tell("I love running shoes with a soft feel.", event_id="m1")
    world.tell("My budget for running shoes is under 800.", event_id="m2")
    fact = next(f for f in world.memories() if "800" in f.content.summary)
    given = {"tenant": "acme", "run_id": "w_1", "kind": "consolidation", "scope": scope(), "actor": "distil", "started_at": world.now}
    head = upkeep.numbered(world.store, Run(**given), world.now)[1]
    owned = upkeep.gather(world.store, scope())
    words = Content(
        raw="The user's budget is 900.", summary="The user's budget for running shoes is under 900.", structured=fact.content.structured
    )
    after = changes.touched(fact, verdict="supporting", reason="test", actor="distil", now=world.now, content=words)
    head = upkeep.apply(world.store, owned, head, [changes.Move("reinforce", "test", (after,))])
    world.store.put_each([Write(head.model_copy(update={"state": ChangeState.APPLIED, "version": head.version + 1}), head.version)])
    topics.remake(world.store, world.kept()[0], world.summariser, world.composing, scope(), world.now)
    world.project()
    world.consolidating.take()
    assert "900" in told(world)
    world.consolidating.down = queue_down
    change_sets.undo(world.store, world.consolidating, principal(), str(head.number), world.now, lambda: FOREVER)
    world.consolidating.down = False
    world.project()
    return world, told(world)


def test_summary_of_what_was_undone_is_not_told_until_it_is_remade() -> None:
    world, stale = undone()
    assert "900" in stale
    assert not [m for m in world.recall("budget for running shoes").memories if "900" in m.content]
    (topic,) = topic_pages.listed(world.store, scope(), api.PageQuery(), world.now).topics
    assert topic.summaries == ()
    world.upkeep()
    world.project()
    (topic,) = topic_pages.listed(world.store, scope(), api.PageQuery(), world.now).topics
    assert "800" in topic.summaries[0].content
    assert "800" in world.recall("budget for running shoes", kinds=["summary"]).memories[0].content


def test_act_queues_the_remaking_at_once_and_again_where_its_message_was_lost() -> None:
    world, budget = shoes()
    where = Target(principal(), budget.memory_id, api.ScopeQuery(user_id="u1"))
    world.consolidating.down = True
    acts.act(world.store, world.consolidating, world.index, where, Wish(Act.DELETE, "key:k1", world.now))
    assert world.consolidating.upkeep == []
    world.consolidating.down = False
    assert due(world) == 1
    world.upkeep()
    assert "800" not in told(world)


def test_two_acts_within_minutes_are_two_messages() -> None:
    """A queue swallows a repetition for five minutes: the second act must not be taken for one."""
    world, budget = shoes()
    where = Target(principal(), budget.memory_id, api.ScopeQuery(user_id="u1"))
    for act in (Act.DELETE, Act.RESTORE):
        acts.act(world.store, world.consolidating, world.index, where, Wish(act, "key:k1", world.now))
    assert len({w.deduplication for w in world.consolidating.upkeep if w.upkeep == "topics"}) == 2


def test_acts_that_no_topic_rests_on_remake_nothing() -> None:
    world, budget = shoes()
    where = Target(principal(), budget.memory_id, api.ScopeQuery(user_id="u1"))
    for act in (Act.PROTECT, Act.HOLD, Act.FEEDBACK):
        acts.act(world.store, world.consolidating, world.index, where, Wish(act, "key:k1", world.now))
    assert state(world).topics_due == ()
    assert world.consolidating.upkeep == []


def test_each_namespace_has_its_own_topics_remade() -> None:
    world, _ = shoes()
    other = scope(namespace="work")
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 700.", owner=other)
    budget = next(f for f in world.memories() if "700" in f.content.summary)
    where = Target(principal(), budget.memory_id, api.ScopeQuery(user_id="u1", namespace="work"))
    acts.act(world.store, world.consolidating, world.index, where, Wish(Act.DELETE, "key:k1", world.now))
    assert [w.namespace for w in world.consolidating.upkeep if w.upkeep == "topics"] == ["work"]
    world.upkeep()
    assert "700" not in told(world)
    assert "800" in told(world)
