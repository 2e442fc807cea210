"""Shows a conversation becoming memories, what is recalled of it the next day, and why.

make demo                  the shoe shop
make demo DATA=file.json   a conversation in LoCoMo's format
"""

from __future__ import annotations

import json
import sys
import textwrap
import time
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from local import client, stack
from local.client import Client
from local.console import LocalRunError

STORY = Path(__file__).with_name("shoes.json")
WIDTH = 110
DONE_WITHIN_S = 300
SHOWN = 12
TOLD = 5
"""Items of a recall that are shown with their reasons; a step stays under a screen."""
YEAR = (30, 90, 180, 365)
"""Days of the year that the demo looks at."""
VOUCHER_S = 20
"""Seconds after which the demo's voucher expires, for its sweep to find."""


def main() -> None:
    run = stack.load()
    api = Client(run.url, run.key)
    if len(sys.argv) > 1:
        conversation(api, Path(sys.argv[1]))
    else:
        scope = shoes(api)
        onward(run.url, scope)
    print(f"\nThe API answers at {run.url}, its reference at {run.url}/docs, your key is in .local/stack.json.")


STEPS = (
    "Two days in a shoe shop are told: what is masked or dropped, and why.",
    "What was remembered, each fact with its evidence.",
    "The next day: what a recall tells, with a reason for each line, and what the agent's prompt gets.",
    "A change of mind: the budget, now and before.",
    "A grounded answer, each sentence with its memories.",
    "A year in which nothing is used: what fades, and what never does.",
)


def opening() -> None:
    print("\nYou are about to see, in about a minute, on the real template and a real OpenSearch node:\n")
    for number, step in enumerate(STEPS, 1):
        print(f"  {number}. {step}")


def onward(url: str, scope: dict[str, str]) -> None:
    """What to try next, with the inspector's address."""
    heading("Three things to try next")
    print(f"""
  1. See why it believes what it believes, in the inspector, with the key of .local/stack.json:
     {url}/ui#/memories?container={scope["container"]}&user_id={scope["user_id"]}
  2. Say something of your own: pip install './sdk/python[cli]', then
     keepsake add "I moved to Denver." --user ann && keepsake search "Where does Ann live?" --user ann
  3. Give it to your agent: docs/mcp.md for Claude Code and others, docs/switching.md if you use another memory today.""")


def shoes(api: Client) -> dict[str, str]:
    """Returns the scope in which it played."""
    story = json.loads(STORY.read_text())
    scope = {"container": f"demo-{uuid.uuid4().hex[:6]}", "user_id": story["user_id"]}
    opening()
    heading(f"1. {story['title']}")
    for day in story["days"]:
        said(day["events"])
        retained(api, scope, day)
    facts = memories(api, scope)
    heading("2. What was remembered, each fact with its evidence")
    words = {e["event_id"]: e["content"] for day in [*story["days"], story["correction"]] for e in day["events"]}
    for fact in facts:
        fact_line(fact, words)
    heading("3. The next day, in a new session")
    prompt(recalled(api, scope, story["question"]))
    heading("4. A change of mind")
    said(story["correction"]["events"])
    retained(api, scope, story["correction"])
    words |= {e["event_id"]: e["content"] for e in story["correction"]["events"]}
    recalled(api, scope, story["then"])
    budget(api, scope)
    heading("5. A grounded answer")
    reflected(api, scope, "What is my budget, and which size do I wear?")
    topics(api, scope)
    year(api)
    return scope


def reflected(api: Client, scope: dict[str, Any], question: str) -> None:
    """A grounded answer, each sentence with what it rests on."""
    print(f"\n  “{question}”")
    answer = api.call("POST", "/reflect", scope | {"question": question})
    for sentence in answer["sentences"]:
        print(cut(f"{sentence['text']}  ({sentence['trust']}, {', '.join(sentence['memory_ids'])})", 4))
    if answer["missing"]:
        print(f"    no evidence for: {', '.join(answer['missing'])}")


