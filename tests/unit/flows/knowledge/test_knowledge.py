"""From events to facts (rows R8, R9, R10, R11, R12, K1, K3, K4 and K5), with every consumer run twice and interrupted."""

from __future__ import annotations

from datetime import timedelta

import pytest

from keepsake import api
from keepsake.claims import Chunk, Claim
from keepsake.errors import ModelRefused, ModelUnavailable, Unavailable
from keepsake.flows import waiting
from keepsake.flows.indexing import owed
from keepsake.flows.indexing.project import ASK_AGAIN, show_owed
from keepsake.flows.intake import batches
from keepsake.records import Approval, Embedding, Event, Kind, Memory, Progress, Validity, batch_key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing import documents
from tests.builders import DAY, NOW, message, principal, scope
from tests.fakes import MemoryStore
from tests.world import World


def test_statement_becomes_a_fact_that_cites_its_event_both_ways() -> None:
    world = World()
    world.accept(message("I live in Denver.", event_id="m1"))
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    (fact,) = world.memories()
    assert fact.content.summary == "I live in Denver"
    assert fact.event_ids == ("m1",)
    (episode,) = world.memories(Kind.EPISODE)
    assert world.event("m1").memory_ids == (fact.memory_id, episode.memory_id)
    assert (fact.slot.feature, fact.slot.value) == ("residence", "Denver")  # type: ignore[union-attr]


def test_event_goes_from_pending_to_processed() -> None:
    world = World()
    work = world.accept(message("I live in Denver.", event_id="m1"))
    told = lambda: batches.progress(world.store, principal(), work.batch_id, waiting.not_at_all).events[0].status  # noqa: E731
    steps = [told()]
    world.extract(work)
    steps.append(told())
    world.project()
    steps.append(told())
    assert steps == [Progress.PENDING, Progress.CHUNKED, Progress.PROCESSED]
    answer = batches.progress(world.store, principal(), work.batch_id, waiting.not_at_all)
    assert answer.status == "processed"
    assert answer.events[0].memory_ids == (world.memories()[0].memory_id, world.memories(Kind.EPISODE)[0].memory_id)


def test_finished_batch_is_no_longer_open_or_due() -> None:
    world = World()
    work = world.tell("I live in Denver.")
    assert owed.open_batches(world.store, scope(), 10) == []
    assert not world.store.rows[batch_key(scope(), work.batch_id)]["due_shard"]["S"].startswith("BATCH")
    assert owed.keys(world.store, scope()) == []


def test_every_consumer_may_run_twice() -> None:
    world = World()
    work = world.accept(message("I live in Denver. I like tea.", event_id="m1"), message("My sister Jennifer is a nurse.", event_id="m2"))
    for _ in range(2):
        world.extract(work)
    for _ in range(2):
        world.summarise()
    before = {k: v for k, v in world.store.rows.items() if k.sk.startswith(("MEM", "OBS"))}
    for _ in range(2):
        world.project()
        world.extract(work)
        world.summarise()
    assert {k: r["version"] for k, r in before.items()} == {k: world.store.rows[k]["version"] for k in before}
    assert len({m.content.summary for m in world.memories()}) == len(world.memories())


@pytest.mark.parametrize("fails_at", range(1, 14))
def test_consumer_that_dies_anywhere_is_finished_by_the_next_run(fails_at: int) -> None:
    world = World()
    work = world.accept(message("I live in Denver. I like tea.", event_id="m1"), message("I work at Acme.", event_id="m2"))
    dying = DiesAt(world.store, fails_at)
    world.store = dying
    for step in (lambda: world.extract(work), lambda: world.summarise(), world.project):
        try:
            step()
        except Unavailable:
            step()
    reference = World()
    reference.tell("I live in Denver. I like tea.", "I work at Acme.")
    assert world.current() == reference.current()
    assert world.event("m1").progress is Progress.PROCESSED


class DiesAt(MemoryStore):
    """The table fails at its n-th write, once."""

    def __init__(self, store: MemoryStore, nth: int) -> None:
        super().__init__()
        self.rows, self._left = store.rows, nth

    def commit(self, writes: list) -> None:  # type: ignore[override]
        self._left -= 1
        if self._left == 0:
            raise Unavailable("The table does not answer.")
        super().commit(writes)


def test_repetition_on_another_day_reinforces_one_fact() -> None:
    world = World()
    world.tell("I live in Denver.")
    world.tell("As I said, I live in Denver.", at=NOW + DAY)
    residence = [m for m in world.memories() if m.slot and m.slot.feature == "residence"]
    assert len(residence) == 1
    assert residence[0].reinforcements == 1
    assert len(residence[0].event_ids) == 2


def test_move_supersedes_the_old_home_and_keeps_it_readable() -> None:
    world = World()
    world.tell("I live in Boston.")
    world.tell("I moved to Denver.", at=NOW + 30 * DAY)
    homes = {m.slot.value: m for m in world.memories() if m.slot and m.slot.feature == "residence"}
    assert homes["Denver"].validity is Validity.ACTIVE
    assert homes["Boston"].validity is Validity.DEPRECATED
    assert homes["Boston"].valid_to == homes["Denver"].valid_from
    assert homes["Boston"].superseded_at is not None


