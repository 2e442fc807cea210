"""The deterministic extractor (rows R8, R10): what the events of a chunk say, in the speaker's own words, one statement a claim.

Each file of this room decides one thing, in this order: what is the writer's own (`own_words`), where one statement ends (`statements`),
whether it instructs the assistant (`standing`), is what a task is about (`tasks`) or no statement at all (`moods`), whom it is about
(`whom`), what kind of fact it is (`kinds`, `sensitivity`), what it fills (`typed`) and what it changes (`changes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from keepsake.claims import Chunk, Claim
from keepsake.records import Category, Durability, Event, Role, Sensitivity, Slot, Source, Verdict
from keepsake.rules import bare_answer, slots
from keepsake.rules.dates import temporal
from keepsake.rules.reading import (
    asked_for,
    changes,
    context,
    entities,
    held_for,
    kinds,
    language,
    moods,
    own_words,
    people,
    portion,
    sensitivity,
    small_talk,
    standing,
    statements,
    style,
    tasks,
    typed,
    usefulness,
    wanted,
    whom,
)
from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.statements import Statement

NAME = "rules"
"""Recorded on what this extractor made."""
TALK = ("message", "candidate", "correction")
"""Event types that are said, not done."""
STATED = 0.85
"""Confidence in what is said outright."""
HEDGED = 0.45
"""In what is hedged ("i think", "maybe"): it is kept, and changes nothing that is known."""
MOST_QUESTION = 300
"""Characters at the end of what the assistant said in which its question is looked for."""
MOST_CONTEXT = 300
MOST_ANSWER = 4
"""Words of an answer in another language: nothing tells a longer one from what is asked for."""
MOST_PIECES = 4
"""Of what is said in a word or three each ("Girl. Eilidh. 11 July, 3.4 kg"), that stand beside the next one."""
MOST_INTRODUCED = 5
"""People whom the requests of one message introduce."""
MOST_TALK = 12
"""Statements of a message, above which it tells a tale, where not many of them are orders: "don't let me fall" is none there."""

NOTHING = "nothing_kept"
"""How the reason of an event begins of which nothing is kept."""
PASTED = "pasted text"
EMPTY = "no statement"


@dataclass(slots=True)
class Hearing:
    """What is known while the events of a chunk are read in turn."""

    cast: people.Cast
    product: str | None = None
    """The kind of thing that the talk is about buying."""
    claims: list[Claim] = field(default_factory=list)


def extract(chunk: Chunk) -> list[Claim]:
    """Claims of the chunk's spoken events in order, each once."""
    speakers = tuple(dict.fromkeys(s.split()[0] for s in chunk.speakers if s.strip()))
    hearing = Hearing(_cast(chunk, speakers))
    previous: Event | None = None
    for event in chunk.before:
        if event.event_type in TALK and event.role is Role.USER:
            _hear(event, previous, Hearing(hearing.cast, hearing.product), speakers)
            hearing.product = _product(event) or hearing.product
        previous = event
    for event in chunk.events:
        if event.event_type not in TALK:
            continue
        if _is_read(event) and (event.role is Role.USER or event.name in chunk.speakers):
            hearing.product = _product(event) or hearing.product
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


