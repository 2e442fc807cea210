"""What the tools answer, out of what the flows do: for the host as data, for the model as words."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake import api
from keepsake.mcp import tools
from keepsake.mcp.protocol import Outcome
from keepsake.records import Event, Memory
from keepsake.rules import quoting
from keepsake.rules.knowledge import trust

TITLE_CHARS = 80
OF_A_CASE = ("junk", "outdated", "lapsed", "failed")
"""Gates that the evidence of a memory need not pass: what it rests on may be over, or kept no longer."""


def added(done: api.RetainAnswer) -> Outcome:
    return Outcome(tools.Added(batch_id=done.batch_id, status=done.status, events=len(done.events)), "Remembered.")


def found(recalled: api.RecallAnswer) -> Outcome:
    """The words are those that a recall gives an agent, which say of each line what it is and how far to trust it."""
    rows = tuple(
        tools.Found(
            id=m.memory_id, kind=m.kind, memory=m.quoted or m.content, score=m.score,
            valid_from=_time(m.valid_from), why=tuple(m.why),
        )
        for m in recalled.memories
    )  # fmt: skip
    return Outcome(
        tools.FoundMemories(memories=rows, recall_id=recalled.recall_id), recalled.formatted_context if rows else "Nothing is known."
    )


def answered(said: api.ReflectAnswer) -> Outcome:
    sentences = tuple(tools.Sentence(text=s.text, memory_ids=tuple(s.memory_ids)) for s in said.sentences)
    return Outcome(tools.Answered(answer=said.answer, sentences=sentences, missing=tuple(said.missing)), said.answer)


def kept(listed: Sequence[Memory], next_cursor: str | None) -> Outcome:
    rows = tuple(
        tools.Kept(
            id=m.memory_id, memory=_words(m), category=m.category, subject=m.subject, created_at=m.created_at.isoformat()
        )
        for m in listed
    )  # fmt: skip
    return Outcome(tools.KeptMemories(memories=rows, next_cursor=next_cursor))


def one(memory: Memory, case: api.CaseAnswer, told: Sequence[Event]) -> Outcome:
    """`told` are the events of its case that a model may be told."""
    by_id = {e.event_id: e for e in told}
    evidence = tuple(
        tools.Evidence(said=_said(o.content, by_id[first]), stance=o.stance, verdict=o.verdict, reason=o.reason)
        for o in case.observations
        if (first := next((e for e in o.event_ids if e in by_id), None)) is not None
    )
    said = (by_id[e.event_id] for e in case.events if e.event_id in by_id)
    return Outcome(
        tools.OneMemory(
            id=memory.memory_id, memory=_words(memory), category=memory.category, subject=memory.subject, status=memory.status,
            validity=memory.validity, trust=memory.trust, confidence=memory.confidence, valid_from=memory.valid_from.isoformat(),
            valid_to=memory.valid_to.isoformat() if memory.valid_to else None, evidence=evidence,
            said=tuple(_said(e.content, e) for e in said if e.lapsed_at is None),
        )
    )  # fmt: skip


def done(memory_id: str) -> Outcome:
    return Outcome(tools.Done(id=memory_id), "It is forgotten; it can be restored for 30 days.")


def results(recalled: api.RecallAnswer) -> Outcome:
    """As hosts that know `search` and `fetch` read them: the JSON is the words."""
    held = [m for m in recalled.memories if m.kind != "event"]
    titles = [quoting.marked(m.content[:TITLE_CHARS], m.trust, m.source_role) for m in held]
    rows = tuple(tools.Result(id=m.memory_id, title=t, url=_address(m.memory_id)) for m, t in zip(held, titles, strict=True))
    return Outcome(tools.Results(results=rows))


def document(memory: Memory) -> Outcome:
    """With how it stands: what is over is told as such."""
    title = quoting.marked(memory.content.summary[:TITLE_CHARS], memory.trust, memory.source_role)
    told = {
        "category": memory.category.value, "subject": memory.subject, "valid_from": memory.valid_from.isoformat(),
        "validity": memory.validity.value, "status": memory.status.value, "trust": memory.trust.value,
    } | ({"valid_to": memory.valid_to.isoformat()} if memory.valid_to else {})  # fmt: skip
    return Outcome(tools.Document(id=memory.memory_id, title=title, text=_words(memory), url=_address(memory.memory_id), metadata=told))


def _words(memory: Memory) -> str:
    return quoting.marked(memory.content.summary, memory.trust, memory.source_role)


def _said(text: str, event: Event) -> str:
    return quoting.marked(text, trust.of_event(event), event.role)


def _address(memory_id: str) -> str:
    return f"/v1/memories/{memory_id}"


def _time(value: object) -> str | None:
    return None if value is None else value.isoformat() if hasattr(value, "isoformat") else str(value)
