"""Turns what somebody says of themselves into a sentence in the third person that stands alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from keepsake.rules.reading.lexicon import BASE_VERBS, MODALS, is_adverb
from keepsake.rules.reading.tenses import UNCHANGED, is_past, speaks_of_past


@dataclass(frozen=True, slots=True)
class Voice:
    """Who speaks: the subject's key, and the words that stand for `I`, `my` and `we`."""

    key: str
    name: str
    possessive: str
    plural: str
    other: str | None = None
    """Who is meant by `you`, where two people talk to each other."""


USER = Voice("user", "the user", "the user's", "the user and others")


def voice_of(name: str, other: str | None = None) -> Voice:
    """The voice of one of several named speakers."""
    first = name.split()[0][:60]
    return Voice(first.lower(), first, f"{first}'s", f"{first} and others", other)


_EXPANSIONS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), text)
    for pattern, text in (
        (r"\bcan't\b", "cannot"),
        (r"\bwon't\b", "will not"),
        (r"\bain't\b", "am not"),
        (r"\b(\w+)n't\b", r"\1 not"),
        (r"\b(i)'m\b", r"\1 am"),
        (r"\bim\b(?= \w+ing\b| a | an | not | from | the )", "I am"),
        (r"(?<=\w)'s(?= (?:been|got|gone|had)\b)", " has"),
        (
            r"(?<=\w)'s(?= (?:an?|my|our|not|also|very|really|so|always|allergic|from|in|at|on|just|still|now|\d+|one|two|three|four"
            r"|five|six|seven|eight|nine"
            r"|ten|eleven|twelve|vegan|vegetarian|pregnant|married|coming|going|getting|turning|starting|visiting|working|living"
            r"|moving)\b)",
            " is",
        ),
        (r"'re\b", " are"),
        (r"'ve got to\b", " have to"),
        (r"'ve got\b", " have"),
        (r"\b(he|she|it)'s got\b", r"\1 has"),
        (r"\b(I|we|they|you) have got\b", r"\1 have"),
        (r"'ve\b", " have"),
        (r"'ll\b", " will"),
        (r"'d(?= (?:better|been|just|already|never|gone|\w+ed)\b)", " had"),
        (r"'d\b", " would"),
        (
            r"\b(he|she|it|that|there|here|what|who|where|how|this|everything|everyone|name|which)'s(?= (?:been|gone|become|always "
            r"been|had)\b)",
            r"\1 has",
        ),
        (r"\b(he|she|it|that|there|here|what|who|where|how|this|everything|everyone|name|which)'s\b", r"\1 is"),
        (r"\bgonna\b", "going to"),
        (r"\bwanna\b", "want to"),
        (r"\b(?:have )?gotta\b", "have to"),
        (r"\bkinda\b", "kind of"),
        (r"\bsorta\b", "sort of"),
        (r"(?<!\w)'(?:cause|cuz)\b|\bcuz\b", "because"),
        (r"\bdunno\b", "do not know"),
    )
)
_SMART = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\u00a0": " "})


def plain(text: str) -> str:
    """Straight quotes, single spaces."""
    return re.sub(r"\s+", " ", text.translate(_SMART)).strip()


def expand(text: str) -> str:
    """Contractions written out, so that rules meet one form only."""
    if "'" not in text and not re.search(r"\b(?:im|gonna|wanna|gotta|kinda|sorta|cuz|dunno|got)\b", text, re.IGNORECASE):
        return text
    for pattern, replacement in _EXPANSIONS:
        text = pattern.sub(replacement, text)
    return text


_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "am": "is", "are": "is", "be": "is", "were": "was"}


