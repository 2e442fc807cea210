"""Splits a message into declarative clauses and leaves out questions, requests and chit-chat.

What is tightly coupled stays one clause ("about 5 km each time"), what can be true or false by itself is split.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from keepsake.rules.reading import answers, ellipsis, joined, spelling
from keepsake.rules.reading.grammar import expand, plain, s_form
from keepsake.rules.reading.lexicon import BASE_VERBS, KIN_PATTERN, KIN_PLURAL, is_adverb
from keepsake.rules.reading.moods import DIRECTIVE, QUESTION, REQUEST, says_something
from keepsake.rules.reading.tenses import IRREGULAR_PAST, is_past


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is expanded and has a subject wherever one can be restored; `raw` is what was written."""

    text: str
    raw: str
    marked: bool = False
    """The words mark a correction ("actually", "turns out")."""


MAX_CHARACTERS = 600
"""Of one clause; what is longer has lost its full stops, and its event stays searchable as a whole."""
MAX_SENTENCE = 1_200
"""Of one sentence; a longer one is read in pieces of as many, so that no pattern sees more at once."""
MAX_CLAUSES = 100
"""Clauses taken of one message, as a mail of two pages has; a longer text is a document, not talk."""

_SENTENCE_END = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bJr)(?<!\bNo)(?<![ .][A-Z])"
    r"(?<![.!?…])([.!?…]++)(?=[\s\"')]|$)|\n+"
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_PICTOGRAPH = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+|[:;]-?[)(DPp](?!\\w)|<3")

