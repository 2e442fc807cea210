"""The search index: OpenSearch k-NN, one index per embedding model and dimension.

Keepsake names the index itself, so that a vector never meets another model's; the alias is for people. A second alias of each index is
for writing: a bulk request to an index that is gone would make it anew, without its mapping.

A document lies on its owner's shard, by its routing: a search looks at that one, however many there are. What is shared lies a second time
on the shard of its audience, the container's namespace, and a search looks there too. Vectors are compared with every document that the
filter leaves, three to six million a second on one core: there is no graph to build, to keep in memory, or to miss a neighbour in.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

from opensearchpy import OpenSearch, exceptions
from pydantic_core import from_json

from keepsake import ids
from keepsake.errors import Invalid, Unavailable
from keepsake.ids import Key
from keepsake.ports import WORDS, Document, Hit, Leg, Owner, Span, Tellable
from keepsake.rules.indexing import int8
from keepsake.rules.knowledge import glimpse

SHOWN = ("kind", "session_id", "seq", "speaker", "asks", "timed", "counted", "event_ids", "memory_ids", *glimpse.FIELDS)
"""What a hit brings back beside its key: what fusion, and who compares statements, needs before the rows are read, never text."""
KEYWORDS = ("tenant", "container", "user", "owner", "kind", "entities", "marks", "state", "agents")
TIMES = ("at", "until", "expires", "recorded", "superseded")
FILTERED = (*KEYWORDS, *TIMES)
"""What a search or an erasure asks for beside words and vectors. All else is asked of the row."""
ANSWERED = "responses.status,responses.error,responses.hits.hits._score,responses.hits.hits.fields"
"""Of a multi-search. The rest, as each hit's index, would be a fifth of what has to be read; the status stays where nothing was found."""
MOST_BULK_BYTES = 5 << 20
"""Of one bulk: the smaller instances take requests of 10 MiB, and a hundred long messages with vectors are more."""

MOST_TOKENS = 500
"""Of a text that is searched with. Each is a clause for either field, repetitions too, and 1,024 clauses are the most that OpenSearch takes
of a query (`indices.query.bool.max_clause_count`)."""
_TOKEN = re.compile(r"(?:(?![\u00d7\u00f7])[0-9A-Za-z_\u00c0-\u024f\u0388-\u03ef\u0400-\u0481\u048a-\u052f]){1,200}|[^\x00-\x7f]")
"""No less than the analyzer finds: it parts words of 255 letters, Chinese signs each, and where scripts meet that set no spaces."""


@contextmanager
def answering() -> Iterator[None]:
    try:
        yield
    except exceptions.ConnectionError as err:
        raise Unavailable("The search index does not answer.", retry_after_s=5) from err
    except exceptions.TransportError as err:
        if err.status_code == 400 and "dimension" in str(err.info).lower():
            raise Invalid("The vector's dimension is not the index's.") from err
        raise Unavailable("The search index refused the request.", retry_after_s=5) from err


