"""What one more exchange and one more recall cost while a user's facts grow: `make bench-growth`, no chat model.

The real flows run in memory, over a store that counts as DynamoDB bills (bench/cost.py). CPU is this process's own, packing and unpacking
rows included; what a server would do (the model, the search) is left out. A user who has so many facts goes on talking, an exchange a
minute and ten to a session, until upkeep has fallen due: a tenth as many new facts again, FEWEST_FACTS at least. `--sizes 10 100` measures
some sizes. Users of all sizes are measured in turns.
"""

from __future__ import annotations

import argparse
import gc
import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from bench.cost import MeteredStore
from bench.elsewhere import Elsewhere
from bench.invented import SearchedElsewhere, Speaker, WordVectors
from keepsake import ids
from keepsake.adapters import dynamodb
from keepsake.ids import Key
from keepsake.ports import Write
from keepsake.records import Customer, Home, Looked, Membership, PastVersion, Resident, UserState, memory_sk, state_key
from keepsake.rules.knowledge.looked import START
from keepsake.rules.recall import floor
from local.in_memory import NOW, World, scope

SIZES = (10, 100, 1_000, 5_000)
"""Facts that the user has when the measurement begins."""
COMPARED = (5_000, 100)
"""Sizes whose ratio is told."""
A_BATCH = (2, 10)
"""Events; each exchange is two."""
FEWEST_FACTS = 60
NEW_SHARE = 0.1
"""Of the facts, as many again are told: a prune falls due with so many."""
WARM_UP = 5
"""Exchanges that are not counted, nor the upkeep of what the user told before."""
A_SESSION = 10
"""Exchanges."""
AT_ONCE = 2
"""Facts that a user's message tells: nearly one an event, as in the labelled messages (`make bench-knowledge`)."""
A_PIECE = 10
"""Facts of a bank that are told to an empty table, so that making it takes as long as it is large."""
RECALLS = 40
PARTITION_UNITS = 1_000
"""Write units a second that DynamoDB grants one partition key."""
STAGES = ("retain", "extract", "project", "consolidate")


