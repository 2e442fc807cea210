"""Who has been spoken of in a talk (row R8): names of people, animals and things, whose kin they are, and of whom "she" is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES, OF_MEN, OF_WOMEN
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, KIN_PLURAL, NOT_NAMES, PLACES, caseless
from keepsake.rules.reading.sensitivity import is_of_health

USER = "user"
"""Whom the user's own name is remembered as, too."""
UNKNOWN = "unknown"
_ASSISTANT = "my-assistant"
"""The user's own, who is not the one that they talk to."""
MOST_NAMES = 100


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
    called: dict[str, str] = field(default_factory=dict)
    """`okafor` > `she`: by what they were called, where nothing else tells."""
    spoken_of: tuple[str, ...] = ()
    """Of whom "she" and "he" may be understood: who was named last, in this message or the one before; first who heads the clause."""
    headed: bool = False
    """The first of them heads it."""
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

    @property
    def last(self) -> str | None:
        """Who was named last, where it was one alone."""
        return self.spoken_of[0] if len(self.spoken_of) == 1 or (self.spoken_of and self.headed) else None

    @property
    def own_name(self) -> str | None:
        """What the user is called, where nobody else speaks."""
        return self.kin.get(USER) if self.speaker == USER else None

    def listen(self) -> None:
        """A further message begins."""
        self.quiet += 1
        self.headed = False
        self.asked_of = None
        if self.quiet > 1:
            self.spoken_of = ()

    def call(self, who: str, pronoun: str) -> None:
        if who in self.names:
            man = pronoun.lower().startswith(("he", "hi")) and not pronoun.lower().startswith("her")
            self.called.setdefault(who, "he" if man else "she")

    def speak_of(self, *who: str, headed: bool = False) -> None:
        self.spoken_of, self.headed, self.quiet = tuple(dict.fromkeys(who)), headed, 0

    def of_kin(self, kin: str) -> str:
        return self.kin.get(kin.lower(), _ASSISTANT if kin.lower() == "assistant" else kin.lower().replace(" ", "-"))


NAME = r"[A-ZÀ-Þ](?:[\w-]|'(?!s\b)){0,40}[a-zà-ÿ]"
ROLE = (
    r"(?:neighbou?r|client|customer|landlord|landlady|competitor|supplier|vendor|investor|cofounder|co-founder|founder|teacher|coach"
    r"|trainer|doctor|dentist|therapist|nurse|vet|gp|boss|manager|cto|ceo|cfo|coo|colleague|coworker|teammate|roommate|flatmate|intern"
    r"|assistant|employee|apprentice|trainee|hired man|helper"
    r"|tenant|student|exchange student|nanny|babysitter|accountant|lawyer|plumber|friend|best friend|mate|team lead|lead)"
)
WHO = rf"(?:{KIN_PATTERN}|{ROLE})"
_KIN_NAME = caseless(
    rf"\b(?P<kin>(?:{WHO}|competitor|kids?|sons?|daughters?|children))\s*(?:is|,|called|named|:)?\s+(?:(?:mr"
    rf"|mrs|ms|miss|dr)\.? )?(?P<name>{NAME})"
)
_KIN_NAMES = caseless(
    rf"\b(?:{KIN_PLURAL})(?: are| called| named|['’] names are)?[,:]?\s+\(?(?P<names>(?-i:{NAME})(?:,? \d{{1,2}})?(?:(?:,| and|, and| &) "
    rf"(?-i:{NAME})(?:,? \d{{1,2}})?){{1,5}})"
)
"""`two kids (Finn 9, Orla 6)`."""
_ONE_NAME = re.compile(rf"(?<![\w-]){NAME}")
_TITLED = re.compile(rf"\b(?P<title>Mr|Mrs|Ms|Miss|Dr)\.? (?P<name>{NAME})\b(?!['’]s)")
_MENTIONED = re.compile(
    rf"(?<![\w'’])(?<!\b[Ii]n )(?<!\b[Aa]t )(?<!\bnear )(?<!\bthe )(?<!\b[Ff]rom )(?<!\bof )(?P<name>{NAME})\b(?! [A-ZÀ-Þ])"
)
"""Not "in Douglas", "the Charlotte", "Ruby Lane"."""
_NAME_IS_KIN = caseless(rf"\b(?P<name>(?-i:{NAME}))(?:,| is| \() ?(?:my|our) (?:\w+ )?(?P<kin>{WHO})\b")
_CALLED = caseless(
    rf"\b(?:(?P<kin>{WHO})|guy|man|lad|chap|bloke|fell[ao]|boy|woman|lady|girl|someone|somebody)(?: is|['’]s)? (?:called|named)"
    r" (?P<name>(?!away\b|back\b)[^\W\d_]{3,20})\b"
)
"""`some guy called Terpstra`."""
_PETS = "|".join(word for word, kind in KIN_CLASS.items() if kind == "pet")
_PET_CALLED = caseless(rf"\b(?:a|an|my|our|the) (?:[\w-]+ )?(?P<kin>{_PETS})(?:,| called| named) (?P<name>[^\W\d_]{{3,20}})(?=$|[.,;!])")
"""`a cat, pesto`."""
_NAME_KIN_BEHIND = caseless(
    rf"\b(?P<name>[^\W\d_][\w-]+)(?: (?:is|was|has) [^().]{{1,30}})? \((?:my|our|the) (?P<kin>{WHO})\)|\b(?P<listed>[^\W\d_]+) "
    rf"\((?P<whose>{WHO})\)"
)
"""`wren is 8 weeks (my baby)`, `joe (bf)`."""
_PET_IS = caseless(
    rf"\b(?:my|our) (?:[\w-]+ )?(?P<kin>{_PETS}) (?P<name>(?!(?:food|bed|toys?|hair|litter|sitter|walker|collar|lead|flap|tree|box|bowl"
    rf"|poo|pee"
    r"|treats?|owner|show|just|also|still|always|never|only|even|really|now|that|who|who['’]?s|and|is|was|has|had|got|will|can)\b)[^\W\d_]{3,20})"
    r" (?:is|was|has|had|needs|wont|won['’]t|keeps|got|died|hates|loves|eats|turned|turns)\b"
)
"""`my cat gravy is poorly`: what a pet is called may be any word."""
_KIN_FROM = caseless(rf"\b(?P<kin>{WHO})\b[^.,;:]{{0,40}},\s+(?P<name>(?-i:{NAME}))\b(?! [A-Z])")
"""`an exchange student from Chile, Benja`."""
_KIN_SAID = caseless(rf"\b(?:{KIN_PATTERN}|{KIN_PLURAL})\b")
_NAME_AND_AGE = re.compile(rf"^(?:and |plus )?(?P<name>{NAME}),? \d{{1,2}}$")


