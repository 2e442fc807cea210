"""Pages are served from their folder alone, and can run nothing and reach nothing that is not theirs."""

from __future__ import annotations

import hashlib
import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from keepsake import pages
from local.paths import ROOT

DOORS = {"ui": "html.js", "docs": "start.js"}
SENT = re.compile(r"""(?:src|href)="([^"#]+)"|from "(\.[^"]+)"|["'](\./ui/[^"']+)["']""")


def asked(name: str, file: str | None = None, **headers: str) -> dict[str, Any]:
    resource = f"/{name}/{{file}}" if file is not None else f"/{name}"
    event = {
        "httpMethod": "GET",
        "resource": resource,
        "headers": headers,
        "requestContext": {"requestId": "q1", "path": f"/v1{resource}"},
        "pathParameters": {"file": file} if file is not None else None,
    }
    answer: dict[str, Any] = import_module(f"functions.{name}.handler").handler(event, None)
    return answer


@pytest.mark.parametrize("name", DOORS)
def test_a_page_is_sent_with_a_policy_that_allows_its_own_origin_alone(name: str) -> None:
    reply = asked(name)
    assert reply["statusCode"] == 200
    assert reply["headers"]["Content-Type"] == "text/html; charset=utf-8"
    policy = dict(rule.split(" ", 1) for rule in reply["headers"]["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == policy["style-src"] == "'self'"
    assert "unsafe" not in str(policy)
    assert "http" not in str(policy)
    assert ("require-trusted-types-for" in policy) == (name == "ui")
    assert reply["headers"]["X-Content-Type-Options"] == "nosniff"


def test_the_only_script_inside_the_page_is_its_import_map_allowed_by_its_digest() -> None:
    page = (ROOT / "functions/ui/web/index.html").read_text()
    assert len(re.findall(r"<script(?![^>]*\bsrc=)", page)) == len(pages.IMPORT_MAP.findall(page)) == 1
    assert pages.policy(page) != pages.policy(page.replace("./ui/htm.mjs", "./ui/other.mjs"))
    assert not re.search(r"\son\w+=|<style|\sstyle=", page)


@pytest.mark.parametrize("name", DOORS)
@pytest.mark.parametrize("file", ["..", "../handler.py", "..%2Fhandler.py", "handler.py", "/etc/passwd", "", "index.html/", ".", "web"])
def test_no_other_file_is_served(name: str, file: str) -> None:
    assert asked(name, file)["statusCode"] == 404


@pytest.mark.parametrize(("name", "file"), DOORS.items())
def test_what_the_browser_has_is_not_sent_again(name: str, file: str) -> None:
    first = asked(name, file)
    again = asked(name, file, **{"If-None-Match": first["headers"]["ETag"]})
    assert (first["statusCode"], again["statusCode"], again["body"]) == (200, 304, "")


def web_files() -> list[Path]:
    return [path for name in DOORS for path in sorted((ROOT / "functions" / name / "web").iterdir())]


@pytest.mark.parametrize(
    "path", [p for p in web_files() if p.name in ("index.html",) or p.suffix == ".js"], ids=lambda p: f"{p.parts[-3]}/{p.name}"
)
def test_whatever_a_page_asks_for_is_there(path: Path) -> None:
    if path.name == "swagger-ui-bundle.js":
        return
    for found in SENT.findall(path.read_text()):
        asked_for = next(filter(None, found))
        name = asked_for.rsplit("/", 1)[-1]
        if "." in name and name != "openapi.json" and not asked_for.startswith("data:"):
            assert (path.parent / name).is_file(), asked_for


def test_vendored_files_are_what_their_packages_hold() -> None:
    listed = json.loads((ROOT / "local/vendored.json").read_text())
    for name, told in listed.items():
        assert hashlib.sha256((ROOT / name).read_bytes()).hexdigest() == told["sha256"], name
    own = {"app.css", "docs.css", "index.html", "licenses.txt"}
    unknown = {str(p.relative_to(ROOT)) for p in web_files() if p.name not in own and (p.suffix != ".js" or p.stat().st_size > 40_000)}
    assert unknown == set(listed)


def test_every_vendored_file_has_its_licence_beside_it() -> None:
    for name, told in json.loads((ROOT / "local/vendored.json").read_text()).items():
        text = (ROOT / name).with_name("licenses.txt").read_text()
        assert Path(name).name in text
        assert f"{told['package']} (npm)" in text


def test_the_inspector_never_makes_a_document_of_text() -> None:
    for path in (ROOT / "functions/ui/web").glob("*.js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|dangerously|eval\(|new Function", path.read_text()), (
            path.name
        )
