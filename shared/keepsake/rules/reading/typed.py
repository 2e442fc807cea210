"""A slot's value by its type (row K2): filled only where the words give a value of the very kind, firmly; no slot is better than a doubtful
one.

A named feature (age, residence, diet) has a pattern of its own. Anything else has one by its head noun and the kind of its value: "airflow
is on 2.10" is `airflow_number`, "piano moved to wednesday" is `piano_day`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from keepsake.records import Slot
from keepsake.rules import slots
from keepsake.rules.dates import calendar_words as words
from keepsake.rules.dates import occasion, stance
from keepsake.rules.dates.tenses import is_past
from keepsake.rules.reading.english_words import is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import DIETS, GREETING, KIN_CLASS, KIN_PATTERN, NOT_NAMES, PLACES, STOP_WORDS, caseless, is_job

MOST_CHARACTERS = 200
"""Of a statement in which a value is looked for; a longer one tells more than one thing."""

_SELF = (
    rf"(?:i['’]?m|im|i am|he['’]s|she['’]s|hes|shes|(?:he|she|(?-i:[A-ZÀ-Þ])\w+|{KIN_PATTERN})(?: is|['’]s|"
    rf" turned))"
)
_NAME = r"[A-ZÀ-Þ][\w'-]*[a-zà-ÿ]"
_NUM = r"\d{1,3}(?:[.,]\d{1,2})?"
_MONEY = r"(?:[$€£]\s?\d[\d.,]*k?m?|\d[\d.,]*k?\s?(?:euros?|eur|dollars?|usd|bucks|pounds|gbp|[$€£])|\d[\d.,]*\d?k?)"
_BOUND = r"(?:under|below|at most|up to|max(?:imum)?|no more than|less than|around|about|roughly|over|above|at least|min(?:imum)?|~)"
_DATE = (
    rf"(?:{words.MONTH_PATTERN}\s+\d{{4}}|{words.MONTH_PATTERN}\.?\s+\d{{1,2}}(?!\d)(?:st|nd|rd|th)?(?:,?\s+\d{{4}})?|\d{{1,2}}(?:st|nd"
    rf"|rd|th)?(?:\s+of)?\s+{words.MONTH_PATTERN}(?:,?\s+\d{{4}})?|\d{{4}}-\d\d-\d\d|\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}"
    rf"|(?:the\s+)?\d{{1,2}}(?:st|nd|rd|th))"
)
_DAY_NAME = r"(?:mon|tue|wed(?:nes)?|thu(?:r)?|fri|sat(?:ur)?|sun)(?:s?day)?s?"
_DAYS = rf"{_DAY_NAME}(?:\s?(?:[,/&+-]|and|n|to)?\s?{_DAY_NAME}){{0,4}}"
_CLOCK = r"(?:\d{1,2}:\d\d(?:\s?[ap]m)?|\d{1,2}\s?[ap]m|noon|midnight)"
_LOCATION = r"(?:[a-z][a-z0-9+.-]*://\S+|[\w.-]+@[\w-]+\.\w[\w.-]*|~?/[\w.-]+(?:/[\w.-]*)+|(?!\d)[\w-]+(?:/[\w.-]+)+/?)"
_VERSION = r"v?\d+\.\d+(?:\.\d+)*"
_END = r"(?=\s*(?:$|[,;.)!?(\[]|and\b|but\b|so\b|now\b|since\b|from\b|with\b|because\b|for\b|who\b|years?\b|yo\b|y/o\b))"

LANGUAGES = frozenset(
    "english french german spanish italian portuguese dutch polish russian ukrainian turkish arabic hindi urdu bengali mandarin chinese"
    " cantonese japanese korean vietnamese thai swedish norwegian danish finnish "
    "greek hebrew czech hungarian romanian catalan welsh irish persian farsi swahili tagalog".split()
)
_LANGUAGE = rf"(?:{'|'.join(sorted(LANGUAGES))})"

_BY_CAPITALS = frozenset({"employer", "car"})
"""Features whose value is told by its capital."""
Holds = Callable[[re.Match[str]], bool]


def _any(_: re.Match[str]) -> bool:
    return True


def _job(match: re.Match[str]) -> bool:
    return is_job(match["value"].split()[-1]) or is_job(match["value"].partition("/")[0])


def _named(match: re.Match[str]) -> bool:
    return match["value"].lower() not in NOT_NAMES


def _grown(match: re.Match[str]) -> bool:
    """A baby's 3.4 kg are not its mother's."""
    return float(re.split(r"[^\d.,]", match["value"])[0].replace(",", ".")) >= LEAST_WEIGHT


LEAST_WEIGHT = 25


def _at_work(match: re.Match[str]) -> bool:
    """Employees, or a crowd by what is said of it before: ninety people at a party are no team."""
    return match[0].lower().endswith("employees") or bool(_TEAM.search(match.string[: match.start()]))


_TEAM = caseless(
    r"\b(?:team|company|startup|start-up|firm|office|staff|crew|agency|at (?-i:[A-ZÀ-Þ])\S*)\b(?:(?!\bfor\b)[^,.;])*$",
)


def _given(match: re.Match[str]) -> bool:
    value = match["value"]
    return value.lower() in GIVEN_NAMES or (value[:1].isupper() and is_no_word(value))


def _signed(match: re.Match[str]) -> bool:
    """`priit here`: with or without its capital."""
    return _given(match) or is_no_word(match["value"])


def _no_month(match: re.Match[str]) -> bool:
    return match["value"].split()[0].lower() not in words.MONTH_OF


def _place(match: re.Match[str]) -> bool:
    value = match["value"]
    known = value.lower() in PLACES or value.split()[0].lower() in PLACES
    return known or (value[:1].isupper() and (not match["moved"] or bool(_I_MOVED.search(match.string[: match.end()]))))


_I_MOVED = caseless(
    rf"\b(?:i|i['’]?ve|ive|he|she|{KIN_PATTERN})(?: have| has| just| recently| finally){{0,3}} (?:moved"
    rf"|relocated)(?: back)? to \S+(?: \S+){{0,2}}$",
)
"""Teams and files move to tools and folders; who says "I moved to Stavanger" lives there."""


def _thing_owned(match: re.Match[str]) -> bool:
    first = match["value"].split()[0].lower()
    return first not in _NO_THING and not first.endswith("ing")


_NO_THING = frozenset(
    "not broken dead old new great good fine bad slow here there gone lost stolen full charging on off in at too so very always never"
    " working acting".split()
)


_FEATURES: tuple[tuple[str, re.Pattern[str], Holds], ...] = tuple(
    (feature, re.compile(pattern, 0 if feature in _BY_CAPITALS else re.IGNORECASE), holds)
    for feature, pattern, holds in (
        ("age",
            rf"(?:^|\b){_SELF}\s+(?:just |already |almost |now )?(?:turned )?(?P<value>\d{{1,2}}"
            rf"|1[01]\d)(?:\s+(?:years?(?: old)?|yo|y/o))?(?:\s+(?:on \w+|last \w+|today|yesterday|now))?$", _any),
        ("age", r"^(?!.*\bit(?:['’]?s| is)\b).*?\b(?P<value>\d{1,3})\s?(?:years? old|yo|y/o)\b", _any),
        ("age", rf"^(?:and |plus )?(?:kids? |(?:{KIN_PATTERN}) |my ){{0,3}}(?-i:{_NAME})[, ]\s*(?P<value>\d{{1,2}})$", _any),
        ("age", rf"\bmy {KIN_PATTERN},? (?-i:{_NAME}), (?P<value>\d{{1,3}})$", _any),
        ("age", r"\bturned (?P<value>\d{1,3})\b", _any),
        ("age", rf"^(?:i was|he was|she was|(?-i:{_NAME}) was) (?P<value>\d{{1,3}})(?= (?:on \w+day|last \w+|yesterday|this \w+)\b)", _any),
        ("weight",
            r"\b(?:weigh(?:s|ing)?(?: in)?(?! (?:the|them|it|that|this|these|those|my|our|each|every|an?)\b)"
            r"|weighed in|(?P<bare>down to|(?<!add )up to|i['’]?m at|currently at)|scale says?)\b[^\d]{0,25}(?<![^\W_])"
            rf"(?P<value>{_NUM}(?(bare)\s?(?:kgs?|kilos?|lbs?|pounds)|(?:\s?(?:kgs?|kilos?|lbs?|pounds))?))"
            r"(?!\s?(?:%|(?:k?m|cm|g|grams?|mg|ml|min|hours?|reps|sets|days|euros?|dollars?)\b))\b", _grown),
        ("weight", rf"^(?:i['’]?m |im |now )?(?P<value>{_NUM}\s?(?:kgs?|kilos?|lbs|pounds))(?: now| today)?$", _grown),
        ("height", r"(?:^(?!\d[.,])|\b(?:i['’]?m|im|i am|height is) )"
            r"(?P<value>1\d\d ?cm|[12][.,]\d\d ?m|\d['’] ?\d{1,2})(?: tall)?$", _any),
        ("name", rf"\b(?:my name is|my name['’]s|name['’]?s|i am called|call me)\s+(?P<value>(?-i:{_NAME}))\b", _named),
        ("name", rf"^me \((?P<value>(?-i:{_NAME}))\)", _named),
        ("name", r"^(?:i['’]?m|i am|it['’]?s me|this is me),? (?P<value>[^\W\d_][\w-]+)(?=$|,| and\b| from\b| \()", _given),
        ("name", rf"^(?:(?:it['’]?s|this is) (?:only |just )?)?(?P<value>[^\W\d_][\w-]+)(?: (?-i:{_NAME}))? (?:here|this side)"
            r"(?=$|[,.!]| i\b)", _signed),
        ("name", rf"^(?:it['’]?s|this is) (?:only |just )?(?P<value>[^\W\d_][\w-]+)(?: (?-i:{_NAME}))? again(?=$|[,.!]| i\b)", _given),
        ("name", r"^(?:it['’]?s|this is) (?P<value>[^\W\d_][\w-]+)(?= (?:i|i['’]?m)\b)", _given),
        ("name", rf"^{GREETING}(?:it['’]?s|this is) (?P<value>[^\W\d_][\w-]+)$", _given),
        ("residence",
            r"\b(?:(?:live|lives|living|based|residing) in|(?P<moved>moved|relocated|(?:(?<=since )|(?<=after ))(?:moving"
            r"|relocating)) (?:back )?to)\s+(?P<value>(?-i:[A-ZÀ-Þ])[\w'’-]+(?: (?-i:[A-ZÀ-Þ])[\w'’-]+){0,2}|[a-z]+)\b"
            r"(?! v?\d)", _place),
        ("car", r"\bI drive an? (?P<value>(?:[a-z]+ )?[A-Z][\w-]+(?: [\w-]+){0,2})$", _any),
        *((thing,
            rf"\b[Mm]y (?:new |current |main )?{thing} is (?:now )?(?:an? |the )?(?P<value>[\w'-]+(?: [\w'-]+){{0,3}})$", _thing_owned)
          for thing in ("phone", "laptop", "car", "bike", "computer", "tablet")),
        *((f"favourite_{thing}", rf"\b[Mm]y (?:new )?fav(?:ou?rite|e)? {thing} is (?:now )?(?P<value>[\w'-]+(?: [\w'-]+){{0,3}})$", _any)
          for thing in "colour food band book film movie team drink restaurant song season sport game".split()),
        ("employer",
            r"\b(?:[Ww]ork(?:s|ing)? (?:at|for)|(?:new|got a|have a) job at|[Jj]oined|[Ee]mployed (?:at|by)"
            r"|(?:c[etfo]o|(?:co-?)?founder)(?:/\w+)? (?:of|at))\s+(?P<value>[A-ZÀ-Þ][\w&'-]+(?: [A-ZÀ-Þ][\w&'-]+){0,2})", _any),
        ("job_title",
            r"\b(?:i['’]?m|im|i am|he['’]?s|she['’]?s|hes|shes|is|am|became|works? as|working as|job as|over as)\s+(?:a |an |the |our |now "
            r"|also |actually )*(?!been )"
            r"(?P<value>(?:[\w-]+ ){0,2}?[\w-]+(?:/\w+)?)(?=$|,| at\b| for\b| of\b| in\b| on\b| from\b| since\b| with\b"
            r"| and\b| now\b| again\b| instead\b| these days\b)", _job),
        ("birthday", rf"\b(?:birthday(?: is| falls)?(?: on)?|born(?: on)?) (?P<value>{_DATE})", _any),
        ("birthday", rf"\bborn in (?P<value>{words.LONG_MONTH_PATTERN})\b", _any),
        ("birthplace", r"\bborn in (?P<value>(?-i:[A-ZÀ-Þ])[\w'’-]+(?: (?-i:[A-ZÀ-Þ])[\w'’-]+){0,2})", _no_month),
        ("budget",
            rf"\bbudget(?:\s+(?:for (?:the |a |my )?\S+(?: \S+)?|is|of|at|can|be|now|to|mostly|just|only|around|about|went|up|down"
            rf"|increased|raised|lowered|limit|actually)){{0,5}}\s*[:=]?\s*(?P<value>(?:{_BOUND}\s+)?{_MONEY})", _any),
        ("price", rf"^(?:the )?(?:price|pricing|(?:we|i) charge)(?: is| are)?(?: now)? (?P<value>{_MONEY}(?:/\w+)*)", _any),
        ("diet",
            rf"\b(?:i['’]?m|im|i am|is|am|he['’]?s|she['’]?s|hes|shes|are|went|eat|strictly)\s+(?:a |an |now |strictly |also "
            rf"|mostly )*(?P<value>{'|'.join(sorted(DIETS))}|gluten[- ]free|lactose[- ]free|celiac|coeliac|lactose intolerant)\b", _any),
        ("allergies", r"\ballerg(?:ic|y) to (?P<value>[\w-]+(?: [\w-]+)?)" + _END, _any),
        ("allergies", r"\b(?:has|have|got) an? (?P<value>[\w-]+(?: [\w-]+)?) allergy\b", _any),
        ("languages",
            rf"\b(?:speak|(?<!that )(?<!that only )speaks|fluent in|native language is|mother tongue is) (?:\w+ )?(?P<value>{_LANGUAGE})\b",
            _any),
        ("email", r"\be-?mail(?: address)?(?:(?: has)? changed to| is now| is|:)? (?P<value>[\w.+-]{1,64}@[\w-]+\.[\w.-]{2,20})", _any),
        ("phone_number",
            r"\b(?:(?:phone|mobile|cell)(?: number)?|(?:[Mm]y|[Hh]is|[Hh]er) (?:new )?number)(?: is|:)? "
            r"(?P<value>\+?\d[\d ()-]{6,20}\d)", _any),
        ("shoe_size", r"\bshoe size(?: is)? (?P<value>\d{1,2}(?:[.,]5)?)", _any),
        ("team_size", r"\b(?P<value>\d{1,5})\s?(?:employees|of us|(?:ppl|people)(?= (?:now|in|on|at|working|total)\b|\W?$|,))\b", _at_work),
    )
)  # fmt: skip
_ONLY_OF_SELF = frozenset(
    {"employer", "job_title", "residence", "birthplace", "age", "weight", "height", "diet", "name", "shoe_size", "birthday"}
)
"""Features of a person: of a thing that heads the clause they say nothing."""
_OF_BODY = frozenset({"allergies", "diet", "languages", "birthday", "birthplace"})
_OF_SOMEBODY = caseless(
    r"(?!(?:.{0,80}\b)?(?:i|i['’]?(?:m|ve|d)|ive|my|me|we|our|us)\b)(?=\W*(?!(?:also|and|but|very|really|highly|severely|deathly|mildly|slightly|strictly"
    r"|still|now|yes|lots|both)\b)[^\W\d])",
)
"""What is said of a body behind such words is somebody's whom they name: "Juno's allergic to peanuts"."""
_SOMEBODY_IS = caseless(r"\b(?:the|an?|his|her|their|one of) (?:[\w'’-]{1,20} ){1,3}(?:is|are|was|were|has|have)(?: \w{1,12}ly)?\s*$")
"""`we found out that the little one is`."""
_ANSWERS: tuple[tuple[str, str, str], ...] = (
    ("budget", r"\bbudget\b", rf"(?P<value>(?:{_BOUND}\s+)?{_MONEY})"),
    ("allergies", r"\ballerg|intoleran",
        r"(?:just |only |yes,? |also )*(?P<value>(?!(?:no(?:pe)?|nah|none|not|nothing|yes|yeah|yep)\b)[a-z][\w-]+(?: nuts?)?)(?=$|,)"),
    ("age", r"\bhow old\b|\byour age\b", r"(?:i['’]?m )?(?P<value>\d{1,3})$"),
    ("residence", r"\bwhere (?:do you live|are you (?:based|located))", r"(?:in )?(?P<value>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?)$"),
)  # fmt: skip
"""Feature, what was asked, and its answer."""

