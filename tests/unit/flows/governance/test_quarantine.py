"""Row V7: evidence in quarantine is as if it had never been said, also what comes late, and its release brings everything back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.changes import ChangeKind
from keepsake.errors import Conflict, NotFound, Unavailable
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import acts, change_sets, maintenance, memories, profile, upkeep
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.correct import correct
from keepsake.flows.recall import recalls, reflect
from keepsake.flows.recall.recall import Asker
from keepsake.flows.sessions import capture, sessions
from keepsake.flows.sessions import working as holding
from keepsake.messages import UserWork
from keepsake.records import Kind, Memory, Selector, SignalLog, Trust, Validity, WorkingMemory, working_key
from keepsake.rules.behaviour import actions
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.sessions import working
from local.in_memory import NOW, World, scope
from tests.builders import DAY, principal

ADMIN = principal(key_id="admin")
BAD = scope(session_id="bad")
SELECTOR = Selector(session_id="bad")


@pytest.fixture
def world() -> World:
    return World()


def put(world: World, selector: Selector = SELECTOR) -> api.UpkeepAnswer:
    answer = quarantine.start(world.store, world.consolidating, scope(), selector, ADMIN.actor, world.now)
    world.upkeep()
    world.project()
    return answer


def lift(world: World, run_id: str | None) -> api.UpkeepAnswer:
    answer = quarantine.release(world.store, world.consolidating, ADMIN, run_id or "", world.now)
    world.upkeep()
    world.project()
    return answer


def by_words(world: World, kind: Kind = Kind.FACT) -> dict[str, Memory]:
    return {m.content.summary: m for m in world.memories(kind)}


def told(world: World, query: str, **fields: Any) -> str:
    """All that a caller gets to read of it."""
    answer = world.recall(query, **fields)
    reflected = reflect.reflect(
        world.reading(), None, Asker(scope(), world.now), api.ReflectRequest(question=query), f"r_reflect{world.recalls}"
    )
    shown = profile.profile(world.store, scope(), api.ProfileQuery(), world.now)
    model = answer.model_dump(exclude={"query"})
    return f"{model} {reflected.model_dump(exclude={'missing'})} {shown.model_dump_json()}"


def stated(content: str) -> dict[str, Any]:
    place = {"feature": "residence", "value": "Denver"}
    return {"content": content, "slot": place, "category": "identity"}


def settle(world: World) -> None:
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    world.project()


def everything(world: World) -> dict[str, tuple[Any, ...]]:
    """What each memory says and how it stands; guides aside, which are remade."""
    rows = [m for m in world.store.read(list(world.store.rows)).values() if isinstance(m, Memory)]
    kept = [m for m in rows if m.kind not in (Kind.TOPIC, Kind.SUMMARY)]
    return {m.memory_id: (m.content, m.validity, m.status, m.trust, m.trust_before, m.valid_to, m.superseded_at, m.slot) for m in kept}


def test_fact_of_a_quarantined_session_is_in_no_answer_and_in_its_case(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    world.tell("I like tea.")
    assert "Minsk" in told(world, "Where do I live?")
    put(world)
    assert "Minsk" not in told(world, "Where do I live?")
    assert "tea" in told(world, "What do I like?")
    (fact,) = [m for m in world.memories() if "Minsk" in m.content.summary]
    assert fact.trust is Trust.QUARANTINED
    assert memories.case(world.store, ADMIN, fact).events[0].content == "I live in Minsk."
    assert fact.change.actor == ADMIN.actor


def test_session_s_focus_does_not_tell_it(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)

    def focus() -> str:
        changed = working.Changed(holding.read(world.store, BAD, world.now)[0])
        return sessions.working_view(world.store, BAD, changed, world.now).model_dump_json()

    assert "Minsk" in focus()
    put(world)
    assert "Minsk" not in focus()


def test_profile_does_not_tell_what_a_fact_said_before_its_correction(world: World) -> None:
    """The correction is evidence of its own for the fact, so that the fact itself stays."""
    world.tell("I live in Minsk.", owner=BAD)
    (fact,) = world.memories()
    request = api.CorrectionRequest(version=fact.version, content="The user lives in Boulder.")
    target, wish = Target(ADMIN, fact.memory_id, api.ScopeQuery(user_id="u1")), Wish(Act.CORRECT, "key:k1", world.now)
    correct(world.store, world.consolidating, world.index, world.embedder, world.rules, target, wish, request)

    def shown() -> str:
        return profile.profile(world.store, scope(), api.ProfileQuery(), world.now).model_dump_json()

    assert "Minsk" in shown()
    put(world)
    assert "Minsk" not in shown()
    assert "Boulder" in shown()


@pytest.mark.parametrize(
    "selector",
    [
        Selector(role="tool"),
        Selector(name="feed"),
        Selector(source="web"),
        Selector(agent_id="a1"),
        Selector(session_id="bad"),
        Selector(since=NOW + DAY, until=NOW + 2 * DAY),
        Selector(session_id="bad", since=NOW + DAY),
    ],
)
def test_events_are_chosen_by_source_session_or_time(world: World, selector: Selector) -> None:
    event = {"content": "The shop in Minsk is closed on Mondays.", "timestamp": (NOW + DAY).isoformat(), "role": "tool", "name": "feed"}
    work = world.accept(event | {"metadata": {"source": "web"}}, owner=scope(session_id="bad", agent_id="a1"))
    world.tell("The shop in Denver is closed on Sundays.")
    world.extract(work)
    world.summarise()
    world.project()
    asked = scope(session_id="bad", agent_id="a1")
    before = world.recall("When is the shop closed?", owner=asked).model_dump_json()
    put(world, selector)
    after = world.recall("When is the shop closed?", owner=asked).model_dump_json()
    assert "Minsk" in before
    assert "Minsk" not in after
    assert "Denver" in after


def test_selector_that_differs_in_one_thing_catches_nothing(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    before = everything(world)
    for selector in (Selector(session_id="bad", role="tool"), Selector(session_id="bad", since=NOW + DAY), Selector(namespace="other")):
        put(world, selector)
    assert everything(world) == before


def test_event_is_in_quarantine_with_the_request_before_the_run(world: World) -> None:
    world.accept({"content": "I live in Minsk.", "timestamp": NOW.isoformat()}, owner=BAD)
    assert "Minsk" in str(world.recall("Where do I live?", owner=BAD).memories)
    quarantine.start(world.store, world.consolidating, scope(), SELECTOR, ADMIN.actor, world.now)
    answer = world.recall("Where do I live?", owner=BAD)
    assert "Minsk" not in answer.model_dump_json()


def test_what_is_said_in_it_later_is_in_quarantine_too_and_ends_nothing(world: World) -> None:
    world.tell("I live in Denver.")
    run = put(world)
    world.tell("I moved to Minsk. My cat is called Tiger.", owner=BAD, at=NOW + DAY)
    assert world.current() == ["I live in Denver"]
    assert "Minsk" not in told(world, "Where do I live?")
    assert {o.trust for o in world.memories(Kind.OBSERVATION) if "Denver" not in o.content.summary} == {Trust.QUARANTINED}
    lift(world, run.run_id)
    facts = by_words(world)
    assert facts["I live in Denver"].validity is Validity.DEPRECATED
    assert any("Minsk" in words and m.current for words, m in facts.items())
    event = next(e for e in (world.event(i) for i in _event_ids(world)) if "Minsk" in e.content)
    assert set(event.memory_ids) & {m.memory_id for m in facts.values()}


def _event_ids(world: World) -> list[str]:
    return [e for o in world.memories(Kind.OBSERVATION) for e in o.event_ids]


def test_quarantine_between_acceptance_and_extraction_is_kept(world: World) -> None:
    world.tell("I live in Denver.")
    work = world.accept({"content": "I moved to Minsk.", "timestamp": (NOW + DAY).isoformat()}, owner=BAD)
    run = put(world)
    world.extract(work)
    world.extract(work)
    assert world.current() == ["I live in Denver"]
    lift(world, run.run_id)
    assert [w for w in world.current() if "Minsk" in w]


def test_what_it_alone_had_ended_holds_again_and_ends_again_with_the_release(world: World) -> None:
    world.tell("I live in Denver.")
    world.tell("I moved to Minsk.", owner=BAD, at=NOW + DAY)
    before = everything(world)
    run = put(world)
    assert [m.content.summary for m in world.memories() if m.current and m.trust is Trust.TRUSTED] == ["I live in Denver"]
    assert "Denver" in told(world, "Where do I live?")
    lift(world, run.run_id)
    assert everything(world) == before


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(st.tuples(st.sampled_from(["Denver", "Oslo", "Rome", "Paris"]), st.booleans()), min_size=1, max_size=7))
@example([("Denver", False), ("Oslo", True), ("Rome", False), ("Paris", True)])
@example([("Denver", False), ("Oslo", True), ("Denver", False), ("Oslo", True)])
def test_what_holds_again_is_the_last_that_others_said_alone(said: list[tuple[str, bool]]) -> None:
    world = World()
    for n, (city, bad) in enumerate(said):
        world.tell(f"I live in {city}.", owner=BAD if bad else scope(), at=NOW + n * DAY)
    before = everything(world)
    run = put(world)
    told = [m.content.summary for m in world.memories() if m.current and m.trust is not Trust.QUARANTINED]
    assert told == [f"I live in {city}" for city, bad in said if not bad][-1:]
    lift(world, run.run_id)
    assert everything(world) == before


def test_newer_word_than_what_is_released_is_left_standing_and_a_person_decides(world: World) -> None:
    world.tell("I live in Denver.")
    world.tell("I moved to Minsk.", owner=BAD, at=NOW + DAY)
    run = put(world)
    world.tell("I moved to Oslo.", at=NOW + 2 * DAY)
    lift(world, run.run_id)
    validity = {m.slot.value: m.validity for m in world.memories() if m.slot}
    assert validity == {"Denver": Validity.DEPRECATED, "Minsk": Validity.REVIEW, "Oslo": Validity.ACTIVE}


def test_fact_that_others_say_too_keeps_their_trust_and_words(world: World) -> None:
    world.tell("I live in Denver.", owner=BAD)
    world.tell("I live in Denver.", at=NOW + DAY)
    before = everything(world)
    run = put(world)
    (fact,) = world.memories()
    assert (fact.trust, fact.current) == (Trust.TRUSTED, True)
    assert "Denver" in told(world, "Where do I live?")
    lift(world, run.run_id)
    assert everything(world) == before


def test_only_the_words_of_other_evidence_are_left(world: World) -> None:
    world.accept(owner=BAD, facts=[stated("The user lives in Denver, a city of hidden orders.")])
    settle(world)
    world.accept(facts=[stated("The user lives in Denver.")])
    settle(world)
    (fact,) = world.memories()
    assert "hidden orders" in told(world, "Where do I live?")
    run = put(world)
    assert "hidden orders" not in told(world, "Where do I live?")
    (left,) = world.memories()
    assert (left.memory_id, left.content.summary, left.trust) == (fact.memory_id, "The user lives in Denver.", Trust.TRUSTED)
    lift(world, run.run_id)
    assert [m.content.summary for m in world.memories()] == ["The user lives in Denver."]


@pytest.mark.parametrize("twice", [False, True])
def test_release_restores_all_that_was_known(world: World, twice: bool) -> None:
    world.tell("I live in Minsk.", "I love cycling.", "I work as a nurse at Hope Clinic.", owner=BAD)
    world.tell("I like tea.", "I have a dog called Rex.")
    before, shown = everything(world), told(world, "Where do I live?")
    run = put(world)
    if twice:
        assert quarantine.carry_out(world.store, _work(run), world.now) is None
    assert everything(world) != before
    lift(world, run.run_id)
    assert everything(world) == before
    assert ("Minsk" in shown) is ("Minsk" in told(world, "Where do I live?")) is True


def _work(run: api.UpkeepAnswer) -> UserWork:
    return UserWork(tenant="acme", container="default", user_id="u1", upkeep="quarantine", run_id=run.run_id or "")


def test_run_that_dies_in_the_middle_is_finished_by_its_message(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.tell("I live in Minsk.", "I love cycling.", owner=BAD)
    run = quarantine.start(world.store, world.consolidating, scope(), SELECTOR, ADMIN.actor, world.now)
    with monkeypatch.context() as patch:
        patch.setattr(quarantine, "follow", lambda *_: (_ for _ in ()).throw(Unavailable("The table is busy.")))
        with pytest.raises(Unavailable):
            quarantine.carry_out(world.store, _work(run), world.now)
    assert not maintenance.report(world.store, ADMIN, run.run_id or "", quarantine.KINDS).done
    world.upkeep()
    assert maintenance.report(world.store, ADMIN, run.run_id or "", quarantine.KINDS).done
    assert {m.trust for m in world.memories()} == {Trust.QUARANTINED}


def test_run_that_was_erased_with_its_user_does_nothing(world: World) -> None:
    work = UserWork(tenant="acme", container="default", user_id="u1", upkeep="quarantine", run_id="w_gone")
    assert quarantine.carry_out(world.store, work, world.now) is None


def test_overlapping_quarantines_are_lifted_one_by_one(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    first, second = put(world), put(world, Selector(since=NOW, until=NOW + DAY))
    lift(world, first.run_id)
    assert "Minsk" not in told(world, "Where do I live?")
    lift(world, second.run_id)
    assert "Minsk" in told(world, "Where do I live?")


def test_preview_tells_what_would_change_and_changes_nothing(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    rows = dict(world.store.rows)
    answer = quarantine.preview(world.store, scope(), SELECTOR, ADMIN.actor, world.now)
    assert world.store.rows == rows
    assert {(c.kind, c.trust, c.what) for c in answer.changes} >= {(Kind.FACT, Trust.QUARANTINED, "quarantined")}
    assert answer.preview


def test_undo_of_a_quarantine_lifts_it_and_undo_of_a_release_puts_it_back(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    run = put(world)
    undone = change_sets.undo(world.store, world.consolidating, ADMIN, str(run.change_set), world.now, lambda: 60.0)
    assert undone.done
    assert "Minsk" in told(world, "Where do I live?")
    with pytest.raises(Conflict):
        quarantine.release(world.store, world.consolidating, ADMIN, run.run_id or "", world.now)
    again = put(world)
    released = lift(world, again.run_id)
    assert change_sets.undo(world.store, world.consolidating, ADMIN, str(released.change_set), world.now, lambda: 60.0).done
    assert "Minsk" not in told(world, "Where do I live?")


def test_quarantines_of_one_user_stay_within_their_row_however_they_are_put(world: World) -> None:
    most = api.QuarantineRequest(name="é" * 256, source="x" * 256, agent_id="é" * 80, session_id="s" * 256, role="user")
    selector = Selector.model_validate(most.selected)
    runs = [quarantine.start(world.store, world.consolidating, scope(), selector, ADMIN.actor, world.now) for _ in range(50)]
    with pytest.raises(Conflict):
        quarantine.start(world.store, world.consolidating, scope(), selector, ADMIN.actor, world.now)
    released = lift(world, runs[0].run_id)
    put(world)
    with pytest.raises(Conflict):
        change_sets.undo(world.store, world.consolidating, ADMIN, str(released.change_set), world.now, lambda: 60.0)
    state = upkeep.read_state(world.store, scope())[0]
    assert len(state.quarantines) == 50
    assert len(state.model_dump_json()) < 200_000


def test_selector_of_more_bytes_than_its_row_has_room_for_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes in all"):
        api.QuarantineRequest(name="\x01" * 256, source="\x01" * 256)


def test_undo_releases_what_was_said_since_as_well(world: World) -> None:
    world.tell("I live in Denver.", owner=BAD)
    run = put(world)
    world.tell("I moved to Minsk.", owner=BAD, at=NOW + DAY)
    change_sets.undo(world.store, world.consolidating, ADMIN, str(run.change_set), world.now, lambda: 60.0)
    assert [w for w in world.current() if "Minsk" in w] == world.current()
    assert not {m.trust for m in (*world.memories(), *world.memories(Kind.OBSERVATION))} & {Trust.QUARANTINED}


def test_session_shows_neither_turn_nor_item_nor_folded_word_of_it(world: World) -> None:
    world.configure(fold_turns=1, fold_keep=1)
    for n, said in enumerate(("I live in Minsk.", "I like tea.", "I love cycling.")):
        world.tell(said, owner=BAD, at=NOW + timedelta(minutes=n))
        world.upkeep()

    def seen() -> str:
        whole = sessions.view(world.store, BAD, world.now).model_dump_json()
        return whole + sessions.context(world.store, BAD, world.now).formatted_context + str(world.recall("Where do I live?", owner=BAD))

    assert "Minsk" in seen()
    run = put(world, Selector(until=NOW + timedelta(seconds=30)))
    assert "Minsk" not in seen()
    assert "cycling" in seen()
    held = world.store.read([working_key(BAD)])[working_key(BAD)]
    assert isinstance(held, WorkingMemory)
    lift(world, run.run_id)
    assert "Minsk" in seen()


def test_topic_and_summary_tell_nothing_of_it(world: World) -> None:
    world.tell("I love cycling in the Alps.", "I go cycling every Sunday.", "My cycling club meets in Minsk.", owner=BAD)
    world.tell("I bought a cycling helmet.", "I love cycling to work.")

    def summed_up() -> str:
        return " ".join(m.content.summary for m in world.memories(Kind.SUMMARY) if m.current)

    assert "Alps" in summed_up()
    run = put(world)
    assert "Alps" not in summed_up()
    lift(world, run.run_id)
    assert "Alps" in summed_up()


def test_recall_that_is_read_again_does_not_show_what_was_put_in_quarantine_since(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    asked = world.recall("Where do I live?")
    world.refresh()
    put(world)
    again = recalls.read_again(world.store, ADMIN, asked.recall_id, api.ScopeQuery(user_id="u1"), world.now)
    assert "Minsk" not in again.model_dump_json()


def test_behaviour_in_quarantine_proves_nothing_until_its_release(world: World) -> None:
    def filtered(owner: Any, *days: int) -> None:
        for day in days:
            world.tell("size = 42", event_type="filter", owner=owner, at=NOW + day * DAY)

    filtered(BAD, 0, 1, 2)
    run = put(world)
    filtered(scope(), 3)
    shown = [m for m in world.memories() if m.current and m.trust is not Trust.QUARANTINED]
    assert all(m.trust is not Trust.TRUSTED for m in shown)
    lift(world, run.run_id)
    filtered(scope(), 4)
    assert any(m.trust is Trust.TRUSTED for m in world.memories() if m.current)


def test_only_the_latest_behaviour_is_weighed_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "MOST_SIGNALS", 3)
    for n in range(6):
        world.tell(f"size = {n}", event_type="filter", at=NOW + n * DAY)
    run = put(world)
    lift(world, run.run_id)
    (log,) = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, SignalLog)]
    assert [s.value for s in log.signals] == ["3", "4", "5"]


def test_nobody_else_sees_or_lifts_it(world: World) -> None:
    run = put(world)
    for other in (principal(user_id="u2"), principal(containers=("shop",)), principal(tenant="globex")):
        with pytest.raises(NotFound):
            quarantine.release(world.store, world.consolidating, other, run.run_id or "", world.now)
        with pytest.raises(NotFound):
            maintenance.report(world.store, other, run.run_id or "", quarantine.KINDS)
    with pytest.raises(NotFound):
        maintenance.report(world.store, ADMIN, run.run_id or "", (ChangeKind.PRUNE,))


def test_queue_that_refuses_leaves_nothing_in_force(world: World) -> None:
    world.tell("I live in Minsk.", owner=BAD)
    world.consolidating.down = True
    with pytest.raises(Unavailable):
        quarantine.start(world.store, world.consolidating, scope(), SELECTOR, ADMIN.actor, world.now)
    assert upkeep.read_state(world.store, scope())[0].quarantines == ()
    assert "Minsk" in told(world, "Where do I live?")


@pytest.mark.parametrize("body", [{}, {"scope": {"user_id": "u1"}}, {"since": "2026-05-02T10:00:00Z", "until": "2026-05-02T10:00:00Z"}])
def test_request_that_chooses_nothing_is_invalid(body: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        api.QuarantineRequest.model_validate(body)


def test_captured_text_of_it_is_put_in_nobodys_sight(world: World) -> None:
    put(world)
    request = api.CaptureRequest.model_validate({"text": "I live in Minsk.", "session_id": "bad"})
    ports = capture.Ports(world.store, world.extracting, world.embedder, world.rules)
    capture.capture(ports, BAD, request, None, world.now)
    assert "Minsk" not in sessions.context(world.store, BAD, world.now).formatted_context
    assert "Minsk" not in world.recall("Where do I live?", owner=BAD).formatted_context


def test_consolidation_learns_nothing_from_it(world: World) -> None:
    for day in range(4):
        world.tell("I went running in the park.", owner=BAD, at=NOW + day * DAY, metadata={"n": day})
    put(world)
    before = {m.memory_id for m in world.memories()}
    maintenance.start(world.store, world.consolidating, scope(), ChangeKind.CONSOLIDATION, ADMIN.actor, world.now)
    world.upkeep()
    assert {m.memory_id for m in world.memories()} == before
    assert world.memories(Kind.MENTAL_MODEL) == []


def test_what_a_consolidation_could_not_see_in_quarantine_is_looked_at_once_it_is_lifted(world: World) -> None:
    for day in range(5):
        at = (world.now + day * DAY).isoformat()
        said = {"content": f"The user ran in the park for {day + 4} km.", "category": "event", "importance": 0.7, "valid_from": at}
        world.extract(world.accept(facts=[said], owner=BAD))
    world.consolidating.take()
    held = put(world)
    world.now += timedelta(hours=2)
    for _ in range(2):
        maintenance.start(world.store, world.consolidating, scope(), ChangeKind.CONSOLIDATION, ADMIN.actor, world.now)
        world.upkeep()
        assert [s for s in by_words(world) if "on 5 days" in s] == []
        world.now += timedelta(hours=2)
    assert upkeep.read_state(world.store, scope())[0].looked[0].distilled_at
    lift(world, held.run_id)
    maintenance.start(world.store, world.consolidating, scope(), ChangeKind.CONSOLIDATION, ADMIN.actor, world.now)
    world.upkeep()
    assert len([s for s in by_words(world) if "on 5 days" in s]) == 1


def does(world: World, act: Act, memory: Memory, **body: Any) -> None:
    target, wish = Target(ADMIN, memory.memory_id, api.ScopeQuery(user_id="u1")), Wish(act, "key:k1", world.now)
    if act is Act.CORRECT:
        request = api.CorrectionRequest.model_validate({"version": memory.version} | body)
        correct(world.store, world.consolidating, world.index, world.embedder, world.rules, target, wish, request)
    else:
        acts.act(world.store, world.consolidating, world.index, target, wish, body.get("others", ()))


@pytest.mark.parametrize("how", ["approve its observation", "correct its words", "merge it", "merge into it"])
def test_what_is_in_quarantine_takes_no_place_by_an_act(world: World, how: str) -> None:
    world.tell("I live in Denver.")
    world.tell("I moved to Minsk.", owner=BAD, at=NOW + DAY)
    put(world)
    bad, good = (by_words(world)[words] for words in ("I moved to Minsk", "I live in Denver"))
    observed = by_words(world, Kind.OBSERVATION)["I moved to Minsk"]
    ways: dict[str, tuple[Act, Memory, dict[str, Any]]] = {
        "approve its observation": (Act.APPROVE, observed, {}),
        "correct its words": (Act.CORRECT, bad, {"content": "I live in Oslo"}),
        "merge it": (Act.MERGE, good, {"others": (bad.memory_id,)}),
        "merge into it": (Act.MERGE, bad, {"others": (good.memory_id,)}),
    }
    act, memory, body = ways[how]
    with pytest.raises(Conflict, match="quarantine"):
        does(world, act, memory, **body)
    assert "Denver" in told(world, "Where do I live?")


def test_correction_beside_the_words_of_what_is_in_quarantine_leaves_the_trusted_value(world: World) -> None:
    world.tell("I live in Denver.")
    world.tell("I moved to Minsk.", owner=BAD, at=NOW + DAY)
    put(world)
    does(world, Act.CORRECT, by_words(world)["I moved to Minsk"], importance=0.9)
    assert by_words(world)["I live in Denver"].current
