"""Find what the next turn needs and say why (rows Q1 to Q10). Three sequential network steps:

    {embed the query | read the user's state and session | list open batches}
    > {one multi-search | read the session's turns and open events} > a hydration of the best, with the facts that these records name

and then pure rules: gates, fusion, windows, grouping, packing. When the model or the index is down or late, the answer comes from what
is left, marked. What was weighed is kept in one row; what was told, and not used lately, goes to the queue that lets it fade later.
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
from keepsake.flows import members
from keepsake.flows.container_settings import policy_in
from keepsake.flows.indexing import owed
from keepsake.flows.recall import answer, beyond, fallback, hydration, known_then
from keepsake.flows.recall.refresh import used
from keepsake.messages import AccessWork
from keepsake.ports import Embedder, Hit, Index, Leg, Owner, Queue, Reranker, Store, Vector, Write
from keepsake.records import (
    SUMMARY_PREFIX,
    Embedding,
    Event,
    Memory,
    Progress,
    Recalled,
    Record,
    Scope,
    Session,
    Shown,
    UserState,
    WorkingMemory,
    container_settings_key,
    event_key,
    session_key,
    state_key,
    working_key,
)
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import calibration, counts
from keepsake.rules.knowledge.under import Under
from keepsake.rules.recall import (
    answering,
    descent,
    filters,
    focus,
    fusion,
    gates,
    legs,
    lineage,
    query,
    short_term,
    standing,
    unread,
    windows,
)
from keepsake.rules.recall import floor as floors
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.sessions import working

T = TypeVar("T")
MOST_PENDING = 50
MOST_EVENTS_PENDING = 100
"""Batches, and of those events, that are not read yet: what was said last."""
SPENT_BY_PENDING = 0.3
"""Base score of an event that is too young for the index; the share of the query's words in it adds up to 1."""

EMBED_WITHIN_S = 1.2
FOUND_WITHIN_S = 1.8
"""Seconds from the start until which the embedder, and then the index, may take: an answer without them comes within 2 s."""
LEAST_SEARCH_S = 0.6
TOLD_WITHIN_S = 0.05
"""Seconds that the table and the queue may take to hear of a recall; a Lambda freezes once it has answered, so they are told before."""

_POOL = ThreadPoolExecutor(8)
_EMBEDDING = ThreadPoolExecutor(8)
"""The model's own: threads that wait for one that hangs are not missed where the table is read."""


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
    """Hears what was told and not used lately."""
    rerankers: Mapping[str, Reranker] = field(default_factory=dict)
    """By the name that a request gives; "default" where one is configured."""
    floor: floors.Floor | None = None
    """None: what the embedder's thresholds make of it."""


