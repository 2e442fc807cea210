"""What other memories export comes over: words, times, users, sessions and metadata; what cannot is told row by row."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from keepsake_client import Keepsake
from keepsake_client.errors import Unavailable
from keepsake_client.moving import SOURCES, move
from keepsake_client.moving.rows import Place, Row, Unfit
from local.in_process_http import URL, Service

MOVED = "I moved from Boston to Denver last month."
MEM0 = {
    "count": 6, "next": None, "previous": None,
    "results": [
        {"id": "m1", "memory": "Likes hiking in the Alps", "user_id": "ann", "agent_id": None, "app_id": None, "session_id": "s1",
         "metadata": {"source": "chat"}, "categories": ["hobbies", "sports"], "created_at": "2025-01-15T10:30:00.123-08:00",
         "updated_at": "2025-01-15T10:30:00.123-08:00", "expiration_date": None},
        {"id": "m2", "memory": "Lives in Boston", "user_id": "ann", "metadata": None, "categories": None, "lifecycle_state": "superseded",
         "replaced_by": "m3", "created_at": "2024-02-01T00:00:00Z", "updated_at": "2025-03-01T00:00:00Z"},
        {"id": "m3", "memory": "The shop opens at nine", "user_id": "bob", "app_id": "shop", "agent_id": "clerk",
         "created_at": "2025-03-01T00:00:00Z", "expiration_date": "2998-12-31"},
        {"id": "m4", "memory": "A voucher", "user_id": "ann", "expiration_date": "2020-01-01"},
        {"id": "m5", "memory": "", "user_id": "ann"},
        {"id": "m6", "memory": "Said by nobody that is named"},
    ],
}  # fmt: skip
ZEP = {
    "user": {"user_id": "ann"},
    "threads": [
        {"thread_id": "t1", "user_id": "ann", "messages": [
            {"uuid": "z1", "role": "user", "name": "Ann", "content": MOVED, "created_at": "2025-04-01T10:00:00Z",
             "metadata": {"channel": "web"}},
            {"uuid": "z2", "role_type": "assistant", "role": "Helper", "content": "Noted.", "created_at": "2025-04-01T10:00:05Z"},
        ]},
    ],
    "edges": [
        {"uuid": "e1", "name": "LIVES_IN", "fact": "Ann lives in Denver", "valid_at": "2025-03-01T00:00:00Z", "invalid_at": None,
         "created_at": "2025-04-01T10:01:00Z", "source_node_uuid": "n1", "target_node_uuid": "n2", "episodes": ["z1"]},
        {"uuid": "e2", "name": "LIVED_IN", "fact": "Ann lived in Boston", "valid_at": "2019-01-01T00:00:00Z",
         "invalid_at": "2025-03-01T00:00:00Z", "created_at": "2025-04-01T10:01:00Z"},
    ],
    "episodes": [{"uuid": "p1", "source": "text", "content": "Order 77 was delivered.", "created_at": "2025-04-02T10:00:00Z"}],
    "nodes": [{"uuid": "n1", "name": "Ann", "summary": "Ann lives in Denver.", "labels": ["Entity"]}],
}  # fmt: skip
AGENTCORE = [
    {"events": [
        {"memoryId": "mem-1234567890", "actorId": "ann", "sessionId": "s1", "eventId": "0000001#a1",
            "eventTimestamp": "2025-05-01T09:00:00+00:00",
         "payload": [{"conversational": {"content": {"text": MOVED}, "role": "USER"}},
                     {"conversational": {"content": {"text": "Noted."}, "role": "ASSISTANT"}}, {"blob": "eyJ4IjogMX0="}],
         "branch": {"name": "main"}, "metadata": {"channel": {"stringValue": "web"}}},
    ]},
    {"memoryRecordSummaries": [
        {"memoryRecordId": "mem-a", "content": {"text": "Ann prefers window seats."}, "memoryStrategyId": "prefs-1",
         "namespaces": ["/strategies/prefs-1/actors/ann/"], "createdAt": 1746090000.0, "metadata": {"topic": {"stringValue": "travel"}}},
        {"memoryRecordId": "mem-b", "content": {"text": "Nobody's."}, "namespaces": ["/shared/"], "createdAt": 1746090000.0},
    ]},
]  # fmt: skip
LINES = [
    {
        "content": "Ann plays chess.",
        "user_id": "ann",
        "timestamp": "2026-05-02T10:00:00Z",
        "metadata": {"topic": "games"},
        "category": "preference",
    },
    {
        "role": "user",
        "content": MOVED,
        "user_id": "ann",
        "session_id": "s1",
        "timestamp": "2026-05-02T10:00:00Z",
    },
    {"content": "x", "user_id": "ann", "bogus": 1},
    {"content": "x" * 9_000, "user_id": "ann"},
    {"content": "My card is 4111 1111 1111 1111, keep it.", "user_id": "ann"},
]
NOBODY = Place()
Give = Callable[[str, Any], Path]


@pytest.fixture
def give(tmp_path: Path) -> Give:
    def written(name: str, said: Any) -> Path:
        file = tmp_path / name
        file.write_text("".join(json.dumps(line) + "\n" for line in said) if name.endswith("jsonl") else json.dumps(said))
        return file

    return written


def moved(client: Keepsake, source: str, file: Path, place: Place = NOBODY) -> tuple[dict[str, int], list[dict[str, Any]]]:
    report = move(client, SOURCES[source](file), file.with_suffix(".moved"), place)
    return dict(report.counts), [json.loads(line) for line in report.file.read_text().splitlines() if line.endswith("}")]


def kept(client: Keepsake, **scope: Any) -> dict[str, Any]:
    return {m.content: m.model_dump(mode="json") for m in client.memories.list(kind="fact", **scope)}


def test_mem0s_memories_keep_words_times_owners_and_metadata(client: Keepsake, give: Give) -> None:
    counts, lines = moved(client, "mem0", give("mem0.json", MEM0))
    assert counts == {"moved": 3, "unfit": 3}
    ann, shop = kept(client, user_id="ann"), kept(client, user_id="bob", namespace="shop")
    alps = ann["Likes hiking in the Alps"]
    assert (alps["session_id"], alps["metadata"], set(alps["labels"])) == ("s1", {"source": "chat"}, {"hobbies", "sports"})
    assert alps["valid_from"].startswith("2025-01-15T18:30:00.123")
    assert ann["Lives in Boston"]["valid_to"].startswith("2025-03-01")
    assert shop["The shop opens at nine"]["expires_at"].startswith("2999-01-01")
    assert shop["The shop opens at nine"]["agent_id"] == "clerk"
    assert {line["id"]: line["reason"] for line in lines if line["became"] == "unfit"} == {
        "m4": "has expired on 2020-01-01", "m5": "has no text", "m6": "names no user: say whose it is with --user",
    }  # fmt: skip
    assert "Boston" not in [m.content for m in client.recall("Where does Ann live?").memories if "Boston" in m.content]


@pytest.mark.parametrize("state", ["deleted", "invalid", "quarantined", "archived", "review", "elsewhere", 7])
def test_what_does_not_hold_in_mem0_is_no_fact_here(state: Any, give: Give) -> None:
    times = {"created_at": "2025-01-01T00:00:00Z", "updated_at": "2025-02-01T00:00:00Z"}
    one = {"id": "m1", "memory": "My PIN hint is the dog", "user_id": "ann"}
    (row,) = SOURCES["mem0"](give("mem0.json", [one | times | {"lifecycle_state": state}]))
    assert (row.fact, row.reason) == (None, f"is {state} there, no fact that holds")
    (row,) = SOURCES["mem0"](give("mem0.json", [one | {"lifecycle_state": "superseded"}]))
    assert (row.fact, row.reason) == (None, "was superseded, nobody knows when")


def test_zeps_threads_and_graph_come_over(client: Keepsake, give: Give) -> None:
    counts, lines = moved(client, "zep", give("zep.json", ZEP))
    assert counts == {"moved": 5, "unfit": 1}
    assert [line["reason"] for line in lines if "reason" in line] == [
        "is an entity of the graph: its summary is made anew from what was said"
    ]
    said = list(client.sessions("t1").events())
    assert [(e.role, e.name, e.content[:8]) for e in said[::-1]] == [("user", "Ann", "I moved "), ("assistant", "Helper", "Noted.")]
    facts = kept(client)
    assert facts["Ann lives in Denver"]["valid_from"].startswith("2025-03-01")
    assert facts["Ann lived in Boston"]["valid_to"].startswith("2025-03-01")


def test_agentcores_events_and_records_come_over(client: Keepsake, give: Give) -> None:
    counts, lines = moved(client, "agentcore", give("agentcore.json", AGENTCORE))
    assert counts == {"moved": 3, "unfit": 2}
    assert [e.metadata for e in client.sessions("s1").events()] == [{"channel": "web"}] * 2
    record = kept(client)["Ann prefers window seats."]
    assert record["metadata"] == {"topic": "travel", "strategy": "prefs-1", "namespaces": ["/strategies/prefs-1/actors/ann/"]}
    assert record["valid_from"].startswith("2025-05-01")
    assert {line["reason"][:9] for line in lines if "reason" in line} == {"is a blob", "names no "}


def test_lines_are_facts_or_messages_and_masked_like_any_other(client: Keepsake, give: Give) -> None:
    counts, lines = moved(client, "jsonl", give("lines.jsonl", LINES))
    assert counts == {"moved": 3, "unfit": 2}
    assert [line["row"] for line in lines if line["became"] == "unfit"] == [3, 4]
    facts = kept(client)
    assert facts["Ann plays chess."]["category"] == "preference"
    assert not any("4111" in content for content in facts)


def test_second_run_brings_nothing_twice(client: Keepsake, give: Give) -> None:
    file = give("mem0.json", MEM0)
    first, _ = moved(client, "mem0", file)
    assert moved(client, "mem0", file)[0] == {"known": first["moved"], "unfit": 3}
    file.with_suffix(".moved").unlink()
    assert moved(client, "mem0", file)[0] == first
    assert len(kept(client, user_id="ann")) == 2


def test_run_that_was_cut_off_goes_on(service: Service, key: str, give: Give) -> None:
    file, sent = give("lines.jsonl", [{"content": f"Note {n}.", "user_id": "ann"} for n in range(10)]), 0

    def failing(request: httpx.Request) -> httpx.Response:
        nonlocal sent
        sent += 1
        return httpx.Response(503, json={"title": "Busy"}) if sent == 5 else service.handle_request(request)

    with httpx.Client(transport=httpx.MockTransport(failing)) as http:
        client = Keepsake(URL, key, http=http, retries=0)
        with pytest.raises(Unavailable):
            moved(client, "jsonl", file)
        with file.with_suffix(".moved").open("a") as report:
            report.write('{"row": 5, "beca')  # as where the disk was full
        assert moved(client, "jsonl", file)[0] == {"known": 4, "moved": 6}
        assert len(kept(client, user_id="ann")) == 10


def test_message_that_is_refused_keeps_no_other_out(client: Keepsake, give: Give) -> None:
    times = ("2026-05-02T10:00:00Z", "1500-01-01T00:00:00Z", "0500-01-01T00:00:00Z", "2026-05-02T10:00:01Z")
    said = {"role": "user", "user_id": "ann", "session_id": "s1"}
    lines = [said | {"content": f"Note {n}.", "timestamp": at} for n, at in enumerate(times)]
    counts, told = moved(client, "jsonl", give("lines.jsonl", lines))
    assert counts["moved"] == 2
    assert counts["refused"] == 2
    assert all(line["reason"] for line in told if line["became"] == "refused")


def test_ten_thousand_messages_go_in_bounded_batches(client: Keepsake, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    batches: list[int] = []

    def retain(events: list[Any], **_: Any) -> Any:
        batches.append(len(events))
        return type("Done", (), {"events": [type("E", (), {"event_id": e["event_id"]}) for e in events]})

    monkeypatch.setattr(Keepsake, "retain", staticmethod(retain))
    file = tmp_path / "many.jsonl"
    said = ({"role": "user", "content": f"{n} " + "x" * (n % 5000), "user_id": "ann"} for n in range(10_000))
    file.write_text("".join(json.dumps(line) + "\n" for line in said))
    assert moved(client, "jsonl", file)[0] == {"moved": 10_000}
    assert max(batches) <= 100


def test_lines_end_at_newlines_alone(tmp_path: Path) -> None:
    texts = ["Lives\u2028in Denver", "Plays\u2029chess", "Likes\x85tea", "Owns a boat"]
    file = tmp_path / "said.jsonl"
    file.write_text("\r\n".join(json.dumps({"content": t, "user_id": "ann"}, ensure_ascii=False) for t in texts), encoding="utf-8")
    assert [(row.fact or row.event or {}).get("content") for row in SOURCES["jsonl"](file)] == texts


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize(
    "said", [[], {}, None, 7, "x", [None], [[]], {"results": 7}, {"results": [None, 7, "x"]}, [{"memory": ["x"]}],
             {"events": [{"eventId": "e"}]},
             {"edges": [{"fact": None}]}, [{"content": "x", "created_at": "soon"}], {"messages": [{"content": "x", "created_at": 1e300}]}],
)  # fmt: skip
def test_file_of_another_shape_is_told_row_by_row(source: str, said: Any, give: Give) -> None:
    rows = list(SOURCES[source](give("odd.json", said)))
    assert all(isinstance(r, Row) and (r.reason or r.fact or r.event) for r in rows)


@pytest.mark.parametrize("source", SOURCES)
def test_file_that_is_no_json_is_refused_as_a_whole(source: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("not json\nat all\n")
    with pytest.raises(Unfit):
        list(SOURCES[source](tmp_path / "x"))


@pytest.mark.parametrize("at", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-10:00", 1e20, True, ["x"]])
def test_time_that_no_calendar_here_has_is_told(at: Any, give: Give) -> None:
    (row,) = SOURCES["mem0"](give("odd.json", [{"memory": "x", "user_id": "ann", "created_at": at}]))
    assert "time that cannot be read" in row.reason


def test_end_that_stands_for_never_is_none(give: Give) -> None:
    (row,) = SOURCES["mem0"](give("odd.json", [{"memory": "x", "user_id": "ann", "expiration_date": "9999-12-31"}]))
    assert row.fact == {"content": "x"}
