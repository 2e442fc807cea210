"""AgentCore's operations on extraction jobs: messages whose reading was given up, and having them read again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import bootstrap, cursors, ids
from keepsake.agentcore import answers, names, requests, visits
from keepsake.errors import Invalid, NotFound
from keepsake.facade import Reply, Visit
from keepsake.flows.governance import dead_letters
from keepsake.flows.state import log
from keepsake.messages import BatchWork
from keepsake.ports import Listed, ListPlace, Queue
from keepsake.records import Batch, Event, batch_key, event_key
from keepsake.records.dead_letters import DeadLetter, QueueName

AT_ONCE = 100
"""Letters that are read together where a filter passes some of them."""
MOST_STEPS = 10
"""So often in one page, which may then be empty; the next one goes on behind it."""
MOST_SAID = 200
"""Events whose messages one page names; a job with more of them is a page of its own."""


class Job(NamedTuple):
    letter: DeadLetter
    batch: Batch | None
    """What it was to read; None where that has lapsed."""

    @property
    def session(self) -> str | None:
        return self.batch.scope.session_id if self.batch else None

    @property
    def events(self) -> list[ids.Key]:
        """Those that may stand in a session's log."""
        return [event_key(self.batch.scope, e) for e in self.batch.event_ids] if self.batch and self.session else []

    @property
    def place(self) -> ListPlace:
        return Listed(self.letter.dead_at or self.letter.failed_at, self.letter.key).place


def list_jobs(visit: Visit) -> Reply:
    """The first given up first. Reading serves all strategies at once, so each job is one of any strategy that is asked for."""
    bank, asked = visits.bank(visit), visits.body(visit, requests.ListExtractionJobs)
    wanted = asked.filter or requests.ExtractionJobFilter()
    strategy = {"strategyId": wanted.strategy_id} if wanted.strategy_id else {}
    if strategy and wanted.strategy_id not in {s.strategy_id for s in bank.strategies}:
        return Reply(answers.page("jobs", [], None))
    pk = ids.owners(bank.tenant, bank.container)
    actor = wanted.actor_id or visit.caller.user_id
    within = ids.user_pk(bank.tenant, bank.container, actor) if actor else pk
    jobs, place = _page(visit, within, wanted.session_id, _place(cursors.read(pk, DeadLetter.prefix, asked.next_token)), asked.max_results)
    said = _said(jobs)
    token = cursors.make(pk, DeadLetter.prefix, f"{DeadLetter.prefix}{place[0].isoformat()}#{place[1]}") if place else None
    return Reply(answers.page("jobs", [_told(job, said) | strategy for job in jobs], token))


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


def _place(cursor: str | None) -> ListPlace | None:
    """Raises Invalid."""
    if cursor is None:
        return None
    time, _, name = cursor.removeprefix(DeadLetter.prefix).partition("#")
    try:
        at = datetime.fromisoformat(time)
    except ValueError as err:
        raise _not_ours() from err
    if at.tzinfo is None:
        raise _not_ours()
    return at, name


def _not_ours() -> Invalid:
    return Invalid("nextToken: is not one of ours", errors=[{"field": "nextToken", "message": "is not one of ours"}])


def _page(visit: Visit, within: str, session: str | None, after: ListPlace | None, most: int) -> tuple[list[Job], ListPlace | None]:
    """At most so many jobs, and where the next page begins; fewer where few meet the filter, or where they have many messages."""
    jobs: list[Job] = []
    said = 0
    for _ in range(MOST_STEPS):
        letters, end = dead_letters.page(bootstrap.store(), visit.caller, within, after, AT_ONCE if session else most + 1)
        for job in _read([letter for letter in letters if letter.queue == "extract"]):
            if session not in (None, job.session):
                continue
            said += len(job.events)
            if len(jobs) == most or (jobs and said > MOST_SAID):
                return jobs, jobs[-1].place
            jobs.append(job)
        after = end
        if after is None:
            break
    return jobs, after


def _read(letters: Sequence[DeadLetter]) -> list[Job]:
    works = [dead_letters.work_of(letter) for letter in letters]
    keys = [batch_key(letter.scope, w.batch_id) if isinstance(w, BatchWork) else None for letter, w in zip(letters, works, strict=True)]
    held = bootstrap.store().read([key for key in keys if key])
    batches = [held.get(key) if key else None for key in keys]
    return [Job(letter, batch if isinstance(batch, Batch) else None) for letter, batch in zip(letters, batches, strict=True)]


def _said(jobs: Sequence[Job]) -> dict[ids.Key, tuple[str, int]]:
    """Where the messages of these jobs stand, as far as they came by this door and are there still: an entry's id tells the time of its
    events, and when they came."""
    rows = bootstrap.store().read([key for job in jobs for key in job.events]).values()
    events = [e for e in rows if isinstance(e, Event)]
    stems = dict.fromkeys((e.scope, names.event_stem(e.timestamp, e.recorded_at)) for e in events)
    return log.places(bootstrap.store(), bootstrap.blobs(), stems, {e.key for e in events})


def _told(job: Job, said: dict[ids.Key, tuple[str, int]]) -> dict[str, Any]:
    letter, places = job.letter, sorted({said[key] for key in job.events if key in said})
    messages = [{"eventId": entry, "messageIndex": index} for entry, index in places]
    told = {"actorId": letter.scope.user_id, "sessionId": job.session}
    shown = {"jobID": letter.letter_id, "messages": {"messagesList": messages}, "status": "FAILED", "failureReason": letter.reason}
    return shown | {name: value for name, value in told.items() if value}
