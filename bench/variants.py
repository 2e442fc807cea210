"""What each part of recall is worth: a LoCoMo file through the real flows in memory, with one part changed at a time.

    python -m bench.variants path/to/locomo.json [name of a variant] [--model all-minilm-l6-v2]

Search is exact (BM25 and cosine over all documents) instead of OpenSearch's, so a figure differs from `make bench-locomo` by some tenths
of a point; differences between the rows are what this is for. Prints one row of docs/recall.md for each variant.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from bench import locomo, scores
from bench.knowledge import OfflineEmbedder
from keepsake import api
from keepsake.flows.recall import recall as flow
from keepsake.ids import Key
from keepsake.ports import WORDS, Document, Hit, Leg, Owner, Write
from keepsake.records import Record
from keepsake.rules import words
from keepsake.rules.recall import descent, fusion, grouping, legs, packing, query, windows
from local.in_memory import NOW, World, scope
from local.stand_ins import MemoryQueue, MemoryStore

SHOWN = ("R@10", "R@20", "R@1000t", "R@2000t", "ans@1000t")
K1, B = 1.2, 0.75
RRF = 60
_WORD = re.compile(r"\w+")


class Rows(MemoryStore):
    """The rows of a world that nothing changes any more, each decoded once; recalls are not kept."""

    def __init__(self, rows: dict[Key, Any]) -> None:
        super().__init__()
        self.rows = rows
        self._decoded: dict[Key, Record] = {}

    def _record(self, key: Key) -> Record:
        if key not in self._decoded:
            self._decoded[key] = super()._record(key)
        return self._decoded[key]

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        del writes
        return set()


class Counts:
    """What BM25 counts over a whole index, by field: all users share it, as they do in OpenSearch."""

    def __init__(self) -> None:
        self.texts: Counter[str] = Counter()
        self.length: Counter[str] = Counter()
        self.holding: Counter[tuple[str, str]] = Counter()

    def add(self, field: str, words_: Counter[str]) -> None:
        self.texts[field] += 1
        self.length[field] += words_.total()
        self.holding.update((field, w) for w in words_)

    def rarity(self, field: str, word: str) -> float:
        held = self.holding[field, word]
        return math.log(1 + (self.texts[field] - held + 0.5) / (held + 0.5))

    def mean(self, field: str) -> float:
        return self.length[field] / max(1, self.texts[field])


class ExactIndex:
    """What a user has in an `Index`, each document scored."""

    def __init__(self, documents: Sequence[Document], counts: Counts) -> None:
        self._counts = counts
        self._documents = [d for d in documents if not d.gone]
        self._kinds = np.array([d.fields["kind"] for d in self._documents])
        self._fields = [{k: v for k, v in d.fields.items() if k not in ("vector", "sentences", *WORDS)} for d in self._documents]
        self._lengths: list[int] = []
        self._postings: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        for row, document in enumerate(self._documents):
            field = next(f for f in WORDS if f in document.fields)
            held = Counter(_stems(document.fields[field]))
            counts.add(field, held)
            self._lengths.append(held.total())
            for word, times in held.items():
                self._postings[field, word].append((row, times))
        found = [(i, d.fields["vector"]) for i, d in enumerate(self._documents) if d.fields.get("vector") is not None]
        nested = [(i, s["vector"]) for i, d in enumerate(self._documents) for s in d.fields.get("sentences") or []]
        self._vectors = np.array([i for i, _ in found]), np.array([v for _, v in found], dtype=np.float32)
        self._sentences = np.array([i for i, _ in nested]), np.array([v for _, v in nested], dtype=np.float32)

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        del owner, within_s
        return [self._leg(leg) for leg in legs]

    def _leg(self, leg: Leg) -> list[Hit]:
        score = self._score(leg)
        allowed = np.isin(self._kinds, leg.kinds) & (score > 0)
        if leg.since is not None or leg.until is not None:
            at = [datetime.fromisoformat(f["at"]) for f in self._fields]
            allowed &= np.array([(leg.since is None or a >= leg.since) and (leg.until is None or a < leg.until) for a in at])
        if leg.marks:
            wanted = set(leg.marks)
            allowed &= np.array([not wanted.isdisjoint(f.get("marks") or ()) for f in self._fields])
        if leg.agents or leg.tellable is not None:
            allowed &= np.array([leg.allows(f) for f in self._fields])
        rows = np.nonzero(allowed)[0]
        best = rows[np.argsort(-score[rows], kind="stable")][: leg.size]
        return [Hit(self._documents[i].key, float(score[i]), self._fields[i]) for i in best]

    def _score(self, leg: Leg) -> Any:
        score = np.zeros(len(self._documents))
        if leg.vector is not None:
            rows, vectors = self._sentences if leg.nested else self._vectors
            np.maximum.at(score, rows, (1 + vectors @ np.array(leg.vector, dtype=np.float32)) / 2)
        elif leg.text is not None:
            for field, word in product(WORDS, _stems(leg.text)):
                rarity, mean = self._counts.rarity(field, word), self._counts.mean(field)
                for row, times in self._postings.get((field, word), []):
                    score[row] += rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * self._lengths[row] / mean))
        elif leg.marks:
            score += 1
        else:
            wanted = set(leg.entities)
            score = np.array([float(len(wanted & set(f.get("entities") or ()))) for f in self._fields])
        return score

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)


def _stems(text: str) -> list[str]:
    return [words.stem(w) for w in _WORD.findall(text.lower()) if words.content(w)]


def retained(sample: dict[str, Any], embedder: OfflineEmbedder, counts: Counts) -> tuple[Rows, ExactIndex]:
    """The rows and the index of a conversation that went through the write path."""
    world = World(embedder=embedder)
    world.reconciler, world.extractor = embedder.reconciler, embedder.extractor
    for number, events in enumerate(locomo.turns(sample["conversation"]), 1):
        owner = scope(user_id=sample["sample_id"], session_id=f"session_{number}")
        for start in range(0, len(events), locomo.BATCH):
            part = events[start : start + locomo.BATCH]
            world.now = max(world.now, datetime.fromisoformat(part[-1]["timestamp"]))
            work = world.accept(*part, owner=owner)
            world.extract(work)
            world.summarise(owner)
            world.project()
    return Rows(world.store.rows), ExactIndex(list(world.index.documents.values()), counts)


def asked(
    data: Sequence[Any], worlds: dict[str, tuple[Rows, ExactIndex]], embedder: OfflineEmbedder, **fields: Any
) -> dict[Any, list[Any]]:
    results = {}
    questions = (query.read(q["question"]) for sample in data for _, q, _ in scores.scorable(sample))
    embedder.embed([text for q in questions for text in q.variants.values()])
    for sample in data:
        name = sample["sample_id"]
        store, index = worlds[name]
        ports = flow.Ports(store, index, embedder, MemoryQueue())
        asker = flow.Asker(scope(user_id=name, session_id=None), NOW)
        for number, question, _ in scores.scorable(sample):
            request = api.RecallRequest(query=question["question"], top_k=locomo.TOP_K, token_budget=locomo.TOKEN_BUDGET, **fields)
            answer = flow.recall(ports, asker, request, f"r_{number}")
            if answer.degraded:
                sys.exit(f"recall was degraded, so nothing is measured: {answer.degraded}")
            results[name, number] = [
                {"text": locomo.text(m.model_dump(mode="json")), "sources": list(m.event_ids)} for m in answer.memories
            ]
    return results


def _by_rank(hits: Sequence[Hit]) -> list[float]:
    return [(RRF + 1) / (RRF + place) for place in range(1, len(hits) + 1)]


def _without(*names: str) -> Any:
    every = legs.of
    return patch.object(legs, "of", lambda *args: [leg for leg in every(*args) if leg.name not in names])


def _guides_first(flat: Any, guides: Any, added: Any, budget: int, top_k: int) -> descent.Chosen:
    taken = {i.memory_id for i in [*guides, *added]}
    return descent.Chosen(packing.fit([*guides, *added, *(i for i in flat if i.memory_id not in taken)], budget, top_k), [])


FLAT = {"kinds": ("fact", "episode", "mental_model", "event")}
VARIANTS: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "as served": ([], {}),
    "flat: no topics, no summaries": ([], FLAT),
    "topics, summaries and their facts first": ([patch.object(descent, "choose", _guides_first)], {}),
    "reciprocal rank fusion, k = 60": ([patch.object(fusion, "stretch", _by_rank)], {}),
    "MMR over the best 30": ([], {"rerank": "mmr"}),
    "events alone, no facts": ([], {"kinds": ("event",)}),
    "no BM25 over events": ([_without("event_words")], {}),
    "no window vectors": ([_without("event_window")], {}),
    "no sentence vectors": ([_without("event_sentences")], {}),
    "no BM25 over memories": ([_without("keyword")], {}),
    "no vectors of memories": ([_without("vector")], {}),
    "no entities": ([_without("entity")], {}),
    "no support of events by facts": ([patch.object(fusion, "SUPPORT", 0.0)], {}),
    "no share of events for facts": ([patch.object(grouping, "EVIDENCE", 0.0)], {}),
    "no neighbours": ([patch.object(fusion, "NEIGHBOUR", 0.0)], {}),
    "no session": ([patch.object(fusion, "SESSION", 0.0)], {}),
    "no named person": ([patch.object(fusion, "NAMED", 0.0)], {}),
    "questions not lowered": ([patch.object(fusion, "ASKS", 0.0)], {}),
    "no lift for dates when asked when": ([patch.object(fusion, "TIMED", 0.0)], {}),
    "no window of time": ([patch.object(windows, "INSIDE", 0.0), _without("time")], {}),
    "names left in the query's vector": ([patch.object(query, "variant", lambda *_: frozenset())], {}),
}


def rows(data: Sequence[Any], names: Sequence[str], model: str = "", *, judges: bool = False) -> Iterator[str]:
    embedder = OfflineEmbedder(model, judges=judges)
    counts = Counts()
    worlds = {s["sample_id"]: retained(s, embedder, counts) for s in data}
    yield f"| variant | {' | '.join(SHOWN)} |"
    yield "|---" * (len(SHOWN) + 1) + "|"
    for name in names:
        patches, fields = VARIANTS[name]
        with ExitStack() as stack:
            for one in patches:
                stack.enter_context(one)
            result = scores.evaluate(list(data), asked(data, worlds, embedder, **fields))["all"]
        yield f"| {name} | {' | '.join(f'{100 * result[m]:.1f}' for m in SHOWN)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("variant", nargs="*", help=", ".join(VARIANTS))
    parser.add_argument("--model", default="", help="another embedder of the local run: all-minilm-l6-v2")
    parser.add_argument("--rules-alone", action="store_true", help="without the judge of pairs (local/judge.py)")
    args = parser.parse_args()
    unknown = set(args.variant) - set(VARIANTS)
    if unknown:
        parser.error(f"no such variant: {', '.join(unknown)}")
    for row in rows(json.loads(args.data.read_text()), args.variant or list(VARIANTS), args.model, judges=not args.rules_alone):
        print(row, flush=True)


if __name__ == "__main__":
    main()
