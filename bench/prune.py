"""What a prune costs while a user's facts grow (row K9): `python -m bench.prune`.

Real flow over the in-memory store, no chat model, one core. A tenth of the facts is new, as when a prune falls due; the largest size is
also pruned as a whole, as an operator may ask. What the search takes is left out.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from bench.cost import MeteredStore
from bench.invented import SearchedElsewhere, WordVectors
from keepsake import ids
from keepsake.changes import ChangeKind
from keepsake.flows.knowledge import maintenance, upkeep
from keepsake.flows.knowledge.prune import prune
from keepsake.messages import UserWork
from keepsake.ports import Side, Write
from keepsake.records import Category, Change, Content, Kind, Looked, Memory, Scope, Type, UserState
from keepsake.rules.indexing import documents
from local.stand_ins import MemoryQueue

NOW = datetime(2026, 5, 2, 10, tzinfo=UTC)
SIZES = (100, 300, 1_000, 3_000)
OWNER = Scope(tenant="acme", user_id="u1")
WORDS = "tea coffee chess flute running climbing garden morning jazz bread paint river letter engine market violin harbour lemon".split()


def main() -> None:
    print("A prune of one user, a tenth of whose facts is new:\n")
    print(f"{'facts':>6} {'new':>5} {'CPU, ms':>8} {'CPU, ms a new fact':>19} {'read units':>11} {'write units':>12}")
    for size in SIZES:
        print(row(size, forced=False))
    print(row(SIZES[-1], forced=True) + "   all of them, on request")


def row(size: int, *, forced: bool) -> str:
    store, side = bank(size)
    work = UserWork(tenant="acme", container="default", user_id="u1", upkeep="prune", run_id="w_1")
    if forced:
        queue = MemoryQueue()
        maintenance.start(store, queue, OWNER, ChangeKind.PRUNE, "bench", NOW)
        (work,) = queue.take()
    store.read_units = store.write_units = 0
    started = store.clock.read()
    done = prune(store, side, work, NOW)
    spent_ms = 1000 * (store.clock.read() - started)
    assert done is not None
    assert done.finished_at is not None, done.reason
    fresh = size if forced else size // 10
    return f"{size:6,} {fresh:5} {spent_ms:8.0f} {spent_ms / fresh:19.1f} {store.read_units:11.0f} {store.write_units:12.0f}"


def bank(size: int) -> tuple[MeteredStore, Side]:
    """Facts of four words each, which came one a minute; the last tenth since the last prune."""
    chance, store = random.Random(7), MeteredStore()
    side = Side(SearchedElsewhere(store.clock), WordVectors(store.clock))
    change = Change(verdict="new", reason="told", actor="consolidate", at=NOW)
    end = ids.moment(NOW - timedelta(minutes=size // 10, seconds=1))
    for n in range(size):
        at = NOW - timedelta(minutes=size - n, days=0 if n >= size - size // 10 else 2)
        words = f"The user told Ana about {' and '.join(chance.sample(WORDS, 3))} on floor {chance.randrange(size)}."
        fact = Memory(
            scope=OWNER, memory_id=f"f_{ids.moment(at)}aa", kind=Kind.FACT, content=Content(raw=words, summary=words), type=Type.SEMANTIC,
            category=Category.EVENT, event_ids=(f"m{n}",), valid_from=at, recorded_at=at, created_at=at, updated_at=at,
            last_accessed_at=at, extractor="rules", change=change,
        )  # fmt: skip
        row = documents.with_vectors(fact, side.made_by, side.embedder.embed([words]))
        store.put_each([Write(row)])
        side.index.write([documents.document(row, None, side.made_by)])
    state = upkeep.read_state(store, OWNER)[0]
    seen = Looked(namespace="default", prune=end, distil=end, pruned_at=NOW - timedelta(days=1), new_facts=max(20, size // 10))
    fields = {"facts": size, "looked": (seen,)}
    store.put_each([Write(UserState.model_validate(state.model_dump() | fields))])
    return store, side


if __name__ == "__main__":
    main()
