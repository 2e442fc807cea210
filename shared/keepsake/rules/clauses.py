"""Splits a message into declarative clauses and leaves out questions, requests and chit-chat.

What is tightly coupled stays one clause ("about 5 km each time"), what can be true or false by itself is split.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from keepsake.rules.grammar import expand, plain
from keepsake.rules.lexicon import BASE_VERBS, KIN_PATTERN, is_adverb
from keepsake.rules.tenses import is_past


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` is expanded and has a subject wherever one can be restored; `raw` is what was written."""

    text: str
    raw: str
    marked: bool = False
    """The words mark a correction ("actually", "turns out")."""


MAX_CHARACTERS = 600
"""Of one clause; what is longer has lost its full stops, and its event stays searchable as a whole."""
MAX_CLAUSES = 40
"""Clauses taken of one message; a longer text is a document, not talk."""

_SENTENCE_END = re.compile(
    r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)(?<!\bSt)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<!\bJr)(?<!\bNo)(?<![ .][A-Z])([.!?…]+)(?=[\s\"')]"
    r"|$)|\n+"
)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")
_PICTOGRAPH = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\ufe0f\u200d]+|[:;]-?[)(DPp](?!\\w)|<3")

_LEAD_WORDS = (
    r"so|as always|as usual|oh|ooh|ah|aw|aww|well|yeah|yea|yes|yep|yup|no|nope|nah|wow|whoa|hey|hi|hello|haha|hehe|lol|ok|okay|anyway"
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
_LEAD = re.compile(rf"^(?:(?:{_LEAD_WORDS})(?:,|\.|!|:|\s+-|\s*…|\.\.\.)\s*)+", re.IGNORECASE)
_LEAD_BARE = re.compile(
    r"^(?:(?:and|but|so|also|plus|actually|yeah|yes|oh|well|honestly|anyway|then|wow|sorry|hmm?|er|um|uh)\s+(?:hey,?\s+)?)+(?=(?:I|we|my|our|he|she"
    r"|they|it|there"
    r"|here|this|that)\b)",
    re.IGNORECASE,
)
_REMEMBER = re.compile(
    r"^(?:please\s+)?(?:remember|note|keep in mind|be aware|fyi|for the record|just so you know|you should know)(?:\s+that|,"
    r"|:)?\s+(?=(?:I|we|my|our|he|she|they|the)\b)",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"^(?:[\w\s]{0,12},\s*)?(?:actually|correction|oops|scratch that|sorry|wait|no|i was wrong|change of plans?|update|it turns out"
    r"|turns out|as it turns out|(?:i|we) (?:have )?changed (?:my|our) mind)\b(?!\s+(?:to|for|about|one)\b)",
    re.IGNORECASE,
)
_TURNS_OUT = re.compile(r"^(?:(?:well|so|and|but|actually)[,\s]+)?(?:it |as it )?turns out(?: that)?,?\s+", re.IGNORECASE)

_QUESTION = re.compile(
    r"^(?:(?:and|but|so|or)\s+)?(?:who|what|where|when|why|how|which|whose|do|does|did|is|are|am|was|were|can|could|would|will"
    r"|should|shall|have|has|had|may|might"
    r"|any|anything|is there|are there)\b(?!\s+(?:I|we) (?:do|need|want|love|like|have|got)\b(?!.*\?))",
    re.IGNORECASE,
)
_WHEN_CLAUSE = re.compile(r"^(?:when|while|where|what|how|whenever)\s+(?:I|we|my|it|he|she|they|the)\b[^?]*,\s+\w", re.IGNORECASE)
_ASKING_TAIL = re.compile(
    r"(?:,|\s-|\s–|\s—|;|\band|\bso|\bbut)\s+(?:(?:and|so|but|or)\s+)?(?=(?:can|could|would|will|do|does|did|is|are|what|how|where"
    r"|when|why|who|which|any|have|should)\b(?:\s+\w+){1,})",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"^(?:please\s+)?(?:can you|could you|would you|will you|tell|show|give|help|recommend|suggest|find|let me know|let us|let's"
    r"|let me|explain|write|list|search|look (?:up|for|at|forward)"
    r"|what about|how about|check|compare|summari[sz]e|translate|generate|create|draft|add|book|play|open|set|turn|enjoy|have (?:a"
    r"|an|fun)|take (?:care|it|your)|come|go\b|try|stay"
    r"|imagine|see you|talk|thank|keep (?:it up|up|me|going|us|on|in touch|shining|doing|being|pushing|spreading)|hang|hope (?:you"
    r"|it|your|to see|this|that)|good luck|wish)\b",
    re.IGNORECASE,
)
DIRECTIVE = re.compile(
    r"^(?:please\s+)?(?:remind me|do not (?:let me )?forget|remember to|call me|use|always|never|do not|avoid|stick to|only|no "
    r"(?!one|idea|need|way|doubt|worries|problem|matter|wonder|longer|more|joke)"
    r"|make sure|keep (?:the|my|your|it|all|every|answers|replies|emails|messages)|prefer|address me)\b",
    re.IGNORECASE,
)

_SUBJECT = r"(?:I|we|he|she|they|it|there|this|that)"
_OWN = (
    rf"(?:my|our|his|her|their)\s+(?:[\w-]+\s+){{0,2}}?(?:{KIN_PATTERN}\s+)?(?:[A-Z]\w+\s+)?(?:is|are|was|were|has|have|had|will"
    rf"|can|cannot|lives?|works?|loves?|likes?|hates?|plays?|speaks?|wants?|needs?|just|got|\w{{3,}}ed)\b"
)
_COORDINATION = re.compile(
    rf"(?:,\s*|\s+)(?:and|but|so(?! that)|plus|yet|while|whereas|although|though|;)\s+(?:(?:also|then|now|unfortunately|actually|today"
    rf"|yesterday|so),?\s+)?(?=(?:{_SUBJECT}\b(?!\s*(?:,|$))|{_OWN}))"
    rf"|\s*;\s+|\s+[-–—]+\s+(?=(?:{_SUBJECT}\b|{_OWN}|it\b|can|could|do|what|how|any))|…\s*|\.\.\.\s*"
)
_SPLICE = re.compile(
    rf",\s+(?:(?:but\s+)?now\s+)?(?=(?:I|we|he|she|they|it|my|our)\b)(?=(?:(?:I|we|he|she|they|it)(?:\s+|'(?:m|ve|ll|d|re|s)\b)|{_OWN}))"
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
    found: list[Clause] = []
    for sentence, asks in _sentences(text):
        marked = bool(_MARK.match(sentence))
        for part in _split(_stripped(sentence, names), asks):
            body = _stripped(_bounded(part), names)
            for piece, raw in _shared_heads(body):
                if _says_something(piece):
                    found.append(Clause(piece, raw, marked or bool(_MARK.match(part))))
                    marked = False
            if len(found) >= MAX_CLAUSES:
                return found
    return found


def _bounded(part: str) -> str:
    return part if len(part) <= MAX_CHARACTERS else part[:MAX_CHARACTERS].rpartition(" ")[0]


def _sentences(text: str) -> list[tuple[str, bool]]:
    text = _PICTOGRAPH.sub(" ", text)
    pieces: list[tuple[str, bool]] = []
    begin = 0
    for match in _SENTENCE_END.finditer(text):
        pieces.append((text[begin : match.start()], "?" in match[0]))
        begin = match.end()
    pieces.append((text[begin:], False))
    return [(plain(_BULLET.sub("", piece)), asks) for piece, asks in pieces if piece.strip(" \t\"')(")]


def _stripped(text: str, names: frozenset[str]) -> str:
    """Without interjections, vocatives and frames around what is said."""
    previous = None
    text = text.strip(" \"'()*,;:-–—")
    while previous != text:
        previous = text
        text = _LEAD_BARE.sub("", _LEAD.sub("", text))
        text = _TURNS_OUT.sub("", _REMEMBER.sub("", text))
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
    if asks:
        tail = list(_ASKING_TAIL.finditer(sentence))
        if _QUESTION.match(sentence) or not tail:
            return []
        sentence = sentence[: tail[-1].start()]
    parts = [sentence]
    parts = [p for part in parts for p in _coordinated(part)]
    parts = [p for part in parts for p in _splices(part)]
    return [p.strip() for part in parts for p in _fragments(part) if p and p.strip()]


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


def _splices(part: str) -> list[str]:
    pieces: list[str] = []
    rest = part
    while (cut := _SPLICE.search(rest)) and not _OPENS_LATER.match(rest) and len(rest[: cut.start()].split()) >= 2:
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
        rf"^(?:(?:I|we|he|she)\b|(?:my|our|his|her)\s+(?:[\w-]+\s+)?{KIN_PATTERN}\b(?:,?\s+[A-Z][\w-]+)?|[A-Z][a-z]+(?=\s+(?:is|has"
        rf"|was|works|lives|loves|likes|speaks)\b))",
        expanded,
        re.IGNORECASE,
    )
    if not head or _OPENS_LATER.match(expanded):
        return [(expanded, text)]
    return _elided(expanded, head[0], text)


_TASK_VERBS = frozenset(
    "renew cancel submit file fix order return schedule email text pack book check update review sign pick drop turn register "
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


def _elided(text: str, head: str, raw: str) -> list[tuple[str, str]]:
    singular = head.lower() not in ("i", "we")
    pieces: list[tuple[str, str]] = []
    begin, lead = 0, ""
    for cut in _ELISION.finditer(text):
        verb, following = cut["verb"], cut["next"].lower()
        first = text[begin : cut.start()]
        if (
            not _is_finite(verb, singular)
            or following in ("and", "or", ",", "with")
            or len((lead + first).split()) < 3
            or verb in ("like", "to")
        ):
            continue
        if (
            re.search(r"\b(?:to|will|would|can|cannot|could|should|must)\s+(?:\w+\s+){0,3}$|\bto\s+\w+\s*$", first)
            and verb in BASE_VERBS
            and verb not in ("am", "have", "is")
        ):
            continue
        pieces.append((lead + first, first))
        begin, lead = cut.start("adverb") if cut["adverb"] else cut.start("verb"), f"{head} "
    pieces.append((lead + text[begin:], text[begin:]))
    return [(p.strip(" ,"), r.strip(" ,")) for p, r in pieces] if len(pieces) > 1 else [(text, raw)]


def _is_finite(verb: str, singular: bool) -> bool:
    if is_adverb(verb):
        return False
    if verb in _FINITE:
        return True
    return is_past(verb) and (not verb.endswith("ed") or len(verb) > 4) and (singular or True)


def _listed(text: str, items: re.Match[str]) -> list[tuple[str, str]]:
    pieces = [p.strip() for p in re.split(r",\s*(?:and\s+)?|\s+and\s+", text) if p.strip()]
    out = []
    for piece in pieces:
        bare = re.sub(r"^and\s+", "", piece)
        own_verb = DIRECTIVE.match(bare) or bare.split()[0].lower() in BASE_VERBS
        out.append((expand(bare if own_verb else f"{items['verb']} {bare}"), bare))
    return out


_EMPTY = re.compile(
    r"^(?:that|this|it|there)\s+(?:is|was|sounds|looks|seems|must|would|will be|has been|has to be|means? a lot|makes? (?:me|sense)"
    r"|made my)\b(?:\s+\S+){0,4}$"
    r"|^(?:I|we) (?:have )?changed (?:my|our) mind$|^must (?:be|have)\b|^(?:I|we)\s+(?:have )?missed\s+(?:you|chatting|talking|our"
    r"|hearing)\b|\blet you know\b|\bkeep you posted\b"
    r"|^(?:what|how)\s+(?:a|an|\w+)\b|^(?:I|we)\s+(?:know|agree|see|understand|bet|hope so|think so|guess so|guess|appreciate|can "
    r"imagine|cannot (?:wait|believe|imagine)|hear you|get it|get that|feel you"
    r"|am (?:so |really |very |just |super )*(?:glad|happy|proud|sorry|thrilled|stoked|excited) (?:to hear|for you|that you|of you"
    r"|you|it|to see you|to help|to hear)|am here|am (?:so |really )?(?:glad|happy|proud|sorry))\b(?=\s*$|\s+(?:so|you|your|it|that"
    r"|this|how|for|of|to (?:hear|see|help|chat|talk))\b|$)"
    r"|^(?:I|we)\s+(?:am|are)\s+(?:so |really |very |super |also |just )*(?:good|fine|okay|ok|great|well|here for you|all ears|with "
    r"you|on it|in|sure|not sure|back|done|glad|sorry|impressed|honored|touched|grateful|thankful|proud)$"
    r"|^(?:you|your|y'all)\b|^(?:thanks|thank|congrats|congratulations|welcome|cheers|bye|see you|talk soon|take care|same|me too"
    r"|you too|so do I|likewise)\b"
    r"|^(?:I|we)\s+(?:love|like|loved|liked|enjoy|need|want|did|do|have|had|will|would|can)\s+(?:it|that|this|them|you|to|too|so|one"
    r"|do|not|that too|do that|it too)$|^(?:I|we)\s+(?:would|will|can|do|did|have)(?:\s+(?:love|like) (?:to|that|it))?$",
    re.IGNORECASE,
)


def _says_something(clause: str) -> bool:
    if len(clause) < 4 or not re.search(r"[A-Za-zÀ-ÿ]{2}", clause):
        return False
    if DIRECTIVE.match(clause):
        return True
    if _WHEN_CLAUSE.match(clause):
        return True
    return not (_QUESTION.match(clause) or _REQUEST.match(clause) or _EMPTY.search(clause))
