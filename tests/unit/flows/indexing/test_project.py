"""Row R3: the index follows the table, also where a row changes while it is projected."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from keepsake.errors import Invalid, ModelUnavailable, TextsRefused, Unavailable
from keepsake.flows.indexing import project as projecting
from keepsake.flows.indexing.project import project, show_owed
from keepsake.flows.intake.catch_up import catch_up
from keepsake.ids import Key
from keepsake.ports import Document, Write
from keepsake.records import Memory, Progress, VectorSet
from keepsake.records.indexing import NO_VECTORS, Owed
from keepsake.rules.indexing import documents
from keepsake.rules.indexing.owing import NOT_SHOWN
from local.in_memory import scope
from local.stand_ins import HashEmbedder
from tests.builders import event, fact
from tests.fakes import Interrupted
from tests.world import World


def test_row_that_changes_while_it_is_projected_is_shown_as_it_then_stands() -> None:
    """Whenever the change comes, the projector does not fail, and the change's own notice brings it."""
    for at in range(1, 40):
        world = World()
        world.tell("I live in Boston.")
        (fact,) = world.memories()
        world.store.put_each([Write(fact.model_copy(update={"index_due": world.now}), fact.version)])

        def reworded(world: World = world, fact: Memory = fact) -> None:
            content = fact.content.model_copy(update={"summary": "The user lives in Denver."})
            after = fact.model_copy(update={"content": content, "index_due": world.now, "version": fact.version + 1})
            world.store.put_each([Write(after, fact.version)])

        streamed = world.streamed()
        store = Interrupted(world.store.rows, at, reworded)
        project(store, world.kept, streamed, world.now, streamed.values())
        world.project()
        assert owed(world) == []
        if store.made < at:
            break
        assert "Denver" in world.index.documents[fact.key].fields["text"], at
    else:
        pytest.fail("the projector makes more calls than were tried")


def test_what_the_stream_missed_is_taken_up_by_the_schedule() -> None:
    """Facts by the note beside them, events by their open batch."""
    world = World()
    world.extract(world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()}))
    assert world.index.documents == {}
    later = world.now + timedelta(minutes=5)
    done = catch_up(world.store, world.extracting, world.consolidating, world.kept, later)
    assert (done["queued"], done["projected"] > 0) == (0, True)
    (fact,) = world.memories()
    assert world.event(fact.event_ids[0]).key in world.index.documents
    assert fact.key in world.index.documents
    changed = fact.model_copy(update={"labels": ("home",), "index_due": later, "version": fact.version + 1})
    world.store.put_each([Write(changed, fact.version)])
    assert len(owed(world)) == 1
    catch_up(world.store, world.extracting, world.consolidating, world.kept, later + timedelta(minutes=5))
    assert world.index.documents[fact.key].fields["labels"] == ["home"]
    assert owed(world) == []


@pytest.mark.parametrize("together", [True, False])
def test_what_was_written_together_is_shown_together_whatever_part_of_it_comes_first(together: bool) -> None:
    """Of rows that were put singly, the others may not be there yet: their note stays until all of them came."""
    world = World()
    world.tell("I live in Boston.", "I like jazz.", "I work at Acme as a nurse.")
    changed = [m.model_copy(update={"labels": ("home",), "index_due": world.now, "version": m.version + 1}) for m in world.memories()]
    writes = [Write(m, m.version - 1) for m in changed]
    world.store.commit(writes) if together else world.store.put_each(writes)
    (first, *rest), (note,) = world.streamed(), owed(world)
    project(world.store, world.kept, [first], world.now, [note.key])
    shown = [k for k in (first, *rest) if world.index.documents[k].fields["labels"] == ["home"]]
    assert (len(shown), owed(world) == []) == ((len(changed), True) if together else (1, False))
    project(world.store, world.kept, [first, *rest], world.now, [note.key])
    assert owed(world) == []


