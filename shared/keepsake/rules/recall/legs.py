"""The searches of one recall: which legs the one multi-search has, each over the kinds that are asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from keepsake.ids import Key
from keepsake.ports import Hit, Leg, Vector
from keepsake.records import GUIDES, Kind
from keepsake.rules.indexing import tellable
from keepsake.rules.recall import gates, query, windows

SIZE = 100
TIME_SIZE = 30
"""Of what lies in the window that the query names."""
GUIDE_SIZE = 20
"""Topics and summaries of one leg; at most six are used."""
MEMORY_KINDS = (Kind.FACT, Kind.EPISODE, Kind.MENTAL_MODEL)
MEMORY_LEGS = ("keyword", "vector", "entity")
OTHERS = "others_"
"""Begins the names of the legs that look among what is not told."""
MOST_OTHERS = 30
"""Of what is not told, in one leg."""
TIME = "time"
GUIDE = "guide_"
"""Begins the names of legs whose hits are ranked apart."""


def of(
    kinds: Collection[Kind], question: query.Question, speakers: Collection[str], vector: Vector | None, window: windows.Window | None,
    within: tuple[str, ...] = (),
) -> list[Leg]:  # fmt: skip
    """By words alone where there is no vector. `within` are marks of which facts have to bear one."""
    memories = tuple(k.value for k in MEMORY_KINDS if k in kinds)
    events = (Kind.EVENT.value,) if Kind.EVENT in kinds else ()
    guides = tuple(k.value for k in GUIDES) if any(k in kinds for k in GUIDES) else ()
    entities = query.entities(question.text)
    # Facts alone bear marks.
    marked = within if memories == (Kind.FACT.value,) else ()
    legs: list[Leg] = []
    if events:
        legs.append(Leg("event_words", events, text=query.unnamed(question, speakers), size=SIZE))
    if events and vector is not None:
        legs.append(Leg("event_window", events, vector=vector, size=SIZE))
        legs.append(Leg("event_sentences", events, vector=vector, nested=True, size=SIZE))
    if memories:
        legs.append(Leg("keyword", memories, text=question.words, marks=marked, size=SIZE))
    if memories and vector is not None:
        legs.append(Leg("vector", memories, vector=vector, marks=marked, size=SIZE))
    if memories and entities:
        legs.append(Leg("entity", memories, entities=entities, marks=marked, size=SIZE))
    if (memories or events) and window is not None and window.dated:
        near = Leg(TIME, (*memories, *events), vector=vector, text=None if vector is not None else question.words, size=TIME_SIZE)
        legs.append(replace(near, since=window.since, until=window.until))
    if guides:
        legs.append(Leg(GUIDE + "words", guides, text=question.words, size=GUIDE_SIZE))
    if guides and vector is not None:
        legs.append(Leg(GUIDE + "vector", guides, vector=vector, size=GUIDE_SIZE))
    return legs


def told(searched: Sequence[Leg], reader: gates.Reader) -> list[Leg]:
    """The same over what the reader may be told, and for memories a second one each over some of the rest: what was superseded leads to
    what took its place, and the caller hears what gates held back. Who asks for the past as well gets as much of it."""
    tells = tellable.asked(reader.now, reader.asked_at, reader.as_of, reader.known_at, reader.include)
    to, most = tellable.to(reader.scope.agent_id), SIZE if reader.include else MOST_OTHERS
    mine = [replace(leg, agents=to, tellable=tells) for leg in searched]
    return mine + [replace(leg, name=OTHERS + leg.name, others=True, size=most) for leg in mine if leg.name in MEMORY_LEGS]


def joined(found: Mapping[str, Sequence[Hit]]) -> tuple[dict[str, list[Hit]], set[Key]]:
    """The legs with what their others found, and the keys of those. Where a leg has more than it brings, of the others what is as near."""
    one = {name: list(hits) for name, hits in found.items() if not name.startswith(OTHERS)}
    untold: set[Key] = set()
    for name in MEMORY_LEGS:
        others, mine = found.get(OTHERS + name, ()), one.get(name, [])
        near = [h for h in others if len(mine) < SIZE or h.score >= mine[-1].score]
        untold |= {h.key for h in near}
        if near:
            one[name] = sorted([*mine, *near], key=lambda h: (-h.score, h.key))
    return one, untold
