"""Between a FIFO queue and a flow. A message that fails comes back; the other users' messages of the same poll go on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from keepsake import bootstrap, telemetry
from keepsake.errors import Invalid, KeepsakeError, PoisonRecord
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import dead_letters
from keepsake.flows.governance.dead_letters import Message
from keepsake.flows.intake.batches import mark_failed
from keepsake.flows.knowledge import upkeep
from keepsake.messages import AccessWork, BatchWork, UserWork
from keepsake.ports import Queue, Store
from keepsake.records.dead_letters import QueueName

FIRST_PAUSE_S, LONGEST_PAUSE_S = 10, 300
"""How long a message waits before it is tried again, doubled with each try. Without it a failed message would stay hidden for the
queue's visibility timeout, which is made for a consumer that died."""


BATCH_S, UPKEEP_S, ACCESS_S = 65, 90, 25
"""Seconds without which no further message is begun: what its models may take at most, and its rows. A consumer that is cut off leaves
its messages hidden for the whole visibility timeout, other users' too."""


FEW_TRIES = 5
"""Deliveries that may fail without a dependency being to blame. More would not mend it, and the user's next messages wait behind it: with
the pauses between them, five take some three minutes."""
MOST_TRIES = 20
"""Deliveries after which a message is set aside as a dead letter where not even giving it up works."""


class OutOfTime(Exception):
    """The message goes back at once, unread."""


class Failed(Exception):
    """The message comes back. It names the error's class alone: the library that takes it logs the text of what is raised, and that may
    quote a user."""


class Job(NamedTuple):
    """What a queue's messages ask for, and what becomes of one that is given up."""

    kind: type[BaseModel]
    work: Callable[[Any], None]
    give_up: Callable[[Message, Any, str], None]
    name: str
    takes_s: int


def each_batch(event: dict[str, Any], context: Any, queue: Queue, work: Callable[[BatchWork], None]) -> dict[str, Any]:
    """Works off a poll of `queue`. A batch that no retry can mend is marked failed, so that the user's next messages go on: at once where
    its record says so, after FEW_TRIES where it fails in any other way. What waits for a dependency comes back in its turn."""
    return _each(event, context, queue, Job(BatchWork, work, _fail, "batch", BATCH_S))


def each_upkeep(event: dict[str, Any], context: Any, queue: Queue, work: Callable[[UserWork], None]) -> dict[str, Any]:
    """The same for upkeep. What no retry can mend becomes a dead letter, which can be sent again."""
    return _each(event, context, queue, Job(UserWork, work, _set_aside, "upkeep", UPKEEP_S))


def each_access(event: dict[str, Any], context: Any, queue: Queue, work: Callable[[AccessWork], None]) -> dict[str, Any]:
    """The same for what recalls left. One that no retry can mend is dropped: it holds nothing that was accepted."""
    return _each(event, context, queue, Job(AccessWork, work, _drop, "recall", ACCESS_S))


def _each(event: dict[str, Any], context: Any, queue: Queue, job: Job) -> dict[str, Any]:
    # Imported on first use: it brings botocore along.
    from aws_lambda_powertools.utilities.batch import SqsFifoPartialProcessor, process_partial_response

    processor = SqsFifoPartialProcessor(skip_group_on_error=True)
    processor.raise_on_entire_batch_failure = False
    begun: set[str] = set()

    def handle(record: dict[str, Any]) -> None:
        if begun and context.get_remaining_time_in_millis() < 1000 * job.takes_s:
            raise OutOfTime
        begun.add(record["messageId"])
        _one(message(record), job)

    done: Any = process_partial_response(event=event, record_handler=handle, processor=processor, context=context)
    failed = {f["itemIdentifier"] for f in done["batchItemFailures"]}
    for record in event["Records"]:
        if record["messageId"] in failed:
            tries = int(record.get("attributes", {}).get("ApproximateReceiveCount", 1))
            pause = min(FIRST_PAUSE_S * 2 ** min(tries - 1, 10), LONGEST_PAUSE_S) if record["messageId"] in begun else 0
            queue.postpone(record["receiptHandle"], pause)
    return dict(done)