def _hear(event: Event, previous: Event | None, hearing: Hearing, speakers: tuple[str, ...]) -> None:
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
        spoken = [part for statement in spoken for part in _parted(statement)]
    ways = _ways(spoken, spoken_in)
    asking = [way in _ASKING and not asked_for.asks_nothing_else(s.text) for s, way in zip(spoken, ways, strict=True)]
    asked = any((*asking[:1], *asking[-1:]))
    if tasks.is_task((s.sentence for s, way in zip(spoken, ways, strict=True) if way is not STANDING), spoken_in, asked, bool(question)):
        spoken, ways = [s for s, way in zip(spoken, ways, strict=True) if way is STANDING], [STANDING] * ways.count(STANDING)
        asking = []
    replies = previous is not None and previous.role is Role.ASSISTANT
    asks, fiction = any(asking), tasks.is_fiction(s.sentence for s in spoken)
    works_on = any(
        way in _ASKING and tasks.points_at_text(s.text) and not tasks.brings_text(s.sentence) for s, way in zip(spoken, ways, strict=True)
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
        if way in _ASKING and spoken_in == language.ENGLISH and not fiction and introduced < MOST_INTRODUCED:
            new = _introduced(statement, event, hearing)[: MOST_INTRODUCED - introduced]
            hearing.claims, introduced = [*hearing.claims, *new], introduced + len(new)
        made = _claim(statement, way, event, hearing, spoken_in, question, said_before, part_of, replies)
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
        if way is not moods.Mood.TALK and not _NAME_ALONE.fullmatch(statement.text):
            said_before = statement.text
            stood = context.stands(statement.text, way in _ASKING)
            anchor = statement.text if stood else anchor
        if way is not moods.Mood.TALK:
            piece = way is None and context.is_fragment(statement.text)
            pieces = [*pieces[1 - MOST_PIECES :], statement.text] if piece else []
        if len(pieces) > 1:
            said_before, stood = ". ".join(pieces), True
            anchor = said_before
        question = question if made is None else ""


def _parted(statement: Statement) -> Iterator[Statement]:
    """A request, and what it tells: each a statement of its own. What is asked for in the same breath stays with the request."""
    head, *told = asked_for.parted(statement.text)
    if not told or _way(statement._replace(text=head), language.ENGLISH) not in _ASKING:
        yield statement
        return
    found = [s for t in told for s in statements.statements(t.rstrip(" ?"))]
    if not any(_way(s, language.ENGLISH) is None and _says_more(s, head) for s in found):
        yield statement
        return
    yield statement._replace(text=head, sentence=head)
    yield from (s._replace(before=head, asks=False) for s in found)


def _says_more(statement: Statement, asked: str) -> bool:
    """Whether what a request tells is of its writer's world: of themselves, or with a figure; of "it" where what is asked is of theirs."""
    figure = tasks.has_figure(statement.text) and (not _THING_HEADS.match(statement.text) or tasks.speaks_of_writer(asked))
    return tasks.speaks_of_writer(statement.read) or figure or bool(_OF_SOMEBODY.match(statement.text))


_OF_SOMEBODY = caseless(
    r"(?:(?-i:[A-ZÀ-Þ])[\w'’-]+|(?:dr|mr|mrs|ms|prof)\.? [\w'’-]+|he|she|they|(?:he|she)['’]s|hes|shes|many|most"
    r"|all) (?:\S+ ){0,2}?(?:is|are|was|has|have|had|will|wo|ca|does|did|\w+s|\w+ed)\b"
)


def _ways(spoken: Sequence[Statement], spoken_in: str) -> list[moods.Mood | str | None]:
    """What each statement of a message is (`_way`), by what stands around it: few orders within a long tale are the assistant's, and what
    follows an announced list of them, or goes on about one, is."""
    ways = [_way(statement, spoken_in) for statement in spoken]
    tale = ways.count(STANDING) * 4 < len(ways) > MOST_TALK
    if tale:
        ways = [_way(statement, spoken_in, amid_a_tale=True) for statement in spoken]
    elif (
        spoken_in == language.ENGLISH and (first := next((i for i, s in enumerate(spoken) if standing.announces(s.text)), None)) is not None
    ):
        ways = [
            STANDING if i >= first and standing.is_rule(s.text.partition(": ")[2] if i == first else s.text) else way
            for i, (s, way) in enumerate(zip(spoken, ways, strict=True))
        ]
    for i in range(1, len(ways)):
        if ways[i] is None and ways[i - 1] is STANDING and spoken_in == language.ENGLISH and standing.goes_on(spoken[i].text):
            ways[i] = STANDING
    return ways


def _way(statement: Statement, spoken_in: str, amid_a_tale: bool = False) -> moods.Mood | str | None:
    """STANDING for an instruction, why it is no statement, or None for one."""
    if spoken_in != language.ENGLISH:
        asked = statement.asks or language.asks(statement.text, spoken_in)
        return STANDING if language.instructs(statement.text, spoken_in) else moods.Mood.QUESTION if asked else None
    ordered = standing.is_standing(statement.text.removeprefix(f"{statement.heading}: "), amid_a_tale)
    ordered = ordered or (standing.is_addressed(statement.before or statement.text) and standing.is_rule(statement.text))
    return STANDING if ordered else moods.mood(statement)


def _known(made: Claim, cast: people.Cast, spoken_in: str) -> bool:
    """Whether it is of somebody: another who heads it, who was just spoken of, or the speaker by more than a word like "kids"."""
    of_them = len(cast.spoken_of) > 1 if made.subject == people.UNKNOWN else made.subject != cast.speaker
    return (made.subject_sure and made.subject != cast.speaker) or ((made.subject_sure or of_them) and _tells(made, made.raw, spoken_in))


def _tells(made: Claim, sentence: str, spoken_in: str) -> bool:
    """Whether it tells anything where nothing shows that it is of the speaker's world."""
    if spoken_in != language.ENGLISH:
        return language.states(sentence, spoken_in)
    return tasks.tells(sentence) or made.correction or made.category not in (Category.ATTRIBUTE, Category.EVENT)


def _claim(
    statement: Statement, way: moods.Mood | str | None, event: Event, hearing: Hearing, spoken_in: str, question: str, said_before: str,
    part_of: whom.About | None, replies: bool,
) -> Claim | None:  # fmt: skip
    if spoken_in != language.ENGLISH:
        return _foreign(statement, way, event, hearing, spoken_in, question)
    if not question and _NAME_ALONE.fullmatch(statement.text):
        return None
    ordered = way is STANDING
    if not ordered and way is not None:
        whom.about(statement.text, statement.before or said_before, hearing.cast)  # a question may introduce somebody
        return None
    own = ordered or question or statement.before or said_before or tasks.speaks_of_writer(statement.read)
    own = own or (replies and usefulness.has_value(statement.text))
    if not own and _THING_HEADS.match(statement.text) and not changes.change(statement.read).marked:
        return None  # nobody can tell of what
    about = whom.about(statement.read, statement.before or said_before, hearing.cast, part_of)
    if not about.sure and statement.heading and statement.heading.lower() in hearing.cast.names:
        about = whom.About(statement.heading.lower())
    if ordered:
        about = whom.About(standing.SUBJECT)
    return _made(statement, event, about, hearing, context.of(statement, question, said_before, about.sure), question, ordered)


def _introduced(statement: Statement, event: Event, hearing: Hearing) -> list[Claim]:
    """Whom a request or a question tells of for the first time: "a message to Ana, my landlady"."""
    found = []
    for words, role, name in asked_for.introduced(statement.text):
        if hearing.cast.kin.get(role.lower()) != name.lower():
            about = whom.About(hearing.cast.meet(name, role))
            made = _made(statement._replace(text=words, before="", asks=False, whose=""), event, about, hearing, "", "", False)
            found.append(made.model_copy(update={"category": Category.RELATIONSHIP}))
    return found


def _foreign(
    statement: Statement, way: moods.Mood | str | None, event: Event, hearing: Hearing, spoken_in: str, question: str
) -> Claim | None:  # fmt: skip
    """A statement of another language: its words as they are, and no slot."""
    text, ordered = statement.text, way is STANDING
    if not ordered and (way is not None or len(text) + language.unspaced(text) < LEAST_FOREIGN):
        return None
    mine = language.first_person(text, spoken_in)
    about = whom.About(standing.SUBJECT) if ordered else whom.About(hearing.cast.speaker if mine else people.UNKNOWN, mine)
    made = _made(statement, event, about, hearing, statement.before or ("" if about.sure else question), "", ordered)
    return made.model_copy(update={"slot": None, "correction": language.changes(text, spoken_in), "replaces": None, "negated": False})


LEAST_FOREIGN = 8
"""Characters of a statement in another language, below which it is a greeting or a nod; a sign of a script without spaces says as much as
two ("我住在柏林")."""


def _made(
    statement: Statement, event: Event, about: whom.About, hearing: Hearing, context: str, question: str, ordered: bool
) -> Claim:  # fmt: skip
    text, read = statement.text, statement.read
    zone = event.metadata.get("timezone")
    periods = temporal.phrases(text, event.timestamp, zone if isinstance(zone, str) and _is_zone(zone) else "UTC")
    periods = temporal.without_months(periods, statement.sentence)
    firm = not (statement.asks or changes.unsure(read) or changes.past_life(read) or moods.tells_of_minds(read))
    change = changes.change(read)
    kind = kinds.kind(read, any(p.start > event.timestamp for p in periods), bool(periods))
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
        importance=0.8 if ordered else kind.importance, confidence=STATED if firm or ordered else HEDGED,
        sensitivity=sensitivity.of(f"{text} {context}", feature),
        source=Source.CORRECTED if event.event_type == "correction" else Source.EXPLICIT, source_role=event.role,
        event_ids=(event.event_id,), valid_from=valid_from, valid_to=valid_to, replaces=change.replaces,
        correction=change.marked or event.event_type == "correction", negated=change.ends, undoes=change.undoes,
    )  # fmt: skip


