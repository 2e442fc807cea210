"""Reads one note without subject or verb as a clause about the speaker: `two cats` > `I have two cats`."""

from __future__ import annotations

import re
from collections.abc import Callable

from keepsake.rules.reading import calendar_words as words
from keepsake.rules.reading.lexicon import (
    BASE_VERBS,
    DIETS,
    KIN_PATTERN,
    KIN_PLURAL,
    NATIONALITIES,
    ORIENTATIONS,
    RELIGIONS,
    is_adverb,
    is_job,
)
from keepsake.rules.reading.tenses import is_past

OF_ONESELF = re.compile(
    r"^(?:always|never) (?:late|early|tired|cold|hungry|broke|busy|on time|in a hurry|up for)\b|^do not .+ any ?more\b|^(?:do not|never"
    r"|always|only) (?:really "
    r"|even )?(?:like|love|want|eat|drink|smoke|drive|enjoy|have|need|care|own|speak|got)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|am|was|were|has|had|will|would|could|does|did|makes?|means?|seems?|should|must|may|might|tastes?|beats?"
    r"|deserves?|depends?|goes|comes|works|starts|ends|leaves|needs)\b",
    re.IGNORECASE,
)
_BARE_VERBS = frozenset(
    "love like hate enjoy prefer want need cannot can miss adore wish loathe detest dislike fancy live work own have speak hope study "
    "teach collect commute am has".split()
)
"""Verbs that begin a note about oneself; most other verbs without a subject are an order to the assistant."""
_STATES = (
    "single|married|divorced|engaged|widowed|separated|retired|unemployed|self-employed|pregnant|co?eliac|celiac|diabetic|dyslexic|autistic"
    "|asthmatic|epileptic|left-handed|right-handed|colou?r-?blind|deaf|blind|male|female|nonbinary|non-binary|introverted|extroverted"
    "|bilingual|trilingual|teetotal|adopted|homeless|sober|near-?sighted|short-?sighted|far-?sighted|anaemic|anemic|dairy-free|nut-free"
)
_IS = re.compile(
    rf"^(?:(?:severely|totally|completely|profoundly|partially|mildly|officially|proudly|always|strict(?:ly)?|mostly|newly|recently"
    rf"|happily|currently|now|still|also|a|an) )*"
    rf"(?:{_STATES}|{'|'.join(sorted(DIETS | NATIONALITIES | RELIGIONS | ORIENTATIONS, key=len, reverse=True))})\b",
    re.IGNORECASE,
)
_IS_WITH = re.compile(
    r"^(?:(?:not|also|now|currently|mostly|very|really|severely|mildly|slightly|so|still|just|totally|super|quite|deathly|originally"
    r"|presently|usually) )*"
    r"(?:allergic|fluent|based|located|keen|fond|addicted|obsessed|interested|scared|afraid|terrified|intolerant|sensitive|good|bad"
    r"|terrible|great|hopeless|available|free|qualified|trained|employed|proud|tired|sick|crazy|passionate|new|prone|immune|partial"
    r"|averse|used|responsible|married|engaged|into|between|on|from|back|off|out of|in favou?r|against|studying|working|living)"
    r" (?:to|in|of|on|at|with|from|between|for|by|about|as)\b",
    re.IGNORECASE,
)
_PREPOSITION_FIRST = re.compile(r"^(?:on|in|from|at|between|off|out of|back|against|for|with)\b", re.IGNORECASE)
_FAN = re.compile(
    r"^(?:an? )?(?:not (?:an?|much of an?) )?(?:[\w-]+ ){0,2}?(?P<noun>[\w-]+?)s?(?: (?:of|at|from|by|in|with|for|on|here)\b.*)?$",
    re.IGNORECASE,
)
_BEINGS = frozenset(
    "fan lover hater member owner parent dad mum mom father mother grandmother grandfather native speaker believer beginner newbie expert "
    "person guy girl woman man introvert extrovert vegetarian vegan owl bird runner cyclist swimmer climber gamer reader collector foodie "
    "minimalist widow widower bachelor immigrant expat refugee twin orphan veteran insomniac smoker non-smoker drinker eater traveller "
    "traveler commuter homeowner tenant graduate dropout nerd geek perfectionist cook baker gardener hiker user".split()
)
COUNTED = re.compile(
    rf"^(?:only |just |also )?(?:have |got )?(?:no|zero|one|two|three|four|five|six|seven|eight|nine|ten|\d{{1,2}}|an?|some|several"
    rf"|a couple"
    rf" of|a few|many|loads of|lots of) (?:[\w-]+ ){{0,2}}?(?:{KIN_PLURAL}|{KIN_PATTERN}|car|bike|driving licen[cs]e|licen[cs]e|house|flat"
    rf"|garden|balcony|allergies|siblings|mortgage|degree|pets?|tattoos?)\b",
    re.IGNORECASE,
)
_AGE = re.compile(r"^(?:age[d]? )?(?P<age>[1-9]\d)(?: (?:years? old|years?|yo|y/?o))?$", re.IGNORECASE)
_NAME_HERE = re.compile(r"^(?:it is |this is )?(?P<name>[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?) (?:here|speaking|checking in|writing)$")
_STATE_HERE = re.compile(r"^(?P<what>[\w -]{3,40}?) here(?P<rest>,? (?:so|and|with|from|in|at)\b.*)?$", re.IGNORECASE)
_FOR_ME = re.compile(
    r"^(?!no |not |nothing |none )(?P<what>(?:[\w'-]+ ){0,5}?[\w'-]+) for me\b(?:,? (?:please|always|any day|every .+|all the way))?$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"^(?P<what>[\w' -]{2,40}? (?:over|rather than|instead of) [\w' -]{2,40}?)(?:,? (?:always|any day.*|every time|please|for me))?$",
    re.IGNORECASE,
)
_ONLY = re.compile(r"^(?P<what>(?!no |not )(?:[\w'-]+ ){1,4})only$", re.IGNORECASE)
_PLEASE = re.compile(r"^(?P<what>(?!no |not |yes )(?:[\w'-]+ ){1,4})please$", re.IGNORECASE)
_DATED = re.compile(
    rf"\b(?:on|at|by|from|until|next|this) (?:the )?(?:\d{{1,2}}(?:st|nd|rd|th|:\d\d|\s?[ap]m)?\b|{words.WEEKDAY_PATTERN}"
    rf"|{words.MONTH_PATTERN}"
    rf"|week|weekend)|\b(?:tomorrow|tonight|today|{words.WEEKDAY_PATTERN}|\d{{1,2}}\.? {words.MONTH_PATTERN}"
    rf"|{words.LONG_MONTH_PATTERN} \d{{1,2}})\b",
    re.IGNORECASE,
)
_MEETING = re.compile(
    r"^(?:the |an? |my )?(?:[\w'-]+ ){0,3}?(?:dentist|doctor|gp|vet|physio|therapy|therapist|hairdresser|optician|appointment|meeting"
    r"|interview"
    r"|exam|test|flight|train|surgery|check-?up|wedding|concert|lesson|class|call|party|dinner|lunch|birthday|rehearsal|gig|match|game"
    r"|race|deadline|delivery|inspection|viewing|date|haircut|moving day|conference|workshop|visit|trip|holiday|picnic|barbecue)\b",
    re.IGNORECASE,
)
_APPOINTED = re.compile(r"^(?:the )?(?:dentist|doctor|gp|vet|physio|therapist|hairdresser|optician|haircut)\b", re.IGNORECASE)
_NOT_PROGRESSIVE = frozenset(
    "nothing something anything everything during morning evening according regarding considering including king thing being spring "
    "ping bring sing ring wing string following depending speaking talking judging assuming supposing".split()
)


