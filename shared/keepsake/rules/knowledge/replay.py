"""Tell a neighbourhood of facts again in the order of events, because an observation came late (rows K4, K5).

What is known is a function of the observations, by event time and then by order of acceptance. An observation that is the newest of what
it concerns is decided against the facts as they stand. One that comes late is put in its place: the observations of everything that
it could concern are folded again through the same `decide`, and the facts as they are held take over what comes of it.
What a person, a prune or a consolidation of episodes has laid hands on stays as they left it, and so does what such a one had ended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from keepsake.records import MEASURED, Memory, Relation, Thresholds, Trust, Validity
from keepsake.rules import nearness
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import change_of_mind, implied, outcome, reconcile
from keepsake.rules.knowledge.made import undecided
from keepsake.rules.knowledge.one_thing import Known
from keepsake.rules.knowledge.reconcile import Verdict

MOST_FACTS = 16
"""Facts of a neighbourhood that is told again."""
MOST_CHANGED = 20
"""Facts and observations that may change by it: each takes up to two of the 100 rows of a transaction, which up to 45 episodes and 10
mental models share."""
MOST_OBSERVATIONS = 60
"""Observations of one. A larger neighbourhood is not told again: the late observation is decided against what is current, and the
table puts it behind what is newer."""
ORDINARY = frozenset({outcome.ACTOR, "decay_sweep", "extract"})
"""Actors whose changes follow from the observations, or leave what is known alone."""
MERGED = "merged_into"
LINKS = frozenset({"supersedes", "superseded_by", "contradicts", "contradicted_by", "revises", "revised_by"})
"""Relations that follow from decisions, and are made again with them."""
ENDED_BY = {
    Validity.DEPRECATED: ("superseded_by", MERGED),
    Validity.INVALID: ("contradicted_by",),
    Validity.REVIEW: ("contradicts",),
}
"""Links to what took a fact out of what is current."""
_HELD = (
    "scope memory_id agent_scope assistant_visible tags metadata hints topic status approval recorded_at created_at last_accessed_at "
    "decay_score decay_factor retrieval_boost expires_at pinned protected legal_hold access activated_at "
    "decay_due fades_with index_due updated_at version change"
).split()
"""Fields in which a fact stays as it is held: where it lies, who may see it, how it is used."""

Vectors = Mapping[str, Sequence[float]]
"""A statement's words > its vector."""


def is_late(observation: Memory, facts: Iterable[Memory]) -> bool:
    """Whether something of its subject was said after it."""
    return any(_could_meet(observation, f) and not reconcile.precedes(f, observation) for f in facts)


def _could_meet(one: Memory, other: Memory) -> bool:
    return change_of_mind.of_one_matter(one, other) or change_of_mind.of_one_matter(other, one)


def near(memory: Memory, facts: Sequence[Memory]) -> list[Memory]:
    """Facts whose vectors tell whether they touch it, and those that it is linked with."""
    met = [f for f in facts if (implied.ends(f, memory) and change_of_mind.of_one_matter(f, memory)) or _bound(memory, f)]
    return [*reconcile.shortlist(memory, facts), *met]


def touching(memory: Memory, facts: Sequence[Memory], vectors: Vectors, thresholds: Thresholds = MEASURED) -> list[Memory]:
    """Facts, current or past, that one statement could be decided against, or that could have been decided against it."""
    return [f for f in near(memory, facts) if _bound(memory, f) or _related(memory, f, vectors, thresholds)]


def _bound(memory: Memory, fact: Memory) -> bool:
    """Linked by a decision, or a repetition of one named the other as replaced."""
    linked = any(r.target == fact.memory_id and r.type in LINKS for r in memory.relations)
    pairs = ((memory, fact), (fact, memory))
    named = any(change_of_mind.mentions(one, text) for one, other in pairs for text in outcome.replaced_by(other))
    return linked or (named and memory.subject == fact.subject)


def _related(one: Memory, other: Memory, vectors: Vectors, thresholds: Thresholds) -> bool:
    near = cosine(one, other, vectors)
    ways = (change_of_mind.relate(one, Known(other, near), thresholds), change_of_mind.relate(other, Known(one, near), thresholds))
    if not _could_meet(one, other):
        return False
    return any(way is not change_of_mind.Relation.UNRELATED for way in ways)


def cosine(one: Memory, other: Memory, vectors: Vectors) -> float | None:
    """None where a vector is missing or belongs to another model's dimension."""
    a, b = vectors.get(one.content.summary), vectors.get(other.content.summary)
    return nearness.cosine(a, b)