def conversation(api: Client, path: Path) -> None:
    """The first conversation of a LoCoMo file: its first sessions, then its first questions."""
    from bench import locomo, scores

    sample = json.loads(path.read_text())[0]
    scope = {"container": f"demo-{uuid.uuid4().hex[:6]}", "user_id": sample["sample_id"]}
    heading(f"The first three sessions of {sample['sample_id']}")
    words: dict[str, str] = {}
    for number, events in zip(range(1, 4), locomo.turns(sample["conversation"]), strict=False):
        words |= {e["event_id"]: f"{e['name']}: {e['content']}" for e in events}
        retained(api, scope, {"session_id": f"session_{number}", "events": events})
    heading("Some of what was remembered")
    for fact in memories(api, scope)[:SHOWN]:
        fact_line(fact, words)
    known = set(words)
    asked = [q for _, q, evidence in scores.scorable(sample) if set(evidence) <= known][:3]
    for question in asked:
        heading("A question")
        prompt(recalled(api, scope, {"session_id": "demo", "query": question["question"]}))
    fading(api, scope)


def retained(api: Client, scope: dict[str, Any], day: dict[str, Any]) -> None:
    """Sends a session's events, says what was masked or dropped, and waits until the rest is recallable."""
    body = scope | {"session_id": day["session_id"], "events": day["events"]}
    started = time.monotonic()
    answer = api.call("POST", "/retain", body)
    accepted = time.monotonic() - started
    dropped = [e for e in answer["events"] if e["verdict"] != "candidate"]
    masked = [e for e in answer["events"] if e["masked"]]
    print(f"\n  accepted {len(answer['events'])} events in {1000 * accepted:.0f} ms as {answer['batch_id']}")
    for event in masked:
        kept = api.call("GET", f"/events/{event['event_id']}", query=scope)
        print(f"  masked   {event['event_id']}: {event['masked']} secrets, before anything was stored: “{kept['content']}”")
    for event in dropped:
        print(f"  dropped  {event['event_id']}: {event['verdict']}; kept as evidence, no memory is made of it")
    batch = client.processed(api, answer["batch_id"], DONE_WITHIN_S)
    print(f"  {batch['status']} and recallable after {time.monotonic() - started:.1f} s")


def memories(api: Client, scope: dict[str, Any]) -> list[dict[str, Any]]:
    rows = api.call("GET", "/memories", query=scope | {"limit": 200, "kind": "fact"})["memories"]
    return sorted(rows, key=lambda m: -m["confidence"])


def fact_line(fact: dict[str, Any], words: dict[str, str]) -> None:
    state = "" if fact["validity"] == "active" else f" ({fact['validity']})"
    print(cut(f"• {fact['content']}{state}  ({fact['category']}, confidence {fact['confidence']:.2f}, {fact['trust']})", 2))
    for event in fact["event_ids"][:2]:
        print(cut(f"← {event}: {words.get(event, '')}", 4))
    if more := fact["event_ids"][2:]:
        print(cut(f"← and {', '.join(more)}", 4))


def topics(api: Client, scope: dict[str, Any]) -> None:
    """Each topic with the summary of its facts."""
    for topic in api.call("GET", "/topics", query=scope)["topics"]:
        heading(f"Its topic “{topic['topic']}”, {topic['facts']} facts")
        for summary in topic["summaries"]:
            print(textwrap.indent(textwrap.fill(summary["content"], WIDTH - 2), "  "))


def recalled(api: Client, scope: dict[str, Any], question: dict[str, Any]) -> dict[str, Any]:
    """The answer, whose best items are shown with their reasons."""
    print(f"\n  “{question['query']}”")
    answer = api.call("POST", "/recall", scope | question | {"top_k": SHOWN, "token_budget": 500, "diagnostics": True})
    print(f"\n  recall {answer['recall_id']}: {len(answer['memories'])} memories, {answer['tokens']} tokens")
    for item in answer["memories"][:TOLD]:
        why = ", ".join(f"{leg} {score:.2f}" for leg, score in item["legs"].items())
        print("\n" + cut(f"{item['score']:.2f}  {item['content']}", 2))
        print(f"        why: {why or 'named by the query'}; evidence: {', '.join(item['event_ids'][:6])}")
    if (rest := len(answer["memories"]) - TOLD) > 0:
        print(f"\n        and {rest} more")
    for row in answer["diagnostics"]["suppressed"][:2]:
        print(cut(f"held back: {row['memory_id']} {row['reason']} (gate {row['gate']})", 8))
    return answer


def prompt(answer: dict[str, Any]) -> None:
    heading("What the agent's prompt gets")
    print(textwrap.indent(answer["formatted_context"], "  "))


def budget(api: Client, scope: dict[str, Any]) -> None:
    heading("The budget, now and before")
    rows = [m for m in memories(api, scope) if (m.get("slot") or {}).get("feature") == "budget"]
    for row in sorted(rows, key=lambda m: m["valid_from"]):
        until = row["valid_to"] or "now"
        print(f"\n  {row['validity']:11} {row['valid_from'][:16]} to {until[:16]}  {row['content']}")
        for version in api.call("GET", f"/memories/{row['memory_id']}/history", query=scope)["versions"]:
            print(f"              version {version['version']}: {version['verdict']} ({version['reason']})")