class SearchIndex:
    """The `Index` of one model. No alias holds `_`, so those of two deployments on one domain never match each other's patterns."""

    def __init__(
        self, client: OpenSearch, alias: str, *, model: str, dimension: int, analyzer: str, shards: int = 1, replicas: int = 0,
        incomplete: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """`incomplete` tells whether it is being made anew: what it does not hold then is no answer."""
        self._client, self._alias, self._incomplete = client, alias, incomplete
        self._model, self._dimension, self._analyzer = model, dimension, analyzer
        self._shards, self._replicas = shards, replicas
        readable = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:60]
        digest = ids.digest(f"{model}\n{dimension}")[:8]
        self._name = f"{alias}_{readable}-{dimension}-{digest}"
        self._writing = f"{alias}_write_{digest}"
        self._every = f"{alias}_*"
        self._ready = False
        """It was there at the last look, and no write since then has failed."""

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        if not legs:
            return []
        if any(leg.vector is not None and len(leg.vector) != self._dimension for leg in legs):
            raise Invalid(f"The vector has another dimension than the index's {self._dimension}.")
        if self._incomplete():
            raise Unavailable("The search index is being made anew.", retry_after_s=60)
        # Of two shards one may fail, or be lost: what the other has alone would look like all there is.
        place = {"index": self._name, "routing": f"{owner.pk},{owner.audience}", "allow_partial_search_results": False}
        scaled = {id(leg.vector): int8.scaled(leg.vector) for leg in legs if leg.vector is not None}
        lines = [line for leg in legs for line in (place, _query(owner, leg, scaled.get(id(leg.vector), [])))]
        with answering():
            reply = self._client.msearch(body=lines, params={"request_timeout": within_s, "filter_path": ANSWERED})
        if any("error" in answer for answer in reply["responses"]):
            raise Unavailable("The search index could not search.", retry_after_s=5)
        lists = [answer.get("hits", {}).get("hits", []) for answer in reply["responses"]]
        shown = _read(owner, {hit["fields"]["shown"][0] for hits in lists for hit in hits})
        return [_hits(leg, hits, shown) for leg, hits in zip(legs, lists, strict=True)]

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        if not documents:
            return
        for document in documents:
            if not document.gone and len(document.fields.get("vector") or [0.0] * self._dimension) != self._dimension:
                raise Invalid(f"A vector has another dimension than the index's {self._dimension}.")
        self._ready = False
        items = []
        for body in self._bulks(documents):
            with answering():
                # To wait for the index's own refresh would take up to a second of every call (README, Decisions).
                reply = self._client.bulk(body=body, index=self._writing, refresh=at_once, require_alias=True, timeout=30)
            items += reply["items"]
        put = [item["index"] for item in items if "index" in item]
        taken_away = [item["delete"] for item in items if "delete" in item]
        self._ready = all(item["status"] != 404 for item in put)
        failed = [i["error"] for i in put if i["status"] not in (200, 201, 409)]
        failed += [i.get("error") for i in taken_away if i["status"] not in (200, 404, 409)]
        if any("dimension" in str(error).lower() for error in failed):
            raise Invalid("A vector has another dimension than the index's.")
        late = {item["_id"] for item in put if item["status"] == 409} & {ids.document_id(d.key) for d in documents}
        if failed or (late and self._found(late) < len(late)):
            raise Unavailable("The search index did not take every document.", retry_after_s=5)

    def _bulks(self, documents: Sequence[Document]) -> Iterator[str]:
        """Bodies of at most MOST_BULK_BYTES, or of a single document."""
        write = self._client.transport.serializer.dumps
        some, size = list[str](), 0
        for document in documents:
            text = "".join(write(line) + "\n" for line in (*_placed(document), *_copied(document)))
            more = len(text.encode("utf-8", "surrogatepass"))
            if some and size + more > MOST_BULK_BYTES:
                yield "".join(some)
                some, size = [], 0
            some.append(text)
            size += more
        if some:
            yield "".join(some)

    def _found(self, names: Collection[str]) -> int:
        """How many of these it holds. One that was forgotten is refused by its version for a minute: brought back by an import, it has
        to come again."""
        with answering():
            self._client.indices.refresh(index=self._name)
            return int(self._client.count(index=self._name, body={"query": {"ids": {"values": sorted(names)}}})["count"])

    def prepare(self, *, shown: bool = False) -> None:
        """Safe to call by several at once."""
        if self._ready and not shown:
            return
        with answering():
            if not self._client.indices.exists_alias(name=self._writing):
                try:
                    self._client.indices.create(index=self._name, body=self._body() | {"aliases": {self._writing: {}}})
                except exceptions.RequestError as err:
                    if err.error != "resource_already_exists_exception":
                        raise
                    self._client.indices.put_alias(index=self._name, name=self._writing)
                if not self._client.indices.exists_alias(name=self._alias):
                    self._client.indices.put_alias(index=self._name, name=self._alias)
            if shown:
                moved = {"add": {"index": self._name, "alias": self._alias}}
                others = {"remove": {"index": self._every, "alias": self._alias, "must_exist": False}}
                self._client.indices.update_aliases(body={"actions": [others, moved]})
        self._ready = True

    def forget(self, keys: Sequence[Key]) -> None:
        if keys:
            with answering():
                self._remove({"ids": {"values": [name for k in keys for name in (ids.document_id(k), _copy_id(k))]}})

    def forget_user(self, tenant: str, container: str, user_id: str | None) -> None:
        with answering():
            self._remove({"bool": {"filter": _about(tenant, container, user_id)}})

    def _remove(self, query: dict[str, Any]) -> None:
        self._client.indices.refresh(index=self._every)
        self._client.delete_by_query(index=self._every, body={"query": query}, conflicts="proceed", refresh=True, request_timeout=30)

    def held(self, tenant: str, container: str, user_id: str | None) -> int:
        with answering():
            self._client.indices.refresh(index=self._every)
            body = {"query": {"bool": {"filter": _about(tenant, container, user_id)}}}
            reply = self._client.count(index=self._every, body=body)
        if reply["_shards"]["successful"] < reply["_shards"]["total"]:
            raise Unavailable("The search index could not count on every shard.", retry_after_s=5)
        return int(reply["count"])

    def drop(self) -> None:
        self._ready = False
        with answering():
            self._client.indices.delete(index=self._name, ignore_unavailable=True)

    def rebuilt(self, at: datetime) -> None:
        with answering():
            self._client.indices.refresh(index=self._name)
            self._client.indices.put_mapping(index=self._name, body={"_meta": {"rebuilt_at": at.isoformat()}})

    def describe(self) -> dict[str, Any]:
        with answering():
            there = self._client.indices.get_alias(name=self._every, ignore=[404])
            names = sorted(n for n in there if n.startswith(f"{self._alias}_"))
            shown = {"query": {"bool": {"filter": [{"exists": {"field": "tenant"}}], "must_not": [{"term": {"copy": True}}]}}}
            mine = self._name in names
            count = self._client.count(index=self._name, body=shown)["count"] if mine else 0
            mapping = self._client.indices.get_mapping(index=self._name)[self._name]["mappings"] if mine else {}
        return {
            "alias": self._alias,
            "indices": names,
            "documents": count,
            "rebuilt_at": mapping.get("_meta", {}).get("rebuilt_at"),
            "engine": "exact",
            "embedding": {"model": self._model, "dimension": self._dimension},
        }

    def _body(self) -> dict[str, Any]:
        vector = {"type": "knn_vector", "dimension": self._dimension, "data_type": "byte"}
        keyword, time = {"type": "keyword", "doc_values": False}, {"type": "date", "doc_values": False}
        return {
            "settings": {
                "index.knn": False,  # else a graph is built
                "index.refresh_interval": "1s",
                "index.number_of_shards": self._shards,
                "index.number_of_replicas": self._replicas,
            },
            "mappings": {
                "dynamic": "strict",
                "_source": {"excludes": ["vector", "sentences", "shown"]},
                "properties": dict.fromkeys(KEYWORDS, keyword)
                | dict.fromkeys(TIMES, time)
                | {
                    "gone": {"type": "boolean"},
                    "copy": {"type": "boolean"},
                    **{name: {"type": "text", "analyzer": self._analyzer} for name in WORDS},
                    "vector": vector,
                    "sentences": {"type": "nested", "properties": {"vector": vector}},
                    "shown": {"type": "binary", "doc_values": True},
                },
            },
        }


