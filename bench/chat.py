"""What becomes of everyday chat: labelled conversations, played and scored (bench/chat_scores.py has the measures).

    make bench-chat [DATA=chat.json]                   through the API of the running stack
    python -m bench.chat --in-memory                   the same handlers and flows in this process, with exact search
    python -m bench.chat --in-memory --exchanges       sent as talk comes, an exchange a request, and not a session at once
    python -m bench.chat --in-memory --facts           and every fact beside the turn that it cites, for reading by eye
    python -m bench.chat --scripted-model [word=0.2]   the same with a chat model that gives the labels, or lies
    python -m bench.chat --rescore .local/chat.json    scores what an earlier run kept

Exit status 1 where a share is below one given by --least, as in `--least faithful=0.97 recall=0.9`, or junk above --most-junk.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import openai

from bench import chat_scores, scripted_model
from bench.chat_scores import Row, turn_id
from bench.knowledge import OfflineEmbedder
from bench.variants import Counts, ExactIndex
from keepsake import telemetry
from keepsake.adapters.openai import Chat, ChatExtractor, ChatReconciler, ChatSummariser
from keepsake.ids import Key
from keepsake.ports import Document, Embedder, Hit, Leg, Owner
from local import client, in_process, stack
from local.client import Api, Client
from local.in_memory import World
from local.paths import ROOT
from local.stand_ins import MemoryIndex

DATA = ROOT.parent / "shared" / "bench" / "chat_open.json"
"""Where the conversations are looked for; they are no part of this repository."""
SENT = ("role", "content", "event_type", "page")
"""What of a labelled turn is sent."""
TOP_K = 10
DONE_WITHIN_S = 300
LATER = timedelta(weeks=4)


class Kept(OfflineEmbedder):
    """The offline embedder with the vectors of earlier runs: most texts are the same each time. They go by the model's name alone, so the
    file is to be removed where the model's own code changes what it gives."""

    def __init__(self, folder: Path, *, judges: bool = False, weighs: bool = False) -> None:
        super().__init__(judges=judges, weighs=weighs)
        self._path = folder / f"vectors-{self.model}.npz"
        if self._path.is_file():
            with np.load(self._path) as held:
                self._held = dict(zip(json.loads(held["texts"].tobytes()), held["rows"].tolist(), strict=True))

    def save(self) -> None:
        self._path.parent.mkdir(exist_ok=True)
        texts = np.frombuffer(json.dumps(list(self._held)).encode(), dtype=np.uint8)
        np.savez(self._path, texts=texts, rows=np.array(list(self._held.values()), dtype=np.float32))


class SearchedExactly(MemoryIndex):
    """The in-memory index with BM25 and cosine over all that one user has, as OpenSearch scores."""

    def __init__(self, dimension: int) -> None:
        super().__init__(dimension)
        self._exact: ExactIndex | None = None

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        if self._exact is None:
            self._exact = ExactIndex(list(self.documents.values()), Counts())
        return self._exact.search(owner, legs, within_s)

    def write(self, documents: Sequence[Document], *, at_once: bool = True) -> None:
        super().write(documents, at_once=at_once)
        self._exact = None

    def forget(self, keys: Sequence[Key]) -> None:
        super().forget(keys)
        self._exact = None