def enders(fact: Memory) -> list[str]:
    """Ids of what took it out of what is current."""
    return [r.target for r in fact.relations if r.type in ENDED_BY.get(fact.validity, ())]


def told_again(
    late: Memory,
    observations: Sequence[Memory],
    held: Mapping[str, Memory],
    fixed: Collection[Memory],
    outside: Mapping[str, Memory],
    vectors: Vectors,
    now: datetime,
    thresholds: Thresholds = MEASURED,
) -> outcome.Outcome:
    """The late observation decided, and what differs from what is held, facts in their next version or their first. `observations` made
    the `held` facts; `fixed` facts are met by the late observation alone, and change only by what it says. `outside` are what ended a held
    fact and is not told again, fixed or deleted since: the fact is over from there on, though nothing in the telling ends it."""
    made: dict[str, Memory] = {}
    behind: dict[str, Memory] = {f.memory_id: f for f in fixed}
    decided: dict[str, Memory] = {}
    ends = _ends(held, outside)
    for observation in sorted([*observations, late], key=_place):
        _close([f for at, f in ends if at <= _place(observation)], decided, made)
        facing = [*made.values(), *(behind.values() if observation is late else ())]
        known = [Known(f, cosine(observation, f, vectors)) for f in facing if f.validity in reconcile.CONCERNED]
        near = {f.memory_id for f in reconcile.shortlist(observation, [k.fact for k in known])}
        decision = reconcile.decide(undecided(observation), [k for k in known if k.fact.memory_id in near], thresholds)
        result = outcome.of(decision, undecided(observation), now)
        decided[observation.memory_id] = result.observation
        for fact in result.changed:
            (behind if fact.memory_id in behind else made)[fact.memory_id] = fact
    _close([f for _, f in ends], decided, made)
    return _difference(
        late, {o.memory_id: o for o in observations}, decided, made, held, [f for f in behind.values() if f not in fixed], now
    )


def _place(memory: Memory) -> tuple[datetime, int, str]:
    return reconcile.said_at(memory), memory.order, memory.memory_id


def _ends(held: Mapping[str, Memory], outside: Mapping[str, Memory]) -> list[tuple[tuple[datetime, int, str], Memory]]:
    """The held facts that something outside of the telling ended, each with the place in time from which it is over: what is not there to
    tell it by had ended it when it did."""
    found = []
    for fact in held.values():
        by = [i for i in enders(fact) if i not in held]
        places = [_place(outside[i]) if i in outside else (fact.valid_to or reconcile.said_at(fact), fact.order, i) for i in by]
        found += [(min(places), fact)] if places else []
    return found


def _close(over: Iterable[Memory], decided: Mapping[str, Memory], made: dict[str, Memory]) -> None:
    """Ends what stands for these facts in the telling as they are held to have ended, once: what is said again later is a fact anew."""
    for fact in over:
        first = decided.get("o" + fact.memory_id[1:])
        told = made.get(outcome.fact_of(first) or "") if first is not None else None
        by = tuple(r for r in fact.relations if r.type in ENDED_BY.get(fact.validity, ()))
        if told is not None and told.validity is Validity.ACTIVE and not set(by) <= set(told.relations):
            ended = {"validity": fact.validity, "valid_to": fact.valid_to, "superseded_at": fact.superseded_at, "change": fact.change}
            made[told.memory_id] = told.model_copy(update=ended | {"relations": tuple(dict.fromkeys([*told.relations, *by]))})


def _difference(
    late: Memory, before: Mapping[str, Memory], decided: Mapping[str, Memory], made: Mapping[str, Memory], held: Mapping[str, Memory],
    met: Sequence[Memory], now: datetime,
  ) -> outcome.Outcome:  # fmt: skip
    names = _names(decided.values(), made, held)
    facts = [_taken_over(held.get(names[f.memory_id]), _renamed(f, names), held, late, now) for f in made.values()]
    gone = [f for i, f in held.items() if i not in names.values()]
    heirs = {o: names.get(t, t) for o, t in _became(decided.values()).items()}  # what late repeats may be fixed: it keeps its id
    facts += [_absorbed(f, heirs["o" + f.memory_id[1:]], late, now) for f in gone]
    rewritten = [
        _redecided(before[i], d, heirs, now) for i, d in decided.items() if i in before and outcome.fact_of(before[i]) != heirs.get(i)
    ]
    mine = _mine(decided[late.memory_id], heirs, held)
    changed = (*(f for f in facts if f is not None), *(_renamed(f, names) for f in met))
    return outcome.Outcome(mine, changed, tuple(rewritten))


def _became(decided: Iterable[Memory]) -> dict[str, str]:
    return {o.memory_id: target for o in decided if (target := outcome.fact_of(o)) is not None}


