"""A table that was restored from a backup becomes the table of a new stack, and what was erased since is erased again."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from cfnlint.decode import cfn_yaml  # type: ignore[import-untyped]

from keepsake.adapters.dynamodb import DynamoStore
from keepsake.ports import Write
from keepsake.records import ApiKey, Permission, Record
from keepsake.records.erasure import Receipt
from local import restored
from tests.builders import DAY, NOW, fact
from tests.integration.template import reading
from tests.integration.template.test_lint import PROGRAM

ALONE: dict[str, Any] = json.loads(json.dumps(cfn_yaml.load(str(reading.ROOT / "restore.yaml"))))


def test_table_that_is_imported_is_the_one_of_the_template() -> None:
    """CloudFormation believes what the import says of it, and would change nothing with the next deployment."""
    assert ALONE["Resources"] == {"Table": reading.template()["Resources"]["Table"]}
    assert ALONE["Conditions"].items() <= reading.template()["Conditions"].items()
    for name, parameter in ALONE["Parameters"].items():
        assert parameter["Default"] == reading.default(name)
    assert "DeletionPolicy" in ALONE["Resources"]["Table"], "or it could not be imported"


def test_cfn_lint_is_clean() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "restore.yaml"], cwd=reading.ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


def test_procedure_sets_what_a_restored_table_lacks() -> None:
    """DynamoDB restores neither stream nor TTL nor recovery nor protection, and an import sets nothing."""
    told = (reading.ROOT / "docs" / "operations.md").read_text()
    own = reading.properties("Table")
    assert f"StreamViewType={own['StreamSpecification']['StreamViewType']}" in told
    assert f"Enabled=true,AttributeName={own['TimeToLiveSpecification']['AttributeName']}" in told
    assert "PointInTimeRecoveryEnabled=true" in told
    assert "--deletion-protection-enabled" in told


def receipt(name: str, **fields: Any) -> Receipt:
    given = {"tenant": "acme", "receipt_id": f"er_{name}", "user_id": name, "containers": ("default",), "actor": "k", "requested_at": NOW}
    return Receipt(**given | fields)


def key(name: str, **fields: Any) -> ApiKey:
    return ApiKey(**{"tenant": "acme", "key_id": name, "key_hash": "h", "permissions": (Permission.READ,), "created_at": NOW} | fields)


def test_what_was_erased_or_revoked_since_is_named_and_nothing_else(table: tuple[Any, str]) -> None:
    client, before = table
    made = reading.properties("Table")
    fields = {k: made[k] for k in ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes")}
    client.create_table(TableName="restored", BillingMode="PAY_PER_REQUEST", **fields)
    both: list[Record] = [receipt("old", finished_at=NOW), fact(), key("k_ended", revoked_at=NOW), key("k_works")]
    DynamoStore(client, "restored").put_each([Write(r) for r in (*both, receipt("running"), key("k_leaked"), key("k_rotated"))])
    since: list[Record] = [
        receipt("running", finished_at=NOW + DAY), receipt("ann/b", everywhere=True), receipt("bob", containers=("shop", "games")),
        key("k_leaked", revoked_at=NOW + DAY), key("k_rotated", expires_at=NOW + DAY), key("k_new"),
    ]  # fmt: skip
    DynamoStore(client, before).put_each([Write(r) for r in (*both, *since)])
    assert sorted(restored.paths(client, before, "restored")) == [
        "/admin/keys/k_leaked?tenant=acme",
        "/admin/keys/k_rotated?tenant=acme",
        "/users/ann%2Fb?tenant=acme",
        "/users/bob?tenant=acme&container=games",
        "/users/bob?tenant=acme&container=shop",
    ]
