"""Name what is not worth a memory, before anything is made of it (row R6). Doubt counts as worth it.

Small talk, probes and secrets are known by what is left when their own words are taken out: nothing. Pages, dumps and logs are known by
several of their marks together.
"""

from __future__ import annotations

import re

from keepsake.records import Role, Verdict
from keepsake.rules import bare_answer
from keepsake.rules.intake import secrets

LONG_DUMP_CHARS = 1_500
"""An assistant's message longer than this is a raw dump: what it settled, the user says in fewer words."""
LONG_PROSE_CHARS = 600
FEW_WORDS = 14
FEW_SENTENCES = 3
"""An assistant's answer that has as many sentences and two marks of a generic one is a dump."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_EMOTICON = re.compile(r"<3|[:;=8xX][-o^']?[)(DPpO/\\|*3]+(?!\w)|\^[_.-]?\^|\b[oO]_[oO]\b|\bx[dD]+\b|¯\\_\(ツ\)_/¯|[-T>][_.][-T<]")
_SALUTATIONS = frozenset(
    """hi hii hello hey heya hiya yo howdy hola ciao bonjour salut salve namaste aloha ahoy greetings hallo servus moin ola oi good
    morning
    afternoon evening goodnight gm gn night thanks thank thankyou thx ty tnx cheers merci gracias danke grazie obrigado obrigada arigato
    spasibo bye byebye goodbye cya farewell adios later laters ttyl welcome congrats congratulations sup wassup whatsup merry
    happy""".split()
)
"""What opens or closes a talk; a name may follow."""
_HAILS = frozenset("hi hello hey heya hiya yo howdy hola ciao cheers thanks thank bye goodbye welcome aloha ahoy".split())
_PHATIC = _SALUTATIONS | frozenset(
    """appreciated appreciate grateful luck dreams see hope enjoy take sounds talk you're how what's whats there have speak catch""".split()
)
"""One of these is in every message of small talk that is more than a nod."""
_NODS = frozenset(
    """ok okay k kk alright right sure yes yep yeah yup yess no nope nah np cool great nice good fine perfect awesome super lovely lol
    haha
    hahaha hahah hehe lmao rofl oh ah hmm wow yay got it so very and please then thing well done brilliant amazing""".split()
)
_SMALL_TALK = (
    _PHATIC
    | _NODS
    | frozenset(
        """a an the to for of in on at it its it's that that's this is are was am i'm be been do does did doing did go goes going gone
    with and or but
    so as well up there here from all every any some much very really too just quite again now then today tonight tomorrow soon later
    you u your yours ya yall y'all me my mine everyone everybody all team folks guys friend friends mate mates buddy pal dude man bro
    sir madam
    dear love hun there day days night nights evening week weekend time morning rest one lot lots bunch ton million tons heaps
    lovely great good nice fine sweet wonderful amazing fantastic awesome brilliant perfect beautiful fabulous cool super
    ok okay k kk alright right sure yes yep yeah yup yess no nope nah np problem problems worries worry prob anytime pleasure
    what what's whats how how's hows things everything life new up got get it them help helping helpful care well safe
    lol haha hahaha hahah hehe lmao rofl oh ah hmm wow yay woo hooray please will would can could speak catch till until
    beaucoup mucho muchas vielen dank nice meet meeting long-time long seen back hear heard glad sleep rested tight kind kindly best
    wishes regards xx xo xoxo""".split()
    )
)
_WISHED_DAY = re.compile(
    r"\b(?:happy|good|great|nice|lovely|wonderful|merry|see (?:you|ya)(?: on| next)?|until|till)\s+(?:(?:new year'?s?|christmas|easter"
    r"|holidays|birthday)"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_MET = re.compile(
    r"\b(?:nice|good|great|glad|happy|lovely|pleased|a pleasure) (?:to )?(?:meet|meeting|see|seeing) (?:you|ya)"
    r"(?: (?:all|again|too|both))?\b",
    re.IGNORECASE,
)
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_SECRET_TALK = frozenset(
    """a an the my our his her your is are was be and or it its it's here here's heres for to of by way this that these those use used
    using now
    just please also so ok okay yes card cards number credit debit password passcode passphrase pin code codes key keys api token secret
    login log in credentials creds wifi account access user username name email mail with as new old current bearer header auth
    authorization curl export env environment variable aws google maps github gitlab slack stripe bot ssh private public id client
    cvv cvc expiry exp expires date save keep note remember hi hello hey thanks thx have got""".split()
)
"""What is left of a message that only told a secret."""
_PROBE = frozenset(
    "test tests testing dummy smoke eval evaluation e2e canary probe synthetic foo bar baz lorem ipsum ping placeholder fixture".split()
)
_PROBE_TALK = _PROBE | frozenset(
    """a an the this that is it only just please pls ignore disregard discard skip do not don't store save remember keep remove delete
    message messages row rows run
    runs event record data entry text content string value values check checks case user input number no id sample unit load
    integration regression automated auto sanity hello
    world one two three 1 2 3 for of""".split()
)
_MASHED = re.compile(
    r"(?i)^(?:(?:asdf|sdfg|dfgh|fghj|ghjk|hjkl|jkl|qwer|wert|erty|zxcv|xcvb|qaz|wsx)\w*|(\w)\1{3,}|lorem ipsum\b.*)$", re.S
)
_LABELLED_PROBE = re.compile(r"(?i)^\W*\[?(?:smoke|eval|test|e2e|dummy|canary)(?:\]|[:_#]| \w+ ?[#:]).{0,80}$")
_LIFECYCLE_TYPES = frozenset(
    "session_start session_end session_started session_ended heartbeat lifecycle startup shutdown healthcheck health_check init ping "
    "connected disconnected deploy".split()
)
_STAMP = r"\[?(?:\d{4}-\d\d-\d\d[T ][\d:.,]{1,20}+(?:Z|[+-]\d\d:?\d\d)?|\d\d:\d\d:\d\d(?:[.,]\d{1,12}+)?)\]?"
_LOG_OPENING = re.compile(
    rf"^\W{{0,40}}(?:{_STAMP}\W{{0,40}})?\[?(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|TRACE)\]?[\s:|\-]|^\W{{0,40}}{_STAMP}[\s:|\-]"
)
_MACHINE = (
    r"agent|session|worker|process|container|pipeline|job|task|service|tool|tool_call|server|connection|heartbeat|socket|websocket"
    r"|daemon|scheduler"
    r"|cron|pod|node|cluster|deployment|deploy|build|model|context window|queue|cache|index|database|client|runner|thread|handler|lambda"
    r"|function|request|retry|backup|sync|healthcheck"
)
_MACHINE_ACT = (
    r"started|starting|stopped|stopping|resumed|initiali[sz](?:ed|ing)|ended|closed|connected|disconnected|reconnect(?:ed|ing)"
    r"|terminated|restarted|restarting|booted|booting"
    r"|exited|finished|completed|succeeded|failed|crashed|loaded|loading|ready|ok|alive|timed out|timeout|spawned|killed|scheduled"
    r"|queued|deployed|flushed|reset|up|idle|online|offline|healthy|unhealthy|paused|expired|evicted|warmed"
)
_MACHINE_SAYS = re.compile(
    rf"(?i)^\W*(?:(?:agent|worker|user|chat|background|new|main|docker|web|db|redis|cache|build|cron|tool"
    rf"|model) )?(?:{_MACHINE})\b[\w\s#:/=.-]{{0,30}}?\b(?:has |was |is )?(?:{_MACHINE_ACT})\b"
)
_PAIRS = re.compile(r"(?<![\w.])[\w.]++=[^\s,;)]+")
_ONESELF = re.compile(r"(?i)\b(?:i|i'm|i've|my|me|we|our)\b")
_SPEAKS_OF_SELF = re.compile(r"(?i)\b(?:i|i['’]m|i['’]ve|my|mine)\b")
_BOILERPLATE = re.compile(
    r"(?i)\b(?:(?:accept|reject|manage) (?:all )?(?:cookies|preferences|all)|(?:reject|accept) all|(?:use|uses) cookies|cookie (?:policy"
    r"|settings|preferences)"
    r"|privacy (?:policy|notice)|terms (?:of (?:use|service)|and conditions|& conditions)|all rights reserved|subscribe(?: now| today"
    r"| to)?|sign (?:up|in)(?: for| to)?"
    r"|log ?in|register|newsletter|read more|continue reading|learn more|view (?:more|all|cart)|share (?:this|on)|related (?:articles"
    r"|posts|stories)|most (?:popular|read)|trending"
    r"|advertisement|sponsored|skip to (?:main )?content|click here|back to top|about us|contact us|careers|press|investor relations"
    r"|help cent(?:re|er)|store locator|gift cards|sitemap"
    r"|download (?:our|the) app|follow us|leave a (?:comment|reply)|posted by|written by|filed under|min read|updated \d"
    r"|previous (?:post|article)|next (?:post|article)"
    r"|add to (?:cart|basket|bag|wishlist)|buy now|shop now|order now|free (?:shipping|returns|delivery)|out of 5 stars|customers who"
    r"|customer reviews|in stock|unsubscribe|view in browser"
    r"|up to \d+% off|\d+% off|best ?sellers|breaking news|search results|page not found|enable javascript|faq)\b|©|\(c\) ?\d{4}"
)
_TAG = re.compile(r"</?[a-z][a-z0-9]*(?:\s[^<>]*)?>", re.IGNORECASE)
_TRAIL = re.compile(r"\s[|>»·•/]\s")
_PIECE = re.compile(r"[.!?|>»·•\n]+")
_MARKUP = re.compile(r"(?m)^[^\S\n]*+(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|```|\|.+\|)")
_STEPS = re.compile(
    r"(?i)(?<![\w.])\d{1,2}[.)](?=\s+[A-Z])|\bstep \d|\b(?:firstly|secondly|thirdly|first|second|third|next|finally|lastly)\b,"
)
_GENERIC = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\bas an? (?:ai|artificial intelligence|(?:large )?language model|assistant|chatbot)\b|\bI (?:don't|do not|cannot"
        r"|can't) (?:have personal|provide (?:medical|legal|financial))",
        r"\b(?:let me know (?:if|whether)|feel free to|(?:I )?hope (?:this|that) helps|is there anything else|happy to help"
        r"|would you like me to|any (?:other|further|more) questions)\b|\benjoy your\b",
        r"^\W*(?:certainly|absolutely|of course|sure(?: thing)?|great question|good question|excellent question|no problem"
        r"|i'd be happy to|here(?:'s| is| are)\b)",
        r"\b(?:in (?:conclusion|summary|short)|to (?:summari[sz]e|sum up)|it depends on|here are (?:some|several|a few|the)|below is"
        r"|step-by-step|several (?:factors|options)|some general|overview|comprehensive)\b",
    )
)


def classify(content: str, *, role: Role, event_type: str, source: str | None = None, stripped: bool = False) -> Verdict:
    """The event's verdict. `content` is masked and stripped; `source` is metadata's hint where a text came from."""
    text = content.strip()
    if not text:
        return Verdict.INJECTED if stripped else Verdict.EMOJI
    if event_type in _LIFECYCLE_TYPES or (event_type in ("message", "log") and _is_log(text)):
        return Verdict.LIFECYCLE_LOG
    if event_type != "message":
        return Verdict.CANDIDATE
    words = [w.lower().replace("’", "'") for w in _WORD.findall(secrets.MASKED.sub(" ", _EMOTICON.sub(" ", text)))]
    if secrets.MASKED.search(text) and not [w for w in words if w not in _SECRET_TALK and not w.isdigit()]:
        return Verdict.SECRET
    if not words:
        return Verdict.EMOJI
    if _is_probe(text, words):
        return Verdict.TEST_ROW
    if _is_greeting(text, words):
        return Verdict.GREETING
    if role is Role.ASSISTANT and _is_dump(text):
        return Verdict.ASSISTANT_DUMP
    if _is_web_prose(text, source):
        return Verdict.WEB_PROSE
    return Verdict.CANDIDATE


def _is_probe(text: str, words: list[str]) -> bool:
    """Nothing but words of testing and numbers, or keys struck by chance."""
    if words == ["hello", "world"] or (_LABELLED_PROBE.match(text) and not _SPEAKS_OF_SELF.search(text)):
        return True
    if (len(words) == 1 or words[0] == "lorem") and _MASHED.match(text.strip(" .!?")):
        return True
    named = any(w in _PROBE for w in words)
    return named and all(w in _PROBE_TALK or w.isdigit() or any(c.isdigit() for c in w) for w in words)


_INTRODUCES = frozenset("i'm im am me it's is".split())
"""Before a name it says whose it is: "hi, I'm Anna"."""
_CALLED = re.compile(r",\s*+[A-ZÀ-Þ][\w'’-]++\W*+$")
"""A name at the end, set off: who is spoken to."""


def _is_greeting(text: str, words: list[str]) -> bool:
    """Every word is one of small talk, but for one name after a salutation ("Thanks a lot, Anna")."""
    bare = _MET.sub(" happy ", _WISHED_DAY.sub(" happy ", text))
    words = [w.lower().replace("’", "'") for w in _WORD.findall(bare)] if bare != text else words
    if len(words) > FEW_WORDS or bare_answer.is_bare(text):
        return False
    odd = [w for w in words if w not in _SMALL_TALK]
    if not odd:
        return bool(_PHATIC.intersection(words)) or _NODS.issuperset(words)
    named = words[0] in _SALUTATIONS and odd[0] not in _DAYS and re.search(rf"\b{re.escape(odd[0].capitalize())}\b", text)
    if len(odd) != 1 or odd[0] in _DAYS or _INTRODUCES.intersection(words[: words.index(odd[0])][-1:]):
        return False
    if words[-1] == odd[0] and len(words) > 2 and _CALLED.search(text) and _PHATIC.intersection(words):
        return True  # "Nice to meet you, Anna!"
    return (len(words) == 2 and words[0] in _HAILS) or (len(words) <= 6 and bool(named))


def _is_log(text: str) -> bool:
    if _LOG_OPENING.match(text):
        return True
    if _ONESELF.search(text) or len(text) > 200:
        return False
    pairs = len(_PAIRS.findall(text))
    return pairs >= 3 or (bool(_MACHINE_SAYS.match(text)) and (pairs > 0 or len(text.split()) <= FEW_WORDS))


def _is_dump(text: str) -> bool:
    if len(text) > LONG_DUMP_CHARS or "```" in text or len(_MARKUP.findall(text)) >= 4 or len(_STEPS.findall(text)) >= 3:
        return True
    long_enough = len(re.findall(r"[.!?](?:\s|$)", text)) >= FEW_SENTENCES
    return long_enough and sum(bool(mark.search(text)) for mark in _GENERIC) >= 2


def _is_web_prose(text: str, source: str | None) -> bool:
    """Several of a page's fixed phrases, its markup, or its menu: a row of pieces without a sentence."""
    marks = len({m.lower() for m in _BOILERPLATE.findall(text)})
    if source in ("web", "webpage", "browser", "crawl") and (marks or len(text) > LONG_PROSE_CHARS):
        return True
    tags = len(_TAG.findall(text))
    pieces = [p for p in _PIECE.split(text) if p.strip()]
    menu = sum(len(p.split()) <= 4 for p in pieces) >= max(4, 0.6 * len(pieces))
    marks += (tags >= 4) * 2 + menu + (len(_TRAIL.findall(text)) >= 2)
    return marks >= (5 if _SPEAKS_OF_SELF.search(text) else 3)
