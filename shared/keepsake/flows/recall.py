"""Find what the next turn needs and say why (rows Q1 to Q10). Three sequential network steps:

    {embed the query | read the user's state and session | list open batches | note the question} > one multi-search > one hydration

and then pure rules: gates, fusion, windows, grouping, packing. When the model or the index is down or late, the answer comes from what
is left, marked. What was weighed follows through the queue, which keeps it and refreshes what was recalled.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from keepsake import api, ids, telemetry
from keepsake.errors import Invalid, KeepsakeError, ModelUnavailable, Unavailable
from keepsake.flows import fallback, known_then
from keepsake.flows.container_settings import policy_in
from keepsake.messages import AccessWork
from keepsake.ports import Embedder, Hit, Index, Leg, Owner, Queue, Reranker, Store, Vector, Write
from keepsake.records import (
    Considered,
    Event,
    Kind,
    Memory,
    OpenBatch,
    Progress,
    Quarantine,
    Recalled,
    Record,
    Scope,
    Session,
    UserState,
    Validity,
    WorkingMemory,
    container_settings_key,
    event_key,
    session_key,
    state_key,
    working_key,
)
from keepsake.records.recalls import Fate
from keepsake.rules import descent, filters, focus, fusion, gates, grouping, items, packing, query, reranking, short_term, temporal, windows
from keepsake.rules.fusion import Candidate
from keepsake.rules.policy import DEFAULT, Policy

T = TypeVar("T")
HYDRATED = 100
"""Best candidates whose rows are read: one BatchGetItem. More brought no evidence on LoCoMo that a top 10 would show."""
LEG_SIZE = 100
MOST_PENDING = 50
SUPPRESSED_SHOWN = 50
MOST_UNREAD = 300
"""Candidates behind those that are read whose rank is kept, so that a later why-not has its number."""
SPENT_BY_PENDING = 0.3
"""Base score of an event that is too young for the index; the share of the query's words in it adds up to 1."""
MEMORY_KINDS = (Kind.FACT, Kind.EPISODE, Kind.MENTAL_MODEL)
GUIDES = (Kind.TOPIC, Kind.SUMMARY)
GUIDE_LEG = "guide_"
TIME_SIZE = 30
"""Of what lies in the window that the query names."""
GUIDE_SIZE = 20
"""Topics and summaries of one leg; at most six are used."""

EMBED_WITHIN_S = 1.2
FOUND_WITHIN_S = 1.8
"""Seconds from the start until which the embedder, and then the index, may take: an answer without them comes within 2 s."""
LEAST_SEARCH_S = 0.6
TOLD_WITHIN_S = 0.05
"""Seconds that the queue may take to hear of a recall; a Lambda freezes once it has answered, so it is told before."""
RERANKED_WITHIN_S = 3.0

_POOL = ThreadPoolExecutor(8)


@dataclass(slots=True)
class Trace:
    """What happened on the way: for diagnostics, and for what degraded."""

    degraded: list[api.Degraded] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    timings: dict[str, float] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def timed(self, name: str, started: float) -> None:
        self.timings[name] = round(1000 * (time.perf_counter() - started), 2)


