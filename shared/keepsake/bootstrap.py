"""Builds each adapter on first use and keeps it while the Lambda is warm. SDKs are slow to import, so each provider imports its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from keepsake import settings, telemetry
from keepsake.errors import ModelUnavailable, Unavailable
from keepsake.records import Embedding, Record

if TYPE_CHECKING:
    from keepsake.adapters.requests import RequestLimit
    from keepsake.adapters.tokens import DailyTokens
    from keepsake.flows.calibration import Calibrated
    from keepsake.ports import (
        Blobs,
        DeadLetters,
        Distiller,
        Embedder,
        Extractor,
        Files,
        Folder,
        Index,
        Pruner,
        Queue,
        Reconciler,
        Reflector,
        Reranker,
        Side,
        Store,
        Summariser,
    )
    from keepsake.records.indexing import Spaces

MODEL_TIMEOUT_S = 20.0
"""API Gateway ends at 29 s; anything with a model has this long and a deterministic way out."""
EMBED_TIMEOUT_S = 5.0
RECALL_EMBED_TIMEOUT_S = 1.2
"""A recall waits no longer for its vectors, and a request that it no longer waits for holds a thread."""
PROBE_TIMEOUT_S = 6.0
"""Health's own, for the model: asked side by side with the other dependencies, each of which ends sooner."""
SUMMARY_TIMEOUT_S = 6.0
"""A batch may touch several topics, and the rules write a summary as soon as the model is late."""
JUDGE_TIMEOUT_S = 10.0
"""Asked at most twice for a batch, beside its claims and vectors; the rules decide alone what it is late for. Long enough that a model
which lets calls wait in vain is given up beforehand."""
SALIENCE_TIMEOUT_S = 15.0
"""For all messages of a batch, a request each; the rules read what it is late for."""
SEARCH_TIMEOUT_S = 5.0
RERANK_TIMEOUT_S = 3.0
SECRET_KEPT_S = 120.0
"""How long a process goes by a secret that it read."""
SPACES_KEPT_S = 5.0
"""A switch of the embedding model reaches every function within this time; until then it goes by the other model and its index."""


@cache
def _client(name: str) -> Any:
    return _new_client(name)


def _new_client(name: str, **given: Any) -> Any:
    import boto3
    from botocore.config import Config

    # What is sent is ours and typed; to check each value of a hundred keys again is a tenth of what reading them computes.
    config = Config(
        connect_timeout=2, read_timeout=8, retries={"mode": "standard", "total_max_attempts": 3}, max_pool_connections=24,
        parameter_validation=False, **given,
    )  # fmt: skip
    return boto3.client(name, config=config)  # type: ignore[call-overload]


@cache
def store() -> Store:
    from keepsake.adapters.dynamodb import DynamoStore

    return DynamoStore(_client("dynamodb"), settings.current().table)


def row_of(image: Mapping[str, Any]) -> Record:
    """The row that the table's stream brings."""
    from keepsake.adapters.dynamodb import decode

    return decode(image)


@cache
def request_limit() -> RequestLimit | None:
    """None where a tenant may send as much as it likes."""
    s = settings.current()
    limits = (s.requests_per_minute, s.events_per_minute, s.bytes_per_minute)
    if not any(limits):
        return None
    from keepsake.adapters.requests import RequestLimit

    return RequestLimit(_client("dynamodb"), s.request_counts_table, *limits)


@cache
def extract_queue() -> Queue:
    from keepsake.adapters.sqs import FifoQueue

    return FifoQueue(_client("sqs"), settings.current().extract_queue_url)


@cache
def consolidate_queue() -> Queue:
    from keepsake.adapters.sqs import FifoQueue

    return FifoQueue(_client("sqs"), settings.current().consolidate_queue_url)


@cache
def access_queue() -> Queue:
    from keepsake.adapters.sqs import FifoQueue

    return FifoQueue(_client("sqs"), settings.current().access_queue_url)


