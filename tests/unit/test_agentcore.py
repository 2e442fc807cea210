"""AgentCore's words in ours and back: ids, namespaces, payloads, metadata, scores and refusals."""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from keepsake import api, errors, gateway
from keepsake.agentcore import answers, memories, metadata, names, namespaces, payloads, refusals, requests, selection
from keepsake.errors import Conflict, Invalid, KeepsakeError, NotFound
from keepsake.records import MEASURED, Kind, Role, Trust, Type, Validity
from keepsake.records.banks import Strategy
from keepsake.records.kinds import Status
from keepsake.rules.recall import filters
from local.in_memory import NOW
from tests.builders import fact

PART = st.text("abcXYZ019-_:. ä", min_size=1, max_size=8).filter(lambda text: text.strip() == text)
TEMPLATES = (
    "/facts/{actorId}/", "/strategies/{memoryStrategyId}/actors/{actorId}", "summaries/{actorId}/{sessionId}",
    "/a/{sessionId}/of/{actorId}/", "/{actorId}", "/users/u-{actorId}/s-{sessionId}/end",
)  # fmt: skip


def strategy(template: str, kind: Any = "SEMANTIC", name: str = "facts", **fields: Any) -> Strategy:
    return Strategy(strategy_id=f"{name}-0123456789", name=name, type=kind, templates=(template,), created_at=NOW, **fields)


def bank(*strategies: Strategy) -> Any:
    made = memories.made("acme", requests.CreateMemory.model_validate({"name": "shop", "eventExpiryDuration": 30}), NOW)
    return made.model_copy(update={"strategies": strategies})


# ---------------------------------------------------------------- ids


@given(st.text("abcdef0123456789_", min_size=1, max_size=60).filter(lambda name: not name.startswith("-")))
def test_id_of_a_record_leads_back_to_ours(name: str) -> None:
    told = names.record(name)
    assert len(told) >= names.SHORTEST_RECORD
    assert told.startswith("mem-")
    assert names.record_named(told) == name


@given(*[st.integers(0, 150 * 365 * 86_400_000).map(lambda ms: datetime(1970, 1, 2, tzinfo=UTC) + timedelta(milliseconds=ms))] * 2)
def test_ids_of_events_sort_by_their_time_and_then_by_when_they_came(at: datetime, now: datetime) -> None:
    first = names.event(at, now)
    assert names.event_named(first) == first
    assert first < names.event(at + timedelta(milliseconds=1), now - timedelta(days=1))
    assert first < names.event(at, now + timedelta(microseconds=1))


@pytest.mark.parametrize("given", ["", "mem-", "mem-ks-", "mem-ks-----", "f_1", "mem-0123"])
def test_foreign_id_of_a_record_is_not_found(given: str) -> None:
    with pytest.raises(NotFound):
        names.record_named(given)


def test_memory_goes_by_its_id_and_by_its_arn() -> None:
    made = names.made("shop_1")
    assert names.memory(made) == (made, "shop_1")
    assert names.memory(f"arn:aws:bedrock-agentcore:eu-west-1:123456789012:memory/{made}") == (made, "shop_1")
    for wrong in ("shop", "shop-123", f"{made}\n", f"x/{made}", "arn:aws:s3:::memory/x", "1shop-0123456789"):
        with pytest.raises(NotFound):
            names.memory(wrong)


# ---------------------------------------------------------------- namespaces


@given(st.sampled_from(TEMPLATES), PART, PART, st.sampled_from(["", "/"]))
def test_template_is_read_backwards(template: str, actor: str, session: str, end: str) -> None:
    """Where a template has the actor and the session within one part, the names may hold no sign of the template's own."""
    one = strategy(template)
    namespace = namespaces.filled(template, one.strategy_id, actor, session).strip("/") + end
    (place,) = namespaces.places([one], namespace, exact=True)
    assert place.actor == actor
    assert place.session in (session, None)
    assert (place.session is None) == ("{sessionId}" not in template)
    assert namespaces.normal(place.namespace(actor, session)) == namespaces.normal(namespace)


@given(st.sampled_from(TEMPLATES), PART, PART, st.integers(0, 6))
def test_every_path_above_a_namespace_leads_to_its_strategy(template: str, actor: str, session: str, cut: int) -> None:
    one = strategy(template)
    namespace = namespaces.filled(template, one.strategy_id, actor, session)
    path = "/" + "/".join(namespaces.parts(namespace)[:cut])
    (place,) = namespaces.places([one], path, exact=False)
    assert place.actor in (None, actor)
    assert path in namespaces.above(namespace) or cut > len(namespaces.parts(namespace))


