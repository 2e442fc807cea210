"""Sets by others through the API, scored without a language model: updates, preferences, standing instructions.

    make bench-external SET=lettaupdate [DATA=folder] [FLAGS="--conversations 2"]
    python -m bench.external SET --in-memory     the same handlers and flows in this process, with exact search

SET: longmemeval, lettaupdate, prefeval (its explicit preferences), beam100k; FOLDER/SET_open.json is read and no part of this repository.
A user for each conversation, every turn through /retain, every question through /recall with the ten best; an item counts by what it cites.

hit, recall, all     evidence turns among the sources of the ten items: any, the share, all
current_first        updates: the turn with the new value is cited before every turn with the old one; stale_absent: no item cites the old
facts_current_first  the same over facts alone
both_sides           contradictions: both statements are among them
s_hit, s_recall      evidence sessions
words, points        the answer's words, and labelled points, stand in the items' text (words: only where they stand in the evidence)
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bench import chat
from local import client, stack
from local.client import Api, Client
from local.paths import ROOT

Row = dict[str, Any]
Scores = dict[str, float]

DATA = ROOT.parent / "shared" / "bench" / "external"
TYPES = {"longmemeval": ("knowledge-update", "single-session-preference"), "prefeval": ("explicit",)}
"""Questions that are asked by default; of the other sets all but those without an answer."""
ROLES = ("user", "assistant", "system", "tool")
TOP_K = 10
TOP_SESSIONS = 5
BATCH_EVENTS, BATCH_BYTES, EVENT_LETTERS = 100, 180_000, 30_000
DONE_WITHIN_S = 1_500
COVERED = 0.7
"""Share of a point's words that must stand in one item."""
STOP = frozenset(
    "a an the and or of in on at to for from by with as is are was were be been being i you he she it we they my your his her its our "
    "their me him them this that these those there here have has had do does did not no yes will would can could should may might about "
    "into over after before during up down out so than then also just very more most some any each which what who whom when where why how "
    "user users prefer would responses response suggest like likes tell mentioned mention state stated based provided information chat llm "
    "contain any per".split()
)
_WORD = re.compile(r"[a-z0-9]+(?:[.:,'’][a-z0-9]+)*")
_PARTS = re.compile(r"[.:,'’]")
_POSSESSIVE = re.compile(r"'s?$")


def retain(api: Api, user: str, conversation: Row, fillers: Sequence[Row]) -> int:
    """Puts a conversation in, by day, and waits until it is recallable. Returns the turns."""
    batches, count = [], 0
    for session in sorted([*conversation["sessions"], *fillers], key=lambda s: str(s["date"])):
        for part in _parts([_event(t, session, n) for n, t in enumerate(session["turns"])]):
            body = {"user_id": user, "session_id": str(session["id"])[:120], "events": part}
            batches.append(api.call("POST", "/retain", body)["batch_id"])
            count += len(part)
    for batch in batches:
        client.processed(api, batch, DONE_WITHIN_S)
    return count


def fillers(conversation: Row, pool: Sequence[Row], most: int) -> list[Row]:
    """Unrelated sessions that the set puts between the others."""
    return [
        {"id": f"fill{i}", "date": date, "turns": [t | {"id": f"fill{i}:{t['id']}"} for t in pool[i]["turns"]]}
        for i, date in (conversation.get("filler") or [])[:most]
    ]


def _event(turn: Row, session: Row, place: int) -> Row:
    """A second after the one before it, from ten o'clock on."""
    role = turn["role"] if turn["role"] in ROLES else "user"
    at = datetime.fromisoformat(str(session["date"])[:10]).replace(hour=10, tzinfo=UTC) + timedelta(seconds=place)
    return {"event_id": turn["id"], "role": role, "content": turn["content"][:EVENT_LETTERS] or "...", "timestamp": at.isoformat()}


def _parts(events: Sequence[Row]) -> Iterator[list[Row]]:
    """The events in order, as many at once as one request takes."""
    part: list[Row] = []
    size = 0
    for event in events:
        octets = len(event["content"].encode())
        if part and (len(part) == BATCH_EVENTS or size + octets > BATCH_BYTES):
            yield part
            part, size = [], 0
        part.append(event)
        size += octets
    if part:
        yield part


def ask(api: Api, user: str, q: Row, home: dict[str, str]) -> Scores:
    """`home`: the session of each turn."""
    now = {"now": str(q["date"])[:19] + "Z"} if "T" in str(q.get("date")) else {}

    def recalled(**fields: Any) -> Row:
        return api.call("POST", "/recall", {"user_id": user, "query": q["question"], "top_k": TOP_K, **now, **fields})

    answer = recalled()
    ranked, text = _cited(answer["memories"]), " ".join(m["content"] for m in answer["memories"])
    sessions = list(dict.fromkeys(home.get(t, t) for t in ranked))
    score = turn_scores(q, ranked) | session_scores(q, sessions) | word_scores(q, text) | {"degraded": float(bool(answer["degraded"]))}
    if q.get("stale_turns"):
        alone = _cited(recalled(kinds=["fact"])["memories"])
        score["facts_current_first"] = turn_scores(q, alone).get("current_first", 0.0)
    return score


def _cited(memories: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(e for m in memories for e in m["event_ids"]))


