"""Whom a statement is about (row R8): the user in the first person, somebody or something of a name at its head, or `unknown`.

A pronoun stands for a person only where one alone was spoken of; else the subject is `unknown`, never the user. "We" is told of the user,
in its own word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, KIN_PLURAL, NOT_NAMES, PLACES, caseless

USER = "user"
UNKNOWN = "unknown"
MOST_NAMES = 100


class About(NamedTuple):
    """A statement's subject: `user`, a first name or kin in lower case, an organisation with hyphens, or `unknown`."""

    subject: str
    sure: bool = True
    """It heads the clause; where not, it is who was spoken of before, and what is known of another may tell better."""


@dataclass(slots=True)
class Cast:
    """Who has been spoken of, in the order of the talk."""

    speaker: str = USER
    names: set[str] = field(default_factory=set)
    """Lower-case names of people, animals and organisations met."""
    kin: dict[str, str] = field(default_factory=dict)
    """`mum` > `rosa`."""
    titles: dict[str, str] = field(default_factory=dict)
    """`osei` > `mr`."""
    last: str | None = None
    """Of whom "she" and "he" are understood; None where nobody, or more than one, was spoken of in this message or the one before."""
    quiet: int = 0
    """Messages since somebody was last spoken of."""
    topic: str | None = None
    """Whom the talk is held for: "I'm filling this in for my mum, Rosa"."""
    asked_of: str | None = None
    """Of whom the question is that the message answers."""

    def meet(self, name: str, kin: str | None = None) -> str:
        key = name.lower()
        if len(self.names) < MOST_NAMES:
            self.names.add(key)
            if kin:
                self.kin.setdefault(kin.lower(), key)
        return key

    def listen(self) -> None:
        """A further message begins."""
        self.quiet += 1
        self.asked_of = None
        if self.quiet > 1:
            self.last = None

    def speak_of(self, who: str | None) -> None:
        self.last, self.quiet = who, 0

    def of_kin(self, kin: str) -> str:
        return self.kin.get(kin.lower(), kin.lower().replace(" ", "-"))


