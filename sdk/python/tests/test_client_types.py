"""Type checkers and editors see every method as it is called, in both clients, by Python 3.10's grammar too."""

from __future__ import annotations

import inspect
import subprocess
import sys
import typing
from pathlib import Path

import pytest
import typing_extensions

from keepsake import openapi
from keepsake_client import Keepsake, inputs
from keepsake_client.memories import Memories

HERE = Path(__file__).parent


def test_mypy_sees_the_types_of_both_clients(tmp_path: Path) -> None:
    """Strictly, and without the repository's configuration: as the project of a user would."""
    asked = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-version",
        "3.10",
        "--config-file",
        "/dev/null",
        "--cache-dir",
        str(tmp_path),
    ]
    done = subprocess.run([*asked, str(HERE / "typed.py")], capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 0, done.stdout


def test_methods_keep_their_name_words_and_signature() -> None:
    pin = Keepsake("http://x/v1", "k").memories.pin
    assert (pin.__name__, pin.__doc__) == ("pin", "Keeps it from fading, and tells it first.")
    assert "memory_id" in inspect.signature(pin).parameters
    assert Memories.pin.__doc__ == pin.__doc__


@pytest.mark.parametrize(
    ("kind", "schema"),
    [
        (inputs.EventInput, "EventInput"),
        (inputs.FactInput, "FactInput"),
        (inputs.CandidateInput, "CandidateInput"),
        (inputs.ExchangeInput, "ExchangeInput"),
        (inputs.ProfileSlot, "ProfileSlotInput"),
        (inputs.Relation, "MemoryRelationInput"),
        (inputs.AccessControl, "AccessControlInput"),
    ],
)
def test_dictionaries_that_callers_write_have_the_documents_fields(kind: type, schema: str) -> None:
    told = openapi.document()["components"]["schemas"][schema]
    hints = typing.get_type_hints(kind, include_extras=True)
    needed = {n for n, hint in hints.items() if kind.__total__ or typing.get_origin(hint) is typing_extensions.Required}  # type: ignore[attr-defined]
    assert hints.keys() == told["properties"].keys()
    assert needed == set(told.get("required", ()))


def test_corrections_and_selections_have_the_documents_fields() -> None:
    document = openapi.document()
    correction = set(document["components"]["schemas"]["CorrectionRequest"]["properties"]) | {"tenant"}
    assert set(typing.get_type_hints(inputs.Correction)) == correction - {"version", "content"}
    shared = document["components"]["parameters"]
    listed = [shared[p["$ref"].rpartition("/")[2]] if "$ref" in p else p for p in document["paths"]["/memories"]["get"]["parameters"]]
    assert set(typing.get_type_hints(inputs.Selection)) == {p["name"] for p in listed} - {"limit", "cursor"}
