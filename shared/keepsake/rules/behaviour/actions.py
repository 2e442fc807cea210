"""Reads one event of behaviour as signals: `size = 42`, `viewed 4 cushioned running shoes`, `reviews containing "soft feel"`.

A user's own words about the same things ("not too stiff", "budget under 800") are read as signals too, so that both can prove one thing.
"""

from __future__ import annotations

import re
from enum import StrEnum

from keepsake.records import Event, Role, Signal
from keepsake.rules import slots
from keepsake.rules.dates.calendar_words import NUMBERS
from keepsake.rules.reading import own_words, statements, style, wanted

MAX_VALUE = 200
MOST_SIGNALS = 500
"""The latest of a user's that are kept: each batch with behaviour reads them all, in one row."""
MOST_DONE = 1_000
"""Characters read of what somebody did; its value keeps 200 of them."""
SAID = ("message", "candidate", "correction")
EXPLICIT = "message"
"""Event type of a signal that was said."""


class Act(StrEnum):
    FILTER = "filter"
    VIEW = "view"
    SAVE = "save"
    DWELL = "dwell"
    SKIP = "skip"
    CLICK = "click"
    PURCHASE = "purchase"
    SEARCH = "search"


WEIGHT: dict[Act, float] = {
    Act.CLICK: 0.25,
    Act.VIEW: 0.25,
    Act.SEARCH: 0.75,
    Act.SAVE: 1.0,
    Act.DWELL: 1.0,
    Act.FILTER: 1.0,
    Act.SKIP: 0.75,
    Act.PURCHASE: 3.0,
}
"""Evidence of one act on one thing, in units of a filter: what costs attention or money tells more than what costs a click."""
SAID_WEIGHT = 2.0
"""Of what was said about the same feature: more than any single act but a purchase."""
KIND_SKIPPED = 1.5
"""A skip of a whole kind ("carbon-plated racing shoes") rather than of one thing."""
MOST_COUNTED = 10
"""Things counted of one act: a feed of hundreds is not a hundred times the evidence."""

