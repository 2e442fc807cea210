"""Topic first (row Q3): what guides lead to, when their summaries suffice, and that flat ranking's first ten stay as they are."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keepsake.api import RecallItem
from keepsake.ids import Key
from keepsake.records import Kind, Status, Trust, Validity, memory_key
from keepsake.rules import tokens
from keepsake.rules.recall import descent, packing
from keepsake.rules.recall.fusion import Candidate
from tests.builders import fact, scope

SUMMARY = fact("The user has a dog and plays the guitar.", memory_id="s_0000000000001", kind=Kind.SUMMARY)


def item(name: str, score: float, kind: Kind = Kind.FACT, words: int = 5, events: tuple[str, ...] = ()) -> RecallItem:
    return RecallItem(
        memory_id=name, kind=kind, content=" ".join([name] * words), score=score, trust=Trust.TRUSTED, validity=Validity.ACTIVE,
        status=Status.ACTIVE, event_ids=events or (f"m_{name}",),
    )  # fmt: skip


def guide(name: str, score: float, *children: str) -> Candidate:
    kind = "topic" if name.startswith("t") else "summary"
    return Candidate(memory_key(scope(), name), {"kind": kind, "memory_ids": list(children)}, {"guide_words": 1.0}, score)


def test_matching_topic_leads_to_its_summary_and_a_found_summary_to_its_facts() -> None:
    found = descent.paths([guide("t_0000000000001", 0.9, "s_0000000000001"), guide("s_0000000000002", 0.8, "f_1", "f_2")])
    named = {k.sk.split("#")[-1] for k in found.keys}
    assert named == {"t_0000000000001", "s_0000000000001", "s_0000000000002", "f_1", "f_2"}
    (led,) = [g for g in found.guides if descent.LED in g.legs]
    assert led.key == memory_key(scope(), "s_0000000000001")


def test_guide_far_behind_the_best_leads_nowhere() -> None:
    found = descent.paths([guide("s_0000000000001", 1.0, "f_1"), guide("s_0000000000002", 0.4, "f_2")])
    assert [g.key.sk[-1] for g in found.guides] == ["1"]
    assert descent.paths([]) == descent.Paths((), ())


def test_children_lie_with_their_guides_owner() -> None:
    shared = Candidate(Key("T#acme#C#default#U#u9", "MEM#x#s_1"), {"kind": "summary", "memory_ids": ["f_1"]}, {}, 1.0)
    assert {k.pk for k in descent.paths([shared]).facts} == {"T#acme#C#default#U#u9"}


def test_summaries_suffice_when_they_hold_every_content_word_of_the_query() -> None:
    assert descent.suffice("Does the user have a dog?", [SUMMARY])
    assert not descent.suffice("What is the dog's name?", [SUMMARY])
    assert not descent.suffice("dog", [])


def test_facts_are_added_only_where_summaries_do_not_suffice() -> None:
    named, other = fact("The user's dog has the name Rex.", memory_id="f_1"), fact("The user likes rain.", memory_id="f_2")
    assert descent.below("dog", [named, other], [SUMMARY]) == []
    assert descent.below("name of the dog", [other, named], [SUMMARY]) == [named]


@given(st.integers(1, 30), st.integers(0, 40), st.integers(0, 6), st.integers(0, 6), st.integers(20, 400))
def test_first_ten_are_those_of_flat_ranking_whatever_guides_there_are(
    top_k: int, facts: int, guides: int, added: int, budget: int
) -> None:
    flat = [item(f"f_{i}", 2 - i / 50) for i in range(facts)]
    above = [item(f"s_{i}", 5.0 - i, Kind.SUMMARY, words=12) for i in range(guides)]
    below = [item(f"x_{i}", 0.0) for i in range(added)]
    chosen = descent.choose(flat, above, below, budget, top_k)
    alone = packing.fit(flat, budget, top_k)
    assert [i.memory_id for i in chosen.listed][: min(10, len(alone))] == [i.memory_id for i in alone][:10]
    shown: list[Any] = [*chosen.listed, *chosen.beside]
    assert len({i.memory_id for i in shown}) == len(shown)
    assert len(chosen.listed) <= top_k
    assert sum(tokens.count(i.content) for i in shown) <= budget
    scores = [i.score for i in chosen.listed]
    assert scores == sorted(scores, reverse=True)


def test_guides_take_a_fifth_of_the_budget_at_most_where_evidence_waits() -> None:
    flat = [item(f"f_{i}", 2 - i / 50) for i in range(60)]
    above = [item(f"s_{i}", 1.5, Kind.SUMMARY, words=20) for i in range(6)]
    chosen = descent.choose(flat, above, [], 600, 60)
    assert 0 < sum(tokens.count(i.content) for i in chosen.listed if i.kind is Kind.SUMMARY) <= 0.2 * 600


def test_behind_ten_cited_events_the_shorter_of_two_equals_comes_first() -> None:
    flat = [item(f"f_{i}", 2.0 - i / 100, events=(f"m{i // 2}",)) for i in range(20)]
    long, short = item("f_long", 1.0, words=80), item("f_short", 0.99, words=5)
    listed = [i.memory_id for i in descent.choose([*flat, long, short], [], [], 10_000, 30).listed]
    assert listed == [*(i.memory_id for i in flat), "f_short", "f_long"]
    assert [i.memory_id for i in descent.choose([long, short], [], [], 10_000, 30).listed] == ["f_long", "f_short"]


def test_much_better_item_stands_first_though_it_is_longer() -> None:
    flat = [item(f"f_{i}", 3.0 - i / 100) for i in range(10)]
    listed = descent.choose([*flat, item("f_long", 2.0, words=80), item("f_short", 0.9)], [], [], 10_000, 30).listed
    assert [i.memory_id for i in listed[10:]] == ["f_long", "f_short"]


def test_why_an_item_is_left_out() -> None:
    flat = [item(f"f_{i}", 3.0 - i / 100) for i in range(12)]
    long = item("f_long", 2.95, words=80)
    full = descent.choose([*flat, long], [], [], 10_000, 12)
    assert long not in full.listed
    assert descent.left_out(full, 10_000, 12)(long) == "rank"
    budget = sum(map(packing.size, flat)) + 1
    tight = descent.choose([*flat, long], [], [], budget, 20)
    assert [i.memory_id for i in tight.listed] == [i.memory_id for i in flat]
    assert descent.left_out(tight, budget, 20)(long) == "budget"


def test_ten_places_are_flat_rankings_own_though_one_item_cites_ten_events() -> None:
    rich = item("f_rich", 3.0, events=tuple(f"m{i}" for i in range(10)))
    flat = [rich, item("f_long", 2.0, words=80), *(item(f"f_{i}", 1.99 - i / 100) for i in range(10))]
    above = [item("s_1", 5.0, Kind.SUMMARY)]
    chosen = descent.choose(flat, above, [], 10_000, 10)
    assert ([i.memory_id for i in chosen.listed], chosen.beside) == ([i.memory_id for i in flat[:10]], above)
