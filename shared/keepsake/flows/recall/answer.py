"""From what search and hydration brought to the answer: gates, window, grouping, focus, reranking, descent, packing, in that order."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from keepsake import api, ids
from keepsake.errors import Unavailable
from keepsake.ports import Reranker
from keepsake.records import Considered, Event, Kind, Memory, Quarantine, Record, Session, WorkingMemory
from keepsake.records.recalls import Fate
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.recall import (
    answering,
    descent,
    floor,
    focus,
    gates,
    grouping,
    items,
    likely_now,
    packing,
    query,
    reranking,
    revised,
    short_term,
    standing,
    succession,
    telling,
    windows,
)
from keepsake.rules.recall.fusion import Candidate

SUPPRESSED_SHOWN = 50
RERANKED_WITHIN_S = 3.0

_POOL = ThreadPoolExecutor(2)


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
    own_names: tuple[str, ...]
    """What the user says they are called."""
    open_events: tuple[str, ...]
    """Ids of events that are not read yet, what was said last first."""
    more_open: bool = False
    """There are more of them."""
    session: Session | None = None
    memory: WorkingMemory | None = None
    policy: Policy = DEFAULT
    quarantines: tuple[Quarantine, ...] = ()
    standing: tuple[str, ...] = ()
    """Ids of the user's standing instructions, newest first."""
    listed: bool = True
    """Whether it is known that the asker is listed, so that an erasure finds what is kept of the recall."""


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked, and what search and hydration brought for it."""

    recall_id: str
    reader: gates.Reader
    request: api.RecallRequest
    question: query.Question
    asked: answering.Asked
    trace: Trace
    window: windows.Window | None
    floor: floor.Floor
    led: descent.Paths
    rows: dict[ids.Key, Record]
    background: Background
    focus: focus.Focus
    compared: int
    """How many of the best candidates have a cosine to the question."""


class Given(NamedTuple):
    """The answer, each candidate whose row was read with what became of it, and what else the answer can be given again from."""

    answer: api.RecallAnswer
    considered: list[Considered]
    shown: dict[str, Any]
    """Fields of `Shown`."""


def of(found: Found, candidates: Sequence[Candidate], rerankers: Mapping[str, Reranker]) -> Given:
    reader, request, rows, led, trace = found.reader, found.request, found.rows, found.led, found.trace
    heirs = succession.of(candidates, rows, reader, found.asked.sought)
    passed, suppressed = _gated(reader, heirs.candidates, rows)
    suppressed += found.focus.suppressed
    guides, held = _gated(reader, led.guides, rows)
    suppressed += held
    passed = answering.favour(found.asked, windows.favour(found.window, passed))
    kept, told, messages = grouping.group(passed, heirs.events, found.asked)
    kept, behind = revised.together(kept, rows, lambda m: telling.told(m, rows, reader))
    always, more = _standing(found, rows, suppressed)
    kept = standing.ranked(kept, {i.memory_id for i in always}, reader)
    kept = likely_now.first(kept, found.asked, likely_now.held(passed, told), messages)
    for candidate, record in kept:
        if isinstance(record, Event) and gates.overtaken(record, reader):
            candidate.legs[telling.EARLIER] = 1.0
    ranked = focus.among([items.item(c, r) for c, r in kept], found.focus)
    above, below = _scored(_guide_items(guides), request), _scored(_led_items(reader, request, led, guides, rows), request)
    near, beside = ranked, _beside_the_point(found, [*passed, *guides])
    if beside is not None:
        near, above, below = [i for i in ranked if beside.keeps(i)], [], []
    flat = revised.in_turn(_reranked(_scored(near, request), reader.scope.tenant, request, rerankers, trace), behind)
    room = packing.room(found.recall_id, request.token_budget)
    room -= sum(map(packing.size, always))
    chosen = descent.choose(flat, above, below, room, request.top_k)
    chosen = chosen._replace(listed=revised.in_turn(chosen.listed, behind))
    left = room - sum(map(packing.size, chosen.listed))
    chosen.listed.extend(i for i in always if i.memory_id not in {c.memory_id for c in chosen.listed})
    in_focus = focus.told(found.focus, chosen.listed, left)
    repeated = descent.told_alone(chosen.listed, [r for _, r in guides if isinstance(r, Memory)])
    once = [i for i in chosen.listed if i.memory_id not in repeated]
    packed = packing.packed(found.recall_id, once, in_focus, request.token_budget)
    there = {i.memory_id for i in packed.items} | (repeated if packed.items else set())
    chosen = descent.Chosen([i for i in chosen.listed if i.memory_id in there], chosen.beside)
    around = found.background
    shortly = short_term.of(around.session, rows, reader.scope.agent_id, short_term.handoffs(around.memory), around.quarantines)
    said, shortly = shortly, short_term.told(shortly, around.session, rows, reader)
    suppressed += _untold(said, reader, {s.memory_id for s in suppressed})
    answer = api.RecallAnswer(
        recall_id=found.recall_id,
        query=request.query,
        short_term_context=short_term.lines(shortly, reader),
        mid_term_context=items.facts(chosen.listed),
        long_term_user_context=items.guides([*chosen.listed, *chosen.beside]),
        formatted_context=packed.text,
        memories=tuple(chosen.listed),
        tokens=packed.tokens,
        degraded=tuple(trace.degraded),
        diagnostics=_diagnostics(trace, rows, passed, suppressed) if request.diagnostics else None,
    )
    records = [r for r in rows.values() if isinstance(r, Memory | Event)]
    why_out = _why_out(request, chosen, beside)
    considered = _considered(chosen, packed.focus, [*above, *flat, *ranked], why_out, more, suppressed, told, records)
    shown: dict[str, Any] = {
        "repeated": tuple(repeated & there),
        "focus": tuple(i.memory_id for i in packed.focus),
        "turns": tuple(e.event_id for e in shortly.events),
        "folded_at": shortly.folding.at if shortly.folding else None,
    }
    return Given(answer, considered, shown)


class _Beside(NamedTuple):
    """Nothing that was compared with the question has to do with it."""

    uncompared: frozenset[str]

    def keeps(self, item: api.RecallItem) -> bool:
        """What no cosine has judged: what no model made a vector of yet, what is too young for the index, and what is in focus and shares
        a word with the question."""
        in_focus = item.kind is Kind.WORKING and "keyword" in item.legs
        return in_focus or "pending" in item.legs or item.memory_id in self.uncompared


def _beside_the_point(found: Found, pairs: Sequence[tuple[Candidate, Memory | Event]]) -> _Beside | None:
    """None where something has to do with the question. Nobody is asked who can't tell, or who set a limit themselves."""
    request, trace = found.request, found.trace
    if found.window is not None or request.filters is not None or request.min_score is not None or not floor.asked_of(request.query):
        return None
    if {d.part for d in trace.degraded} & {"model", "index"}:
        return None
    speakers = (*found.background.speakers, found.reader.scope.user_id or "")
    near = floor.nearest(found.floor, found.question, speakers, pairs, found.compared)
    if near.reached:
        return None
    trace.notes["floor"] = (
        f"the nearest of {found.compared} that were compared is {near.cosine:.2f} near to the question, {near.wanted:.2f} is wanted"
    )
    return _Beside(floor.uncompared(found.question, speakers, pairs))


