"""Each view with real data, its screenshot kept; on a phone, in the dark, by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Run
from tests.e2e.inspector.conftest import PHONE, Open, facts

VIEWS = ("memories", "recall", "timeline", "profile", "users", "sessions", "review", "decay", "changes", "operations")
QUERY = {"recall": {"q": "Where do I live?"}}


def everything(run: Run) -> list[tuple[str, dict[str, str]]]:
    """Every view, and one of each kind of page below."""
    fact = facts(run.api, run.scope)[0]
    below = (f"memories/{fact['memory_id']}", f"events/{fact['event_ids'][0]}", "sessions/s3")
    return [(view, QUERY.get(view, {})) for view in VIEWS] + [(view, {}) for view in below]


@pytest.mark.usefixtures("talked")
def test_every_view_shows_what_is_there(inspect: Open) -> None:
    page = inspect()
    told = {
        "memories": "I'm allergic to peanuts", "recall": "I moved from Boston to Denver", "timeline": "I love hiking with my dog Biscuit",
        "profile": "450 dollars", "users": "u1", "sessions": "s2", "review": "Contested", "decay": "if nobody touches anything",
        "changes": "Preview a prune", "operations": "multilingual-e5-small",
    }  # fmt: skip
    for view, text in told.items():
        page.open(view, **QUERY.get(view, {}))
        expect(page.page.locator("main")).to_contain_text(text)
        page.shot(view)
    expect(page.page).to_have_title(re.compile("Keepsake inspector"))


def test_a_memory_has_its_evidence_its_history_its_neighbours_and_its_fading(inspect: Open, talked: Run) -> None:
    page = inspect()
    fact = next(f for f in facts(talked.api, talked.scope) if "450" in f["content"])
    page.open(f"memories/{fact['memory_id']}")
    main = page.page.locator("main")
    expect(main.locator("blockquote")).to_contain_text("Actually my budget for the tent is 450 dollars now.")
    expect(main).to_contain_text("Against it")
    expect(main.locator("svg.graph")).to_contain_text("My budget for a new tent")
    expect(main.locator("svg.curve polyline")).to_have_count(1)
    expect(main).to_contain_text("deprioritized")
    page.shot("memory")


def test_the_legs_scores_and_context_of_a_recall_stand_beside_each_other(inspect: Open, talked: Run) -> None:
    page = inspect()
    page.open("recall", q="What is my budget for the tent?")
    line = page.row("450 dollars")
    expect(line.locator(".legs")).to_contain_text("vector")
    expect(page.page.locator("pre.context")).to_contain_text("Please always answer in short bullet points")
    old = next(f for f in facts(talked.api, talked.scope) if "300" in f["content"])
    page.page.get_by_label("Id of a memory").fill(old["memory_id"])
    page.page.get_by_role("button", name="Why not?").click()
    expect(page.page.get_by_role("status").filter(has_text="gate")).to_contain_text("superseded")


@pytest.mark.usefixtures("talked")
def test_the_timeline_tells_what_was_believed_at_another_time(inspect: Open) -> None:
    page = inspect()
    page.open("timeline", as_of="2026-06-01T00:00:00Z")
    then = page.page.get_by_role("table", name="Believed then")
    expect(then).to_contain_text("I live in Boston")
    expect(then).not_to_contain_text("Denver")
    page.open("timeline")
    expect(then).to_contain_text("Denver")
    expect(then).not_to_contain_text("I live in Boston")


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_it_works_on_a_phone_in_light_and_dark(inspect: Open, talked: Run, colours: str) -> None:
    page = inspect(viewport=PHONE, color_scheme=colours)
    for view, query in everything(talked):
        page.open(view, **query)
        assert page.run("document.documentElement.scrollWidth") <= PHONE["width"], view
        assert page.run(CONTRAST) >= 4.5, view
    page.open("memories")
    page.shot(f"phone-{colours}")


CONTRAST = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const linear = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (node) => {
    for (let n = node; n; n = n.parentElement) {
      const colour = getComputedStyle(n).backgroundColor;
      if (colour !== "rgba(0, 0, 0, 0)") return colour;
    }
    return "white";
  };
  const ratios = [...document.querySelectorAll("main p, main td, main dt, main dd, main a, main .badge, main .quiet, header a")]
    .filter((n) => n.textContent.trim() && n.checkVisibility() && !n.closest(".bar, svg"))
    .map((n) => [light(getComputedStyle(n).color), light(ground(n))].sort((a, b) => b - a))
    .map(([high, low]) => (high + 0.05) / (low + 0.05));
  return Math.min(...ratios);
})()"""
"""The least contrast between a text and what is behind it; WCAG 2.2 AA wants 4.5."""


@pytest.mark.usefixtures("talked")
def test_it_works_by_keyboard_alone(inspect: Open) -> None:
    page = inspect()
    page.open("memories")
    keys = page.page.keyboard
    keys.press("/")
    keys.type("peanuts")
    keys.press("Enter")
    expect(page.page.locator("tbody tr")).to_have_count(1)
    page.settled()
    page.page.get_by_role("link", name="I'm allergic to peanuts").focus()
    keys.press("Enter")
    expect(page.page.locator("h1")).to_have_text("I'm allergic to peanuts")
    page.page.get_by_role("button", name="Delete").focus()
    keys.press("Enter")
    dialog = page.page.locator("dialog[open]")
    expect(dialog).to_be_visible()
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    page.page.reload()
    page.settled()
    keys.press("Tab")
    expect(page.page.get_by_role("link", name="To the content")).to_be_focused()


def test_every_button_field_and_picture_has_a_name(inspect: Open, talked: Run) -> None:
    page = inspect()
    for view, query in everything(talked):
        page.open(view, **query)
        assert page.run(UNNAMED) == [], view


UNNAMED = """[...document.querySelectorAll("button, input, select, textarea, a, [role=img]")]
  .filter((n) => n.checkVisibility() && !(n.textContent.trim() || n.getAttribute("aria-label") || n.labels?.length || n.title))
  .map((n) => n.outerHTML.slice(0, 200))"""
