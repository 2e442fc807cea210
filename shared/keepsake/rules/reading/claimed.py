"""Builds the claim that a rule found: confidence, importance, time, entities, labels and sensitivity."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Event, Role, Slot, Source
from keepsake.rules.reading import entities, sensitivity
from keepsake.rules.reading.grammar import Voice
from keepsake.rules.reading.subjects import Cast
from keepsake.rules.reading.temporal import Period

UNSURE = 0.3
"""Confidence of a clause that no rule names: kept so that nothing is lost, and weak enough to lose against anything said outright."""
HEDGED = 0.55
"""Confidence at most of what is said with "maybe" or "I guess"."""
EMPHASIS = 0.1
"""Added importance of what is said to matter ("severe", "very important")."""
_HEDGE = re.compile(r"\b(?:maybe|perhaps|probably|might|possibly|i guess|not sure|i suppose|i think (?:i|we)|could be)\b", re.IGNORECASE)
_EMPHASIS = re.compile(
    r"\b(?:very important|important to me|crucial|critical|severe(?:ly)?|deadly|life-threatening|always remember|absolutely "
    r"(?:cannot|must)|under no circumstances)\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"^(?:until|till|by)\b", re.IGNORECASE)
DATED_CATEGORIES = (Category.EVENT, Category.TASK, Category.PLAN)


@dataclass(slots=True)
class Hearing:
    """One event as it is read: who speaks, what has been named, and what follows from it."""

    event: Event
    voice: Voice
    cast: Cast
    product: str | None = None
    """The kind of thing that the talk is about ("running shoes")."""
    claims: list[Claim] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a rule makes of one clause, before it becomes a claim."""

    content: str
    raw: str
    subject: str
    category: Category | None = None
    durability: Durability | None = None
    importance: float = 0.3
    confidence: float = UNSURE
    slot: Slot | None = None
    correction: bool = False
    negated: bool = False
    replaces: str | None = None
    periods: tuple[Period, ...] = ()

    def corrected(self, replaces: str | None = None) -> Draft:
        return replace(self, correction=True, replaces=replaces or self.replaces)


def claim(draft: Draft, hearing: Hearing, evidence: tuple[str, ...] = ()) -> Claim:
    event = hearing.event
    feature = draft.slot.feature if draft.slot else ""
    confidence = min(draft.confidence, HEDGED) if draft.confidence > HEDGED and _HEDGE.search(draft.raw) else draft.confidence
    importance = min(1.0, draft.importance + EMPHASIS) if _EMPHASIS.search(draft.raw) else draft.importance
    valid_from, valid_to = event.timestamp, None
    for period in draft.periods:
        if _UNTIL.match(period.phrase) and period.end > event.timestamp:
            valid_to = period.end if draft.category is not Category.PLAN else None
        elif period.start <= event.timestamp and valid_from == event.timestamp:
            valid_from = min(period.start, event.timestamp)
        elif period.start > event.timestamp and draft.category is Category.TASK:
            valid_to = period.end
    products = (hearing.product,) if hearing.product and _concerns(hearing.product, draft, feature) else ()
    return Claim(
        content=draft.content,
        raw=draft.raw,
        subject=draft.subject,
        category=draft.category,
        durability=draft.durability,
        slot=draft.slot,
        entities=entities.entities(draft.content, (hearing.voice.name,) if hearing.voice.key == "user" else ()),
        labels=entities.labels(draft.content, feature, products),
        anchors=entities.anchors(draft.raw),
        importance=round(importance, 2),
        confidence=confidence,
        sensitivity=sensitivity.of(draft.content, feature),
        source=Source.CORRECTED if event.event_type == "correction" else Source.EXPLICIT,
        source_role=event.role if event.role is not Role.SYSTEM else Role.SYSTEM,
        event_ids=evidence or (event.event_id,),
        valid_from=valid_from,
        valid_to=valid_to,
        replaces=draft.replaces,
        correction=draft.correction or event.event_type == "correction",
        negated=draft.negated,
    )


_SHOPPING = frozenset(
    "budget looking_for style feel look weight_class shade fit noise price prefers likes dislikes size shoe_size clothing_size "
    "colour brand avoids interests".split()
)
_ANAPHOR = re.compile(r"\b(?:something|anything|one|ones|them)\b", re.IGNORECASE)


def _concerns(product: str, draft: Draft, feature: str) -> bool:
    """Whether a claim is about the thing that the talk is about: a shopping feature, "something", or a word of it."""
    if feature in ("budget", "looking_for", "style", "feel", "look", "weight_class", "shade", "fit", "noise", "price", "size", "shoe_size"):
        return True
    text = draft.content.lower()
    if feature in _SHOPPING and _ANAPHOR.search(text):
        return True
    return any(re.search(rf"\b{re.escape(w[:4])}", text) for w in product.split() if len(w) > 3)
