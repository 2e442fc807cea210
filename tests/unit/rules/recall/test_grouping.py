"""Of several facts of one message, the one that is asked for stands for it (row Q4)."""

from __future__ import annotations

from keepsake.records import Embedding, Event, Memory
from keepsake.rules.indexing import documents
from keepsake.rules.recall import answering, grouping
from keepsake.rules.recall.fusion import Candidate
from tests.builders import NOW, event, fact

MADE_BY = Embedding(model="m", dimension=2)
NAMES_IT, ANSWERS = [1.0, 0.0], [0.0, 1.0]
"""Vectors of "im cofounder of Tarnlight" and of "where is it based?"."""


def own(content: str, memory_id: str, vector: list[float]) -> Memory:
    made = fact(content, memory_id=memory_id, event_ids=("m1",))
    said = made.content.model_copy(update={"structured": {"said_by": "user", "said_at": NOW.isoformat()}})
    return documents.with_vectors(made.model_copy(update={"content": said}), MADE_BY, [vector])


def told(bare: list[float] | None) -> list[str]:
    """How a message of two statements is told. The one that holds the question's name is nearer to the question as it is."""
    message = event(event_id="m1", content="im cofounder of Tarnlight, based in Bordeaux", memory_ids=("f_1", "f_2"))
    named, based = own("im cofounder of Tarnlight", "f_1", NAMES_IT), own("based in Bordeaux", "f_2", ANSWERS)
    pairs = [
        (Candidate(message.key, {}, {}, 1.6, 0.6), message),
        (Candidate(named.key, {}, {}, 0.7, 0.6), named),
        (Candidate(based.key, {}, {}, 0.4, 0.45), based),
    ]
    asked = answering.read("Where is Tarnlight based?", 0.3, bare, MADE_BY)
    kept = grouping.group(pairs, None, asked).kept
    return [r.event_id if isinstance(r, Event) else r.memory_id for _, r in kept]


def test_statement_that_answers_stands_for_its_message_before_the_one_that_holds_the_name() -> None:
    assert told(ANSWERS) == ["f_2", "m1"]


def test_without_vectors_the_nearest_stands_for_its_message() -> None:
    assert told(None) == ["f_1", "m1"]
