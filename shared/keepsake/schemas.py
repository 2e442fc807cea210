"""The schemas of the OpenAPI document, made from the models that the gateway checks requests by and answers with."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from keepsake import described
from keepsake.api.knowledge.memories import HIDDEN_OF_EVENTS, HIDDEN_OF_MEMORIES
from keepsake.flows.state.items import FIELDS as ITEMS
from keepsake.records import Event, Memory, Scope
from keepsake.rules.recall import filters

CALLED: dict[str, str] = {
    "Approval": "ApprovalState",
    "Backup": "BackupCopy",
    "Captured": "CapturedObservation",
    "Category": "MemoryCategory",
    "Change": "VersionReason",
    "Degraded": "DegradedPart",
    "Dependency": "DependencyHealth",
    "Diagnostics": "RecallDiagnostics",
    "Dropped": "DroppedEvent",
    "Durability": "MemoryDurability",
    "Embedding": "EmbeddingModel",
    "Evidence": "CaseObservation",
    "Fading": "FadingMemory",
    "Kind": "MemoryKind",
    "Permission": "KeyPermission",
    "Policy": "ContainerPolicy",
    "Progress": "ProcessingStatus",
    "Refusal": "RefusedLine",
    "Relation": "MemoryRelation",
    "Role": "SpeakerRole",
    "Sensitivity": "MemorySensitivity",
    "Setting": "ContainerSetting",
    "Slot": "ProfileSlot",
    "Source": "MemorySource",
    "Stage": "TransferStatus",
    "Status": "MemoryStatus",
    "Strategy": "FadingStrategy",
    "Suppressed": "SuppressedMemory",
    "Trust": "TrustLevel",
    "Type": "MemoryType",
    "Validity": "MemoryValidity",
    "Verdict": "EventVerdict",
    "Visibility": "MemoryVisibility",
}
"""What a class is called in the description, where its own name is also a word of a client's language, or says too little alone."""
RECORDS: tuple[type[BaseModel], ...] = (Event, Memory, Scope)
"""Shown by the views, field by field."""
SCOPE_NAMES = {
    "container": "ContainerName",
    "namespace": "NamespaceName",
    "user_id": "UserId",
    "agent_id": "AgentId",
    "session_id": "SessionId",
}
REF = "#/components/schemas/"

FIELD_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["field", "message"],
    "properties": {"field": {"type": "string"}, "message": {"type": "string"}, "memory_id": {"type": "string"}},
}
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457), as `application/problem+json`.",
    "required": ["type", "title", "status", "detail", "request_id", "errors"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "instance": {"type": ["string", "null"]},
        "request_id": {"type": "string"},
        "errors": {"type": "array", "items": {"$ref": f"{REF}FieldError"}},
    },
}


def made(asked: Iterable[type[BaseModel]], answered: Iterable[type[BaseModel]]) -> tuple[dict[tuple[Any, str], str], dict[str, Any]]:
    """All components by their names, and the name of each model as it is asked (`validation`) or answered (`serialization`)."""
    modes: list[tuple[type[BaseModel], JsonSchemaMode]] = [(m, "validation") for m in asked]
    modes += [(m, "serialization") for m in [*answered, *RECORDS]]
    refs, schema = models_json_schema(modes, ref_template=f"{REF}{{model}}", schema_generator=_Described)
    components = {name: _without(of, "title") for name, of in schema["$defs"].items()}
    components |= filter_schemas("Filter", filters.RECORDS) | filter_schemas("ItemFilter", ITEMS)
    components |= {"FieldError": _with_words("FieldError", FIELD_ERROR), "Problem": _with_words("Problem", PROBLEM)}
    _show_records(components)
    _share_names(components)
    return {(model, mode): ref["$ref"].removeprefix(REF) for (model, mode), ref in refs.items()}, components