_LEAD_WORDS = (
    r"so|as always|as usual|(?:hi|hey|hello) (?:there|all|everyone|again|folks|team|guys)|ha|ha ha|oh|ooh|ah|aw|aww|well|yeah|yea|yes"
    r"|yep|yup|no|nope|nah|wow|whoa|hey|hi|hello|haha|hehe|lol|ok|okay|anyway"
    r"|anyways|honestly"
    r"|frankly|btw|by the way"
    r"|thanks|thank you|thx|sure|absolutely|definitely|totally|certainly|right|exactly|cool|nice|great|awesome|amazing|good|you know"
    r"|i mean|look|listen|see"
    r"|to be honest|tbh|in fact|fyi|hmm|hm|um|uh|good question|of course|for sure|unfortunately|luckily|fortunately|sadly|gosh|god"
    r"|oh my god|omg|my god|man"
    r"|dude|guess what|good idea|no worries|no problem|it is true|true|agreed|same here|also|plus|actually|sorry|wait|correction"
    r"|oops|scratch that|finally"
    r"|however|by contrast|and yes|good morning|good evening|good news|bad news|please note|note|remember|fun fact|speaking of which"
)
_LEAD = re.compile(rf"^(?:(?:(?:{_LEAD_WORDS})\s+){{0,3}}(?:{_LEAD_WORDS})(?:,|\.|!|:|\s+-|\s*…|\.\.\.)\s*)+", re.IGNORECASE)
_LEAD_BARE = re.compile(
    r"^(?:(?:and|but|so|also|plus|actually|nah|no|ngl|yeah|yes|oh|well|honestly|anyway|then|wow|sorry|lol|haha|hmm?|er|um|uh|apparently|basically|obviously"
    r"|sadly"
    r"|luckily|frankly|tbh|btw|ok|okay|now|but now|on top of that|the thing is|thing is|fun fact)(?:,| that)?\s+(?:hey,?\s+)?)+(?=(?:I"
    r"|we|my|our|he|she"
    r"|they|it|there|let's|let us|please|can you|could you|what|how|why|where|never"
    r"|here|this|that)\b)",
    re.IGNORECASE,
)
_REMEMBER = re.compile(
    r"^(?:please\s+)?(?:remember|note|keep in mind|be aware|fyi|for the record|just so you know|you should know)(?:\s+that|,"
    r"|:)?\s+(?=(?:I|we|my|our|he|she|they|the)\b)",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:(?:can|could|would|will) you|you (?:can|may|should|could)|feel free to) (?:please |kindly |just )?(?=(?:remind|ping|nudge"
    r"|notify) me|make sure|stop \w+ing|avoid|always|never|call me|address me"
    r"|remember (?:to|that))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r'"[^"\n]{12,}?"')
_CHOOSING = re.compile(r"^if (?:I|we) had to (?:choose|pick)(?: one| between [^,]+?)?,?\s+(?=(?:I|we)\b)", re.IGNORECASE)
_TITLED = re.compile(
    r"^(?:as|being) (?P<who>someone|somebody|a person|an? (?:[\w-]+ ){0,3}?[\w-]+)(?P<how> (?:with|who has|who is|that has"
    r"|living with) [^,]+)?, (?=.)",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"^(?:[\w\s]{0,12},\s*)?(?:actually|correction|oops|scratch that|sorry|wait|no|i was wrong|change of plans?|update|it turns out"
    r"|turns out|as it turns out|(?:i|we) (?:have )?changed (?:my|our) mind)\b(?!\s+(?:to|for|about|one)\b)",
    re.IGNORECASE,
)
_TURNS_OUT = re.compile(r"^(?:(?:well|so|and|but|actually)[,\s]+)?(?:it |as it )?turns out(?: that)?,?\s+", re.IGNORECASE)

_ASKING_TAIL = re.compile(
    r"(?:,|\s-|\s–|\s—|;|\band|\bso|\bbut)\s+(?:(?:and|so|but|or)\s+)?(?=(?:can|could|would|will|do|does|did|is|are|what|how|where"
    r"|when|why|who|which|any|have|should)\b(?:\s+\w+){1,})",
    re.IGNORECASE,
)
_PAST = "|".join(sorted(IRREGULAR_PAST))
_SUBJECT = r"(?:I|we|he|she|they|it|there|this|that)"
_OWN = (
    rf"(?:my|our|his|her|their)\s+(?:[\w-]+\s+){{0,2}}?(?:{KIN_PATTERN}\s+)?(?:[A-Z]\w+\s+)?(?:is|are|was|were|has|have|had|will"
    rf"|can|cannot|lives?|works?|loves?|likes?|hates?|plays?|speaks?|wants?|needs?|just|got|keeps?|gets?|collects?|prefers?|suffers?"
    rf"|studies|teaches|refuses?|sleeps?|\w{{3,}}ed|{_PAST})\b"
)
_TITLE = re.compile(r"\b(?:Mrs?|Ms|Miss)\.?\s+(?=[A-Z])")
_TOPIC = re.compile(r"^(?:speaking|talking) of (?:which|[^,]{2,40}),\s+", re.IGNORECASE)
_OTHERS = r"(?:the|an?) (?:[\w-]+ ){1,3}?(?:is|are|was|were|has|will|cannot|can't|won't|does|doesn't|do not|would)\b"
_COORDINATION = re.compile(
    rf"(?:,\s*|\s+)(?:and|but|so(?! that)|plus|yet|while|whereas|although|though|;)\s+(?:(?:also|then|now|nowadays|these days|currently"
    rf"|lately|at the moment|since then|recently|unfortunately|actually|today"
    rf"|yesterday|so),?\s+)?(?=(?:{_SUBJECT}\b(?!\s*(?:,|$))|{_OWN}|{_OTHERS}|(?:when|whenever|after|before|if) (?:I|we)\b|(?:every|each"
    rf"|on|in|at|by|since) (?:[\w']+ ){{1,4}}(?:I|we)\b|(?-i:[A-Z])\w+ (?:\w+(?<!s)s|is|has|was)"
    rf" (?!of\b)))"
    rf"|(?:,\s*|\s+)(?:so|and|but)\s+(?=(?:please|never|don't|do not)\s+\w+)"
    rf"|(?:,\s*|\s+)(?:so|but)\s+(?=[a-z]+s (?:are|were)\b)|,\s+which is why\s+(?=I\b|we\b)|:\s+(?=(?:I|we|my|the [\w-]+ (?:{_PAST}"
    rf"|\w{{3,}}ed))\b)"
    rf"|\s*;\s+|\s+[-–—]+\s+(?=(?:{_SUBJECT}\b|{_OWN}|it\b|can|could|do|what|how|any))|…\s*|\.\.\.\s*"
)
_SPLICE = re.compile(
    rf",\s+(?:and\s+)?(?:(?:(?:but\s+)?now|then|otherwise|also|the rest(?: of the (?:time|week))?|on top of that|these days|mostly|(?:by"
    rf"|in|on"
    rf"|at|during|after) (?:the )?[\w-]+|(?:please )?(?:remember|note)(?: that)?)\s+)?(?=(?:I|we|he|she|they|it|my|our|mine|his|her"
    rf"|their)\b)(?=mine is|(?:(?:I|we|he|she|they|it)(?:\s+|'(?:m|ve|ll|d|re|s)\b)|{_OWN}))"
)
_OPENS_LATER = re.compile(
    r"^(?:when|whenever|if|because|since|after|before|while|although|though|as|once|unless|until|in|on|at|every|each|for|during|to"
    r"|with|by|last|next|this|that|these|most|back|one|some|two|even|despite|thanks)\b",
    re.IGNORECASE,
)
_FRAGMENT = re.compile(
    r",\s*(?:(?:and|but|with|for)\s+)?(?=(?:a\s+|my\s+)?(?:budget|not too|nothing too|not (?:very|overly)|no more than|at most|under"
    r"|below|less than|up to|max(?:imum)?)\b"
    r"|(?:around|about)\s+[$€£]?\d+\s*(?:dollars|euros|pounds|bucks|[$€£]|usd|eur)|size\s+\d)",
    re.IGNORECASE,
)
_ITEMS = re.compile(
    r"^(?P<verb>use|book|pick|choose)\s+(?P<first>.+?\s+for\s+[^,]+)(?P<rest>(?:,\s*(?:and\s+)?|\s+and\s+).+)$", re.IGNORECASE
)
_INFINITIVE = re.compile(
    r"^(?P<head>(?:I|we)\s+(?:\w+ly\s+|also\s+|just\s+|still\s+|really\s+)?(?:need to|have to|want to|must|should|will|am going to"
    r"|are going to|plan to|am planning to|hope to|would like to)|remind me to|remember to)\s+(?P<body>.+)$",
    re.IGNORECASE,
)


def clauses(text: str, names: frozenset[str] = frozenset()) -> list[Clause]:
    """Declarative and directive clauses in order. `names` are speakers, whose vocatives are left out."""
    return list(_clauses(text, names))


@lru_cache(32)
def _clauses(text: str, names: frozenset[str]) -> tuple[Clause, ...]:
    """Kept for a while: what an event says, does and leads to is read from the same clauses."""
    found: list[Clause] = []
    profile = False
    for sentence, asks in answers.by_oneself(_sentences(spelling.corrected(text))):
        if ellipsis.heading(sentence):
            profile = True
            continue
        marked = bool(_MARK.match(sentence))
        for part in _split(_stripped(sentence, names), asks):
            body = _stripped(_bounded(part), names)
            for piece, raw in _pieces(body, profile):
                if says_something(piece):
                    found.append(Clause(piece, raw, marked or bool(_MARK.match(part))))
                    marked = False
            if len(found) >= MAX_CLAUSES:
                return tuple(found[:MAX_CLAUSES])
    return tuple(found)


def _pieces(body: str, profile: bool) -> list[tuple[str, str]]:
    """(clause, what was written) of one part of a sentence."""
    return [part for piece in _whole_pieces(body, profile) for part in joined.parted(*piece)]


def _whole_pieces(body: str, profile: bool) -> list[tuple[str, str]]:
    full = expand(body)
    if DIRECTIVE.match(full) and not ellipsis.of_oneself(full):
        return _shared_heads(body)
    restored = ellipsis.restored(full, profile)
    if restored == [full]:
        return _shared_heads(body)
    return [(expand(r), r.removeprefix("I ") if len(restored) > 1 else body) for r in restored]


def _bounded(part: str) -> str:
    return part if len(part) <= MAX_CHARACTERS else part[:MAX_CHARACTERS].rpartition(" ")[0]


def _sentences(text: str) -> list[tuple[str, bool]]:
    text = _TITLE.sub("", text)
    text = _QUOTED.sub('""', _PICTOGRAPH.sub(" ", text).translate({0x201C: '"', 0x201D: '"'}))
    pieces: list[tuple[str, bool]] = []
    begin = 0
    for match in _SENTENCE_END.finditer(text):
        pieces.append((text[begin : match.start()], "?" in match[0]))
        begin = match.end()
    pieces.append((text[begin:], False))
    said = [(plain(_BULLET.sub("", piece)), asks) for piece, asks in pieces if piece.strip(" \t\"')(")]
    return [(part, asks) for piece, asks in said for part in _within_bounds(piece)]


def _within_bounds(sentence: str) -> list[str]:
    if len(sentence) <= MAX_SENTENCE:
        return [sentence]
    cuts = []
    while len(sentence) > MAX_SENTENCE:
        end = sentence.rfind(" ", 1, MAX_SENTENCE)
        end = end if end > 0 else MAX_SENTENCE
        cuts.append(sentence[:end])
        sentence = sentence[end:].lstrip()
    return [*cuts, sentence]


def _stripped(text: str, names: frozenset[str]) -> str:
    """Without interjections, vocatives and frames around what is said."""
    previous = None
    text = text.strip(" \"'()*,;:-–—")
    while previous != text:
        previous = text
        text = _LEAD_BARE.sub("", _LEAD.sub("", text))
        text = _POLITE.sub("", _TOPIC.sub("", text))
        text = _POLITE.sub("", _CHOOSING.sub("", _TURNS_OUT.sub("", _REMEMBER.sub("", text))))
        if names:
            text = _without_vocatives(text, names)
    return text


def _without_vocatives(text: str, names: frozenset[str]) -> str:
    head = re.match(
        r"^(?:(?:hey|hi|hello|thanks|thank you|wow|yeah|oh|no|aw+|congrats|cool|awesome)\s+)*([A-Z]\w+)\s*(?:[,!.:-]+|$)\s*",
        text,
        re.IGNORECASE,
    )
    if head and _is_name(head[1], names):
        text = text[head.end() :]
    tail = re.search(r"(?:,|^)\s*([A-Z]\w+)$", text)
    if tail and _is_name(tail[1], names):
        text = text[: tail.start()]
    return text


def _is_name(word: str, names: frozenset[str]) -> bool:
    """A speaker's name or its short form (Sam for Samantha)."""
    lower = word.lower()
    return len(lower) > 1 and word[0].isupper() and any(n == lower or (len(lower) >= 3 and n.startswith(lower)) for n in names)


def _split(sentence: str, asks: bool) -> list[str]:
    if asks and DIRECTIVE.match(sentence):
        return [sentence]
    if asks:
        if (titled := _TITLED.match(sentence)) and (QUESTION.match(sentence[titled.end() :]) or REQUEST.match(sentence[titled.end() :])):
            return [_title(titled)]
        tail = list(_ASKING_TAIL.finditer(sentence))
        if QUESTION.match(sentence) or not tail:
            return []
        sentence = sentence[: tail[-1].start()]
    parts = joined.trailing(sentence)
    parts = [p for part in parts for p in _coordinated(part)]
    parts = [p for part in parts for p in _splices(part)]
    return [p.strip() for part in parts for p in _fragments(part) if p and p.strip()]


def _title(titled: re.Match[str]) -> str:
    """`As someone with dyslexia, ...` > `I have dyslexia`."""
    how = (titled["how"] or "").strip()
    if titled["who"].lower() not in ("someone", "somebody", "a person"):
        return f"I am {titled['who']} {how}".strip()
    return re.sub(r"^(?:living )?with|^(?:who|that) has", "I have", re.sub(r"^who is", "I am", how))


def _coordinated(part: str) -> list[str]:
    """Cut at conjunctions before a new subject, but not inside "my wife and I"."""
    pieces: list[str] = []
    begin = 0
    for cut in _COORDINATION.finditer(part):
        left = part[begin : cut.start()].strip()
        if (
            re.fullmatch(r"(?:(?:me|my|our|the|a)\s+)?(?:[\w-]+\s+){0,3}[\w-]+", left, re.IGNORECASE)
            and part[cut.end() :].startswith("I ")
            and not _HAS_VERB.search(left)
        ):
            continue
        pieces.append(left)
        begin = cut.end()
    return [*pieces, part[begin:]]


_HAS_VERB = re.compile(
    r"\b(?:I|we|he|she|they|it|is|are|was|were|has|have|had|\w+ed|went|got|came|did|do|does|not|budget|size)\b", re.IGNORECASE
)


_HAS_OWN = re.compile(
    r"^(?!when|if|because|since|after|before|while|although|though|as\b|once|unless|until|every time)[^,]*\b(?:I|we)\s+\w+", re.IGNORECASE
)
"""An opening phrase and a subject of its own: what follows the comma is another statement."""


def _splices(part: str) -> list[str]:
    pieces: list[str] = []
    rest = part
    while (
        (cut := _SPLICE.search(rest))
        and (not _OPENS_LATER.match(rest) or _HAS_OWN.search(rest[: cut.start()]))
        and len(rest[: cut.start()].split()) >= 2
    ):
        pieces.append(rest[: cut.start()])
        rest = rest[cut.end() :]
    return [*pieces, rest]


def _fragments(part: str) -> list[str]:
    if not re.match(r"(?:I|we|my|looking|need|want|preferably)\b", part.strip(), re.IGNORECASE):
        return [part]
    return _FRAGMENT.split(part)


def _shared_heads(text: str) -> list[tuple[str, str]]:
    """Clauses whose subject or verb was said once for several, each with its own head again."""
    items = _ITEMS.match(text)
    if items:
        return _listed(text, items)
    expanded = expand(text)
    task = _INFINITIVE.match(expanded)
    if task:
        bodies = re.split(r",?\s+and\s+(?:also\s+|then\s+)?(?=\w+\s+\w+)", task["body"])
        if len(bodies) > 1 and all(b.split()[0].lower() in BASE_VERBS | _TASK_VERBS for b in bodies):
            return [(f"{task['head']} {b}", b) for b in bodies]
        return [(expanded, text)]
    head = re.match(
        rf"^(?:(?:I|we|he|she)\b|(?:my|our|his|her)\s+(?:[\w-]+\s+)?(?:{KIN_PATTERN}|{KIN_PLURAL})\b(?:,?\s+[A-Z][\w-]+)?"
        rf"|[A-Z][a-z]+(?=\s+(?:is|has"
        rf"|was|works|lives|loves|likes|speaks)\b))",
        expanded,
        re.IGNORECASE,
    )
    if not head or _OPENS_LATER.match(expanded):
        return [(expanded, text)]
    return _elided(expanded, head[0], text)


_TASK_VERBS = frozenset(
    "descale renew cancel submit file fix order return schedule email text pack book check update review sign pick drop turn register "
    "apply open close print".split()
)
_ELISION = re.compile(
    r"(?:,?\s+(?:and|but)|,)\s+(?:(?P<adverb>(?:also|now|really|usually|always|never|just|then|currently|absolutely|still|mostly"
    r"|often)\s+)*)(?P<verb>[a-z']+)\s+(?=(?P<next>\S+))"
)
_FINITE = frozenset(
    "am is are have has was were do does had work works live lives love loves like likes hate hates prefer prefers speak speaks "
    "own owns drive drives play plays need needs want wants enjoy enjoys cannot can will would dislike dislikes avoid avoids teach "
    "teaches study studies run runs wear wears".split()
)


_OF_TIME = re.compile(r"\b(?:every|each|usually|always|often|twice|daily|weekly)\b", re.IGNORECASE)
"""What is done at times of its own is a statement of its own."""
_INFINITIVES = "|".join(sorted(BASE_VERBS))


def _elided(text: str, head: str, raw: str) -> list[tuple[str, str]]:
    singular = head.lower() not in ("i", "we") and not re.search(rf"\b{KIN_PLURAL}$", head)
    pieces: list[tuple[str, str]] = []
    begin, lead = 0, ""
    for cut in _ELISION.finditer(text):
        verb, following = cut["verb"], cut["next"].lower()
        first = text[begin : cut.start()]
        if (
            not (_is_finite(verb) or (verb in (_S_FORMS if singular else BASE_VERBS) and _OF_TIME.search(text[cut.start("verb") :])))
            or following in ("and", "or", ",", "with")
            or len((lead + first).split()) < 3
            or verb in ("like", "to")
            or ("and" not in cut[0] and "but" not in cut[0] and joined.describes(verb, following))
        ):
            continue
        if (
            re.search(rf"\b(?:to|will|would|can|cannot|could|should|must)\s+(?:\w+\s+){{0,3}}$|\bto\s+(?:{_INFINITIVES})\s*$", first)
            and verb in BASE_VERBS
            and verb not in ("am", "have", "is")
        ):
            continue
        pieces.append((lead + first, first))
        passive = verb in ("raised", "brought", "educated", "schooled") and following in ("in", "up", "on", "by", "at")
        begin, lead = cut.start("adverb") if cut["adverb"] else cut.start("verb"), f"{head} was " if passive else f"{head} "
    pieces.append((lead + text[begin:], text[begin:]))
    return [(p.strip(" ,"), r.strip(" ,")) for p, r in pieces] if len(pieces) > 1 else [(text, raw)]


_S_FORMS = frozenset(s_form(verb) for verb in BASE_VERBS)


def _is_finite(verb: str) -> bool:
    if is_adverb(verb):
        return False
    if verb in _FINITE:
        return True
    return is_past(verb) and (not verb.endswith("ed") or len(verb) > 4)


def _listed(text: str, items: re.Match[str]) -> list[tuple[str, str]]:
    pieces = [p.strip() for p in re.split(r",\s*(?:and\s+)?|\s+and\s+", text) if p.strip()]
    out = []
    for piece in pieces:
        bare = re.sub(r"^and\s+", "", piece)
        own_verb = DIRECTIVE.match(bare) or bare.split()[0].lower() in BASE_VERBS
        out.append((expand(bare if own_verb else f"{items['verb']} {bare}"), bare))
    return out