def note(text: str, profile: bool) -> str | None:
    """One note as a clause about the speaker; None where it is not one."""
    low = text.lower()
    if not text or (_FINITE.search(text.partition(" which ")[0].partition(" because ")[0]) and not re.match(r"(?:have|has)\b", low)):
        return None
    for rule in _NOTES:
        if found := rule(text):
            return found
    first = low.split()[0]
    if profile and (first in BASE_VERBS):
        return f"I {text[:1].lower()}{text[1:]}"
    return None


def _lowered(text: str) -> str:
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


_YEARS = re.compile(r"^(?P<count>\w+(?:-\w+)?) years (?:in|as|at|with) ", re.IGNORECASE)
_NEARLY = re.compile(r"^(?P<how>soon to be|almost|nearly|about to turn|just turned|turning|pushing) (?P<age>[1-9]\d)\b", re.IGNORECASE)


def _years(text: str) -> str | None:
    """Years in a trade."""
    if match := _NEARLY.match(text):
        return f"I am {match['how'].lower()} {match['age']}"
    return f"I have worked {_lowered(text)}" if _YEARS.match(text) else None


def _age(text: str) -> str | None:
    low = text.lower()
    match = _AGE.match(low)
    return f"I am {match['age']} years old" if match else None


def _name(text: str) -> str | None:
    match = _NAME_HERE.match(text)
    return f"My name is {match['name']}" if match and not is_job(match["name"]) and match["name"].lower() not in DIETS else None


