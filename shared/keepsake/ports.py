"""What flows need from the outside. Adapters implement these; tests bring fakes that pass the same contract tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from keepsake import ids
from keepsake.claims import Action, Chunk, Claim, Judgement, Reflected, Trim
from keepsake.errors import ModelUnavailable
from keepsake.ids import Key
from keepsake.messages import Work
from keepsake.records import MEASURED, Asking, DueWork, Embedding, Event, Memory, Record, Thresholds, Useful

Vector = Sequence[float]


@dataclass(frozen=True, slots=True)
class Write:
    """Put `record` where the row's version is `expected`; None: where there is no row, or for an immutable one in any case. `embedded`:
    and where vectors were added to that version so many times. `shown_by`: what stands until the index shows this one, the sort key of a
    note beside it or an open batch (`owing.WITH_BATCH`); where the index is due and none is named, the store adds an `Owed` that is.
    `ordered`: the next version of the user's state follows at once, so that a fence (flows/fence.py) need not look after this row."""

    record: Record
    expected: int | None = None
    embedded: int | None = None
    shown_by: str | None = None
    ordered: bool = False

    @property
    def added(self) -> int | None:
        """How many times vectors have to have been added; None: any. A write that keeps the version adds some, or must not undo what
        another added. One that raises it may: the projector makes them again."""
        if self.embedded is None and isinstance(self.record, Event | Memory) and self.expected == self.record.version:
            return self.record.embedded
        return self.embedded


@dataclass(frozen=True, slots=True)
class Delete:
    key: Key
    present: bool = False
    """Whether the row has to be there: of several who delete one row at once, one alone does then, and the others lose the race."""
    expected: int | None = None
    """The version that the row has, where there is one: who deletes another's loses the race."""


@dataclass(frozen=True, slots=True)
class Page:
    """Rows in key order. `after` is where the next page starts, None at the end."""

    records: tuple[Record, ...]
    after: str | None


ListPlace = tuple[datetime, str]
"""Where a row stands in a list of due work: its time and its document id, which holds no readable name."""


class Listed(NamedTuple):
    """A row in such a list."""

    at: datetime
    key: Key

    @property
    def place(self) -> ListPlace:
        return self.at, ids.document_id(self.key)


class Store(Protocol):
    """The table. Every method raises Unavailable when the table refuses or does not answer."""

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        """The rows that exist, any number; TTL-expired rows count as gone only to the gates."""

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
        """Rows of a partition whose sort key starts with `prefix`, "" being all, after the sort key `after`, all of them without
        `limit`."""

    def find(self, tenant: str, record_id: str, within: str = "") -> list[Key]:
        """Rows that go by this id in the tenant, at most two, of the partitions that begin so; follows writes within about a second."""

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        """All or nothing, at most 100, with an `Owed` for each partition in which the index is due. Raises LostRace when a version is not
        the expected one, or a row to be deleted that has to be there is gone."""

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        """Each for itself, any number. Returns the keys whose version was not the expected one."""

    def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
        """Rows with work due before that time, earliest first within a shard; of work BY_TENANT, those of the tenant. `within` is a
        partition, or ends with `#` and begins several; what is due elsewhere in the tenant costs its keys' reading."""

    def listed(self, work: DueWork, within: str, after: ListPlace | None, limit: int) -> list[Listed]:
        """Rows with work that is or will be due, behind `after`, by time and then by document id. `within` as for `due`; what is listed
        elsewhere behind that time costs its keys' reading."""

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        """Rows of the whole table in no order, and where to go on; every row that was written before the first call comes as it stands then
        or later. For rebuilding, never for answering."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose documents a search may see. Tenant and container have no default on purpose."""

    tenant: str
    container: str
    namespace: str
    user_id: str | None
    roles: tuple[str, ...] = ()
    """What is shared with one of them is the owner's to see too."""

    @property
    def pk(self) -> str:
        return ids.user_pk(self.tenant, self.container, self.user_id)

    @property
    def own(self) -> str:
        """The mark of documents of this owner."""
        return ids.owned(self.pk, self.namespace)

    @property
    def audience(self) -> str:
        """The mark of documents that are shared with everybody here, and of the shard where all that is shared lies."""
        return ids.audience(self.tenant, self.container, self.namespace)

    @property
    def seen(self) -> tuple[str, ...]:
        """The marks of all documents that this owner may see."""
        mine = (ids.shared_with(self.audience, user=self.user_id),) if self.user_id is not None else ()
        return (self.own, self.audience, *mine, *(ids.shared_with(self.audience, role=r) for r in self.roles))


