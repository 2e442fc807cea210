"""Row O8: nothing that the API accepts makes a worker raise anything but "a dependency is away"."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from keepsake import api, gateway
from keepsake.errors import Conflict, Invalid
from keepsake.flows.intake.retain import retain
from keepsake.records import Progress
from keepsake.routes import BY_NAME
from tests.builders import scope
from tests.world import World

WHEN = st.one_of(
    st.integers(0, 109_000).map(lambda days: (datetime(1900, 1, 1, tzinfo=UTC) + timedelta(days=days, seconds=days)).isoformat()),
    st.sampled_from([
        "1900-01-01T00:00:00+14:00", "1900-01-01T00:00:00Z", "2200-12-31T23:59:59-12:00", "2024-02-29T00:00:00Z", "2026-05-02T10:00:00Z",
    ]),
)  # fmt: skip
LONG = st.integers(1, 5_000).map(lambda n: "9" * n)
PHRASES = st.sampled_from(
    (
        "yesterday|tomorrow|last month|next year|in 9000 years|9999 weeks ago|for 3 years|since 1847|in May|on 31 February|at 25:61"
        "|next century|I moved from Boston to Denver|my budget is 800 euros|actually it is 1000|I was born in 0001|by 9999-12-31"
        "|scratch that|no wait|I never said that|my sister Ana|she is 41|filter price 500-800|size = 42|viewed 4 shoes|reviews with 'soft'"
        "|two days before the war of 1066|the day after 31 December 9999|12.12.9999|0000-00-00|30/02/2026|at 7"
    ).split("|")
)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
SIGNS = st.sampled_from(["\n", ". ", "!", ", and ", "\u202e", "\x00", "```", "(("])
SAID = st.lists(st.one_of(PHRASES, WORDS, LONG, SIGNS), min_size=1, max_size=12).map(" ".join)
KINDS = st.sampled_from(
    ["message", "search", "click", "view", "filter", "save", "dwell", "skip", "purchase", "tool_call", "order_placed", "candidate"]
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(10**40), 10**40), st.floats(allow_nan=False, allow_infinity=False), WORDS)
NESTED = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3), max_leaves=8)
METADATA = st.dictionaries(WORDS, NESTED, max_size=4)
NAMES = st.text(min_size=1, max_size=60)
EVENTS = st.fixed_dictionaries(
    {"content": SAID, "event_type": KINDS, "role": st.sampled_from(["user", "assistant", "system", "tool"])},
    optional={"timestamp": WHEN, "metadata": METADATA, "name": NAMES, "page": WORDS, "event_id": NAMES},
)
FACTS = st.fixed_dictionaries(
    {"content": SAID.filter(bool)},
    optional={
        "valid_from": st.sampled_from(["1000-01-01T00:00:00Z", "1066-10-14T00:00:00Z", "2999-01-01T00:00:00Z"]), "expires_at": WHEN,
        "metadata": METADATA, "importance": st.floats(0, 1), "trust_score": st.floats(allow_nan=False, allow_infinity=False),
        "slot": st.fixed_dictionaries({"category": SAID, "feature": SAID, "value": SAID}), "labels": st.lists(WORDS, max_size=3),
        "event_ids": st.lists(st.text(min_size=1, max_size=60), max_size=3), "subject": WORDS,
    },
)  # fmt: skip
REQUESTS = st.fixed_dictionaries(
    {}, optional={"events": st.lists(EVENTS, min_size=1, max_size=4), "facts": st.lists(FACTS, min_size=1, max_size=2),
                  "candidates": st.lists(st.fixed_dictionaries({"content": SAID}), min_size=1, max_size=2),
                  "exchange": st.fixed_dictionaries({"user": SAID, "assistant": SAID})},
)  # fmt: skip


def parsed(body: dict[str, Any]) -> api.RetainRequest | None:
    """As the front door reads it; None for what it refuses."""
    event = {"body": json.dumps(body), "isBase64Encoded": False}
    try:
        read = gateway.checked(BY_NAME["POST /retain"].body, gateway.masked(gateway.read_json(event)))
    except Invalid:
        return None
    assert isinstance(read, api.RetainRequest)
    return read


def everything(world: World, request: api.RetainRequest) -> None:
    """What happens to a batch, upkeep, a recall of its words and a year of fading included."""
    try:
        retain(world.store, world.extracting, scope(), request, None, world.now)
    except Conflict:  # an id that was used before
        return
    work = world.extracting.sent[-1]
    world.extract(work)
    world.summarise()
    world.project()
    world.upkeep()
    world.project()


def said(text: str, **fields: Any) -> dict[str, Any]:
    return {"events": [{"content": text} | fields]}


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(REQUESTS, min_size=1, max_size=2))
@example([said("I moved yesterday.", timestamp="1900-01-01T00:00:00+14:00")])
@example([said("I will be there tomorrow, and in 9000 years.", timestamp="2200-12-31T23:59:59-12:00")])
@example([said("viewed " + "9" * 4_301 + " shoes", event_type="view")])
@example([said("9" * 5_000 + "x", event_type="filter")])
@example([said("price = " + "1" * 5_000, event_type="filter"), said("I am " + "4" * 4_400 + " years old.")])
def test_nothing_that_is_accepted_stops_a_worker(bodies: list[dict[str, Any]]) -> None:
    world = World()
    for body in bodies:
        request = parsed(body)
        if request is not None:
            everything(world, request)
    assert all(e.progress is Progress.PROCESSED for e in world.events())


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(SAID, st.none() | WHEN)
def test_no_question_makes_a_recall_fail(query: str, now: str | None) -> None:
    world = World()
    world.tell("I moved from Boston to Denver last month.", "My budget is 800 euros.")
    body = {"query": query, "diagnostics": True} | ({"now": now} if now else {})
    try:
        api.RecallRequest.model_validate(body)
    except ValidationError:  # the API refuses it
        return
    world.recall(**body)


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59Z", "1899-12-31T23:59:59Z"])
def test_time_that_stands_for_none_is_refused_in_words(at: str) -> None:
    with pytest.raises(Invalid, match="outside of the years"):
        gateway.checked(api.RetainRequest, said("I moved yesterday.", timestamp=at))


@pytest.mark.parametrize("user", ["u" * 256, "é" * 85, "用" * 56])
def test_ids_of_any_letters_fit_into_the_tables_keys(user: str) -> None:
    world = World()
    owner = scope(user_id=user, container=user, session_id=user)
    world.tell("I live in Denver.", owner=owner, event_id=user)
    assert world.current() == ["I live in Denver"]


def test_id_that_would_not_fit_is_refused() -> None:
    with pytest.raises(Invalid, match="percent-encoded"):
        gateway.checked(api.RetainRequest, said("Hi.", event_id="用" * 60))


def test_year_of_fading_after_the_last_day_that_is_accepted() -> None:
    world = World()
    world.tell("I live in Denver.", at=datetime(2200, 12, 31, tzinfo=UTC) - timedelta(hours=1))
    assert world.current()
