"""Applies the rules to one clause: a predicate of a person, a thing that somebody has, a directive, or a fragment."""

from __future__ import annotations

import re
from dataclasses import replace

from keepsake.records import Category, Durability, Slot
from keepsake.rules.reading import calendar_words as words
from keepsake.rules.reading import corrections, entities, guess, possessions, slots, style, subjects
from keepsake.rules.reading.claimed import Draft, Hearing
from keepsake.rules.reading.grammar import Voice, sentence
from keepsake.rules.reading.lexicon import EVALUATIONS, KIN_PLURAL, STATES, content_words
from keepsake.rules.reading.patterns import READ, STATED, TOLD, Rule
from keepsake.rules.reading.patterns_doing import DIRECTIVES, FRAGMENTS, PREDICATES
from keepsake.rules.reading.subjects import About, Head
from keepsake.rules.reading.temporal import Period
from keepsake.rules.reading.tenses import is_past

MAX_KEY = 60
"""Characters of a feature that is named after a noun."""
HABIT_IMPORTANCE = 0.55
EVENT_IMPORTANCE = 0.5
OWNED_IMPORTANCE = 0.5

_HABITUAL = re.compile(
    r"\b(?:usually|always|often|mostly|mainly|typically|normally|generally|regularly|sometimes|rarely|frequently|occasionally|every "
    r"(?:other )?(?:single )?(?:day|night|morning|evening|week|weekend|month"
    rf"|year|summer|winter|time|{words.WEEKDAY_PATTERN})|each (?:day|morning|week|time|year|{words.WEEKDAY_PATTERN})|on (?:weekends"
    rf"|weekdays|{words.WEEKDAY_PATTERN}s|most \w+)|most (?:days|nights|mornings|evenings|weekends)"
    r"|(?:once|twice|\w+ times|\d+x) (?:a|per|every) (?:day|week|month|year)|daily|weekly|in the (?:mornings|evenings)|whenever|at "
    r"weekends)\b",
    re.IGNORECASE,
)
_HEDGED_SELF = re.compile(
    r"^(?:thinks?|guess|believes?|feels? like|supposes?|reckons?|knows?|says?|means?|(?:am|is) (?:sure|afraid|glad|happy|excited)) "
    r"(?:that )?(?:I|we|my)\b",
    re.IGNORECASE,
)
_VALUE_IS_PERIOD = ("birthday",)


def wanted(clause: str) -> str | None:
    """What a clause of the speaker looks for."""
    match = re.match(r"^(?:I|we)\s+(?:\w+ly\s+)?(?P<rest>.+)$", clause, re.IGNORECASE)
    rule, found = _first(match["rest"]) if match else (None, None)
    return found["value"] if rule is not None and found is not None and rule.feature == "looking_for" else None


def _first(predicate: str) -> tuple[Rule | None, re.Match[str] | None]:
    for rule in PREDICATES:
        if match := rule.pattern.match(predicate):
            return rule, match
    return None, None


