"""What a container may set about its memories, each with its default (row W4)."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from keepsake.records import Frozen, Unit

CAPACITY = 7
"""Working items of one agent in a session (Miller's number; Thought Fabric's capacity)."""
PINNED_SLOTS = 2
"""Of these, how many may be pinned (Thought Fabric's maxPinnedSlots)."""
DECAY_RATE = 0.5
"""Exponent of (1 + turns)^-rate, as in ACT-R's base-level activation (Thought Fabric's decay.rate)."""
SIGNIFICANCE = 0.6
"""Importance from which a lasting observation is an episode too (Thought Fabric's significanceThreshold)."""
MOST_EPISODES = 200
"""Episodes of one user (Thought Fabric's maxEpisodes)."""
CONSOLIDATE_AT = 5
"""Episode writes from which a consolidation is worth it (Thought Fabric's episodicThreshold)."""
CONSOLIDATE_EVERY_TURNS = 4
"""User turns between two consolidations, at least (Thought Fabric's minInterval)."""
PRUNE_AT = 20
"""Current facts from which a prune is worth it, 0: never (Thought Fabric's pruneThreshold)."""
ASSISTANT_CHARS = 500
"""Characters that an exchange keeps of the assistant's reply (Thought Fabric's maxAssistantChars)."""
FOLD_TURNS = 10
"""Turns of a session from beyond which its older ones are folded (ChatAgent)."""
FOLD_TOKENS = 4000
"""The same in tokens (MemMachine's short-term memory, of this order)."""
FOLD_KEPT_TURNS = 5
"""Latest turns that folding leaves as they are (ChatAgent: the last 3 to 5)."""

Decay = Literal["power-law", "exponential", "none"]
TierScope = Literal["user", "container"]


class Policy(Frozen):
    """The effective settings of one container."""

    capacity: Annotated[int, Field(ge=1, le=50)] = CAPACITY
    pinned_slots: Annotated[int, Field(ge=0, le=50)] = PINNED_SLOTS
    decay_strategy: Decay = "power-law"
    decay_rate: Annotated[float, Field(ge=0, le=10)] = DECAY_RATE
    episodic: bool = True
    episodic_scope: TierScope = "user"
    semantic: bool = True
    semantic_scope: TierScope = "user"
    significance: Unit = SIGNIFICANCE
    most_episodes: Annotated[int, Field(ge=1, le=10_000)] = MOST_EPISODES
    consolidate_at: Annotated[int, Field(ge=1, le=1000)] = CONSOLIDATE_AT
    consolidate_on_eviction: bool = True
    consolidate_every_turns: Annotated[int, Field(ge=0, le=1000)] = CONSOLIDATE_EVERY_TURNS
    prune_at: Annotated[int, Field(ge=0, le=10_000)] = PRUNE_AT
    assistant_chars: Annotated[int, Field(ge=0, le=32_768)] = ASSISTANT_CHARS
    fold_turns: Annotated[int, Field(ge=1, le=200)] = FOLD_TURNS
    fold_tokens: Annotated[int, Field(ge=100, le=100_000)] = FOLD_TOKENS
    fold_kept_turns: Annotated[int, Field(ge=0, le=200)] = FOLD_KEPT_TURNS

    @model_validator(mode="after")
    def coherent(self) -> Self:
        if self.semantic and not self.episodic:
            raise ValueError("the semantic tier needs the episodic one: facts are consolidated from episodes")
        if self.pinned_slots > self.capacity:
            raise ValueError("there can't be more pinned slots than places")
        if self.fold_kept_turns > self.fold_turns:
            raise ValueError("folding can't keep more turns than it begins at")
        return self


DEFAULT = Policy()
"""Of a container that set nothing."""
