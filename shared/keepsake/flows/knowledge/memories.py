"""Read memories: list, one, its history, its case and its links (rows R11, V6, K11)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from keepsake import api, cursors, ids, telemetry
from keepsake.errors import Invalid, NotFound, Unavailable
from keepsake.flows import carried, members
from keepsake.flows.knowledge import topic_pages, upkeep
from keepsake.ids import Key
from keepsake.ports import Index, Leg, Owner, Store
from keepsake.records import (
    FACT_IDS,
    OBSERVATION_PREFIX,
    Event,
    Kind,
    Memory,
    PastVersion,
    Principal,
    Quarantine,
    Record,
    Scope,
    Status,
    Trust,
    UserState,
    event_key,
    history_prefix,
    memory_key,
)
from keepsake.rules import words
from keepsake.rules.governance import audience, identity, quarantine
from keepsake.rules.intake import named_once
from keepsake.rules.knowledge import distillation, looked, marks, outcome, said_before
from keepsake.rules.knowledge.under import Under
from keepsake.rules.recall import filters

UNTOLD = ("version", "quoted", "updated_at", "change", "processing_status")
"""Fields that every version changes, that say nothing of the memory, or what others say."""
_WAYS = ("out", "in")
READ_AHEAD = 200
"""Rows read at once while a filtered list fills up."""
PAGE_READ = 1_000
"""Rows read at once where all of them are wanted: DynamoDB ends a page at 1 MB."""
POINTING = tuple(k.value for k in Kind if k not in (Kind.EVENT, Kind.WORKING, Kind.OBSERVATION))
MOST_POINTING = 500
"""Memories that are shown to point at one."""
CASE_BYTES = api.MOST_CARRIED_BYTES // 3
"""Of an answer that a case's events take, and as many its versions; observations are short."""
MOST_READ = 5_000
"""Rows that one request reads, about two seconds' worth: the next one goes on behind them."""


def listed(store: Store, principal: Principal, query: api.ListQuery) -> api.MemoryList:
    """What `found` finds, as it is answered."""
    rows, cursor = found(store, principal, query)
    return api.MemoryList(memories=tuple(_view(m) for m in rows), next_cursor=cursor)


def _view(memory: Memory) -> api.MemoryView:
    return api.MemoryView.model_validate(api.memory_view(memory))


def found(
    store: Store, principal: Principal, query: api.ListQuery, tells: Callable[[Sequence[Memory]], Sequence[Memory]] = list
) -> tuple[list[Memory], str | None]:
    """Newest first, every validity and status but deleted, with where the next page starts. Observations only where `kind` asks for
    them. `tells` chooses what is told of what is meant. A page ends early where its memories are large."""
    scope = identity.effective(principal, query.asked)
    wanted = selecting(scope, query)
    every = topic_pages.under(store, scope) if _asks_topic(query) else None
    state = upkeep.read_state(store, scope)[0]
    prefix = OBSERVATION_PREFIX if query.kind is Kind.OBSERVATION else Memory.prefix
    after = cursors.read(scope.pk, prefix, query.cursor)
    rows: list[Memory] = []
    load = read = 0
    more = True
    while more and read < MOST_READ:
        ahead = min(query.limit + 1, READ_AHEAD) if read == 0 else READ_AHEAD
        page = store.query(scope.pk, prefix, after=after, limit=ahead, newest_first=True)
        held = [r for r in page.records if isinstance(r, Memory)]
        meant = [r for r in (map(every.told, held) if every else held) if visible(principal, r) and wanted(r)]
        for start in range(0, len(meant), query.limit):
            for row in tells(meant[start : start + query.limit]):
                load += carried.size(_view(row))
                if len(rows) == query.limit or (rows and load > api.MOST_CARRIED_BYTES):
                    return _placed(store, rows, state, every), cursors.make(scope.pk, prefix, rows[-1].key.sk)
                rows.append(distillation.marked(row, looked.of(state, row.scope.namespace).distilled_at))
        after, more, read = page.after, page.after is not None, read + ahead
    return _placed(store, rows, state, every), cursors.make(scope.pk, prefix, after) if after else None


