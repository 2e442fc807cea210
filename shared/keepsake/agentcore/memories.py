"""A memory as a resource of AgentCore's control plane, and our bank."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from keepsake import ids
from keepsake.agentcore import names, namespaces, requests
from keepsake.agentcore.requests import CreateMemory, NewStrategy, StrategyInput, UpdateMemory
from keepsake.records.banks import Bank, IndexedKey, Strategy, StrategyType
from keepsake.rules.recall.filters import wrong

DEFAULTS: dict[StrategyType, str] = {
    "SEMANTIC": "/strategies/{memoryStrategyId}/actors/{actorId}/",
    "USER_PREFERENCE": "/strategies/{memoryStrategyId}/actors/{actorId}/",
    "SUMMARIZATION": "/strategies/{memoryStrategyId}/actors/{actorId}/sessions/{sessionId}/",
    "EPISODIC": "/strategies/{memoryStrategyId}/actors/{actorId}/sessions/{sessionId}/",
}
"""Where a strategy without a namespace of its own files its records, as AgentCore does."""
REFLECTIONS = "/strategies/{memoryStrategyId}/actors/{actorId}/"
MOST_KEYS = 10
MOST_STRATEGIES = 6
_REGION = re.compile(r"Credential=[^/]+/\d{8}/([a-z0-9-]+)/")
ACCOUNT = "000000000000"
"""In an ARN: there is no account to tell. Whoever gives the ARN back means the memory at its end."""


def made(tenant: str, asked: CreateMemory, now: datetime) -> Bank:
    """Raises Invalid for what could not be honoured."""
    return Bank(
        tenant=tenant,
        container=names.made(asked.name),
        name=asked.name,
        description=asked.description,
        role_arn=asked.memory_execution_role_arn,
        event_days=asked.event_expiry_duration,
        strategies=_apart([strategy(s, now) for s in asked.memory_strategies]),
        indexed_keys=tuple(IndexedKey(key=k.key, type=k.type) for k in asked.indexed_keys),
        made_by=ids.digest(asked.client_token) if asked.client_token else None,
        created_at=now,
        updated_at=now,
    )


def changed(bank: Bank, asked: UpdateMemory, now: datetime) -> Bank:
    """The same request again changes nothing. Raises Invalid, also for a strategy that the memory does not have."""
    token = ids.digest(asked.client_token) if asked.client_token else None
    if token is not None and token == bank.changed_by:
        return bank
    changes = asked.memory_strategies or requests.StrategyChanges()
    held = {s.strategy_id: s for s in bank.strategies}
    for gone in changes.delete_memory_strategies:
        held.pop(_known(held, gone.memory_strategy_id))
    for change in changes.modify_memory_strategies:
        name = _known(held, change.memory_strategy_id)
        held[name] = held[name].model_copy(update={"description": change.description or held[name].description})
    added = [strategy(s, now) for s in changes.add_memory_strategies]
    keys = {k.key: k for k in bank.indexed_keys} | {k.key: IndexedKey(key=k.key, type=k.type) for k in asked.add_indexed_keys}
    if len(keys) > MOST_KEYS:
        raise wrong("addIndexedKeys", f"a memory has at most {MOST_KEYS} indexed keys")
    given = {
        "description": asked.description, "event_days": asked.event_expiry_duration, "role_arn": asked.memory_execution_role_arn,
    }  # fmt: skip
    rest = {"strategies": _apart([*held.values(), *added]), "indexed_keys": tuple(keys.values()), "updated_at": now, "changed_by": token}
    return bank.model_copy(update={k: v for k, v in given.items() if v is not None} | rest)


def strategy(given: StrategyInput, now: datetime) -> Strategy:
    inputs: dict[StrategyType, NewStrategy | None] = {
        "SEMANTIC": given.semantic_memory_strategy, "SUMMARIZATION": given.summary_memory_strategy,
        "USER_PREFERENCE": given.user_preference_memory_strategy, "EPISODIC": given.episodic_memory_strategy,
    }  # fmt: skip
    kind, asked = next((k, s) for k, s in inputs.items() if s is not None)
    reflections: tuple[str, ...] = ()
    if isinstance(asked, requests.EpisodicStrategy):
        own = asked.reflection_configuration
        reflections = ((own.namespace_templates or own.namespaces) if own else ()) or (REFLECTIONS,)
    return Strategy(
        strategy_id=names.made(asked.name),
        name=asked.name,
        type=kind,
        description=asked.description,
        templates=_templates(asked.namespace_templates or asked.namespaces or (DEFAULTS[kind],)),
        reflection_templates=_templates(reflections),
        created_at=now,
    )


def arn(bank: Bank, headers: Mapping[str, str]) -> str:
    """In the region that the client signed for."""
    found = _REGION.search(headers.get("authorization", ""))
    return f"arn:aws:bedrock-agentcore:{found[1] if found else 'us-east-1'}:{ACCOUNT}:memory/{bank.container}"


def _templates(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(namespaces.checked(template) for template in given)


def _apart(strategies: list[Strategy]) -> tuple[Strategy, ...]:
    if len({s.name for s in strategies}) < len(strategies):
        raise wrong("memoryStrategies", "two strategies have one name")
    if len(strategies) > MOST_STRATEGIES:
        raise wrong("memoryStrategies", f"a memory has at most {MOST_STRATEGIES} strategies")
    return tuple(strategies)


def _known(held: Mapping[str, Strategy], strategy_id: str) -> str:
    if strategy_id not in held:
        raise wrong("memoryStrategyId", "is none of this memory's")
    return strategy_id
