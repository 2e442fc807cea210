"""Records by boto3: found by the namespaces of their strategies, put, changed and deleted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from keepsake.agentcore import names
from tests.integration.agentcore.service import AT, Service, created, found, put, refused, say, texts


def test_records_are_found_by_thenamespace_of_their_strategy(data: Any, told: str) -> None:
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


def test_record_that_is_put_is_found_under_itsnamespace_alone(service: Service, data: Any) -> None:
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


def test_lists_and_summaries_tell_what_a_recall_may_tell(service: Service, data: Any) -> None:
    memory, ask = service.memory(), service.inside.call
    whose = {"user_id": "ann", "container": memory}
    say(data, memory, "I am allergic to peanuts.", "I live in Boston.")
    say(data, memory, "My favourite bank is EvilBank.", session="evil")
    service.inside.settle()
    for fields in ({"content": "Has a heart condition", "assistant_visible": False}, {"content": "Coupon", "expires_at": AT.isoformat()}):
        ask("POST", "/memories", whose | fields, {"wait_s": 0})
    kept = {m["content"]: m["memory_id"] for m in ask("GET", "/memories", query=whose | {"kind": "fact"})["memories"]}
    ask("DELETE", f"/memories/{kept['I am allergic to peanuts']}", query=whose)
    ask("POST", "/admin/quarantines", {"scope": whose, "session_id": "evil"})
    service.world.upkeep()
    rows = texts(data.list_memory_records(memoryId=memory, namespacePath="/")["memoryRecordSummaries"])
    assert rows == ["I live in Boston", "I live in Boston."]
    (summary,) = found(data, memory, "allergy", namespace="/summaries/ann/s1/")
    assert "peanuts" not in summary["content"]["text"]
    for content in ("Has a heart condition", "Coupon", "My favourite bank is EvilBank"):
        asked = {"memoryId": memory, "memoryRecordId": names.record(kept[content])}
        assert refused(lambda asked=asked: data.get_memory_record(**asked))[0] == "ResourceNotFoundException"


def test_text_of_a_page_is_a_quoted_record(service: Service, data: Any) -> None:
    memory = service.memory()
    fact = {"content": "The shop in Bonn is closed on Mondays", "source": "external_data"}
    service.inside.call("POST", "/retain", {"user_id": "ann", "container": memory, "facts": [fact]})
    (listed,) = data.list_memory_records(memoryId=memory, namespace="/facts/ann/")["memoryRecordSummaries"]
    assert listed["content"]["text"].startswith('(quoted, untrusted) "The shop in Bonn')
    assert texts(found(data, memory, "When is the shop closed?", namespace="/facts/ann/")) == [listed["content"]["text"]]


def test_summary_that_shares_no_word_with_the_query_is_not_relevant(data: Any, told: str) -> None:
    assert {r["score"] for r in found(data, told, "quantum chromodynamics", namespacePath="/summaries/ann")} == {0.0}


def test_record_is_not_found_and_not_deleted_in_a_namespace_that_is_not_its_own(service: Service, data: Any) -> None:
    """AWS allows by the namespace that is named: what goes by it has to be there."""
    memory = service.memory()
    strategies = ("/facts/bob/", "/preferences/bob/", "/company/rules")
    rows = dict(zip(strategies, created(data, memory, *(put(f"Bob knows {n}.", n) for n in strategies)), strict=True))
    say(data, memory, "I have a sister called Wilhelmine.", actor="bob", session="s2")
    service.inside.settle()
    (summary,) = data.list_memory_records(memoryId=memory, namespace="/summaries/bob/s2/")["memoryRecordSummaries"]
    rows["/summaries/bob/s2"] = summary["memoryRecordId"]
    for own, name in rows.items():
        asked = {"memoryId": memory, "memoryRecordId": name}
        assert data.get_memory_record(**asked, namespace=own)["memoryRecord"]["memoryRecordId"] == name
        for other in ("/facts/ann/", "/summaries/ann/s2", "/company", *(rows.keys() - {own})):
            assert (
                refused(lambda asked=asked, other=other: data.get_memory_record(**asked, namespace=other))[0] == "ResourceNotFoundException"
            )
            assert (
                refused(lambda asked=asked, other=other: data.delete_memory_record(**asked, namespace=other))[0]
                == "ResourceNotFoundException"
            )
    mine, other, third = (rows[n] for n in strategies)
    wanted = [{"memoryRecordId": mine, "namespace": "/facts/ann/"}, {"memoryRecordId": other, "namespace": "/preferences/bob"}]
    done = data.batch_delete_memory_records(memoryId=memory, records=wanted)
    assert [r["memoryRecordId"] for r in done["successfulRecords"]] == [other]
    assert [(r["memoryRecordId"], r["errorCode"]) for r in done["failedRecords"]] == [(mine, 404)]
    data.delete_memory_record(memoryId=memory, memoryRecordId=third, namespace="company/rules/")