def turn_scores(q: Row, ranked: Sequence[str]) -> Scores:
    """`ranked`: turns cited, best first."""
    score: Scores = {}
    shown = ranked[:TOP_K]
    if evidence := q.get("evidence_turns"):
        got = [t for t in evidence if t in shown]
        score |= {"hit": float(bool(got)), "recall": len(got) / len(evidence), "all": float(len(got) == len(evidence))}
    if q.get("sides"):
        score["both_sides"] = float(all(any(t in shown for t in side) for side in q["sides"] if side))
    if q.get("current_turns") and q.get("stale_turns"):
        current, stale = (
            min((ranked.index(t) for t in q[name] if t in ranked), default=sys.maxsize) for name in ("current_turns", "stale_turns")
        )
        score["current_at_k"] = float(current < TOP_K)
        score["current_first"] = float(current < TOP_K and current < stale)
        score["stale_absent"] = float(stale >= TOP_K)
    return score


def session_scores(q: Row, ranked: Sequence[str]) -> Scores:
    evidence = q.get("evidence_sessions") or []
    got = [s for s in evidence if s in ranked[:TOP_SESSIONS]]
    if not evidence:
        return {}
    return {"s_hit": float(bool(got)), "s_recall": len(got) / len(evidence), "s_all": float(len(got) == len(evidence))}


def word_scores(q: Row, text: str) -> Scores:
    score: Scores = {}
    if q.get("keys_in_evidence"):
        score["words"] = float(_holds(q["keys"], text, 1.0))
    if points := q.get("evidence_text"):
        score["points"] = sum(_holds(_keys(p), text, COVERED) for p in points) / len(points)
    return score


def _keys(text: object) -> list[str]:
    stems = (_stem(w) for w in _WORD.findall(str(text).lower()) if w not in STOP)
    return list(dict.fromkeys(s for s in stems if s))


def _holds(keys: Sequence[str], text: str, share: float) -> bool:
    words = _WORD.findall(text.lower())
    held = {_stem(w) for w in words} | {_stem(part) for w in words for part in _PARTS.split(w)}
    return bool(keys) and sum(k in held for k in keys) >= share * len(keys) - 1e-9


def _stem(word: str) -> str:
    word = _POSSESSIVE.sub("", word.replace("’", "'").replace(",", ""))
    for ending in ("ing", "edly", "ed", "es", "s", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 4 and not word[-1].isdigit():
            return word[: -len(ending)]
    return word


def asked_of(name: str, data: Row, types: Sequence[str]) -> dict[str, list[Row]]:
    """The questions of each conversation."""
    wanted = types or TYPES.get(name, ())
    asked: dict[str, list[Row]] = defaultdict(list)
    for q in data["questions"]:
        if (not wanted or q["type"] in wanted) and q["type"] != "abstention":
            asked[q["conv"]].append(q)
    return asked


def table(scores: dict[str, dict[str, list[float]]]) -> str:
    """A line for each type of question: each measure's mean and over how many."""
    cells = {t: "; ".join(f"{k} {sum(v) / len(v):.2f} ({len(v)})" for k, v in rows.items()) for t, rows in sorted(scores.items())}
    return "\n".join(f"{kind:28} {line}" for kind, line in cells.items())


def served() -> Client:
    run = stack.load()
    return Client(run.url, run.key)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=("longmemeval", "lettaupdate", "prefeval", "beam100k"))
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--in-memory", action="store_true", help="in this process instead of the running stack")
    parser.add_argument("--rules-alone", action="store_true", help="with --in-memory: without the judge of pairs and the model of salience")
    parser.add_argument("--conversations", type=int, default=20)
    parser.add_argument("--types", default="", help="of questions, with commas between")
    parser.add_argument("--filler", type=int, default=3, help="unrelated sessions a user")
    args = parser.parse_args()
    path = args.data / f"{args.set}_open.json"
    if not path.is_file():
        sys.exit(f"There is no set at {path}. Name its folder: make bench-external SET={args.set} DATA=folder")
    data, started = json.loads(path.read_text()), time.monotonic()
    asked = asked_of(args.set, data, [t for t in args.types.split(",") if t])
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    turns, tag = 0, uuid.uuid4().hex[:5]
    embedder = chat.Kept(Path(".local"), judges=not args.rules_alone, weighs=not args.rules_alone) if args.in_memory else None
    for conversation in [c for c in data["conversations"] if asked[c["id"]]][: args.conversations]:
        user = f"x-{conversation['id']}-{tag}"[:120]
        home = {t["id"]: s["id"] for s in conversation["sessions"] for t in s["turns"]}
        between = fillers(conversation, data.get("pool") or [], args.filler)
        with chat.service(embedder, conversation["sessions"]) if embedder else served() as api:
            turns += retain(api, user, conversation, between)
            for q in asked[conversation["id"]]:
                for name, value in ask(api, user, q, home).items():
                    for kind in (q["type"], "all"):
                        scores[kind][name].append(value)
    if embedder:
        embedder.save()
    print(f"{args.set}: {turns} turns, {len(scores['all']['degraded'])} questions, {time.monotonic() - started:.0f} s")
    print(table(scores))


if __name__ == "__main__":
    main()
