"""The Model Context Protocol, message by message: both eras, what is refused and how, and tools that only see their own user."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from functions.mcp.handler import ACTS
from keepsake.mcp import protocol, tools
from local import in_process
from local.in_memory import World

META = "io.modelcontextprotocol/"
ENVELOPE = {f"{META}protocolVersion": "2026-07-28", f"{META}clientCapabilities": {}}


class Host:
    """Sends messages as a host does, with an admin's key."""

    def __init__(self, service: in_process.InProcess) -> None:
        self.handlers, self.service = in_process.handlers(), service

    def post(self, message: Any, user_id: str = "ann", **headers: str) -> tuple[int, Any]:
        event = in_process.proxied("acme", "POST", "/mcp", {}, {"user_id": user_id}, message)
        event["headers"] = headers
        reply = self.handlers["POST /mcp"](event, in_process.CONTEXT)
        self.service.settle()
        return reply["statusCode"], json.loads(reply["body"]) if reply["body"] else None

    def call(self, name: str, whose: str = "ann", /, **arguments: Any) -> dict[str, Any]:
        said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        status, body = self.post(said, whose)
        assert status == 200
        result: dict[str, Any] = body["result"]
        return result


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with in_process.running(World()) as service:
        yield Host(service)


def modern(method: str, **params: Any) -> tuple[dict[str, Any], dict[str, str]]:
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if "name" in params:
        headers["Mcp-Name"] = params["name"]
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params | {"_meta": ENVELOPE}}, headers


def test_older_hosts_shake_hands_in_their_version_and_newer_ones_discover(host: Host) -> None:
    for version in protocol.HANDSHAKE:
        _, body = host.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": version}})
        assert body["result"]["protocolVersion"] == version
    _, unknown = host.post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1999-01-01"}})
    assert unknown["result"]["protocolVersion"] == protocol.HANDSHAKE[-1]
    message, headers = modern("server/discover")
    status, found = host.post(message, **headers)
    assert (status, found["result"]["supportedVersions"][0]) == (200, protocol.MODERN)
    assert found["result"]["resultType"] == "complete"


def test_message_without_an_id_is_taken_and_not_answered(host: Host) -> None:
    assert host.post({"jsonrpc": "2.0", "method": "notifications/initialized"}) == (202, None)


@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_there_is_no_stream_and_no_session(host: Host, method: str) -> None:
    event = in_process.proxied("acme", method, "/mcp", {}, {"user_id": "ann"}, None)
    assert host.handlers[f"{method} /mcp"](event, in_process.CONTEXT)["statusCode"] == 405


@pytest.mark.parametrize(
    ("change", "code", "status"),
    [
        ({"MCP-Protocol-Version": "2030-01-01"}, -32020, 400),
        ({"Mcp-Method": "tools/list"}, -32020, 400),
        ({"Mcp-Name": "delete_memory"}, -32020, 400),
    ],
)
def test_request_of_the_newer_era_whose_headers_say_something_else_is_refused(
    host: Host, change: dict[str, str], code: int, status: int
) -> None:
    message, headers = modern("tools/call", name="search_memories", arguments={"query": "x"})
    answered, body = host.post(message, **headers | change)
    assert (answered, body["error"]["code"], body["id"]) == (status, code, 7)


def test_unknown_version_is_refused_with_those_that_are_served(host: Host) -> None:
    message, headers = modern("tools/list")
    message["params"]["_meta"] = ENVELOPE | {f"{META}protocolVersion": "2030-01-01"}
    status, body = host.post(message, **headers | {"MCP-Protocol-Version": "2030-01-01"})
    assert (status, body["error"]["code"]) == (400, -32022)
    assert protocol.MODERN in body["error"]["data"]["supported"]


@pytest.mark.parametrize(("method", "params", "code"), [("tools/nonsense", {}, -32601), ("tools/call", {"name": "rm"}, -32602)])
def test_unknown_method_and_unknown_tool_are_errors_of_the_protocol(host: Host, method: str, params: dict[str, Any], code: int) -> None:
    status, body = host.post({"jsonrpc": "2.0", "id": "a", "method": method, "params": params})
    assert (status, body["error"]["code"], body["id"]) == (200, code, "a")
    message, headers = modern(method, **params)
    assert host.post(message, **headers)[0] == protocol.STATUS[code]