def stated(text: str, head: Head, hearing: Hearing, periods: tuple[Period, ...]) -> Draft | None:
    """What a clause says of its subject by a rule; None where no rule names it."""
    if head.about is About.OTHER:
        return None
    if head.about is About.THING:
        return _owned(text, head, hearing, periods)
    if head.about is About.SPEAKER and _HEDGED_SELF.match(head.predicate):
        inner = re.sub(r"^.*?\b(?=(?:I|we|my)\b)", "", head.predicate, count=1)
        inner_head = subjects.head_of(inner, hearing.voice, hearing.cast)
        found = stated(inner, inner_head, hearing, periods)
        return found if found is not None else None
    named = corrections.replaced(head.predicate) if " prefer" not in f" {head.predicate}" and " rather" not in head.predicate[:12] else None
    predicate = named[0] if named else head.predicate
    if instead := re.match(r"instead of (?P<old>[\w ]+?),?$", head.adverbs):
        named = (predicate, instead["old"])
    ended = corrections.without_ending(predicate, head.adverbs)
    rule, match = _first(ended.positive)
    if not ended.ended and (denied := corrections.without_negation(predicate)) and _deniable((positive := _first(denied))[0]):
        ended, (rule, match) = corrections.Ended(denied, True), positive
    if not ended.ended and (what := corrections.ending(predicate)) and (rule is None or not rule.negated):
        return _end(text, head, hearing, what)
    if ended.ended and (rule is None or rule.category is Category.PATTERN):
        return _end(text, head, hearing, ended.positive)
    if named and head.adverbs.startswith("instead of") and rule is None:
        return _draft(text, head, hearing, Category.PATTERN, HABIT_IMPORTANCE, TOLD).corrected(named[1])
    habitual = bool(_HABITUAL.search(f"{head.adverbs} {head.predicate}")) and not is_past(_verb(ended.positive))
    if habitual and (
        rule is None or rule.category in (Category.PATTERN, Category.TASK) or rule.name in ("home", "will", "uses", "teaches")
    ):
        habit = _draft(text, head, hearing, guess.strong(text, head) or Category.PATTERN, HABIT_IMPORTANCE, TOLD)
        return habit.corrected(named[1]) if named else habit
    if named and rule is None and not is_past(_verb(predicate)):
        return _draft(text, head, hearing, Category.PATTERN, HABIT_IMPORTANCE, TOLD).corrected(named[1])
    if rule is None or match is None:
        if is_past(_verb(head.predicate)) and (clear := guess.strong(text, head)):
            return _draft(text, head, hearing, clear, HABIT_IMPORTANCE, READ)
        return _happened(text, head, hearing, periods) or _progressive(text, head, hearing, periods)
    made = _by_rule(text, head, hearing, rule, match)
    if made is None:
        return None
    if ended.ended:
        made = replace(made, negated=True, correction=True)
    if made.negated:
        what = match.groupdict().get("value") or match.groupdict().get("org") or ended.positive
        what = _ended_thing(head, what)
        made = made if made.slot and made.slot.value == what else replace(made, replaces=what)
    if named and (rule.correction or (made.slot and slots.is_single(made.slot.feature)) or corrections.NOW.search(text)):
        made = made.corrected(named[1])
    return made


_DENIABLE = (Category.IDENTITY, Category.PROFESSION, Category.RELATIONSHIP, Category.ATTRIBUTE)
"""What one is or has, so that not being it says that it does not hold; not to like something is a taste of its own."""


def _deniable(rule: Rule | None) -> bool:
    return rule is not None and rule.category in _DENIABLE and bool(rule.feature) and not rule.negated


def _end(text: str, head: Head, hearing: Hearing, what: str) -> Draft:
    """Something was done, had or planned until now."""
    made = _draft(text, head, hearing, Category.PATTERN, HABIT_IMPORTANCE, TOLD)
    return replace(made, negated=True, correction=True, replaces=_ended_thing(head, what))


def _ended_thing(head: Head, what: str) -> str:
    """What ended; of a relative without a name, with whose it was."""
    whose = head.prefix.replace("_", " ")
    return f"{whose}{told_value(corrections.ended_object(what))}"


def _by_rule(text: str, head: Head, hearing: Hearing, rule: Rule, match: re.Match[str]) -> Draft | None:
    groups = match.groupdict()
    value = groups.get("value") or (groups.get("org") or "" if rule.name == "now_at" else "")
    if rule.category is Category.PREFERENCE and not content_words(value):
        return None
    if rule.category in (Category.PLAN, Category.BELIEF, Category.TASK) and len(content_words(value)) < 1:
        return None
    feature = rule.feature
    if feature == "looking_for":
        hearing.product = entities.product(value) or hearing.product
    if feature == "born":
        feature = "birthday" if re.match(rf"{words.LONG_MONTH_PATTERN}\b|\d", value, re.IGNORECASE) else "birthplace"
    if feature == "relation":
        feature = "relation_to_user" if hearing.voice.key == "user" else f"relation_to_{hearing.voice.key}"
    if rule.category is Category.PREFERENCE and (found := _style(value, feature)):
        slot: Slot | None = found
    else:
        slot = slots.slot(head.prefix + feature, _shortened(value, feature)) if feature and value else None
    if rule.name == "marital" and value.lower() == "married" and head.about is About.SPEAKER:
        hearing.cast.unnamed = "spouse"
    who = head.name[:1].upper() + head.name[1:]
    content = (
        sentence(rule.template.format(who=who, value=told_value(value))) if rule.template else subjects.told(text, head, hearing.voice)
    )
    return Draft(
        content=content, raw=text, subject=head.key, category=rule.category, durability=rule.durability, importance=rule.importance,
        confidence=rule.confidence, slot=slot, correction=rule.correction, negated=rule.negated, replaces=groups.get("old"),
    )  # fmt: skip


