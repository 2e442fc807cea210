"""Row O6 over HTTP, with every function's IAM policy enforced: what a queue gives up is listed with its reason and sent again."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake.messages import UserWork
from local import deploy, stack
from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until


def test_what_a_queue_gave_up_is_listed_and_sent_again(run: Run) -> None:
    settings = stack.required(run.state_dir)
    found = deploy.find(settings)
    assert found is not None
    work = UserWork(tenant=stack.TENANT, container=run.scope["container"], user_id="u1", upkeep="prune", run_id="w_lost")
    deploy.client(settings, "sqs").send_message(
        QueueUrl=found.outputs["ConsolidateDeadLettersUrl"], MessageBody=work.body(), MessageGroupId=work.group, MessageDeduplicationId="1"
    )
    letter = listed(run)
    assert (letter["queue"], letter["run_id"], letter["user_id"], letter["received"]) == ("consolidate", "w_lost", "u1", 1)
    assert letter["reason"].startswith("No error was told")
    with pytest.raises(ApiError) as refused:
        run.api.call("POST", "/admin/dead-letters/dl_none/redrive", {})
    assert refused.value.status == 404
    for _ in range(2):
        assert run.admin.call("POST", f"/admin/dead-letters/{letter['id']}/redrive?tenant={stack.TENANT}", {})["redriven_at"]
    assert run.admin.call("GET", "/admin/dead-letters")["dead_letters"] == []


def listed(run: Run) -> dict[str, Any]:
    """The first letter, by the tenant's own key."""
    letters: list[dict[str, Any]] = until(lambda: run.api.call("GET", "/admin/dead-letters")["dead_letters"])
    return letters[0]