def recall(ports: Ports, asker: Asker, request: api.RecallRequest, recall_id: str) -> api.RecallAnswer:
    """The ranked items that fit the budget, with their evidence. Raises Unavailable only when the table itself is down."""
    store = ports.store
    reader = reader_of(asker, request)
    trace = answer.Trace()
    started = time.perf_counter()
    question = query.read(request.query)
    embedding = _EMBEDDING.submit(_embed, ports.embedder, list(question.variants.values()))
    background = _read_background(store, reader.scope, asker.now)
    reader = replace(reader, quarantines=background.quarantines)
    pending = [event_key(reader.scope, e) for e in background.open_events]
    told_always = standing.keys(reader, background.standing)
    early = [*pending, *short_term.keys(background.session), *focus.keys(background.memory), *told_always]
    reading = _POOL.submit(store.read, early) if early else None
    vectors = _or_degraded(trace, embedding) or []
    trace.timed("embed", started)

    searching = time.perf_counter()
    whole, question = question, query.as_the_user(question, background.own_names)
    own_names = background.own_names if question is not whole else ()
    variant = query.variant(question, (*background.speakers, *own_names))
    vector = calibration.as_stated(vectors[list(question.variants).index(variant)], ports.embedder.asking) if vectors else None
    window = windows.asked(request.query, reader.asked_at, request.timezone)
    within_s = max(LEAST_SEARCH_S, FOUND_WITHIN_S - (searching - started))
    asked = legs.of(request.kinds, question, background.speakers, vector, window, filters.within(request.filters, reader.scope))
    found = _search(ports.index, reader, legs.told(asked, reader), within_s, trace)
    joined, untold = legs.joined(found or {})
    trace.timed("search", searching)

    intent = _intent(question, background)
    fused = fusion.fuse({leg: hits for leg, hits in joined.items() if not leg.startswith(legs.GUIDE)}, intent)
    led = descent.paths(fusion.fuse({leg: hits for leg, hits in joined.items() if leg.startswith(legs.GUIDE)}, intent))
    hydrating = time.perf_counter()
    rows = reading.result() if reading else {}
    if found is not None:
        wanted = hydration.enough(request, window, reranked=_reranks(ports, request))
        beside = [*led.keys, *lineage.behind(rows.values())]
        rows, read = hydration.read(store, reader, fused, beside, rows, wanted, untold)
    else:
        rows, fused = fallback.from_table(store, reader.scope, question, rows)
        read = fused[: hydration.MOST]
        rows = rows | store.read(lineage.astray(rows))
    if reader.known_at is not None:
        rows = known_then.as_known(store, rows, reader.known_at)
    reader = replace(reader, lineage=lineage.of(rows))
    under = _under(store, reader.scope, request, rows)
    rows |= {k: under.told(m) for k, m in rows.items() if isinstance(m, Memory)}
    if not (filters.sure(request.filters) or _all_read(found, fused)):
        wanted_by = beyond.Asked(question, vector, _made_by(ports.embedder), under)
        rows, read = _with_passing(beyond.passing(store, reader, request, wanted_by, rows, read), rows, read, trace)
        reader = replace(reader, lineage=lineage.of(rows))
    if background.more_open:
        reason = f"More was said than is read yet: beside what was read, only the last {len(pending)} messages were looked through."
        trace.degraded.append(api.Degraded(part="pending", reason=reason))
    trace.timed("hydrate", hydrating)

    ranking = time.perf_counter()
    candidates = read + _pending(question, rows, pending, {c.key for c in fused})
    in_focus = focus.weighed(question, background.memory, reader, background.policy)
    compared = sum(c.cosine is not None for c in fused[: hydration.MOST])
    brought = answer.Found(
        recall_id, reader, request, question, _asked(question, vectors, ports.embedder), trace, window,
        ports.floor or floors.by(ports.embedder.thresholds), led, rows, background, in_focus, compared,
    )  # fmt: skip
    given = answer.of(brought, candidates, ports.rerankers)
    trace.timed("rank", ranking)
    kept = _kept(reader, request, given, _unread(fused, read), asker.now, trace)
    told = _told(ports, kept, background.listed, given, used(rows, reader.scope, given.considered, asker.now), trace)
    telemetry.duration("RecallLatency", 1000 * (time.perf_counter() - started))
    for lost in told.degraded:
        telemetry.count("RecallsDegraded", 1, part=lost.part)
    return _with_notes(told, trace)


def _with_notes(told: api.RecallAnswer, trace: answer.Trace) -> api.RecallAnswer:
    """With what was noticed after the diagnostics were made."""
    if told.diagnostics is None or not trace.notes:
        return told
    noticed = {"policy": told.diagnostics.policy | trace.notes}
    return told.model_copy(update={"diagnostics": told.diagnostics.model_copy(update=noticed)})


def reader_of(asker: Asker, request: api.RecallRequest) -> gates.Reader:
    return gates.Reader(
        scope=asker.scope,
        now=asker.now,
        supposed=request.now,
        roles=asker.roles,
        as_of=request.as_of,
        known_at=request.known_at,
        include=request.include,
        kinds=request.kinds,
        wanted=filters.compiled(request.filters),
    )