class Picky(HashEmbedder):
    """Takes no text with this word in it, and keeps what it was asked."""

    def __init__(self, hated: str) -> None:
        super().__init__()
        self.hated, self.asked = hated, list[list[str]]()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        made = super().embed(texts)
        self.asked += [list(texts)] if texts else []
        if any(self.hated in t for t in texts):
            raise TextsRefused([None if self.hated in t else row for t, row in zip(texts, made, strict=True)])
        return made


def vectors(world: World) -> dict[str, VectorSet]:
    """By the words of the memory that they are of."""
    return {m.content.summary: m.vectors[0] for m in world.memories() if m.vectors}


def test_a_text_that_the_model_refuses_keeps_no_other_without_a_vector_and_is_not_asked_for_again() -> None:
    embedder = Picky("Zanzibar")
    world = World(embedder=embedder)
    world.tell("I live in Zanzibar.", "I like jazz.", "I work at Acme as a nurse.")
    made = vectors(world)
    refused = [text for text, found in made.items() if found.refused]
    assert [("Zanzibar" in text, made[text].data) for text in refused] == [(True, b"")]
    assert not [k for k in world.store.rows if k.sk.startswith(Owed.prefix)]
    assert sum(bool(found.data) for found in made.values()) >= 2
    held = next(m for m in world.memories() if "Zanzibar" in m.content.summary)
    assert "vector" not in world.index.documents[held.key].fields
    assert "Zanzibar" in world.index.documents[held.key].fields["text"], "its words find it"
    before = len(embedder.asked)
    show_owed(world.store, world.kept, world.now.replace(year=world.now.year + 1))
    world.project()
    assert embedder.asked[before:] == []


def owed(world: World) -> list[Owed]:
    return [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Owed)]


def test_what_a_model_owes_is_one_row_of_the_user_and_noted_once() -> None:
    world = World()
    world.embedder.down = True  # type: ignore[attr-defined]
    work = world.accept({"content": "I live in Boston and I like jazz.", "timestamp": world.now.isoformat()})
    world.extract(work)
    waiting = world.streamed()
    project(world.store, world.kept, waiting, world.now)
    (noted,) = owed(world)
    assert set(noted.keys) == set(world.index.documents)
    # The same once more, as after a crash before its batch was closed.
    project(world.store, world.kept, noted.keys, world.now)
    assert owed(world) == [noted]


def test_writer_who_comes_between_gets_no_vector_of_the_old_words() -> None:
    """Whenever the new words come, they end with their own vector, and nothing is owed any more."""
    for at in range(1, 40):
        world = World()
        world.embedder.down = True  # type: ignore[attr-defined]
        world.tell("I live in Boston.")
        world.embedder.down = False  # type: ignore[attr-defined]
        (fact,) = world.memories()

        def reworded(world: World = world, key: Key = fact.key) -> None:
            row = world.store.read([key])[key]
            assert isinstance(row, Memory)
            content = row.content.model_copy(update={"summary": "The user lives in Denver."})
            fields = {"content": content, "index_due": world.now, "version": row.version + 1}
            world.store.put_each([Write(row.model_copy(update=fields), row.version)])

        store = Interrupted(world.store.rows, at, reworded)
        for hours in (1, 2):
            show_owed(store, world.kept, world.now + timedelta(hours=hours))
            streamed = world.streamed()
            project(store, world.kept, streamed, world.now, streamed.values())
        assert owed(world) == [], at
        if store.made < at:
            break
        standing = world.memories()[0]
        assert standing.content.summary == "The user lives in Denver."
        made_by = world.kept()[0].made_by
        assert standing.vectors == documents.with_vectors(standing, made_by, world.embedder.embed([standing.content.summary])).vectors
        assert world.index.documents[fact.key].fields["vector"] == documents.vector(standing, made_by)
    else:
        pytest.fail("it makes more calls than were tried")


