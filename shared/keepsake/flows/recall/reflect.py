"""Answer a question from memory, every sentence with what it rests on (rows F1 to F3). It reads, and stores nothing but the recall."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from datetime import datetime

from keepsake import api, telemetry
from keepsake.errors import ModelUnavailable
from keepsake.flows.knowledge import tellable
from keepsake.flows.recall.recall import Asker, Ports, recall
from keepsake.ports import Reflector, Store
from keepsake.records import Event, Kind, Memory, Scope, Validity, event_key, memory_key
from keepsake.rules.recall import gates, reflection

DEADLINE_S = 20.0
"""From the question on; then the answer is put together without the model."""
READ = 40
"""Items of the recall that evidence is chosen from."""
QUOTED = 2
KINDS = (Kind.FACT, Kind.MENTAL_MODEL, Kind.EPISODE, Kind.EVENT)

_POOL = ThreadPoolExecutor(4)


def reflect(ports: Ports, reflector: Reflector | None, asker: Asker, request: api.ReflectRequest, recall_id: str) -> api.ReflectAnswer:
    """The answer, what is missing for it, and what was degraded. Raises Unavailable only when the table is down."""
    started = time.perf_counter()
    asked = api.RecallRequest(query=request.question, top_k=READ, token_budget=request.token_budget, kinds=KINDS, as_of=request.as_of)
    recalled = recall(ports, asker, asked, recall_id)
    outdated = _outdated(ports.store, asker.scope, recalled.memories, request.as_of)
    told = [i for i in recalled.memories if i.memory_id not in outdated]
    found = reflection.evidence(request.question, told, past=request.as_of is not None, thresholds=ports.embedder.thresholds)
    degraded = list(recalled.degraded)
    sentences, missing = None, None
    if reflector is not None and found:
        try:
            lines = [reflection.line(e) for e in found]
            left_s = max(0.1, DEADLINE_S - (time.perf_counter() - started))
            answer = _POOL.submit(reflector.reflect, asker.scope.tenant, request.question, lines).result(left_s)
            sentences, missing = reflection.verified(answer, found), answer.missing
        except (ModelUnavailable, Late) as err:
            reason = "The chat model took too long." if isinstance(err, Late) else err.detail
            degraded.append(api.Degraded(part="reflection", reason=f"{reason} The answer is extractive."))
        if sentences == [] and not missing:
            degraded.append(api.Degraded(part="reflection", reason="No sentence of the chat model was supported by its evidence."))
            sentences = None
    if sentences is None:
        sentences = reflection.extractive(found)
        missing = reflection.missing(request.question, sentences, recalled.memories)
    if reflection.asks_why(request.question):
        sentences = [s for one in sentences for s in (one, *_grounds(ports.store, asker, one))]
    for lost in degraded[len(recalled.degraded) :]:
        telemetry.count("RecallsDegraded", 1, part=lost.part)
    text = " ".join(s.text for s in sentences) or reflection.NO_EVIDENCE
    return api.ReflectAnswer(
        answer=text, sentences=tuple(sentences), missing=tuple(missing or ()), degraded=tuple(degraded), recall_id=recall_id
    )


def _outdated(store: Store, scope: Scope, items: Sequence[api.RecallItem], as_of: datetime | None) -> set[str]:
    """Events of which something is no longer true, or was not at the time asked about: recall shows them for the rest that they say, an
    answer must not tell it as truth."""
    said = store.read([event_key(scope, i.memory_id) for i in items if i.kind is Kind.EVENT]).values()
    events = [e for e in said if isinstance(e, Event)]
    rows = store.read([memory_key(e.scope, m) for e in events for m in e.memory_ids])
    ended = {m.memory_id for m in rows.values() if isinstance(m, Memory) and m.kind is Kind.FACT and not _true(m, as_of)}
    return {e.event_id for e in events if ended & set(e.memory_ids)}


def _true(fact: Memory, as_of: datetime | None) -> bool:
    """At the time that is asked about, by what is known today."""
    if as_of is None or fact.validity is not Validity.DEPRECATED:
        return fact.current
    return fact.valid_from <= as_of and (fact.valid_to is None or as_of < fact.valid_to)


def _grounds(store: Store, asker: Asker, sentence: api.ReflectSentence) -> list[api.ReflectSentence]:
    """The case behind a sentence, where the question asks for it: what of its evidence the asker may be told."""
    scope = asker.scope
    memory = store.read([memory_key(scope, sentence.memory_ids[0])]).get(memory_key(scope, sentence.memory_ids[0]))
    if not isinstance(memory, Memory):
        return []
    reader = gates.Reader(scope=scope, now=asker.now, roles=asker.roles)
    said = tellable.events(store, reader, memory.event_ids[-QUOTED:], but=("filter", "junk"))
    return [reflection.grounds(sentence, memory.change.reason, said)]
