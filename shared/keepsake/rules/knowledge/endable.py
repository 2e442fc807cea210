"""Which pairs of statements a small model is asked about at all (row K4). It knows a change from talk among people; of work in progress it
takes each step for the end of the one before."""

from __future__ import annotations

import re

from keepsake.rules.dates import stance

_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_MOVES = re.compile(
    r"\b(?:not|from|was|were|instead|no longer|any ?more|used to|old|previous|down|up)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Beside the figures of before these words tell that they are over: "from 1.29", "£210, not £180"."""
_IN_PROGRESS = re.compile(
    r"\b(?:working (?:on|with|through|towards?)|preparing|targeting|focus\w*|trying|looking (?:for|into|at|to)|planning|thinking"
    r"|considering|hoping|aim\w*|goals?|want(?:ing)? to|need to|learning|studying|practi[sc]ing|struggling|interested|curious|excited"
    r"|would like|to (?:optimi[sz]e|improve|ensure|reduce))\b",
    re.IGNORECASE,
)


def may_end(later: str, earlier: str) -> bool:
    """Whether the earlier one tells what holds (not what happened, is meant, or is being worked on), and not by figures that the later one
    gives as well."""
    holds = stance.of(earlier) is stance.Stance.HOLDS and not _IN_PROGRESS.search(earlier)
    return holds and not _gives_its_figures(later, earlier)


def _gives_its_figures(later: str, earlier: str) -> bool:
    figures = set(_FIGURE.findall(earlier))
    return bool(figures) and figures <= set(_FIGURE.findall(later)) and not _MOVES.search(later)
