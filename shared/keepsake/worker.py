"""Between a FIFO queue and a flow. A message that fails comes back; the other users' messages of the same poll go on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from keepsake import bootstrap, telemetry
from keepsake.errors import Invalid, KeepsakeError, PoisonRecord
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import dead_letters
from keepsake.flows.intake.batches import mark_failed
from keepsake.messages import AccessWork, BatchWork, UserWork, Work
from keepsake.ports import Queue

FIRST_PAUSE_S, LONGEST_PAUSE_S = 10, 300
"""How long a message waits before it is tried again, doubled with each try. Without it a failed message would stay hidden for the
queue's visibility timeout, which is made for a consumer that died."""


RESERVE_S = 25
"""Seconds left at which no further message is begun: one of 100 events takes up to 20 with a small embedder, and a consumer that
is cut off leaves its messages hidden for the whole visibility timeout."""


_MESSAGE: TypeAdapter[Work] = TypeAdapter(Work)


class OutOfTime(Exception):
    """The message goes back at once, unread."""


class Failed(Exception):
    """The message comes back. It names the error's class alone: the library that takes it logs the text of what is raised, and that may
    quote a user."""


def each_batch(
    event: dict[str, Any], context: Any, queue: Queue, work: Callable[[BatchWork], None], upkeep: Callable[[UserWork], None] | None = None
) -> dict[str, Any]:
    """Works off a poll of `queue`. What no retry can mend is marked failed at once, so that the user's next messages go on;
    what waits for a dependency comes back in its turn."""
    return _each(event, context, queue, lambda record: _one(record, work, upkeep))


def each_access(event: dict[str, Any], context: Any, queue: Queue, work: Callable[[AccessWork], None]) -> dict[str, Any]:
    """The same for what recalls left. One that no retry can mend is dropped: it holds nothing that was accepted."""
    return _each(event, context, queue, lambda record: _access(record, work))


def _each(event: dict[str, Any], context: Any, queue: Queue, one: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    # Imported on first use: it brings botocore along.
    from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response

    processor = SqsFifoPartialProcessor(skip_group_on_error=True)
    processor.raise_on_entire_batch_failure = False
    begun: set[str] = set()

    def handle(record: dict[str, Any]) -> None:
        if begun and context.get_remaining_time_in_millis() < 1000 * RESERVE_S:
            raise OutOfTime
        begun.add(record["messageId"])
        try:
            one(record)
        except Exception as err:  # told to whoever reads it as a dead letter
            _note(record, err)
            if not isinstance(err, KeepsakeError):
                telemetry.failure("message failed", err)
            raise Failed(type(err).__name__) from None

    done: Any = process_partial_response(event=event, record_handler=handle, processor=processor, context=context)
    failed = {f["itemIdentifier"] for f in done["batchItemFailures"]}
    for record in event["Records"]:
        if record["messageId"] in failed:
            tries = int(record.get("attributes", {}).get("ApproximateReceiveCount", 1))
            pause = min(FIRST_PAUSE_S * 2 ** min(tries - 1, 10), LONGEST_PAUSE_S) if record["messageId"] in begun else 0
            queue.postpone(record["receiptHandle"], pause)
    return dict(done)


def message(record: dict[str, Any]) -> dead_letters.Message:
    """A record of SQS's event source."""
    told = record.get("attributes", {})
    sent_at = datetime.fromtimestamp(int(told.get("SentTimestamp", 0)) / 1000, UTC)
    return dead_letters.Message(record["messageId"], record["body"], int(told.get("ApproximateReceiveCount", 1)), sent_at)


def _note(record: dict[str, Any], error: Exception) -> None:
    now = datetime.now(UTC)
    try:
        dead_letters.note(Fenced(bootstrap.store(), now), message(record), error, now)
    except Exception as err:  # whatever it is, it must not take the place of the failure itself
        telemetry.failure("failure not noted", err)


def _one(record: dict[str, Any], work: Callable[[BatchWork], None], upkeep: Callable[[UserWork], None] | None) -> None:
    try:
        message = _MESSAGE.validate_json(record["body"])
    except ValidationError as err:
        telemetry.failure("message dropped", err)
        return
    if isinstance(message, BatchWork):
        _batch(message, work)
    elif isinstance(message, UserWork) and upkeep is not None:
        _upkeep(message, upkeep)


def _access(record: dict[str, Any], work: Callable[[AccessWork], None]) -> None:
    try:
        access = AccessWork.model_validate_json(record["body"])
        work(access)
    except (PoisonRecord, Invalid, ValidationError) as err:
        telemetry.failure("recall not kept", err)
    except KeepsakeError as err:
        telemetry.failure("recall waits", err, recall_id=access.recall_id, tenant=access.tenant)
        raise
    else:
        telemetry.outcome("recall kept", recall_id=access.recall_id, tenant=access.tenant)


def _batch(batch: BatchWork, work: Callable[[BatchWork], None]) -> None:
    try:
        work(batch)
    except (PoisonRecord, Invalid, ValidationError) as err:
        telemetry.failure("batch failed", err, batch_id=batch.batch_id, tenant=batch.tenant)
        telemetry.count("Batches", 1, outcome="failed")
        mark_failed(bootstrap.store(), batch, f"could not be read: {type(err).__name__}")
    except KeepsakeError as err:
        telemetry.failure("batch waits", err, batch_id=batch.batch_id, tenant=batch.tenant)
        telemetry.count("Batches", 1, outcome="waits")
        raise
    else:
        telemetry.count("Batches", 1, outcome="done")
        telemetry.outcome("batch done", batch_id=batch.batch_id, tenant=batch.tenant)


def _upkeep(user: UserWork, work: Callable[[UserWork], None]) -> None:
    """Upkeep that no retry can mend is left: the user's batches behind it go on, and it falls due again with the next guard."""
    try:
        work(user)
    except (PoisonRecord, Invalid, ValidationError) as err:
        telemetry.failure("upkeep failed", err, run_id=user.run_id, tenant=user.tenant)
    except KeepsakeError as err:
        telemetry.failure("upkeep waits", err, run_id=user.run_id, tenant=user.tenant)
        raise
    else:
        telemetry.outcome("upkeep done", run_id=user.run_id, tenant=user.tenant)
