"""The deterministic extractor (rows R8, R10): what the events of a chunk say, in the speaker's own words, one statement a claim.

Each file of this room decides one thing, in this order: what is the writer's own (`own_words`), where one statement ends (`statements`),
whether it instructs the assistant (`standing`), is what a task is about (`tasks`) or no statement at all (`moods`; `ways`), whom it is
about (`whom`), what kind of fact it is (`kinds`, `sensitivity`), what it fills (`typed`) and what it changes (`changes`; `making`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Category, Event, Role, Sensitivity, Verdict
from keepsake.rules import bare_answer
from keepsake.rules.reading import (
    asked_for,
    context,
    held_for,
    language,
    making,
    moods,
    own_words,
    people,
    portion,
    small_talk,
    statements,
    tasks,
    usefulness,
    whom,
)
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import NAME_ALONE, Statement
from keepsake.rules.reading.ways import ASKING, STANDING, parted, ways_of

NAME = "rules"
"""Recorded on what this extractor made."""
TALK = ("message", "candidate", "correction")
"""Event types that are said, not done."""
MOST_QUESTION = 300
"""Characters at the end of what the assistant said in which its question is looked for."""
MOST_ANSWER = 4
"""Words of an answer in another language: nothing tells a longer one from what is asked for."""
MOST_PIECES = 4
"""Of what is said in a word or three each ("Girl. Eilidh. 11 July, 3.4 kg"), that stand beside the next one."""
MOST_INTRODUCED = 5
"""People whom the requests of one message introduce."""
NOTHING = "nothing_kept"
"""How the reason of an event begins of which nothing is kept."""
PASTED = "pasted text"
EMPTY = "no statement"


def extract(chunk: Chunk) -> list[Claim]:
    """Claims of the chunk's spoken events in order, each once."""
    speakers = tuple(dict.fromkeys(s.split()[0] for s in chunk.speakers if s.strip()))
    hearing = making.Hearing(_cast(chunk, speakers))
    previous: Event | None = None
    for event in chunk.before:
        if event.event_type in TALK and event.role is Role.USER:
            _hear(event, previous, making.Hearing(hearing.cast, hearing.product), speakers)
            hearing.product = making.product(event) or hearing.product
        previous = event
    for event in chunk.events:
        if event.event_type not in TALK:
            continue
        if _is_read(event) and (event.role is Role.USER or event.name in chunk.speakers):
            hearing.product = making.product(event) or hearing.product
            _hear(event, previous, hearing, speakers)
        previous = event
    return _distinct(hearing.claims)


class Heard(NamedTuple):
    """What is to be known when the talk goes on."""

    people: tuple[tuple[str, str], ...]
    """(name, kin or "") of everybody that was spoken of, in lower case; the user's own is "user"'s."""
    held_for: str | None
    """Whom the session is held for; None for the user."""


def heard(chunk: Chunk) -> Heard:
    """What the chunk's users tell of, with what it knew before."""
    cast = _cast(chunk)
    for event in chunk.events:
        if event.event_type in TALK and event.role is Role.USER and _is_read(event):
            cast.speaker = event.name.split()[0].lower() if event.name and event.name.strip() else people.USER
            for statement in statements.statements(own_words.read(event.content)):
                whom.about(statement.read, statement.before, cast)
    kin_of = {name: kin for kin, name in cast.kin.items()}
    return Heard(tuple((name, kin_of.get(name, "")) for name in cast.names)[: people.MOST_NAMES], cast.topic)


def _cast(chunk: Chunk, speakers: Iterable[str] = ()) -> people.Cast:
    """Those who are known before the chunk is heard."""
    cast = people.Cast(topic=held_for.still(chunk.held_for, chunk.events[0].timestamp))
    for name, kin in [*((s, "") for s in speakers), *chunk.people]:
        cast.meet(name, kin or None)
    return cast


def why_nothing(event: Event) -> str:
    """Why nothing is kept of an event, as its reason tells."""
    if event.event_type not in TALK:
        return f"{NOTHING}: behaviour counts together with what else is done"
    if event.role is not Role.USER:
        return f"{NOTHING}: said by the {event.role.value}, not by the user"
    if not event.extract:
        return f"{NOTHING}: sent to be kept as an event alone"
    own = own_words.read(event.content)
    if not own.strip():
        return f"{NOTHING}: {PASTED}"
    spoken_in = language.of(own)
    why = dict.fromkeys(m.value for s in statements.statements(own) if (m := moods.mood(s) or _silence(s, spoken_in)) is not None)
    return f"{NOTHING}: {', '.join(why) or EMPTY}"


def _silence(statement: Statement, spoken_in: str) -> moods.Mood | None:
    """Why a statement of which nothing is kept was none that lasts."""
    if spoken_in != language.ENGLISH:
        return None
    return moods.Mood.PASSING if tasks.speaks_of_writer(statement.sentence) else moods.Mood.MATERIAL


