"""Which of our memories the records under a namespace are.

Facts are what a SEMANTIC strategy tells; where another one tells preferences, all but these. EPISODIC tells episodes, and their patterns
under its reflections. SUMMARIZATION tells the summaries of topics, or by a template with a session in it, what was said in that session.
A record that a client put under a namespace itself is found there, and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from keepsake.agentcore import metadata, namespaces
from keepsake.agentcore.answers import NO_STRATEGY, OWN
from keepsake.agentcore.namespaces import SESSION, Place
from keepsake.agentcore.requests import Condition
from keepsake.records import Kind, Memory, Scope, Type
from keepsake.records.banks import Bank
from keepsake.rules.recall.filters import compiled, wrong

NAMESPACE, PATHS = f"metadata.{OWN}.namespace", f"metadata.{OWN}.paths"
_OF_FACTS = {"field": "kind", "op": "eq", "value": Kind.FACT.value}
_PREFERENCES = {"field": "type", "op": "eq", "value": Type.PREFERENCE.value}
_NOT_PUT = {"field": NAMESPACE, "op": "exists", "value": False}


class Sought(NamedTuple):
    """What a request means."""

    places: tuple[Place, ...]
    """None of them: a namespace that is no strategy's, whose records are the container's own."""
    actor: str | None
    session: str | None
    kinds: tuple[Kind, ...]
    filter: dict[str, Any]
    summaries: Place | None
    """Of whose sessions summaries are sought."""
    given: str
    """The namespace as it was given."""
    apart: bool
    """Preferences are told by a strategy of their own."""

    @property
    def told(self) -> bool:
        """Whether any of it is a memory, and not the summary of a session alone."""
        return any(not _of_sessions(p) for p in self.places)

    @property
    def filter_text(self) -> str:
        return json.dumps(self.filter)

    def within(self, scope: Scope) -> bool:
        """Whether it means the records of this actor and session."""
        ours = not self.places or self.actor in (None, scope.user_id)
        return ours and self.session in (None, scope.session_id)

    def holds(self, memory: Memory) -> bool:
        """Whether a memory is one of them."""
        return self.within(memory.scope) and compiled(self.filter)(memory)

    def named(self, memory: Memory) -> tuple[str, str]:
        """The strategy and the namespace of a memory among them."""
        place = next((p for p in self.places if _tells(p, memory, self.apart)), self.places[0] if self.places else None)
        if place is None:
            return NO_STRATEGY, self.given
        return place.strategy.strategy_id, place.namespace(memory.scope.user_id, memory.scope.session_id)


def sought(bank: Bank, namespace: str | None, path: str | None, strategy_id: str | None, conditions: Sequence[Condition]) -> Sought:
    """Raises Invalid for a namespace that is none, and for a strategy that the memory does not have."""
    strategies = [s for s in bank.strategies if strategy_id in (None, s.strategy_id)]
    if strategy_id is not None and not strategies:
        raise wrong("memoryStrategyId", "is none of this memory's")
    given = namespace if namespace is not None else path if path is not None else "/"
    places = namespaces.places(strategies, given, exact=namespace is not None)
    if namespace is None and path is None:
        places = namespaces.of(strategies)
    put: dict[str, Any] = {"field": NAMESPACE, "op": "eq", "value": namespaces.normal(given)}
    if namespace is None:
        put = {"field": PATHS, "op": "contains", "value": namespaces.normal(given)}
    apart = any(s.type == "USER_PREFERENCE" for s in bank.strategies)
    sessions = {p.session for p in places if p.session}
    told = [p for p in places if not _of_sessions(p)]
    return Sought(
        places=tuple(places),
        actor=places[0].actor if places else None,
        session=min(sessions) if sessions else None,
        kinds=tuple(dict.fromkeys([*(_kind(p) for p in told), Kind.FACT])),
        filter={"and": [{"or": [*(_told(p, apart) for p in told), put]}, *metadata.filters(conditions)]},
        summaries=next((p for p in places if _of_sessions(p)), None),
        given=given,
        apart=apart,
    )


def under(namespace: str, strategy_id: str | None) -> dict[str, Any]:
    """What a fact's metadata says of the namespace that it was put under. Raises Invalid for one that is none."""
    return {
        OWN: {"namespace": namespaces.normal(namespace), "given": namespace, "paths": namespaces.above(namespace), "strategy": strategy_id}
    }


def _of_sessions(place: Place) -> bool:
    return place.strategy.type == "SUMMARIZATION" and SESSION in place.template


def _kind(place: Place) -> Kind:
    if place.strategy.type == "EPISODIC":
        return Kind.MENTAL_MODEL if place.reflections else Kind.EPISODE
    return Kind.SUMMARY if place.strategy.type == "SUMMARIZATION" else Kind.FACT


def _told(place: Place, apart: bool) -> dict[str, Any]:
    """As a filter. `apart`: preferences are told by a strategy of their own."""
    rules: list[dict[str, Any]] = [{"field": "kind", "op": "eq", "value": _kind(place).value}, _NOT_PUT]
    if place.strategy.type == "USER_PREFERENCE":
        rules.append(_PREFERENCES)
    elif place.strategy.type == "SEMANTIC" and apart:
        rules.append({"not": _PREFERENCES})
    return {"and": rules}


def _tells(place: Place, memory: Memory, apart: bool) -> bool:
    preference, kind = memory.type is Type.PREFERENCE, place.strategy.type
    unfit = (kind == "USER_PREFERENCE" and not preference) or (kind == "SEMANTIC" and preference and apart)
    return memory.kind is _kind(place) and not unfit
