"""Runs ministack, in its own environment, with three changes: `python -P local/ministack.py`.

Its DynamoDB parses a Query's key condition anew for every row of the partition, about 0.05 ms each: beside a user with 7,000 rows each
Query took 0.4 s, where DynamoDB reads the few rows that it returns. The one condition that our adapter sends is therefore told here
without parsing; every other goes its usual way.

Its poller hands a FIFO queue's messages of all groups to one call of the function at a time, so that one user's message waited for
another's hundred. SQS gives a consumer's calls different groups side by side, and so does this.

It decodes the path of a request to a REST API, where API Gateway hands it on as it was sent: a name with a slash in it, `a%2Fb`, would
be two parts of the path.
"""

from typing import Any

from ministack import app  # type: ignore[import-not-found]
from ministack.services import dynamodb, lambda_svc, sqs  # type: ignore[import-not-found]

BY_PREFIX = "pk = :pk AND begins_with(sk, :prefix)"
SIDE_BY_SIDE = 2
"""Calls at once where the mapping names no number."""

_evaluate = dynamodb._evaluate_condition
_receive = sqs._receive_messages_for_esm
_concurrency = lambda_svc._sqs_esm_concurrency
_execute = app._handle_execute_api_request


def evaluate(expr: str, item: Any, values: Any, names: Any, slot: str = "ConditionExpression") -> Any:
    if expr == BY_PREFIX:
        return item["pk"] == values[":pk"] and item["sk"]["S"].startswith(values[":prefix"]["S"])
    return _evaluate(expr, item, values, names, slot)


def receive(queue_url: str, most: int) -> Any:
    """Of a FIFO queue, messages of the one group that has waited longest and is not at work: the emulator keeps a group back while one of
    its messages is."""
    queue = sqs._get_q(queue_url)
    if not queue["is_fifo"]:
        return _receive(queue_url, most)
    with sqs._queues_lock:
        sqs._expire_retained(queue)
        sqs._dlq_sweep(queue)
        hidden_s = int(queue["attributes"].get("VisibilityTimeout", "30"))
        for group in dict.fromkeys(m["group_id"] for m in queue["messages"]):
            alone = queue | {"messages": [m for m in queue["messages"] if m["group_id"] == group]}
            if found := sqs._collect_msgs(alone, min(most or 1, 10), hidden_s):
                return found
        return []


def concurrency(esm: Any, func_rec: Any, config: Any, queue: Any = None) -> Any:
    if (queue or {}).get("is_fifo"):
        return int((esm.get("ScalingConfig") or {}).get("MaximumConcurrency") or SIDE_BY_SIDE)
    return _concurrency(esm, func_rec, config, queue)


async def execute(host: str, path: str, *given: Any, raw_path: str | None = None, **named: Any) -> Any:
    return await _execute(host, raw_path or path, *given, raw_path=raw_path, **named)


if __name__ == "__main__":
    app._handle_execute_api_request = execute
    dynamodb._evaluate_condition = evaluate
    sqs._receive_messages_for_esm = receive
    lambda_svc._sqs_esm_concurrency = concurrency
    app.main()