@dataclass(slots=True)
class Spent:
    """Units and CPU by stage."""

    writes: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    reads: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    cpu_ms: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    in_partition: float = 0.0
    """Write units of the user's own partition, indexes apart."""
    events: int = 0
    facts: int = 0
    by_kind: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Write units by the kind of row, its entries in indexes included."""


class Metered(World):
    """A world whose stages are measured one by one."""

    def __init__(self) -> None:
        store = MeteredStore()
        store.put_each([Write(Customer(tenant="acme"))])
        super().__init__(embedder=WordVectors(store.clock), store=store)
        self.metered, self.clock = store, store.clock
        self.index = SearchedElsewhere(store.clock)
        self.floor = floor.NONE  # these vectors say nothing of what has to do with a question
        self.spent = Spent()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        kinds = dict(self.metered.units_by_kind)
        before = self.metered.write_units, self.metered.read_units, self.clock.read()
        yield
        self.spent.cpu_ms[name] += 1000 * (self.clock.read() - before[2])
        self.spent.writes[name] += self.metered.write_units - before[0]
        self.spent.reads[name] += self.metered.read_units - before[1]
        for kind, units in self.metered.units_by_kind.items():
            self.spent.by_kind[kind] += units - kinds.get(kind, 0.0)

    def streamed(self) -> dict[Key, Key]:
        with self.clock.left_out():
            return super().streamed()

    def talk(self, speaker: Speaker, exchanges: int, session: str, *, upkeep: bool = True) -> None:
        """Some exchanges in one batch, and everything that follows from it."""
        said = [(role, text) for _ in range(exchanges) for role, text in (("user", speaker.say(AT_ONCE)), ("assistant", speaker.reply()))]
        rows = [{"role": role, "content": text, "timestamp": self.now.isoformat()} for role, text in said]
        with self.stage("retain"):
            work = self.accept(*rows, owner=scope(session_id=session))
        with self.stage("extract"):
            self.extract(work)
        with self.stage("project"):
            self.project()
        with self.stage("consolidate"):
            while upkeep and self.consolidating.upkeep:
                self.upkeep()
                self.project()
        self.spent.events += len(rows)
        self.now += exchanges * timedelta(minutes=1)

    def state(self) -> UserState:
        row = self.store.read([state_key(scope())])[state_key(scope())]
        assert isinstance(row, UserState)
        return row


def bank(facts: int, speaker: Speaker) -> Metered:
    """A user who has told so many facts, A_PIECE in each of many sessions. Every session goes through the real flows over an empty table,
    without upkeep, and what they leave is put together: made at once it would take the time that is to be measured."""
    whole, states = Metered(), []
    for number in range(facts // A_PIECE):
        piece = Metered()
        piece.now = NOW - timedelta(hours=facts // A_PIECE - number)
        piece.talk(speaker, A_PIECE // AT_ONCE, f"before-{number}", upkeep=False)
        states.append(piece.state())
        for key, row in piece.store.rows.items():
            if key in whole.store.rows and not key.sk.startswith(TOGETHER):
                raise ValueError(f"Two sessions have a row {key.sk!r}: say how they are put together.")
            whole.store.rows[key] = row
        whole.index.write(list(piece.index.documents.values()))
    state = together(states)
    whole.store.rows[state.key] = dynamodb.encode(state)
    return whole


SUMMARISED = tuple(memory_sk(f"{kind}_{0:012x}") for kind in "ts")
TOGETHER = (
    *(kind.prefix for kind in (Customer, Home, Membership, Resident, UserState)),
    *SUMMARISED,
    *(f"{PastVersion.prefix}{kind}_" for kind in "ts"),
)
"""Rows of a user as a whole: lists, the state, and topics with their summaries, which are remade from all facts."""


def together(states: Sequence[UserState]) -> UserState:
    """The state of a user to whom all of it happened: counters are added up, names joined. Prunes and consolidations have looked at all of
    it, as they do as it comes; the topics of all of it are made by the warm-up."""
    fields: dict[str, Any] = {}
    for name, value in states[0]:
        values = [getattr(s, name) for s in states]
        if isinstance(value, int) and not isinstance(value, bool):
            fields[name] = sum(values)
        elif isinstance(value, tuple):
            fields[name] = tuple(dict.fromkeys(v for some in values for v in some))
    end = ids.moment(NOW)
    # 1,000 episodes: a run is due in the warm-up and makes room among them.
    seen = Looked(namespace="default", prune=end, distil=end, pruned_at=NOW, distilled_at=NOW, new_episodes=1_000)
    fields |= {
        "looked": (seen,),
        "version": len(states),
        "topics_due": ("default",),
        "topics_changed": (),
        "topics_walk": (("default", START),),
        "decided": (),
        "upkeep_at": None,
    }
    return states[-1].model_copy(update=fields)


@dataclass(slots=True)
class Measured:
    """A user who is measured, and how far that is."""

    facts: int
    a_batch: int
    world: Metered
    speaker: Speaker
    turns: int
    """Batches to tell."""
    told: int = 0

    def go_on(self) -> None:
        exchanges = self.a_batch // 2
        self.world.talk(self.speaker, exchanges, f"now-{self.told * exchanges // A_SESSION}")
        self.told += 1


def measured(facts: int, a_batch: int) -> Measured:
    """A user of so many facts before the first batch that counts."""
    speaker = Speaker(facts)
    world = bank(facts, speaker)
    for _ in range(WARM_UP):
        world.talk(speaker, 1, "warm-up")
    world.index = Elsewhere(world.index, world.clock)  # type: ignore[assignment]
    world.spent = Spent()
    turns = math.ceil(max(FEWEST_FACTS, NEW_SHARE * facts) / AT_ONCE / (a_batch // 2))
    return Measured(facts, a_batch, world, speaker, turns)


def exchanges(users: Sequence[Measured]) -> None:
    """What exchanges cost these users. They take turns, the one with the least share told first: a machine's speed drifts by half within
    minutes, and so it does for all of them."""
    begun = [(u, u.world.state().facts, u.world.metered.units_by_partition[scope().pk]) for u in users]
    with heap_of_its_own():
        while left := [u for u in users if u.told < u.turns]:
            min(left, key=lambda u: u.told / u.turns).go_on()
    for user, facts, units in begun:
        user.world.spent.in_partition = user.world.metered.units_by_partition[scope().pk] - units
        user.world.spent.facts = user.world.state().facts - facts


def recalls(world: Metered, speaker: Speaker) -> tuple[Spent, float]:
    """What RECALLS cost, with what each leaves in its queue, and the median CPU of one, in ms."""
    world.spent = Spent()
    took: list[float] = []
    with heap_of_its_own():
        for _ in range(RECALLS):
            began = world.spent.cpu_ms["recall"]
            with world.stage("recall"):
                world.recall(speaker.ask())
            took.append(world.spent.cpu_ms["recall"] - began)
            with world.stage("refresh"):
                world.refresh()
            world.now += timedelta(minutes=1)
    return world.spent, statistics.median(took)


@contextmanager
def heap_of_its_own() -> Iterator[None]:
    """The rows of the table and the index lie on no server here: the collector of garbage does not go through them."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    facts: int
    a_batch: int
    spent: Spent

    def per_event(self, counted: dict[str, float], stage: str | None = None) -> float:
        return (counted[stage] if stage else sum(counted.values())) / self.spent.events

    def line(self) -> str:
        s = self.spent
        cells = [f"{self.facts:,}", f"{self.a_batch}", f"{s.events:,}", f"{s.facts / s.events:.2f}"]
        cells += [f"{self.per_event(counted):.1f}" for counted in (s.writes, s.reads, s.cpu_ms)]
        return _cells([*cells, f"{PARTITION_UNITS * s.events / s.in_partition:.0f}"])

    def stages(self) -> list[str]:
        s = self.spent
        return [
            _cells([f"{self.facts:,}", f"{self.a_batch}", name, *(f"{self.per_event(c, name):.2f}" for c in (s.writes, s.reads, s.cpu_ms))])
            for name in STAGES
        ]

    def kinds(self) -> list[str]:
        """Write units by the kind of row."""
        units = sorted(self.spent.by_kind.items(), key=lambda kind: -kind[1])
        return [f"  {self.facts:,} facts:", *(f"    {kind:14} {n / self.spent.events:6.2f}" for kind, n in units if n)]


