"""The table's stream keeps the search index in step; {"rebuild": true} makes it anew from the table, and
a schedule goes on with one that was left lying"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, jobs, telemetry
from keepsake.errors import LostRace
from keepsake.flows.fence import Fenced
from keepsake.flows.indexing import project
from keepsake.flows.indexing import rebuild as rebuilding
from keepsake.ids import Key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing.owing import SHOWN_BY


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if event.get("rebuild"):
        return rebuild(context)
    if event.get("resume"):
        left_lying = rebuilding.waiting(bootstrap.store(), bootstrap.configured(), datetime.now(UTC))
        return rebuild(context) if left_lying else {"rows": 0, "more": False}
    records = event.get("Records", [])
    keys = [Key(r["dynamodb"]["Keys"]["pk"]["S"], r["dynamodb"]["Keys"]["sk"]["S"]) for r in records]
    named = [r["dynamodb"].get("NewImage", {}).get(SHOWN_BY, {}).get("S", "") for r in records]
    notes = [Key(k.pk, sk) for k, sk in zip(keys, named, strict=True) if sk.startswith(Owed.prefix)]
    now = datetime.now(UTC)
    count = project.project(Fenced(bootstrap.store(), now), bootstrap.kept_sides, keys, now, notes, images(records, now))
    telemetry.outcome("projected", records=len(records), rows=count)
    return {"batchItemFailures": []}


def images(records: Sequence[dict[str, Any]], now: datetime) -> dict[Key, project.Image]:
    """The newest of each row, if it is fresh and whole; every other row is read."""
    found: dict[Key, project.Image] = {}
    for one in (r["dynamodb"] for r in records):
        age = now - datetime.fromtimestamp(float(one.get("ApproximateCreationDateTime", 0)), UTC)
        record = bootstrap.row_of(one["NewImage"]) if age <= project.FRESH and "doc" in one.get("NewImage", {}) else None
        key = Key(one["Keys"]["pk"]["S"], one["Keys"]["sk"]["S"])
        if record is None:
            found.pop(key, None)
        else:
            found[key] = project.Image(record, Key(key.pk, one["NewImage"].get(SHOWN_BY, {}).get("S", "")))
    return found


def rebuild(context: Any) -> dict[str, Any]:
    """Begins, or goes on with the one that is under way: to be called again does no harm."""
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    try:
        count, more = rebuilding.rebuild(store, bootstrap.configured(), bootstrap.kept_sides, now, left, time.sleep)
    except LostRace as err:
        telemetry.failure("a rebuild of the index goes on later", err)
        return {"rows": 0, "more": False}
    telemetry.outcome("rebuilt", rows=count, more=more)
    if more:
        jobs.go_on(context, rebuild=True)
    return {"rows": count, "more": more}