_STEMS: dict[Act, str] = {
    Act.SKIP: "skip dismiss hide dislike remove not_interested",
    Act.FILTER: "filter refine facet sort",
    Act.PURCHASE: "purchase buy bought checkout order",
    Act.SAVE: "save favo wishlist bookmark like cart",
    Act.DWELL: "dwell read watch listen",
    Act.CLICK: "click tap",
    Act.VIEW: "view open impression",
    Act.SEARCH: "search query",
}
"""What an application may call an act; the first one that its name holds, so that "dislike" is no "like"."""
_PAIR = re.compile(r"^(?:[\w ]{0,20}?:\s*)?(?P<key>[A-Za-z][\w -]{0,30}?)\s*(?:=|:|\bis\b)\s*(?P<value>.+)$")
_BARE_PRICE = re.compile(
    r"^(?:filter(?:ed)?(?: by)?\s+)?(?P<key>price|size|colou?r|brand|category|material|rating)\s+(?P<value>.+)$", re.IGNORECASE
)
_REPEATS = re.compile(
    r"(?<!\s)\s*+\(?(?:repeated(?:ly)?(?: (?P<word>\w{1,20}) times)?|(?:x|×)\s?(?P<x>\d{1,6}+)"
    r"|(?<!\d)(?P<n>\d{1,6}+)\s?(?:x|×|times))\)?\s*+$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"^(?:the user\s+|user\s+|i\s+)?(?:viewed|saved|skipped|clicked(?: on)?|dwell(?:ed)?(?: time)?(?: on)?|purchased|bought|ordered"
    r"|searched(?: for)?|opened|dismissed|hid|favou?rited|liked|added(?: to (?:the )?(?:cart|wishlist))?"
    r"|filter(?:ed)?(?: by)?|view|save|skip|click|search|purchase|read|watched|looked at|spent [\w ]+ on)\b\s*:?\s*",
    re.IGNORECASE,
)
_COUNT = re.compile(rf"^(?P<count>\d{{1,3}}|{'|'.join(sorted(NUMBERS.keys() - {'couple'}))})\s+(?=[a-z])", re.IGNORECASE)
_QUOTED = re.compile(r"[\"“']([^\"“”']{2,60})[\"”']")
_ARTICLE = re.compile(r"^(?:the|a|an|some|this|that|all|any|many|several)\s+", re.IGNORECASE)
_FEATURES = {
    "color": "colour",
    **dict.fromkeys(("price", "price range", "budget"), "price_range"),
    **dict.fromkeys(("type", "product", "cat"), "category"),
}
"""What filters are called > the feature that they set, where it has another name."""


def act_of(event_type: str) -> Act | None:
    lower = event_type.lower()
    return next((act for act, stems in _STEMS.items() if any(stem in lower for stem in stems.split())), None)


def signals_of(event: Event) -> list[Signal]:
    """Signals of one event; none for what is neither behaviour nor the user's own words."""
    if event.role not in (Role.USER, Role.SYSTEM, Role.TOOL):
        return []
    if event.event_type in SAID:
        return _said(event) if event.role is Role.USER else []
    act = act_of(event.event_type)
    if act is None:
        return []
    text, times = _repeats(event.content[:MOST_DONE].strip())
    pair = _PAIR.match(text) or _BARE_PRICE.match(text)
    if act is Act.FILTER and pair:
        return [_filtered(event, pair["key"], pair["value"], times)]
    body = _VERB.sub("", text).strip(" .:") or text
    return _acted(event, act, body, times)


def _repeats(text: str) -> tuple[str, int]:
    match = _REPEATS.search(text)
    if match is None:
        return text, 1
    said = match["x"] or match["n"] or match["word"]
    return text[: match.start()], _counted(said or "", 2)


def _counted(said: str, otherwise: int) -> int:
    """The number meant, at most MOST_COUNTED. Python reads no number of thousands of digits."""
    if said.isdigit():
        return MOST_COUNTED if len(said) > len(str(MOST_COUNTED)) else min(int(said), MOST_COUNTED)
    return min(NUMBERS.get(said.lower(), otherwise), MOST_COUNTED)


def _signal(event: Event, act: str, feature: str, value: str, weight: float, polarity: int = 1) -> Signal:
    return Signal(
        event_id=event.event_id,
        at=event.timestamp,
        event_type=act,
        feature=feature[:256],
        value=value[:MAX_VALUE],
        weight=weight,
        polarity=polarity,
    )


def _filtered(event: Event, key: str, value: str, times: int) -> Signal:
    bare = re.sub(r"^(?:filter(?:ed)?(?: by)?)\s+", "", key.strip().lower())
    feature = _FEATURES.get(bare, re.sub(r"\W+", "_", bare))
    return _signal(event, Act.FILTER, feature, value.strip(" ."), WEIGHT[Act.FILTER] * times)


def _acted(event: Event, act: Act, body: str, times: int) -> list[Signal]:
    match = _COUNT.match(body)
    said = match["count"].lower() if match else ""
    count = _counted(said, 1)
    thing = _ARTICLE.sub("", body[match.end() :] if match else body).strip(" .")
    if not thing:
        return []
    phrases = _QUOTED.findall(thing) if act is Act.DWELL else []
    polarity = -1 if act is Act.SKIP else 1
    weight = WEIGHT[act] * count * times
    if act is Act.SKIP and match is None and thing.endswith("s"):
        weight = KIND_SKIPPED * times
    if act is Act.SEARCH:
        return [_signal(event, act, "search", thing.strip("\"'"), weight)]
    if phrases:
        return [s for p in phrases for s in _on(event, act, p, weight, polarity)]
    return _on(event, act, thing, weight, polarity)


def _on(event: Event, act: Act, thing: str, weight: float, polarity: int) -> list[Signal]:
    """Signals for how a thing is, or for the thing where nothing is said of how it is."""
    found = {s.axis: s for s in style.styles(thing)}
    if polarity < 0 or not found:
        return [_signal(event, act, "interest", thing, weight, polarity)]
    return [_signal(event, act, axis, thing, weight, polarity) for axis in found]


_HATES = re.compile(r"\b(?:hate|dislike|avoid)\b", re.IGNORECASE)
_BUDGET = re.compile(
    r"\bbudget\b[^.]{0,25}?(?P<value>(?:under|below|at most|up to|no more than|max(?:imum)?|around|about|less than)?\s*[$€£]?\d[\d.,]*k?)"
    r"|\b(?P<limit>(?:under|below|at most|no more than|up to|max(?:imum)?) [$€£]?\d[\d.,]*k?)(?! ?(?:km|minutes|hours|people|miles|am|pm))",
    re.IGNORECASE,
)


def _said(event: Event) -> list[Signal]:
    text = own_words.read(event.content)
    found: list[Signal] = []
    if value := wanted.sought(text):
        found.append(_signal(event, EXPLICIT, "category", value, SAID_WEIGHT))
    if match := _BUDGET.search(text):
        found.append(_signal(event, EXPLICIT, "budget", slots.short_value(match["value"] or match["limit"]), SAID_WEIGHT))
    for said in statements.statements(text):
        hates = bool(_HATES.search(said.text))
        if said.asks or not (hates or style.wished(said.text)):
            continue
        for taste in style.styles(said.text):
            found.append(_signal(event, EXPLICIT, taste.axis, taste.words, SAID_WEIGHT, -1 if hates and not taste.denied else 1))
    return list({(s.feature, s.value): s for s in found}.values())
