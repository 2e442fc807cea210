"""When episodes are consolidated, what several of them say together, and what that does to facts (row K6).

One statement proves itself; what is only seen across episodes is a pattern. Nothing is concluded about an event or a task: those are
dated and stay as they are. Stale facts are worse than missing ones, so a pattern against a fact goes through the verdicts of
`reconcile`, and what they leave open changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import ids
from keepsake.claims import Action, ActionKind
from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Category, Kind, Memory, Status, Thresholds, Trust, UserState, Validity
from keepsake.rules import slots
from keepsake.rules.dates import temporal
from keepsake.rules.knowledge import change_of_mind, episodes, looked, marks, reconcile, shared_words
from keepsake.rules.knowledge.clusters import Cluster, clusters, occasions, plain
from keepsake.rules.policy import DEFAULT, Policy

SEPARATE = 3
"""Separate days, or sessions, on which something is said before it is a pattern."""
SURE_FROM = 1.0
"""Confidence of a pattern is n / (n + SURE_FROM) over n separate days: Laplace's rule of succession, without its head start."""
NEW_PART = 20
"""Facts for one new episode for which a run waits, up to a quarter of the episodes that are kept: none gives way before it was seen."""
NEVER = marks.DATED


class Guard(NamedTuple):
    holds: bool
    reason: str


ROOM = 10
"""Part of the most episodes that may come before room is made for them, where nothing else is done with them."""


