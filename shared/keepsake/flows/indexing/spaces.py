"""Which models' indexes there are (row E1): one row says it, whatever a later deploy's parameters are."""

from __future__ import annotations

from keepsake.errors import LostRace
from keepsake.ports import Store, Write
from keepsake.records import Embedding
from keepsake.records.indexing import SPACES_KEY, Spaces


def standing(store: Store, configured: Embedding, *, consistent: bool = False) -> Spaces:
    """As the row says; by the deployment's parameters while nothing has been indexed yet."""
    row = store.read([SPACES_KEY], consistent=consistent).get(SPACES_KEY)
    return row if isinstance(row, Spaces) else Spaces(active=configured, calibrated=True)


def settled(store: Store, configured: Embedding) -> Spaces:
    """The same, written down: from the first document on, other parameters change nothing by themselves."""
    row = store.read([SPACES_KEY], consistent=True).get(SPACES_KEY)
    if isinstance(row, Spaces):
        return row
    made = Spaces(active=configured, calibrated=True)
    try:
        store.commit([Write(made)])
    except LostRace:
        return settled(store, configured)
    return made
