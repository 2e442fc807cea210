"""Labelled sentences that decide what no rule names: the category and durability of the nearest ones in embedding space (row R8)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from keepsake.claims import Claim
from keepsake.records import Category, Durability

NEIGHBOURS = 3
"""Prototypes that vote, each with its cosine; an odd small number, since there are about eight a category."""


class Prototype(NamedTuple):
    text: str
    category: Category
    durability: Durability


C, D = Category, Durability


def _of(category: Category, durability: Durability, *texts: str) -> tuple[Prototype, ...]:
    return tuple(Prototype(text, category, durability) for text in texts)


PROTOTYPES: tuple[Prototype, ...] = (
    *_of(
        C.IDENTITY, D.PERMANENT,
        "The user's name is Jake.", "The user was born in Ohio in 1988.", "The user grew up on a farm in Kenya.", "The user is a "
        "transgender woman.",
        "The user comes from a family of Polish immigrants.", "The user identifies as Latino.",
    ),
    *_of(C.IDENTITY, D.PERSISTENT, "The user lives in Chicago.", "The user is forty years old.", "The user has been settled in "
        "this country for ten years."),
    *_of(
        C.RELATIONSHIP, D.PERSISTENT,
        "The user's wife is called Maria.", "Tom is the user's best friend.", "The user is married with two children.", "The "
        "user's sister and the user are very close.",
        "The user's dog is named Rex.", "The user has known their friends for years.", "The user's mentor supports them a lot.", "The "
        "kids get along with their grandmother.",
    ),
    *_of(
        C.PREFERENCE, D.PERSISTENT,
        "The user loves Italian food.", "The user does not like crowded places.", "The user prefers tea over coffee.", "Jazz is "
        "what the user listens to most gladly.",
        "The user finds painting relaxing.", "The beach is the user's happy place.", "The user is a fan of science fiction.", "Nothing "
        "beats a quiet evening with a book.",
    ),
    *_of(
        C.BELIEF, D.PERSISTENT,
        "The user thinks everyone deserves a home.", "Honesty matters most in a friendship.", "The user believes in climate action.",
        "Music "
        "can bring people together.",
        "The user feels that family comes first.", "It is important to stay true to oneself.", "Hard work pays off in the end.",
        "The user is convinced that schools should teach coding.",
    ),
    *_of(
        C.PROFESSION, D.PERSISTENT,
        "The user works as a nurse.", "The user is employed at a bank.", "The user studies biology at university.",
        "The user runs a small company.",
        "The user leads a team of engineers.", "The user's job involves a lot of travelling.",
        "The user's clients are mostly small shops.", "The user is a freelance designer.",
    ),
    *_of(
        C.ATTRIBUTE, D.PERSISTENT,
        "The user owns a red car.", "The user is allergic to nuts.", "The user speaks three languages.", "The user is good at chess.",
        "The user has asthma.", "The house has a big garden.", "The user is tall and has curly hair.",
        "The user's laptop has 16 GB of memory.",
    ),
    *_of(C.ATTRIBUTE, D.TRANSIENT, "The user is tired today.", "The user feels a bit nervous right now.", "The user is hungry.",
    "Work is stressful this week.", "The user is excited."),
    *_of(
        C.PATTERN, D.PERSISTENT,
        "The user goes running every morning.", "The user usually works late.", "On Sundays the family cooks together.",
        "The user often reads before bed.",
        "The user checks the news first thing each day.", "The user tends to postpone decisions.", "They go camping every summer.",
        "The user drinks two coffees a day.",
    ),
    *_of(
        C.EVENT, D.PERSISTENT,
        "The user went to a concert last week.", "The user bought a new bike.", "The user visited Rome with friends.",
        "The user's daughter won a prize.",
        "The user had a car accident.", "They celebrated a birthday at the lake.", "The user finished a course.",
        "The speech went well and many people came.",
    ),
    *_of(C.EVENT, D.SESSION, "The user asked for the list of open orders.", "The user is testing the new version at the moment.",
    "The user opened the file just now."),
    *_of(
        C.TASK, D.PERSISTENT,
        "The user needs to renew their passport.", "The user has to call the bank by Friday.", "The report must be finished this week.",
        "The user should book a dentist appointment.",
        "The user wants to be reminded to pay the rent.", "The tax return is due in April.",
    ),
    *_of(C.TASK, D.SESSION, "The user wants the text above to be shortened.", "The user needs the answer as a table.",
    "The user is working on the first paragraph now.", "The next step is to run the script."),
    *_of(
        C.CONSTRAINT, D.PERSISTENT,
        "The user must not eat gluten.", "The user's budget is under 800.", "The user cannot travel on Mondays.",
        "No meetings before nine.",
        "The user never works on weekends.", "Replies should be short and without jargon.", "The flat must allow pets.",
        "The user can only pay by card.",
    ),
    *_of(
        C.PLAN, D.PERSISTENT,
        "The user is going to move next year.", "The user wants to learn Spanish.", "The user plans a trip to Japan.",
        "The user is looking for a new flat.",
        "The user hopes to open a shop one day.", "The user will start a new course in autumn.",
        "The user is thinking of adopting a child.", "The user is saving for a house.",
    ),
)  # fmt: skip


def nearest(vector: Sequence[float], prototype_vectors: Sequence[Sequence[float]]) -> Prototype:
    """The closest prototype of the category that the nearest few vote for. `prototype_vectors` stand in the order of PROTOTYPES."""
    length = math.sqrt(sum(map(mul, vector, vector))) or 1.0
    cosines = [
        (sum(map(mul, vector, other)) / (length * (math.sqrt(sum(map(mul, other, other))) or 1.0)), -index)
        for index, other in enumerate(prototype_vectors)
    ]
    closest = sorted(cosines, reverse=True)[:NEIGHBOURS]
    votes: dict[Category, float] = {}
    for cosine, index in closest:
        category = PROTOTYPES[-index].category
        votes[category] = votes.get(category, 0.0) + max(0.0, cosine)
    winner = max(votes, key=lambda category: votes[category])
    return next(PROTOTYPES[-index] for _, index in closest if PROTOTYPES[-index].category is winner)


def settle(claim: Claim, prototype: Prototype) -> Claim:
    """The claim with the prototype's category and durability where it had none of its own."""
    return claim.model_copy(
        update={
            "category": prototype.category if claim.category is None else claim.category,
            "durability": prototype.durability if claim.durability is None else claim.durability,
        }
    )
