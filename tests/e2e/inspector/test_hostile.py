"""Nothing that is remembered can act: text stays text, a key sees what it may, and a service that fails is told in words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.conftest import Run
from tests.e2e.inspector.conftest import MARK, Inspector, Open, body, facts, key_of, stranger
from tests.e2e.inspector.test_views import QUERY, VIEWS


def test_hostile_text_in_every_field_stays_text(inspect: Open, run: Run, hostile: dict[str, str]) -> None:
    page = inspect(scope=hostile)
    seen = 0
    rows = facts(run.api, hostile)
    below = [f"memories/{f['memory_id']}" for f in rows] + [f"events/{e}" for f in rows for e in f["event_ids"]]
    for view in [*VIEWS, *below]:
        page.open(view, **QUERY.get(view, {}))
        seen += page.page.locator("main").inner_text().count(MARK)
        page.held()
    assert seen > 50
    page.open("sessions")
    page.page.locator("tbody a").first.click()
    page.settled()
    expect(page.page.locator("main")).to_contain_text(MARK)


@pytest.mark.usefixtures("run")
def test_a_script_that_got_in_would_be_blocked(inspect: Open) -> None:
    """The policy itself, tried from inside: what the other tests look for can happen, and is seen."""
    page = inspect()
    markup = f"document.body.innerHTML = '<img src=x onerror={MARK.replace(' ', '')}>'"
    for script, refused in ((markup, "TypeError"), (f'eval("{MARK}")', "EvalError")):
        assert page.run(f"(() => {{ try {{ return {script}; }} catch (e) {{ return e.name; }} }})()") == refused
    assert page.run("fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'kept')") == "kept"
    found = page.run("JSON.stringify(window.__violations)")
    assert "connect-src" in found
    assert page.run("window.__ran") is None
    page.run("window.__violations = []")
    page.errors.clear()
    page.foreign.clear()


def test_a_key_of_another_tenant_sees_nothing(inspect: Open, talked: Run) -> None:
    fact = facts(talked.api, talked.scope)[0]
    page = inspect(key=stranger(talked))
    for view in [*VIEWS, f"memories/{fact['memory_id']}", f"events/{fact['event_ids'][0]}"]:
        page.open(view) if view in VIEWS else page.page.goto(f"{page.url}/ui#/{view}")
        expect(page.page.locator(".waiting")).to_have_count(0)
        text = page.page.locator("main").inner_text()
        assert not re.search(r"Denver|Biscuit|peanuts|\b450\b", text), view  # a request's id may hold 450
    expect(page.page.get_by_role("alert")).to_contain_text("It does not exist, or this key may not see it.")


def test_a_key_that_only_reads_shows_no_acts(inspect: Open, talked: Run) -> None:
    page = inspect(key=key_of(talked, permissions=["read"]))
    fact = facts(talked.api, talked.scope)[0]
    for view in [*VIEWS, f"memories/{fact['memory_id']}", "sessions/s3"]:
        page.open(view, **QUERY.get(view, {}))
        buttons = set(page.page.locator("main button:visible").all_inner_texts())
        assert buttons <= {
            "Search",
            "Recall",
            "Why not?",
            "Show",
            "Now",
            "Ask again",
            "Newer",
            "Older",
            f"Export all of {talked.scope['user_id']}",
        }, view
    page.open("memories")
    expect(page.row("peanuts")).to_have_count(1)


def test_a_key_bound_to_a_user_has_no_choice_of_users(inspect: Open, talked: Run) -> None:
    page = inspect(key=key_of(talked, permissions=["read"], user_id="u1", containers=[talked.scope["container"]]), scope={})
    page.open("memories")
    expect(page.row("peanuts")).to_have_count(1)
    expect(page.page.locator("form.scope input")).to_have_count(0)


def answers(page: Inspector, path: str, reply: dict[str, Any]) -> None:
    """Has the service answer a path so from now on."""
    page.page.route(f"**/v1/{path}*", lambda route: route.fulfill(**reply))


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (
            {"status": 500, "body": body({"title": "Internal error", "detail": "Something went wrong on our side.", "request_id": "q-77"})},
            "Request q-77",
        ),
        ({"status": 403, "body": body({"title": "Forbidden", "detail": "The key lacks the permission."})}, "This key may not do that."),
        ({"status": 404, "body": body({"title": "Not found", "detail": "There is none."})}, "It does not exist"),
        ({"status": 502, "body": "<html>bad gateway</html>"}, "The service answered 502"),
        ({"status": 200, "body": "<html>"}, "The answer is no JSON"),
    ],
    ids=["fault", "forbidden", "gone", "gateway", "no json"],
)
@pytest.mark.usefixtures("talked")
def test_what_fails_is_said_in_words_with_a_way_on(inspect: Open, reply: dict[str, Any], told: str) -> None:
    page = inspect()
    answers(page, "memories", reply)
    page.open("memories")
    alert = page.page.get_by_role("alert")
    expect(alert).to_contain_text(told)
    page.page.unroute("**/v1/memories*")
    alert.get_by_role("button", name="Try again").click()
    expect(page.row("peanuts")).to_have_count(1)


@pytest.mark.usefixtures("talked")
def test_a_busy_service_is_asked_again(inspect: Open) -> None:
    page = inspect()
    asked = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, headers={"Retry-After": "1"}, body=body({"title": "Unavailable", "detail": "Busy."}))
        else:
            route.continue_()

    page.page.route("**/v1/memories*", busy)
    page.open("memories")
    expect(page.row("peanuts")).to_have_count(1)
    assert len(asked) == 2


@pytest.mark.usefixtures("talked")
def test_a_network_that_is_gone_is_said(inspect: Open) -> None:
    page = inspect()
    page.page.route("**/v1/memories*", lambda route: route.abort())
    page.open("memories")
    expect(page.page.get_by_role("alert")).to_contain_text("The service does not answer")


def test_a_slow_service_shows_that_it_is_waited_for(inspect: Open, talked: Run) -> None:
    page = inspect()
    held: list[Route] = []
    page.page.route("**/v1/memories*", lambda route: held.append(route))
    page.page.goto(f"{page.url}/ui#/memories?user_id=u1&container={talked.scope['container']}")
    expect(page.page.locator(".skeleton").first).to_be_visible()
    expect(page.page.get_by_role("status")).to_contain_text("This takes longer than usual.")
    for route in held:
        route.continue_()
    expect(page.row("peanuts")).to_have_count(1)


def test_ten_thousand_memories_come_page_by_page(inspect: Open, talked: Run) -> None:
    page = inspect()
    (pattern,) = [f for f in facts(talked.api, talked.scope) if "peanuts" in f["content"]]

    def many(route: Route) -> None:
        begin = int(re.search(r"cursor=(\d+)", route.request.url).group(1)) if "cursor=" in route.request.url else 0  # type: ignore[union-attr]
        rows = [pattern | {"memory_id": f"f_{n}", "content": f"memory number {n}"} for n in range(begin, min(begin + 25, 10_000))]
        route.fulfill(status=200, body=body({"memories": rows, "next_cursor": str(begin + 25) if begin + 25 < 10_000 else None}))

    page.page.route("**/v1/memories?*", many)
    page.open("memories")
    expect(page.page.locator("tbody tr")).to_have_count(50)
    for number in range(1, 4):
        page.page.get_by_role("button", name="Older").click()
        expect(page.row(f"memory number {50 * number}").first).to_be_visible()
        expect(page.page.locator("tbody tr")).to_have_count(50)
    page.page.get_by_role("button", name="Newer").click()
    expect(page.row("memory number 100").first).to_be_visible()


@pytest.mark.usefixtures("run")
def test_a_wrong_key_is_told_and_not_kept(inspect: Open) -> None:
    page = inspect()
    page.page.get_by_role("button", name="Sign out").click()
    page.page.get_by_label("Key").fill("ks_local.0123456789abcdef.wrong")
    page.page.get_by_role("button", name="Open").click()
    expect(page.page.get_by_role("alert")).to_contain_text("The key is not valid.")
    assert page.run("sessionStorage.length") == 0
