"""Find what the next turn needs and say why (rows Q1 to Q10). Three sequential network steps:

    {embed the query | read the user's state and session | list open batches} > one multi-search > one hydration

and then pure rules: gates, fusion, grouping, packing. When the model or the index is down, the answer comes from what is left, marked.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeVar

from keepsake import api, ids
from keepsake.errors import ModelUnavailable, Unavailable
from keepsake.ports import Embedder, Hit, Index, Leg, Owner, Store, Vector
from keepsake.records import (
    Event,
    Kind,
    Memory,
    OpenBatch,
    Progress,
    Record,
    Role,
    Scope,
    Session,
    Status,
    Trust,
    UserState,
    Validity,
    event_key,
    session_key,
    state_key,
)
from keepsake.rules import descent, documents, filters, fusion, gates, grouping, packing, query, temporal
from keepsake.rules.fusion import Candidate

T = TypeVar("T")
HYDRATED = 100
"""Best candidates whose rows are read: one BatchGetItem. More brought no evidence on LoCoMo that a top 10 would show."""
LEG_SIZE = 100
MOST_PENDING = 50
SUPPRESSED_SHOWN = 50
MOST_EVIDENCE = 20
SPENT_BY_PENDING = 0.3
"""Base score of an event that is too young for the index; the share of the query's words in it adds up to 1."""
MEMORY_KINDS = (Kind.FACT, Kind.EPISODE, Kind.MENTAL_MODEL)
GUIDES = (Kind.TOPIC, Kind.SUMMARY)
GUIDE_LEG = "guide_"
GUIDE_SIZE = 20
"""Topics and summaries of one leg; at most six are used."""

_POOL = ThreadPoolExecutor(8)


@dataclass(slots=True)
class Trace:
    """What happened on the way: for diagnostics, and for what degraded."""

    degraded: list[api.Degraded] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    timings: dict[str, float] = field(default_factory=dict)

    def timed(self, name: str, started: float) -> None:
        self.timings[name] = round(1000 * (time.perf_counter() - started), 2)


