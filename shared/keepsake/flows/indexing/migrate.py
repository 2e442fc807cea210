"""Change the embedding model with no downtime (row E2).

    start: a second index, kept in step by every writer from now on     backfill: what was there before goes to it too
    switch, rollback: which of the two recall goes by, in one write     finish: the other one is given up

Vectors of both models lie in each row, so neither a rollback nor a rebuild asks a model. Nothing is lost in between: a writer that
did not know of the second index yet asks again after its write (flows/project.py), and the backfill begins later than that.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from keepsake import api, ids
from keepsake.errors import Conflict, Invalid, LostRace, NotFound, Unavailable
from keepsake.flows.indexing import project, spaces
from keepsake.ports import Side, Store, Write
from keepsake.records import DueWork, Embedding, Principal
from keepsake.records.indexing import Migration, MigrationState, Owed, Spaces, migration_key

AT_ONCE = 50
"""Rows of one step: with 13 texts each they are three calls of the model at most."""
RESERVE_S = 30.0
"""Seconds left at which the backfill goes on in another call: one step may wait for the model that long."""
PROBE = "The quick brown fox jumps over the lazy dog."
MOST_COUNTED = 1000
LONG_AFTER = timedelta(days=365)

SideOf = Callable[[Embedding], Side]
Turn = Callable[[Store, SideOf, Embedding, str, datetime], api.MigrationView]


def start(
    store: Store, side_of: SideOf, configured: Embedding, principal: Principal, request: api.MigrationRequest, now: datetime
) -> api.MigrationView:
    """Opens the change. Raises Conflict while another is open or nothing would change, and Invalid or ModelUnavailable where the endpoint
    does not give such vectors."""
    before = spaces.settled(store, configured)
    target = Embedding(model=request.embedding_model, dimension=request.embedding_dimension)
    if before.migration_id is not None:
        raise Conflict(f"Migration {before.migration_id} is open: finish it first.")
    if target == before.active:
        raise Conflict("This model is the active one.")
    side = side_of(target)
    side.embedder.embed([PROBE])
    side.index.prepare()
    made = Migration(
        migration_id=ids.new_id("mg"), source=before.active, target=target, actor=principal.actor, started_at=now, changed_at=now,
        total=int(side_of(before.active).index.describe()["documents"]),
    )  # fmt: skip
    after = before.model_copy(update={"other": target, "migration_id": made.migration_id, "version": before.version + 1})
    store.commit([Write(after, before.version), Write(made)])
    return _view(store, made, after, now)


def report(store: Store, configured: Embedding, migration_id: str, now: datetime) -> api.MigrationView:
    return _view(store, _read(store, migration_id), spaces.standing(store, configured, consistent=True), now)


def waiting(store: Store, now: datetime) -> list[str]:
    """Backfills that nobody finished in time."""
    rows = store.read(store.due(DueWork.MIGRATION, now, 10), consistent=True).values()
    return [r.migration_id for r in rows if isinstance(r, Migration) and r.state is MigrationState.BACKFILLING]


def backfill(store: Store, side_of: SideOf, migration_id: str, now: datetime, time_left_s: Callable[[], float]) -> Migration:
    """Brings every row to the target's index, as far as time reaches, and remembers how far. Safe to run twice and side by side. A model
    or index that does not answer is counted, and the schedule goes on later."""
    migration = _read(store, migration_id)
    try:
        while migration.state is MigrationState.BACKFILLING and time_left_s() > RESERVE_S:
            migration = _step(store, side_of, migration, now)
            if migration.last_error is not None:
                break
    except LostRace:
        return _read(store, migration_id)
    return migration


def _step(store: Store, side_of: SideOf, migration: Migration, now: datetime) -> Migration:
    rows, after = store.scan(migration.after, AT_ONCE)
    shown = project.searchable(rows)
    try:
        project.bring(store, [side_of(migration.source), side_of(migration.target)], shown, now)
    except (Unavailable, Invalid) as err:
        return _written(store, migration, errors=migration.errors + 1, last_error=err.detail, changed_at=now)
    state = MigrationState.READY if after is None else migration.state
    return _written(store, migration, after=after, done=migration.done + len(shown), state=state, last_error=None, changed_at=now)


def switch(store: Store, side_of: SideOf, configured: Embedding, migration_id: str, now: datetime) -> api.MigrationView:
    """Recall goes by the target's model from now on. Raises Conflict while its index is not complete."""
    migration, standing = _read(store, migration_id), spaces.settled(store, configured)
    if migration.state is MigrationState.BACKFILLING:
        raise Conflict(f"The backfill is at {migration.done} of about {migration.total} documents.", retry_after_s=60)
    if migration.state is MigrationState.READY:
        owed = _owed(store, now, migration.target)
        if owed:
            raise Conflict(f"{owed} documents still wait for a vector.", retry_after_s=60)
    return _turned(store, side_of, migration, standing, migration.target, MigrationState.SWITCHED, now)


