"""How often a question about something never said comes back empty, and how often one that was answered does: the real flows in memory.

    python -m bench.never_said path/to/longmemeval.json path/to/beam.json [--conversations 30]

A file holds `conversations` (id, sessions of turns, filler from its `pool`) and `questions` (conv, question, type, date), as the sets
LongMemEval and BEAM were put together. Three rows for each: questions that the set itself calls unanswerable (mostly about a detail of
something that was said), all others, and each question asked of the next user, who never said a word about it. Standing instructions do
not count.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from bench.knowledge import OfflineEmbedder
from keepsake.records import Role
from keepsake.rules.recall import telling
from local.in_memory import World, scope

FILLER = 2
"""Unrelated sessions of a user beside the evidence, where the set has some."""
AT_ONCE = 40
LONGEST = 20_000
"""Characters of a turn that are kept: pages of pasted text say nothing of what is asked here."""
ROLES = {"user", "assistant"}


def unanswerable(question: dict[str, Any]) -> bool:
    return str(question["type"]).endswith(("abstention", "_abs"))


def told(conversation: dict[str, Any], pool: Sequence[Any], embedder: OfflineEmbedder) -> World:
    """A world in which the conversation was had."""
    world = World(embedder=embedder)
    filler = [{"date": date, "turns": pool[place]["turns"]} for place, date in (conversation.get("filler") or [])[:FILLER]]
    sessions = sorted([*conversation["sessions"], *filler], key=lambda s: str(s["date"]))
    for number, session in enumerate(sessions):
        owner = scope(session_id=f"s{number}")
        began = datetime.fromisoformat(f"{str(session['date'])[:10]}T10:00:00+00:00")
        events = [
            {
                "content": turn["content"][:LONGEST] or "...",
                "role": turn["role"] if turn["role"] in ROLES else Role.USER.value,
                "timestamp": (began + timedelta(seconds=place)).isoformat(),
            }
            for place, turn in enumerate(session["turns"])
        ]
        for part in (events[start : start + AT_ONCE] for start in range(0, len(events), AT_ONCE)):
            world.now = max(world.now, datetime.fromisoformat(part[-1]["timestamp"]))
            work = world.accept(*part, owner=owner)
            world.extract(work)
            world.summarise(owner)
            world.project()
    return world


def empty(world: World, question: dict[str, Any]) -> bool:
    date = str(question.get("date") or "")
    now = {"now": f"{date[:19]}+00:00"} if "T" in date else {}
    answer = world.recall(question["question"], owner=scope(session_id=None), **now)
    return all(telling.STANDING in item.legs for item in answer.memories)


def rows(data: dict[str, Any], conversations: int) -> Iterator[str]:
    asked: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for question in data["questions"]:
        asked[question["conv"]].append(question)
    known = [c for c in data["conversations"] if asked[c["id"]]]
    wanted = [c for c in known if any(map(unanswerable, asked[c["id"]]))]
    wanted += [c for c in known if c not in wanted][: max(0, conversations - len(wanted))]
    embedder = OfflineEmbedder()
    counted: dict[str, list[bool]] = {"unanswerable": [], "answerable": [], "asked of the next user": []}
    for place, conversation in enumerate(wanted):
        world = told(conversation, data.get("pool") or [], embedder)
        for question in asked[conversation["id"]]:
            counted["unanswerable" if unanswerable(question) else "answerable"].append(empty(world, question))
        if place:
            counted["asked of the next user"] += [empty(world, q) for q in asked[wanted[place - 1]["id"]]]
    for name, found in counted.items():
        yield f"| {data.get('name', '')} | {name} | {len(found)} | {100 * sum(found) / max(1, len(found)):.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--conversations", type=int, default=30, help="of each file, those with an unanswerable question first")
    args = parser.parse_args()
    print("| set | questions | asked | empty, % |\n|---|---|---|---|")
    for file in args.data:
        for row in rows(json.loads(file.read_text()), args.conversations):
            print(row, flush=True)


if __name__ == "__main__":
    main()