def _kept(reader: gates.Reader, request: api.RecallRequest, given: answer.Given, rest: str, at: datetime, trace: answer.Trace) -> Recalled:
    """What the answer can be given again from, and asked why not, in ids and numbers. A supposed `now` is part of the request, the clock
    that the row lives by is the real one."""
    told = given.answer
    shown = given.shown | {"reasons": tuple(d.reason for d in told.degraded)}
    if (noticed := told.diagnostics) is not None:
        shown |= {"candidates": noticed.candidates, "policy": noticed.policy, "timings_ms": trace.timings}
    # Of our own values: to check them again would be a tenth of what a recall computes.
    return Recalled.model_construct(
        scope=reader.scope, recall_id=told.recall_id, query=request.query, at=at,
        request=request.model_dump(mode="json", exclude={"query"}, exclude_defaults=True),
        considered=tuple(given.considered), unread=rest, degraded=tuple(d.part for d in told.degraded),
        shown=Shown.model_construct(**shown),
    )  # fmt: skip


def _told(
    ports: Ports, kept: Recalled, listed: bool, given: answer.Given, touched: tuple[str, ...], trace: answer.Trace
) -> api.RecallAnswer:
    """Keeps the recall, and tells the queue what was used. A recall that can't be kept is answered all the same, and says so."""
    told, scope = given.answer, kept.scope
    if told.diagnostics is not None:
        told = told.model_copy(update={"diagnostics": told.diagnostics.model_copy(update={"timings_ms": trace.timings})})
    work = AccessWork.model_construct(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id,
        recall_id=kept.recall_id, at=kept.at, used=touched,
    )  # fmt: skip
    keeping = _POOL.submit(_keep, ports.store, kept, listed)
    sending = _POOL.submit(ports.queue.send, work) if touched else None
    try:
        keeping.result(TOLD_WITHIN_S)
        if sending is not None:
            sending.result(TOLD_WITHIN_S)
    except Late:
        trace.notes["recall_log"] = "was still being written when this was answered"
    except KeepsakeError as err:
        lost = api.Degraded(part="recall_log", reason=f"This recall can't be read again, or does not count as a use: {err.detail}")
        return told.model_copy(update={"degraded": (*told.degraded, lost)})
    return told


def _keep(store: Store, kept: Recalled, listed: bool) -> None:
    if not listed:
        members.enlist(store, kept.scope)
    store.put_each([Write(kept)])


def _reranks(ports: Ports, request: api.RecallRequest) -> bool:
    return request.rerank != "none" and (request.rerank != "default" or "default" in ports.rerankers)


def _unread(fused: Sequence[Candidate], read: Sequence[Candidate]) -> str:
    known = {c.key for c in read}
    return unread.packed([(str(c.fields.get("memory_id") or ids.named(c.key)), c.score) for c in fused if c.key not in known])


def _embed(embedder: Embedder, texts: Sequence[str]) -> list[list[float]]:
    return embedder.embed(texts)


def _or_degraded(trace: answer.Trace, work: Future[T]) -> T | None:
    try:
        return work.result(EMBED_WITHIN_S)
    except Late:
        work.cancel()  # where no thread has begun it, none should for nobody
        trace.degraded.append(api.Degraded(part="model", reason="The model endpoint took too long."))
    except (ModelUnavailable, Invalid) as err:
        trace.degraded.append(api.Degraded(part="model", reason=err.detail))
    return None


def _read_background(store: Store, scope: Scope, now: datetime) -> answer.Background:
    settings = container_settings_key(scope.tenant, scope.container)
    wanted = [state_key(scope), settings] + ([session_key(scope), working_key(scope)] if scope.session_id else [])
    opened = _POOL.submit(owed.open_batches, store, scope, MOST_PENDING)
    rows = store.read(wanted)
    state, session, memory = (rows.get(key(scope)) for key in (state_key, session_key, working_key))
    batches = opened.result()
    policy = policy_in(rows.get(settings))
    unread = [e for b in batches for e in reversed(b.event_ids)]
    return answer.Background(
        speakers=state.speakers if isinstance(state, UserState) else (),
        own_names=state.own_names if isinstance(state, UserState) else (),
        open_events=tuple(unread[:MOST_EVENTS_PENDING]),
        more_open=len(unread) > MOST_EVENTS_PENDING or len(batches) == MOST_PENDING,
        session=session if isinstance(session, Session) and session.scope.namespace == scope.namespace else None,
        memory=working.as_of(memory, policy, now).memory if isinstance(memory, WorkingMemory) else None,
        policy=policy,
        quarantines=state.quarantines if isinstance(state, UserState) else (),
        standing=state.standing if isinstance(state, UserState) else (),
        # Whoever has a session or a state is; an erasure takes the list and leaves the state.
        listed=scope.user_id is None or isinstance(session, Session) or (isinstance(state, UserState) and state.erased_at is None),
    )


