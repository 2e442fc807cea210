"""Messages with what they should become, written before the rules. Those marked `held_back` were not looked at while tuning.

An expectation names the category, words that the claim's content or slot value must hold, and the subject.
"""

from __future__ import annotations

from typing import NamedTuple

from keepsake.records import Category


class Expected(NamedTuple):
    category: Category
    words: tuple[str, ...]
    subject: str = "user"
    correction: bool = False


class Labelled(NamedTuple):
    text: str
    expected: tuple[Expected, ...]
    held_back: bool = False


C = Category

TUNED: tuple[Labelled, ...] = (
    Labelled("My name is Priya and I live in Lisbon.", (Expected(C.IDENTITY, ("Priya",)), Expected(C.IDENTITY, ("Lisbon",)))),
    Labelled("I'm a pediatric nurse at St. Anne's Hospital.", (Expected(C.PROFESSION, ("pediatric nurse", "St. Anne's Hospital")),)),
    Labelled(
        "My husband Tom is allergic to peanuts.",
        (Expected(C.RELATIONSHIP, ("Tom", "husband"), "tom"), Expected(C.ATTRIBUTE, ("peanuts",), "tom")),
    ),
    Labelled(
        "I can't stand cilantro, but I love Thai food.", (Expected(C.PREFERENCE, ("cilantro",)), Expected(C.PREFERENCE, ("Thai food",)))
    ),
    Labelled(
        "Use Berlin for Europe, Toronto for Americas, and avoid Friday meetings.",
        (
            Expected(C.PREFERENCE, ("Berlin", "Europe")),
            Expected(C.PREFERENCE, ("Toronto", "Americas")),
            Expected(C.CONSTRAINT, ("Friday meetings",)),
        ),
    ),
    Labelled(
        "We adopted a kitten called Miso last week!",
        (Expected(C.RELATIONSHIP, ("Miso", "kitten"), "miso"), Expected(C.EVENT, ("Miso", "adopted"))),
    ),
    Labelled("I usually go swimming before work.", (Expected(C.PATTERN, ("swimming",)),)),
    Labelled("I need to renew my passport by June.", (Expected(C.TASK, ("renew", "passport")),)),
    Labelled("Actually, I moved to Denver last month.", (Expected(C.IDENTITY, ("Denver",), correction=True),)),
    Labelled("I'm planning to run a half marathon in October.", (Expected(C.PLAN, ("half marathon",)),)),
    Labelled("I don't drink alcohol.", (Expected(C.CONSTRAINT, ("alcohol",)),)),
    Labelled("I believe remote work makes teams better.", (Expected(C.BELIEF, ("remote work",)),)),
    Labelled(
        "I drive a Honda Civic and my phone is a Pixel 8.", (Expected(C.ATTRIBUTE, ("Honda Civic",)), Expected(C.ATTRIBUTE, ("Pixel 8",)))
    ),
    Labelled(
        "My sister Anna works at Siemens as a data analyst.",
        (Expected(C.RELATIONSHIP, ("Anna", "sister"), "anna"), Expected(C.PROFESSION, ("Siemens", "data analyst"), "anna")),
    ),
    Labelled("Thanks so much, that's really helpful!", ()),
    Labelled("Can you recommend a good restaurant?", ()),
    Labelled(
        "I want a new laptop for video editing, at most 1500 euros.",
        (Expected(C.PLAN, ("laptop", "video editing")), Expected(C.CONSTRAINT, ("1500",))),
    ),
    Labelled("I quit smoking two years ago.", (Expected(C.PATTERN, ("smoking",), correction=True),)),
    Labelled("I no longer work at Acme.", (Expected(C.PROFESSION, ("Acme",), correction=True),)),
    Labelled("My favourite colour is teal.", (Expected(C.PREFERENCE, ("teal",)),)),
    Labelled(
        "My daughter Lena was born in May.",
        (Expected(C.RELATIONSHIP, ("Lena", "daughter"), "lena"), Expected(C.IDENTITY, ("May",), "lena")),
    ),
    Labelled(
        "I have two cats and a dog named Rufus.",
        (Expected(C.RELATIONSHIP, ("Rufus", "dog"), "rufus"), Expected(C.RELATIONSHIP, ("two cats",))),
    ),
    Labelled("I speak Spanish and a little Korean.", (Expected(C.ATTRIBUTE, ("Spanish", "Korean")),)),
    Labelled("Remind me to call the plumber tomorrow.", (Expected(C.TASK, ("call the plumber",)),)),
    Labelled("Please never schedule anything before 9 am.", (Expected(C.CONSTRAINT, ("schedule", "9 am")),)),
    Labelled("I'm 34 and I've been a vegetarian since 2015.", (Expected(C.IDENTITY, ("34",)), Expected(C.ATTRIBUTE, ("vegetarian",)))),
    Labelled("My dentist appointment is on Thursday.", (Expected(C.PLAN, ("dentist appointment",)),)),
    Labelled(
        "I went hiking with my brother in the Alps last weekend and we saw an eagle.",
        (Expected(C.EVENT, ("hiking", "Alps")), Expected(C.EVENT, ("eagle",))),
    ),
    Labelled("I prefer window seats over aisle seats.", (Expected(C.PREFERENCE, ("window seats",)),)),
    Labelled("I just started a new job at Contoso as a product manager.", (Expected(C.PROFESSION, ("Contoso", "product manager")),)),
    Labelled("Good morning! How are you today?", ()),
    Labelled("My timezone is CET.", (Expected(C.ATTRIBUTE, ("CET",)),)),
    Labelled("I wear size 42 shoes.", (Expected(C.ATTRIBUTE, ("42",)),)),
    Labelled("It turns out I'm lactose intolerant.", (Expected(C.ATTRIBUTE, ("lactose intolerant",), correction=True),)),
    Labelled("I switched from Spotify to Tidal.", (Expected(C.EVENT, ("Tidal",), correction=True),)),
    Labelled("My budget is around 2000 dollars.", (Expected(C.CONSTRAINT, ("2000",)),)),
)