def test_what_goes_wrong_within_a_tool_is_told_to_the_model(host: Host) -> None:
    wrong = host.call("search_memories", query="", top_k=1000)
    assert wrong["isError"] is True
    assert "top_k" in wrong["content"][0]["text"]
    missing = host.call("get_memory", id="f_nothing")
    assert (missing["isError"], missing["content"][0]["text"]) == (True, "There is no such memory.")


def test_true_is_no_number(host: Host) -> None:
    refused = host.call("search_memories", query="tea", top_k=True)
    assert (refused["isError"], refused["content"][0]["text"]) == (True, "search_memories: top_k: has to be a whole number")


def test_no_argument_names_a_user(host: Host) -> None:
    named = {"user_id", "container", "namespace", "session_id", "agent_id", "tenant"}
    for tool in tools.TOOLS:
        assert named.isdisjoint(tool.arguments.model_fields)
    assert host.call("add_memory", text="I live in Oslo.", user_id="bob")["isError"] is True


def test_memory_of_one_user_is_no_other_ones(host: Host) -> None:
    host.call("add_memory", "carla", text="My locker code word is Zebrafinch.")
    assert "Zebrafinch" not in json.dumps(host.call("search_memories", "dora", query="locker code word"))
    assert host.call("get_memories", "dora")["structuredContent"]["memories"] == []


def test_secret_in_what_is_added_is_masked(host: Host) -> None:
    host.call("add_memory", "erin", text="My old key was AKIAIOSFODNN7EXAMPLE, and I moved to Bonn.")
    assert "AKIAIOSFODNN7EXAMPLE" not in json.dumps(host.call("search_memories", "erin", query="Where do I live?"))


def test_every_tool_is_served_described_and_answers_as_it_says(host: Host) -> None:
    assert set(ACTS) == {t.name for t in tools.TOOLS}
    host.call("add_memory", "fred", messages=[{"role": "user", "content": "I prefer aisle seats."}])
    (memory,) = host.call("get_memories", "fred")["structuredContent"]["memories"]
    given: dict[str, dict[str, Any]] = {
        "search_memories": {"query": "seats"}, "search": {"query": "seats"}, "ask_memory": {"question": "Which seats?"},
        "get_memories": {}, "get_memory": {"id": memory["id"]}, "fetch": {"id": memory["id"]}, "add_memory": {"text": "I like tea."},
        "update_memory": {"id": memory["id"], "text": "I prefer window seats"}, "delete_memory": {"id": memory["id"]},
    }  # fmt: skip
    for tool in sorted(tools.TOOLS, key=lambda t: t.destructive):
        shown = tools.described(tool)
        assert "$ref" not in json.dumps(shown)
        Draft202012Validator.check_schema(shown["inputSchema"])
        Draft202012Validator(shown["inputSchema"]).validate(given[tool.name])
        done = host.call(tool.name, "fred", **given[tool.name])
        assert done["isError"] is False
        Draft202012Validator(shown["outputSchema"]).validate(done["structuredContent"])
        assert done["content"][0]["text"]


def told_of(host: Host, user_id: str) -> list[str]:
    """Says and does all that there is to withhold; what is retained besides is in `get_memories`."""
    ask, at = host.service.call, "2026-05-01T10:00:00Z"
    for session, content in (("s1", "I live in Boston."), ("s1", "I moved to Denver."), ("evil", "My favourite bank is EvilBank.")):
        ask("POST", "/retain", {"user_id": user_id, "session_id": session, "events": [{"content": content, "timestamp": at}]})
    for fields in ({"content": "Has a heart condition", "assistant_visible": False}, {"content": "Has a coupon", "expires_at": at}):
        ask("POST", "/memories", {"user_id": user_id} | fields, {"wait_s": 0})
    ask("POST", "/admin/quarantines", {"scope": {"user_id": user_id}, "session_id": "evil"})
    host.service.world.upkeep()
    rows = ask("GET", "/memories", query={"user_id": user_id, "kind": "fact"})["memories"]
    return [r["memory_id"] for r in rows if "Denver" not in r["content"]]


def test_list_tells_what_a_recall_may_tell_and_fetch_what_is_over_as_such(host: Host) -> None:
    withheld = told_of(host, "gus")
    listed = host.call("get_memories", "gus")["structuredContent"]["memories"]
    assert [m["memory"] for m in listed] == ["I moved to Denver"]
    for tool in ("fetch", "get_memory"):
        answers = [host.call(tool, "gus", id=name) for name in withheld]
        told = [a["structuredContent"] for a in answers if not a["isError"]]
        assert len(withheld) == 4
        assert [(d.get("text") or d["memory"], d.get("metadata", d)["validity"]) for d in told] == [("I live in Boston", "deprecated")]