def message(record: dict[str, Any]) -> Message:
    """A record of SQS's event source."""
    told = record.get("attributes", {})
    sent_at = datetime.fromtimestamp(int(told.get("SentTimestamp", 0)) / 1000, UTC)
    return Message(record["messageId"], record["body"], int(told.get("ApproximateReceiveCount", 1)), sent_at)


def _one(told: Message, job: Job) -> None:
    """Does what a message asks for. Raises Failed where it has to come back."""
    try:
        work: Any = job.kind.model_validate_json(told.body)
    except ValidationError as err:
        telemetry.failure("message dropped", err)
        return
    tries = 0
    try:
        tries = dead_letters.begin(_store(), told, datetime.now(UTC))
        if tries >= FEW_TRIES:  # each time it was begun, it killed its worker before that could give it up
            _give_up(told, work, job, dead_letters.last_reason(_store(), told), tries)
            return
        job.work(work)
    except Exception as err:  # whatever it is, the user's other messages go on
        if _settled(told, work, job, err, tries):
            return
        raise Failed(type(err).__name__) from None
    telemetry.outcome(f"{job.name} done", **_named(work))
    if isinstance(work, BatchWork):
        telemetry.count("Batches", 1, outcome="done")


def _settled(told: Message, work: Any, job: Job, error: Exception, tries: int) -> bool:
    """Whether a message that failed is over: given up now, since no retry can mend it. Otherwise it is noted why it comes back."""
    passes = isinstance(error, KeepsakeError) and error.passes
    final = isinstance(error, (PoisonRecord, Invalid, ValidationError))
    spent = tries + (not passes)
    telemetry.failure(f"{job.name} waits" if passes else f"{job.name} failed", error, **_named(work))
    if isinstance(work, BatchWork) and passes:
        telemetry.count("Batches", 1, outcome="waits")
    try:
        if final or (spent >= FEW_TRIES and not passes):
            _give_up(told, work, job, dead_letters.reason(error), spent)
            return True
        dead_letters.note(_store(), told, error, spent, datetime.now(UTC))
    except Exception as err:  # it must not take the place of the failure itself
        telemetry.failure("failure not noted", err)
    return False


def _give_up(told: Message, work: Any, job: Job, reason: str, tries: int) -> None:
    """By the job's own way; where that fails too, time after time, as a dead letter."""
    if tries < MOST_TRIES:
        job.give_up(told, work, f"could not be read: {reason}" if tries <= 1 else f"given up after {tries} tries: {reason}")
    else:
        _set_aside(told, work, reason)


def _fail(told: Message, batch: BatchWork, reason: str) -> None:
    """Its events stay, marked with the reason."""
    del told
    mark_failed(_store(), batch, reason)
    telemetry.count("Batches", 1, outcome="failed")
    telemetry.outcome("batch given up", **_named(batch))


def _set_aside(told: Message, work: BatchWork | UserWork | AccessWork, reason: str) -> None:
    """As a dead letter, which can be read and sent again."""
    queue: QueueName = "consolidate" if isinstance(work, UserWork) else "access" if isinstance(work, AccessWork) else "extract"
    now = datetime.now(UTC)
    if isinstance(work, UserWork):
        upkeep.abandon(_store(), work, now)
    if dead_letters.give_up(_store(), queue, told, now, reason):
        telemetry.count("DeadLetters", 1, queue=queue)
    telemetry.outcome("set aside", queue=queue, **_named(work))


def _drop(told: Message, access: AccessWork, reason: str) -> None:
    del told, reason
    telemetry.outcome("recall not kept", **_named(access))


def _named(work: BatchWork | UserWork | AccessWork) -> dict[str, str]:
    of = {"batch_id": work.batch_id} if isinstance(work, BatchWork) else {"run_id": work.run_id} if isinstance(work, UserWork) else {}
    return {"tenant": work.tenant, **of, **({"recall_id": work.recall_id} if isinstance(work, AccessWork) else {})}


def _store() -> Store:
    return Fenced(bootstrap.store(), datetime.now(UTC))
