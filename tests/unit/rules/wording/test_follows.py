"""A chat model's claim is held to what was said: its words, numbers, denials, conditions, jests, questions, and whom it is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.wording import follows as module
from keepsake.rules.wording.follows import _Indexed, follows, nearest, turned

FOLLOWS = [
    ("I live in Oslo", "hi! I live in Oslo since May", ""),
    ("I moved to Oslo in May 2019", "in May 2019 I moved to Oslo", ""),
    ("The user lives in Oslo", "I live in Oslo", ""),
    ("she is allergic to wasps", "Ann's wasp allergy is bad. she is allergic to wasps", ""),
    ("I dont eat eggs", "hey, I dont eat eggs but cheese is fine", ""),
    ("cheese is fine", "hey, I dont eat eggs but cheese is fine", ""),
    ("I eat beef", "I don't eat pork but I do eat beef", ""),
    ("we deploy with kamal", "no heroku please, we deploy with kamal everywhere", ""),
    ("Ann is allergic to wasps", "she is allergic to wasps", "my sister Ann"),
    ("django is on 5.2 since monday [1 June 2026]", "django is on 5.2 since monday", "monday = 1 June 2026"),
    ("the price is 1200", "the price is 1,200 now", ""),
    ("I was born in 1990", "I was born on 12 May 1990", ""),
    ("the 12 chairs came on 12 May 1990", "the 12 chairs came on 12 May 1990", ""),
    ("I flew yesterday, on May 3", "I flew yesterday", "yesterday = 3 May 2026"),
    ("I moved to Oslo", "I moved to Oslo, can you update it?", ""),
    ("answer in Danish", "can you answer in Danish from now on?", ""),
    ("Bo thinks we should buy a boat", "Bo thinks we should buy a boat but I doubt it", ""),
    ("we rent for now", "Bo thinks we should buy a boat but I doubt it, we rent for now", ""),
    ("if I get the job I move in July", "ok so if I get the job I move in July", ""),
    ("I said no to the offer", "I said no to the offer", ""),
    ("the shop sells red lamps", "my brother opened a shop. it sells red lamps", ""),
    ("I am 33", "33, 180cm, two cats", "how old are you?"),
    ("Ich esse kein Fleisch", "Ich esse kein Fleisch, aber Fisch", ""),
    ("vivo en Madrid", "ahora vivo en Madrid con mi hermana", ""),
    ("我不吃肉", "我不吃肉，但是吃鱼", ""),
    ("я живу в Киеве", "теперь я живу в Киеве", ""),
]
DOES_NOT = [
    ("I live in Rome", "I live in Oslo", "", "words from elsewhere: rom"),
    ("I adore Oslo", "I live in Oslo", "", "words from elsewhere: ador"),
    ("I bought 3 chairs", "I bought chairs yesterday", "yesterday = 3 May 2026", "words from elsewhere: 3"),
    ("I bought 12 chairs", "I bought chairs on 12 May 2026", "", "words from elsewhere: 12"),
    ("I eat eggs", "I dont eat eggs", "", "a negation is lost"),
    ("I never eat eggs", "I eat eggs", "", "a negation is invented"),
    ("I eat eggs, not cheese", "I eat cheese, not eggs", "", "a negation is invented"),
    ("use heroku", "no heroku please, we deploy with kamal", "", "words from elsewhere: use"),
    ("heroku please", "no heroku please, we deploy with kamal", "", "a negation is lost"),
    ("I move in July", "if I get the job I move in July", "", "a condition is lost"),
    ("I move in July if I get the job", "I get the job, I move in July", "", "a condition is invented"),
    ("standup is at noon", "wrote 'standup is at noon' but that was a joke", "", "a jest is lost"),
    ("standup is at noon", "standup is at noon. just kidding", "", "a jest is lost"),
    ("I take aspirin", "she takes aspirin twice a day", "", "it is told of the speaker"),
    ("I am allergic to wasps", "my sister is allergic to wasps", "", "it is told of the speaker"),
    ("Rosa takes aspirin", "I take aspirin", "Rosa is my mum", "it is told of another"),
    ("she takes aspirin", "I take aspirin", "", "it is told of another"),
    ("the limit is 86", "the limit is 85", "", "words from elsewhere: 86"),
    ("django is on 5.1", "django is on 5.12", "", "words from elsewhere: 5.1"),
    ("I moved to Oslo", "did I move to Oslo?", "", "it is asked, not said"),
    ("my dog likes rice", "my dog likes rice?", "", "it is asked, not said"),
    ("do I live in Oslo?", "I live in Oslo", "", "it is asked, not said"),
    ("we should buy a boat", "Bo thinks we should buy a boat", "", "a report is lost"),
    ("we buy a boat", "Bo says, we buy a boat", "", "a report is lost"),
    ("our office moves to Bern", 'their mail: "our office moves to Bern"', "", "it is quoted, not said"),
    ("I smoke", "I quit smoking", "", "a end is lost"),
    ("I buy a boat", "I might buy a boat", "", "a doubt is lost"),
    ("I owe Ann 500", "Ann owes me 500", "", "its words stand in another order"),
    ("I take 5 mg of Lipitor and 20 mg of Eliquis", "I take 20 mg of Lipitor and 5 mg of Eliquis", "", "its words stand in another order"),
    ("I prefer coffee over tea", "I prefer tea over coffee", "", "its words stand in another order"),
    ("my sister has a dog", "I have a dog. my sister lives in Rome", "", "words from elsewhere: sister"),
    ("Ich esse Fleisch", "Ich esse kein Fleisch, aber Fisch", "", "a negation is lost"),
    ("Ich esse Fleisch", "Fleisch esse ich nicht", "", "a negation is lost"),
    ("The user eats no meat", "Ich esse kein Fleisch", "", "nothing of it is said"),
    ("我吃肉", "我不吃肉", "", "a negation is lost"),
    ("the weather is fine", "I live in Oslo", "", "nothing of it is said"),
    ("I live in Oslo " * 60, "I live in Oslo", "", "it says more than one thing"),
]


@pytest.mark.parametrize(("statement", "said", "context"), FOLLOWS)
def test_statement_that_says_what_was_said_follows(statement: str, said: str, context: str) -> None:
    assert follows(statement, [said], [context]) == []


@pytest.mark.parametrize(("statement", "said", "context", "reason"), DOES_NOT)
def test_statement_that_says_something_else_does_not(statement: str, said: str, context: str, reason: str) -> None:
    assert reason in follows(statement, [said], [context])


def test_nearest_sentence_is_kept_verbatim_with_what_takes_it_back() -> None:
    passage = nearest("standup noon", ["hi.\nStandup is at noon, room 5. Just kidding! See you."])
    assert passage is not None
    assert passage.text == "Standup is at noon, room 5. Just kidding!"
    assert nearest("boat", ["I saw dr. Ann's boat"]).text == "I saw dr. Ann's boat"  # type: ignore[union-attr]
    assert nearest("boat", ["I live in Oslo"]) is None


def test_passage_that_only_asks_says_so() -> None:
    assert nearest("boat", ["whats a boat?"]).asks  # type: ignore[union-attr]
    assert not nearest("boat", ["I have a boat, what now?"]).asks  # type: ignore[union-attr]


WORDS = st.sampled_from("lamp boat river garden violin letter market harbour engine winter".split())
VERBS = st.sampled_from("paint carry borrow repair collect follow".split())
NEGATIONS = st.sampled_from(["don't", "dont", "never", "do not", "cannot", "won't"])
TEXTS = st.text(st.characters(exclude_categories=("Cs",)), max_size=300)


@given(VERBS, WORDS, NEGATIONS)
def test_dropping_or_adding_a_negation_never_follows(verb: str, thing: str, negation: str) -> None:
    plain, denied = f"I {verb} the {thing}", f"I {negation} {verb} the {thing}"
    assert "a negation is lost" in follows(plain, [denied])
    assert "a negation is invented" in follows(denied, [plain])
    assert follows(denied, [denied]) == follows(plain, [plain]) == []


@given(VERBS, WORDS, WORDS)
def test_word_from_elsewhere_never_follows(verb: str, thing: str, other: str) -> None:
    reasons = follows(f"I {verb} the {thing} and the {other}", [f"I {verb} the {thing}"])
    assert bool(reasons) == (thing != other)


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_another_number_never_follows(one: int, other: int) -> None:
    assert bool(follows(f"the rent is {one}", [f"the rent is {other}"])) == (one != other)


@given(st.lists(st.tuples(VERBS, WORDS), min_size=1, max_size=4))
def test_every_sentence_of_a_message_follows_from_it(said: list[tuple[str, str]]) -> None:
    sentences = [f"On day {n} I {verb} a {thing}." for n, (verb, thing) in enumerate(said, 10)]
    assert all(follows(s, [" ".join(sentences)]) == [] for s in sentences)


@given(TEXTS, TEXTS, TEXTS)
def test_any_text_gets_an_answer_and_a_passage_is_part_of_its_evidence(statement: str, said: str, context: str) -> None:
    follows(statement, [said], [context])
    if passage := nearest(statement, [said]):
        assert " ".join(passage.sentence.split()) in " ".join(said.split())


SAID = st.lists(
    st.builds(
        "{} {}{} {}.".format,
        st.sampled_from(("I own", "Ann does not own", "If it rains I sell", "We no longer rent", "我不吃")),
        st.sampled_from(("a boat", "the boats", "2 boats", "鱼和肉")),
        st.sampled_from(("", " in Oslo", " near Bern, but not now")),
        st.sampled_from(("too", "since May", "on Monday")),
    ),
    max_size=12,
)


@given(SAID, SAID)
def test_many_sentences_are_compared_as_few_are(told: list[str], said: list[str]) -> None:
    read = _Indexed(told)
    for statement in said:
        assert read.nearest(statement) == nearest(statement, told)


def test_clause_is_compared_with_few_of_many_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    ground = module._ground
    monkeypatch.setattr(module, "_ground", lambda text: compared.append(text) or ground(text))
    told = [f"I do not own boat number {n} in Oslo." for n in range(500)]
    assert turned("The user owns boat number 321 in Oslo.", told) == ["a negation is lost"]
    assert len(compared) <= 2 * module.MOST_COMPARED


@pytest.mark.parametrize(
    ("said", "told", "follows_"),
    [
        ("My mother is allergic to penicillin", "The user is allergic to penicillin.", False),
        ("My mother is allergic to penicillin", "The user's mother is allergic to penicillin.", True),
        ("My older sister lives in Denver", "The user lives in Denver.", False),
        ("My wife and I moved to Denver", "The user moved to Denver.", True),
        ("My sister gave me a red canoe", "The user got a red canoe.", True),
        ("My brother sails", "You own a sail and a brother who sails.", True),
    ],
)
def test_what_is_said_of_somebody_elses_is_told_of_the_user_by_no_summary(said: str, told: str, follows_: bool) -> None:
    for held in (said, f'The user, 12 May 2026: "{said}"'):
        assert (turned(told, [held]) == []) is follows_
