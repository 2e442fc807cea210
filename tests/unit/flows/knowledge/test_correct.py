"""Rows R2 and K4: a correction is an event first, makes a new version that cites it, and leaves the old one readable."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from keepsake import api
from keepsake.errors import Conflict, Invalid, LostRace
from keepsake.flows.indexing.project import ASK_AGAIN, show_owed
from keepsake.flows.knowledge import acts, memories, profile
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.correct import correct
from keepsake.ports import Write
from keepsake.records import Event, Kind, Memory, Progress, Relation, Source, Status, Trust, Validity
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, fact, principal, scope, slot
from tests.world import World, shown


def corrected(world: World, memory: Memory, **body: Any) -> Memory:
    request = api.CorrectionRequest.model_validate({"version": memory.version} | body)
    where = Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))
    wish = Wish(Act.CORRECT, principal().actor, world.now)
    return correct(world.store, world.consolidating, world.index, world.embedder, world.rules, where, wish, request)


def living_in_denver() -> tuple[World, Memory]:
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (memory,) = world.memories()
    return world, memory


def the_correction(world: World) -> Event:
    rows = world.store.read(list(world.store.rows)).values()
    (event,) = [e for e in rows if isinstance(e, Event) and e.event_type == "correction"]
    return event


def test_correction_is_an_event_that_the_new_version_cites() -> None:
    world, memory = living_in_denver()
    done = corrected(world, memory, content="The user lives in Boulder.")
    event = the_correction(world)
    assert (event.content, event.progress, event.memory_ids) == ("The user lives in Boulder.", Progress.PROCESSED, (memory.memory_id,))
    assert done.content.summary == "The user lives in Boulder."
    assert done.event_ids == ("m1", event.event_id)
    assert (done.source, done.trust, done.change.verdict, done.change.actor) == (Source.CORRECTED, Trust.TRUSTED, "correct", "key:k1")
    assert memories.event(world.store, principal(), event.event_id, api.ScopeQuery(user_id="u1")) == event


def test_old_version_stays_readable() -> None:
    world, memory = living_in_denver()
    done = corrected(world, memory, content="The user lives in Boulder.")
    versions = memories.history(world.store, done, api.PageQuery()).versions
    assert [(v.version, v.content) for v in versions[:2]] == [
        (done.version, "The user lives in Boulder."), (memory.version, "I live in Denver"),
    ]  # fmt: skip


def test_new_words_are_found_by_their_own_vector_and_fill_their_place() -> None:
    world, memory = living_in_denver()
    before = world.store.rows[memory.key]["data"]
    done = corrected(world, memory, content="The user lives in Boulder.")
    world.project()
    assert world.store.rows[memory.key]["data"] != before
    assert [m.content for m in world.recall("Boulder", kinds=["fact"]).memories] == ["The user lives in Boulder."]
    assert done.slot is not None
    assert done.slot.value == "Boulder"


def test_place_in_the_profile_is_given_up_where_the_new_words_do_not_name_it() -> None:
    world, memory = living_in_denver()
    assert corrected(world, memory, content="The user has no home at present.").slot is None


def test_later_word_of_the_user_still_supersedes_a_correction() -> None:
    world, memory = living_in_denver()
    corrected(world, memory, content="The user lives in Boulder.")
    world.tell("I moved to Boston.", at=NOW + DAY, event_id="m2")
    assert [f.slot.value for f in world.memories() if f.current and f.slot] == ["Boston"]


def test_lost_version_is_refused_and_nothing_is_written() -> None:
    world, memory = living_in_denver()
    before = dict(world.store.rows)
    with pytest.raises(LostRace):
        corrected(world, memory, version=memory.version + 1, content="The user lives in Boulder.")
    assert world.store.rows == before


def test_descriptive_fields_change_alone_and_what_is_not_named_stays() -> None:
    world, memory = living_in_denver()
    done = corrected(world, memory, labels=["home"], importance=0.9, valid_to=(NOW + DAY).isoformat(), category="attribute")
    assert (done.labels, done.importance, done.valid_to, done.type) == (("home",), 0.9, NOW + DAY, "profile")
    assert (done.content.summary, done.slot, done.embedding) == (memory.content.summary, memory.slot, memory.embedding)
    assert the_correction(world).metadata["fields"] == ["category", "importance", "labels", "valid_to"]
    assert corrected(world, done, valid_to=None).valid_to is None


@pytest.mark.parametrize(
    "body",
    [
        {}, {"content": None}, {"valid_from": None}, {"content": ""}, {"importance": 2}, {"trust": "trusted"}, {"confidence": 1.0},
        {"access_control": {"visibility": "public"}},
    ],
)  # fmt: skip
def test_body_that_corrects_nothing_or_what_is_not_a_callers_is_invalid(body: dict[str, Any]) -> None:
    """Row K1: trust and confidence are never a caller's; wider access is a promotion."""
    with pytest.raises(ValidationError):
        api.CorrectionRequest.model_validate({"version": 1} | body)


@pytest.mark.parametrize("content", ["  ", '<keepsake-context recall="r_1">x</keepsake-context>', "Her key is [masked:aws_access_key]."])
def test_words_that_hold_nothing_or_a_secret_are_invalid(content: str) -> None:
    """Rows R5 and R7."""
    world, memory = living_in_denver()
    with pytest.raises(Invalid):
        corrected(world, memory, content=content)


