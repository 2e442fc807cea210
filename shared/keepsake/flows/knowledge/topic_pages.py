"""Show an owner's topics with their summaries, and have those made first that lag (rows K7, K8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime

from keepsake import api, cursors
from keepsake.errors import Unavailable
from keepsake.flows import carried
from keepsake.flows.knowledge import upkeep
from keepsake.flows.waiting import Again
from keepsake.ids import Key
from keepsake.ports import Queue, Store
from keepsake.records import SUMMARY_PREFIX, TOPIC_PREFIX, Kind, Memory, Scope, Trust, memory_key
from keepsake.rules.governance import audience
from keepsake.rules.knowledge import guides, pruning, topics
from keepsake.rules.knowledge.under import Under


def under(store: Store, scope: Scope) -> Under:
    """What says under which topic each fact of the owner is, by all summaries: where a topic is asked for."""
    return Under(m for m in store.query(scope.pk, SUMMARY_PREFIX).records if isinstance(m, Memory))


def over(store: Store, facts: Iterable[Memory]) -> Under:
    """The same of these facts, by the summaries alone to which their own labels and names lead: costs what they are, however many the
    owner has."""
    placed = [f for f in facts if topics.placeable(f)]
    found = store.read(list({_summary_key(f, place) for f in placed for places in topics.ways(f).values() for place in places}))
    pages = [m for m in found.values() if isinstance(m, Memory)]
    elsewhere = {memory_key(m.scope, "s" + successor[1:]) for m in pages if (successor := pruning.merged_into(m)) is not None}
    pages += [m for m in store.read(list(elsewhere - found.keys())).values() if isinstance(m, Memory)]
    return Under(pages)


def _summary_key(fact: Memory, place: tuple[str, topics.Audience]) -> Key:
    return memory_key(fact.scope, topics.guide_id(fact.scope, Kind.SUMMARY, *place))


def follow(store: Store, queue: Queue, scope: Scope, again: Again) -> None:
    """Has topics that lag behind their facts made now, and waits for it while there is time: who asks for them need not wait for
    the next events."""
    state, known = upkeep.read_state(store, scope)
    if not known or scope.namespace not in state.topics_waiting:
        return
    with suppress(Unavailable):  # they are shown as they are
        queue.send(upkeep.work_of(scope, "topics", scope.namespace, state.version))
        while again() and scope.namespace in upkeep.read_state(store, scope)[0].topics_waiting:
            pass


def listed(store: Store, scope: Scope, query: api.PageQuery, now: datetime) -> api.TopicList:
    """Current topics with their summaries, by id. What is for other agents, or quarantined, stays out."""
    after = cursors.read(scope.pk, TOPIC_PREFIX, query.cursor)
    found: list[Memory] = []
    while True:
        page = store.query(scope.pk, TOPIC_PREFIX, after=after, limit=query.limit)
        for row in page.records:
            if isinstance(row, Memory) and _shown(row, scope):
                found.append(row)
                if len(found) == query.limit:
                    return _page(store, scope, found, cursors.make(scope.pk, TOPIC_PREFIX, row.key.sk), now)
        after = page.after
        if after is None:
            return _page(store, scope, found, None, now)


def _shown(guide: Memory, scope: Scope) -> bool:
    mine = audience.of_agent(guide, scope.agent_id)
    return guide.current and guide.trust is not Trust.QUARANTINED and mine and guide.scope.namespace == scope.namespace


def _stands(summary: Memory, facts: Sequence[Memory], now: datetime) -> bool:
    """Whether it says what its facts say: if not, it is not told until it is remade."""
    current = [f for f in facts if pruning.merged_into(f) is None]
    if any(not topics.at_hand(f, now) for f in current):
        return False
    return len(current) < len(facts) or not guides.changed_since(summary, facts)


def _page(store: Store, scope: Scope, found: Sequence[Memory], cursor: str | None, now: datetime) -> api.TopicList:
    under = {t.memory_id: [memory_key(t.scope, r.target) for r in t.relations if r.type == "derived_from"] for t in found}
    rows = store.read([k for keys in under.values() for k in keys])
    told = {
        m.key: [memory_key(m.scope, r.target) for r in m.relations if r.type == "derived_from"]
        for m in rows.values()
        if isinstance(m, Memory)
    }
    facts = store.read(list(dict.fromkeys(k for keys in told.values() for k in keys)))
    views = []
    for topic in found:
        mine = [m for k in under[topic.memory_id] if isinstance(m := rows.get(k), Memory) and _shown(m, scope)]
        held = [m for m in mine if _stands(m, [f for k in told[m.key] if isinstance(f := facts.get(k), Memory)], now)]
        shown = [api.memory_view(m) for m in held]
        facts_under = sum(map(guides.size, mine))
        own = {"facts": facts_under, "aliases": topic.content.structured["aliases"], "summaries": shown}
        views.append(api.TopicView.model_validate(api.memory_view(topic) | own))
    fit = carried.fitting(views)
    if fit < len(views):
        cursor = cursors.make(scope.pk, TOPIC_PREFIX, found[fit - 1].key.sk)
    return api.TopicList(topics=tuple(views[:fit]), next_cursor=cursor)
