"""What a summary keeps of the facts that it tells: enough to tell one more beside them without their rows being read (row K7).

Whatever changes one of these facts names it on the user's state, or has all topics made anew, so that what is kept is never taken for
a fact that has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keepsake.records import Kind, Memory, Type

FIELDS = set(
    """subject category labels entities anchors importance confidence sensitivity source_role trust event_ids
    valid_from valid_to expires_at reinforcements pinned""".split()
)
"""What a topic and a summary take from a fact, and by which it has its place among others."""
SAID_BY = "said_by"


def digest(fact: Memory) -> dict[str, Any]:
    kept = fact.model_dump(mode="json", include=FIELDS, exclude_defaults=True)
    own = {"own_words": True} if SAID_BY in fact.content.structured else {}
    return kept | {"says": fact.content.summary} | own


def digests(facts: Sequence[Memory]) -> tuple[dict[str, Any], ...]:
    """Of the facts that a summary tells, in their order."""
    return tuple(digest(f) for f in facts)


def sources(summary: Memory) -> list[str]:
    """Ids of the facts that a summary tells, in its order: what it keeps of them stands in the same."""
    return [r.target for r in summary.relations if r.type == "derived_from"]


def facts(summary: Memory) -> dict[str, Memory]:
    """The facts that a summary tells, by id, as far as it keeps them: what a topic asks of a fact, and nothing else of it."""
    common = {
        "scope": summary.scope, "kind": Kind.FACT, "type": Type.SEMANTIC, "agent_scope": summary.agent_scope, "access": summary.access,
        "assistant_visible": summary.assistant_visible, "recorded_at": summary.recorded_at, "created_at": summary.created_at,
        "updated_at": summary.updated_at, "last_accessed_at": summary.last_accessed_at, "extractor": "rules", "change": summary.change,
    }  # fmt: skip
    found = {}
    for memory_id, kept in zip(sources(summary), summary.told, strict=False):
        own = {SAID_BY: True} if kept.get("own_words") else {}
        content = {"raw": "", "summary": kept["says"], "structured": own}
        fields = {n: kept[n] for n in FIELDS & kept.keys()} | {"memory_id": memory_id, "content": content}
        found[memory_id] = Memory.model_validate(common | fields)
    return found