def told_value(value: str) -> str:
    """A value with `my` and `me` told from outside."""
    if not re.search(r"\b(?:I|my|me|our|us|we|myself|mine)\b", value):
        return value.strip(" .,;!")
    return re.sub(
        r"\b(?:my|our)\b",
        "their",
        re.sub(r"\b(?:me|us)\b", "them", re.sub(r"\b(?:I am|we are)\b", "they are", re.sub(r"\b(?:I|we)\b(?! am| are)", "they", value))),
    ).strip(" .,;!")


_VALUE_END = re.compile(
    r"(?:,\s+(?:(?:and|but) )?(?=(?:it|they|he|she|this|that|which|who|so|because|especially|since|as|you|we|i)\b)"
    r"| (?:because|since|so that|which|who|where|when|while|but|as (?:well|long|soon)|in (?:\w+ )?\d{4}|on \d{1,2} \w+ \d{4}"
    r"|(?:in|on) the (?:week|weekend|morning|evening|night) of)\b).*",
    re.IGNORECASE,
)


def _shortened(value: str, feature: str) -> str:
    """A slot's value without clauses that hang on it."""
    if feature in ("birthday", "budget") or value.count(",") > 1:
        return value
    return _VALUE_END.sub("", value) or value


def _style(value: str, feature: str) -> Slot | None:
    """A preference about how things feel or look has that for its feature, so that other words for it meet in one slot."""
    found = style.styles(value)
    if len({s.axis for s in found}) != 1 or (len(value.split()) > 6):
        return None
    first = found[0]
    pole = style.opposite(first.axis, first.pole) if feature == "dislikes" else first.pole
    return slots.slot(first.axis, pole)


def _verb(predicate: str) -> str:
    parts = predicate.split()
    while len(parts) > 1 and parts[0].lower() in ("have", "has", "had", "just", "also", "recently"):
        parts.pop(0)
    return parts[0].strip(",.") if parts else ""


_MOOD_THEN = re.compile(
    rf"^(?:was|were)\s+(?:(?:so|really|very|super|a bit|totally|just|also|pretty"
    rf"|quite)\s+)*(?:{'|'.join(sorted(STATES, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_PERFECT = re.compile(
    r"^(?:have|has|had)\s+(?:(?:just|already|recently|finally|also|never|always|ever)\s+)*(?!to\b|a\b|an\b|the\b|some\b|my\b|been (?!to\b))"
    r"(?:been to|\w+ed|given|taken|eaten|written|driven|broken|chosen|fallen|spoken|forgotten|ridden|risen|hidden|beaten|stolen|woken"
    r"|gotten|gone|met|seen|made|had|got|found|won|lost|read|run|begun|come|become"
    r"|taken|bought|built|sold|left|kept|done|felt|heard)\b"
)


def _happened(text: str, head: Head, hearing: Hearing, periods: tuple[Period, ...]) -> Draft | None:
    """A past verb makes an event."""
    first = head.predicate.split()[0].strip(",.").lower() if head.predicate else ""
    if first in ("was", "were"):
        if _MOOD_THEN.match(head.predicate):
            return None
        if periods or len(content_words(head.predicate)) >= 2:
            return _draft(text, head, hearing, Category.EVENT, EVENT_IMPORTANCE - 0.1, READ)
        return None
    past = (
        (is_past(first) and first not in ("said", "thought", "meant", "knew", "felt"))
        or bool(_PERFECT.match(head.predicate))
        or (periods and first in ("put", "cut", "hit", "set", "read", "hurt", "quit"))
    )
    if not past or (len(content_words(head.predicate)) < 2 and not periods):
        return None
    if (
        re.match(r"^(?:loved|liked|enjoyed|needed|wanted|had|did|got)\s+(?:it|that|this|to|them|you)\b", head.predicate, re.IGNORECASE)
        and len(content_words(head.predicate)) < 3
    ):
        return None
    return _draft(text, head, hearing, Category.EVENT, EVENT_IMPORTANCE, TOLD)


