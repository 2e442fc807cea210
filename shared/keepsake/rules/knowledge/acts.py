"""What may be done to one memory on request (rows K4, V3, D2): one table of acts, and what each changes.

An act that would change nothing does nothing, so repeating it is safe. One that does not fit the kind is Invalid, one that does not
fit the memory's state is a Conflict.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from keepsake import changes
from keepsake.errors import Conflict, Invalid
from keepsake.records import AccessControl, Kind, Memory, Status, Trust, Visibility
from keepsake.rules.forgetting import decay

BOOST_STEP = 0.1
"""How far one feedback moves the boost: ten of a kind take it from 1 to an end of its range."""
LEAST_BOOST, MOST_BOOST = 0.0, 2.0
LEVELS = (Visibility.PRIVATE, Visibility.SHARED, Visibility.PUBLIC)


class Act(StrEnum):
    PIN = "pin"
    UNPIN = "unpin"
    PROTECT = "protect"
    UNPROTECT = "unprotect"
    HOLD = "hold"
    RELEASE = "release"
    ARCHIVE = "archive"
    RESTORE = "restore"
    DELETE = "delete"
    CORRECT = "correct"
    APPROVE = "approve"
    REJECT = "reject"
    PROMOTE = "promote"
    HANDOFF = "handoff"
    MERGE = "merge"
    FEEDBACK = "feedback"


class Wish(NamedTuple):
    """An act with what it was asked with, by whom and when."""

    act: Act
    actor: str
    now: datetime
    visibility: Visibility = Visibility.PRIVATE
    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    agent_id: str = ""
    useful: bool = True
    recall_id: str | None = None
    note: str = ""
    """What was said of a feedback."""

    def done(self, memory: Memory, reason: str | None = None, **fields: Any) -> Memory:
        """The memory in its next version, with this act as the cause, and due again when its decay reaches the next band."""
        after = changes.touched(
            memory, verdict=self.act.value, reason=reason or RULES[self.act].reason, actor=self.actor, now=self.now, **fields
        )
        if after.kind is Kind.OBSERVATION:  # it has no document and does not fade
            return after.model_copy(update={"index_due": None})
        gone = after.status is Status.DELETED and memory.status is not Status.DELETED
        return after.model_copy(update={"decay_due": decay.purge_at(self.now) if gone else decay.fate(after, self.now).next_at})


class Rule(NamedTuple):
    kinds: frozenset[Kind]
    reason: str
    fields: Callable[[Memory, Wish], dict[str, Any]] = lambda _memory, _wish: {}
    """What it sets; approve, reject, merge and correct decide over several memories and have rules of their own."""
    ripples: bool = False
    """Topics, episodes and mental models may rest on what it changes."""
    on_deleted: bool = False


OWN = frozenset({Kind.FACT, Kind.EPISODE, Kind.MENTAL_MODEL})
"""Kinds that stand for themselves: topics and summaries are made anew from their facts, an observation is what was said."""
SHOWN = OWN | {Kind.SUMMARY, Kind.TOPIC}
FACT = frozenset({Kind.FACT})


def _restored(memory: Memory, wish: Wish) -> dict[str, Any]:
    if memory.expires_at is not None and memory.expires_at <= wish.now:
        raise Conflict("It has expired: correct `expires_at` first.")
    # Restoring is a use of it: without that the next sweep would take it again.
    return {} if memory.status is Status.ACTIVE else {"status": Status.ACTIVE, "last_accessed_at": wish.now}


def _promoted(memory: Memory, wish: Wish) -> dict[str, Any]:
    held = memory.access
    if LEVELS.index(wish.visibility) < LEVELS.index(held.visibility):
        raise Conflict(f"It is {held.visibility} already, and a promotion only widens.")
    users = tuple(dict.fromkeys([*held.allowed_users, *wish.users]))
    roles = tuple(dict.fromkeys([*held.allowed_roles, *wish.roles]))
    return {"access": AccessControl(visibility=wish.visibility, allowed_users=users, allowed_roles=roles)}


def _handed(memory: Memory, wish: Wish) -> dict[str, Any]:
    """An empty scope is open to every agent of the user already; the agent that hands over keeps it."""
    return {"agent_scope": tuple(dict.fromkeys([*memory.agent_scope, wish.agent_id]))} if memory.agent_scope else {}


def _boosted(memory: Memory, wish: Wish) -> dict[str, Any]:
    moved = memory.retrieval_boost + (BOOST_STEP if wish.useful else -BOOST_STEP)
    return {"retrieval_boost": round(min(MOST_BOOST, max(LEAST_BOOST, moved)), 4)}


RULES: dict[Act, Rule] = {
    Act.PIN: Rule(SHOWN, "pinned on request", lambda _m, _w: {"pinned": True}, ripples=True),
    Act.UNPIN: Rule(SHOWN, "unpinned on request", lambda _m, _w: {"pinned": False}, ripples=True),
    Act.PROTECT: Rule(SHOWN, "protected on request", lambda _m, _w: {"protected": True}),
    Act.UNPROTECT: Rule(SHOWN, "no longer protected, on request", lambda _m, _w: {"protected": False}),
    Act.HOLD: Rule(SHOWN | {Kind.OBSERVATION}, "put under legal hold", lambda _m, _w: {"legal_hold": True}, on_deleted=True),
    Act.RELEASE: Rule(SHOWN | {Kind.OBSERVATION}, "released from legal hold", lambda _m, _w: {"legal_hold": False}, on_deleted=True),
    Act.ARCHIVE: Rule(OWN, "archived on request", lambda _m, _w: {"status": Status.ARCHIVED}, ripples=True),
    Act.RESTORE: Rule(OWN, "restored on request", _restored, ripples=True, on_deleted=True),
    Act.DELETE: Rule(OWN, "deleted on request", lambda _m, _w: {"status": Status.DELETED}, ripples=True, on_deleted=True),
    Act.CORRECT: Rule(FACT, "corrected on request", ripples=True),
    Act.APPROVE: Rule(frozenset({Kind.OBSERVATION, Kind.FACT, Kind.MENTAL_MODEL}), "approved", ripples=True),
    Act.REJECT: Rule(frozenset({Kind.OBSERVATION, Kind.FACT, Kind.MENTAL_MODEL}), "rejected", ripples=True),
    Act.PROMOTE: Rule(OWN, "shown to more on request", _promoted, ripples=True),
    Act.HANDOFF: Rule(OWN, "handed to another agent", _handed, ripples=True),
    Act.MERGE: Rule(FACT, "merged on request", ripples=True),
    Act.FEEDBACK: Rule(SHOWN, "feedback", _boosted),
}


def require(act: Act, memory: Memory) -> None:
    """Raises Invalid where the act does not fit the kind, Conflict where the memory is deleted, held or in quarantine."""
    rule = RULES[act]
    if memory.kind not in rule.kinds:
        fits = " or ".join(sorted(k.value for k in rule.kinds))
        raise Invalid(f"{act} fits {fits}; this is of the kind {memory.kind}.", errors=[{"field": "id", "message": f"is no {fits}"}])
    if memory.status is Status.DELETED and not rule.on_deleted:
        raise Conflict("It is deleted: restore it first.")
    if act is Act.DELETE and memory.legal_hold:
        raise Conflict("It is under legal hold.")
    if act in (Act.APPROVE, Act.MERGE):
        require_released(memory)


def require_released(memory: Memory) -> None:
    """Raises Conflict for what is in quarantine: it would take the place of what is told, and is not told itself."""
    if memory.trust is Trust.QUARANTINED:
        raise Conflict("It is in quarantine: release that first.")


def done(memory: Memory, wish: Wish) -> Memory | None:
    """The memory after an act that concerns it alone; None where it is so already. A feedback is recorded even at an end of the range."""
    require(wish.act, memory)
    fields = RULES[wish.act].fields(memory, wish)
    if wish.act is not Act.FEEDBACK and all(getattr(memory, name) == value for name, value in fields.items()):
        return None
    return wish.done(memory, _reason(wish), **fields)


def feedback_reason(wish: Wish) -> str:
    recall = f" in recall {wish.recall_id}" if wish.recall_id else ""
    return f"{'useful' if wish.useful else 'not useful'}{recall}{f': {wish.note}' if wish.note else ''}"


def _reason(wish: Wish) -> str | None:
    match wish.act:
        case Act.FEEDBACK:
            return feedback_reason(wish)
        case Act.PROMOTE:
            return f"promoted to {wish.visibility}"
        case Act.HANDOFF:
            return f"handed to the agent {wish.agent_id}"
        case _:
            return None
