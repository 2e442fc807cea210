"""Take our own context out of what an agent sends back, so that it never stores its own prompt (row R5)."""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Category, Kind

OPENING = '<keepsake-context recall="{recall_id}">'
SESSION_OPENING = '<keepsake-context session="{session}">'
CLOSING = "</keepsake-context>"

_WRAPPED = re.compile(
    r"<keepsake-context\b[^>]{0,400}+>.*?</keepsake-context\s{0,20}>|<keepsake-context\s[^>]{0,20}(?:recall|session)[^>]{0,370}+>.*\Z",
    re.S | re.I,
)
"""What is not closed goes to the end where it names its recall or session, as ours does: who speaks of the tag loses nothing."""
_STRAY = re.compile(r"</?keepsake-context\b[^>]{0,400}+>", re.I)
_LINES = r"(?:[ \t]*-\ [^\n]*(?:\n|\Z))+"
_FACTS = re.compile(
    rf"""(?mx)
    ^[ \t]*(?:(?:Standing\ instructions|Known\ facts)(?:,\ in\ the\ user's\ own\ words)?|About\ [^\n:]{{1,110}}):[ \t]*\n
    {_LINES}
    """
)
_BESIDE = re.compile(rf"(?mx) ^[ \t]*(?:Earlier\ in\ this\ session|Last\ turns|Current\ focus|Recent\ episodes):[ \t]*\n {_LINES}")
_FACT_LINE = re.compile(rf"(?m)^[ \t]*- \[(?:{'|'.join((*Category, *Kind))})\] ")
"""No checklist's "- [x] " or "- [later] "."""


class Stripped(NamedTuple):
    text: str
    blocks: int


def strip(text: str) -> Stripped:
    """`text` without wrapped or bare context blocks, and how many were taken out. The text around them stays, and so do lists of the
    writer's own: bare ones are ours by the category before each line, others where they stand beside such."""
    text, wrapped = _WRAPPED.subn("", text)
    facts = beside = 0

    def drop(match: re.Match[str]) -> str:
        nonlocal facts
        if not _FACT_LINE.search(match[0]):
            return match[0]
        facts += 1
        return ""

    if "- [" in text:
        text = _FACTS.sub(drop, text)
    if wrapped or facts:
        text, beside = _BESIDE.subn("", text)
    text = _STRAY.sub("", text)
    blocks = wrapped + facts + beside
    return Stripped(text.strip() if blocks else text, blocks)
