"""What is wrong with a field, in the words of whoever sent it: the library that checks requests speaks of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

_WORDS: dict[str, str] = {
    "extra_forbidden": "unknown field",
    "missing": "is needed",
    "string_type": "has to be a text",
    "string_too_short": "takes at least {min_length} characters",
    "string_too_long": "takes at most {max_length} characters",
    "string_pattern_mismatch": "has to match {pattern}",
    "string_unicode": "is no text",
    "enum": "has to be one of {expected}",
    "literal_error": "has to be one of {expected}",
    "bool_type": "has to be true or false",
    "bool_parsing": "has to be true or false",
    "int_type": "has to be a whole number",
    "int_parsing": "has to be a whole number",
    "int_parsing_size": "is too large a number",
    "int_from_float": "has to be a whole number",
    "float_type": "has to be a number",
    "float_parsing": "has to be a number",
    "finite_number": "has to be a finite number",
    "greater_than": "has to be more than {gt}",
    "greater_than_equal": "has to be at least {ge}",
    "less_than": "has to be less than {lt}",
    "less_than_equal": "has to be at most {le}",
    "datetime_type": "has to be a time like 2026-05-02T10:00:00Z",
    "datetime_parsing": "has to be a time like 2026-05-02T10:00:00Z",
    "datetime_from_date_parsing": "has to be a time like 2026-05-02T10:00:00Z",
    "timezone_aware": "needs its time zone, as in 2026-05-02T10:00:00Z",
    "date_type": "has to be a date like 2026-05-02",
    "dict_type": "has to be an object",
    "model_type": "has to be an object",
    "model_attributes_type": "has to be an object",
    "list_type": "has to be a list",
    "tuple_type": "has to be a list",
    "too_short": "takes at least {min_length} entries",
    "too_long": "takes at most {max_length} entries",
    "json_invalid": "is not valid JSON",
    "recursion_loop": "is nested too deeply",
    "none_required": "has to be left out or null",
}


def told(error: ValidationError) -> list[dict[str, str]]:
    """Each wrong field with what is wrong with it; no value that was sent stands in it."""
    return [
        {"field": ".".join(map(str, e["loc"])) or "body", "message": _said(e["type"], e.get("ctx", {}), e["msg"])}
        for e in error.errors(include_url=False, include_input=False)
    ]


def _said(kind: str, context: Mapping[str, Any], message: str) -> str:
    """Rules of our own say it themselves."""
    if kind in ("value_error", "assertion_error"):
        return message.removeprefix("Value error, ").removeprefix("Assertion failed, ")
    words = _WORDS.get(kind, "is not valid")
    return words.format_map({name: _shown(value) for name, value in context.items()})


def _shown(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value).replace("'", "")