def test_texts_of_two_tenants_never_share_a_request() -> None:
    embedder = Picky("nothing")
    world = World(embedder=embedder)
    embedder.down = True
    for tenant in ("acme", "globex", "initech"):
        world.tell(f"I work at {tenant} as a nurse.", owner=scope(tenant=tenant))
    embedder.down = False
    show_owed(world.store, world.kept, world.now.replace(year=world.now.year + 1))
    assert embedder.asked
    for texts in embedder.asked:
        assert sum(any(tenant in t for t in texts) for tenant in ("acme", "globex", "initech")) == 1, texts


def test_only_what_makes_an_event_processed_is_shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """To be processed says that it can be recalled; all else follows within the index's own second."""
    world = World()
    written: list[tuple[set[str], bool]] = []
    write = world.index.write

    def noting(documents: Sequence[Document], *, at_once: bool = True) -> None:
        written.append(({d.fields["kind"] for d in documents if not d.gone}, at_once))
        write(documents, at_once=at_once)

    monkeypatch.setattr(world.index, "write", noting)
    world.tell("I live in Boston.", "I like jazz.")
    assert [at_once for kinds, at_once in written if "event" in kinds] == [True]
    (memory, *_) = world.memories()
    world.store.put_each([Write(memory.model_copy(update={"index_due": world.now, "version": memory.version + 1}), memory.version)])
    written.clear()
    world.project()
    assert written == [({"fact"}, False)]


def test_row_that_the_index_never_takes_holds_up_nothing_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.tell("I live in Boston.", "I like jazz.")
    monkeypatch.setattr(projecting, "AT_ONCE", 1)
    first, *others = world.memories()
    for memory in (first, *others):
        changed = {"labels": ("home",), "index_due": world.now, "version": memory.version + 1}
        world.store.put_each([Write(memory.model_copy(update=changed), memory.version)])
    write = world.index.write

    def picky(documents: Sequence[Document], *, at_once: bool = True) -> None:
        if any(d.key == first.key for d in documents):
            raise Invalid("A vector has another dimension than the index's.")
        write(documents, at_once=at_once)

    monkeypatch.setattr(world.index, "write", picky)
    later = world.now + timedelta(minutes=5)
    show_owed(world.store, world.kept, later)
    assert all(world.index.documents[m.key].fields["labels"] == ["home"] for m in others)
    (left,) = owed(world)
    assert (left.keys, left.why, left.due_at > later) == ((first.key,), NOT_SHOWN, True)


def waiting(world: World, user: str, count: int, why: str = NO_VECTORS) -> list[Key]:
    """Rows of a user that are noted as owed."""
    owner = scope(user_id=user)
    rows = [event(event_id=f"e_{user}_{n:03d}", scope=owner, progress=Progress.PROCESSED, searchable=True) for n in range(count)]
    world.store.put_each([Write(e) for e in rows])
    for gone in [k for k in world.store.rows if k.pk == owner.pk and k.sk.startswith(Owed.prefix)]:
        del world.store.rows[gone]
    keys = tuple(sorted(e.key for e in rows))
    world.store.put_each([Write(Owed(pk=owner.pk, owed_id=user, keys=keys, why=why, due_at=world.now))])
    return list(keys)


