"""Row K9: a full set loses what is said twice, gains from what belongs together, and keeps what is in doubt."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest

from keepsake import ids
from keepsake.changes import Run
from keepsake.claims import Trim, TrimKind
from keepsake.errors import ModelUnavailable, OverBudget
from keepsake.flows.knowledge import prune as pruning_flow
from keepsake.flows.knowledge import surroundings, upkeep
from keepsake.flows.knowledge.prune import prune
from keepsake.messages import UserWork
from keepsake.ports import Write
from keepsake.records import Embedding, Memory, PastVersion, Relation, Status, UserState, Validity, state_key
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import looked, pruning
from tests.builders import DAY, NOW, fact, scope, slot, unseen
from tests.world import World


def filled(world: World, *facts: Memory, count: int = 20) -> None:
    """The facts, and as many unrelated ones as make the set full."""
    rest = [
        fact(f"The user's favourite word number {n} is {chr(97 + n) * 5}.", memory_id=f"f_{n:012x}ff", slot=slot(f"word_{n}", "w"))
        for n in range(count - len(facts))
    ]
    made_by = Embedding(model="hash", dimension=64)
    full = [documents.with_vectors(f, made_by, world.embedder.embed([f.content.summary])) for f in [*facts, *rest]]
    world.store.put_each([Write(f) for f in full])
    world.store.put_each([Write(UserState(scope=scope(), facts=count, looked=unseen(new_facts=count), turns=9))])


def work(run: str = "w_1") -> UserWork:
    return UserWork(tenant="acme", container="default", user_id="u1", upkeep="prune", run_id=run)


def run(world: World, name: str = "w_1") -> Run:
    done = prune(world.store, world.kept()[0], work(name), NOW + DAY)
    assert done is not None
    return done


def born(world: World) -> tuple[Memory, Memory]:
    place = fact("The user was born in Maryland.", memory_id="f_0000000000b1aa", slot=slot("birthplace", "Maryland"), event_ids=("m1",))
    month = fact(
        "The user was born in May.", memory_id="f_0000000000b2aa", slot=slot("birthday", "May"), event_ids=("m2",), at=NOW + DAY / 2
    )
    filled(world, place, month)
    return place, month


def stored(world: World, memory: Memory) -> Memory:
    row = world.store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def test_complementary_facts_become_one_under_the_first_ones_id() -> None:
    world = World()
    place, month = born(world)
    run(world)
    merged, gone = stored(world, place), stored(world, month)
    assert merged.content.summary == "The user was born in May in Maryland."
    assert merged.event_ids == ("m1", "m2")
    assert merged.validity is Validity.ACTIVE
    assert gone.validity is Validity.DEPRECATED
    assert Relation(type="merged_into", target=place.memory_id) in gone.relations
    assert {s["feature"] for s in merged.content.structured["slots"]} == {"birthplace", "birthday"}


def test_merged_fact_has_a_vector_of_its_own_and_the_old_one_is_kept() -> None:
    world = World()
    place, _ = born(world)
    before = stored(world, place)
    run(world)
    after = stored(world, place)
    made_by = Embedding(model="hash", dimension=64)
    assert documents.vector(before, made_by) != documents.vector(after, made_by) is not None
    kept = [r.memory for r in world.store.read(list(world.store.rows)).values() if isinstance(r, PastVersion)]
    assert [m.vectors for m in kept if m.memory_id == place.memory_id] == [before.vectors]


def test_set_that_is_not_full_or_has_nothing_new_is_left_alone() -> None:
    world = World()
    filled(
        world, fact("The user likes tea.", memory_id="f_0000000000c1"), fact("The user likes tea.", memory_id="f_0000000000c2"), count=19
    )
    before = dict(world.store.rows)
    assert run(world).reason == "19 of 20 current facts"
    assert world.store.rows == before
    world = World()
    born(world)
    run(world)
    before = dict(world.store.rows)
    assert "0 new facts" in str(run(world, "w_2").reason) or "of 20" in str(run(world, "w_2").reason)
    assert world.store.rows == before


def test_threshold_zero_turns_pruning_off() -> None:
    world = World()
    born(world)
    world.configure(prune_from=0)
    done = prune(world.store, world.kept()[0], work(), NOW + DAY)
    assert done is not None
    assert done.reason is not None


def test_exact_repetition_gives_its_evidence_to_the_better_proven_fact() -> None:
    world = World()
    weak = fact("The user likes green tea.", memory_id="f_0000000000c1", confidence=0.85, event_ids=("m1",))
    strong = fact("The user likes green tea.", memory_id="f_0000000000c2", confidence=0.95, event_ids=("m2",))
    filled(world, weak, strong)
    run(world)
    assert stored(world, weak).validity is Validity.DEPRECATED
    assert set(stored(world, strong).event_ids) == {"m1", "m2"}


def test_part_of_a_fuller_statement_goes_only_where_it_is_not_sure() -> None:
    for confidence, expected in ((0.6, Validity.DEPRECATED), (0.8, Validity.ACTIVE)):
        world = World()
        part = fact("The user drinks green tea.", memory_id="f_0000000000c1", confidence=confidence)
        filled(world, part, fact("The user drinks green tea before breakfast.", memory_id="f_0000000000c2", confidence=0.9))
        run(world)
        assert stored(world, part).validity is expected


def test_vague_fact_is_archived_and_one_with_a_name_is_kept() -> None:
    world = World()
    vague = fact("The user did something.", memory_id="f_0000000000c1", confidence=0.3)
    named = fact("The user met Ann.", memory_id="f_0000000000c2", confidence=0.3, entities=("Ann",))
    repeated = fact("The user did things.", memory_id="f_0000000000c3", confidence=0.3, reinforcements=1)
    filled(world, vague, named, repeated)
    run(world)
    assert [stored(world, f).status for f in (vague, named, repeated)] == [Status.ARCHIVED, Status.ACTIVE, Status.ACTIVE]


def test_often_reinforced_fact_stays_unless_it_is_contradicted() -> None:
    world = World()
    often = fact("The user likes green tea.", memory_id="f_0000000000c1", confidence=0.6, reinforcements=5)
    twin = fact("The user likes green tea.", memory_id="f_0000000000c2", confidence=0.9, reinforcements=9)
    against = fact("The user owns a boat.", memory_id="f_0000000000d1", source="corrected_memory")
    contested = fact(
        "The user owns no boat.", memory_id="f_0000000000d2", validity=Validity.REVIEW, reinforcements=7,
        relations=(Relation(type="contradicts", target="f_0000000000d1"),),
    )  # fmt: skip
    filled(world, often, twin, against, contested, count=21)
    run(world)
    assert stored(world, often).validity is Validity.ACTIVE
    assert stored(world, contested).validity is Validity.INVALID


def test_pinned_held_and_other_subjects_facts_are_never_taken() -> None:
    world = World()
    rows = [
        fact("The user likes green tea.", memory_id="f_0000000000c1", pinned=True),
        fact("The user likes green tea.", memory_id="f_0000000000c2", legal_hold=True),
        fact("Jennifer was born in May.", memory_id="f_0000000000c3", subject="jennifer"),
        fact("The user was born in Maryland.", memory_id="f_0000000000c4"),
    ]
    filled(world, *rows)
    before = [stored(world, f) for f in rows]
    run(world)
    assert [stored(world, f) for f in rows] == before


def test_two_days_of_one_frame_are_not_guessed_together() -> None:
    world = World()
    rows = [
        fact("The user was born in May.", memory_id="f_0000000000c1"),
        fact("The user was born in June.", memory_id="f_0000000000c2"),
        fact("The user was born in Maryland.", memory_id="f_0000000000c3"),
    ]
    filled(world, *rows)
    before = [stored(world, f) for f in rows]
    run(world)
    assert [stored(world, f) for f in rows] == before


def test_pruning_twice_changes_nothing_more() -> None:
    world = World()
    born(world)
    first = run(world)
    once = dict(world.store.rows)
    assert prune(world.store, world.kept()[0], work(), NOW + 2 * DAY) is None
    assert world.store.rows == once
    owned = upkeep.gather(world.store, scope())
    assert owned.state.looked[0].new_facts == 0
    assert first.change_set == 1


def test_full_set_is_queued_by_the_batch_that_filled_it() -> None:
    world = World()
    filled(world, count=19)
    world.tell("My sister Jennifer is a nurse.")
    assert "prune" in {w.upkeep for w in world.consolidating.upkeep}


class Proposes:
    """A `Pruner` that gives the trims it was made with, or does not answer."""

    name, prompt_version = "m", "pruning-1"

    def __init__(self, *trims: Trim, error: ModelUnavailable | None = None) -> None:
        self.trims, self.error = trims, error

    def prune(self, facts: Sequence[Memory]) -> list[Trim]:
        del facts
        if self.error is not None:
            raise self.error
        return list(self.trims)


def test_chat_models_merge_is_carried_out_and_the_run_says_by_whom() -> None:
    world = World()
    place, month = born(world)
    both = (place.memory_id, month.memory_id)
    model = Proposes(Trim(kind=TrimKind.MERGE, fact_ids=both, content="The user was born in Maryland in May.", reason="one birth"))
    done = prune(world.store, world.kept()[0], work(), NOW + DAY, model)
    assert done is not None
    assert (done.reason, done.counts) == ("by m, pruning-1", {"merge": 1})
    merged = stored(world, place)
    assert (merged.content.summary, merged.extractor) == ("The user was born in Maryland in May.", "m")


@pytest.mark.parametrize("error", [ModelUnavailable("slow"), OverBudget("spent")])
def test_rules_prune_where_the_model_does_not_answer(error: ModelUnavailable) -> None:
    """Row R10."""
    world = World()
    place, _ = born(world)
    done = prune(world.store, world.kept()[0], work(), NOW + DAY, Proposes(error=error))
    assert done is not None
    assert (done.reason, done.counts) == (f"by the rules: {error.reason}", {"merge": 1})
    assert stored(world, place).content.summary == "The user was born in May in Maryland."


def sayings(world: World, *texts: str, at: datetime = NOW) -> list[Memory]:
    """Facts with these words, as if each had come by itself, a second after the one before."""
    times = [at + timedelta(seconds=n) for n in range(len(texts))]
    made = [fact(text, memory_id=f"f_{ids.moment(t)}ab", at=t, confidence=0.6) for t, text in zip(times, texts, strict=True)]
    world.store.put_each([Write(f) for f in made])
    world.index.write([documents.document(f, None, world.kept()[0].made_by) for f in made])
    return made


def ended(world: World, rows: list[Memory]) -> list[int]:
    """Which of the facts do not hold any more, by their place."""
    return [n for n, row in enumerate(rows) if stored(world, row).validity is not Validity.ACTIVE]


def state_of(world: World) -> UserState:
    state = world.store.read([state_key(scope())])[state_key(scope())]
    assert isinstance(state, UserState)
    return state


def test_run_that_has_no_time_left_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "AT_ONCE", 7)
    monkeypatch.setattr(surroundings, "WHOLE", 0)
    world = World()
    rows = sayings(world, *(f"The user owns a {chr(97 + n % 25) * 6} and a {chr(98 + n % 24) * 7}." for n in range(24)))
    twins = sayings(world, *(r.content.summary for r in rows), at=NOW + timedelta(minutes=5))
    world.store.put_each([Write(UserState(scope=scope(), facts=48, looked=unseen(new_facts=48), turns=9))])
    compared = []
    for _ in range(20):
        done = prune(world.store, world.kept()[0], work(), NOW + DAY, left=lambda: 0.0)
        assert done is not None
        compared.append(done.cursor)
        if done.finished_at is not None:
            break
    assert 24 / 7 < len(compared) <= math.ceil(48 / 7)
    assert len(set(compared[:-1])) == len(compared) - 1
    assert compared == sorted(filter(None, compared))
    # Whatever was stopped: of each two that say the same, one is left, and no fact is compared twice after that.
    assert len(ended(world, rows)) + len(ended(world, twins)) == 24
    assert (state_of(world).looked[0].new_facts, state_of(world).facts) == (0, 24)


def test_what_one_slice_took_away_is_no_matter_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "AT_ONCE", 7)
    monkeypatch.setattr(surroundings, "WHOLE", 0)
    world = World()
    rows = sayings(world, *(f"The user owns a {chr(97 + n % 25) * 6} and a {chr(98 + n % 24) * 7}." for n in range(24)))
    twins = sayings(world, *(r.content.summary for r in rows), at=NOW + timedelta(minutes=5))
    world.store.put_each([Write(UserState(scope=scope(), facts=48, looked=unseen(new_facts=48), turns=9))])
    assert run(world).finished_at is not None
    assert len(ended(world, rows)) + len(ended(world, twins)) == 24


def test_only_what_is_new_is_compared_with_what_could_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    old = sayings(world, *(f"The user owns a {chr(97 + n % 25) * 6} number {n}." for n in range(60)))
    world.store.put_each([Write(UserState(scope=scope(), facts=60, looked=unseen(new_facts=60), turns=9))])
    run(world)
    later = NOW + 3 * DAY
    fresh = sayings(world, old[3].content.summary, "The user plays the flute.", at=later)
    state = state_of(world)
    world.store.put_each(
        [Write(state.model_copy(update={"looked": looked.at(state, "default", new_facts=20), "version": state.version + 1}), state.version)]
    )
    pairs: list[tuple[str, str]] = []
    compared = pruning._repeats
    monkeypatch.setattr(pruning, "_repeats", lambda a, b, v: pairs.append((a.memory_id, b.memory_id)) or compared(a, b, v))
    assert prune(world.store, world.kept()[0], work("w_2"), later + DAY) is not None
    new = {f.memory_id for f in fresh}
    assert pairs
    assert all({one, other} & new for one, other in pairs)
    assert len(ended(world, [old[3], fresh[0]])) == 1


def test_another_writer_costs_a_prune_one_slice_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "AT_ONCE", 5)
    monkeypatch.setattr(surroundings, "WHOLE", 0)
    world = World()
    rows = sayings(world, *(f"The user owns a {chr(97 + n % 25) * 6}." for n in range(25)))
    world.store.put_each([Write(UserState(scope=scope(), facts=25, looked=unseen(new_facts=25), turns=9))])
    seen: list[int] = []
    generate = pruning_flow.generate

    def meanwhile(around: Any, now: Any, pruner: Any = None, fresh: Any = None) -> Any:
        seen.append(len(fresh))
        if len(seen) == 4:
            state = state_of(world)
            world.store.put_each([Write(state.model_copy(update={"turns": 10, "version": state.version + 1}), state.version)])
        return generate(around, now, pruner, fresh)

    monkeypatch.setattr(pruning_flow, "generate", meanwhile)
    run(world)
    assert seen == [5] * 6
    assert ended(world, rows) == []
    assert state_of(world).looked[0].new_facts == 0


def test_each_namespace_is_pruned_when_its_own_new_facts_fill_a_set() -> None:
    world = World()
    filled(world)
    seen = unseen(new_facts=19)
    other = seen[0].model_copy(update={"namespace": "shop", "new_facts": 20})
    state = state_of(world).model_copy(update={"looked": (*seen, other), "version": 2})
    assert [(w.upkeep, w.namespace) for w in upkeep.due_work(state)] == [("prune", "shop")]


def test_what_is_made_in_a_namespace_counts_there_and_is_looked_at_from_the_first_of_it() -> None:
    state = UserState(scope=scope())
    for n in range(looked.MOST_NAMED + 5):
        made = [fact(scope=scope(namespace=f"n{n}"), memory_id=f"f_{n + 1:012x}{x}") for x in ("aa", "bb")]
        state = state.model_copy(update={"looked": looked.after_making(state, made)})
    assert [x.namespace for x in state.looked] == [f"n{n}" for n in range(5, looked.MOST_NAMED + 5)]
    assert {(x.new_facts, x.new_episodes) for x in state.looked} == {(2, 0)}
    assert looked.of(state, "n9").prune == f"{10:012x}"
    late = fact(scope=scope(namespace="n9"), memory_id=f"f_{3:012x}aa")
    state = state.model_copy(update={"looked": looked.after_making(state, [late], brought=True)})
    assert (looked.of(state, "n9").prune, looked.of(state, "n9").new_facts, state.looked[-1].namespace) == (f"{3:012x}", 2, "n9")