def _placed(store: Store, rows: list[Memory], state: UserState, every: Under | None = None) -> list[Memory]:
    """Told with their topics, by `every` summary where these are read already, and with what was said before them."""
    under = every or topic_pages.over(store, rows)
    rows = [under.told(r) for r in rows]
    if not (named := list(said_before.events_of(rows))):
        return rows
    beside = store.read(named)
    beside |= store.read([k for e in beside.values() if isinstance(e, Event) for k in said_before.facts_of(e)])
    return [said_before.told(r, beside, partial(_is_hidden, quarantines=state.quarantines)) for r in rows]


def _is_hidden(record: Event | Memory, quarantines: Sequence[Quarantine]) -> bool:
    """Whether not everybody who may read its user's memories is told it, for good."""
    if isinstance(record, Event):
        return quarantine.holds(record, quarantines)
    gone = record.status is Status.DELETED or record.trust is Trust.QUARANTINED or record.expires_at is not None
    return gone or not record.assistant_visible or bool(record.agent_scope)


def _asks_topic(query: api.ListQuery) -> bool:
    """Whether what is meant depends on the topics that facts are under."""
    facts = query.kind in (None, Kind.FACT)
    return facts and (query.topic is not None or filters.asks(_filter(query.filter), "topic"))


def matching(
    store: Store, principal: Principal, scope: Scope, wanted: Callable[[Memory], bool], most: int, most_read: int
) -> tuple[list[Memory], int]:
    """The newest of an owner's memories that are wanted, at most `most` of them, and how many rows were read to find them, at most
    `most_read`. What is deleted is never among them; observations are not. No topic of a fact is told, nor asked for."""
    found: list[Memory] = []
    after, read = None, 0
    while len(found) < most and read < most_read:
        page = store.query(scope.pk, Memory.prefix, after=after, limit=min(PAGE_READ, most_read - read), newest_first=True)
        read += len(page.records)
        rows = (r for r in page.records if isinstance(r, Memory) and r.status is not Status.DELETED)
        found += [r for r in rows if visible(principal, r) and wanted(r)]
        after = page.after
        if after is None:
            break
    return found[:most], read


def shown(store: Store, memory: Memory) -> dict[str, Any]:
    """A memory as it is answered."""
    state = upkeep.read_state(store, memory.scope)[0]
    (placed,) = _placed(store, [memory], state)
    seen = looked.of(state, memory.scope.namespace).distilled_at
    return api.memory_view(distillation.marked(placed, seen))


def selecting(scope: Scope, query: api.Selection) -> Callable[[Memory], bool]:
    """Whether a memory is meant, told under its topic; what is deleted never is. Raises Invalid for a filter that is none."""
    passes = filters.compiled(_filter(query.filter), "filter")
    says = _saying(query.text)
    times = ((query.created_after, query.created_before, "created_at"), (query.updated_after, query.updated_before, "updated_at"))

    def wanted(memory: Memory) -> bool:
        if memory.status is Status.DELETED or not _named(memory, scope, query):
            return False
        for after, before, field in times:
            at = getattr(memory, field)
            if (after is not None and at < after) or (before is not None and at >= before):
                return False
        return says(memory.content.summary) and passes(memory)

    return wanted


def _saying(text: str | None) -> Callable[[str], bool]:
    """Whether a memory's words hold those of a text: in any form, or where these are all little ones ("her"), as they are. Raises Invalid
    for a text without a word, which would otherwise mean all memories: nobody deletes all that they have by "!!!"."""
    if text is None:
        return lambda _: True
    if said := words.content(text):
        return lambda held: said <= words.content(held)
    if little := frozenset(words.every(text)):
        return lambda held: little <= frozenset(words.every(held))
    raise Invalid("text: has no word to look for")


def _filter(text: str | None) -> dict[str, Any] | None:
    """Raises Invalid for what is no JSON object, or names something twice."""
    if text is None:
        return None
    try:
        said = json.loads(text, object_pairs_hook=named_once.fields)
    except (ValueError, RecursionError) as err:
        raise filters.wrong("filter", "is not JSON") from err
    if not isinstance(said, dict):
        raise filters.wrong("filter", "is not an object")
    return said


