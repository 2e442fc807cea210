"""Signs that something earlier does not hold any more, and what it was."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from keepsake.rules.reading import calendar_words as words
from keepsake.rules.reading.grammar import plain
from keepsake.rules.reading.lexicon import NOT_NAMES

NO_LONGER = re.compile(r"\bno longer\s+|\bnot (?=.*\b(?:any ?more|any longer)\b)", re.IGNORECASE)
_ANY_MORE = re.compile(r"\s*\b(?:any ?more|any longer)\b", re.IGNORECASE)
NOW = re.compile(
    r"(?<!right )(?<!for )(?<!until )(?<!by )\bnow\b(?! that)|\bfrom now on\b|\bas of (?:today|now|this)\b|\binstead\b|\bchanged my "
    r"mind\b|\bafter all\b|\bthese days\b",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r",?\s*\b(?:instead of|and not|rather than|, not)\s+(?P<old>[^,.]+?)(?:\s+(?:now|any ?more))?$", re.IGNORECASE)
_NOT_BUT = re.compile(r"\bnot\s+(?P<old>[^,.]+?),?\s+but\s+(?P<new>.+)$", re.IGNORECASE)


class Ended(NamedTuple):
    """A clause with its "no longer" taken out, for the rules to read."""

    positive: str
    ended: bool


def without_ending(predicate: str, adverbs: str) -> Ended:
    """`do not like coffee anymore` > `like coffee`, ended."""
    if "no longer" in adverbs:
        return Ended(predicate, True)
    if used := _USED_TO.match(predicate):
        return Ended(used["positive"], True)
    match = NO_LONGER.search(predicate)
    if match is None:
        return Ended(predicate, False)
    positive = _ANY_MORE.sub("", predicate[: match.start()] + predicate[match.end() :])
    return Ended(re.sub(r"^(?:do|does|did)\s+", "", positive).strip(), True)


_NOT = re.compile(
    r"^(?P<verb>(?:am|is|are|was|were|have|has)(?= not\b)|(?:do|does|did)(?= not\b)) not (?:actually |really |even )?(?P<rest>.+)$",
    re.IGNORECASE,
)
_AFTER_ALL = re.compile(r",?\s+(?:after all|at all|actually|though|either|to be honest|tbh)$", re.IGNORECASE)


def without_negation(predicate: str) -> str | None:
    """`am not allergic to nuts after all` > `am allergic to nuts`; None where nothing is denied."""
    match = _NOT.match(_AFTER_ALL.sub("", predicate))
    if match is None:
        return None
    return match["rest"] if match["verb"].lower() in ("do", "does", "did") else f"{match['verb']} {match['rest']}"


_ENDING = re.compile(
    r"^(?:have |has |had |just |recently |finally |already |to |decided to )*(?:stepped down from|stepping down from|give up|came off"
    r"|come off|quit|stopped|gave up(?: on)?|given up(?: on)?|dropped(?: out of)?|ditched"
    r"|cancell?ed|sold|got rid of|gotten rid of|resigned from|unsubscribed from|called off|finished with|(?:am|is|are) (?:so )?done with"
    r"|(?:am|is|are|went|gone) off(?! (?:to|work|for|on|the|today|this|and)\b)|grew out of|lost interest in|threw (?:out|away)|gave away"
    r"|given away|backed out of|pulled out of|moved on from|(?:am|is|are) (?:so |kind of |totally |completely )?over(?= \w+(?: \w+)?$)"
    r"|deleted|uninstalled|left(?= the \w)"
    r"|changed (?:my|our|his|her|their) mind (?:about|on))\s+"
    r"(?P<value>(?!(?:by|at|it|that|this|to|in|for|off|over|here|there|everyone|everything)\b).+)$",
    re.IGNORECASE,
)
_OBJECT_END = re.compile(
    r"(?:,|;|\s+(?:in|on|by|at) the (?:week|weekend|morning|evening)|\s+(?:in|on|by) (?:\d|[A-Z]\w+ \d{4})|\s+in \d{4}"
    r"|\s+(?:last|yesterday|today|because"
    r"|since|after|and|but|so|when|now|recently|completely|for good|years? ago|weeks? ago|months? ago)\b).*$"
)  # fmt: skip
_USED_TO = re.compile(
    r"^used to (?P<positive>(?!it\b|that\b|this\b|the\b).+?)(?:,? (?:but|and|though)?,? ?(?:now|these days|not any ?more)\b.*)?$",
    re.IGNORECASE,
)


_DROPPED = re.compile(
    r"^(?:(?:have |has )?decided (?:not to|against)|(?:will|would) not (?:be )?|(?:am|is|are) not (?=(?:going|moving"
    r"|getting|buying|coming|attending|taking"
    r"|doing|travelling|traveling|flying|starting|joining|marrying|selling|doing)\b)) ?(?:(?:go|going|get|getting|do|doing"
    r"|take|taking|have|having)\b"
    r"(?: to)? )?(?P<value>.+?),?(?: after all| any ?more)?$",
    re.IGNORECASE,
)  # fmt: skip


_GIVEN_UP = re.compile(r"after all|any ?more|^(?:have |has )?decided")
"""Without these, not doing a thing does not say that it was ever meant."""


def ending(predicate: str) -> str | None:
    """What a verb of ending ends: `sold the motorbike last week` > `the motorbike`, `am not going to Japan after all` > `Japan`."""
    predicate = re.sub(
        r"^(.*?(?:stopped|quit|gave up|given up|give up)) (?:going to|doing|taking|using|eating|drinking|wearing) ", r"\1 ", predicate
    )
    match = _ENDING.match(predicate) or (_DROPPED.match(predicate) if _GIVEN_UP.search(predicate) else None)
    return _OBJECT_END.sub("", match["value"]).strip(" .") or None if match else None


def ended_object(value: str) -> str:
    """An object without what follows it: dates, reasons, what came next."""
    return _OBJECT_END.sub("", value).strip(" .") or value


class Over(NamedTuple):
    """What a clause says is over; `gone` where it was somebody who died or is nothing to the speaker any more."""

    what: str
    gone: str | None = None
    parted: bool = False


_CALLED_OFF = re.compile(
    r"^(?:the|my|our|that|this) (?P<what>[\w' -]+?) (?:(?:is|are|was|were|has been|have been|got|gets) (?:now "
    r"|all )?(?:off|cancell?ed|called off|over|scrapped"
    r"|history|no longer happening|not happening(?: any ?more)?|axed|closed|shut down|done|sold)|fell through|has fallen through"
    r"|will not happen)(?: (?:now|again|sadly|unfortunately|after all|on .+|in .+|until .+))?$",
    re.IGNORECASE,
)  # fmt: skip
_DIED = re.compile(
    r"^(?P<what>(?:(?:my|our) )?[\w'-]+(?: [\w'-]+)?) (?:has |had |just |recently )*(?:died|passed(?: away| on)?|is dead"
    r"|was put (?:down|to sleep)"
    r"|is no longer with us|crossed the rainbow bridge)(?: .*)?$",
    re.IGNORECASE,
)  # fmt: skip
_PARTED = re.compile(
    r"^(?:(?P<what>[\w'-]+) and I|(?:me|I) and (?P<other>[\w'-]+))(?: have| are| just| finally)* (?:broke up|broken up"
    r"|split(?: up)?|separated|divorced"
    r"|called it quits|parted ways|no longer together|not together any ?more|over|done)\b.*$"
    r"|^(?:I |we )?(?:have )?(?:broke up|broken up|split up|split|ended things) with (?P<ex>[\w'-]+)\b.*$",
    re.IGNORECASE,
)  # fmt: skip
_NOBODY = frozenset("he she it they we i you this that time everyone nobody someone people my our day year who".split())


def over(clause: str) -> Over | None:
    if match := _CALLED_OFF.match(clause):
        return Over(match["what"])
    if match := _PARTED.match(clause):
        name = match["what"] or match["other"] or match["ex"]
        return Over(name, name.lower(), True) if name.lower() not in _NOBODY else None
    if (match := _DIED.match(clause)) and match["what"].lower() not in _NOBODY and not re.search(r"passed (?:the|my|our|a)\b", clause):
        name = match["what"].split()[-1]
        named = name.lower() if len(match["what"].split()) == 1 or name[0].isupper() else None
        return Over(name if named else match["what"], named)
    return None


def replaced(clause: str) -> tuple[str, str] | None:
    """The clause without the earlier value that it names, and that value: `work for Globex instead of Initech`."""
    if match := _NOT_BUT.search(clause):
        return clause[: match.start()] + match["new"], match["old"].strip()
    if match := _INSTEAD.search(clause):
        return clause[: match.start()], match["old"].strip()
    return None


class Ellipsis(NamedTuple):
    """A correction that leans on an earlier statement: `Not Thursday, Friday.`"""

    new: str
    old: str | None


_VALUE = r"(?P<new>[\w$€£][\w$€£.:'@-]{0,40}(?:\s+[\w$€£][\w$€£.:'-]{0,40}){0,3}?)"
_OLD = r"(?P<old>[\w$€£][\w$€£.:'@-]{0,40}(?:\s+[\w$€£][\w$€£.:'-]{0,40}){0,3})"
_MARKER = (
    r"(?:(?:that(?:'s| is| was) (?:wrong|not right|not quite right)|I (?:misspoke|mistyped|got (?:that|it) wrong|mixed (?:that|it|them) up)"
    r"|wrong (?:day|time|date|number|name|one|place|month|year)|or rather|more like|well|apologies|ach|so sorry|sorry|whoops|oops|wait"
    r"|actually|no|nope|ah|argh|ugh|correction|scratch that|my mistake|my bad|hmm?|oh|i mean|er|erm"
    r"|um|uh|typo|edit|fix|small correction|i was wrong|wrong)\b[,.!:;…–—-]*+\s*+|\*\s*+)"
)
_LEAD = rf"^(?:{_MARKER})*"
_TRAIL = r"(?:\s*[,.–—-]*\s*(?:actually|sorry|i mean|i meant|rather|instead|my bad|my mistake|oops|correction|i think)\b)"
_AN = "(?:an? |the |my )?"
_AT_LAST = "(?: (?:in the end|after all|instead|now|lol|haha|btw|at last))+"
_AT = (
    "(?:and |on |in |at |to |for |it was (?:meant|supposed) to be |that was (?:meant|supposed) to be |it is actually |it's actually |it"
    " was |it is |it's |that's |that is |they are |now )*"
)
_FOR = r",?\s+(?:not|instead of|rather than|and not)"
_ELLIPSES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_LEAD}(?:(?:i )?(?:actually )?meant(?: to (?:say|write|type))?|i mean|make (?:it|that)|(?:that|it) should (?:be"
        rf"|have been|say)|should be"
        rf"|should have been|should read|let's (?:make it|say)|better)[,:]?\s+{_AT}{_VALUE}(?:{_FOR} {_AT}{_OLD})?{_TRAIL}?[.!]*$",
        rf"{_LEAD}not {_AT}{_OLD}\s*[,;:.–—-]+\s*(?:but )?{_AT}{_VALUE}{_TRAIL}?[.!]*$",
        rf"{_LEAD}(?:not {_AT}{_OLD},? but){_AT} {_VALUE}[.!]*$",
        rf"{_LEAD}{_AT}{_VALUE}{_TRAIL}?{_FOR} {_AT}{_OLD}{_TRAIL}?[.!]*$",
        rf"{_LEAD}{_AT}{_VALUE}{_TRAIL}[.!]*$",
        rf"^(?:{_MARKER})+{_AT}{_VALUE}(?: instead)?[.!]*$",
        rf"^(?:{_MARKER})*(?:(?:I|we) )?(?:have )?(?:just |finally |now )*(?:upgraded|switched|changed) to {_AN}{_VALUE}{_AT_LAST}?[.!]*$",
        rf"^(?:{_MARKER})*(?:(?:I|we) )?(?:have )?(?:just |finally )*(?:went|gone|going) (?:with|for) {_AN}{_VALUE}{_AT_LAST}[.!]*$",
        rf"^(?:{_MARKER})*(?:(?:I|we) )?(?:have )?(?:chose|chosen|picked|took|bought|got|decided on) {_AN}{_VALUE}{_AT_LAST}[.!]*$",
        rf"^(?:{_MARKER})*(?:it is|it's|it will be|it'll be) {_AN}{_VALUE}{_AT_LAST}[.!]*$",
        rf"^(?:{_MARKER})*(?:(?:I|we) )?(?:have )?(?:just )?(?:swapped|traded|exchanged) (?:it|them|that)(?: in)? for"
        rf" {_AN}{_VALUE}{_AT_LAST}?[.!]*$",
    )
)
_ONE = re.compile(r"^the (?=\w+(?: ones?)?$)|\s+ones?$", re.IGNORECASE)
"""`the red one` > `red`."""
_COLOURS = "red|blue|green|yellow|black|white|grey|gray|brown|pink|purple|orange|beige|navy|teal|silver|gold|turquoise|cream|violet"
_SIZES = "small|medium|large|big|tiny|huge|short|long|tall|extra large|xs|xl|xxl"
_TIME = r"\d{1,2}(?::\d\d)?\s?[ap]m|\d{1,2}:\d\d"
_NUMBER = r"[$€£]?\b\d+(?:[.,]\d+)*\b"
_COUNT = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty"
_KINDS = (
    re.compile(rf"\b(?:{words.WEEKDAY_PATTERN}|tomorrow|today)\b", re.IGNORECASE),
    re.compile(rf"\b{words.LONG_MONTH_PATTERN}\b", re.IGNORECASE),
    re.compile(r"\b\d{1,2}(?:st|nd|rd|th)\b", re.IGNORECASE),
    re.compile(rf"\b(?:{_TIME})", re.IGNORECASE),
    re.compile(_NUMBER),
    re.compile(rf"\b(?:{_COUNT})\b", re.IGNORECASE),
    re.compile(rf"\b(?:{_COLOURS})\b", re.IGNORECASE),
    re.compile(rf"\b(?:{_SIZES})\b", re.IGNORECASE),
    re.compile(r"(?<=\w )\b(?!I\b)[A-Z][a-z]+(?: [A-Z][a-z]+)?\b"),
)
"""What may stand for what: a weekday for a weekday, a number for a number, a name for a name."""
_WHOLE = re.compile(
    rf"^(?:(?:next |this |the )?{words.WEEKDAY_PATTERN}(?: (?:morning|afternoon|evening|night|at .+))?|tomorrow|today"
    rf"|(?:the )?\d{{0,2}}(?:st|nd|rd|th)?(?: of)? ?{words.LONG_MONTH_PATTERN}(?: \d{{1,4}})?(?:st|nd|rd|th)?|(?:{_TIME})"
    rf"|(?:around |about |under |at most )?{_NUMBER}(?: ?[\w€$£]+)?|(?-i:(?!I\b)[A-Z][a-z]+(?: [A-Z][a-z]+){{0,2}}))$",
    re.IGNORECASE,
)


_ASIDE = re.compile(
    r",? (?:silly me|of course|duh|lol|haha|my bad|my apologies|apologies|oops|I always (?:mix|get) (?:them|those|that) (?:up"
    r"|wrong))(?=[.!,]*$|,)",
    re.IGNORECASE,
)
"""What is said around a half sentence and gives no value."""
_SAID_MEANT = re.compile(
    r"^(?:(?:did I (?:say|write)|I (?:said|wrote)) (?P<old>[^,.?!]{1,40}?)[,?]? (?:but )?I (?:actually |really )?mean[t]?:?"
    r" (?P<new>[^,.?!]{1,40})[.!]*$)",
    re.IGNORECASE,
)


def ellipsis(text: str) -> Ellipsis | None:
    text = _ASIDE.sub("", re.sub(r"\s*\((not [^)]+)\)", r", \1", plain(text)))
    if both := _SAID_MEANT.match(text):
        return Ellipsis(both["new"].strip(" .!"), both["old"].strip(" .!?"))
    if len(text) > 80 or text.endswith("?"):
        return None
    for pattern in _ELLIPSES:
        if match := pattern.match(text):
            new, old = (match.groupdict().get(group) or "" for group in ("new", "old"))
            new, old = (_ONE.sub("", value.strip(" .:")) for value in (new, old))
            return Ellipsis(new, old or None) if old or _may_be_value(new) else None
    return None


_MIDWAY = re.compile(
    r"^(?P<head>.+?\w)\s*[,.;:…–—-]+\s*(?P<half>(?:no,? wait|wait,? no|oh wait|wait|sorry|i mean|i meant|scratch that"
    r"|make (?:that|it)|or rather"
    r"|correction|oops|actually no|no sorry)\b[,:]?\s+[^,;]+?)[.!]*$",
    re.IGNORECASE,
)  # fmt: skip


def midway(text: str) -> tuple[str, Ellipsis] | None:
    """A statement that is corrected before its end: `see you on Tuesday, I mean Wednesday`."""
    match = _MIDWAY.match(text)
    half = re.sub(r"^or rather", "I mean", match["half"], flags=re.IGNORECASE) if match else ""
    found = ellipsis(half) if match else None
    return (match["head"], found) if match and found else None


_REMARKS = frozenset(
    """thanks thank problem problems worries idea bye ok okay sure one way need more what who why how when that this it they he she we you i
    am is are was were do does did not never yes no please good great nice fine right wrong late busy full back here there gotta love like
    about just too also so very really my the a an me him her them later nothing something anything everything nevermind kidding
    joking""".split()
)


def _may_be_value(new: str) -> bool:
    """A value of its own rather than the beginning of a remark ("no, thanks", "sorry, gotta go")."""
    if _WHOLE.match(new):
        calendar = frozenset(w.lower() for w in (*words.WEEKDAYS, *words.MONTHS, "today", "tomorrow"))
        return new.split()[0].lower() not in NOT_NAMES - calendar
    return not {w.lower() for w in new.split()} & _REMARKS


class Restated(NamedTuple):
    """An earlier statement, what it says with the new value in the old one's place, and the old value."""

    said: str
    old: str
    statement: str


