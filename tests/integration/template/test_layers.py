"""The dependency layer's pins follow pyproject, and name no place."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.integration.template import reading

LAYER = reading.ROOT / "layers" / "dependencies"
LINES = (LAYER / "requirements.txt").read_text().splitlines()
PINS = {canonicalize_name(r.name): r for line in LINES if line and not line.startswith("#") for r in [Requirement(line)]}


def declared() -> list[Requirement]:
    project = tomllib.loads((reading.ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(line) for line in project["dependencies"]]


def test_every_dependency_is_pinned_at_a_version_that_pyproject_allows() -> None:
    for wanted in declared():
        (pin,) = PINS[canonicalize_name(wanted.name)].specifier
        assert pin.operator == "=="
        assert wanted.specifier.contains(pin.version), f"{wanted} but {pin}: renew layers/dependencies/requirements.txt"


def test_everything_is_pinned() -> None:
    assert all([s.operator for s in pin.specifier] == ["=="] for pin in PINS.values())


def test_what_is_left_out_is_left_out() -> None:
    text = "\n".join(LINES)
    left_out = {canonicalize_name(name) for name in re.findall(r"--no-emit-package (\S+)", text)}
    assert left_out >= {"botocore", "grpcio", "protobuf"}
    assert not left_out & set(PINS)
    assert not left_out & {canonicalize_name(r.name) for r in declared()}


def test_pins_name_no_place() -> None:
    assert not [line for line in LINES if "://" in line or "@" in line or re.match(r"\s*-", line)]


def test_layers_are_built_without_the_targets_interpreter() -> None:
    for layer in reading.resources("AWS::Serverless::LayerVersion").values():
        assert layer["Metadata"]["BuildMethod"] == "makefile"
        assert (reading.ROOT / layer["Properties"]["ContentUri"] / "Makefile").is_file()
    for function in reading.resources("AWS::Serverless::Function").values():
        assert function["Metadata"]["SkipBuild"] is True
        assert not (reading.ROOT / function["Properties"]["CodeUri"] / "requirements.txt").exists()


def test_layers_and_template_are_of_one_version_by_default() -> None:
    for makefile in (LAYER / "Makefile", reading.ROOT / "shared" / "Makefile"):
        versions = re.findall(r"KEEPSAKE_LAYER_PYTHON \?= (\d[\d.]+)", makefile.read_text())
        assert [f"python{v}" for v in versions] == [reading.default("PythonRuntime")]
    machine = {"arm64": "aarch64", "x86_64": "x86_64"}[reading.default("Architecture")]
    assert re.findall(r"KEEPSAKE_LAYER_ARCH \?= (\w+)", (LAYER / "Makefile").read_text()) == [machine]
