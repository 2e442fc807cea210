"""Other ways to say that a value changed, put into the one form that the rules read ("my budget is now 2600 dollars").

What a clause only presupposes ("since moving to Denver", "now that I work at Acme") is a statement of its own as well.
"""

from __future__ import annotations

import re

from keepsake.rules.reading import possessions
from keepsake.rules.reading.lexicon import KIN_CLASS

_NOUN = r"(?P<noun>(?:[\w'-]+\s+){0,4}?[\w'-]+)"
_SHIFTED = r"(?:pushed|moved|rescheduled|postponed|shifted|changed|bumped|delayed|switched|set)"
_SHIFT = r"(?:push|move|reschedule|postpone|shift|change|bump|delay)"
_TO = r"(?:\s+(?:back|forward|up|out))?(?:\s+from\s+(?P<old>.+?))?\s+(?:to|till|until)\s+(?P<value>.+)"
_UNIT = r"(?:kg|kilos?|lbs|pounds|stone)"

_BELONGS = r"(?:(?!now\b)[\w-]+(?: (?!now\b|these\b)[\w-]+){0,2})"
_NAME = r"(?:(?-i:[A-ZÀ-Þ])|\d)[\w.&'-]*(?: (?:(?-i:[A-ZÀ-Þ])|\d)[\w.&'-]*){0,3}"
_REORDERED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), template)
    for pattern, template in (
        (rf"^(?P<value>{_NAME}) is (?P<now>now )?my (?:new )?(?P<noun>{_BELONGS})(?P<later> now| these days)?$",
         "my {noun} is {value}{now}"),
        (rf"^(?P<lead>(?:I|we) (?:just |now |mostly |mainly )*)(?:use|have|take|chose|picked) (?P<value>{_NAME}) as (?:my|our) (?:new )?"
         rf"(?P<noun>{_BELONGS})(?P<later> now| these days)?$", "my {noun} is {value}{now}"),
        (r"^for (?:my |our |the )?(?P<noun>(?!now\b|me\b|us\b|\d|some|an? |example|once|years?|months?|\w+ (?:years?|months?|weeks?"
         r"|days?)\b)"
         r"[\w-]+(?: [\w-]+){0,2}),? (?:I|we) (?:now )?(?:use|go with|went with|take|pick|have|rely on|trust) (?P<value>[\w.&'-]+(?:"
         r" [\w.&'-]+)?)"
         r"(?P<later> now| these days)?$", "my choice for {noun} is {value}{now}"),
        (rf"^(?:the|my|our) (?P<noun>{_BELONGS}) is (?P<now>now )(?P<value>.+)$", "my {noun} is {value} now"),
        (rf"^(?:the) (?P<noun>{_BELONGS}) is (?P<value>not [^,]+?,? but .+)$", "my {noun} is {value}"),
        (rf"^(?:the) (?P<noun>{_BELONGS}) is (?P<value>.+?)(?P<later> now| these days)$", "my {noun} is {value} now"),
    )
)  # fmt: skip


_HAS_OF = re.compile(
    rf"^(?:I|we) (?:have|have got|have set|set|got|agreed on|have agreed on|am on|are on) an? {_NOUN} of (?P<value>.+?)(?: for (?:my|our"
    rf"|the|this) .+)?$",
    re.IGNORECASE,
)


def reordered(clause: str) -> str:
    """The clause as `my <thing> is <name>` where it says so the other way round ("Kagi is my search engine")."""
    if (match := _HAS_OF.match(clause)) and possessions.find(match["noun"]):
        return f"my {match['noun']} is {match['value']}"
    for pattern, template in _REORDERED:
        match = pattern.match(clause)
        if match is None:
            continue
        found = match.groupdict()
        noun = found["noun"]
        own = "choice" in template or _is_own(noun) or possessions.is_one(noun, found["value"])
        if own and not (noun.split()[-1].lower() in KIN_CLASS and KIN_CLASS[noun.split()[-1].lower()] != "professional"):
            now = " now" if found.get("now") or found.get("later") else ""
            return template.format(noun=noun, value=found["value"].strip(" .,;!"), now=now)
    return clause


