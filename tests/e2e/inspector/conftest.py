"""A Chromium with the inspector of the local run, watched: nothing runs but the page's own, and nothing leaves for elsewhere."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, expect, sync_playwright

from local import chromium
from local.client import Client, processed
from local.paths import ROOT
from tests.e2e.conftest import Run
from tests.waiting import until

SHOTS = ROOT / ".local" / "screenshots"
"""Build output."""
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 360, "height": 740}
WAIT_MS = 30_000
MARK = "window.__ran = true"
HOSTILE = f'"\'><img src=x onerror="{MARK}"><script>{MARK}</script><svg onload="{MARK}"> javascript:{MARK} ${{7*7}} {{{{7*7}}}} &lt;b&gt;'
"""Text that would run if a page took it for anything but text."""
WATCH = """
window.__violations = [];
addEventListener("securitypolicyviolation", (e) => window.__violations.push(e.violatedDirective + " " + e.blockedURI));
"""


class Inspector:
    """The page, by the words of who uses it."""

    def __init__(self, context: BrowserContext, url: str, key: str, scope: dict[str, str]) -> None:
        self.url, self.key, self.scope = url, key, scope
        self.page: Page = context.new_page()
        self.page.set_default_timeout(WAIT_MS)
        self.page.add_init_script(WATCH)
        self.errors: list[str] = []
        self.foreign: list[str] = []
        self.page.on("pageerror", lambda e: self.errors.append(str(e)))
        self.page.on("console", self._heard)
        self.page.on("request", self._sent)
        self.cdp = context.new_cdp_session(self.page)

    def _heard(self, message: ConsoleMessage) -> None:
        # A refusal of the service is the page's to tell, and told by Chromium too.
        if message.type == "error" and not message.text.startswith("Failed to load resource"):
            self.errors.append(message.text)

    def _sent(self, request: Request) -> None:
        if urlsplit(request.url).netloc not in ("", urlsplit(self.url).netloc) and not request.url.startswith("data:"):
            self.foreign.append(request.url)

    def run(self, script: str) -> Any:
        """What a script in the page says; by the debugger, which the page's policy does not bind."""
        answer = self.cdp.send(
            "Runtime.evaluate", {"expression": script, "returnByValue": True, "awaitPromise": True, "allowUnsafeEvalBlockedByCSP": False}
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def enter(self) -> None:
        self.page.goto(f"{self.url}/ui")
        self.page.get_by_label("Key").fill(self.key)
        self.page.get_by_role("button", name="Open").click()
        expect(self.page.get_by_role("navigation", name="Views")).to_be_visible()

    def open(self, view: str, **query: str) -> None:
        """A view with the scope, when all of it has come."""
        asked = "&".join(f"{name}={quote(value, safe='')}" for name, value in (self.scope | query).items())
        self.page.goto(f"{self.url}/ui#/{view}?{asked}")
        self.settled()

    def settled(self) -> None:
        expect(self.page.locator("main h1").first).to_be_visible()
        expect(self.page.locator(".waiting, [aria-busy=true]")).to_have_count(0)

    def row(self, text: str) -> Locator:
        return self.page.locator("tbody tr").filter(has_text=text)

    def act(self, label: str, within: Locator | None = None, **fields: str) -> None:
        """Presses a button, fills its dialog and confirms."""
        (within or self.page.locator("main")).get_by_role("button", name=label, exact=True).first.click()
        dialog = self.page.locator("dialog[open]")
        for name, value in fields.items():
            dialog.locator(f"[name={name}]").fill(value)
        dialog.get_by_role("button", name=label, exact=True).click()
        expect(dialog).to_have_count(0)
        self.settled()

    def act_plain(self, label: str) -> None:
        """Presses a button that asks nothing."""
        self.page.locator("main").get_by_role("button", name=label, exact=True).first.click()
        self.settled()

    def shot(self, name: str) -> Path:
        SHOTS.mkdir(parents=True, exist_ok=True)
        path = SHOTS / f"{name}.png"
        self.page.screenshot(path=path, full_page=True)
        return path

    def held(self) -> None:
        """Fails where anything ran, was blocked, broke or left for elsewhere."""
        assert self.run("window.__ran") is None
        assert self.run("JSON.stringify(window.__violations)") == "[]"
        assert self.errors == []
        assert self.foreign == []


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WAIT_MS)
    # Not longer than these tests last: it keeps an event loop in this thread, beside which no other may run.
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=chromium.program(), args=list(chromium.FLAGS))
        yield opened
        opened.close()


