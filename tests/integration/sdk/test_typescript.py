"""The TypeScript client: its own tests against the whole service, its types against the document, its package in a clean folder, and
every snippet of its page."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from keepsake import openapi
from local import tools
from local.in_memory import World
from local.paths import ROOT
from tests.serving import OPERATOR_KEY, serving

PACKAGE = ROOT / "sdk" / "typescript"
PAGE = ROOT / "docs" / "sdk-typescript.md"
NODE = shutil.which("npm") is not None and shutil.which("node") is not None
pytestmark = pytest.mark.skipif(not NODE, reason="node and npm are not installed: the TypeScript client is not tried")
MODEL = """
import { MockLanguageModelV3 } from "ai/test";
import { simulateReadableStream } from "ai";
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: "stop" as const, raw: undefined };
const spoken = { type: "text-delta" as const, id: "t", delta: "Peanuts.\\n" };
const chunks = [{ type: "text-start" as const, id: "t" }, spoken, { type: "finish" as const, finishReason, usage }];
const model = new MockLanguageModelV3({
  doGenerate: { content: [{ type: "text", text: "Noted." }], finishReason, usage, warnings: [] },
  doStream: async () => ({ stream: simulateReadableStream({ chunks }) }),
});
"""
"""What the page calls `model`."""
SEEN = """
const system = model.doStreamCalls[0]!.prompt.flatMap((m) => (m.role === "system" ? [m.content] : [])).join();
if (!system.includes("allergic to peanuts")) throw new Error(`not recalled: ${system}`);
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with what it is built and tested with."""
    copy = tmp_path_factory.mktemp("sdk") / "typescript"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("node_modules", "dist", "build", "*.tgz"))
    (copy / "node_modules").symlink_to(tools.npm_locked(PACKAGE) / "node_modules")
    return copy


@pytest.fixture
def service() -> Iterator[dict[str, str]]:
    """The environment that names it."""
    with serving(World()) as url:
        yield os.environ | {"KEEPSAKE_URL": url, "KEEPSAKE_KEY": "all", "KEEPSAKE_OPERATOR_KEY": OPERATOR_KEY}


def done(folder: Path, *command: str, env: dict[str, str] | None = None) -> str:
    """What the command printed; the test fails with it."""
    ran = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=240, check=False)
    assert ran.returncode == 0, f"{ran.stdout[-6000:]}\n{ran.stderr[-3000:]}"
    return ran.stdout


def test_types_are_those_of_the_document(package: Path) -> None:
    (package / "openapi.json").write_text(json.dumps(openapi.document()))
    done(package, "npm", "run", "generate", "--", "openapi.json", "--check")


def test_types_of_another_document_are_told(package: Path) -> None:
    document = openapi.document()
    document["components"]["schemas"]["Problem"]["properties"]["mood"] = {"type": "string"}
    (package / "openapi.json").write_text(json.dumps(document))
    with pytest.raises(AssertionError, match=r"src/schema\.ts is not that of the document"):
        done(package, "npm", "run", "generate", "--", "openapi.json", "--check")


def test_client_passes_its_tests_against_the_service(package: Path, service: dict[str, str]) -> None:
    told = done(package, "npm", "test", env=service)
    assert int(re.findall(r"pass (\d+)", told)[-1]) > 130
    assert re.findall(r"(?:fail|cancelled|skipped|todo) (\d+)", told)[-4:] == ["0"] * 4


def test_source_is_formatted(package: Path) -> None:
    done(package, "npm", "run", "check")


def test_packed_client_works_in_a_clean_folder(package: Path, service: dict[str, str], tmp_path: Path) -> None:
    (packed,) = json.loads(done(package, "npm", "pack", "--json", "--pack-destination", str(tmp_path)))
    files = {file["path"] for file in packed["files"]}
    assert {"README.md", "package.json", "dist/index.js", "dist/index.d.ts", "dist/ai.js", "dist/ai.d.ts"} <= files
    assert all(name.startswith("dist/") or "/" not in name for name in files)
    done(tmp_path, "npm", "init", "--yes")
    done(tmp_path, "npm", "install", "--offline", "--omit=optional", "--no-audit", str(tmp_path / packed["filename"]))
    assert [d.name for d in (tmp_path / "node_modules").iterdir() if not d.name.startswith(".")] == ["@keepsake"]
    (snippet,) = snippets(package / "README.md")
    (tmp_path / "try.mts").write_text(snippet)
    # Its types stand alone: without those of Node, and checked themselves.
    compiler = str(package / "node_modules" / ".bin" / "tsc")
    done(tmp_path, compiler, "--strict", "--module", "nodenext", "--lib", "es2022,dom", "--target", "es2022", "try.mts")
    assert done(tmp_path, "node", "try.mjs", env=service) == "true\n"


def test_every_snippet_of_the_page_runs_and_prints_what_it_says(package: Path, service: dict[str, str]) -> None:
    found = snippets(PAGE)
    assert len(found) == PAGE.read_text().count("```ts\n")
    page = "\n".join([MODEL, *found, SEEN])
    (package / "test" / "page.ts").write_text(page)
    told = re.findall(r"console\.log\(.*\); // (.+)", page)
    assert len(told) > 8
    done(package, "npm", "run", "build")
    done(package, "npx", "tsc", "-p", "test")
    printed = done(package, "node", "build/page.js", env=service).splitlines()
    assert printed == [*told, "Peanuts."]


def test_lock_file_names_no_registry() -> None:
    lock = json.loads((PACKAGE / "package-lock.json").read_text())
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    assert all("integrity" in entry for name, entry in lock["packages"].items() if name)


def snippets(page: Path) -> list[str]:
    return re.findall(r"```ts\n(.*?)```", page.read_text(), re.DOTALL)
