"""The bench of growth measures what it says: one fact a sentence, a bank of the size that was asked for, every stage."""

from __future__ import annotations

import pytest

from bench import cost_growth, invented
from keepsake.records import Event, Kind
from local.in_memory import World

MATTER = {"person": "Mila Okafor", "street": "Falk Lane", "place": "Riga", "thing": "steel kettle"}


@pytest.mark.parametrize("form", invented.FORMS)
def test_each_sentence_is_read_as_one_fact(form: str) -> None:
    world = World()
    world.tell(form.format(**MATTER))
    assert len(world.memories()) == 1


@pytest.mark.parametrize("reply", invented.REPLIES)
def test_replies_bring_no_fact(reply: str) -> None:
    world = World()
    world.tell(reply, role="assistant")
    assert world.memories() == []


def test_a_speaker_says_nothing_twice() -> None:
    speaker = invented.Speaker(10)
    said = [speaker.say(1) for _ in range(500)]
    assert len(set(said)) == len(said)


def test_vectors_are_units_and_near_where_words_are_shared() -> None:
    embedder = invented.WordVectors(cost_growth.Metered().clock)
    one, same, other = embedder.embed(["The walnut piano of Mila", "Mila has a walnut piano", "Rowing in Porto"])

    def dot(left: list[float], right: list[float]) -> float:
        return sum(a * b for a, b in zip(left, right, strict=True))

    assert dot(one, one) == pytest.approx(1)
    assert dot(one, same) > 0.9
    assert abs(dot(one, other)) < 0.3


def test_a_bank_has_the_facts_and_counters_that_were_asked_for() -> None:
    world = cost_growth.bank(30, invented.Speaker(30))
    assert len([m for m in world.memories(Kind.FACT) if m.current]) == world.state().facts == 30
    assert world.state().turns == 15
    assert len([e for e in world.events() if isinstance(e, Event)]) == 30
    assert {d.fields["kind"] for d in world.index.documents.values() if not d.gone} >= {"fact", "event"}


def test_every_stage_of_an_exchange_is_measured() -> None:
    users = [cost_growth.measured(facts, 10) for facts in (10, 20)]
    cost_growth.exchanges(users)
    assert [u.told for u in users] == [u.turns for u in users]
    world, speaker, spent = users[0].world, users[0].speaker, users[0].world.spent
    assert spent.events == cost_growth.FEWEST_FACTS
    assert set(spent.writes) == set(spent.reads) == set(spent.cpu_ms) == set(cost_growth.STAGES)
    assert all(spent.cpu_ms[s] > 0 and spent.writes[s] > 0 for s in cost_growth.STAGES)
    assert 0 < spent.in_partition < sum(spent.writes.values())
    assert sum(spent.by_kind.values()) == pytest.approx(sum(spent.writes.values()))
    recalled, p50_ms = cost_growth.recalls(world, speaker)
    assert recalled.reads["recall"] > 0
    assert p50_ms > 0