def unread(event: Event) -> str | None:
    """Why a user's words are read in part; None where all of them are, or where there is nothing to be read."""
    if event.role is not Role.USER or event.event_type not in TALK or event.fact is not None or not event.extract:
        return None
    many = len(statements.statements(own_words.read(event.content))) >= statements.MAX_STATEMENTS
    return portion.unread(event.content) or (f"read in part: the first {statements.MAX_STATEMENTS} statements" if many else None)


def _is_read(event: Event) -> bool:
    return event.verdict is Verdict.CANDIDATE and event.extract and event.fact is None


def _hear(event: Event, previous: Event | None, hearing: making.Hearing, speakers: tuple[str, ...]) -> None:
    """Adds the claims of one event. `previous` is what was said before it, by whomever."""
    own_voice = len(speakers) > 1 and event.name
    hearing.cast.speaker = event.name.split()[0].lower() if own_voice and event.name else people.USER
    text = own_words.read(event.content)
    spoken_in = language.of(text)
    question = posed = _question(previous)
    said_before, part_of = "", None
    told: dict[str, str] = {}
    anchor, stood = "", True  # what was said last that stands by itself, and whether that was the last of all
    pieces: list[str] = []  # said last without a verb
    hearing.cast.listen()
    if question:
        people.asked(question, hearing.cast)
    spoken = [s for whole in statements.statements(text) if (s := _unaddressed(whole, speakers)).text]
    if spoken_in == language.ENGLISH:
        spoken = [part for statement in spoken for part in parted(statement)]
    ways = ways_of(spoken, spoken_in)
    asking = [way in ASKING and not asked_for.asks_nothing_else(s.text) for s, way in zip(spoken, ways, strict=True)]
    asked = any((*asking[:1], *asking[-1:]))
    if tasks.is_task((s.sentence for s, way in zip(spoken, ways, strict=True) if way is not STANDING), spoken_in, asked, bool(question)):
        spoken, ways = [s for s, way in zip(spoken, ways, strict=True) if way is STANDING], [STANDING] * ways.count(STANDING)
        asking = []
    replies = previous is not None and previous.role is Role.ASSISTANT
    asks, fiction = any(asking), tasks.is_fiction(s.sentence for s in spoken)
    works_on = any(
        way in ASKING and tasks.points_at_text(s.text) and not tasks.brings_text(s.sentence) for s, way in zip(spoken, ways, strict=True)
    )
    place = {sentence: number for number, sentence in enumerate(dict.fromkeys(s.sentence for s in spoken))}
    introduced = 0
    rooted = -2  # the place of the last sentence that speaks of the writer, or that answers
    for statement, way in zip(spoken, ways, strict=True):
        part_of = part_of if statement.before else None
        way = None if _answers(statement.text, question) or _guesses(statement, posed) else way
        way = moods.Mood.TALK if way is None and asks and small_talk.returns_to_topic(statement.text) else way
        if anchor and not stood:
            said_before, statement = anchor, statement._replace(before=anchor if statement.before else "")
        if len(pieces) > 1 and statement.before:
            statement = statement._replace(before=said_before)
        if way in ASKING and spoken_in == language.ENGLISH and not fiction and introduced < MOST_INTRODUCED:
            new = making.introduced(statement, event, hearing)[: MOST_INTRODUCED - introduced]
            hearing.claims, introduced = [*hearing.claims, *new], introduced + len(new)
        made = making.claim(statement, way, event, hearing, spoken_in, question, said_before, part_of, replies)
        answers = bool(question) and (spoken_in == language.ENGLISH or len(statement.text.split()) <= MOST_ANSWER)
        own = answers or bool(statement.whose) or tasks.speaks_of_writer(statement.sentence, spoken_in)
        own = own and not (fiction and way is not STANDING and _is_plot(statement))
        firm = not works_on and made is not None and (tasks.has_figure(made.raw) or made.content != made.raw)
        near = not asks or firm or place[statement.sentence] <= rooted + 1
        told_on = replies and not asks and made is not None and made.sensitivity is not Sensitivity.NONE
        says = made is not None and (told_on or _tells(made, statement.sentence, spoken_in))
        beside = place[statement.sentence] <= rooted or (near and says)
        if made is not None and (own or (not fiction and (beside or _known(made, hearing.cast, spoken_in)))):
            made = made if way is STANDING or spoken_in != language.ENGLISH else usefulness.weighed(made, len(ways))
            if usefulness.is_useful(made):
                source = next((content for text, content in told.items() if text in made.context), None)
                hearing.claims.append(made.model_copy(update={"context_from": source}) if source else made)
                told[statement.text] = made.content
            part_of = None if way is STANDING else whom.About(made.subject, made.subject_sure)
            rooted = place[statement.sentence] + bool(question) if own else rooted
        if way is not moods.Mood.TALK and not NAME_ALONE.fullmatch(statement.text):
            said_before = statement.text
            stood = context.stands(statement.text, way in ASKING)
            anchor = statement.text if stood else anchor
        if way is not moods.Mood.TALK:
            piece = way is None and context.is_fragment(statement.text)
            pieces = [*pieces[1 - MOST_PIECES :], statement.text] if piece else []
        if len(pieces) > 1:
            said_before, stood = ". ".join(pieces), True
            anchor = said_before
        question = question if made is None else ""


