"""What of a message its writer says: not the code, traces, logs, mails and pages that were pasted into it (row R6).

Decided line by line, by marks that talk does not have. What is left out here stays in the event and is found by its words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from keepsake.rules.reading.lexicon import caseless
from keepsake.rules.reading.portion import portion

LONGEST_LINE = 1_200
"""Characters of a line that are looked at: what a line is shows at its beginning."""
LONGEST_PARAGRAPH = 400
"""Characters of a paragraph from which one that speaks neither of its writer nor to anybody is taken for a document."""

_SPACES = re.compile(r"[^\S\n]++")
_BREAKS = re.compile(r" ?\n[ \n]*+")
_FENCE = re.compile(r"\s{0,8}(?:```|~~~)")
_REST_IS_QUOTED = caseless(
    r"-{3,}\s*(?:original|forwarded) message|begin forwarded message|on .{4,80} wrote:\s*$|(?:from|von|de): .{1,200}@"
)
_LETTER = caseless(r"\W{0,4}subject(?: line)?\W{0,4}:|\W{0,4}dear [\w\[][^\n]{1,60}[,:]\s*$")
"""Behind other words it begins a letter that is being worked on."""
_GREETS = (
    r"(?:hi|hiya|hello|hey|dear|good (?:morning|afternoon|evening)),? (?!(?:again|there|man|mate|buddy|dude|bro|bot|assistant"
    r"|friend|guys|you|ai|claude|chat ?gpt|gemini|copilot)\b)(?:(?:(?-i:[A-Z])[\w'’.-]{0,30}|[^\W\d]{2,20}(?=[,!]|$))"
    r"|(?:all|both|team|sir|madam|every(?:one|body)|parents|tenants|guests|students|neighbou?rs|customer)\b)"
)
_SALUTES = caseless(rf"[\W_]{{0,4}}{_GREETS}(?P<more>[^\n]{{0,200}})")
"""It begins a letter where it begins a paragraph behind other words: who greets whom they ask greets first."""
_SALUTES_WITHIN = caseless(rf"(?<=:) ?{_GREETS}[^\n]*")
_ALONE = re.compile(r"(?: [A-ZÀ-Þ][\w'’.-]{0,30}){0,2}\W*")
LONGEST_SALUTATION = 30
"""Characters behind a greeted name up to which "Hi Level playlists" greets nobody, without a comma."""
_SIGNS_OFF = caseless(
    r"\W{0,3}(?:(?:(?:with )?(?:kind|best|warm)\w*,? (?:regards|wishes)|regards|yours (?:sincerely|faithfully|truly)|sincerely|respectfully"
    r"|all the best)\b[^\n]{0,40}|(?:many thanks|thanks|thank you|thx|tks|cheers|love|best)(?:,|,? (?-i:[A-Z])[\w.-]{1,20})\W{0,3})$"
)
_TRACE = caseless(r"\s*(?:traceback \(most recent|(?:caused by: )?[a-z]\w*(?:\.\w+)*(?:Error|Exception|Warning|Failure)\b)|panic: ")
_FRAME = re.compile(r"\s+(?:File \"|at \S+[(:]|\.\.\. \d+ more|\^)|goroutine \d|\s{0,8}/?[\w.-]{1,60}(?:/[\w.-]{1,60}){1,20}:\d")
_STAMPED = re.compile(
    r"\s*\[?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{1,3}(?:\.\d{1,3}){3} - )"
    r"|\s*\[?(?:DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|CRITICAL|TRACE)\]?[\s:]"
)
_CODE = re.compile(
    r"\s*(?:>(?!\d)|\$ \S|>>> |#!|@@ |diff --git |index [0-9a-f]{7}|[-+]{3} [ab]/|</?[a-zA-Z][\w-]*[ />]|[{}\[\]]\s*$|\{\s*[\"']"
    r"|\[\s*[{\"\[]|\"[\w.-]+\"\s*:|\|.*\|\s*$|[│┌└├╭╰]|(?:def|class|function|func|fn|public|private|protected|static|const|let|var"
    r"|async def)\s+\w+.*[({=:;]\s*$|(?:import|from|package|using|#include)\s+[\w.<\"{]+(?: import .+)?;?\s*$|return\b.*[;()\[\]{}]"
    r"|select\b.+\bfrom\s+\w+|@\w+\(|//|/\*|\"\"\"|[\w.,\[\]]+ [-+*/]?= (?:[\w.]*[(\[.'\"]|[\d.]+(?: [-+*/]|$))|\w+(?:\.\w+)+\("
    r"|[a-z]\w*_\w*\(|for [\w, ]+ in \S+:$|(?:while|if|elif|with|except) .*[=<>()].*:$|(?:else|try|finally):$)|.*[;{}]\s*$"
)
_INTRODUCES = caseless(
    r"\b(?:here(?:['’]?s| is| are)|this is|below|following|pasted?|pasting|says?|said|wrote|trace|logs?|output|e-?mail|mail|article|text"
    r"|draft|doc|transcript|message|review|letter|job ad|error|code|config|file|section|paragraph|essay|story|poem"
    r"|notes?)\b[^\n]{0,60}:\s*$",
)
_BRINGS = caseless(
    r"\b(?:(?:got|received|had) (?:this(?= (?:from|off|in|through|today|yesterday|back|this)\b)"
    r"|(?:this|an?|the) (?:e-?mail|letter|text|message))"
    r"(?: (?:from|off|in|through|today|yesterday|back|this)\b(?: \w+){0,4})?"
    r"|(?:sent|wrote|texted|e-?mailed) (?:me|us) this|(?:read|look at) this"
    r"|what (?:do|would) (?:you|u) (?:make of|think of|say to) (?:it|this)"
    r"|this (?:just )?came (?:in|through|from)(?: \w+){0,5}"
    r"|(?:got|received|had) this (?:from|off|through|in the (?:mail|post))\b[^.!?\n]{0,80}\b(?:(?:can|could|would) (?:you|u)|tell me"
    r"|explain|what|means?|understand|head nor tail|translate|reply|answer)\b[^.!?\n]{0,80})\W*$"
)
"""Ends the paragraph behind which stands what somebody else wrote."""
LONGEST_BRINGING = 240
"""Characters at the end of a paragraph in which it is looked for."""
_QUOTED = re.compile(r"\s?[\"“][^\"“”]{60,4000}[\"”]\W{0,3}")
"""A paragraph of somebody else's, beside others."""
_DIRECTION = caseless(r"\[(?!masked:)[a-z][^\[\]\n]{12,1000}\]|(?<=:)\s?[\"“][^\"“”]{100,2000}[\"”]")
"""What an application puts in brackets between the words ("[shares a photo: a dog on a beach]"), and a text that stands behind a colon."""
_DICTATED = caseless(r"\bquote\b(?! (?:me|for|from|of|is|was|template)\b).{1,1000}?\b(?:unquote|end quote|end of quote)\b")
"""Quoted aloud: "quote dear tenants ... unquote"."""
_SYMBOLS = re.compile(r"[{}()\[\]<>=;\\|_\"`$#*+^~%]")
LEAST_TITLES = 4
"""Numbered titles of a message from which they are a list."""
_NUMBERED = re.compile(r"\s{0,8}\d{1,2}[.)]? (?P<title>[^\n(]{2,60})")
_PEOPLE = caseless(
    r"\b(?:i|i['’]?m|i['’]?ve|me|my|mine|we|our|us|you|your|u|ich|mein\w*|wir|yo|mi|mis|je|mon|ma|mes|nous|io|mio|mia|eu|meu|minha)\b",
)