_KIND_OF = {
    **dict.fromkeys(("age", "name", "birthday", "residence", "height"), Category.IDENTITY),
    **dict.fromkeys(("employer", "job_title"), Category.PROFESSION),
    **dict.fromkeys(("weight", "allergies"), Category.ATTRIBUTE),
    **dict.fromkeys(("relation_to_user", "spouse", "child", "parent", "sibling", "pet", "partner"), Category.RELATIONSHIP),
    "budget": Category.CONSTRAINT,
    "looking_for": Category.PLAN,
}
"""What kind a statement is by what it fills."""


def _unaddressed(statement: Statement, speakers: tuple[str, ...]) -> Statement:
    """Without the name of whom it is said to: "Thanks, Melanie"."""
    if not speakers:
        return statement
    name = "|".join(map(re.escape, speakers))
    text = re.sub(rf"^(?:(?:{name})[,!.]+\s+)+", "", statement.text, flags=re.IGNORECASE)
    return statement._replace(text=re.sub(rf"(?:^|,\s*)(?:{name})[,.!]*$", "", text, flags=re.IGNORECASE))


STANDING = "standing"
_ASKING = (moods.Mood.QUESTION, moods.Mood.REQUEST)


def _is_plot(statement: Statement) -> bool:
    """`I am the captain` of "write a story about a pirate: I am the captain"."""
    head, colon, told = statement.sentence.partition(":")
    return bool(colon) and statement.text in told and tasks.is_fiction([head])