_ASSISTANT: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (feature, caseless(pattern))
    for feature, pattern in (
        ("answer_language", rf"(?<!comments )(?<!messages )(?<!captions )\bin (?P<value>{_LANGUAGE})\b"),
        ("answer_language", rf"^(?P<value>{_LANGUAGE}) is (?:fine|ok|okay|good)\b"),
        ("answer_format",
            r"(?<!no )(?<!not )(?<!stop )(?<!without )(?<!lines of )\b(?P<value>bullet ?points?|bullets|bulleted lists?"
            r"|numbered lists?|tables?|prose|paragraphs|plain text|markdown|full sentences)\b(?! (?:are|is)\b)"),
        ("temperature_unit", r"\b(?P<value>celsius|fahrenheit)\b"),
        ("distance_unit", r"\b(?P<value>kilomet(?:er|re)s|km|miles)\b"),
        ("units", r"\b(?<!-)(?P<value>metric|imperial|cups|grams|ounces|pounds|lbs|kilos|kg|millimet(?:re|er)s"
            r"|mm|centimet(?:re|er)s|cm|met(?:re|er)s|feet(?: and inches)?|inches)\b(?!-)(?! (?:were|was|is|are)\b)"),
        ("answer_length",
            r"\b(?P<value>(?:under|below|at most|max(?:imum)?|up to|no more than|within) \d+ (?:words|sentences|lines|characters"
            r"|paragraphs)|concise|brief|short|detailed|terse)\b"),
        ("spelling", r"\b(?P<value>american|british)(?: english)? spellings?\b"),
        ("user_name", rf"\b(?:call me|(?:address|refer to) me as) "
            rf"(?P<value>(?:(?:dr|mr|mrs|ms|prof|herr|frau|ma[iî]tre|monsieur|madame|se[nñ]ora?)\b\.? )?(?-i:{_NAME}))"),
    )
)  # fmt: skip

