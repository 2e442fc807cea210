"""The whole system in memory: every flow over stand-in ports, driven by hand, so that a test decides what fails and when,
and a bench runs the real flows with no server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from keepsake import api, gateway, ids
from keepsake.adapters import dynamodb
from keepsake.adapters.dynamodb import Attributes
from keepsake.adapters.rules import RuleDistiller, RuleExtractor, RuleSummariser
from keepsake.changes import Run
from keepsake.flows import container_settings
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event
from keepsake.flows.governance.erase import Places
from keepsake.flows.governance.quarantine import carry_out
from keepsake.flows.indexing.project import Image, project
from keepsake.flows.intake.retain import retain
from keepsake.flows.knowledge import deletions, topics
from keepsake.flows.knowledge.consolidate import Makers, consolidate
from keepsake.flows.knowledge.nearby import WHOLE
from keepsake.flows.reading.extract import extract
from keepsake.flows.recall.recall import Asker, Ports, recall
from keepsake.flows.recall.refresh import refresh
from keepsake.flows.sessions.fold import fold
from keepsake.ids import Key
from keepsake.messages import BatchWork
from keepsake.ports import Embedder, Extractor, Folder, Reconciler, Reranker, Side, Summariser, Write
from keepsake.records import Batch, Customer, Event, Kind, Memory, Permission, Principal, Scope, event_key, memory_key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing.owing import NOT_SHOWN, SHOWN_BY, WITH_BATCH
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.recall import floor
from local.stand_ins import HashEmbedder, MemoryBlobs, MemoryDeadLetters, MemoryFiles, MemoryIndex, MemoryQueue, MemoryStore

NOW = datetime(2026, 5, 2, 10, 0, tzinfo=UTC)
"""When a world begins: the fixed time of all tests."""


def scope(**fields: Any) -> Scope:
    return Scope(**{"tenant": "acme", "user_id": "u1", "session_id": "s1"} | fields)


class World:
    whole = WHOLE
    """Current facts up to which a bank is read whole for a batch."""

    def __init__(
        self,
        extractor: Extractor | None = None,
        summariser: Summariser | None = None,
        embedder: Embedder | None = None,
        store: MemoryStore | None = None,
        policy: Policy = DEFAULT,
    ) -> None:
        self.store = store or MemoryStore()
        if store is None:
            store = self.store
            store.put_each([Write(Customer(tenant=t)) for t in ("acme", "globex")])
        self.embedder = embedder or HashEmbedder()
        self.index = MemoryIndex(self.embedder.dimension)
        self.files, self.blobs, self.dead = MemoryFiles(), MemoryBlobs(), MemoryDeadLetters()
        self.extracting, self.consolidating = MemoryQueue(), MemoryQueue()
        self.rules = RuleExtractor()
        self.distiller = RuleDistiller()
        self.extractor = extractor or self.rules
        self.composing = RuleSummariser()
        self.summariser = summariser or self.composing
        self.now = NOW
        self.accessed = MemoryQueue()
        self.rerankers: dict[str, Reranker] = {}
        # Hashed words lie near each other by chance: nothing of them says what has to do with a question.
        self.floor = floor.NONE if isinstance(self.embedder, HashEmbedder) else None
        self.recalls = 0
        self.policy = policy
        if policy != DEFAULT:
            self.configure(**policy.model_dump(exclude_defaults=True))
        self.folder: Folder | None = None
        self.reconciler: Reconciler | None = None

    def accept(self, *events: dict[str, Any], owner: Scope | None = None, **fields: Any) -> BatchWork:
        """Retains the events, masked as at the front door, and returns their queued work."""
        body = api.RetainRequest.model_validate(gateway.masked({"events": list(events)} | fields))
        retain(self.store, self.extracting, owner or scope(), body, None, self.now)
        self.now += timedelta(seconds=1)
        return self.extracting.sent[-1]

    def extract(self, work: BatchWork) -> dict[str, int]:
        side = Side(self.index, self.embedder)
        store = Fenced(self.store, self.now)
        return extract(store, side, self.extractor, self.rules, self.consolidating, work, self.now, self.whole, reconciler=self.reconciler)

    def summarise(self, owner: Scope | None = None) -> None:
        """Makes the owner's topics and summaries follow their facts, as the consumer of the queue does."""
        store = Fenced(self.store, self.now)
        topics.remake(store, self.kept()[0], self.summariser, self.composing, owner or scope(), self.now)

    def upkeep(self) -> list[Run]:
        """Does the upkeep that was queued, as the consumer of the queue does."""
        done = []
        for work in self.consolidating.take():
            run = None
            if work.upkeep == "fold":
                fold(self.store, self.folder, work, self.now)
                continue
            if work.upkeep == "forget":
                forget_event.carry_out(Fenced(self.store, self.now), self.consolidating, work, self.now)
                continue
            if work.upkeep == "delete":
                run = deletions.carry_out(self.store, work, self.now)
            elif work.upkeep == "quarantine":
                run = carry_out(self.store, work, self.now)
            done += [run] if run else []
            run, rest = consolidate(self.store, self.makers(), work, self.now)
            done += [run] if run else []
            assert rest is None
        return done

    def makers(self) -> Makers:
        return Makers(self.kept()[0], self.distiller, self.distiller, self.summariser, self.composing)

    def project(self) -> int:
        """Does what the stream calls for."""
        streamed = self.streamed()
        notes = [k for k in streamed.values() if k.sk.startswith(Owed.prefix)]
        images = {k: Image(dynamodb.decode(row), by) for k, by in streamed.items() if (row := self.store.rows.get(k)) is not None}
        return project(Fenced(self.store, self.now), self.kept, streamed, self.now, notes, images)

    def streamed(self) -> dict[Key, Key]:
        return streamed(self.store.rows)

    def kept(self) -> list[Side]:
        """The one index that there is."""
        return [Side(self.index, self.embedder)]

    def tell(self, *contents: str, at: datetime = NOW, owner: Scope | None = None, **fields: Any) -> BatchWork:
        """Says it, and lets everything behind it happen."""
        events = [{"content": c, "timestamp": at.isoformat()} | fields for c in contents]
        work = self.accept(*events, owner=owner)
        self.extract(work)
        self.summarise(owner)
        self.project()
        return work

    def configure(self, **settings: Any) -> None:
        """Sets the default container's settings; what is not named is at its default."""
        admin = Principal(tenant="acme", key_id="admin", permissions=(Permission.ADMIN,))
        version = container_settings.shown(self.store, admin, "default").version
        body = api.SettingsRequest.model_validate({"version": version, "settings": settings})
        container_settings.change(self.store, admin, "default", body, self.now)

    def recall(self, query: str, owner: Scope | None = None, **fields: Any) -> api.RecallAnswer:
        request = api.RecallRequest.model_validate({"query": query} | fields)
        self.recalls += 1
        return recall(self.reading(), Asker(owner or scope(), self.now), request, f"r_{self.recalls}")

    def reading(self) -> Ports:
        return Ports(self.store, self.index, self.embedder, self.accessed, self.rerankers, self.floor)

    def places(self) -> Places:
        return Places(self.store, self.index, self.files, self.blobs, (self.dead,))

    def refresh(self) -> None:
        """Does what recalls left in the queue."""
        waiting, self.accessed.recalls = self.accessed.recalls, []
        for work in waiting:
            refresh(self.store, work)

    def memories(self, kind: Kind = Kind.FACT) -> list[Memory]:
        return [m for m in self.store.read(list(self.store.rows)).values() if isinstance(m, Memory) and m.kind is kind]

    def current(self) -> list[str]:
        return sorted(m.content.summary for m in self.memories() if m.current)

    def events(self) -> list[Event]:
        return [e for e in self.store.read(list(self.store.rows)).values() if isinstance(e, Event)]

    def event(self, event_id: str, owner: Scope | None = None) -> Event:
        key = event_key(owner or scope(), event_id)
        row = self.store.read([key])[key]
        assert isinstance(row, Event)
        return row