def test_template_that_spells_out_more_is_right() -> None:
    """`/facts/ann` could be the actor `facts/ann` of the other one."""
    wide, narrow = strategy("/{actorId}", name="wide"), strategy("/facts/{actorId}", name="narrow")
    for namespace, exact, actor in (
        ("/facts/ann", True, "ann"),
        ("/facts/ann", False, "ann"),
        ("/facts", False, None),
        ("/bob", True, "bob"),
    ):
        found = namespaces.places([wide, narrow], namespace, exact=exact)
        assert [p.actor for p in found] == [actor]
    assert len(namespaces.places([narrow, strategy("/facts/{actorId}", name="twin")], "/facts/ann", exact=True)) == 2


def test_event_that_names_no_session_is_of_the_same_one_when_it_is_sent_again() -> None:
    assert names.session("t") == names.session("t") != names.session("u")
    assert names.session(None) != names.session(None)


def test_actor_may_hold_a_slash() -> None:
    (place,) = namespaces.places([strategy("/facts/{actorId}/")], "/facts/team/ann", exact=True)
    assert place.actor == "team/ann"


@pytest.mark.parametrize("namespace", ["/other/ann", "/facts", "/facts/ann/more/of/it/x" + "/y" * 30, "/facts/*", "*"])
def test_what_no_template_makes_is_no_place(namespace: str) -> None:
    one = strategy("/facts/{actorId}/sessions/{sessionId}")
    try:
        assert namespaces.places([one], namespace, exact=True) == []
    except Invalid:
        assert "*" in namespace or namespace.count("/") > namespaces.MOST_PARTS


@pytest.mark.parametrize("template", ["/{team}", "/{actorId}/{actorId}", "/a*", "/x" * 30])
def test_template_that_could_not_be_read_backwards_is_refused(template: str) -> None:
    with pytest.raises(Invalid):
        namespaces.checked(template)


@pytest.mark.timeout(60)
def test_hostile_namespace_is_read_at_once() -> None:
    """Whoever sends it: a thousand signs that fit each variable in each way, and then none. Tried one by one they end with the universe."""
    assert namespaces.places([strategy("/{actorId}/a/{sessionId}/b")], "/" + "a/" * 19, exact=True) == []
    assert namespaces.places([strategy("{actorId}-{sessionId}-b")], "/" + "a-" * 500, exact=True) == []


# ---------------------------------------------------------------- what is sought


def test_preferences_are_told_apart_only_where_a_strategy_tells_them() -> None:
    facts, likes = strategy("/facts/{actorId}"), strategy("/likes/{actorId}", "USER_PREFERENCE", "likes")
    liked = fact("Ann likes tea.", memory_id="f_1").model_copy(update={"type": Type.PREFERENCE})
    other = fact("Ann lives in Rome.", memory_id="f_2").model_copy(update={"type": Type.PROFILE})

    def seen(held: Any, namespace: str) -> list[str]:
        passes = filters.compiled(selection.sought(held, namespace, None, None, ()).filter)
        return [m.memory_id for m in (liked, other) if passes(m)]

    assert seen(bank(facts), "/facts/ann") == ["f_1", "f_2"]
    assert seen(bank(facts, likes), "/facts/ann") == ["f_2"]
    assert seen(bank(facts, likes), "/likes/ann") == ["f_1"]


def test_record_put_under_a_namespace_is_found_there_and_above_alone() -> None:
    held = bank(strategy("/facts/{actorId}"))
    one = fact("Ann sings.").model_copy(update={"metadata": selection.under("/facts/ann/", None)})

    def seen(**at: str) -> bool:
        sought = selection.sought(held, at.get("exact"), at.get("path"), None, ())
        return bool(filters.compiled(sought.filter)(one))

    assert seen(exact="facts/ann")
    assert seen(path="/facts/ann/")
    assert seen(path="/facts")
    assert seen(path="/")
    assert not seen(exact="/facts/bob")
    assert not seen(exact="/other")
    assert not seen(path="/other")


def test_session_and_actor_are_those_of_the_namespace() -> None:
    held = bank(strategy("/sums/{actorId}/{sessionId}", "SUMMARIZATION", "sums"), strategy("/facts/{actorId}"))
    sought = selection.sought(held, "/sums/ann/s1", None, None, ())
    assert (sought.actor, sought.session, sought.told) == ("ann", "s1", False)
    assert sought.summaries is not None
    assert selection.sought(held, None, "/", None, ()).actor is None
    assert selection.sought(held, None, None, "facts-0123456789", ()).kinds == (Kind.FACT,)


