"""Runs ministack, in its own environment, with four changes: `python -P local/ministack.py`.

Its DynamoDB sorts and evaluates all rows of a partition for each Query, 8 ms beside 1,000 of them, where DynamoDB reads the few that it
returns. The one condition that our adapter sends is therefore answered here; every other goes its usual way. And it parses the attributes
that a read asks for anew for each row.

Its poller hands a FIFO queue's messages of all groups to one call of the function at a time, so that one user's message waited for
another's hundred. SQS gives a consumer's calls different groups side by side, and so does this.

It decodes the path of a request to a REST API, where API Gateway hands it on as it was sent: a name with a slash in it, `a%2Fb`, would
be two parts of the path.
"""

from functools import cache
from typing import Any

from ministack import app  # type: ignore[import-not-found]
from ministack.services import dynamodb, lambda_svc, sqs  # type: ignore[import-not-found]

BY_PREFIX = "pk = :pk AND begins_with(sk, :prefix)"
SIDE_BY_SIDE = 2
"""Calls at once where the mapping names no number."""

PLAIN = {
    "TableName", "KeyConditionExpression", "ExpressionAttributeValues", "ScanIndexForward", "ConsistentRead", "Limit", "ExclusiveStartKey",
}  # fmt: skip

_query = dynamodb._query
_project = dynamodb._project_item
_receive = sqs._receive_messages_for_esm
_concurrency = lambda_svc._sqs_esm_concurrency
_execute = app._handle_execute_api_request


def query(data: Any) -> Any:
    name = dynamodb._normalize_table_name(data.get("TableName"))
    if data.get("KeyConditionExpression") != BY_PREFIX or not PLAIN.issuperset(data) or name not in dynamodb._tables:
        return _query(data)
    table, forward = dynamodb._tables[name], data.get("ScanIndexForward", True)
    pk, prefix = (data["ExpressionAttributeValues"][given]["S"] for given in (":pk", ":prefix"))
    rows, after = table["items"].get(pk, {}), data.get("ExclusiveStartKey", {}).get("sk", {}).get("S")
    keys = sorted((sk for sk in rows if sk.startswith(prefix)), reverse=not forward)
    left = (rows[sk] for sk in keys if after is None or (sk > after if forward else sk < after))
    page, more = dynamodb._paginate_evaluated_items(left, data.get("Limit"), table)
    answer = {"Items": page, "Count": len(page), "ScannedCount": len(page)}
    if more:
        answer["LastEvaluatedKey"] = {key: page[-1][key] for key in ("pk", "sk")}
    dynamodb._add_consumed_capacity(answer, data, name)
    return dynamodb.json_response(answer)


@cache
def attributes(expression: str, names: tuple[tuple[str, str], ...]) -> tuple[str, ...] | None:
    """The whole attributes that a projection names; None where it names a part of one."""
    known = dict(names)
    named = [known.get(part.strip(), part.strip()) for part in expression.split(",")]
    whole = all(n.replace("_", "").isalnum() for n in named) and len(set(named)) == len(named)
    _project({}, expression, known)  # refuses what DynamoDB refuses
    return tuple(named) if whole else None


def project(item: Any, expression: str, names: Any) -> Any:
    whole = attributes(expression, tuple(sorted((names or {}).items()))) if expression else None
    return _project(item, expression, names) if whole is None else {n: item[n] for n in whole if n in item}


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
    dynamodb._query = query
    dynamodb._project_item = project
    sqs._receive_messages_for_esm = receive
    lambda_svc._sqs_esm_concurrency = concurrency
    app.main()
