"""Keep a fact as it was given (row R2): written before the answer, masked, embedded and found as any other, but not judged and not
reconciled. What is said later may support, revise or supersede it, as it may every fact."""

from __future__ import annotations

from datetime import datetime

from keepsake import api, ids
from keepsake.errors import Invalid, KeepsakeError, LostRace, ModelUnavailable, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.container_settings import policy_of
from keepsake.flows.indexing import owed
from keepsake.flows.intake import replies
from keepsake.flows.knowledge import upkeep
from keepsake.flows.reading import extract
from keepsake.flows.sessions import opening
from keepsake.flows.waiting import Again
from keepsake.ports import Delete, Embedder, Queue, Store, Vector, Write
from keepsake.records import KEPT, Change, Embedding, Event, FactInput, Kind, Memory, Progress, Reply, Role, Scope, memory_key, session_key
from keepsake.rules.forgetting import decay, retention
from keepsake.rules.indexing import documents
from keepsake.rules.intake import injected, secrets
from keepsake.rules.knowledge import looked, standing

RACES = 5
NO_WORDS = "a fact needs words, and none of them may be a secret alone"


def keep(
    store: Store, queue: Queue, embedder: Embedder, scope: Scope, asked: api.VerbatimRequest, key: str | None, now: datetime,
    role: Role = Role.USER,
) -> Memory:  # fmt: skip
    """The fact as it is stored; `role` is whose words it is in. With an idempotency key, the one that the first request made. Raises
    Conflict for a key with another body, NotFound where what it made is gone, Unavailable while the user is erased."""
    body_hash = ids.digest(f"memory\n{scope.model_dump_json()}{asked.model_dump_json()}")
    reply, earlier = replies.claim(store, scope.tenant, key, body_hash, now, scope)
    if earlier is not None:
        return _standing(store, scope, earlier)
    try:
        made = _kept(store, embedder, scope, asked, role, reply, now)
    except KeepsakeError:
        if reply is not None:
            store.commit([Delete(reply.key)])
        raise
    upkeep.send_due(store, queue, scope, policy_of(store, scope, now))
    return made


def shown(store: Store, memory: Memory, again: Again) -> Memory:
    """The memory as it stands once the index shows it, or when there is no time for another look."""
    while memory.key in owed.noted(store, memory.scope.pk):
        if not again():
            return memory
    row = store.read([memory.key], consistent=True).get(memory.key)
    return row if isinstance(row, Memory) else memory


def _standing(store: Store, scope: Scope, memory_id: str) -> Memory:
    key = memory_key(scope, memory_id)
    row = store.read([key], consistent=True).get(key)
    if not isinstance(row, Memory) or row.purged_at is not None:
        raise NotFound("What this idempotency key made is gone.")
    return row


def _kept(
    store: Store, embedder: Embedder, scope: Scope, asked: api.VerbatimRequest, role: Role, reply: Reply | None, now: datetime
) -> Memory:
    event = _event(scope, asked, role, now)
    policy = policy_of(store, scope, now)
    event = event.model_copy(update={"lapses_at": retention.lapses_at(event, policy)})
    vector = _vector(embedder, event.content)
    made_by = Embedding(model=embedder.model, dimension=embedder.dimension) if vector else None
    fact = decay.rescheduled(_fact(scope, event, made_by, now), policy)
    if made_by and vector:
        fact = documents.with_vectors(fact, made_by, [vector])
    event = event.model_copy(update={"memory_ids": (fact.memory_id,)})
    if scope.session_id and session_key(scope) not in store.read([session_key(scope)]):
        opening.open_session(store, scope, now)
    members.enlist(store, scope)
    for _ in range(RACES):
        owned = upkeep.Owned(scope, *upkeep.read_state(store, scope), {}, policy=policy)
        if owned.state.erasing:
            raise Unavailable("This user is being erased.", retry_after_s=10)
        state = upkeep.bumped(
            owned,
            facts=owned.state.facts + fact.current,
            looked=looked.after_making(owned.state, [fact]),
            standing=standing.named(owned.state.standing, [fact]),
        )
        state = upkeep.waiting(upkeep.with_topics_due(state, [scope.namespace], now, [fact.memory_id]), now, policy)
        rows = [Write(state, owned.state.version if owned.known else None), Write(event), Write(fact)]
        try:
            store.commit([*rows, *replies.answered(reply, fact.memory_id)])
        except LostRace:
            continue
        return fact
    raise LostRace("Too many writers on one user's knowledge.")


def _event(scope: Scope, asked: api.VerbatimRequest, role: Role, now: datetime) -> Event:
    """The fact as it was given, as its evidence. It is shown by the fact, so the index needs no document of it."""
    text = injected.strip(asked.content).text.strip()
    if not secrets.MASKED.sub("", text).strip():
        raise Invalid(f"content: {NO_WORDS}", errors=[{"field": "content", "message": NO_WORDS}])
    given = FactInput.model_validate(asked.model_dump(include=set(FactInput.model_fields)) | {"content": text})
    said = given.model_dump_json()
    return Event(
        scope=scope, event_id=ids.owned_id("e", scope.pk), batch_id=ids.owned_id("b", scope.pk), content=text, timestamp=now,
        role=role, event_type="fact", fact=given,
        metadata=given.metadata, masked=len(secrets.MASKED.findall(said)), extract=False,
        content_hash=ids.content_hash(said), recorded_at=now,
        progress=Progress.PROCESSED,
    )  # fmt: skip


def _fact(scope: Scope, event: Event, made_by: Embedding | None, now: datetime) -> Memory:
    observed = extract.observation(scope, extract.stated(event), [event], made_by, now)
    return observed.model_copy(
        update={
            "memory_id": ids.owned_id("f", scope.pk),
            "kind": Kind.FACT,
            "approval": None,
            "change": Change(verdict=KEPT, reason="written as it was given", actor="caller", at=now),
            "index_due": now,
        }
    )


def _vector(embedder: Embedder, text: str) -> Vector | None:
    """None while the embedder is down: the projector asks it again (row E2)."""
    try:
        return embedder.embed([text])[0]
    except ModelUnavailable:
        return None