def _known(made: Claim, cast: people.Cast, spoken_in: str) -> bool:
    """Whether it is of somebody: another who heads it, who was just spoken of, or the speaker by more than a word like "kids"."""
    of_them = len(cast.spoken_of) > 1 if made.subject == people.UNKNOWN else made.subject != cast.speaker
    return (made.subject_sure and made.subject != cast.speaker) or ((made.subject_sure or of_them) and _tells(made, made.raw, spoken_in))


def _tells(made: Claim, sentence: str, spoken_in: str) -> bool:
    """Whether it tells anything where nothing shows that it is of the speaker's world."""
    if spoken_in != language.ENGLISH:
        return language.states(sentence, spoken_in)
    return tasks.tells(sentence) or made.correction or made.category not in (Category.ATTRIBUTE, Category.EVENT)


def _unaddressed(statement: Statement, speakers: tuple[str, ...]) -> Statement:
    """Without the name of whom it is said to: "Thanks, Melanie"."""
    if not speakers:
        return statement
    name = "|".join(map(re.escape, speakers))
    text = re.sub(rf"^(?:(?:{name})[,!.]+\s+)+", "", statement.text, flags=re.IGNORECASE)
    return statement._replace(text=re.sub(rf"(?:^|,\s*)(?:{name})[,.!]*$", "", text, flags=re.IGNORECASE))


def _is_plot(statement: Statement) -> bool:
    """`I am the captain` of "write a story about a pirate: I am the captain"."""
    head, colon, told = statement.sentence.partition(":")
    return bool(colon) and statement.text in told and tasks.is_fiction([head])


def _question(previous: Event | None) -> str:
    """The assistant's question at the end of what it said, which the next words may answer."""
    if previous is None or previous.role is not Role.ASSISTANT:
        return ""
    last = re.split(r"(?<=[.!?])\s+|\n+", previous.content[-MOST_QUESTION:].strip())[-1]
    return last if last.endswith("?") and not _OFFER.search(last) else ""


def _answers(text: str, question: str) -> bool:
    """A bare yes or no to what was asked of the user's world, which says it with the question alone."""
    return bare_answer.is_bare(text) and bool(_OF_YOU.match(question))


def _guesses(statement: Statement, question: str) -> bool:
    """`90ish?`: an answer of which its speaker is not sure."""
    return bool(question) and statement.asks and len(statement.text.split()) <= MOST_ANSWER and bool(_GUESS.match(statement.text))


_GUESS = caseless(r"^(?!(?:what|which|who|why|how|when|where|is|are|do|does|did|can|could|should|would|will)\b)\D{0,20}\d")
_OF_YOU = caseless(
    r"^(?:so |and |ok,? )?(?:do|are|have|did|were|is|does|has|was|any)\b(?!.*\b(?:want (?:me|to)|like (?:me )?to|need (?:help|any|more)"
    r"|ready|mean|understand|agree|mind|questions?|good with|okay with|sure)\b).*\byour?s?\b",
)
_OFFER = caseless(
    r"^(?:so,? |and |ok,? )?(?:shall (?:i|we)|can i|may i|want (?:me|an?|some|the))\b|\banything else\b|\bany (?:other"
    r"|more|specific|further)\b|\bhow (?:can|may) i\b|\b(?:more|further) (?:information|details|help"
    r"|questions)\b",
)
"""Closes an answer, and asks nothing of the user's world."""


def _distinct(found: Iterable[Claim]) -> list[Claim]:
    """Each statement once, with all events that make it."""
    kept: dict[tuple[str, str], Claim] = {}
    for made in found:
        beside = made.context if bare_answer.is_bare(made.raw) else ""
        key = (made.subject, re.sub(r"\W+", " ", f"{made.content} {beside}".lower()).strip())
        held = kept.get(key)
        if held is None:
            kept[key] = made
        elif held.event_ids != made.event_ids:
            kept[key] = held.model_copy(update={"event_ids": tuple(dict.fromkeys((*held.event_ids, *made.event_ids)))})
    return list(kept.values())
