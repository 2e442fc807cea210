"""What has to be done again once a table was restored to an earlier time: `python -m local.restored BEFORE RESTORED` (docs/operations.md).

Prints a path for each `DELETE` that the operator's key has to send: erasures that were asked for since, and keys that were revoked or
rotated since. Reads both tables, named as AWS names them, from end to end.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from keepsake.adapters import dynamodb
from keepsake.records import ApiKey
from keepsake.records.erasure import Receipt
from local.console import say

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient


def paths(client: DynamoDBClient, before: str, restored: str) -> Iterator[str]:
    """Erasures come first. One that was under way at the time of the backup is taken up by the schedule."""
    since, then = ({r.key: r for r in _rows(client, table)} for table in (before, restored))
    for row in since.values():
        if isinstance(row, Receipt) and row.key not in then:
            for container in (None,) if row.everywhere else row.containers:
                yield _path("users", row.user_id, tenant=row.tenant, container=container)
    for row in since.values():
        works = then.get(row.key)
        if isinstance(row, ApiKey) and isinstance(works, ApiKey) and _ends(row) and not _ends(works):
            yield _path("admin/keys", row.key_id, tenant=row.tenant)


def _ends(key: ApiKey) -> bool:
    return key.revoked_at is not None or key.expires_at is not None


def _rows(client: DynamoDBClient, table: str) -> Iterator[Receipt | ApiKey]:
    asked = {":receipt": {"S": Receipt.prefix}, ":key": {"S": ApiKey.prefix}}
    pages = client.get_paginator("scan").paginate(
        TableName=table, FilterExpression="sk = :receipt OR begins_with(sk, :key)", ExpressionAttributeValues=asked
    )
    yield from (r for page in pages for row in page["Items"] if isinstance(r := dynamodb.decode(row), Receipt | ApiKey))


def _path(what: str, name: str, **query: str | None) -> str:
    return f"/{what}/{quote(name, safe='')}?{urlencode({k: v for k, v in query.items() if v is not None})}"


def main() -> None:
    import boto3

    before, restored = sys.argv[1:]
    for path in paths(boto3.client("dynamodb"), before, restored):
        say(path)


if __name__ == "__main__":
    main()