@cache
def dead_letters() -> tuple[DeadLetters, ...]:
    from keepsake.adapters.dead_letters import FifoDeadLetters

    return tuple(FifoDeadLetters(_client("sqs"), url) for url in settings.current().dead_letter_urls.split(",") if url)


@cache
def files() -> Files:
    from keepsake.adapters.s3 import S3Files

    # Presigned addresses of the older signature versions are refused by newer regions and by KMS. They have to name the region: those of
    # the global endpoint are redirected for hours after a bucket was made, which no upload follows, and never work in newer regions.
    client = _new_client("s3", signature_version="s3v4", s3={"addressing_style": "virtual"})
    return S3Files(client, settings.current().files_bucket)


@cache
def blobs() -> Blobs:
    from keepsake.adapters.s3 import S3Blobs

    return S3Blobs(_client("s3"), settings.current().state_bucket)


@cache
def _search() -> Any:
    from opensearchpy import OpenSearch, Urllib3AWSV4SignerAuth, Urllib3HttpConnection

    s = settings.current()
    auth = None
    if s.search_signed:
        import boto3

        session = boto3.Session()
        auth = Urllib3AWSV4SignerAuth(session.get_credentials(), session.region_name, "es")
    return OpenSearch(
        hosts=[s.search_endpoint],
        http_auth=auth,
        connection_class=Urllib3HttpConnection,
        timeout=SEARCH_TIMEOUT_S,
        max_retries=1,
        http_compress=s.search_signed,
    )


def configured() -> Embedding:
    """The model by this deployment's parameters; `spaces` says which one is active."""
    s = settings.current()
    return Embedding(model=s.embedding_model, dimension=s.embedding_dimension)


def spaces() -> Spaces:
    """As it stood at most SPACES_KEPT_S ago."""
    return _spaces(int(time.monotonic() / SPACES_KEPT_S))


@lru_cache(1)
def _spaces(_period: int) -> Spaces:
    from keepsake.flows.indexing.spaces import standing

    return standing(store(), configured())


@cache
def index(made_by: Embedding | None = None) -> Index:
    """A model's index. Without a model only what concerns every index is asked of it."""
    from keepsake.adapters.opensearch import SearchIndex

    s, made = settings.current(), made_by or configured()
    return SearchIndex(
        _search(),
        s.index_alias,
        model=made.model,
        dimension=made.dimension,
        analyzer=s.search_analyzer,
        shards=s.search_shards,
        replicas=s.search_replicas,
        incomplete=lambda: spaces().rebuild is not None,
    )


def side() -> Side:
    """What a recall searches by: the model and its index come from one reading, so that they always belong together."""
    active = spaces().active
    return _side(active, RECALL_EMBED_TIMEOUT_S, calibrates=False)


def kept_sides() -> list[Side]:
    """The indexes that every writer keeps in step, as of now, the active one first."""
    from keepsake.flows.indexing.spaces import settled

    return [side_of(made) for made in settled(store(), configured()).kept]


def side_of(made_by: Embedding) -> Side:
    return _side(made_by, MODEL_TIMEOUT_S)


@cache
def _side(made_by: Embedding, timeout_s: float, *, calibrates: bool = True) -> Side:
    from keepsake.ports import Side

    return Side(index(made_by), _embedder(made_by, timeout_s, calibrates=calibrates))


@cache
def _openai() -> Any:
    from keepsake.adapters.openai import endpoint

    s = settings.current()
    return endpoint(s.openai_base_url, _model_key(s.model_secret_arn))


@cache
def _embedder(made_by: Embedding, timeout_s: float, *, calibrates: bool = True) -> Calibrated:
    from keepsake.adapters.openai import OpenAIEmbedder
    from keepsake.flows.calibration import Calibrated

    most = settings.current().embedding_text_tokens
    raw = OpenAIEmbedder(_openai(), model=made_by.model, dimension=made_by.dimension, timeout_s=timeout_s, text_tokens=most)
    return Calibrated(store(), raw, makes=calibrates, clock=lambda: datetime.now(UTC))


