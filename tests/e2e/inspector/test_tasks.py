"""What people come for, by the page alone: why a fact is believed, a wrong prune undone, a user erased, a doubt settled."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Run
from tests.e2e.inspector.conftest import Open, facts
from tests.waiting import until


def test_finds_why_a_fact_is_believed(inspect: Open, talked: Run) -> None:
    page = inspect(scope={"container": talked.scope["container"]})
    page.open("users")
    page.row("u1").get_by_role("link", name="u1").click()
    page.settled()
    page.page.get_by_role("navigation", name="Views").get_by_role("link", name="Memories").click()
    page.page.get_by_role("searchbox").fill("Denver")
    page.page.get_by_role("button", name="Search").click()
    page.page.get_by_role("link", name="I moved from Boston to Denver").click()
    page.settled()
    main = page.page.locator("main")
    expect(main.locator("blockquote")).to_contain_text("I moved from Boston to Denver.")
    main.locator("blockquote a").first.click()
    expect(page.page.locator("h1")).to_have_text("Event")
    expect(main).to_contain_text("What rests on it")


def test_undoes_a_wrong_prune(inspect: Open, run: Run) -> None:
    run.settle(run.retain({"content": "I was born in Maryland."}, {"content": "I was born in May."}))
    page = inspect()
    page.open("changes")
    page.act_plain("Preview a prune")
    plan = page.page.get_by_role("table", name="Planned changes")
    expect(plan).to_contain_text("I was born in May in Maryland.")
    page.shot("prune-preview")
    page.act("Do it")
    heading = page.page.locator("h1")
    expect(heading).to_contain_text("Change set")
    number = heading.inner_text().rsplit(" ", 1)[-1]
    until(lambda: current(run) == {"I was born in May in Maryland."})
    until(lambda: run.api.call("GET", f"/admin/change-sets/{number}")["state"] == "applied")
    page.page.reload()
    page.settled()
    expect(page.row("merge").first).to_be_visible()
    page.act("Undo it")
    expect(page.page.locator("main")).to_contain_text("undone by")
    assert current(run) == {"I was born in Maryland", "I was born in May"}


def current(run: Run) -> set[str]:
    return {f["content"] for f in facts(run.api, run.scope) if f["validity"] == "active"}


def test_erases_a_user_and_shows_the_receipt(inspect: Open, talked: Run) -> None:
    page = inspect()
    page.open("users")
    page.row("u1").get_by_role("button", name="Erase").click()
    dialog = page.page.locator("dialog[open]")
    erase = dialog.get_by_role("button", name="Erase", exact=True)
    expect(erase).to_be_disabled()
    dialog.get_by_label("Type u1 to go on").fill("u1")
    erase.click()
    expect(page.page.locator("h1")).to_have_text("Erasure")
    again = page.page.get_by_role("button", name="Look again")

    def done() -> bool:
        page.settled()
        if again.count():
            again.click()
            return False
        return True

    until(done)
    expect(page.page.locator("main")).to_contain_text("erased")
    page.shot("receipt")
    assert facts(talked.api, talked.scope) == []


def test_corrects_pins_and_deletes_a_fact(inspect: Open, talked: Run) -> None:
    page = inspect()
    fact = next(f for f in facts(talked.api, talked.scope) if "peanuts" in f["content"])
    page.open(f"memories/{fact['memory_id']}")
    page.act("Edit", content="I'm allergic to peanuts and to walnuts.")
    expect(page.page.locator("h1")).to_have_text("I'm allergic to peanuts and to walnuts.")
    expect(page.page.locator("del").first).to_contain_text("peanuts")
    page.act_plain("Pin")
    expect(page.page.get_by_role("button", name="Unpin")).to_be_visible()
    expect(page.page.locator("main")).to_contain_text("It does not fade: pinned.")
    page.act("Delete")
    expect(page.page.get_by_role("button", name="Restore")).to_be_visible()


def test_deletes_by_filter_after_showing_what_would_go_and_takes_it_back(inspect: Open, talked: Run) -> None:
    page = inspect()
    before = {f["content"] for f in facts(talked.api, talked.scope)}
    page.open("memories", text="tent")
    page.page.get_by_role("button", name="Delete what the filter selects").first.click()
    dialog = page.page.locator("dialog[open]")
    confirm = dialog.get_by_role("button", name="Delete what the filter selects")
    confirm.click()
    expect(dialog).to_contain_text("It would delete")
    expect(dialog).to_contain_text("450 dollars")
    confirm.click()
    expect(page.page.locator("h1")).to_contain_text("Change set")
    until(lambda: not any("tent" in f["content"] for f in facts(talked.api, talked.scope)))
    page.settled()
    page.act("Undo it")
    assert {f["content"] for f in facts(talked.api, talked.scope)} == before


@pytest.mark.usefixtures("talked")
def test_preview_of_a_deletion_that_was_left_is_not_that_of_another_filter(inspect: Open) -> None:
    page = inspect()
    page.open("memories", text="tent")
    name = "Delete what the filter selects"
    page.page.locator("main").get_by_role("button", name=name, exact=True).first.click()
    dialog = page.page.locator("dialog[open]")
    dialog.get_by_role("button", name=name, exact=True).click()
    expect(dialog).to_contain_text("It would delete")
    dialog.get_by_role("button", name="Leave it").click()
    page.page.get_by_role("searchbox").fill("")
    page.page.get_by_role("button", name="Search").click()
    page.settled()
    page.page.locator("main").get_by_role("button", name=name, exact=True).first.click()
    expect(dialog).not_to_contain_text("It would delete")
    dialog.get_by_role("button", name=name, exact=True).click()
    expect(dialog).to_contain_text("Denver")


@pytest.mark.usefixtures("run")
def test_adds_a_fact_by_hand(inspect: Open) -> None:
    page = inspect()
    page.open("memories")
    page.act("Add a fact", content="Ann plays the cello.")
    expect(page.page.locator("h1")).to_have_text("Ann plays the cello.")


def test_makes_a_key_shows_it_once_and_revokes_it(inspect: Open, run: Run) -> None:
    page = inspect()
    page.open("operations")
    page.act("Make a key")
    shown = page.page.get_by_role("status").filter(has_text="Copy it now")
    key = shown.locator(".id").inner_text()
    assert run.client(key).call("GET", "/key")["permissions"] == ["read"]
    page.page.get_by_role("button", name="I have it").click()
    expect(page.page.locator("main")).not_to_contain_text(key)
    page.act("Revoke", within=page.row(run.client(key).call("GET", "/key")["key_id"]))
    expect(page.row(key.split(".")[1])).to_contain_text("revoked")
