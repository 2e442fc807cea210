"""Remembering, finding, correcting."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from keepsake_client import models
from keepsake_client.cli.terminal import IN_SESSION, WHOSE, Terminal, command
from keepsake_client.inputs import EventInput, Selection
from keepsake_client.portions import portions
from keepsake_client.turns import MOST_BYTES, MOST_EVENTS

Id = Annotated[str, typer.Argument(help="A memory's id.")]
Limit = Annotated[int, typer.Option("--limit", min=1, help="Most rows.")]


def register(app: typer.Typer) -> None:
    function: Callable[..., None]
    for function in (add, search, ask):
        command(app, function.__name__, IN_SESSION)(function)
    for function in (get, history, why, update, delete, restore, pin, unpin):
        command(app, function.__name__, WHOSE)(function)
    command(app, "list", IN_SESSION)(listed)


def add(
    to: Terminal,
    text: Annotated[str | None, typer.Argument(help="What was said; - reads it from standard input.")] = None,
    file: Annotated[Path | None, typer.Option("--file", exists=True, dir_okay=False, help="A text, or events as .jsonl.")] = None,
    wait: Annotated[bool, typer.Option("--wait", help="Until what follows from it can be recalled.")] = False,
    fact: Annotated[bool, typer.Option("--fact", help="Keep the text as a fact, in its own words.")] = False,
) -> None:
    """Remembers a text, standard input or a file."""
    if (text is None) == (file is None):
        raise typer.BadParameter("give a text, or --file", param_hint="TEXT")
    if fact:
        made = to.client.memories.add(_words(text, file), **to.session)
        to.show(made, made.memory_id)
        return
    answers = [to.client.retain(some, **to.session) for some in portions(_events(text, file), MOST_EVENTS, MOST_BYTES)]
    if not answers:
        raise typer.BadParameter(f"{file} holds no event", param_hint="--file")
    if wait:
        answers = [a.model_copy(update={"batch": to.client.wait(a.batch_id)}) for a in answers]
    to.show(answers if len(answers) > 1 else answers[0], None if to.as_json else _kept(to, answers, wait))


def _kept(to: Terminal, answers: Sequence[Any], waited: bool) -> str:
    lines = [f"{e.event_id}  {e.verdict}{f', {e.masked} masked' if e.masked else ''}" for a in answers for e in a.events]
    found = [to.client.memories.get(m).content for a in answers for m in a.memory_ids if m.startswith("f_")]
    return "\n".join([*lines, *(f"  {content}" for content in found)] if waited else lines)


def search(
    to: Terminal,
    query: str,
    top_k: Annotated[int, typer.Option("--top-k", min=1, max=100)] = 10,
    context: Annotated[bool, typer.Option("--context", help="Only the text for a prompt.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Also what was held back, and why.")] = False,
) -> None:
    """Finds what has to do with the query."""
    found = to.client.recall(query, top_k=top_k, diagnostics=trace, **to.session)
    if to.as_json or context:
        to.show(found, found.formatted_context)
        return
    to.rows(found.memories, "memory_id", "kind", "score", "content", "why", empty="Nothing that has to do with it.")
    if trace and found.diagnostics:
        to.say(f"\n{found.recall_id}: {_cells(found.diagnostics.candidates)}; {_cells(found.diagnostics.timings_ms)} ms")
        to.rows(found.diagnostics.suppressed, "memory_id", "gate", "reason", empty="Nothing was held back.")


def ask(to: Terminal, question: str) -> None:
    """Answers from memory, each sentence with its memories."""
    answer = to.client.reflect(question, **to.session)
    cited = [f"  {s.text}  [{', '.join(s.memory_ids)}]" for s in answer.sentences]
    to.show(answer, "\n".join([answer.answer, *cited, *(f"No evidence: {m}" for m in answer.missing)]))


def get(to: Terminal, memory_id: Id) -> None:
    """One whole memory."""
    to.show(to.client.memories.get(memory_id))


def listed(
    to: Terminal,
    kind: Annotated[str | None, typer.Option("--kind", help="fact, episode, summary, topic, mental_model, observation.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="Words that all stand in it.")] = None,
    filter: Annotated[str | None, typer.Option("--filter", help='As JSON: {"field": "category", "op": "eq", "value": "task"}')] = None,
    limit: Limit = 50,
) -> None:
    """Memories, newest first."""
    chosen = {"kind": kind, "text": text, "filter": _filter(filter), "session_id": to.options.session}
    rows = to.client.memories.list(limit=limit, **cast("Selection", {k: v for k, v in chosen.items() if v}))
    to.rows(list(rows), "memory_id", "kind", "content", "validity", "status", empty="No memories.")


def history(to: Terminal, memory_id: Id) -> None:
    """Its versions, newest first."""
    to.rows(list(to.client.memories.history(memory_id)), "version", "at", "verdict", "content", "reason", "actor")


def why(
    to: Terminal, memory_id: Id, recall: Annotated[str | None, typer.Option("--recall", help="Why it is not in this recall.")] = None
) -> None:
    """What speaks for and against it; with --recall why that recall left it out."""
    if recall:
        told = to.client.memories.why_not(memory_id, recall)
        to.show(told, f"{told.cause}: {told.reason}")
        return
    case = to.client.memories.case(memory_id)
    if to.as_json:
        to.show(case)
        return
    to.say(f"{case.content}  ({case.trust}, confidence {case.confidence:.2f})")
    to.rows(case.observations, "stance", "verdict", "content", "reason", "event_ids", empty="No observations.")
    to.rows(case.events, "event_id", "timestamp", "role", "content", empty="No events.")


def update(to: Terminal, memory_id: Id, text: str) -> None:
    """Corrects a fact; its old version stays."""
    made = to.client.memories.update(memory_id, text)
    to.show(made, f"{made.memory_id}  version {made.version}: {made.content}")


def delete(
    to: Terminal,
    memory_id: Id,
    purge: Annotated[bool, typer.Option("--purge", help="At once and for good; asks.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Deletes a memory; it can be restored for 30 days."""
    if purge:
        to.ask(f"Purge {memory_id}? There is no way back.", yes)
    to.client.memories.delete(memory_id, purge=purge)
    to.show({"deleted": memory_id, "purged": purge}, f"{memory_id} is {'purged' if purge else 'deleted; keepsake restore brings it back'}.")