WORDS = ("said", "text")
"""Fields of a document that BM25 reads: an event has the first, a memory the second. Apart, so that how long a text is and how rare a word
counts among its own kind: events are five times as long as facts."""


class Span(NamedTuple):
    """A bound of one of a document's times: it lies in neither direction beyond. A document without that time meets it."""

    field: str
    least: datetime | None = None
    most: datetime | None = None

    def met_by(self, fields: Mapping[str, Any]) -> bool:
        if (text := fields.get(self.field)) is None:
            return True
        at = datetime.fromisoformat(text)
        return (self.least is None or at >= self.least) and (self.most is None or at <= self.most)


class Tellable(NamedTuple):
    """What a document has to be for its row to pass the gates of who asks (rules/indexing/tellable.py)."""

    states: tuple[str, ...]
    spans: tuple[tuple[Span, ...], ...] = ()
    """It meets one of each."""

    def met_by(self, fields: Mapping[str, Any]) -> bool:
        return fields.get("state") in self.states and all(any(s.met_by(fields) for s in either) for either in self.spans)


@dataclass(frozen=True, slots=True)
class Leg:
    """One search of a recall: by `text` (BM25), by `vector` (cosine) over the field named, by `entities` (terms), or by `marks` alone."""

    name: str
    kinds: tuple[str, ...]
    text: str | None = None
    vector: Vector | None = None
    nested: bool = False
    """Search the sentence vectors; a document counts by its best sentence."""
    entities: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Only documents that bear one of these; none: whatever they bear."""
    since: datetime | None = None
    until: datetime | None = None
    agents: tuple[str, ...] = ()
    """Only documents that one of these may be told; none: whoever may."""
    tellable: Tellable | None = None
    """Only documents that are so; None: all."""
    others: bool = False
    """Only documents that are not `tellable`."""
    size: int = 100

    def allows(self, fields: Mapping[str, Any]) -> bool:
        """What an index in memory asks of a document beside owner, kind, time, marks and score."""
        if self.agents and set(self.agents).isdisjoint(fields.get("agents") or ()):
            return False
        return self.tellable is None or self.tellable.met_by(fields) is not self.others


@dataclass(frozen=True, slots=True)
class Hit:
    """A document that a leg found. `score` is the leg's own, higher is better, comparable within that leg alone; of a leg by vector it
    is (1 + cosine) / 2."""

    key: Key
    score: float
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Document:
    """A row as the index shows it. Writes of a lower version than the index holds do nothing."""

    key: Key
    version: int
    fields: dict[str, Any] = field(default_factory=dict)
    gone: bool = False
    """The row is deleted: only a tombstone stays, which no search finds."""
    audience: str | None = None
    """The mark of those whom it may be shared with; None for what never was and is not, as what was said."""
    readers: tuple[str, ...] = ()
    """The marks of those whom it is shared with, so that their searches find it too; none where it is shared with nobody."""


class Index(Protocol):
    """The search index of one embedding model and dimension, a projection of the table. Every method raises Unavailable when it does not
    answer."""

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        """One round trip; a list for each leg, best first. Raises Unavailable after `within_s` seconds too."""

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        """Visible to searches on return, or within a second where it need not be `at_once`. Raises Invalid for a vector of another
        dimension."""

    def prepare(self, *, shown: bool = False) -> None:
        """Creates the index where there is none; once it was there, looks again only after a write that failed. `shown`: the alias for
        people names it from now on, as it does the first one."""

    def forget(self, keys: Sequence[Key]) -> None:
        """Removes the rows' documents from every model's index, tombstones too."""

    def forget_user(self, tenant: str, container: str, user_id: str | None) -> None:
        """Removes every document about a user that a search could find, from every model's index."""

    def held(self, tenant: str, container: str, user_id: str | None) -> int:
        """Documents about a user in every model's index, as of now."""

    def drop(self) -> None:
        """Removes the index; the table can rebuild it."""

    def rebuilt(self, at: datetime) -> None:
        """Keeps with the index when it was last made anew: it holds every row since then."""

    def describe(self) -> dict[str, Any]:
        """Alias, index names of every model, and of this one: documents, engine, model and dimension, when rebuilt."""