def embedder() -> Embedder:
    """The active model."""
    return _embedder(spaces().active, EMBED_TIMEOUT_S)


def brief_embedder() -> Embedder:
    """The active model for somebody who waits and keeps no vectors: no longer than a recall waits, and calibrating nothing."""
    return _embedder(spaces().active, RECALL_EMBED_TIMEOUT_S, calibrates=False)


def ingest_embedder() -> Embedder:
    """The active model for the write path: a batch of hundreds of texts may take its time."""
    return _embedder(spaces().active, MODEL_TIMEOUT_S)


@cache
def _chat(timeout_s: float) -> Any:
    """The chat model, within the tenants' budgets."""
    from keepsake.adapters.openai import Chat

    return Chat(_openai(), model=settings.current().chat_model, budget=daily_tokens(), timeout_s=timeout_s)


@cache
def daily_tokens() -> DailyTokens:
    from keepsake.adapters.tokens import DailyTokens

    s = settings.current()
    return DailyTokens(_client("dynamodb"), s.table, s.model_tokens_per_day)


@cache
def rule_extractor() -> Extractor:
    from keepsake.adapters.rules import RuleExtractor

    return RuleExtractor()


@cache
def extractor() -> Extractor:
    """The chat model where one is configured, else the rules, with the models of salience and of filing where there are any."""
    s = settings.current()
    if s.chat_model:
        from keepsake.adapters.openai import ChatExtractor

        return ChatExtractor(_chat(MODEL_TIMEOUT_S))
    if not (s.salience_model or s.filing_model):
        return rule_extractor()
    from keepsake.adapters.salient import SalientExtractor

    weighs, files = (_reads(name) if name else None for name in (s.salience_model, s.filing_model))
    return SalientExtractor(weighs, files, within_s=SALIENCE_TIMEOUT_S)


@cache
def reconciler() -> Reconciler | None:
    """The chat model where one is configured, else the judge of pairs; without either the rules decide alone."""
    s = settings.current()
    if s.chat_model:
        from keepsake.adapters.openai import ChatReconciler

        return ChatReconciler(_chat(JUDGE_TIMEOUT_S))
    if not s.judge_model:
        return None
    from keepsake.adapters.pair_judge import PairJudge

    return PairJudge(_reads(s.judge_model), within_s=JUDGE_TIMEOUT_S / 2)  # the last request may begin just before that


def _reads(model: str) -> Reranker:
    """A small model at the model endpoint that reads two texts at once."""
    import urllib3

    from keepsake.adapters.reading import HttpReranker

    s = settings.current()
    url, key = s.openai_base_url.rstrip("/") + "/rerank", _model_key(s.model_secret_arn)
    return HttpReranker(urllib3.PoolManager(maxsize=1), url, key=key, model=model, timeout_s=JUDGE_TIMEOUT_S / 2)


@cache
def rule_distiller() -> Distiller:
    from keepsake.adapters.rules import RuleDistiller

    return RuleDistiller()


@cache
def distiller() -> Distiller:
    """The chat model where one is configured, the rules otherwise."""
    if not settings.current().chat_model:
        return rule_distiller()
    from keepsake.adapters.openai import ChatDistiller

    return ChatDistiller(_chat(MODEL_TIMEOUT_S))


@cache
def pruner() -> Pruner | None:
    """The chat model where one is configured; the rules need no port of their own."""
    if not settings.current().chat_model:
        return None
    from keepsake.adapters.openai import ChatPruner

    return ChatPruner(_chat(MODEL_TIMEOUT_S))


@cache
def rule_summariser() -> Summariser:
    from keepsake.adapters.rules import RuleSummariser

    return RuleSummariser()


