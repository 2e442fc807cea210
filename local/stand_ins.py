"""In-memory stand-ins. They pass the same contract tests as the real adapters (tests/integration/adapters)."""

from __future__ import annotations

import hashlib
import io
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from keepsake.adapters import dynamodb
from keepsake.errors import Invalid, LostRace, ModelUnavailable, NotFound, PoisonRecord, Unavailable
from keepsake.ids import NO_USER, Key, part
from keepsake.messages import AccessWork, BatchWork, UserWork, Work
from keepsake.ports import WORDS, Delete, Document, Found, Hit, Leg, Listed, ListPlace, Owner, Page, Write
from keepsake.records import MEASURED, DueWork, Record
from keepsake.rules.indexing import owing

MOST_IN_ONE = 100
MOST_BYTES_IN_ONE = 4 << 20
"""Of a transaction."""
WORD = re.compile(r"[a-z0-9]+")


MOST_BYTES = {"pk": 2048, "sk": 1024}
MOST_ROW_BYTES = 400 * 1024


def _fitting(row: dict[str, Any]) -> dict[str, Any]:
    """Refuses what DynamoDB refuses: a key or a row that is too large."""
    if any(not 0 < _size(row[name]) <= most for name, most in MOST_BYTES.items()) or _row_size(row) > MOST_ROW_BYTES:
        raise PoisonRecord("The table takes no such row.")
    return row


def _row_size(row: dict[str, Any]) -> int:
    """Bytes that DynamoDB counts of a row, names and values."""
    return sum(len(name) + _size(value) for name, value in row.items())


def _size(value: dict[str, Any]) -> int:
    ((kind, held),) = value.items()
    if kind == "L":
        return 3 + sum(1 + _size(v) for v in held)
    if kind == "M":
        return 3 + sum(1 + len(name) + _size(v) for name, v in held.items())
    return len(held.encode()) if isinstance(held, str) else len(held) if isinstance(held, bytes | list | tuple) else 1


