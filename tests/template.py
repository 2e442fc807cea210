"""The template as data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]


class Loader(yaml.SafeLoader):
    """Reads !Ref and its like as {"Ref": ...}."""


def _tag(loader: yaml.SafeLoader, suffix: str, node: yaml.Node) -> Any:
    name = suffix if suffix in ("Ref", "Condition") else f"Fn::{suffix}"
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    assert isinstance(node, yaml.MappingNode)
    return {name: loader.construct_mapping(node, deep=True)}


Loader.add_multi_constructor("!", _tag)


def template() -> dict[str, Any]:
    return dict(yaml.load((ROOT / "template.yaml").read_text(), Loader))


def table_definition() -> dict[str, Any]:
    """What create_table takes, from the template's own table, so that tests meet its keys and indexes."""
    table = template()["Resources"]["Table"]["Properties"]
    return {
        "TableName": "keepsake",
        "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": table["AttributeDefinitions"],
        "KeySchema": table["KeySchema"],
        "GlobalSecondaryIndexes": table["GlobalSecondaryIndexes"],
    }
