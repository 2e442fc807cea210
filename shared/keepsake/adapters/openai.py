"""The model endpoint: anything that speaks OpenAI's API, by OpenAI's client."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import httpx2
import openai
import pydantic

from keepsake import telemetry
from keepsake.claims import Action, Chunk, Claim, Judgement, Trim
from keepsake.errors import Invalid, ModelRefused, ModelUnavailable, TextsRefused
from keepsake.ids import Key
from keepsake.ports import Budget, Vector
from keepsake.prompts import distillation, extraction, pruning, reconciliation, summary
from keepsake.records import MEASURED, Memory, Thresholds
from keepsake.rules import tokens
from keepsake.rules.knowledge import summaries
from keepsake.rules.wording import worded

if TYPE_CHECKING:
    from openai.types import CompletionUsage, CreateEmbeddingResponse
    from openai.types.chat import ChatCompletionMessageParam, ParsedChatCompletion
    from openai.types.create_embedding_response import Usage

Form = TypeVar("Form", bound=pydantic.BaseModel)
T = TypeVar("T")
MOST_TEXTS = 256
"""Texts of one request; endpoints refuse more than 2,048, and small ones much earlier."""
MOST_LETTERS = 500_000
"""Of one request. OpenAI takes 300,000 tokens, and a token of English has four letters; what has fewer is asked for in halves."""
TEXT_TOKENS = 8_191
"""What OpenAI's embedding models take of one text."""
OF_TEXTS = (400, 413, 422)
"""Statuses by which an endpoint refuses a text; of them 400 and 422 may also mean a parameter."""
PROBE = "Hello."
"""A text that every model takes: where it is refused too, it is not for the texts."""
PAUSE_S = 1.0
"""Before a request is sent again."""
LEAST_S = 0.05
"""Of the last request of a call whose time is spent: it fails, as one that was late."""
LONG_S = 10.0
"""Timeout from which calls are given up beforehand."""
IN_VAIN = 2
"""Calls in a row that were late: a single one may have asked for much."""
OUT_S = 60.0
_CODE = re.compile(r"[\w.\[\]-]{1,60}")


def endpoint(base_url: str, key: str | Callable[[], str]) -> openai.OpenAI:
    """The SDK's client of it, by which a request's timeout is for all of its answer. Each request has its own, and what fails at once is
    sent again here: the SDK's retries would multiply the time."""
    hooks: dict[str, list[Callable[..., object]]] = {"request": [_begins], "response": [_bounded]}
    return openai.OpenAI(base_url=base_url, api_key=key, max_retries=0, http_client=openai.DefaultHttpxClient(event_hooks=hooks))


def _begins(request: httpx2.Request) -> None:
    request.extensions["began"] = time.monotonic()


def _bounded(response: httpx2.Response) -> None:
    limit = response.request.extensions["timeout"]["read"]
    if isinstance(response.stream, httpx2.SyncByteStream) and limit is not None:
        response.stream = _Bounded(response.stream, response.request, response.request.extensions["began"] + limit)


class _Bounded(httpx2.SyncByteStream):
    """An answer's body until its time is over. The transport's own timeout is for each piece: an endpoint that sends an empty line now and
    then while its queue is long, as DeepSeek's does, would hold who waits for minutes."""

    def __init__(self, inner: httpx2.SyncByteStream, request: httpx2.Request, until: float) -> None:
        self._inner, self._request, self._until = inner, request, until

    def __iter__(self) -> Iterator[bytes]:
        for piece in self._inner:
            if time.monotonic() > self._until:
                raise httpx2.ReadTimeout("The answer did not end in its time.", request=self._request)
            yield piece

    def close(self) -> None:
        self._inner.close()


@contextmanager
def answering() -> Iterator[None]:
    try:
        yield
    except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError) as err:
        telemetry.count("ModelUnavailable", 1)
        raise ModelUnavailable("The model endpoint does not answer.", retry_after_s=5) from err
    except openai.APIStatusError as err:
        telemetry.count("ModelRefused", 1)
        raise ModelRefused(_told(err)) from err
    except (openai.OpenAIError, AttributeError, KeyError, TypeError, ValueError) as err:
        # A 200 that is no answer: the SDK hands through a body that is not JSON as text, and what a form lacks as None or not at all.
        raise ModelUnavailable("The model endpoint gave no usable answer.", retry_after_s=5) from err


