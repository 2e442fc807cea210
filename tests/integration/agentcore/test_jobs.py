"""AgentCore's jobs of extraction: what could not be read is told with its messages, and read again when it is asked for."""

from __future__ import annotations

from typing import Any

from keepsake.errors import ModelUnavailable
from keepsake.flows.governance import dead_letters
from keepsake.flows.governance.dead_letters import Message
from keepsake.records.dead_letters import letter_id
from tests.integration.agentcore.service import Service, found, message, names, refused, say, texts


def lost(service: Service, memory: str, *payload: Any, session: str = "s1", actor: str = "ann") -> tuple[str, str]:
    """A job whose message its queue gave up, after the model was down each time; and the event."""
    event = say(service.client(), memory, *payload, session=session, actor=actor)
    work, world = service.world.extracting.sent.pop(), service.world
    given = Message(f"id-{next(names)}", work.body(), 1000, world.now)
    dead_letters.note(world.store, given, ModelUnavailable("The model endpoint does not answer."), 0, world.now)
    assert dead_letters.give_up(world.store, "extract", given, world.now)
    return letter_id(given.message_id), event["eventId"]


def jobs(data: Any, memory: str, **asked: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = data.list_memory_extraction_jobs(memoryId=memory, **asked)["jobs"]
    return rows


def test_list_memory_extraction_jobs_tells_messages_and_reason(service: Service, memory: str) -> None:
    data = service.client()
    assert jobs(data, memory) == []
    job, event = lost(service, memory, "I live in Denver.", {"blob": "x"}, message("Noted.", "ASSISTANT"))
    (told,) = jobs(data, memory)
    assert told == {
        "jobID": job, "status": "FAILED", "failureReason": "ModelUnavailable: The model endpoint does not answer.", "actorId": "ann",
        "sessionId": "s1",
        "messages": {"messagesList": [{"eventId": event, "messageIndex": 0}, {"eventId": event, "messageIndex": 2}]},
    }  # fmt: skip


def test_list_memory_extraction_jobs_is_filtered_and_paged(service: Service, memory: str) -> None:
    data = service.client()
    first, second = (lost(service, memory, "I live in Denver.", session=s)[0] for s in ("s1", "s2"))
    third, _ = lost(service, memory, "I live in Oslo.", actor="bob")
    lost(service, service.memory(), "I live in Rome.")
    assert [j["jobID"] for j in jobs(data, memory)] == [first, second, third]
    assert [j["jobID"] for j in jobs(data, memory, filter={"actorId": "ann", "sessionId": "s2", "status": "FAILED"})] == [second]
    strategy = service.client("bedrock-agentcore-control").get_memory(memoryId=memory)["memory"]["strategies"][0]["strategyId"]
    assert {j["strategyId"] for j in jobs(data, memory, filter={"strategyId": strategy})} == {strategy}
    assert jobs(data, memory, filter={"strategyId": "another"}) == []
    page = data.list_memory_extraction_jobs(memoryId=memory, maxResults=2)
    assert [j["jobID"] for j in page["jobs"]] == [first, second]
    last = data.list_memory_extraction_jobs(memoryId=memory, maxResults=2, nextToken=page["nextToken"])
    assert ([j["jobID"] for j in last["jobs"]], "nextToken" in last) == ([third], False)


def test_start_memory_extraction_job_has_it_read(service: Service, memory: str) -> None:
    data = service.client()
    job, _ = lost(service, memory, "I live in Quokkavale.")
    for _ in range(2):
        assert data.start_memory_extraction_job(memoryId=memory, extractionJob={"jobId": job})["jobId"] == job
    assert jobs(data, memory) == []
    again = service.world.extracting.again
    assert list(again) == [job]
    service.world.extract(again[job])  # type: ignore[arg-type]
    service.inside.settle()
    assert any("Quokkavale" in t for t in texts(found(data, memory, namespace="/facts/ann/")))


def test_job_of_another_memory_actor_or_tenant_is_none(service: Service, memory: str) -> None:
    job, _ = lost(service, memory, "I live in Denver.")
    bob = service.client(permissions="read,write", user_id="bob")
    assert jobs(bob, memory) == []
    for data, where in ((service.client(), service.memory()), (bob, memory), (service.client(tenant="globex"), memory)):
        code, _ = refused(lambda d=data, w=where: d.start_memory_extraction_job(memoryId=w, extractionJob={"jobId": job}))  # type: ignore[misc]
        assert code == "ResourceNotFoundException"
    assert refused(lambda: service.client().start_memory_extraction_job(memoryId=memory, extractionJob={"jobId": "x"}))[0] == code


def test_job_whose_batch_has_lapsed_can_still_be_seen(service: Service, memory: str) -> None:
    data = service.client()
    job, _ = lost(service, memory, "I live in Denver.")
    service.world.store.rows = {k: v for k, v in service.world.store.rows.items() if not k.sk.startswith("BATCH")}
    (told,) = jobs(data, memory)
    assert (told["jobID"], told["messages"]) == (job, {"messagesList": []})
