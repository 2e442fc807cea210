"""The API reference at /v1/docs: it shows every route, asks nobody else, and a route can be tried with a key."""

from __future__ import annotations

from playwright.sync_api import expect

from keepsake import openapi
from tests.e2e.inspector.conftest import Open


def test_it_has_every_route_and_a_request_can_be_sent(inspect: Open) -> None:
    page = inspect()
    view = page.page
    view.goto(f"{page.url}/docs")
    expect(view.locator(".opblock")).to_have_count(sum(len(methods) for methods in openapi.document()["paths"].values()))
    view.get_by_role("button", name="Authorize").click()
    view.locator(".auth-container input").fill(page.key)
    view.locator(".auth-btn-wrapper").get_by_role("button", name="Apply credentials").click()
    view.locator(".modal-ux").get_by_role("button", name="Close").first.click()
    own = view.locator("#operations-keys-getOwnKey")
    own.scroll_into_view_if_needed()
    own.locator(".opblock-summary-control").click()
    own.get_by_role("button", name="Execute").click()
    expect(own.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")
    expect(own.locator(".live-responses-table")).to_contain_text('"permissions"')
    page.shot("reference")