def restore(to: Terminal, memory_id: Id) -> None:
    """Brings a deleted or archived memory back."""
    _done(to, to.client.memories.restore(memory_id))


def pin(to: Terminal, memory_id: Id) -> None:
    """Keeps it from fading, and tells it first."""
    _done(to, to.client.memories.pin(memory_id))


def unpin(to: Terminal, memory_id: Id) -> None:
    """It fades again."""
    _done(to, to.client.memories.unpin(memory_id))


def _done(to: Terminal, memory: models.MemoryView) -> None:
    to.show(memory, f"{memory.memory_id}  {memory.status}{', pinned' if memory.pinned else ''}: {memory.content}")


def _words(text: str | None, file: Path | None) -> str:
    if file is not None:
        return _read(file)
    return sys.stdin.read() if text == "-" else text or ""


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as err:
        raise typer.BadParameter(f"{file} is not a text in UTF-8", param_hint="--file") from err


def _events(text: str | None, file: Path | None) -> Iterator[str | EventInput]:
    if file is None or file.suffix != ".jsonl":
        yield _words(text, file)
        return
    for number, line in enumerate(_read(file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
        except ValueError as err:
            raise typer.BadParameter(f"line {number} of {file} is not JSON", param_hint="--file") from err
        yield event


def _filter(text: str | None) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError as err:
        raise typer.BadParameter(f"is not JSON: {err}", param_hint="--filter") from err


def _cells(numbers: dict[str, Any]) -> str:
    return ", ".join(f"{k} {v:g}" for k, v in numbers.items())