def _told(err: openai.APIStatusError) -> str:
    """Status, code and parameter. Only what looks like a name: an endpoint may quote a text."""
    named = [str(v) for v in (err.code, err.param) if v is not None and _CODE.fullmatch(str(v))]
    return ", ".join([f"status {err.status_code}", *named])


def within(timeout_s: float, ask: Callable[[float], T]) -> T:
    """`ask`, given the seconds that it may take; once more where it failed at once, as a connection does that the freeze of a Lambda
    broke, and most of the time is left. The SDK's own retries would each take the whole time again."""
    until = time.monotonic() + timeout_s
    try:
        return ask(timeout_s)
    except openai.APITimeoutError:
        raise
    except (openai.APIConnectionError, openai.RateLimitError, openai.InternalServerError):
        left = until - time.monotonic() - PAUSE_S
        if left < timeout_s / 2:
            raise
        time.sleep(PAUSE_S)
        return ask(left)


class Patience:
    """What a process remembers of a model that lets calls wait in vain, so that not each batch waits in full. Calls that are short anyway,
    as those that a person waits for, are always made."""

    def __init__(self, timeout_s: float) -> None:
        self._short = timeout_s < LONG_S
        self._in_vain, self._until = 0, 0.0

    def within(self, timeout_s: float, ask: Callable[[float], T]) -> T:
        """As the function of that name. Raises ModelUnavailable at once for OUT_S after calls that waited in vain; the first one then shows
        whether the model answers again."""
        if not self._short and time.monotonic() < self._until:
            raise ModelUnavailable("The model endpoint let the last calls wait in vain.", retry_after_s=int(OUT_S))
        try:
            answer = within(timeout_s, ask)
        except openai.APITimeoutError:
            self._in_vain += 1
            if self._in_vain >= IN_VAIN:
                self._until = time.monotonic() + OUT_S
            raise
        self._in_vain = 0
        return answer


class OpenAIEmbedder:
    """An `Embedder` over `/v1/embeddings`. `timeout_s` is for a whole call, however many requests it takes; `text_tokens` is what the
    model takes of a text."""

    def __init__(
        self, client: openai.OpenAI, *, model: str, dimension: int, timeout_s: float = 20.0, text_tokens: int = TEXT_TOKENS
    ) -> None:
        self._client, self.model, self.dimension = client, model, dimension
        self._timeout_s, self._text_tokens, self._patience = timeout_s, text_tokens, Patience(timeout_s)

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        rows: list[list[float] | None] = []
        until = time.monotonic() + self._timeout_s
        for part in _requests([tokens.cut(t, self._text_tokens) for t in texts]):
            with answering():
                rows += self._taken(part, until, probed=False)
        made = [row for row in rows if row is not None]
        if len(made) < len(rows):
            telemetry.count("TextsRefused", len(rows) - len(made), model=self.model)
            raise TextsRefused(rows)
        return made

    def _taken(self, texts: Sequence[str], until: float, *, probed: bool) -> list[list[float] | None]:
        """Vectors of one request's texts, None of one that says nothing to the model. Where the endpoint refuses them, and takes another,
        they are halved until each that it takes has its vector."""
        try:
            return self._asked(texts, until)
        except openai.APIStatusError as err:
            if err.status_code not in OF_TEXTS:
                raise
        if not probed:
            self._asked([PROBE], until)
        if len(texts) > 1:
            half = len(texts) // 2
            return self._taken(texts[:half], until, probed=True) + self._taken(texts[half:], until, probed=True)
        short = tokens.sure_cut(texts[0], self._text_tokens)
        return self._taken([short], until, probed=True) if short != texts[0] else [None]

    def _asked(self, texts: Sequence[str], until: float) -> list[list[float] | None]:
        def ask(timeout_s: float) -> CreateEmbeddingResponse:
            return self._client.embeddings.create(model=self.model, input=list(texts), dimensions=self.dimension, timeout=timeout_s)

        reply = self._patience.within(max(until - time.monotonic(), LEAST_S), ask)
        telemetry.count("EmbeddingTokens", _tokens(reply.usage), model=self.model)
        rows = [row.embedding for row in sorted(reply.data, key=lambda row: row.index)]
        if len(rows) != len(texts):
            raise ModelUnavailable("The model endpoint did not give each text its vector.", retry_after_s=5)
        for row in rows:
            if len(row) != self.dimension:
                raise Invalid(f"The model {self.model} gives vectors of dimension {len(row)}, the index takes {self.dimension}.")
        return [unit(row) for row in rows]