def _named(memory: Memory, scope: Scope, query: api.Selection) -> bool:
    asked: tuple[tuple[object, object], ...] = (
        (query.kind, memory.kind),
        (query.type, memory.type),
        (query.subject, memory.subject),
        (query.category, memory.category),
        (query.topic, memory.topic),
        (query.validity, memory.validity),
        (query.status, memory.status),
        (query.trust, memory.trust),
        (query.session_id, memory.scope.session_id),
        (query.agent_id, memory.scope.agent_id),
        (scope.namespace if query.namespace else None, memory.scope.namespace),
    )
    return all(want is None or want == have for want, have in asked)


def one(store: Store, principal: Principal, memory_id: str, query: api.Scoped) -> Memory:
    """Raises NotFound, also for what the key may not see."""
    record = _one(store, principal, memory_id, query, lambda scope: memory_key(scope, memory_id))
    if not isinstance(record, Memory) or not visible(principal, record):
        raise NotFound("There is no such memory.")
    return record


def visible(principal: Principal, memory: Memory) -> bool:
    """Not purged, and not for other agents than the one that the key is bound to."""
    return audience.of_key(memory, principal) and memory.purged_at is None


def event(store: Store, principal: Principal, event_id: str, query: api.Scoped) -> Event:
    """Raises NotFound, also where the id alone is not unique in the tenant, and for what was let go of or deleted."""
    record = _one(store, principal, event_id, query, lambda scope: event_key(scope, event_id))
    if not isinstance(record, Event) or record.lapsed_at is not None or not audience.of_key(record, principal):
        raise NotFound("There is no such event.")
    return unpurged(store, [record])[0]


def unpurged(store: Store, events: Sequence[Event]) -> list[Event]:
    """The events without the memories of which only a tombstone is left. Their rows keep those ids: by them recall knows that the event's
    own words may not be told either."""
    rows = store.read([memory_key(e.scope, m) for e in events for m in e.memory_ids])
    gone = {m.key for m in rows.values() if isinstance(m, Memory) and m.purged_at is not None}
    return [e.model_copy(update={"memory_ids": tuple(m for m in e.memory_ids if memory_key(e.scope, m) not in gone)}) for e in events]


def _one(store: Store, principal: Principal, record_id: str, query: api.Scoped, key_of: Callable[[Scope], Key]) -> object:
    """By its key where the owner is known. Without a user, the container's own, else the only one of this id in the container, or in the
    tenant where no container is given either."""
    asked = query.asked
    within = ""
    if asked.user_id or asked.container or principal.user_id:
        scope = identity.effective(principal, asked)
        key = key_of(scope)
        row = store.read([key], consistent=True).get(key)
        if row is not None or scope.user_id is not None:
            return row
        within = ids.owners(scope.tenant, scope.container)
    found = list(members.find(store, principal.tenant, record_id, [key_of(Scope(tenant=principal.tenant)).sk], within).values())
    row = found[0] if len(found) == 1 else None
    if isinstance(row, Memory | Event) and identity.may_see(principal, row.scope):
        return row
    return None


def history(store: Store, memory: Memory, query: api.PageQuery) -> api.HistoryAnswer:
    """Its versions, newest first, the current one at the head of the first page."""
    pk, prefix = memory.scope.pk, history_prefix(memory.memory_id)
    begun = cursors.read(pk, prefix, query.cursor)
    versions, last = _from(store, memory, begun, query.limit, api.MOST_CARRIED_BYTES)
    return api.HistoryAnswer(versions=versions, next_cursor=cursors.make(pk, prefix, last) if last else None)