_NAME = r"[A-ZÀ-Þ](?:[\w-]|'(?!s\b))*[a-zà-ÿ]"
_ROLE = (
    r"(?:neighbou?r|client|customer|landlord|landlady|competitor|supplier|vendor|investor|cofounder|co-founder|founder|teacher|coach"
    r"|trainer|doctor|dentist|therapist|nurse|vet|gp|boss|manager|cto|ceo|cfo|coo|colleague|coworker|teammate|roommate|flatmate|intern"
    r"|assistant|tenant|student|exchange student|nanny|babysitter|accountant|lawyer|plumber|friend|best friend|mate|team lead|lead)"
)
_WHO = rf"(?:{KIN_PATTERN}|{_ROLE})"
_AND_ANOTHER = caseless(
    rf"^(?:(?:(?:my|our|the)\s+)?(?:\w+\s)?{_WHO}(?:\s+(?-i:{_NAME}))?|(?-i:{_NAME}(?: {_NAME})?))\s+(?:and|&)\s+(?:(?:my|our|her"
    rf"|his)\s+\w|(?-i:{_NAME})\b)",
)
_FIRST = caseless(
    r"^(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|im|ive|id(?= \w)|ill(?= \w)|me|we|we['’](?:re|ve|d|ll)|weve|us|ours|mine|my own|myself|lets"
    rf"|let['’]s|the user)\b|^(?:me and|(?:my \w+(?: (?-i:{_NAME}))?|(?-i:{_NAME})) and (?:i|me)\b)",
)
_ADVERB = caseless(
    r"^(?:(?:now that|now|instead|right now|today|yesterday|tomorrow|tonight|actually|also|currently|usually|sometimes|recently|lately"
    r"|finally|apparently|unfortunately|luckily|eventually|suddenly|generally|normally|typically|occasionally|initially|originally"
    r"|thankfully|hopefully|obviously|basically|sadly|surprisingly|gradually|immediately|previously|ultimately|meanwhile|afterwards"
    r"|nowadays|later|last \w+|this \w+|next \w+|since \w+|from \w+ on|on \w+days?|in \w+|at \w+|for now"
    r"|turns out|then|maybe|probably|and|but|so|because)\b[\s,]*){1,3}",
)
_ITS_NOUN = (
    r"(?!(?:who|and|in|is|was|has|will|just|also|never|always|still|now|died|got|can|does|did|had|would|said|says|named"
    r"|called)\b)(?-i:[a-z]+) (?:is|was|has|will|are|got|moved|(?<!s )(?<!ed )(?:on|at))\b(?! named| called)"
)
"""Of "my dentist appointment is": the one of whom it speaks only tells which appointment."""
_KIN = caseless(
    rf"^(?:(?:(?:my|our|the)\s+(?:\w+\s){{0,2}}?)|plus |and )?(?P<kin>{_WHO})(?P<own>['’]?s)?\b(?! {_ITS_NOUN})(?:,?\s+(?:(?:named|called"
    rf"|is called|is named|name is)\s+)?(?P<name>{_NAME})(?P<owned>['’]s)?\b)?",
)
_OF_ONES = caseless(r"^(?:my|our)\b")
_KIN_NAME = caseless(
    rf"\b(?P<kin>(?:{_WHO}|competitor|kids?|sons?|daughters?|children))\s*(?:is|,|called|named|:)?\s+(?P<name>(?-i:{_NAME}))"
)
_KIN_NAMES = caseless(
    rf"\b(?:{KIN_PLURAL})(?: are| called| named|['’] names are)?[,:]?\s+\(?(?P<names>(?-i:{_NAME})(?:,? \d{{1,2}})?(?:(?:,| and|, and| &) "
    rf"(?-i:{_NAME})(?:,? \d{{1,2}})?){{1,5}})"
)
"""`two kids (Finn 9, Orla 6)`."""
_ONE_NAME = re.compile(_NAME)
_TITLED = re.compile(rf"\b(?P<title>Mr|Mrs|Ms|Miss|Dr)\.? (?P<name>{_NAME})\b(?!['’]s)")
_MENTIONED = re.compile(
    rf"(?<![\w'’])(?<!\b[Ii]n )(?<!\b[Aa]t )(?<!\bnear )(?<!\bthe )(?<!\b[Ff]rom )(?<!\bof )(?P<name>{_NAME})\b(?! [A-ZÀ-Þ])"
)
"""Not "in Douglas", "the Charlotte", "Ruby Lane"."""
_NAME_IS_KIN = caseless(rf"\b(?P<name>(?-i:{_NAME}))(?:,| is| \() ?(?:my|our) (?:\w+ )?(?P<kin>{_WHO})\b")
_PETS = "|".join(word for word, kind in KIN_CLASS.items() if kind == "pet")
_PET_CALLED = caseless(rf"\b(?:a|an|my|our|the) (?:[\w-]+ )?(?P<kin>{_PETS})(?:,| called| named) (?P<name>[^\W\d_]{{3,20}})(?=$|[.,;!])")
"""`a cat, pesto`."""
_NAME_KIN_BEHIND = caseless(
    rf"\b(?P<name>[^\W\d_][\w-]+)(?: (?:is|was|has) [^().]{{1,30}})? \((?:my|our|the) (?P<kin>{_WHO})\)|\b(?P<listed>[^\W\d_]+) "
    rf"\((?P<whose>{_WHO})\)"
)
"""`wren is 8 weeks (my baby)`, `joe (bf)`."""
_KIN_FROM = caseless(rf"\b(?P<kin>{_WHO})\b[^.,;:]{{0,40}},\s+(?P<name>(?-i:{_NAME}))\b(?! [A-Z])")
"""`an exchange student from Chile, Benja`."""
_KIN_SAID = caseless(rf"\b(?:{KIN_PATTERN}|{KIN_PLURAL})\b")
_NAME_AND_AGE = re.compile(rf"^(?:and |plus )?(?P<name>{_NAME}),? \d{{1,2}}$")
_ROLE_IS_NAME = caseless(
    rf"^(?:(?:my|our|the|other|new|on)\s+)?(?:[\w-]+\s){{0,4}}?(?:is|are|=)\s+(?:now |called |dr\.? |mr\.? |ms\.? "
    rf"|mrs\.? )*(?P<name>(?-i:{_NAME}))\b",
)
_IS_NAMED = caseless(rf"^(?:his|her|its|their) name(?: is|['’]s) (?P<name>(?-i:{_NAME}))\b")
_HEAD_NAME = re.compile(
    r"^(?P<title>(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Coach|Sir|Doña|Don|Señora?|Sra?|Herr|Frau|Madame|Monsieur)\.? (?=[A-ZÀ-Þ]))?"
    rf"(?P<name>{_NAME}"
    rf"|[a-z]+|[A-ZÀ-Þ]{{2,}})(?P<surname>(?: {_NAME}){{1,2}})?(?P<own>['’]?s)?\b(?:\s+(?P<then>\S+)(?:\s+(?P<next>\S+))?)?"
)
_PRONOUN = caseless(r"^(?P<who>he|she|he['’]?s|she['’]?s|hes|shes|shell|his|her|hers|him|he['’]?d|she['’]?d)\b")
_PRONOUNS_KIN = caseless(
    rf"^(?P<who>his|her|their) (?:(?!{KIN_PATTERN}\b)\w+ )?(?P<kin>{KIN_PATTERN})\b(?!['’]?s (?!(?:a|an|the|in|on|at|not|now|been|got"
    rf"|gone)\b))"
    rf"(?: (?P<name>(?-i:{_NAME})))?(?! {_ITS_NOUN})"
)
"""`her brother Donal`."""
_SAYS_OF_ME = caseless(
    r"^(?:the |my |our )?(?:doctors?|doc|dr\.? \w+|gp|nurse|dentist|physio|consultant|specialist|hospital|surgery|optician|midwife"
    r"|therapist)"
    r" (?:says?|said|told me|reckons?|thinks?|found)(?: that)? (?:i|i['’]\w+|im|ive|my)\b"
)
"""What a doctor says of the user: "the doctor says I have sleep apnea"."""
_THEM = caseless(r"^(?:they|they['’]?(?:re|ve)|theyre|their|them)\b")
_DONE_TO_ME = caseless(r"^they(?:['’]\w+| \w+){1,3} (?:me|us|my|our)\b")
"""`they sent me home`: whoever they are, it is told of the user."""
_THING = caseless(r"^(?:it|its|it['’]s|that|that['’]?s|thats|this|these|those|there|there['’]?s|theres|which)\b")
_OF_SOMEBODY = caseless(r"\b(?:he|she|hes|shes|he['’]s|she['’]s)\b")
_OF_ME = caseless(r"\b(?:i|me|my|mine|myself|us|our|im|ive|i['’]\w+)\b")
"""The speaker stands in it, though the clause is headed by a thing: "salomon never fits me"."""
_HELD_FOR = caseless(
    rf"\b(?:filling (?:this|it) (?:in|out) for|(?:asking|here|writing|doing this|calling|registering|signing up|ordering|this is|it['’]?s"
    rf"|booking) (?:for|about|on behalf of)|on behalf of|this is about|it['’]?s about|helping)\s+(?:my"
    rf"|our)\s+(?:\w+ )?(?P<kin>{_WHO})\b(?:,?\s+(?P<name>(?-i:{_NAME})))?",
)
_OWN_TOPIC = caseless(r"^(?:my own|as for me|for me|me\b|myself|about me|my side)\b")
_FINITE = frozenset(
    """is are was were has have had does did do will would can cannot cant wont isnt wasnt doesnt didnt hasnt says said thinks wants needs
    likes loves hates lives works goes went moved got gets takes took starts started quit stopped plays owns runs comes came stays
    prefers joined left became turned raised bought sold owes owns plans travels speaks studies teaches married drives eats hired
    launched just also always never still no""".split()
)
_OF_PEOPLE = frozenset(
    "said says thinks wants needs likes loves hates lives works told joined quit married studies teaches speaks owns plays drives raised"
    " hired launched moved "
    "left thinks believes prefers owes plans travels".split()
)
"""What is said of somebody, by which a word with a capital at the beginning of a sentence is their name."""


