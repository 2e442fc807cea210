"""The sentence and the clause around a phrase of time, and whether that clause tells of what has happened."""

from __future__ import annotations

import re

from keepsake.rules.dates import tenses

MOST_AROUND = 300
"""Characters before and after a phrase in which its sentence is looked for."""
_STOP = re.compile(r"(?<!\b(?:mr|ms|dr|st|vs|no))(?<!\bmrs)(?<!\bprof)\. |[!?] |\n", re.IGNORECASE)
"""Ends of sentences; the point of 3.5, or of Mr., is none."""
_JOINT = re.compile(
    r"[,;:()]|\s[-–—]+\s|\b(?:and|but|so|because|cuz|cause|which|who|while|when|then|though|although|where|if)\b", re.IGNORECASE
)
_PRESENT = re.compile(
    r"\b(?:is|are|am|has|have|do|does|will|won['’]?t|can|must|should|im|hes|shes|its|theyre|thats|theres|ive|weve|ill|gets?|starts?|takes?|goes"
    r"|comes?|opens?|runs?|ends?|begins?|moves?|leaves?|(?:i|we|they|he|she|it|you) \w+)\b|(?:it|he|she|that|there|i|we|they)['’]\w",
    re.IGNORECASE,
)
"""A clause with one of these, and with no past form, speaks of what is or is to come."""


_EITHER = re.compile(r"\b(?:i|we|they|you) (?:just |also |\w+ly )?(?:cut|put|set|let|quit|hit|shut|split|read|bet)\b", re.IGNORECASE)
"""Of verbs whose past is as their present nothing tells when it is: "we cut over in July"."""

_REPORTS = re.compile(
    r"\W{0,4}(?:[\w'’-]{1,20} ){0,4}?(?:said|told (?:me|him|her|us|them|[A-Z]\w{1,20})|promised|agreed"
    r"|(?:was|were) (?:asking|saying|wondering)"
    r"|asked|reckoned)\b(?P<what>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WOULD = re.compile(r"^\W{0,3}(?:me |us |him |her )?(?:if |whether )?(?:would|will|could|can)\b", re.IGNORECASE)
_MEANT = re.compile(r"\b(?:was|were|wasn['’]?t|weren['’]?t) (?:all )?(?:supposed|meant|due|going|about) to\b", re.IGNORECASE)
"""What was meant to be may have been, or be yet: "we were supposed to go in July"."""
_TO_DO = re.compile(r"\W{0,3}(?:(?:me|us|him|her|them) )?(?:not )?to [a-z]+\b", re.IGNORECASE)
"""What was agreed then may be done on either side of today."""


def is_past(text: str, begin: int, finish: int, *, of_its_own: bool = False) -> bool | None:
    """Whether the clause around a phrase tells of what has happened; of one without a verb, the one before it, else the one behind: "the
    hall fell through, so it's the 3rd of October". None where no verb tells: "from 2 March not one cigarette"; and, `of_its_own`, where
    only that of another clause tells of the past: "I ordered the chair, delivery in November"."""
    left, right = _bounds(text, begin, finish)
    before, behind = _JOINT.split(text[left:begin]), _JOINT.split(text[finish:right])
    own = f"{before[-1]}{text[begin:finish]}{behind[0]}"
    if _EITHER.search(own) and not tenses.lies_ahead(own):
        return None
    if (said := _REPORTS.match(own)) and _is_to_come(said["what"]):
        return False
    if said and _TO_DO.match(said["what"]):
        return None  # "he has agreed to be secretary from the first of June"
    for clause in (own, *reversed(before[:-1]), *behind[1:]):
        if tenses.speaks_of_past(clause):
            return None if of_its_own and clause is not own else True
        if _PRESENT.search(clause) or tenses.lies_ahead(clause):
            return False
    return None


def _is_to_come(said: str) -> bool:
    """Whether what somebody said then speaks of what is or will be: "I said the blue room is theirs in September"."""
    return bool(_WOULD.match(said)) or (bool(_PRESENT.search(said)) and not tenses.speaks_of_past(said))


def was_meant(text: str, begin: int, finish: int) -> bool:
    """Whether the clause around a phrase tells of what was meant to be then."""
    left, right = _bounds(text, begin, finish)
    return bool(_MEANT.search(_JOINT.split(text[left:begin])[-1] + text[begin:finish] + _JOINT.split(text[finish:right])[0]))


def sentence(text: str, begin: int, finish: int) -> str:
    """The sentence around a phrase, as far as its tense reaches."""
    left, right = _bounds(text, begin, finish)
    return text[left:right]


def _bounds(text: str, begin: int, finish: int) -> tuple[int, int]:
    near, far = max(0, begin - MOST_AROUND), min(len(text), finish + MOST_AROUND)
    left = max((m.start() + 1 for m in _STOP.finditer(text, near, begin)), default=near)
    behind = _STOP.search(text, finish, far)
    return left, behind.start() if behind else far