def _placed(document: Document) -> Iterator[dict[str, Any]]:
    """The lines of a bulk request that bring the document to its owner's shard."""
    yield {"index": _meta(document, ids.document_id(document.key), document.key.pk)}
    yield {"gone": True} if document.gone else _searched(document, pk="")


def _copied(document: Document) -> Iterator[dict[str, Any]]:
    """The lines that bring what is shared to the shard of its audience, and take away from there what is so no longer."""
    if document.audience is None:
        return
    meta = _meta(document, _copy_id(document.key), document.audience)
    if document.readers:
        yield {"index": meta}
        yield _searched(document, document.key.pk) | {"owner": list(document.readers), "copy": True}
    else:
        yield {"delete": meta}


def _meta(document: Document, name: str, shard: str) -> dict[str, Any]:
    return {"_id": name, "routing": shard, "version": document.version, "version_type": "external"}


def _copy_id(key: Key) -> str:
    return ids.document_id(key) + "-copy"


def _searched(document: Document, pk: str) -> dict[str, Any]:
    """`pk` is that of the row, empty where the one who finds it is its owner."""
    fields = document.fields
    shown = json.dumps([pk, document.key.sk, *(fields.get(name) for name in SHOWN)], separators=(",", ":"))
    searched = {name: fields[name] for name in (*FILTERED, *WORDS) if name in fields}
    # A vector of zeros has no cosine: one that is stored fails every search of its shard.
    if any(fields.get("vector", ())):
        searched["vector"] = int8.scaled(fields["vector"])
    if "sentences" in fields:
        searched["sentences"] = [{"vector": int8.scaled(s["vector"])} for s in fields["sentences"] if any(s["vector"])]
    return searched | {"shown": base64.b64encode(shown.encode()).decode()}