@dataclass(frozen=True, slots=True)
class Background:
    """What step one reads beside the query's vectors."""

    speakers: tuple[str, ...]
    open_events: tuple[str, ...]
    session: Session | None = None
    memory: WorkingMemory | None = None
    policy: Policy = DEFAULT
    quarantines: tuple[Quarantine, ...] = ()


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, and when."""

    scope: Scope
    now: datetime
    roles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ports:
    store: Store
    index: Index
    embedder: Embedder
    queue: Queue
    """Hears what was recalled."""
    rerankers: Mapping[str, Reranker] = field(default_factory=dict)
    """By the name that a request gives; "default" where one is configured."""


def recall(ports: Ports, asker: Asker, request: api.RecallRequest, recall_id: str) -> api.RecallAnswer:
    """The ranked items that fit the budget, with their evidence. Raises Unavailable only when the table itself is down."""
    store = ports.store
    reader = reader_of(asker, request)
    trace = Trace()
    started = time.perf_counter()
    question = query.read(request.query)
    embedding = _POOL.submit(_embed, ports.embedder, list(question.variants.values()))
    noted = _POOL.submit(store.put_each, [Write(_note(reader, request, recall_id, asker.now))])
    background = _read_background(store, reader.scope)
    reader = replace(reader, quarantines=background.quarantines)
    vectors = _or_degraded(trace, embedding) or []
    trace.timed("embed", started)

    searching = time.perf_counter()
    variant = query.variant(question, background.speakers)
    vector = vectors[list(question.variants).index(variant)] if vectors else None
    window = windows.asked(request.query, reader.now, request.timezone)
    within_s = max(LEAST_SEARCH_S, FOUND_WITHIN_S - (searching - started))
    found = _search(ports.index, reader, _legs(request, question, vector, window), within_s, trace)
    trace.timed("search", searching)

    intent = _intent(question, background)
    fused = fusion.fuse({leg: hits for leg, hits in (found or {}).items() if not leg.startswith(GUIDE_LEG)}, intent)
    led = descent.paths(fusion.fuse({leg: hits for leg, hits in (found or {}).items() if leg.startswith(GUIDE_LEG)}, intent))
    hydrating = time.perf_counter()
    recent = short_term.keys(background.session)
    pending = [event_key(reader.scope, e) for e in background.open_events]
    if found is not None:
        rows = store.read([*(c.key for c in fused[:HYDRATED]), *led.keys, *recent, *pending])
    else:
        rows, fused = fallback.from_table(store, reader.scope, question, [*recent, *pending])
    if reader.known_at is not None:
        rows = known_then.as_known(store, rows, reader.known_at)
    trace.timed("hydrate", hydrating)

    ranking = time.perf_counter()
    candidates = fused[:HYDRATED] + _pending(question, rows, pending, {c.key for c in fused})
    ranked = _Ranked(
        reader, request, trace, window, led, rows, background, focus.weighed(question, background.memory, reader, background.policy)
    )
    answer, considered = _answer(ranked, recall_id, candidates, ports.rerankers)
    trace.timed("rank", ranking)
    considered += _unread(fused[HYDRATED:])
    answer = _told(ports.queue, noted, reader.scope, answer, considered, asker.now, trace)
    telemetry.duration("RecallLatency", 1000 * (time.perf_counter() - started))
    for lost in answer.degraded:
        telemetry.count("RecallsDegraded", 1, part=lost.part)
    if answer.diagnostics is None:
        return answer
    noticed = {"timings_ms": trace.timings, "policy": answer.diagnostics.policy | trace.notes}
    return answer.model_copy(update={"diagnostics": answer.diagnostics.model_copy(update=noticed)})


def reader_of(asker: Asker, request: api.RecallRequest) -> gates.Reader:
    return gates.Reader(
        scope=asker.scope,
        now=request.now or asker.now,
        roles=asker.roles,
        as_of=request.as_of,
        known_at=request.known_at,
        include=request.include,
        kinds=request.kinds,
        wanted=filters.compiled(request.filters),
    )


def _note(reader: gates.Reader, request: api.RecallRequest, recall_id: str, at: datetime) -> Recalled:
    """The question as it was asked; a supposed `now` is part of the request, the clock that the row lives by is the real one."""
    asked = request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True)
    return Recalled(scope=reader.scope, recall_id=recall_id, query=request.query, request=asked, at=at)


def _told(
    queue: Queue,
    noted: Future[set[ids.Key]],
    scope: Scope,
    answer: api.RecallAnswer,
    considered: Sequence[Considered],
    now: datetime,
    trace: Trace,
) -> api.RecallAnswer:
    """Tells the queue what was weighed, in ids and numbers. A recall that can't be kept is answered all the same, and says so."""
    work = AccessWork(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id,
        recall_id=answer.recall_id, at=now, considered=tuple(considered), degraded=tuple(d.part for d in answer.degraded),
    )  # fmt: skip
    sent = _POOL.submit(queue.send, work)
    try:
        noted.result(TOLD_WITHIN_S)
        sent.result(TOLD_WITHIN_S)
    except Late:
        trace.notes["recall_log"] = "was still being written when this was answered"
    except KeepsakeError as err:
        lost = api.Degraded(part="recall_log", reason=f"This recall can't be read again: {err.detail}")
        return answer.model_copy(update={"degraded": (*answer.degraded, lost)})
    return answer


def _unread(rest: Sequence[Candidate]) -> list[Considered]:
    ranked = ((c, c.fields.get("memory_id") or ids.named(c.key)) for c in rest[:MOST_UNREAD])
    return [Considered(memory_id=str(name), score=round(c.score, 4), fate="unread") for c, name in ranked]


