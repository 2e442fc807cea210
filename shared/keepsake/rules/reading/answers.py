"""Reads a bare answer with the assistant's question: `Any allergies?` > `Just shellfish.` is `I am allergic to shellfish`."""

from __future__ import annotations

import re

from keepsake.rules.reading.grammar import expand, plain
from keepsake.rules.reading.lexicon import DIETS, is_job
from keepsake.rules.reading.moods import QUESTION

LONGEST = 12
"""Words of an answer; what is longer speaks for itself."""
LONGEST_QUESTION = 600
"""Characters at the end of what the assistant said in which its question is looked for."""
_CLAUSE = re.compile(
    r"\b(?:I|we|he|she|they|it|you|my|our|is|are|am|was|were|have|has|will|would|can|could|did|does|do)\b|\?", re.IGNORECASE
)
"""Words of a clause, which needs no question to be read."""
_FILLER = re.compile(
    r"^(?:(?:just|only|mostly|mainly|probably|definitely|oh|hmm?|um|uh|well|yeah|yes|yep|sure|mm|maybe|so|currently|usually|ah|er)\b[,.!]?\s+)+"
    r"(?=\w)",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(
    r",? (?:for now|at the moment|right now|these days|currently|mostly|usually|thanks|thank you|please|i think|tops|max)$", re.IGNORECASE
)
_YES = re.compile(r"^(?:yes|yep|yeah|yup|i do|i am|sure do|indeed|correct|afraid so|always|sadly yes)\b", re.IGNORECASE)
_NO = re.compile(r"^(?:no|nope|nah|none|never|not really|not at all|nothing|neither|i do not|i am not)\b", re.IGNORECASE)
_REMARK = re.compile(
    r"^(?:thanks|thank you|ok|okay|great|cool|nice|good|perfect|fine|later|not (?:sure|yet|now)|no idea|dunno|why|whatever|depends|both"
    r"|either"
    r"|same|skip|pass|never ?mind|hello|hi|hey|bye|sorry|hm+|lol|haha|nothing|none|no one|nobody|anything|whichever|stop|go ahead)\b",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\b(?:me|help|mean|know|think|suppose|remember|want|need|mind|would you|shall I|should I|can I|could I|anything else|more)\b",
    re.IGNORECASE,
)
"""A question about what the assistant is to do next, or about the talk itself."""
_PLACE = re.compile(r"^(?:(?:and )?(?:so )?)(?:where (?:are|do) you (?:now )?(?:based|live|living|located)|(?:which|what) (?:city|town"
r"|country)"
                    r" (?:do you live|are you|is home))", re.IGNORECASE)  # fmt: skip
_ASKS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), template)
    for pattern, template in (
        (r"\b(?:allerg|intoleran)\w+", "I am allergic to {x}"),
        (r"\b(?:do not|avoid|cannot) eat\b|\bfoods? to avoid\b", "I do not eat {x}"),
        (r"\bwhat do you do(?: for (?:a living|work))?$|\b(?:work in|line of work|field are you in)\b", "I work in {x}"),
        (r"\bwhere (?:are you|do you come|were you) (?:originally )?from", "I am from {x}"),
        (r"\bwhat should I call you|\bwhat (?:is|are) you called|\bmay I have your name|\bwho am I (?:talking|speaking) to",
         "My name is {x}"),
        (r"\bhow old are you\b", "I am {x} years old"),
        (r"\b(?:do you prefer|would you rather|which do you (?:like|prefer))\b|^[\w' ]{2,40} or [\w' ]{2,40}$", "I prefer {x}"),
        (r"\b(?:diet|dietary)\b", "My diet is {x}"),
        (r"\bhow old (?:is|are) your (?P<noun>[\w' -]+)$", "My {noun} {be} {x} years old"),
        (r"\bwhat (?:is|are) your (?P<noun>[\w' -]+?) (?:called|named)$|\bwhat is your (?P<noun2>[\w -]+?)'s name",
         "My {noun} is called {x}"),
        (r"\b(?:what|which|who|where|when|how (?:much|big|long|far|tall|old)) (?:is|are) (?:your|the) (?P<noun>[\w' -]+?)(?: for .+|"
         r" these days"
         r"| at the moment| like)?$", "My {noun} {be} {x}"),
        (r"\b(?:what|which|what kind of|what sort of) (?P<noun>[\w -]+?) (?:do|are) you (?:currently )?(?:use|using|have|drive|driving|wear"
         r"|go to|going to)$", "My {noun} {be} {x}"),
        (r"\b(?:what|which) (?P<noun>\w+) are you in$", "I am in {x} {noun}"),
        (r"\bhow many (?P<noun>[\w -]+?) do you have", "I have {x} {noun}"),
        (r"\bdo you (?:have|own|keep)(?: any| an?)? (?:pets?|kids|children|siblings|brothers|sisters|animals|allergies|hobbies)",
         "I have {x}"),
        (r"\b(?:what|which|where|when|how|how often|how much|which \w+|what \w+) do you (?:usually |normally |mostly |like to "
         r"|generally )*(?P<verb>(?!do\b|think\b|mean\b|want\b|need\b|like\b)\w+(?: .+)?)$", "I {verb} {x}"),
        (r"\b(?:what|which \w+|what \w+) do you (?:really )?like(?: .*)?$", "I like {x}"),
        (r"\bwhat are you (?P<verb>\w+ing(?: .+)?)$", "I am {verb} {x}"),
        (r"\bdo you (?:speak|know) (?:any )?(?:other )?languages|\bwhat languages", "I speak {x}"),
    )
)  # fmt: skip
_WHETHER = re.compile(
    r"\b(?P<verb>do|are|have) you (?:still |also |really |ever )?(?P<rest>(?!able|sure|there|ready|done|looking|talking|any\b)\w.+)$",
    re.IGNORECASE,
)


