"""Rows K4, V3, V6 and D2: explicit acts on memories, each recorded with who did it, its old version and its effect on what rests on it."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Conflict, Invalid, KeepsakeError, NotFound
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.ports import Write
from keepsake.records import Approval, Kind, Memory, PastVersion, Principal, Relation, Status, Validity, Visibility
from keepsake.rules.forgetting import decay
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, fact, principal, scope, slot
from tests.fakes import MemoryStore
from tests.world import World, shown


def target(memory: Memory, by: Principal | None = None, **query: Any) -> Target:
    return Target(by or principal(), memory.memory_id, api.ScopeQuery(**{"user_id": "u1"} | query))


def do(world: World, act: Act, memory: Memory, *, others: tuple[str, ...] = (), by: Principal | None = None, **fields: Any) -> Memory:
    wish = Wish(act, (by or principal()).actor, world.now, **fields)
    return acts.act(world.store, world.consolidating, world.index, target(memory, by), wish, others)


def kept(world: World, *rows: Memory) -> None:
    world.store.put_each([Write(m) for m in rows])


def the(world: World, memory: Memory) -> Memory:
    row = world.store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def past(store: MemoryStore, memory: Memory) -> list[int]:
    rows = [r.memory for r in store.read(list(store.rows)).values() if isinstance(r, PastVersion)]
    return sorted(m.version for m in rows if m.memory_id == memory.memory_id)


SIMPLE: list[tuple[Act, dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    (Act.PIN, {}, {}, {"pinned": True}),
    (Act.UNPIN, {"pinned": True}, {}, {"pinned": False}),
    (Act.PROTECT, {}, {}, {"protected": True}),
    (Act.UNPROTECT, {"protected": True}, {}, {"protected": False}),
    (Act.HOLD, {}, {}, {"legal_hold": True}),
    (Act.RELEASE, {"legal_hold": True}, {}, {"legal_hold": False}),
    (Act.ARCHIVE, {}, {}, {"status": Status.ARCHIVED}),
    (Act.RESTORE, {"status": Status.ARCHIVED}, {}, {"status": Status.ACTIVE}),
    (Act.DELETE, {}, {}, {"status": Status.DELETED}),
    (Act.HANDOFF, {"agent_scope": ("a1",)}, {"agent_id": "a2"}, {"agent_scope": ("a1", "a2")}),
]


@pytest.mark.parametrize(("act", "before", "asked", "after"), SIMPLE)
def test_act_changes_its_field_with_actor_and_old_version_and_once(
    act: Act, before: dict[str, Any], asked: dict[str, Any], after: Any
) -> None:
    world = World()
    memory = fact(**before)
    kept(world, memory)
    done = do(world, act, memory, **asked)
    assert {name: getattr(done, name) for name in after} == after
    assert (done.version, done.change.verdict, done.change.actor, done.index_due) == (2, act.value, "key:k1", world.now)
    assert past(world.store, memory) == [1]
    assert do(world, act, memory, **asked).version == 2
    assert past(world.store, memory) == [1]


def test_history_shows_each_act_with_its_cause_and_actor() -> None:
    """Row V6."""
    world = World()
    memory = fact()
    kept(world, memory)
    do(world, Act.PIN, memory)
    do(world, Act.ARCHIVE, memory, by=principal(key_id="k2"))
    found = memories.history(world.store, the(world, memory), api.PageQuery())
    assert [(v.version, v.verdict, v.actor) for v in found.versions] == [(3, "archive", "key:k2"), (2, "pin", "key:k1"), (1, "new", "test")]


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (Act.PIN, Kind.OBSERVATION), (Act.ARCHIVE, Kind.TOPIC), (Act.DELETE, Kind.SUMMARY), (Act.DELETE, Kind.OBSERVATION),
        (Act.PROMOTE, Kind.SUMMARY), (Act.APPROVE, Kind.EPISODE), (Act.REJECT, Kind.TOPIC), (Act.MERGE, Kind.EPISODE),
        (Act.FEEDBACK, Kind.OBSERVATION),
    ],
)  # fmt: skip
def test_act_that_does_not_fit_the_kind_is_invalid(act: Act, kind: Kind) -> None:
    world = World()
    memory = fact(kind=kind)
    kept(world, memory)
    with pytest.raises(Invalid):
        do(world, act, memory, others=("f_0000000000aa02",))


@pytest.mark.parametrize(
    "by", [principal(tenant="globex"), principal(user_id="u2"), principal(containers=("c2",)), principal(agent_id="a9")]
)
@pytest.mark.parametrize("named", [True, False])
def test_another_owners_memory_is_not_found_or_forbidden(by: Principal, named: bool) -> None:
    """Rows V1 and V3."""
    world = World()
    memory = fact(agent_scope=("a1",))
    kept(world, memory)
    with pytest.raises(KeepsakeError) as refused:
        acts.act(
            world.store, world.consolidating, world.index, Target(by, memory.memory_id, api.ScopeQuery(user_id="u1" if named else None)),
            Wish(Act.DELETE, by.actor, world.now),
        )  # fmt: skip
    assert refused.value.status in ((403, 404) if named else (404,))
    assert the(world, memory) == memory


def test_only_restoring_and_holding_reach_a_deleted_memory() -> None:
    world = World()
    memory = fact(status=Status.DELETED)
    kept(world, memory)
    for act in (Act.PIN, Act.ARCHIVE, Act.FEEDBACK, Act.PROMOTE):
        with pytest.raises(Conflict):
            do(world, act, memory, visibility=Visibility.PUBLIC)
    assert do(world, Act.HOLD, memory).legal_hold
    assert do(world, Act.RESTORE, memory).status is Status.ACTIVE


def test_held_memory_cannot_be_deleted() -> None:
    world = World()
    memory = fact(legal_hold=True)
    kept(world, memory)
    with pytest.raises(Conflict):
        do(world, Act.DELETE, memory)


def test_archived_memory_stays_archived_until_it_is_restored_or_said_again() -> None:
    """Row D2: time alone raises nothing from the archive."""
    world = World()
    world.tell("I like tea.", event_id="m1")
    (memory,) = world.memories()
    archived = do(world, Act.ARCHIVE, memory)
    assert world.recall("tea", kinds=["fact"]).memories == ()
    assert decay.fate(archived, world.now + DAY).status is Status.ARCHIVED
    world.tell("I like tea.", event_id="m2", at=NOW + DAY)
    assert the(world, memory).status is Status.ACTIVE


def test_restored_memory_begins_to_fade_anew() -> None:
    world = World()
    memory = fact(status=Status.DELETED, last_accessed_at=NOW - 400 * DAY)
    kept(world, memory)
    done = do(world, Act.RESTORE, memory)
    assert (done.status, done.last_accessed_at) == (Status.ACTIVE, world.now)
    assert done.decay_due is not None
    assert done.decay_due > world.now


def test_memory_whose_place_is_taken_cannot_be_restored() -> None:
    world = World()
    old = fact(status=Status.DELETED, slot=slot("residence", "Boston"))
    shown(world, old, fact(memory_id="f_0000000000aa02", slot=slot("residence", "Denver")))
    with pytest.raises(Conflict, match="f_0000000000aa02"):
        do(world, Act.RESTORE, old)


def test_promotion_only_widens_and_adds() -> None:
    """Row V3."""
    world = World()
    memory = fact()
    kept(world, memory)
    assert do(world, Act.PROMOTE, memory, visibility=Visibility.SHARED, users=("u2",)).access.allowed_users == ("u2",)
    shared = do(world, Act.PROMOTE, memory, visibility=Visibility.SHARED, users=("u3",), roles=("nurse",))
    assert (shared.access.allowed_users, shared.access.allowed_roles) == (("u2", "u3"), ("nurse",))
    public = do(world, Act.PROMOTE, memory, visibility=Visibility.PUBLIC)
    assert public.access.visibility is Visibility.PUBLIC
    with pytest.raises(Conflict):
        do(world, Act.PROMOTE, memory, visibility=Visibility.SHARED, users=("u2",))


def test_promoted_memory_reaches_the_others_and_nobody_before() -> None:
    """Row V3."""
    world = World()
    world.tell("The pump needs a new seal.", event_id="m1")
    (memory,) = world.memories()
    mate = scope(user_id="u2")
    assert world.recall("pump seal", mate, kinds=["fact"]).memories == ()
    do(world, Act.PROMOTE, memory, visibility=Visibility.SHARED, users=("u2",))
    world.project()
    assert [m.memory_id for m in world.recall("pump seal", mate, kinds=["fact"]).memories] == [memory.memory_id]
    assert world.recall("pump seal", scope(user_id="u3"), kinds=["fact"]).memories == ()


def test_handing_over_what_every_agent_sees_changes_nothing() -> None:
    world = World()
    memory = fact()
    kept(world, memory)
    assert do(world, Act.HANDOFF, memory, agent_id="a2").version == 1


def test_feedback_moves_the_boost_within_its_range_and_once_a_recall() -> None:
    world = World()
    memory = fact()
    kept(world, memory)
    assert do(world, Act.FEEDBACK, memory, useful=True, recall_id="r_1").retrieval_boost == 1.1
    assert do(world, Act.FEEDBACK, memory, useful=True, recall_id="r_1").version == 2
    for n in range(2, 14):
        done = do(world, Act.FEEDBACK, memory, useful=True, recall_id=f"r_{n}")
    assert done.retrieval_boost == 2.0
    assert done.change.reason == "useful in recall r_13"
    for _ in range(25):
        done = do(world, Act.FEEDBACK, memory, useful=False)
    assert done.retrieval_boost == 0.0


def test_deleted_fact_takes_its_episode_and_its_summary_along_and_brings_them_back() -> None:
    """Rows K7 and K8: the topic is remade after a deletion and after a restoration."""
    world = World()
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 800.", event_id=None)
    summaries = [s for s in world.memories(Kind.SUMMARY) if s.current]
    assert summaries
    told = next(f for f in world.memories() if "800" in f.content.summary)
    episode = fact(
        "The user's budget is under 800.", memory_id=f"p{told.memory_id[1:]}", kind=Kind.EPISODE,
        relations=(Relation(type="supports", target=told.memory_id),),
    )  # fmt: skip
    shown(world, episode)
    do(world, Act.DELETE, told)
    assert the(world, episode).status is Status.DELETED
    world.upkeep()
    world.project()
    assert not any("800" in s.content.summary for s in world.memories(Kind.SUMMARY) if s.current)
    assert not any("800" in m.content for m in world.recall("shoe budget", kinds=["fact", "summary", "episode"]).memories)
    do(world, Act.RESTORE, told)
    world.upkeep()
    assert the(world, episode).status is Status.ACTIVE
    assert any("800" in s.content.summary for s in world.memories(Kind.SUMMARY) if s.current)


def test_what_a_person_deleted_is_not_revived_by_reinforcement_but_told_anew() -> None:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (memory,) = world.memories()
    do(world, Act.DELETE, memory)
    world.tell("I live in Denver.", at=NOW + DAY, event_id="m2")
    assert the(world, memory).status is Status.DELETED
    assert [f.event_ids for f in world.memories() if f.current] == [("m2",)]


def contested(world: World) -> tuple[Memory, Memory]:
    """A sure fact, and one in review against it."""
    sure = fact(slot=slot("residence", "Denver"), relations=(Relation(type="contradicts", target="f_0000000000aa02"),))
    doubt = fact(
        "The user lives in Boston.", memory_id="f_0000000000aa02", slot=slot("residence", "Boston"), validity=Validity.REVIEW,
        relations=(Relation(type="contradicts", target=sure.memory_id),), at=NOW + DAY,
    )  # fmt: skip
    kept(world, sure, doubt)
    return sure, doubt


def test_approved_fact_is_current_and_its_rival_behind_it() -> None:
    """Row K4."""
    world = World()
    sure, doubt = contested(world)
    won = do(world, Act.APPROVE, doubt)
    lost = the(world, sure)
    assert (won.validity, lost.validity) == (Validity.ACTIVE, Validity.DEPRECATED)
    assert lost.valid_to == won.valid_from
    assert Relation(type="supersedes", target=sure.memory_id) in won.relations
    assert Relation(type="superseded_by", target=doubt.memory_id) in lost.relations
    assert do(world, Act.APPROVE, doubt).version == won.version


def test_rejected_fact_is_invalid_and_frees_what_it_alone_contested() -> None:
    world = World()
    sure, doubt = contested(world)
    kept(world)
    assert do(world, Act.REJECT, doubt).validity is Validity.INVALID
    assert the(world, sure).validity is Validity.ACTIVE
    world = World()
    one = fact(validity=Validity.REVIEW, relations=(Relation(type="contradicts", target="f_0000000000aa02"),))
    other = fact(
        memory_id="f_0000000000aa02", validity=Validity.REVIEW, relations=(Relation(type="contradicts", target=one.memory_id),)
    )  # fmt: skip
    kept(world, one, other)
    do(world, Act.REJECT, other)
    assert the(world, one).validity is Validity.ACTIVE


def test_superseded_fact_is_not_approved_past_what_superseded_it() -> None:
    world = World()
    memory = fact(validity=Validity.DEPRECATED)
    kept(world, memory)
    with pytest.raises(Conflict):
        do(world, Act.APPROVE, memory)


def observed(world: World) -> list[Memory]:
    return sorted(world.memories(Kind.OBSERVATION), key=lambda o: o.valid_from)


def test_rejected_observation_invalidates_what_rests_on_it_alone() -> None:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (seen,) = observed(world)
    (made,) = world.memories()
    assert do(world, Act.REJECT, seen).approval is Approval.REJECTED
    assert the(world, made).validity is Validity.INVALID
    assert all(e.validity is Validity.INVALID for e in world.memories(Kind.EPISODE))
    assert do(world, Act.APPROVE, seen).approval is Approval.APPROVED
    assert the(world, made).validity is Validity.ACTIVE


def test_fact_with_other_evidence_outlives_a_rejected_observation() -> None:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    world.tell("I live in Denver.", event_id="m2", at=NOW + DAY)
    (made,) = world.memories()
    assert made.event_ids == ("m1", "m2")
    first, second = observed(world)
    do(world, Act.REJECT, second)
    after = the(world, made)
    assert (after.validity, after.event_ids) == (Validity.ACTIVE, ("m1",))
    do(world, Act.REJECT, first)
    assert the(world, made).validity is Validity.INVALID


def test_approved_observation_makes_its_fact_with_its_vector() -> None:
    world = World()
    work = world.accept(facts=[{"content": "The user is in a hurry.", "durability": "session"}])
    world.extract(work)
    world.summarise()
    (fleeting,) = observed(world)
    assert world.memories() == []
    done = do(world, Act.APPROVE, fleeting)
    assert done.approval is Approval.APPROVED
    (made,) = world.memories()
    assert (made.current, made.change.actor, made.event_ids) == (True, "key:k1", fleeting.event_ids)
    assert documents.vector(made, world.kept()[0].made_by)
    assert do(world, Act.APPROVE, fleeting).version == done.version


def test_mental_model_is_switched_by_a_persons_word() -> None:
    """Row K10."""
    world = World()
    model = fact(kind=Kind.MENTAL_MODEL, memory_id="mm_000000000000aa", approval=Approval.PENDING)
    kept(world, model)
    assert do(world, Act.APPROVE, model).activated_at == world.now
    off = do(world, Act.REJECT, model)
    assert (off.activated_at, off.approval) == (None, Approval.REJECTED)


def test_merged_facts_are_one_that_keeps_the_evidence_and_the_first_id() -> None:
    """Row K9's form of a merge, asked for."""
    world = World()
    world.tell("I was born in Maryland.", event_id="m1")
    world.tell("I was born in May.", event_id="m2")
    first, second = sorted(world.memories(), key=lambda f: f.event_ids)
    done = do(world, Act.MERGE, first, others=(second.memory_id,))
    assert (done.content.summary, done.event_ids) == ("I was born in May in Maryland.", ("m1", "m2"))
    gone = the(world, second)
    assert (gone.validity, gone.relations[-1]) == (Validity.DEPRECATED, Relation(type="merged_into", target=first.memory_id))
    assert gone.change.actor == "key:k1"
    assert do(world, Act.MERGE, first, others=(second.memory_id,)).version == done.version


