"""What a local run can be told: ports, memory, IAM, and which model endpoint. Read from the environment by `make`."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from local import embedder, judge, salience
from local.console import LocalRunError
from local.paths import ROOT
from local.ports import free_ports, is_taken

Port = Annotated[int, Field(ge=1024, le=65535)]


class Settings(BaseModel):
    """Everything that tells one local run from another. Kept in `run.json`, so that a part can be started again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    state_dir: Path = ROOT / ".local"
    emulator_port: Port = 4566
    opensearch_port: Port = 9200
    models_port: Port = 8089
    # Heap of OpenSearch. The node takes about 250 MB more than this.
    heap: Annotated[str, Field(pattern=r"^[1-9]\d*[mg]$")] = "512m"
    # Whether the emulator enforces each function's IAM policy.
    auth: bool = False
    stack_name: str = "keepsake"
    # Empty: the offline embedder of this repository. Else the base URL of another OpenAI-compatible endpoint.
    openai_base_url: str = ""
    # Goes into the emulator's Secrets Manager and into no file of the run.
    openai_api_key: str = Field(default="", repr=False, exclude=True)
    embedding_model: str = embedder.DEFAULT
    embedding_dimension: Annotated[int, Field(ge=1, le=4096)] = embedder.DIMENSION
    # Empty: facts are extracted by rules.
    chat_model: str = ""
    # A model at the endpoint's /rerank that tells what a statement ends (local/judge.py). Empty, as `none` and as beside another endpoint
    # that is given without one: the rules tell it alone.
    judge_model: str = judge.NAME
    # The same for one that tells what of a message is worth keeping (local/salience.py).
    salience_model: str = salience.NAME
    # And for one that tells what instructs for good, and of what kind a fact is (local/salience.py).
    filing_model: str = salience.FILING

    @property
    def aws_endpoint(self) -> str:
        return f"http://127.0.0.1:{self.emulator_port}"

    @property
    def opensearch_url(self) -> str:
        return f"http://127.0.0.1:{self.opensearch_port}"

    @property
    def model_base_url(self) -> str:
        return self.openai_base_url or f"http://127.0.0.1:{self.models_port}/v1"

    @property
    def logs_dir(self) -> Path:
        return self.state_dir / "logs"

    @property
    def data_dir(self) -> Path:
        return self.state_dir / "data"


# The names by which `make up NAME=value` sets a field.
VARIABLES = {
    "EMULATOR_PORT": "emulator_port",
    "OPENSEARCH_PORT": "opensearch_port",
    "MODELS_PORT": "models_port",
    "OPENSEARCH_HEAP": "heap",
    "AUTH": "auth",
    "STACK_NAME": "stack_name",
    "OPENAI_BASE_URL": "openai_base_url",
    "OPENAI_API_KEY": "openai_api_key",
    "EMBEDDING_MODEL": "embedding_model",
    "EMBEDDING_DIMENSION": "embedding_dimension",
    "CHAT_MODEL": "chat_model",
    "JUDGE_MODEL": "judge_model",
    "SALIENCE_MODEL": "salience_model",
    "FILING_MODEL": "filing_model",
}


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment gives; unset and empty ones keep their default.

    OPENAI_API_KEY counts only beside OPENAI_BASE_URL: a key that happens to be exported is not copied anywhere.
    Raises LocalRunError for a value that cannot be.
    """
    given = {field: environment[name] for name, field in VARIABLES.items() if environment.get(name)}
    if "openai_base_url" not in given:
        given.pop("openai_api_key", None)
    own = ("judge_model", "salience_model", "filing_model")
    if "openai_base_url" in given:
        given = dict.fromkeys(own, "") | given
    given |= {field: "" for field in own if given.get(field) == "none"}
    if state_dir := environment.get("KEEPSAKE_STATE_DIR"):
        given["state_dir"] = state_dir
    try:
        return Settings.model_validate(given)
    except ValidationError as err:
        names = {field: name for name, field in VARIABLES.items()}
        wrong = [f"{names.get(str(one['loc'][0]), one['loc'][0])}={one['input']}: {one['msg']}" for one in err.errors()]
        raise LocalRunError("These settings cannot be used:\n" + "\n".join(wrong)) from err


PORTS = ("emulator_port", "opensearch_port", "models_port")


def placed(given: Settings, before: Settings | None) -> Settings:
    """The settings with the ports of this run: those that were asked for, else those that it had before. A first run takes the usual ones
    where they are free, and others where another checkout or program has them."""
    asked = given.model_fields_set
    if before is not None:
        return given.model_copy(update={p: getattr(before, p) for p in PORTS if p not in asked})
    taken = [p for p in PORTS if p not in asked and is_taken(getattr(given, p))]
    return given.model_copy(update=dict(zip(taken, free_ports(len(taken)), strict=True)))


def separate(state_dir: Path, auth: bool = False, heap: str = "512m") -> Settings:
    """Settings of a complete run beside any other: a state folder of its own and ports that are free now."""
    emulator_port, opensearch_port, models_port = free_ports(3)
    return Settings(
        state_dir=state_dir,
        emulator_port=emulator_port,
        opensearch_port=opensearch_port,
        models_port=models_port,
        auth=auth,
        heap=heap,
    )