def s_form(verb: str) -> str:
    """The third person singular of a base form."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if re.search(r"(?:s|x|z|ch|sh|o)$", lower):
        return verb + "es"
    if re.search(r"[^aeiou]y$", lower):
        return verb[:-1] + "ies"
    return verb + "s"


_TOKEN = re.compile(r"[A-Za-zÀ-ÿ0-9_]+(?:['-][A-Za-zÀ-ÿ0-9_]+)*|\s+|[^\sA-Za-zÀ-ÿ0-9_]+")
_BREAK = frozenset("because if when while that since until although though who which whether where before after unless so".split())


class _Telling:
    """One pass over a clause's tokens, which keeps what has been named so far."""

    def __init__(self, voice: Voice, clause: str, others: bool) -> None:
        self.voice = voice
        self.as_subject = False
        """`I` came first, or nobody else is the subject: what follows the first mention may say `they`."""
        self.named = False
        self.others = others
        self.past = speaks_of_past(clause)
        self.pending = ""
        """The next verb agrees with this person: 'name' (he, she) or 'they'."""
        self.chain = False
        """A verb after `and` still belongs to the singular subject."""

    def word(self, word: str, following: str) -> str:
        lower = word.lower()
        if lower in ("i", "we", "me", "my", "our", "us", "mine", "ours", "myself", "ourselves"):
            return self._person(lower)
        if lower in ("you", "your", "yours") and self.voice.other:
            return {"you": self.voice.other, "your": f"{self.voice.other}'s", "yours": f"{self.voice.other}'s"}[lower]
        if self.pending:
            return self._verb(word, following)
        if lower in ("to", "will", "would", "can", "could", "should", "must", "might", "may") or lower in _BREAK:
            self.chain = False
        return word

    def _person(self, lower: str) -> str:
        voice = self.voice
        if lower == "i":
            if self.as_subject:
                self.pending = "they"
                return "they"
            self.as_subject, self.pending = True, "name"
            return voice.name
        if lower == "we":
            if self.as_subject:
                self.pending = "they"
                return "they"
            self.as_subject, self.pending = True, "they"
            return voice.plural
        if self.as_subject:
            return {
                "me": "them",
                "us": "them",
                "my": "their",
                "our": "their",
                "mine": "theirs",
                "ours": "theirs",
                "myself": "themselves",
            }.get(lower, "themselves")
        if lower in ("myself", "ourselves"):
            return "themselves" if self.named else "oneself"
        self.as_subject, self.named = not self.others, True
        return voice.possessive if lower in ("my", "our", "mine", "ours") else voice.name

    def _verb(self, word: str, following: str) -> str:
        lower = word.lower()
        if is_adverb(lower) and lower not in ("like", "love") and (lower not in ("sort", "kind") or following == "of"):
            return word
        person, self.pending = self.pending, ""
        if person == "they":
            self.chain = False
            return {"am": "are", "was": "were"}.get(lower, word)
        if lower in ("am", "are"):
            self.chain = True
            return "is"
        if lower in MODALS or is_past(lower) or (lower in UNCHANGED and (self.past or lower == "read")):
            return word
        if not word.isalpha() or lower in ("and", "or", "to", "who", "as", "with", "in", "the", "a"):
            return word
        self.chain = lower not in ("need", "want", "hope", "plan", "have") or following.lower() != "to"
        return s_form(word)

    def coordinated(self, word: str) -> str:
        return s_form(word) if self.chain and word.lower() in BASE_VERBS else word


def third_person(clause: str, voice: Voice, others: bool = False) -> str:
    """The clause about the speaker, with a capital and a full stop. `clause` is expanded; `others`: somebody else is its subject."""
    telling = _Telling(voice, clause, others)
    tokens = _TOKEN.findall(clause)
    words = [t for t in tokens if t[0].isalnum()]
    out: list[str] = []
    seen, after_and = 0, False
    for token in tokens:
        if not token[0].isalnum():
            out.append(token)
            continue
        seen += 1
        following = words[seen] if seen < len(words) else ""
        if after_and and not telling.pending and token.lower() in BASE_VERBS and _reads_as_verb(following):
            out.append(telling.coordinated(token))
        else:
            out.append(telling.word(token, following))
        after_and = token.lower() in ("and", "or", "but") or (after_and and is_adverb(token))
    return sentence("".join(out))


_OBJECTS = frozenset(
    """the a an my our his her their this that these to in on at for with about it them some up out from as every each most what
    books when whenever there home lots many only""".split()
)


def _reads_as_verb(following: str) -> bool:
    """What comes after `and` is a verb where an object or a preposition follows it."""
    return following.lower() in _OBJECTS or following.isdigit()


def sentence(text: str) -> str:
    """With a capital at the beginning and a full stop at the end."""
    text = re.sub(r"(?<!\s)\s++([,.;:!?])", r"\1", text.strip().rstrip(" ,;:-–—!?.…"))
    return f"{text[:1].upper()}{text[1:]}." if text else ""
