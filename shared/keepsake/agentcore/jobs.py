"""AgentCore's operations on extraction jobs: messages whose reading was given up, and having them read again."""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, cursors, ids
from keepsake.agentcore import answers, requests, visits
from keepsake.errors import NotFound
from keepsake.facade import Reply, Visit
from keepsake.flows.governance import dead_letters
from keepsake.flows.state import log
from keepsake.messages import BatchWork
from keepsake.ports import Queue
from keepsake.records import Batch, batch_key
from keepsake.records.banks import Bank
from keepsake.records.dead_letters import DeadLetter, QueueName


def list_jobs(visit: Visit) -> Reply:
    """The first given up first. Reading serves all strategies at once, so each job is one of any strategy that is asked for."""
    bank, asked = visits.bank(visit), visits.body(visit, requests.ListExtractionJobs)
    wanted = asked.filter or requests.ExtractionJobFilter()
    strategy = {"strategyId": wanted.strategy_id} if wanted.strategy_id else {}
    if strategy and wanted.strategy_id not in {s.strategy_id for s in bank.strategies}:
        return Reply(answers.page("jobs", [], None))
    pk = ids.owners(bank.tenant, bank.container)
    after = cursors.read(pk, DeadLetter.prefix, asked.next_token)
    found: list[dict[str, Any]] = []
    place = None
    for letter in _letters(visit, bank, wanted.actor_id):
        here = f"{DeadLetter.prefix}{ids.moment(letter.dead_at or letter.failed_at)}#{letter.letter_id}"
        if after is not None and here <= after:
            continue
        if len(found) == asked.max_results:
            return Reply(answers.page("jobs", found, cursors.make(pk, DeadLetter.prefix, place or "")))
        job = _job(letter)
        if wanted.session_id in (None, job.get("sessionId")):
            found.append(job | strategy)
            place = here
    return Reply(answers.page("jobs", found, None))


def start_job(visit: Visit) -> Reply:
    """Sends it to its queue again, in its actor's turn. Twice does it once. Raises NotFound."""
    bank, asked = visits.bank(visit), visits.body(visit, requests.StartExtractionJob)
    store, job_id = bootstrap.store(), asked.extraction_job.job_id
    queues: dict[QueueName, Queue] = {"extract": bootstrap.extract_queue()}
    letter = dead_letters.one(store, visit.caller, job_id, None)
    if letter.scope.container != bank.container or letter.queue != "extract":
        raise NotFound("There is no such job.")
    dead_letters.redrive(store, queues, visit.caller, job_id, None, visit.now)
    return Reply({"jobId": job_id})


def _letters(visit: Visit, bank: Bank, actor: str | None) -> list[DeadLetter]:
    within = ids.user_pk(bank.tenant, bank.container, actor) if actor else ids.owners(bank.tenant, bank.container)
    return [r for r in dead_letters.within(bootstrap.store(), visit.caller, within, visit.now) if r.queue == "extract"]


def _job(letter: DeadLetter) -> dict[str, Any]:
    """With its messages, as far as they came by this door and are there still."""
    work = dead_letters.work_of(letter)
    key = batch_key(letter.scope, work.batch_id) if isinstance(work, BatchWork) else None
    batch = bootstrap.store().read([key]).get(key) if key else None
    scope = batch.scope if isinstance(batch, Batch) else letter.scope
    names = batch.event_ids if isinstance(batch, Batch) and scope.session_id else ()
    places = log.places(bootstrap.store(), bootstrap.blobs(), scope, names)
    messages = [{"eventId": entry, "messageIndex": index} for entry, index in sorted(set(places.values()))]
    told = {"actorId": letter.scope.user_id, "sessionId": scope.session_id}
    job = {"jobID": letter.letter_id, "messages": {"messagesList": messages}, "status": "FAILED", "failureReason": letter.reason}
    return job | {name: value for name, value in told.items() if value}
