"""What a summary says without a chat model (row K7): readable sentences of its facts' own words, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Memory, Trust
from keepsake.rules import words
from keepsake.rules.knowledge import summaries
from tests.builders import DAY, NOW, fact

TOLD = (
    "The user is looking for daily running shoes.",
    "The user mostly runs in the park, about 5 km each time.",
    "The user prefers cushioning and a non-stiff, soft feel.",
    "The user's budget is 1000 now.",
    "Ann gave them the old pair.",
)


def facts(*contents: str, **fields: object) -> list[Memory]:
    return [fact(c, memory_id=f"f_{i}", at=NOW + i * DAY, **fields) for i, c in enumerate(contents)]


def test_statements_of_one_subject_share_a_sentence() -> None:
    assert summaries.compose(facts(*TOLD)) == (
        "The user is looking for daily running shoes, mostly runs in the park, about 5 km each time, and prefers cushioning and a "
        "non-stiff, soft feel. The user's budget is 1000 now. Ann gave them the old pair."
    )


def test_subjects_are_told_apart_the_user_first() -> None:
    ann = fact("Ann was born in May.", memory_id="f_9", subject="ann")
    assert summaries.compose([ann, *facts("The user was born in June.")]) == "The user was born in June. Ann was born in May."


@pytest.mark.parametrize("clause", ["The user likes tea, but avoids it at night.", "The user sleeps well when it rains."])
def test_statement_with_a_clause_that_leans_on_it_stands_alone(clause: str) -> None:
    assert summaries.compose(facts("The user works at Acme.", clause)) == f"The user works at Acme. {clause}"


def test_same_words_are_told_once() -> None:
    assert summaries.compose(facts("The user likes tea.", "The user likes tea.")) == "The user likes tea."


@given(st.lists(st.sampled_from(TOLD), min_size=1, max_size=5, unique=True))
def test_summary_holds_every_fact_and_no_other_word(contents: list[str]) -> None:
    text = summaries.compose(facts(*contents))
    held = frozenset[str]().union(*(words.content(c) for c in contents))
    assert words.content(text) == held
    assert re.findall(r"[.!?]$", text)


def test_only_the_weightiest_facts_are_told_in_the_order_of_time() -> None:
    many = [fact(f"The user likes dish {i}.", memory_id=f"f_{i}", at=NOW + i * DAY, importance=i / 40) for i in range(30)]
    told = summaries.material(many)
    assert [f.memory_id for f in told] == [f"f_{i}" for i in range(18, 30)]


def test_guesses_and_untrusted_text_are_left_out_where_enough_is_sure() -> None:
    sure = facts("The user likes tea.", "The user likes cake.")
    guess = fact("The user may like rain.", memory_id="f_8", confidence=0.3)
    web = fact("The user likes spam.", memory_id="f_9", trust=Trust.UNTRUSTED)
    assert summaries.material([*sure, guess, web]) == tuple(sure)
    assert len(summaries.material([sure[0], guess])) == 2


def test_basis_changes_with_what_is_told_and_not_with_reads() -> None:
    one, other = facts("The user likes tea.", "The user likes cake.")
    mark = summaries.basis("food", [one, other])
    assert mark == summaries.basis(
        "food", [other, one.model_copy(update={"last_accessed_at": NOW + DAY, "version": 7, "decay_score": 0.4})]
    )
    assert mark != summaries.basis("food", [other, one.model_copy(update={"event_ids": ("m1", "m2")})])
    assert mark != summaries.basis("drinks", [one, other])


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The user recently wanted daily running shoes and prefers cushioning.", True),
        ("The user wants daily running shoes under 900.", False),
        ("The user prefers cushioning, as Bob says.", False),
        ("The user enjoys mountaineering, sailing, chess and expensive wine.", False),
    ],
)
def test_what_a_model_adds_is_noticed(text: str, kept: bool) -> None:
    told = facts("The user is looking for daily running shoes.", "The user prefers cushioning.")
    assert summaries.grounded(text, told) is kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Пользователь живёт в Берлине.", True),
        ("Пользователь живёт в Париже.", False),
        ("用户住在柏林。", True),
        ("用户住在巴黎，已经离婚了。", False),
        ("...", False),
    ],
)
def test_what_a_model_adds_in_another_script_is_noticed(text: str, kept: bool) -> None:
    assert summaries.supported(text, ["Пользователь живёт в Берлине.", "用户住在柏林"]) is kept


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("The user is not allergic to penicillin.", "The user is allergic to penicillin."),
        ("The user never drinks alcohol.", "The user likes tea, and the user drinks alcohol."),
        ("The user might move to Berlin in May.", "The user will move to Berlin in May."),
        ("The user no longer works at Google.", "The user works at Google."),
        ("If the scan is clean, the user stops taking Eliquis.", "The user stops taking Eliquis."),
    ],
)
def test_model_s_text_that_turns_a_statement_is_not_kept(told: str, text: str) -> None:
    others = ["The user likes tea.", "The user lives in Oslo."]
    assert summaries.supported(f"{told} The user likes tea.", [told, *others])
    assert not summaries.supported(text, [told, *others])


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("The user moved to Lisbon.", True),
        ("The user said on 12 May 2026 that they moved to Lisbon.", True),
        ("The user moved to Lisbon on May 11, 2026.", True),
        ("The user moved to Lisbon on the 11th of May.", True),
        ("The user moved to Lisbon in May 2026.", True),
        ("The user moved to Lisbon on 2026-05-11.", True),
        ("The user moved to Lisbon in 2026.", True),
        ("The user moved to Lisbon with 3 cats.", True),
        ("The user moved to Lisbon with 12 cats.", False),
        ("The user moved to Lisbon at 11.", False),
        ("The user moved to Lisbon on 12 June 2026.", False),
        ("The user moved to Lisbon on 3 May 2026.", False),
        ("The user moved 12 times to Lisbon, the user said on 12 May 2026.", False),
    ],
)
@pytest.mark.parametrize(
    "told",
    [
        "[12 May 2026] user: I moved to Lisbon yesterday with my 3 cats (yesterday = 11 May 2026)",
        'The user, 12 May 2026: "I moved to Lisbon yesterday [11 May 2026] with my 3 cats"',
    ],
)
def test_number_of_a_date_is_told_as_that_date_alone(told: str, text: str, kept: bool) -> None:
    """Those are our own marks of when it was said and what is meant: nobody said that there are twelve."""
    assert summaries.supported(text, [told]) is kept


@pytest.mark.parametrize(
    ("told", "text", "kept"),
    [
        ("The user loves cilantro.", "The user hates cilantro.", False),
        ("The user dislikes long flights.", "The user enjoys long flights.", False),
        ("The user loves tea and hates coffee.", "The user hates tea.", False),
        ("The user hates coffee but loves tea.", "The user hates tea and loves coffee.", False),
        ("The user prefers trains to planes.", "The user detests planes.", False),
        ("The user can't stand loud bars.", "The user is fond of loud bars.", False),
        ("The user loves tea and hates coffee.", "The user hates coffee and adores tea.", True),
        ("The user hates noisy places such as bars.", "The user dislikes noisy places like bars.", True),
        ("The user loves cilantro.", "The user is a fan of cilantro.", True),
        ("The user hates coffee, and likes tea that tastes like coffee.", "The user likes tea that tastes like coffee.", True),
    ],
)
def test_model_s_text_that_turns_a_liking_is_not_kept(told: str, text: str, kept: bool) -> None:
    assert summaries.supported(text, [told, "The user lives in Oslo."]) is kept