def asked(question: str, cast: Cast) -> None:
    """The message answers a question: "she" in it is the one whom that names, and so is who is left out of "since August", unless the
    question is to the user."""
    spoken_of = cast.last
    cast.speak_of(None)
    _introduce(question, "", cast)
    if (found := _ASKED_ABOUT.match(question)) is not None:
        for name in _ONE_NAME.findall(found["names"]):
            cast.meet(name)
    _mention(_YOUR.sub("my", question), cast)
    if cast.last is None:
        cast.last = spoken_of
    elif not _YOU.search(question):
        cast.asked_of = cast.last


_ASKED_ABOUT = caseless(
    rf"(?:(?:and|so|but) )?(?:how(?:['’]s| is| are| was| were| does| did)|is|are|was|were|does|did|has|have|will|can)"
    rf" (?P<names>(?-i:{_NAME})(?: and (?-i:{_NAME}))?) "
)
_YOUR = caseless(r"\byour\b")
_YOU = caseless(r"\b(?:you|u|yours)\b")


def about(text: str, before: str, cast: Cast, part_of: About | None = None) -> About:
    """The subject of one statement; what it says of who is who is remembered. `before` is what its sentence or message said just before,
    `part_of` whom the earlier part of its own sentence is about."""
    _introduce(text, before, cast)
    if _SAYS_OF_ME.match(text):
        return About(cast.speaker)
    held_for = _HELD_FOR.search(text)
    if held_for:
        cast.topic = cast.meet(held_for["name"], held_for["kin"]) if held_for["name"] else cast.of_kin(held_for["kin"])
        cast.speak_of(cast.topic)
        return About(cast.topic)
    body = _ADVERB.sub("", text, count=1) if not _FIRST.match(text) else text
    body = body or text
    if _OWN_TOPIC.match(body):
        cast.topic = None
    if _FIRST.match(body):
        _mention(text, cast)
        return About(cast.speaker)
    found = _headed(body, cast, part_of is not None)
    if found is not None:
        return _of_several(found, body, cast)
    return _referring(body, text, before, cast, part_of)


