"""Consolidate a user's episodes into facts (rows K6, K10): guard, generate, persist."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.changes import Move, Run
from keepsake.claims import Action
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import room, upkeep
from keepsake.flows.knowledge.upkeep import Bank, Owned
from keepsake.messages import UserWork
from keepsake.ports import Distiller, Store
from keepsake.records import Category, Kind, Memory
from keepsake.rules.knowledge import distillation, distilled, episodes, mental_models

Proposed = tuple[Sequence[Action], Distiller]


def distil(
    store: Store, distiller: Distiller, rules: Distiller, work: UserWork, now: datetime, bank: Bank | None = None, *, along: bool = False
) -> Run | None:  # fmt: skip
    """The finished run; None where it was finished before. `along`: with another run, whether it is due or not. Safe to run twice and to
    stop anywhere."""
    bank = bank or Bank(store, work.scope)
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None:
            return None
        bank.policy = policy_of(store, work.scope, now)
        stated = upkeep.read_state(store, work.scope)
        allowed = distillation.guard(stated[0], bank.policy)
        if not (allowed.holds or run.forced or along):
            return run.model_copy(update={"finished_at": now, "reason": allowed.reason})  # the message was late or came twice
        owned = bank.gather(stated)
        try:
            moves, how = generate(store, owned, distiller, rules, now)
            return _persist(store, owned, run.model_copy(update={"reason": how}), moves, now)
        except LostRace:
            bank.owned = None
    raise LostRace("Too many writers on one user's knowledge.")


def generate(store: Store, owned: Owned, distiller: Distiller, rules: Distiller, now: datetime) -> tuple[list[Move], str | None]:
    """What a run would change, in the order of its being written, and who proposed it where a model is configured. Changes nothing."""
    seen = distillation.seen_until(owned.state, owned.scope.namespace)
    every = [distillation.marked(m, seen and seen - upkeep.SLACK) for m in owned.memories.values()]
    crowded = episodes.overflow([m for m in every if m.kind is Kind.EPISODE], now, owned.policy.most_episodes)
    leaving = [Move(episodes.MADE_ROOM, e.change.reason, (e,)) for e in crowded]
    shown = distillation.usable_episodes(every)
    known = owned.of_kind(Kind.FACT)
    concerned = [f for f in known.values() if distillation.may_change(f)]
    if not owned.policy.semantic or not any(e.consolidated_at is None for e in shown):
        return leaving, None
    upkeep.fetch_vectors(store, owned, shown)
    try:
        proposed, by = distiller.distil(shown, concerned, owned.vectors, owned.thresholds), distiller
        how = f"by {by.name}, {by.prompt_version}" if by.prompt_version else None
    except ModelUnavailable as err:
        proposed, by = rules.distil(shown, concerned, owned.vectors, owned.thresholds), rules
        how = f"by the rules: {err.reason}"
    by_id = {e.memory_id: e for e in shown}
    actions = distillation.usable(proposed, by_id, {f.memory_id: f for f in concerned})
    moves = distilled.moves(actions, by_id, known, (by.name, by.prompt_version), now)
    after = known | {m.memory_id: m for move in moves for m in move.changed if m.kind is Kind.FACT}
    moves += _models(owned, after, [m for move in moves for m in move.changed], now)
    gone = {e.memory_id for e in crowded}
    left = [e for e in shown if e.memory_id not in gone]
    follow = episodes.following([m for move in moves for m in move.changed], left, now)
    moves += [Move("follows", e.change.reason, (e,)) for e in follow]
    return moves + leaving, how


def _models(owned: Owned, facts: dict[str, Memory], changed: Sequence[Memory], now: datetime) -> list[Move]:
    """Models that the run's patterns propose, each with its gate as it stands, and models whose gate turned."""
    held = owned.of_kind(Kind.MENTAL_MODEL)
    patterns = [m for m in changed if m.category is Category.PATTERN and m.current and m.kind is Kind.FACT]
    fresh = {m.memory_id: m for m in mental_models.proposed(patterns, list(facts.values()), held, now)}
    turned = mental_models.refreshed((held | fresh).values(), facts, now)
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


def _persist(store: Store, owned: Owned, run: Run, moves: Sequence[Move], now: datetime) -> Run:
    head = None
    if moves or run.change_set is not None:
        run, head = upkeep.numbered(store, run, now)
        head = upkeep.apply(store, owned, head, [m for m in moves if m.what != episodes.MADE_ROOM])
        head = room.make(store, owned, head, [m for m in moves if m.what == episodes.MADE_ROOM])
    state, mine = owned.state, owned.scope.namespace
    seen = distillation.seen_until(state, mine)
    head = head.model_copy(update={"seen_before": seen}) if head is not None else None
    counts: dict[str, int] = {}
    for move in moves:
        counts[move.what] = counts.get(move.what, 0) + 1
    made = sum(m.version == 1 for move in moves for m in move.changed if m.kind is Kind.FACT)
    return upkeep.close(
        store, owned, run.model_copy(update={"counts": counts}), head, now,
        episode_writes=0, turns_at_last_run=state.turns, persistent_evicted=False,
        new_facts=state.new_facts + made, distilled=distillation.seeing(state, mine, now if owned.policy.semantic else seen),
    )  # fmt: skip