def _query(owner: Owner, leg: Leg, vector: Sequence[int]) -> dict[str, Any]:
    allowed: list[dict[str, Any]] = [{"terms": {"owner": list(owner.seen)}}, {"terms": {"kind": list(leg.kinds)}}]
    own_copy = [{"term": {"copy": True}}, {"term": {"user": _user(owner.user_id)}}]
    allowed.append({"bool": {"must_not": [{"bool": {"filter": own_copy}}]}})
    if leg.marks:
        allowed.append({"terms": {"marks": list(leg.marks)}})
    if leg.since is not None or leg.until is not None:
        bounds = {k: v.isoformat() for k, v in (("gte", leg.since), ("lt", leg.until)) if v is not None}
        allowed.append({"range": {"at": bounds}})
    if leg.agents:
        allowed.append({"terms": {"agents": list(leg.agents)}})
    if leg.tellable is not None:
        told = _told(leg.tellable)
        allowed.append({"bool": {"must_not": [told]}} if leg.others else told)
    if leg.vector is not None and not any(leg.vector):
        query: dict[str, Any] = {"match_none": {}}
    elif leg.vector is not None and leg.nested:
        each = _nearness("sentences.vector", vector, {"match_all": {}})
        best = {"nested": {"path": "sentences", "score_mode": "max", "query": each}}
        query = {"bool": {"filter": allowed, "must": [best]}}
    elif leg.vector is not None:
        query = _nearness("vector", vector, {"bool": {"filter": [*allowed, {"exists": {"field": "vector"}}]}})
    elif leg.text is not None:
        query = {"bool": {"filter": allowed, "must": [{"multi_match": {"query": _beginning(leg.text), "fields": WORDS}}]}}
    elif leg.marks:
        query = {"bool": {"filter": allowed}}
    else:
        any_of = [{"term": {"entities": {"value": e}}} for e in leg.entities[:MOST_TOKENS]]
        query = {"bool": {"filter": allowed, "should": any_of, "minimum_should_match": 1}}
    # Stored fields are read by the block, texts and all: without even the ids a leg of 100 hits takes a quarter of the time.
    return {"size": leg.size, "query": query, "stored_fields": "_none_", "docvalue_fields": ["shown"], "track_total_hits": False}


def _told(tellable: Tellable) -> dict[str, Any]:
    """A time that a document does not have lies beyond no bound, so what must not be is that it lies beyond each of some."""
    beyond = [{"bool": {"filter": [_beyond(span) for span in either]}} for either in tellable.spans]
    return {"bool": {"filter": [{"terms": {"state": list(tellable.states)}}], "must_not": beyond}}


def _beyond(span: Span) -> dict[str, Any]:
    either = [{"range": {span.field: {how: at.isoformat()}}} for how, at in (("lt", span.least), ("gt", span.most)) if at is not None]
    return {"bool": {"should": either, "minimum_should_match": 1}}


def _beginning(text: str) -> str:
    """Of a text, what a query may ask for: a longer one is refused as a whole."""
    last = next(islice(_TOKEN.finditer(text), MOST_TOKENS - 1, None), None)
    return text if last is None else text[: last.end()]


def _nearness(path: str, vector: Sequence[int], among: dict[str, Any]) -> dict[str, Any]:
    """Scores each of those documents, by 1 + its cosine where vectors are bytes. In an index with nested documents a query of type
    `script_score` fails on a segment that holds none of them."""
    params = {"field": path, "query_value": vector, "space_type": "cosinesimil"}
    script = {"lang": "knn", "source": "knn_score", "params": params}
    return {"function_score": {"query": among, "script_score": {"script": script}, "boost_mode": "replace"}}


def _read(owner: Owner, shown: Collection[str]) -> dict[str, tuple[Key, dict[str, Any]]]:
    """Key and fields of what hits brought, all at once: hundreds, of which several legs found most."""
    texts = [base64.b64decode(one + "==") for one in shown]  # OpenSearch leaves the padding out
    rows, own = from_json(b"[" + b",".join(texts) + b"]"), owner.pk
    made = ((Key(pk or own, sk), dict(zip(SHOWN, values, strict=True))) for pk, sk, *values in rows)
    return dict(zip(shown, made, strict=True))


def _hits(leg: Leg, hits: Sequence[dict[str, Any]], shown: Mapping[str, tuple[Key, dict[str, Any]]]) -> list[Hit]:
    """Best first."""
    scale = 1.0 if leg.vector is None else 0.5
    found = ((hit["_score"], *shown[hit["fields"]["shown"][0]]) for hit in hits)
    return [Hit(key, scale * score, fields) for score, key, fields in found]


def _about(tenant: str, container: str, user_id: str | None) -> list[dict[str, Any]]:
    return [{"term": {"tenant": tenant}}, {"term": {"container": container}}, {"term": {"user": _user(user_id)}}]


def _user(user_id: str | None) -> str:
    return ids.NO_USER if user_id is None else ids.part(user_id)
