"""`sam build` of the real template for this machine, done again only when its sources changed."""

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from local import sam
from local.console import step
from local.paths import ROOT, locked
from local.tools import EMULATOR, Command, tool_home, uv

PYTHON = f"python{sys.version_info.major}.{sys.version_info.minor}"
# What the built template is made of.
SOURCES = ("template.yaml", "pyproject.toml", "functions", "layers", "shared")


def digest(given: Mapping[str, str] | None = None) -> str:
    """A sum over what a build depends on (sources and interpreter), and over parameters, where some are given."""
    about = f"{sorted((given or {}).items())} {sys.version} {os.uname().machine}"
    return _sum_of(SOURCES, about)


def build(log: Path) -> Path:
    """The built template of the present sources. Raises LocalRunError when sam fails."""
    base = ROOT / ".aws-sam"
    folder, cache, stamp = (base / f"local-{PYTHON}{ending}" for ending in ("", ".cache", ".digest"))
    packages = base / f"local-{PYTHON}.packages-{_sum_of(('layers',), sys.version)[:12]}"
    with locked(base / f"local-{PYTHON}.lock"):
        wanted = digest()
        if packages.is_dir() and stamp.is_file() and stamp.read_text() == wanted:
            return folder / "template.yaml"
        stamp.unlink(missing_ok=True)
        if not packages.is_dir():
            shutil.rmtree(cache, ignore_errors=True)
        with step("Build functions and layers (sam build)") as shown:
            options: Command = ["--build-dir", folder, "--cached", "--cache-dir", cache, "--parallel"]
            sam.run(["build", *options], _environment(), log, shown)
            for built in (folder / "DependenciesLayer", *cache.iterdir()):
                _unpack_once(built / "python", packages)
        stamp.write_text(wanted)
    return folder / "template.yaml"


def _unpack_once(layer: Path, packages: Path) -> None:
    """Puts a built layer's packages aside and leaves in the layer a line that leads there.

    The emulator unpacks every layer anew for every worker: 7,600 files, 2 to 4 s of each cold start and 95 MB each.
    It treats this folder of a layer as a site directory, as Lambda does, and so follows the line. SAM's cache gets the
    line too: it would copy all files at every build, for 8 s.
    """
    if next(layer.glob("*.dist-info"), None) is None:
        return
    if packages.is_dir():
        shutil.rmtree(layer)
    else:
        layer.rename(packages)
    site = layer / "lib" / PYTHON / "site-packages"
    site.mkdir(parents=True)
    (site / "packages.pth").write_text(f"import sys; sys.path.insert(0, {str(packages)!r})\n")


def _environment() -> dict[str, str]:
    """What layers/dependencies/Makefile asks for: wheels for the interpreter that will run the functions."""
    path = [str(sam.program().parent), str(uv().parent), os.environ.get("PATH", "")]
    layer = {
        "KEEPSAKE_LAYER_TARGET": "local",
        "KEEPSAKE_LAYER_PYTHON": str(tool_home("emulator", EMULATOR) / "bin" / "python"),
    }
    # An activated environment would otherwise be what uv and pip install into.
    own = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return own | layer | {"PATH": os.pathsep.join(path), "SAM_CLI_TELEMETRY": "0"}


def _sum_of(names: tuple[str, ...], about: str) -> str:
    total = hashlib.sha256(about.encode())
    for path in _files(names):
        total.update(f"\0{path.relative_to(ROOT)}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def _files(names: tuple[str, ...]) -> Iterator[Path]:
    for name in names:
        path = ROOT / name
        if path.is_file():
            yield path
        for inner in sorted(path.rglob("*")) if path.is_dir() else []:
            if inner.is_file() and "__pycache__" not in inner.parts:
                yield inner