def _introduce(text: str, before: str, cast: Cast) -> None:
    for pattern in (_KIN_NAME, _NAME_IS_KIN, _KIN_FROM):
        for match in pattern.finditer(text):
            if match["name"].lower() not in NOT_NAMES | PLACES:
                cast.meet(match["name"], match["kin"])
    for match in _NAME_KIN_BEHIND.finditer(text):
        if match["name"] and match["name"].lower() not in NOT_NAMES | PLACES:
            cast.meet(match["name"], match["kin"])
        elif match["listed"] and match["listed"].lower() in GIVEN_NAMES:
            cast.meet(match["listed"], match["whose"])
    for match in _PET_CALLED.finditer(text):
        if match["name"].lower() not in NOT_NAMES | PLACES:
            cast.meet(match["name"], match["kin"])
    for several in _KIN_NAMES.finditer(text):
        for name in _ONE_NAME.findall(several["names"]):
            if name.lower() not in NOT_NAMES | PLACES:
                cast.meet(name)
    for match in _TITLED.finditer(text):
        cast.titles[cast.meet(match["name"])] = match["title"].lower()
    for match in _MENTIONED.finditer(text):
        if match["name"].lower() in GIVEN_NAMES:
            cast.meet(match["name"])
    aged = _NAME_AND_AGE.match(text)
    if aged and (aged["name"].lower() in GIVEN_NAMES or _KIN_SAID.search(before)):
        cast.meet(aged["name"])