class MemoryStore:
    """A `Store` in a dict. Rows go through the real adapter's encoding, so that what does not survive it fails here too."""

    def __init__(self) -> None:
        self.rows: dict[Key, dict[str, Any]] = {}
        self.calls: Counter[str] = Counter()
        self.rows_read = 0
        self.down = False

    def texts(self) -> dict[Key, str]:
        """Every row as one text, unpacked: what a search for a word in the table has to look at."""
        return {
            k: str({n: dynamodb.text_of(row).decode() if n == "doc" else v for n, v in row.items()}) for k, row in list(self.rows.items())
        }

    def _called(self, name: str) -> None:
        self.calls[name] += 1
        if self.down:
            raise Unavailable("The table does not answer.")

    def _record(self, key: Key) -> Record:
        return dynamodb.decode(self.rows[key])

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        del consistent
        if keys:
            self._called("read")
        found = {k: self._record(k) for k in dict.fromkeys(keys) if k in self.rows}
        self.rows_read += len(found)
        return found

    def query(
        self,
        pk: str,
        prefix: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
        consistent: bool = False,
    ) -> Page:
        del consistent
        self._called("query")
        keys = sorted((k for k in self.rows if k.pk == pk and k.sk.startswith(prefix)), reverse=newest_first)
        if after is not None:
            keys = [k for k in keys if (k.sk < after if newest_first else k.sk > after)]
        shown = keys if limit is None else keys[:limit]
        self.rows_read += len(shown)
        return Page(tuple(self._record(k) for k in shown), shown[-1].sk if len(shown) < len(keys) else None)

    def find(self, tenant: str, record_id: str, within: str = "") -> list[Key]:
        self._called("find")
        wanted = f"T#{part(tenant)}#{part(record_id)}"
        return [k for k, row in list(self.rows.items()) if row.get("id_key") == {"S": wanted} and k.pk.startswith(within)][:2]

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        if not writes:
            return
        self._called("commit")
        notes, named = owing.noted(writes)
        self._commit([*named, *notes])

    def _commit(self, writes: Sequence[Write | Delete]) -> None:
        if len(writes) > MOST_IN_ONE:
            raise ValueError(f"A transaction of {len(writes)} rows: DynamoDB takes {MOST_IN_ONE}.")
        for write in writes:
            if isinstance(write, Write) and not write.record.immutable:
                row = self.rows.get(write.record.key)
                held = int(row["version"]["N"]) if row else None
                added = int(row.get("embedded", {"N": "0"})["N"]) if row else 0
                if held != write.expected or write.added not in (None, added):
                    raise LostRace("The record was changed by another writer.")
            if isinstance(write, Delete):
                row = self.rows.get(write.key)
                if (row is None and write.present) or (row and write.expected not in (None, int(row["version"]["N"]))):
                    raise LostRace("The record was changed by another writer.")
        put = [_fitting(dynamodb.encode(w.record, w.shown_by)) for w in writes if isinstance(w, Write)]
        if sum(map(_row_size, put)) > MOST_BYTES_IN_ONE:
            raise PoisonRecord("The table takes no such row.")
        self.rows |= {Key(row["pk"]["S"], row["sk"]["S"]): row for row in put}
        for write in writes:
            if isinstance(write, Delete):
                self.rows.pop(write.key, None)

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        lost = set()
        notes, named = owing.noted(writes, together=False)
        for write in (w for w in [*notes, *named] if isinstance(w, Write)):
            try:
                self.commit([write])
            except LostRace:
                lost.add(write.record.key)
        return lost

    def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
        self._called("due")
        return self._waiting("due_shard", "due_at", dynamodb.due_shards(work, tenant), before, limit, within)

    def _waiting(self, shard: str, at: str, shards: Sequence[str], before: datetime, limit: int, within: str = "") -> list[Key]:
        rows = self._stamped(shard, at, shards, within)
        return [k for stamped, k in sorted(rows) if stamped < dynamodb.stamp(before)][:limit]

    def listed(self, work: DueWork, within: str, after: ListPlace | None, limit: int) -> list[Listed]:
        self._called("listed")
        shards = dynamodb.due_shards(work, "")
        rows = [Listed(datetime.fromisoformat(at), key) for at, key in self._stamped("due_shard", "due_at", shards, within)]
        return sorted((r for r in rows if after is None or r.place > after), key=lambda r: r.place)[:limit]

    def _stamped(self, shard: str, at: str, shards: Sequence[str], within: str) -> list[tuple[str, Key]]:
        rows = [(r[at]["S"], k) for k, r in list(self.rows.items()) if shard in r and r[shard]["S"] in shards]
        return [(stamped, k) for stamped, k in rows if k.pk == within or (within.endswith("#") and k.pk.startswith(within)) or not within]

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        keys = sorted(k for k in self.rows if after is None or k > after)
        return [self._record(k) for k in keys[:limit]], keys[limit - 1] if len(keys) > limit else None


_EVER = (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC))