# ---------------------------------------------------------------- payloads


def items(*payload: Any) -> tuple[requests.Item, ...]:
    return tuple(gateway.checked(requests.Item, p) for p in payload)


def conversational(text: str, role: str = "USER") -> dict[str, Any]:
    return {"conversational": {"content": {"text": text}, "role": role}}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("aä\"\\\n{😀", max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc#", max_size=4), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip
TEXT = st.text('ab cä.\n"{}😀', min_size=1, max_size=60)
BLOCK = st.fixed_dictionaries({"text": TEXT}) | st.fixed_dictionaries({"toolUse": JSON}) | st.just({"text": ""})
WRAPPED = st.builds(
    lambda blocks, style: json.dumps({"message": {"role": "user", "content": blocks}, "message_id": 1}, **style),
    st.lists(BLOCK, max_size=4),
    st.sampled_from(payloads._STYLES),
)
PAYLOAD = st.lists(
    st.builds(conversational, TEXT | WRAPPED, st.sampled_from(sorted(payloads.ROLES)))
    | st.builds(lambda blob: {"blob": blob}, JSON.filter(lambda value: value is not None)),
    max_size=4,
)


@given(PAYLOAD)
def test_payload_comes_back_as_it_was_given(payload: list[Any]) -> None:
    count = itertools.count()
    frame, said = payloads.taken(items(*payload), lambda: f"e{next(count)}")
    kept = json.loads(json.dumps(frame))
    assert payloads.told(kept, {s.event_id: s.text for s in said}) == payload
    assert len({s.event_id for s in said}) == len(said)
    assert all(s.text for s in said)


@given(PAYLOAD)
def test_frame_holds_no_word_of_a_message(payload: list[Any]) -> None:
    text = "zq" * 20
    frame, said = payloads.taken(items(conversational(text), *payload), iter(f"e{n}" for n in range(999)).__next__)
    assert text not in json.dumps(frame)
    assert said[0].text == text


@given(st.text("ab cä.\n😀", min_size=1), st.integers(0, 3))
def test_long_text_is_cut_into_pieces_that_join_to_it(text: str, times: int) -> None:
    whole = text * (1 + times * (30_000 // len(text)))
    pieces = payloads.pieces_of(whole)
    assert "".join(pieces) == whole
    assert all(len(piece.encode()) <= payloads.MOST_PIECE for piece in pieces)


def test_message_whose_words_are_gone_is_left_out() -> None:
    frame, said = payloads.taken(items(conversational("one"), {"blob": 2}, conversational("three")), iter(["a", "b"]).__next__)
    assert payloads.told(frame, {said[1].event_id: "three"}) == [{"blob": 2}, conversational("three")]


def test_roles_are_ours() -> None:
    assert payloads.ROLES == {"USER": Role.USER, "ASSISTANT": Role.ASSISTANT, "TOOL": Role.TOOL, "OTHER": Role.SYSTEM}


@pytest.mark.parametrize(
    "payload",
    [{}, {"blob": None}, {"blob": 1} | conversational("x"), conversational(""), conversational("x", "BOSS"), {"json": {"content": {}}}],
)
def test_payload_that_is_none_is_refused(payload: Any) -> None:
    with pytest.raises(Invalid):
        items(payload)


# ---------------------------------------------------------------- metadata


VALUE = (
    st.builds(lambda v: {"stringValue": v}, st.text(min_size=1, max_size=9))
    | st.builds(lambda v: {"numberValue": v}, st.floats(-1e9, 1e9))
    | st.builds(lambda v: {"stringListValue": v}, st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=5))
    | st.builds(lambda v: {"dateTimeValue": v}, st.integers(0, 4_000_000_000))
)
VALUES = st.dictionaries(st.text("ab.%#", min_size=1, max_size=6), VALUE, max_size=5)


@given(VALUES)
def test_metadata_comes_back_with_its_types(values: dict[str, Any]) -> None:
    kept = metadata.plain({k: requests.Value.model_validate(v) for k, v in values.items()})
    assert metadata.typed(json.loads(json.dumps(kept))) == values
    assert not any("." in key for key in kept)


@given(VALUES, st.text("ab.%#", min_size=1, max_size=6))
def test_filters_find_what_has_the_key(values: dict[str, Any], key: str) -> None:
    kept = fact("Ann sings.").model_copy(
        update={"metadata": metadata.plain({k: requests.Value.model_validate(v) for k, v in values.items()})}
    )

    def passes(operator: str, right: Any = None) -> bool:
        asked = {"left": {"metadataKey": key}, "operator": operator} | ({"right": {"metadataValue": right}} if right else {})
        (expression,) = metadata.filters([gateway.checked(requests.Condition, asked)])
        return bool(filters.compiled(expression)(kept))

    assert passes("EXISTS") == (key in values)
    assert passes("NOT_EXISTS") == (key not in values)
    if key in values:
        assert passes("EQUALS_TO", values[key])


def test_operator_without_a_value_of_its_kind_is_refused() -> None:
    for asked in ({"operator": "EQUALS_TO"}, {"operator": "BEFORE", "right": {"metadataValue": {"numberValue": 1.0}}}):
        condition = requests.Condition.model_validate({"left": {"metadataKey": "k"}} | asked)
        with pytest.raises(Invalid):
            metadata.filters([condition])


# ---------------------------------------------------------------- answers


@pytest.mark.parametrize(
    ("at", "seconds"), [(1777716000, 1777716000.0), (1777716000.25, 1777716000.25), ("2026-05-02T10:00:00Z", 1777716000.0)]
)
def test_time_is_seconds_or_a_text(at: Any, seconds: float) -> None:
    asked = requests.CreateEvent.model_validate({"actorId": "a", "eventTimestamp": at, "payload": []})
    assert answers.seconds(asked.event_timestamp) == seconds


@pytest.mark.parametrize("at", [True, None, "yesterday", 1e300, -1e18, [1], 1e11])
def test_time_that_is_none_is_refused(at: Any) -> None:
    with pytest.raises(ValidationError):
        requests.CreateEvent.model_validate({"actorId": "a", "eventTimestamp": at, "payload": []})


def item(name: str, cosine: float | None) -> api.RecallItem:
    return api.RecallItem(
        memory_id=name, kind=Kind.FACT, content="x", score=1.0, legs={} if cosine is None else {"cosine": cosine}, trust=Trust.TRUSTED,
        validity=Validity.ACTIVE, status=Status.ACTIVE, event_ids=(),
    )  # fmt: skip


@given(st.lists(st.none() | st.floats(-1, 1), max_size=8))
def test_scores_fall_with_the_rank_and_lie_between_0_and_1(cosines: list[float | None]) -> None:
    told = list(answers.scores([item(f"f_{n}", c) for n, c in enumerate(cosines)], MEASURED).values())
    assert told == sorted(told, reverse=True)
    assert all(0 <= score <= 1 for score in told)
    assert len(told) == len(cosines)


def test_answer_to_a_question_scores_a_half_and_the_same_words_1() -> None:
    for cosine, score in ((MEASURED.answers, 0.5), (MEASURED.same, 1.0), (1.0, 1.0), (-0.5, 0.0), (None, 0.5)):
        assert answers.scores([item("f", cosine)], MEASURED) == {"f": score}


OURS = [e for e in vars(errors).values() if isinstance(e, type) and issubclass(e, KeepsakeError) and e.__module__ == errors.__name__]
MODELED = {
    "AccessDeniedException": 403, "ConflictException": 409, "ResourceNotFoundException": 404, "RetryableConflictException": 409,
    "ServiceException": 500, "ThrottledException": 429, "UnknownOperationException": 404, "ValidationException": 400,
}  # fmt: skip


@pytest.mark.parametrize("kind", OURS)
def test_every_error_of_ours_is_one_of_the_service_model(kind: type[KeepsakeError]) -> None:
    err = kind.__new__(kind)
    KeepsakeError.__init__(err, "It did not work.")
    reply = refusals.refusal(err, "q1")
    assert MODELED[reply.body["__type"]] == reply.status
    assert reply.headers["x-amzn-ErrorType"] == reply.body["__type"]
    assert reply.body["message"] == "It did not work."


def test_conflict_that_passes_is_to_be_tried_again() -> None:
    assert refusals.refusal(Conflict("Being processed.", retry_after_s=2), "q1").body["__type"] == "RetryableConflictException"
    assert refusals.refusal(Conflict("Held."), "q1").body["__type"] == "ConflictException"


def test_wrong_field_is_named() -> None:
    reply = refusals.refusal(Invalid("x: is wrong", errors=[{"field": "x", "message": "is wrong"}]), "q1")
    assert reply.body["fieldList"] == [{"name": "x", "message": "is wrong"}]
    assert reply.body["reason"] == "FieldValidationFailed"
