"""Take our own context out of what an agent sends back, so that it never stores its own prompt (row R5)."""

from __future__ import annotations

import re
from typing import NamedTuple

OPENING = '<keepsake-context recall="{recall_id}">'
SESSION_OPENING = '<keepsake-context session="{session}">'
CLOSING = "</keepsake-context>"

_WRAPPED = re.compile(r"<keepsake-context\b[^>]{0,400}+>.*?(?:</keepsake-context\s{0,20}>|\Z)", re.S | re.I)
_STRAY = re.compile(r"</?keepsake-context\b[^>]{0,400}+>", re.I)
_BARE = re.compile(
    r"""(?mx)
    ^[ \t]*(?:Earlier\ in\ this\ session|Last\ turns|(?:Standing\ instructions|Known\ facts)(?:,\ in\ the\ user's\ own\ words)?
      |Current\ focus|Recent\ episodes|About\ [^\n:]{1,110}):[ \t]*\n
    (?:[ \t]*-\ [^\n]*(?:\n|\Z))+
    """
)
_CATEGORY_LINE = re.compile(r"(?m)^[ \t]*- \[[a-z_]+\] ")


class Stripped(NamedTuple):
    text: str
    blocks: int


def strip(text: str) -> Stripped:
    """`text` without wrapped or bare context blocks, and how many were taken out. The text around them stays."""
    text, wrapped = _WRAPPED.subn("", text)
    bare = 0

    def drop(match: re.Match[str]) -> str:
        nonlocal bare
        facts = match[0].lstrip().startswith(("Standing instructions", "Known facts", "About "))
        if facts and not _CATEGORY_LINE.search(match[0]):
            return match[0]
        bare += 1
        return ""

    if "- [" in text:
        text = _BARE.sub(drop, text)
    text = _STRAY.sub("", text)
    return Stripped(text.strip() if wrapped or bare else text, wrapped + bare)
