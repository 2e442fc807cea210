"""The category of a clause that no rule names, read from its verb, its nouns and its time (row R8); a guess, and kept as one."""

from __future__ import annotations

import re

from keepsake.records import Category, Durability
from keepsake.rules.reading.lexicon import KIN_PATTERN, KIN_PLURAL, is_job
from keepsake.rules.reading.subjects import About, Head
from keepsake.rules.reading.temporal import Period
from keepsake.rules.reading.tenses import is_past, speaks_of_past

C = Category
_KIN = rf"(?:{KIN_PATTERN}|{KIN_PLURAL}|family|relatives|in-laws|boyfriend|girlfriend)"
_BE = r"(?:am|is|are|was|were)"

_TASTE = (
    r"disgusting|delicious|gross|yuck\w*|boring|dull|tedious|overrated|underrated|gorgeous|tasty|yummy|refreshing|relaxing|annoying"
    r"|irritating|unbearable|favou?rite|beats?|beat|soft spot|idea of (?:\w+ )?(?:fun|hell|heaven|bliss)|kind of \w+ (?:is|involves)"
    r"|cup of tea"
    r"|calms?|soothes?|(?:drives?|makes?) (?:me|us|the user|them) (?:mad|up the wall|crazy|nuts|happy|sad|angry|sick|smile|cringe)"
    r"|agree with (?:me|us)|tastes? (?:like|of|great|awful|good|bad|horrible)|sucker for|fancy|fancies|any day|all the way|rather"
    r"|would (?:always )?(?:take|pick|choose|go for) .+ over|could (?:eat|drink|watch|listen|read|do|live on|spend)|enough of"
    r"|works? best for|suits? me|prefer\w*|a (?:\w+ )?(?:person|lover|fan|guy|girl|drinker|eater|enthusiast|buff|fanatic|nut)\b"
    r"|happiest|comfort food|guilty pleasure|weakness|nightmare|pet hate|bugbear|(?:lives?|living) for|happy place|weak spot|passion|joy"
    r"|treat(?: to| for)|cannot resist|the only .{2,40} (?:I|we) (?:eat|drink|touch|wear|watch|read|like|listen)|worst|best part|go-to"
    r"|how (?:I|we) (?:want|like) (?:it|things|them)|can live without|would not be caught|puts? me off|bores?"
    r"|fascinat\w*|thrills? me|gets? on my nerves|pet peeve|no patience for|miss(?:es)? (?!the (?:bus|train)|an?\b)|(?:am|is"
    r"|are) (?:\w+ )?into|enjoy\w*|lov(?:e|es|ing)|(?:I|we|they|he|she|really|also) likes?|hat(?:e|es|ing)"
)
_FAVOURED = (
    r"for me(?:,| it| nothing| only)|find(?:s)? (?!out\b|it\b|myself\b|time\b|my\b|an?\b)[\w ]{2,30} (?:\w+ful|\w+ous|\w+ing"
    r"|ugly|dull|fun|tasty|cute|pretty|sexy|gross)|favou?rite|go-to|prefer\w*|cup of tea|(?:my|more my) (?:thing|jam|bag)|nightmare"
    r"|soft spot|guilty pleasure|the only .{2,40} (?:I|we) (?:eat|drink|touch|wear|watch|read|like)"
)
_VIEW = (
    r"in my (?:view|opinion|book|eyes)|if you ask me|as far as I am concerned|the way I see it|(?:to|for) me,|should(?: not)? be"
    r"|ought to be"
    r"|deserves?|matters? more|matters?|more important|does more|more harm|believer|motto|doubts?|suspects?|reckons?|supposes?|convinced"
    r"|(?:do|does) not (?:think|believe|feel|agree)|(?:dis|mis)?trusts?|I am sure of|supports?|against|in favou?r of|votes?|voted"
    r"|waste of|is (?:wrong|evil|essential|unfair|immoral|a human right|a right)|nobody should"
    r"|everyone should|people should|society|trust(?:s)? (?:that|no|in)|faith in|do(?:es)? not believe|disagree\w*|skeptical|sceptical"
)
_LIMIT = (
    r"at (?:the (?:very )?)?most|the (?:most|least|maximum) (?:that )?(?:I|we)|no[- ]go\b|out of the question|off the table"
    r"|not an option|(?:is|are) out\b|(?:won't|will not) (?:work|do)|(?:please )?nothing (?:that|with|which|too|over|above|containing"
    r"|made)tops\b|no more than|not more than|more than (?:half|an?|\d+) .*(?:a day|a week|for this)|must (?:be|fit|have|not|allow)"
    r"|(?:has|have) to be|needs? to (?:be|have|fit)|(?:it|they|this|that|anything|everything|the \w+) (?:must|has to|have to|needs? to"
    r"|should)\b"
    r"|cannot (?:be|have|take|go|cost|exceed)|can only|only (?:free|available|have|has|can)|not allowed|allow(?:s|ed)?|forbid\w*|forbidden"
    r"|fits?(?: in| into| within|$)|within|budget|(?:be|is) limited|maximum|minimum|all (?:that )?(?:I|we) can|refuse to|no later than"
    r"|deadline"
    r"|let (?:us|me) (?:have|keep|use)|under no circumstances|will not let|off limits|told (?:me|us) (?:not )?to|(?:need|needs"
    r"|want) (?:an? )?\w+ by\b|too (?:far|expensive|big|small|late|loud) for"
)
_WORK = (
    r"(?:my|our) (?:job|work|career|shift|clients?|customers|profession|trade|line of work|day job|boss|team|company|employer|office"
    r"|students|pupils|patients)"
    r"|line of work|for a living|make (?:my|a) living|makes? (?:my|a) living|jobs?\b|career|profession(?:al)?|freelanc\w*|moonlights?"
    r"|self-employed|phd|master's|bachelor|thesis|degree in|dissertation"
    r"|experience in|in charge of|head(?:s)? up|lead(?:s)? the|manages?|runs? the|reports? to|shifts?|night shift|apprentice\w*"
    r"|intern(?:ship)?|employ\w*|hired|promot\w*"
    r"|supervis(?:e|es|ing)|oversees?|coordinates?|administers?|audits?|operates?|represents? clients|serves? (?:customers|tables"
    r"|patients)|payroll|stud(?:y|ies|ying)|accounting|logistics|procurement|teach(?:es|ing)?|translating|editing|consulting|nursing"
    r"|engineering|marketing"
)
_OWNS = (
    r"(?:have|has|own|owns|possess|possesses|hold|holds|carry|carries|keep|keeps|(?:drive|drives)(?! for)|wear|wears|use|uses|rent"
    r"|rents|speak|speaks|know|knows|weigh|weighs)\b"
)
_HABIT = re.compile(
    r"\b(?:usually|always|often|mostly|never|hardly|rarely|seldom|every|each|daily|weekly|monthly|nightly|twice|\d ?x|times an? (?:day"
    r"|week|month|year)"
    r"|once an? (?:day|week|month|year)|most (?:days|nights|mornings|evenings|weekends|summers|winters|afternoons|years|holidays)"
    r"|mornings|evenings|weekends|on (?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|(?:a|per) (?:day|week|month|night)|as a rule|begins? with|starts? with|how my day|days? (?:begins?|starts?)|routine|tend(?:s)? to"
    r"|(?:a|the) habit|first thing|last thing at night|in (?:winter|summer|spring|autumn)|these days|whenever|when I)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|going to|planning|plans?|hoping|hopes?|thinking of|thinking about|about to|is due|are due|due (?:in|on)|set for"
    r"|would love to|would like to|one day|some day|someday"
    r"|goals?|saving|upcoming|tomorrow|tonight|next (?:week|month|year|\w+day)|expecting|looking forward|want(?:s)? to|wish(?:es)? to"
    r"|dream(?:s|ing)? of)\b",
    re.IGNORECASE,
)
_CUES: tuple[tuple[Category, re.Pattern[str]], ...] = tuple(
    (category, re.compile(rf"\b(?:{pattern})", re.IGNORECASE))
    for category, pattern in ((C.PREFERENCE, _FAVOURED), (C.BELIEF, _VIEW), (C.CONSTRAINT, _LIMIT), (C.PREFERENCE, _TASTE))
)
_TRAIT = re.compile(
    rf"^{_BE} (?:not |now |also |still |only |kind of |pretty |very |rather |more of |the )*(?:an? |the )?(?P<what>.+)$", re.IGNORECASE
)
_ORIGIN = re.compile(
    r"\b(?:immigrant|citizen\w*|born|raised|grew up|native of|ancest\w+|descen\w+|heritage|originally|roots|nationality|passport|based"
    r"|lives?|living"
    r"|called|goes by|known as|years old|name)\b",
    re.IGNORECASE,
)
_JOB_NOUN = re.compile(r"\b(?P<noun>[\w-]+?)s?(?=$|[ ,.](?:at|for|in|with|from|by|on|who|and|but|of|under|here)\b|[,.])")
_KIN_SAID = re.compile(rf"\b{_KIN}\b", re.IGNORECASE)
_WORK_SAID = re.compile(rf"\b(?:{_WORK})\b", re.IGNORECASE)
_OWNED = re.compile(rf"^(?:{_OWNS})", re.IGNORECASE)
_THERE = re.compile(r"^(?:there (?:is|are)|the .+ (?:has|have|is|are)|mine is|no )\b", re.IGNORECASE)
_TASK = re.compile(r"\b(?:have to|has to|need(?:s)? to|must|ought to|should|remember to)\b(?! (?:be|have)\b)", re.IGNORECASE)
_LIVING = re.compile(
    r"\b(?:am|is|are|been|was) (?:called|living|based)\b|\b(?:calls?|knows?) me (?:as )?(?-i:[A-Z])|\bknown as\b|\blives? (?:in|on|at"
    r"|near)\b|\bbirthday (?:is|falls)\b|\bcall(?:s|ed)? .{2,30} home\b|\b(?:is|has been|became) (?:my |our )?home(?: for| since| now|$)",
    re.IGNORECASE,
)
_BROUGHT_UP = re.compile(r"\b(?:born|(?:was|were|been) (?:raised|brought up)|emigrated|immigrated|fled)\b", re.IGNORECASE)