def answer(question: str, said: str) -> str | None:
    """The answer as a statement of the speaker. None where it needs no question, or the question asks nothing about them.

    `question` is what the assistant said, whose last sentence counts.
    """
    asked = _asked(question)
    first, *rest = re.split(r"(?<=[^.][.!])\s+", plain(said), maxsplit=1)
    bare = first.strip(" .!")
    if asked is None or not bare or len(bare.split()) > LONGEST:
        return None
    expanded = expand(bare)
    made = _whether(asked, expanded) if _YES.match(expanded) or _NO.match(expanded) else None
    if made is None and (_YES.fullmatch(expanded) or _CLAUSE.search(expanded) or _REMARK.match(expanded) or _NO.match(expanded)):
        return None
    made = made or _filled(asked, _FOR_NOW.sub("", _FILLER.sub("", bare)))
    return " ".join([f"{made}.", *rest]) if made else None


def _asked(question: str) -> str | None:
    sentences = [s for s in re.split(r"(?<=[.!?])\s+|\n+", plain(question[-LONGEST_QUESTION:])) if s.strip()]
    if not sentences or not sentences[-1].endswith("?"):
        return None
    return expand(sentences[-1]).strip(" ?")


def _whether(asked: str, said: str) -> str | None:
    match = _WHETHER.search(asked)
    if match is None or " or " in asked or _OFFERS.search(match["rest"]) or len(said.split()) > 3 or "," in match["rest"]:
        return None
    rest = _own(match["rest"])
    if _NO.match(said):
        if re.match(r"(?:have|own) any ", rest):
            return f"I have no {rest.split(' any ', 1)[1]}"
        return f"I do not {rest}" if match["verb"].lower() == "do" else f"I {_be(match['verb'])} not {rest}"
    return f"I {rest}" if match["verb"].lower() == "do" else f"I {_be(match['verb'])} {rest}"


def _be(verb: str) -> str:
    return "am" if verb.lower() == "are" else verb.lower()


def _own(text: str) -> str:
    return re.sub(r"\byour\b", "my", re.sub(r"\byou\b", "I", text, flags=re.IGNORECASE), flags=re.IGNORECASE)


def _filled(asked: str, said: str) -> str | None:
    if not said or _OFFERS.search(asked.rsplit(",", 1)[-1]):
        return None
    if _PLACE.match(asked):
        return f"I live in {re.sub(r'^(?:in|at|near) ', '', said, flags=re.IGNORECASE)}"
    for pattern, template in _ASKS:
        match = pattern.search(asked)
        if match is None:
            continue
        groups = {k: _own(v) for k, v in match.groupdict().items() if v}
        noun = groups.get("noun") or groups.get("noun2") or ""
        if template == "I work in {x}" and is_job(said.split()[-1].split(",")[0]):
            article = "" if re.match(r"an? ", said, re.IGNORECASE) else "an " if said[:1].lower() in "aeiou" else "a "
            return f"I am {article}{_lower(said)}"
        if template in ("My diet is {x}", "I am allergic to {x}", "I do not eat {x}") and said.split()[0].lower() in DIETS:
            return f"I am {_lower(said)}"
        if noun.startswith(("usual ", "name of ")):
            noun = noun.split(" ", 1)[1]
        be = "are" if noun.endswith("s") and not noun.endswith("ss") else "is"
        bare = re.sub(r"^years? old|(?<!\s)\s++years? old$", "", said, flags=re.IGNORECASE) if "years old" in template else said
        return template.format(x=_lower(bare), noun=noun, be=be, verb=groups.get("verb", ""))
    return None


def _lower(said: str) -> str:
    """Its first word small, unless it may be a name."""
    word = said.split()[0]
    common = word.lower().rstrip(",") in _SMALL or (len(said.split()) > 1 and not said.split()[1][:1].isupper())
    return said[:1].lower() + said[1:] if common and not word.isupper() and not word[:-1].isupper() and word.lower() != "i" else said


_SMALL = frozenset(
    "by on in at to a an the my with from every once twice about around two three four five six seven eight nine ten".split()
)


_DECLINES = re.compile(
    r"^(?:no,? (?:thanks?|thank you|way)|not for me|hard pass|pass|yuck|eww*|never|nope|hate (?:it|them))\b", re.IGNORECASE
)
_ACCEPTS = re.compile(r"^(?:yes,? please|always|love (?:it|them)|count me in|any ?time|absolutely|my favou?rite)\b", re.IGNORECASE)


def by_oneself(sentences: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """`Country music? No thanks.` is a statement: the question names the thing, what follows tells the taste."""
    found: list[tuple[str, bool]] = []
    for sentence, asks in sentences:
        thing, asked = found[-1] if found else ("", False)
        if asked and len(thing.split()) <= 4 and not QUESTION.match(thing) and (_DECLINES.match(sentence) or _ACCEPTS.match(sentence)):
            verb = "do not like" if _DECLINES.match(sentence) else "like"
            found[-1] = (f"I {verb} {thing[:1].lower()}{thing[1:]}", False)
        else:
            found.append((sentence, asks))
    return found
