"""One local run as a whole: brought up, found again, taken down; single parts ended and started by tests."""

import shutil
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from keepsake.adapters import dynamodb
from local import build, deploy, e5, embedder, java, opensearch, parts
from local.console import LocalRunError, step
from local.http import ask
from local.memory import require_memory
from local.parts import Part
from local.paths import ROOT, locked
from local.settings import Settings, placed

TENANT = "local"
PERMISSIONS = ["read", "write", "admin"]


class Stack(BaseModel):
    """What `.local/stack.json` holds: where the run answers, and its keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    key: str
    admin_key: str
    opensearch: str
    aws_endpoint: str
    stack_name: str


def load(state_dir: Path = ROOT / ".local") -> Stack:
    """The run that `make up` brought up. Raises LocalRunError when there is none."""
    path = state_dir / "stack.json"
    try:
        return Stack.model_validate_json(path.read_text())
    except FileNotFoundError as err:
        raise LocalRunError(f"Nothing runs here ({path} is missing). Start it: make up") from err
    except ValidationError as err:
        raise LocalRunError(f"{path} is damaged. Make it anew: make up") from err


def up(settings: Settings) -> Stack:
    """Brings the whole run up, or what of it is missing, and returns once the API answers. Data of before is kept."""
    settings.state_dir.mkdir(parents=True, exist_ok=True)
    with locked(settings.state_dir / "lock"):
        before = _saved(settings.state_dir)
        settings = placed(settings, before)
        if before is not None and before != settings:
            for part in parts.PARTS:
                parts.stop(before, part)
        if any(parts.process(settings, part) is None for part in parts.wanted(settings)):
            require_memory(settings.heap)
        opensearch.installed(java.find())
        if "models" in parts.wanted(settings) and embedder.is_e5(settings.embedding_model):
            e5.weights()
        restarted = parts.process(settings, "emulator") is None
        _start(settings)
        stack = _stack(settings, _deployed(settings))
        if restarted:
            # What was accepted and not yet done when the run ended last; else it waits for the schedule's next minute.
            deploy.invoke_later(settings, f"{settings.stack_name}-catch_up")
        _write_private(settings.state_dir / "stack.json", stack.model_dump_json(indent=2) + "\n")
    return stack


def down(state_dir: Path = ROOT / ".local") -> bool:
    """Ends every process of this run and nothing else; data stays. False when nothing ran."""
    settings = _saved(state_dir)
    if settings is None:
        return False
    with locked(state_dir / "lock"):
        # The emulator first: its functions write to the others.
        ended = [parts.stop(settings, part) for part in reversed(parts.PARTS)]
    return any(ended)


def clean(state_dir: Path = ROOT / ".local") -> None:
    """Ends the run and removes its data, keys and logs."""
    down(state_dir)
    shutil.rmtree(state_dir, ignore_errors=True)


def kill(part: Part, state_dir: Path = ROOT / ".local") -> None:
    """Ends one part as `kill -9` does."""
    parts.kill(required(state_dir), part)


def stop(part: Part, state_dir: Path = ROOT / ".local") -> None:
    """Ends one part in good order."""
    parts.stop(required(state_dir), part)


def start(part: Part, state_dir: Path = ROOT / ".local") -> None:
    """Starts one part again, with the ports and the data that it had; returns once it answers."""
    settings = required(state_dir)
    parts.launch(settings, part)
    parts.wait_until_ready(settings, part)


def _start(settings: Settings) -> None:
    """Starts all parts at once and waits for each: OpenSearch takes longest."""
    parts.require_ports(settings)
    _write_private(settings.state_dir / "run.json", settings.model_dump_json(indent=2) + "\n")
    for part in parts.wanted(settings):
        parts.launch(settings, part)
    for part in parts.wanted(settings):
        if part != "opensearch":
            parts.wait_until_ready(settings, part)


def _deployed(settings: Settings) -> deploy.Deployed:
    """The stack of the present sources and settings; builds and deploys when the emulator has another or none."""
    given = deploy.parameters(settings)
    wanted = build.digest(given)
    template = build.build(settings.logs_dir / "build.log")
    stamp = settings.data_dir / "deployed"
    found = deploy.find(settings)
    _require_format(settings.data_dir / "format", held=found is not None and stamp.is_file())
    if found is not None and found.sound and stamp.is_file() and stamp.read_text() == wanted:
        return found
    if found is None and stamp.is_file():
        # The emulator lost its state (it keeps it only when it is asked to end), so the table begins empty: what the
        # index still holds would only stand in the way.
        parts.wait_until_ready(settings, "opensearch")
        opensearch.drop_indices(settings.opensearch_url)
    found = deploy.deploy(settings, template, given, settings.logs_dir / "deploy.log")
    deploy.turn_ttl_on(settings, found)
    stamp.write_text(wanted)
    return found


def _require_format(kept: Path, *, held: bool) -> None:
    """Notes the form of the rows that this version writes. Raises LocalRunError where the table holds rows of another one."""
    if held and (not kept.is_file() or kept.read_text() != str(dynamodb.FORMAT)):
        raise LocalRunError(
            "The data of this run was written by another version, in a form that this one does not read. Remove it: make clean"
        )
    kept.write_text(str(dynamodb.FORMAT))


def _stack(settings: Settings, deployed: deploy.Deployed) -> Stack:
    """The run's addresses and keys; the tenant's key of before is kept while it is valid."""
    url = f"{settings.aws_endpoint}/_aws/execute-api/{deployed.outputs['ApiId']}/v1"
    admin_key = deploy.secret(settings, deployed.outputs["OperatorSecretArn"])
    with step("Wait for OpenSearch"):
        parts.wait_until_ready(settings, "opensearch")
    return Stack(
        url=url,
        key=_kept_key(settings, url) or _new_key(settings, url, admin_key),
        admin_key=admin_key,
        opensearch=settings.opensearch_url,
        aws_endpoint=settings.aws_endpoint,
        stack_name=settings.stack_name,
    )


def _kept_key(settings: Settings, url: str) -> str | None:
    try:
        kept = load(settings.state_dir).key
    except LocalRunError:
        return None
    status, _ = ask("GET", f"{url}/memories?limit=1", key=kept, timeout_s=60)
    return None if status in (401, 403) else kept


def _new_key(settings: Settings, url: str, admin_key: str) -> str:
    with step("Make a key for the tenant `local`"):
        wanted = {"tenant": TENANT, "permissions": PERMISSIONS}
        status, answer = ask("POST", f"{url}/admin/keys", wanted, key=admin_key, timeout_s=60)
        if status != 201:
            raise LocalRunError(f"The API did not make a key (status {status}: {answer}). See {parts.log_file(settings, 'emulator')}.")
        return str(answer["key"])


def required(state_dir: Path) -> Settings:
    """The settings of the run in this folder. Raises LocalRunError when none was ever started there."""
    settings = _saved(state_dir)
    if settings is None:
        raise LocalRunError(f"No run was ever started in {state_dir}. Start it: make up")
    return settings


def _saved(state_dir: Path) -> Settings | None:
    """The settings with which the run in this folder was started last."""
    path = state_dir / "run.json"
    return Settings.model_validate_json(path.read_text()) if path.is_file() else None


def _write_private(path: Path, text: str) -> None:
    """Readable by its owner alone from its first byte, and whole or as before."""
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)
