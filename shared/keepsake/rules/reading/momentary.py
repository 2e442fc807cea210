"""What somebody is busy with at this moment ("right now I am debugging the login page"): it matters to the session, and is no habit."""

from __future__ import annotations

import re

from keepsake.claims import Claim
from keepsake.records import Category, Durability

OPEN = (None, Category.PATTERN, Category.EVENT, Category.TASK, Category.ATTRIBUTE)
"""Categories that a clause of doing falls into; who lives somewhere right now still lives there tomorrow."""

_MOMENT = re.compile(r"\b(?:right now|just now|at the moment|at this moment|this very moment)\b", re.IGNORECASE)
_DOING = re.compile(
    r"\b(?:am|is|are|['’](?:m|s|re))\s(?:just\s|still\s)?(?!(?:working (?:at|for|as|in)|living|staying|dating|seeing|studying|learning"
    r"|training|renting|expecting|feeling|being|having|going)\b)[a-z]{2,20}ing\b",
    re.IGNORECASE,
)


def settled(claim: Claim) -> Claim:
    """The claim as of its session alone where it tells what is being done right now."""
    if claim.category not in OPEN or not _MOMENT.search(claim.content) or not _DOING.search(claim.content):
        return claim
    return claim.model_copy(update={"durability": Durability.SESSION})
