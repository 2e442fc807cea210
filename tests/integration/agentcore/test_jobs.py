"""AgentCore's jobs of extraction: what could not be read is told with its messages, and read again when it is asked for."""

from __future__ import annotations

from typing import Any

from keepsake import cursors, ids
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


def test_a_page_of_jobs_reads_what_it_tells_of_however_many_there_are(service: Service) -> None:
    read, calls = [], []
    for many in (20, 400):
        memory, data = service.memory(), service.client()
        for n in range(many):
            lost(service, memory, f"I have {n} cats.", session="s1" if n % 10 else "s2")
        store = service.world.store
        rows, before = store.rows_read, store.calls.total()
        page = data.list_memory_extraction_jobs(memoryId=memory, maxResults=10)
        assert (len(page["jobs"]), {len(j["messages"]["messagesList"]) for j in page["jobs"]}) == (10, {1})
        read.append(store.rows_read - rows)
        calls.append(store.calls.total() - before)
    assert read[0] == read[1] <= 10 * 4 + 5, "a letter, its batch, its event and its entry each"
    assert calls[0] == calls[1] <= 20
    store.calls.clear()
    rows = store.rows_read
    found = data.list_memory_extraction_jobs(memoryId=memory, maxResults=10, filter={"sessionId": "s2"})
    assert {j["sessionId"] for j in found["jobs"]} == {"s2"}
    assert store.rows_read - rows <= 2 * 200 + 2 * 10 + 5, "a letter and a batch each, until ten are of the session"
    assert store.calls.total() <= 20 + 3, "batches are read together"


def test_pages_of_jobs_tell_each_once(service: Service, memory: str) -> None:
    data = service.client()
    made = [lost(service, memory, f"I have {n} dogs.", session="s1" if n % 3 else "s2")[0] for n in range(12)]
    for wanted, asked in ((made, {}), (made[::3], {"filter": {"sessionId": "s2"}})):
        told, token = [], {}
        while True:
            page = data.list_memory_extraction_jobs(memoryId=memory, maxResults=3, **asked, **token)
            told += [j["jobID"] for j in page["jobs"]]
            if "nextToken" not in page:
                break
            token = {"nextToken": page["nextToken"]}
        assert told == wanted
    assert refused(lambda: data.list_memory_extraction_jobs(memoryId=memory, nextToken="x"))[0] == "ValidationException"
    lapsed = cursors.make(ids.owners("acme", memory), "DEAD#", "DEAD#yesterday#x")
    assert refused(lambda: data.list_memory_extraction_jobs(memoryId=memory, nextToken=lapsed))[0] == "ValidationException"


def test_a_job_of_more_messages_than_a_page_names_is_a_page_of_its_own(service: Service, memory: str) -> None:
    data = service.client()
    made = [lost(service, memory, *(f"I have {n} birds." for n in range(90)))[0] for _ in range(3)]
    page = data.list_memory_extraction_jobs(memoryId=memory)
    assert [(j["jobID"], len(j["messages"]["messagesList"])) for j in page["jobs"]] == [(made[0], 90), (made[1], 90)]
    last = data.list_memory_extraction_jobs(memoryId=memory, nextToken=page["nextToken"])
    assert [j["jobID"] for j in last["jobs"]] == made[2:]
