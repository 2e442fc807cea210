"""Ask a model what statements change of what is known, and what they go on from, just before they are decided (rows K4, R8). A model that
fails holds nobody up: the rules decide alone, and the observations say so; what is gone on from is left out."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from keepsake import telemetry
from keepsake.errors import ModelUnavailable
from keepsake.ports import JudgedInPart, Reconciler, Vector
from keepsake.records import Durability, Memory, Trust
from keepsake.rules.knowledge import goes_on, judged, reconcile, replay

MOST_GOING_ON = 8
"""Statements of those that are decided together which get the words of an earlier message beside them."""
WITHIN_S = 3.0
"""What is not asked by then is left out: a model that is slow holds nobody up for it."""
LOOKED_AT = 64
"""Known statements, the nearest to a new one, of which the model is asked whether it has anything to say of them."""


@dataclass(slots=True)
class Judging:
    """What a model has said of a batch's statements so far; without a model nothing. Each is asked about once, however often its decision
    is tried."""

    reconciler: Reconciler | None
    asked: int = 0
    lost: str | None = None
    """Why it is asked no more for this batch: it failed once."""
    heard: dict[str, Memory] = field(default_factory=dict)
    """The statements, each with what was said of it."""

    def hear(
        self, observations: Sequence[Memory], facts: Sequence[Memory], vectors: Callable[[Sequence[Memory]], Mapping[str, Vector]]
    ) -> list[Memory]:
        """The observations with what the model says; `vectors` of statements, by their words."""
        fresh = [o for o in observations if o.memory_id not in self.heard]
        if self.reconciler is not None and fresh and self.asked < self.reconciler.most_asked:
            self.asked += 1
            near = vectors([*fresh, *facts])
            found = with_judgements(self.reconciler, fresh, facts, near, self.lost)
            self.lost = next((why for o in found if (why := judged.failed(o))), self.lost)
            self.heard |= {o.memory_id: o for o in found}
            try:
                self.heard |= {} if self.lost else going_on(self.reconciler, found, facts, near)
            except ModelUnavailable as err:
                self.lost = err.reason
                telemetry.failure("decided without what statements go on from", err)
        return [self.heard.get(o.memory_id, o) for o in observations]


def with_judgements(
    reconciler: Reconciler, observations: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[str, Vector], lost: str | None = None
) -> list[Memory]:
    """The observations, each with what the model says that it changes of these facts or of what an earlier one of them says. `facts` may
    still be changed; `vectors` are by the words that they stand for. Of a model that is `lost`, and why, nothing is asked."""
    telling = [o for o in observations if _tells(o)]
    coming = [_coming(o) for o in telling]
    beside = {o.memory_id: _nearest(o, [*facts, *coming], vectors, reconciler) for o in telling}
    said = [o for o in telling if beside[o.memory_id]]
    if not said:
        return list(observations)
    turns = [some[place] for place in range(reconciler.most_beside) for some in beside.values() if place < len(some)]
    known = sorted(
        {m.memory_id: m for m in turns[: reconciler.most_known]}.values(), key=lambda m: (reconcile.said_at(m), m.order, m.memory_id)
    )
    asked = {o.memory_id for o in said}
    why, left = "", set[str]()
    try:
        if lost is not None:
            raise ModelUnavailable(lost)
        found = reconciler.judge(said, known, {o.memory_id: {m.memory_id for m in beside[o.memory_id]} for o in said})
    except JudgedInPart as err:
        why, found, left = err.reason, list(err.found), asked & set(err.left)
    except ModelUnavailable as err:
        why, found, left = lost or err.reason, [], asked
    if left:
        telemetry.count("StatementsUnjudged", len(left))
    by_id = {m.memory_id: m for m in (*said, *known)}
    sound = [j for j in found if _changeable(by_id[j.observation_id], by_id[j.fact_id])]
    return [
        judged.unjudged(o, why) if o.memory_id in left else judged.with_judgements(o, sound, reconciler.name, reconciler.prompt_version)
        for o in observations
    ]


def going_on(
    reconciler: Reconciler, observations: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[str, Vector]
) -> dict[str, Memory]:
    """By their ids, those of the observations that lack what was said in an earlier message and of which it is likely enough what that is,
    each with its words beside it. Raises ModelUnavailable."""
    known = [*facts, *map(_coming, observations)]
    found, until = dict[str, Memory](), time.monotonic() + WITHIN_S
    for observation in [o for o in observations if goes_on.is_missing(o)][:MOST_GOING_ON]:
        said = [(m, replay.cosine(observation, m, vectors) or 0.0) for m in known if goes_on.may_precede(observation, m)]
        said = sorted(said, key=lambda one: -one[1])[: goes_on.MOST_BESIDE]
        if time.monotonic() > until or not said or not (odds := reconciler.odds(observation, [m for m, _ in said])):
            continue
        near = [goes_on.Near(m.content.summary, reconcile.said_at(m), cosine) for m, cosine in said]
        likeliest = goes_on.likeliest(goes_on.signs(observation.content.summary, near, odds))
        if likeliest is not None:
            found[observation.memory_id] = goes_on.beside(observation, said[likeliest][0])
    return found


def _coming(observation: Memory) -> Memory:
    """As what it may become: the fact that later ones meet."""
    return observation.model_copy(update={"memory_id": "f" + observation.memory_id[1:]})


def _tells(observation: Memory) -> bool:
    """Whether it may change anything at all."""
    lasting = observation.durability not in (Durability.TRANSIENT, Durability.SESSION)
    return lasting and observation.trust is not Trust.QUARANTINED and judged.may(observation, observation)


def _nearest(observation: Memory, known: Sequence[Memory], vectors: Mapping[str, Vector], reconciler: Reconciler) -> list[Memory]:
    """Those that it asks of, the nearest first; what has no vector comes last, the newest first."""
    earlier = [m for m in known if _changeable(observation, m)]
    near = {m.memory_id: replay.cosine(observation, m, vectors) for m in earlier}
    newest = sorted(earlier, key=lambda m: (reconcile.said_at(m), m.order), reverse=True)
    nearest = sorted(newest, key=lambda m: -(near[m.memory_id] or -1.0))[:LOOKED_AT]
    return list(islice((m for m in nearest if reconciler.asks_of(observation, m)), reconciler.most_beside))


def _changeable(observation: Memory, known: Memory) -> bool:
    """Said before the observation, and not in the same message."""
    before = (reconcile.said_at(known), known.order) < (reconcile.said_at(observation), observation.order)
    return before and judged.may(observation, known)