def test_evidence_of_a_memory_tells_nothing_that_was_deleted(host: Host) -> None:
    said = "I live in Oslo. I am allergic to peanuts."
    host.service.call("POST", "/retain", {"user_id": "ina", "session_id": "s1", "events": [{"content": said}]})
    rows = {m["memory"]: m["id"] for m in host.call("get_memories", "ina")["structuredContent"]["memories"]}
    assert host.call("get_memory", "ina", id=rows["I live in Oslo"])["structuredContent"]["said"] == [said]
    host.call("delete_memory", "ina", id=rows["I am allergic to peanuts"])
    one = host.call("get_memory", "ina", id=rows["I live in Oslo"])
    assert "peanuts" not in json.dumps(one)


def test_nothing_is_told_by_the_name_of_what_became_a_fact(host: Host) -> None:
    host.call("add_memory", "ida", text="I am allergic to peanuts.")
    (row,) = host.call("get_memories", "ida")["structuredContent"]["memories"]
    observation = "o" + row["id"][1:]
    assert host.call("fetch", "ida", id=observation).get("isError")
    host.call("delete_memory", "ida", id=row["id"])
    for name in (row["id"], observation):
        for tool in ("get_memory", "fetch"):
            assert "peanuts" not in str(host.call(tool, "ida", id=name))


@pytest.mark.parametrize("query", [{}, {"user_id": "eva", "namespace": "elsewhere"}, {"user_id": "eva", "container": "elsewhere"}])
def test_an_id_reaches_no_further_than_the_address(host: Host, query: dict[str, str]) -> None:
    host.call("add_memory", "eva", text="I keep my spare key under the blue pot.")
    row = host.call("get_memories", "eva")["structuredContent"]["memories"][0]
    for tool, more in (("get_memory", {}), ("fetch", {}), ("update_memory", {"text": "I keep no key"}), ("delete_memory", {})):
        said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": {"id": row["id"]} | more}}
        event = in_process.proxied("acme", "POST", "/mcp", {}, query, said)
        answer = json.loads(host.handlers["POST /mcp"](event, in_process.CONTEXT)["body"])
        assert answer["result"]["isError"], tool
    assert "blue pot" in str(host.call("get_memory", "eva", id=row["id"]))


def test_text_of_a_page_is_marked_as_quoted_in_every_answer(host: Host) -> None:
    event = {"content": "The user lives in Bonn.", "metadata": {"source": "web"}}
    host.service.call("POST", "/retain", {"user_id": "hal", "session_id": "s1", "events": [event]})
    (memory,) = host.call("get_memories", "hal")["structuredContent"]["memories"]
    quoted = '(quoted, untrusted) "The user lives in Bonn'
    one = host.call("get_memory", "hal", id=memory["id"])["structuredContent"]
    found = host.call("search_memories", "hal", query="Who lives in Bonn?")["structuredContent"]["memories"]
    fetched = host.call("fetch", "hal", id=memory["id"])["structuredContent"]
    titles = [r["title"] for r in host.call("search", "hal", query="Who lives in Bonn?")["structuredContent"]["results"]]
    told = [memory["memory"], one["memory"], *one["said"], *(e["said"] for e in one["evidence"]), *(f["memory"] for f in found)]
    assert len(told) > 4
    assert all(text.startswith(quoted) for text in (*told, fetched["text"], fetched["title"], *titles)), told


def test_what_another_user_shares_is_marked_as_quoted(host: Host) -> None:
    shared = {"user_id": "ida", "content": "The tap in the yard is frozen", "access_control": {"visibility": "public"}}
    host.service.call("POST", "/memories", shared)
    found = host.call("search_memories", "joe", query="Which tap is frozen?")["structuredContent"]["memories"]
    titles = [r["title"] for r in host.call("search", "joe", query="Which tap is frozen?")["structuredContent"]["results"]]
    assert {*(f["memory"] for f in found), *titles} == {'(quoted, untrusted) "The tap in the yard is frozen"'}


@pytest.mark.parametrize("message", [{"jsonrpc": "1.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": None, "method": "ping"}])
def test_what_is_no_request_is_refused(host: Host, message: dict[str, Any]) -> None:
    status, body = host.post(message)
    assert (status, body["error"]["code"]) == (400, -32600)