def guard(state: UserState, namespace: str, policy: Policy = DEFAULT) -> Guard:
    """Whether a run is due in the namespace by the user's counters."""
    since, seen = state.turns - state.turns_at_last_run, looked.of(state, namespace)
    evicted = seen.evicted and policy.consolidate_on_eviction and policy.semantic
    if not policy.episodic:
        return Guard(False, "the container keeps no episodes")
    # Where nothing is made of episodes, a run only makes room for them.
    wanted = policy.consolidate_after if policy.semantic else max(policy.consolidate_after, policy.most_episodes // ROOM)
    # What a run reads beside the new ones is shared by more of them where much is known.
    part = min(state.facts // NEW_PART, policy.most_episodes // 4) if policy.semantic else 0
    needed = max(part, 0 if evicted else wanted)
    if seen.new_episodes < needed:
        return Guard(False, f"{seen.new_episodes} of {needed} episodes since the last run")
    if since < policy.turns_between:
        return Guard(False, f"{since} of {policy.turns_between} turns since the last run")
    why = "a lasting working item was evicted" if evicted else f"{seen.new_episodes} episodes since the last run"
    return Guard(True, why)


def usable_episodes(memories: Sequence[Memory]) -> list[Memory]:
    """What may prove something, oldest first: episodes that are still true and at hand, and facts about events and tasks, which are
    episodic too (row R12), where no episode tells of them."""
    held = [m for m in memories if m.current and m.status is not Status.ARCHIVED and m.trust is not Trust.QUARANTINED]
    found = [m for m in held if m.kind is Kind.EPISODE]
    told = {episodes.supported(e) for e in found}
    found += [m for m in held if m.kind is Kind.FACT and m.category in NEVER and m.memory_id not in told]
    return sorted(found, key=lambda e: (reconcile.said_at(e), e.memory_id))


def marked(memory: Memory, until: datetime | None) -> Memory:
    """What may prove something, with when the last run looked at it, which its own row does not say."""
    told = memory.kind is Kind.EPISODE or (memory.kind is Kind.FACT and memory.category in NEVER)
    seen = until is not None and told and memory.created_at <= until
    return memory.model_copy(update={"consolidated_at": until}) if seen else memory


def propose(
    told: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[Key, Vector], thresholds: Thresholds = MEASURED
) -> list[Action]:
    """Actions by rule. Every cluster needs an episode that no run has seen yet, so a second run finds nothing."""
    by_id = {f.memory_id: f for f in facts}
    contested = [f for f in facts if f.validity is Validity.REVIEW and f.category not in NEVER]
    patterns = [f for f in facts if f.category is Category.PATTERN and f.current]
    actions = []
    for cluster in clusters(told, vectors, thresholds):
        if cluster.separate < SEPARATE:
            continue
        won = _contested(cluster, contested, by_id)
        found = [won] if won else [_pattern(c, patterns) for c in of_one_head(cluster) if _proves(c)]
        actions += [a for a in found if a is not None]
    return actions


def _proves(cluster: Cluster) -> bool:
    return cluster.separate >= SEPARATE and any(e.consolidated_at is None for e in cluster.episodes)


def of_one_head(cluster: Cluster) -> list[Cluster]:
    """The cluster by what its statements begin with: what is alike in its words alone may still say that different things were done."""
    heads: dict[tuple[str, ...], list[Memory]] = {}
    for episode in cluster.episodes:
        heads.setdefault(shared_words.head(plain(episode.content.summary)), []).append(episode)
    return [Cluster(tuple(found)) for found in heads.values()]


def _pattern(cluster: Cluster, patterns: Sequence[Memory]) -> Action | None:
    """What every episode of the cluster says, as a new pattern or as evidence for the one that is known. Statements that are no events
    have their fact already, reinforced as they came."""
    leader = cluster.leader
    if leader.category not in NEVER:
        return None
    said = shared_words.said_by_all([plain(e.content.summary) for e in cluster.episodes], leader.subject)
    known = max((f for f in patterns if _is_said(f, cluster)), key=lambda f: (len(pattern_of(f)), f.memory_id), default=None)
    if known is not None:
        said = pattern_of(known)  # in its own words: what only these episodes share, those before them may not
    if said is None:
        return None
    # No surer than the least sure of what it is made of.
    sure = [reconcile.INFERENCE_CAP, cluster.days / (cluster.days + SURE_FROM), *(e.confidence for e in cluster.episodes)]
    sources = tuple(e.memory_id for e in cluster.episodes)
    reason = f"said on {cluster.days} days, in {len(cluster.episodes)} episodes"
    given = {"content": _sentence(said, cluster), "subject": leader.subject, "confidence": round(min(sure), 4), "reason": reason}
    if known is None:
        return Action(kind=ActionKind.NEW, episode_ids=sources, **given)
    cited = {e for ep in cluster.episodes for e in ep.event_ids}
    if cited <= set(known.event_ids):
        return None
    return Action(kind=ActionKind.REINFORCE, target_id=known.memory_id, episode_ids=sources, **given)


def pattern_of(fact: Memory) -> str:
    """What a pattern says, without when and how often."""
    told = fact.content.structured.get("pattern")
    return told if isinstance(told, str) else plain(base(fact.content.summary))


def _is_said(pattern: Memory, cluster: Cluster) -> bool:
    """Whether every episode of the cluster says it."""
    leader = cluster.leader
    if (pattern.subject, pattern.scope.namespace, pattern.agent_scope) != (leader.subject, leader.scope.namespace, leader.agent_scope):
        return False
    said = pattern_of(pattern)
    if shared_words.head(said) != shared_words.head(plain(leader.content.summary)):
        return False
    return shared_words.said_by_all([said, *(plain(e.content.summary) for e in cluster.episodes)], leader.subject) == said


def _sentence(said: str, cluster: Cluster) -> str:
    """What is said, and how often: no more than the episodes say."""
    days = sorted(at for e in cluster.episodes for at in occasions(e))
    first, last = temporal.short_date(days[0]), temporal.short_date(days[-1])
    times = f"on {cluster.days} days" if cluster.days >= SEPARATE else f"in {cluster.separate} sessions"
    return f"{said}, {times} between {first} and {last}."


def base(content: str) -> str:
    """A pattern's statement without its count."""
    return re.sub(r", (?:on|in) \d{1,9} (?:days|sessions) between [^\n]{0,200}$", "", content)


def _contested(cluster: Cluster, contested: Sequence[Memory], facts: Mapping[str, Memory]) -> Action | None:
    """A weaker statement that was kept for review, and has been repeated since against the fact that it contradicts, wins: the fact
    is stale."""
    for fact in contested:
        if not _same_statement(fact, cluster.leader):
            continue
        rivals = [facts[r.target] for r in fact.relations if r.type == "contradicts" and r.target in facts]
        stale = [r for r in rivals if r.validity in reconcile.CONCERNED and reconcile.said_at(r) < reconcile.said_at(cluster.episodes[-1])]
        if stale:
            return Action(
                kind=ActionKind.UPDATE, content=fact.content.summary, subject=fact.subject, category=fact.category,
                confidence=fact.confidence, target_id=stale[0].memory_id, episode_ids=tuple(e.memory_id for e in cluster.episodes),
                reason=f"said on {cluster.separate} separate occasions against it",
            )  # fmt: skip
    return None


def _same_statement(fact: Memory, episode: Memory) -> bool:
    if fact.subject != episode.subject or fact.scope.namespace != episode.scope.namespace:
        return False
    if fact.slot is not None and episode.slot is not None:
        return fact.slot.feature == episode.slot.feature and slots.same_value(fact.slot.value, episode.slot.value)
    return change_of_mind.content_words(fact) == change_of_mind.content_words(episode)


def usable(actions: Sequence[Action], told: Mapping[str, Memory], facts: Mapping[str, Memory]) -> list[Action]:
    """The actions that may be carried out, whoever proposed them: known episodes, a known target of the same subject, one action a
    target, nothing about an event or a task, and nothing that one of the episodes does not say."""
    kept: list[Action] = []
    used: set[str] = set()
    for action in actions:
        if action.category in NEVER or not all(e in told for e in action.episode_ids):
            continue
        if any(told[e].subject != action.subject for e in action.episode_ids):
            continue
        if not _is_grounded(action, told, facts):
            continue
        if action.kind is ActionKind.NEW:
            if action.content.strip() and action.target_id is None:
                kept.append(action)
            continue
        target = facts.get(action.target_id or "")
        if target is None or not may_change(target) or target.subject != action.subject or target.memory_id in used:
            continue
        if action.kind is ActionKind.UPDATE and not action.content.strip():
            continue
        used.add(target.memory_id)
        kept.append(action)
    return kept


def _is_grounded(action: Action, told: Mapping[str, Memory], facts: Mapping[str, Memory]) -> bool:
    """Whether every episode says the statement; what a fact says in these words already was said by somebody. To end a fact one of them has
    to stand against it."""
    sources = [told[e] for e in action.episode_ids]
    if action.kind is ActionKind.INVALIDATE:
        return any(_refutes(source, facts.get(action.target_id or "")) for source in sources)
    if action.kind is ActionKind.REINFORCE:
        target = facts.get(action.target_id or "")
        return target is None or target.category is not Category.PATTERN or is_said_by(pattern_of(target), sources)
    known = action.kind is ActionKind.UPDATE and any(f.content.summary == action.content for f in facts.values())
    return known or is_said_by(base(action.content), sources)


def _refutes(episode: Memory, fact: Memory | None) -> bool:
    if fact is None or fact.pinned or fact.protected or fact.legal_hold:
        return False
    return set(episode.event_ids).isdisjoint(fact.event_ids) and reconcile.refutes(episode, fact)


def is_said_by(text: str, sources: Sequence[Memory]) -> bool:
    return shared_words.grounded(text, [s.content.summary for s in sources])


def may_change(fact: Memory) -> bool:
    """A fact that consolidation may act on: known to be true or contested, at hand, and no event or task."""
    shown = fact.status is not Status.DELETED and fact.trust is not Trust.QUARANTINED
    return shown and fact.validity in reconcile.CONCERNED and fact.category not in NEVER


def fact_id(action: Action, sources: Sequence[Memory]) -> str:
    """The same statement from the same first episode is the same fact, so a run done twice makes one."""
    first = min(sources, key=lambda e: (reconcile.said_at(e), e.memory_id))
    return ids.derived_id(
        "f", reconcile.said_at(first), first.scope.pk, first.scope.namespace, action.category, action.subject, base(action.content)
    )