def _from(store: Store, memory: Memory, begun: str | None, limit: int, most_bytes: int) -> tuple[tuple[api.VersionView, ...], str | None]:
    """Its versions behind the one that ended the page before, as many as fit, and the key of the last of them; None where it is the
    first version of all."""
    prefix = history_prefix(memory.memory_id)
    current = f"{prefix}{memory.version:08d}"
    head = [memory] if begun is None else []
    left = limit - len(head)
    # One more than is shown, for what the last one of the page changed.
    page = store.query(memory.scope.pk, prefix, after=begun or current, limit=left + 1, newest_first=True)
    more = len(page.records) > left
    versions = _versions([*head, *_past(page.records, memory)])
    shown = versions[:-1] if more else versions
    fit = carried.fitting(shown, most_bytes)
    if fit < len(shown):
        return shown[:fit], f"{prefix}{shown[fit - 1].version:08d}"
    return shown, (page.records[left - 1].key.sk if left else current) if more else None


def _past(rows: Sequence[Record], memory: Memory) -> list[Memory]:
    """Its earlier versions. One that was put aside for a change that never came is the current one still."""
    return [r.memory for r in rows if isinstance(r, PastVersion) and r.memory.version < memory.version]


def _versions(newest_first: Sequence[Memory]) -> tuple[api.VersionView, ...]:
    return tuple(_version(m, before) for m, before in zip_longest(newest_first, newest_first[1:]))


def _version(memory: Memory, before: Memory | None) -> api.VersionView:
    change, view = memory.change, api.memory_view(memory)
    was = api.memory_view(before) if before is not None else {}
    # What was purged is told by no difference either.
    told = () if memory.purged_at is not None else tuple(
        api.FieldChange(field=name, before=was[name], after=view[name])
        for name in was
        if name not in UNTOLD and was[name] != view[name]
    )  # fmt: skip
    said = {"verdict": change.verdict, "reason": change.reason, "actor": change.actor, "at": change.at, "changes": told}
    return api.VersionView.model_validate(view | said)


def case(store: Store, principal: Principal, memory: Memory, query: api.PageQuery | None = None) -> api.CaseAnswer:
    """A page of everything for and against it that the key may see: of its events with the observations that were read from them, and of
    its versions, newest first. What stands against it by its links is on the first page."""
    query = query or api.PageQuery()
    of, prefix = f"{memory.scope.pk}\n{memory.memory_id}\ncase", history_prefix(memory.memory_id)
    begun = cursors.read(of, "", query.cursor)
    place, _, older = (begun or "").partition(" ")
    start = int(place) if place.isdecimal() else 0
    page = [e for e in _events(store, memory, memory.event_ids[start : start + query.limit]) if audience.of_key(e, principal)]
    views = [api.EventView.model_validate(api.event_view(e)) for e in unpurged(store, page)]
    fit = carried.fitting(views, CASE_BYTES)
    behind = memory.event_ids.index(page[fit].event_id) if fit < len(page) else start + query.limit
    events = page[:fit]
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    seen = [o for o in store.read(keys).values() if isinstance(o, Memory) and visible(principal, o)]
    linked = [r.target for r in memory.relations] if begun is None else []
    rivals = store.read([memory_key(memory.scope, t) for t in linked if t.startswith(FACT_IDS)])
    rival_keys = [memory_key(memory.scope, "o" + r.memory_id[1:]) for r in rivals.values() if isinstance(r, Memory)]
    against = [o for o in store.read(rival_keys).values() if isinstance(o, Memory) and visible(principal, o)]
    mine = [o for o in seen if any(r.type == outcome.BECAME and r.target == memory.memory_id for r in o.relations)]
    left = begun is None or older.startswith(prefix)
    versions, last = _from(store, memory, older or None, query.limit, CASE_BYTES) if left else ((), None)
    more = last is not None or behind < len(memory.event_ids)
    return api.CaseAnswer(
        memory_id=memory.memory_id,
        content=memory.content.summary,
        trust=memory.trust,
        confidence=memory.confidence,
        observations=tuple([_evidence(o, "for") for o in mine] + [_evidence(o, "against") for o in against if o not in mine]),
        events=tuple(views[:fit]),
        history=versions,
        next_cursor=cursors.make(of, "", f"{behind} {last or ''}") if more else None,
    )


