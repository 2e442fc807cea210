"""The shape of the code, held: imports point one way, rules are pure, nothing happens at import."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOMAIN = ROOT / "shared" / "keepsake"
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
    for path in (DOMAIN / layer).glob("*.py"):
        wrong = {part(n) for n in imports(path) if n.startswith("keepsake.")} - MAY_IMPORT[layer]
        assert not wrong, f"{path.name} imports {wrong}"


def test_only_adapters_and_bootstrap_import_the_sdks() -> None:
    allowed = {DOMAIN / "bootstrap.py", *(DOMAIN / "adapters").glob("*.py"), *(DOMAIN / "prompts").glob("*.py")}
    for path in [*DOMAIN.rglob("*.py"), *(ROOT / "functions").rglob("*.py")]:
        found = {n.split(".")[0] for n in imports(path)} & SDKS
        assert path in allowed or not found, f"{path} imports {found}"


def test_rules_read_no_clock_and_no_environment() -> None:
    for path in (DOMAIN / "rules").glob("*.py"):
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
    from keepsake.routes import BY_NAME

    named: list[str] = []
    for path in (ROOT / "functions").glob("*/handler.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Dict):
                named += [k.value for k in node.keys if isinstance(k, ast.Constant) and isinstance(k.value, str) and " /" in k.value]
    assert sorted(named) == sorted(BY_NAME)
