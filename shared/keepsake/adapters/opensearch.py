"""The search index: OpenSearch k-NN, one index per embedding model and dimension.

Keepsake names the index itself, so that a vector never meets another model's; the alias is for people. A second alias of each index is
for writing: a bulk request to an index that is gone would make it anew, without its mapping.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from opensearchpy import OpenSearch, exceptions

from keepsake import ids
from keepsake.errors import Invalid, Unavailable
from keepsake.ids import Key
from keepsake.ports import WORDS, Document, Hit, Leg, Owner

SHOWN = ("pk", "sk", "kind", "session_id", "seq", "speaker", "asks", "timed", "counted", "event_ids", "memory_ids")
"""What a hit brings back: what fusion needs before the rows are read, never text. From doc values, since reading it from the source
would parse each hit's text and vectors: a `_msearch` of eight legs took 7 times as long (p50 236 to 32 ms beside other work)."""
LISTS = ("event_ids", "memory_ids")


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
        self, client: OpenSearch, alias: str, *, model: str, dimension: int, engine: str, analyzer: str, replicas: int = 0
    ) -> None:
        self._client, self._alias, self._replicas = client, alias, replicas
        self._model, self._dimension, self._engine, self._analyzer = model, dimension, engine, analyzer
        readable = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:60]
        # An index keeps the engine that it was made with, and its scores mean another nearness: each engine has its own. Lucene's keep the
        # name that they had before there was a choice.
        digest = ids.digest(f"{model}\n{dimension}" + (f"\n{engine}" if engine != "lucene" else ""))[:8]
        self._name = f"{alias}_{readable}-{dimension}-{digest}"
        self._writing = f"{alias}_write_{digest}"
        self._every = f"{alias}_*"
        self._ready = False
        """It was there at the last look, and no write since then has failed."""

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        if not legs:
            return []
        lines: list[dict[str, Any]] = []
        for leg in legs:
            lines += [{"index": self._name}, self._query(owner, leg)]
        with answering():
            reply = self._client.msearch(body=lines, params={"request_timeout": within_s})
        return [self._hits(leg, answer) for leg, answer in zip(legs, reply["responses"], strict=True)]

    def _hits(self, leg: Leg, answer: dict[str, Any]) -> list[Hit]:
        if "error" in answer:
            if "dimension" in str(answer["error"]).lower():
                raise Invalid("The vector's dimension is not the index's.")
            raise Unavailable("The search index could not search.", retry_after_s=5)
        found = []
        for hit in answer["hits"]["hits"]:
            fields = {name: values if name in LISTS else values[0] for name, values in hit["fields"].items()}
            score = hit["_score"] if leg.vector is None else self._nearness(hit["_score"])
            found.append(Hit(Key(fields.pop("pk"), fields.pop("sk")), score, fields))
        return found

    def _nearness(self, score: float) -> float:
        """(1 + cosine) / 2, as Lucene scores it; faiss gives 1 + product, and 1 / (1 - product) for a negative one."""
        if self._engine == "lucene":
            return score
        return score / 2 if score >= 1 else 1 - 1 / (2 * score)

    def _query(self, owner: Owner, leg: Leg) -> dict[str, Any]:
        allowed = {"bool": {"filter": owned(owner) + self._narrowed(leg)}}
        if leg.vector is not None:
            path = "sentences.vector" if leg.nested else "vector"
            near: dict[str, Any] = {"knn": {path: {"vector": list(leg.vector), "k": leg.size, "filter": allowed}}}
            query = {"nested": {"path": "sentences", "score_mode": "max", "query": near}} if leg.nested else near
        elif leg.text is not None:
            query = {"bool": {"must": [{"multi_match": {"query": leg.text, "fields": WORDS}}], **allowed["bool"]}}
        elif leg.marks:
            query = allowed
        else:
            any_of = [{"term": {"entities": {"value": e}}} for e in leg.entities]
            query = {"bool": {"should": any_of, "minimum_should_match": 1, **allowed["bool"]}}
        return {"size": leg.size, "query": query, "_source": False, "docvalue_fields": SHOWN, "track_total_hits": False}

    @staticmethod
    def _narrowed(leg: Leg) -> list[dict[str, Any]]:
        narrowed: list[dict[str, Any]] = [{"terms": {"kind": list(leg.kinds)}}]
        if leg.marks:
            narrowed.append({"terms": {"marks": list(leg.marks)}})
        if leg.since is not None or leg.until is not None:
            bounds = {k: v.isoformat() for k, v in (("gte", leg.since), ("lt", leg.until)) if v is not None}
            narrowed.append({"range": {"at": bounds}})
        return narrowed

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        if not documents:
            return
        lines: list[dict[str, Any]] = []
        for document in documents:
            if not document.gone and len(document.fields.get("vector") or [0.0] * self._dimension) != self._dimension:
                raise Invalid(f"A vector has another dimension than the index's {self._dimension}.")
            meta = {"_id": ids.document_id(document.key), "version": document.version, "version_type": "external"}
            place = {"pk": document.key.pk, "sk": document.key.sk}
            lines += [{"index": meta}, place | ({"gone": True} if document.gone else document.fields)]
        self._ready = False
        with answering():
            # To wait for the index's own refresh would take up to a second of every call (README, Decisions).
            reply = self._client.bulk(body=lines, index=self._writing, refresh=at_once, require_alias=True, timeout=30)
        self._ready = all(item["index"]["status"] != 404 for item in reply["items"])
        failed = [item["index"]["error"] for item in reply["items"] if item["index"]["status"] not in (200, 201, 409)]
        if any("dimension" in str(error).lower() for error in failed):
            raise Invalid("A vector has another dimension than the index's.")
        late = [d for d, item in zip(documents, reply["items"], strict=False) if item["index"]["status"] == 409]
        if failed or (late and self._found(late) < len(late)):
            raise Unavailable("The search index did not take every document.", retry_after_s=5)

    def _found(self, documents: Sequence[Document]) -> int:
        """How many of these it holds. One that was forgotten is refused by its version for a minute: brought back by an import, it has
        to come again."""
        with answering():
            self._client.indices.refresh(index=self._name)
            body = {"query": {"ids": {"values": [ids.document_id(d.key) for d in documents]}}}
            return int(self._client.count(index=self._name, body=body)["count"])

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
                self._remove({"ids": {"values": [ids.document_id(k) for k in keys]}})

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
            return int(self._client.count(index=self._every, body=body)["count"])

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
            shown = {"query": {"exists": {"field": "tenant"}}}
            mine = self._name in names
            count = self._client.count(index=self._name, body=shown)["count"] if mine else 0
            mapping = self._client.indices.get_mapping(index=self._name)[self._name]["mappings"] if mine else {}
        return {
            "alias": self._alias,
            "indices": names,
            "documents": count,
            "rebuilt_at": mapping.get("_meta", {}).get("rebuilt_at"),
            "engine": self._engine,
            "embedding": {"model": self._model, "dimension": self._dimension},
        }

    def _body(self) -> dict[str, Any]:
        method = {"name": "hnsw", "engine": self._engine, "space_type": "cosinesimil" if self._engine == "lucene" else "innerproduct"}
        vector = {"type": "knn_vector", "dimension": self._dimension, "method": method}
        keywords = [
            "tenant",
            "container",
            "namespace",
            "user",
            "kind",
            "session_id",
            "speaker",
            "agent_id",
            "subject",
            "category",
            "type",
            "entities",
            "labels",
            "tags",
            "topic",
            "anchors",
            "visibility",
            "allowed_users",
            "allowed_roles",
            "status",
            "validity",
            "trust",
            "event_ids",
            "memory_ids",
            "marks",
        ]
        return {
            "settings": {
                "index.knn": True,
                "index.refresh_interval": "1s",
                "index.number_of_replicas": self._replicas,
            },
            "mappings": {
                "dynamic": "strict",
                "properties": {name: {"type": "keyword"} for name in keywords}
                | {
                    "pk": {"type": "keyword", "index": False},
                    "sk": {"type": "keyword", "index": False},
                    "seq": {"type": "integer"},
                    "asks": {"type": "boolean"},
                    "timed": {"type": "boolean"},
                    "counted": {"type": "boolean"},
                    "gone": {"type": "boolean"},
                    "at": {"type": "date"},
                    **{name: {"type": "text", "analyzer": self._analyzer} for name in WORDS},
                    "vector": vector,
                    "sentences": {"type": "nested", "properties": {"vector": vector}},
                },
            },
        }


def _about(tenant: str, container: str, user_id: str | None) -> list[dict[str, Any]]:
    user = ids.NO_USER if user_id is None else ids.part(user_id)
    return [{"term": {"tenant": tenant}}, {"term": {"container": container}}, {"term": {"user": user}}]


def owned(owner: Owner) -> list[dict[str, Any]]:
    """The filter that every search carries. Others' memories pass only where they were shared; the gates have the last word."""
    mine: dict[str, Any] = {"term": {"user": ids.NO_USER if owner.user_id is None else ids.part(owner.user_id)}}
    return [
        {"term": {"tenant": owner.tenant}},
        {"term": {"container": owner.container}},
        {"term": {"namespace": owner.namespace}},
        {"bool": {"should": [mine, {"terms": {"visibility": ["shared", "public"]}}], "minimum_should_match": 1}},
    ]
