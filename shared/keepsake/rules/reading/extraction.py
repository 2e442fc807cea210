"""The deterministic extractor (rows R8, R10): what the events of a chunk say, as atomic claims that stand alone.

Clauses that a rule names get its category and slot; every other declarative clause with content is kept at low confidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from keepsake.claims import Chunk, Claim
from keepsake.records import Category, Durability, Event, Role, Verdict
from keepsake.rules import words as stems
from keepsake.rules.reading import (
    answers,
    corrections,
    entities,
    guess,
    hearsay,
    momentary,
    portion,
    predicates,
    rewordings,
    subjects,
    taken_back,
    temporal,
)
from keepsake.rules.reading.claimed import UNSURE, Draft, Hearing, claim
from keepsake.rules.reading.clauses import MAX_CHARACTERS, MAX_CLAUSES, Clause, clauses
from keepsake.rules.reading.grammar import USER, Voice, plain, sentence, voice_of
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, content_words
from keepsake.rules.reading.moods import DIRECTIVE
from keepsake.rules.reading.patterns import STATED
from keepsake.rules.reading.subjects import About, Cast, Head
from keepsake.rules.reading.tenses import IRREGULAR_PAST, is_past

NAME = "rules"
"""Recorded on what this extractor made."""
TALK = ("message", "candidate", "correction")
"""Event types that are said, not done."""
FEWEST_WORDS = 3
"""Content words from which a clause that no rule names is kept."""


def extract(chunk: Chunk) -> list[Claim]:
    """Claims of the chunk's spoken events in order, each once."""
    cast = Cast()
    speakers = tuple(dict.fromkeys(s.split()[0] for s in chunk.speakers if s.strip()))
    for speaker in speakers:
        cast.meet(speaker)
    cast.last = None
    heard: list[Event] = [_readable(e) for e in chunk.before if e.event_type in TALK]
    product = _product_before(heard)
    found: list[Claim] = []
    for event in map(_readable, chunk.events):
        if event.verdict is not Verdict.CANDIDATE or not event.extract or event.fact is not None or event.event_type not in TALK:
            continue
        if event.role is Role.USER or (event.role is Role.ASSISTANT and event.name in chunk.speakers):
            hearing = Hearing(event, _voice(event, speakers), cast, product)
            _hear(hearing, heard, frozenset(s.lower() for s in speakers))
            found += hearing.claims
            product = hearing.product
        else:
            found += hearsay.claims_of(event)
        heard.append(event)
    return [momentary.settled(c) for c in _distinct(found)]


def unread(event: Event) -> str | None:
    """Why a user's words are read in part; None where all of them are, or where there is nothing to be read."""
    if event.role is not Role.USER or event.event_type not in TALK or event.fact is not None or not event.extract:
        return None
    many = len(clauses(_readable(event).content)) >= MAX_CLAUSES
    return portion.unread(event.content) or (f"read in part: the first {MAX_CLAUSES} statements" if many else None)


def _readable(event: Event) -> Event:
    """The event with as much of its words as is read."""
    read = portion.portion(event.content)
    return event if len(read.text) == len(event.content) else event.model_copy(update={"content": read.text})


def _voice(event: Event, speakers: tuple[str, ...]) -> Voice:
    """One speaker's name is an alias of the user; several are each their own subject."""
    if len(speakers) < 2 or not event.name:
        return USER
    first = event.name.split()[0]
    others = [s for s in speakers if s != first]
    return voice_of(first, others[0] if len(others) == 1 else None)


def _product_before(events: Iterable[Event]) -> str | None:
    for event in reversed([e for e in events if e.role is Role.USER]):
        for clause in clauses(event.content):
            if (wanted := predicates.wanted(clause.text)) and (kind := entities.product(wanted)):
                return kind
    return None


def _hear(hearing: Hearing, heard: list[Event], names: frozenset[str]) -> None:
    text = plain(hearing.event.content) if len(hearing.event.content) < MOST_CORRECTING else hearing.event.content
    if len(text) < MOST_CORRECTING:
        if (found := corrections.ellipsis(text)) and _restated(hearing, heard, names, found):
            return
        if midway := corrections.midway(text):
            head, half = midway
            whole = corrections.restated(half, [head], lambda s: _values(hearing, hearing.event, s, names))
            text = whole.said if whole else text
        text = rewordings.joined(_taken_back(hearing, heard, names, text))
        if heard and heard[-1].role is Role.ASSISTANT:
            text = answers.answer(heard[-1].content, text) or text
    _hear_text(hearing, hearing.event.content if text == plain(hearing.event.content) else text, names)
    for said in rewordings.presupposed(text):
        _hear_text(hearing, said, names)
    for said in rewordings.reasons(text):
        hearing.claims += [c for c in _claims_of(hearing, hearing.event, said, names) if c.slot is not None and c.category in OF_ONESELF]


