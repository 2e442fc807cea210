"""A fact that is kept as it was given: there at once, found, not judged, not reconciled away."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api, gateway
from keepsake.errors import Conflict, Invalid, ModelUnavailable, NotFound, Unavailable
from keepsake.flows import waiting
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import purge
from keepsake.flows.governance.erase import erase, request
from keepsake.flows.knowledge import memories
from keepsake.flows.reading import verbatim
from keepsake.flows.sessions import lists
from keepsake.records import Kind, Memory, Scope, Trust
from local.in_memory import World, scope
from tests.builders import principal


def keep(world: World, content: str, key: str | None = None, owner: Scope | None = None, **fields: Any) -> Memory:
    body = api.VerbatimRequest.model_validate(gateway.masked({"content": content} | fields))
    return verbatim.keep(Fenced(world.store, world.now), world.consolidating, world.embedder, owner or scope(), body, key, world.now)


def listed(world: World) -> list[str]:
    return [m.content for m in memories.listed(world.store, principal(), api.ListQuery(user_id="u1", kind=Kind.FACT)).memories]


def test_fact_is_listed_at_once_and_recalled_when_it_is_projected() -> None:
    world = World()
    made = keep(world, "Prefers TypeScript", category="preference", labels=["work"], metadata={"origin": "crm"})
    assert listed(world) == ["Prefers TypeScript"]
    assert (made.category, made.labels, made.metadata, made.trust) == ("preference", ("work",), {"origin": "crm"}, Trust.TRUSTED)
    world.project()
    (line, *_) = world.recall("Prefers TypeScript").memories
    assert (line.memory_id, line.event_ids) == (made.memory_id, made.event_ids)


@pytest.mark.parametrize("content", ["hi", "👍", "test", "ok thanks!", "The user lives in Oslo."])
def test_nothing_is_judged_as_junk_or_merged_with_what_says_the_same(content: str) -> None:
    world = World()
    ids = {keep(world, content).memory_id for _ in range(2)}
    assert len(ids) == 2
    assert listed(world) == [content, content]


def test_secret_in_it_is_masked_and_one_alone_is_refused() -> None:
    world = World()
    secret = "AKIAIOSFODNN7EXAMPLE"
    keep(world, f"The key of the old account is {secret}")
    assert secret not in str(world.store.rows)
    with pytest.raises(Invalid):
        keep(world, secret)


def test_what_is_said_later_may_supersede_it() -> None:
    world = World()
    keep(world, "I live in Boston.", slot={"feature": "home_city", "value": "Boston"})
    world.project()
    world.tell("I moved to Denver.")
    current = [m.content.summary for m in world.memories() if m.current]
    assert any("Denver" in c for c in current)


def test_same_idempotency_key_makes_one_fact() -> None:
    world = World()
    first = keep(world, "Prefers tea", "k1")
    again = keep(world, "Prefers tea", "k1")
    assert first.memory_id == again.memory_id
    assert listed(world) == ["Prefers tea"]
    with pytest.raises(Conflict):
        keep(world, "Prefers coffee", "k1")
    purge.purge(world.store, again, "key:k", world.now)
    with pytest.raises(NotFound):
        keep(world, "Prefers tea", "k1")


def test_failed_request_gives_its_idempotency_key_back(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.tell("I live in Oslo.")
    receipt = request(world.store, principal(), "u1", None, world.now)
    monkeypatch.setattr(world.index, "held", lambda *_: (_ for _ in ()).throw(Unavailable("down")))
    with pytest.raises(Unavailable):
        erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    with pytest.raises(Unavailable):
        keep(world, "Prefers tea", "k1")
    monkeypatch.undo()
    erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    world.now = world.now.replace(hour=23)
    assert keep(world, "Prefers tea", "k1").content.summary == "Prefers tea"


def test_model_that_is_down_leaves_the_vector_to_the_projector(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def down(*_: object) -> Any:
        raise ModelUnavailable("down")

    monkeypatch.setattr(type(world.embedder), "embed", down)
    keep(world, "Prefers TypeScript")
    monkeypatch.undo()
    world.project()
    assert world.recall("Prefers TypeScript").memories


def test_wait_ends_when_the_index_shows_it_and_at_its_time_otherwise() -> None:
    world = World()
    made = keep(world, "Prefers tea")
    looks = iter((True, True, False))
    assert verbatim.shown(world.store, made, lambda: next(looks)).index_due is not None
    assert list(looks) == []
    seen = verbatim.shown(world.store, made, waiting.within(60, lambda _: world.project()))
    assert seen.index_due is None


def test_standing_instruction_that_is_kept_comes_with_every_recall() -> None:
    world = World()
    keep(world, "Reply in bullet points", subject="assistant", category="constraint")
    world.project()
    assert "Reply in bullet points" in world.recall("What about the weather?").formatted_context


def test_owner_is_listed_by_a_fact_alone() -> None:
    world = World()
    keep(world, "Prefers tea", owner=scope(user_id="u9", session_id=None))
    (user,) = lists.users(world.store, principal(), api.UserListQuery()).users
    assert (user.user_id, user.facts) == ("u9", 1)
