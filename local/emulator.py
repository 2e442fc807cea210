"""The emulator of AWS: ministack, in an environment of its own, on loopback, its state kept in the run's folder."""

import json
import os
import shutil
from pathlib import Path

from local.paths import ROOT
from local.processes import Process, spawn
from local.settings import Settings
from local.tools import EMULATOR, tool_home


def launch(settings: Settings, log: Path) -> Process:
    """Starts the emulator with the state that it wrote when it was last asked to end; returns at once."""
    _rewind_streams(_state_dir(settings) / "lambda.json")
    program = tool_home("emulator", EMULATOR) / "bin" / "python"
    return spawn([program, "-P", ROOT / "local" / "ministack.py"], log, _environment(settings))


def _rewind_streams(state: Path) -> None:
    """Sets every consumer of a table's stream to the stream's beginning.

    The emulator keeps how many records a consumer has read, but not the records: after a start it would pass over as
    many new ones. Nothing is read twice, for the stream begins empty.
    """
    if state.is_file():
        kept = json.loads(state.read_text())
        positions = kept["payload"]["dynamodb_stream_positions"]["data"]
        for consumer in positions:
            positions[consumer] = 0
        state.write_text(json.dumps(kept))


def _state_dir(settings: Settings) -> Path:
    return settings.data_dir / "emulator" / "state"


def client_env(settings: Settings) -> dict[str, str]:
    """This process's environment, but every AWS client in it talks to the emulator and knows no real account."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") or name == "AWS_CA_BUNDLE"}
    # Everything is on this machine: a proxy of the environment would not find it.
    direct = ",".join(filter(None, (os.environ.get("NO_PROXY"), "127.0.0.1,localhost")))
    return own | {
        "NO_PROXY": direct,
        "no_proxy": direct,
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


def _environment(settings: Settings) -> dict[str, str]:
    temporary = settings.state_dir / "tmp"
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
        "STATE_DIR": str(_state_dir(settings)),
        "S3_PERSIST": "1",
        "S3_DATA_DIR": str(settings.data_dir / "emulator" / "s3"),
        # Makes a domain in the template lead to the real node.
        "MINISTACK_OPENSEARCH_ENDPOINT": f"127.0.0.1:{settings.opensearch_port}",
        # Two ports of services that nobody here uses, open to the network or clashing with a second run.
        "IOT_MTLS_ENABLED": "0",
        "SFTP_ENABLED": "0",
        "TMPDIR": str(temporary),
        "PYTHONUNBUFFERED": "1",
    }
