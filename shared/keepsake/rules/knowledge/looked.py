"""How far upkeep has looked through an owner's memories, and what it has not seen yet (rows K6, K9), by namespace. Memories lie in the
order of their ids' times, so what is new lies behind what was looked at; what comes late, with an earlier time, brings the place back to
before it."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake import ids
from keepsake.records import Kind, Looked, Memory, UserState, memory_sk

START = f"{0:012x}$"
"""Behind topics, summaries and mental models, whose ids bear the time zero."""
MOST_NAMED = 100
"""Namespaces that the state names, so that it stays small. Of one that falls out, what upkeep has not seen waits for a run that somebody
asks for."""
_UPKEEP = (Kind.FACT, Kind.EPISODE)


def of(state: UserState, namespace: str) -> Looked:
    return next((x for x in state.looked if x.namespace == namespace), Looked(namespace=namespace, prune=START, distil=START))


def at(state: UserState, namespace: str, **fields: object) -> tuple[Looked, ...]:
    """`looked` of a state with these fields of the namespace's."""
    others = tuple(x for x in state.looked if x.namespace != namespace)
    return (*others, of(state, namespace).model_copy(update=fields))[-MOST_NAMED:]


def after_making(state: UserState, made: Iterable[Memory], *, brought: bool = False) -> tuple[Looked, ...]:
    """`looked` of a state once these memories are there: behind none of them. Those made here count as new; those `brought` from elsewhere
    have times that do not tell whether a run has seen them."""
    by_namespace: dict[str, list[Memory]] = {}
    for memory in made:
        if memory.kind in _UPKEEP:
            by_namespace.setdefault(memory.scope.namespace, []).append(memory)
    for namespace, mine in by_namespace.items():
        first = min(_moment(memory_sk(m.memory_id)) for m in mine)
        known = next((x for x in state.looked if x.namespace == namespace), Looked(namespace=namespace, prune=first, distil=first))
        facts = sum(m.kind is Kind.FACT for m in mine)
        counts = {"new_facts": known.new_facts + facts, "new_episodes": known.new_episodes + len(mine) - facts}
        more: dict[str, object] = {"pruned_at": None, "distilled_at": None} if brought else dict(counts)
        back = {"prune": min(known.prune, first), "distil": min(known.distil, first)}
        state = state.model_copy(update={"looked": at(state, namespace, **back, **more)})
    return state.looked


def past(key: ids.Key) -> str:
    """The place behind all memories of that one's time."""
    return _moment(key.sk) + "$"


def sort_key(place: str) -> str:
    """Behind which what is new lies."""
    return Memory.prefix + place


def _moment(sk: str) -> str:
    return sk.split("#", 2)[1]
