"""Rows K7, K8: what is written of a topic, and when it stays as it is."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake.records import Category, Memory
from keepsake.rules.knowledge import guides, topics
from tests.builders import NOW, fact, scope


def beds(*importance: float) -> list[Memory]:
    said = enumerate(importance)
    return [fact(f"Bed {n} has crop {n}.", memory_id=f"f_{n:02}", labels=("garden",), event_ids=(f"m{n}",), importance=i) for n, i in said]


def made(facts: Sequence[Memory], held: Memory | None = None) -> Memory:
    return guides.topic(scope(), topics.emerge(facts)[0], held, NOW)


def test_topic_stays_as_it_is_while_what_it_cites_and_its_category_are_its_facts_still() -> None:
    facts = beds(0.5, 0.5, 0.5)
    held = made(facts)
    better = fact("Bed 9 has sage.", memory_id="f_09", labels=("garden",), event_ids=("m9",), importance=0.65, category=Category.PATTERN)
    assert made([better, *facts], held) is held
    cited = next(f for f in facts if f.event_ids == held.event_ids)
    after = made([f for f in (better, *facts) if f is not cited], held)
    assert after.event_ids == ("m9",)
    assert after.version == held.version + 1


def test_topic_grows_more_important_with_its_facts_and_less_so() -> None:
    held = made(beds(0.3, 0.3))
    grown = made(beds(0.3, 0.9), held)
    assert grown.importance == 0.9
    assert made(beds(0.3, 0.3), grown).importance == 0.3


def test_summary_shows_the_facts_that_it_tells_and_their_span() -> None:
    facts = beds(0.5, 0.5)
    page = guides.summary(scope(), topics.emerge(facts)[0], guides.Text("Beds.", "rules", None), None, NOW)
    held_from = sorted(f.model_dump(mode="json")["valid_from"] for f in facts)
    shown = guides.structured(page)
    assert (set(shown["source_facts"]), shown["facts"]) == ({"f_00", "f_01"}, 2)
    assert (shown["event_start"], shown["event_end"]) == (held_from[0], held_from[-1])
    assert guides.structured(facts[0]) == facts[0].content.structured


def test_estimated_counts_are_right_on_the_average_and_mostly_to_a_third() -> None:
    """Of 300 users of whom each has 40 facts counted and 200 more that join by tens."""
    (found,) = topics.emerge(beds(0.5, 0.5))
    page = guides.summary(scope(), found, guides.Text("Beds.", "rules", None), None, NOW)
    seen = []
    for user in range(300):
        size = 40
        for run in range(20):
            held = page.model_copy(update={"content": page.content.model_copy(update={"structured": {"facts": size}})})
            size += 10 + guides.estimated(held, [f"f_{user}_{run}_{n}" for n in range(10)])
        seen.append(size)
    assert 0.9 * 240 < sum(seen) / len(seen) < 1.1 * 240
    assert sum(160 <= size <= 320 for size in seen) > 0.6 * len(seen)
