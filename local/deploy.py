"""The real template on the emulator: `sam build`, `sam deploy`, and what the deploy brought forth."""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from local import java
from local.console import LocalRunError, Step, step
from local.parts import client_env, last_lines
from local.paths import ROOT, locked
from local.settings import Settings
from local.tools import EMULATOR, SAM, Command, tool_home, uv

if TYPE_CHECKING:
    import boto3
    from mypy_boto3_cloudformation import CloudFormationClient

# What the built template is made of.
SOURCES = ("template.yaml", "pyproject.toml", "functions", "layers", "shared")


def parameters(settings: Settings) -> dict[str, str]:
    """The template's parameters for this run. The runtime's name stays: the emulator runs every Python with its own."""
    given = {
        "Emulated": "true",
        "SearchEndpoint": settings.opensearch_url,
        "SearchSigned": "false",
        "SearchAnalyzer": java.find().analyzer,
        "ModelBaseUrl": settings.model_base_url,
        "ModelKey": settings.openai_api_key,
        "EmbeddingModel": settings.embedding_model,
        "EmbeddingDimension": str(settings.embedding_dimension),
        "ChatModel": settings.chat_model,
        "DeletionProtection": "false",
        # A worker of the emulator is a process of 50 to 100 MB.
        "WorkerConcurrency": "4",
    }
    return {name: value for name, value in given.items() if value}


def digest(given: Mapping[str, str] | None = None) -> str:
    """A sum over what a build depends on (sources and interpreter), and over parameters, where some are given."""
    total = hashlib.sha256(f"{sorted((given or {}).items())} {sys.version} {os.uname().machine}".encode())
    for path in _source_files():
        total.update(f"\0{path.relative_to(ROOT)}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def build(log: Path) -> Path:
    """The built template of the present sources; builds only when they changed since the last build."""
    folder = ROOT / ".aws-sam" / f"local-py{sys.version_info.major}.{sys.version_info.minor}"
    template, stamp = folder / "template.yaml", folder.parent / f"{folder.name}.digest"
    with locked(folder.parent / f"{folder.name}.lock"):
        wanted = digest()
        if not (template.is_file() and stamp.is_file() and stamp.read_text() == wanted):
            stamp.unlink(missing_ok=True)
            with step("Build functions and layers (sam build)") as shown:
                cached: Command = ["--cached", "--cache-dir", folder.parent / f"{folder.name}.cache"]
                _sam(["build", "--parallel", "--build-dir", folder, *cached], _build_env(), log, shown)
            stamp.write_text(wanted)
    return template


def deploy(settings: Settings, template: Path, given: Mapping[str, str], log: Path) -> None:
    """Makes the emulator's stack equal to the built template. Raises LocalRunError when it does not end well."""
    before = find(settings)
    if before is not None and before.status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED"):
        # What a first deploy that failed leaves behind: CloudFormation neither updates nor replaces it.
        _cloudformation(settings).delete_stack(StackName=settings.stack_name)
    with step("Deploy the template (sam deploy)") as shown:
        arguments: Command = ["deploy", "--template-file", template, "--stack-name", settings.stack_name, "--resolve-s3"]
        flags = ["--capabilities", "CAPABILITY_IAM"]
        quiet = ["--no-confirm-changeset", "--no-fail-on-empty-changeset", "--no-progressbar"]
        _sam([*arguments, *flags, *quiet, *_overrides(given)], client_env(settings), log, shown)


def _cloudformation(settings: Settings) -> "CloudFormationClient":
    return session().client("cloudformation", endpoint_url=settings.aws_endpoint)


def session() -> "boto3.Session":
    """A boto3 session that knows no real account. Give each client `settings.aws_endpoint`."""
    import boto3

    return boto3.Session(aws_access_key_id="test", aws_secret_access_key="test", region_name="us-east-1")


@dataclass(frozen=True)
class Deployed:
    """A stack that the emulator holds."""

    status: str
    outputs: Mapping[str, str]

    @property
    def sound(self) -> bool:
        """Whether its last deploy ended well."""
        return self.status in ("CREATE_COMPLETE", "UPDATE_COMPLETE")


def find(settings: Settings) -> Deployed | None:
    """The stack of this run, sound or not; None when the emulator has none."""
    from botocore.exceptions import ClientError

    try:
        stack = _cloudformation(settings).describe_stacks(StackName=settings.stack_name)["Stacks"][0]
    except ClientError:
        return None
    return Deployed(
        stack["StackStatus"],
        {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])},
    )


def turn_ttl_on(settings: Settings, deployed: Deployed) -> None:
    """What the template asks for and the emulator's CloudFormation leaves out."""
    client = session().client("dynamodb", endpoint_url=settings.aws_endpoint)
    table = deployed.outputs["TableName"]
    if client.describe_time_to_live(TableName=table)["TimeToLiveDescription"]["TimeToLiveStatus"] != "ENABLED":
        client.update_time_to_live(TableName=table, TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True})


def secret(settings: Settings, arn: str) -> str:
    """The text of a secret."""
    client = session().client("secretsmanager", endpoint_url=settings.aws_endpoint)
    return client.get_secret_value(SecretId=arn)["SecretString"]


def sam_program() -> Path:
    return tool_home("sam", SAM) / "bin" / "sam"


def _overrides(given: Mapping[str, str]) -> list[str]:
    return ["--parameter-overrides", *(f"{name}={value}" for name, value in given.items())]


def _build_env() -> dict[str, str]:
    """What layers/dependencies/Makefile asks for: wheels for the interpreter that will run the functions."""
    path = [str(sam_program().parent), str(uv().parent), os.environ.get("PATH", "")]
    layer = {
        "KEEPSAKE_LAYER_TARGET": "local",
        "KEEPSAKE_LAYER_PYTHON": str(tool_home("emulator", EMULATOR) / "bin" / "python"),
    }
    # An activated environment would otherwise be what uv and pip install into.
    own = {name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"}
    return own | layer | {"PATH": os.pathsep.join(path), "SAM_CLI_TELEMETRY": "0"}


def _sam(arguments: Command, env: Mapping[str, str], log: Path, shown: Step) -> None:
    """Runs sam in the checkout, its words to `log` and the latest beside the step."""
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [str(sam_program()), *map(str, arguments)]
    with (
        log.open("w") as output,
        subprocess.Popen(command, cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child,
    ):
        assert child.stdout is not None
        for line in child.stdout:
            output.write(line)
            shown.detail = line.strip()[:50] or shown.detail
    shown.detail = ""
    if child.returncode != 0:
        raise LocalRunError(f"sam {arguments[0]} failed. The end of {log}:\n{last_lines(log, 25)}")


def _source_files() -> Iterator[Path]:
    for name in SOURCES:
        path = ROOT / name
        if path.is_file():
            yield path
        for inner in sorted(path.rglob("*")) if path.is_dir() else []:
            if inner.is_file() and "__pycache__" not in inner.parts:
                yield inner