def _names(decided: Iterable[Memory], made: Mapping[str, Memory], held: Mapping[str, Memory]) -> dict[str, str]:
    """Id in the telling > id to keep. A fact that is known keeps its id, though an earlier observation says it first now."""
    supporters: dict[str, list[str]] = {}
    for observation, target in _became(decided).items():
        supporters.setdefault(target, []).append("f" + observation[1:])
    names = {}
    for fact in made:
        own = [i for i in supporters.get(fact, []) if i in held and i not in made]
        names[fact] = fact if fact in held or not own else own[0]
    return names


def _renamed(fact: Memory, names: Mapping[str, str]) -> Memory:
    links = tuple(dict.fromkeys(r.model_copy(update={"target": names.get(r.target, r.target)}) for r in fact.relations))
    return fact.model_copy(update={"memory_id": names.get(fact.memory_id, fact.memory_id), "relations": links})


def _taken_over(held: Memory | None, told: Memory, known: Mapping[str, Memory], late: Memory, now: datetime) -> Memory | None:
    """The held fact with what the telling makes of it, in its next version; None where that changes nothing."""
    if held is None:
        return told.model_copy(update={"version": 1})
    outside = [r for r in held.relations if r.type not in LINKS or r.target not in known]
    stayed = {f: getattr(held, f) for f in _HELD}
    if told.content.summary == held.content.summary:  # an observation that made a fact leaves its vector to that
        stayed |= {f: getattr(held, f) for f in ("vectors", "embedding", "embedded")}
    closed = None if told.superseded_at is None else held.superseded_at or told.superseded_at
    trust = held.trust if held.trust is Trust.QUARANTINED else told.trust
    again = held.reinforced_at if told.reinforcements == held.reinforcements else told.reinforced_at
    relations = outcome.bounded(tuple(dict.fromkeys([*outside, *told.relations])))
    after = told.model_copy(update=stayed | {"superseded_at": closed, "trust": trust, "reinforced_at": again, "relations": relations})
    if _same(after, held):
        return None
    why = f"{told.change.reason}; told again in the order of events, because {late.memory_id} came late"
    change = told.change.model_copy(update={"reason": why, "at": now})
    moved = {"change": change, "updated_at": now, "index_due": now, "decay_due": decay.fate(after, now).next_at}
    return after.model_copy(update=moved | {"version": held.version + 1})


def _same(one: Memory, other: Memory) -> bool:
    return one.model_copy(update={"relations": ()}) == other.model_copy(update={"relations": ()}) and set(one.relations) == set(
        other.relations
    )


def _absorbed(fact: Memory, heir: str, late: Memory, now: datetime) -> Memory:
    """A fact that turned out to say what another one said before: its evidence is there now, its id leads there."""
    change = fact.change.model_copy(update={
        "verdict": Verdict.SUPPORTING.value, "reason": f"says the same as {heir}, now that {late.memory_id} came late", "at": now,
        "actor": outcome.ACTOR,
    })  # fmt: skip
    kept = tuple(r for r in fact.relations if r.type not in LINKS)
    return fact.model_copy(
        update={
            "validity": Validity.DEPRECATED, "superseded_at": fact.superseded_at or now, "valid_to": fact.valid_to or fact.valid_from,
            "relations": (*kept, Relation(type=MERGED, target=heir)), "change": change, "updated_at": now, "index_due": now,
            "version": fact.version + 1,
        }
    )  # fmt: skip


def _redecided(before: Memory, decided: Memory, heirs: Mapping[str, str], now: datetime) -> Memory:
    kept = tuple(r for r in before.relations if r.type != outcome.BECAME or not r.target.startswith("f"))
    links = (*kept, Relation(type=outcome.BECAME, target=heirs[before.memory_id]))
    return before.model_copy(update={"relations": links, "change": decided.change, "updated_at": now, "version": before.version + 1})


def _mine(late: Memory, heirs: Mapping[str, str], held: Mapping[str, Memory]) -> Memory:
    """The late observation, decided. Where its fact was known, it supports that one, though it says it first."""
    target = heirs.get(late.memory_id)
    links = tuple(r.model_copy(update={"target": target}) if r.type == outcome.BECAME and target else r for r in late.relations)
    verdict = late.change.verdict
    if verdict == Verdict.NEW and target in held:
        change = late.change.model_copy(update={"verdict": Verdict.SUPPORTING.value, "reason": f"says the same as {target}, earlier"})
        return late.model_copy(update={"relations": links, "change": change})
    return late.model_copy(update={"relations": links})