def play(api: Api, conversation: Row, user: str, *, exchanges: bool = False) -> Row:
    """Feeds every session in order, whole or exchange by exchange, asks its questions after it, and keeps everything that was read."""
    started = time.monotonic()
    played: Row = {"user": user, "sessions": [], "answers": {}}
    for session in conversation["sessions"]:
        events = [
            {k: turn[k] for k in SENT if k in turn} | {"event_id": turn_id(session, n), "timestamp": _minute(session["date"], n)}
            for n, turn in enumerate(session["turns"])
        ]
        status, verdicts, done = "", dict[str, str](), list[Row]()
        for sent in _exchanges(events) if exchanges else [events]:
            retained = api.call("POST", "/retain", {"user_id": user, "session_id": session["id"], "events": sent})
            batch = client.processed(api, retained["batch_id"], DONE_WITHIN_S)
            status, done = batch["status"], [*done, *batch["events"]]
            verdicts |= {e["event_id"]: e["verdict"] for e in retained["events"]}
        memories = list(listed(api, user))
        played["sessions"].append({"id": session["id"], "status": status, "verdicts": verdicts, "events": done, "memories": memories})
        for turn in session["turns"]:
            for q in turn.get("corrections", []) + turn.get("controls", []):
                played["answers"][q["id"]] = _asked(api, user, q, memories)
    played["seconds"] = round(time.monotonic() - started, 1)
    kept = played["sessions"][-1]["memories"]
    print(
        f"  played {conversation['id']}: {len(chat_scores.facts_of(kept))} facts, {len(kept)} memories, {played['seconds']} s", flush=True
    )
    return played


def _exchanges(events: Sequence[Row]) -> Iterator[list[Row]]:
    """Each as an application sends it: what the user said or did, up to the answer."""
    exchange: list[Row] = []
    for event in events:
        if exchange and event.get("role") == "user" and exchange[-1].get("role") == "assistant":
            yield exchange
            exchange = []
        exchange.append(event)
    yield exchange


def _minute(date: str, place: int) -> str:
    """A turn a minute."""
    return (datetime.fromisoformat(date[:16]) + timedelta(minutes=place)).isoformat() + "Z"


def listed(api: Api, user: str) -> Iterator[Row]:
    cursor: str | None = ""
    while cursor is not None:
        page = api.call("GET", "/memories", query={"user_id": user, "limit": 100} | ({"cursor": cursor} if cursor else {}))
        yield from page["memories"]
        cursor = page.get("next_cursor")


def _asked(api: Api, user: str, q: Row, memories: Sequence[Row]) -> Row:
    def recalled(**fields: Any) -> Row:
        return api.call("POST", "/recall", {"user_id": user, "query": q["ask"], "top_k": TOP_K, **fields})

    whole = recalled()
    answer = {"memories": whole["memories"], "formatted": whole.get("formatted_context"), "degraded": whole.get("degraded")}
    answer["facts"] = recalled(kinds=["fact"])["memories"]
    if q.get("as_of"):
        answer["as_of"] = recalled(kinds=["fact"], as_of=q["as_of"])["memories"]
    held = chat_scores.holders(q, memories)
    return answer | {"history": [api.call("GET", f"/memories/{m['memory_id']}/history", query={"user_id": user}) for m in held]}


def served(conversation: Row, exchanges: bool) -> Row:
    """Played through the running stack by a user of its own."""
    run = stack.load()
    with Client(run.url, run.key) as api:
        return play(api, conversation, f"q-{conversation['id']}-{uuid.uuid4().hex[:6]}", exchanges=exchanges)


@contextmanager
def service(embedder: Embedder, sessions: Sequence[Row], chat: Chat | None = None) -> Iterator[Api]:
    """A service of its own in this process, some weeks after the last word of the sessions."""
    world = World(ChatExtractor(chat), ChatSummariser(chat), embedder) if chat else World(embedder=embedder)
    if chat is not None:
        world.reconciler = ChatReconciler(chat)
    elif isinstance(embedder, OfflineEmbedder):
        world.reconciler, world.extractor = embedder.reconciler, embedder.extractor
    world.index = SearchedExactly(embedder.dimension)
    world.now = max(datetime.fromisoformat(s["date"][:10]).replace(tzinfo=UTC) for s in sessions) + LATER
    with in_process.running(world) as api:
        yield api


def in_memory(conversation: Row, embedder: Embedder, chat: Chat | None = None, *, exchanges: bool = False) -> Row:
    """Played through such a service."""
    with service(embedder, conversation["sessions"], chat) as api:
        return play(api, conversation, conversation["id"], exchanges=exchanges)