def _progressive(text: str, head: Head, hearing: Hearing, periods: tuple[Period, ...]) -> Draft | None:
    """What is under way, or with a later date what is planned."""
    if not re.match(r"^(?:am|is|are)\s+(?:\w+ly\s+|also\s+|now\s+|just\s+)?\w+ing\b", head.predicate):
        return None
    ahead = any(p.start > hearing.event.timestamp for p in periods)
    return _draft(text, head, hearing, Category.PLAN, 0.6, TOLD) if ahead else None


def _draft(text: str, head: Head, hearing: Hearing, category: Category, importance: float, confidence: float) -> Draft:
    return Draft(
        content=subjects.told(text, head, hearing.voice), raw=text, subject=head.key, category=category,
        durability=Durability.PERSISTENT, importance=importance, confidence=confidence,
    )  # fmt: skip


_CHANGED = re.compile(
    r"^(?:is now|are now|has been|have been|got|was|were|has|is|are)\s+(?:been )?(?:moved|rescheduled|changed|postponed|pushed"
    r"|shifted|brought forward)(?: back| forward)?(?: from (?P<old>.+?))? (?:to|until|till) (?P<value>.+)$",
    re.IGNORECASE,
)
_IS = re.compile(
    r"^(?P<verb>is|are|was|were|has been|have been|will be|would be)\s+(?:(?:now|actually|currently|only|still|really|called|named"
    r"|probably|also|always|usually|definitely)\s+)*(?P<value>.+)$",
    re.IGNORECASE,
)


def _owned(text: str, head: Head, hearing: Hearing, periods: tuple[Period, ...]) -> Draft | None:
    """`my budget is under 800`, `our dentist appointment has been moved to Friday`."""
    changed, match = _CHANGED.match(head.predicate), _IS.match(head.predicate)
    found = changed or match
    if found is None:
        return None
    value = found["value"].strip()
    old = changed["old"] if changed else None
    if (replaced := corrections.replaced(value)) is not None:
        value, old = replaced[0].strip(" ,"), replaced[1]
    content = subjects.told(text, head, hearing.voice)
    known = possessions.find(head.noun)
    past = bool(match and match["verb"].lower() in ("was", "were") and not changed)
    if favourite := possessions.FAVOURITE.match(head.noun):
        feature, category, durability, importance = f"favorite_{_key(favourite['noun'])}", Category.PREFERENCE, Durability.PERSISTENT, 0.6
    elif appointment := possessions.APPOINTMENT.match(head.noun):
        if not periods and not re.search(r"\d|\bat\b|\bon\b", value):
            return None
        feature, category, durability, importance = f"{_key(appointment['thing'])}_date", Category.PLAN, Durability.PERSISTENT, 0.65
        value = periods[-1].label if periods and not past else value
        if past:
            return _draft(text, head, hearing, Category.EVENT, EVENT_IMPORTANCE, TOLD)
    elif known is not None:
        feature, category, durability, importance = known.feature or _key(head.noun), known.category, known.durability, known.importance
        if not known.feature and category is not Category.PATTERN:
            feature = f"own_{feature}"
    else:
        return _other_thing(text, head, hearing, value, past)
    if past or not _is_value(value):
        return None
    slot = slots.slot(head.prefix + feature, value)
    return Draft(
        content=content, raw=text, subject=head.key, category=category, durability=durability, importance=importance,
        confidence=STATED, slot=slot, correction=bool(changed or old), replaces=old,
    )  # fmt: skip


_DESCRIBES = re.compile(
    r"^(?:\w+ing|\w+ed|so|very|really|too|all|more|less|always|up|out|over|here|there|in|on|at|for|like|about|what"
    r"|how)\b",
    re.IGNORECASE,
)
_PLURAL_KIN = re.compile(rf"^(?:{KIN_PLURAL}|pups|pals|fam|family|furry \w+)$", re.IGNORECASE)


