"""Row K4: a chat model is asked what statements change where the rules see nothing clear, and can do no more than the rules may."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake import telemetry
from keepsake.adapters.rules import RuleExtractor
from keepsake.claims import Changes, Chunk, Claim, Judgement
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.knowledge import decide, judging
from keepsake.ports import JudgedInPart
from keepsake.records import Kind, Memory, Validity
from keepsake.rules.knowledge import goes_on, judged
from tests.builders import DAY, NOW
from tests.unit.flows.governance.test_forget_event import everything, forget
from tests.unit.flows.knowledge.test_interleavings import QUICK
from tests.world import World

pytestmark = pytest.mark.usefixtures("either_bank")


class Judge:
    """A model that says of the statements that hold these words that they change those that hold the others."""

    name, prompt_version = "judge", "reconciliation-1"
    most_known, most_asked, most_beside = 60, 2, 8

    def __init__(self, *pairs: tuple[str, str, Changes]) -> None:
        self.pairs, self.requests = pairs, list[tuple[list[str], list[str]]]()

    def asks_of(self, said: Memory, known: Memory) -> bool:
        return said is not known

    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        """None where the statement is silent of doses."""
        return [0.9 if "vyvanse" in m.content.summary else 0.01 for m in known] if "up to" in said.content.summary else []

    def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
        assert nearest.keys() == {m.memory_id for m in said}
        assert set().union(*nearest.values()) >= {m.memory_id for m in known}
        self.requests.append(([m.content.summary for m in said], [m.content.summary for m in known]))
        return [
            Judgement(observation_id=o.memory_id, fact_id=f.memory_id, changes=changes)
            for o in said
            for f in known
            for new, old, changes in self.pairs
            if new in o.content.summary and old in f.content.summary and o.content.summary != f.content.summary
        ]


class Silent(Judge):
    def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
        del known, nearest
        self.requests.append(([m.content.summary for m in said], []))
        raise ModelUnavailable("It does not answer.")


def world_of(judge: Judge) -> World:
    world = World()
    world.reconciler = judge
    return world


def standing(world: World) -> dict[str, Validity]:
    return {f.content.summary: f.validity for f in world.memories()}


FLAT, SPLIT = "my girlfriend Ana and I share a flat in Lyon", "we split up"


def test_change_in_quite_other_words_ends_what_it_is_judged_to_end() -> None:
    world = world_of(Judge(("split", "girlfriend", Changes.ENDS)))
    world.tell(FLAT, "my boss is called Marta")
    world.tell(SPLIT, at=NOW + DAY)
    (old,) = [f for f in world.memories() if f.content.summary == FLAT]
    (new,) = [f for f in world.memories() if f.content.summary == SPLIT]
    assert (old.validity, old.valid_to) == (Validity.INVALID, NOW + DAY)
    assert [r.target for r in old.relations if r.type == "contradicted_by"] == [new.memory_id]
    assert old.change.reason.endswith("as judge judges")
    assert world.current() == ["my boss is called Marta", SPLIT]
    assert new.content.structured["judged"] == {"by": "judge", "prompt": "reconciliation-1", "changes": {old.memory_id: "ends"}}


class OfHerds(Judge):
    """Has nothing to say of what does not name a herd, and is shown two."""

    most_beside = 2

    def asks_of(self, said: Memory, known: Memory) -> bool:
        return said is not known and "herd" in known.content.summary


def test_the_nearest_of_those_that_it_asks_of_are_shown_whatever_lies_nearer() -> None:
    judge = OfHerds()
    world = world_of(judge)
    fields, herds = [f"the cows of field {n} were sold" for n in range(9)], [f"a herd of {n} goats" for n in (20, 30, 40)]
    world.tell(*fields, *herds)
    judge.requests.clear()
    world.tell("the cows were sold", at=NOW + DAY)
    ((_, shown),) = judge.requests
    assert len(shown) == judge.most_beside
    assert set(shown) <= set(herds)


class Declines(Judge):
    looked_at = 0

    def asks_of(self, said: Memory, known: Memory) -> bool:
        assert said is not known
        self.looked_at += 1
        return False


def test_of_many_that_are_known_only_the_nearest_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "LOOKED_AT", 5)
    judge = Declines()
    world = world_of(judge)
    world.tell(*(f"I keep {n} ducks in pond {n}" for n in range(20, 29)))
    judge.looked_at = 0
    world.tell("I keep geese", at=NOW + DAY)
    assert judge.looked_at == 5
    assert judge.requests == []


def test_without_a_judge_both_stay() -> None:
    world = World()
    world.tell(FLAT)
    world.tell(SPLIT, at=NOW + DAY)
    assert world.current() == [FLAT, SPLIT]


@pytest.mark.parametrize(
    ("said", "held", "changes"),
    [
        ("maybe we will split up", FLAT, Changes.ENDS),
        (SPLIT, FLAT, Changes.UNSURE),
        ("I moved to Lille", "I flew to Lyon in May", Changes.REPLACES),
    ],
    ids=["supposed", "unsure", "happened"],
)
def test_what_is_supposed_or_unsure_ends_nothing_and_what_happened_stays(said: str, held: str, changes: Changes) -> None:
    world = world_of(Judge((said, held, changes)))
    world.tell(held)
    world.tell(said, at=NOW + DAY)
    old, new = (next(f for f in world.memories() if f.content.summary.startswith(text)) for text in (held, said))
    assert (old.validity, new.validity) == (Validity.ACTIVE, Validity.ACTIVE)
    assert ("revises", old.memory_id) in [(r.type, r.target) for r in new.relations]


def test_statement_that_is_said_to_end_everything_ends_nothing() -> None:
    world = world_of(Judge(("starting over", "", Changes.ENDS)))
    facts = ["I live in Lyon", "my sister is called Ida", "I play the cello", "my dog is called Rex"]
    world.tell(*facts)
    world.tell("I'm starting over", at=NOW + DAY)
    assert set(facts) <= set(world.current())


def test_two_values_end_that_one_statement_replaces() -> None:
    world = world_of(Judge(("sold", "van", Changes.ENDS), ("sold", "trailer", Changes.ENDS)))
    world.tell("I drive a red van", "my trailer is in the barn", "I live in Lyon")
    world.tell("both of those were sold", at=NOW + DAY)
    assert world.current() == ["I live in Lyon", "both of those were sold"]


def test_instruction_is_ended_by_an_instruction_alone() -> None:
    world = world_of(Judge(("answer in German", "Berlin", Changes.REPLACES), ("in Munich", "German", Changes.REPLACES)))
    world.tell("I live in Berlin")
    world.tell("always answer in German from now on", at=NOW + DAY)
    world.tell("the office is in Munich", at=NOW + 2 * DAY)
    assert len(world.current()) == 3


def test_agents_and_tools_words_are_judged_by_nobody() -> None:
    judge = Judge(("", "", Changes.ENDS))
    world = world_of(judge)
    world.tell(FLAT)
    world.tell("The user split up with Ana.", at=NOW + DAY, role="tool", event_type="tool_call")
    assert FLAT in world.current()
    assert not any("split" in text for said, _ in judge.requests for text in said)


def test_model_that_fails_holds_nobody_up_and_the_observations_say_so() -> None:
    world = world_of(Silent())
    world.tell("I live in Lyon")
    world.tell("I live in Lille now", at=NOW + DAY)
    assert world.current() == ["I live in Lille now"]
    last = max(world.memories(Kind.OBSERVATION), key=lambda o: o.valid_from)
    assert last.content.structured[judged.JUDGED] == {"failed": ModelUnavailable.reason}


def test_nothing_is_asked_where_nothing_is_known() -> None:
    judge = Judge()
    world_of(judge).tell("I live in Lyon")
    assert judge.requests == []


def test_statements_of_one_request_change_each_other_but_not_within_a_message() -> None:
    world = world_of(Judge(("split", "girlfriend", Changes.ENDS), ("sister", "I live", Changes.ENDS)))
    world.tell(FLAT, "nothing new", SPLIT, "I live in Lyon, my sister lives in Lille")
    assert standing(world)[FLAT] is Validity.INVALID
    assert {"I live in Lyon", "my sister lives in Lille"} <= set(world.current())


def test_many_statements_are_bounded_in_requests_and_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "AT_ONCE", 3)
    judge = Judge()
    world = world_of(judge)
    world.tell(*(f"my friend number {n} is called Ann{n}" for n in range(12)))
    assert len(judge.requests) <= Judge.most_asked
    assert all(len(known) <= Judge.most_known for _, known in judge.requests)


def test_model_that_fails_is_asked_once_a_batch_and_all_that_it_was_to_judge_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decide, "AT_ONCE", 3)
    counted = list[tuple[str, int]]()
    monkeypatch.setattr(telemetry, "count", lambda name, value, **_: counted.append((name, value)))
    silent = Silent()
    world = world_of(silent)
    world.tell(*(f"my friend number {n} is called Ann{n}" for n in range(6)))
    failed = [o for o in world.memories(Kind.OBSERVATION) if judged.failed(o)]
    assert (len(silent.requests), len(failed)) == (1, 5), "nothing was known beside the first"
    assert sum(value for name, value in counted if name == "StatementsUnjudged") == 5


def told(world: World, question: str) -> list[tuple[str, str]]:
    world.project()
    return [(item.kind, item.content) for item in world.recall(question).memories]


def test_message_of_what_a_model_judged_to_be_over_is_still_told_as_what_was_said_then() -> None:
    world = world_of(Judge(("split", "girlfriend", Changes.ENDS)))
    world.tell(FLAT)
    world.tell(SPLIT, at=NOW + DAY)
    world.project()
    answer = world.recall("Who shares a flat in Lyon with my girlfriend?")
    ((kind, why),) = [(item.kind, item.why) for item in answer.memories if FLAT in item.content]
    assert kind == "event"
    assert any(reason.startswith("earlier, ") for reason in why)
    assert f"- earlier: [{NOW:%-d %B %Y}] user: {FLAT}" in answer.formatted_context


def test_message_of_what_is_told_again_in_the_order_of_events_is_told_as_before() -> None:
    world = world_of(Judge(("split", "girlfriend", Changes.ENDS)))
    world.tell(FLAT)
    world.tell(SPLIT, at=NOW + 2 * DAY)
    before = [f for f in world.memories() if f.content.summary == FLAT]
    world.tell("my girlfriend Ana and I share a flat in Lyon with her cat", at=NOW + DAY)
    after = [f for f in world.memories() if f.content.summary == FLAT]
    assert [judged.is_over(f) for f in (*before, *after)] == [True, True]


def test_message_of_what_the_words_themselves_end_is_not() -> None:
    world = world_of(Judge(("Bergen", "Oslo", Changes.REPLACES)))
    world.tell("I live in Oslo")
    world.tell("I live in Bergen now", at=NOW + DAY)
    assert not [content for _, content in told(world, "Where do I live, in Oslo?") if "Oslo" in content]


def test_what_was_judged_before_the_model_failed_counts_and_the_rest_says_so() -> None:
    class Halts(Judge):
        def judge(self, said: Sequence[Memory], known: Sequence[Memory], nearest: Mapping[str, Collection[str]]) -> list[Judgement]:
            raise JudgedInPart("it fell silent", super().judge(said, known, nearest), {said[-1].memory_id})

    world = world_of(Halts(("split", "girlfriend", Changes.ENDS)))
    world.tell(FLAT)
    world.tell(SPLIT, "I keep twelve bees in the garden", at=NOW + DAY)
    assert standing(world)[FLAT] is Validity.INVALID
    assert [judged.failed(o) for o in world.memories(Kind.OBSERVATION) if judged.failed(o)] == ["it fell silent"]


def test_nothing_is_asked_twice_though_another_writer_was_first(monkeypatch: pytest.MonkeyPatch) -> None:
    judge = Judge(("split", "girlfriend", Changes.ENDS))
    world = world_of(judge)
    world.tell(FLAT)
    write, races = decide._write, [LostRace("Another writer was first.")] * 3

    def raced(*args: Any) -> None:
        if races:
            raise races.pop()
        write(*args)

    monkeypatch.setattr(decide, "_write", raced)
    world.tell(SPLIT, at=NOW + DAY)
    assert (standing(world)[FLAT], len(judge.requests)) == (Validity.INVALID, 1)


def test_what_comes_late_is_told_again_by_the_judgements_that_were_made() -> None:
    judge = Judge(("split", "girlfriend", Changes.ENDS))
    world = world_of(judge)
    world.tell(FLAT)
    world.tell(SPLIT, at=NOW + 2 * DAY)
    asked = len(judge.requests)
    world.reconciler = None
    world.tell("my girlfriend Ana and I share a flat in Lyon", at=NOW + DAY)
    assert len(judge.requests) == asked
    assert standing(world)[FLAT] is Validity.INVALID


@QUICK
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.sampled_from(Changes)), max_size=12))
def test_whatever_a_model_says_no_words_are_lost_and_few_facts_end(told: list[tuple[int, int, Changes]]) -> None:
    said = ["I live in Lyon", "my sister is called Ida", "I play the cello", "my dog is called Rex", "we eat late"]
    world = world_of(Judge(*((said[new], said[old], changes) for new, old, changes in told)))
    times: list[datetime] = [NOW + n * DAY for n in range(len(said))]
    for text, at in zip(said, times, strict=True):
        world.tell(text, at=at)
    facts = world.memories()
    assert {f.content.summary for f in facts} == set(said)
    assert next(f for f in facts if f.content.summary == said[-1]).validity is Validity.ACTIVE
    for fact in facts:
        assert sum(r.type in ("supersedes", "contradicts") for r in fact.relations) <= judged.MOST
        assert (fact.validity is Validity.ACTIVE) == (fact.valid_to is None)


class Leaning(RuleExtractor):
    """As a model of filing tells it: what is put up to something needs an earlier message beside it."""

    def extract(self, chunk: Chunk) -> list[Claim]:
        return [c.model_copy(update={"goes_on": "up to" in c.content, "context": ""}) for c in super().extract(chunk)]


DOSE, MORE = "I started on 30 mg of vyvanse", "my doctor put me up to 50"
BESIDE = f'before: "{DOSE}"'


def leaning(judge: Judge, significance: float = 0.5) -> World:
    world = world_of(judge)
    world.configure(significance=significance)
    world.extractor = Leaning()
    world.tell(DOSE, event_id="m1")
    world.tell("my sister keeps bees", event_id="m2", at=NOW + DAY)
    world.tell(MORE, event_id="m3", at=NOW + 2 * DAY)
    return world


def contexts(world: World) -> dict[str, str | None]:
    return {f.content.summary: f.content.context for f in world.memories()}


def test_what_goes_on_from_an_earlier_message_has_its_words_beside_it_and_is_found_by_them() -> None:
    world = leaning(Judge())
    assert contexts(world) == {DOSE: None, "my sister keeps bees": None, MORE: BESIDE}
    found = world.recall("vyvanse", kinds=["fact"]).memories
    assert {m.content for m in found[:2]} == {DOSE, MORE}
    assert [m.context for m in found if m.content == MORE] == [BESIDE]


def test_what_it_goes_on_from_is_told_nowhere_once_it_is_forgotten() -> None:
    world = leaning(Judge(), significance=0.0)
    assert [e.content.summary for e in world.memories(Kind.EPISODE)] == [DOSE, "my sister keeps bees", MORE]
    assert "vyvanse" in everything(world)
    forget(world, "m1")
    assert "vyvanse" not in everything(world)
    assert contexts(world)[MORE] is None


def test_what_is_forgotten_while_a_batch_is_decided_stands_beside_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    world = world_of(Judge())
    world.extractor = Leaning()
    world.tell(DOSE, event_id="m1")
    write, races = decide._write, [None]

    def raced(*args: Any) -> None:
        if races:
            races.pop()
            forget(world, "m1")
        write(*args)

    monkeypatch.setattr(decide, "_write", raced)
    world.tell(MORE, event_id="m3", at=NOW + 2 * DAY)
    assert races == []
    assert contexts(world)[MORE] is None
    assert "vyvanse" not in everything(world)


def test_what_made_no_fact_of_its_own_stands_beside_nothing_since_nobody_who_forgets_it_would_find_that() -> None:
    world = world_of(Judge())
    world.extractor = Leaning()
    world.tell("I started on 30 mg of vyvanse", event_id="m1")
    again = {"content": "I started on 30 mg of vyvanse!", "timestamp": (NOW + DAY).isoformat(), "event_id": "m2"}
    more = {"content": MORE, "timestamp": (NOW + 2 * DAY).isoformat(), "event_id": "m3"}
    world.extract(world.accept(again, more))
    world.project()
    (fact,) = [f for f in world.memories() if f.content.summary == MORE]
    known = {f.memory_id for f in world.memories()}
    assert {r.target for r in fact.relations if r.type == "told_with"} <= known
    assert fact.content.context in (BESIDE, None)
    forget(world, "m1")
    forget(world, "m2")
    assert "vyvanse" not in everything(world)


class OfNuts(Judge):
    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        del said
        return [0.9 if "peanuts" in m.content.summary else 0.01 for m in known]


def test_words_of_an_event_that_is_forgotten_stand_beside_nothing_though_another_one_proves_their_fact() -> None:
    nuts = "I am allergic to peanuts, cashews, walnuts, almonds, hazelnuts, pecans, pistachios"
    world = world_of(OfNuts())
    world.extractor = Leaning()
    world.tell(f"{nuts} and brazils", event_id="m1")
    world.tell(nuts, event_id="m2", at=NOW + DAY)
    world.tell(MORE, event_id="m3", at=NOW + 2 * DAY)
    assert contexts(world) == {f"{nuts} and brazils": None, MORE: f'before: "{nuts} and brazils"'}
    forget(world, "m1")
    assert "brazils" not in everything(world)
    assert contexts(world) == {nuts: None, MORE: None}
    forget(world, "m1")  # a second time changes nothing


class Falters(Judge):
    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        del said, known
        raise ModelUnavailable("It does not answer.")


class Tells(Judge):
    def odds(self, said: Memory, known: Sequence[Memory]) -> Sequence[float]:
        self.requests.append(([said.content.summary], [m.content.summary for m in known]))
        return super().odds(said, known)


@pytest.mark.parametrize("judge", [Falters(), Silent()])
def test_where_no_model_tells_what_it_goes_on_from_nothing_stands_beside_it(judge: Judge) -> None:
    assert contexts(leaning(judge)) == {DOSE: None, "my sister keeps bees": None, MORE: None}


def test_of_a_model_that_is_slow_no_more_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "WITHIN_S", -1.0)
    assert contexts(leaning(Judge()))[MORE] is None


def test_a_message_that_goes_on_without_end_asks_little() -> None:
    judge = Tells()
    world = world_of(judge)
    world.extractor = Leaning()
    world.tell(*(f"I walk {n} dogs in town {n}" for n in range(30, 60)))
    judge.requests.clear()
    world.tell(". ".join(f"I put shop {n} up to {n}" for n in range(300, 340)), at=NOW + DAY)
    asked = [known for said, known in judge.requests if len(said) == 1]
    assert 0 < len(asked) <= 2 * judging.MOST_GOING_ON
    assert max(map(len, asked)) <= goes_on.MOST_BESIDE