_NOW_IS = "my {noun} is now {value}"
_NOW_IS_NOT = "my {noun} has been changed from {old} to {value}"
_REWORDINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), template)
    for pattern, template in (
        (rf"^(?:they|we|he|she|I|\w+|(?:my|the|our) \w+) (?:have |has |just )*{_SHIFTED} (?:my|our|the) {_NOUN}{_TO}$", _NOW_IS),
        (rf"^(?:they|we|he|she|I) (?:had|have|has|need|want|decided) to {_SHIFT} (?:my|our|the) {_NOUN}{_TO}$", _NOW_IS),
        (rf"^(?:my|our|the) {_NOUN} (?:just )?(?:got|has been|have been|was|is|had to be) (?:been )?(?:now )?{_SHIFTED}{_TO}$", _NOW_IS),
        (
            rf"^(?:my|our|the) {_NOUN} (?:just |has |have )*(?:went|gone|goes|got|is|was|been|increased|decreased|dropped|rose|risen|fell"
            rf"|fallen|grew|grown|shrank|climbed|jumped|changed)(?: (?:raised|cut|up|down|increased|reduced|bumped|lowered))* to "
            rf"(?P<value>.+)$",
            _NOW_IS,
        ),
        (rf"^(?:I|we) (?:have |just )*(?:raised|lowered|cut|increased|reduced|upped|bumped|changed) (?:my|our|the) {_NOUN}{_TO}$", _NOW_IS),
        (
            rf"^(?:I|we) (?:have|got|just got|have got|bought|just bought|picked up|have bought) an? (?:new|different) {_NOUN}"
            rf"(?:\s*[:,-]|,? (?:and )?it is|,? which is)\s+(?P<value>.+)$",
            _NOW_IS,
        ),
        (rf"^(?:please )?(?:raise|lower|cut|increase|reduce|up|bump|change|set|update) (?:my|our|the) {_NOUN} to (?P<value>.+)$", _NOW_IS),
        (
            r"^(?:I|we) (?:can|could)(?: now)? (?:stretch|go|go up|go as high as) (?:it )?to (?P<value>[$€£]?\d.*)$",
            "my budget is now {value}",
        ),
        (r"^(?:I|we) (?:just )?(?:had|celebrated) (?:my|our) (?P<value>\d{1,3})(?:st|nd|rd|th) birthday\b.*$", "I am now {value}"),
        (
            rf"^(?:I|we) (?:am|are|have gone|went|got|have got|am now|are now)(?: back)? (?:up|down) to (?P<value>\d[\d.,]* ?{_UNIT})\b.*$",
            "I weigh {value}",
        ),
        (
            r"^(?!(?:I|we)\b).+? (?:swapped|replaced|changed|switched) (?:my |our |the )?(?P<old>[\w -]+?) (?:for|with) (?P<value>[^,]+)$",
            "I switched from {old} to {value}",
        ),
        (r"^.+? (?:has |have )*(?:taken|took) me off (?:my |the )?(?P<value>[^,]+)$", "I stopped taking {value}"),
        (r"^.+? (?:switched|moved|changed) (?:me|us) (?:over )?from (?P<old>.+?) to (?P<value>.+)$", "I switched from {old} to {value}"),
        (r"^(?:I|we) (?:am|have) (?:just )?turned (?P<value>\d{1,3})\b.*$", "I am now {value}"),
        (r"^(?:I|we) (?:just )?turned (?P<value>\d{1,3})(?: on .+| in .+| today| yesterday)$", "I am now {value}"),
    )
)


def _is_own(noun: str) -> bool:
    return any((possessions.find(noun), possessions.APPOINTMENT.match(noun), possessions.FAVOURITE.match(noun)))


def reworded(clause: str) -> str | None:
    """The clause as `my <thing> is now <value>`; None where it says no such thing, or of a thing that nobody has for their own."""
    for pattern, template in _REWORDINGS:
        if match := pattern.match(clause):
            found = match.groupdict()
            if "noun" not in found or _is_own(found["noun"]):
                template = _NOW_IS_NOT if found.get("old") and template is _NOW_IS else template
                return template.format(**{k: v.strip(" .,;!") for k, v in found.items() if v})
    return None


_CHANGED = re.compile(rf"\b(?P<whose>my|our) {_NOUN} (?:has |have |'s |is )?(?:now )?(?:changed|new"
    rf"|different)[,;:.]?\s+(?:it|that|they)(?:'s| is| are)"
                      r"(?: now)? ", re.IGNORECASE)  # fmt: skip
_REPORTED = re.compile(
    r"^(?:(?:and|but|so|well),? )?(?:the|my|our) (?:doctors?|dentist|allergist|vet|tests?(?: results?)?|results?"
    r"|specialist|scan|nurse) (?:has |have |just )*"
    r"(?:says?|said|told (?:me|us)|confirmed|shows?|showed|found(?: out)?|thinks?) (?:that )?(?=(?:I|we)\b)",
    re.IGNORECASE,
)  # fmt: skip
_FROM_NOW = re.compile(
    r"^(?:from now on|as of (?:now|today)|starting (?:now|today|this week|next week)|these days|nowadays),?\s+(?=(?:I|we|my|our)\b)",
    re.IGNORECASE,
)