class Unlimited:
    """A budget that lets a model spend what it likes."""

    def require(self, tenant: str) -> None:
        del tenant

    def spend(self, tenant: str, tokens: int) -> None:
        del tenant, tokens


def scripted(conversations: Sequence[Row], embedder: Kept, rates: str, judged: Sequence[Row] | None = None) -> tuple[dict[str, Row], str]:
    """Played with the scripted chat model. Returns also what that cost and what became of its claims and lies."""
    script, fates = scripted_model.script_of(conversations, rates, judged), Counter[str]()

    def count(name: str, value: int, **dimensions: str) -> None:
        if name == "ClaimsNotFollowing":
            fates[dimensions["fate"]] += value

    with (
        patch.object(telemetry, "count", count),
        scripted_model.running(script) as endpoint,
        openai.OpenAI(base_url=endpoint.base_url, api_key="none", max_retries=0) as endpoint_client,
    ):
        chat = Chat(endpoint_client, model=scripted_model.MODEL, budget=Unlimited())
        played = {c["id"]: in_memory(c, embedder, chat) for c in conversations}
    talks = [chat_scores.Talk(c, played[c["id"]]) for c in conversations]
    facts = [m for talk in talks for m in talk.facts]
    last = [m for p in played.values() for m in chat_scores.facts_of(p["sessions"][-1]["memories"])]
    held = [
        (said, [t["content"] for t in talk.evidence(m)]) for talk in talks for m in talk.facts for said in talk.wordings[m["memory_id"]]
    ]
    lies, stored = Counter(lie.kind for lie in script.lies), scripted_model.stored(script.lies, held)
    turns = sum(c["user_turns"] for c in conversations)
    lines = (
        f"model: {script.calls.total() / turns:.2f} calls a user turn ({dict(script.calls)}), "
        f"{script.tokens['read'] / turns:.0f} tokens read and {script.tokens['written'] / turns:.0f} written a turn",
        f"claims: {script.claims} given, {fates['own words']} in the speaker's own words instead, {fates['dropped']} dropped, "
        f"{fates['slot dropped']} slots dropped; by {dict(Counter(m['extractor'] for m in facts))}",
        f"changes: {script.judged} told; by a model's judgement {sum(_judged(m) for m in last)} of those facts that are no longer current",
        f"merges: {sum(len(m['event_ids']) > 1 for m in last)} facts rest on several turns, "
        f"{sum(m['validity'] != 'active' for m in last)} are no longer current",
        "lies: " + ("; ".join(f"{kind} {n} told, {stored[kind]} stored" for kind, n in sorted(lies.items())) or "none told"),
    )
    return played, "\n".join(lines)


def _judged(fact: Row) -> bool:
    """Whether a model's judgement ended it."""
    return fact["validity"] != "active" and str((fact.get("change") or {}).get("reason", "")).endswith(" judges")


def facts_beside_turns(conversations: Sequence[Row], run: Row) -> Iterator[str]:
    """Every turn with its labels and the facts that cite it, as they stand at the end."""
    for conversation in (c for c in conversations if c["id"] in run["conversations"]):
        kept = run["conversations"][conversation["id"]]["sessions"]
        last = chat_scores.facts_of(kept[-1]["memories"])
        reasons = {e["event_id"]: e.get("reason") for s in kept for e in s["events"]}
        for session in conversation["sessions"]:
            yield f"\n== {session['id']}, {session['date'][:10]}"
            for place, turn in enumerate(session["turns"]):
                name = turn_id(session, place)
                yield f"[{name}] {turn.get('role') or turn['event_type']}: {' '.join(turn['content'].split())[:400]}"
                mine = [m for m in last if name in m["event_ids"]]
                yield from (f"      wants: {label['say']}{' (may)' if label['optional'] else ''}" for label in turn.get("facts", []))
                yield from (f"    > {_shown(m)}" for m in mine)
                if not mine and reasons.get(name):
                    yield f"    - {reasons[name]}"