_LINK = (
    r"(?:is|are|was|were|be|been|has|have|had|to|must|should|needs?|can|will|stays?|goes|go|moved|changed|went|runs?|rose|dropped|fell"
    r"|set|til|till|until|due|on|at|in|now|only|already|back|above|below|under|over|about|around|max|min|of|by|the|every|from|still|up"
    r"|down|ends?|starts?|starting|begins?|takes? place|scheduled|planned|fixed|for|costs?|says|reads|using|uses|version|currently|again"
    r"|actually|lowered|raised|increased|reduced|updated|upgraded|bumped|switched|keep|kept|remain\w*|lives?|sits?|stored)"
)
_HEAD = caseless(
    rf"^(?:(?:the|our|my|this|that|their|his|her|its|new|current"
    rf"|next)\s+){{0,2}}(?P<head>[^\W\d][\w/-]*(?:\s+(?!{_LINK}\s)[^\W\d][\w/-]*){{0,2}}?)(?P<link>(?:\s+{_LINK}){{0,6}})\s+(?P<value>(?P<location>{_LOCATION})|(?P<date>{_DATE})|(?P<day>{_DAYS})\b|(?P<time>{_CLOCK})|(?P<version>{_VERSION})(?![\d%])|(?P<amount>[$€£]?\d[\d.,]*\d?[km]?\b%?))",
)
_WAS = caseless(r"\s*(?:was|were)(?:\s+(?:at|on|in|about|around|only))?")
"""What it was is not what it is: "the deadline was friday"."""
_ENDS_VALUE = caseless(
    r"\s*(?:$|[,;.)!?(\[/%+]|-(?!\d)|(?:and|but|so|now|since|for|at|a|an|per|till|until|w/|max|min|mins?|minutes?|hours?|euros?|eur"
    r"|dollars?|usd"
    r"|words|kg|km|on|as|because|instead|again|in|last|this|from next|today)\b)",
)
_NO_HEAD = frozenset(
    "nothing nothin none "
    "i im ive id we you he she it they its that this there who what one ones no not yes also just got have has had get go goes went do"
    " did done see saw need want like love hate joined bought made took take use used using try tried know "
    "think thought said told paid ate ran walked drove worked lives live moved from since every last for about only so and but if when"
    " while because hired closed raised weighed lost won did left size aged around "
    "down up back age born turned max min under over still already now here then both all some lets let scratch forget swap deliver send"
    " starts start begins begin ends turns turn comes come moves goes arrives leaves brings teaches gives keeps plays works"
    " today tonight tomorrow yesterday shes hes cut reduce no raise dock make actually sorry oops typo nah nope yeah wants nobody"
    " everybody abt approx avg count say".split()
)  # fmt: skip


