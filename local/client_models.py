"""Makes the Python client's models of answers from the OpenAPI document: `python -m local.client_models`. A test tells when they are
stale."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from keepsake import described, openapi, schemas
from local.paths import ROOT

FILE = ROOT / "sdk" / "python" / "src" / "keepsake_client" / "models.py"
HEAD = '''"""Answers of the service. Made from its OpenAPI document by `python -m local.client_models`; not to be edited.

Fields that a newer service adds are taken and kept; a value that it adds to a list of names is taken as well.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

Time = AwareDatetime


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True, protected_namespaces=())
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def text() -> str:
    """The module, formatted."""
    document = openapi.document()
    components: dict[str, Any] = document["components"]["schemas"]
    answers = [
        content["schema"]
        for methods in document["paths"].values()
        for operation in methods.values()
        for code, answer in operation["responses"].items()
        if code < "300"
        for content in answer.get("content", {}).values()
    ]
    named = sorted(schemas.reached(answers, components))
    classes = [name for name in named if "properties" in components[name]]
    extended = [name for name in named if "allOf" in components[name]]
    aliases = [_alias(name, components[name]) for name in named if name not in {*classes, *extended}]
    made = "\n".join([HEAD, *aliases, "", *(_class(name, components[name]) for name in classes + extended)])
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FILE), "-"]
    return subprocess.run(ruff, input=made, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def _alias(name: str, schema: dict[str, Any]) -> str:
    return f"{name} = {_type(schema)}" + _told(schema, "")


def _class(name: str, schema: dict[str, Any]) -> str:
    """`allOf` is a class and what it has besides."""
    base, own = schema.get("allOf", [None, schema])
    lines = [f"class {name}({_type(base) if base else 'Answer'}):" + _told(schema, "    ")]
    for field, of in own["properties"].items():
        kind = _type(of)
        lines.append(f"    {field}: {kind}" + (" = None" if kind.endswith("None") else "") + _told(of, "    "))
    return "\n".join(lines) + "\n\n"


def _told(schema: dict[str, Any], indent: str) -> str:
    said = schema.get("description", "")
    for bounds in (described.NAMED, described.SAID, described.HOLDS):  # of requests; an answer keeps to them
        said = said.replace(f" {bounds}.", "")
    return f'\n{indent}"""{said}"""' if said else ""


def _type(schema: dict[str, Any]) -> str:
    """As an annotation; what may be null ends in `None`."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(schemas.REF)
    if "enum" in schema or "const" in schema:
        # Open: a newer service may name more.
        return f"Literal[{', '.join(map(repr, schema.get('enum', [schema.get('const')])))}] | str"
    if "anyOf" in schema:
        return _either([_type(s) for s in schema["anyOf"]])
    kind = schema.get("type")
    if isinstance(kind, list):
        return _either([_type(schema | {"type": k}) for k in kind])
    if kind == "array":
        return f"list[{_type(schema.get('items', {}))}]"
    if kind == "object":
        of = schema.get("additionalProperties")
        return f"dict[str, {_type(of) if isinstance(of, dict) else 'Any'}]"
    if kind == "string" and schema.get("format") == "date-time":
        return "Time"
    return PLAIN.get(str(kind), "Any")


def _either(kinds: list[str]) -> str:
    ordered = sorted(dict.fromkeys(kinds), key=lambda k: k == "None")
    return " | ".join(ordered)


if __name__ == "__main__":
    FILE.write_text(text())