def filter_schemas(name: str, of: filters.Fields) -> dict[str, Any]:
    """What `filters.compiled` takes, but for the depth, the number of conditions and what a time looks like."""
    one, text = {"$ref": f"{REF}{name}"}, {"type": "string", "maxLength": filters.LONGEST_VALUE}
    some = {"type": "array", "minItems": 1, "items": one}
    ordered = {"if": {"properties": {"op": {"enum": ["gt", "gte", "lt", "lte"]}}}, "then": {"properties": {"value": {"type": _ORDERED}}}}
    valued = {"required": ["value"], "if": {"properties": {"op": {"const": "in"}}}, "then": {"properties": {"value": {"type": "array"}}}}
    told = {"properties": {"value": {"type": "boolean"}}}
    limits = (
        f"At most {filters.DEEPEST} levels, {filters.MOST_CONDITIONS} conditions, {filters.MOST_VALUES} values of an `in`, "
        f"{filters.LONGEST_VALUE:,} characters of a value."
    )
    condition = {
        "field": {"$ref": f"{REF}{name}Field"},
        "op": {"$ref": f"{REF}FilterOperator"},
        "value": {"maxLength": filters.LONGEST_VALUE, "maxItems": filters.MOST_VALUES},
    }
    return {
        name: {
            "description": f"A condition, or and, or, not of filters. {limits}",
            "anyOf": [{"$ref": f"{REF}{name}Group"}, {"$ref": f"{REF}{name}Condition"}],
        },
        f"{name}Group": _closed("FilterGroup", {"and": some, "or": some, "not": one})
        | {"minProperties": 1, "maxProperties": 1, "description": "One of and, or, not."},
        f"{name}Condition": _closed("FilterCondition", condition, "field", "op")
        | {"if": {"properties": {"op": {"const": "exists"}}}, "then": told, "else": valued | {"else": ordered}},
        f"{name}Field": {
            "description": f"One of its own fields, or `{of.open}` and a path into your JSON.",
            "anyOf": [{"type": "string", "enum": sorted(of.names)}, text | {"pattern": f"^{re.escape(of.open)}"}],
        },
        "FilterOperator": {"type": "string", "enum": sorted(filters.OPS)},
    }


_ORDERED = ["string", "number"]


def _closed(name: str, fields: dict[str, Any], *needed: str) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": fields, "additionalProperties": False}
    return _with_words(name, made | ({"required": list(needed)} if needed else {}))


class _Described(GenerateJsonSchema):
    """Each field with what it means. A request's field is left out where there is nothing to say: null stands only where it says something
    else. An answer carries all of its fields, and clients take what is new in it."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        return False

    def field_is_required(self, field: Any, total: bool) -> bool:
        return self.mode == "serialization" or super().field_is_required(field, total)

    def nullable_schema(self, schema: Any) -> dict[str, Any]:
        inner = self.generate_inner(schema["schema"])
        if self.mode == "validation":
            return inner
        return _without(inner, "type") | {"type": [inner["type"], "null"]} if _simple(inner) else {"anyOf": [inner, {"type": "null"}]}

    def default_schema(self, schema: Any) -> dict[str, Any]:
        found = super().default_schema(schema)
        if self.mode == "serialization" or found.get("default") in (None, [], {}):
            found.pop("default", None)
        return found

    def model_schema(self, schema: Any) -> dict[str, Any]:
        cls = schema["cls"]
        words: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            if issubclass(base, BaseModel) and base is not BaseModel:
                words |= _docstrings(base.__module__).get(base.__name__, {})
        found = _with_words(cls.__name__, super().model_schema(schema), words)
        if self.mode == "serialization":
            return _without(found, "additionalProperties")
        emptied: frozenset[str] | None = getattr(cls, "EMPTIED", None)
        return found if emptied is None else found | {"properties": _partial(found["properties"], emptied)}


def _simple(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("type"), str) and not schema.keys() & {"enum", "const"}


def _partial(fields: dict[str, Any], emptied: frozenset[str]) -> dict[str, Any]:
    """Of a request that changes what it names: a default would not be taken, and null empties."""
    return {name: _nullable(_without(of, "default")) if name in emptied else _without(of, "default") for name, of in fields.items()}


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [_without(schema, "description"), {"type": "null"}], "description": schema["description"]}


def _without(schema: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in schema.items() if k != key}


def _with_words(name: str, schema: dict[str, Any], words: dict[str, str] | None = None) -> dict[str, Any]:
    fields = {}
    for field, of in schema.get("properties", {}).items():
        means = (words or {}).get(field) or of.get("description") or described.of(name, field)
        fields[field] = of | ({"description": plain(means)} if means else {})
    said = {"description": plain(schema["description"])} if "description" in schema else {}
    return schema | said | ({"properties": fields} if fields else {})


def plain(text: str) -> str:
    """Without line ends and the numbers that stand for requirements, in the words of JSON."""
    return re.sub(r" \(rows? [^)]{1,40}\)", "", " ".join(text.split())).replace("None", "null")


@cache
def _docstrings(module: str) -> dict[str, dict[str, str]]:
    """What stands under each field of each class of a module. Read here, and not by the models: every cold start would pay for that."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(sys.modules[module])).body:
        if isinstance(node, ast.ClassDef):
            for field, under in zip(node.body, node.body[1:], strict=False):
                if isinstance(field, ast.AnnAssign) and isinstance(under, ast.Expr) and isinstance(under.value, ast.Constant):
                    found.setdefault(node.name, {})[ast.unparse(field.target)] = str(under.value.value)
    return found


