"""The package builds, and what was built works where nothing else is installed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from local import tools

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("built")
    subprocess.run([tools.uv(), "build", "--quiet", "--out-dir", out, PROJECT], check=True, timeout=240)
    assert len(list(out.glob("*.tar.gz"))) == 1
    (built,) = out.glob("*.whl")
    return built


def test_wheel_holds_the_package_its_types_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "keepsake_client/py.typed" in names
    source = PROJECT / "src" / "keepsake_client"
    assert {n for n in names if n.startswith("keepsake_client/")} == {
        f"keepsake_client/{p.relative_to(source).as_posix()}" for p in source.rglob("*") if p.suffix in (".py", ".typed")
    }
    assert all(n.startswith(("keepsake_client/", "keepsake_client-")) for n in names), "nothing by the name of the server's package"


def test_installed_wheel_works_in_a_clean_environment(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "clean"
    subprocess.run([tools.uv(), "venv", "--quiet", "--python", sys.executable, home], check=True, timeout=60)
    python = home / "bin" / "python"
    subprocess.run([tools.uv(), "pip", "install", "--quiet", "--python", python, wheel], check=True, timeout=240)
    code = "from keepsake_client import Keepsake, AsyncKeepsake; print(Keepsake('http://h/v1', 'k').memories.pin.__name__)"
    done = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout == "pin\n"
    bare = subprocess.run([home / "bin" / "keepsake"], check=False, capture_output=True, text=True, cwd=tmp_path)
    assert (bare.returncode, "keepsake-client[cli]" in bare.stderr) == (1, True), "says what is missing"
    subprocess.run([tools.uv(), "pip", "install", "--quiet", "--python", python, f"{wheel}[cli]"], check=True, timeout=240)
    told = subprocess.run([home / "bin" / "keepsake", "--help"], check=True, capture_output=True, text=True, cwd=tmp_path)
    assert "search" in told.stdout