def is_name(word: str) -> bool:
    """Whether a word where a name may stand is one: by its capital, or in a text without capitals by the list. No medicine is."""
    lower = word.lower()
    return lower in GIVEN_NAMES or (word[:1].isupper() and not word.isupper() and not is_of_health(lower))


def introduce(text: str, before: str, cast: Cast) -> None:
    for pattern in (_KIN_NAME, _NAME_IS_KIN, _KIN_FROM):
        for match in pattern.finditer(text):
            if is_name(match["name"]) and match["name"].lower() not in NOT_NAMES | PLACES:
                cast.meet(match["name"], match["kin"])
    for match in _NAME_KIN_BEHIND.finditer(text):
        if match["name"] and match["name"].lower() not in NOT_NAMES | PLACES:
            cast.meet(match["name"], match["kin"])
        elif match["listed"] and (match["listed"].lower() in GIVEN_NAMES or is_no_word(match["listed"])):
            cast.meet(match["listed"], match["whose"])
    for match in (*_PET_CALLED.finditer(text), *_PET_IS.finditer(text), *_CALLED.finditer(text)):
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


def asked(question: str, cast: Cast) -> None:
    """The message answers a question: "she" in it is the one whom that names, and so is who is left out of "since August", unless the
    question is to the user."""
    spoken_of = cast.spoken_of
    cast.speak_of()
    introduce(question, "", cast)
    if (found := _ASKED_ABOUT.match(question)) is not None:
        for name in _ONE_NAME.findall(found["names"]):
            cast.meet(name)
    mention(_YOUR.sub("my", question), cast)
    if not cast.spoken_of:
        cast.spoken_of = spoken_of
    elif not _YOU.search(question):
        cast.asked_of = cast.last


_ASKED_ABOUT = caseless(
    rf"(?:(?:and|so|but) )?(?:how(?:['’]s| is| are| was| were| does| did)|is|are|was|were|does|did|has|have|will|can)"
    rf" (?P<names>(?-i:{NAME})(?: and (?-i:{NAME}))?) "
)
_YOUR = caseless(r"\byour\b")
_YOU = caseless(r"\b(?:you|u|yours)\b")