def rollback(store: Store, side_of: SideOf, configured: Embedding, migration_id: str, now: datetime) -> api.MigrationView:
    """Recall goes by the source's model again. It needs neither model: the vectors are there, and both indexes were kept in step."""
    migration, standing = _read(store, migration_id), spaces.settled(store, configured)
    if migration.state is MigrationState.BACKFILLING:
        raise Conflict("Nothing was switched yet; finish the migration to give it up.")
    return _turned(store, side_of, migration, standing, migration.source, MigrationState.READY, now)


def finish(store: Store, side_of: SideOf, configured: Embedding, migration_id: str, now: datetime) -> api.MigrationView:
    """Keeps the active model and gives the other one's index up. Safe to run twice. Raises Conflict so soon after a switch or rollback
    that a recall may still be on its way to that index."""
    migration, standing = _read(store, migration_id), spaces.settled(store, configured)
    if migration.state in (MigrationState.READY, MigrationState.SWITCHED) and now < migration.settled_at:
        left_s = int((migration.settled_at - now).total_seconds()) + 1
        raise Conflict("A recall may still be on its way to the other index.", retry_after_s=left_s)
    if migration.state is not MigrationState.FINISHED:
        standing, migration = _committed(
            store,
            (standing, {"other": None, "migration_id": None}),
            (migration, {"state": MigrationState.FINISHED, "changed_at": now}),
        )
    for made_by in {migration.source, migration.target} - set(standing.kept):
        side_of(made_by).index.drop()
    return _view(store, migration, standing, now)


def _turned(
    store: Store, side_of: SideOf, migration: Migration, standing: Spaces, to: Embedding, state: MigrationState, now: datetime
) -> api.MigrationView:
    """The alias for people follows; recall does not look at it."""
    if migration.state is MigrationState.FINISHED:
        raise Conflict("This migration is finished.")
    if standing.active != to:
        standing, migration = _committed(
            store, (standing, {"active": to, "other": standing.active}), (migration, {"state": state, "changed_at": now})
        )
    side_of(to).index.prepare(shown=True)
    return _view(store, migration, standing, now)


def _committed(
    store: Store, standing: tuple[Spaces, dict[str, object]], migration: tuple[Migration, dict[str, object]]
) -> tuple[Spaces, Migration]:
    """Both in one transaction. Raises LostRace where somebody else was first."""
    (held, changes), (row, fields) = standing, migration
    spaces_after = held.model_copy(update=changes | {"version": held.version + 1})
    after = row.model_copy(update=fields | {"version": row.version + 1})
    store.commit([Write(spaces_after, held.version), Write(after, row.version)])
    return spaces_after, after


def _written(store: Store, migration: Migration, **fields: object) -> Migration:
    after = migration.model_copy(update=fields | {"version": migration.version + 1})
    store.commit([Write(after, migration.version)])
    return after


def _read(store: Store, migration_id: str) -> Migration:
    row = store.read([migration_key(migration_id)], consistent=True).get(migration_key(migration_id))
    if not isinstance(row, Migration):
        raise NotFound("There is no such migration.")
    return row


def _owed(store: Store, now: datetime, by: Embedding | None = None) -> int:
    """Documents that wait for a vector, of that model where one is named: a model that is left for good need not catch up."""
    due = [k for work in (DueWork.OWED, DueWork.VECTORS) for k in store.due(work, now + LONG_AFTER, MOST_COUNTED)]
    noted = store.read(due, consistent=True).values()
    keys = list({k for owed in noted if isinstance(owed, Owed) for k in owed.keys})
    return len(keys) if by is None else project.lacking(store, keys, by)


def _view(store: Store, migration: Migration, standing: Spaces, now: datetime) -> api.MigrationView:
    shown = migration.model_dump(exclude={"version", "after"})
    return api.MigrationView(**shown, active=standing.active, waiting=_owed(store, now))
