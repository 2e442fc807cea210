"""The template as data: intrinsic functions in their long form, resources by type, and each function with its role."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from cfnlint.decode import cfn_yaml  # type: ignore[import-untyped]

from keepsake.routes import DOORS

ROOT = Path(__file__).resolve().parents[3]
Properties = dict[str, Any]


@cache
def template() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(cfn_yaml.load(str(ROOT / "template.yaml"))))
    return read


def resources(kind: str) -> dict[str, Properties]:
    """Resources of a type, whole, by logical id."""
    return {name: r for name, r in template()["Resources"].items() if r["Type"] == kind}


def properties(name: str) -> Properties:
    found: Properties = template()["Resources"][name]["Properties"]
    return found


def default(parameter: str) -> Any:
    return template()["Parameters"][parameter]["Default"]


def functions() -> dict[str, Properties]:
    """Properties of each function, by its folder under functions/."""
    found = resources("AWS::Serverless::Function").values()
    return {f["Properties"]["CodeUri"].removeprefix("functions/").rstrip("/"): f["Properties"] for f in found}


def logical_id(function: str) -> str:
    return next(n for n, f in resources("AWS::Serverless::Function").items() if f["Properties"] is functions()[function])


def variables(function: str) -> dict[str, Any]:
    """The function's whole environment."""
    own = functions()[function].get("Environment", {}).get("Variables", {})
    shared = template()["Globals"]["Function"]["Environment"]["Variables"]
    return {**shared, **own}


def sources(function: str, kind: str) -> list[Properties]:
    """Its event sources of one kind."""
    return [e["Properties"] for e in functions()[function].get("Events", {}).values() if e["Type"] == kind]


def source(function: str) -> str:
    """What its handler does; a door's operations stand in the package of its name."""
    texts = [ROOT / "functions" / function / "handler.py"]
    if function in DOORS:
        texts += sorted((ROOT / "shared" / "keepsake" / function).glob("*.py"))
    return "\n".join(path.read_text() for path in texts)


def answers_requests(function: str) -> bool:
    """Behind a route that needs a key."""
    return any(p.get("Auth", {}).get("Authorizer") != "NONE" for p in sources(function, "Api"))


def statements(function: str) -> list[Properties]:
    """What its own role allows."""
    role = properties(functions()[function]["Role"]["Fn::GetAtt"][0])
    return [s for policy in role.get("Policies", []) for s in policy["PolicyDocument"]["Statement"]]


def allowed(function: str) -> set[tuple[str, str]]:
    """Its pairs of action and resource; a resource as it is written in the template."""
    return {
        (action, written(resource)) for s in statements(function) for action in listed(s["Action"]) for resource in listed(s["Resource"])
    }


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def written(resource: Any) -> str:
    """A resource as the template writes it: Queue.Arn, ${Table.Arn}/index/due."""
    if isinstance(resource, str):
        return resource
    if "Fn::GetAtt" in resource:
        return ".".join(resource["Fn::GetAtt"])
    sub = resource.get("Fn::Sub")
    return str((sub[0] if isinstance(sub, list) else sub) or resource["Ref"])


def walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key with its value, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key, inner
            yield from walk(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from walk(inner)