def mention(text: str, cast: Cast) -> None:
    """Remembers whom a statement of somebody else names, beside the one that was spoken of before it."""
    found = {cast.of_kin(m["kin"]) for m in re.finditer(rf"\b(?:my|our)\s+(?:\w+ ){{0,1}}?(?P<kin>{WHO})\b", text, re.IGNORECASE)}
    found |= {name for name, _ in _named(text, cast)}
    if not found and (pet := _HAS_A_PET.search(text)):
        found = {cast.of_kin(pet["pet"])}
    if found:
        before = (cast.last,) if cast.last and not cast.quiet else ()
        cast.speak_of(*sorted(found), *before)


_PETS = "|".join(sorted(kind for kind, what in KIN_CLASS.items() if what == "pet"))
_HAS_A_PET = caseless(
    rf"\b(?:i|we|(?:i|we)['’]ve|ive|weve) (?:have |just |finally )?(?:got|have|bought|adopted|rescued|took in|brought home)(?: us)?"
    rf" (?:an?|another) (?:[\w-]{{1,20}} ){{0,2}}?(?P<pet>{_PETS})(?=$|[,.;:!?]| (?:on|from|last|this|in|and|who|now|today|yesterday)\b)"
)
"""`I have a new pup`: she is who comes next."""


def named(text: str, cast: Cast) -> list[str]:
    """The known ones that a text names, but for those of whom it only tells whose kin or thing somebody or something is."""
    return [name for name, owned in _named(text, cast) if not owned]


def names_another(before: str, cast: Cast) -> bool:
    """Whether somebody is named there who is not the one that was spoken of last; of "Beth's mum" Beth is not."""
    return any(name != cast.last for name in named(before, cast))


def _named(text: str, cast: Cast) -> Iterator[tuple[str, bool]]:
    """Each known one that a text names, and whether only whose kin somebody is: "Beth's mum"."""
    for match in _WORD.finditer(text):
        word = match["word"].lower()
        name = next((n for n in (word, word.removesuffix("s")) if n in cast.names), None)
        if name not in (None, cast.own_name):
            yield name, match["kin"] is not None or match["owns"] is not None


_WORD = caseless(rf"(?<![\w-])(?P<word>\w[\w-]*)(?P<owns>['’]s)?+(?P<kin> (?:\w+ )?{KIN_PATTERN}\b)?")


def kin_of(name: str, kin: str) -> str:
    """`beths-mum`."""
    return f"{name.removesuffix('s')}s-{kin}" if not name.endswith("ss") else f"{name}-{kin}"


def meant_by(pronoun: str, cast: Cast) -> str | None:
    """For whom a pronoun stands: the one who was spoken of last, or who heads the clause, if it fits; of several the only one whom it
    fits, where that is known."""
    fit = {who: fits(pronoun, who, cast) for who in cast.spoken_of}
    if cast.headed and fit and fit[cast.spoken_of[0]]:
        return cast.spoken_of[0]
    able = [who for who, fits in fit.items() if fits is not False]
    return able[0] if len(able) == 1 and (len(fit) == 1 or cast.headed or fit[able[0]]) else None


def fits(pronoun: str, who: str, cast: Cast) -> bool | None:
    """Whether a pronoun can stand for somebody: "he" for no aunt, no Mrs Daems and no Zdenka; None where nothing tells."""
    kin = next((k for k, name in cast.kin.items() if name == who), who).rpartition("-")[2]
    man, woman = kin in _MEN or cast.titles.get(who) == "mr", kin in _WOMEN or cast.titles.get(who) in ("mrs", "ms", "miss")
    if not man and not woman and KIN_CLASS.get(kin) != "pet":
        man, woman = who in OF_MEN, who in OF_WOMEN
    if not man and not woman:
        man, woman = cast.called.get(who) == "he", cast.called.get(who) == "she"
    if pronoun.lower() == "their" or not (man or woman):
        return None
    return man if pronoun.lower().startswith(("he", "hi")) and not pronoun.lower().startswith("her") else woman


_WOMEN = frozenset(
    """wife girlfriend fiancée fiancee daughter stepdaughter mother mom mum mam mama stepmother stepmom stepmum sister half-sister aunt
    niece grandmother grandma granny gran nan nana great-grandmother granddaughter goddaughter godmother landlady
    girl woman lady lass missus bride queen""".split()
)
_MEN = frozenset(
    """husband boyfriend fiancé fiance son stepson father dad papa stepfather stepdad brother half-brother uncle nephew grandfather grandpa
    grandad granddad great-grandfather grandson godson godfather
    boy man guy bloke lad chap fella fellow gentleman hubby groom landlord""".split()
)