def _embed(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    return embedder.embed(texts)


def _or_degraded(trace: Trace, work: Future[T]) -> T | None:
    try:
        return work.result(EMBED_WITHIN_S)
    except Late:
        trace.degraded.append(api.Degraded(part="model", reason="The model endpoint took too long."))
    except (ModelUnavailable, Invalid) as err:
        trace.degraded.append(api.Degraded(part="model", reason=err.detail))
    return None


def _read_background(store: Store, scope: Scope) -> Background:
    settings = container_settings_key(scope.tenant, scope.container)
    wanted = [state_key(scope), settings] + ([session_key(scope), working_key(scope)] if scope.session_id else [])
    opened = _POOL.submit(store.query, scope.pk, OpenBatch.prefix, limit=MOST_PENDING, newest_first=True)
    rows = store.read(wanted)
    state, session, memory = (rows.get(key(scope)) for key in (state_key, session_key, working_key))
    batches = [b for b in opened.result().records if isinstance(b, OpenBatch)]
    return Background(
        speakers=state.speakers if isinstance(state, UserState) else (),
        open_events=tuple(e for b in batches for e in b.event_ids)[: 2 * MOST_PENDING],
        session=session if isinstance(session, Session) and session.scope.namespace == scope.namespace else None,
        memory=memory if isinstance(memory, WorkingMemory) else None,
        policy=policy_in(rows.get(settings)),
        quarantines=state.quarantines if isinstance(state, UserState) else (),
    )


def _intent(question: query.Question, background: Background) -> fusion.Intent:
    named = query.named(question, background.speakers)
    if not named and question.first_person:
        named = {"user"}
        if len(background.speakers) == 1:
            named = {background.speakers[0].lower()}
    return fusion.Intent(frozenset(named), temporal.asks_when(question.text))


def _search(index: Index, reader: gates.Reader, legs: Sequence[Leg], within_s: float, trace: Trace) -> dict[str, list[Hit]] | None:
    """The hits of each leg; None where the index does not answer in time."""
    scope = reader.scope
    try:
        lists = index.search(Owner(scope.tenant, scope.container, scope.namespace, scope.user_id), legs, within_s)
    except Unavailable as err:
        trace.degraded.append(api.Degraded(part="index", reason=err.detail))
        return None
    found = {leg.name: hits for leg, hits in zip(legs, lists, strict=True)}
    trace.counts |= {name: len(hits) for name, hits in found.items()}
    return found


def _legs(request: api.RecallRequest, question: query.Question, vector: Vector | None, window: windows.Window | None) -> list[Leg]:
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
    if window is not None and window.dated:
        dated = (*memories, *(("event",) if Kind.EVENT in request.kinds else ()))
        near = Leg("time", dated, vector=vector, text=None if vector is not None else question.words, size=TIME_SIZE)
        legs += [replace(near, since=window.since, until=window.until)] if dated else []
    if any(k in request.kinds for k in GUIDES):
        guides = tuple(k.value for k in GUIDES)
        legs.append(Leg(GUIDE_LEG + "words", guides, text=question.words, size=GUIDE_SIZE))
        if vector is not None:
            legs.append(Leg(GUIDE_LEG + "vector", guides, vector=vector, size=GUIDE_SIZE))
    return legs


def _pending(question: query.Question, rows: dict[ids.Key, Record], keys: Sequence[ids.Key], known: set[ids.Key]) -> list[Candidate]:
    """Events too young for the index, by the share of the query's words that they hold."""
    young = []
    for key in keys:
        event = rows.get(key)
        if isinstance(event, Event) and key not in known and event.progress in (Progress.PENDING, Progress.CHUNKED):
            share = query.share(question, event.content)
            young.append(Candidate(key, {"kind": "event"}, {"pending": round(share, 4)}, SPENT_BY_PENDING + share))
    return young


@dataclass(frozen=True, slots=True)
class _Ranked:
    """What ranking needs of the request and of what was read."""

    reader: gates.Reader
    request: api.RecallRequest
    trace: Trace
    window: windows.Window | None
    led: descent.Paths
    rows: dict[ids.Key, Record]
    background: Background
    focus: focus.Focus


def _answer(
    given: _Ranked, recall_id: str, candidates: Sequence[Candidate], rerankers: Mapping[str, Reranker]
) -> tuple[api.RecallAnswer, list[Considered]]:
    reader, request, rows, led, trace = given.reader, given.request, given.rows, given.led, given.trace
    passed, suppressed = _gated(reader, candidates, rows)
    suppressed += given.focus.suppressed
    passed = windows.favour(given.window, passed)
    kept, told = grouping.group(passed)
    ranked = focus.among([items.item(c, r) for c, r in kept], given.focus)
    flat = _reranked(_scored(ranked, request), reader.scope.tenant, request, rerankers, trace)
    guides, held = _led(reader, led, rows)
    suppressed += held
    above, below = _scored(_guide_items(guides), request), _scored(_led_items(reader, request, led, guides, rows), request)
    chosen = descent.choose(flat, above, below, request.token_budget, request.top_k)
    shown = [*chosen.listed, *chosen.beside]
    around = given.background
    shortly = short_term.of(around.session, rows, reader.scope.agent_id, short_term.handoffs(around.memory), around.quarantines)
    left = request.token_budget - sum(packing.tokens(i.content) for i in shown)
    in_focus = focus.told(given.focus, chosen.listed, left)
    answer = api.RecallAnswer(
        recall_id=recall_id,
        query=request.query,
        short_term_context=short_term.lines(shortly, reader),
        mid_term_context=tuple(items.line(i) for i in chosen.listed if i.kind is Kind.FACT),
        long_term_user_context=tuple(items.line(i) for i in shown if i.kind in (Kind.SUMMARY, Kind.MENTAL_MODEL)),
        formatted_context=packing.context(recall_id, _said_once(shown, chosen.listed, guides), in_focus),
        memories=tuple(chosen.listed),
        tokens=sum(packing.tokens(i.content) for i in shown) + focus.beside(in_focus, chosen.listed),
        degraded=tuple(trace.degraded),
        diagnostics=_diagnostics(trace, rows, passed, suppressed) if request.diagnostics else None,
    )
    records = [r for r in rows.values() if isinstance(r, Memory | Event)]
    return answer, _considered(request, chosen, [*above, *flat, *ranked], suppressed, told, records)


def _reranked(
    flat: list[api.RecallItem], tenant: str, request: api.RecallRequest, rerankers: Mapping[str, Reranker], trace: Trace
) -> list[api.RecallItem]:
    """The list in the order that was asked for; in fused order, marked, where the reranker fails or is late."""
    head = flat[: reranking.DEPTH]
    if request.rerank == "mmr":
        return reranking.reordered(flat, reranking.mmr(head))
    reranker = rerankers.get(request.rerank)
    if request.rerank == "none" or not head or (reranker is None and request.rerank == "default"):
        return flat
    if reranker is None:
        trace.degraded.append(api.Degraded(part="rerank", reason=f"No reranker named {request.rerank} is configured."))
        return flat
    try:
        scores = _POOL.submit(reranker.rerank, tenant, request.query, [i.content for i in head]).result(RERANKED_WITHIN_S)
    except (Unavailable, Late) as err:
        reason = "The reranker took too long." if isinstance(err, Late) else err.detail
        trace.degraded.append(api.Degraded(part="rerank", reason=reason))
        return flat
    return reranking.reordered(flat, scores)


def _considered(
    request: api.RecallRequest, chosen: descent.Chosen, ranked: Sequence[api.RecallItem], suppressed: Sequence[api.Suppressed],
    told: Mapping[str, str], records: Sequence[Memory | Event],
) -> list[Considered]:  # fmt: skip
    """Each candidate with what became of it: the list first, then the others by score."""
    versions = {items.id_of(r): r.version for r in records}
    last = chosen.listed[-1].score if len(chosen.listed) >= request.top_k else 0.0
    out: dict[str, Considered] = {}

    def note(item: api.RecallItem, fate: Fate) -> None:
        out.setdefault(item.memory_id, Considered(
            memory_id=item.memory_id, version=versions.get(item.memory_id, 1), score=item.score, legs=item.legs, fate=fate,
            tokens=packing.tokens(item.content),
        ))  # fmt: skip

    for item in chosen.listed:
        note(item, "listed")
    for item in chosen.beside:
        note(item, "context")
    for item in ranked:
        low = request.min_score is not None and item.score < request.min_score
        note(item, "min_score" if low else "rank" if item.score <= last else "budget")
    for fate, why in (("told", told), ("gate", {s.memory_id: s.gate for s in suppressed})):
        for name, by in why.items():
            out.setdefault(name, Considered(memory_id=name, version=versions.get(name, 1), score=0.0, fate=fate, by=by))
    return list(out.values())


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
    return sorted((items.item(c, r) for c, r in guides), key=lambda i: (i.kind is Kind.TOPIC, -i.score))


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
    return [items.item(Candidate(f.key, {}, {descent.LED: 0.0}), f) for f in descent.below(request.query, facts, summaries)]


def _said_once(
    shown: Sequence[api.RecallItem], listed: Sequence[api.RecallItem], guides: Sequence[tuple[Candidate, Memory | Event]]
) -> list[api.RecallItem]:
    """Without the summaries whose facts all stand in the list: facts win."""
    there = {i.memory_id for i in listed}
    said = {
        items.id_of(r)
        for _, r in guides
        if isinstance(r, Memory) and there.issuperset(t.target for t in r.relations if t.type == "derived_from")
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
            suppressed.append(api.Suppressed(memory_id=items.id_of(record), gate=gate.name, reason=gate.reason))
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