def _cells(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def ratios(rows: Sequence[Row]) -> list[str]:
    """Of the sizes COMPARED, as far as both were measured."""
    by_size = {(r.facts, r.a_batch): r for r in rows}
    lines = []
    for a_batch in A_BATCH:
        large, small = (by_size.get((size, a_batch)) for size in COMPARED)
        if large and small:
            pairs = [(getattr(large.spent, n), getattr(small.spent, n)) for n in ("writes", "reads", "cpu_ms")]
            told = [f"{large.per_event(one) / small.per_event(other):.2f}" for one, other in pairs]
            lines.append(_cells([f"{COMPARED[0]:,} : {COMPARED[1]}", f"{a_batch}", "", "", *told, ""]))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="facts of the user, in tens")
    parser.add_argument("--kinds", action="store_true", help="tell which rows the units of batches of 2 went to")
    given = parser.parse_args()
    rows, recalled = [], []
    for a_batch in A_BATCH:
        users = [measured(size, a_batch) for size in given.sizes]
        exchanges(users)
        rows += [Row(u.facts, a_batch, u.world.spent) for u in users]
        print(f"  measured batches of {a_batch}", flush=True)
        if given.kinds and a_batch == A_BATCH[0]:
            print("\n".join(line for row in rows for line in row.kinds()))
    rows.sort(key=lambda row: (row.facts, row.a_batch))
    for user in users:
        recalled.append((user.facts, *recalls(user.world, user.speaker)))
    print("\nOne more event, upkeep as it falls due included:\n")
    print("| facts | events a batch | events measured | facts an event | write units | read units | CPU ms | events/s of one user |")
    print("|---|---|---|---|---|---|---|---|")
    print("\n".join([*(r.line() for r in rows), *ratios(rows)]))
    print("\n| facts | events a batch | stage | write units | read units | CPU ms |\n|---|---|---|---|---|---|")
    print("\n".join(line for r in rows for line in r.stages()))
    print(f"\nOne recall of {RECALLS}:\n")
    print("| facts | read units | write units | left in its queue: read units | write units | CPU ms, p50 |\n|---|---|---|---|---|---|")
    for size, spent, p50_ms in recalled:
        units = [c[stage] / RECALLS for stage in ("recall", "refresh") for c in (spent.reads, spent.writes)]
        print(_cells([f"{size:,}", *(f"{u:.1f}" for u in units), f"{p50_ms:.1f}"]))


if __name__ == "__main__":
    main()