_LEADS_IN = caseless(
    r"^(?:(?:actually|now|so|well|and|but|also|sorry|today|finally|recently|turns out|fyi|yes|no)\b[\s,:]*){1,3}"
    r"|^(?:on|in|at|since|from|this|last)(?: [\w'’-]{1,20}){1,3} (?=i\b)",
)
"""Before what is said of oneself or of a thing: "Actually, I moved to Lisbon"."""


def slot(text: str, subject: str, question: str = "") -> Slot | None:
    """The slot that a firm statement fills. `question`: what it answers, if anything."""
    if len(text) > MOST_CHARACTERS or _AHEAD.search(text):
        return None
    bare = _LEADS_IN.sub("", text) or text
    return _answered(bare, question) or _featured(bare, subject) or _of_thing(bare)


_AHEAD = re.compile(r"\b(?:will|gonna|going to|shell|hell|theyll|itll) be\b|['’]ll be\b|\bturn(?:s|ing) \d", re.IGNORECASE)
"""What is not so yet fills nothing: "she'll be 80"."""


def own_name(text: str) -> str | None:
    """What the user is called: `ciril` of "I am Ciril"."""
    text = text[:MOST_CHARACTERS]
    bare = _LEADS_IN.sub("", text) or text
    for feature, pattern, holds in _FEATURES:
        match = pattern.search(bare) if feature == "name" else None
        if match and holds(match) and (match.start() == 0 or _OF_PERSON.match(bare)):
            ahead = bare[: match.start()]
            return None if _denied(bare, match.start()) or _OF_HIM.search(ahead) or _WHO.search(ahead) else match["value"].lower()
    return None


