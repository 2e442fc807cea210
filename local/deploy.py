"""The built template on the emulator: `sam deploy`, and what it brought forth."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from local import java, sam
from local.console import LocalRunError, step
from local.emulator import client_env
from local.settings import Settings
from local.tools import Command

if TYPE_CHECKING:
    import boto3
    from mypy_boto3_cloudformation import CloudFormationClient


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


def deploy(settings: Settings, template: Path, given: Mapping[str, str], log: Path) -> "Deployed":
    """Makes the emulator's stack equal to the built template. Raises LocalRunError when it does not end well."""
    before = find(settings)
    if before is not None and before.status in ("ROLLBACK_COMPLETE", "ROLLBACK_FAILED", "CREATE_FAILED"):
        # What a first deploy that failed leaves behind: CloudFormation neither updates nor replaces it.
        _cloudformation(settings).delete_stack(StackName=settings.stack_name)
    with step("Deploy the template (sam deploy)") as shown:
        arguments: Command = ["deploy", "--template-file", template, "--stack-name", settings.stack_name, "--resolve-s3"]
        flags = ["--capabilities", "CAPABILITY_IAM"]
        quiet = ["--no-confirm-changeset", "--no-fail-on-empty-changeset", "--no-progressbar"]
        sam.run([*arguments, *flags, *quiet, *_overrides(given)], client_env(settings), log, shown)
    found = find(settings)
    if found is None or not found.sound:
        raise LocalRunError(f"The deploy left no working stack; see {log}.")
    return found


def invoke_later(settings: Settings, function: str) -> None:
    """Calls a function and does not wait for it."""
    client = session().client("lambda", endpoint_url=settings.aws_endpoint)
    client.invoke(FunctionName=function, InvocationType="Event", Payload=b"{}")


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


def _overrides(given: Mapping[str, str]) -> list[str]:
    return ["--parameter-overrides", *(f"{name}={value}" for name, value in given.items())]
