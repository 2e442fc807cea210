"""What it costs to make written documents searchable: `make setup && .venv/bin/python -m bench.refresh`, on an OpenSearch node of its own.

Three ways for a bulk request of 20 documents: waiting for the index's own refresh, refreshing at once, and not at all.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from opensearchpy import OpenSearch

from keepsake.adapters.opensearch import SearchIndex
from keepsake.rules.indexing import int8
from local import opensearch

DOCUMENTS, DIMENSION = 20, 384
WAYS: dict[str, str | bool] = {"wait_for": "wait_for", "at once": True, "not": False}


def lines(chance: random.Random) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = []
    for _ in range(DOCUMENTS):
        vector = int8.scaled([chance.gauss(0, 1) for _ in range(DIMENSION)])
        rows += [
            {"index": {"_id": uuid.uuid4().hex}},
            {"owner": "o", "tenant": "t", "text": "some words of a memory", "vector": vector},
        ]
    return rows


def spent_ms(client: OpenSearch) -> int:
    nodes = client.nodes.stats(metric="process")["nodes"].values()
    return sum(int(n["process"]["cpu"]["total_in_millis"]) for n in nodes)


def measure(client: OpenSearch, way: str | bool, calls: int, side_by_side: int) -> tuple[float, float]:
    """Median milliseconds of a call, and the node's CPU milliseconds for each."""
    index = SearchIndex(client, f"bench-{uuid.uuid4().hex[:8]}", model="m", dimension=DIMENSION, analyzer="english")
    index.prepare()
    chance = random.Random(1)
    bodies = [lines(chance) for _ in range(calls)]

    def one(body: list[dict[str, object]]) -> float:
        started = time.perf_counter()
        client.bulk(body=body, index=index._writing, refresh=way, require_alias=True, timeout=30)
        return 1000 * (time.perf_counter() - started)

    before = spent_ms(client)
    with ThreadPoolExecutor(side_by_side) as pool:
        took = list(pool.map(one, bodies))
    client.indices.refresh(index=index._name)
    cpu = (spent_ms(client) - before) / calls
    index.drop()
    return statistics.median(took), cpu


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, opensearch.running(Path(folder)) as node:
        client = OpenSearch(hosts=[node.url], timeout=60)
        measure(client, False, 50, 4)  # the node warms up
        print(f"{DOCUMENTS} documents of {DIMENSION} dimensions a call")
        print("| refresh | calls side by side | ms a call, median | CPU ms of the node a call |\n|---|---|---|---|")
        for side_by_side, calls in ((1, 20), (4, 120)):
            for name, way in WAYS.items():
                took, cpu = measure(client, way, calls, side_by_side)
                print(f"| {name} | {side_by_side} | {took:.0f} | {cpu:.0f} |")


if __name__ == "__main__":
    main()
