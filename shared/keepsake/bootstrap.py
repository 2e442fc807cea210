"""Builds each adapter on first use and keeps it while the Lambda is warm. SDKs are slow to import, so each provider imports its own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from keepsake import settings

if TYPE_CHECKING:
    from keepsake.adapters.requests import RequestLimit
    from keepsake.ports import Distiller, Embedder, Extractor, Folder, Index, Pruner, Queue, Reflector, Reranker, Store, Summariser

MODEL_TIMEOUT_S = 20.0
"""API Gateway ends at 29 s; anything with a model has this long and a deterministic way out."""
EMBED_TIMEOUT_S = 5.0
SUMMARY_TIMEOUT_S = 6.0
"""A batch may touch several topics, and the rules write a summary as soon as the model is late."""
SEARCH_TIMEOUT_S = 5.0
RERANK_TIMEOUT_S = 3.0


@cache
def _client(name: str) -> Any:
    import boto3
    from botocore.config import Config

    config = Config(connect_timeout=2, read_timeout=8, retries={"mode": "standard", "total_max_attempts": 3}, max_pool_connections=24)
    return boto3.client(name, config=config)  # type: ignore[call-overload]


@cache
def store() -> Store:
    from keepsake.adapters.dynamodb import DynamoStore

    return DynamoStore(_client("dynamodb"), settings.current().table)


@cache
def request_limit() -> RequestLimit | None:
    """None where a tenant may send any number of requests."""
    s = settings.current()
    if not s.requests_per_minute:
        return None
    from keepsake.adapters.requests import RequestLimit

    return RequestLimit(_client("dynamodb"), s.request_counts_table, s.requests_per_minute)


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
def index() -> Index:
    from opensearchpy import OpenSearch, Urllib3AWSV4SignerAuth, Urllib3HttpConnection

    from keepsake.adapters.opensearch import SearchIndex

    s = settings.current()
    auth = None
    if s.search_signed:
        import boto3

        session = boto3.Session()
        auth = Urllib3AWSV4SignerAuth(session.get_credentials(), session.region_name, "es")
    client = OpenSearch(
        hosts=[s.search_endpoint],
        http_auth=auth,
        connection_class=Urllib3HttpConnection,
        timeout=SEARCH_TIMEOUT_S,
        max_retries=1,
        http_compress=s.search_signed,
    )
    return SearchIndex(
        client,
        s.index_alias,
        model=s.embedding_model,
        dimension=s.embedding_dimension,
        engine=s.search_engine,
        analyzer=s.search_analyzer,
        replicas=s.search_replicas,
    )


@cache
def _openai(timeout_s: float) -> Any:
    import openai

    s = settings.current()
    key = secret(s.model_secret_arn) if s.model_secret_arn else "none"
    return openai.OpenAI(base_url=s.openai_base_url, api_key=key, timeout=timeout_s, max_retries=1)


@cache
def embedder() -> Embedder:
    from keepsake.adapters.openai import OpenAIEmbedder

    s = settings.current()
    return OpenAIEmbedder(_openai(EMBED_TIMEOUT_S), model=s.embedding_model, dimension=s.embedding_dimension)


@cache
def ingest_embedder() -> Embedder:
    """For the write path: a batch of hundreds of texts may take its time."""
    from keepsake.adapters.openai import OpenAIEmbedder

    s = settings.current()
    return OpenAIEmbedder(_openai(MODEL_TIMEOUT_S), model=s.embedding_model, dimension=s.embedding_dimension)


@cache
def _chat(timeout_s: float) -> Any:
    """The chat model, within the tenants' budgets."""
    from keepsake.adapters.openai import Chat
    from keepsake.adapters.tokens import DailyTokens

    s = settings.current()
    budget = DailyTokens(_client("dynamodb"), s.table, s.model_tokens_per_day)
    return Chat(_openai(timeout_s), model=s.chat_model, budget=budget)


@cache
def rule_extractor() -> Extractor:
    from keepsake.adapters.rules import RuleExtractor

    return RuleExtractor()


@cache
def extractor() -> Extractor:
    """The chat model where one is configured, the rules otherwise."""
    if not settings.current().chat_model:
        return rule_extractor()
    from keepsake.adapters.openai import ChatExtractor

    return ChatExtractor(_chat(MODEL_TIMEOUT_S))


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

        key = secret(s.rerank_secret_arn) if s.rerank_secret_arn else ""
        pool = urllib3.PoolManager(maxsize=4)
        found["http"] = found["default"] = HttpReranker(
            pool, s.rerank_url, key=key, model=s.rerank_model, style=s.rerank_style, timeout_s=RERANK_TIMEOUT_S
        )
    if s.chat_model:
        from keepsake.adapters.reading import ChatReranker

        found["model"] = ChatReranker(_chat(RERANK_TIMEOUT_S))
    return found


def model_answers() -> object:
    """Asks the model endpoint for its models."""
    from keepsake.adapters.openai import answering

    with answering():
        return _openai(EMBED_TIMEOUT_S).models.list()


@cache
def secret(arn: str) -> str:
    from keepsake.adapters.secrets import secret as read

    return read(_client("secretsmanager"), arn)


@cache
def lambda_client() -> Any:
    return _client("lambda")
