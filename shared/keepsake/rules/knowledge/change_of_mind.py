"""How a statement relates to a known fact (row K4): it says the same, gives another value, ends it, says the opposite, or may revise it.

An unsure machine deletes nothing: where it is not clear what changes, both stay.
"""

from __future__ import annotations

import re
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache

from keepsake.claims import Changes
from keepsake.records import MEASURED, Category, Memory, Thresholds
from keepsake.rules import bare_answer, slots, words
from keepsake.rules.dates import occasion, stance
from keepsake.rules.knowledge import frames, implied, judged, matters, numerals, one_thing, quantities, roles
from keepsake.rules.knowledge.one_thing import Known, own_words, shares
from keepsake.rules.reading import changes, language
from keepsake.rules.reading.lexicon import KIN_CLASS

SAME_WORDS = 0.85
"""Share of shared content words (Jaccard) from which two statements say the same without vectors."""
ABOUT_WORDS = 0.34
DENIED = 0.6
"""Share of the smaller matter from which one of two statements denies what the other one says, though nothing marks it as a change."""
MANY_WORDS, ALIKE_WORDS = 4, 0.5
"""Content words that two statements share, and of all that either has, from which they tell of one thing."""
FIRM = 0.5
"""Confidence from which somebody's own words change what is known; what is hedged lies below."""
LONG = timedelta(days=180)
"""A date by which a statement tells of another time than a fact."""
YEAR, MOST_YEARS_OFF = timedelta(days=365.25), 3
"""By how many years somebody's age may differ from what it was and the time that has passed: they round, and birthdays lie between."""
_IN_YEAR = re.compile(r"\bin ((?:19|20)\d\d)\b")
_NEGATION = re.compile(
    r"\b(?:not|no longer|never|n't|doesn't|don't|isn't|dislikes?|hates?|avoids?|quit|stopped|without"
    r"|oppos(?:es?|ed)|rejects?|rejected|distrusts?|disagrees?|can(?:'|no)?t stand|no one|nobody|nothing|none|hardly|barely)\b|n't\b"
    r"|\bno (?!(?:problems?|worries|matter|doubt|wonder|rush|pressure|offen[cs]e)\b)(?=[^\W\d])"
    r"|\b(?:nicht|kein\w*|niemals?|nunca|jam[áa]s|ning[úu]n\w*|sin|pas|jamais|aucun\w*|sans|non|nessun\w*|senza|não|nenhum\w*|sem"
    r"|niet|geen|nooit|zonder|nie|nigdy|değil|yok|не|ни|нет|никогда|без|ні|немає|δεν|ποτέ|לא|אין|لا|ليس|لم|لن|नहीं|मत|안|못|없\w*|않\w*)\b"
    r"|[不没沒无無]|ない|ません|ไม่",
    re.IGNORECASE,
)
"""English, and the words by which the commonest other languages deny."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


class Relation(StrEnum):
    """How an observation relates to a known fact."""

    SAME = "same"
    OTHER_VALUE = "other_value"
    """Another value of a slot that takes one, or of the statement that a marked correction is about."""
    ENDS = "ends"
    """The observation says that the fact holds no more."""
    OPPOSITE = "opposite"
    """The same statement with and without a negation."""
    REVISES = "revises"
    """It may be a change of mind about the same matter; what it changes is not clear enough to end anything."""
    UNRELATED = "unrelated"


JUDGED = {Changes.REPLACES: Relation.OTHER_VALUE, Changes.ENDS: Relation.ENDS, Changes.UNSURE: Relation.REVISES}
UNCLEAR = (Relation.UNRELATED, Relation.REVISES)
"""Where a chat model is heard: what the words themselves show it cannot undo."""


def relate(observation: Memory, known: Known, thresholds: Thresholds = MEASURED) -> Relation:
    """How a statement relates to one fact, by the rules and where these see nothing clear by a model's judgement; a hedged one changes
    nothing, it may only revise."""
    relation = _related(observation, known, thresholds)
    judgement = judged.of(observation, known.fact) if relation in UNCLEAR and _of_one_age(observation, known.fact) else None
    if judgement is not None:
        relation = JUDGED[judgement]
    ends = relation in (Relation.OTHER_VALUE, Relation.ENDS, Relation.OPPOSITE)
    return Relation.REVISES if ends and own_words(observation) and _hedged(observation, judged_so=judgement is not None) else relation


def _hedged(observation: Memory, *, judged_so: bool) -> bool:
    """Rules that read a request for what it tells besides may read it wrongly; a model that has read both knows what it ends, but where its
    words are unsure."""
    if observation.confidence >= FIRM:
        return False
    said = observation.content.summary
    return not judged_so or changes.unsure(stance.plainly(said)) or changes.past_life(said)


def clear(observation: Memory, fact: Memory) -> bool:
    """Whether the words alone, with no model of any kind, show that the fact is over."""
    return _related(observation, Known(fact, None), MEASURED) in (Relation.OTHER_VALUE, Relation.ENDS, Relation.OPPOSITE)


def _related(observation: Memory, known: Known, thresholds: Thresholds) -> Relation:
    fact = known.fact
    near = 0.0 if _is_bare(observation) else known.cosine or 0.0  # "no" lies near every "no"
    shared = overlap(observation, fact)
    if implied.ends(observation, fact):
        return Relation.ENDS
    if not one_subject(observation, fact):
        return Relation.REVISES if alike(observation, fact) else Relation.UNRELATED
    if not _of_one_age(observation, fact):
        return Relation.UNRELATED
    said, held = observation.content.summary, fact.content.summary
    if own_words(observation) and occasion.is_one(said) and occasion.is_habit(held):
        return Relation.UNRELATED
    about = shared >= ABOUT_WORDS or near >= thresholds.about
    one_slot = same_slot(observation, fact) and not _of_two_people(observation, fact)
    if observation.negated or fact.negated:
        return _over_an_end(observation, known, about or one_slot, thresholds)
    if observation.replaces and mentions(fact, observation.replaces) and not _replaces_too(fact, observation.replaces):
        if not own_words(observation):
            named = about or one_slot or one_thing.is_value(fact, observation.replaces)
        else:
            named = one_slot or one_thing.replaced(observation, known, thresholds)
        return Relation.OTHER_VALUE if named else Relation.UNRELATED
    if one_slot and observation.slot is not None and fact.slot is not None:
        if slots.same_value(observation.slot.value, fact.slot.value):
            return _of_one_value(observation, fact)
        if slots.is_single(observation.slot.feature):
            return Relation.UNRELATED if _beside(observation, fact) or _of_long_before(observation, fact) else Relation.OTHER_VALUE
        marked = observation.correction and shared >= ABOUT_WORDS and not observation.replaces
        return Relation.OTHER_VALUE if marked else Relation.UNRELATED
    if observation.correction and (frames.one_frame(said, held) or frames.moved(said, held)):
        return Relation.OTHER_VALUE
    if taken_back(observation, fact) and one_thing.gives(observation, fact.replaces or "", fact, known.cosine, thresholds):
        return Relation.OTHER_VALUE
    if observation.correction and _changes(observation, known, thresholds):
        return Relation.OTHER_VALUE
    if reorders(observation, fact):
        return Relation.OTHER_VALUE
    if (shared >= SAME_WORDS or (near >= thresholds.same and numbers(observation) == numbers(fact))) and not _say_others(observation, fact):
        if _opposed(observation, fact):
            return Relation.OPPOSITE
        if own_words(observation) and matters.turned(said, held):
            return Relation.REVISES
        if not _of_one_stance(observation, fact):
            return Relation.REVISES if stance.of(said) in stance.FIRM else Relation.UNRELATED
        if own_words(observation) and own_words(fact) and roles.apart(said, held):
            return Relation.UNRELATED
        return Relation.SAME if numbers(observation) == numbers(fact) else _differing(observation)
    if observation.correction and observation.category is fact.category and shared >= ABOUT_WORDS and near >= thresholds.about:
        lasting = fact.category is not Category.EVENT and one_thing.told(observation, known, thresholds)
        return Relation.OTHER_VALUE if lasting or not own_words(observation) else Relation.REVISES
    if observation.correction and near >= thresholds.about and _tells_anew(observation, fact):
        return Relation.REVISES
    denies = own_words(observation) and negates(observation) != negates(fact) and _denies(observation, known, thresholds)
    denies = denies or (own_words(observation) and _reverses(observation, known, thresholds))
    unclear = denies or alike(observation, fact) or _gives_otherwise(observation, known, thresholds)
    return Relation.REVISES if unclear else Relation.UNRELATED


def _gives_otherwise(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """It marks no change, and gives another value of one type for what lies near and shares its matter: "a jar is 8.50 pounds" after
    "I sell it at 7 pounds a jar". Of the nine such pairs of fifteen lots of everyday talk six are changes."""
    fact, said, held = known.fact, observation.content.summary, known.fact.content.summary
    if (
        observation.correction
        or not (own_words(observation) and own_words(fact))
        or Category.EVENT in (observation.category, fact.category)
    ):
        return False
    near = known.cosine is not None and known.cosine >= thresholds.about and one_thing.told(observation, known, thresholds)
    several = is_further(said) or frames.adds(said)  # "I like dish 3" says nothing of dish 5
    return near and not several and matters.other_values(said, held)


def _of_long_before(observation: Memory, fact: Memory) -> bool:
    """By its own date, of a time long before the fact is known to hold: "I moved to Berlin in 2010" does not end "I live in Rome"."""
    if not own_words(observation) or observation.replaces:
        return False
    years = [int(y) for y in _IN_YEAR.findall(observation.content.summary)]
    dated = not observation.correction and fact.valid_from - observation.valid_from > LONG
    return dated or (bool(years) and max(years) < fact.valid_from.year)


def _of_one_value(observation: Memory, fact: Memory) -> Relation:
    """Of two that fill a slot with the same: somebody's own words say the same only where they say no more than that. "My wife Ana has a
    sister in Oslo" is another fact than "my wife Ana hates noise"."""
    said, held = observation.content.summary, fact.content.summary
    if not own_words(observation):
        return Relation.SAME
    more = matters.matter(said) - matters.matter(held) or frozenset().union(*matters.values(said)) - frozenset().union(
        *matters.values(held)
    )
    same = not more and _of_one_stance(observation, fact) and not (own_words(fact) and roles.apart(said, held))
    return Relation.SAME if same else Relation.UNRELATED