def of_assistant(text: str) -> Slot | None:
    """What a standing instruction sets: the language, format, length or units of answers; None where it sets none, or forbids one."""
    if len(text) > MOST_CHARACTERS or _FORBIDS.match(text):
        return None
    if _IN_TURN.search(text):
        return None
    said = re.sub(r"\b(?:instead of|rather than|(?<!do )(?<!shall )(?<!must )(?<!should )not)\s+\w+", "", _COMPLAINS.sub("", text))
    for feature, pattern in _ASSISTANT:
        if feature == "units" and _OF_MONEY.search(said):
            continue
        if found := [m for m in pattern.finditer(said) if not _FORBIDDEN.search(said[: m.start()])]:
            return slots.slot(feature, found[-1]["value"].lower(), tag="Answers")
    return None


_FORBIDS = caseless(
    r"^(?:(?:you|u) (?:can|may) )?(?:no|never|don['’]?t|do not|stop|avoid|without|skip|drop|ditch|lose|forget|leave out|spare)\b",
)


_COMPLAINS = caseless(
    r"\bunless\b.*|(?:[,;.(] ?|\b(?:because|as|since|cos) )(?:sometimes|often|(?:the )?last time|before|you (?:keep|always|often)"
    r"|(?:you|u) (?:\w+ed|gave|wrote|put|said|did))\b.*"
)
"""What follows was done wrongly: "metres always, sometimes you give me feet"."""
_OF_MONEY = caseless(r"\b(?:quotes?|prices?|costs?|invoices?|amounts?|budgets?|salar\w+|dollars?|euros?|cents?|pence|whole dollars)\b")
_IN_TURN = caseless(r"\bfirst\b[^.;]{1,40}\b(?:after|then|second|last|next|later)\b")
"""`code first, prose after` sets no one form."""
_FORBIDDEN = caseless(
    r"\b(?:not|never|(?:do|wo|ca|must|should)n['’]?t|without|stop|avoid)\b[^,.;:]{0,40}$|\b(?:no|fewer|enough)(?: more)?(?: [\w-]+){0,2} $"
)
"""Before what an instruction names: "you shall not use tables"."""


