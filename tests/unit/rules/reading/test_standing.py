"""How the assistant is to go about things from now on is told from a request for one piece of work, and from talk about oneself."""

from __future__ import annotations

import pytest

from keepsake.records import Category, Durability
from keepsake.rules.reading.standing import SUBJECT, is_standing
from tests.unit.rules.reading.talk import claims_of, only


@pytest.mark.parametrize(
    "text",
    [
        "please never use emojis",
        "don't touch the invoices folder",
        "put plans in a table pls",
        "no explanations",
        "and you can explain the code again, two lines max",
        "Please stop to correct my English",
        "ok please stop with the correction of my spelling",
        "you can stop with the French words",
        "At the end of every answer please name my worst mistake",
        "I want that you correct my grammar after each message",
        "for the future, write everything in plain prose",
        "American spelling throughout",
        "comment everything you write for me from here",
        "show my prices in euros",
        "From today please give me measurements in millimetres",
        "I want every quote in pounds",
        "scrap the doc comment thing",
        "drop the no-small-talk rule, from now on chat away",
        "back to zero comments in the code",
        "answer in short sentences from now on",
        "print the pennies from here out",
        "keep your replies under 80 words",
        "no bullet points please",
        "call me Bix",
        "stop apologizing",
        "always check with me before you book anything",
        "could you explain things in plain words from now on?",
        "you should ask me first",
        "use metric",
        "whenever you send me a recipe, add the grams",
        "do call me Bix",
        "every time I paste a log, end with the first error",
        "if I make a mistake please correct me at the end",
        "give prices in euros please",
        "use metric units in anything you write for me",
        "remember to use she/her for my child",
        "no spoilers please",
        "german is fine from here",
        "it's fine to use slang again",
        "you can use swear words now",
        "correct me straight away when I get a knot wrong",
        "keep the prices out of the harbour posts please",
        "never emojis",
        "kindly spare me the abbreviations",
        "would you mind terribly not calling me sir",
        "I would be grateful if you could reply in French",
        "kindly quote all tide times in UTC",
        "miles and pounds please",
        "can u keep ur answers really short",
        "for Danish you can go longer",
        "Answers in tables where possible",
        "at most 3 lines per reply",
        "when I show you a verse, I want two rhymes, numbered",
        "go as long as you like",
        "don't tell them what my boat costs",
        "you can give me the long version of things now I have nothing to do",
        "please correct my Danish when I make mistakes",
        "do write out the skipper's name for me every time",
        "slang is welcome again",
        "u can use long words with me now the exam is near",
        "no long words ever",
        "4 lines max when you answer me",
        "it is time you called me Odile",
    ],
)
def test_instruction_for_good_is_standing(text: str) -> None:
    assert is_standing(text)
    assert (only(text).subject, only(text).category, only(text).durability) == (SUBJECT, Category.CONSTRAINT, Durability.PERSISTENT)


@pytest.mark.parametrize(
    "text",
    [
        "put this in a table",
        "you can see the island again now",
        "marta says my name is Oatsy from now on",
        "you can get tickets at the pier again",
        "show these prices in euros",
        "I want the room in blue",
        "we scrapped the night shift rule",
        "write me a limerick about frogs",
        "explain this error",
        "give me three names for a boat",
        "I never drive at night",
        "I don't like olives",
        "my brother always calls at noon",
        "don't worry about it",
        "never mind",
        "never met the harbour master",
        "Otto's on the tiller from now on",
        "don't make it sound salty",
        "you can use the pier now that it's dry",
        "you can use the pier now the tide is out",
        "boats are fine again",
        "humour is fine now and then",
        "bold is back from the shop",
        "it's about time you called me back",
        "correct me, I think the tide is at six",
        "always wanted to see Iceland",
        "call me later",
        "from now on I train on Thursdays",
        "make it shorter",
        "when I get a cold I use ginger",
        "do you call me tomorrow",
        "every autumn I mean to sell it, never do",
        "never straight off a night shift",
        "two boats now, don't say anything",
        "don't ask, the frost had the beans",
        "don't get me started on the harbour",
        "two boats now, don't tell anyone",
        "in summer you can use the back door",
        "forget my oars every time",
        "don't answer that, or do",
        "the cat died, don't say anything nice",
        "emails in full sentences, the new skipper",
        "Otto asked the whole choir without telling a soul",
        "dont tell my father, the boat is sold",
        "my preferences: oak oars",
        "conventions: oak oars, four knots",
        "mum swears in every answer",
    ],
)
def test_request_for_one_thing_and_talk_of_oneself_is_not(text: str) -> None:
    assert not is_standing(text)
    assert all(c.subject != SUBJECT for c in claims_of(text))


