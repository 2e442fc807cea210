"""What tells nothing of the speaker's world is no statement, and its reason is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.reading.moods import Mood, mood, takes_back, tells_of_minds
from keepsake.rules.reading.statements import statements
from tests.unit.rules.reading.talk import claims_of, statement

FACTS = ("I own a canoe", "my aunt lives in Cork", "we moved to Bari", "Otto sells bread", "I am allergic to celery", "I weigh 71 kilos")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("What is the tallest tree?", Mood.QUESTION),
        ("does anyone here knit", Mood.QUESTION),
        ("please write a limerick about frogs", Mood.REQUEST),
        ("I'm looking for some advice on ferries", Mood.REQUEST),
        ("I'd love to hear about some quiet beaches", Mood.REQUEST),
        ("Now I want you to act as a lighthouse keeper", Mood.REQUEST),
        ("The first thing I want you to do is a sketch of an owl", Mood.REQUEST),
        ("Now, I'm curious how bees sleep", Mood.REQUEST),
        ("Tone: grave and slow", Mood.REQUEST),
        ("If I ever win, I'd buy a lighthouse", Mood.SUPPOSED),
        ("I wish I had a garden", Mood.SUPPOSED),
        ("I sold my car to a clown, just kidding", Mood.JEST),
        ("She writes as if the harbour were hers", None),
        ("I mend clocks, if you ever want to know what a spring costs", None),
        ("Was really hard to park", None),
        ("were on the night ferry now", None),
        ("were the ferries late", Mood.QUESTION),
        ("did 14 laps before breakfast!", None),
        ("did 14 people turn up?", Mood.QUESTION),
        ("be quick", Mood.REQUEST),
        ("say sorry for the noise", Mood.REQUEST),
        ("say nothing of it to Otto", None),
        ("choir rota template", Mood.REQUEST),
        ("harbour toast 2 min", Mood.REQUEST),
        ("timetable tue to sat", Mood.REQUEST),
        ("my choir rota template is from Otto", None),
        ("build 2.1.7", None),
        ("build a raft", Mood.REQUEST),
        ("The leaflet says that rest is best", Mood.QUOTED),
        ('She said "never trust a Tuesday"', Mood.QUOTED),
        ("That's really helpful", Mood.TALK),
        ("You're the best", Mood.TALK),
        ("These soup recipes all sound lovely", Mood.TALK),
        ("I really like your harbour idea", Mood.TALK),
        ("Well drafted.", Mood.TALK),
        ("I'll keep those packing tips in mind when we sail", Mood.TALK),
        ("I'll have to give that a go", Mood.TALK),
        ("I'm here to help", Mood.TALK),
        ("I'd be happy to help with the boat", Mood.TALK),
        ("Now, onto another matter", Mood.TALK),
        ("I'm sure it is", Mood.TALK),
        ("A green boat sounds like a great choice", Mood.TALK),
        ("The green boat sounds perfect for me", None),
        ("A boat sounds nice but my lease forbids moorings", None),
        ("We can talk about money openly in our family", None),
        ("We talk about boats a lot", None),
        ("I need to run", None),
        ("Me neither", Mood.TALK),
        ("she reckons", Mood.TALK),
        ("she reckons on 40 guests", None),
        ("I apologize for the long message", Mood.TALK),
        ("You should not have sold my boat", Mood.SUPPOSED),
        ("I see a psychiatrist", None),
        ("I see what that means", Mood.TALK),
        ("I had no idea my brother was a diver", None),
        ("I had no idea", Mood.TALK),
        ("I heard from my doctor that my knee is worn", None),
        ("I heard that boats are cheap", Mood.QUOTED),
        ("Schedule: I work nights from Monday to Thursday", None),
        ("Book club meets at my place on Tuesdays", None),
        ("I think option 4 is the best choice for me", Mood.TALK),
        ("I'll go with option 4, the green boat", None),
        ("I am really upset", Mood.MOMENT),
        ("Navigate to our mooring", Mood.REQUEST),
        ("just a sec", Mood.TALK),
        ("I have to go to bed now", Mood.TALK),
        ("we can talk about my boats", Mood.TALK),
        ("Today is Sunday", Mood.MOMENT),
        ("I'm [your name]", Mood.MATERIAL),
        ('I love "The Old Sailor and the Whale"', None),
        ('she said "Never row home alone"', Mood.QUOTED),
        ('"The Old Sailor and the Whale"', Mood.QUOTED),
        ('Otto said "Row Home"', None),
        ("I have to go to Kiel on Friday", None),
        ('I like harbours like "The Old Fish Quay" and piers', None),
        ("Say, while we're on the topic of boats", Mood.TALK),
        ("I'm so hungry right now", Mood.MOMENT),
        ("Let's hope for calm seas", Mood.REQUEST),
        ("Identify two kinds of kelp", Mood.REQUEST),
        ("I'll definitely try some of those knots", Mood.TALK),
        ("I'd really love some advice on knots", Mood.REQUEST),
        ("I think I'd like to know more about tar", Mood.REQUEST),
        ("I'm kinda curious how the tide turns", Mood.REQUEST),
        ("Now do above with oars", Mood.REQUEST),
        ("I think I'll check out the harbour museum", Mood.TALK),
        ("I totally get what you're saying", Mood.TALK),
        ("I've heard great things about them", Mood.TALK),
        ("He just nodded", Mood.TALK),
        ("I'll also check which charts are on Amazon", Mood.TALK),
        ("I might give that a try too", Mood.TALK),
        ("I remember you mentioning a lock on Saturday", Mood.TALK),
        ("I'm looking for some new rain jacket recommendations", Mood.REQUEST),
        ("I'm hoping you can help", Mood.TALK),
        ("I'll look up the charts", Mood.TALK),
        ("it got me thinking about boats", Mood.TALK),
        ("Please re-tell the tale of the whale", Mood.REQUEST),
        ("“I want a bigger boat", Mood.QUOTED),
        ("please tie nothing to the rail", Mood.REQUEST),
        ("please nothing that ends below the rail", None),
        ("Was about to sell the boat, but no", None),
        ("if I fail the exam I'm joining the navy", Mood.SUPPOSED),
        ("one more leak and I'm selling the boat", Mood.SUPPOSED),
        ("if the mast goes as well I'm buying a tent", Mood.SUPPOSED),
        ("I woke at three, when I would have slept on", None),
        ("you would have liked my boat", Mood.SUPPOSED),
        ("I'm having a cuppa", Mood.MOMENT),
        ("god I need a lie down", Mood.MOMENT),
        ("gutted", Mood.MOMENT),
        ("kill me now", Mood.JEST),
        ("dude you have been last since 2022", Mood.TALK),
        ("Hope Pier is mine", None),
        ("its Kiel not Kolding", None),
        ("open 10-22", None),
        ("open the hatch", Mood.REQUEST),
        ("own a small boat in Kiel", None),
    ],
)
def test_what_is_no_statement_says_why(text: str, why: Mood) -> None:
    assert mood(statement(text)) is why


@pytest.mark.parametrize(
    "text",
    [
        *FACTS,
        "I have to be home if it snows",
        "I'd love to see the northern lights",
        "The first thing I want to do is learn to swim",
        "I'm also curious about falconry",
        "The old mill at the river was lovely",
        "My best idea is a boat on wheels",
        "I wonderfully survived a shipwreck in 2011",
        "I can ride a unicycle",
        'My band is called "The Wet Matches"',
        "I always cry at weddings",
        "I'm trying to understand my mother's will",
        "I want to learn falconry",
        "I like recipes from Naples",
        "I need to update my guest list",
        "I'll check the moorings on Friday",
        "Rowing on the lake is good for me",
        "I think I'll stop rowing",
        "I'm worried about my father's boat",
        "I'm stressed about the race on Friday",
        "I'll paint my boat",
        "I'll go with the oak hull",
        "I'll often row at dawn",
        "I think the tide is high at noon",
        "it has to be waterproof",
        "I'll bring those nets back on Friday",
        "Let's meet on Friday",
    ],
)
def test_what_tells_of_the_speakers_world_is_kept(text: str) -> None:
    assert mood(statement(text)) is None


NO_CLAIM = {
    "question": "Do you know whether {}?",
    "supposition": "What if {}?",
    "hypothesis": "Imagine {}",
    "jest": "{}, just kidding",
    "jest after": "{} lol that was a joke",
    "page": "The article says that {}",
    "quotation": 'The sign said "{}"',
}


@pytest.mark.parametrize("way", sorted(NO_CLAIM))
@given(fact=st.sampled_from(FACTS))
def test_what_is_asked_supposed_jested_or_quoted_makes_no_claim(way: str, fact: str) -> None:
    assert claims_of(NO_CLAIM[way].format(fact)) == []


def test_a_question_takes_nothing_from_its_message() -> None:
    assert [mood(s) for s in statements("I broke a tooth. Can you name a dentist? I live in Leer.")] == [None, Mood.QUESTION, None]


def test_what_others_think_is_told_apart() -> None:
    assert tells_of_minds("Otto thinks I should sell the van")
    assert not tells_of_minds("I think the van is too old")


@pytest.mark.parametrize(
    "text",
    [
        "I have to go and cook, let's chat again next time, bye",
        "I'm glad I met you, Karen",
        "my friend",
        "off to bed, good night",
        "happy to know you",
        "I bet he does",
        "I must say that I entirely agree with you",
    ],
)
def test_leave_and_pleasantries_are_talk(text: str) -> None:
    assert mood(statement(text)) is Mood.TALK


@pytest.mark.parametrize(
    "text", ["My friend sails", "I said goodbye to smoking", "I'm glad I met my wife in Kiel", "my pleasure boat leaks"]
)
def test_words_of_leave_within_a_statement_are_none(text: str) -> None:
    assert mood(statement(text)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Has keys to the loft.", None),
        ("Has the loft been cleaned", Mood.QUESTION),
        ("has otto called", Mood.QUESTION),
        ("Has tin gone up", Mood.QUESTION),
        ("Is tin safe", Mood.QUESTION),
    ],
)
def test_note_without_its_subject_is_no_question(text: str, why: Mood | None) -> None:
    assert mood(statement(text)) is why


def test_who_is_not_joking_means_it() -> None:
    assert [c.raw for c in claims_of("the audit is in May and my aunt is NOT joking")] == ["the audit is in May", "my aunt is NOT joking"]


def test_tell_you_what_asks_for_nothing() -> None:
    assert mood(statement("tell you what, Otto passed his exam with a B")) is None
    assert mood(statement("tell me about Otto")) is Mood.REQUEST


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("We sold the barn. KIDDING lol", []),
        ("We cut over to Borg. joke, that's archived", []),
        ("I give it 3 weeks. Joke.", []),
        ("Otto says I need a visa, he's having me on. I row on Sundays", ["I row on Sundays"]),
    ],
)
def test_what_is_taken_back_as_a_jest_right_behind_it_is_not_kept(message: str, kept: list[str]) -> None:
    assert [c.content for c in claims_of(message)] == kept


@pytest.mark.parametrize(
    "text", ["I'm not kidding", "he jokes a lot", "no joke", "kids are out", "joke books are my trade", "the joke of the year"]
)
def test_who_means_it_takes_nothing_back(text: str) -> None:
    assert not takes_back(text)