_OF_NAMED = re.compile(rf"(?!(?:My|Our|New|And|But|So|The|Old|Poor|Dear)\b)[A-ZÀ-Þ]\w+ (?i:{KIN_PATTERN}) [A-ZÀ-Þ]")
"""`Keisha son Malik`: her son."""


_OF_OTHER_KIND = frozenset(
    "boss manager mentor assistant supervisor intern neighbor neighbour roommate flatmate housemate landlord landlady".split()
)
"""What they are to the user is no colleague, friend or professional for that."""


_OF_ANYBODY = frozenset("kid lad boy girl child baby mate friend buddy cousin neighbor neighbour".split())
"""`kid called Jai` is not the user's without "my"."""
_OURS = caseless(r"(?:my|our)\b")
_NO_KIN = caseless(rf"(?:no|not|without|any|every|each|some|with|like) {KIN_PATTERN}|{KIN_PATTERN},")
"""`no fish, Ida is ill`."""


def relation(text: str, subject: str) -> Slot | None:
    """Who somebody is to the user: `spouse: Piotr` of "my husband Piotr"; of what is about Piotr himself, `relation_to_user: husband`."""
    if len(text) > MOST_CHARACTERS:
        return None
    match = re.search(
        rf"(?:\b(?:my|our)\s+|^(?!(?i:their|his|her|its|your)\b))(?:\w+\s)?(?P<kin>{KIN_PATTERN})"
        rf"(?:['’]s name)?(?:,| is| is called| is named| called| named)?\s+(?:(?:[Dd]r|[Mm]rs?|[Mm]s"
        rf"|[Pp]rof(?:essor)?|Father|Frau|Herr|Dona|Don|Madame|Señora?)\.?\s+)?(?P<name>(?!I['’])(?-i:{_NAME}))\b",
        text,
    )
    if (
        match
        and match.start() == 0
        and not _OURS.match(text)
        and (_OF_NAMED.match(text) or match["kin"].lower() in _OF_ANYBODY or _NO_KIN.match(text))
    ):
        return None
    name = re.sub(r"['’]s$", "", match["name"]) if match else ""
    if match and name.lower() not in NOT_NAMES and (match["kin"].islower() or match.start("kin") == 0):
        if subject == "user":
            return None if match["kin"].lower() in _OF_OTHER_KIND else slots.slot(KIN_CLASS[match["kin"].lower()], name)
        if subject == name.lower():
            return slots.slot("relation_to_user", match["kin"].lower(), tag="Relationships")
    return None


