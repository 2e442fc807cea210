"""The model endpoint: anything that speaks OpenAI's API, by OpenAI's client."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import openai
import pydantic

from keepsake import telemetry
from keepsake.claims import Action, Chunk, Claim, Trim
from keepsake.errors import Invalid, ModelUnavailable
from keepsake.ids import Key
from keepsake.ports import Budget, Vector
from keepsake.prompts import distillation, extraction, pruning, summary
from keepsake.records import Memory
from keepsake.rules.knowledge import summaries

if TYPE_CHECKING:
    from openai.types import CompletionUsage
    from openai.types.chat import ChatCompletionMessageParam

Form = TypeVar("Form", bound=pydantic.BaseModel)
MOST_TEXTS = 256
"""Texts of one request; endpoints refuse more than 2,048, and small ones much earlier."""


@contextmanager
def answering() -> Iterator[None]:
    try:
        yield
    except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as err:
        raise ModelUnavailable("The model endpoint does not answer.", retry_after_s=5) from err
    except AttributeError as err:  # the SDK hands a body that is not JSON through as text
        raise ModelUnavailable("The model endpoint gave no usable answer.", retry_after_s=5) from err
    except openai.APIStatusError as err:
        raise ModelUnavailable(f"The model endpoint refused the request with status {err.status_code}.", retry_after_s=30) from err


class OpenAIEmbedder:
    """An `Embedder` over `/v1/embeddings`."""

    def __init__(self, client: openai.OpenAI, *, model: str, dimension: int) -> None:
        self._client, self.model, self.dimension = client, model, dimension

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        rows: list[list[float]] = []
        for start in range(0, len(texts), MOST_TEXTS):
            with answering():
                reply = self._client.embeddings.create(
                    model=self.model, input=list(texts[start : start + MOST_TEXTS]), dimensions=self.dimension
                )
                telemetry.count("EmbeddingTokens", reply.usage.total_tokens if reply.usage else 0, model=self.model)
            rows += [row.embedding for row in sorted(reply.data, key=lambda row: row.index)]
        for row in rows:
            if len(row) != self.dimension:
                raise Invalid(f"The model {self.model} gives vectors of dimension {len(row)}, the index takes {self.dimension}.")
        return [unit(row) for row in rows]


class Chat:
    """A chat model that answers in a typed form, within a tenant's budget. Every way of not answering raises ModelUnavailable."""

    def __init__(self, client: openai.OpenAI, *, model: str, budget: Budget) -> None:
        self._client, self.name, self._budget = client, model, budget

    def ask(self, tenant: str, messages: list[ChatCompletionMessageParam], form: type[Form]) -> Form:
        self._budget.require(tenant)
        with answering():
            try:
                reply = self._client.chat.completions.parse(model=self.name, messages=messages, response_format=form, temperature=0)
            except openai.LengthFinishReasonError as err:
                self._spend(tenant, err.completion.usage)
                raise ModelUnavailable("The chat model gave no usable answer.", retry_after_s=5) from err
            except (openai.ContentFilterFinishReasonError, pydantic.ValidationError) as err:
                raise ModelUnavailable("The chat model gave no usable answer.", retry_after_s=5) from err
            self._spend(tenant, reply.usage)
        answer = reply.choices[0].message.parsed if reply.choices else None
        if answer is None:
            raise ModelUnavailable("The chat model refused to answer.", retry_after_s=5)
        return answer

    def _spend(self, tenant: str, usage: CompletionUsage | None) -> None:
        """An endpoint that does not say what it used is not counted."""
        if usage is not None:
            self._budget.spend(tenant, usage.total_tokens)


class ChatExtractor:
    """An `Extractor` by a chat model with structured output."""

    prompt_version = extraction.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def extract(self, chunk: Chunk) -> list[Claim]:
        answer = self._chat.ask(chunk.events[0].scope.tenant, extraction.messages(chunk), extraction.Answer)
        return extraction.claims(answer, chunk)


class ChatDistiller:
    """A `Distiller` by a chat model with structured output."""

    prompt_version = distillation.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def distil(self, episodes: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[Key, Vector]) -> list[Action]:
        del vectors
        answer = self._chat.ask(episodes[0].scope.tenant, distillation.messages(episodes, facts), distillation.Answer)
        return distillation.actions(answer, episodes, facts)


class ChatPruner:
    """A `Pruner` by a chat model with structured output."""

    prompt_version = pruning.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def prune(self, facts: Sequence[Memory]) -> list[Trim]:
        if not facts:
            return []
        return pruning.trims(self._chat.ask(facts[0].scope.tenant, pruning.messages(facts), pruning.Answer), facts)


class ChatSummariser:
    """A `Summariser` by a chat model with structured output. What it says beyond its facts counts as no answer."""

    prompt_version = summary.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def summarise(self, topic: str, facts: Sequence[Memory]) -> str:
        answer = self._chat.ask(facts[0].scope.tenant, summary.messages(topic, facts), summary.Answer)
        sentences = summary.cited(answer, len(facts))
        if not sentences or not all(summaries.grounded(text, [facts[i] for i in cited]) for text, cited in sentences):
            raise ModelUnavailable("The chat model gave no summary that its facts support.", retry_after_s=5)
        return " ".join(text for text, _ in sentences)


def unit(row: Sequence[float]) -> list[float]:
    length = math.sqrt(math.sumprod(row, row)) if hasattr(math, "sumprod") else math.sqrt(sum(x * x for x in row))
    return [x / length for x in row] if length > 0 else list(row)
