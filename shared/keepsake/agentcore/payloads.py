"""What an event of AgentCore brings: messages, which are remembered, and blobs, which are kept byte for byte.

The words of a message lie in our events alone, so that they are masked, read, let go of and erased as all that is said. What is kept of
the payload is its frame: roles, blobs, and which of our events hold which text. Strands' clients wrap a message into JSON: its texts are
taken out of it and put back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from keepsake.agentcore.requests import Conversational, CreateEvent, Item
from keepsake.api import MOST_EVENTS
from keepsake.flows.state.log import MAIN, Entry, New
from keepsake.records import Role
from keepsake.rules.recall.filters import wrong

ROLES = {"USER": Role.USER, "ASSISTANT": Role.ASSISTANT, "TOOL": Role.TOOL, "OTHER": Role.SYSTEM}
MOST_PIECE = 20_000
"""Bytes of a text that go into one event, which takes 32 KB with its metadata; AgentCore takes 100,000 characters."""
_CONTEXT = ("<user_context>", "</user_context>")
"""What Strands puts around the memories that it brings into a message: they were told by us, and are not said again."""
_STYLES: tuple[dict[str, Any], ...] = ({}, {"ensure_ascii": False}, {"ensure_ascii": False, "separators": (",", ":")})
"""How clients in Python and JavaScript write JSON."""


class Said(NamedTuple):
    """A text, or a piece of a long one, that becomes an event."""

    event_id: str
    role: Role
    text: str


def taken(payload: Sequence[Item], new_id: Callable[[], str]) -> tuple[list[dict[str, Any]], list[Said]]:
    """The frame of a payload, and what is said in it, in its order."""
    said: list[Said] = []
    frame = [_message(item.conversational, new_id, said) if item.conversational else {"blob": item.blob} for item in payload]
    return frame, said


def _message(message: Conversational, new_id: Callable[[], str], said: list[Said]) -> dict[str, Any]:
    text = message.content.text
    wrapped, style = _wrapped(text) or (None, 0)
    blocks = wrapped["message"]["content"] if wrapped else []
    places = [n for n, block in enumerate(blocks) if _words(block)]
    held = []
    for words in [blocks[n]["text"] for n in places] if wrapped else [text]:
        pieces = [Said(new_id(), ROLES[message.role], piece) for piece in pieces_of(words)]
        held.append([piece.event_id for piece in pieces])
        said += pieces
    frame: dict[str, Any] = {"role": message.role, "texts": held}
    if wrapped:
        for n in places:
            blocks[n]["text"] = None
        frame |= {"wrap": wrapped, "places": places, "style": style}
    return frame


def _wrapped(text: str) -> tuple[dict[str, Any], int] | None:
    """The JSON that a client put around a message, and how it is written; None for a text that is none, or would not come back as it
    was."""
    if not text.startswith("{"):
        return None
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # no JSON, or half of a surrogate pair in it
        return None
    message = value.get("message") if isinstance(value, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list) or not all(isinstance(block, dict) for block in content):
        return None
    return next(((value, style) for style, how in enumerate(_STYLES) if json.dumps(value, **how) == text), None)


def _words(block: Mapping[str, Any]) -> bool:
    text = block.get("text")
    said = text.strip() if isinstance(text, str) else ""
    return bool(said) and not (said.startswith(_CONTEXT[0]) and said.endswith(_CONTEXT[1]))


def pieces_of(text: str) -> list[str]:
    """The text in pieces that an event takes, cut between words where there are any; joined they are the text."""
    pieces = []
    while len(text.encode()) > MOST_PIECE:
        head = text.encode()[:MOST_PIECE].decode(errors="ignore")
        cut = max(head.rfind(" "), head.rfind("\n")) + 1
        cut = cut if cut > len(head) // 2 else len(head)
        pieces.append(text[:cut])
        text = text[cut:]
    return [*pieces, text]


def told(frame: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> list[dict[str, Any]]:
    """The payload again. A message whose words were let go of or deleted since is left out."""
    return [shown for item in frame if (shown := _shown(item, words)) is not None]


def _shown(item: Mapping[str, Any], words: Mapping[str, str]) -> dict[str, Any] | None:
    if "texts" not in item:
        return {"blob": item["blob"]}
    if not all(event_id in words for held in item["texts"] for event_id in held):
        return None
    texts = ["".join(words[event_id] for event_id in held) for held in item["texts"]]
    if "wrap" not in item:
        return {"conversational": {"content": {"text": texts[0]}, "role": item["role"]}}
    whole = json.loads(json.dumps(item["wrap"]))
    for place, text in zip(item["places"], texts, strict=True):
        whole["message"]["content"][place]["text"] = text
    return {"conversational": {"content": {"text": json.dumps(whole, **_STYLES[item["style"]])}, "role": item["role"]}}


def entry(asked: CreateEvent, entry_id: str, frame: list[dict[str, Any]], said: Sequence[Said]) -> New:
    """The event as it is logged."""
    branch = asked.branch
    return New(
        entry_id, asked.event_timestamp, frame, [s.text for s in said], branch.name if branch else None,
        branch.root_event_id if branch else None, _metadata(asked),
    )  # fmt: skip


def request(asked: CreateEvent, said: Sequence[Said]) -> dict[str, Any]:
    """What is said as a batch of events. Raises Invalid for more than a batch takes."""
    if len(said) > MOST_EVENTS:
        raise wrong("payload", f"takes at most {MOST_EVENTS} texts of {MOST_PIECE} bytes")
    shared = {"timestamp": asked.event_timestamp.isoformat(), "metadata": _metadata(asked)}
    rows = [{"event_id": s.event_id, "role": s.role.value, "content": s.text, **shared} for s in said]
    return {"events": rows, "extract": asked.extraction_mode != "SKIP"}


def _metadata(asked: CreateEvent) -> dict[str, Any]:
    return {k: v.string_value for k, v in asked.metadata.items()}


def event(memory_id: str, entry: Entry) -> dict[str, Any]:
    """An entry of a session's log as AgentCore tells it."""
    scope = entry.row.scope
    shown: dict[str, Any] = {
        "memoryId": memory_id, "actorId": scope.user_id, "sessionId": scope.session_id, "eventId": entry.row.row_id,
        "eventTimestamp": entry.at.timestamp(), "payload": told(entry.frame, entry.words) if entry.frame is not None else [],
    }  # fmt: skip
    if entry.metadata:
        shown["metadata"] = {k: {"stringValue": v} for k, v in entry.metadata.items()}
    if entry.row.branch != MAIN or entry.root:
        shown["branch"] = {"name": entry.row.branch} | ({"rootEventId": entry.root} if entry.root else {})
    return shown
