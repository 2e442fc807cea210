"""The built template on the emulator: `sam deploy`, and what it brought forth."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local import java, sam
from local.console import LocalRunError, step
from local.emulator import client_env
from local.settings import Settings
from local.tools import Command

EMPTY = '""'
"""What `sam` takes for no value."""


MODELS = ("ChatModel", "JudgeModel", "SalienceModel", "FilingModel")


def parameters(settings: Settings) -> dict[str, str]:
    """The template's parameters for this run. The runtime's name stays: the emulator runs every Python with its own."""
    given = {
        "Emulated": "true",
        "SearchEndpoint": settings.opensearch_url,
        "SearchSigned": "false",
        "SearchAnalyzer": java.find().analyzer,
        "ModelBaseUrl": settings.model_base_url,
        "ModelKey": settings.openai_api_key or "none",
        "EmbeddingModel": settings.embedding_model,
        "EmbeddingDimension": str(settings.embedding_dimension),
        "ChatModel": settings.chat_model,
        "JudgeModel": settings.judge_model,
        "SalienceModel": settings.salience_model,
        "FilingModel": settings.filing_model,
        "DeletionProtection": "false",
        # A worker of the emulator is a process of 50 to 100 MB, and all of them ask one embedder for their vectors.
        "WorkerConcurrency": "2",
    }
    # What is not given stays as it was: a model that is set no more has to be taken away.
    return {name: value for name, value in given.items() if value or name in MODELS}


@dataclass(frozen=True)
class Deployed:
    """A stack that the emulator holds."""

    status: str
    outputs: Mapping[str, str]

    @property
    def sound(self) -> bool:
        """Whether its last deploy ended well."""
        return self.status in ("CREATE_COMPLETE", "UPDATE_COMPLETE")


def deploy(settings: Settings, template: Path, given: Mapping[str, str], log: Path) -> Deployed:
    """Makes the emulator's stack equal to the built template. Raises LocalRunError when it does not end well."""
    before = find(settings)
    if before is not None and before.status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED"):
        # What a first deploy that failed leaves behind: CloudFormation neither updates nor replaces it.
        client(settings, "cloudformation").delete_stack(StackName=settings.stack_name)
    with step("Deploy the template (sam deploy)") as shown:
        arguments: Command = ["deploy", "--template-file", template, "--stack-name", settings.stack_name, "--resolve-s3"]
        flags = ["--capabilities", "CAPABILITY_IAM"]
        quiet = ["--no-confirm-changeset", "--no-fail-on-empty-changeset", "--no-progressbar"]
        sam.run([*arguments, *flags, *quiet, *_overrides(given)], client_env(settings), log, shown)
    found = find(settings)
    if found is None or not found.sound:
        raise LocalRunError(f"The deploy left no working stack; see {log}.")
    return found


def find(settings: Settings) -> Deployed | None:
    """The stack of this run, sound or not; None when the emulator has none."""
    from botocore.exceptions import ClientError

    try:
        stack = client(settings, "cloudformation").describe_stacks(StackName=settings.stack_name)["Stacks"][0]
    except ClientError:
        return None
    return Deployed(
        stack["StackStatus"],
        {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])},
    )


def turn_ttl_on(settings: Settings, deployed: Deployed) -> None:
    """What the template asks for and the emulator's CloudFormation leaves out."""
    tables, name = client(settings, "dynamodb"), deployed.outputs["TableName"]
    if tables.describe_time_to_live(TableName=name)["TimeToLiveDescription"]["TimeToLiveStatus"] != "ENABLED":
        wanted = {"AttributeName": "ttl", "Enabled": True}
        tables.update_time_to_live(TableName=name, TimeToLiveSpecification=wanted)


def secret(settings: Settings, arn: str) -> str:
    """The text of a secret."""
    return str(client(settings, "secretsmanager").get_secret_value(SecretId=arn)["SecretString"])


def invoke_later(settings: Settings, function: str) -> None:
    """Calls a function and does not wait for it."""
    client(settings, "lambda").invoke(FunctionName=function, InvocationType="Event", Payload=b"{}")


def client(settings: Settings, service: str) -> Any:
    """A boto3 client of the emulator that knows no real account and no proxy."""
    import boto3
    from botocore.config import Config

    session = boto3.Session(aws_access_key_id="test", aws_secret_access_key="test", region_name="us-east-1")
    # The name comes in as plain text, and the stubs know one overload for each literal.
    return session.client(service, endpoint_url=settings.aws_endpoint, config=Config(proxies={}))  # type: ignore[call-overload]


def _overrides(given: Mapping[str, str]) -> list[str]:
    return ["--parameter-overrides", *(f"{name}={value or EMPTY}" for name, value in given.items())]
