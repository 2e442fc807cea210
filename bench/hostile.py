"""What hostile texts cost at each stage that reads text: CPU time at 4, 8, 16 and 32 KB, and how it grows.

python -m bench.hostile [STAGE]

Exit status 1 where a stage takes over MOST_S at 32 KB, or grows more than MOST_GROWTH from one size to the next.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple

from bench.attacks import ATTACKS, Attack
from bench.text_growth import SIZES, cpu_s, steepest
from keepsake import gateway
from keepsake.claims import Chunk
from keepsake.records import Category, Change, Content, Event, Kind, Memory, Role, Scope, Trust, Type
from keepsake.rules import quoting, slots, tokens, words
from keepsake.rules.behaviour import actions
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import documents
from keepsake.rules.intake import injected, junk, secrets
from keepsake.rules.knowledge import change_of_mind, clusters, distillation, frames, implied, pruning, summaries
from keepsake.rules.reading import entities, extraction, moods, own_words, portion, sensitivity, standing, statements, style, wanted
from keepsake.rules.recall import query, reflection
from local.in_memory import World

MOST_S = 1.0
"""CPU seconds at 32 KB: what one event, query or fact may cost at one stage."""
MOST_GROWTH = 2.5
"""From one size to its double: 2 is linear, 4 the square."""
FLOOR_S = 0.01
"""Below this a time is noise."""
WARY_S = 0.3
"""Above this a time is measured again, to tell a slow rule from a busy machine."""
MOST_AGAIN = 5
NOW = datetime(2026, 5, 2, 10, 0, tzinfo=UTC)
SCOPE = Scope(tenant="acme", user_id="u1", session_id="s1")
MOST_EVENT = 30 * 1024
"""Bytes of an event that fits its bound, masked as it is."""
MOST_FACT, MOST_QUERY = 8_000, 8_000
"""Characters of a fact or a query, as the API bounds them."""


def event(content: str, **fields: Any) -> Event:
    given = {
        "scope": SCOPE,
        "event_id": "m1",
        "batch_id": "b_1",
        "content": content,
        "timestamp": NOW,
        "content_hash": "h",
        "recorded_at": NOW,
    }
    return Event(**given | fields)


def fact(content: str, **fields: Any) -> Memory:
    given = {
        "scope": SCOPE, "memory_id": "f_0000000000aa01", "kind": Kind.FACT, "content": Content(raw=content, summary=content),
        "type": Type.PROFILE, "category": Category.IDENTITY, "confidence": 0.8, "event_ids": ("m1",), "valid_from": NOW, "recorded_at": NOW,
        "created_at": NOW, "updated_at": NOW, "last_accessed_at": NOW, "extractor": "rules",
        "change": Change(verdict="new", reason="", actor="bench", at=NOW),
    }  # fmt: skip
    return Memory(**given | fields)


class Stage(NamedTuple):
    name: str
    read: Callable[[str], object]


def _facts(text: str) -> object:
    """What is asked of the words of two facts, one of them hostile."""
    one, other = fact(text[:MOST_FACT]), fact("The user lives in Denver now.", memory_id="f_0000000000aa02")
    for mine, theirs in ((one, other), (other, one), (one, one.model_copy(update={"memory_id": "f_0000000000aa03"}))):
        change_of_mind.content_words(mine), change_of_mind.numbers(mine), change_of_mind.negates(mine)
        frames.one_frame(mine.content.summary, theirs.content.summary)
        implied.ends(mine, theirs)
    pruning.propose([one, other], {}, NOW), clusters.plain(one.content.summary), distillation.base(one.content.summary)
    return summaries.compose([one, other])


def _asked(text: str) -> object:
    asked = text[:MOST_QUERY]
    question = query.read(asked)
    temporal.phrases(asked, NOW), temporal.asks_when(asked), temporal.timed(asked)
    query.entities(asked), query.named(question, ["Anna", "Ben Miller"]), query.unnamed(question, ["Anna"])
    return query.share(question, asked)


def _shown(text: str) -> object:
    quoting.told(text, Trust.UNTRUSTED, Role.TOOL), quoting.name(text)
    return tokens.count.__wrapped__(text)


def _indexed(text: str) -> object:
    said = event(text)
    documents.window(said, said)
    return documents.sentences(said), documents.asks(text), temporal.timed(text)


def _told_apart(text: str) -> object:
    cut = text[:MOST_FACT]
    entities.entities(cut), entities.anchors(cut), entities.labels(cut), wanted.product(cut)
    sensitivity.of(cut[:800]), style.styles(cut), slots.short_value(cut)
    return words.content(cut)


def _junk(text: str) -> object:
    for role in (Role.USER, Role.ASSISTANT):
        junk.classify(text, role=role, event_type="message", source="web")
    return junk.classify(text, role=Role.SYSTEM, event_type="log")


def _cut(text: str) -> object:
    """As the reader cuts it: the portion of a text that is read, and what each statement of it is."""
    said = statements.statements(own_words.own_words(portion.portion(text).text))
    return [(moods.mood(s), standing.is_standing(s.text)) for s in said]


def _read(text: str) -> object:
    return extraction.extract(Chunk(events=(event(text),), speakers=("Sam",)))


def _sat(text: str) -> object:
    """Said twice in one sitting, by a model for which every statement lacks something of an earlier message."""
    return extraction.extract(Chunk(events=(event(text), event(text, event_id="m2"))), files=lambda _, labels: [0.0] * len(labels))


def _corrected(text: str) -> object:
    """A short correction after a hostile text, and a hostile text after an assistant's question."""
    said = [event(text), event("Not Thursday, Friday.", event_id="m2"), event("Forget what I said about tea.", event_id="m3"),
            event(text, event_id="m4", role=Role.ASSISTANT), event("Yes.", event_id="m5")]  # fmt: skip
    return extraction.extract(Chunk(events=tuple(said)))


