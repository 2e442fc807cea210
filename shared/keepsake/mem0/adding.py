"""Memories added, and how far that is."""

from __future__ import annotations

from keepsake import api, bootstrap, facade
from keepsake.changes import ChangeKind
from keepsake.errors import NotFound
from keepsake.facade import Reply, Visit
from keepsake.flows import waiting
from keepsake.flows.governance import erase
from keepsake.flows.intake import batches, retain
from keepsake.flows.knowledge import maintenance
from keepsake.flows.reading import verbatim
from keepsake.mem0 import answers, dates, filters, owners, requests
from keepsake.mem0.filters import Owner
from keepsake.records import FACT_IDS, ForFacts, Memory, Role, Scope
from keepsake.rules.recall.filters import wrong

READ_WITHIN_S = 20
"""How long an addition waits to be read, where its client asks for that."""
MOST_SHOWN = 100
"""Memories that are shown of one addition."""


def add(visit: Visit) -> Reply:
    """Answered before it is read; what is kept without being read is kept before."""
    asked, scope = _addition(visit)
    if not asked.infer:
        made = _verbatim(visit, asked, scope)
        done = {"status": "SUCCEEDED", "message": "Kept as they are.", "event_id": made[0].memory_id if made else None}
        return Reply(done | {"results": answers.kept(made)})
    batch = _retained(visit, asked, scope)
    return Reply({"event_id": batch, "status": "PENDING", "message": "It is safe; what it says is read now."})


def add_of_v1(visit: Visit) -> Reply:
    """As clients before 2.0 know it: a list of what was kept, unless they ask not to wait."""
    asked, scope = _addition(visit)
    if asked.infer:
        batch = _retained(visit, asked, scope)
        again = waiting.not_at_all if asked.async_mode else waiting.within(READ_WITHIN_S)
        done = batches.progress(bootstrap.store(), visit.caller, batch, again)
        queued = {"message": "It is safe; what it says is read now.", "status": "PENDING", "event_id": batch}
        rows = [queued] if done.status in ("pending", "processing") else answers.kept(_made(visit, done))
    else:
        rows = answers.kept(_verbatim(visit, asked, scope))
    return Reply({"results": rows} if asked.output_format == "v1.1" else rows)


def _addition(visit: Visit) -> tuple[requests.Addition, Scope]:
    asked = facade.memory(requests.Addition, requests.served(requests.texts({**visit.query, **visit.body})))
    named = asked.named
    for name, value in (asked.filters or {}).items():
        if name not in filters.ENTITIES or not isinstance(value, str) or named.setdefault(name, value) != value:
            raise wrong(f"filters.{name}", "an addition takes user_id, agent_id, app_id and run_id, each once")
    if not named and visit.caller.user_id is None:
        raise wrong("user_id", "name at least one of user_id, agent_id, app_id, run_id")
    if filters.EVERY in named.values():
        raise wrong("filters", "an addition has one owner")
    visit.count(len(asked.messages))
    return asked, owners.scope(visit, asked, Owner(**named), named.get("run_id"))


def _retained(visit: Visit, asked: requests.Addition, scope: Scope) -> str:
    said = dates.moment(asked.said, "timestamp").isoformat() if asked.said is not None else None
    about = {"timestamp": said, "metadata": {"timezone": asked.timezone} if asked.timezone else {}}
    events = [m.model_dump(exclude_none=True) | about for m in asked.messages]
    request = facade.memory(api.RetainRequest, {"events": events})
    given = facade.memory(ForFacts, {"metadata": asked.metadata or {}, "expires_at": _until(asked.expiration_date)})
    key = visit.headers.get("idempotency-key")
    return retain.retain(owners.store(visit), bootstrap.extract_queue(), scope, request, key, visit.now, given).batch_id


def _verbatim(visit: Visit, asked: requests.Addition, scope: Scope) -> list[Memory]:
    """All but what the system said, each as the words of whom its role names. All of it is checked before the first is kept."""
    since = dates.moment(asked.said, "timestamp").isoformat() if asked.said is not None else None
    about = {"metadata": asked.metadata or {}, "expires_at": _until(asked.expiration_date), "valid_from": since}
    said = [m for m in asked.messages if m.role != "system"]
    facts = [facade.memory(api.VerbatimRequest, {"content": m.content} | about) for m in said]
    store, queue, embedder = owners.store(visit), bootstrap.consolidate_queue(), bootstrap.embedder()
    return [verbatim.keep(store, queue, embedder, scope, fact, None, visit.now, Role(m.role)) for m, fact in zip(said, facts, strict=True)]


def _until(day: str | None) -> str | None:
    at = dates.expires(day)
    return at.isoformat() if at else None


def event(visit: Visit) -> Reply:
    """How far an addition, a deletion or an erasure is."""
    name = visit.path["event"]
    if name.startswith("b_"):
        done = batches.progress(bootstrap.store(), visit.caller, name, waiting.not_at_all)
        made = _made(visit, done) if done.status in ("processed", "failed") else []
        return Reply(answers.addition(done, made))
    if name.startswith("w_"):
        return Reply(answers.deletion(name, maintenance.report(bootstrap.store(), visit.caller, name, (ChangeKind.DELETION,))))
    if name.startswith("er_"):
        return Reply(answers.erasure(name, erase.report(bootstrap.store(), visit.caller, name)))
    return Reply(answers.happened(name, "ADD", "SUCCEEDED", answers.kept([owners.memory(visit, name)])))


def events(visit: Visit) -> Reply:
    """Additions, the newest first: of a user, or with an admin's key of all."""
    asked = facade.memory(requests.Events, requests.of_address(visit.query))
    wanted = filters.read({"user_id": asked.user_id or filters.EVERY}, visit.caller.user_id)
    scopes = owners.scopes(visit, asked, wanted, owners.MOST_USERS)
    if asked.user_id is None and visit.caller.user_id is None:
        scopes = [owners.scope(visit, asked, Owner()), *scopes]
    number, size = asked.page or 1, asked.page_size or 20
    count, found = batches.newest(bootstrap.store(), scopes, (number - 1) * size, size)
    return Reply(answers.page([answers.addition(b, []) for b in found], count, number, size, "/v1/events/"))


def _made(visit: Visit, done: api.BatchAnswer) -> list[Memory]:
    """The memories that its events made or support, as far as they are there."""
    named = dict.fromkeys(m for e in done.events for m in e.memory_ids if m.startswith(FACT_IDS))
    found = []
    for name in list(named)[:MOST_SHOWN]:
        try:
            found.append(owners.memory(visit, name))
        except NotFound:
            continue
    return found