OF_ONESELF = (Category.IDENTITY, Category.PROFESSION, Category.RELATIONSHIP, Category.ATTRIBUTE)
"""Categories of what somebody is or has, which a reason may state in passing."""
MOST_LOOKED_BACK = 100
"""Statements before a word that may correct or take back one of them."""
MOST_CORRECTING = 400
"""Characters of a message that may correct an earlier one as a whole."""


def _restated(hearing: Hearing, heard: list[Event], names: frozenset[str], found: corrections.Ellipsis) -> bool:
    """Hears the earlier statement again with its new value; whom it spoke of only by the old one is no longer spoken of."""
    said_by = dict(_latest(heard))
    restated = corrections.restated(found, [s for s, _ in _latest(heard)], lambda s: _values(hearing, said_by[s], s, names))
    if restated is None:
        return False
    about = said_by[restated.statement]
    evidence = (about.event_id, hearing.event.event_id) if about.role is Role.USER else (hearing.event.event_id,)
    before = len(hearing.claims)
    _hear_text(hearing, restated.said, names, replaces=restated.old, evidence=evidence)
    for other in _statements(about):
        if other != restated.statement and (again := re.sub(rf"(?<!\w){re.escape(restated.old)}(?!\w)", found.new, other)) != other:
            _hear_text(hearing, again, names, replaces=restated.old, evidence=evidence)
    spoken_of = {c.subject for c in hearing.claims[before:]}
    _deny(hearing, [c for c in _claims_of(hearing, about, restated.statement, names) if c.subject not in spoken_of], evidence)
    return True


def _taken_back(hearing: Hearing, heard: list[Event], names: frozenset[str], text: str) -> str:
    """Denies what the words take back, and gives back what else they say."""
    head = taken_back.after_all(text)
    taken = taken_back.TakenBack(head, "") if head else taken_back.taken_back(text)
    if taken is None:
        return text
    wanted = stems.content(taken.about or "")
    for statement, event in reversed(_latest([e for e in heard if e.role is Role.USER])):
        meant = len(wanted & stems.content(statement)) >= 0.5 * len(wanted)
        claims = _claims_of(hearing, event, statement, names) if meant else []
        if claims:
            _deny(hearing, claims, (event.event_id, hearing.event.event_id))
            return taken.rest
    if taken.about:
        said = _claims_of(hearing, hearing.event, taken.about, names)
        _deny(hearing, said or [_of_matter(hearing, taken.about)], (hearing.event.event_id,))
    return taken.rest


def _of_matter(hearing: Hearing, matter: str) -> Claim:
    content = f"{hearing.voice.name[:1].upper()}{hearing.voice.name[1:]} said something about {matter}."
    draft = Draft(content=content, raw=matter, subject=hearing.voice.key, category=Category.EVENT, durability=Durability.PERSISTENT)
    return claim(draft, hearing).model_copy(update={"replaces": matter})


def _deny(hearing: Hearing, claims: Iterable[Claim], evidence: tuple[str, ...]) -> None:
    """Each claim as one that is taken back."""
    for made in claims:
        changed = {
            "content": f"It was taken back that {made.content[:1].lower()}{made.content[1:]}", "replaces": made.replaces or made.content,
            "negated": True, "correction": True, "event_ids": evidence, "valid_from": hearing.event.timestamp, "valid_to": None,
            "confidence": max(made.confidence, STATED),
        }  # fmt: skip
        hearing.claims.append(made.model_copy(update=changed))


def _claims_of(hearing: Hearing, event: Event, statement: str, names: frozenset[str]) -> list[Claim]:
    """What one statement of an event claims, on that event's own day."""
    alone = Hearing(event, hearing.voice, deepcopy(hearing.cast), hearing.product)
    alone.cast.kin.clear()
    _hear_text(alone, statement, names)
    return alone.claims


def _values(hearing: Hearing, event: Event, statement: str, names: frozenset[str]) -> list[str]:
    """Values that a statement gives, the last one first: an introduction comes before what is said."""
    return [c.slot.value for c in reversed(_claims_of(hearing, event, statement, names)) if c.slot is not None]