@pytest.mark.parametrize("at_once", [1, 30, 100])
def test_what_one_call_cannot_finish_the_next_goes_on_with(at_once: int) -> None:
    """Many owners, or one with a long note: what was done is never begun again."""
    world = World()
    keys = [k for n in range(100 // at_once) for k in waiting(world, f"u{n:03d}", at_once)]
    embed, asked = world.embedder.embed, list[str]()
    left = [100.0]

    def slow(texts: Sequence[str]) -> list[list[float]]:
        asked.extend(texts)
        left[0] -= 40
        return embed(texts)

    world.embedder.embed = slow  # type: ignore[method-assign]
    for _ in range(20):
        left[0] = 100.0
        world.now += timedelta(minutes=2)
        show_owed(world.store, world.kept, world.now, lambda: left[0])
        if not owed(world):
            break
    assert owed(world) == []
    assert len(asked) == 2 * len(keys), "a row is two texts"
    assert all("vector" in world.index.documents[k].fields for k in keys)


def test_model_that_says_nothing_is_waited_for_once_and_holds_up_nothing_that_is_not_shown() -> None:
    world = World()
    for n in range(6):
        waiting(world, f"busy{n}", 19)
    unshown = fact(scope=scope(tenant="globex", user_id="other"))
    world.store.put_each([Write(unshown.model_copy(update={"index_due": world.now}))])
    asked = []

    def silent(texts: Sequence[str]) -> list[list[float]]:
        asked.append(len(texts))
        raise ModelUnavailable("The model endpoint does not answer.")

    world.embedder.embed = silent  # type: ignore[method-assign]
    world.now += timedelta(minutes=5)
    show_owed(world.store, world.kept, world.now)
    assert unshown.key in world.index.documents
    assert len(asked) == 1


def test_one_text_that_silences_the_model_comes_behind_the_others_the_next_time() -> None:
    world = World()
    waiting(world, "bad", 1)
    good = waiting(world, "good", 19)
    embed = world.embedder.embed
    world.store.put_each([Write(event(event_id="e_bad_000", scope=scope(user_id="bad"), content="boom", progress=Progress.PROCESSED,
                                      searchable=True, version=2), 1)])  # fmt: skip

    def fragile(texts: Sequence[str]) -> list[list[float]]:
        if any("boom" in t for t in texts):
            raise ModelUnavailable("The model endpoint does not answer.")
        return embed(texts)

    world.embedder.embed = fragile  # type: ignore[method-assign]
    for _ in range(3):
        world.now += timedelta(minutes=2)
        show_owed(world.store, world.kept, world.now)
    assert all("vector" in world.index.documents[k].fields for k in good)


def test_bulk_that_the_index_refuses_holds_up_no_other_tenant(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    big = waiting(world, "big", 90, NOT_SHOWN)
    other = fact(scope=scope(tenant="globex", user_id="other"))
    world.store.put_each([Write(other.model_copy(update={"index_due": world.now}))])
    write = world.index.write

    def narrow(documents: Sequence[Document], *, at_once: bool = True) -> None:
        if sum(d.key in big for d in documents) > 70 or any(d.key == big[3] for d in documents):
            raise Unavailable("The search index refused the request.")
        write(documents, at_once=at_once)

    monkeypatch.setattr(world.index, "write", narrow)
    later = world.now + timedelta(minutes=5)
    show_owed(world.store, world.kept, later)
    assert {other.key, *big} - world.index.documents.keys() == {big[3]}
    (left,) = owed(world)
    assert (left.keys, left.why, left.due_at > later) == ((big[3],), NOT_SHOWN, True)


def test_index_that_is_away_ends_the_call_and_moves_nothing() -> None:
    world = World()
    waiting(world, "u1", 3, NOT_SHOWN)
    before = owed(world)
    world.index.down = True
    with pytest.raises(Unavailable):
        show_owed(world.store, world.kept, world.now + timedelta(minutes=5))
    assert owed(world) == before


def test_batch_that_cannot_be_shown_holds_up_no_other_users(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    for user in ("u1", "u2", "u3"):
        world.extract(world.accept({"content": "I live in Boston.", "timestamp": world.now.isoformat()}, owner=scope(user_id=user)))
    for key in [k for k in world.store.rows if k.sk.startswith(Owed.prefix)]:
        del world.store.rows[key]
    write = world.index.write

    def picky(documents: Sequence[Document], *, at_once: bool = True) -> None:
        if any(d.key.pk == scope(user_id="u2").pk for d in documents):
            raise Unavailable("The search index refused the request.")
        write(documents, at_once=at_once)

    monkeypatch.setattr(world.index, "write", picky)
    catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now + timedelta(minutes=5))
    assert {k.pk for k in world.index.documents} == {scope(user_id=user).pk for user in ("u1", "u3")}