def plain(text: str) -> str:
    """With single spaces: no pattern of this room meets a run of them."""
    return _BREAKS.sub("\n", _SPACES.sub(" ", text))


def read(text: str) -> str:
    """The writer's own words of as much of a text as is read."""
    return own_words(portion(text).text)


def own_words(text: str) -> str:
    """The lines that are the writer's own, joined by line breaks; empty where all was pasted."""
    kept: list[str] = []
    fenced = tracing = quoted = coding = brought = said = False
    lines = text.split("\n")
    letters, letter_ends = _Letters(lines), 0
    for place, whole in enumerate(lines):
        line = whole[:LONGEST_LINE]
        if place < letter_ends:
            continue
        if _FENCE.match(line):
            fenced, brought = not fenced, False
            continue
        if fenced:
            continue
        if brought and line.strip():
            letter_ends = letters.end(place, alone=False)
            brought = False
            continue
        if said and (not kept[-1] or quoted) and (salutes := _SALUTES.match(line)):
            alone, more = bool(_ALONE.fullmatch(salutes["more"])), salutes["more"].lstrip()
            if alone or len(more) > LONGEST_SALUTATION or not more[0].isalnum():
                letter_ends = letters.end(place, alone=alone)
                kept.append("")
                continue
        if _REST_IS_QUOTED.match(line.strip()) or (said and _LETTER.match(line)):
            while (kept and kept[-1].rstrip().endswith(":")) or kept[-1:] == [""]:
                kept.pop()  # it only introduces what is quoted
            break
        if not line.strip():
            brought = brought or bool(kept and _BRINGS.search(kept[-1][-LONGEST_BRINGING:]))
            kept.append("")
            quoted = tracing = False
            continue
        tracing = bool(_TRACE.match(line)) or (tracing and (line[:1].isspace() or bool(_FRAME.match(line))))
        coding = _is_machine(line) or (coding and line.startswith(("  ", "\t")))
        if quoted or tracing or coding:
            continue
        mine = whole[: within.start()] if (within := _SALUTES_WITHIN.search(line)) else whole
        kept.append(_DICTATED.sub(". ", _DIRECTION.sub(_left_out, mine)))
        said = said or bool(kept[-1])
        quoted = bool(_INTRODUCES.search(whole[-160:]))
    told = _paragraphs(_without_titles(kept))
    beside = len(told) > 1
    return plain("\n".join(p for p in told if not (_is_document(p) or (beside and _QUOTED.fullmatch(p)))))