def _intent(question: query.Question, background: answer.Background) -> fusion.Intent:
    named = query.named(question, background.speakers)
    if not named and question.first_person:
        named = {"user"}
        if len(background.speakers) == 1:
            named = {background.speakers[0].lower()}
    return fusion.Intent(
        frozenset(named), temporal.asks_when(question.text), counts.asks_number(question.text), query.of_the_talk(question.text)
    )


def _asked(question: query.Question, vectors: Sequence[Vector], embedder: Embedder) -> answering.Asked:
    if not vectors:
        return answering.read(question.text)
    bare = calibration.as_stated(vectors[list(question.variants).index(query.nameless(question))], embedder.asking)
    return answering.read(question.text, embedder.thresholds.answers, bare, _made_by(embedder))


def _made_by(embedder: Embedder) -> Embedding:
    return Embedding(model=embedder.model, dimension=embedder.dimension)


def _search(index: Index, reader: gates.Reader, asked: Sequence[Leg], within_s: float, trace: answer.Trace) -> dict[str, list[Hit]] | None:
    """The hits of each leg; None where the index does not answer in time."""
    scope = reader.scope
    try:
        owner = Owner(scope.tenant, scope.container, scope.namespace, scope.user_id, tuple(reader.roles))
        lists = index.search(owner, asked, within_s)
    except Unavailable as err:
        trace.degraded.append(api.Degraded(part="index", reason=err.detail))
        return None
    found = {leg.name: hits for leg, hits in zip(asked, lists, strict=True)}
    trace.counts |= {name: len(hits) for name, hits in found.items()}
    return found


def _all_read(found: Mapping[str, Sequence[Hit]] | None, fused: Sequence[Candidate]) -> bool:
    """Whether the search left no fact unread: its nearest were fewer than it brings."""
    near = found.get("vector") if found is not None else None
    return near is not None and len(near) < legs.SIZE and len(fused) <= hydration.MOST


def _with_passing(
    more: beyond.Passing, rows: dict[ids.Key, Record], read: list[Candidate], trace: answer.Trace
) -> tuple[dict[ids.Key, Record], list[Candidate]]:
    """What was read, with what passes the filter and no search brought. Says so where not all was looked at."""
    if more.unread_before is not None:
        reason = f"The newest {more.unread_before} memories were looked through for what passes the filter; older ones may pass it too."
        trace.degraded.append(api.Degraded(part="filters", reason=reason))
    return rows | dict(more.rows), [*read, *more.candidates]


def _under(store: Store, scope: Scope, request: api.RecallRequest, rows: Mapping[ids.Key, Record]) -> Under:
    """What facts are under: by the summaries among the rows, or by all of them where a filter asks for it."""
    asked = filters.asks(request.filters, "topic")
    every = store.query(scope.pk, SUMMARY_PREFIX).records if asked else rows.values()
    return Under((r for r in every if isinstance(r, Memory)), some=not asked)


def _pending(question: query.Question, rows: dict[ids.Key, Record], keys: Sequence[ids.Key], known: set[ids.Key]) -> list[Candidate]:
    """Events too young for the index, by the share of the query's words that they hold."""
    young = []
    for key in keys:
        event = rows.get(key)
        if isinstance(event, Event) and key not in known and (event.progress is Progress.PENDING or event.searchable):
            share = query.share(question, event.content)
            young.append(Candidate(key, {"kind": "event"}, {"pending": round(share, 4)}, SPENT_BY_PENDING + share))
    return young
