"""What is made of one statement that tells: a claim in its speaker's own words, whom and what it is about, since when it holds, and the
slot that it fills (rows R8, R10)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Event, Sensitivity, Slot, Source
from keepsake.rules import slots
from keepsake.rules.dates import doubts, temporal
from keepsake.rules.reading import (
    asked_for,
    changes,
    context,
    entities,
    filing,
    kinds,
    language,
    moods,
    people,
    portion,
    sensitivity,
    standing,
    style,
    tasks,
    typed,
    usefulness,
    wanted,
    whom,
    whose,
)
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import NAME_ALONE, THING_HEADS, Statement
from keepsake.rules.reading.ways import STANDING

STATED = 0.85
"""Confidence in what is said outright."""
HEDGED = 0.45
"""In what is hedged ("i think", "maybe"): it is kept, and changes nothing that is known."""
MOST_CONTEXT = 300
LEAST_FOREIGN = 8
"""Characters of a statement in another language, below which it is a greeting or a nod; a sign of a script without spaces says as much as
two ("我住在柏林")."""
_KIND_OF = {
    **dict.fromkeys(("age", "name", "birthday", "residence", "height"), Category.IDENTITY),
    **dict.fromkeys(("employer", "job_title"), Category.PROFESSION),
    **dict.fromkeys(("weight", "allergies"), Category.ATTRIBUTE),
    **dict.fromkeys(("relation_to_user", "spouse", "child", "parent", "sibling", "pet", "partner"), Category.RELATIONSHIP),
    "budget": Category.CONSTRAINT,
    "looking_for": Category.PLAN,
}
"""What kind a statement is by what it fills."""
_HEADED = re.compile(r"^(?!(?i:[\w'’ -]{0,40}(?:joke|idea|example|draft|title|caption)s?:))[^\W\d][\w'’ -]{1,40}:\s+")
"""But for what nobody says is so: "joke idea: ship it broken"."""
_UNTIL = caseless(r"^(?:until|till|til)\b")
_DENIES = caseless(r"\b(?:(?:did|do|does|was|were|is|are|wo)n['’]?t|not|never)\b[^,.;]{0,40}$")
_FROM_THEN = caseless(r"\b(?:from|starting|starts?|as of|effective|takes? over|begins?|beginning|moves?|joins?|leaves?)\b")
_ONE_WORD = re.compile(r"[^\W\d_]+")
_COMMA = re.compile(r"[,;:](?!\d)|\b(?:and|but)\b")
_UP_TO = caseless(r"\b(?:to|till?|until)\s+(?:the )?$")
_NOW = caseless(r"\b(?:now|currently|nowadays|these days)\b")
_WAS = caseless(r"^[^,;.]{3,40}? (?:it )?(?:was|were|used to)\b")
MOST_WAS = 16
"""Characters behind a phrase of time in which `was` tells of that time alone."""
_SHOPPING = frozenset("budget looking_for style feel look weight_class shade fit noise price size shoe_size".split())
_ANAPHOR = caseless(r"\b(?:something|anything|one|ones|them|it)\b")


@dataclass(slots=True)
class Hearing:
    """What is known while the events of a chunk are read in turn."""

    cast: people.Cast
    product: str | None = None
    """The kind of thing that the talk is about buying."""
    claims: list[Claim] = field(default_factory=list)


class Beside(NamedTuple):
    """What a statement is read with."""

    spoken_in: str
    question: str
    """The assistant's, where the statement is the first that may answer it."""
    before: str
    """What its speaker said last."""
    part_of: whom.About | None
    """Whom the earlier part of its sentence is about."""
    replies: bool
    """The assistant spoke before its message."""
    filed: filing.Filed | None = None
    """What kind of fact it is, and whom it is about, as a model says."""
    needs: context.Needed | None = None
    """What it needs beside it, as a model says."""


