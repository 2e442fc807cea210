"""The real OpenSearch node of the local run."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from local import opensearch
from local.console import LocalRunError
from local.http import ask

VECTOR = {"type": "knn_vector", "dimension": 3, "method": {"name": "hnsw", "engine": "lucene", "space_type": "cosinesimil"}}
INDEX = {
    "settings": {"index": {"knn": True, "number_of_replicas": 0}},
    "mappings": {"properties": {"text": {"type": "text", "analyzer": "standard"}, "vector": VECTOR}},
}


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[opensearch.Node]:
    with opensearch.running(tmp_path_factory.mktemp("opensearch"), heap="256m") as started:
        status, _ = ask("PUT", f"{started.url}/notes", INDEX)
        assert status == 200
        status, _ = ask("PUT", f"{started.url}/notes/_doc/1?refresh=true", {"text": "running shoes", "vector": [1, 0, 0]})
        assert status == 201
        yield started


def hits(node: opensearch.Node, query: dict[str, object]) -> list[str]:
    status, answer = ask("POST", f"{node.url}/notes/_search", {"query": query})
    assert status == 200, answer
    return [hit["_id"] for hit in answer["hits"]["hits"]]


def test_nearest_neighbours_are_found(node: opensearch.Node) -> None:
    assert hits(node, {"knn": {"vector": {"vector": [1, 0.1, 0], "k": 1}}}) == ["1"]


def test_scripts_score_vectors(node: opensearch.Node) -> None:
    params = {"field": "vector", "query_value": [1, 0, 0], "space_type": "cosinesimil"}
    script = {"source": "knn_score", "lang": "knn", "params": params}
    assert hits(node, {"script_score": {"query": {"match_all": {}}, "script": script}}) == ["1"]


def test_documents_can_be_deleted_by_query(node: opensearch.Node) -> None:
    ask("PUT", f"{node.url}/notes/_doc/2?refresh=true", {"text": "a tax form", "vector": [0, 1, 0]})
    status, answer = ask("POST", f"{node.url}/notes/_delete_by_query?refresh=true", {"query": {"match": {"text": "tax"}}})
    assert (status, answer["deleted"]) == (200, 1)


def test_documents_outlive_the_sudden_death_of_the_node(node: opensearch.Node) -> None:
    before = node.process.pid
    node.kill()
    with pytest.raises(OSError, match="refused"):
        ask("GET", node.url)
    node.start()
    assert node.process.pid != before
    assert hits(node, {"match": {"text": "shoes"}}) == ["1"]


def test_a_second_node_does_not_take_a_running_ones_place(tmp_path: Path, node: opensearch.Node) -> None:
    with (
        pytest.raises(LocalRunError, match=f"Port {node.port}.* is taken by process {node.process.pid}"),
        opensearch.running(tmp_path, port=node.port),
    ):
        pytest.fail("two nodes on one port")


def test_a_node_that_cannot_start_says_why(tmp_path: Path) -> None:
    with pytest.raises(LocalRunError, match=r"(?s)did not start.*Too small"), opensearch.running(tmp_path, heap="1k"):
        pytest.fail("a node with 1 kB")