class MemoryIndex:
    """An `Index` that scores by shared words and cosine."""

    def __init__(self, dimension: int) -> None:
        self.documents: dict[Key, Document] = {}
        self.searches = 0
        self.down = False
        self.ready = False
        self.rebuilt_at: datetime | None = None
        self._dimension = dimension

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        del within_s
        self._up()
        self.searches += 1
        return [self._leg(owner, leg) for leg in legs]

    def _leg(self, owner: Owner, leg: Leg) -> list[Hit]:
        hits = []
        seen = owner.seen
        for document in self._candidates(leg):
            f = document.fields
            if document.gone or {f["owner"], *document.readers}.isdisjoint(seen):
                continue
            if f["kind"] not in leg.kinds:
                continue
            if not (leg.since or _EVER[0]) <= datetime.fromisoformat(f["at"]) < (leg.until or _EVER[1]):
                continue
            if leg.marks and set(leg.marks).isdisjoint(f.get("marks", ())):
                continue
            if not leg.allows(f):
                continue
            score = self._score(f, leg)
            if score > 0:
                hits.append((-score, document.key, f))
        best = sorted(hits, key=lambda h: h[:2])[: leg.size]
        return [Hit(k, -s, {n: v for n, v in f.items() if n not in ("vector", "sentences", *WORDS)}) for s, k, f in best]

    def _candidates(self, leg: Leg) -> Iterable[Document]:
        """What is scored."""
        del leg
        return self.documents.values()

    @staticmethod
    def _score(fields: dict[str, Any], leg: Leg) -> float:
        if leg.vector is not None:
            rows = [s["vector"] for s in fields.get("sentences", [])] if leg.nested else [fields["vector"]] if "vector" in fields else []
            rows = [row for row in rows if any(row)] if any(leg.vector) else []  # zeros have no cosine
            return max(((1 + sum(a * b for a, b in zip(leg.vector, row, strict=True))) / 2 for row in rows), default=0.0)
        if leg.text is not None:
            held = Counter(WORD.findall(fields["said" if fields["kind"] == "event" else "text"].lower()))
            return sum(1 + math.log(held[w]) for w in set(WORD.findall(leg.text.lower())) if held[w])
        if leg.marks:
            return 1.0
        return float(len(set(leg.entities) & set(fields.get("entities", []))))

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        del at_once
        self._up()
        for document in documents:
            if len(document.fields.get("vector") or [0.0] * self._dimension) != self._dimension:
                raise Invalid("A vector has another dimension than the index's.")
        for document in documents:
            held = self.documents.get(document.key)
            if held is None or held.version < document.version:
                self.documents[document.key] = document

    def forget(self, keys: Sequence[Key]) -> None:
        self._up()
        for key in keys:
            self.documents.pop(key, None)

    def forget_user(self, tenant: str, container: str, user_id: str | None) -> None:
        self.forget(self._about(tenant, container, user_id))

    def held(self, tenant: str, container: str, user_id: str | None) -> int:
        self._up()
        return len(self._about(tenant, container, user_id))

    def _about(self, tenant: str, container: str, user_id: str | None) -> list[Key]:
        owner = (tenant, container, NO_USER if user_id is None else part(user_id))
        shown = [d for d in self.documents.values() if not d.gone]
        return [d.key for d in shown if (d.fields["tenant"], d.fields["container"], d.fields["user"]) == owner]

    def prepare(self, *, shown: bool = False) -> None:
        del shown
        self._up()
        self.ready = True

    def drop(self) -> None:
        self._up()
        self.documents.clear()
        self.rebuilt_at = None

    def rebuilt(self, at: datetime) -> None:
        self._up()
        self.rebuilt_at = at

    def describe(self) -> dict[str, Any]:
        self._up()
        documents = sum(not d.gone for d in self.documents.values())
        return {"alias": "keepsake", "indices": [], "documents": documents, "rebuilt_at": self.rebuilt_at}

    def _up(self) -> None:
        if self.down:
            raise Unavailable("The search index does not answer.")


class HashEmbedder:
    """Bag-of-words vectors by hashing: texts with shared words are near each other."""

    thresholds, asking, useful = MEASURED, None, None

    def __init__(self, dimension: int = 64, model: str = "hash") -> None:
        self.model, self.dimension = model, dimension
        self.calls = 0
        self.down = False

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if not texts:
            return []
        if self.down:
            raise ModelUnavailable("The model endpoint does not answer.")
        self.calls += 1
        return [self._one(t) for t in texts]

    def _one(self, text: str) -> list[float]:
        row = [0.0] * self.dimension
        for word in WORD.findall(text.lower()) or ["-"]:
            row[int(hashlib.sha256(word.encode()).hexdigest(), 16) % self.dimension] += 1.0
        length = math.sqrt(sum(x * x for x in row))
        return [x / length for x in row]