def claim(statement: Statement, way: moods.Mood | str | None, event: Event, hearing: Hearing, beside: Beside) -> Claim | None:
    """What a statement claims; None where it is none (`way`), or says nothing that anybody could tell of what it is."""
    question, said_before = beside.question, beside.before
    if beside.spoken_in != language.ENGLISH:
        return _foreign(statement, way, event, hearing, beside)
    if not question and NAME_ALONE.fullmatch(statement.text):
        return None
    ordered = way is STANDING
    if not ordered and way is not None:
        whom.about(statement.text, statement.before or said_before, hearing.cast)  # a question may introduce somebody
        return None
    own = ordered or question or statement.before or said_before or tasks.speaks_of_writer(statement.read)
    own = own or (beside.replies and usefulness.has_value(statement.text))
    if not own and THING_HEADS.match(statement.text) and not changes.change(statement.read).marked:
        return None  # nobody can tell of what
    about = whom.about(statement.read, statement.before or said_before, hearing.cast, beside.part_of)
    if not about.sure and statement.heading and statement.heading.lower() in hearing.cast.names:
        about = whom.About(statement.heading.lower())
    else:
        about = whose.told(about, statement.read, beside.filed, hearing.cast)
    if ordered:
        about = whom.About(standing.SUBJECT)
    found = context.of(statement, question, said_before, about.sure, beside.needs)
    said = beside.needs.said if beside.needs is not None and not (found or ordered) else None
    kind = beside.filed.kind if beside.filed else None
    made = _made(statement, event, about, hearing, found, question, ordered, kind, said.words if said else "")
    if not (ordered or question) and _is_bare_word(statement, made):
        return None
    leans = beside.needs is not None and beside.needs.earlier and not (found or ordered)
    return made.model_copy(update={"goes_on": leans, "said_before": said.said if said else None})


def _is_bare_word(statement: Statement, made: Claim) -> bool:
    """`metrocard`, `unpaid`: a sentence of one word, of which nobody can tell what of, unless it is what somebody is or has."""
    alone = _ONE_WORD.fullmatch(statement.text) and not (statement.before or statement.heading)
    return bool(alone) and made.slot is None and made.sensitivity is Sensitivity.NONE and not tasks.tells(statement.text)


def introduced(statement: Statement, event: Event, hearing: Hearing) -> list[Claim]:
    """Whom a request or a question tells of for the first time: "a message to Ana, my landlady"."""
    found = []
    for words, role, name in asked_for.introduced(statement.text):
        if hearing.cast.kin.get(role.lower()) != name.lower():
            about = whom.About(hearing.cast.meet(name, role))
            made = _made(statement._replace(text=words, before="", asks=False, whose=""), event, about, hearing, "", "", False)
            found.append(made.model_copy(update={"category": Category.RELATIONSHIP}))
    return found


def _foreign(statement: Statement, way: moods.Mood | str | None, event: Event, hearing: Hearing, beside: Beside) -> Claim | None:
    """A statement of another language: its words as they are, and no slot."""
    text, ordered, spoken_in = statement.text, way is STANDING, beside.spoken_in
    if not ordered and (way is not None or len(text) + language.unspaced(text) < LEAST_FOREIGN):
        return None
    mine = language.first_person(text, spoken_in)
    about = whom.About(standing.SUBJECT) if ordered else whom.About(hearing.cast.speaker if mine else people.UNKNOWN, mine)
    made = _made(statement, event, about, hearing, statement.before or ("" if about.sure else beside.question), "", ordered)
    read = {"slot": None, "correction": language.changes(text, spoken_in), "replaces": None, "negated": False}
    plain = {} if ordered else {"category": Category.ATTRIBUTE, "importance": kinds.IMPORTANCE[Category.ATTRIBUTE]}
    return made.model_copy(update=read | plain)