def strong(text: str, head: Head) -> Category | None:
    """What the words show more clearly than how often or when it is."""
    if _ORDERED.search(head.predicate):
        return C.CONSTRAINT
    if _NEVER.search(f"{head.adverbs} {head.predicate}"):
        return C.ATTRIBUTE
    if re.search(r"\b(?:made|make|makes) (?:it )?a (?:habit|point)\b|\b(?:got|get|am) (?:into|in) the habit\b", text):
        return C.PATTERN
    if _LIVING.search(text):
        return C.IDENTITY
    if _HELD.match(head.predicate):
        return C.ATTRIBUTE
    if _LONGED.search(f"{head.adverbs} {head.predicate}"):
        return C.PLAN
    if is_past(_first_verb(head)):
        return None
    return next((category for category, cue in _CUES if cue.search(text)), None)


def is_habit(text: str) -> bool:
    return bool(_HABIT.search(text))


def category_of(text: str, head: Head, periods: tuple[Period, ...], at_start: bool = False) -> tuple[Category, Durability] | None:
    """Category and durability; None where the words tell nothing. `at_start`: one of the periods lies ahead."""
    found = _category(text, head, periods, at_start)
    return (found, Durability.PERSISTENT) if found is not None else None


def _category(text: str, head: Head, periods: tuple[Period, ...], ahead: bool) -> Category | None:
    said = head.predicate if head.about is not About.OTHER else text
    first = _first_verb(head)
    past = is_past(first) if first else speaks_of_past(text)
    if _ORDERED.search(said):
        return C.CONSTRAINT
    if _LONGED.search(said):
        return C.PLAN
    if _HURTS.search(text) and not periods:
        return C.ATTRIBUTE
    if _NEVER.search(f"{head.adverbs} {said}"):
        return C.ATTRIBUTE
    if _BROUGHT_UP.search(said) or _LIVING.search(text):
        return C.IDENTITY
    cued = next((category for category, cue in _CUES if cue.search(text)), None)
    if re.search(r"\b(?:made|make|makes) (?:it )?a (?:habit|point)\b|\b(?:got|get|am) (?:into|in) the habit\b", text):
        return C.PATTERN
    if past and cued in (None, C.CONSTRAINT, C.BELIEF) and not (periods and ahead):
        return C.EVENT
    if cued in (C.BELIEF, C.CONSTRAINT):
        return cued
    if ahead or _AHEAD.search(text):
        return C.PLAN if cued is None or _WISHED.search(text) else cued
    if cued is not None:
        return cued
    if since := _LASTING.match(said):
        return C.PROFESSION if _WORK_SAID.search(since["doing"]) else C.PATTERN
    if _SKILL.match(said):
        return C.ATTRIBUTE
    if _RETURNED.match(said):
        return C.EVENT
    if _SHARED.match(said):
        return C.RELATIONSHIP
    if _TASK.search(said):
        return C.TASK
    if _HURTS.search(text):
        return C.ATTRIBUTE
    if re.match(r"there (?:is|are)\b", text, re.IGNORECASE) or re.match(
        r"(?:do|does) not (?:have|own|know|speak|understand|drive|wear|use)\b", said
    ):
        return C.ATTRIBUTE
    if _TRADE.match(said):
        return C.PROFESSION
    if _HABIT.search(text):
        return C.PATTERN
    if trait := _TRAIT.match(said):
        return _trait(trait["what"], head)
    if _KIN_SAID.search(said) and head.about in (About.SPEAKER, About.THING) and _WITH_KIN.match(said):
        return C.RELATIONSHIP
    if _WORK_SAID.search(said if head.about is About.SPEAKER else text):
        return C.PROFESSION
    if _OWNED.match(said) or _THERE.match(text) or head.about is About.THING:
        return C.ATTRIBUTE
    if past or speaks_of_past(text):
        return C.EVENT
    if re.match(rf"(?:my|our) (?:\w+ )?{KIN_PLURAL}\b", text, re.IGNORECASE):
        return C.RELATIONSHIP
    if head.about in (About.SPEAKER, About.PERSON, About.KIN) and first:
        return C.PATTERN
    return C.ATTRIBUTE if re.search(r"^(?:the|our|my)\b|\b(?:is|are|has|have)\b", text, re.IGNORECASE) else None


