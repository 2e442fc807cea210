"""Whether a statement is of use later: what opens it, weighed with what it carries (row R12).

"I avoid synthetic materials" tells what holds; "I'm trying to understand tides" only frames a request, "I'll look into it" is a thought in
passing: neither is kept as a fact, and the event is found by its words all the same. No word decides alone. What opens a statement (who
speaks, by which kind of verb) has a weight, and so has each thing that it carries: a value, a name, a habit, a reason; a word that only
points, "some ideas", "today", a word of the task at hand. What sums up below nothing is not kept.

The weights are those of a logistic regression, rounded to quarters: over 900 facts that were read from talk by others, each judged by eye,
and over this repository's labelled messages as examples of what people want kept. Some were raised for what is short and of oneself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Sensitivity, Useful
from keepsake.rules.dates.tenses import IRREGULAR_PAST, UNCHANGED
from keepsake.rules.nearness import dot
from keepsake.rules.reading import kinds, people, tasks
from keepsake.rules.reading.lexicon import KIN_PATTERN, KIN_PLURAL, caseless, content_words
from keepsake.rules.reading.small_talk import bare

TALE = 10
"""Statements of a message from which it tells a tale: little in it is meant to last."""

_ADVERBS = (
    r"(?:(?:\w+ly|also|just|still|always|never|already|even|often|sometimes|now|both|all|not|kinda|kind of|so|too|a (?:bit|little)) ){0,4}"
)
_I = rf"(?:i|we) {_ADVERBS}"
_I_AM = rf"(?:i['’]?m|i am|i was|we['’]?re|we are|we were|(?:(?:i|we)['’]ve|ive|(?:i|we) have) {_ADVERBS}been) {_ADVERBS}"
_I_HAVE = rf"(?:(?:i|we)['’]ve|ive|(?:i|we) have|(?:i|we)['’]d|(?:i|we) had) {_ADVERBS}"
_WANT = r"(?:trying|looking|hoping|aiming|struggling|eager|want(?:ed|ing)?|try|tried|hope|wish|need(?:ed)?|(?:would |['’]d )(?:like|love))"
_TO_KNOW = (
    r"to (?:\w+ly )?(?:learn (?:more|about|how|if|what|why)|understand|know|find|figure|see|explore|verify|check|solve|calculate"
    r"|determine|make sure|ensure|fix|improve|optimi[sz]e|increase|get|hear|ask)\b"
)
_PAST = "|".join(sorted(IRREGULAR_PAST - UNCHANGED - {"had"}))

OPENINGS: dict[str, tuple[float, str]] = {
    "asks": (-0.75, rf"(?:{_I_AM}|{_I}){_WANT} {_TO_KNOW}|i['’]d (?:like|love) {_TO_KNOW}|{_I}(?:need|want) (?:some|help|advice)\b"
        rf"|{_I_AM}(?:intrigued|fascinated|wondering|(?:interested|curious)(?! (?:in|about) (?!\w+ing\b|how\b|what\b|if\b)\w+$))\b"),
    "means to": (0.25, rf"(?:{_I_AM}|{_I}){_WANT} (?:\w+ )?to\b|(?:i|we)['’]d (?:\w+ )?(?:like|love|want)\b|{_I_AM}(?:planning"
        rf"|going to|gonna"
        rf"|thinking|considering|deciding|leaning|eyeing|debating|meaning|looking|searching|organi[sz]ing|preparing|training|saving"
        rf"|moving|meeting"
        rf"|visiting|flying)\b|{_I}(?:plan|decided|booked|signed|scheduled)\b|{_I_HAVE}(?:planned|decided|booked|signed|scheduled"
        rf"|considered|thought)\b"),
    "finds": (0, rf"{_I}(?:think|thought|believed?|felt|feel|guess|agree|doubt|suppose|know(?! (?:a|some|how)\b)|knew|understand"
        rf"|reali[sz]ed?|noticed|remember|see|heard|found|bet|assume)\b|{_I_HAVE}(?:heard|noticed|reali[sz]ed|read|found|seen|learned)\b"),
    "feels": (0.25, rf"{_I_AM}(?:feeling|excited|happy|worried|concerned|glad|relieved|stressed|nervous|overwhelmed|frustrated|sad|afraid"
        rf"|skeptical|confident|stuck|unsure|sure|tired|anxious|scared|proud|grateful|lost|familiar|aware|willing|open|finding|praying)\b"),
    "will": (0, r"(?:i|we)(?:['’]ll|['’]d(?! (?:rather|choose|pick|prefer)\b)| will| might| may| could| should| would)\b"),
    "can or does not": (0.25, rf"{_I}(?:can|can['’]?t|can ?not|(?:do|did|could|have|had|wo|was|would)n['’]?t|never)\b|(?:i"
        rf"|we) (?:have|had) not\b"),
    "likes": (1.75, rf"{_I}(?:prefer|like|love|hate|dislike|despise|detest|refuse|enjoy|avoid|strongly|loved|liked|enjoyed|only)\b"
        rf"|(?:i|we)['’]d"
        r" (?:rather|choose|pick|prefer)\b"
        rf"|{_I_AM}(?:loving|enjoying|into|fond|allergic|obsessed|a fan)\b"),
    "has been doing": (0.75, rf"{_I_HAVE}been \w+ing\b"),
    "has done": (0.25, rf"{_I_HAVE}(?!got\b|been\b)\w+(?:ed|en|ght|ne|un|t|de|ld|me)\b"),
    "is doing": (0, rf"{_I_AM}\w+ing\b"),
    "did": (0.75, rf"{_I}(?:\w+ed|{_PAST})\b"),
    "I": (1, r"(?:i|i['’]\w+|im|ive|we|we['’]\w+)\b"),
    "my": (1.75, r"(?:my|our)\b"),
    "it": (-0.5, r"(?:it|its|it['’]s|that|thats|that['’]s|this|these|those|there|which|both|some of|the others?)\b(?! day)"),
    "she": (-0.25, r"(?:he|she|they|his|her|their|(?:he|she)['’]s|they['’]\w+|shes|hes|theyre)\b"),
    "": (1, ""),
}  # fmt: skip
"""Who speaks, by which kind of verb > its weight and pattern; the first that fits counts, the last where nobody of these begins it."""
CARRIED: dict[str, tuple[float, re.Pattern[str]]] = {
    "a value": (0.75, caseless(r"\d|\b(?:one(?= \w)|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty"
        r"|seventy|eighty|ninety|hundred|thousand|dozen)\b")),
    "a name": (0.75, re.compile(r"(?<=[a-z0-9,;'’\"“(*] )[\"“(*]{0,4}(?!I\b)[A-ZÀ-Þ][\w.-]|[\"“][^\"“”]{2,60}[\"”]")),
    "a relation": (0.25, caseless(rf"(?<=\w )(?:{KIN_PATTERN}|{KIN_PLURAL})\b")),
    "a taste": (1.25, caseless(r"\b(?:prefer\w*|favou?rite|avoid\w*|appeal\w*|rather|allerg\w+|my values|(?:dis)?taste for|liking"
        r"|suits?|my style)\b")),
    "a habit": (0.25, caseless(r"\b(?:usually|always|never|every|often|regularly|tend to|each|only|rarely|habit|routine|daily|weekly"
        r"|monthly|typically|mostly)\b")),
    "a reason": (0.75, caseless(r"\b(?:because|since|due to|so that|to avoid|in order to|for my|as i)\b")),
    "when": (0.75, caseless(r"\b(?:recently|ago|last (?:week|month|year|night|\w+day)|yesterday|lately|for (?:about |the past "
        r"|a few )?\w+ (?:years?|months?|weeks?))\b")),
    "anything": (-0.5, caseless(r"\b(?:some|any|something|anything|things?(?! is)|ideas?|tips?|ways?|everything|stuff|better"
        r"|more(?! than)|advice|information|a lot|others?(?! day)|another|similar|help|options?)\b")),
    "pointing": (-1, caseless(r"(?<=\w )(?:it|that|this|these|those|them|they|ones|one(?! \w)|there|such|same)\b"
        r"(?! (?:i|we|my|is|was|are|helps?|has|have|days|house|home|family|town|city|country)\b)")),
    "passing": (-0.5, caseless(r"\b(?:a bit|a little|today|tonight|right now|at the moment|for now|currently|yet|this (?:morning|afternoon"
        r"|evening|weekend)|tomorrow|soon|later)\b")),
    "the task": (-1, caseless(r"`|\b(?:error|code|function|following|below|prompt|question|answer|table|output|problems?|solution"
        r"|probability|formula|text|step|command|issues?|quer(?:y|ies)|validation|correct(?:ly)?|properly|understand)\b")),
    "praise": (-0.75, caseless(r"\b(?:great|good|nice|helpful|perfect|fascinating|interesting|amazing|awesome|wonderful|fantastic"
        r"|useful|key|vital|important|essential|crucial|appreciate|hope(?! to\b))\b")),
    "you": (-0.75, caseless(r"\b(?:you|your|yours|u)\b")),
}  # fmt: skip
"""What is carried > its weight and pattern."""
FILLS, OF_ANOTHER, LASTS, DATED, DELICATE, CHANGES = 0.75, 0.75, 0.5, 0.5, 0.5, 0.5
"""A slot is filled; somebody else is known to be told of; its category lasts, and a plain cue says so; it has a date; it tells of
health, money or another delicate matter; its words mark a change."""
MANY = (6, 0.25)
"""Words that carry something, from as many on, and what they weigh. Few weigh nothing: "I'm vegan" says all."""
OF_NOBODY, IN_A_TALE, SCENERY, IN_GENERAL = -1, -0.5, -2.25, -0.5
"""It is unknown of whom it is, and nothing in it is its speaker's; it is told in a tale, there in the first person or not; a whole
sentence that neither its speaker nor anybody known begins ("Resting matters")."""

TOWARDS, LENT = 12, 1
"""What it weighs to lie as far towards the useful as the useful and the others are apart, and what is added to the weight of what has a
vector. Of 827 wanted statements of everyday talk 780 are kept by them, and 277 of the others, each lot by a direction that was made without
it (`python -m bench.of_use`); by 6 and 0, and the direction without any of these lots, 771 and 302. With statements of -1 to 0 it would be
789 and 287, but of talk about tasks 7 % more is kept then, little of it of use."""
SHORT = 3
"""Words of an answer that say too little by themselves to lie anywhere."""

_OPENINGS = {name: caseless(pattern) for name, (_, pattern) in OPENINGS.items()}
_LEADS_IN = caseless(
    r"^(?:(?:and|but|so|also|actually|well|yes|yeah|no|now|then|lastly|finally|recently|honestly|oh|right now|lately|still|once"
    r"|because|since|as|(?:both|all|some|one|two|most|each)(?: of)?(?= (?:my|our)\b)"
    r"|anyway|though|[^,.:]{2,30},)[\s,]{1,3}){1,3}(?=(?:i|i['’]\w+|im|ive|we|my|our|it|that|they|he|she)\b)|^(?:today|tomorrow"
    r"|tonight|yesterday|then|last \w+|this \w+)\s(?=i\b)",
)
_STILL = caseless(r"\bstill\b")
_LASTING = frozenset(Category) - {Category.ATTRIBUTE, Category.EVENT, Category.BELIEF, Category.PLAN, Category.TASK}


def weighed(made: Claim, statements: int) -> Claim:
    """A claim with its weight, of a message of so many statements. What may end something that is known is kept whatever it weighs."""
    for_now = made.durability is Durability.SESSION  # only the session in focus holds it
    changes = made.replaces or made.negated or made.undoes or (made.correction and has_value(made.raw))
    return made if for_now or changes else made.model_copy(update={"weight": weight(made, statements)})


def is_useful(made: Claim, vector: Sequence[float] | None = None, useful: Useful | None = None) -> bool:
    """Whether a weighed claim is kept: by its words, and where a model knows how the useful lie, by its vector as well."""
    if made.weight is None or made.weight < 0:
        return made.weight is None
    if goes_by_words(made) or vector is None or useful is None:
        return True
    return LENT + made.weight + TOWARDS * (dot(vector, useful.direction) - useful.least) >= 0


def goes_by_words(made: Claim) -> bool:
    """What changes something or says that it still is so, what sets a limit, is delicate or has a typed value goes by its words alone, and
    so does an answer of a word or two: what it says stands in the question."""
    limits = (made.category is Category.CONSTRAINT and kinds.cued(made.raw)) or made.sensitivity is Sensitivity.SENSITIVE
    answers = made.context.endswith("?") and len(made.raw.split()) <= SHORT
    return limits or answers or made.correction or made.slot is not None or bool(_STILL.search(made.raw))


def has_value(text: str) -> bool:
    """Whether a number stands in it."""
    return bool(CARRIED["a value"][1].search(text))


def weight(made: Claim, statements: int) -> float:
    """The sum of what opens a claim and of what it carries: about -5 to 5."""
    text, said = made.raw, _LEADS_IN.sub("", bare(_LEADS_IN.sub("", made.raw)))
    opening = next(name for name, pattern in _OPENINGS.items() if pattern.match(said))
    known, words, tale = made.subject not in (people.USER, people.UNKNOWN), len(content_words(text)), statements >= TALE
    return sum(
        (
            OPENINGS[opening][0],
            *(weight for weight, pattern in CARRIED.values() if pattern.search(text)),
            (made.slot is not None) * FILLS,
            known * OF_ANOTHER,
            (made.category in _LASTING and kinds.cued(text)) * LASTS,
            (made.content != made.raw) * DATED,
            (made.sensitivity is not Sensitivity.NONE) * DELICATE,
            made.correction * CHANGES,
            (words >= MANY[0]) * MANY[1],
            (made.subject == people.UNKNOWN and opening != "she" and not tasks.speaks_of_writer(text)) * OF_NOBODY,
            tale * (SCENERY if opening in ("", "it", "she") else IN_A_TALE),
            (not opening and not known and (text[:1].isupper() or tasks.speaks_of_writer(text))) * IN_GENERAL,
        )
    )
