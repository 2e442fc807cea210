"""What a search leaves out is no more than what the gates hold back (row Q5)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Embedding, Event, Memory, Status, Trust, Validity
from keepsake.rules.indexing import documents
from keepsake.rules.recall import gates, legs, query
from tests.builders import DAY, NOW, event, fact, scope

TIMES = st.sampled_from([NOW + n * DAY for n in range(-2, 4)])
SOMETIMES = st.none() | TIMES
AGENTS = st.sampled_from(["a", "*", "a/b"])
READERS = st.builds(
    gates.Reader,
    scope=st.builds(scope, agent_id=st.none() | AGENTS),
    now=TIMES,
    supposed=SOMETIMES,
    as_of=SOMETIMES,
    known_at=SOMETIMES,
    include=st.lists(st.sampled_from(["archived", "deprecated"]), unique=True),
)
FACTS = st.builds(
    fact,
    status=st.sampled_from([s for s in Status if s is not Status.DELETED]),
    validity=st.sampled_from(Validity),
    trust=st.sampled_from(Trust),
    assistant_visible=st.booleans(),
    agent_scope=st.lists(AGENTS, max_size=2).map(tuple),
    valid_from=TIMES,
    recorded_at=TIMES,
    valid_to=SOMETIMES,
    superseded_at=SOMETIMES,
    expires_at=SOMETIMES,
)
EVENTS = st.builds(event, scope=st.builds(scope, agent_id=st.none() | AGENTS), timestamp=TIMES, recorded_at=TIMES)


@given(FACTS | EVENTS, READERS)
def test_what_the_gates_let_pass_is_searched(record: Memory | Event, reader: gates.Reader) -> None:
    fields = documents.document(record, None, Embedding(model="none", dimension=1)).fields
    asked = legs.told(legs.of(tuple(reader.kinds), query.read("Where does Ann live?"), (), [1.0], None), reader)
    mine = [leg for leg in asked if gates.kind_of(record) in leg.kinds]
    looked = [leg.name for leg in mine if leg.allows(fields)]
    if gates.held_by(record, reader) is None:
        found_by = {"event_words", "event_window", "event_sentences"} if isinstance(record, Event) else {"keyword", "vector"}
        among_others = {legs.OTHERS + name for name in found_by} if reader.include else set()
        assert found_by <= set(looked) or among_others & set(looked)
    for name in legs.MEMORY_LEGS:
        assert not {name, legs.OTHERS + name} <= set(looked), "what is told and the others have nothing in common"