def _latest(heard: list[Event]) -> list[tuple[str, Event]]:
    """The latest statements and who made each, oldest first, as far as a later word reaches back."""
    found: list[tuple[str, Event]] = []
    for event in reversed(heard):
        found += [(s, event) for s in reversed(_statements(event))]
        if len(found) >= MOST_LOOKED_BACK:
            break
    return found[:MOST_LOOKED_BACK][::-1]


def _statements(event: Event) -> list[str]:
    said = [plain(s)[:MAX_CHARACTERS] for s in re.split(r"(?<=[.!])\s+|\n+", event.content) if s.strip()]
    if event.role is Role.USER:
        return said
    return [re.sub(r"\byou\b", "I", re.sub(r"\byour\b", "my", s, flags=re.IGNORECASE), flags=re.IGNORECASE) for s in said]


def _hear_text(hearing: Hearing, text: str, names: frozenset[str], replaces: str | None = None, evidence: tuple[str, ...] = ()) -> None:
    previous: Claim | None = None
    if hearing.cast.unnamed is None and (kin := _MENTIONED_KIN.search(text)):
        hearing.cast.unnamed = kin["kin"].lower()
    for clause in clauses(text, names - {hearing.voice.key}):
        for draft in _read(clause, hearing):
            if replaces is not None:
                draft = draft.corrected(replaces)
            made = claim(draft, hearing, evidence)
            if previous is not None and made.category is Category.EVENT and not draft.periods and previous.category is Category.EVENT:
                made = made.model_copy(update={"valid_from": previous.valid_from})
            hearing.claims.append(made)
            previous = made


def _read(clause: Clause, hearing: Hearing) -> list[Draft]:
    """Drafts of one clause: introductions of people, then the one thing that it says."""
    zone = hearing.event.metadata.get("timezone")
    periods = tuple(temporal.phrases(clause.text, hearing.event.timestamp, zone if isinstance(zone, str) and _is_zone(zone) else "UTC"))
    text = temporal.dated(clause.text, list(periods)) if periods else clause.text
    text, framed = rewordings.unframed(text)
    text = rewordings.reordered(text)
    anew = rewordings.reworded(_with_subject(text))
    text = anew or text
    drafts, only_introduces = _introductions(text, clause, hearing)
    if kin := _MENTIONED_KIN.search(text):
        hearing.cast.unnamed = kin["kin"].lower()
    if only_introduces:
        return drafts
    text = _with_subject(text)
    if ended := _over(text, clause, hearing):
        return [*drafts, *ended]
    own = predicates.fragment(text, hearing) if not _has_subject(text) else None
    if own is None and hearing.voice.other is None and DIRECTIVE.match(text):
        own = predicates.directive(text, hearing)
    if own is None:
        head = subjects.head_of(text, hearing.voice, hearing.cast)
        own = predicates.stated(text, head, hearing, periods) or _unsure(text, head, hearing, periods)
    if own is None:
        return drafts
    own = replace(own, raw=clause.raw, periods=periods)
    marked = clause.marked or framed or anew is not None or _now(own, text)
    return [*drafts, own.corrected() if marked and (own.confidence > UNSURE or _now(own, text)) else own]


def _now(draft: Draft, text: str) -> bool:
    """Whether what holds now holds instead of something: of a slot, or of the one place that a sentence has for it."""
    lasting = draft.slot is not None or draft.category not in (Category.EVENT, Category.PLAN, Category.TASK)
    return lasting and bool(corrections.NOW.search(text)) and not re.search(r"\b(?:also|too|as well)\b", text)


def _over(text: str, clause: Clause, hearing: Hearing) -> list[Draft]:
    """What is called off, or who is no more; a person's end is theirs and the speaker's."""
    over = corrections.over(text)
    if over is None:
        return []
    head = subjects.head_of(text, hearing.voice, hearing.cast)
    head = replace(head, about=About.OTHER) if over.gone and head.about is About.PERSON else head
    ended = Draft(
        content=sentence(subjects.told(text, head, hearing.voice)), raw=clause.raw, subject=hearing.voice.key, category=Category.EVENT,
        durability=Durability.PERSISTENT, importance=0.6, confidence=STATED, correction=True, negated=True, replaces=over.what,
    )  # fmt: skip
    if over.gone is None:
        return [ended]
    slot = predicates.relation_slot(hearing.voice, "partner") if over.parted else None
    theirs = sentence(f"{over.gone.capitalize()} and {hearing.voice.name} parted" if over.parted else text)
    return [ended, replace(ended, content=theirs, subject=over.gone, slot=slot)]


