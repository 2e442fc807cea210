"""What several tests need once: a real OpenSearch node, and a table on moto."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, and nothing of the rule.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("anew", UNHURRIED)
settings.register_profile("same", UNHURRIED, derandomize=True)
settings.load_profile("anew")

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
os.environ.setdefault("AWS_ACCESS_KEY_ID", "testing")
os.environ.setdefault("AWS_SECRET_ACCESS_KEY", "testing")
os.environ.setdefault("POWERTOOLS_TRACE_DISABLED", "1")


SHARE_A_SERVICE = ("tests/e2e/", "tests/integration/adapters/")
"""Folders whose tests use one local run, or one OpenSearch node: they run in one process. Elsewhere a file's tests do."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With several processes (`--numprocesses=auto`) each takes the next folder or file."""
    from xdist.scheduler import LoadScopeScheduling

    class ByService(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((folder for folder in SHARE_A_SERVICE if nodeid.startswith(folder)), nodeid.partition("::")[0])

    return ByService(config, log)


@pytest.fixture(scope="module", autouse=True)
def collected() -> Iterator[None]:
    """What a module leaves open fails there, and in no module that the garbage collector happens to run in later."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def opensearch_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """One node for the whole test run."""
    from local import opensearch

    with opensearch.running(tmp_path_factory.mktemp("opensearch")) as node:
        yield node.url


@pytest.fixture
def table() -> Iterator[tuple[Any, str]]:
    """A client and the name of an empty table with the template's keys and indexes."""
    import boto3
    from moto import mock_aws

    from tests.integration.template.reading import properties

    made = ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes")
    with mock_aws():
        client = boto3.client("dynamodb", region_name="us-east-1")
        client.create_table(TableName="keepsake", BillingMode="PAY_PER_REQUEST", **{k: properties("Table")[k] for k in made})
        yield client, "keepsake"