class _Letters:
    """Where the letters within a message end."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    @cached_property
    def _signed(self) -> list[int]:
        return [i for i, line in enumerate(self._lines) if _SIGNS_OFF.match(line[:LONGEST_LINE])]

    @cached_property
    def _last(self) -> int:
        """Where the last paragraph of the message begins."""
        written = [i for i, line in enumerate(self._lines) if line.strip()]
        return next((i for i in reversed(written) if i == 0 or not self._lines[i - 1].strip()), 0)

    def end(self, begins: int, *, alone: bool) -> int:
        """The place behind the last line: behind who signs it. Without that nobody knows how many of the paragraphs behind are still of it,
        and the last alone is its bringer's, or none where the greeting stands `alone` in its line."""
        later = bisect_right(self._signed, begins)
        signed = self._signed[later] if later < len(self._signed) else None
        if signed is None:
            return len(self._lines) if alone or self._last <= begins else self._last
        blank = (i for i in range(signed, len(self._lines)) if not self._lines[i].strip())
        return next(blank, len(self._lines))


def _left_out(match: re.Match[str]) -> str:
    """What stands in place of a direction: a text that was quoted ends the sentence that led to it."""
    return "\n" if match[0].rstrip().endswith(('"', "”")) and match[0].rstrip(' "”')[-1:] in ".!?" else " "


def _without_titles(lines: list[str]) -> list[str]:
    """The lines without numbered titles: of a list of songs "5 I'm Moving On" is nobody's plan."""
    titles = [bool((m := _NUMBERED.match(line[:LONGEST_LINE])) and _is_title(m["title"])) for line in lines]
    return [line for line, title in zip(lines, titles, strict=True) if not title] if sum(titles) >= LEAST_TITLES else lines


def _is_title(text: str) -> bool:
    long = [w for w in text.split() if len(w) > 3 and w[0].isalpha()]
    return bool(long) and text[-1:] not in ".!?:;," and all(w[0].isupper() for w in long)


def _is_machine(line: str) -> bool:
    if _STAMPED.match(line) or _FRAME.match(line) or _CODE.match(line):
        return True
    shown = len(line.strip())
    return shown >= 12 and len(_SYMBOLS.findall(line)) > 0.2 * shown


def _paragraphs(lines: list[str]) -> list[str]:
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return ["\n".join(p) for p in found if p]


def _is_document(paragraph: str) -> bool:
    """Long, and without a word of who writes or who reads."""
    return len(paragraph) > LONGEST_PARAGRAPH and not _PEOPLE.search(paragraph)
