"""Records as they are retrieved, paged and put."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from keepsake import cursors, ids
from keepsake.agentcore import answers, metadata, names, namespaces, selection
from keepsake.agentcore.namespaces import Place
from keepsake.agentcore.requests import Named, NewRecord
from keepsake.flows.sessions.told import Told
from keepsake.records import Scope
from keepsake.records.banks import Bank
from keepsake.rules import words
from keepsake.rules.recall.filters import wrong

LONGEST_QUERY = 8_000
"""Characters of a query that are asked; AgentCore takes 10,000."""
MOST_SUMMARIES = 10
"""Sessions whose summaries one retrieval weighs, the newest."""


def page(found: Sequence[dict[str, Any]], scope: Scope, body: dict[str, Any], asked: Named) -> tuple[Sequence[dict[str, Any]], str | None]:
    """A part of what was found, and the token of the next one: it is found anew for each, so the token holds for this request alone."""
    prefix = "found/" + ids.digest(json.dumps({k: v for k, v in body.items() if k != "nextToken"}, sort_keys=True))[:16] + "/"
    begun = cursors.read(scope.pk, prefix, asked.next_token)
    start = int(begun.removeprefix(prefix)) if begun else 0
    end = start + asked.max_results
    return found[start:end], cursors.make(scope.pk, prefix, f"{prefix}{end}") if end < len(found) else None


def ranked(found: Sequence[Told], place: Place, query: str) -> list[dict[str, Any]]:
    """Summaries of sessions by the share of the query's words that they hold; among equals the newest first. A query without a word that
    says something gives each a half, since nobody can tell."""
    asked = words.content(query)
    shares = [len(asked & words.content(t.text)) for t in found]
    best = max(shares, default=0) or 1
    order = sorted(range(len(found)), key=lambda n: -shares[n])
    return [summary(found[n], place, round(shares[n] / best, 4) if asked else 0.5) for n in order]


def summary(told: Told, place: Place | None, score: float | None = None) -> dict[str, Any]:
    assert place is not None, "summaries are sought at a place"
    namespace = place.namespace(told.scope.user_id, told.scope.session_id)
    return answers.text_record(names.record(told.summary_id), told.text, place.strategy.strategy_id, namespace, told.at, score)


def fact(bank: Bank, record: NewRecord, days: int | None, now: datetime) -> dict[str, Any]:
    """A record that a client puts, as the fact that is kept, with the user and the session whose it is. Raises Invalid."""
    strategies = [s for s in bank.strategies if record.memory_strategy_id in (None, s.strategy_id)]
    if record.memory_strategy_id is not None and not strategies:
        raise wrong("memoryStrategyId", "is none of this memory's")
    if not record.namespaces:
        raise wrong("namespaces", "one is needed")
    (given,) = record.namespaces
    place = next(iter(namespaces.places(strategies, given, exact=True)), None)
    strategy_id = record.memory_strategy_id or (place.strategy.strategy_id if place else None)
    put = selection.under(given, strategy_id)
    fields: dict[str, Any] = {
        "content": record.content.text, "valid_from": record.timestamp.isoformat(), "metadata": metadata.plain(record.metadata) | put,
        "user_id": place.actor if place else None, "session_id": place.session if place else None,
    }  # fmt: skip
    if place is not None and place.strategy.type == "USER_PREFERENCE":
        fields |= {"category": "preference", "type": "preference"}
    return fields | ({"expires_at": (now + timedelta(days=days)).isoformat()} if days else {})