def _here(text: str) -> str | None:
    match = _STATE_HERE.match(text)
    if match is None or not (_being(match["what"]) or _IS.match(match["what"])):
        return None
    return f"I am {_article(match['what'])}{match['rest'] or ''}"


def _being(text: str) -> bool:
    match = _FAN.match(text)
    return bool(
        match
        and not is_past(text.split()[0])
        and (match["noun"].lower() in _BEINGS or is_job(match["noun"]))
        and not re.match(r"(?:no|two|three|\d)\b", text)
    )


def _article(noun: str) -> str:
    bare = _lowered(noun.strip())
    if re.match(r"(?:an?|the|not|no) ", bare) or bare.split()[0] in DIETS or _IS.match(bare):
        return bare
    return f"{'an' if bare[:1] in 'aeiou' else 'a'} {bare}"


def _is(text: str) -> str | None:
    low = text.lower()
    if low.startswith(("born ", "raised ", "brought up ", "diagnosed ")):
        return f"I was {_lowered(text)}"
    if match := re.match(r"^(?P<job>[A-Z]{2,4}|[\w -]+ (?:lead|engineer|manager)) at (?P<org>[A-Z][\w&.-]*(?: [A-Z][\w&.-]*)*)$", text):
        return f"I work as {match['job']} at {match['org']}"
    if re.match(r"on (?:call|shift|leave|parental leave|nights|duty|a diet|insulin)\b", low):
        return f"I am {low}"
    if low.startswith("originally from "):
        return f"I am {_lowered(text)}"
    if _IS.match(text) and len(text.split()) <= 8:
        return f"I am {_lowered(text) if low.split()[0] not in NATIONALITIES else text}"
    match = _IS_WITH.match(text)
    if match and not _PREPOSITION_FIRST.match(text) and len(text.split()) >= 2 and not text.endswith(("for me", "to me")):
        return f"I am {_lowered(text)}"
    return None


def _being_note(text: str) -> str | None:
    return f"I am {_article(text)}" if _being(text) and len(text.split()) <= 9 else None


def _has(text: str) -> str | None:
    low = text.lower()
    if match := re.match(r"^(?P<adverb>only |just |still )?got (?=\w)", low):
        return (
            f"I {match['adverb'] or ''}have {text[match.end() :]}"
            if re.match(r"(?:an?|no|two|three|\d|some)\b", low[match.end() :])
            else None
        )
    if COUNTED.match(text) and not low.startswith("no more"):
        return f"I have {_lowered(text)}"
    if match := re.match(r"^(?P<kind>shoe size|size|native language|blood type|height|weight) (?P<value>\S+)$", low):
        return f"My {match['kind']} is {text[-len(match['value']) :]}"
    if re.match(
        r"^(?:wide|narrow|flat|long|short|curly|straight|blond|blonde|brown|blue|green|grey|red|black|dark) (?:feet|hair|eyes|legs|arms"
        r"|skin|beard)$",
        low,
    ):
        return f"I have {low}"
    return None