_WISHED = re.compile(
    r"\b(?:would (?:love|like) to|hop(?:e|ing) to|going to|want(?:s)? to|plan(?:s|ning)? (?:to|on)|one day|some ?day)\b", re.IGNORECASE
)
_LASTING = re.compile(r"^(?:have|has) been (?P<doing>\w+ing\b.*)", re.IGNORECASE)
_SKILL = re.compile(r"^(?:can|could|am able to|know how to)\b(?! (?:be|only)\b)", re.IGNORECASE)
_TRADE = re.compile(r"^(?:do|does) (?!not\b)(?:the |some )?[\w-]+(?: [\w-]+)? for (?:an?|the|my|our|[\w-]+s)\b", re.IGNORECASE)
_BODY = (
    r"(?:back|knees?|hips?|shoulders?|neck|ankles?|wrists?|elbows?|eyes?|ears?|teeth|tooth|stomach|heart|lungs?|legs?|arms?|feet"
    r"|foot|hands?|head|skin|hearing|eyesight|sight)"
)
_HURTS = re.compile(
    rf"\b(?:my|our) (?:\w+ )?{_BODY}\b.*\b(?:hurts?|aches?|trouble|pain|sore|stiff|bad|weak|swollen|numb|kill(?:s|ing)|act(?:s|ing) up"
    rf"|problems?)\b"
    rf"|\b(?:trouble|pain|problems?) (?:with|in) (?:my|our) {_BODY}\b|\b(?:blood pressure|cholesterol|trouble sleeping|side effects?)\b",
    re.IGNORECASE,
)
_RETURNED = re.compile(r"^(?:am|is|are) (?:just |only just |freshly )?(?:back (?:from|home)|home from)\b", re.IGNORECASE)
_SHARED = re.compile(r"^shares? (?:the|an?|my|our|their) (?:\w+ )?(?:flat|house|apartment|room|place|studio|home)\b", re.IGNORECASE)
_ORDERED = re.compile(r"\b(?:told|asked|ordered|advised|warned) (?:me|us|them) (?:not )?to\b", re.IGNORECASE)
_LONGED = re.compile(
    r"\balways wanted\b|\bhave (?:always |long )?wanted\b|\bwish(?:es)? (?:I|we|that|for|to)\b|\bdream(?:s|ing)? (?:of"
    r"|about)\b",
    re.IGNORECASE,
)
_HELD = re.compile(r"^(?:have|has) (?:owned|had|used|known|kept|worn|driven)\b.*\b(?:since|for)\b", re.IGNORECASE)
_NEVER = re.compile(r"\bnever (?:really )?(?:learn(?:ed|t)|had|been|got the hang|owned|got round)\b", re.IGNORECASE)
_WITH_KIN = re.compile(
    r"^(?:have|has|share|shares|live|lives|foster|fosters|raise|raises|look|looks|care|cares|take care|takes care|know|knows|adopted"
    r"|support|supports"
    r"|keep|keeps|own|owns|am|is|are|got)\b",
    re.IGNORECASE,
)


