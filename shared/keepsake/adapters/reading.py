"""What the read path may ask a model for: an order of texts, or a grounded answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import openai
import pydantic

from keepsake.adapters.openai import answering
from keepsake.claims import Reflected
from keepsake.errors import ModelUnavailable
from keepsake.prompts import reflection, reranking

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

Typed = TypeVar("Typed", bound=pydantic.BaseModel)
Style = Literal["cohere", "tei"]


def _parsed(client: openai.OpenAI, model: str, messages: list[ChatCompletionMessageParam], form: type[Typed]) -> Typed:
    with answering():
        try:
            reply = client.chat.completions.parse(model=model, messages=messages, response_format=form, temperature=0)
        except (openai.LengthFinishReasonError, openai.ContentFilterFinishReasonError, pydantic.ValidationError) as err:
            raise ModelUnavailable("The chat model gave no usable answer.", retry_after_s=5) from err
    answer = reply.choices[0].message.parsed if reply.choices else None
    if answer is None:
        raise ModelUnavailable("The chat model refused to answer.", retry_after_s=5)
    return answer


class ChatReflector:
    """A `Reflector` by a chat model with structured output."""

    def __init__(self, client: openai.OpenAI, *, model: str) -> None:
        self._client, self.name = client, model

    def reflect(self, question: str, evidence: Sequence[str]) -> Reflected:
        return reflection.reflected(_parsed(self._client, self.name, reflection.messages(question, evidence), reflection.Answer))


class ChatReranker:
    """A `Reranker` by a chat model with structured output."""

    def __init__(self, client: openai.OpenAI, *, model: str) -> None:
        self._client, self.name = client, model

    def rerank(self, question: str, texts: Sequence[str]) -> list[float]:
        answer = _parsed(self._client, self.name, reranking.messages(question, texts), reranking.Answer)
        scores = reranking.scores(answer, len(texts))
        if scores is None:
            raise ModelUnavailable("The chat model did not judge every text.", retry_after_s=5)
        return scores


class HttpReranker:
    """A `Reranker` over a cross-encoder's `/rerank`: Cohere's and Jina's form, or that of Text Embeddings Inference (`tei`)."""

    def __init__(self, pool: Any, url: str, *, key: str = "", model: str = "", style: Style = "cohere", timeout_s: float = 2.0) -> None:
        self._pool, self._url, self._key, self._style, self._timeout_s = pool, url, key, style, timeout_s
        self.name = model or "http"

    def rerank(self, question: str, texts: Sequence[str]) -> list[float]:
        import urllib3

        body: dict[str, Any] = {"query": question, "texts" if self._style == "tei" else "documents": list(texts)}
        if self._style == "cohere":
            body |= {"model": self.name, "top_n": len(texts)}
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        try:
            reply = self._pool.request("POST", self._url, body=json.dumps(body), headers=headers, timeout=self._timeout_s, retries=False)
        except urllib3.exceptions.HTTPError as err:
            raise ModelUnavailable("The reranker does not answer.", retry_after_s=5) from err
        if reply.status != 200:
            raise ModelUnavailable(f"The reranker refused the request with status {reply.status}.", retry_after_s=5)
        try:
            answer = json.loads(reply.data)
            rows = answer["results"] if isinstance(answer, dict) else answer
            given = {int(r["index"]): float(r["relevance_score"] if "relevance_score" in r else r["score"]) for r in rows}
            return [given[i] for i in range(len(texts))]
        except (ValueError, KeyError, TypeError) as err:
            raise ModelUnavailable("The reranker gave no usable answer.", retry_after_s=5) from err