def test_instruction_inside_a_request_is_kept_without_the_request() -> None:
    (claim,) = claims_of("Can you draft a mail to my landlord? Never sign it with my full name.")
    assert (claim.subject, claim.content) == (SUBJECT, "Never sign it with my full name")


def test_what_others_dont_is_no_order() -> None:
    assert not is_standing("Don't they know how old the pier is")


def test_what_follows_announced_rules_is_one_of_them() -> None:
    claims = claims_of("House rules for you. Knots in bold. Anything risky: mark it in red. I tie them by hand.")
    assert [(c.content, c.subject == SUBJECT) for c in claims] == [
        ("Knots in bold", True), ("Anything risky: mark it in red", True), ("I tie them by hand", False),
    ]  # fmt: skip


def test_counted_rules_are_announced_and_what_has_happened_is_none() -> None:
    claims = claims_of("Yes, two rules. Knots in bold. No note to exceed 250 words. The harbour has given everyone a week more.")
    assert [c.subject == SUBJECT for c in claims if "rules" not in c.content] == [True, True, False]
    assert {c.subject for c in claims_of("House rules. Answers kept short. Knots underlined twice.")} == {SUBJECT}


def test_the_line_that_announces_rules_may_hold_the_first() -> None:
    claims = claims_of("Writing rules, then: Danish spelling. Give me the answer first and the reasons after.")
    assert [c.subject == SUBJECT for c in claims] == [True, True]


def test_rules_in_one_line_are_one_each() -> None:
    claims = claims_of("rules: 1) knots in lower case 2) never propose DROP ... CASCADE on my tables 3) ask first please")
    assert [c.content for c in claims if c.subject == SUBJECT][:2] == [
        "knots in lower case", "never propose DROP ... CASCADE on my tables",
    ]  # fmt: skip


def test_what_is_told_beside_an_instruction_is_not_of_the_assistant() -> None:
    assert [c.subject for c in claims_of("metric from now on please, my old ruler wont do")][1:] in (["user"], [])


def test_how_mail_is_signed_is_an_instruction() -> None:
    assert only("sign my mails Olaf Berg").subject == SUBJECT


def test_what_is_addressed_to_the_assistant_is_an_instruction() -> None:
    claims = claims_of("and for you: only show me the knot, never the whole net.")
    assert {c.subject for c in claims} == {SUBJECT}
    assert only("you can go back to showing the whole net").subject == SUBJECT


def test_an_instruction_goes_on_without_a_verb() -> None:
    assert [c.subject for c in claims_of("Reply in French. No greetings, knots first.")] == [SUBJECT] * 2
    assert [c.subject for c in claims_of("Reply in French. No harbour is open on my birthday.")] != [SUBJECT] * 2


def test_an_order_in_a_text_for_others_is_no_instruction() -> None:
    told = claims_of("can you write something for the group chat. dont leave the nets wet, dont ring me at night. don't use emojis")
    assert [c.content for c in told if c.subject == SUBJECT] == ["don't use emojis"]
    told = claims_of("Please draft a notice to my crew. The boat is off on Tuesday. Never answer in English")
    assert [c.content for c in told if c.subject == SUBJECT] == ["Never answer in English"]
    assert only("dont leave the nets wet when you draw them").subject == SUBJECT
