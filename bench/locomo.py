"""Retrieval quality on a LoCoMo file: every turn goes in through /v1/retain, every question through /v1/recall.

    make bench-locomo DATA=path/to/locomo.json [OUT=results.jsonl]

Writes one line a question: {"conversation", "question_index", "items": [{"text", "sources"}]}, and scores it (bench/scores.py).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench import scores
from keepsake.rules.dates import temporal
from local import client, stack
from local.client import Client

TOKEN_BUDGET = 4_000
"""Enough for the largest measure, evidence within 2,000 tokens by the scorer's own count."""
TOP_K = 100
BATCH = 40
AT_ONCE = 2
"""Conversations side by side: one for each core of a small machine."""
DONE_WITHIN_S = 1_800
TRIES = 5
"""Of one question. A recall that had to answer without the index or the embedder says nothing of retrieval, so it is asked again."""


def turns(conversation: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """The events of each session: speaker, words, photo caption, and the session's date plus a second a turn."""
    keys = sorted((k for k in conversation if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k.split("_")[1]))
    for key in keys:
        start = datetime.strptime(conversation[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        yield [
            {
                "event_id": turn["dia_id"],
                "role": "user",
                "name": turn["speaker"],
                "content": turn["text"] + (f" [shares a photo: {turn['blip_caption']}]" if turn.get("blip_caption") else ""),
                "timestamp": (start + timedelta(seconds=place)).isoformat(),
            }
            for place, turn in enumerate(conversation[key])
        ]


def retain(api: Client, container: str, sample: dict[str, Any]) -> int:
    """Puts a whole conversation in and waits until it is recallable. Returns the turns."""
    batches, count = [], 0
    for number, events in enumerate(turns(sample["conversation"]), 1):
        for start in range(0, len(events), BATCH):
            part = events[start : start + BATCH]
            scope = {"container": container, "user_id": sample["sample_id"], "session_id": f"session_{number}"}
            batches.append(api.call("POST", "/retain", scope | {"events": part})["batch_id"])
            count += len(part)
    for batch in batches:
        client.processed(api, batch, DONE_WITHIN_S)
    return count


def ask(api: Client, container: str, sample: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for index, question, _ in scores.scorable(sample):
        body = {
            "container": container,
            "user_id": sample["sample_id"],
            "query": question["question"],
            "top_k": TOP_K,
            "token_budget": TOKEN_BUDGET,
        }
        answer = _whole(api, body)
        items = [{"text": text(m), "sources": m["event_ids"]} for m in answer["memories"]]
        yield {"conversation": sample["sample_id"], "question_index": index, "items": items}


def text(item: dict[str, Any]) -> str:
    """What the context tells of an item: own words with who said them and when, as an event has both before its words."""
    if not item.get("said_by") or not item.get("said_at"):
        return str(item["content"])
    return f"{item['said_by']}, {temporal.short_date(datetime.fromisoformat(item['said_at']))}: {item['content']}"


def _whole(api: Client, body: dict[str, Any]) -> dict[str, Any]:
    """The first answer that nothing was missing for."""
    for _ in range(TRIES):
        answer = api.call("POST", "/recall", body)
        if not answer["degraded"]:
            return answer
        print(f"asked again, since recall was degraded: {answer['degraded']}", flush=True)
    sys.exit(f"recall was degraded {TRIES} times, so nothing is measured")


def retained(run: stack.Stack, container: str, sample: dict[str, Any]) -> None:
    started = time.monotonic()
    with Client(run.url, run.key) as api:
        count = retain(api, container, sample)
    print(f"{sample['sample_id']}: {count} turns recallable after {time.monotonic() - started:.0f} s", flush=True)


def asked(run: stack.Stack, container: str, sample: dict[str, Any]) -> list[dict[str, Any]]:
    started = time.monotonic()
    with Client(run.url, run.key) as api:
        rows = list(ask(api, container, sample))
    print(f"{sample['sample_id']}: {len(rows)} questions in {time.monotonic() - started:.0f} s", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--out", type=Path, default=Path(".local/locomo.jsonl"))
    parser.add_argument("--container", help="ask again what an earlier run retained in this container")
    args = parser.parse_args()
    if args.data is None or not args.data.is_file():
        sys.exit("Name a LoCoMo file: make bench-locomo DATA=path/to/locomo.json")
    data = json.loads(args.data.read_text())
    container = args.container or f"bench-{uuid.uuid4().hex[:8]}"
    print(f"container {container}", flush=True)
    run_of = stack.load()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        if args.container is None:
            list(pool.map(lambda s: retained(run_of, container, s), data))
        rows = [row for part in pool.map(lambda s: asked(run_of, container, s), data) for row in part]
    args.out.write_text("".join(json.dumps(row) + "\n" for row in rows))
    print(f"results in {args.out}\n")
    print(scores.table(scores.evaluate(data, {(r["conversation"], r["question_index"]): r["items"] for r in rows})))


if __name__ == "__main__":
    main()
