"""Ask a model what statements change of what is known, just before they are decided (row K4): one request for all of them. A model
that fails holds nobody up: the rules decide alone, and the observations say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from keepsake import telemetry
from keepsake.errors import ModelUnavailable
from keepsake.ports import JudgedInPart, Reconciler, Vector
from keepsake.records import Durability, Memory, Trust
from keepsake.rules.knowledge import judged, reconcile, replay

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
            found = with_judgements(self.reconciler, fresh, facts, vectors([*fresh, *facts]), self.lost)
            self.heard |= {o.memory_id: o for o in found}
            self.lost = next((why for o in found if (why := judged.failed(o))), self.lost)
        return [self.heard.get(o.memory_id, o) for o in observations]


def with_judgements(
    reconciler: Reconciler, observations: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[str, Vector], lost: str | None = None
) -> list[Memory]:
    """The observations, each with what the model says that it changes of these facts or of what an earlier one of them says. `facts` may
    still be changed; `vectors` are by the words that they stand for. Of a model that is `lost`, and why, nothing is asked."""
    telling = [o for o in observations if _tells(o)]
    coming = [o.model_copy(update={"memory_id": "f" + o.memory_id[1:]}) for o in telling]
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
