"""Consolidate what is new among a user's episodes into facts (rows K6, K10), with what lies around it, a page at a time; then make room."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.changes import ChangeSet, Move, Run
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import room, surroundings, upkeep
from keepsake.flows.knowledge.prune import RESERVE_S, Left, counted, forever
from keepsake.flows.knowledge.surroundings import Surroundings
from keepsake.messages import UserWork
from keepsake.ports import Distiller, Hit, Side, Store
from keepsake.records import Category, Kind, Memory
from keepsake.rules.knowledge import distillation, distilled, episodes, looked, mental_models


def distil(
    store: Store, side: Side, distiller: Distiller, rules: Distiller, work: UserWork, now: datetime, left: Left = forever
) -> Run | None:
    """The run: finished, or with a cursor where the seconds that are `left` ran out, to be gone on with by the same message. None where it
    was finished before. Safe to run twice and to stop anywhere."""
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None:
            return None
        policy = policy_of(store, work.scope, now)
        stated = upkeep.read_state(store, work.scope)
        allowed = distillation.guard(stated[0], work.namespace, policy)
        if not (allowed.holds or run.forced or run.cursor):
            return run.model_copy(update={"finished_at": now, "reason": allowed.reason})  # the message was late or came twice
        try:
            return _work_off(surroundings.around(store, side, work.scope, policy, stated), run, (distiller, rules), now, left)
        except LostRace:
            continue
    raise LostRace("Too many writers on one user's knowledge.")


def _work_off(around: Surroundings, run: Run, by: tuple[Distiller, Distiller], now: datetime, left: Left) -> Run:
    """Looks at what is new, a page at a time, and keeps after each how far it came."""
    owned, store, mine = around.owned, around.store, around.scope.namespace
    place, crowd = looked.of(owned.state, mine).distil, room.crowd(around)
    while True:
        _, place, last = around.page(place)
        moves, how = generate(around, crowd, *by, now)
        run = run.model_copy(update={"reason": how, "counts": counted(run.counts, moves)})
        if moves:
            run, head = upkeep.numbered(store, run, now)
            upkeep.apply(store, owned, head, moves)
        if last:
            return _close(around, run, crowd, place, now)
        seen = looked.at(owned.state, mine, distil=place)
        run = upkeep.kept(store, run.model_copy(update={"cursor": place}), owned, looked=seen)
        if left() < RESERVE_S:
            return run
        around.let_go()


def foreseen(around: Surroundings, rules: Distiller, now: datetime) -> tuple[list[Move], str | None]:
    """What the next run would change first."""
    crowd = room.crowd(around)
    around.page(looked.of(around.owned.state, around.scope.namespace).distil)
    moves, how = generate(around, crowd, rules, rules, now)
    return moves + room.leaving(around, crowd, now), how


def generate(
    around: Surroundings, crowd: Sequence[Hit], distiller: Distiller, rules: Distiller, now: datetime
) -> tuple[list[Move], str | None]:
    """What a run would change of what was read, in the order of its being written, and who proposed it where a model is configured.
    Changes nothing."""
    owned = around.owned
    fresh = [e for e in _shown(around) if e.consolidated_at is None]
    if not owned.policy.semantic or not fresh:
        return [], None
    around.alike(fresh, crowd)
    shown, known = _shown(around), owned.of_kind(Kind.FACT)
    concerned = [f for f in known.values() if distillation.may_change(f)]
    around.vectors(shown)
    try:
        proposed, by = distiller.distil(shown, concerned, owned.vectors, owned.thresholds), distiller
        how = f"by {by.name}, {by.prompt_version}" if by.prompt_version else None
    except ModelUnavailable as err:
        proposed, by = rules.distil(shown, concerned, owned.vectors, owned.thresholds), rules
        how = f"by the rules: {err.reason}"
    by_id, who = {e.memory_id: e for e in shown}, (by.name, by.prompt_version)
    actions = distillation.usable(proposed, by_id, {f.memory_id: f for f in concerned})
    around.statements(distilled.statements(actions, by_id, known, who, now))
    known = owned.of_kind(Kind.FACT)
    moves = distilled.moves(actions, by_id, known, who, now)
    around.leaning(moves)
    changed = [m for move in moves for m in move.changed]
    moves += _models(around, changed, now)
    follow = episodes.following(changed, _shown(around), now)
    return moves + [Move("follows", e.change.reason, (e,)) for e in follow], how


def _shown(around: Surroundings) -> list[Memory]:
    """What may prove something, marked with whether a run has looked at it."""
    seen = looked.of(around.owned.state, around.scope.namespace).distilled_at
    every = (distillation.marked(m, seen and seen - upkeep.SLACK) for m in around.owned.memories.values())
    return distillation.usable_episodes(list(every))


def _models(around: Surroundings, changed: Sequence[Memory], now: datetime) -> list[Move]:
    """Models that the run's patterns propose, each with its gate as it stands, and models whose gate turned."""
    patterns = [m for m in changed if m.category is Category.PATTERN and m.current and m.kind is Kind.FACT]
    around.themes(patterns)
    facts = around.owned.of_kind(Kind.FACT) | {m.memory_id: m for m in changed if m.kind is Kind.FACT}
    held, touched = around.owned.of_kind(Kind.MENTAL_MODEL), {m.memory_id for m in changed}
    fresh = {m.memory_id: m for m in mental_models.proposed(patterns, list(facts.values()), held, now)}
    # Of others nothing is known that they rest on.
    concerned = {i: m for i, m in held.items() if around.whole or not touched.isdisjoint(mental_models.sources(m))}
    turned = mental_models.refreshed((concerned | fresh).values(), facts, now)
    # One version a run: what was proposed a moment ago is written with its gate.
    gated = fresh | {m.memory_id: m.model_copy(update={"version": fresh.get(m.memory_id, m).version}) for m in turned}
    return [
        Move(
            m.change.verdict,
            m.change.reason,
            (m,),
            ((m.memory_id, mental_models.sources(m)),) if m.memory_id in fresh else (),
        )
        for m in gated.values()
    ]


def _close(around: Surroundings, run: Run, crowd: Sequence[Hit], place: str, now: datetime) -> Run:
    owned, store, mine = around.owned, around.store, around.scope.namespace
    leaving = room.leaving(around, crowd, now)
    head: ChangeSet | None = None
    if leaving or run.change_set is not None:
        run, head = upkeep.numbered(store, run.model_copy(update={"counts": counted(run.counts, leaving)}), now)
        head = room.make(store, owned, head, leaving)
    before = looked.of(owned.state, mine)
    head = head.model_copy(update={"seen_before": before.distilled_at, "looked_before": before.distil}) if head is not None else None
    at = now if owned.policy.semantic else before.distilled_at
    seen = looked.at(owned.state, mine, distil=place, distilled_at=at, new_episodes=0, evicted=False)
    return upkeep.close(store, owned, run, head, now, turns_at_last_run=owned.state.turns, looked=seen)