def test_late_old_event_does_not_undo_the_newer_one() -> None:
    world = World()
    world.tell("I moved to Denver.", at=NOW)
    world.tell("I live in Boston.", at=NOW - 365 * DAY)
    current = [m.slot.value for m in world.memories() if m.slot and m.slot.feature == "residence" and m.current]
    assert current == ["Denver"]


def test_two_users_do_not_meet() -> None:
    world = World()
    world.tell("I live in Boston.", owner=scope(user_id="u1"))
    world.tell("I live in Denver.", owner=scope(user_id="u2"))
    assert [m.validity for m in world.memories()] == [Validity.ACTIVE, Validity.ACTIVE]


def test_two_named_speakers_are_subjects_of_their_own() -> None:
    world = World()
    work = world.accept(message("I live in Denver.", name="Ann"), message("I live in Boston.", name="Bob"))
    world.extract(work)
    world.summarise()
    assert {m.subject for m in world.memories() if m.slot} == {"ann", "bob"}


def test_observation_keeps_its_verdict_and_reason() -> None:
    world = World()
    world.tell("I live in Denver.")
    (observation,) = world.memories(Kind.OBSERVATION)
    assert observation.approval is Approval.APPROVED
    assert observation.change.verdict == "new"
    assert observation.change.reason


def test_junk_is_processed_without_a_memory_or_a_document() -> None:
    world = World()
    world.accept(message("Hi!", event_id="m1"))
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    assert world.event("m1").progress is Progress.PROCESSED
    assert world.event("m1").reason == "junk: greeting"
    assert not world.memories()
    assert not world.index.documents
    assert owed.open_batches(world.store, scope(), 10) == []


def test_events_that_are_not_to_be_extracted_are_only_indexed() -> None:
    world = World()
    work = world.accept(message("I live in Denver.", event_id="m1"), extract=False)
    world.extract(work)
    world.summarise()
    world.project()
    assert not world.memories()
    assert world.event("m1").progress is Progress.PROCESSED


def test_failing_chat_model_leaves_the_rules_to_read_and_says_so() -> None:
    world = World(extractor=Broken())
    world.tell("I live in Denver.")
    assert [(m.content.summary, m.extractor) for m in world.memories()] == [("I live in Denver", "rules")]


class Broken:
    name, prompt_version = "gpt-none", "extraction-1"

    def extract(self, chunk: Chunk) -> list[Claim]:
        assert chunk.events
        raise ModelUnavailable("The model endpoint does not answer.")


def test_what_is_said_while_the_embedder_is_down_is_found_by_its_words_and_gets_its_vectors_later() -> None:
    """Row E2."""
    world = World()
    world.embedder.down = True
    world.tell("I live in Denver.", event_id="m1")
    assert world.event("m1").progress is Progress.PROCESSED
    assert world.current() == ["I live in Denver"]
    assert world.memories()[0].embedding is None
    for kind in (Kind.FACT, Kind.EVENT):
        assert [m.pending for m in world.recall("Denver", kinds=[kind]).memories] == [False]
    made_by = world.kept()[0].made_by
    waiting = {k for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Owed) for k in r.keys}
    assert {world.event("m1").key, world.memories()[0].key} <= waiting
    before = world.memories()[0]
    world.now += 2 * ASK_AGAIN
    assert show_owed(world.store, world.kept, world.now) == 0, "it is still down"
    world.embedder.down = False
    world.now += 2 * ASK_AGAIN
    assert show_owed(world.store, world.kept, world.now) == len(waiting)
    assert show_owed(world.store, world.kept, world.now) == 0
    assert not [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Owed)]
    assert (world.memories()[0].embedding, world.memories()[0].version) == (made_by, before.version)
    shown = world.index.documents
    assert all(shown[key].fields["vector"] for key in (world.event("m1").key, world.memories()[0].key))
    assert {"vector", "keyword"} <= set(next(m for m in world.recall("Denver").memories if m.kind is Kind.FACT).legs)


def test_new_words_decided_while_the_embedder_is_down_do_not_keep_the_old_words_vector() -> None:
    world = World()
    world.tell("My budget for running shoes is under 800.")
    world.embedder.down = True
    world.tell("I love running shoes with a soft feel.")
    world.embedder.down = False
    world.now += 2 * ASK_AGAIN
    world.project()
    show_owed(world.store, world.kept, world.now)
    made_by = world.kept()[0].made_by
    for row in world.store.read(list(world.store.rows)).values():
        if isinstance(row, Memory) and row.kind is not Kind.OBSERVATION and row.current:
            anew = documents.with_vectors(row, made_by, world.embedder.embed([row.content.summary]))
            assert row.vectors == anew.vectors != ()


