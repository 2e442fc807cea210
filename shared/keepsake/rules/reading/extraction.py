"""The deterministic extractor (rows R8, R10): what the events of a chunk say, in the speaker's own words, one statement a claim.

Each file of this room decides one thing, in this order: what is the writer's own (`own_words`), where one statement ends (`statements`),
whether it instructs the assistant (`standing`), is what a task is about (`tasks`) or no statement at all (`moods`; `ways`), whether it is
of its writer's world (`world`) and worth keeping (`usefulness`; `worth`), whom it is about (`whom`;
`whose`), what kind of fact it is (`kinds`, `sensitivity`; `filing`), what it fills (`typed`) and what it changes (`changes`; `making`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Event, Role, Verdict
from keepsake.rules import bare_answer
from keepsake.rules.reading import (
    asked_for,
    context,
    filing,
    held_for,
    language,
    making,
    moods,
    own_words,
    people,
    portion,
    sitting,
    small_talk,
    statements,
    tasks,
    usefulness,
    whom,
    whose,
    worth,
)
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import Statement
from keepsake.rules.reading.ways import ASKING, STANDING, parted, ways_of, with_name
from keepsake.rules.reading.world import World

NAME = "rules"
"""Recorded on what this extractor made."""
TALK = ("message", "candidate", "correction")
"""Event types that are said, not done."""
MOST_QUESTION = 300
"""Characters at the end of what the assistant said in which its question is looked for."""
MOST_GUESS = 4
"""Words of an answer of which its speaker is not sure."""
MOST_INTRODUCED = 5
"""People whom the requests of one message introduce."""
NOTHING = "nothing_kept"
"""How the reason of an event begins of which nothing is kept."""
PASTED = "pasted text"
EMPTY = "no statement"


def extract(chunk: Chunk, salience: worth.Salience | None = None, files: filing.Files | None = None) -> list[Claim]:
    """Claims of the chunk's spoken events in order, each once. `salience` tells what is worth keeping; without it `world` and `usefulness`
    do. `files` tells what instructs for good, and of what kind a fact is; without it `standing` and `kinds` do. Raises what they raise."""
    speakers = tuple(dict.fromkeys(s.split()[0] for s in chunk.speakers if s.strip()))
    hearing = making.Hearing(_cast(chunk, speakers))
    previous: Event | None = None
    said: list[sitting.Said] = []
    for event in chunk.before:
        if event.event_type in TALK and event.role is Role.USER:
            own = _hear(event, previous, making.Hearing(hearing.cast, hearing.product), speakers)
            hearing.product = making.product(event) or hearing.product
            said.append(sitting.Said(event, own))
        previous = event
    for event in chunk.events:
        if event.event_type not in TALK:
            continue
        if _is_read(event) and (event.role is Role.USER or event.name in chunk.speakers):
            hearing.product = making.product(event) or hearing.product
            own = _hear(event, previous, hearing, speakers, salience, files, said)
            said.append(sitting.Said(event, own))
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


def _hear(
    event: Event, previous: Event | None, hearing: making.Hearing, speakers: tuple[str, ...], salience: worth.Salience | None = None,
    files: filing.Files | None = None, said: Sequence[sitting.Said] = (),
) -> str:  # fmt: skip
    """Adds the claims of one event, and gives its writer's own words. `previous` is what was said before it, by whomever, `said` what the
    users of the talk did."""
    own_voice = len(speakers) > 1 and event.name
    hearing.cast.speaker = event.name.split()[0].lower() if own_voice and event.name else people.USER
    text = own_words.read(event.content)
    spoken_in = language.of(text)
    english = spoken_in == language.ENGLISH
    question = posed = _question(previous)
    hearing.cast.listen()
    if question:
        people.asked(question, hearing.cast)
    spoken, ways, asks = _spoken(text, spoken_in, speakers, bool(question))
    replies = previous is not None and previous.role is Role.ASSISTANT
    world, thread = World(spoken, ways, hearing.cast, spoken_in, asks=asks, replies=replies), context.Thread()
    part_of: whom.About | None = None
    told: dict[str, str] = {}
    introduced = 0
    weighs = english and len(speakers) < 2  # what friends tell each other no such model was fitted to
    read = f"{question} | {text}" if question else text
    files = files if weighs and not world.fiction else None
    filed = filing.filed(read, spoken, ways, files, whose.named(read, hearing.cast) if files else ())
    ways = filing.with_instructions(spoken, ways, filed)
    scores = worth.scores(read, spoken, ways, salience if weighs else None)
    needed = context.needed(read, spoken, filed, files)
    lacking = [n for n, s in enumerate(spoken) if ways[n] is not STANDING and s.text in needed and needed[s.text].earlier]
    lacking = lacking[: sitting.MOST_ASKED]
    if files and lacking and (sat := sitting.before(event, said)).read:
        longer = sat.read + read
        few, their_ways = [spoken[n] for n in lacking], [ways[n] for n in lacking]
        filed = {**filed, **filing.filed(longer, few, their_ways, files, whose.named(longer, hearing.cast))}
        needed = {**needed, **context.in_sitting(longer, spoken, lacking, files, sat)}
    for statement, way in zip(spoken, ways, strict=True):
        found, needs = filed.get(statement.text), needed.get(statement.text)
        score = None if way is STANDING else scores.get(statement.text)
        part_of = part_of if statement.before else None
        way = None if _answers(statement.text, question) or _guesses(statement, posed) else way
        way = moods.Mood.TALK if way is None and asks and small_talk.returns_to_topic(statement.text) else way
        statement = thread.joined(statement)
        if way in ASKING and english and not world.fiction and introduced < MOST_INTRODUCED:
            new = making.introduced(statement, event, hearing)[: MOST_INTRODUCED - introduced]
            hearing.claims, introduced = [*hearing.claims, *new], introduced + len(new)
        asking = way in ASKING
        way = None if asking and not world.fiction and worth.tells(statement.text, score) else way
        beside = making.Beside(spoken_in, question, thread.before, part_of, replies, found, needs)
        made = making.claim(statement, way, event, hearing, beside)
        if made is not None:
            ours = world.has(statement, way, made, bool(question))
            made = made if way is STANDING or not english else usefulness.weighed(made, len(ways))
            of_use = ours and usefulness.is_useful(made)
            if score is not None:
                of_use = worth.keeps(made, score, event.timestamp, ours=ours, useful=of_use, fiction=world.fiction)
                made = worth.weighed(made, asks=asking)
            if of_use:
                source = next((content for text, content in told.items() if text in made.context), None)
                hearing.claims.append(made.model_copy(update={"context_from": source}) if source else made)
                told[statement.text] = made.content
            if ours or of_use:
                part_of = None if way is STANDING else whom.About(made.subject, made.subject_sure)
        if way is not moods.Mood.TALK:
            thread.goes_on(statement.text, asks=asking, tells=way is None)
        question = question if made is None else ""
    return text


def _spoken(
    text: str, spoken_in: str, speakers: tuple[str, ...], answers: bool
) -> tuple[list[Statement], list[moods.Mood | str | None], bool]:
    """The statements of a message, the way of each, and whether it asks for something; of a task only what instructs the assistant.
    `answers`: it was asked for."""
    spoken = [s for whole in statements.statements(text) if (s := _unaddressed(whole, speakers)).text]
    if spoken_in == language.ENGLISH:
        spoken = [with_name(part, text) for statement in spoken for part in parted(statement)]
    ways = ways_of(spoken, spoken_in)
    asking = [way in ASKING and not asked_for.asks_nothing_else(s.text) for s, way in zip(spoken, ways, strict=True)]
    asked = any((*asking[:1], *asking[-1:]))
    if tasks.is_task((s.sentence for s, way in zip(spoken, ways, strict=True) if way is not STANDING), spoken_in, asked, answers):
        return [s for s, way in zip(spoken, ways, strict=True) if way is STANDING], [STANDING] * ways.count(STANDING), False
    return spoken, ways, any(asking)


def _unaddressed(statement: Statement, speakers: tuple[str, ...]) -> Statement:
    """Without the name of whom it is said to: "Thanks, Melanie"."""
    if not speakers:
        return statement
    name = "|".join(map(re.escape, speakers))
    text = re.sub(rf"^(?:(?:{name})[,!.]+\s+)+", "", statement.text, flags=re.IGNORECASE)
    return statement._replace(text=re.sub(rf"(?:^|,\s*)(?:{name})[,.!]*$", "", text, flags=re.IGNORECASE))


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
    return bool(question) and statement.asks and len(statement.text.split()) <= MOST_GUESS and bool(_GUESS.match(statement.text))


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
