"""The settings of a container, with their defaults (rows W4, D2, D3)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from typing_extensions import TypeAliasType

from keepsake.records import Frozen

Strategy = TypeAliasType("Strategy", Literal["power-law", "exponential", "none"])
TierScope = TypeAliasType("TierScope", Literal["user", "container"])

CAPACITY = 7
"""Working items that a session holds: Miller's seven (Thought Fabric's capacity)."""
PINNED_SLOTS = 2
WORKING_DECAY: Strategy = "power-law"
WORKING_RATE = 0.5
"""Rate r of (1 + turns) ** -r, or of exp(-r x turns)."""
SIGNIFICANCE = 0.6
"""Importance from which a lasting observation is also an episode (Thought Fabric's significance threshold)."""
MOST_EPISODES = 200
"""Episodes that a user keeps at hand."""
CONSOLIDATE_AFTER = 5
"""Episode writes from which a consolidation is worth it (Thought Fabric's episodicThreshold)."""
TURNS_BETWEEN = 4
"""User turns between two consolidations, at least (Thought Fabric's minInterval)."""
PRUNE_FROM = 20
"""Current facts from which a set is pruned; 0 turns pruning off (Thought Fabric's pruneThreshold)."""
ASSISTANT_CHARS = 500
"""How much of an assistant's reply an exchange keeps."""
FOLD_TURNS, FOLD_TOKENS, FOLD_KEEP = 10, 4_000, 5
"""A session above either is folded into one message but for its latest turns."""
DECAY: Strategy = "power-law"
ACTIVE_FROM, DEPRIORITIZED_FROM, ARCHIVED_FROM = 0.4, 0.3, 0.2
"""Bands of the decay score; below the last a memory is deleted."""
FOR_EVER = 0
"""Days of a retention that never ends."""
MOST_DAYS = 36_500

Band = Annotated[float, Field(ge=0.01, le=1)]
Days = Annotated[int, Field(ge=0, le=MOST_DAYS)]


class Policy(Frozen):
    """What one container does; every field may be set, and its description tells what it means."""

    working_capacity: Annotated[int, Field(ge=1, le=100, description="working items that a session holds")] = CAPACITY
    pinned_slots: Annotated[int, Field(ge=0, le=100, validate_default=True, description="working items that may be pinned")] = PINNED_SLOTS
    working_decay: Annotated[Strategy, Field(description="how working items fade with the turns")] = WORKING_DECAY
    working_rate: Annotated[float, Field(ge=0, le=10, description="how fast working items fade")] = WORKING_RATE
    episodic: Annotated[bool, Field(description="significant lasting observations are kept as episodes too")] = True
    semantic: Annotated[bool, Field(validate_default=True, description="episodes are consolidated into facts; needs the episodic tier")] = (
        True
    )
    tier_scope: Annotated[
        TierScope,
        Field(
            description="who may see episodes and facts: `user`, of whom they tell; `container`, all its users, of what is read from then "
            "on and is not sensitive. They stay the user's to correct, export and erase"
        ),
    ] = "user"
    significance: Annotated[float, Field(ge=0, le=1, description="importance from which an observation is an episode")] = SIGNIFICANCE
    most_episodes: Annotated[int, Field(ge=1, le=10_000, description="episodes kept for a user; consolidated ones make room first")] = (
        MOST_EPISODES
    )
    consolidate_after: Annotated[int, Field(ge=1, le=1_000, description="episodes written before a consolidation")] = CONSOLIDATE_AFTER
    consolidate_on_eviction: Annotated[bool, Field(description="a lasting working item that is evicted calls for a consolidation")] = True
    turns_between: Annotated[int, Field(ge=0, le=1_000, description="user turns between two consolidations, at least")] = TURNS_BETWEEN
    prune_from: Annotated[int, Field(ge=0, le=10_000, description="current facts from which they are pruned; 0 = never")] = PRUNE_FROM
    assistant_chars: Annotated[int, Field(ge=0, le=8_000, description="characters of an assistant's reply that an exchange keeps")] = (
        ASSISTANT_CHARS
    )
    fold_turns: Annotated[int, Field(ge=1, le=1_000, description="turns above which a session is folded")] = FOLD_TURNS
    fold_tokens: Annotated[int, Field(ge=100, le=100_000, description="tokens above which a session is folded")] = FOLD_TOKENS
    fold_keep: Annotated[int, Field(ge=0, le=1_000, validate_default=True, description="latest turns that a folding leaves")] = FOLD_KEEP
    decay: Annotated[Strategy, Field(description="how memories fade with the days since their last use")] = DECAY
    active_from: Annotated[Band, Field(description="decay score from which a memory is active")] = ACTIVE_FROM
    deprioritized_from: Annotated[
        Band, Field(validate_default=True, description="decay score from which it is deprioritized, with half its recall score")
    ] = DEPRIORITIZED_FROM
    archived_from: Annotated[Band, Field(validate_default=True, description="decay score from which it is archived; below, deleted")] = (
        ARCHIVED_FROM
    )
    events_days: Annotated[Days, Field(description="days that events are kept, but evidence of a memory that is held; 0 = for ever")] = (
        FOR_EVER
    )
    memories_days: Annotated[Days, Field(description="days that memories are kept after they were last said; 0 = for ever")] = FOR_EVER
    episodes_days: Annotated[Days, Field(description="the same for episodes alone; 0 = as other memories")] = FOR_EVER

    @field_validator("semantic")
    @classmethod
    def semantic_needs_episodic(cls, value: bool, info: ValidationInfo) -> bool:
        if value and info.data.get("episodic") is False:
            raise ValueError("the semantic tier needs the episodic one: set `semantic` to false too")
        return value

    @field_validator("pinned_slots", "fold_keep", "deprioritized_from", "archived_from")
    @classmethod
    def within(cls, value: float, info: ValidationInfo) -> float:
        above = {
            "pinned_slots": "working_capacity", "fold_keep": "fold_turns",
            "deprioritized_from": "active_from", "archived_from": "deprioritized_from",
        }[str(info.field_name)]  # fmt: skip
        if above in info.data and value > info.data[above]:
            raise ValueError(f"is more than `{above}`, {info.data[above]}")
        return value


DEFAULT = Policy()
