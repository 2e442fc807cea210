"""Row K5: what a decided observation made is told from it alone."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake.records import Approval, Change, Durability, Kind, Memory, Status
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import episodes, made, outcome
from keepsake.rules.knowledge.reconcile import Decision, Verdict
from keepsake.rules.policy import DEFAULT, Policy
from tests.builders import DAY, NOW, fact


def observation(**fields: Any) -> Memory:
    given = {"memory_id": "o_0000000000aa01", "kind": Kind.OBSERVATION, "approval": Approval.PENDING, "importance": 0.9}
    seen = Change(verdict="observed", reason="extracted by rules", actor="extract", at=NOW)
    return fact("I live in Porto.", **{**given, "durability": Durability.PERSISTENT, "change": seen, **fields})


def decided(seen: Memory, policy: Policy = DEFAULT) -> tuple[Memory, list[Memory]]:
    """As a batch decides it that meets nothing."""
    result = outcome.of(Decision(Verdict.NEW, None, "nothing known concerns it"), seen, NOW)
    episode = episodes.episode_of(result.observation, result.changed[0], NOW, policy)
    rows = [m for m in (*result.changed, episode) if m is not None]
    links = result.observation.relations + tuple(r.model_copy(update={"target": e.memory_id}) for e in rows[1:] for r in _became(result))
    after = [decay.rescheduled(m, policy).model_copy(update={"index_due": None}) for m in rows]
    return result.observation.model_copy(update={"relations": links}), after


def _became(result: outcome.Outcome) -> list[Any]:
    return [r for r in result.observation.relations if r.type == outcome.BECAME][:1]


@pytest.mark.parametrize("policy", [DEFAULT, Policy(memories_days=20), Policy(significance=1.0)])
def test_fact_and_episode_are_those_that_were_decided(policy: Policy) -> None:
    row, rows = decided(observation(), policy)
    assert rows[0].kind is Kind.FACT
    assert made.by(row, policy) == rows


@pytest.mark.parametrize("link", ["revises", "revised_by"])
def test_fact_that_stands_beside_another_follows_with_its_links(link: str) -> None:
    """Which of the two is the newer depends on when each was said."""
    at = NOW + (DAY if link == "revised_by" else -DAY)
    other = fact("I live in Ghent.", at=at, memory_id="f_0000000000aa02")
    result = outcome.of(Decision(Verdict.REVISING, other, "may say otherwise"), observation(), NOW)
    assert [(r.type, r.target) for r in result.changed[0].relations][-1] == (link, other.memory_id)
    after = [decay.rescheduled(m, DEFAULT) for m in result.changed]
    assert made.by(result.observation, DEFAULT) == [after[0].model_copy(update={"index_due": None})]
    assert made.beside(result.observation) == [other.memory_id]
    assert made.linked(result.observation, other, DEFAULT) == after[1]
    assert made.linked(result.observation, after[1], DEFAULT) is None, "it is linked"


def test_batch_that_is_done_again_links_nothing_that_newer_ones_took_the_place_of() -> None:
    other, rows = fact("I live in Ghent.", at=NOW - DAY, memory_id="f_0000000000aa02"), list[Memory]()
    for n in range(3 * outcome.MOST_LINKS["revised_by"]):
        seen = observation(memory_id=f"o_0000000000b{n:03x}", event_ids=(f"e{n}",))
        result = outcome.of(Decision(Verdict.REVISING, other, "may say otherwise"), seen, NOW)
        rows.append(result.observation)
        other = result.changed[1]
    assert made.to_link(rows[:2]) == [(rows[0], other.memory_id), (rows[1], other.memory_id)]
    assert [made.linked(o, other, DEFAULT) for o, _ in made.to_link(rows)] == [None] * outcome.MOST_LINKS["revised_by"]


def test_nothing_is_linked_to_what_is_decided_otherwise_by_now_or_gone() -> None:
    other = fact("I live in Ghent.", memory_id="f_0000000000aa02")
    row = outcome.of(Decision(Verdict.REVISING, other, "may say otherwise"), observation(), NOW).observation
    rejected = row.model_copy(update={"change": row.change.model_copy(update={"verdict": "reject"})})
    assert made.linked(rejected, other, DEFAULT) is None
    assert made.linked(row, other.model_copy(update={"status": Status.DELETED}), DEFAULT) is None
    assert made.linked(row, fact("I like tea.", memory_id="f_0000000000aa03"), DEFAULT) is None


def test_episode_is_made_though_the_settings_ask_for_none_by_now() -> None:
    row, rows = decided(observation())
    assert [m.kind for m in made.by(row, Policy(episodic=False, semantic=False))] == [m.kind for m in rows] == [Kind.FACT, Kind.EPISODE]


def test_nothing_follows_from_what_waits_or_met_a_fact() -> None:
    assert made.by(observation(), DEFAULT) == []
    row, _ = decided(observation())
    supporting = row.change.model_copy(update={"verdict": Verdict.SUPPORTING.value})
    assert made.by(row.model_copy(update={"change": supporting}), DEFAULT) == []


def test_undecided_observation_is_as_it_was_seen() -> None:
    seen, kept = observation(), {"change", "updated_at", "version"}
    other = fact("I live in Ghent.", memory_id="f_0000000000aa02")
    revising = outcome.of(Decision(Verdict.REVISING, other, "may say otherwise"), seen, NOW)
    for row in (decided(seen)[0], revising.observation):
        assert row.relations
        assert made.undecided(row).model_dump(exclude=kept) == seen.model_dump(exclude=kept)
