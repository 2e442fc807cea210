"""How far upkeep has looked through an owner's memories (rows K6, K9). They lie in the order of their ids' times, so what is new lies
behind what was looked at; what comes late, with an earlier time, brings the place back to before it."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake import ids
from keepsake.records import Kind, Looked, Memory, UserState, memory_sk

START = f"{0:012x}$"
"""Behind topics, summaries and mental models, whose ids bear the time zero."""
_UPKEEP = (Kind.FACT, Kind.EPISODE)


def of(state: UserState, namespace: str) -> Looked:
    return next((x for x in state.looked if x.namespace == namespace), Looked(namespace=namespace, prune=START, distil=START))


def at(state: UserState, namespace: str, **places: str) -> tuple[Looked, ...]:
    """`looked` of a state whose `prune` or `distil` is there now."""
    others = tuple(x for x in state.looked if x.namespace != namespace)
    return (*others, of(state, namespace).model_copy(update=places))


def after_making(state: UserState, made: Iterable[Memory]) -> tuple[Looked, ...]:
    """`looked` of a state once these memories are there: behind none of them."""
    first: dict[str, str] = {}
    for memory in made:
        if memory.kind in _UPKEEP:
            name, moment = memory.scope.namespace, _moment(memory_sk(memory.memory_id))
            first[name] = min(moment, first.get(name, moment))
    return tuple(
        x.model_copy(update={"prune": min(x.prune, m), "distil": min(x.distil, m)})
        if (m := first.get(x.namespace)) is not None and m < max(x.prune, x.distil)
        else x
        for x in state.looked
    )


def past(key: ids.Key) -> str:
    """The place behind all memories of that one's time."""
    return _moment(key.sk) + "$"


def sort_key(place: str) -> str:
    """Behind which what is new lies."""
    return Memory.prefix + place


def _moment(sk: str) -> str:
    return sk.split("#", 2)[1]