_NEW = re.compile(
    r"^(?:(?:I|we) (?:have |just )*(?:got |have )?|got )?(?:an? |my |our )?new (?P<noun>[\w-]{1,40}(?: (?!btw|now)[\w-]{1,40})?)(?: btw|"
    r" now)?[,;:.–—-]*\s+(?:it'?s|it is) "
    r"(?:now )?(?P<value>[^,]+?)[.!]*$",
    re.IGNORECASE,
)
_FOR_ME = re.compile(r"(?P<lead>^|[,;.] )(?:now )?it(?:'s| is) (?P<value>[\w-]+(?: [\w-]+)?) for me\b(?! to\b)", re.IGNORECASE)
_CHANGED_AND = re.compile(
    r"^(?:I |we )?(?:have |just |finally )*(?:changed|switched|swapped) (?:my |our )?(?P<noun>[\w-]+?)(?:e?s)?[,;:.–—-]+\s+(?:(?:I"
    r"|we)\b[^,.]*?|it is|it's) "
    r"(?:(?:to|with|at|on|using|use)(?: an?| the)? )?(?P<value>(?-i:[A-Z])[\w&'-]*(?: (?-i:[A-Z])[\w&'-]*)*)(?: now| these days)?[.!]*$",
    re.IGNORECASE,
)


def joined(text: str) -> str:
    """Two sentences of one change as one: `my address has changed, it's 4 Harbour Street` > `my address is now 4 Harbour Street`."""
    text = _FOR_ME.sub(r"\g<lead>I prefer \g<value>", text)
    if (match := _NEW.match(text)) and (_is_own(match["noun"]) or possessions.is_one(match["noun"], match["value"])):
        return f"my {match['noun']} is now {match['value']}"
    if match := _CHANGED_AND.match(text):
        return f"my {match['noun']} is now {match['value']}"
    return _CHANGED.sub(lambda match: f"{match['whose']} {match['noun']} is now ", text)


def unframed(clause: str) -> tuple[str, bool]:
    """A clause without who reported it and from when it holds, and whether that marks a change."""
    bare = _FROM_NOW.sub("", _REPORTED.sub("", clause))
    return bare, bare != clause


_PLACE = r"(?P<value>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)"
_WHEN = r"(?P<when> (?:in (?:\w+ )?\d{4}|in (?-i:[A-Z])\w+|last \w+|\w+ (?:years?|months?|weeks?) ago))?"
_PRESUPPOSED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), template)
    for pattern, template in (
        (rf"\b(?:since|after|before|from|by) (?:I |we )?(?:mov|relocat)(?:ing|ed)(?: (?:back|over|out|down|up))? to {_PLACE}{_WHEN}",
         "I moved to {value}{when}"),
        (rf"\bsince (?:I|we) (?:live|am living|are living) in {_PLACE}", "I moved to {value}"),
        (rf"\bnow that (?:I|we)(?:'m| am|'re| are)(?: finally)?(?: back)?(?: living)? in {_PLACE}", "I live in {value} now"),
        (rf"\bnow that (?:I|we)(?: have|'ve)? (?:live|moved(?: back)?) (?:in|to) {_PLACE}", "I moved to {value}"),
        (rf"\bnow that (?:I|we)(?: have|'ve)? (?:work|joined|started|am|'m|are)(?: working)?(?: (?:at|for|with))? {_PLACE}",
         "I have joined {value}"),
        (rf"\b(?:my|the) (?:first|second|third|last few) (?:day|week|month|shift)s? at {_PLACE}", "I have joined {value}"),
        (rf"\bmy new (?:job|role|position|boss|colleagues|team|office) (?:at|with) {_PLACE}", "I have joined {value}"),
        (rf"\bmy new (?:flat|apartment|house|home|place|neighbou?rs) in {_PLACE}", "I moved to {value}"),
        (rf"\b(?:commute|commuting) from {_PLACE}", "I live in {value} now"),
        (r"\bmy ex-(?:husband|wife)\b.*\bdivorce\b|\b(?:our|my) divorce (?:is|was|got|has been) (?:now )?(?:final|finali[sz]ed)\w*"
         r"|\b(?:finali[sz]ed|signed) (?:our|my|the) divorce\b|\bsince (?:our|my|the) divorce\b", "I am divorced"),
        (r"\b(?:since|after|at|from) (?:our|my|the) wedding(?: (?:last|in|on|was)\b.*)?$|\bmy honeymoon\b|\b(?:since|after) our wedding\b",
         "I am married"),
    )
)  # fmt: skip


_REASON = re.compile(
    r"\b(?:because|since|as|given that|seeing as|considering)(?: that)? (?P<said>(?:I(?:'m| am|'ve got| have| work| live| suffer| take)"
    r"|(?:my|our) [\w-]+(?: [\w-]+)? (?:is|are|has|have))\b[^,.;!?]+)",
    re.IGNORECASE,
)


def reasons(text: str) -> list[str]:
    """What is given as a reason, which is said by itself as well: `because I'm coeliac`."""
    return [match["said"] for match in _REASON.finditer(text)]


def presupposed(text: str) -> list[str]:
    """Statements that a text takes for granted, each once and in its order."""
    matches = [(match, template) for pattern, template in _PRESUPPOSED if (match := pattern.search(text))]
    found = [(match.start(), template.format(**{k: v or "" for k, v in match.groupdict().items()})) for match, template in matches]
    return list(dict.fromkeys(said for _, said in sorted(found)))