@dataclass(frozen=True, slots=True)
class Background:
    """What step one reads beside the query's vectors."""

    speakers: tuple[str, ...]
    recent: tuple[str, ...]
    open_events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and when."""

    scope: Scope
    now: datetime
    roles: tuple[str, ...] = ()


def recall(store: Store, index: Index, embedder: Embedder, asker: Asker, request: api.RecallRequest, recall_id: str) -> api.RecallAnswer:
    """The ranked items that fit the budget, with their evidence. Raises Unavailable only when the table itself is down."""
    reader = gates.Reader(
        scope=asker.scope,
        now=request.now or asker.now,
        roles=asker.roles,
        as_of=request.as_of,
        known_at=request.known_at,
        include=request.include,
        kinds=request.kinds,
        wanted=filters.compiled(request.filters),
    )
    trace = Trace()
    started = time.perf_counter()
    question = query.read(request.query)
    embedding = _POOL.submit(_embed, embedder, list(question.variants.values()))
    background = _read_background(store, reader.scope)
    vectors = _or_degraded(trace, "model", embedding) or []
    trace.timed("embed", started)

    started = time.perf_counter()
    variant = query.variant(question, background.speakers)
    vector = vectors[list(question.variants).index(variant)] if vectors else None
    found = _search(index, reader, request, question, vector, trace)
    trace.timed("search", started)

    intent = _intent(question, background)
    fused = fusion.fuse({leg: hits for leg, hits in found.items() if not leg.startswith(GUIDE_LEG)}, intent)
    led = descent.paths(fusion.fuse({leg: hits for leg, hits in found.items() if leg.startswith(GUIDE_LEG)}, intent))
    started = time.perf_counter()
    recent = [event_key(reader.scope, e) for e in background.recent]
    pending = [event_key(reader.scope, e) for e in background.open_events]
    rows = store.read([*(c.key for c in fused[:HYDRATED]), *led.keys, *recent, *pending])
    trace.timed("hydrate", started)
    started = time.perf_counter()
    candidates = fused[:HYDRATED] + _pending(question, rows, pending, {c.key for c in fused})
    answer = _answer(reader, request, recall_id, candidates, led, rows, recent, trace)
    trace.timed("rank", started)
    if not request.diagnostics:
        return answer
    assert answer.diagnostics is not None
    return answer.model_copy(update={"diagnostics": answer.diagnostics.model_copy(update={"timings_ms": trace.timings})})


def _embed(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    return embedder.embed(texts)


def _or_degraded(trace: Trace, part: str, work: Future[T]) -> T | None:
    try:
        return work.result()
    except ModelUnavailable as err:
        trace.degraded.append(api.Degraded(part=part, reason=err.detail))
        return None


def _read_background(store: Store, scope: Scope) -> Background:
    wanted = [state_key(scope)] + ([session_key(scope)] if scope.session_id else [])
    opened = _POOL.submit(store.query, scope.pk, OpenBatch.prefix, limit=MOST_PENDING, newest_first=True)
    rows = store.read(wanted)
    state, session = rows.get(state_key(scope)), rows.get(session_key(scope))
    batches = [b for b in opened.result().records if isinstance(b, OpenBatch)]
    return Background(
        speakers=state.speakers if isinstance(state, UserState) else (),
        recent=session.recent if isinstance(session, Session) else (),
        open_events=tuple(e for b in batches for e in b.event_ids)[: 2 * MOST_PENDING],
    )


def _intent(question: query.Question, background: Background) -> fusion.Intent:
    named = query.named(question, background.speakers)
    if not named and question.first_person:
        named = {"user"}
        if len(background.speakers) == 1:
            named = {background.speakers[0].lower()}
    return fusion.Intent(frozenset(named), temporal.asks_when(question.text))


def _search(
    index: Index, reader: gates.Reader, request: api.RecallRequest, question: query.Question, vector: Vector | None, trace: Trace
) -> dict[str, list[Hit]]:
    scope = reader.scope
    legs = _legs(request, question, vector)
    try:
        lists = index.search(Owner(scope.tenant, scope.container, scope.namespace, scope.user_id), legs)
    except Unavailable as err:
        trace.degraded.append(api.Degraded(part="index", reason=err.detail))
        return {}
    found = {leg.name: hits for leg, hits in zip(legs, lists, strict=True)}
    trace.counts |= {name: len(hits) for name, hits in found.items()}
    return found


def _legs(request: api.RecallRequest, question: query.Question, vector: Vector | None) -> list[Leg]:
    memories = tuple(k.value for k in MEMORY_KINDS if k in request.kinds)
    legs: list[Leg] = []
    if Kind.EVENT in request.kinds:
        legs.append(Leg("event_words", ("event",), text=question.words, size=LEG_SIZE))
        if vector is not None:
            legs.append(Leg("event_window", ("event",), vector=vector, size=LEG_SIZE))
            legs.append(Leg("event_sentences", ("event",), vector=vector, nested=True, size=LEG_SIZE))
    if memories:
        legs.append(Leg("keyword", memories, text=question.words, size=LEG_SIZE))
        if vector is not None:
            legs.append(Leg("vector", memories, vector=vector, size=LEG_SIZE))
        entities = query.entities(question.text)
        if entities:
            legs.append(Leg("entity", memories, entities=entities, size=LEG_SIZE))
    if any(k in request.kinds for k in GUIDES):
        guides = tuple(k.value for k in GUIDES)
        legs.append(Leg(GUIDE_LEG + "words", guides, text=question.words, size=GUIDE_SIZE))
        if vector is not None:
            legs.append(Leg(GUIDE_LEG + "vector", guides, vector=vector, size=GUIDE_SIZE))
    return legs


def _pending(question: query.Question, rows: dict[ids.Key, Record], keys: Sequence[ids.Key], known: set[ids.Key]) -> list[Candidate]:
    """Events too young for the index, by the share of the query's words that they hold."""
    wanted = {w.lower() for w in question.words.split()}
    young = []
    for key in keys:
        event = rows.get(key)
        if isinstance(event, Event) and key not in known and event.progress in (Progress.PENDING, Progress.CHUNKED):
            held = {w.strip(".,!?").lower() for w in event.content.split()}
            share = len(wanted & held) / max(1, len(wanted))
            young.append(Candidate(key, {"kind": "event"}, {"pending": round(share, 4)}, SPENT_BY_PENDING + share))
    return young