def _is_zone(name: str) -> bool:
    return bool(re.fullmatch(r"(?:UTC|GMT|(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Za-z_/-]+)", name))


def _introductions(text: str, clause: Clause, hearing: Hearing) -> tuple[list[Draft], bool]:
    drafts = []
    found = subjects.introductions(text, hearing.cast.unnamed)
    if kin := _HAS_UNNAMED.match(text):
        hearing.cast.unnamed = kin["kin"].lower()
    for person in found:
        known = person.key in hearing.cast.names and hearing.cast.kin.get((hearing.voice.key, person.kin)) == person.key
        hearing.cast.meet(person.name, hearing.voice.key, person.kin)
        if known or (KIN_CLASS.get(person.kin) == "professional" and subjects.IS_ONES.match(text)):
            continue
        if more := re.search(rf"\b{re.escape(person.name)},? who (?P<rest>[a-z].+)$", text):
            inner = f"{person.name} {more['rest']}"
            said = predicates.stated(inner, subjects.head_of(inner, hearing.voice, hearing.cast), hearing, ())
            drafts += [replace(said, raw=clause.raw)] if said else []
        drafts.append(
            Draft(
                content=f"{person.name} is {hearing.voice.possessive} {person.kin}.",
                raw=clause.raw,
                subject=person.key,
                category=Category.RELATIONSHIP,
                durability=Durability.PERSISTENT,
                importance=0.7,
                confidence=STATED,
                slot=predicates.relation_slot(hearing.voice, person.kin),
            )
        )
    only = bool(found) and not subjects.IS_ONES.match(text) and bool(_ONLY_INTRODUCES.match(text))
    return drafts, only


_MENTIONED_KIN = re.compile(rf"\b(?:my|our) (?P<kin>{KIN_PATTERN})\b(?! [A-Z])", re.IGNORECASE)
"""Of whom what follows may say `she`, though a question or an object named them."""
_HAS_UNNAMED = re.compile(rf"^(?:I|we) (?:have|got|adopted) an? (?:[\w-]+ ){{0,2}}?(?P<kin>{KIN_PATTERN})$", re.IGNORECASE)
_ONLY_INTRODUCES = re.compile(
    r"^(?:(?:[Mm]y|[Oo]ur)\s+(?:[\w-]+\s+){1,3}(?:is\s+(?:called|named)|is|'s name is)\s+[A-Z][\w'-]+(?:\s+[A-Z]\w+)?|(?:[Mm]y"
    r"|[Oo]ur)\s+[\w-]+'s\s+name\s+is\s+\w+|(?:this is|meet)\s+my\s+.+"
    r"|(?:[Hh]er|[Hh]is|[Ii]ts) name is \w+|(?:[Ss]he|[Hh]e|[Ii]t) is (?:called|named) \w+|[A-Z]\w+\s+is\s+(?:my"
    r"|our)\s+(?:[\w-]+\s+){0,2}[\w-]+)$"
)
_HAS_SUBJECT = re.compile(
    r"^(?:I|we|my|our|he|she|they|his|her|their|it|this|that|these|those|the|there|everyone|people|[A-Z][a-z]+)\b", re.IGNORECASE
)
_BARE_STATE = re.compile(r"^(?:so |really |just |still |very |super |also |currently )*(?P<word>[a-z]+)\b")


def _has_subject(text: str) -> bool:
    return bool(re.match(r"^(?:I|we|my|our|he|she|they)\b", text, re.IGNORECASE))


_ONGOING = frozenset(
    "looking planning thinking trying hoping working loving feeling heading considering learning saving going researching".split()
)
_WANTING = frozenset("love like hate enjoy prefer want need cannot miss adore wish".split())
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|can|could|makes?|made|means?|helps?|does|did|seems?|feels?|looks?"
    r"|sounds?|takes?)\b"
)
_DATED_START = re.compile(r"^(?P<when>(?:(?:On|In) (?:the \w+ of )?(?:\d{1,2} )?\w+ \d{4},?|Recently|Just|Also)\s+)(?P<rest>[a-z].*)$")