def test_facts_of_different_people_or_readers_are_not_merged() -> None:
    world = World()
    first = fact()
    others = [
        fact(memory_id="f_0000000000aa02", subject="ann"),
        fact(memory_id="f_0000000000aa03", agent_scope=("a1",)),
    ]
    kept(world, first, *others)
    for other in others:
        with pytest.raises(Invalid):
            do(world, Act.MERGE, first, others=(other.memory_id,))
    with pytest.raises(NotFound):
        do(world, Act.MERGE, first, others=("f_0000000000aa09",))
    with pytest.raises(Invalid):
        do(world, Act.MERGE, first, others=(first.memory_id,))


def test_lost_race_with_the_users_batches_is_decided_anew() -> None:
    """Row K5: the state's version orders an act among the user's other writers."""
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (memory,) = world.memories()

    class Interrupted(MemoryStore):
        once = True

        def commit(self, writes: Any) -> None:
            if self.once and len(writes) > 1:
                Interrupted.once = False
                world.tell("I like tea.", event_id="m2")
            super().commit(writes)

    store = Interrupted()
    store.rows = world.store.rows
    done = acts.act(store, world.consolidating, world.index, target(memory), Wish(Act.PIN, "key:k1", world.now))
    assert done.pinned
    assert world.current() == ["I like tea", "I live in Denver"]
    assert sum(f.current for f in world.memories()) == 2
