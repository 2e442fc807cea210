"""Near-synonyms of how things feel and look, so that "not too stiff", "cushioned" and "soft feel" are evidence for one preference."""

from __future__ import annotations

from typing import NamedTuple

from keepsake.rules.reading.lexicon import caseless


class Style(NamedTuple):
    axis: str
    pole: str
    words: str
    """What was said, as it may stand before a noun: "light-coloured", "not stiff"."""
    denied: bool


AXES: dict[str, tuple[tuple[str, str], tuple[str, str]]] = {
    "feel": (
        ("soft", r"soft(?:er)?|cushion(?:ed|ing|y)|plush|squishy|comfortable|comfy|flexible|bouncy|padded|supple"),
        ("stiff", r"stiff(?:er)?|rigid|hard-soled|inflexible|unyielding"),
    ),
    "look": (
        ("understated", r"understated|subtle|minimal(?:ist)?|plain|muted|neutral|low-key|discreet|light-?\s?colou?red|pastel|beige"
            r"|cream|off-white|simple-looking"),
        ("flashy", r"flashy|flashier|showy|loud|gaudy|neon|bright(?:ly)?(?:-?\s?colou?red)?|bold|garish|glittery|eye-catching"),
    ),
    "weight_class": (("light", r"lightweight|featherlight"), ("heavy", r"heavy|heavyweight|bulky|chunky")),
    "shade": (("light", r"white|pale"), ("dark", r"dark(?:er)?(?:-?\s?colou?red)?|black|navy")),
    "fit": (("roomy", r"roomy|loose(?:-fitting)?|wide|relaxed|oversized"), ("tight", r"tight(?:-fitting)?|narrow|slim|snug")),
    "noise": (("quiet", r"quiet|silent|noiseless"), ("noisy", r"noisy")),
    "heat": (("mild", r"mild|non-spicy"), ("spicy", r"spicy|fiery")),
    "price": (("cheap", r"cheap|affordable|inexpensive|low-cost|budget-friendly"), ("expensive", r"expensive|pricey|luxury|high-end"
    r"|premium")),
    "sweetness": (("sweet", r"sweet|sugary"), ("unsweetened", r"unsweetened|sugar-free|bitter")),
}  # fmt: skip
"""Axis > its two poles, each with its words. A pale colour counts as a muted look, because shoppers filter one to find the other."""

_WORD = caseless(
    r"(?P<not>\b(?:not|n't|nothing|non|without|avoid|never|less|isn't|aren't)[\s-]+(?:(?:too|very|overly|so|that|really|anything|being"
    r"|feel|look|looking)\s+)*)?\b(?:"
    + "|".join(f"(?P<{axis}_{index}>{words})" for axis, poles in AXES.items() for index, (_, words) in enumerate(poles))
    + r")\b",
)


def styles(text: str) -> list[Style]:
    """Style words of a text; a denied one stands for the opposite pole."""
    found: list[Style] = []
    for match in _WORD.finditer(text):
        axis, index = next(name for name, value in match.groupdict().items() if value and name != "not").rsplit("_", 1)
        said, denied = match[f"{axis}_{index}"].lower(), bool(match["not"])
        pole = AXES[axis][1 - int(index) if denied else int(index)][0]
        found.append(Style(axis, pole, f"not {said}" if denied else said, denied))
    return found


_WISHED = caseless(r"\b(?:not too|nothing too|prefer\w*|want\w*|likes?|love\w*|something|rather|should be|must be|need\w*|looking for)\b")


def wished(text: str) -> bool:
    """Whether a statement tells how somebody would have a thing."""
    return bool(_WISHED.search(text))


def opposite(axis: str, pole: str) -> str:
    (one, _), (other, _) = AXES[axis]
    return other if pole == one else one
