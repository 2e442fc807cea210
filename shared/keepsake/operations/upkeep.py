"""Sweeps, consolidations, prunes, quarantines, change sets and dead letters."""

from __future__ import annotations

from typing import Any

from keepsake.operations.recall import LIKED
from keepsake.operations.told import Operation

AT = "2026-11-22T06:41:47Z"
WHY = "untouched for 203 days at importance 0.60: score 0.24"
SHOES = "I like cushioned running shoes"
USER: dict[str, Any] = {"scope": {"user_id": "u1"}}
SWEEP: dict[str, Any] = {
    "run_id": "s_01a201fd4d8c5e676c1d065b02fd7f79",
    "change_set": 1,
    "preview": False,
    "at": AT,
    "examined": 3,
    "changed": {"archived": 1},
    "changes": [
        {"memory_id": LIKED, "content": SHOES, "user_id": "u1", "score": 0.24, "before": "active", "after": "archived", "reason": WHY}
    ],
    "done": True,
}
CHANGE_SET: dict[str, Any] = {
    "number": 1,
    "kind": "sweep",
    "state": "applied",
    "run_id": SWEEP["run_id"],
    "actor": "key:6d4a8c741242c493",
    "container": None,
    "user_id": None,
    "started_at": AT,
    "finished_at": AT,
    "undone_at": None,
    "undone_by": None,
    "changes": 1,
}
LETTER: dict[str, Any] = {
    "id": "dl_c5e422fe8104b1352cc20343",
    "tenant": "acme",
    "container": "default",
    "user_id": "u1",
    "queue": "extract",
    "reason": "No error was told, as when a function is cut off.",
    "received": 3,
    "failed_at": AT,
    "dead_at": AT,
    "batch_id": "b_01a201fd4d5dc51b154333e5efe9b790",
    "run_id": None,
    "recall_id": None,
    "redriven_at": None,
}


def _run(kind: str, **shown: Any) -> dict[str, Any]:
    begun = {"kind": kind, "run_id": "w_01a201fd4d922dc8a6112aa6d63cbe34", "change_set": 2, "preview": False, "at": AT}
    return begun | {"examined": None, "changed": {}, "changes": [], "done": False, "reason": None} | shown


def _preview(kind: str, what: str, why: str, **shown: Any) -> dict[str, Any]:
    change = {"memory_id": LIKED, "kind": "fact", "what": what, "why": why, "content_before": SHOES, "content": SHOES}
    state = {"validity": "active", "status": "active", "trust": "trusted"} | shown
    return _run(kind, run_id=None, change_set=None, preview=True, examined=12, changed={what: 1}, changes=[change | state], done=True)


OPERATIONS: dict[str, Operation] = {
    "POST /admin/sweeps": Operation(
        "runSweep",
        "admin",
        "What faded is deprioritized, archived or deleted, by the container's settings. A sweep runs every hour by itself. With `preview` "
        "nothing is changed, and `now` may be a supposed time. Where `done` is false, time ran out, and the rest follows by itself.",
        USER,
        SWEEP,
        SWEEP | {"run_id": None, "change_set": None, "preview": True},
    ),
    "GET /admin/sweeps/{run_id}": Operation("getSweep", "admin", "What it examined and changed.", answer=SWEEP),
    "POST /admin/consolidations": Operation(
        "runConsolidation",
        "admin",
        "Makes facts of what several episodes say. It goes on in the background; `getConsolidation` tells how far it is.",
        USER,
        _run("consolidation"),
        _preview("consolidation", "merged", "three episodes say the same"),
    ),
    "GET /admin/consolidations/{run_id}": Operation(
        "getConsolidation",
        "admin",
        "What it changed, counted; the single changes are in its change set.",
        answer=_run("consolidation", done=True, changed={"merged": 2}),
    ),
    "POST /admin/prunes": Operation(
        "runPrune",
        "admin",
        "Takes away facts that are redundant, contradicted, noisy or vague, and joins what belongs together. "
        "It goes on in the background; `getPrune` tells how far it is.",
        USER,
        _run("prune"),
        _preview("prune", "merged into", "merged into another fact, which says more"),
    ),
    "GET /admin/prunes/{run_id}": Operation(
        "getPrune",
        "admin",
        "What it changed, counted; the single changes are in its change set.",
        answer=_run("prune", done=True, changed={"merged": 1}),
    ),
    "POST /admin/quarantines": Operation(
        "quarantineEvents",
        "admin",
        "Of one user or the container itself, those events that have all that you name; later ones fall under it too. Nothing that rests "
        "on them alone is told until it is released. At most 50 are in force for one user.",
        USER | {"session_id": "s-common"},
        _run("quarantine"),
        _preview("quarantine", "quarantined", "its evidence would be in quarantine", trust="quarantined"),
    ),
    "GET /admin/quarantines/{run_id}": Operation(
        "getQuarantine", "admin", "What it changed, counted.", answer=_run("quarantine", done=True, changed={"quarantined": 5})
    ),
    "POST /admin/quarantines/{id}/release": Operation(
        "releaseQuarantine", "admin", "What it held back is decided now, in its turn. 409 where it is not in force.", answer=_run("release")
    ),
    "GET /admin/change-sets": Operation(
        "listChangeSets", "admin", "One for each run that changed something.", answer={"change_sets": [CHANGE_SET], "next_cursor": None}
    ),
    "GET /admin/change-sets/{n}": Operation(
        "getChangeSet",
        "admin",
        "Line by line, without the memories' words.",
        answer=CHANGE_SET | {"lines": [{"memory_id": LIKED, "from_version": 1, "to_version": 2, "what": "archived", "why": WHY}]},
    ),
    "POST /admin/change-sets/{n}/undo": Operation(
        "undoChangeSet",
        "admin",
        "409 where a memory was changed since: `errors` names each. Where `done` is false, send it again.",
        answer={"number": 1, "state": "undone", "restored": 1, "final": [], "done": True},
    ),
    "GET /admin/dead-letters": Operation(
        "listDeadLetters", "admin", "Ids and reasons, never content. Kept for 30 days.", answer={"dead_letters": [LETTER], "more": False}
    ),
    "POST /admin/dead-letters/{id}/redrive": Operation(
        "redriveDeadLetter", "admin", "Mend the reason first.", answer=LETTER | {"redriven_at": "2026-11-22T07:00:00Z"}
    ),
}