def _with_subject(text: str) -> str:
    """`Went camping` > `I went camping`."""
    dated = _DATED_START.match(text)
    when, rest = (dated["when"], dated["rest"]) if dated else ("", text[:1].lower() + text[1:])
    first = _BARE_STATE.match(rest)
    word = first["word"] if first else ""
    if len(rest.split()) < 2 or re.search(r"\b(?:me|us)\b|^took a (?:bit|lot|while|few)\b", rest):
        return text
    if word == "been" and re.match(r"been (?:to|\w+ing)\b", rest):
        return f"{when}I have {rest}"
    if (
        is_past(word)
        and not re.search(r"\b(?:is|are)\b", rest)
        and len(rest.split()) >= 3
        and word not in ("used", "said", "let", "read", "felt", "had", "was", "were", "did", "used")
    ):
        return f"{when}I {rest}"
    if re.match(r"(?:now|currently|these days) (?:at|with|living|working|based|an?)\b", rest):
        return f"{when}I am {rest}"
    if word == "gone" or corrections.ending(rest):
        return f"{when}I {'have ' if word == 'gone' else ''}{rest}"
    if word == "had" or (word in _WANTING and not re.match(r"like (?:I|you|we|the way|a|an)\b", rest)):
        return f"{when}I {rest}"
    if word in _ONGOING and not _FINITE.search(rest):
        return f"{when}I am {rest}"
    return text


_DANGLING = re.compile(r"^(?:it|that|this|they|those|these|he|she)\b", re.IGNORECASE)
_VERBAL = re.compile(
    rf"\b(?:{'|'.join(sorted(IRREGULAR_PAST))})\b|"
    r"\b(?:am|is|are|was|were|have|has|had|do|does|did|will|would|can|could|should|\w+ed|\w+ing|\w{2,}s)\b|\b(?:I|we|they)\s+\w+",
    re.IGNORECASE,
)
_TO_OTHERS = re.compile(
    r"^(?:you|your|let|hope|glad|good luck|congrat\w*|have|keep|take|enjoy|happy|wishing|best of|looks? like you|sounds? like)\b",
    re.IGNORECASE,
)


_ASIDE = re.compile(
    r"\bif you ask me\b|\b(?:whatever|anything|everything|all (?:that )?|any \w+) you\b(?=.*\b(?:must|has to|have to|needs? to|should"
    r"|cannot)\b)",
    re.IGNORECASE,
)
"""Words to the assistant in what is not about it."""


def _unsure(text: str, head: Head, hearing: Hearing, periods: tuple[temporal.Period, ...]) -> Draft | None:
    """A declarative clause that no rule names, where it has something to say."""
    words = content_words(text)
    known = head.about is not About.OTHER and bool(content_words(head.predicate)) and len(head.predicate.split()) > 1
    known = known or guess.strong(text, head) is not None or guess.is_habit(text)
    fewest = 1 if known else FEWEST_WORDS if _DANGLING.match(text) else FEWEST_WORDS - 1
    if re.match(r"^there (?:is|are)\b", text, re.IGNORECASE):
        fewest = 1
    if re.match(r"^(?:\"|said\b|\w+ -\w )", text) or '""' in text:
        return None
    says = _VERBAL.search(text) or guess.is_habit(text)
    if len({w.lower() for w in words}) < fewest or not says or _TO_OTHERS.match(text):
        return None
    spoken = _ASIDE.sub("", text)
    if re.search(r"\byou(?:r|rs|rself)?\b", spoken, re.IGNORECASE) and not re.search(r"\b(?:I|we|my|our)\b", text):
        return None
    ahead = any(p.start > hearing.event.timestamp for p in periods)
    category, durability = guess.category_of(text, head, periods, ahead) or (None, None)
    return Draft(
        content=sentence(subjects.told(text, head, hearing.voice)), raw=text, subject=head.key or hearing.voice.key,
        category=category, durability=durability, confidence=UNSURE,
    )  # fmt: skip


def _distinct(found: list[Claim]) -> list[Claim]:
    kept: dict[tuple[str, str], Claim] = {}
    for made in found:
        key = (made.subject, re.sub(r"\W+", " ", made.content.lower()).strip())
        held = kept.get(key)
        if held is None:
            kept[key] = made
        elif held.event_ids != made.event_ids:
            kept[key] = held.model_copy(update={"event_ids": tuple(dict.fromkeys((*held.event_ids, *made.event_ids)))})
    return list(kept.values())
