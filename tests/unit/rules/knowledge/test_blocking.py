"""Row K9: what could say the same is found by what it shares, not by comparing each with each."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake.records import Memory
from keepsake.rules.knowledge import blocking, pruning
from keepsake.rules.knowledge.blocking import MOST_CANDIDATES, Blocks
from tests.builders import NOW, fact

WORDS = st.sampled_from("tea coffee chess flute running climbing Denver Oslo garden morning budget 800 500 jazz".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=5).map(lambda words: f"The user likes {' and '.join(words)}.")


def rows(texts: list[str]) -> list[Memory]:
    return [fact(text, memory_id=f"f_{n:012x}ab", confidence=0.5) for n, text in enumerate(texts)]


def apart(one: Memory, other: Memory) -> bool:
    """What vectors would say; here they never are near."""
    del one, other
    return False


@settings(max_examples=60, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=30))
def test_few_facts_lose_what_comparing_each_with_each_would_take(texts: list[str]) -> None:
    facts = rows(texts)
    blocks = Blocks(facts)
    for one in facts:
        beside = {f.memory_id for f in blocks.beside(one)}
        others = [o for o in facts if o is not one]
        says_the_same = {o.memory_id for o in others if any(pruning._repeats(a, b, apart) for a, b in ((o, one), (one, o)))}
        assert says_the_same <= beside
        assert one.memory_id not in beside


def test_fact_is_compared_with_as_many_among_ten_thousand_as_among_a_hundred() -> None:
    facts = rows([f"The user likes green tea of garden {n}." for n in range(10_000)] + ["The user likes green tea of garden 77."])
    beside = Blocks(facts).beside(facts[-1])
    assert len(beside) == MOST_CANDIDATES
    assert facts[77] in beside


def test_repetition_is_found_however_common_its_words_are() -> None:
    texts = [f"The user likes tea and coffee {'very ' * (n % 7)}much on floor {n}." for n in range(500)]
    facts = rows([*texts, "The user likes tea and coffee.", *texts, "The user likes tea and coffee."])
    assert facts[500] in Blocks(facts).beside(facts[-1])


def test_work_grows_with_what_is_new_and_not_with_its_square() -> None:
    """Counted in comparisons, not in seconds."""
    for count in (200, 2_000):
        facts = rows([f"The user has seen film {n} with friend {n % 17} in town {n % 23}." for n in range(count)])
        blocks = Blocks(facts)
        assert sum(len(blocks.beside(f)) for f in facts[-20:]) <= 20 * blocking.MOST_CANDIDATES
    assert pruning.propose(facts, {}, NOW, {f.memory_id for f in facts[-20:]}) == []
