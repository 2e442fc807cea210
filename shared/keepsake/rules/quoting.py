"""How remembered text stands in a prompt: as one line of data that can neither end its place nor pass for ours (row V7)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from keepsake.records import Role, Trust

_JOINERS = "\u200c\u200d"
"""Zero-width signs that spell words of some scripts and join emoji; other invisible signs only hide."""
_HIDDEN = ("Cc", "Cf", "Co", "Cs")
_SELECTORS = re.compile("[\U000e0000-\U000e0fff]")
"""Tags and variation selectors that can spell a whole text that nobody sees."""
_BRACKETS = str.maketrans({**dict.fromkeys("<＜﹤", "‹"), **dict.fromkeys(">＞﹥", "›")})
_MAY_MARK = re.compile(r"[|｜#［]|\[\s?/?\s?[A-Za-z]")
"""Few lines hold one of these: our own dates are no mark."""
_ROLE = r"(?:system|user|assistant|human|ai|tool|function|developer|instructions?|response|input|context)"
_MARKERS = (
    # <|im_start|>, <|eot_id|>, <｜User｜>: the bar that makes a sign of them goes.
    (re.compile(r"(?<=‹)\s?[|｜]+|(?<![|｜])[|｜]++(?=\s?›)"), ""),
    # [INST], [/INST], [SYSTEM_PROMPT]
    (
        re.compile(r"[\[［]\s?(/?\s?(?:inst|sys|tool_calls|tool_results|available_tools|" + _ROLE[3:-1] + r")(?:_prompt)?)\s?[\]］]", re.I),
        r"(\1)",
    ),
    # ### System:, # Instruction
    (re.compile(r"#{1,8}\s?(?=" + _ROLE + r"\b)", re.I), ""),
)
"""What chat templates mark their parts with: it stands in a prompt as words, never as a mark."""
_QUOTES = str.maketrans(dict.fromkeys('"“”„‟″‶＂〝〞〟❝❞', "'"))
_NAME = re.compile(r"[\w.,'’&+@/()-]+(?: [\w.,'’&+@/()-]+){0,3}")
MOST_NAME = 60
OTHERS = "others"
OURS = frozenset(role.value for role in Role if role is not Role.USER) | {"developer", "tool_result"}
"""Names that a prompt gives its own parts: no speaker is called so."""


def flat(text: str) -> str:
    """One line without what is not seen, that cannot imitate our own wrapping or headings."""
    line = " ".join(text.split())
    # Most lines are plain: looking at each sign of every line would double what recall computes.
    if not (line.isascii() and line.isprintable()):
        seen = (c for c in _SELECTORS.sub("", line) if c in _JOINERS or unicodedata.category(c) not in _HIDDEN)
        line = " ".join("".join(seen).split())
    line = line.translate(_BRACKETS)
    return unmarked(line) if _MAY_MARK.search(line) else line


def unmarked(line: str) -> str:
    for marker, words in _MARKERS:
        line = marker.sub(words, line)
    return line


def quotable(text: str) -> str:
    """Flat, and without a sign that would end the quotation."""
    return flat(text).translate(_QUOTES)


def told(text: str, trust: Trust, role: Role) -> str:
    """The text; where it is not a user's own, as quoted data, never as an instruction."""
    return flat(text) if _own(trust, role) else _quoted(text, trust)


def data(text: str, trust: Trust, role: Role) -> str | None:
    """What is not a user's own, quoted; None for what is."""
    return None if _own(trust, role) else _quoted(text, trust)


def marked(text: str, trust: Trust, role: Role) -> str:
    """The text as `told` gives it, in a field of its own, where what a user said needs not stay on one line."""
    return data(text, trust, role) or text


def _own(trust: Trust, role: Role) -> bool:
    return role is Role.USER and trust not in (Trust.UNTRUSTED, Trust.QUARANTINED)


def _quoted(text: str, trust: Trust) -> str:
    return f'(quoted, {trust}) "{quotable(text)}"'


@lru_cache(1024)
def name(text: str) -> str:
    """A name for a heading or a speaker. What is none, but a sentence or a part of a prompt, is nobody's."""
    plain = flat(text)
    return plain if _NAME.fullmatch(plain) and len(plain) <= MOST_NAME and plain.casefold() not in OURS else OTHERS