def _answer(
    reader: gates.Reader,
    request: api.RecallRequest,
    recall_id: str,
    candidates: Sequence[Candidate],
    led: descent.Paths,
    rows: dict[ids.Key, Record],
    recent: Sequence[ids.Key],
    trace: Trace,
) -> api.RecallAnswer:
    passed, suppressed = _gated(reader, candidates, rows)
    flat = [_item(c, r) for c, r in grouping.group(passed)]
    guides, held = _led(reader, led, rows)
    suppressed += held
    above, below = _scored(_guide_items(guides), request), _scored(_led_items(reader, request, led, guides, rows), request)
    chosen = descent.choose(_scored(flat, request), above, below, request.token_budget, request.top_k)
    shown = [*chosen.listed, *chosen.beside]
    focus = [r for k in recent if isinstance(r := rows.get(k), Event) and gates.held_by(r, reader) is None]
    return api.RecallAnswer(
        recall_id=recall_id,
        query=request.query,
        short_term_context=tuple(api.ContextLine(memory_id=e.event_id, content=documents.said(e), at=e.timestamp) for e in focus),
        mid_term_context=tuple(_line(i) for i in chosen.listed if i.kind is Kind.FACT),
        long_term_user_context=tuple(_line(i) for i in shown if i.kind in (Kind.SUMMARY, Kind.MENTAL_MODEL)),
        formatted_context=packing.context(recall_id, _said_once(shown, chosen.listed, guides)),
        memories=tuple(chosen.listed),
        tokens=sum(packing.tokens(i.content) for i in shown),
        degraded=tuple(trace.degraded),
        diagnostics=_diagnostics(trace, rows, passed, suppressed) if request.diagnostics else None,
    )


def _led(
    reader: gates.Reader, led: descent.Paths, rows: dict[ids.Key, Record]
) -> tuple[list[tuple[Candidate, Memory | Event]], list[api.Suppressed]]:
    """The guides that pass the gates and that their facts still support."""
    passed, suppressed = _gated(reader, led.guides, rows)
    gone = [r for _, r in passed if isinstance(r, Memory) and descent.outlived(r, rows, reader.now)]
    suppressed += [api.Suppressed(memory_id=m.memory_id, gate="outlived", reason="a fact that it tells no longer holds") for m in gone]
    return [(c, r) for c, r in passed if r not in gone], suppressed


def _diagnostics(
    trace: Trace, rows: dict[ids.Key, Record], passed: Sequence[object], suppressed: Sequence[api.Suppressed]
) -> api.Diagnostics:
    return api.Diagnostics(
        candidates=trace.counts | {"hydrated": len(rows), "passed": len(passed)},
        suppressed=tuple(suppressed[:SUPPRESSED_SHOWN]),
        policy={"trust": "quarantined text is never shown, untrusted text is quoted", "deprioritized_factor": gates.HALF},
    )


def _scored(items: Sequence[api.RecallItem], request: api.RecallRequest) -> list[api.RecallItem]:
    return [i for i in items if request.min_score is None or i.score >= request.min_score]


def _guide_items(guides: Sequence[tuple[Candidate, Memory | Event]]) -> list[api.RecallItem]:
    """Summaries before topics, since they say something; each list best first."""
    return sorted((_item(c, r) for c, r in guides), key=lambda i: (i.kind is Kind.TOPIC, -i.score))


def _led_items(
    reader: gates.Reader,
    request: api.RecallRequest,
    led: descent.Paths,
    guides: Sequence[tuple[Candidate, Memory | Event]],
    rows: dict[ids.Key, Record],
) -> list[api.RecallItem]:
    """Facts under the summaries, where those do not suffice."""
    facts = [r for k in led.facts if isinstance(r := rows.get(k), Memory) and gates.held_by(r, reader) is None]
    summaries = [r for _, r in guides if isinstance(r, Memory) and r.kind is Kind.SUMMARY]
    return [_item(Candidate(f.key, {}, {descent.LED: 0.0}), f) for f in descent.below(request.query, facts, summaries)]