class MemoryQueue:
    """A `Queue` that keeps what it was sent, once per deduplication id."""

    def __init__(self) -> None:
        self.sent: list[BatchWork] = []
        self.upkeep: list[UserWork] = []
        self.recalls: list[AccessWork] = []
        self.postponed: list[tuple[str, int]] = []
        self.again: dict[str, Work] = {}
        """What was sent a further time, by the name of that sending."""
        self.down = False

    def take(self) -> list[UserWork]:
        """The upkeep that was queued, and is no longer."""
        taken, self.upkeep = self.upkeep, []
        return taken

    def send(self, work: Work, again: str = "") -> None:
        if self.down:
            raise Unavailable("The queue does not answer.")
        if again:
            self.again[again] = work
            return
        if isinstance(work, AccessWork):
            self.recalls.append(work)
            return
        if isinstance(work, UserWork):
            if work.deduplication not in {w.deduplication for w in self.upkeep}:
                self.upkeep.append(work)
            return
        if work.deduplication not in {w.deduplication for w in self.sent}:
            self.sent.append(work)

    def postpone(self, receipt: str, delay_s: int) -> None:
        self.postponed.append((receipt, delay_s))


class MemoryBlobs:
    """`Blobs` in a dict."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self.down = False

    def put(self, path: str, data: bytes) -> None:
        self._up()
        self.values[path] = data

    def get(self, path: str) -> bytes:
        self._up()
        if path not in self.values:
            raise NotFound("There is no such file.")
        return self.values[path]

    def remove(self, paths: Sequence[str]) -> None:
        self._up()
        for path in paths:
            self.values.pop(path, None)

    def listed(self, prefix: str) -> list[str]:
        self._up()
        return sorted(p for p in self.values if p.startswith(prefix))

    def _up(self) -> None:
        if self.down:
            raise Unavailable("The file store does not answer.")


class MemoryFiles:
    """`Files` in a dict."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.uploads: dict[str, dict[int, bytes]] = {}
        self.down = False

    def begin(self, path: str) -> str:
        self._up()
        upload_id = f"{path}?{len(self.uploads)}"
        self.uploads[upload_id] = {}
        return upload_id

    def put_part(self, path: str, upload_id: str, number: int, data: bytes) -> str:
        del path
        self._upload(upload_id)[number] = data
        return hashlib.sha256(data).hexdigest()

    def complete(self, path: str, upload_id: str, marks: Sequence[str]) -> None:
        parts = self._upload(upload_id)
        if [*marks] != [hashlib.sha256(parts[n]).hexdigest() for n in range(1, len(marks) + 1)]:
            raise LostRace("A part of the file was written by somebody else.")
        self.files[path] = b"".join(parts[n] for n in range(1, len(marks) + 1))
        del self.uploads[upload_id]

    def remove(self, path: str, upload_id: str | None = None) -> None:
        self._up()
        if upload_id is not None:
            self.uploads.pop(upload_id, None)
        else:
            self.files.pop(path, None)

    def found(self, path: str) -> Found | None:
        self._up()
        data = self.files.get(path)
        return None if data is None else Found(len(data), hashlib.sha256(data).hexdigest())

    def lines(self, path: str, offset: int, most_bytes: int, mark: str | None = None) -> Iterator[bytes]:
        found = self.found(path)
        if found is None:
            raise NotFound("There is no such file.")
        if mark not in (None, found.mark):
            raise Invalid("The file was replaced.")
        for line in io.BytesIO(self.files[path][offset:]):
            if len(line.removesuffix(b"\n")) > most_bytes:
                raise Invalid(f"A line has more than {most_bytes} bytes.")
            yield line

    def download_url(self, path: str, for_s: int) -> str:
        return f"memory:{path}?for={for_s}"

    def upload_url(self, path: str, size: int | None, for_s: int) -> str:
        return f"memory:{path}?size={size}&for={for_s}"

    def _upload(self, upload_id: str) -> dict[int, bytes]:
        self._up()
        if upload_id not in self.uploads:
            raise NotFound("There is no such file.")
        return self.uploads[upload_id]

    def _up(self) -> None:
        if self.down:
            raise Unavailable("The file store does not answer.")


class MemoryDeadLetters:
    """`DeadLetters` in a list."""

    def __init__(self) -> None:
        self.messages: list[Work] = []

    def remove(self, mine: Callable[[Work], bool], go_on: Callable[[], bool]) -> int:
        found = [m for m in self.messages if mine(m)] if go_on() else []
        self.messages = [m for m in self.messages if m not in found]
        return len(found)
