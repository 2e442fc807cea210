"""Statements that a small model scores: what it is asked, and what its scores count for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keepsake.adapters.rules import RuleExtractor
from keepsake.adapters.salient import SalientExtractor
from keepsake.claims import Chunk, Claim
from keepsake.errors import ModelUnavailable
from keepsake.records import Category, Event
from keepsake.rules.reading import filing, kinds, making, sitting, standing, worth
from local.in_memory import World
from tests.unit.rules.reading.talk import asked, contents, said

MESSAGE = "I keep bees behind the mill. What a day. We painted the shed green."


class Reads:
    name = "salience"

    def __init__(self, **scores: float) -> None:
        self.scores, self.asked = scores, list[tuple[str, list[str]]]()

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        assert tenant == "acme"
        self.asked.append((question, list(texts)))
        return [next((score for word, score in self.scores.items() if word in text), 0.0) for text in texts]


EVERYTHING = {"": 1.0}
"""Stands in every statement."""


def claims(reads: Reads, *chunk: Event) -> list[Claim]:
    return SalientExtractor(reads, within_s=7).extract(Chunk(events=chunk))


def kept(reads: Reads, *chunk: Event) -> list[str]:
    return [c.content for c in claims(reads, *(chunk or (said(MESSAGE),)))]


def test_what_is_worth_keeping_is_kept_and_what_the_rules_would_keep_goes_where_it_is_worth_nothing() -> None:
    assert contents(MESSAGE) == ["I keep bees behind the mill", "We painted the shed green"]
    assert kept(Reads(bees=worth.SALIENT)) == ["I keep bees behind the mill"]


def test_what_the_rules_would_leave_out_is_kept_where_it_is_worth_it_and_what_they_would_keep_needs_less() -> None:
    message = "What a week. The fog lay on the river. I keep bees behind the mill."
    assert contents(message) == ["I keep bees behind the mill"]
    assert kept(Reads(fog=worth.SALIENT, bees=worth.LEAST), said(message)) == [
        "The fog lay on the river",
        "I keep bees behind the mill",
    ]
    assert kept(Reads(fog=worth.SALIENT - 0.01, bees=worth.LEAST - 0.01), said(message)) == []


def test_of_what_is_not_over_tomorrow_little_is_needed_where_the_rules_would_keep_it() -> None:
    message = "On call this week is Ingrid. Ingrid keeps bees in Voss."
    assert len(contents(message)) == 2
    assert kept(Reads(call=worth.LEAST_TIMED, bees=worth.LEAST - 0.01), said(message))[0].startswith("On call this week")
    assert kept(Reads(call=worth.LEAST_TIMED - 0.01, bees=worth.LEAST - 0.01), said(message)) == []
    for over in ("We met Ingrid in Voss yesterday.", "I have a cold today."):
        assert kept(Reads(Voss=worth.LEAST - 0.01, cold=worth.LEAST - 0.01), said(over)) == []


def test_a_list_under_one_heading_is_worth_as_much_as_its_best_item() -> None:
    menu = "harvest plan: mon leeks, tue kale, wed beans"
    assert kept(Reads(kale=1.0), said(menu)) == contents(menu)
    assert len(contents(menu)) == 3
    assert kept(Reads(kale=worth.LEAST - 0.01), said(menu)) == []
    assert kept(Reads(kale=1.0), said(f"{menu}. The fog lay on the river.")) == contents(menu)


def test_nobody_is_asked_about_an_instruction_or_another_language() -> None:
    reads = Reads()
    assert kept(reads, said("Ich halte Bienen hinter der Mühle.")) == ["Ich halte Bienen hinter der Mühle"]
    assert kept(reads, said("From now on answer in Dutch.")) == ["From now on answer in Dutch"]
    assert reads.asked == []


def test_a_request_that_tells_something_worth_keeping_is_kept_as_it_was_said_and_says_nothing_for_sure() -> None:
    message = "Can my bees winter at 800 m with eight frames?"
    assert contents(message) == []
    assert kept(Reads(bees=worth.SALIENT - 0.01), said(message)) == []
    (made,) = claims(Reads(bees=worth.SALIENT), said(message))
    assert (made.content, made.slot, made.confidence) == (message, None, making.HEDGED)


@pytest.mark.parametrize(
    "request_", ["Can you switch my plan from oat milk to soy instead?", "should I say I'm no longer vegan?", "never mind my allergy?"]
)
def test_a_request_that_is_kept_changes_nothing(request_: str) -> None:
    (made,) = claims(Reads(**EVERYTHING), said(request_))
    assert (made.correction, made.replaces, made.negated, made.undoes) == (False, None, False, False)


@pytest.mark.parametrize(
    "work", ["Translate: I quit my job and moved to Oslo", 'proofread "we has two cats"', "rewrite this: my sister lives in Rome"]
)
def test_the_text_that_is_worked_upon_is_not_kept(work: str) -> None:
    assert kept(Reads(**EVERYTHING), said(work)) == []


def test_a_request_within_a_fiction_is_not_kept() -> None:
    assert kept(Reads(bees=1.0), said("Write a story about a pirate. Could you say that she keeps bees at Hull?")) == []


def test_an_answer_is_read_with_what_was_asked() -> None:
    reads = Reads(**{"41": 1.0})
    assert len(kept(reads, asked("How old are you?", 1), said("41", 2))) == 1
    assert reads.asked == [("How old are you? | 41", ["41"])]


def test_a_model_that_is_late_gives_the_chunk_back() -> None:
    ticks = iter((0.0, 1.0, 8.0))
    late = SalientExtractor(Reads(), within_s=7, clock=lambda: next(ticks))
    with pytest.raises(ModelUnavailable):
        late.extract(Chunk(events=(said("I keep bees.", 1), said("I keep ducks.", 2))))


class Files:
    """Scores of `label: statement`, by a word of the statement; what has no label stands alone."""

    name = "filing"

    def __init__(self, **labels: str) -> None:
        self._labels, self.asked = labels, list[int]()

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        assert tenant == "acme"
        assert question
        self.asked.append(len(texts))
        parted = [text.partition(": ") for text in texts]
        return [float(label == filing.ALONE or self._is_given(label, said)) for label, _, said in parted]

    def _is_given(self, label: str, said: str) -> bool:
        return any(label == given and word in said for word, given in self._labels.items())


def filed(files: Files, *chunk: Event) -> list[Claim]:
    return SalientExtractor(None, files, within_s=7).extract(Chunk(events=chunk))


def test_a_fact_is_of_the_kind_that_the_model_says() -> None:
    (plain,) = RuleExtractor().extract(Chunk(events=(said("I keep bees behind the mill."),)))
    assert plain.category is not Category.PROFESSION
    (made,) = filed(Files(bees="profession"), said("I keep bees behind the mill."))
    assert made.model_copy(update={"category": plain.category, "importance": plain.importance}) == plain
    assert (made.category, made.importance) == (Category.PROFESSION, kinds.IMPORTANCE[Category.PROFESSION])


def test_what_the_words_fill_is_of_its_own_kind_whatever_the_model_says() -> None:
    (made,) = filed(Files(**{"41": "event"}), said("I'm 41 years old."))
    assert (made.slot is not None, made.category) == (True, Category.IDENTITY)


WALKS = "I walk the dog at five. If I go quiet leave it."


def test_an_instruction_in_words_that_no_pattern_knows_is_one_where_the_model_is_sure() -> None:
    assert not any(c.subject == standing.SUBJECT for c in filed(Files(), said(WALKS)))
    made = filed(Files(quiet=filing.INSTRUCTION), said(WALKS))
    assert [(c.content, c.subject, c.category) for c in made if c.subject == standing.SUBJECT] == [
        ("If I go quiet leave it", standing.SUBJECT, Category.CONSTRAINT)
    ]


@pytest.mark.parametrize(
    "none",
    [
        "Write a story about a pirate. If I go quiet leave it.",
        f"If I go quiet leave it, {'and the dog too, ' * 12}please.",
        "So I'll go quiet if I'm hurt.",
    ],
)
def test_no_instruction_of_a_tale_at_length_or_of_ones_own_is_taken_from_the_model_alone(none: str) -> None:
    assert not any(c.subject == standing.SUBJECT for c in filed(Files(quiet=filing.INSTRUCTION), said(none)))


class Doubts:
    """Sure of each statement, that it instructs nobody."""

    name = "filing"

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        assert tenant == "acme"
        assert question
        return [filing.DOUBTED - 0.01 if text.startswith(filing.INSTRUCTION) else 0.5 for text in texts]


@pytest.mark.parametrize(
    ("order", "stands"),
    [
        ("Keep it warm.", False),
        ("Don't tempt me with boats.", False),
        ("Always answer in one line.", True),
        ("Scrap the one-line rule.", True),
        ("Please give all weights in kilos.", True),
        ("Metric please.", True),
    ],
)
def test_a_pattern_alone_makes_no_instruction_where_the_model_doubts_it_and_nothing_says_that_it_is_for_good(
    order: str, stands: bool
) -> None:
    message = f"I keep bees behind the mill. {order}"
    assert standing.SUBJECT in [c.subject for c in RuleExtractor().extract(Chunk(events=(said(message),)))]
    made = SalientExtractor(Reads(bees=1.0), Doubts(), within_s=7).extract(Chunk(events=(said(message),)))
    assert [c.subject for c in made] == ["user", standing.SUBJECT][: 1 + stands]


def test_a_fact_is_about_whom_the_model_says() -> None:
    (plain,) = RuleExtractor().extract(Chunk(events=(said("Tove gave the chapel 75 chairs."),)))
    assert plain.subject == "tove"
    (made,) = filed(Files(chapel=filing.ABOUT_USER), said("Tove gave the chapel 75 chairs."))
    assert made.subject == "user"


def test_a_fact_is_about_the_word_that_the_model_says_where_it_is_about_somebody_else() -> None:
    files = Files(let=filing.ABOUT_ANOTHER, Ishbel=filing.about("ishbel"))
    (made,) = filed(files, said("My flat is let to Ishbel, two years now."))
    assert made.subject == "ishbel"


def test_what_a_statement_needs_is_the_part_of_its_message_that_the_model_says() -> None:
    message = "I row on Sundays. We sold the barn in May. They pay me 171 a week."
    begin = message.index("I row")

    class Leans(Files):
        def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
            scores = super().rerank(tenant, question, texts)
            return [0.0 if text == f"{filing.ALONE}: They pay me 171 a week" else score for text, score in zip(texts, scores, strict=True)]

    files = Leans(pay=filing.beside(begin, begin + len("I row on Sundays")))
    made = {c.content: c for c in filed(files, said(message))}["They pay me 171 a week"]
    assert (made.context, made.context_from) == ("I row on Sundays", "I row on Sundays")


def test_all_statements_of_a_message_are_asked_of_in_few_requests() -> None:
    files = Files()
    filed(files, said(" ".join(f"My barn number {n} is full of hay." for n in range(filing.AT_ONCE + 5))))
    assert files.asked == [filing.AT_ONCE * len(filing.LABELS), 5 * len(filing.LABELS)]


def test_few_statements_are_read_once_more_behind_their_sitting() -> None:
    behind = set[str]()

    class Lacks(Files):
        def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
            behind.update(text.partition(": ")[2] for text in texts if question.startswith("We sold the mill.\nMy barn"))
            return [0.0] * len(super().rerank(tenant, question, texts))

    filed(Lacks(), said("We sold the mill."), said(" ".join(f"My barn number {n} is full." for n in range(sitting.MOST_ASKED + 5)), 2))
    assert len(behind) == sitting.MOST_ASKED


def test_of_a_statement_without_an_end_little_is_sent_with_each_label() -> None:
    class Measures(Files):
        def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
            assert max(map(len, texts)) <= filing.MOST_READ + max(map(len, (f"{label}: " for label in filing.LABELS)))
            return super().rerank(tenant, question, texts)

    files = Measures()
    filed(files, said(f"I keep bees {'and ducks ' * 2_000}behind the mill."))
    assert files.asked


def test_nothing_is_filed_of_another_language_or_between_several_speakers() -> None:
    files = Files(**{"": "belief"})
    filed(files, said("Ich halte Bienen hinter der Mühle."))
    SalientExtractor(None, files, within_s=7).extract(Chunk(events=(said("I keep bees."),), speakers=("Ann", "Bo")))
    assert files.asked == []


class Fails(Reads):
    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        raise ModelUnavailable(f"{len(texts)} of {tenant}: {question}", retry_after_s=5)


def test_the_rules_read_for_a_model_that_does_not_answer_and_the_fact_says_so() -> None:
    world = World(extractor=SalientExtractor(Fails(), within_s=7))
    world.tell("I keep bees behind the mill.")
    (held,) = world.memories()
    assert (held.content.summary, held.content.structured["fallback"]) == ("I keep bees behind the mill", ModelUnavailable.reason)