def _made(
    statement: Statement, event: Event, about: whom.About, hearing: Hearing, context: str, question: str, ordered: bool,
    filed: Category | None = None, said: str = "",
) -> Claim:  # fmt: skip
    """`said`: what of an earlier message is told beside it."""
    text, read = statement.text, statement.read
    zone = event.metadata.get("timezone")
    periods = temporal.phrases(text, event.timestamp, zone if isinstance(zone, str) and _is_zone(zone) else "UTC")
    periods = doubts.without(periods, text, statement.sentence, event.timestamp)
    firm = not (statement.asks or changes.unsure(read) or changes.past_life(read) or moods.tells_of_minds(read))
    change = changes.change(read)
    kind = kinds.kind(read, any(p.start > event.timestamp for p in periods), bool(periods), filed)
    tried = (_slot(words, about.subject, question, hearing) for words in (read, _HEADED.sub("", read)) if firm)
    filled = typed.of_assistant(text) if ordered else next((slot for slot in tried if slot), None)
    feature = filled.feature if filled else ""
    category = Category.CONSTRAINT if ordered else _KIND_OF.get(feature, kind.category)
    valid_from, valid_to = _valid(text, periods, event, change.marked)
    products = (hearing.product,) if hearing.product and _concerns(hearing.product, text, feature) else ()
    content = temporal.bracketed(text, periods)
    return Claim(
        content=content, raw=text, context=context[:MOST_CONTEXT], subject=about.subject, subject_sure=about.sure,
        category=category, durability=Durability.PERSISTENT if ordered else kind.durability, slot=filled,
        entities=entities.entities(text), labels=entities.labels(text, feature, products), anchors=entities.anchors(text),
        importance=0.8 if ordered else kinds.IMPORTANCE[category], confidence=STATED if firm or ordered else HEDGED,
        sensitivity=sensitivity.of(f"{text} {context} {said}".rstrip(), feature),
        source=Source.CORRECTED if event.event_type == "correction" else Source.EXPLICIT, source_role=event.role,
        event_ids=(event.event_id,), valid_from=valid_from, valid_to=valid_to, replaces=change.replaces,
        correction=change.marked or event.event_type == "correction", negated=change.ends, undoes=change.undoes,
    )  # fmt: skip


def _slot(text: str, subject: str, question: str, hearing: Hearing) -> Slot | None:
    """The slot that firm words fill: no hedge, condition, quotation or past in them."""
    if (found := typed.relation(text, subject)) is not None:
        return found
    if (thing := wanted.sought(text)) is not None:
        return slots.slot("looking_for", thing)
    if (filled := typed.slot(text, subject, question)) is not None:
        return filled
    tastes = style.styles(text) if hearing.product and style.wished(text) else []
    return slots.slot(tastes[0].axis, tastes[0].pole) if tastes else None


def _valid(text: str, periods: list[temporal.Period], event: Event, marked: bool) -> tuple[object, object]:
    """Since when, and until when, the words say that it holds; else since they were said."""
    since, until, ahead = event.timestamp, None, False
    for period in periods:
        if _DENIES.search(text[: period.begin]):
            continue  # "she didn't start on June 1, she started on July 1"
        if period.end <= event.timestamp and _NOW.search(text) and _WAS.search(text[period.begin : period.finish + MOST_WAS]):
            continue  # "I sell for 55 now, last year was 48"
        ahead = ahead or period.start > event.timestamp  # "in June I sail, on a boat from 1987" does not hold since then
        if _UNTIL.match(period.phrase) and period.end > event.timestamp:
            until = period.end
        elif (period.start <= event.timestamp and since == event.timestamp and not ahead) or (
            period.start > event.timestamp and since == event.timestamp and marked and _from_then(text, period)
        ):
            since = period.start
    return since, until


def _from_then(text: str, period: temporal.Period) -> bool:
    """Whether a clause tells that something is so from a day on: not "we row more from here, so the boats are let up to June"."""
    clause = _COMMA.split(text[: period.begin])[-1] + period.phrase
    return bool(_FROM_THEN.search(clause)) and not _UP_TO.search(text[: period.begin])


def product(event: Event) -> str | None:
    """The kind of thing that an event tells that its writer wants to buy: "rucksack"."""
    thing = wanted.sought(portion.portion(event.content).text)
    return wanted.product(thing) if thing else None


def _concerns(product: str, text: str, feature: str) -> bool:
    """Whether a statement is about the thing that the talk is about: a shopping feature, "something", or a word of it."""
    if feature in _SHOPPING or _ANAPHOR.search(text):
        return True
    stems = (w[: 3 if w.endswith("ing") else 4] for w in product.split() if len(w) > 3)
    return any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in stems)


def _is_zone(name: str) -> bool:
    return bool(re.fullmatch(r"(?:UTC|GMT|(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Za-z_/-]+)", name))