def _said_once(
    shown: Sequence[api.RecallItem], listed: Sequence[api.RecallItem], guides: Sequence[tuple[Candidate, Memory | Event]]
) -> list[api.RecallItem]:
    """Without the summaries whose facts all stand in the list: facts win."""
    there = {i.memory_id for i in listed}
    said = {
        _id(r) for _, r in guides if isinstance(r, Memory) and there.issuperset(t.target for t in r.relations if t.type == "derived_from")
    }
    return [i for i in shown if i.kind is not Kind.SUMMARY or i.memory_id not in said]


def _gated(
    reader: gates.Reader, candidates: Sequence[Candidate], rows: dict[ids.Key, Record]
) -> tuple[list[tuple[Candidate, Memory | Event]], list[api.Suppressed]]:
    passed: list[tuple[Candidate, Memory | Event]] = []
    suppressed = []
    stale: dict[str, list[bool]] = {}
    for candidate in candidates:
        record = rows.get(candidate.key)
        if not isinstance(record, Memory | Event):
            continue
        gate = gates.held_by(record, reader)
        if isinstance(record, Memory) and record.kind is Kind.FACT:
            for event_id in record.event_ids:
                stale.setdefault(event_id, []).append(record.validity in (Validity.DEPRECATED, Validity.INVALID))
        if gate is not None:
            suppressed.append(api.Suppressed(memory_id=_id(record), gate=gate.name, reason=gate.reason))
            continue
        candidate.score *= gates.factor(record)
        passed.append((candidate, record))
    past = reader.as_of is not None or reader.known_at is not None or "deprecated" in reader.include
    if not past:
        replaced = {e for e, rows_ in stale.items() if all(rows_)}
        gone = [r for _, r in passed if isinstance(r, Event) and replaced.issuperset([r.event_id]) and r.memory_ids]
        suppressed += [api.Suppressed(memory_id=e.event_id, gate="validity", reason="all it says was superseded") for e in gone]
        passed = [(c, r) for c, r in passed if r not in gone]
    return sorted(passed, key=lambda pair: (-pair[0].score, pair[0].key)), suppressed


def _id(record: Memory | Event) -> str:
    return record.event_id if isinstance(record, Event) else record.memory_id


def _item(candidate: Candidate, record: Memory | Event) -> api.RecallItem:
    legs = {leg: round(value, 4) for leg, value in candidate.legs.items()}
    score = round(candidate.score, 4)
    if isinstance(record, Event):
        return api.RecallItem(
            memory_id=record.event_id, kind=Kind.EVENT, content=documents.shown(record), score=score, legs=legs,
            subject=documents.speaker(record), trust=_event_trust(record), validity=Validity.ACTIVE, status=Status.ACTIVE,
            valid_from=record.timestamp, event_ids=(record.event_id,), pending=record.progress is not Progress.PROCESSED, why=tuple(legs),
        )  # fmt: skip
    return api.RecallItem(
        memory_id=record.memory_id, kind=record.kind, type=record.type, content=record.content.summary, score=score, legs=legs,
        subject=record.subject, category=record.category, topic=record.topic, confidence=round(record.confidence, 4), trust=record.trust,
        validity=record.validity, status=record.status, valid_from=record.valid_from, valid_to=record.valid_to,
        event_ids=_evidence(record), why=tuple(legs), case=f"/v1/memories/{record.memory_id}/case",
    )  # fmt: skip


def _evidence(memory: Memory) -> tuple[str, ...]:
    """A guide's events stand strongest first, a fact's in the order in which they came."""
    return memory.event_ids[:MOST_EVIDENCE] if memory.kind in GUIDES else memory.event_ids[-MOST_EVIDENCE:]


def _event_trust(event: Event) -> Trust:
    if event.role is Role.TOOL or event.metadata.get("source") in ("web", "webpage", "browser", "crawl"):
        return Trust.UNTRUSTED
    return Trust.TRUSTED if event.role is Role.USER else Trust.CAUTION


def _line(item: api.RecallItem) -> api.ContextLine:
    return api.ContextLine(memory_id=item.memory_id, content=item.content, at=item.valid_from)
