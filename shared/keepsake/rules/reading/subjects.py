"""Whom a clause is about: the speaker, a named person, a relative without a name, or a thing that one of them has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import StrEnum

from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.grammar import Voice, s_form, sentence, third_person
from keepsake.rules.reading.lexicon import BASE_VERBS, KIN_CLASS, KIN_PATTERN, NAME_PATTERN, NATIONALITIES, NOT_NAMES, is_adverb
from keepsake.rules.reading.possessions import APPOINTMENT


class About(StrEnum):
    SPEAKER = "speaker"
    PERSON = "person"
    KIN = "kin"
    THING = "thing"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Head:
    """The subject of a clause and what is said of it."""

    about: About
    key: str
    """Subject of the claim."""
    name: str
    """Words for the subject in the content, as "the user's sister"."""
    predicate: str
    adverbs: str = ""
    """Adverbs and opening phrases that stood before the predicate, in lower case."""
    noun: str = ""
    """What is had, for a thing ("budget")."""
    prefix: str = ""
    """Of the feature, for a relative without a name ("sister_")."""


@dataclass(slots=True)
class Cast:
    """The people of one conversation, as far as it has named them."""

    names: dict[str, str] = field(default_factory=dict)
    """Lowercase first name > name as written."""
    kin: dict[tuple[str, str], str] = field(default_factory=dict)
    """(speaker's key, "wife") > lowercase first name."""
    unnamed: str | None = None
    """The relative spoken of last without a name: "her name is" is about them."""
    last: str | None = None
    """Who `she` or `he` is: the person named last."""

    def meet(self, name: str, speaker: str = "", kin: str = "") -> str:
        key = subject_key(name)
        self.names.setdefault(key, name.split()[0])
        if kin:
            self.kin[speaker, kin] = key
        self.last = key
        return key


@dataclass(frozen=True, slots=True)
class Introduction:
    """A person or animal named with what they are to the speaker."""

    name: str
    kin: str
    key: str


def subject_key(name: str) -> str:
    """Lowercase first name; organisations go through `organisation_key`."""
    return name.split()[0].lower()


def organisation_key(name: str) -> str:
    """Lowercase and hyphenated: `Fixpoint Labs` > `fixpoint-labs`."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


_INTRODUCTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:[Mm]y|[Oo]ur)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN}),?\s+(?:(?:is\s+)?(?:named"
        rf"|called)\s+)?(?P<name>{NAME_PATTERN})\b",
        rf"\b(?:[Mm]y|[Oo]ur)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN})'s\s+name\s+is\s+(?P<name>{NAME_PATTERN})\b",
        rf"^(?:[Mm]y|[Oo]ur)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN})\s+is\s+(?P<name>{NAME_PATTERN})$",
        rf"\b(?:an?|the|new|one|little)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN})\s+(?:named|called)\s+(?P<name>{NAME_PATTERN})\b",
        rf"\b(?P<name>{NAME_PATTERN})\s+is\s+(?:my|our)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN})\b(?!\s+{KIN_PATTERN})",
        rf"\b(?P<name>{NAME_PATTERN})(?:,\s+|\s+\()(?:my|our)\s+(?:[\w-]+\s+){{0,2}}?(?P<kin>{KIN_PATTERN})\b",
    )
)


def introductions(clause: str, unnamed: str | None = None) -> list[Introduction]:
    """Who is named in a clause. `unnamed` is the relative whom "her name is" means."""
    found: dict[str, Introduction] = {}
    for pattern in _INTRODUCTIONS:
        for match in pattern.finditer(clause):
            name, kin = match["name"], match["kin"].lower()
            if name.lower() not in NOT_NAMES and name.lower() not in NATIONALITIES and not is_adverb(name):
                found.setdefault(subject_key(name), Introduction(name, kin, subject_key(name)))
    if unnamed and (other := _NAMES_OTHER.match(clause)):
        found.setdefault(subject_key(other["name"]), Introduction(other["name"], unnamed, subject_key(other["name"])))
    return list(found.values())


_NAMES_OTHER = re.compile(
    rf"^(?:(?:her|his|its) name is|(?:she|he|it) is (?:called|named)|(?:she|he) goes "
    rf"by)\s+(?P<name>{NAME_PATTERN})$",
    re.IGNORECASE,
)


def is_animal(kin: str) -> bool:
    return KIN_CLASS.get(kin) == "pet"


_OPENING_WORD = (
    r"(?:instead of|every|each|most|on|in|at|once|twice|during|for|since|last|next|this|these|when|whenever|usually|sometimes|now"
    r"|lately|recently"
    r"|currently|nowadays|yesterday|today|tomorrow|tonight|to me|normally|typically|personally|as|after|before|back|over|earlier|one|two"
    r"|a few|if|while|because|with|right now|most of the time|maybe|perhaps|hopefully|honestly|eventually|possibly|probably|finally)"
)
_OPENING = re.compile(
    rf"^(?P<opening>{_OPENING_WORD}\b(?:[^,]{{0,60}},|(?:\s+(?!(?:it|that|is|was|feels?)\b)\w+){{0,5}}?))\s*(?=\b(?:I|we|my|our)\b)",
    re.IGNORECASE,
)
_SPEAKER = re.compile(r"^(?:I|we|me and [\w ]+?|(?:my|our) [\w ]+? and I|[A-Z]\w+ and I)\s+", re.IGNORECASE)
_RELATIVE = re.compile(
    rf"^(?:[Mm]y|[Oo]ur)\s+(?P<words>(?:[\w-]+\s+){{0,2}}?)(?P<kin>{KIN_PATTERN})\b(?P<own>'s)?,?\s+(?:(?:named"
    rf"|called)\s+)?(?:(?P<name>{NAME_PATTERN})(?P<named>'s)?,?\s+)?(?P<rest>.+)$"
)
_ONES = "|".join(w for w, kind in KIN_CLASS.items() if kind == "professional") + "|gp|vet|physio|therapist|hairdresser|barber|optician"
IS_ONES = re.compile(rf"^(?:[Mm]y|[Oo]ur) (?:new )?(?P<noun>(?:[\w-]+ )?(?:{_ONES})) is (?:now |called |a )?(?P<value>(?:Dr\.? )?[A-Z].*)$")
"""`my landlord is Mr Henshaw`: somebody one has one of, so that the next one takes their place."""
_NOUN_FOLLOWS = re.compile(r"^(?!(?:also|just|still|now|never|always|who|really)\b)(?!\w+ly\b)[a-z-]+\s+(?:is|are|was|were|has|got|will)\b")
"""Of `my dentist appointment is`: the relative only tells which appointment."""
_THIRD = re.compile(rf"^(?P<name>{NAME_PATTERN})(?P<own>'s)?\s+(?P<rest>.+)$")
_APPOSED = re.compile(
    rf"^(?P<name>{NAME_PATTERN})(?:,\s+(?:[Mm]y|[Oo]ur)\s+[^,]{{2,40}},|\s+\((?:[Mm]y|[Oo]ur)\s+[^)]{{2,40}}\)"
    rf"|\s+(?:from|in|at)\s+(?:the\s+)?[\w-]+(?=\s+(?:always|never|often|usually|sometimes|still|just|also|\w+s"
    rf"|\w+ed)\b))\s+(?P<rest>(?!is\b|are\b|has\b).+)$"
)
"""`Haruto, my oldest, plays`, `Sami (my brother) restores`, `Priya from accounting brings`."""
_PRONOUN = re.compile(r"^(?P<pronoun>he|she|his|her)\s+(?P<rest>.+)$", re.IGNORECASE)
_THING = re.compile(r"^(?:my|our)\s+(?P<rest>.+)$", re.IGNORECASE)
_EVENT_THING = re.compile(
    r"^the\s+(?P<noun>(?:[\w'-]+\s+){0,4}?[\w'-]+)\s+(?:is|has been|was)\s+(?:now\s+)?(?:on|at|moved|rescheduled"
    r"|postponed|in|tomorrow)\b",
    re.IGNORECASE,
)
_HAVING = re.compile(
    r"^(?P<noun>(?:[\w'/-]+\s+){0,5}?[\w'/-]+)\s+(?P<verb>is|are|was|were|has been|have been|will be|got|has|would be)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_HUMAN = "|".join(
    s_form(verb)
    for verb in "coach teach tutor knit mow sew bake cook sing dance paint swim jog hike cycle commute smoke drink eat adore volunteer"
    " babysit "
    "collect snore pray drive travel marry graduate retire garden foster mentor worry cry dream practise practice skate"
    " climb juggle".split()
)
"""What only a person does."""
_FINITE = re.compile(
    r"^(?:(?:\w{2,20}ly|also|just|always|never|still|now|often|no longer)\s+){0,4}(?:is|was|has|had|does|did|will|can"
    r"|cannot|works|worked|lives|lived|loves|likes|hates|prefers|enjoys|speaks|plays"
    r"|wants|needs|got|moved|started|joined|studies|teaches|runs|owns|drives|quit|left|became|married|turned|grew|broke|bought|went"
    r"|came|thinks|believes|told|said|made|took|gave|hopes|plans|visited|died|passed"
    rf"|{_HUMAN})\b"
)


def head_of(clause: str, voice: Voice, cast: Cast) -> Head:
    """What the clause is about. A name counts as a person's when it was introduced or speaks, or when what follows is said of people."""
    opening = _OPENING.match(clause)
    lead, body = (opening["opening"].rstrip(", "), clause[opening.end() :]) if opening else ("", clause)
    if match := _SPEAKER.match(body):
        return _with_adverbs(About.SPEAKER, voice.key, voice.name, body[match.end() :], lead)
    if match := IS_ONES.match(body):
        return _thing(f"{match['noun']} is {match['value']}", voice.key, voice.possessive, "", lead, clause)
    if (match := _RELATIVE.match(body)) and (match["name"] or "").lower() not in NOT_NAMES and not _NOUN_FOLLOWS.match(match["rest"]):
        return _relative(match, voice, cast, lead)
    if match := _APPOSED.match(body):
        key = cast.meet(match["name"])
        return _with_adverbs(About.PERSON, key, cast.names[key], match["rest"], lead)
    if match := _PRONOUN.match(body):
        return _pronoun(match, voice, cast, lead, clause)
    if (event := _EVENT_THING.match(body)) and APPOINTMENT.match(event["noun"]):
        return _thing(body.split(None, 1)[1], voice.key, voice.possessive, "", lead, clause)
    if match := _THING.match(body):
        return _thing(match["rest"], voice.key, voice.possessive, "", lead, clause)
    if (match := _THIRD.match(body)) and (named := _person(match, cast)):
        if match["own"]:
            return _thing(match["rest"], named, f"{cast.names[named]}'s", "", lead, clause)
        cast.last = named
        return _with_adverbs(About.PERSON, named, cast.names[named], match["rest"], lead)
    return Head(About.OTHER, voice.key, voice.name, clause, lead.lower())


def _person(match: re.Match[str], cast: Cast) -> str | None:
    key = match["name"].lower()
    if key in cast.names:
        return key
    if key in NOT_NAMES or key in NATIONALITIES or match["own"]:
        return None
    known = key in GIVEN_NAMES and _SAYS_OF.match(match["rest"])
    return cast.meet(match["name"]) if known or (_FINITE.match(match["rest"]) and _of_people(match["rest"])) else None


_SAYS_OF = re.compile(
    r"^(?:\w+ly |also |still |never |always |just |now )*(?:is|was|has|had|does|did|will|can|cannot|used|\w{2,}s"
    r"|\w{2,}ed|got|went)\b"
)
_OF_PEOPLE = re.compile(
    r"\b(?:works?|worked|lives?|lived|loves?|likes|hates|enjoys|speaks|plays|studies|teaches|married|born|grew up|told me|said|my"
    r"|our|(?:is|was) (?:moving|expecting|pregnant|getting married|visiting|coming|turning|allergic|vegan|vegetarian|retiring|studying"
    r"|working"
    rf"|living|engaged|divorced|married)|{_HUMAN}"
    r"|years old|thinks|believes|hopes|wants to)\b"
)


def _of_people(predicate: str) -> bool:
    return bool(_OF_PEOPLE.search(predicate))


def _relative(match: re.Match[str], voice: Voice, cast: Cast, lead: str) -> Head:
    kin, name = match["kin"].lower(), match["name"]
    possessed = bool(match["own"] or match["named"])
    if name:
        key = cast.meet(name, voice.key, kin)
        who, prefix = name.split()[0], ""
    elif (voice.key, kin) in cast.kin:
        key = cast.kin[voice.key, kin]
        cast.last = key
        who, prefix = cast.names[key], ""
    else:
        key, who = voice.key, f"{voice.possessive} {match['words']}{kin}"
        cast.unnamed = kin
        prefix = f"{kin.replace('-', '_')}_"
    if possessed:
        return _thing(match["rest"], key, f"{who}'s", prefix, lead, match[0])
    return _with_adverbs(About.KIN if prefix else About.PERSON, key, who, match["rest"], lead, prefix)


def _pronoun(match: re.Match[str], voice: Voice, cast: Cast, lead: str, clause: str) -> Head:
    key = cast.last
    pronoun = match["pronoun"].lower()
    if key is None and cast.unnamed and pronoun in ("he", "she"):
        who, prefix = f"{voice.possessive} {cast.unnamed}", f"{cast.unnamed.replace('-', '_')}_"
        return _with_adverbs(About.KIN, voice.key, who, match["rest"], lead, prefix)
    if key is None:
        return Head(About.OTHER, voice.key, voice.name, clause, lead.lower())
    if pronoun == "his" or (pronoun == "her" and _HAVING.match(match["rest"])):
        return _thing(match["rest"], key, f"{cast.names[key]}'s", "", lead, clause)
    return _with_adverbs(About.PERSON, key, cast.names[key], match["rest"], lead)


def _thing(rest: str, key: str, owner: str, prefix: str, lead: str, clause: str) -> Head:
    match = _HAVING.match(rest)
    if match is None:
        return Head(About.OTHER, key, owner, clause, lead.lower(), prefix=prefix)
    return Head(About.THING, key, owner, f"{match['verb'].lower()} {match['rest']}", lead.lower(), match["noun"], prefix)


def _with_adverbs(about: About, key: str, name: str, predicate: str, lead: str, prefix: str = "") -> Head:
    words = predicate.split()
    if len(words) > 2 and words[0].lower() in ("do", "does") and words[1].lower() in BASE_VERBS:
        words.pop(0)
    skipped: list[str] = []
    while words and is_adverb(words[0].strip(",")) and words[0].lower() not in ("like", "not"):
        skipped.append(words.pop(0).strip(",").lower())
    return Head(about, key, name, " ".join(words), " ".join([lead.lower(), *skipped]).strip(), prefix=prefix)


_COMPANY = re.compile(r"^(?P<who>(?:my|our) (?:\w+ ){0,3}?\w+|[A-Z]\w+) and I\s+", re.IGNORECASE)
"""`my wife and I`."""


def told(clause: str, head: Head, voice: Voice) -> str:
    """The clause as a sentence about its subject that stands alone."""
    if head.about is About.SPEAKER:
        if company := _COMPANY.match(clause):
            with_whom = re.sub(r"^(?:my|our)\b", "their", company["who"], flags=re.IGNORECASE)
            return third_person(f"we {clause[company.end() :]}", replace(voice, plural=f"{voice.name} and {with_whom}"))
        return third_person(clause, voice)
    if head.about is About.THING:
        return third_person(f"{head.name} {head.noun} {head.predicate}", voice)
    if head.about in (About.PERSON, About.KIN):
        adverbs = " ".join(a for a in head.adverbs.split() if is_adverb(a))
        return third_person(f"{head.name} {adverbs} {head.predicate}".replace("  ", " "), voice, others=True)
    inside = third_person(clause, voice)
    if voice.name.lower() in inside.lower():
        return inside
    return sentence(f"{voice.name} says: {inside}")