def _first_verb(head: Head) -> str:
    """The word that the predicate begins with, past auxiliaries."""
    if head.about is About.OTHER or not head.predicate:
        return ""
    parts = head.predicate.split()
    while len(parts) > 1 and parts[0].lower() in ("have", "has", "just", "also", "finally", "recently", "already"):
        parts.pop(0)
    return parts[0].strip(",.").lower()


def _trait(what: str, head: Head) -> Category:
    if _ORIGIN.search(what):
        return C.IDENTITY
    if any(is_job(m["noun"]) or is_job(m[0]) for m in _JOB_NOUN.finditer(what)):
        return C.PROFESSION
    if re.match(rf"(?:an? |the )?(?:[\w-]+ )?(?:{KIN_PATTERN}|{KIN_PLURAL}) (?:to|of)\b", what, re.IGNORECASE):
        return C.RELATIONSHIP
    if _KIN_SAID.search(f"{head.noun} {what}") and not re.search(r"\b(?:allergic|scared|afraid|to|of)\b", what):
        return C.RELATIONSHIP
    if _WORK_SAID.search(f"{head.noun} {what}") and not re.match(r"(?:too|very|so)\b", what):
        return C.PROFESSION
    if re.match(r"(?:\w+ly )?\w+ing\b(?<!interesting)(?<!boring)", what):
        return (
            C.ATTRIBUTE
            if re.match(r"(?:recovering|suffering|going through|struggling)\b", what)
            else C.PATTERN
            if head.about is About.SPEAKER
            else C.EVENT
        )
    return C.ATTRIBUTE
