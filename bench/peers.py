"""Keepsake beside mem0 in one run: the same conversations, questions, embedder and machine. `make bench-mem0 DATA=locomo.json`

mem0 2.2.1 stores raw messages here (infer=False), as Keepsake needs no chat model either: once as installed (vectors alone), once with its
keyword search, whose BM25 files come from a hub and are stood in for by the same formula. Each is asked through its own client: Keepsake
over HTTP through the emulated gateway, whose cost is shown apart as the handler's own time; mem0 in its process, with Qdrant in memory.
Every question's vector is made anew for each of them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from typing import Any

from bench import locomo, scores
from local import embedder, models, stack, tools
from local.client import Client

PEER = Path(__file__).with_name("mem0_peer.py")
PACKAGES = ("mem0ai==2.2.1", "qdrant-client", "bm25s", "PyStemmer", "openai")
SHOWN = ("R@10", "R@1000t", "R@2000t", "ans@1000t")


def ours(data: list[Any]) -> tuple[dict[Any, Any], list[float], list[float]]:
    """Items of each question, and milliseconds of each recall: as the client sees it, and what the handler measured."""
    run = stack.load()
    container = f"bench-{uuid.uuid4().hex[:8]}"
    results, seen, own = {}, [], []
    with Client(run.url, run.key) as api:
        for sample in data:
            locomo.retain(api, container, sample)
            for number, question, _ in scores.scorable(sample):
                body = {"container": container, "user_id": sample["sample_id"], "query": question["question"], "diagnostics": True}
                started = time.perf_counter()
                answer = api.call("POST", "/recall", body | {"top_k": locomo.TOP_K, "token_budget": locomo.TOKEN_BUDGET})
                seen.append(1000 * (time.perf_counter() - started))
                if answer["degraded"]:
                    sys.exit(f"recall was degraded, so nothing is measured: {answer['degraded']}")
                own.append(sum(answer["diagnostics"]["timings_ms"].values()))
                results[sample["sample_id"], number] = [{"text": m["content"], "sources": m["event_ids"]} for m in answer["memories"]]
    return results, seen, own


def theirs(path: Path, first: int, endpoint: str) -> dict[str, tuple[dict[Any, Any], list[float]]]:
    """The same of each of mem0's modes, from a process in an environment of its own."""
    with tempfile.TemporaryDirectory() as work:
        out = Path(work) / "out.json"
        packages: list[str] = [part for package in PACKAGES for part in ("--with", package)]
        command: tools.Command = [tools.uv(), "run", "--quiet", "--no-project", "--python", sys.executable, *packages, "python", PEER]
        subprocess.run([*command, path, str(first), endpoint, embedder.DEFAULT, work, out], check=True)
        rows = json.loads(out.read_text())
    return {
        mode: ({(r["conversation"], r["question_index"]): r["items"] for r in row["results"]}, row["search_ms"])
        for mode, row in rows.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--first", type=int, default=1, help="so many conversations of the file")
    args = parser.parse_args()
    data = json.loads(args.data.read_text())[: args.first]
    print(f"| system | {' | '.join(SHOWN)} | p50 ms |\n{'|---' * (len(SHOWN) + 2)}|")
    # Each mode asks the same questions: the local run's endpoint would remember their vectors for the second, and for Keepsake.
    with models.running(remembered=0) as endpoint:
        found = theirs(args.data, args.first, endpoint.base_url)
    for mode, (results, spent) in found.items():
        row(mode, data, results, spent)
    results, seen, own = ours(data)
    row("Keepsake, the handler's own time", data, results, own)
    row("Keepsake, over HTTP through the emulator", data, results, seen)


def row(name: str, data: list[Any], results: dict[Any, Any], spent: list[float]) -> None:
    found = scores.evaluate(data, results)["all"]
    print(f"| {name} | {' | '.join(f'{100 * found[m]:.1f}' for m in SHOWN)} | {statistics.median(spent):.1f} |", flush=True)


if __name__ == "__main__":
    main()