def _headed(body: str, cast: Cast, amid: bool) -> About | None:
    """The subject where a person or an organisation heads the clause. `amid` a sentence a capital shows a name."""
    if re.match(rf"^(?:(?:my|our|the)\s+)?{KIN_PLURAL}\b(?!['’]s)(?! (?-i:[A-Z]))", body, re.IGNORECASE):
        return About(cast.speaker)
    match = _KIN.match(body)
    if match and match[0] == body.strip() and not _OF_ONES.match(body) and not match["name"]:
        return About(cast.speaker)  # "wife, 3 kids, based in Porto": whom somebody has, of whom nothing is told
    if match and (
        _OF_ONES.match(body)
        or (match["name"] and not match["name"].isupper())
        or match["kin"].lower() in cast.kin
        or KIN_CLASS.get(match["kin"].lower()) in ("parent", "spouse", "pet", "relative")
    ):
        return About(_person(match, body, cast))
    if re.match(r"^(?:my|our|mine|ours)\b", body, re.IGNORECASE):
        _mention(body, cast)
        return About(cast.speaker)
    if (match := _IS_NAMED.match(body)) and match["name"].lower() not in NOT_NAMES:
        return _spoken_of(match["name"], cast)
    if (match := _HEAD_NAME.match(body)) and (named := _named_at_head(match, body, cast, amid)):
        return _spoken_of(named, cast)
    if (match := _ROLE_IS_NAME.match(body)) and match["name"].lower() not in NOT_NAMES:
        name = match["name"].lower()
        if name in GIVEN_NAMES or name in cast.names or re.search(_ROLE, body, re.IGNORECASE):
            return _spoken_of(name, cast)
    return None


def _named_at_head(match: re.Match[str], body: str, cast: Cast, amid: bool) -> str | None:
    """Whose name the first word is: somebody's known by now, or a name by what is said of it; `Bob` of "Ann's friend Bob is" and
    of "Ann's friend is Bob", Ann where that one is not named."""
    name, then = match["name"].lower(), re.sub(r"['’]", "", (match["then"] or "").lower().strip(",.:"))
    known = next((n for n in (name, name.removesuffix("s")) if n in cast.names), None)
    if match["next"] and re.fullmatch(_WHO, then, re.IGNORECASE) and (known or name.rstrip("s") in GIVEN_NAMES):
        named = _WHOSE_KIN.match(body)
        return named["name"] if named else _kin_of(known or name, then)
    if match["surname"] and match["surname"].split()[-1].lower() in _STREETS:
        return None
    if known or name in NOT_NAMES or name in PLACES or name in _ARTICLES:
        return known
    listed = name in GIVEN_NAMES or bool(match["title"])
    if name.endswith("ing"):
        return None
    capital = match["name"][:1].isupper() and not match["name"].isupper()
    of_somebody = capital and (then in _FINITE if amid else then in _OF_PEOPLE and not name.endswith("s"))
    heads = bool(match["title"]) or then in _FINITE or match["own"] or then.endswith(("s", "ed")) or (listed and _AND_ANOTHER.match(body))
    return name if heads and (listed or match["surname"] or of_somebody) else None


_WHOSE_KIN = re.compile(rf"\S+ \S+ (?:is )?(?:named |called )?(?P<name>{_NAME})\b")
_STREETS = frozenset("street road lane avenue terrace close court square drive place way park house hill row gardens crescent".split())
_ARTICLES = frozenset("la el le los las les il lo der die das".split())
"""They begin what a place is called: "La Polar is quiet"."""


def _spoken_of(name: str, cast: Cast) -> About:
    key = cast.meet(name)
    cast.speak_of(key)
    return About(key)


def _of_several(about: About, body: str, cast: Cast) -> About:
    """Where two head the clause it is told of the first, and "she" after it is nobody."""
    if not _AND_ANOTHER.match(body):
        return about
    cast.speak_of(None)
    return about._replace(sure=False)


def _person(match: re.Match[str], body: str, cast: Cast) -> str:
    kin, name = match["kin"], match["name"]
    in_law = "-in-law" if re.match(r"[\s-]in[\s-]law\b", body[match.end("kin") :], re.IGNORECASE) else ""
    named = name and name.lower() not in NOT_NAMES and name[:1].isupper() and not name.isupper()
    key = cast.meet(name, kin) if named else cast.of_kin(kin + in_law)
    cast.speak_of(key)
    return key


def _of_some_thing(part_of: About, before: str, cast: Cast) -> bool:
    """Whether the part before is headed by somebody or something that nobody knows: of "dario lost it so he works" no one else is "he"."""
    if part_of.sure or part_of.subject != cast.speaker or _OF_ME.search(before):
        return False
    head = _HEAD_NAME.match(before)
    then = (head["then"] or "").lower() if head else ""
    return then in _FINITE or is_past(then)