def _of_one_stance(observation: Memory, fact: Memory) -> bool:
    composed = not (own_words(observation) and own_words(fact))
    return composed or stance.is_one(observation.content.summary, fact.content.summary)


def _denies(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """Nearly all that the smaller one is about is a good part of what the other one is about too."""
    mine, theirs = one_thing.matters_of(observation, known.fact)
    together = shares(observation, known.fact) >= DENIED and len(mine & theirs) >= ABOUT_WORDS * len(mine | theirs)
    return together and (known.cosine is None or known.cosine >= one_thing.NEARLY * thresholds.about)


def _reverses(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """It allows what the other one denies, or denies it: "he can eat cashews", of one who is allergic to them."""
    reversed_on = matters.reversed_on(observation.content.summary, known.fact.content.summary)
    return reversed_on is not None and one_thing.told(observation, known, thresholds)


def reorders(observation: Memory, fact: Memory) -> bool:
    """Both instruct the assistant, and the one allows what the other forbids: the last order holds, whatever its words."""
    orders = all(m.subject == "assistant" and m.category is Category.CONSTRAINT and own_words(m) for m in (observation, fact))
    said, held = observation.content.summary, fact.content.summary
    return orders and (matters.reversed_on(said, held) is not None or _forbids(said, held))


def _forbids(said: str, held: str) -> bool:
    """It forbids what the other asks for, and nothing else: "no tables from here on"."""
    forbidden = matters.matter(said)
    return (
        bool(forbidden)
        and forbidden <= matters.matter(held)
        and all(matters.says_yes(said, thing) is False and matters.says_yes(held, thing) is not False for thing in forbidden)
    )


def alike(one: Memory, other: Memory) -> bool:
    """Two of somebody's own statements that share most of many words and differ in a few on both sides: "they met in Japan" and "they met
    in Switzerland". Which is right nobody said; the newer is told first."""
    mine, theirs = content_words(one), content_words(other)
    both = len(mine & theirs)
    differ = bool(mine - theirs) and bool(theirs - mine)
    return tells(one, both) and own_words(other) and differ and both >= ALIKE_WORDS * len(mine | theirs)


def tells(statement: Memory, shared: int) -> bool:
    """Whether somebody's own statement tells of one thing with another one that shares so many words."""
    if frames.adds(statement.content.summary) or (statement.subject == "user" and statement.category is Category.EVENT):
        return False  # one likes several dishes, and runs on several days
    return own_words(statement) and shared >= MANY_WORDS


def _replaces_too(fact: Memory, what: str) -> bool:
    """The fact says itself that this is replaced: "bullets, not paragraphs", said again, ends no wish for bullets."""
    return own_words(fact) and fact.replaces is not None and words.content(fact.replaces) == words.content(what)


_TOO = re.compile(r"\b(?:also|too|as well|on the side|second|another|additionally|besides)\b", re.IGNORECASE)


def _beside(observation: Memory, fact: Memory) -> bool:
    """Somebody's own words that give a value beside the one that is known: a further one, one for another time, or the same one closer."""
    if not own_words(observation) or observation.correction or observation.slot is None or fact.slot is None:
        return False
    said, held = observation.content.summary, fact.content.summary
    closer = slots.canonical(fact.slot.value) < slots.canonical(observation.slot.value)
    return closer or is_further(said) or matters.at_other_times(said, held)


def is_further(text: str) -> bool:
    """Its words call what it gives a further one."""
    return bool(_TOO.search(text))


def _say_others(one: Memory, other: Memory) -> bool:
    """Each says a word that the other does not. Long statements lie near each other whatever one word of them is: the left arm and the
    right one, Monday and Tuesday. In another language, whose little words no rule knows, one that says any word more says otherwise."""
    mine, theirs = (content_words(m) if _is_bare(m) else words.content(matters.plain(m.content.summary)) for m in (one, other))
    unsure = (is_foreign(one) or is_foreign(other)) and negates(one) == negates(other)
    return own_words(one) and own_words(other) and (mine != theirs if unsure else bool(mine - theirs) and bool(theirs - mine))


def taken_back(observation: Memory, fact: Memory) -> bool:
    """ "Back to grams" where the fact said "instead of grams"."""
    undoes = bool(observation.content.structured.get("undoes"))
    return undoes and bool(fact.replaces) and mentions(observation, fact.replaces or "")


def _changes(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """A statement marked as a change that tells otherwise of one matter: yes and no of one thing, or another value of the same type."""
    said, held, near = observation.content.summary, known.fact.content.summary, known.cosine or 0.0
    if matters.reversed_on(said, held):
        return one_thing.told(observation, known, thresholds)
    if not matters.other_values(said, held):
        return False
    if near >= thresholds.about and known.fact.category is not Category.EVENT and _tells_anew(observation, known.fact):
        return True  # what happened on a day happened, whatever happens later
    return shares(observation, known.fact) == 1 and matters.of_one_head(said, held) and one_thing.told(observation, known, thresholds)


def _tells_anew(observation: Memory, fact: Memory) -> bool:
    """A statement that is marked as a change and lies near speaks of what the fact is about, and adds nothing to it. In 220 people's
    talk four in five of such pairs are changes, and of those with values of one type nearly all."""
    mine, theirs = one_thing.matters_of(observation, fact)
    if shares(observation, fact) < one_thing.A_PART:
        return False
    ordered = [m.category is Category.CONSTRAINT and m.subject == "assistant" for m in (observation, fact)]
    further = is_further(observation.content.summary)
    return own_words(observation) and bool(mine & theirs - _KIN) and ordered[0] == ordered[1] and not further


_KIN = words.content(" ".join(KIN_CLASS))
"""Who shares no more than a sister tells of two things."""


def may_be_one(said: str, held: str) -> bool:
    return bool(matters.matter(said) & matters.matter(held)) or matters.other_values(said, held)


def one_subject(one: Memory, other: Memory) -> bool:
    """Of one subject; or one of them does not name its own, and they name one thing or fill one slot."""
    if one.subject == other.subject:
        return True
    if _tells_of(one, other) or _gives_up(one, other):
        return True
    if sure(one) and sure(other):
        return False
    named = one.slot is not None and slots.names_its_thing(one.slot.feature)
    return (named and same_slot(one, other)) or bool(matters.matter(one.content.summary) & matters.matter(other.content.summary))


def _of_one_age(observation: Memory, fact: Memory) -> bool:
    """Whether both ages may be one person's: nobody is 6 in May and 58 in June, whoever "he" is."""
    was, now = _age(fact), _age(observation)
    if was is None or now is None or observation.replaces or not (_fills_age(fact) or _fills_age(observation)):
        return True
    return abs(now - was - (observation.valid_from - fact.valid_from) / YEAR) <= MOST_YEARS_OFF


def _age(memory: Memory) -> int | None:
    """Of whom it is about, in years, where it tells it."""
    if memory.slot is not None and _fills_age(memory):
        return int(memory.slot.value) if memory.slot.value.isdecimal() else None
    told = _IS_SO_OLD.match(memory.content.summary)
    return int(told["age"]) if told else None


def _fills_age(memory: Memory) -> bool:
    return memory.slot is not None and memory.slot.feature == "age"


_IS_SO_OLD = re.compile(
    r"(?:and |but )?(?:(?:he|she)(?:['’]?s| is)|i['’]?m|i am) (?:now |already |only |just )?(?P<age>\d{1,3})"
    r"(?=$|[,;!)]|\.(?!\d)| (?:now|and|but|years?|this|on|so|in|last|next|already|today)\b)",
    re.IGNORECASE,
)


def _of_two_people(one: Memory, other: Memory) -> bool:
    """Each is about somebody else, and what they fill is a person's: Isla's diet is not Amara's."""
    named = one.slot is not None and slots.names_its_thing(one.slot.feature)
    return not named and one.subject != other.subject and not {one.subject, other.subject} & {"user", "assistant", "unknown"}


def _tells_of(one: Memory, other: Memory) -> bool:
    """Of two of which one is marked as a change and about a thing that the other names, each with a measure of one unit: "amitriptyline is
    25mg now" after "I am on amitriptyline 10mg"."""
    said, held = one.content.summary, other.content.summary
    if not (own_words(one) and one.correction) or one.subject in ("user", "assistant", "unknown"):
        return False
    return names(held, one.subject) and quantities.other_measure(matters.plain(said), matters.plain(held))


def _gives_up(one: Memory, other: Memory) -> bool:
    """It says that a number is over which the other gives for the same: "200 a month to Maureen, not 150" after "Maureen gets 150 a
    month"."""
    said, held, what = one.content.summary, other.content.summary, one.replaces or ""
    if not (own_words(one) and len(what) > 1 and matters.are_values(what, held)):
        return False
    named = names(held, one.subject) or names(said, other.subject)
    return named and quantities.of_one_type(what, matters.plain(said), matters.plain(held), surely=True)


def names(text: str, subject: str) -> bool:
    return re.search(rf"\b{re.escape(subject)}\b", text, re.IGNORECASE) is not None


def sure(memory: Memory) -> bool:
    """It names whom it is about."""
    return memory.content.structured.get("subject_sure") is not False


def of_one_matter(observation: Memory, fact: Memory) -> bool:
    """Of one subject; or the observation says what somebody is to the fact's subject ("Tiger is the user's cat")."""
    related = observation.slot is not None and observation.slot.feature == f"relation_to_{fact.subject}"
    if related or one_subject(observation, fact) or implied.takes_over(observation, fact) or alike(observation, fact):
        return True
    return judged.of(observation, fact) is not None


def _over_an_end(observation: Memory, known: Known, about: bool, thresholds: Thresholds) -> Relation:
    """Where one of the two says that something holds no more: "no longer at Acme" says nothing of Globex."""
    fact = known.fact
    if observation.negated and fact.negated:
        return Relation.SAME if about and _names(observation, fact) and _names(fact, observation) else Relation.UNRELATED
    one, other = (observation, fact) if observation.negated else (fact, observation)
    what = ended(one)
    if own_words(one):
        given = what is not None and one_thing.gives(other, what, one, known.cosine, thresholds)
        named = observation.negated and one_thing.names_its_place(observation, known)
        about = given or named or _told_of_one_count(observation, known, thresholds)
    elif what is not None:
        about = True
    if (own_words(one) and _denies_already(other, what)) or not (about and _names(one, other)):
        return Relation.UNRELATED
    return Relation.ENDS if observation.negated else Relation.OPPOSITE


def _told_of_one_count(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """Of one thing, and where what is over is a number, of one type too: "not 2 puffs" says nothing of "2 weeks"."""
    what, held = ended(observation), known.fact.content.summary
    counts = what is None or not matters.are_values(what, held)
    one_type = counts or quantities.of_one_type(what or "", matters.plain(observation.content.summary), matters.plain(held))
    return one_type and one_thing.told(observation, known, thresholds)


def _denies_already(fact: Memory, what: str | None) -> bool:
    """What is over holds no more by the fact itself; that it denies something else ("I work at Acme, so not on Mondays") is no matter."""
    things = matters.matter(what or "") & matters.matter(fact.content.summary)
    return negates(fact) and (not things or any(matters.says_yes(fact.content.summary, t) is False for t in things))


def same_slot(one: Memory, other: Memory) -> bool:
    return one.slot is not None and other.slot is not None and (one.slot.feature, one.slot.tag) == (other.slot.feature, other.slot.tag)


def overlap(one: Memory, other: Memory) -> float:
    """Share of content words that both have, of those that either has."""
    mine, theirs = content_words(one), content_words(other)
    return len(mine & theirs) / max(1, len(mine | theirs))


def is_foreign(memory: Memory) -> bool:
    """Told in another language than English: no rule here tells its conditions, times and parts apart."""
    return _is_foreign(memory.content.summary)


@lru_cache(8_192)
def _is_foreign(text: str) -> bool:
    return language.of(matters.plain(text)) != language.ENGLISH


def negates(memory: Memory) -> bool:
    """The statement denies something."""
    return says_no(memory.content.summary)


@lru_cache(8_192)
def says_no(text: str) -> bool:
    return bool(_NEGATION.search(text)) or bare_answer.denies(text)


def numbers(memory: Memory) -> frozenset[str]:
    return _numbers(memory.content.summary)


@lru_cache(8_192)
def _numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(numerals.in_digits(text)))


def content_words(memory: Memory) -> frozenset[str]:
    """Of its words, or of the question beside it where it says no more than "no"."""
    asked = words.content(str(memory.content.structured.get("context", ""))) if _is_bare(memory) else None
    return asked or words.content(memory.content.summary)


def _is_bare(memory: Memory) -> bool:
    return bare_answer.is_bare(memory.content.summary)


def _opposed(observation: Memory, fact: Memory) -> bool:
    return negates(observation) != negates(fact)


def _differing(observation: Memory) -> Relation:
    return Relation.OTHER_VALUE if observation.correction else Relation.UNRELATED


def mentions(fact: Memory, text: str) -> bool:
    """All content words of the text are the fact's or its value's."""
    wanted = _as_named(text)
    held = content_words(fact) | words.content(fact.slot.value if fact.slot else "")
    return bool(wanted) and (wanted <= held or wanted <= _as_named(fact.content.summary))


@lru_cache(8_192)
def _as_named(text: str) -> frozenset[str]:
    """Its content words, whatever their endings and hyphens: "napping" names naps, "code-first" code that comes first, "the 19th" 19
    September."""
    return frozenset(matters.stem(w) for w in words.content(_ORDINAL.sub(r"\1", text.replace("-", " "))))


_ORDINAL = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)


ROMANTIC = frozenset("partner girlfriend boyfriend wife husband spouse fiancé fiancée fiance fiancee".split())


def ended(memory: Memory) -> str | None:
    """Words of what a statement ends or replaces."""
    return memory.replaces or (memory.slot.value if memory.negated and memory.slot is not None else None)


def _names(observation: Memory, fact: Memory) -> bool:
    """The negated observation names what the fact holds: its slot's value, the words of what ended, or most of the fact's words."""
    if observation.slot is not None and fact.slot is not None and observation.slot.feature == fact.slot.feature:
        if slots.same_value(observation.slot.value, fact.slot.value) or {observation.slot.value, fact.slot.value} <= ROMANTIC:
            return True
        return not slots.is_single(fact.slot.feature) and mentions(fact, ended(observation) or "")
    if observation.slot is not None and observation.slot.feature.startswith("relation_to_"):
        return False
    if what := ended(observation):
        return mentions(fact, what)
    if fact.slot is not None:
        return mentions(observation, fact.slot.value)
    theirs = content_words(fact)
    same_numbers = numbers(fact) <= numbers(observation)
    return same_numbers and len(theirs & content_words(observation)) >= 0.6 * len(theirs)
