"""AgentCore's operations on events: a log that comes back byte for byte, of which what was said is remembered."""

from __future__ import annotations

import time
from functools import partial

from keepsake import api, bootstrap, facade, ids
from keepsake.agentcore import answers, metadata, names, payloads, requests, visits
from keepsake.facade import Reply, Visit
from keepsake.flows.sessions import lists
from keepsake.flows.state import log
from keepsake.records import Scope
from keepsake.records.banks import Bank


def create_event(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.CreateEvent)
    scope = visits.scope(visit, bank, asked.actor_id, asked.session_id or names.session(asked.client_token))
    frame, said = payloads.taken(asked.payload, lambda: ids.owned_id("e", scope.pk))
    row = log.framed(scope, payloads.entry(asked, names.event(asked.event_timestamp, visit.now), frame, said), visit.now)
    remembered = _remembered(visit, asked, said)
    reply, earlier = log.claimed(visits.store(visit), scope, asked.client_token, visit.now)
    if earlier is None:
        log.append(_log(visit), row, remembered, reply, visit.now)
    return _shown(bank, _entry(visit, scope, earlier or row.row_id), 201)


def ingest_data(visit: Visit) -> Reply:
    """Remembered as an event is, and listed as one."""
    asked = visits.body(visit, requests.IngestData)
    session_id = asked.session_id or names.session(asked.client_token)
    event = {
        "actorId": asked.actor_id, "sessionId": session_id, "eventTimestamp": asked.content_timestamp.isoformat(),
        "payload": visit.body["source"]["inline"]["payload"], "metadata": visit.body.get("metadata") or {},
    } | ({"clientToken": asked.client_token} if asked.client_token else {})  # fmt: skip
    create_event(visit.asking(event))
    return Reply({"sessionId": session_id}, 202)


def list_events(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.ListEvents)
    scope = visits.scope(visit, bank, visit.path["actor"], visit.path["session"])
    branch = asked.filter.branch if asked.filter else None
    conditions = asked.filter.event_metadata if asked.filter else ()
    wanted = log.Wanted(
        branch.name if branch else None, branch is not None and branch.include_parent_branches, partial(metadata.holds, conditions),
        asked.include_payloads,
    )  # fmt: skip
    found, token = log.listed(bootstrap.store(), bootstrap.blobs(), visit.caller, scope, wanted, asked.max_results, asked.next_token)
    return Reply(answers.page("events", [payloads.event(bank.container, e) for e in found], token))


def get_event(visit: Visit) -> Reply:
    bank = visits.bank(visit)
    return _shown(bank, _named_entry(visit, bank))


def delete_event(visit: Visit) -> Reply:
    entry = _named_entry(visit, visits.bank(visit))
    log.delete(_log(visit), entry, visit.caller.actor, visit.now, visit.left_s, time.sleep)
    return Reply({"eventId": entry.row.row_id})


def list_actors(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.Paged)
    query = api.UserListQuery(container=bank.container, limit=asked.max_results, cursor=asked.next_token)
    page = lists.users(bootstrap.store(), visit.caller, query)
    return Reply(answers.page("actorSummaries", [{"actorId": u.user_id} for u in page.users], page.next_cursor))


def list_sessions(visit: Visit) -> Reply:
    bank, asked = visits.bank(visit), visits.body(visit, requests.ListSessions)
    actor = visit.path["actor"]
    fields = {"container": bank.container, "user_id": actor, "limit": asked.max_results, "cursor": asked.next_token}
    page = lists.sessions(bootstrap.store(), visit.caller, facade.verbatim(api.SessionListQuery, fields))
    sessions = [{"sessionId": s.session_id, "actorId": actor, "createdAt": answers.seconds(s.created_at)} for s in page.sessions]
    if asked.filter is not None and asked.filter.event_filter == "HAS_EVENTS":
        scopes = {s["sessionId"]: visits.scope(visit, bank, actor, str(s["sessionId"])) for s in sessions}
        sessions = [s for s in sessions if log.has_entries(bootstrap.store(), scopes[s["sessionId"]])]
    return Reply(answers.page("sessionSummaries", sessions, page.next_cursor))


def _named_entry(visit: Visit, bank: Bank) -> log.Entry:
    return _entry(visit, visits.scope(visit, bank, visit.path["actor"], visit.path["session"]), names.event_named(visit.path["event"]))


def _entry(visit: Visit, scope: Scope, entry_id: str) -> log.Entry:
    return log.one(bootstrap.store(), bootstrap.blobs(), visit.caller, scope, entry_id)


def _shown(bank: Bank, entry: log.Entry, status: int = 200) -> Reply:
    return Reply({"event": payloads.event(bank.container, entry)}, status)


def _remembered(visit: Visit, asked: requests.CreateEvent, said: list[payloads.Said]) -> api.RetainRequest | None:
    """The messages, masked and counted; None where nothing is said."""
    if not said:
        return None
    visit.count(len(said))
    return facade.memory(api.RetainRequest, payloads.request(asked, said))


def _log(visit: Visit) -> log.Ports:
    return log.Ports(visits.store(visit), bootstrap.blobs(), bootstrap.extract_queue())