def _requests(texts: Sequence[str]) -> Iterator[list[str]]:
    """The texts in order, as many at once as an endpoint takes."""
    part: list[str] = []
    letters = 0
    for text in texts:
        if part and (len(part) == MOST_TEXTS or letters + len(text) > MOST_LETTERS):
            yield part
            part, letters = [], 0
        part.append(text)
        letters += len(text)
    if part:
        yield part


class Chat:
    """A chat model that answers in a typed form, within a tenant's budget. Every way of not answering raises ModelUnavailable.

    Beside the messages it is asked for the form alone: newer models refuse a temperature, and the older ones' default has to do."""

    def __init__(self, client: openai.OpenAI, *, model: str, budget: Budget, timeout_s: float = 20.0) -> None:
        self._client, self.name, self._budget, self._timeout_s = client, model, budget, timeout_s
        self._patience = Patience(timeout_s)

    def ask(self, tenant: str, messages: list[ChatCompletionMessageParam], form: type[Form]) -> Form:
        self._budget.require(tenant)

        def ask(timeout_s: float) -> ParsedChatCompletion[Form]:
            return self._client.chat.completions.parse(model=self.name, messages=messages, response_format=form, timeout=timeout_s)

        with answering():
            try:
                reply = self._patience.within(self._timeout_s, ask)
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

    def answers(self, tenant: str) -> None:
        """Asks it in the way of every other task, so that what it refuses of that shows. Raises ModelUnavailable."""
        self.ask(tenant, [{"role": "user", "content": "Is water wet? Answer yes or no."}], _Probe)

    def _spend(self, tenant: str, usage: CompletionUsage | None) -> None:
        """An endpoint that does not say what it used is not counted."""
        if spent := _tokens(usage):
            self._budget.spend(tenant, spent)


class _Probe(pydantic.BaseModel):
    yes: bool


class ChatExtractor:
    """An `Extractor` by a chat model with structured output, held to the words of its evidence."""

    prompt_version = extraction.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def extract(self, chunk: Chunk) -> list[Claim]:
        answer = self._chat.ask(chunk.events[0].scope.tenant, extraction.messages(chunk), extraction.Answer)
        held = worded.held(extraction.claims(answer, chunk), chunk)
        for fate, count in held.fates.items():
            telemetry.count("ClaimsNotFollowing", count, model=self.name, fate=fate)
        return list(held.claims)


class ChatReconciler:
    """A `Reconciler` by a chat model with structured output."""

    prompt_version = reconciliation.VERSION
    most_known, most_asked, most_beside = 60, 2, 8

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def asks_of(self, said: Memory, known: Memory) -> bool:
        del said, known
        return True

    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        del said, known
        return ()

    def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
        del nearest  # a chat model may see further
        answer = self._chat.ask(said[0].scope.tenant, reconciliation.messages(said, known), reconciliation.Answer)
        return reconciliation.judgements(answer, said, known)


class ChatDistiller:
    """A `Distiller` by a chat model with structured output."""

    prompt_version = distillation.VERSION

    def __init__(self, chat: Chat) -> None:
        self._chat, self.name = chat, chat.name

    def distil(
        self, episodes: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[Key, Vector], thresholds: Thresholds = MEASURED
    ) -> list[Action]:
        del vectors, thresholds
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


def unit(row: Sequence[float]) -> list[float] | None:
    """None of a vector without direction, as some models give for a text of which they know no word: the cosine with it is no number.
    Raises ValueError where the row itself holds what is none."""
    length = math.hypot(*row)
    if not math.isfinite(length):
        raise ValueError("a vector that is not of finite numbers")
    return [x / length for x in row] if length > 0 else None


def _tokens(usage: CompletionUsage | Usage | None) -> int:
    """As far as the endpoint says."""
    return getattr(usage, "total_tokens", None) or 0