_NAME_ALONE = re.compile(r"[A-ZÀ-Þ][\w'-]*")
"""Of "Thanks, Mel!": whom it is said to."""
_THING_HEADS = caseless(r"(?:it|its|it['’]s|that|that['’]s|thats|this|these|those)\b")
_HEADED = re.compile(r"^[^\W\d][\w'’ -]{1,40}:\s+")


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


_UNTIL = caseless(r"^(?:until|till|til)\b")
_DENIES = caseless(r"\b(?:(?:did|do|does|was|were|is|are|wo)n['’]?t|not|never)\b[^,.;]{0,40}$")
_FROM_THEN = caseless(r"\b(?:from|starting|starts?|as of|effective|takes? over|begins?|beginning|moves?|joins?|leaves?)\b")


def _valid(text: str, periods: list[temporal.Period], event: Event, marked: bool) -> tuple[object, object]:
    """Since when, and until when, the words say that it holds; else since they were said."""
    since, until, ahead = event.timestamp, None, False
    for period in periods:
        if _DENIES.search(text[: period.begin]):
            continue  # "she didn't start on June 1, she started on July 1"
        ahead = ahead or period.start > event.timestamp  # "in June I sail, on a boat from 1987" does not hold since then
        if _UNTIL.match(period.phrase) and period.end > event.timestamp:
            until = period.end
        elif (period.start <= event.timestamp and since == event.timestamp and not ahead) or (
            period.start > event.timestamp and since == event.timestamp and marked and _FROM_THEN.search(text)
        ):
            since = period.start
    return since, until


def _product(event: Event) -> str | None:
    thing = wanted.sought(portion.portion(event.content).text)
    return wanted.product(thing) if thing else None


_SHOPPING = frozenset("budget looking_for style feel look weight_class shade fit noise price size shoe_size".split())
_ANAPHOR = caseless(r"\b(?:something|anything|one|ones|them|it)\b")


def _concerns(product: str, text: str, feature: str) -> bool:
    """Whether a statement is about the thing that the talk is about: a shopping feature, "something", or a word of it."""
    if feature in _SHOPPING or _ANAPHOR.search(text):
        return True
    stems = (w[: 3 if w.endswith("ing") else 4] for w in product.split() if len(w) > 3)
    return any(re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) for stem in stems)


def _is_zone(name: str) -> bool:
    return bool(re.fullmatch(r"(?:UTC|GMT|(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Za-z_/-]+)", name))


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