def _written(text: str) -> None:
    """All that is done with an event between request and index. It says something too: as junk it would be read no further."""
    fitting = f"I live in Rome. {secrets.mask(text).text}".encode()[:MOST_EVENT].decode(errors="ignore")
    world = World()
    work = world.accept({"content": fitting, "event_id": "m1"}, {"content": "Not Thursday, Friday.", "event_id": "m2"})
    world.extract(work)
    world.summarise()
    world.project()


@cache
def _remembers() -> World:
    world = World()
    world.tell("I live in Rome.", "My sister Anna works at Acme.", "I am allergic to walnuts.")
    return world


def _recalled(text: str) -> object:
    return _remembers().recall(text[:MOST_QUERY])


def _reflected(text: str) -> object:
    items = _remembers().recall("Where do I live?").memories
    reflection.evidence(text[:MOST_QUERY], items), reflection.asks_why(text[:MOST_QUERY])
    return reflection.missing(text[:MOST_QUERY], [], items)


STAGES = (
    Stage("mask a request", lambda text: gateway.masked({"events": [{"content": text, "metadata": {text[:200]: text[:2000]}}]})),
    Stage("mask", lambda text: secrets.mask(text)),
    Stage("strip our context", injected.strip),
    Stage("junk", _junk),
    Stage("temporal", lambda text: temporal.phrases(text, NOW)),
    Stage("own words", own_words.own_words),
    Stage("statements", _cut),
    Stage("extraction", _read),
    Stage("corrections", _corrected),
    Stage("sitting", _sat),
    Stage("assistant's words", lambda text: extraction.extract(Chunk(events=(event(text, role=Role.ASSISTANT),)))),
    Stage("behaviour said", lambda text: actions.signals_of(event(text))),
    Stage("behaviour done", lambda text: [actions.signals_of(event(text, event_type=t)) for t in ("filter", "view", "dwell")]),
    Stage("names and labels", _told_apart),
    Stage("facts", _facts),
    Stage("query", _asked),
    Stage("documents", _indexed),
    Stage("quoting", _shown),
    Stage("write path", _written),
    Stage("recall", _recalled),
    Stage("reflect question", _reflected),
)


class Row(NamedTuple):
    stage: str
    attack: str
    times: tuple[float, ...]

    @property
    def growth(self) -> float:
        return steepest(self.times, FLOOR_S)

    @property
    def fails(self) -> bool:
        return self.times[-1] > MOST_S or self.growth > MOST_GROWTH


def measured(stage: Stage, attack: Attack) -> Row:
    """Measured again where it looks slow, the least time of each size counting: other work on the machine only adds."""
    row = Row(stage.name, attack.name, tuple(cpu_s(stage.read, attack.text(1024 * size)) for size in SIZES))
    for again in range(MOST_AGAIN):
        if row.fails or (row.times[-1] > WARY_S and again == 0):
            anew = (cpu_s(stage.read, attack.text(1024 * size)) for size in SIZES)
            row = row._replace(times=tuple(map(min, row.times, anew)))
    return row


def main(wanted: str = "") -> int:
    secrets.mask("warms the patterns of the providers up: aaaaaaaaaaaaaaaaaaaaaaaa")
    rows = [measured(stage, attack) for stage in STAGES if wanted in stage.name for attack in ATTACKS]
    print(f"{len(ATTACKS)} hostile texts; CPU ms at {', '.join(map(str, SIZES))} KB of the slowest, and the steepest growth\n")
    for stage in STAGES:
        mine = [r for r in rows if r.stage == stage.name]
        if not mine:
            continue
        slow, steep = max(mine, key=lambda r: r.times[-1]), max(mine, key=lambda r: r.growth)
        told = " ".join(f"{1000 * t:8.1f}" for t in slow.times)
        print(f"{stage.name:18} {told}   {slow.attack[:34]:34}  x{steep.growth:.1f}  {steep.attack[:34]}")
    failed = [r for r in rows if r.fails]
    for row in failed:
        print(f"FAILS {row.stage}: {row.attack}: {' '.join(f'{1000 * t:.0f}' for t in row.times)} ms, x{row.growth:.1f}")
    print(f"\n{len(rows) - len(failed)} of {len(rows)} hold: at most {MOST_S:g} s at {SIZES[-1]} KB, growth at most {MOST_GROWTH:g}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