def test_record_that_is_gone_owes_no_vectors() -> None:
    world = World()
    world.embedder.down = True
    world.tell("I live in Denver.")
    for key in [k for k in world.store.rows if not k.sk.startswith(Owed.prefix)]:
        del world.store.rows[key]
    world.embedder.down = False
    assert show_owed(world.store, world.kept, world.now + 2 * ASK_AGAIN) == 0
    assert world.store.rows == {}


def test_masked_words_make_no_fact() -> None:
    world = World()
    world.tell("My password for the cabin is [masked:password] and I live in Denver.")
    assert world.current() == ["I live in Denver"]


def test_stated_fact_keeps_the_callers_fields_and_its_confidence_only_as_a_hint() -> None:
    world = World()
    given = {
        "content": "Prefers TypeScript",
        "category": "preference",
        "importance": 0.9,
        "confidence": 1.0,
        "trust_score": 9,
        "labels": ["work"],
    }
    work = world.accept(facts=[given])
    world.extract(work)
    world.summarise()
    (fact,) = world.memories()
    assert (fact.content.summary, fact.labels, fact.importance) == ("Prefers TypeScript", ("work",), 0.9)
    assert fact.hints == {"confidence": 1.0, "trust_score": 9.0}
    assert fact.confidence < 1.0
    assert len(fact.event_ids) == 1


def test_one_click_proves_nothing_and_repeated_filters_do() -> None:
    world = World()
    click = {"event_type": "click", "content": "red shoes", "timestamp": NOW.isoformat()}
    work = world.accept(click)
    world.extract(work)
    world.summarise()
    assert world.current() == []
    for minute in range(3):
        at = NOW + timedelta(minutes=minute)
        work = world.accept({"event_type": "filter", "content": "size = 42", "timestamp": at.isoformat()})
        world.extract(work)
        world.summarise()
    (size,) = [m for m in world.memories() if m.slot and m.slot.feature == "size"]
    assert size.source == "implicit_inference"
    assert len(size.event_ids) >= 2


def test_vectors_lie_in_the_row_of_what_they_stand_for() -> None:
    world = World()
    world.tell("I live in Denver.")
    world.extract(world.accept(facts=[{"content": "The user is in a hurry.", "durability": "session"}], owner=scope(session_id="s2")))
    rows = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Memory | Event)]
    told = {m for f in world.memories() for m in f.event_ids}
    rows = [r for r in rows if isinstance(r, Event) or r.kind is not Kind.OBSERVATION or told.isdisjoint(r.event_ids)]
    assert {r.kind for r in rows if isinstance(r, Memory)} >= {Kind.FACT, Kind.OBSERVATION}, "what has become no fact keeps its own"
    assert [[s.made_by for s in documents.standing(r)] for r in rows] == [[Embedding(model="hash", dimension=64)]] * len(rows)
    assert {Memory, Event} == {type(r) for r in rows}


def test_memory_shows_everything_that_the_row_names() -> None:
    """Row K1."""
    world = World()
    world.tell("I live in Denver.", event_id="m1")
    (made,) = world.memories()
    named = (
        "memory_id kind container namespace user_id agent_id session_id agent_scope assistant_visible content raw structured type subject "
        "category entities labels tags anchors metadata importance confidence durability sensitivity source source_role hints event_ids "
        "valid_from valid_to recorded_at superseded_at validity status trust processing_status version created_at updated_at "
        "last_accessed_at decay_score decay_factor retrieval_boost reinforcements reinforced_at expires_at pinned protected legal_hold "
        "relations access_control embedding extractor prompt_version"
    ).split()
    assert set(named) - set(api.memory_view(made)) == set()


def test_fleeting_word_stays_an_observation_and_a_lasting_one_becomes_a_fact() -> None:
    """Row R12."""
    world = World()
    body = [
        {"content": "The user is in a hurry.", "durability": "session"},
        {"content": "The user owns a boat.", "durability": "persistent"},
    ]
    work = world.accept(facts=body)
    assert world.extract(work) == {"fleeting": 1, "new": 1}
    assert world.current() == ["The user owns a boat."]
    assert len(world.memories(Kind.OBSERVATION)) == 2
    assert all(o.approval is Approval.APPROVED for o in world.memories(Kind.OBSERVATION))


class Refused:
    """A chat model with a parameter that its endpoint does not take."""

    name, prompt_version = "gpt-test", "1"

    def extract(self, _chunk: Chunk) -> list[Claim]:
        raise ModelRefused("status 400, unsupported_value, temperature")


def test_what_the_rules_read_for_a_model_that_refused_says_so() -> None:
    world = World(extractor=Refused())
    world.tell("I live in Denver.")
    (observation,), (fact,) = world.memories(Kind.OBSERVATION), world.memories()
    note = "the model refuses what it is asked: status 400, unsupported_value, temperature"
    assert [m.content.structured.get("fallback") for m in (observation, fact)] == [note, note]
    assert observation.extractor == world.rules.name
