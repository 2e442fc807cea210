"""Score what is made of messages: the real flows in memory, over the labelled set and the offline embedder. `make bench-knowledge`.

`--show` names the misses of tuning and practice; those of the held-out half are never shown.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from math import inf

from bench import labelled
from bench.cost import CountingChat, CountingEmbedder, MeteredStore
from bench.labelled import About, Correction, Expected, Message
from keepsake.adapters.pair_judge import PairJudge
from keepsake.adapters.rules import RuleExtractor
from keepsake.adapters.salient import SalientExtractor
from keepsake.ports import Embedder, Extractor, Reconciler
from keepsake.records import Category, Event, Kind, Memory, Validity, Verdict
from keepsake.rules.indexing import calibration
from local.in_memory import NOW, World

AT_ONCE = (2, 10)
"""Events of a batch in the measurements of cost."""


@dataclass(slots=True)
class Score:
    """Shares as (right, of) under the name that the table shows, and the misses."""

    right: Counter[str] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)

    def note(self, name: str, good: bool, miss: str) -> None:
        self.total[name] += 1
        self.right[name] += good
        if not good:
            self.misses.append(f"{name} | {miss}")

    def share(self, name: str) -> float:
        return self.right[name] / self.total[name] if self.total[name] else 1.0


def score_messages(messages: Iterable[Message], embedder: Embedder) -> Score:
    score = Score()
    for message in messages:
        world = World(embedder=embedder)
        said = [e | {"timestamp": (NOW + timedelta(minutes=i)).isoformat()} for i, e in enumerate(message.events)]
        world.extract(world.accept(*said))
        _score_claims(score, message, world.memories(Kind.OBSERVATION))
        _score_events(score, message, world)
    return score


def _score_claims(score: Score, message: Message, claims: Sequence[Memory]) -> None:
    said = message.events[-1]["content"][:90]
    met: dict[int, Memory] = {}
    for claim in claims:
        possible = [i for i, e in enumerate(message.expected) if e.about.meets(claim.subject, _text(claim))]
        score.note("precision", bool(possible), f"{said} > {claim.category} {claim.subject}: {claim.content.summary}")
        for i in _one_kind(possible, message.expected, claim.category):
            met.setdefault(i, claim)
            if claim.category in message.expected[i].categories:
                met[i] = claim
    for i, expected in enumerate(message.expected):
        if not expected.required:
            continue
        score.note("recall", i in met, f"{said} > {expected.categories} {expected.about}")
        if i in met:
            score.note("category", met[i].category in expected.categories, f"{said} > {met[i].category} for {expected.categories}")
            if expected.since:
                held = met[i].valid_from.isoformat()
                score.note("dates", held.startswith(expected.since), f"{said} > {held} for {expected.since}")


def _one_kind(possible: list[int], expected: Sequence[Expected], category: Category) -> list[int]:
    """One claim stands for several expectations only if they are of one kind, as the items of a list: else it is not atomic."""
    fitting = [i for i in possible if category in expected[i].categories] or possible
    return [i for i in fitting if expected[i].categories == expected[fitting[0]].categories]


def _score_events(score: Score, message: Message, world: World) -> None:
    events = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Event)]
    verdict = events[0].verdict if len(events) == 1 else Verdict.CANDIDATE
    said = message.events[0]["content"][:90]
    if message.verdict is not Verdict.CANDIDATE:
        score.note("junk named", verdict is message.verdict, f"{said} > {verdict} for {message.verdict}")
    elif any(e.required for e in message.expected):
        score.note("not junk", all(e.verdict is Verdict.CANDIDATE for e in events), f"{said} > {verdict}")
    kept = str(world.store.texts())
    for secret in message.secrets:
        score.note("secrets masked", secret not in kept, said)


def score_corrections(corrections: Iterable[Correction], embedder: Embedder) -> Score:
    score = Score()
    for item in corrections:
        world = World(embedder=embedder)
        for event in item.events:
            at = datetime.fromisoformat(event["timestamp"])
            world.now = max(world.now, at) + timedelta(minutes=1)
            world.tell(event["content"], at=at, **{k: v for k, v in event.items() if k not in ("content", "timestamp")})
        facts = world.memories()
        good = all(_is_current(facts, a) for a in item.current) and all(_is_past(facts, a, item.current) for a in item.past)
        rows = [f"{f.validity} {f.subject} {'not ' if f.negated else ''}{f.slot and f.slot.feature}: {f.content.summary}" for f in facts]
        name = "controls" if item.kind == labelled.BOTH_TRUE else "corrections"
        score.note(name, good, " / ".join(e["content"] for e in item.events) + "".join(f"\n      {r}" for r in rows))
        score.note(f"- {item.kind}", good, "")
    score.misses = [m for m in score.misses if not m.startswith("- ")]
    return score


def _is_current(facts: Sequence[Memory], about: About) -> bool:
    return any(f.current and not f.negated and about.meets(f.subject, _text(f)) for f in facts)


def _is_past(facts: Sequence[Memory], about: About, current: Sequence[About]) -> bool:
    """Kept with both ends of its time and the reason, and asserted by nothing current but an event or what names the new value too."""
    held = [f for f in facts if about.meets(f.subject, _text(f)) and not f.negated]
    kept = any(f.validity in (Validity.DEPRECATED, Validity.INVALID) and f.valid_to and f.superseded_at and f.change.reason for f in held)
    still = [f for f in held if f.current and f.category is not Category.EVENT and not any(c.meets(f.subject, _text(f)) for c in current)]
    return kept and not still


def _text(memory: Memory) -> str:
    return f"{memory.content.summary} {memory.slot.value if memory.slot else ''}"


def cost(messages: Iterable[Message], embedder: Embedder, chat_model: str, at_once: int) -> dict[str, float]:
    """Of one user who says all of it, in batches: calls, texts and tokens per 100 events, units per event, upkeep included."""
    store, counted, chat = MeteredStore(), CountingEmbedder(embedder), CountingChat(chat_model, RuleExtractor())
    world = World(chat if chat_model else None, embedder=counted, store=store)
    events = [e for m in messages for e in m.events]
    for start in range(0, len(events), at_once):
        said = [e | {"timestamp": world.now.isoformat()} for e in events[start : start + at_once]]
        work = world.accept(*said)
        world.extract(work)
        world.summarise()
        world.project()
        while world.consolidating.upkeep:
            world.upkeep()
            world.project()
    per_100 = 100 / len(events)
    return {
        "events": len(events),
        "facts at the end": sum(m.current for m in world.memories()),
        "embedding calls per 100 events": counted.calls * per_100,
        "texts embedded per 100 events": counted.texts * per_100,
        "chat model calls per 100 events": chat.calls * per_100,
        "chat model tokens per 100 events": chat.tokens * per_100,
        "DynamoDB write units per event": store.write_units / len(events),
        "DynamoDB read units per event": store.read_units / len(events),
        **{f"- written to {kind}": units / len(events) for kind, units in sorted(store.units_by_kind.items(), key=lambda row: -row[1])},
    }


class OfflineEmbedder:
    """The local run's embedder as an `Embedder`; a text is embedded once, since every world embeds the same prototypes. With it, where it
    `judges`, the judge of pairs (local/judge.py), and where it `weighs`, the models of salience and of filing
    (local/salience.py)."""

    def __init__(self, name: str = "", *, judges: bool = False, weighs: bool = False) -> None:
        from local import embedder

        self._judges, self._weighs = judges, weighs
        self.model, self.dimension = name or embedder.DEFAULT, embedder.DIMENSION
        self._inner = embedder.Embedder(self.model)
        self._held: dict[str, list[float]] = {}
        found = calibration.measured(self.embed(calibration.texts()))
        self.thresholds, self.asking, self.useful = found.thresholds, found.asking, found.useful

    @cached_property
    def reconciler(self) -> Reconciler | None:
        from local import judge

        return PairJudge(judge.Judge(), within_s=inf) if self._judges else None

    @cached_property
    def extractor(self) -> Extractor:
        from local import salience

        return SalientExtractor(salience.Salience(), salience.Filing(), within_s=inf) if self._weighs else RuleExtractor()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        fresh = [t for t in dict.fromkeys(texts) if t not in self._held]
        if fresh:
            self._held |= dict(zip(fresh, self._inner.embed(fresh).tolist(), strict=True))
        return [self._held[t] for t in texts]


def table(scores: Sequence[Score]) -> str:
    """One column for each of labelled.HALVES."""
    lines = [f"| measure | {' | '.join(labelled.HALVES)} |", "|---|" + "---|" * len(labelled.HALVES)]
    lines += [f"| {name} | {' | '.join(_cell(s, name) for s in scores)} |" for name in sorted(set().union(*(s.total for s in scores)))]
    return "\n".join(lines)


def _cell(score: Score, name: str) -> str:
    return f"{score.share(name):.3f} ({score.right[name]} of {score.total[name]})"


def main(arguments: Sequence[str] = ()) -> None:
    embedder = OfflineEmbedder()
    said, corrected = labelled.messages(), labelled.corrections()
    told = [score_messages([m for m in said if m.half == half], embedder) for half in labelled.HALVES]
    changed = [score_corrections([c for c in corrected if c.half == half], embedder) for half in labelled.HALVES]
    print(table(told))
    print(table(changed))
    for at_once in AT_ONCE:
        print(f"\nOne user, {at_once} events a batch:")
        for name, value in cost([m for m in said if m.half != "practice"], embedder, os.environ.get("CHAT_MODEL", ""), at_once).items():
            print(f"{name}: {value:.1f}")
    if "--show" in arguments:
        for half, *scores in zip(labelled.HALVES, told, changed, strict=True):
            if half != "held_out":
                print("\n".join(["", half, *(m for score in scores for m in score.misses)]))


if __name__ == "__main__":
    main(sys.argv[1:])