class EmbeddingModel(Protocol):
    """Unit vectors of `dimension` floats. Raises ModelUnavailable, and of its kinds TextsRefused where the model takes some of the texts
    in no form: it brings the vectors of the others."""

    @property
    def model(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector a text, in order; no texts, no call."""


class Embedder(EmbeddingModel, Protocol):
    """A model of which it is known what its cosines mean."""

    @property
    def thresholds(self) -> Thresholds: ...

    @property
    def asking(self) -> Asking | None:
        """What to take from the vector of a question; None where nothing is known of it."""

    @property
    def useful(self) -> Useful | None:
        """What says of a vector that its text is of use later; None where nothing is known of it."""


@dataclass(frozen=True, slots=True)
class Side:
    """An index and the model that makes its vectors: neither is used without the other (row E1)."""

    index: Index
    embedder: Embedder

    @property
    def made_by(self) -> Embedding:
        return Embedding(model=self.embedder.model, dimension=self.embedder.dimension)


class Extractor(Protocol):
    """Turns events into claims. Raises ModelUnavailable."""

    @property
    def name(self) -> str:
        """`rules`, or the chat model's name: it is kept on what it made."""

    @property
    def prompt_version(self) -> str | None: ...

    def extract(self, chunk: Chunk) -> list[Claim]: ...


class Summariser(Protocol):
    """Writes the summary of a topic. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    @property
    def prompt_version(self) -> str | None: ...

    def summarise(self, topic: str, facts: Sequence[Memory]) -> str:
        """A few sentences that say nothing which the facts do not."""


class Folder(Protocol):
    """Folds the older turns of a session into one message. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    def fold(self, tenant: str, earlier: str, said: Sequence[str]) -> str:
        """A few sentences in place of the earlier message and of the turns; the caller checks that they say nothing else."""


class Distiller(Protocol):
    """Finds what several episodes say together. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    @property
    def prompt_version(self) -> str | None: ...

    def distil(
        self, episodes: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[Key, Vector], thresholds: Thresholds = MEASURED
    ) -> list[Action]:
        """Actions on facts; what names no episode or a fact that may not change is dropped by the caller."""


class Pruner(Protocol):
    """Finds what a full set of facts can do without. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    @property
    def prompt_version(self) -> str | None: ...

    def prune(self, facts: Sequence[Memory]) -> list[Trim]:
        """Proposals; the caller's guards decide which of them are carried out."""


class JudgedInPart(ModelUnavailable):
    """A judge failed amid a batch: `found` is what it had said until then, `left` the ids of the statements that it has not judged."""

    def __init__(self, reason: str, found: Sequence[Judgement], left: Collection[str]) -> None:
        super().__init__("A part of the statements is not judged.", retry_after_s=5)
        self.reason, self.found, self.left = reason, found, left


class Reconciler(Protocol):
    """Judges what new statements change of what is known. Raises ModelUnavailable, or JudgedInPart where a part of it was judged."""

    @property
    def name(self) -> str: ...

    @property
    def prompt_version(self) -> str | None: ...

    @property
    def most_known(self) -> int:
        """Known statements of one request."""

    @property
    def most_asked(self) -> int:
        """Requests for one batch: what goes beyond the 25 new statements of each is decided by the rules."""

    @property
    def most_beside(self) -> int:
        """Known statements that it is shown for a new one, the nearest of those that it asks of."""

    def asks_of(self, said: Memory, known: Memory) -> bool:
        """Whether it has anything to say of what a new statement changes of this one."""

    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        """How surely a new statement ends each of these, 0 to 1; none where it puts no number to it. Raises ModelUnavailable."""

    def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
        """Pairs that the later statement changes; the caller's rules decide what comes of them. What is in no pair stands beside. `nearest`
        names by a new statement's id the known ones that lie nearest to it: the others are there for other new statements."""


class Budget(Protocol):
    """The chat model's tokens that a tenant may use in a day."""

    def require(self, tenant: str) -> None:
        """Raises OverBudget where they are spent, or where nobody can tell: what is not made by the model is made by the rules."""

    def spend(self, tenant: str, tokens: int) -> None:
        """Counts what a call used. Never raises: the answer is there already."""


class Reranker(Protocol):
    """Reads a question and a few texts together. Raises Unavailable."""

    @property
    def name(self) -> str: ...

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """One score a text, in their order; higher is better, comparable within one call."""


class Reflector(Protocol):
    """Answers a question from numbered evidence. Raises ModelUnavailable."""

    @property
    def name(self) -> str: ...

    def reflect(self, tenant: str, question: str, evidence: Sequence[str]) -> Reflected:
        """Sentences that each name their evidence, and what is missing."""


class Queue(Protocol):
    def send(self, work: Work, again: str = "") -> None:
        """Durable on return. `again` names a further sending, which deduplication by the work's own id would swallow. Raises
        Unavailable."""

    def postpone(self, receipt: str, delay_s: int) -> None:
        """Shows a received message again after `delay_s`, at most 12 hours. Never raises: a queue that refuses shows it after
        its own visibility timeout."""


class DeadLetters(Protocol):
    """One queue of messages that were given up. Raises Unavailable."""

    def remove(self, mine: Callable[[Work], bool], go_on: Callable[[], bool]) -> int:
        """Deletes the messages that are `mine` and counts them; stops early where `go_on` says so. The others stay."""


class Blobs(Protocol):
    """Large values of an application's state, by their path. Every method raises Unavailable when the store does not answer."""

    def put(self, path: str, data: bytes) -> None:
        """Durable on return."""

    def get(self, path: str) -> bytes:
        """Raises NotFound."""

    def remove(self, paths: Sequence[str]) -> None:
        """Any number; what is not there is removed already."""

    def listed(self, prefix: str) -> list[str]:
        """Paths that begin so."""


class Found(NamedTuple):
    """A file that is there."""

    size: int
    """Bytes."""
    mark: str
    """Of these very bytes: another file under the path has another."""


class Files(Protocol):
    """The files of exports and imports, by their path. Every method raises Unavailable when the store does not answer."""

    def begin(self, path: str) -> str:
        """A file to be written in parts, by the id of its upload; nobody sees it before it is complete."""

    def put_part(self, path: str, upload_id: str, number: int, data: bytes) -> str:
        """The part's mark; parts count from 1, and all but the last have at least 5 MiB. Raises NotFound for an upload that is gone."""

    def complete(self, path: str, upload_id: str, marks: Sequence[str]) -> None:
        """The file of these parts. Raises NotFound for an upload that is gone, LostRace where a part is not the one that was marked."""

    def remove(self, path: str, upload_id: str | None = None) -> None:
        """Takes away the upload where one is named, so that nobody completes it, else the file."""

    def found(self, path: str) -> Found | None:
        """None where there is no file."""

    def lines(self, path: str, offset: int, most_bytes: int, mark: str | None = None) -> Iterator[bytes]:
        """Its lines with their ends, from a byte on. Raises Invalid for a line of more than `most_bytes`, and where the file is not the
        one of that mark; NotFound without a file."""

    def download_url(self, path: str, for_s: int) -> str:
        """An address that gives the file to whoever holds it."""

    def upload_url(self, path: str, size: int | None, for_s: int) -> str:
        """An address that takes the file, of this many bytes where they are given."""
