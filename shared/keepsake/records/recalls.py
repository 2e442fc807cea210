"""What a recall weighed, kept for 30 days so that it can be read again and asked why not (row Q7)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Frozen, Name, Record, Scope

KEPT_DAYS = 30

Fate = Literal["listed", "context", "gate", "told", "floor", "min_score", "rank", "budget", "unread"]
"""What became of a candidate: in the list; in the context alone; held by a gate; told by another item already; not told since nothing
that was found has to do with the question; below the score asked for; behind `top_k`; too long for what was left of the budget; ranked too
low to be read."""


class Considered(NamedTuple):
    """One candidate of a recall, without a word of its text. A tuple, since every recall makes hundreds."""

    memory_id: Name
    score: float
    fate: Fate
    by: str | None = None
    """The gate that held it, or the item that tells it."""
    version: Annotated[int, Field(ge=1)] = 1
    tokens: int = 0
    legs: dict[str, float] | None = None


class Shown(Frozen):
    """What the answer said beside its list, in ids, numbers and our own words: so that it can be given again."""

    reasons: tuple[str, ...] = ()
    """Why each part was degraded, in the order of `degraded`."""
    repeated: tuple[Name, ...] = ()
    """Summaries of the list that the context left out, since it tells their facts."""
    focus: tuple[Name, ...] = ()
    """Working items of the context, in its order."""
    turns: tuple[Name, ...] = ()
    """Events of the short-term context."""
    folded_at: AwareDatetime | None = None
    """Of the system message that stood before them."""
    candidates: dict[str, int] = Field(default_factory=dict)
    policy: dict[str, Any] = Field(default_factory=dict)
    timings_ms: dict[str, float] = Field(default_factory=dict)


class Recalled(Record):
    """The question and what became of each candidate, in ids and numbers (row Q9)."""

    prefix: ClassVar[str] = "RECALL#"

    scope: Scope
    recall_id: Name
    query: str
    request: dict[str, Any] = Field(default_factory=dict)
    at: AwareDatetime
    considered: tuple[Considered, ...] = ()
    """Whose rows were read, best first: the list in its order, then the others by score."""
    unread: str = ""
    """Those behind them, packed (`rules/recall/unread.py`)."""
    degraded: tuple[str, ...] = ()
    shown: Shown = Shown()

    @property
    def key(self) -> ids.Key:
        return recall_key(self.scope, self.recall_id)

    @property
    def lookup(self) -> str:
        return ids.id_key(self.scope.tenant, self.recall_id)

    @property
    def gone_at(self) -> datetime:
        return self.at + timedelta(days=KEPT_DAYS)


def recall_key(scope: Scope, recall_id: str) -> ids.Key:
    return ids.Key(scope.pk, Recalled.prefix + ids.part(recall_id))