def restated(found: Ellipsis, earlier: Sequence[str], values: Callable[[str], Iterable[str]]) -> Restated | None:
    """The latest statement that the half sentence corrects. `earlier` is oldest first; `values` are those that a statement gives."""
    for statement in reversed(earlier):
        if statement.rstrip().endswith("?"):
            continue
        old = found.old or _standing_for(found.new, statement, values)
        match = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", statement, re.IGNORECASE) if old else None
        if match is None or match[0].lower() == found.new.lower():
            continue
        rest = statement[match.end() :]
        unit = found.new.split()[-1]
        if len(found.new.split()) > 1 and rest.lower().startswith(f" {unit.lower()}"):
            rest = rest[len(unit) + 1 :]
        return Restated(statement[: match.start()] + found.new + rest, match[0], statement)
    return None


def _standing_for(new: str, statement: str, values: Callable[[str], Iterable[str]]) -> str | None:
    """What the new value takes the place of: something of its kind, or for a common noun the statement's last value like it."""
    if len(new.split()) > 1 and not _WHOLE.match(new) and (value := next((v for v in values(statement) if len(v.split()) > 1), None)):
        return value
    kind = next((k for k in _KINDS if k.search(f"x {new}")), None)
    if kind is None:
        return next((v for v in values(statement) if _of_one_kind(new, v)), None)
    found = kind.search(statement)
    return found[0] if found else None


def _of_one_kind(new: str, value: str) -> bool:
    """Two things by common nouns, one or several alike: walnuts and hazelnuts, a window seat and an aisle seat."""
    return len(new.split()) <= 3 and len(value.split()) <= 3 and new.lower().endswith("s") == value.lower().endswith("s")