def _answered(text: str, question: str) -> Slot | None:
    for feature, asked, answer in _ANSWERS:
        if question and re.search(asked, question, re.IGNORECASE) and (match := re.match(answer, text, re.IGNORECASE)):
            return slots.slot(feature, match["value"])
    return None


def _featured(text: str, subject: str) -> Slot | None:
    for feature, pattern, holds in _FEATURES:
        match = pattern.search(text)
        if match is None or _denied(text, match.start()) or (feature in _NOT_YET and _is_meant(text[: match.end()])):
            continue
        filled = slots.slot(feature, match["value"]) if holds(match) and not _RANGES.match(text, match.end("value")) else None
        ahead = text[: match.start()]
        if subject == "user" and feature in _OF_BODY and (_OF_SOMEBODY.match(ahead) or _SOMEBODY_IS.search(ahead)):
            continue
        of_self = feature not in _ONLY_OF_SELF or (
            _of_person(text, subject) and not (_WHO.search(ahead) or _NOT_REALLY.search(ahead) or _was_once(text))
        )
        of_self = (of_self or (feature == "name" and not ahead)) and not (subject == "user" and _OF_HIM.search(ahead))
        if filled and slots.fits(filled) and of_self:
            return filled
    return None


_RANGES = re.compile(r"(?<=\d)\s?[-–]\s?\d")
"""`5-6k` is no one value."""
_NOT_YET = ("residence", "employer", "job_title", "weight", "diet")
"""Features that plans and wishes do not fill: "I plan to work at Acme". A budget may be wanted, and an allergy is noted in doubt."""


def _is_meant(text: str) -> bool:
    """The last clause tells of a plan, a wish or a duty."""
    return stance.of(re.split(r"[,;.]", text)[-1]) is stance.Stance.MEANT


def _denied(text: str, at: int) -> bool:
    """A word of denial stands close before a place, or right behind it."""
    return any(at - 25 <= m.start() and m.end() <= at + 12 for m in _DENIES.finditer(text))


_DENIES = caseless(r"\b(?:not|no|never|\w{2,6}n['’]t|dont|doesnt|didnt|isnt|arent|no longer|without|lost|than)\b")


def _of_person(text: str, subject: str) -> bool:
    """The clause is about a person: in the first person, or headed by the one whom it is about."""
    named = subject not in ("user", "unknown") and bool(re.search(rf"(?<!\w){re.escape(subject)}", text, re.IGNORECASE))
    return named or bool(_OF_PERSON.match(text))


_ONCE = caseless(
    r"\b(?:(?:in|at|during|(?:right )?after|before) (?:high |primary |elementary |middle |graduate |grad |med |law )?(?:school|college|uni"
    r"|university)|(?:in|at) (?:my|his|her|our|their) (?:teens|twenties|thirties|forties|youth|childhood)|in the army"
    r"|(?:and|but) (?:then |i |we |later )*(?:left|quit|came back|moved back|went back)"
    rf"|turned \d+ in (?!(?:{words.LONG_MONTH_PATTERN})\b|the\b|\d))",
)
_SINCE = caseless(r"\bsince\b")


def _was_once(text: str) -> bool:
    """It tells of what was, by a time of life or by its end: "I joined Globex right after school"."""
    return stance.of(text) is stance.Stance.HELD and bool(_ONCE.search(text)) and not _SINCE.search(text)


_NOT_REALLY = caseless(
    r"\b(?:almost|nearly|as if|as though|dream(?:ed|t|ing)?|imagin\w+|pretend\w*|thought|lied|lying|jok\w+"
    r"|thinks? (?:he|she|they|i)|(?:told|telling) (?:him|her|them|everyone|everybody|people|my \w+))\b",
)
"""What follows did not happen, or was only said."""
_OF_HIM = caseless(r"\b(?:he|she|they|hes|shes|theyre|(?:he|she)['’]s|they['’](?:re|ve)|his|her|their)\b(?: [\w'’-]+){0,3} ?$")
"""What follows is of another: "I nearly cried, so as far as we know he's allergic to nuts"."""
_WHO = caseless(r"\b(?:who|whose|who['’]s|whos)\b")
"""What follows is of the one before it: "I met a friend who lives in Porto"."""