def _does(text: str) -> str | None:
    low = text.lower()
    parts = low.split()
    bare = [p for p in parts if not is_adverb(p) and p not in ("do", "not", "cannot", "can't", "don't")]
    verb = bare[0].rstrip(",") if bare else ""
    adverbs = parts[: parts.index(verb)] if verb in parts else []
    if re.search(r"\byou(?:r|rs)?\b", low):
        return None
    if len(parts) < 2 or not verb or verb in ("i", "sorry", "thanks"):
        return None
    negated = any(a in ("not", "cannot", "can't", "don't") for a in adverbs)
    if negated and adverbs[0] in ("do", "don't") and verb in _BARE_VERBS | {"eat", "drink", "smoke", "drive", "care"}:
        return f"I {_lowered(text)}"
    if negated and re.search(r"\bany ?more\b", low):
        return f"I {_lowered(text)}"
    if parts[0] == "can" and len(parts) > 2 and parts[1] in BASE_VERBS:
        return f"I {_lowered(text)}"
    if parts[0] in ("always", "never") and OF_ONESELF.match(text) and verb not in BASE_VERBS:
        return f"I am {_lowered(text)}"
    if adverbs[:1] in (["cannot"], ["can't"]):
        return f"I {_lowered(text)}"
    if adverbs and adverbs[0] in (
        "usually",
        "mostly",
        "often",
        "sometimes",
        "rarely",
        "normally",
        "generally",
        "typically",
        "hardly",
        "still",
        "really",
        "also",
        "absolutely",
        "seldom",
        "occasionally",
        "mainly",
    ):
        if verb in BASE_VERBS or verb in _BARE_VERBS:
            return f"I {_lowered(text)}"
        if re.match(r"(?:at|in|on|from|with)\b", verb):
            return f"I am {_lowered(text)}"
    if (
        verb in _BARE_VERBS
        and not negated
        and not (verb == "like" and re.match(r"like (?:I|you|we|the way|a|an|this|that)\b", low))
        and verb != "can"
        and verb != "has"
    ):
        return f"I {_lowered(text)}"
    if re.match(r"^been (?:to|on|in|at|with|off|\w+ing)\b", low):
        return f"I have {_lowered(text)}"
    if re.match(r"^(?:currently |now |still )(?:between|on|in|at|off)\b", low):
        return f"I am {_lowered(text)}"
    if (
        parts[0].endswith("ing")
        and parts[0] not in _NOT_PROGRESSIVE
        and len(parts) >= 3
        and len(parts[0]) > 4
        and not any(map(is_past, parts[1:]))
    ):
        return f"I am {_lowered(text)}"
    if (
        is_past(parts[0])
        and parts[0] not in _NOT_PAST_NOTE
        and len(parts) >= 3
        and re.match(r"(?:my|the|a|an|to|in|on|our|at|up|from|out|with|into|some|\w+ed)\b|\d", parts[1])
    ):
        return f"I {_lowered(text)}"
    return None


_NOT_PAST_NOTE = frozenset(
    "used said let read felt had was were did set put cut based located allowed supposed rated posted updated".split()
)


def _prefers(text: str) -> str | None:
    low = text.lower()
    if match := _FOR_ME.match(text):
        return f"I prefer {_lowered(match['what'])}"
    if match := re.match(r"^(?:kind of |sort of |so |totally |completely |pretty much )?over (?=\w+(?: \w+)?$)", low):
        return f"I am over {text[match.end() :]}"
    if (match := _OVER.match(text)) and not is_adverb(low.split()[0]):
        return f"I prefer {_lowered(match['what'])}" if not re.match(r"(?:over|all|game|start)\b", low) else None
    if match := _ONLY.match(text):
        return f"I prefer {_lowered(match['what']).strip()} only"
    if (match := _PLEASE.match(text)) and low.split()[0] not in BASE_VERBS:
        return f"I prefer {_lowered(match['what']).strip()}"
    return None


def _meets(text: str) -> str | None:
    if re.search(r"\b(?:got|gets|moved|rescheduled|postponed|pushed|changed|cancell?ed|shifted)\b", text):
        return None
    if _MEETING.match(text) and _DATED.search(text) and len(text.split()) <= 14:
        if _APPOINTED.match(text):
            return f"I have an appointment: {_lowered(text)}"
        return f"I have {_article(re.sub(r'^my ', '', _lowered(text)))}"
    return None


_NOTES: tuple[Callable[[str], str | None], ...] = (_age, _years, _name, _here, _prefers, _meets, _is, _being_note, _has, _does)
