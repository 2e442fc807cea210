"""Name what is not worth a memory, before anything is made of it (row R6). Doubt counts as worth it."""

from __future__ import annotations

import re

from keepsake.records import Role, Verdict
from keepsake.rules import secrets

LONG_DUMP_CHARS = 1_500
"""An assistant's message longer than this is a raw dump: what it settled, the user says in fewer words."""
LONG_PROSE_CHARS = 600
FEW_WORDS = 10

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_GREETING = frozenset(
    "hi hello hey heya hiya yo howdy greetings welcome hola good morning afternoon evening night day gm gn thanks thank thx ty you u "
    "so much very a lot many ok okay k kk sure cool great nice awesome perfect yes yep yeah yup no nope nah alright right fine got it "
    "bye goodbye see ya later soon tomorrow cheers how are is going doing what's what up there again everyone all team lol haha hahaha "
    "lmao please sounds will do problem np anytime my pleasure take care talk to the have been i'm am and with well today hmm oh wow "
    "ah".split()
)
_SALUTATIONS = frozenset("hi hello hey heya hiya yo howdy hola good thanks thank thx bye goodbye cheers welcome see".split())
_DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
_SECRET_TALK = frozenset(
    "a an the my our your is are was and or it its it's here for to of by way this that use now just please also so ok card number credit "
    "debit password passcode passphrase pin code key api token secret login credentials wifi account access".split()
)
"""What is left of a message that only told a secret."""
_TEST = re.compile(
    r"""(?ixs)^\W*(?:
        (?:this\ is\ (?:just\ )?a\ )?(?:smoke|eval(?:uation)?|unit|load)?\s*test(?:ing)?
        (?:\s+(?:message|row|event|run|case|user|input|only|please\ ignore))?(?:[\s,\#:-]*\d+)*
      | asdf+\w* | qwerty\w* | foo(?:\s*bar)?(?:\s*baz)? | lorem\s+ipsum\b.* | ping | \[?(?:smoke|eval)[\]:_\ -].*
    )\W*$"""
)
_LIFECYCLE_TYPES = frozenset(
    "session_start session_end session_started session_ended heartbeat lifecycle startup shutdown healthcheck health_check init ping "
    "connected disconnected deploy".split()
)
_LIFECYCLE = re.compile(
    r"(?ix)^\W*(?:\[?(?:\d{4}-\d\d-\d\d[T ][\d:.,]+Z?|\d\d:\d\d:\d\d)?\]?\s*\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE)\]?[\s:|-]"
    r"|(?:agent|session|worker|process|container|pipeline|job|task|service|tool|server)\s+(?:\S+\s+)?(?:has\s+|was\s+)?"
    r"(?:started|stopped|initiali[sz]ed|ended|closed|connected|disconnected|terminated|restarted|booted|exited)\b.{0,60}$)"
)
_BOILERPLATE = re.compile(
    r"(?i)\b(?:accept (?:all )?cookies|cookie policy|privacy policy|terms of (?:use|service)|all rights reserved|©|subscribe to our"
    r"|sign up for our|newsletter|read more|share this (?:article|post)|related articles"
    r"|advertisement|skip to (?:main )?content|click here|back to top)"
)
_MARKUP = re.compile(r"(?m)^\s*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|```|\|.+\|)")


def classify(content: str, *, role: Role, event_type: str, source: str | None = None, stripped: bool = False) -> Verdict:
    """The event's verdict. `content` is masked and stripped; `source` is metadata's hint where a text came from."""
    text = content.strip()
    if not text:
        return Verdict.INJECTED if stripped else Verdict.EMOJI
    if event_type in _LIFECYCLE_TYPES or (event_type in ("message", "log") and _LIFECYCLE.match(text)):
        return Verdict.LIFECYCLE_LOG
    if event_type != "message":
        return Verdict.CANDIDATE
    words = [w.lower() for w in _WORD.findall(secrets.MASKED.sub(" ", text))]
    if secrets.MASKED.search(text) and not set(words) - _SECRET_TALK:
        return Verdict.SECRET
    if not words:
        return Verdict.EMOJI
    if _TEST.match(text):
        return Verdict.TEST_ROW
    if _is_greeting(text, words):
        return Verdict.GREETING
    if role is Role.ASSISTANT and _is_dump(text):
        return Verdict.ASSISTANT_DUMP
    if _is_web_prose(text, source):
        return Verdict.WEB_PROSE
    return Verdict.CANDIDATE


def _is_greeting(text: str, words: list[str]) -> bool:
    """Every word is one of small talk, but for one name after a salutation ("Thanks a lot, Anna")."""
    if len(words) > FEW_WORDS:
        return False
    odd = [w for w in words if w.replace("’", "'") not in _GREETING]
    if not odd:
        return True
    named = words[0] in _SALUTATIONS and odd[0] not in _DAYS and re.search(rf"\b{re.escape(odd[0].capitalize())}\b", text)
    return len(odd) == 1 and bool(named)


def _is_dump(text: str) -> bool:
    return len(text) > LONG_DUMP_CHARS or "```" in text or len(_MARKUP.findall(text)) >= 4


def _is_web_prose(text: str, source: str | None) -> bool:
    marks = len(_BOILERPLATE.findall(text))
    if source in ("web", "webpage", "browser", "crawl") and (marks or len(text) > LONG_PROSE_CHARS):
        return True
    return marks >= 4 or (marks >= 2 and len(text) > 120)
