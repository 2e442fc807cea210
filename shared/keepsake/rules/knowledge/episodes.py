"""Which observations are also kept as episodes, and what becomes of episodes afterwards (rows R12, D3).

An episode keeps its words for good. It stands as the fact stands that it supports: what is no longer true is no longer recalled
as an experience of today either.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from keepsake import changes
from keepsake.records import Durability, Kind, Memory, Relation, Status, Type, Validity
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import reconcile
from keepsake.rules.policy import DEFAULT, MOST_EPISODES, Policy

MOST_FOLLOWING = 30
"""Episodes that one decision takes along: a transaction holds 100 rows, and each takes two."""
ACTOR = "consolidate"
SUPPORTS = "supports"
FOLLOWS = "follows"
MADE_ROOM = "made room"
SHARE_OVER = 4
"""Part of the most episodes by which there are more before some make room: a change set costs what a dozen episodes do."""
MOST_ROOM = 2_000
"""Episodes that one run takes away, in some seconds: between two runs come half as many as are kept, by default a hundred, and with an
import as many as it brings."""


def episode_of(observation: Memory, fact: Memory | None, now: datetime, policy: Policy = DEFAULT) -> Memory | None:
    """The decided observation as an episode; None where it is fleeting, matters little or the tier is off. Its id follows from the
    observation's."""
    lasting = observation.durability in (Durability.PERSISTENT, Durability.PERMANENT)
    if fact is None or not lasting or not policy.episodic or observation.importance < policy.significance:
        return None
    links = [Relation(type="derived_from", target=observation.memory_id), Relation(type=SUPPORTS, target=fact.memory_id)]
    episode = observation.model_copy(
        update={
            "memory_id": "p" + observation.memory_id[1:],
            "kind": Kind.EPISODE,
            "type": Type.EPISODIC,
            "approval": None,
            "validity": fact.validity,
            "valid_to": fact.valid_to,
            "relations": tuple(links),
            "change": observation.change.model_copy(update={"verdict": "experienced", "at": now}),
            "recorded_at": now,
            "created_at": now,
            "updated_at": now,
            "last_accessed_at": now,
            "index_due": now,
            "version": 1,
        }
    )
    return decay.scheduled(episode, now, policy)


def supported(episode: Memory) -> str | None:
    """The fact that an episode was evidence for."""
    return next((r.target for r in episode.relations if r.type == SUPPORTS), None)


def following(facts: Iterable[Memory], episodes: Iterable[Memory], now: datetime) -> list[Memory]:
    """Episodes whose fact has taken another validity, with that validity, or was deleted or restored, likewise."""
    stand = {f.memory_id: f for f in facts}
    found = []
    for episode in episodes:
        fact = stand.get(supported(episode) or "")
        if fact is None or episode.purged_at is not None:
            continue
        gone = fact.status is Status.DELETED and episode.status is not Status.DELETED and not episode.legal_hold
        # What faded or made room on its own stays away when its fact comes back.
        back = fact.status is not Status.DELETED and episode.status is Status.DELETED and episode.change.verdict == FOLLOWS
        if gone or back:
            status = Status.DELETED if gone else Status.ACTIVE
            due = decay.purge_at(now) if gone else now
            reason = f"{fact.memory_id}, which it supports, is {'deleted' if gone else 'at hand again'}"
            found.append(_follows(episode, reason, now, status=status, decay_due=due))
        elif fact.validity is not episode.validity:
            until = fact.valid_to if fact.validity is not Validity.ACTIVE else None
            reason = f"{fact.memory_id}, which it supports, is {fact.validity}"
            found.append(_follows(episode, reason, now, validity=fact.validity, valid_to=until))
    return found[:MOST_FOLLOWING]


def outlived(fact: Memory, episodes: Iterable[Memory], now: datetime) -> list[Memory]:
    """Episodes of a fact whose words were corrected: they keep theirs, as what was believed until now, and follow it no more."""
    found = []
    for episode in episodes:
        if supported(episode) == fact.memory_id and episode.status is not Status.DELETED and episode.validity is Validity.ACTIVE:
            links = (*(r for r in episode.relations if r.type != SUPPORTS), Relation(type="superseded_by", target=fact.memory_id))
            ended = {"validity": Validity.DEPRECATED, "valid_to": max(now, episode.valid_from), "superseded_at": now, "relations": links}
            found.append(_follows(episode, f"{fact.memory_id}, which it supported, was corrected", now, **ended))
    return found[:MOST_FOLLOWING]


def _follows(episode: Memory, reason: str, now: datetime, **fields: object) -> Memory:
    return changes.touched(episode, verdict=FOLLOWS, reason=reason, actor=ACTOR, now=now, **fields)


def may_leave(episode: Memory) -> bool:
    return episode.status is not Status.DELETED and not (episode.pinned or episode.protected or episode.legal_hold)


def leaving(episodes: Sequence[Memory], extra: int, now: datetime, most: int = MOST_EPISODES) -> list[Memory]:
    """So many of these episodes, as deleted: consolidated ones first, the oldest of them first. At most MOST_ROOM."""
    ranked = sorted(filter(may_leave, episodes), key=lambda e: (e.consolidated_at is None, reconcile.said_at(e), e.memory_id))
    reason = f"more than {most} episodes"
    return [
        changes.touched(e, verdict=MADE_ROOM, reason=reason, actor=ACTOR, now=now, status=Status.DELETED, decay_due=decay.purge_at(now))
        for e in ranked[: max(0, min(extra, MOST_ROOM))]
    ]
