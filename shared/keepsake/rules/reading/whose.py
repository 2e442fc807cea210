"""Whom a statement is about, where a model tells it that reads it beside its message (rows R8, R12): "Priti on mat leave" has no verb by
which Priti heads it, and "Dr Rao has raised the drops to two" is told of who takes them.

What the words say plainly stands: "I" and "we" are the user, "she" never, "it" and "they" only where "me" stands beside them; who heads a
clause is not taken for a third one, and a talk that is held for somebody is about them. Where the model tells of another one whom no word
names, that is `unknown`, never the user.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

from keepsake.rules.reading import people, sensitivity, whom
from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.filing import Filed
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PATTERN, KIN_PLURAL, NOT_NAMES, PLACES, caseless
from keepsake.rules.reading.whom import About

SURE = 0.7
"""From which chance on the model is heard: never as surely as what heads a clause."""
POINTED = 0.5
"""From which on a word is the one that it means."""
MOST_NAMED, MOST_READ = 16, 2_000
"""Words of a message of which a model is asked whether they are who is meant, and characters in which they are looked for."""
_WORD = re.compile(r"(?P<heads>(?:^|[.,;:!?\n] ?))?(?<![^\W_])(?P<word>[^\W\d_]{2,30})(?![^\W_])")
_SOMEBODY = re.compile(
    rf"{people.WHO}|{KIN_PLURAL}|neighbours|girl|guy|man|woman|lady|gentleman|bloke|chap|fellow|fella|lass|porter|vicar|priest|carer|driver"
    r"|hubby|missus|preceptor|herself|himself"
)
_MY_KIN = caseless(rf"(?:my|our) (?:\w+ )?{KIN_PATTERN}\b(?!['’]s)")
_FAMILY = ("spouse", "partner", "child", "parent", "sibling", "relative", "pet", "ex_partner")


def named(text: str, cast: people.Cast) -> Sequence[str]:
    """The words of a message by which somebody may be meant, in lower case: kin, roles and names that are known, then what has the look
    of a name, then what heads a clause."""
    ranked = [(rank, match["word"].lower()) for match in _WORD.finditer(text[:MOST_READ]) if (rank := _rank(match, cast)) is not None]
    return tuple(dict.fromkeys(word for _, word in sorted(ranked, key=itemgetter(0))))[:MOST_NAMED]


def _rank(match: re.Match[str], cast: people.Cast) -> int | None:
    word, lower = match["word"], match["word"].lower()
    if _SOMEBODY.fullmatch(lower) or lower in cast.names or lower in GIVEN_NAMES:
        return 0
    if lower in NOT_NAMES or lower in PLACES or sensitivity.is_of_health(lower):
        return None
    if word[0].isupper() or is_no_word(word):
        return 1
    return 2 if match["heads"] is not None else None


def told(read: About, text: str, found: Filed | None, cast: people.Cast) -> About:
    """`read` off the words of the statement; where a model is sure that it is about another one, that one. Who was spoken of is
    remembered."""
    if found is None or _says_plainly(read, text, cast):
        return read
    if found.user >= SURE:
        nobody = read.subject == people.UNKNOWN and not whom.OF_ME.search(text)
        another_does = read.subject != cast.speaker and whom.SOMEBODY_DOES.match(whom.bare(text))
        of_user = read.subject == cast.speaker or another_does or whom.PRONOUN.match(whom.bare(text))
        return read if of_user or nobody else About(cast.speaker, sure=False)
    if found.another < SURE or whom.is_treated(text, cast) or (read.subject == cast.speaker and _BODY_HEADS.match(text)):
        return read
    word = max(found.named, key=lambda w: found.named[w], default="")
    if found.named.get(word, 0.0) < POINTED:
        return About(people.UNKNOWN, sure=False) if read.subject == cast.speaker else read
    headed = read.sure and read.subject not in (cast.speaker, people.UNKNOWN)
    if headed or word == cast.own_name or re.fullmatch(KIN_PLURAL, word):
        return read
    who = _known_as(word, cast)
    if (pronoun := whom.PRONOUN.match(whom.bare(text))) and people.fits(pronoun["who"], who, cast) is False:
        return read if read.subject != cast.speaker else About(people.UNKNOWN, sure=False)  # "he" is not the girl who was born
    if _SOMEBODY.fullmatch(word) or word in GIVEN_NAMES or is_no_word(word):
        cast.speak_of(who, headed=True)  # "the school has sent a form, his mum does that": no school's mum
    return About(who, sure=False)


_BODY_HEADS = re.compile(rf"(?:the |left |right )?{sensitivity.BODY}\b(?!['’]s \w+['’]?s\b)", re.IGNORECASE)
"""`knee left is bad`: no name."""


def _says_plainly(read: About, text: str, cast: people.Cast) -> bool:
    if whom.FIRST.match(whom.bare(text)) or whom.VALUE_ALONE.fullmatch(text) or (cast.topic and read.subject == cast.topic):
        return True
    my_kin = _MY_KIN.match(text)
    heads = my_kin is not None or (read.sure and _is_family(read.subject, cast))
    return heads and not whom.OF_ME.search(text, my_kin.end() if my_kin else 0)


def _is_family(name: str, cast: people.Cast) -> bool:
    """`my wife is seventy with a bad hip`, and Ida where she is known for the wife; not "my boss has moved me to days"."""
    return any(name == known and KIN_CLASS.get(kin.rpartition(" ")[2]) in _FAMILY for kin, known in cast.kin.items())


def _known_as(word: str, cast: people.Cast) -> str:
    if re.fullmatch(people.WHO, word):
        return cast.of_kin(word)
    return cast.meet(word.removesuffix("s") if word not in cast.names and word.removesuffix("s") in cast.names else word)
