"""AgentCore Memory's API by AWS' own client, boto3, with each request answered by the function in this process."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import boto3
import pytest
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.exceptions import ClientError

from functions.agentcore.handler import DOOR, handler
from keepsake import api, bootstrap, ids
from keepsake.errors import Unavailable
from keepsake.flows.forgetting import reschedule
from keepsake.flows.governance import erase
from keepsake.flows.state import log
from keepsake.records import Event, StateRow
from local import in_process
from local.in_memory import World

AT = datetime(2026, 5, 2, 10, tzinfo=UTC)
STRATEGIES = [
    {"semanticMemoryStrategy": {"name": "facts", "namespaces": ["/facts/{actorId}/"]}},
    {"userPreferenceMemoryStrategy": {"name": "likes", "namespaces": ["/preferences/{actorId}/"]}},
    {"summaryMemoryStrategy": {"name": "sums", "namespaces": ["/summaries/{actorId}/{sessionId}/"]}},
]
ONCE = Config(retries={"total_max_attempts": 1})
ADMIN = {"permissions": "admin"}
SAID = "I live in Denver and I work as a pilot."
_names = itertools.count()


class Raw:
    """A body as botocore reads it."""

    def __init__(self, text: str) -> None:
        self._data = text.encode()

    def read(self, *_: Any, **__: Any) -> bytes:
        return self._data

    def stream(self, *_: Any, **__: Any) -> Iterator[bytes]:
        yield self._data


class Service:
    def __init__(self, inside: in_process.InProcess) -> None:
        self.inside, self.world = inside, inside.world
        self.left_ms = 29_000

    def client(self, plane: str = "bedrock-agentcore", tenant: str = "acme", **key: str) -> Any:
        """Holds a key of these bindings."""
        made = boto3.client(
            plane, region_name="eu-west-1", endpoint_url="http://keepsake.test/v1/agentcore", config=ONCE,
            aws_access_key_id="x", aws_secret_access_key="x", aws_session_token="the key",
        )  # fmt: skip
        authorizer = {"tenant": tenant, "key_id": "k1"} | (key or ADMIN)

        def send(request: Any, **_: Any) -> AWSResponse:
            assert request.headers["X-Amz-Security-Token"] == b"the key"
            place = urlsplit(request.url)
            body = request.body.decode() if isinstance(request.body, bytes) else request.body
            event = {
                "httpMethod": request.method, "resource": "/agentcore/{proxy+}", "path": place.path.removeprefix("/v1"),
                "headers": {k: v.decode() if isinstance(v, bytes) else v for k, v in request.headers.items()},
                "queryStringParameters": dict(part.split("=") for part in place.query.split("&") if part) or None, "body": body,
                "requestContext": {"requestId": "q1", "authorizer": authorizer},
            }  # fmt: skip
            context = SimpleNamespace(aws_request_id="q1", get_remaining_time_in_millis=lambda: self.left_ms)
            self.world.now += timedelta(seconds=1)
            reply = handler(event, context)
            return AWSResponse(request.url, reply["statusCode"], reply["headers"], Raw(reply["body"]))  # type: ignore[no-untyped-call]

        made.meta.events.register("before-send", send)
        return made

    def records(self) -> list[Any]:
        store = self.world.store
        return list(store.read(list(store.rows)).values())

    def memory(self, **fields: Any) -> str:
        asked = {"name": f"memory{next(_names)}", "eventExpiryDuration": 30, "memoryStrategies": STRATEGIES} | fields
        return str(self.client("bedrock-agentcore-control").create_memory(**asked)["memory"]["id"])


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with in_process.running(World()) as inside:
        yield Service(inside)


@pytest.fixture
def data(service: Service) -> Any:
    return service.client()


@pytest.fixture
def memory(service: Service) -> str:
    return service.memory()


def message(text: str, role: str = "USER") -> dict[str, Any]:
    return {"conversational": {"content": {"text": text}, "role": role}}


def say(data: Any, memory: str, *payload: Any, actor: str = "ann", session: str = "s1", at: datetime = AT, **fields: Any) -> dict[str, Any]:
    rows = [message(p) if isinstance(p, str) else p for p in payload]
    event: dict[str, Any] = data.create_event(memoryId=memory, actorId=actor, sessionId=session, eventTimestamp=at, payload=rows, **fields)[
        "event"
    ]
    return event


def listed(data: Any, memory: str, actor: str = "ann", session: str = "s1", **fields: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = data.list_events(memoryId=memory, actorId=actor, sessionId=session, **fields)["events"]
    return rows


def texts(records: list[dict[str, Any]]) -> list[str]:
    return [r["content"]["text"] for r in records]


def found(data: Any, memory: str, query: str = "Where does the user live?", **fields: Any) -> list[dict[str, Any]]:
    criteria = {"searchQuery": query} | fields.pop("criteria", {})
    rows: list[dict[str, Any]] = data.retrieve_memory_records(memoryId=memory, searchCriteria=criteria, **fields)["memoryRecordSummaries"]
    return rows


def refused(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(ClientError) as raised:
        act()
    error = raised.value.response["Error"]
    return error["Code"], error["Message"]


# ---------------------------------------------------------------- events


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


# ---------------------------------------------------------------- records


@pytest.fixture(scope="module")
def told(service: Service) -> str:
    """A memory to which Ann and Bob have spoken."""
    memory, data = service.memory(), service.client()
    say(data, memory, SAID, "I love Italian food.", session="s1")
    say(data, memory, "I have a sister called Wilhelmine.", session="s2")
    say(data, memory, "I live in Oslo.", actor="bob", session="s1")
    service.inside.settle()
    return memory


def test_records_are_found_by_the_namespace_of_their_strategy(data: Any, told: str) -> None:
    facts = found(data, told, namespace="/facts/ann/")
    assert any("Denver" in t for t in texts(facts))
    assert not any("Italian" in t or "Oslo" in t for t in texts(facts))
    assert {n for r in facts for n in r["namespaces"]} == {"/facts/ann/"}
    assert all(0 <= r["score"] <= 1 for r in facts)
    assert [r["score"] for r in facts] == sorted((r["score"] for r in facts), reverse=True)
    assert any("Italian" in t for t in texts(found(data, told, "food", namespacePath="/preferences/ann")))
    assert any("Oslo" in t for t in texts(found(data, told, namespace="facts/bob")))


def test_summary_of_a_session_tells_what_was_said_in_it(data: Any, told: str) -> None:
    (summary,) = found(data, told, "family", namespace="/summaries/ann/s2/")
    assert "Wilhelmine" in summary["content"]["text"]
    assert "Denver" not in summary["content"]["text"]
    assert summary["namespaces"] == ["/summaries/ann/s2/"]
    assert {n for r in found(data, told, "family", namespacePath="/summaries/ann") for n in r["namespaces"]} == {
        "/summaries/ann/s1/", "/summaries/ann/s2/",
    }  # fmt: skip
    one = data.get_memory_record(memoryId=told, memoryRecordId=summary["memoryRecordId"])["memoryRecord"]
    assert one["content"] == summary["content"]
    assert found(data, told, "family", namespace="/summaries/ann") == [], "an exact namespace is no path"


def test_records_are_retrieved_in_pages(data: Any, told: str) -> None:
    asked: dict[str, Any] = {"memoryId": told, "namespace": "/facts/ann/", "searchCriteria": {"searchQuery": "Ann", "topK": 3}}
    pages = list(data.get_paginator("retrieve_memory_records").paginate(**asked, PaginationConfig={"PageSize": 1}))
    rows = [r for page in pages for r in page["memoryRecordSummaries"]]
    assert len(rows) == len({r["memoryRecordId"] for r in rows}) > 1
    assert texts(rows) == texts(found(data, told, "Ann", namespace="/facts/ann/", criteria={"topK": 3}))
    token = pages[0]["nextToken"]
    other = asked | {"searchCriteria": {"searchQuery": "Bob"}}
    assert refused(lambda: data.retrieve_memory_records(**other, nextToken=token))[0] == "ValidationException"


def test_records_of_nobody_in_particular_are_not_retrieved(data: Any, told: str) -> None:
    for place in ({"namespacePath": "/"}, {"namespacePath": "/facts/"}, {}):
        code, text = refused(lambda place=place: found(data, told, **place))
        assert (code, "namespace" in text) == ("ValidationException", True)


def test_records_are_listed_by_path_over_all_actors_in_pages(data: Any, told: str) -> None:
    pages = data.get_paginator("list_memory_records").paginate(memoryId=told, namespacePath="/", PaginationConfig={"PageSize": 2})
    rows = [r for page in pages for r in page["memoryRecordSummaries"]]
    assert len(rows) == len({r["memoryRecordId"] for r in rows})
    spaces = {n for r in rows for n in r["namespaces"]}
    assert spaces == {
        "/facts/ann/", "/preferences/ann/", "/facts/bob/", "/summaries/ann/s1/", "/summaries/ann/s2/", "/summaries/bob/s1/",
    }  # fmt: skip
    assert all("Oslo" in t for t in texts(data.list_memory_records(memoryId=told, namespace="/facts/bob/")["memoryRecordSummaries"]))


def test_strategy_is_another_way_to_say_it(service: Service, data: Any, told: str) -> None:
    strategies = service.client("bedrock-agentcore-control").get_memory(memoryId=told)["memory"]["strategies"]
    likes = next(s["strategyId"] for s in strategies if s["type"] == "USER_PREFERENCE")
    rows = data.list_memory_records(memoryId=told, memoryStrategyId=likes)["memoryRecordSummaries"]
    assert rows
    assert {n for r in rows for n in r["namespaces"]} == {"/preferences/ann/"}
    assert {r["memoryStrategyId"] for r in rows} == {likes}
    assert refused(lambda: data.list_memory_records(memoryId=told, memoryStrategyId="none-0123456789"))[0] == "ValidationException"


def created(data: Any, memory: str, *records: dict[str, Any], **fields: Any) -> list[str]:
    rows = [{"requestIdentifier": f"r{n}", "timestamp": AT} | r for n, r in enumerate(records)]
    done = data.batch_create_memory_records(memoryId=memory, records=rows, **fields)
    assert done["failedRecords"] == []
    return [r["memoryRecordId"] for r in done["successfulRecords"]]


def put(text: str, namespace: str, **fields: Any) -> dict[str, Any]:
    return {"content": {"text": text}, "namespaces": [namespace]} | fields


def test_record_that_is_put_is_found_under_its_namespace_alone(service: Service, data: Any) -> None:
    memory = service.memory()
    names = created(
        data, memory, put("Ann plays the cello.", "/facts/ann/"), put("Ann wants short answers.", "/preferences/ann/"),
        put("Refunds take five days.", "/company/rules"),
    )  # fmt: skip
    service.inside.settle()
    assert all(len(name) >= 40 and name.startswith("mem-") for name in names)
    assert texts(found(data, memory, "music", namespace="/facts/ann/")) == ["Ann plays the cello."]
    assert texts(found(data, memory, "music", namespacePath="/preferences/ann")) == ["Ann wants short answers."]
    assert texts(found(data, memory, "refunds", namespacePath="/company")) == ["Refunds take five days."]
    assert found(data, memory, "refunds", namespace="/company") == []
    one = data.get_memory_record(memoryId=memory, memoryRecordId=names[2])["memoryRecord"]
    assert (one["namespaces"], one["content"]["text"]) == (["/company/rules"], "Refunds take five days.")


def test_put_records_keep_their_metadata_and_are_filtered_by_it(service: Service, data: Any) -> None:
    memory = service.memory()
    when = datetime(2026, 4, 1, tzinfo=UTC)
    kept = {
        "level": {"numberValue": 3.0}, "a.b": {"stringValue": "x"}, "at": {"dateTimeValue": when}, "tags": {"stringListValue": ["p", "q"]},
    }  # fmt: skip
    created(data, memory, put("Ann plays the cello.", "/facts/ann/", metadata=kept), put("Ann sings.", "/facts/ann/"))
    service.inside.settle()

    def by(key: str, operator: str, **value: Any) -> list[str]:
        condition: dict[str, Any] = {"left": {"metadataKey": key}, "operator": operator}
        if value:
            condition["right"] = {"metadataValue": value}
        asked = {"memoryId": memory, "namespace": "/facts/ann/", "metadataFilters": [condition]}
        rows = texts(data.list_memory_records(**asked)["memoryRecordSummaries"])
        assert rows == texts(found(data, memory, "Ann", namespace="/facts/ann/", criteria={"metadataFilters": [condition]}))
        return rows

    cello = ["Ann plays the cello."]
    assert by("level", "EQUALS_TO", numberValue=3) == cello
    assert by("level", "GREATER_THAN", numberValue=2) == by("level", "LESS_THAN_OR_EQUALS", numberValue=3) == cello
    assert by("level", "LESS_THAN", numberValue=3) == []
    assert by("a.b", "EQUALS_TO", stringValue="x") == cello
    assert by("tags", "CONTAINS", stringValue="q") == by("tags", "EQUALS_TO", stringListValue=["p", "q"]) == cello
    assert by("at", "BEFORE", dateTimeValue=AT) == by("at", "AFTER", dateTimeValue=AT - timedelta(days=60)) == cello
    assert by("level", "EXISTS") == cello
    assert by("level", "NOT_EXISTS") == ["Ann sings."]
    (row,) = [r for r in data.list_memory_records(memoryId=memory, namespace="/facts/ann/")["memoryRecordSummaries"] if "metadata" in r]
    assert row["metadata"] == kept


def test_put_again_with_the_same_token_is_one_record(service: Service, data: Any) -> None:
    memory = service.memory()
    first = created(data, memory, put("Ann sings.", "/facts/ann/"), clientToken="t" * 40)
    assert created(data, memory, put("Ann sings.", "/facts/ann/"), clientToken="t" * 40) == first
    service.inside.settle()
    assert len(data.list_memory_records(memoryId=memory, namespace="/facts/ann/")["memoryRecordSummaries"]) == 1


def test_record_is_changed_and_deleted_for_good(service: Service, data: Any) -> None:
    memory = service.memory()
    first, second = created(data, memory, put("Ann plays the Quokkaphone.", "/facts/ann/"), put("Ann sings.", "/facts/ann/"))
    changed = data.batch_update_memory_records(
        memoryId=memory, records=[{"memoryRecordId": second, "timestamp": AT, "content": {"text": "Ann dances."}}]
    )
    assert [r["status"] for r in changed["successfulRecords"]] == ["SUCCEEDED"]
    assert data.get_memory_record(memoryId=memory, memoryRecordId=second)["memoryRecord"]["content"]["text"] == "Ann dances."
    data.delete_memory_record(memoryId=memory, memoryRecordId=first)
    assert refused(lambda: data.get_memory_record(memoryId=memory, memoryRecordId=first))[0] == "ResourceNotFoundException"
    assert not any("Quokkaphone" in text for text in service.world.store.texts().values())
    asked = [{"memoryRecordId": second}, {"memoryRecordId": first}, {"memoryRecordId": "x" * 40}]
    done = data.batch_delete_memory_records(memoryId=memory, records=asked)
    assert [r["memoryRecordId"] for r in done["successfulRecords"]] == [second]
    assert [r["errorCode"] for r in done["failedRecords"]] == [404, 404]


def test_batch_that_runs_out_of_time_says_what_is_left(service: Service, data: Any, memory: str) -> None:
    service.left_ms = 1_000
    try:
        records = [{"requestIdentifier": "r", "timestamp": AT} | put("Ann sings.", "/facts/ann/")]
        (failed,) = data.batch_create_memory_records(memoryId=memory, records=records)["failedRecords"]
    finally:
        service.left_ms = 29_000
    assert (failed["requestIdentifier"], failed["errorCode"]) == ("r", 503)


def test_record_expires(service: Service, data: Any) -> None:
    memory = service.memory()
    (name,) = created(data, memory, put("Ann sings.", "/facts/ann/"), recordExpirySpecification={"recordExpiryDurationDays": 31})
    told = data.get_memory_record(memoryId=memory, memoryRecordId=name)["memoryRecord"]
    assert timedelta(days=30) < told["expiresAt"] - told["createdAt"] <= timedelta(days=31)


# ---------------------------------------------------------------- memories, as resources


def test_memory_is_made_shown_changed_and_deleted(service: Service, data: Any) -> None:
    control = service.client("bedrock-agentcore-control")
    made = control.create_memory(name="shop", eventExpiryDuration=7, description="of a shop", memoryStrategies=STRATEGIES)["memory"]
    assert (made["name"], made["status"], made["eventExpiryDuration"]) == ("shop", "ACTIVE", 7)
    assert [s["type"] for s in made["strategies"]] == ["SEMANTIC", "USER_PREFERENCE", "SUMMARIZATION"]
    assert control.get_memory(memoryId=made["id"])["memory"] == made
    settings = service.inside.call("GET", f"/containers/{made['id']}/settings")["settings"]
    assert settings["events_days"]["value"] == 7
    first = made["strategies"][0]["strategyId"]
    changed = control.update_memory(
        memoryId=made["id"], description="of another", eventExpiryDuration=9, addIndexedKeys=[{"key": "k", "type": "NUMBER"}],
        memoryStrategies={
            "addMemoryStrategies": [{"episodicMemoryStrategy": {"name": "eps"}}], "deleteMemoryStrategies": [{"memoryStrategyId": first}],
            "modifyMemoryStrategies": [{"memoryStrategyId": made["strategies"][1]["strategyId"], "description": "likes"}],
        },
    )["memory"]  # fmt: skip
    assert (changed["description"], [s["name"] for s in changed["strategies"]]) == ("of another", ["likes", "sums", "eps"])
    assert changed["strategies"][0]["description"] == "likes"
    assert changed["indexedKeys"] == [{"key": "k", "type": "NUMBER"}]
    assert service.inside.call("GET", f"/containers/{made['id']}/settings")["settings"]["events_days"]["value"] == 9
    by_arn = data.list_actors(memoryId=made["arn"])
    assert by_arn["actorSummaries"] == []
    assert control.delete_memory(memoryId=made["id"])["status"] == "DELETING"
    assert refused(lambda: control.get_memory(memoryId=made["id"]))[0] == "ResourceNotFoundException"


def test_same_change_twice_is_one(service: Service) -> None:
    control, memory = service.client("bedrock-agentcore-control"), service.memory()
    added = {"addMemoryStrategies": [{"episodicMemoryStrategy": {"name": "eps"}}]}
    for _ in range(2):
        told = control.update_memory(memoryId=memory, memoryStrategies=added, clientToken="t" * 40)["memory"]
    assert [s["name"] for s in told["strategies"]] == ["facts", "likes", "sums", "eps"]
    assert refused(lambda: control.update_memory(memoryId=memory, memoryStrategies=added))[0] == "ValidationException"


def test_list_ends_a_page_when_time_is_short_and_goes_on(service: Service, data: Any, told: str) -> None:
    def every() -> tuple[list[str], int]:
        pages = list(data.get_paginator("list_memory_records").paginate(memoryId=told, namespacePath="/"))
        return [r["memoryRecordId"] for page in pages for r in page["memoryRecordSummaries"]], len(pages)

    whole, pages = every()
    service.left_ms = 1_000
    try:
        assert every()[0] == whole
        assert every()[1] > pages
    finally:
        service.left_ms = 29_000


def test_name_is_taken_once_and_the_same_request_twice_is_one_memory(service: Service) -> None:
    control = service.client("bedrock-agentcore-control")
    made = control.create_memory(name="once", eventExpiryDuration=7, clientToken="t" * 40)["memory"]
    assert control.create_memory(name="once", eventExpiryDuration=7, clientToken="t" * 40)["memory"] == made
    code, text = refused(lambda: control.create_memory(name="once", eventExpiryDuration=7))
    assert (code, "already exists" in text) == ("ValidationException", True)
    listed = control.get_paginator("list_memories").paginate(PaginationConfig={"PageSize": 2}).build_full_result()["memories"]
    assert [m["id"] for m in listed if m["id"].startswith("once-")] == [made["id"]]


def test_memory_that_is_deleted_takes_its_data_along(service: Service, data: Any) -> None:
    control = service.client("bedrock-agentcore-control")
    memory = service.memory()
    say(data, memory, "I live in Fennecville.", session="s1")
    created(data, memory, put("Fennecs are paid on Fridays.", "/company/rules"))
    service.inside.settle()
    control.delete_memory(memoryId=memory)
    world = service.world
    places = erase.Places(world.store, world.index, world.files, world.blobs, [world.dead])
    for receipt in erase.waiting(world.store, world.now + timedelta(days=1)):
        assert erase.erase(places, "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0).finished_at is not None
    assert not any("Fennec" in text for text in world.store.texts().values())
    assert refused(lambda: data.list_actors(memoryId=memory))[0] == "ResourceNotFoundException"


@pytest.mark.parametrize(
    "asked",
    [
        {"memoryStrategies": [{"customMemoryStrategy": {"name": "own", "configuration": {"semanticOverride": {}}}}]},
        {"streamDeliveryResources": {"resources": []}},
        {"encryptionKeyArn": "arn:aws:kms:eu-west-1:123456789012:key/1"},
        {"namespaceKeys": [{"key": "team"}]},
        {"memoryStrategies": [{"semanticMemoryStrategy": {"name": "a", "namespaces": ["/x/{team}"]}}]},
        {"memoryStrategies": [{"semanticMemoryStrategy": {"name": "a", "namespaces": ["/{actorId}/{actorId}"]}}]},
        {"memoryStrategies": [{"semanticMemoryStrategy": {"name": "a"}}, {"summaryMemoryStrategy": {"name": "a"}}]},
        {"eventExpiryDuration": 5000},
        {"name": "with-dash"},
    ],
)
def test_what_could_not_be_honoured_is_refused(asked: dict[str, Any], service: Service) -> None:
    control = service.client("bedrock-agentcore-control")
    code, text = refused(lambda: control.create_memory(**({"name": f"n{next(_names)}", "eventExpiryDuration": 30} | asked)))
    assert code == "ValidationException"
    assert text


# ---------------------------------------------------------------- who may


def test_key_that_is_bound_to_a_user_reaches_no_other_actor(service: Service, told: str) -> None:
    bob = service.client(permissions="read,write,admin", user_id="bob")
    assert [a["actorId"] for a in bob.list_actors(memoryId=told)["actorSummaries"]] == ["bob"]
    assert all("Oslo" in t for t in texts(found(bob, told, namespacePath="/facts")))
    record = found(service.client(), told, namespace="/facts/ann/")[0]["memoryRecordId"]
    event = listed(service.client(), told, "ann", "s2", includePayloads=False)[0]["eventId"]
    other = {"memoryId": told, "actorId": "ann", "sessionId": "s2"}
    for act in (
        lambda: say(bob, told, "hi", actor="ann"),
        lambda: bob.list_events(**other),
        lambda: bob.get_event(**other, eventId=event),
        lambda: bob.delete_event(**other, eventId=event),
        lambda: bob.list_sessions(memoryId=told, actorId="ann"),
        lambda: found(bob, told, namespace="/facts/ann/"),
        lambda: bob.list_memory_records(memoryId=told, namespace="/facts/ann/"),
        lambda: service.client("bedrock-agentcore-control", permissions="admin", user_id="bob").delete_memory(memoryId=told),
    ):
        assert refused(act)[0] == "AccessDeniedException"
    records = [{"requestIdentifier": "r", "timestamp": AT} | put("Ann sings.", "/facts/ann/")]
    assert [r["errorCode"] for r in bob.batch_create_memory_records(memoryId=told, records=records)["failedRecords"]] == [403]
    assert refused(lambda: bob.get_memory_record(memoryId=told, memoryRecordId=record))[0] == "ResourceNotFoundException"
    assert refused(lambda: bob.delete_memory_record(memoryId=told, memoryRecordId=record))[0] == "ResourceNotFoundException"
    spaces = {n for r in bob.list_memory_records(memoryId=told, namespacePath="/")["memoryRecordSummaries"] for n in r["namespaces"]}
    assert spaces == {"/facts/bob/", "/summaries/bob/s1/"}


def test_key_that_is_bound_to_a_container_reaches_no_other_memory(service: Service, told: str) -> None:
    other = service.memory()
    bound = service.client(permissions="read,write", containers=other)
    control = service.client("bedrock-agentcore-control", permissions="read,write", containers=other)
    assert bound.list_actors(memoryId=other)["actorSummaries"] == []
    for act in (
        lambda: bound.list_actors(memoryId=told),
        lambda: say(bound, told, "hi"),
        lambda: found(bound, told, namespace="/facts/ann/"),
        lambda: control.get_memory(memoryId=told),
        lambda: control.create_memory(name=f"n{next(_names)}", eventExpiryDuration=30),
    ):
        assert refused(act)[0] == "AccessDeniedException"
    assert [m["id"] for m in control.get_paginator("list_memories").paginate().build_full_result()["memories"]] == [other]


def test_session_token_of_another_tenant_finds_no_memory(service: Service, told: str) -> None:
    stranger = service.client(tenant="globex")
    assert refused(lambda: stranger.list_actors(memoryId=told))[0] == "ResourceNotFoundException"
    assert service.client("bedrock-agentcore-control", tenant="globex").list_memories()["memories"] == []


@pytest.mark.parametrize(
    ("permissions", "operation", "allowed"),
    [("read", op, DOOR.operations[op].permission == "read") for op in DOOR.operations]
    + [("write", op, DOOR.operations[op].permission == "write") for op in DOOR.operations],
)
def test_each_operation_needs_its_permission(permissions: str, operation: str, allowed: bool) -> None:
    method, pattern = operation.split(" ")
    path = "/agentcore" + "".join("/x" if part.startswith("{") else f"/{part}" for part in pattern.strip("/").split("/"))
    authorizer = {"tenant": "acme", "key_id": "k1", "permissions": permissions}
    event = {"httpMethod": method, "path": path, "body": "{}", "headers": {}, "requestContext": {"authorizer": authorizer}}
    with in_process.running(World()):
        reply = handler(event, in_process.CONTEXT)
    assert (json.loads(reply["body"]).get("__type") != "AccessDeniedException") == allowed


# ---------------------------------------------------------------- hostile


@pytest.mark.parametrize("token", ["", "x", "a" * 5000, "W10", "bnVsbA", "WyJhIiwgZmFsc2UsIDVd", "\u0000"])
def test_foreign_token_of_a_list_is_refused(token: str, data: Any, told: str) -> None:
    asked = {"memoryId": told, "nextToken": token}
    for act in (
        lambda: data.list_actors(**asked),
        lambda: data.list_events(**asked, actorId="ann", sessionId="s1"),
        lambda: data.list_sessions(**asked, actorId="ann"),
        lambda: data.list_memory_records(**asked, namespacePath="/"),
        lambda: data.retrieve_memory_records(**asked, namespace="/facts/ann/", searchCriteria={"searchQuery": "x"}),
    ):
        assert refused(act)[0] == "ValidationException"


@pytest.mark.parametrize("name", ["ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", "x" * 300, "\ud83d" * 5, "用" * 200])
def test_name_that_is_no_name_is_refused(name: str, data: Any, memory: str) -> None:
    for act in (lambda: listed(data, memory, name), lambda: listed(data, memory, "ann", name)):
        with contextlib.suppress(UnicodeError):  # the client cannot send it
            assert refused(act)[0] in ("ValidationException", "ResourceNotFoundException")


@pytest.mark.parametrize("event_id", ["1", "0#0", "0000001777716000000#zz", "../../x", "0" * 19 + "#" + "0" * 500])
def test_event_id_that_is_none_is_not_found(event_id: str, data: Any, memory: str) -> None:
    asked = {"memoryId": memory, "actorId": "ann", "sessionId": "s1", "eventId": event_id}
    assert refused(lambda: data.get_event(**asked))[0] == "ResourceNotFoundException"
    assert refused(lambda: data.delete_event(**asked))[0] == "ResourceNotFoundException"


def test_memory_that_is_none_is_not_found(data: Any) -> None:
    for name in ("nothing-here", "default-0123456789", "a" * 200, "arn:aws:bedrock-agentcore:eu-west-1:1:memory/x-0123456789"):
        assert refused(lambda name=name: data.list_actors(memoryId=name))[0] == "ResourceNotFoundException"


def test_events_are_counted_against_the_tenants_rate(data: Any, memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[dict[str, int]] = []
    limit = SimpleNamespace(take=lambda _tenant, _now, **amounts: taken.append(amounts))
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    say(data, memory, "one", "two", {"blob": 3}, session="rate")
    created(data, memory, put("Ann sings.", "/facts/ann/"))
    assert [t for t in taken if "events" in t] == [{"events": 2}, {"events": 1}]
    assert sum("requests" in t for t in taken) == 2


def test_most_bytes_of_the_native_api_are_the_doors() -> None:
    assert DOOR.operations["POST /memories/{memory}/events"].most_bytes == api.MOST_CARRIED_BYTES
    assert all(op.most_bytes <= api.MOST_CARRIED_BYTES for op in DOOR.operations.values())


def test_state_rows_of_an_application_are_no_events(service: Service, data: Any, memory: str) -> None:
    service.inside.call("POST", "/sessions/mixed/state", {"user_id": "ann", "container": memory, "data": {"mine": 1}})
    made = say(data, memory, {"blob": 1}, session="mixed")
    assert [e["eventId"] for e in listed(data, memory, session="mixed")] == [made["eventId"]]


def test_memories_of_a_door_are_of_the_native_api_too(service: Service, told: str) -> None:
    rows = service.inside.call("GET", "/memories", query={"container": told, "user_id": "ann", "kind": "fact"})["memories"]
    assert any("Denver" in r["content"] for r in rows)