HELD_BACK: tuple[Labelled, ...] = tuple(
    Labelled(text, expected, True)
    for text, expected in (
        ("Hi, I'm Marcus. I'm based in Toronto these days.", (Expected(C.IDENTITY, ("Marcus",)), Expected(C.IDENTITY, ("Toronto",)))),
        ("I work as a freelance illustrator for children's books.", (Expected(C.PROFESSION, ("illustrator",)),)),
        (
            "My wife Elena speaks Italian and hates flying.",
            (
                Expected(C.RELATIONSHIP, ("Elena", "wife"), "elena"),
                Expected(C.ATTRIBUTE, ("Italian",), "elena"),
                Expected(C.PREFERENCE, ("flying",), "elena"),
            ),
        ),
        ("Honestly I really dislike crowded places.", (Expected(C.PREFERENCE, ("crowded places",)),)),
        ("I'm into bouldering and analog photography.", (Expected(C.PREFERENCE, ("bouldering", "analog photography")),)),
        ("Every Sunday I call my grandmother.", (Expected(C.PATTERN, ("grandmother",)),)),
        ("I have to submit the tax return by the end of April.", (Expected(C.TASK, ("tax return",)),)),
        ("I've got a severe shellfish allergy.", (Expected(C.ATTRIBUTE, ("shellfish",)),)),
        ("We're going to Japan next spring.", (Expected(C.PLAN, ("Japan",)),)),
        ("I bought a used Volvo yesterday.", (Expected(C.EVENT, ("Volvo",)),)),
        ("In my opinion, cities should ban cars downtown.", (Expected(C.BELIEF, ("cars",)),)),
        ("My boss is called Ingrid.", (Expected(C.RELATIONSHIP, ("Ingrid", "boss"), "ingrid"),)),
        ("I can't eat gluten.", (Expected(C.CONSTRAINT, ("gluten",)),)),
        ("Wow, sounds great!", ()),
        ("What time is it in Sydney?", ()),
        ("Haha yeah, I know right", ()),
        ("My birthday is March 3rd.", (Expected(C.IDENTITY, ("March 3",)),)),
        ("Call me Sam, everyone does.", (Expected(C.IDENTITY, ("Sam",)),)),
        ("I now work for Globex instead of Initech.", (Expected(C.PROFESSION, ("Globex",), correction=True),)),
        ("I don't like coffee anymore.", (Expected(C.PREFERENCE, ("coffee",), correction=True),)),
        ("I cancelled my gym membership.", (Expected(C.EVENT, ("gym membership",), correction=True),)),
        ("I graduated from ETH Zurich in 2018.", (Expected(C.EVENT, ("ETH Zurich",)),)),
        ("My son plays the violin.", (Expected(C.PATTERN, ("violin",)),)),
        (
            "I'm looking for a quiet hotel near the station, no more than 120 a night.",
            (Expected(C.PLAN, ("quiet hotel",)), Expected(C.CONSTRAINT, ("120",))),
        ),
        ("I grew up in a small village in Norway.", (Expected(C.IDENTITY, ("Norway",)),)),
        ("I'm married and have three kids.", (Expected(C.RELATIONSHIP, ("married",)), Expected(C.RELATIONSHIP, ("three kids",)))),
        ("I own a small bakery in Porto.", (Expected(C.ATTRIBUTE, ("bakery",)),)),
        ("I was diagnosed with type 2 diabetes in March.", (Expected(C.ATTRIBUTE, ("diabetes",)),)),
        ("Most mornings I meditate for ten minutes.", (Expected(C.PATTERN, ("meditate",)),)),
        ("Don't send me emails on weekends.", (Expected(C.CONSTRAINT, ("emails", "weekends")),)),
        ("I hope to open my own studio one day.", (Expected(C.PLAN, ("studio",)),)),
        ("My flight to Oslo is on 12 March.", (Expected(C.PLAN, ("flight to Oslo",)),)),
        ("I think I will learn Portuguese this year.", (Expected(C.PLAN, ("Portuguese",)),)),
        (
            "Our dog Biscuit is three years old.",
            (Expected(C.RELATIONSHIP, ("Biscuit", "dog"), "biscuit"), Expected(C.IDENTITY, ("three",), "biscuit")),
        ),
        ("I'm scared of heights.", (Expected(C.ATTRIBUTE, ("heights",)),)),
        ("I broke up with Daniel in January.", (Expected(C.RELATIONSHIP, ("Daniel",), correction=True),)),
    )
)

LABELLED = TUNED + HELD_BACK
