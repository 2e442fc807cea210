"""What is left of a memory when one of the events that proved it is deleted (row D2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from keepsake.changes import touched
from keepsake.records import GUIDES, Event, Memory, Role, UserState
from keepsake.rules.knowledge import outcome

VERDICT = "evidence deleted"
REASON = "an event that proved it was deleted"


def repeats(memory: Memory, event: Event) -> bool:
    """Whether the memory has the event's words, among others where it was merged, or has them as its context."""
    said = _plain(event.content)
    own = (memory.content.raw, memory.content.summary)
    context = memory.content.context or ""
    merged = memory.content.summary if _is_merged(memory) else ""
    quoted = [q for text in (context, merged) for q in text.split('"')[1::2] if q.strip()]
    return any(_plain(w) and _plain(w) in said for w in own) or any(_plain(q) in said for q in quoted)


def _is_merged(memory: Memory) -> bool:
    """Whether its words are several events'."""
    return any(r.type == "merged_from" for r in memory.relations)


def _merged(observation: Memory, memory: Memory) -> bool:
    """Whether what was read stands among a merged memory's words."""
    said = _plain(observation.content.summary)
    return _is_merged(memory) and bool(said) and said in _plain(memory.content.summary)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def without(memory: Memory, event: Event, observations: Iterable[Memory], actor: str, now: datetime) -> Memory | None:
    """The memory as its other events prove it, in the words of the newest of them where its own were the event's; None where nothing else
    says it."""
    kept = tuple(e for e in memory.event_ids if e != event.event_id)
    if memory.kind in GUIDES:  # made anew with their topic
        return touched(memory, verdict=VERDICT, reason=REASON, actor=actor, now=now, event_ids=kept, entities=(), told=())
    read = list(observations)
    others = [o for o in read if set(o.event_ids) <= set(kept) and (outcome.fact_of(o) == memory.memory_id or _merged(o, memory))]
    fields: dict[str, object] = {"event_ids": kept}
    content = memory.content
    if repeats(memory, event) or any(_merged(o, memory) for o in read if set(o.event_ids) == {event.event_id}):
        if not others:
            return None
        newest = max(others, key=lambda o: (o.valid_from, o.memory_id))
        content = newest.content
        fields |= {"slot": newest.slot, "embedding": None, "vectors": ()}
    said = _plain(event.content)
    replaced = [w for w in outcome.replaced_by(memory) if _plain(w) not in said]
    structured = {k: v for k, v in content.structured.items() if k != "replaced"} | ({"replaced": replaced} if replaced else {})
    fields["content"] = content.model_copy(update={"structured": structured})
    if others:
        fields |= {name: tuple(dict.fromkeys(v for o in others for v in getattr(o, name))) for name in ("entities", "labels")}
    return touched(memory, verdict=VERDICT, reason=REASON, actor=actor, now=now, **fields)


def words(event: Event) -> frozenset[str]:
    return frozenset(_WORD.findall(event.content.lower()))


def names(subject: str, said: frozenset[str]) -> bool:
    """Whether an event's words name whom a memory is about: `beths-mum` of "Beth's mum"."""
    if subject in (*outcome.NOBODY, Role.ASSISTANT.value):
        return False
    return all({part, f"{part}s", part.removesuffix("s")} & said for part in subject.split("-"))


def tells_of(subject: str, event: Event | None) -> bool:
    """Whether another event tells whom a memory is about: by its words, as its speaker, or outright. Of one whose words are gone nobody
    knows, and what was made of it stays as it is."""
    if event is None or event.lapsed_at is not None or event.fact is not None:
        return True
    return names(subject, words(event) | frozenset(_WORD.findall((event.name or "").lower())))


def unnamed(state: UserState, event: Event, *, silent: bool) -> UserState | None:
    """What is known of a user without those whom this event names, also where others do: whoever is spoken of again is known again. Of one
    that is `silent` no other event has the speaker, who goes too. None where nobody that is known does."""
    said = words(event)
    people = tuple(p for p in state.people if not names(p[0], said))
    held_for = tuple(h for h in state.held_for if not names(h.who, said))
    speakers = tuple(s for s in state.speakers if not (silent and s == event.name))
    if (people, held_for, speakers) == (state.people, state.held_for, state.speakers):
        return None
    return state.model_copy(update={"people": people, "held_for": held_for, "speakers": speakers})


def kin_of(subject: str, state: UserState, others: Iterable[Event]) -> str:
    """What is left to call somebody whose name is deleted: `mum`, where others say so; else nobody known."""
    kin = next((k for name, k in state.people if name == subject and k not in ("", *outcome.NOBODY)), None)
    return kin if kin and any(names(kin, words(e)) for e in others) else outcome.UNKNOWN


def nameless(memory: Memory, called: str, actor: str, now: datetime) -> Memory:
    """The memory where only what was deleted named whom it is about. Of nobody known it fills no slot: there is no profile."""
    bare = {"subject": called, "embedding": None, "vectors": ()} | ({"slot": None} if called == outcome.UNKNOWN else {})
    return touched(memory, verdict=VERDICT, reason="an event that told whom it is about was deleted", actor=actor, now=now, **bare)


_WORD = re.compile(r"[^\W_]+")
