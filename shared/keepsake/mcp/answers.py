"""What the tools answer, out of what the flows do: for the host as data, for the model as words."""

from __future__ import annotations

from keepsake import api
from keepsake.mcp import tools
from keepsake.mcp.protocol import Outcome
from keepsake.records import Memory

TITLE_CHARS = 80


def added(done: api.RetainAnswer) -> Outcome:
    return Outcome(tools.Added(batch_id=done.batch_id, status=done.status, events=len(done.events)), "Remembered.")


def found(recalled: api.RecallAnswer) -> Outcome:
    """The words are those that a recall gives an agent, which say of each line what it is and how far to trust it."""
    rows = tuple(
        tools.Found(
            id=m.memory_id, kind=m.kind, memory=m.content, score=m.score, valid_from=_time(m.valid_from), why=tuple(m.why),
        )
        for m in recalled.memories
    )  # fmt: skip
    return Outcome(
        tools.FoundMemories(memories=rows, recall_id=recalled.recall_id), recalled.formatted_context if rows else "Nothing is known."
    )


def answered(said: api.ReflectAnswer) -> Outcome:
    sentences = tuple(tools.Sentence(text=s.text, memory_ids=tuple(s.memory_ids)) for s in said.sentences)
    return Outcome(tools.Answered(answer=said.answer, sentences=sentences, missing=tuple(said.missing)), said.answer)


def kept(listed: api.MemoryList) -> Outcome:
    rows = tuple(_kept(m.model_dump(mode="json")) for m in listed.memories)
    return Outcome(tools.KeptMemories(memories=rows, next_cursor=listed.next_cursor))


def _kept(view: dict[str, str]) -> tools.Kept:
    return tools.Kept(
        id=view["memory_id"], memory=view["content"], category=view["category"], subject=view["subject"], created_at=view["created_at"]
    )


def one(memory: Memory, case: api.CaseAnswer) -> Outcome:
    evidence = tuple(tools.Evidence(said=o.content, stance=o.stance, verdict=o.verdict, reason=o.reason) for o in case.observations)
    return Outcome(
        tools.OneMemory(
            id=memory.memory_id, memory=memory.content.summary, category=memory.category, subject=memory.subject, status=memory.status,
            validity=memory.validity, trust=memory.trust, confidence=memory.confidence, valid_from=memory.valid_from.isoformat(),
            valid_to=memory.valid_to.isoformat() if memory.valid_to else None, evidence=evidence,
            said=tuple(e.content for e in case.events),
        )
    )  # fmt: skip


def done(memory_id: str) -> Outcome:
    return Outcome(tools.Done(id=memory_id), "It is forgotten; it can be restored for 30 days.")


def results(recalled: api.RecallAnswer) -> Outcome:
    """As hosts that know `search` and `fetch` read them: the JSON is the words."""
    held = [m for m in recalled.memories if m.kind != "event"]
    rows = tuple(tools.Result(id=m.memory_id, title=m.content[:TITLE_CHARS], url=_address(m.memory_id)) for m in held)
    return Outcome(tools.Results(results=rows))


def document(memory: Memory) -> Outcome:
    text = memory.content.summary
    told = {"category": memory.category.value, "subject": memory.subject, "valid_from": memory.valid_from.isoformat()}
    return Outcome(tools.Document(id=memory.memory_id, title=text[:TITLE_CHARS], text=text, url=_address(memory.memory_id), metadata=told))


def _address(memory_id: str) -> str:
    return f"/v1/memories/{memory_id}"


def _time(value: object) -> str | None:
    return None if value is None else value.isoformat() if hasattr(value, "isoformat") else str(value)