Open = Callable[..., Inspector]


@pytest.fixture
def inspect(browser: Browser, run: Run) -> Iterator[Open]:
    """Opens the inspector with a key; all that were opened are watched until the test ends."""
    opened: list[tuple[BrowserContext, Inspector]] = []

    def enter(key: str = "", scope: dict[str, str] | None = None, **context: Any) -> Inspector:
        made = browser.new_context(**{"viewport": WIDE, "locale": "en-GB", "timezone_id": "UTC"} | context)
        one = Inspector(made, run.stack.url, key or run.stack.key, run.scope if scope is None else scope)
        opened.append((made, one))
        one.enter()
        return one

    yield enter
    for made, one in opened:
        one.held()
        made.close()


SAID = (
    ("s1", "user", "I live in Boston.", "2026-05-02T10:00:00Z"),
    ("s1", "assistant", "How is the weather there?", "2026-05-02T10:00:05Z"),
    ("s1", "user", "I love hiking with my dog Biscuit.", "2026-05-02T10:01:00Z"),
    ("s1", "user", "I'm allergic to peanuts.", "2026-05-02T10:02:00Z"),
    ("s1", "user", "Please always answer in short bullet points.", "2026-05-02T10:03:00Z"),
    ("s2", "user", "My budget for a new tent is 300 dollars.", "2026-08-02T10:01:00Z"),
    ("s2", "user", "My sister Clara is getting married in October.", "2026-08-02T10:03:00Z"),
    ("s3", "user", "Actually my budget for the tent is 450 dollars now.", "2026-09-12T10:00:00Z"),
    ("s3", "user", "I moved from Boston to Denver.", "2026-09-12T10:02:00Z"),
)
"""Three conversations with two changes of mind."""


@pytest.fixture
def talked(run: Run) -> Run:
    """A user who said all of it."""
    for session in dict.fromkeys(row[0] for row in SAID):
        events = [{"role": r, "content": c, "timestamp": t} for s, r, c, t in SAID if s == session]
        run.settle(run.retain(*events, session_id=session))
    until(lambda: any("450" in m["content"] for m in run.recall("What is my budget for the tent?")["memories"]))
    return run


@pytest.fixture
def hostile(run: Run) -> dict[str, str]:
    """A user of whom every field that takes text holds hostile text; the scope."""
    scope = {"container": run.scope["container"], "user_id": f"u {HOSTILE}"[:150]}
    owner = scope | {"session_id": f"s {HOSTILE}"[:150]}
    said = {
        "content": f"I love {HOSTILE} hiking a lot.",
        "name": HOSTILE,
        "metadata": {HOSTILE: HOSTILE},
        "event_type": HOSTILE[:100],
        "page": HOSTILE,
    }
    batch = run.api.call("POST", "/retain", owner | {"events": [said, {"content": f"My budget is {HOSTILE}."}]})
    processed(run.api, batch["batch_id"], WAIT_MS / 1000)
    for value in ("one", "two"):
        fact = {
            "content": f"{value}: {HOSTILE}",
            "subject": HOSTILE[:150],
            **{name: [HOSTILE] for name in ("labels", "tags", "entities", "anchors")},
            "metadata": {HOSTILE: HOSTILE},
            "slot": {"category": HOSTILE[:150], "tag": HOSTILE[:150], "feature": HOSTILE[:150], "value": f"{value} {HOSTILE}"},
        }
        run.api.call("POST", "/memories", owner | fact)
    return scope


def key_of(run: Run, **fields: Any) -> str:
    return str(run.api.call("POST", "/admin/keys", {"permissions": ["read", "write", "admin"]} | fields)["key"])


def stranger(run: Run) -> str:
    """A key of another tenant."""
    return str(
        run.admin.call("POST", "/admin/keys", {"tenant": f"t-{uuid.uuid4().hex[:8]}", "permissions": ["read", "write", "admin"]})["key"]
    )


def facts(api: Client, scope: dict[str, str]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = api.call("GET", "/memories", query=scope | {"kind": "fact", "limit": 100})["memories"]
    return rows


def body(value: Any) -> str:
    return json.dumps(value)
