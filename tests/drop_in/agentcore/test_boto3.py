"""Every operation of the data plane and the control plane, by boto3."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import boto3
import pytest
from botocore.exceptions import ClientError
from waiting import until

ACTOR, SESSION = "team/ann:1", "session-1"
SAID = "I live in Denver and I work as a pilot."


def say(data: Any, memory_id: str, text: str = SAID, **fields: Any) -> dict[str, Any]:
    payload = [{"conversational": {"content": {"text": text}, "role": "USER"}}, {"blob": {"step": 1}}]
    asked = {"memoryId": memory_id, "actorId": ACTOR, "sessionId": SESSION, "eventTimestamp": datetime.now(UTC), "payload": payload}
    return data.create_event(**(asked | fields))["event"]


def facts(data: Any, memory_id: str) -> list[dict[str, Any]]:
    asked = {"memoryId": memory_id, "namespace": f"/facts/{ACTOR}/", "searchCriteria": {"searchQuery": "Where does she live?"}}
    return data.retrieve_memory_records(**asked)["memoryRecordSummaries"]


def put(data: Any, memory_id: str, *texts: str) -> list[str]:
    records = [
        {"requestIdentifier": f"r{n}", "namespaces": [f"/facts/{ACTOR}/"], "content": {"text": text}, "timestamp": time.time()}
        for n, text in enumerate(texts)
    ]
    done = data.batch_create_memory_records(memoryId=memory_id, records=records)
    assert done["failedRecords"] == []
    return [r["memoryRecordId"] for r in done["successfulRecords"]]


def test_create_event_and_get_event(data: Any, memory_id: str) -> None:
    made = say(data, memory_id, metadata={"kind": {"stringValue": "demo"}})
    assert made["payload"][0]["conversational"]["content"]["text"] == SAID
    assert data.get_event(memoryId=memory_id, actorId=ACTOR, sessionId=SESSION, eventId=made["eventId"])["event"] == made


def test_create_event_again_with_its_token(data: Any, memory_id: str) -> None:
    assert say(data, memory_id, clientToken="t" * 36) == say(data, memory_id, "Other words.", clientToken="t" * 36)


def test_list_events_by_branch_and_metadata(data: Any, memory_id: str) -> None:
    root = say(data, memory_id)["eventId"]
    fork = say(data, memory_id, branch={"name": "fork", "rootEventId": root}, metadata={"kind": {"stringValue": "demo"}})["eventId"]
    where = {"memoryId": memory_id, "actorId": ACTOR, "sessionId": SESSION}
    by = {"left": {"metadataKey": "kind"}, "operator": "EQUALS_TO", "right": {"metadataValue": {"stringValue": "demo"}}}

    def ids(**filters: Any) -> list[str]:
        return [e["eventId"] for e in data.list_events(**where, **({"filter": filters} if filters else {}))["events"]]

    assert ids() == [fork, root]
    assert ids(branch={"name": "fork"}) == ids(eventMetadata=[by]) == [fork]
    assert ids(branch={"name": "fork", "includeParentBranches": True}) == [fork, root]


def test_list_events_in_pages(data: Any, memory_id: str) -> None:
    made = [say(data, memory_id, f"I like the number {n}.")["eventId"] for n in range(5)]
    pages = data.get_paginator("list_events").paginate(
        memoryId=memory_id, actorId=ACTOR, sessionId=SESSION, PaginationConfig={"PageSize": 2}
    )
    assert [e["eventId"] for page in pages for e in page["events"]] == made[::-1]


def test_delete_event(data: Any, memory_id: str) -> None:
    where = {"memoryId": memory_id, "actorId": ACTOR, "sessionId": SESSION, "eventId": say(data, memory_id)["eventId"]}
    assert data.delete_event(**where)["eventId"] == where["eventId"]
    with pytest.raises(data.exceptions.ResourceNotFoundException):
        data.get_event(**where)


def test_list_actors_and_list_sessions(data: Any, memory_id: str) -> None:
    say(data, memory_id)
    assert data.list_actors(memoryId=memory_id)["actorSummaries"] == [{"actorId": ACTOR}]
    (found,) = data.list_sessions(memoryId=memory_id, actorId=ACTOR)["sessionSummaries"]
    assert (found["sessionId"], found["actorId"]) == (SESSION, ACTOR)


def test_ingest_data(data: Any, memory_id: str) -> None:
    payload = [{"conversational": {"content": {"text": SAID}, "role": "USER"}}]
    data.ingest_data(memoryId=memory_id, actorId=ACTOR, contentTimestamp=datetime.now(UTC), source={"inline": {"payload": payload}})
    assert any("Denver" in r["content"]["text"] for r in until(lambda: facts(data, memory_id)))


def test_retrieve_memory_records(data: Any, memory_id: str) -> None:
    say(data, memory_id)
    (first, *_) = until(lambda: facts(data, memory_id))
    assert "Denver" in first["content"]["text"]
    assert (first["namespaces"], first["score"] > 0) == ([f"/facts/{ACTOR}/"], True)


def test_list_get_and_delete_memory_record(data: Any, memory_id: str) -> None:
    say(data, memory_id)
    path = {"memoryId": memory_id, "namespacePath": "/facts"}
    (record, *_) = until(lambda: data.list_memory_records(**path)["memoryRecordSummaries"])
    name = record["memoryRecordId"]
    assert data.get_memory_record(memoryId=memory_id, memoryRecordId=name)["memoryRecord"]["content"] == record["content"]
    assert data.delete_memory_record(memoryId=memory_id, memoryRecordId=name)["memoryRecordId"] == name
    with pytest.raises(data.exceptions.ResourceNotFoundException):
        data.get_memory_record(memoryId=memory_id, memoryRecordId=name)


def test_batch_create_update_and_delete_memory_records(data: Any, memory_id: str) -> None:
    first, second = put(data, memory_id, "Ann lives in Denver.", "Ann plays the cello.")
    assert len(until(lambda: facts(data, memory_id), lambda rows: len(rows) == 2)) == 2
    change = {"memoryRecordId": second, "timestamp": time.time(), "content": {"text": "Ann plays the violin."}}
    assert data.batch_update_memory_records(memoryId=memory_id, records=[change])["failedRecords"] == []
    assert data.get_memory_record(memoryId=memory_id, memoryRecordId=second)["memoryRecord"]["content"]["text"] == "Ann plays the violin."
    done = data.batch_delete_memory_records(memoryId=memory_id, records=[{"memoryRecordId": first}, {"memoryRecordId": second}])
    assert [r["memoryRecordId"] for r in done["successfulRecords"]] == [first, second]


def test_create_get_update_list_and_delete_memory(control: Any, memory_id: str) -> None:
    assert control.get_memory(memoryId=memory_id)["memory"]["status"] == "ACTIVE"
    control.update_memory(memoryId=memory_id, description="changed", addIndexedKeys=[{"key": "k", "type": "STRING"}])
    assert control.get_memory(memoryId=memory_id)["memory"]["description"] == "changed"
    found = control.get_paginator("list_memories").paginate(PaginationConfig={"PageSize": 3})
    assert memory_id in [m["id"] for page in found for m in page["memories"]]
    other = control.create_memory(name=memory_id.split("-")[0] + "x", eventExpiryDuration=3)["memory"]["id"]
    assert control.delete_memory(memoryId=other)["status"] == "DELETING"
    with pytest.raises(control.exceptions.ResourceNotFoundException):
        control.get_memory(memoryId=other)


def test_list_and_start_memory_extraction_jobs(data: Any, memory_id: str) -> None:
    assert data.list_memory_extraction_jobs(memoryId=memory_id, filter={"actorId": ACTOR, "status": "FAILED"})["jobs"] == []
    with pytest.raises(data.exceptions.ResourceNotFoundException):
        data.start_memory_extraction_job(memoryId=memory_id, extractionJob={"jobId": "dl_none"})


def test_what_is_not_served_says_so(data: Any, control: Any, memory_id: str) -> None:
    own = {"customMemoryStrategy": {"name": "own", "configuration": {"semanticOverride": {}}}}
    with pytest.raises(control.exceptions.ValidationException, match="customMemoryStrategy"):
        control.create_memory(name="own", eventExpiryDuration=30, memoryStrategies=[own])
    with pytest.raises(data.exceptions.ValidationException, match="has to name the actor"):
        data.retrieve_memory_records(memoryId=memory_id, namespacePath="/", searchCriteria={"searchQuery": "x"})


def test_wrong_key_is_told_in_words(session: Any, memory_id: str) -> None:
    wrong = session.client("bedrock-agentcore", aws_session_token="ks_x", aws_access_key_id="x", aws_secret_access_key="x")
    with pytest.raises(ClientError, match="Send a valid API key"):
        wrong.list_actors(memoryId=memory_id)


def test_profile_alone(address: str, key: str, memory_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AWS_ENDPOINT_URL_BEDROCK_AGENTCORE", "AWS_ENDPOINT_URL_BEDROCK_AGENTCORE_CONTROL"):
        monkeypatch.delenv(name)
    places = "".join(f"{service} =\n  endpoint_url = {address}\n" for service in ("bedrock_agentcore", "bedrock_agentcore_control"))
    (tmp_path / "config").write_text(f"[profile keepsake]\nregion = us-west-2\nservices = keepsake\n[services keepsake]\n{places}")
    keys = f"aws_access_key_id = keepsake\naws_secret_access_key = unused\naws_session_token = {key}\n"
    (tmp_path / "credentials").write_text(f"[keepsake]\n{keys}")
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "config"))
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "credentials"))
    own = boto3.Session(profile_name="keepsake")
    assert own.client("bedrock-agentcore").list_actors(memoryId=memory_id)["actorSummaries"] == []
    assert own.client("bedrock-agentcore-control").get_memory(memoryId=memory_id)["memory"]["id"] == memory_id
