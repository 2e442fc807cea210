"""Which pairs of statements a small model is asked about at all (row K4). It knows a change from talk among people; of work in progress it
takes each step for the end of the one before, and what is told again with more words for a change."""

from __future__ import annotations

import re
from datetime import timedelta

from keepsake.rules.dates import stance
from keepsake.rules.knowledge import change_of_mind, matters
from keepsake.rules.reading import changes

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_MOVES = re.compile(
    r"\b(?:not|from|was|were|instead|no longer|no more|any ?more|used to|old|previous|down|up)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Beside the figures of before these words tell that they are over: "from 1.29", "£210, not £180"."""
_SINCE = re.compile(r"(?<!especially )\bsince\b", re.IGNORECASE)
_IN_PROGRESS = re.compile(
    r"\b(?:working (?:on|with|through|towards?)|preparing|targeting|focus\w*|trying|looking (?:for|into|at|to)|planning|thinking"
    r"|considering|hoping|aim\w*|goals?|want(?:ing)? to|need to|learning|studying|practi[sc]ing|struggling|interested|curious|excited"
    r"|would like|deciding|torn|waiting|expecting|nervous|worried|stressed|motivated|to (?:optimi[sz]e|improve|ensure|reduce))\b",
    re.IGNORECASE,
)
MOST_READ = 300
"""Characters of a statement, about as many as the model reads: dozens of known ones are looked at for each new one."""
SITTING = timedelta(hours=6)
"""Within which somebody goes on with what they tell: who has changed their mind by then says so."""
OPENING = 24
"""Characters of a statement in which it says that it is about work in progress."""
_DUE = re.compile(r"\b(?:deadline|due)\b", re.IGNORECASE)
_MET = re.compile(
    r"\b(?:deadline|due|exten\w+|postpone\w*|moved|pushed|submi\w+|hand(?:ed|ing)? (?:\w+ ){0,2}in|sent|filed|missed|done|finished"
    r"|cancel\w*)\b",
    re.IGNORECASE,
)
"""Of the day on which something is due these words tell that it is over, or another; a step towards it does not."""


def may_end(later: str, earlier: str, apart: timedelta) -> bool:
    """Whether the earlier one tells what holds or is set (not what happened, is meant, or is being worked on), and the later one, said so
    long after it, may tell otherwise: by a word of change, or at another time and by more than a step of such work, the same again or its
    figures."""
    later, earlier = later[:MOST_READ], earlier[:MOST_READ]
    if not stance.holds(earlier) or _IN_PROGRESS.search(earlier) or (_DUE.search(earlier) and not _MET.search(later)):
        return False
    if _gives_its_figures(later, earlier):
        return False
    if _tells_of_change(later, earlier):
        return True
    return apart >= SITTING and not _IN_PROGRESS.search(later[:OPENING]) and not _tells_again(later, earlier)


def _tells_of_change(later: str, earlier: str) -> bool:
    denies = change_of_mind.says_no(later) != change_of_mind.says_no(earlier)
    return denies or bool(_MOVES.search(later) or _SINCE.search(later)) or changes.change(later).marked


def _tells_again(later: str, earlier: str) -> bool:
    """All that one of them names the other one names too, and no value differs: "I'm on Flask 2.3" after "I'm on Python and Flask"."""
    mine, theirs = matters.matter(later), matters.matter(earlier)
    within = bool(mine) and bool(theirs) and (mine <= theirs or theirs <= mine)
    return within and not matters.other_values(later, earlier)


def _gives_its_figures(later: str, earlier: str) -> bool:
    figures = set(_FIGURE.findall(earlier))
    return bool(figures) and figures <= set(_FIGURE.findall(later)) and not _MOVES.search(later)
