"""A bulk is no larger than what the smallest domain takes, whatever its documents hold."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest
from opensearchpy import Connection, OpenSearch

from keepsake.adapters import opensearch
from keepsake.adapters.opensearch import SearchIndex
from keepsake.errors import Unavailable
from keepsake.ids import Key
from keepsake.ports import Document


class Takes(Connection):
    """Takes every bulk, and one of its documents not where it is named."""

    bodies: ClassVar[list[bytes]] = []
    refused: ClassVar[str] = "none"

    def perform_request(self, method: str, url: str, params: Any = None, body: Any = None, *_: Any, **__: Any) -> Any:
        del method, url, params
        self.bodies.append(body)
        acts = [json.loads(line) for line in body.splitlines()[::2]]
        items = [{"index": {"_id": a["index"]["_id"], "status": 400 if self.refused.encode() in body else 201, "error": {}}} for a in acts]
        return 200, {"content-type": "application/json"}, json.dumps({"items": items})


def made() -> SearchIndex:
    Takes.bodies, Takes.refused = [], "none"  # type: ignore[misc]
    return SearchIndex(OpenSearch(hosts=["http://index"], connection_class=Takes), "keepsake", model="m", dimension=2, analyzer="english")


def document(name: str, text: str) -> Document:
    return Document(Key("T#a#C#b#U#c", name), 1, {"at": "2026-05-02T10:00:00Z", "text": text})


def test_documents_of_any_size_are_written_whole_in_bulks_of_five_megabytes() -> None:
    index = made()
    given = [document(f"EVENT#{n:03d}", "ö" * 80_000) for n in range(100)]
    index.write(given)
    assert len(Takes.bodies) == 4
    assert max(map(len, Takes.bodies)) <= opensearch.MOST_BULK_BYTES
    lines = [line for body in Takes.bodies for line in body.splitlines()]
    assert len(lines) == 2 * len(given)


def test_small_documents_are_one_bulk_and_a_large_one_stands_alone() -> None:
    index = made()
    index.write([document(f"EVENT#{n:03d}", "short") for n in range(100)])
    assert len(Takes.bodies) == 1
    index.write([document("EVENT#1", "x" * (6 << 20)), document("EVENT#2", "short")])
    assert len(Takes.bodies) == 3


def test_document_that_a_later_bulk_refuses_is_told() -> None:
    index = made()
    Takes.refused = "odd"  # type: ignore[misc]
    with pytest.raises(Unavailable):
        index.write([document("EVENT#1", "x" * (5 << 20)), document("EVENT#2", "odd")])