def fading(api: Client, scope: dict[str, Any]) -> None:
    at = datetime.now(UTC) + timedelta(days=90)
    heading("What a decay sweep would do in 90 days, if nothing is used until then")
    body = {"scope": scope, "preview": True, "now": at.isoformat()}
    answer = api.call("POST", "/admin/sweeps", body)
    for row in sorted(answer["changes"], key=lambda r: r["score"])[:SHOWN]:
        print("\n" + cut(row["content"], 2))
        print(cut(f"{row['before']} → {row['after']}: {row['reason']}", 6))
    print(f"\n  In all: {', '.join(f'{count} {status}' for status, count in answer['changed'].items())}")


def year(api: Client) -> None:
    """A user's year in seconds: what a sweep would do at each of its days, previewed, and then a real one."""
    told = datetime.now(UTC)
    voucher_ends = told + timedelta(seconds=VOUCHER_S)
    scope = {"container": f"demo-{uuid.uuid4().hex[:6]}", "user_id": "mia"}
    facts: list[dict[str, Any]] = [
        {"content": "Mia is allergic to nickel.", "category": "attribute", "importance": 0.9, "durability": "permanent"},
        {"content": "Mia works as a nurse.", "category": "profession", "importance": 0.9},
        {"content": "Mia runs in the park every day.", "category": "pattern", "importance": 0.4},
        {"content": "Mia liked the blue shoes in the window.", "category": "preference", "importance": 0.2},
        {"content": "Mia wants to try swimming.", "category": "plan", "importance": 0.2},
        {"content": "Mia has a voucher of 20.", "category": "attribute", "importance": 0.5, "expires_at": voucher_ends.isoformat()},
    ]
    heading("6. A year in which nothing is used: what every sweep would find")
    answer = api.call("POST", "/retain", scope | {"facts": facts})
    client.processed(api, answer["batch_id"], DONE_WITHIN_S)
    pinned = next(m for m in memories(api, scope) if "swimming" in m["content"])
    api.call("POST", f"/memories/{pinned['memory_id']}/pin", {}, query=scope)
    print(f"\n  {'after':>58} " + " ".join(f"{days:>4} days    " for days in YEAR))
    fates: dict[str, list[dict[str, Any]]] = {}
    for days in YEAR:
        body = {"scope": scope, "preview": True, "now": (told + timedelta(days=days)).isoformat()}
        for row in api.call("POST", "/admin/sweeps", body)["changes"]:
            if row["memory_id"].startswith("f_"):
                fates.setdefault(row["memory_id"], []).append(row)
    for rows in sorted(fates.values(), key=lambda r: -r[-1]["score"]):
        print(f"  {rows[0]['content'][:56]:58} " + " ".join(f"{row['after']:13}" for row in rows))
        print(cut(f"why: {rows[-1]['reason']}", 6))
    while datetime.now(UTC) <= voucher_ends:
        time.sleep(1)
    done = api.call("POST", "/admin/sweeps", {"scope": scope})
    print(f"\n  A real sweep, now, as run {done['run_id']}. Memories that were due: {done['examined']}.")
    for line in api.call("GET", f"/admin/change-sets/{done['change_set']}")["lines"] if done["change_set"] else []:
        print(cut(f"change set {done['change_set']}: {line['memory_id']} {line['what']}: {line['why']}", 2))
    print("  It can be undone as a whole; what stays deleted is purged from every store after 30 days.")


def said(events: list[dict[str, Any]]) -> None:
    for event in events:
        who = event.get("role", "user") if event.get("event_type", "message") == "message" else event["event_type"]
        print(cut(f"{event['timestamp'][11:16]}  {who}: {event['content']}", 2))


def cut(text: str, margin: int = 0) -> str:
    """One line that fits the terminal, with its indentation."""
    flat = " " * margin + " ".join(text.split())
    return flat if len(flat) <= WIDTH else flat[: WIDTH - 2] + " …"


def heading(text: str) -> None:
    print(f"\n{text}\n{'─' * min(WIDTH, len(text))}")


if __name__ == "__main__":
    try:
        main()
    except (LocalRunError, client.ApiError, TimeoutError) as err:
        sys.exit(f"{err}")
