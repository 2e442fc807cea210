"""The shape of the code, held: imports point one way, rules are pure, nothing happens at import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOMAIN = ROOT / "shared" / "keepsake"
TESTS = ROOT / "tests" / "unit"
SDKS = {"boto3", "botocore", "opensearchpy", "openai"}
MAY_IMPORT = {
    "rules": {"rules", "records", "changes", "claims", "ids", "errors", "ports", "api"},
    "prompts": {"prompts", "records", "changes", "claims", "ids"},
    "flows": {
        "flows",
        "rules",
        "prompts",
        "ports",
        "records",
        "changes",
        "claims",
        "ids",
        "errors",
        "messages",
        "api",
        "cursors",
        "telemetry",
    },
    "adapters": {"adapters", "telemetry", "ports", "records", "changes", "claims", "ids", "errors", "messages", "prompts", "rules"},
}

ROOMS: dict[str, dict[str, set[str]]] = {
    # Which rooms a room of rules may use: the table holds no circle, so each can be read without the ones that build on it.
    "rules": {
        "dates": set(),
        "intake": set(),
        "forgetting": set(),
        "reading": {"dates"},
        "behaviour": {"dates", "reading"},
        "wording": {"dates", "reading"},
        "indexing": {"dates", "knowledge"},
        "knowledge": {"dates", "forgetting", "reading", "wording"},
        "governance": {"knowledge"},
        "sessions": {"indexing", "knowledge"},
        "recall": {"dates", "governance", "indexing", "intake", "knowledge", "reading", "sessions"},
        "portability": {"forgetting", "indexing", "intake", "knowledge"},
        "state": set(),
    },
    # A use case may go on in another room; which ones do is written down here.
    "flows": {
        "intake": {"indexing", "knowledge", "sessions"},
        "reading": {"indexing", "intake", "knowledge", "sessions"},
        "knowledge": {"governance", "indexing", "intake", "sessions"},
        "recall": {"indexing", "knowledge"},
        "sessions": {"intake", "knowledge", "reading"},
        "forgetting": {"governance", "knowledge", "sessions"},
        "governance": {"forgetting", "intake", "knowledge", "sessions"},
        "portability": {"indexing", "intake", "knowledge", "state"},
        "state": {"governance", "intake", "knowledge", "sessions"},
        "indexing": {"intake", "knowledge"},
    },
}
SHARED_BY_ROOMS = {
    "rules": {"__init__", "bare_answer", "nearness", "policy", "quoting", "slots", "tokens", "words"},
    "flows": {"__init__", "calibration", "carried", "container_settings", "fence", "lately", "members", "orphans", "waiting", "walk"},
    "api": {"__init__", "base"},
}
"""What lies beside the rooms, because all of them use it."""


def imports(path: Path, *, top_level_only: bool = False) -> set[str]:
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_level_only else list(ast.walk(tree))
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def part(name: str) -> str:
    return name.split(".")[1]


@pytest.mark.parametrize("layer", MAY_IMPORT)
def test_imports_point_one_way(layer: str) -> None:
    for path in (DOMAIN / layer).rglob("*.py"):
        wrong = {part(n) for n in imports(path) if n.startswith("keepsake.")} - MAY_IMPORT[layer]
        assert not wrong, f"{path.name} imports {wrong}"


@pytest.mark.parametrize("layer", ROOMS)
def test_rooms_use_only_the_rooms_that_they_name(layer: str) -> None:
    rooms = ROOMS[layer]
    for path in (DOMAIN / layer).rglob("*.py"):
        room = path.parent.name
        used = {n.split(".")[2] for n in imports(path) if n.startswith(f"keepsake.{layer}.")} & set(rooms)
        allowed = rooms[room] | {room} if room in rooms else set()
        assert used <= allowed, f"{path.relative_to(DOMAIN)} uses {used - allowed}"


def test_no_room_of_rules_stands_on_itself() -> None:
    left = dict(ROOMS["rules"])
    while ready := [room for room, uses in left.items() if not uses & left.keys()]:
        for room in ready:
            del left[room]
    assert not left, f"{sorted(left)} stand on each other"


@pytest.mark.parametrize("folder", [*(DOMAIN / layer for layer in SHARED_BY_ROOMS), *(TESTS / layer for layer in ROOMS)])
def test_rooms_have_the_same_names_everywhere(folder: Path) -> None:
    rooms = {p.name for p in folder.iterdir() if p.is_dir() and p.name != "__pycache__"}
    assert rooms <= ROOMS["rules"].keys() | ROOMS["flows"].keys()


@pytest.mark.parametrize("layer", SHARED_BY_ROOMS)
def test_what_one_room_uses_lies_in_it(layer: str) -> None:
    assert {p.stem for p in (DOMAIN / layer).glob("*.py")} == SHARED_BY_ROOMS[layer]


def test_only_adapters_and_bootstrap_import_the_sdks() -> None:
    allowed = {DOMAIN / "bootstrap.py", *(DOMAIN / "adapters").glob("*.py"), *(DOMAIN / "prompts").glob("*.py")}
    for path in [*DOMAIN.rglob("*.py"), *(ROOT / "functions").rglob("*.py")]:
        found = {n.split(".")[0] for n in imports(path)} & SDKS
        assert path in allowed or not found, f"{path} imports {found}"


def test_rules_read_no_clock_and_no_environment() -> None:
    for path in (DOMAIN / "rules").rglob("*.py"):
        text = path.read_text()
        for banned in ("datetime.now", "utcnow", "time.time", "os.environ", "random.", "open("):
            assert banned not in text, f"{path.name} uses {banned}"


def test_nobody_imports_the_folder_shared() -> None:
    for path in [*DOMAIN.rglob("*.py"), *(ROOT / "functions").rglob("*.py"), *(ROOT / "local").rglob("*.py")]:
        assert not any(n == "shared" or n.startswith("shared.") for n in imports(path))


@pytest.mark.parametrize("function", sorted(p.parent.name for p in (ROOT / "functions").glob("*/handler.py")))
def test_importing_a_handler_loads_no_sdk_and_needs_no_environment(function: str) -> None:
    code = f"import sys, functions.{function}.handler; print(sorted(set({SDKS!r}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PATH": "", "PYTHONPATH": f"{ROOT / 'shared'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_every_route_has_exactly_one_handler() -> None:
    from keepsake.routes import BY_NAME, DOORS

    named: list[str] = []
    for path in (ROOT / "functions").glob("*/handler.py"):
        if path.parent.name in DOORS:
            continue  # its names are operations of another system's API
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Dict):
                named += [k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str) and " /" in k.value]
    assert sorted(named) == sorted(BY_NAME)
