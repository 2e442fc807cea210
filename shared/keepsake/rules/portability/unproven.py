"""What an import makes of a bank that is not provably ours (rows F2, R5, R7): its words, as data that somebody handed in.

Nothing that it claims about itself counts: not who said it, how sure it is, who approved it, how long it stays or who may see it. What
it does not claim to be narrower than that is private, untrusted and fades.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any

from keepsake import ids
from keepsake.errors import Invalid
from keepsake.records import (
    AccessControl,
    Change,
    Durability,
    Event,
    Kind,
    Memory,
    Progress,
    Record,
    Role,
    Source,
    Status,
    Trust,
    Verdict,
)
from keepsake.rules.forgetting import decay, retention
from keepsake.rules.intake import injected, junk, secrets
from keepsake.rules.knowledge import trust
from keepsake.rules.policy import Policy
from keepsake.rules.portability.portable import Line

VERDICT = "imported"
MOST_MEMORY_CHARS = 8000
MOST_EVENT_BYTES = 32 * 1024
"""As for what is retained."""
MOST_ROW_BYTES = 96 * 1024
"""Of all that a line says beside its vectors: what an event and its metadata take."""
CONFIDENCE = 0.5
FRESH = ("order", "reinforcements", "reinforced_at", "retrieval_boost", "decay_factor", "decay_score", "approval", "prompt_version",
         "consolidated_at", "activated_at", "pinned", "protected", "legal_hold", "hints", "relations")  # fmt: skip
"""Fields that begin anew."""
OWN_WORDS = frozenset({"memory_id", "event_id", "batch_id", "previous_event_id", "event_ids", "memory_ids", "observation_ids", "target",
                       "user_id", "agent_id", "session_id", "container", "namespace", "agent_scope"})  # fmt: skip
"""Names: masking part of one would make two things one, so a secret in them is refused."""

_ID = {Kind.FACT: re.compile(r"^f_[0-9a-zA-Z]{12,64}$"), Kind.EPISODE: re.compile(r"^p_[0-9a-zA-Z]{12,64}$")}
"""The kinds that are taken, by the form of their ids. The others are made anew of them."""
_SUBJECT = re.compile(r"^[\w.'’-]{1,30}(?: [\w.'’-]{1,30}){0,2}$")
"""A name: a subject stands outside the quotes in a context."""


def cleaned(said: Line) -> Line:
    """The line without secrets and without context that an agent was given. Raises Invalid for a secret in a name, and for one that is
    too long."""
    if len(json.dumps(said.row)) > MOST_ROW_BYTES:
        raise Invalid("is too long")
    return said.model_copy(update={"row": _clean(said.row, "")})


def _clean(value: Any, field: str) -> Any:
    if isinstance(value, str):
        if field not in OWN_WORDS:
            return secrets.mask(injected.strip(value).text).text
        if secrets.mask(value, guess=False).secrets:
            raise Invalid(f"{field} looks like a secret")
        return value
    if isinstance(value, list):
        return [_clean(v, field) for v in value]
    if isinstance(value, dict):
        return {secrets.mask(str(k)).text: _clean(v, str(k)) for k, v in value.items()}
    return value


def taken(record: Record, said: bytes, actor: str, policy: Policy, now: datetime) -> Event | Memory:
    """The row as it is taken. `said` is the line, by whose digest it is known when it comes again. Raises Invalid for what is not."""
    if isinstance(record, Event):
        return _event(record, said, policy, now)
    if isinstance(record, Memory):
        return _memory(record, said, actor, policy, now)
    raise Invalid("is taken from an own, unaltered export only")


def came_before(stored: Event | Memory, said: bytes) -> bool:
    """Whether a stored row was made of this line, whatever became of it since."""
    marks = stored.metadata if isinstance(stored, Event) else stored.hints
    return marks.get(VERDICT) == ids.digest(said.decode())


def _event(event: Event, said: bytes, policy: Policy, now: datetime) -> Event:
    if event.lapsed_at is not None or not event.content.strip():
        raise Invalid("has no words")
    if len(event.content.encode()) > MOST_EVENT_BYTES:
        raise Invalid("is too long")
    source = event.metadata.get("source")
    verdict = junk.classify(event.content, role=event.role, event_type=event.event_type, source=str(source) if source else None)
    if verdict is not Verdict.CANDIDATE:
        raise Invalid(f"is junk: {verdict}")
    fresh = event.model_copy(
        update={
            # Whoever spoke, it reaches us as data of a third party: untrusted, quoted, and never read for facts.
            "role": Role.TOOL, "metadata": event.metadata | {VERDICT: ids.digest(said.decode())}, "fact": None, "extract": False,
            "verdict": Verdict.CANDIDATE, "progress": Progress.PROCESSED, "reason": None, "observation_ids": (), "recorded_at": now,
            "version": 1, "searchable": True, "index_due": now, "content_hash": ids.content_hash(event.content),
        }
    )  # fmt: skip
    return fresh.model_copy(update={"lapses_at": retention.lapses_at(fresh, policy)})


def _memory(memory: Memory, said: bytes, actor: str, policy: Policy, now: datetime) -> Memory:
    _require_fit(memory)
    fields = {name: Memory.model_fields[name].get_default(call_default_factory=True) for name in FRESH}
    fields |= {
        "source": Source.EXTERNAL,
        "source_role": Role.TOOL,
        "trust": trust.least([Trust.UNTRUSTED, memory.trust]),
        "confidence": min(memory.confidence, CONFIDENCE),
        "durability": Durability.PERSISTENT if memory.durability is Durability.PERMANENT else memory.durability,
        "access": AccessControl(),
        "hints": {VERDICT: ids.digest(said.decode())},
        "extractor": VERDICT,
        "change": Change(verdict=VERDICT, reason="from a bank that is not provably ours", actor=actor, at=now),
        "recorded_at": now, "superseded_at": None, "created_at": now, "updated_at": now, "last_accessed_at": now, "version": 1,
    }  # fmt: skip
    return decay.rescheduled(memory.model_copy(update=fields), policy)


def _require_fit(memory: Memory) -> None:
    if memory.kind not in _ID:
        raise Invalid(f"is a {memory.kind}: those are made anew of facts and episodes")
    if not _ID[memory.kind].match(memory.memory_id):
        raise Invalid("memory_id is not of its kind")
    if memory.purged_at is not None or memory.status is Status.DELETED:
        raise Invalid("is deleted")
    words = (memory.content.summary, memory.content.raw)
    if not memory.content.summary.strip():
        raise Invalid("has no words")
    if any(len(w) > MOST_MEMORY_CHARS for w in words):
        raise Invalid("is too long")
    if not _SUBJECT.match(memory.subject):
        raise Invalid("subject is no name")
