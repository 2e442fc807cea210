"""A bare yes or no: what it says stands in the question before it alone."""

from __future__ import annotations

import re

LONGEST = 40
"""Signs of "No, not any more!" and the like."""
_NO = r"(?:no|nope|nah|never|none|neither|not (?:really|yet|any ?more|at all))"
_ONE = rf"(?:yes|yeah|yep|yup|both|{_NO})"
_BARE = re.compile(rf"{_ONE}(?: {_ONE}){{0,2}}")
_DENIES = re.compile(rf"{_NO}\b")
_WORD = re.compile(r"\w+")


def is_bare(text: str) -> bool:
    return _BARE.fullmatch(_words(text)) is not None


def denies(text: str) -> bool:
    return is_bare(text) and _DENIES.match(_words(text)) is not None


def _words(text: str) -> str:
    return " ".join(_WORD.findall(text.lower())) if len(text) <= LONGEST else ""
