"""Choose what fits the token budget and write the context that goes into a prompt (row Q6)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from keepsake.api import RecallItem
from keepsake.records import Kind, Trust
from keepsake.rules import injected

TOKENS_PER_WORD = 1.3
"""English text in GPT-style encodings: 1.3 tokens a word."""
CHARS_PER_TOKEN = 4.0
"""The other estimate; the larger of both is used, so that long words and numbers are not undercounted."""
EXPERIENCED = (Kind.EVENT, Kind.EPISODE)
"""Kinds that tell what happened, not what holds."""

_ROOM = re.compile(r"\s+")


def tokens(text: str) -> int:
    """An estimate that leans upwards: the larger of 1.3 a word and one for every four characters."""
    return math.ceil(max(len(text.split()) * TOKENS_PER_WORD, len(text) / CHARS_PER_TOKEN))


def fit(items: Sequence[RecallItem], budget: int, top_k: int) -> list[RecallItem]:
    """The best items in rank order that fit together; one that is too large is passed over for the next."""
    kept: list[RecallItem] = []
    used = 0
    for item in items:
        size = tokens(item.content)
        if used + size <= budget:
            kept.append(item)
            used += size
        if len(kept) == top_k:
            break
    return kept


def context(recall_id: str, items: Sequence[RecallItem], focus: Sequence[str] = ()) -> str:
    """Known facts and summaries, facts about others, the current focus and recent episodes, each line once, in our own wrapping."""
    facts = [i for i in items if i.kind not in EXPERIENCED and i.kind is not Kind.TOPIC]
    subjects = list(dict.fromkeys(i.subject or "user" for i in facts))
    sections: list[tuple[str, list[str]]] = []
    for subject in subjects:
        lines = [_fact_line(i) for i in facts if (i.subject or "user") == subject]
        sections.append(("Known facts:" if subjects == ["user"] else f"About {subject}:", lines))
    sections.append(("Current focus:", [f"- {_flat(f)}" for f in focus]))
    sections.append(("Recent episodes:", [_event_line(i) for i in items if i.kind in EXPERIENCED]))
    seen: set[str] = set()
    blocks = []
    for title, lines in sections:
        fresh = [line for line in lines if not (line in seen or seen.add(line))]  # type: ignore[func-returns-value]
        if fresh:
            blocks.append("\n".join([title, *fresh]))
    return "\n".join([injected.OPENING.format(recall_id=recall_id), "\n\n".join(blocks), injected.CLOSING])


def _fact_line(item: RecallItem) -> str:
    of_one = item.category if item.kind is not Kind.SUMMARY else None
    return f"- [{of_one or item.kind}] {_quoted(item)}"


def _event_line(item: RecallItem) -> str:
    return f"- {_quoted(item)}"


def _quoted(item: RecallItem) -> str:
    """Text from tools, the web and other agents stands as quoted data, never as an instruction."""
    text = _flat(item.content)
    return f'(quoted, {item.trust}) "{text}"' if item.trust in (Trust.UNTRUSTED, Trust.QUARANTINED) else text


def _flat(text: str) -> str:
    """One line that cannot imitate our own wrapping or headings."""
    return _ROOM.sub(" ", text).replace("<", "‹").replace(">", "›").strip()