def _standing(found: Found, rows: dict[ids.Key, Record], suppressed: list[api.Suppressed]) -> standing.Chosen:
    """The standing instructions that are told whatever is asked. Says so where there are more than their share of the budget takes."""
    known = {s.memory_id for s in suppressed}
    wanted = standing.candidates(found.reader, found.background.standing, rows)
    passed, held = _gated(found.reader, wanted, rows)
    suppressed += [s for s in held if s.memory_id not in known]
    order = {c.key: place for place, c in enumerate(wanted)}
    newest = [items.item(c, r) for c, r in sorted(passed, key=lambda pair: order[pair[0].key])]
    chosen = standing.chosen(newest, found.request.token_budget)
    if chosen.left:
        reason = f"{len(chosen.left)} standing instructions did not fit in their share of the token budget; the newest are told."
        found.trace.degraded.append(api.Degraded(part="standing", reason=reason))
    return chosen


def _untold(said: short_term.ShortTerm, reader: gates.Reader, named: Collection[str]) -> list[api.Suppressed]:
    """Turns that a gate keeps out of the short-term context, and that no leg found."""
    held = ((e, gates.held_by(e, reader, short_term.WHATEVER)) for e in said.events if e.event_id not in named)
    return [s for e, g in held if g is not None for s in _named(e, g)]


