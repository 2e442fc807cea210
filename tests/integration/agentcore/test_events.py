"""Events by AWS' own client, boto3: they come back as they were given, in order, and go with all that rests on them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from keepsake import ids
from keepsake.errors import Unavailable
from keepsake.flows.forgetting import reschedule
from keepsake.flows.governance import erase
from keepsake.flows.state import log
from keepsake.records import Event, StateRow
from tests.integration.agentcore.service import AT, SAID, Service, found, listed, message, refused, say, texts


def test_event_comes_back_as_it_was_given(data: Any, memory: str) -> None:
    blob = {"checkpoint": [1, 2.5, None, "my password is hunter2"], "deep": {"ä": "\u2028"}}
    given = [message("Hello there."), message("Hi!", "ASSISTANT"), {"blob": blob}, {"blob": "plain"}]
    made = say(data, memory, *given, metadata={"kind": {"stringValue": "demo"}}, actor="team/ann:1", session="s-1")
    assert made["payload"] == given
    assert (made["actorId"], made["sessionId"], made["memoryId"]) == ("team/ann:1", "s-1", memory)
    assert made["eventTimestamp"] == AT
    assert made["metadata"] == {"kind": {"stringValue": "demo"}}
    assert "branch" not in made
    assert data.get_event(memoryId=memory, actorId="team/ann:1", sessionId="s-1", eventId=made["eventId"])["event"] == made
    assert listed(data, memory, "team/ann:1", "s-1") == [made]
    assert listed(data, memory, "team/ann:1", "s-1", includePayloads=False) == [made | {"payload": []}]


def test_what_is_said_is_masked_and_blobs_are_not(data: Any, memory: str) -> None:
    made = say(data, memory, "my password is hunter2", {"blob": "my password is hunter2"})
    said, blob = made["payload"]
    assert "hunter2" not in said["conversational"]["content"]["text"]
    assert blob == {"blob": "my password is hunter2"}


def test_strands_message_is_unwrapped_for_memory_and_comes_back_whole(service: Service, data: Any, memory: str) -> None:
    content = [{"text": "<user_context>Ann likes tea.</user_context>"}, {"text": SAID}, {"toolUse": {"name": "t", "input": {"a": 1}}}]
    wrapped = json.dumps({"message": {"role": "user", "content": content}, "message_id": 0})
    made = say(data, memory, wrapped, session="strands")
    assert made["payload"][0]["conversational"]["content"]["text"] == wrapped
    events = [r for r in service.records() if isinstance(r, Event) and r.scope.session_id == "strands"]
    assert [e.content for e in events] == [SAID]


def test_long_text_is_kept_in_pieces_and_comes_back_whole(data: Any, memory: str) -> None:
    text = "sentence with words. " * 4500
    made = say(data, memory, text, session="long")
    assert made["payload"] == [message(text)]


def test_events_are_listed_newest_first_in_pages(data: Any, memory: str) -> None:
    made = [say(data, memory, {"blob": n}, session="pages", at=AT + timedelta(milliseconds=n // 2)) for n in range(7)]
    asked = {"memoryId": memory, "actorId": "ann", "sessionId": "pages"}
    pages = list(data.get_paginator("list_events").paginate(**asked, PaginationConfig={"PageSize": 3}))
    rows = [event for page in pages for event in page["events"]]
    sizes = [len(page["events"]) for page in pages]
    assert sizes == [3, 3, 1]
    assert [r["eventId"] for r in rows] == [m["eventId"] for m in reversed(made)], "of one millisecond, the one that came last is first"


def test_unknown_sessions_and_actors_have_no_events(data: Any, memory: str) -> None:
    assert listed(data, memory, "nobody", "nowhere") == []
    assert data.list_sessions(memoryId=memory, actorId="nobody")["sessionSummaries"] == []


def test_events_are_filtered_by_metadata(data: Any, memory: str) -> None:
    for kind in ("a", "b", ""):
        say(data, memory, {"blob": kind}, session="meta", **({"metadata": {"kind": {"stringValue": kind}}} if kind else {}))

    def by(operator: str, value: str | None = None) -> list[Any]:
        condition: dict[str, Any] = {"left": {"metadataKey": "kind"}, "operator": operator}
        if value is not None:
            condition["right"] = {"metadataValue": {"stringValue": value}}
        return [e["payload"][0]["blob"] for e in listed(data, memory, session="meta", filter={"eventMetadata": [condition]})]

    assert by("EQUALS_TO", "a") == ["a"]
    assert by("EXISTS") == ["b", "a"]
    assert by("NOT_EXISTS") == [""]
    assert refused(lambda: by("EQUALS_TO"))[0] == "ValidationException"


def test_branches_are_listed_alone_and_with_what_they_begin_behind(data: Any, memory: str) -> None:
    def at(n: int, **branch: str) -> str:
        given = {"branch": branch} if branch else {}
        return str(say(data, memory, {"blob": n}, session="tree", at=AT + timedelta(seconds=n), **given)["eventId"])

    at(1)
    second = at(2)
    at(3)
    fork = at(4, name="fork", rootEventId=second)
    at(5, name="fork")
    at(6, name="twig", rootEventId=fork)

    def by(name: str, parents: bool) -> list[int]:
        branch = {"name": name, "includeParentBranches": parents}
        return [e["payload"][0]["blob"] for e in listed(data, memory, session="tree", filter={"branch": branch})]

    assert by("main", False) == [3, 2, 1]
    assert by("fork", False) == [5, 4]
    assert by("fork", True) == [5, 4, 2, 1]
    assert by("twig", True) == [6, 4, 2, 1]
    assert by("none", True) == []
    assert data.get_event(memoryId=memory, actorId="ann", sessionId="tree", eventId=fork)["event"]["branch"] == {
        "name": "fork", "rootEventId": second,
    }  # fmt: skip


def test_repeated_token_answers_the_first_event(data: Any, memory: str) -> None:
    first = say(data, memory, SAID, session="again", clientToken="t" * 40)
    again = say(data, memory, "Something else.", session="again", clientToken="t" * 40, at=AT + timedelta(hours=1))
    assert again == first
    assert len(listed(data, memory, session="again")) == 1
    assert say(data, memory, SAID, session="other", clientToken="t" * 40)["eventId"] != first["eventId"]


def test_event_is_kept_whole_or_not_at_all(service: Service, data: Any, memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_: Any, **__: Any) -> None:
        raise Unavailable("The queue does not answer.")

    monkeypatch.setattr(service.world.extracting, "send", down)
    before = set(service.world.store.rows)
    assert refused(lambda: say(data, memory, SAID, {"blob": "x" * 100_000}, session="half", clientToken="u" * 40))[0] == "ServiceException"
    monkeypatch.undo()
    assert not [r for r in service.records() if r.key not in before and isinstance(r, Event | StateRow)]
    assert not [p for p in service.world.blobs.values if "half" in p]
    assert listed(data, memory, session="half") == []
    made = say(data, memory, SAID, session="half", clientToken="u" * 40)
    assert [e["eventId"] for e in listed(data, memory, session="half")] == [made["eventId"]]


def test_large_blob_lies_in_the_bucket_and_goes_with_its_event(service: Service, data: Any, memory: str) -> None:
    blob = "".join(ids.digest(str(n)) for n in range(2_000))
    made = say(data, memory, {"blob": blob}, session="large")
    assert made["payload"] == [{"blob": blob}]
    inside = [p for p in service.world.blobs.values if made["eventId"] in p]
    assert len(inside) == 1
    data.delete_event(memoryId=memory, actorId="ann", sessionId="large", eventId=made["eventId"])
    assert not [p for p in service.world.blobs.values if made["eventId"] in p]


def test_page_of_large_events_ends_early(data: Any, memory: str) -> None:
    for n in range(4):
        say(data, memory, {"blob": str(n) * 2_500_000}, session="heavy", at=AT + timedelta(seconds=n))
    page = data.list_events(memoryId=memory, actorId="ann", sessionId="heavy")
    assert [e["payload"][0]["blob"][0] for e in page["events"]] == ["3", "2"]
    rest = data.list_events(memoryId=memory, actorId="ann", sessionId="heavy", nextToken=page["nextToken"])
    assert [e["payload"][0]["blob"][0] for e in rest["events"]] == ["1", "0"]


def test_what_one_answer_could_not_hold_is_refused(data: Any, memory: str) -> None:
    code, told = refused(lambda: say(data, memory, {"blob": '"' * 3_000_000}, session="quotes"))
    assert (code, "at most" in told) == ("ValidationException", True)


def test_deleted_event_is_gone_with_what_rests_on_it_alone(service: Service, data: Any, memory: str) -> None:
    made = say(data, memory, "I live in Quokkavale.", session="gone")
    service.inside.settle()
    assert any("Quokkavale" in t for t in texts(found(data, memory, namespace="/facts/ann/")))
    assert data.delete_event(memoryId=memory, actorId="ann", sessionId="gone", eventId=made["eventId"])["eventId"] == made["eventId"]
    service.inside.settle()
    assert refused(lambda: data.get_event(memoryId=memory, actorId="ann", sessionId="gone", eventId=made["eventId"]))[0] == (
        "ResourceNotFoundException"
    )
    assert not any("Quokkavale" in t for t in texts(found(data, memory, namespace="/facts/ann/")))
    assert not any("Quokkavale" in text for text in service.world.store.texts().values())


def test_event_whose_words_were_let_go_of_elsewhere_tells_no_word_of_them(service: Service, data: Any, memory: str) -> None:
    say(data, memory, "I live in Zebrafinchburg.", {"blob": 1}, session="elsewhere")
    service.inside.settle()
    (event,) = [r for r in service.records() if isinstance(r, Event) and "Zebrafinchburg" in r.content]
    service.inside.call("DELETE", f"/events/{event.event_id}", query={"user_id": "ann", "container": memory})
    assert [e["payload"] for e in listed(data, memory, session="elsewhere")] == [[{"blob": 1}]]


def test_erased_user_leaves_no_event(service: Service, data: Any, memory: str) -> None:
    say(data, memory, "I live in Wilhelmstadt.", {"blob": "x" * 300_000}, actor="erna", session="s1")
    service.inside.settle()
    world = service.world
    begun = service.inside.call("DELETE", "/users/erna", query={"container": memory})
    places = erase.Places(world.store, world.index, world.files, world.blobs, [world.dead])
    assert erase.erase(places, "acme", begun["receipt_id"], lambda: world.now, lambda: 60.0).finished_at is not None
    assert listed(data, memory, "erna") == []
    assert not any("Wilhelmstadt" in text for text in world.store.texts().values())


def test_event_whose_days_are_over_is_gone_with_its_blobs(service: Service, data: Any) -> None:
    memory = service.memory(eventExpiryDuration=3)
    blob = "".join(ids.digest(f"days{n}") for n in range(2_000))
    say(data, memory, {"blob": blob}, session="days")
    world, lapse = service.world, lambda: log.lapse(service.world.store, service.world.blobs, service.world.now, lambda: 60.0)
    assert lapse() == 0
    # Kept longer meanwhile: what was due is looked at again.
    service.client("bedrock-agentcore-control").update_memory(memoryId=memory, eventExpiryDuration=30)
    begun = world.now
    try:
        world.now = begun + timedelta(days=4)
        assert lapse() == 0
        assert len(listed(data, memory, session="days")) == 1
        world.now = begun + timedelta(days=31)
        assert lapse() >= 1
        assert listed(data, memory, session="days") == []
        assert not any(blob.encode() == text for text in world.blobs.values.values())
        assert lapse() == 0
    finally:
        world.now = begun


def test_shorter_days_reach_events_that_are_there(service: Service, data: Any) -> None:
    memory = service.memory(eventExpiryDuration=30)
    say(data, memory, {"blob": 1}, session="shorter")
    service.client("bedrock-agentcore-control").update_memory(memoryId=memory, eventExpiryDuration=3)
    world, begun = service.world, service.world.now
    try:
        world.now = begun + timedelta(days=4)
        assert reschedule.reschedule(world.store, world.now, lambda: 60.0)
        assert log.lapse(world.store, world.blobs, world.now, lambda: 60.0) >= 1
        assert listed(data, memory, session="shorter") == []
    finally:
        world.now = begun


def test_skipped_event_is_listed_and_makes_no_record(service: Service, data: Any, memory: str) -> None:
    say(data, memory, "I collect stamps.", actor="skip", extractionMode="SKIP")
    service.inside.settle()
    assert len(listed(data, memory, "skip")) == 1
    assert found(data, memory, "stamps", namespace="/facts/skip/") == []


def test_session_without_a_name_gets_one(data: Any, memory: str) -> None:
    event = data.create_event(memoryId=memory, actorId="ann", eventTimestamp=AT, payload=[{"blob": 1}])["event"]
    assert listed(data, memory, session=event["sessionId"]) == [event]


def test_actors_and_sessions_are_listed_in_pages(service: Service, data: Any) -> None:
    memory = service.memory()
    for n in range(5):
        say(data, memory, {"blob": n}, actor=f"a{n}", session="s")
        say(data, memory, {"blob": n}, actor="many", session=f"s{n}")
    pages = data.get_paginator("list_actors").paginate(memoryId=memory, PaginationConfig={"PageSize": 2})
    assert [a["actorId"] for page in pages for a in page["actorSummaries"]] == ["a0", "a1", "a2", "a3", "a4", "many"]
    sessions = data.get_paginator("list_sessions").paginate(memoryId=memory, actorId="many", PaginationConfig={"PageSize": 2})
    assert [s["sessionId"] for page in sessions for s in page["sessionSummaries"]] == ["s4", "s3", "s2", "s1", "s0"]
    (event,) = listed(data, memory, "many", "s4")
    data.delete_event(memoryId=memory, actorId="many", sessionId="s4", eventId=event["eventId"])
    left = data.list_sessions(memoryId=memory, actorId="many", filter={"eventFilter": "HAS_EVENTS"})["sessionSummaries"]
    assert [s["sessionId"] for s in left] == ["s3", "s2", "s1", "s0"]


def test_ingested_data_is_remembered(service: Service, data: Any) -> None:
    memory = service.memory()
    done = data.ingest_data(memoryId=memory, actorId="ann", contentTimestamp=AT, source={"inline": {"payload": [message(SAID)]}})
    service.inside.settle()
    assert found(data, memory, namespace="/facts/ann/")
    assert len(listed(data, memory, session=done["sessionId"])) == 1
