"""The three long-running parts of a local run: OpenSearch, the model endpoint and the emulator of AWS."""

import os
import sys
import time
from pathlib import Path
from typing import Literal, get_args

from local import embedder, emulator, opensearch
from local.console import LocalRunError
from local.http import answers
from local.paths import ROOT
from local.ports import require_free
from local.processes import Process, spawn
from local.settings import Settings

Part = Literal["opensearch", "models", "emulator"]
PARTS: tuple[Part, ...] = get_args(Part)
START_LIMIT_S = 60
# The emulator writes its whole state when it is asked to end.
STOP_LIMIT_S = 60


def wanted(settings: Settings) -> tuple[Part, ...]:
    """The parts of this run: without the model endpoint where another one is named."""
    return tuple(part for part in PARTS if part != "models" or not settings.openai_base_url)


def process(settings: Settings, part: Part) -> Process | None:
    """The running process of this part, None when it does not run."""
    return Process.load(_pid_file(settings, part))


def require_ports(settings: Settings) -> None:
    """Raises LocalRunError when a part that does not run yet would find its port taken."""
    ports = {
        "opensearch": (settings.opensearch_port, "OpenSearch", "OPENSEARCH_PORT"),
        "models": (settings.models_port, "the model endpoint", "MODELS_PORT"),
        "emulator": (settings.emulator_port, "the AWS emulator", "EMULATOR_PORT"),
    }
    for part in wanted(settings):
        if process(settings, part) is None:
            require_free(*ports[part])


def launch(settings: Settings, part: Part) -> None:
    """Starts the part and returns at once; does nothing when it runs."""
    if process(settings, part) is not None:
        return
    log = log_file(settings, part)
    if part == "opensearch":
        child = opensearch.launch(settings.data_dir / "opensearch", settings.opensearch_port, settings.heap, log)
    elif part == "models":
        child = spawn([sys.executable, "-m", "local.models", str(settings.models_port), _model(settings)], log, os.environ, ROOT)
    else:
        child = emulator.launch(settings, log)
    child.save(_pid_file(settings, part))


def _model(settings: Settings) -> str:
    """What the endpoint has ready; a name that it does not know is refused when it is asked for, with the reason."""
    return settings.embedding_model if settings.embedding_model in embedder.OFFERED else embedder.DEFAULT


def wait_until_ready(settings: Settings, part: Part) -> None:
    """Returns once the part answers. Raises LocalRunError with the end of its log when it dies or takes too long."""
    child = process(settings, part)
    log = log_file(settings, part)
    if part == "opensearch" and child is not None:
        opensearch.wait_until_ready(settings.opensearch_port, child, log)
        return
    health = {
        "models": f"http://127.0.0.1:{settings.models_port}/health",
        "emulator": f"{settings.aws_endpoint}/_ministack/ready",
    }
    until_s = time.monotonic() + START_LIMIT_S
    while child is None or not answers(health[part]):
        if child is None or not child.alive() or time.monotonic() > until_s:
            raise LocalRunError(f"{part} did not start. The end of {log}:\n{last_lines(log)}")
        time.sleep(0.1)


def stop(settings: Settings, part: Part) -> bool:
    """Ends the part with its children and keeps its data; False when it did not run."""
    running = process(settings, part)
    if running is not None:
        running.stop(STOP_LIMIT_S)
    _pid_file(settings, part).unlink(missing_ok=True)
    return running is not None


def kill(settings: Settings, part: Part) -> None:
    """Ends the part as `kill -9` does, with its children."""
    running = process(settings, part)
    if running is not None:
        running.kill()


def log_file(settings: Settings, part: Part) -> Path:
    return settings.logs_dir / f"{part}.log"


def last_lines(log: Path, count: int = 15) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-count:]) if log.is_file() else "(no log)"


def _pid_file(settings: Settings, part: Part) -> Path:
    return settings.state_dir / "pids" / f"{part}.json"
