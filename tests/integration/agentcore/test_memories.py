"""Memories as resources, by boto3: made, changed, deleted with what is in them; what could not be honoured is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake.errors import LostRace
from keepsake.flows.governance import banks, erase
from keepsake.records.erasure import Receipt
from tests.builders import scope
from tests.integration.agentcore.service import STRATEGIES, Service, created, names, put, refused, say


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


def erased(service: Service) -> int:
    """Carries out the erasures that wait. Returns how many."""
    world, done = service.world, 0
    places = erase.Places(world.store, world.index, world.files, world.blobs, [world.dead])
    while waiting := erase.waiting(world.store, world.now + timedelta(days=1)):
        for receipt in waiting:
            assert erase.erase(places, "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0).finished_at is not None
        done += len(waiting)
    return done


def left(service: Service, memory: str) -> list[banks.Remains]:
    return [r for r in banks.left_lying(service.world.store, service.world.now + timedelta(hours=1)) if r.container == memory]


def test_memory_that_is_deleted_takes_its_data_along(service: Service, data: Any) -> None:
    control = service.client("bedrock-agentcore-control")
    memory = service.memory()
    say(data, memory, "I live in Fennecville.", session="s1")
    created(data, memory, put("Fennecs are paid on Fridays.", "/company/rules"))
    service.inside.settle()
    control.delete_memory(memoryId=memory)
    assert erased(service) == 1
    assert left(service, memory) == []
    assert not any("Fennec" in text for text in service.world.store.texts().values())
    assert refused(lambda: data.list_actors(memoryId=memory))[0] == "ResourceNotFoundException"


def test_what_a_deletion_has_no_time_for_the_schedule_takes_away(service: Service, data: Any) -> None:
    world, memory, actors = service.world, service.memory(), 2 * banks.ACTORS_AT_ONCE + 1
    for number in range(actors):
        say(data, memory, "I live in Quokkaton.", actor=f"actor-{number}")
    created(data, memory, put("Quokkas are paid on Fridays.", "/company/rules"))
    service.inside.settle()
    service.left_ms = int(1_000 * banks.RESERVE_S)
    try:
        service.client("bedrock-agentcore-control").delete_memory(memoryId=memory)
    finally:
        service.left_ms = 29_000
    assert erase.waiting(world.store, world.now + timedelta(days=1)) == []
    time_left = iter([60.0, 60.0, 0.0])
    (remains,) = left(service, memory)
    assert not banks.clear(world.store, world.consolidating, remains, world.now, lambda: next(time_left))
    asked = [r for r in service.records() if isinstance(r, Receipt) and memory in r.containers]
    assert len(asked) == 2 * banks.ACTORS_AT_ONCE
    with pytest.raises(LostRace):
        banks.clear(world.store, world.consolidating, remains, world.now, lambda: 60.0)
    (remains,) = left(service, memory)
    assert banks.clear(world.store, world.consolidating, remains, world.now, lambda: 60.0)
    assert (erased(service), left(service, memory)) == (actors, [])
    assert not any("Quokka" in text for text in world.store.texts().values())


def test_what_waits_is_asked_for_once_however_often_the_schedule_comes(service: Service, data: Any) -> None:
    world, memory = service.world, service.memory()
    say(data, memory, "I live in Bilbyton.", actor="ann")
    service.inside.settle()
    world.accept(
        {"content": "Bilbies are paid on Fridays.", "timestamp": world.now.isoformat()}, owner=scope(container=memory, user_id=None)
    )
    service.client("bedrock-agentcore-control").delete_memory(memoryId=memory)
    for _ in range(3):  # what nobody has read yet waits, and its actor's erasure has not been carried out
        (remains,) = left(service, memory)
        assert not banks.clear(world.store, world.consolidating, remains, world.now, lambda: 60.0)
    assert len([r for r in service.records() if isinstance(r, Receipt) and memory in r.containers]) == 1
    service.inside.settle()
    (remains,) = left(service, memory)
    assert banks.clear(world.store, world.consolidating, remains, world.now, lambda: 60.0)
    assert (erased(service), left(service, memory)) == (1, [])


def test_memory_with_something_under_legal_hold_is_left_alone(service: Service, data: Any) -> None:
    control, memory = service.client("bedrock-agentcore-control"), service.memory()
    say(data, memory, "I live in Numbatville.", actor="ann")
    service.inside.settle()
    (held,) = service.inside.call("GET", "/memories", query={"container": memory, "user_id": "ann", "kind": "fact"})["memories"]
    service.inside.call("POST", f"/memories/{held['memory_id']}/hold", query={"container": memory, "user_id": "ann"})
    code, text = refused(lambda: control.delete_memory(memoryId=memory))
    assert (code, "legal hold" in text) == ("ConflictException", True)
    assert control.get_memory(memoryId=memory)["memory"]["id"] == memory
    assert (left(service, memory), erase.waiting(service.world.store, service.world.now + timedelta(days=1))) == ([], [])


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
    code, text = refused(lambda: control.create_memory(**({"name": f"n{next(names)}", "eventExpiryDuration": 30} | asked)))
    assert code == "ValidationException"
    assert text