def _show_records(components: dict[str, Any]) -> None:
    """The views show a record's own fields beside those that they name."""
    whose = _without(components["Scope"]["properties"], "tenant")
    event, memory = components["Event"]["properties"], components["Memory"]["properties"]
    access = {"access_control": memory["access"] | {"description": described.MEANS["access_control"]}}
    _show(components["EventView"], whose | {k: v for k, v in event.items() if k not in HIDDEN_OF_EVENTS})
    _show(components["MemoryView"], whose | {k: v for k, v in memory.items() if k not in HIDDEN_OF_MEMORIES} | access)
    for name in ("VersionView", "TopicView"):
        _add_to(components, name, "MemoryView")


def _show(view: dict[str, Any], fields: dict[str, Any]) -> None:
    view["properties"] = fields | view["properties"]
    view["required"] = list(view["properties"])


def _add_to(components: dict[str, Any], name: str, base: str) -> None:
    """A view that shows all that `base` shows, and more."""
    shown, view = components[base]["properties"], components[name]
    fields = {k: v for k, v in view["properties"].items() if k not in shown or _type(v) != _type(shown[k])}
    own = {"type": "object", "properties": fields, "required": list(fields)}
    said = {"description": view["description"]} if "description" in view else {}
    components[name] = said | {"allOf": [{"$ref": f"{REF}{base}"}, own]}


def _share_names(components: dict[str, Any]) -> None:
    """The scope's names are bounded and described once."""
    for field, name in SCOPE_NAMES.items():
        bodies = [s["properties"] for s in components.values() if field in s.get("properties", {})]
        counts = Counter(json.dumps(fields[field]) for fields in bodies if fields[field].get("type") == "string")
        shared = counts.most_common(1)[0][0]
        components[name] = json.loads(shared)
        for fields in bodies:
            if json.dumps(fields[field]) == shared:
                fields[field] = {"$ref": f"{REF}{name}"}


def _type(schema: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in schema.items() if k not in ("description", "minimum")}


def named(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the components that something in it refers to, each by the name that clients see."""
    components = document["components"]["schemas"]
    used = reached([v for k, v in document["components"].items() if k != "schemas"] + [document["paths"]], components)
    called = {name: _called(name, used) for name in components if name in used}
    document["components"]["schemas"] = {called[name]: components[name] for name in sorted(called, key=lambda n: called[n])}
    return dict(_renamed(document, called))


def _called(name: str, used: set[str]) -> str:
    """`X-Input` and `X-Output` differ where a model is both asked and answered: then the request's is called XInput."""
    stem, _, mode = name.partition("-")
    both = {f"{stem}-Input", f"{stem}-Output"} <= used
    return CALLED.get(stem, stem) + ("Input" if both and mode == "Input" else "")


def _renamed(node: Any, called: dict[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(v, called) for v in node]
    if not isinstance(node, dict):
        return node
    if isinstance(of := node.get("x-schema"), str):
        node = _without(node, "x-schema") | {"$ref": f"{REF}{of}"}
        node.pop("type", None)
        node.pop("additionalProperties", None)
    return {
        k: REF + called[v.removeprefix(REF)] if k == "$ref" and isinstance(v, str) and v.startswith(REF) else _renamed(v, called)
        for k, v in node.items()
    }


def reached(node: Any, components: dict[str, Any]) -> set[str]:
    """The components that something refers to."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        for name in set(_references(waiting.pop())) - found:
            found.add(name)
            waiting.append(components[name])
    return found


def _references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(of := node.get("$ref"), str) and of.startswith(REF):
            yield of.removeprefix(REF)
        if isinstance(of := node.get("x-schema"), str):
            yield of
    for value in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _references(value)
