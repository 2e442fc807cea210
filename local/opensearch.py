"""A real OpenSearch node with k-NN on this machine: installed from Maven Central, started by its own Java command."""

import hashlib
import os
import shutil
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import downloads, java
from local.console import LocalRunError, Step, step
from local.http import ask
from local.paths import cache_dir, locked
from local.ports import free_port, require_free
from local.processes import Process, as_ordinary_user, spawn

PINS = Path(__file__).with_name("opensearch.toml")
START_LIMIT_S = 120

# Java is called directly, with these options, and not by the distribution's launcher script: that starts four
# short-lived Java programs first, about 4 s of every start.
JVM_OPTIONS = Path(__file__).with_name("jvm.options")

LOGGING = """\
status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%-5p][%-25c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
logger.node.name = org.opensearch.node
logger.node.level = info
"""


@dataclass
class Node:
    """One node and how to start it again: same port, same data."""

    data_dir: Path
    port: int
    heap: str
    process: Process

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the node again after `stop` or `kill`; returns once it answers."""
        if not self.process.alive():
            self.process = launch(self.data_dir, self.port, self.heap, log_file(self.data_dir))
            wait_until_ready(self.port, self.process, log_file(self.data_dir))

    def stop(self) -> None:
        self.process.stop()

    def kill(self) -> None:
        """Ends the node as `kill -9` does."""
        self.process.kill()


@contextmanager
def running(data_dir: Path, port: int = 0, heap: str = "512m", quiet: bool = True) -> Iterator[Node]:
    """A node for the length of the block, on `port` (0: a free one). Data stays in `data_dir` for a later start."""
    port = port or free_port()
    node = Node(data_dir, port, heap, launch(data_dir, port, heap, log_file(data_dir), quiet))
    try:
        wait_until_ready(port, node.process, log_file(data_dir))
        yield node
    finally:
        node.stop()


def installed(found: java.Java, quiet: bool = False) -> Path:
    """The folder of an installed node that runs on this Java, downloaded and put together on first need."""
    pins = tomllib.loads(PINS.read_text())
    digest = hashlib.sha256(PINS.read_bytes()).hexdigest()[:12]
    home = cache_dir() / f"opensearch-{pins['version']}-{found.analyzer}-{digest}"
    if home.is_dir():
        return home
    with locked(cache_dir() / "opensearch.lock"):
        if not home.is_dir():
            with step(f"Download OpenSearch {pins['version']} with k-NN", quiet) as shown:
                files = downloads.fetch(pins["artifacts"], lambda *seen: _show_bytes(shown, *seen))
                _put_together(pins, files, found, home)
    return home


def _show_bytes(shown: Step, name: str, seen_bytes: int, total_bytes: int) -> None:
    shown.detail = f"{name}: {seen_bytes / 1e6:.1f} of {total_bytes / 1e6:.1f} MB"


def _put_together(pins: dict[str, Any], files: dict[str, Path], found: java.Java, home: Path) -> None:
    """Unpacks distribution, plugin and modules beside `home` and renames at the end: `home` is whole or absent."""
    with tempfile.TemporaryDirectory(dir=home.parent) as scratch:
        with zipfile.ZipFile(files[pins["distribution"]]) as archive:
            archive.extractall(scratch)
        unpacked = Path(scratch) / f"opensearch-{pins['version']}"
        for plugin in pins["plugins"]:
            with zipfile.ZipFile(files[plugin]) as archive:
                archive.extractall(unpacked / "plugins" / plugin)
        for module in pins["modules"]:
            if module["name"] == "analysis-common" and found.trimmed:
                continue
            _put_module(unpacked / "modules" / module["name"], module, pins["version"], files)
        unpacked.rename(home)


def _put_module(folder: Path, module: dict[str, Any], version: str, files: dict[str, Path]) -> None:
    folder.mkdir()
    for jar in module["jars"]:
        shutil.copy(files[jar], folder)
    descriptor = {
        "description": module["name"],
        "version": version,
        "name": module["name"],
        "classname": module["classname"],
        "java.version": "21",
        "opensearch.version": version,
        "extended.plugins": module["extends"],
        "has.native.controller": "false",
    }
    lines = [f"{key}={value}" for key, value in descriptor.items()]
    (folder / "plugin-descriptor.properties").write_text("\n".join(lines) + "\n")
    if module["grants"]:
        grants = "".join(f'  permission java.lang.RuntimePermission "{name}";\n' for name in module["grants"])
        (folder / "plugin-security.policy").write_text(f"grant {{\n{grants}}};\n")


def launch(data_dir: Path, port: int, heap: str, log: Path, quiet: bool = False) -> Process:
    """Starts the node's Java and returns at once; installs the node first where that was never done."""
    # Else another node there would be taken for this one.
    require_free(port, "OpenSearch", "OPENSEARCH_PORT")
    found = java.find()
    home = installed(found, quiet)
    data_dir = data_dir.resolve()
    config, temporary, logs = (data_dir / name for name in ("config", "tmp", "logs"))
    for folder in (config, temporary, logs, data_dir / "nodes"):
        folder.mkdir(parents=True, exist_ok=True)
    (config / "log4j2.properties").write_text(LOGGING)
    settings = {
        "cluster.name": "keepsake",
        "node.name": "local",
        "discovery.type": "single-node",
        "network.host": "127.0.0.1",
        "http.port": port,
        "transport.port": free_port(),
        "path.data": data_dir / "nodes",
        "path.logs": logs,
        # A laptop's disk is often over 90 % full; without this the node would turn its indices read-only.
        "cluster.routing.allocation.disk.threshold_enabled": "false",
        "action.auto_create_index": "false",
    }
    (config / "opensearch.yml").write_text("".join(f'{key}: "{value}"\n' for key, value in settings.items()))
    command: list[str | Path] = [
        found.binary,
        f"@{JVM_OPTIONS}",
        *([] if found.trimmed else ["--add-modules=jdk.incubator.vector"]),
        f"-Xms{heap}",
        f"-Xmx{heap}",
        f"-Djava.io.tmpdir={temporary}",
        f"-XX:ErrorFile={logs}/hs_err_pid%p.log",
        f"-javaagent:{home}/agent/opensearch-agent.jar",
        f"-Dopensearch.path.home={home}",
        f"-Dopensearch.path.conf={config}",
        "-Dopensearch.distribution.type=zip",
        "-Dopensearch.bundled_jdk=false",
        "-cp",
        f"{home}/lib/*",
        "org.opensearch.bootstrap.OpenSearch",
    ]
    # Options that the environment holds for other Java programs stay out.
    own = {name: value for name, value in os.environ.items() if not name.endswith(("JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"))}
    return spawn(as_ordinary_user(command), log, {**own, "OPENSEARCH_TMPDIR": str(temporary)})


def log_file(data_dir: Path) -> Path:
    return data_dir / "logs" / "opensearch.log"


def wait_until_ready(port: int, process: Process, log: Path) -> None:
    """Returns once the node's cluster state is recovered. Raises LocalRunError with the log's end when it dies."""
    until_s = time.monotonic() + START_LIMIT_S
    while not _ready(port):
        if not process.alive() or time.monotonic() > until_s:
            process.kill()
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-15:]) if log.is_file() else ""
            raise LocalRunError(f"OpenSearch did not start on port {port}. The end of {log}:\n{tail}")
        time.sleep(0.1)


def drop_indices(url: str) -> None:
    """Removes every index of the node with its documents."""
    _, listed = ask("GET", f"{url}/_cat/indices?h=index&format=json")
    for index in listed:
        ask("DELETE", f"{url}/{index['index']}")


def _ready(port: int) -> bool:
    try:
        status, health = ask("GET", f"http://127.0.0.1:{port}/_cluster/health?wait_for_status=yellow&timeout=1s", timeout_s=5)
    except OSError:
        return False
    return status == 200 and health["status"] in ("yellow", "green")
