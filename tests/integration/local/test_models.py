"""The local model endpoint, met through OpenAI's own client."""

import json
import math
import urllib.error
import urllib.request
from collections.abc import Iterator

import openai
import pytest

from local import models


@pytest.fixture(scope="module")
def endpoint() -> Iterator[models.Endpoint]:
    with models.running() as started:
        yield started


@pytest.fixture(scope="module")
def client(endpoint: models.Endpoint) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0) as made:
        yield made


def cosine(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def embed(client: openai.OpenAI, *texts: str) -> list[list[float]]:
    answer = client.embeddings.create(model="all-minilm-l6-v2", input=list(texts))
    return [item.embedding for item in answer.data]


def test_near_meanings_are_nearer_than_far_ones(client: openai.OpenAI) -> None:
    running, jogging, tax = embed(client, "I like running shoes", "She enjoys jogging sneakers", "The tax form is due")
    assert cosine(running, jogging) > cosine(running, tax) + 0.3


def test_order_of_the_answer_is_the_order_of_the_input(client: openai.OpenAI) -> None:
    texts = ["a long text about the weather in the mountains of Norway", "short", "a middling text of words"]
    together = embed(client, *texts)
    for text, vector in zip(texts, together, strict=True):
        assert cosine(vector, embed(client, text)[0]) > 0.9999


def test_base64_and_float_carry_the_same_vector(client: openai.OpenAI) -> None:
    as_float = client.embeddings.create(model="all-minilm-l6-v2", input="hello", encoding_format="float")
    # The client asks for base64 by itself where no format is named, and unpacks it.
    as_base64 = client.embeddings.create(model="all-minilm-l6-v2", input="hello")
    assert as_base64.data[0].embedding == pytest.approx(as_float.data[0].embedding, abs=1e-6)


def test_fewer_dimensions_are_cut_and_of_unit_length(client: openai.OpenAI) -> None:
    whole = embed(client, "hello")[0]
    cut = client.embeddings.create(model="all-minilm-l6-v2", input="hello", dimensions=128).data[0].embedding
    length = math.hypot(*whole[:128])
    assert cut == pytest.approx([x / length for x in whole[:128]], abs=1e-5)


def test_usage_counts_word_pieces(client: openai.OpenAI) -> None:
    answer = client.embeddings.create(model="all-minilm-l6-v2", input=["hello world", "hello"])
    assert answer.usage.prompt_tokens == 4 + 3


@pytest.mark.parametrize(
    ("request_body", "param"),
    [
        ({"model": "all-minilm-l6-v2", "input": "x", "dimensions": 385}, "dimensions"),
        ({"model": "text-embedding-3-small", "input": "x"}, "model"),
        ({"model": "all-minilm-l6-v2", "input": ""}, "input"),
        ({"model": "all-minilm-l6-v2", "input": []}, "input"),
        ({"model": "all-minilm-l6-v2", "input": [[1, 2]]}, "input"),
        ({"model": "all-minilm-l6-v2", "input": "x", "encoding_format": "int8"}, "encoding_format"),
        ({"model": "all-minilm-l6-v2"}, "input"),
    ],
)
def test_bad_requests_name_the_parameter(endpoint: models.Endpoint, request_body: dict[str, object], param: str) -> None:
    request = urllib.request.Request(
        f"{endpoint.base_url}/embeddings",
        data=json.dumps(request_body).encode(),
        headers={"Content-Type": "application/json"},
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=10)
    with caught.value as refused:
        assert refused.code == 400
        error = json.load(refused)["error"]
    assert error["param"] == param
    assert error["type"] == "invalid_request_error"


def test_the_client_raises_its_own_bad_request(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError, match="dimensions"):
        client.embeddings.create(model="all-minilm-l6-v2", input="x", dimensions=1000)


def test_the_model_list_names_the_embedder(client: openai.OpenAI) -> None:
    assert [model.id for model in client.models.list()] == ["all-minilm-l6-v2"]


def test_health_answers(endpoint: models.Endpoint) -> None:
    with urllib.request.urlopen(endpoint.base_url.removesuffix("/v1") + "/health", timeout=10) as answer:
        assert json.load(answer)["dimension"] == 384


def test_chat_is_refused_as_unknown(client: openai.OpenAI) -> None:
    with pytest.raises(openai.NotFoundError):
        client.chat.completions.create(model="any", messages=[{"role": "user", "content": "hi"}])
