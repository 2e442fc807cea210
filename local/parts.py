"""The three long-running parts of a local run: OpenSearch, the model endpoint and the emulator of AWS."""

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Literal, get_args

from local import opensearch
from local.console import LocalRunError
from local.http import answers
from local.paths import ROOT
from local.ports import require_free
from local.processes import Process, spawn
from local.settings import Settings
from local.tools import EMULATOR, tool_home

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
        child = spawn([sys.executable, "-m", "local.models", str(settings.models_port)], log, os.environ, ROOT)
    else:
        program = tool_home("emulator", EMULATOR) / "bin" / "python"
        child = spawn([program, "-m", "ministack"], log, _emulator_env(settings))
    child.save(_pid_file(settings, part))


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


def client_env(settings: Settings) -> dict[str, str]:
    """This process's environment, but every AWS client in it talks to the emulator and knows no real account."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") or name == "AWS_CA_BUNDLE"}
    return own | {
        "AWS_ENDPOINT_URL": settings.aws_endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
        "AWS_EC2_METADATA_DISABLED": "true",
        "SAM_CLI_TELEMETRY": "0",
        # Asks for the state of a deploy every 0.1 s instead of 0.5: halves the 10 s that it takes.
        "SAM_CLI_POLL_DELAY": "0.1",
    }


def _emulator_env(settings: Settings) -> dict[str, str]:
    data, temporary = settings.data_dir / "emulator", settings.state_dir / "tmp"
    # Functions that an earlier emulator unpacked.
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    own = client_env(settings)
    # The emulator is no client of itself.
    del own["AWS_ENDPOINT_URL"]
    return own | {
        "GATEWAY_PORT": str(settings.emulator_port),
        "BIND_HOST": "127.0.0.1",
        "AUTH": "true" if settings.auth else "false",
        "PERSIST_STATE": "1",
        "STATE_DIR": str(data / "state"),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(data / "s3"),
        # Makes a domain in the template lead to the real node.
        "MINISTACK_OPENSEARCH_ENDPOINT": f"127.0.0.1:{settings.opensearch_port}",
        # Two ports of services that nobody here uses, open to the network or clashing with a second run.
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        "TMPDIR": str(temporary),
        "PYTHONUNBUFFERED": "1",
    }


def _pid_file(settings: Settings, part: Part) -> Path:
    return settings.state_dir / "pids" / f"{part}.json"