_OF_PERSON = caseless(
    r"^(?:i|we|he|she|me\b|name|my name|the user|call me|please call|my birthday|birthday|born|now |currently |\d|vegan|just turned|turned"
    rf"|weigh|down to|context|(?:my|our)\s+{KIN_PATTERN}\b)",
)


def _of_thing(text: str) -> Slot | None:
    match = _HEAD.match(text)
    if match is None or not _PERSONS.isdisjoint(match["head"].lower().split()) or occasion.is_one(text):
        return None
    if match["amount"] and _SOMEBODY.search(match["head"]):
        return None  # "my cousin ida is 9" tells her age
    parts = [w for w in match["head"].lower().split() if w not in STOP_WORDS]
    if not parts or any(w in _NO_HEAD for w in parts) or (not match["link"] and len(text.split()) > 5) or parts[0] in GIVEN_NAMES:
        return None
    if not match["link"] and len(parts) < len(match["head"].split()):
        return None  # "after hours $210" tells of no hours
    if re.match(_DAY_NAME, parts[0]) or parts[0] in words.MONTH_OF or is_past(parts[-1]) or _denied(text, match.start("link")):
        return None
    if _WAS.fullmatch(match["link"]) or _MOVED_FROM.search(match["link"]):
        return None  # "moved from 3 May to 9 June": that is what it was
    if (match["amount"] or match["version"]) and (not _is_figure(match, text) or _FRACTION.match(text, match.end("value"))):
        return None
    if (match["day"] or match["date"]) and _AND_MORE.search(text, match.end("value")):
        return None  # "lectures are Mon 10-1, Tues 9-11": on more than one
    if (match["location"] and _DAYS_SLASHED.fullmatch(match["value"])) or (match["date"] and _ORDINAL.match(text, match.start("value"))):
        return None
    kind = next(k for k in ("location", "date", "day", "time", "version", "amount") if match[k])
    # A version and an amount of one thing are told apart by nothing but a point.
    return slots.slot(f"{'_'.join(parts)}_{'number' if kind in ('version', 'amount') else kind}"[:64], match["value"], tag="Things")


_FRACTION = re.compile(r"/\d")
_MOVED_FROM = caseless(
    r"\b(?:moved|changed|went|rose|dropped|fell|lowered|raised|increased|reduced|updated|upgraded|bumped|switched) (?:\w+ )?from$"
)
_AND_MORE = caseless(rf"(?:[,&/+]|\b(?:and|n)\b) ?(?:and |then )?(?:on )?(?:{_DAY_NAME}|\d{{1,2}}(?:st|nd|rd|th))(?![\w-])")
_DAYS_SLASHED = caseless(rf"{_DAY_NAME}(?:/{_DAY_NAME}){{1,6}}")
"""`Tue/Sat` is no place."""
_ORDINAL = caseless(
    r"\d{1,2}(?:st|nd|rd|th) (?!of\b|and\b|at\b|now\b|instead\b|every\b|each\b|from\b|for\b|so\b|but\b|because\b|till?\b|until\b)[a-z]"
)
"""`2nd engineer`: it counts what stands behind it."""
_SOMEBODY = caseless(rf"\b(?:{KIN_PATTERN}|dog|cat|pup|puppy|kitten|horse|pony)\b")
_PERSONS = frozenset("i we you he she they it there who".split())
_IS = caseless(
    r"\b(?:is|are|was|were|moved|changed|went|runs?|rose|dropped|fell|set|costs?|on|version|stays?|remain\w*|raised|lowered|reduced|increased"
    r"|updated|upgraded|bumped|switched|lowered)\b",
)
_NO_BOUND = caseless(r"\b(?:till?|until|by)\b")
_LASTS = caseless(r"\s*(?:secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?)\b")
_SUM = caseless(r"[$€£]|\s?(?:a|an|per|each|/|since|now|eur|euros?|dollars?|usd|quid|gbp)\b")


def _is_figure(match: re.Match[str], text: str) -> bool:
    """Whether it is the figure of what heads it: "the kiln is at 1180", "rent 1,240 a month"; not what something lasts, or counts, or until
    when it goes."""
    if not _ENDS_VALUE.match(text, match.end()) or _LASTS.match(text, match.end()) or _NO_BOUND.search(match["link"]):
        return False
    return bool(_IS.search(match["link"])) or match["value"][:1] in "$€£" or bool(_SUM.match(text, match.end()))