def _names_another(before: str, cast: Cast) -> bool:
    """Whether somebody is named there who is not the one that was spoken of last; of "Beth's mum" Beth is not."""
    others = (rf"(?<!\w){re.escape(n)}(?!\w|['’]s (?:\w+ )?{KIN_PATTERN}\b)(?:['’]s)?\b" for n in cast.names - {cast.last})
    return any(re.search(pattern, before, re.IGNORECASE) for pattern in others)


def _kin_of(name: str, kin: str) -> str:
    """`beths-mum`."""
    return f"{name.removesuffix('s')}s-{kin}" if not name.endswith("ss") else f"{name}-{kin}"


def _fits(pronoun: str, who: str, cast: Cast) -> bool:
    """Whether a pronoun can stand for somebody: "he" for no aunt."""
    kin = next((k for k, name in cast.kin.items() if name == who), who).rpartition("-")[2]
    he = pronoun.lower().startswith(("he", "hi")) and not pronoun.lower().startswith("her")
    of_other_sex = cast.titles.get(who) in (("mrs", "ms", "miss") if he else ("mr",)) or kin in (_WOMEN if he else _MEN)
    return not of_other_sex or pronoun.lower() == "their"


_WOMEN = frozenset(
    """wife girlfriend fiancée fiancee daughter stepdaughter mother mom mum mam mama stepmother stepmom stepmum sister half-sister aunt
    niece grandmother grandma granny gran nan nana great-grandmother granddaughter goddaughter godmother landlady""".split()
)
_MEN = frozenset(
    """husband boyfriend fiancé fiance son stepson father dad papa stepfather stepdad brother half-brother uncle nephew grandfather grandpa
    grandad granddad great-grandfather grandson godson godfather""".split()
)


def _mention(text: str, cast: Cast) -> None:
    """Remembers the one person that a statement of somebody else names; of two, "she" is nobody."""
    found = {cast.of_kin(m["kin"]) for m in re.finditer(rf"\b(?:my|our)\s+(?:\w+ ){{0,1}}?(?P<kin>{_WHO})\b", text, re.IGNORECASE)}
    found |= {n for n in cast.names if re.search(rf"(?<!\w){re.escape(n)}(?:['’]?s)?(?!\w)", text, re.IGNORECASE)}
    if found:
        alone = len(found) == 1 and (cast.last in (None, *found) or cast.quiet > 0)
        cast.speak_of(found.pop() if alone else None)


def _referring(body: str, text: str, before: str, cast: Cast, part_of: About | None) -> About:
    """Where nobody heads the clause: a pronoun, a thing, or no subject at all."""
    if cast.topic and cast.last is None:
        cast.speak_of(cast.topic)
    if kin := _PRONOUNS_KIN.match(body):
        if kin["name"] and kin["name"].lower() not in NOT_NAMES:
            return _spoken_of(kin["name"], cast)
        if cast.last is None or not _fits(kin["who"], cast.last, cast):
            return About(UNKNOWN, sure=False)
        return _spoken_of(_kin_of(cast.last, kin["kin"]), cast)
    if pronoun := _PRONOUN.match(body):
        if part_of is not None and (_of_some_thing(part_of, before, cast) or _names_another(before, cast)):
            return About(UNKNOWN, sure=False)  # "the office is for Curtis because he works from home", told of Milo
        return About(cast.last) if cast.last and _fits(pronoun["who"], cast.last, cast) else About(UNKNOWN, sure=False)
    if _DONE_TO_ME.match(body):
        return About(cast.speaker, sure=False)
    if _THEM.match(body):
        who = cast.last if re.search(r"\b(?:he|she|hes|shes)\b", text, re.IGNORECASE) else None
        return About(who or UNKNOWN, sure=False)
    if _THING.match(body) and not before:
        return About(UNKNOWN, sure=False)
    if _OF_SOMEBODY.search(body) and not _OF_ME.search(body):
        return About(cast.last or UNKNOWN, sure=False)
    _mention(text, cast)
    if part_of is not None and part_of.subject != cast.speaker:
        return About(part_of.subject, sure=False)
    if cast.topic is None and _OF_ME.search(body):
        return About(cast.speaker)
    return About(cast.topic or cast.asked_of or cast.speaker, sure=False)
