"""The template as CloudFormation gets it: through SAM's own translator, with every name worked out."""

from __future__ import annotations

import copy
import json
import os
import re
import subprocess
from functools import cache
from typing import Any

from local import sam
from tests.integration.template import reading

SCRIPT = """
import json, sys
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator
template = json.load(sys.stdin)
print(json.dumps(Translator({}, Parser()).translate(template, {})))
"""


@cache
def translated() -> dict[str, Any]:
    template = copy.deepcopy(reading.template())
    for resource in template["Resources"].values():
        for place in {"CodeUri", "ContentUri"} & set(resource.get("Properties", {})):
            resource["Properties"][place] = "s3://bucket/built"
    python = sam.program().parent / "python"
    env = os.environ | {"AWS_DEFAULT_REGION": "eu-central-1"}
    done = subprocess.run([python, "-c", SCRIPT], input=json.dumps(template), env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


class Deployment:
    """What conditions and references come to, with the defaults where no parameter is given."""

    def __init__(self, stack: str, **parameters: Any) -> None:
        self.template = translated()
        defaults = {name: p.get("Default", "given") for name, p in self.template["Parameters"].items()}
        fixed = {"AWS::StackName": stack, "AWS::Region": "eu-central-1", "AWS::AccountId": "123456789012", "AWS::Partition": "aws"}
        self._known = defaults | fixed | parameters

    def holds(self, name: str) -> bool:
        return bool(self._truth(self.template["Conditions"][name]))

    def _truth(self, said: Any) -> bool:
        if isinstance(said, str):
            return self.holds(said)
        ((what, of),) = said.items()
        if what == "Condition":
            return self.holds(of)
        if what == "Fn::Equals":
            first, second = (str(self.value(v)) for v in of)
            return first == second
        parts = [self._truth(p) for p in of]
        return {"Fn::Not": not parts[0], "Fn::And": all(parts), "Fn::Or": any(parts)}[what]

    def value(self, said: Any) -> Any:
        """With what is known put in; a reference to another resource is its logical id."""
        if isinstance(said, list):
            return [v for v in map(self.value, said) if v is not None]
        if not isinstance(said, dict):
            return said
        if len(said) == 1:
            ((what, of),) = said.items()
            if what == "Ref":
                return None if of == "AWS::NoValue" else self._known.get(of, f"<{of}>")
            if what == "Fn::If":
                return self.value(of[1] if self.holds(of[0]) else of[2])
            if what == "Fn::FindInMap":
                first, second, third = (str(self.value(part)) for part in of)  # a map's names are texts
                return self.template["Mappings"][first][second][third]
            if what == "Fn::Sub":
                text, own = (of[0], self.value(of[1])) if isinstance(of, list) else (of, {})
                return re.sub(r"\$\{([^!}]+)\}", lambda m: str((self._known | own).get(m[1], f"<{m[1]}>")), text)
            if what == "Fn::Join":
                return str(of[0]).join(map(str, self.value(of[1])))
            if what == "Fn::GetAtt":
                return f"<{'.'.join(of) if isinstance(of, list) else of}>"
        return {k: v for k, v in ((k, self.value(v)) for k, v in said.items()) if v is not None}

    def resources(self) -> dict[str, dict[str, Any]]:
        """Type and properties of what is made, by logical id."""
        made = self.template["Resources"].items()
        return {
            n: {"Type": r["Type"], "Properties": self.value(r.get("Properties", {}))}
            for n, r in made
            if "Condition" not in r or self.holds(r["Condition"])
        }

    def physical(self) -> dict[tuple[str, str], str]:
        """Names that the template gives, by type and logical id; what it does not name gets one from CloudFormation, which is its own."""
        found = {}
        for name, made in self.resources().items():
            key = NAMED.get(made["Type"])
            if key is not None and key in made["Properties"]:
                found[made["Type"], name] = str(made["Properties"][key])
        return found


NAMED = {
    "AWS::Lambda::Function": "FunctionName",
    "AWS::Lambda::LayerVersion": "LayerName",
    "AWS::Scheduler::Schedule": "Name",
    "AWS::Logs::LogGroup": "LogGroupName",
    "AWS::OpenSearchService::Domain": "DomainName",
    "AWS::CloudWatch::Dashboard": "DashboardName",
    "AWS::CloudWatch::Alarm": "AlarmName",
    "AWS::DynamoDB::Table": "TableName",
    "AWS::S3::Bucket": "BucketName",
    "AWS::SQS::Queue": "QueueName",
    "AWS::SecretsManager::Secret": "Name",
    "AWS::IAM::Role": "RoleName",
    "AWS::IAM::ManagedPolicy": "ManagedPolicyName",
}
"""The property that is a resource's name within an account and region."""
UNNAMED = {
    "AWS::ApiGateway::Account",
    "AWS::ApiGateway::Authorizer",
    "AWS::ApiGateway::Deployment",
    "AWS::ApiGateway::GatewayResponse",
    "AWS::ApiGateway::RestApi",
    "AWS::ApiGateway::Stage",
    "AWS::Lambda::EventSourceMapping",
    "AWS::Lambda::Permission",
    "AWS::S3::BucketPolicy",
    "AWS::SQS::QueuePolicy",
}
"""Types whose name is no key of the account: two may have the same, or they have none."""
