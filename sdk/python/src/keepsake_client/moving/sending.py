"""Sends the rows of an export, in bounded batches, and writes what became of each into a report that a second run goes on from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, NamedTuple

from keepsake_client.client import Keepsake
from keepsake_client.errors import Conflict, Invalid, NotFound, Refused, TooLarge
from keepsake_client.moving.rows import Place, Row

MOST_EVENTS = 100
MOST_BATCH_BYTES = 200_000
"""Below the 256 KB that a request takes."""
Became = Literal["moved", "known", "unfit", "refused"]
OF_THE_ROW = (Conflict, Invalid, NotFound, TooLarge)
"""Refusals that say something of the row; any other ends the run."""


class Moved(NamedTuple):
    """What became of a row."""

    row: Row
    became: Became
    """`known`: an earlier run brought it. `unfit`: it cannot come over. `refused`: the service would not take it."""
    reason: str = ""
    stored_id: str = ""


@dataclass
class Report:
    """Counts, while the rows themselves stand in a file."""

    file: Path
    counts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    @property
    def whole(self) -> bool:
        return not self.counts["refused"]

    def add(self, moved: Moved) -> None:
        self.counts[moved.became] += 1
        if moved.became in ("unfit", "refused"):
            self.reasons[moved.reason] += 1


def move(client: Keepsake, rows: Iterable[Row], file: Path, place: Place, told: Callable[[Report], None] = lambda _: None) -> Report:
    """Sends what `file` does not say to be there already. `place` is for rows that name nobody. Safe to run twice, and to go on with after
    it was cut off. Raises what the client raises where the service does not answer, or the key may not do this."""
    report, done = Report(file), _moved_before(file)
    with file.open("a", encoding="utf-8") as lines:
        if file.stat().st_size:
            lines.write("\n")  # behind a line that was cut off
        for moved in _sent(client, (_placed(r, place) for r in rows), done):
            report.add(moved)
            if moved.became != "known":
                lines.write(json.dumps(_line(moved), ensure_ascii=False) + "\n")
                lines.flush()
            told(report)
    return report


def _placed(row: Row, place: Place) -> Row:
    if row.reason or row.place.named:
        return row
    if not place.named:
        return Row(row.number, reason="names no user: say whose it is with --user", own_id=row.own_id)
    return replace(row, place=place)


def _sent(client: Keepsake, rows: Iterator[Row], done: set[str]) -> Iterator[Moved]:
    waiting: list[Row] = []
    size = 0
    for row in rows:
        mine = _size(row)
        if waiting and (not mine or row.place != waiting[0].place or len(waiting) == MOST_EVENTS or size + mine > MOST_BATCH_BYTES):
            yield from _retained(client, waiting)
            waiting, size = [], 0
        if row.reason:
            yield Moved(row, "unfit", row.reason)
        elif row.key in done:
            yield Moved(row, "known")
        elif row.event is not None:
            waiting.append(row)
            size += mine
        else:
            yield _kept(client, row)
    if waiting:
        yield from _retained(client, waiting)


def _size(row: Row) -> int:
    """Bytes of a message in a request; 0 for what is none."""
    return len(json.dumps(row.event, ensure_ascii=False).encode()) if row.event is not None else 0


def _kept(client: Keepsake, row: Row) -> Moved:
    """A fact as it stands, once: the service remembers its key for 7 days, the report for good."""
    try:
        made = client.memories.add(**{**(row.fact or {}), **_scope(row.place)}, wait_s=0, idempotency_key=f"in_{row.key}")
    except OF_THE_ROW as err:
        return Moved(row, "refused", _why(err))
    return Moved(row, "moved", stored_id=made.memory_id)


def _retained(client: Keepsake, rows: list[Row]) -> Iterator[Moved]:
    """Messages of one session. Where the service refuses the batch, each is sent alone, so that one does not keep the others out."""
    try:
        made = client.retain([dict(r.event or {}) for r in rows], **_scope(rows[0].place))  # type: ignore[misc]
    except OF_THE_ROW as err:
        if len(rows) == 1:
            yield Moved(rows[0], "refused", _why(err))
            return
        for row in rows:
            yield from _retained(client, [row])
        return
    stored = {e.event_id for e in made.events}
    for row in rows:
        name = str((row.event or {})["event_id"])
        yield Moved(row, "moved", stored_id=name) if name in stored else Moved(row, "refused", "is not among what was taken")


def _scope(place: Place) -> dict[str, Any]:
    """What is None is nobody's: not the client's own user."""
    return {"user_id": place.user_id, "session_id": place.session_id, "agent_id": place.agent_id, "namespace": place.namespace}


def _why(err: Refused) -> str:
    told = "; ".join(f"{e.get('field')} {e.get('message')}" for e in err.errors)
    return told or err.detail or err.title


def _line(moved: Moved) -> dict[str, Any]:
    row = moved.row
    line = {
        "row": row.number, "id": row.own_id, "what": "fact" if row.fact else "message" if row.event else "none", "became": moved.became,
        "reason": moved.reason, "notes": list(row.notes), "stored_id": moved.stored_id, "key": row.key if moved.became == "moved" else "",
    }  # fmt: skip
    return {k: v for k, v in line.items() if v not in ("", [])}


def _moved_before(file: Path) -> set[str]:
    """Keys of the rows that an earlier run brought; a line that was cut off is none."""
    found = set()
    for line in file.read_text(encoding="utf-8").split("\n") if file.exists() else ():
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and said.get("became") == "moved":
            found.add(str(said.get("key")))
    return found