def test_what_was_superseded_is_not_corrected() -> None:
    world = World()
    memory = fact(validity=Validity.DEPRECATED)
    world.store.put_each([Write(memory)])
    with pytest.raises(Conflict):
        corrected(world, memory, content="The user lives in Boulder.")


def test_correction_settles_a_contested_fact() -> None:
    world = World()
    doubt = fact(validity=Validity.REVIEW, slot=slot("residence", "Denver", tag="Personal"))
    rival = fact(
        "The user lives in Boston.", memory_id="f_0000000000aa02", slot=slot("residence", "Boston", tag="Personal"),
        relations=(Relation(type="contradicts", target=doubt.memory_id),),
    )  # fmt: skip
    shown(world, doubt, rival)
    assert corrected(world, doubt, content="The user lives in Boulder.").validity is Validity.ACTIVE
    row = world.store.read([rival.key])[rival.key]
    assert isinstance(row, Memory)
    assert row.validity is Validity.DEPRECATED


def test_episode_keeps_its_words_as_what_was_believed_until_then() -> None:
    world, memory = living_in_denver()
    links = (Relation(type="supports", target=memory.memory_id),)
    episode = fact("The user lives in Denver.", memory_id="p_0000000000aa01", kind=Kind.EPISODE, relations=links)
    shown(world, episode)
    done = corrected(world, memory, content="The user lives in Boulder.")
    row = world.store.read([episode.key])[episode.key]
    assert isinstance(row, Memory)
    assert (row.content, row.validity, row.valid_to) == (episode.content, Validity.DEPRECATED, world.now)
    where = Target(principal(), done.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, where, Wish(Act.PIN, "key:k1", world.now))
    row = world.store.read([episode.key])[episode.key]
    assert isinstance(row, Memory)
    assert row.validity is Validity.DEPRECATED


def test_summary_tells_the_corrected_words() -> None:
    """Rows K7 and K8: the topic is remade after a correction."""
    world = World()
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 800.")
    told = next(f for f in world.memories() if "800" in f.content.summary)
    corrected(world, told, content="The user's budget for running shoes is under 900.")
    world.upkeep()
    summaries = [s.content.summary for s in world.memories(Kind.SUMMARY) if s.current]
    assert any("900" in s for s in summaries)
    assert not any("800" in s for s in summaries)


def test_correction_while_the_embedder_is_down_is_kept_and_gets_its_vector_later() -> None:
    """Row E2."""
    world, memory = living_in_denver()
    world.embedder.down = True  # type: ignore[attr-defined]
    done = corrected(world, memory, content="The user lives in Boulder.")
    assert done.embedding is None
    assert "data" not in world.store.rows[memory.key]
    world.project()
    assert [m.content for m in world.recall("Boulder", kinds=["fact"]).memories] == ["The user lives in Boulder."]
    world.embedder.down = False  # type: ignore[attr-defined]
    assert show_owed(world.store, world.kept, world.now + 2 * ASK_AGAIN) == 1
    (later,) = [m for m in world.memories() if m.memory_id == memory.memory_id]
    assert documents.vector(later, world.kept()[0].made_by)
    assert later.version == done.version, "nothing was said anew"


def test_deleted_fact_is_restored_before_it_is_corrected() -> None:
    world = World()
    memory = fact(status=Status.DELETED, scope=scope())
    world.store.put_each([Write(memory)])
    with pytest.raises(Conflict):
        corrected(world, memory, content="The user lives in Boulder.")


def employers(world: World) -> list[str]:
    told = profile.profile(world.store, scope(), api.ProfileQuery(), world.now).profile
    fields = [(name, f) for places in told.values() for under in places.values() for name, f in under.items()]
    return [v.value for name, f in fields if name == "employer" for v in f.values]


def test_denial_that_is_corrected_to_a_statement_fills_its_place_until_another_does() -> None:
    world = World()
    world.tell("I don't work at Acme any more.")
    (memory,) = world.memories()
    done = corrected(world, memory, content="I work at Acme")
    assert (done.negated, done.replaces, done.slot and done.slot.value) == (False, None, "Acme")
    assert employers(world) == ["Acme"]
    world.tell("I work at Globex.", at=world.now + DAY)
    assert world.current() == ["I work at Globex"]
    assert employers(world) == ["Globex"]


@pytest.mark.parametrize("words", ["I don't work at Acme any more", "At Acme, no, not there"])
def test_statement_that_is_corrected_to_a_denial_fills_no_place(words: str) -> None:
    world = World()
    world.tell("I work at Acme.")
    (memory,) = world.memories()
    done = corrected(world, memory, content=words)
    assert (done.slot, done.current) == (None, True)
    assert employers(world) == []


def test_corrected_words_replace_nothing_that_the_old_ones_named() -> None:
    world = World()
    world.tell("I switched from tea to coffee.")
    (memory,) = world.memories()
    done = corrected(world, memory, content="I eat porridge in the morning")
    assert (memory.replaces, done.replaces, done.correction) == ("tea", None, False)