def _shown(m: Row) -> str:
    slot = f" [{m['slot']['feature']} = {m['slot']['value']}]" if m.get("slot") else ""
    context = f" ({m['structured']['context']!r})" if m["structured"].get("context") else ""
    ended = "" if m["validity"] == "active" else f" {m['validity']} {str(m.get('valid_to'))[:10]}"
    fields = f"{m['subject']}, {m['category']}, {m['durability']}, {m['sensitivity']}, {m['confidence']:.2f}, {str(m['valid_from'])[:10]}"
    links = "".join(f" {r['type']} {r['target'][-4:]}" for r in m.get("relations") or ())
    return f"{m['memory_id'][-4:]}{ended}: {m['content']}{context}{slot}{links}   ({fields})"


def below(result: chat_scores.Result, least: Sequence[str], most_junk: float) -> list[str]:
    """Names of the shares that fall short."""
    wanted = dict(given.split("=") for given in least)
    short = [name for name, share in wanted.items() if result.shares.share(name) < float(share)]
    return short + (["junk"] if result.junk_share > most_junk else [])


def conversations_of(path: Path, only: str) -> list[Row]:
    if not path.is_file():
        sys.exit(f"There are no conversations at {path}. Name a labelled file: make bench-chat DATA=path/to/chat.json")
    return [c for c in json.loads(path.read_text())["conversations"] if not only or c["id"] in only.split(",")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", default=DATA)
    parser.add_argument("--in-memory", action="store_true", help="play in this process instead of the running stack")
    parser.add_argument(
        "--scripted-model", nargs="?", const="", metavar="LIE=RATE,...", help="in this process with the scripted chat model"
    )
    parser.add_argument("--judged", type=Path, metavar="FILE", help="what that model was recorded to judge (bench/scripted_model.py)")
    parser.add_argument("--without-salience", action="store_true", help="in this process without the model of salience (local/salience.py)")
    parser.add_argument("--rules-alone", action="store_true", help="in this process without it and the judge of pairs (local/judge.py)")
    parser.add_argument("--exchanges", action="store_true", help="an exchange a request instead of a session")
    parser.add_argument("--facts", action="store_true", help="print every fact beside the turns that it cites")
    parser.add_argument("--only", default="", help="conversations to play, with commas between")
    parser.add_argument("--out", type=Path, default=Path(".local/chat.json"))
    parser.add_argument("--rescore", type=Path, help="score this run instead of playing")
    parser.add_argument("--quiet", action="store_true", help="the figures alone")
    parser.add_argument("--least", nargs="*", default=[], metavar="MEASURE=SHARE")
    parser.add_argument("--most-junk", type=float, default=1.0, metavar="SHARE")
    args = parser.parse_args()
    conversations, told = conversations_of(args.data, args.only), ""
    if args.rescore:
        run = json.loads(args.rescore.read_text())
    else:
        args.out.parent.mkdir(exist_ok=True)
        embedder = Kept(args.out.parent, judges=not args.rules_alone, weighs=not (args.rules_alone or args.without_salience))
        if args.scripted_model is not None:
            judged = json.loads(args.judged.read_text()) if args.judged else None
            played, told = scripted(conversations, embedder, args.scripted_model, judged)
            embedder.save()
        elif args.in_memory:
            played = {c["id"]: in_memory(c, embedder, exchanges=args.exchanges) for c in conversations}
            embedder.save()
        else:
            played = {c["id"]: served(c, args.exchanges) for c in conversations}
        run = {"conversations": played}
        args.out.write_text(json.dumps(run, indent=1, ensure_ascii=False))
    if args.facts:
        print("\n".join(facts_beside_turns(conversations, run)))
    result = chat_scores.score(conversations, run)
    print(chat_scores.told(result, misses=not args.quiet))
    if told:
        print(told)
    if short := below(result, args.least, args.most_junk):
        sys.exit(f"below what is wanted: {', '.join(short)}")


if __name__ == "__main__":
    main()