@cache
def summariser() -> Summariser:
    """The chat model where one is configured, the rules otherwise."""
    if not settings.current().chat_model:
        return rule_summariser()
    from keepsake.adapters.openai import ChatSummariser

    return ChatSummariser(_chat(SUMMARY_TIMEOUT_S))


@cache
def folder() -> Folder | None:
    """The chat model where one is configured; the rules compose the message themselves."""
    if not settings.current().chat_model:
        return None
    from keepsake.adapters.reading import ChatFolder

    return ChatFolder(_chat(SUMMARY_TIMEOUT_S))


@cache
def reflector() -> Reflector | None:
    """The chat model where one is configured; without one an answer is extractive."""
    if not settings.current().chat_model:
        return None
    from keepsake.adapters.reading import ChatReflector

    return ChatReflector(_chat(MODEL_TIMEOUT_S))


@cache
def rerankers() -> dict[str, Reranker]:
    """By the name that a request gives. A cross-encoder that is configured is the default; the chat model is asked only by name."""
    s = settings.current()
    found: dict[str, Reranker] = {}
    if s.rerank_url:
        import urllib3

        from keepsake.adapters.reading import HttpReranker

        key = _model_key(s.rerank_secret_arn) if s.rerank_secret_arn else None
        pool = urllib3.PoolManager(maxsize=4)
        found["http"] = found["default"] = HttpReranker(
            pool, s.rerank_url, key=key, model=s.rerank_model, style=s.rerank_style, timeout_s=RERANK_TIMEOUT_S
        )
    if s.chat_model:
        from keepsake.adapters.reading import ChatReranker

        found["model"] = ChatReranker(_chat(RERANK_TIMEOUT_S))
    return found


def calibrate() -> None:
    """Calibrates the models that are used and that nobody has asked for a vector yet, so that health tells of one that is not fit before
    anything is said."""
    from keepsake import telemetry
    from keepsake.errors import KeepsakeError

    for made_by in spaces().kept:
        try:
            _embedder(made_by, MODEL_TIMEOUT_S).calibrated()
        except KeepsakeError as err:  # an endpoint with another dimension is Invalid
            telemetry.failure("not calibrated", err, model=made_by.model)


def model_answers() -> object:
    """Asks the active embedding model for a vector."""
    return _embedder(spaces().active, PROBE_TIMEOUT_S, calibrates=False).embed(["Hello."])


def chat_answers() -> str | None:
    """Asks the chat model, where one is configured: a few tokens, at no tenant's cost."""
    s = settings.current()
    if not s.chat_model:
        return "none is configured: rules read what is said"
    from keepsake.adapters.openai import Chat
    from keepsake.adapters.tokens import DailyTokens

    unlimited = DailyTokens(_client("dynamodb"), s.table, 0)
    Chat(_openai(), model=s.chat_model, budget=unlimited, timeout_s=PROBE_TIMEOUT_S).answers("operator")
    return None


_SECRETS: dict[str, tuple[float, str]] = {}
"""When each was read last, and what it was."""


def secret(arn: str) -> str:
    """As it was at most SECRET_KEPT_S ago, so that one that is replaced ends; older where the secret store does not answer. Raises
    Unavailable where it never did."""
    from keepsake.adapters.secrets import secret as read

    now = time.monotonic()
    held = _SECRETS.get(arn)
    if held is None or now - held[0] >= SECRET_KEPT_S:
        try:
            held = now, read(_client("secretsmanager"), arn)
        except Unavailable as err:
            if held is None:
                raise
            telemetry.failure("a secret is not read again", err)
            held = now, held[1]
        _SECRETS[arn] = held
    return held[1]


def _model_key(arn: str) -> Callable[[], str]:
    """Asked for with each request."""

    def key() -> str:
        try:
            return secret(arn) if arn else "none"
        except Unavailable as err:
            raise ModelUnavailable(err.detail) from err

    return key


@cache
def lambda_client() -> Any:
    return _client("lambda")