def _other_thing(text: str, head: Head, hearing: Hearing, value: str, past: bool) -> Draft | None:
    """A thing that the registry does not know: an attribute named after it, where noun and value are short."""
    if past:
        return _draft(text, head, hearing, Category.EVENT, EVENT_IMPORTANCE - 0.1, READ) if len(content_words(text)) >= 3 else None
    short = (
        len(head.noun.split()) <= 3
        and len(value.split()) <= 6
        and _is_value(value)
        and not _DESCRIBES.match(value)
        and not _PLURAL_KIN.match(head.noun)
    )
    if not short or not content_words(head.noun):
        return None
    named = guess.category_of(text, head, ())
    return Draft(
        content=subjects.told(text, head, hearing.voice), raw=text, subject=head.key, category=named[0] if named else Category.ATTRIBUTE,
        durability=Durability.PERSISTENT, importance=OWNED_IMPORTANCE, confidence=READ,
        slot=slots.slot(head.prefix + (f"own_{_key(head.noun)}" if possessions.is_one(head.noun, value) else _key(head.noun)), value),
    )  # fmt: skip


def _is_value(value: str) -> bool:
    parts = [w.lower().strip(",.!") for w in value.split()]
    return (
        bool(parts)
        and not all(w in EVALUATIONS or w in STATES or w in ("a", "an", "the", "of") for w in parts)
        and parts[0] not in ("that", "you", "it", "not")
    )


def _key(noun: str) -> str:
    noun = re.sub(r"^(?:new|current) (?=\w)", "", noun)
    return re.sub(r"\W+", "_", noun.lower()).strip("_")[:MAX_KEY]


def relation_slot(voice: Voice, kin: str) -> Slot | None:
    return slots.slot("relation_to_user" if voice.key == "user" else f"relation_to_{voice.key}", kin, tag="Relationships")


def directive(text: str, hearing: Hearing) -> Draft | None:
    """What the speaker tells the assistant to do, always or once."""
    return _templated(text, hearing, DIRECTIVES)


def fragment(text: str, hearing: Hearing) -> Draft | None:
    """`budget under 800`, `not too stiff`: parts of a wish without a subject."""
    return _templated(text, hearing, FRAGMENTS)


def _order(said: str) -> str:
    """`keep your answers short` > `the assistant to keep its answers short`."""
    said = re.sub(r"\byou\b", "it", re.sub(r"\byour\b", "its", said[:1].lower() + said[1:], flags=re.IGNORECASE), flags=re.IGNORECASE)
    things = re.match(r"^only (?!\w+\s+(?:the|a|an|me|my|in|to|with|their)\b)", said)
    return said if things else f"the assistant to {said}"


def _templated(text: str, hearing: Hearing, rules: tuple[Rule, ...]) -> Draft | None:
    voice = hearing.voice
    for rule in rules:
        match = rule.pattern.match(text)
        if match is None:
            continue
        groups = {k: told_value(v) for k, v in match.groupdict().items() if v}
        value = groups.get("value", "")
        feature = rule.feature.replace("{noun}", _key(groups.get("noun", "")))
        who = voice.name[:1].upper() + voice.name[1:]
        whose = voice.possessive[:1].upper() + voice.possessive[1:]
        value = value[:1].lower() + value[1:] if rule.name == "not_too" else value
        said = re.sub(r"^please\s+", "", told_value(text), flags=re.IGNORECASE)
        content = rule.template.format(who=who, whose=whose, value=value, noun=groups.get("noun", ""), directive=_order(said))
        slot = _style(value, feature) if feature in ("style", "prefers") else None
        if rule.name == "not_too" and hearing.product:
            thing = hearing.product
            content = f"{who} prefers {thing} that are {value}." if thing.endswith("s") else f"{who} prefers a {thing} that is {value}."
        if slot is None and feature:
            slot = slots.slot(feature, value)
        return Draft(
            content=sentence(content), raw=text, subject=voice.key, category=rule.category, durability=rule.durability,
            importance=rule.importance, confidence=rule.confidence, slot=slot,
        )  # fmt: skip
    return None
