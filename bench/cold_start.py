"""Init time of each function beside a bare handler of Powertools and boto3, as a ratio in one run.

    python -m bench.cold_start

`init` is what Lambda does before the first request: import the handler. `first use` adds the adapters that its first request builds. No
table answers here, so what would read from it which model is active is built for the one that is configured.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ROUNDS = 7
BARE = "from aws_lambda_powertools import Logger, Tracer\nimport boto3\nlogger = Logger()\nclient = boto3.client('dynamodb')"
SIDE = "side_of(bootstrap.configured())"
"""An index and its model's embedder."""
USES = {
    "authorize": ("store",),
    "ingest": ("store", "extract_queue"),
    "extract": ("store", SIDE, "extractor", "consolidate_queue"),
    "consolidate": ("store", "consolidate_queue", "_openai", "summariser", "distiller"),
    "project": ("store", SIDE),
    "catch_up": ("store", "extract_queue", "consolidate_queue", SIDE),
    "decay_sweep": ("store",),
    "recall": ("store", SIDE, "access_queue"),
    "batches": ("store",),
    "memories": ("store",),
    "events": ("store",),
    "keys": ("store",),
    "settings": ("store",),
    "index": ("store", "index"),
    "health": ("store", SIDE),
    "topics": ("store",),
    "profile": ("store",),
    "maintenance": ("store", "consolidate_queue"),
    "change_sets": ("store", "consolidate_queue"),
    "erase": ("store", "index"),
    "docs": (),
}
ENVIRONMENT = {
    "AWS_DEFAULT_REGION": "us-east-1",
    "AWS_ACCESS_KEY_ID": "none",
    "AWS_SECRET_ACCESS_KEY": "none",
    "POWERTOOLS_TRACE_DISABLED": "1",
    "KEEPSAKE_TABLE": "keepsake",
    "KEEPSAKE_SEARCH_ENDPOINT": "http://127.0.0.1:9",
    "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
}


def seconds(code: str) -> float:
    """Time of running `code` in a fresh interpreter, without the interpreter's own start."""
    timed = f"import time\n_started = time.perf_counter()\n{code}\nprint(time.perf_counter() - _started)"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | ENVIRONMENT
    done = subprocess.run([sys.executable, "-c", timed], cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout.strip().splitlines()[-1])


def measure() -> dict[str, tuple[float, float]]:
    """(init, first use) of each function as ratios to the bare handler, medians of rounds in which all take turns."""
    codes = {name: f"from functions.{name}.handler import handler" for name in USES}
    used = {
        name: codes[name] + "\nfrom keepsake import bootstrap" + "".join(f"\nbootstrap.{p if p == SIDE else p + '()'}" for p in USES[name])
        for name in USES
    }
    rows: dict[str, list[tuple[float, float]]] = {name: [] for name in USES}
    for _ in range(ROUNDS):
        bare = seconds(BARE)
        for name in USES:
            rows[name].append((seconds(codes[name]) / bare, seconds(used[name]) / bare))
    return {name: (statistics.median(r[0] for r in row), statistics.median(r[1] for r in row)) for name, row in rows.items()}


def main() -> None:
    print(f"Cold start against a bare Powertools + boto3 handler (medians of {ROUNDS} rounds)\n")
    print("| function | init | first use |\n|---|---|---|")
    for name, (init, used) in measure().items():
        print(f"| {name} | {init:.2f} | {used:.2f} |")


if __name__ == "__main__":
    main()
