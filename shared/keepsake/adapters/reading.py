"""What a chat model, or a reranker, is asked for beside knowledge: an order of texts, a grounded answer, a folded session."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal

from keepsake.claims import Reflected
from keepsake.errors import ModelUnavailable
from keepsake.prompts import folding, reflection, reranking

if TYPE_CHECKING:
    from keepsake.adapters.openai import Chat

Style = Literal["cohere", "tei"]
UNUSABLE = "The reranker gave no usable answer."


class ChatReflector:
    """A `Reflector` by a chat model with structured output."""

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def reflect(self, tenant: str, question: str, evidence: Sequence[str]) -> Reflected:
        return reflection.reflected(self._chat.ask(tenant, reflection.messages(question, evidence), reflection.Answer))


class ChatFolder:
    """A `Folder` by a chat model with structured output."""

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def fold(self, tenant: str, earlier: str, said: Sequence[str]) -> str:
        return self._chat.ask(tenant, folding.messages(earlier, said), folding.Answer).message.strip()


class ChatReranker:
    """A `Reranker` by a chat model with structured output."""

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        answer = self._chat.ask(tenant, reranking.messages(question, texts), reranking.Answer)
        scores = reranking.scores(answer, len(texts))
        if scores is None:
            raise ModelUnavailable("The chat model did not judge every text.", retry_after_s=5)
        return scores


class HttpReranker:
    """A `Reranker` over a cross-encoder's `/rerank`: Cohere's and Jina's form, or that of Text Embeddings Inference (`tei`)."""

    def __init__(
        self, pool: Any, url: str, *, key: Callable[[], str] | None = None, model: str = "", style: Style = "cohere", timeout_s: float = 2.0
    ) -> None:
        self._pool, self._url, self._key, self._style, self._timeout_s = pool, url, key, style, timeout_s
        self.name = model or "http"

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        import urllib3

        del tenant

        body: dict[str, Any] = {"query": question, "texts" if self._style == "tei" else "documents": list(texts)}
        if self._style == "cohere":
            body |= {"model": self.name, "top_n": len(texts)}
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key()}"} if self._key else {})
        try:
            reply = self._pool.request("POST", self._url, body=json.dumps(body), headers=headers, timeout=self._timeout_s, retries=False)
        except urllib3.exceptions.HTTPError as err:
            raise ModelUnavailable("The reranker does not answer.", retry_after_s=5) from err
        if reply.status != 200:
            raise ModelUnavailable(f"The reranker refused the request with status {reply.status}.", retry_after_s=5)
        try:
            answer = json.loads(reply.data)
            rows = answer["results"] if isinstance(answer, dict) else answer
            given = [(int(r["index"]), float(r["relevance_score"] if "relevance_score" in r else r["score"])) for r in rows]
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as err:
            raise ModelUnavailable(UNUSABLE, retry_after_s=5) from err
        # Not a number is less than nothing and more than nothing: a list by it has no order.
        if sorted(index for index, _ in given) != list(range(len(texts))) or not all(isfinite(score) for _, score in given):
            raise ModelUnavailable(UNUSABLE, retry_after_s=5)
        return [score for _, score in sorted(given)]