def streamed(rows: Mapping[Key, Attributes]) -> dict[Key, Key]:
    """What the table's stream would bring: every row that waits for the index, with the row that stands until it is shown."""
    waiting = [k for k, row in rows.items() if k.sk.startswith(Batch.prefix) and "due_shard" in row]
    opened = [b for k in waiting if isinstance(b := dynamodb.decode(rows[k]), Batch) and b.retry_at is not None]
    shown = {k: b.key for b in opened for k in _of_batch(rows, b) if rows.get(k, {}).get(SHOWN_BY) == {"S": WITH_BATCH}}
    notes = [o for k, row in rows.items() if k.sk.startswith(Owed.prefix) and isinstance(o := dynamodb.decode(row), Owed)]
    return shown | {k: o.key for o in notes if o.why == NOT_SHOWN for k in o.keys}


def _of_batch(rows: Mapping[Key, Attributes], batch: Batch) -> Iterator[Key]:
    """Its events, what they name, and what was made of them that they do not name yet: ids tell when the event came."""
    for key in (event_key(batch.scope, e) for e in batch.event_ids):
        if isinstance(event := dynamodb.decode(rows[key]) if key in rows else None, Event):
            yield key
            yield from (memory_key(batch.scope, i) for i in (*event.memory_ids, *event.changed_ids))
            made = f"{Memory.prefix}{ids.moment(event.recorded_at)}#"
            yield from (k for k in rows if k.pk == key.pk and k.sk.startswith(made))
