"""Whether a recall's search costs the same among many users: `make bench-scale [DOCS=1000000]`, on an OpenSearch node of its own.

Memories of a hundred to a user, half of them events with two sentences, half facts, with seeded words and vectors instead of an embedder's,
go through the adapter as the projector writes them, 10,000 into one index and all into another. The search of a recall, with every leg that
it has, is timed on both in turn, so that whatever else the machine does slows both down; another user asks each time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import numpy as np
from opensearchpy import OpenSearch

from bench.recall import NOW, SCOPE, records
from keepsake.adapters.opensearch import SearchIndex
from keepsake.ids import Key
from keepsake.ports import Document, Leg, Owner
from keepsake.records import Embedding, Event, Kind
from keepsake.rules.indexing import documents
from keepsake.rules.recall import legs, query
from keepsake.rules.recall.gates import Reader
from local import opensearch

FEW = 10_000
A_USER = 100
"""Memories of each."""
DIMENSION = 384
SENTENCES = 2
AT_ONCE = 1_000
ASKED, WARM_UP = 400, 100
VOCABULARY = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "an", "er") for c in ("lo", "mi", "ra", "ten", "vus", "k")]
WORDS_OF_ONE = 20
MERGED_WITHIN_S = 120


class Made:
    """Documents by their number, the same in every run."""

    def __init__(self) -> None:
        made_by = Embedding(model="none", dimension=1)
        both = records(random.Random(7))
        event, fact = next(r for r in both if isinstance(r, Event)), both[-1]
        self._of = [documents.document(r, None, made_by) for r in (event, fact)]

    def some(self, first: int, count: int) -> list[Document]:
        chance, rng = random.Random(first), np.random.default_rng(first)
        vectors = rng.standard_normal((count, 1 + SENTENCES, DIMENSION), dtype=np.float32).tolist()
        return [self._one(first + i, chance, vectors[i]) for i in range(count)]

    def _one(self, number: int, chance: random.Random, vectors: list[list[float]]) -> Document:
        like, owner = self._of[number % 2], owner_of(number // A_USER)
        words = " ".join(chance.choices(VOCABULARY, k=WORDS_OF_ONE))
        fields = like.fields | {
            "user": owner.user_id, "owner": owner.own, "at": (NOW + timedelta(minutes=number)).isoformat(), "seq": number % A_USER,
            "event_ids": [f"m{number - number % 2}"], "vector": vectors[0],
        }  # fmt: skip
        fields |= {"said": words, "sentences": [{"vector": v} for v in vectors[1:]]} if number % 2 == 0 else {"text": words}
        return Document(Key(owner.pk, f"{like.key.sk}{number}"), 1, fields)


def owner_of(user: int) -> Owner:
    return Owner("acme", "default", "default", f"u{user}")


def asked(number: int) -> list[Leg]:
    """Every leg of a recall that names someone and a day."""
    chance = random.Random(number)
    vector = np.random.default_rng(number).standard_normal(DIMENSION).tolist()
    question = query.read(f"When did Ann see the {' '.join(chance.choices(VOCABULARY, k=5))}?")
    return legs.told(legs.of(tuple(Kind), question, ("Ann",), vector, None), Reader(scope=SCOPE, now=NOW))


def fill(index: SearchIndex, made: Made, count: int, writers: int) -> float:
    """Documents a second."""
    started = time.perf_counter()
    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(lambda at: index.write(made.some(at, min(AT_ONCE, count - at)), at_once=False), range(0, count, AT_ONCE)))
    return count / (time.perf_counter() - started)


def timed(indices: Mapping[int, SearchIndex]) -> dict[int, list[float]]:
    """Milliseconds of each search, sorted, by how many memories the index holds."""
    took: dict[int, list[float]] = {count: [] for count in indices}
    for number in range(WARM_UP + ASKED):
        wanted = asked(number)
        for count, index in indices.items():
            owner = owner_of(number * 7919 % (count // A_USER))
            started = time.perf_counter()
            found = index.search(owner, wanted, within_s=30.0)
            took[count].append(1000 * (time.perf_counter() - started))
            if not all(hits for leg, hits in zip(wanted, found, strict=True) if leg.name in ("event_sentences", "vector")):
                raise SystemExit("a search found nothing, so nothing is measured")
    return {count: sorted(each[WARM_UP:]) for count, each in took.items()}


def settle(client: OpenSearch, index: SearchIndex) -> None:
    """Shows all that was written, and waits until nothing is merged any more."""
    client.indices.refresh(index=index._name)
    until = time.monotonic() + MERGED_WITHIN_S
    while time.monotonic() < until and _merging(client, index):
        time.sleep(1)


def _merging(client: OpenSearch, index: SearchIndex) -> bool:
    stats = client.indices.stats(index=index._name, metric="merge")
    return int(stats["_all"]["total"]["merges"]["current"]) > 0


def disk(client: OpenSearch, index: SearchIndex) -> int:
    """Bytes of the index."""
    client.indices.flush(index=index._name)
    return int(client.indices.stats(index=index._name, metric="store")["_all"]["primaries"]["store"]["size_in_bytes"])


def heap_mib(client: OpenSearch) -> float:
    """Of the node, garbage that waits for its collection included."""
    (node,) = client.nodes.stats(metric="jvm")["nodes"].values()
    return int(node["jvm"]["mem"]["heap_used_in_bytes"]) / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", type=int, nargs="?", default=100_000)
    parser.add_argument("--shards", type=int, default=4)
    parser.add_argument("--heap", default="1g")
    parser.add_argument("--writers", type=int, default=2)
    args = parser.parse_args()
    if args.documents <= FEW:
        parser.error(f"more than {FEW} documents are needed, to compare with so many")
    made, counts = Made(), (FEW, args.documents)
    with tempfile.TemporaryDirectory() as folder, opensearch.running(Path(folder), heap=args.heap) as node:
        client = OpenSearch(hosts=[node.url], timeout=120)
        indices, rates = {}, {}
        for count in counts:
            indices[count] = SearchIndex(
                client, f"scale-{count}", model="none", dimension=DIMENSION, analyzer="english", shards=args.shards
            )
            indices[count].prepare()
            rates[count] = fill(indices[count], made, count, args.writers)
            settle(client, indices[count])
        took = timed(indices)
        print(
            f"{len(asked(0))} legs, {args.shards} shards, {DIMENSION} dimensions, a heap of {args.heap}, {A_USER} memories of each user\n"
        )
        print("| memories | search p50 ms | p99 ms | bytes of each on disk | written a second |\n|---|---|---|---|---|")
        for count, each in took.items():
            print(f"| {count:,} | {p50(each):.1f} | {p99(each):.1f} | {disk(client, indices[count]) / count:,.0f} | {rates[count]:,.0f} |")
        few, many = took.values()
        print(f"\np50 {p50(many) / p50(few):.2f} times, p99 {p99(many) / p99(few):.2f} times; heap in use {heap_mib(client):,.0f} MiB")


def p50(took: Sequence[float]) -> float:
    return statistics.median(took)


def p99(took: Sequence[float]) -> float:
    return took[int(0.99 * len(took))]


if __name__ == "__main__":
    main()