def _named(record: Memory | Event, gate: gates.Gate) -> list[api.Suppressed]:
    """What is somebody else's is not even named."""
    return [api.Suppressed(memory_id=items.id_of(record), gate=gate.name, reason=gate.reason)] if gate.name not in gates.UNHEARD else []


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


def _why_out(request: api.RecallRequest, chosen: descent.Chosen, beside: _Beside | None) -> Callable[[api.RecallItem], Fate]:
    """What became of an item that was ranked and is not in the list."""
    otherwise = descent.left_out(chosen, request.token_budget, request.top_k)

    def fate(item: api.RecallItem) -> Fate:
        if beside is not None and not beside.keeps(item):
            return "floor"
        return "min_score" if request.min_score is not None and item.score < request.min_score else otherwise(item)

    return fate


def _considered(
    chosen: descent.Chosen, in_focus: Sequence[api.RecallItem], ranked: Sequence[api.RecallItem], why_out: Callable[[api.RecallItem], Fate],
    standing_left: Sequence[api.RecallItem], suppressed: Sequence[api.Suppressed], told: Mapping[str, str],
    records: Sequence[Memory | Event],
) -> list[Considered]:  # fmt: skip
    """Each candidate with what became of it: the list first, what stands beside it, then the others by score."""
    versions = {items.id_of(r): r.version for r in records}
    out: dict[str, Considered] = {}

    def note(item: api.RecallItem, fate: Fate, by: str | None = None) -> None:
        if item.memory_id not in out:
            version, size = versions.get(item.memory_id, 1), packing.size(item)
            out[item.memory_id] = Considered(item.memory_id, item.score, fate, by, version, size, item.legs)

    for item in chosen.listed:
        note(item, "listed")
    for item in (*chosen.beside, *in_focus):
        note(item, "context")
    for item in standing_left:
        note(item, "budget", telling.STANDING)
    for item in ranked:
        note(item, why_out(item))
    for name, by in told.items():
        out.setdefault(name, Considered(name, 0.0, "told", by, versions.get(name, 1)))
    for held in suppressed:
        out.setdefault(held.memory_id, Considered(held.memory_id, 0.0, "gate", held.gate, versions.get(held.memory_id, 1)))
    return list(out.values())


def _diagnostics(
    trace: Trace, rows: dict[ids.Key, Record], passed: Sequence[object], suppressed: Sequence[api.Suppressed]
) -> api.Diagnostics:
    return api.Diagnostics(
        candidates=trace.counts | {"hydrated": len(rows), "passed": len(passed)},
        suppressed=tuple(suppressed[:SUPPRESSED_SHOWN]),
        policy={"trust": "quarantined text is never shown, untrusted text is quoted", "deprioritized_factor": gates.HALF} | trace.notes,
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
    named = (r for k in led.facts if isinstance(r := rows.get(k), Memory))
    facts = [f for r in named if (f := telling.told(r, rows, reader)) is not None]
    summaries = [r for _, r in guides if isinstance(r, Memory) and r.kind is Kind.SUMMARY]
    below = descent.below(request.query, facts, summaries)
    return [items.item(Candidate(f.key, {}, {descent.LED: 0.0} | telling.shared(f, reader)), f) for f in below]


def _gated(
    reader: gates.Reader, candidates: Sequence[Candidate], rows: dict[ids.Key, Record]
) -> tuple[list[tuple[Candidate, Memory | Event]], list[api.Suppressed]]:
    passed: list[tuple[Candidate, Memory | Event]] = []
    suppressed: list[api.Suppressed] = []
    for candidate in candidates:
        record = rows.get(candidate.key)
        if not isinstance(record, Memory | Event):
            continue
        gate = gates.held_by(record, reader)
        if gate is not None:
            suppressed += _named(record, gate)
            continue
        candidate.score *= gates.factor(record)
        candidate.legs |= telling.shared(record, reader)
        passed.append((candidate, telling.alone(record, rows, reader)))
    return sorted(passed, key=lambda pair: (-pair[0].score, pair[0].key)), suppressed