def said(store: Store, principal: Principal, memory: Memory, most: int) -> list[Event]:
    """The newest events that prove it, as far as the key may see them and they are kept."""
    rows = store.read([event_key(memory.scope, e) for e in memory.event_ids[-most:]])
    return [e for e in rows.values() if isinstance(e, Event) and e.lapsed_at is None and audience.of_key(e, principal)]


def _events(store: Store, memory: Memory, names: Sequence[str]) -> list[Event]:
    keys = [event_key(memory.scope, e) for e in names]
    rows = store.read(keys)
    return [e for k in keys if isinstance(e := rows.get(k), Event)]


def _evidence(observation: Memory, stance: Any) -> api.Evidence:
    return api.Evidence(
        observation_id=observation.memory_id,
        content=observation.content.summary,
        verdict=observation.change.verdict,
        reason=observation.change.reason,
        approval=observation.approval.value if observation.approval else None,
        stance=stance,
        event_ids=observation.event_ids,
        at=observation.change.at,
    )


def relations(store: Store, index: Index, principal: Principal, memory: Memory, query: api.PageQuery) -> api.RelationsAnswer:
    """A page of its links, those that it has itself first, by type and by the other end."""
    of = f"{memory.scope.pk}\n{memory.memory_id}\nrelations"
    after = cursors.read(of, "", query.cursor) or ""
    places = sorted({f"{_WAYS.index(r.direction)} {r.type} {r.target}": r for r in _links(store, index, principal, memory)}.items())
    behind = [(place, row) for place, row in places if place > after]
    more = len(behind) > query.limit
    rows = behind[: query.limit]
    return api.RelationsAnswer(relations=tuple(row for _, row in rows), next_cursor=cursors.make(of, "", rows[-1][0]) if more else None)


def _links(store: Store, index: Index, principal: Principal, memory: Memory) -> list[api.RelationView]:
    """Its links both ways, as far as the key may see their other ends. Links between facts are stored on both ends; those of episodes,
    patterns, models, merges, topics and summaries on one, so that the index is asked who points here."""
    found = store.read([memory_key(memory.scope, r.target) for r in memory.relations])
    targets = {k: m for k, m in found.items() if isinstance(m, Memory) and visible(principal, m)}
    hidden = {m.memory_id for m in found.values() if isinstance(m, Memory) and m.key not in targets}
    rows = [
        api.RelationView(type=r.type, target=r.target, direction="out", content=_words(targets.get(memory_key(memory.scope, r.target))))
        for r in memory.relations
        if r.target not in hidden
    ]
    others = {m.memory_id: m for m in [*targets.values(), *_pointing(store, index, memory)] if visible(principal, m)}
    rows += [
        api.RelationView(type=back.type, target=other.memory_id, direction="in", content=other.content.summary)
        for other in others.values()
        for back in other.relations
        if back.target == memory.memory_id
    ]
    said = _events(store, memory, memory.event_ids) if principal.agent_id else []
    unseen = {e.event_id for e in said if not audience.of_key(e, principal)}
    rows += [api.RelationView(type="derived_from", target=e, direction="out") for e in memory.event_ids if e not in unseen]
    rows += [api.RelationView(type="mentions", target=e, direction="out") for e in memory.entities]
    return rows


def _pointing(store: Store, index: Index, memory: Memory) -> list[Memory]:
    """Those that may point here, MOST_POINTING at most, by the index's marks of links. Without the index all of the owner's."""
    scope = memory.scope
    leg = Leg("links", POINTING, marks=(marks.link(scope, memory.memory_id),), size=MOST_POINTING)
    try:
        (hits,) = index.search(Owner(scope.tenant, scope.container, scope.namespace, scope.user_id), [leg])
    except Unavailable as err:
        telemetry.failure("links are read without the index", err)
        return [m for m in store.query(scope.pk, Memory.prefix).records if isinstance(m, Memory)]
    return [m for m in store.read([h.key for h in hits]).values() if isinstance(m, Memory)]


def _words(record: object) -> str | None:
    return record.content.summary if isinstance(record, Memory) else None
