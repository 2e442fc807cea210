"""Each command against the real handlers, as people and as programs run it."""

from __future__ import annotations

import importlib.util
import json
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from typer.testing import CliRunner

from keepsake_client import Keepsake
from keepsake_client.cli import profiles, terminal
from keepsake_client.cli.app import app
from local.in_process_http import OPERATOR_KEY, URL, Service

Run = Callable[..., Any]
MOVED = "I moved from Boston to Denver last month."


@pytest.fixture
def run(service: Service, key: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs a command; checks its exit code, and gives what it printed: with --json, read."""
    runner = CliRunner()
    with httpx.Client(transport=service) as http:
        monkeypatch.setattr(terminal, "client", lambda url, key, **scope: Keepsake(url, key, http=http, retries=0, **scope))
        monkeypatch.setenv("KEEPSAKE_URL", URL)
        monkeypatch.setenv("KEEPSAKE_KEY", key)
        monkeypatch.setenv("KEEPSAKE_USER", "ann")

        def command(*args: str, code: int = 0, stdin: str | None = None) -> Any:
            done = runner.invoke(app, [*args], input=stdin)
            assert done.exit_code == code, (done.output, done.exception)
            if code:
                return done.stderr
            if "--json" not in args:
                return done.stdout
            return done.stdout.splitlines() if args[0] == "tail" else json.loads(done.stdout)

        yield command


@pytest.fixture
def fact(run: Run) -> str:
    """Id of a fact that is there."""
    return str(run("add", "--fact", "Prefers TypeScript").strip())


def test_what_is_added_is_found_and_explained(run: Run) -> None:
    assert "candidate" in run("add", MOVED, "--session", "s1")
    assert "I moved from Boston to Denver" in run("add", MOVED, "--session", "s1", "--wait")
    assert "Denver" in run("search", "Where does Ann live?")
    assert run("search", "Where does Ann live?", "--context").startswith("<keepsake-context")
    traced = run("search", "Where does Ann live?", "--trace")
    assert "ms" in traced
    recalled = run("search", "Where does Ann live?", "--json")
    assert recalled["memories"][0]["why"]
    memory, *_ = run("list", "--kind", "fact", "--json")
    assert "listed" in run("why", memory["memory_id"], "--recall", recalled["recall_id"])
    assert "new" in run("why", memory["memory_id"])
    assert run("why", memory["memory_id"], "--json")["memory_id"] == memory["memory_id"]
    assert "Denver" in run("ask", "Who moved from Boston to Denver?")
    assert run("ask", "Who moved from Boston to Denver?", "--json")["sentences"]


def test_text_comes_from_standard_input_or_a_file(run: Run, tmp_path: Path) -> None:
    run("add", "-", stdin="I like green tea.")
    (tmp_path / "said.txt").write_text("I like black coffee.")
    run("add", "--file", str(tmp_path / "said.txt"))
    (tmp_path / "said.jsonl").write_text("".join(json.dumps({"content": f"I read book {n}."}) + "\n" for n in range(101)))
    assert [len(a["events"]) for a in run("add", "--file", str(tmp_path / "said.jsonl"), "--wait", "--json")] == [100, 1]
    said = " ".join(m["content"] for m in run("list", "--json", "--limit", "500"))
    assert all(words in said for words in ("green tea", "black coffee", "book 100"))
    (tmp_path / "long.jsonl").write_text("".join(json.dumps({"content": f"{n} " + "tea " * 4000}) + "\n" for n in range(20)))
    assert [len(a["events"]) for a in run("add", "--file", str(tmp_path / "long.jsonl"), "--json")] == [12, 8]
    (tmp_path / "apart.jsonl").write_text(json.dumps({"content": "I keep\u2028bees."}, ensure_ascii=False) + "\n", encoding="utf-8")
    assert len(run("add", "--file", str(tmp_path / "apart.jsonl"), "--json")["events"]) == 1
    (tmp_path / "empty.jsonl").write_text("\n")
    run("add", "--file", str(tmp_path / "empty.jsonl"), code=2)
    (tmp_path / "bad.jsonl").write_text("{}\nnot json\n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    assert "UTF-8" in run("add", "--file", str(tmp_path / "binary"), code=2)
    assert "line 2" in run("add", "--file", str(tmp_path / "bad.jsonl"), code=2)
    assert "give a text" in run("add", code=2)


def test_memory_is_corrected_pinned_deleted_and_restored(run: Run, fact: str) -> None:
    assert "Prefers TypeScript" in run("get", fact)
    assert "version 2: Prefers Python" in run("update", fact, "Prefers Python")
    assert [v["content"] for v in run("history", fact, "--json")] == ["Prefers Python", "Prefers TypeScript"]
    assert "Prefers TypeScript" in run("history", fact)
    assert "pinned" in run("pin", fact)
    assert "pinned" not in run("unpin", fact)
    assert "deleted" in run("delete", fact)
    assert "No memories." in run("list", "--kind", "fact", "--text", "Python")
    run("restore", fact)
    chosen = json.dumps({"field": "kind", "op": "eq", "value": "fact"})
    assert [m["memory_id"] for m in run("list", "--filter", chosen, "--json")] == [fact]
    assert "not JSON" in run("list", "--filter", "{", code=2)
    run("delete", fact, "--purge", stdin="n\n", code=1)
    assert run("delete", fact, "--purge", "--yes", "--json") == {"deleted": fact, "purged": True}


def test_tail_shows_events_and_memories_once(run: Run) -> None:
    run("add", MOVED, "--session", "s1")
    lines = [json.loads(line) for line in run("tail", "--for", "0", "--json")]
    assert {(line["what"], line["status"]) for line in lines} >= {("event", "processed"), ("fact", "version 1")}
    shown = run("tail", "--for", "0")
    assert shown.count("event ") == 1
    assert "processed" in shown
    assert run("tail", "--for", "0", "--lines", "0") == ""


def test_tail_tells_what_is_new_since_the_last_look(client: Keepsake) -> None:
    from keepsake_client.cli.tail import look

    options = terminal.Options("ann", None, None, None, None, None, None, False)
    to = terminal.Terminal(options)
    to.__dict__["client"] = client
    seen: set[tuple[str, str]] = set()
    assert look(to, seen) == []
    added = client.memories.add("Likes tea")
    assert [(line.id, line.status) for line in look(to, seen)] == [(added.memory_id, "version 1")]
    assert look(to, seen) == []
    client.memories.pin(added.memory_id)
    assert [(line.id, line.status) for line in look(to, seen)] == [(added.memory_id, "version 2")]


def test_sessions_and_users_are_listed(run: Run) -> None:
    run("add", MOVED, "--session", "s1", "--wait")
    assert "s1" in run("sessions")
    assert MOVED in run("session", "s1")
    assert run("session", "s1", "--context", "--json")["session_id"] == "s1"
    assert "ann" in run("users")
    assert [u["user_id"] for u in run("users", "--json")] == ["ann"]


def test_user_is_exported_erased_and_imported(run: Run, tmp_path: Path) -> None:
    run("add", MOVED, "--wait")
    file = str(tmp_path / "ann.jsonl")
    assert "bytes" in run("export", file)
    assert "No such file" in run("export", str(tmp_path / "none" / "ann.jsonl"), code=1)
    assert "no way back" in run("erase", "ann", stdin="n\n", code=1)
    assert run("list", "--json")
    assert "erased" in run("erase", "ann", "--yes")
    assert run("list", "--json") == []
    assert "restored as it was" in run("import", file)
    assert run("list", "--json")


def test_keys_are_made_rotated_and_revoked(run: Run) -> None:
    made = run("keys", "create", "--permission", "read", "--json")
    assert (made["user_id"], made["permissions"]) == ("ann", ["read"])
    assert "shown this once" in run("keys", "rotate", made["key_id"], "--overlap", "0")
    assert made["key_id"] in run("keys", "list")
    run("keys", "revoke", made["key_id"], stdin="n\n", code=1)
    assert "revoked" in run("keys", "revoke", made["key_id"], "--yes")


def test_admin_runs_previews_and_undoes(run: Run, fact: str) -> None:
    run("add", MOVED, "--session", "s1", "--wait")
    assert "would change nothing" in run("admin", "prune", "--preview")
    assert "prune w_" in run("admin", "prune")
    assert run("admin", "consolidate", "--json")["kind"] == "consolidation"
    assert "examined" in run("admin", "sweep", "--preview", "--now", "2040-01-01T00:00:00Z")
    assert run("admin", "sweep", "--json")["preview"] is False
    held = run("admin", "quarantine", "--session", "s1", "--json")
    assert f"change set {held['change_set']}" in run("admin", "quarantine", "--role", "tool") or held["change_set"]
    assert "release" in run("admin", "release", held["run_id"])
    (first, *_) = run("admin", "change-sets", "--json")
    assert str(first["number"]) in run("admin", "change-sets")
    assert "by key:" in run("admin", "change-set", str(held["change_set"]))
    assert "No dead letters." in run("admin", "dead-letters")
    assert "There is no" in run("admin", "redrive", "dl_none", code=1)
    assert "operator" in run("admin", "index", "show", code=1)
    assert run("get", fact)


def test_undo_brings_back_what_a_change_set_took(run: Run, client: Keepsake, fact: str) -> None:
    number = client.memories.delete_many(kind="fact").change_set
    assert "No memories." in run("list")
    assert "1 restored" in run("admin", "undo", str(number))
    assert fact in run("list")


def test_operator_changes_the_embedding_model(run: Run, fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEPSAKE_KEY", OPERATOR_KEY)
    monkeypatch.delenv("KEEPSAKE_USER")
    assert "started" in run("admin", "index", "rebuild")
    assert "no migration is open" in run("admin", "index", "migration", code=2)
    opened = run("admin", "index", "migrate", "hash", "32", "--json")
    assert run("admin", "index", "show", "--json")["migration_id"] == opened["migration_id"]
    assert run("admin", "index", "migration", "--json")["target"] == {"model": "hash", "dimension": 32}
    assert "both find" in run("admin", "index", "compare", "--sample", "5")
    assert run("admin", "index", "switch", "--json")["state"] == "switched"
    assert run("admin", "index", "migration", "--json")["active"]["dimension"] == 32
    assert "409" in run("admin", "index", "finish", opened["migration_id"], code=1), "not within a minute of the switch"
    assert run("admin", "index", "roll-back", "--json")["active"]["dimension"] == 64
    assert fact


def test_login_keeps_a_profile_that_only_its_owner_reads(run: Run, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "environment" in run("status")
    monkeypatch.delenv("KEEPSAKE_URL")
    monkeypatch.delenv("KEEPSAKE_KEY")
    assert "keepsake login" in run("status", code=2)
    assert "401" in run("login", "--url", URL, "--key", "nonsense", code=1)
    assert run("profiles", "--json") == []
    run("login", "--url", URL, "--user", "bob", stdin=f"{key}\n")
    assert stat.S_IMODE(profiles.file().stat().st_mode) == 0o600
    run("login", "--url", URL, "--key", OPERATOR_KEY, "--profile", "operator")
    assert "profile default" in run("status")
    assert [p["profile"] for p in run("profiles", "--json")] == ["default", "operator"]
    assert key not in run("profiles")
    assert run("status", "--profile", "operator", "--json")["source"] == "profile operator"
    assert "documents" in run("admin", "index", "show", "--profile", "operator", "--json")
    assert "no profile nobody" in run("status", "--profile", "nobody", code=2)
    run("logout", "--profile", "operator")
    assert "no profile operator" in run("logout", "--profile", "operator", code=1)
    profiles.file().write_text("{")
    assert "cannot be read" in run("status", code=2)


def test_local_run_needs_no_setting(run: Run, key: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("KEEPSAKE_URL")
    monkeypatch.delenv("KEEPSAKE_KEY")
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "stack.json").write_text(json.dumps({"url": URL, "key": key, "admin_key": OPERATOR_KEY}))
    assert "local run" in run("status")
    assert "documents" in run("admin", "index", "show", "--json")
    assert "sk" not in run("status", "--json")


def test_refusals_name_what_is_wrong_and_go_to_standard_error(run: Run) -> None:
    assert "404" in run("get", "f_none", code=1)
    told = json.loads(run("get", "f_none", "--json", code=1))
    assert (told["error"], told["status"], bool(told["request_id"])) == ("NotFound", 404, True)
    assert "kind" in run("list", "--kind", "nonsense", code=1)
    assert "No such option" in run("list", "--nonsense", code=2)


def test_service_that_is_not_there_ends_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "client", lambda url, key, **scope: Keepsake(url, key, retries=0, **scope))
    done = CliRunner().invoke(app, ["status"], env={"KEEPSAKE_URL": "http://127.0.0.1:9/v1", "KEEPSAKE_KEY": "k"})
    assert (done.exit_code, "127.0.0.1:9" in done.stderr) == (3, True)


def test_stored_words_cannot_steer_the_terminal(run: Run) -> None:
    run("add", "--fact", "Likes \x1b]0;owned\x07 [red]markup[/red] and \x1b[2J")
    shown = run("list", "--kind", "fact")
    assert "\x1b" not in shown
    assert "[red]markup[/red]" in shown


def commands(of: Any, *before: str) -> Iterator[tuple[str, ...]]:
    for name, one in of.commands.items():
        if hasattr(one, "commands"):
            yield from commands(one, *before, name)
        else:
            yield (*before, name)


ALL = sorted(commands(typer.main.get_command(app)))


def test_tools_for_hosts_say_what_they_need_where_it_is_missing(run: Run) -> None:
    with_it = importlib.util.find_spec("mcp") is not None
    assert with_it or "keepsake-client[cli,mcp]" in run("mcp", code=1)


@pytest.mark.parametrize("command", ALL, ids=" ".join)
def test_every_command_has_help_takes_json_and_is_tested(command: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [*command, "--help"])
    assert done.exit_code == 0
    assert "--json" in done.output
    assert f"run({', '.join(json.dumps(part) for part in command)}" in Path(__file__).read_text()


def test_completion_is_there() -> None:
    done = CliRunner().invoke(app, ["--show-completion", "bash"], prog_name="keepsake")
    assert "keepsake" in done.output


def test_what_another_memory_exported_is_brought_in_once(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mem0.json"
    file.write_text(json.dumps([{"id": "m1", "memory": "Plays chess", "user_id": "ann"}, {"id": "m2", "memory": "", "user_id": "ann"}]))
    told = run("import", "--from", "mem0", str(file))
    assert "1 moved, 0 known, 1 unfit, 0 refused" in told
    assert "1 x has no text" in told
    assert "Plays chess" in run("list", "--kind", "fact")
    again = run("import", "--from", "mem0", str(file), "--json")
    assert (again["moved"], again["known"], again["report"]) == (0, 1, f"{file}.moved.jsonl")
    file.write_text("no export")
    assert "neither JSON nor JSON Lines" in run("import", "--from", "zep", str(file), code=1)
    run("import", "--from", "elsewhere", str(file), code=2)


def test_row_that_the_service_refuses_ends_in_an_exit_code(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_text(json.dumps({"content": "Plays chess", "user_id": "ann", "category": "games"}) + "\n")
    run("import", "--from", "jsonl", str(file), code=1)
    assert "category" in Path(f"{file}.moved.jsonl").read_text()


@pytest.mark.parametrize(
    "asked",
    [
        ("erase", "ann", "--yes", "--namespace", "shop"), ("erase", "ann", "--yes", "--session", "s1"),
        ("export", "x.jsonl", "--namespace", "shop"),
        ("import", "{file}", "--namespace", "shop"), ("users", "--namespace", "shop"), ("admin", "sweep", "--namespace", "shop"),
        ("admin", "prune", "--session", "s1"), ("admin", "change-sets", "--container", "shop"), ("keys", "revoke", "k1", "--user", "ann"),
    ],
)  # fmt: skip
def test_option_that_narrows_and_is_not_gone_by_is_wrong_use(run: Run, fact: str, tmp_path: Path, asked: tuple[str, ...]) -> None:
    (tmp_path / "lines").write_text("")
    run(*(str(tmp_path / "lines") if a == "{file}" else a for a in asked), code=2)
    assert [m["memory_id"] for m in run("list", "--kind", "fact", "--json")] == [fact]


def test_all_of_it_is_there_in_the_oldest_python_that_is_promised() -> None:
    """What 3.11 brought is taken away, behind what other packages take of it."""
    asked = """
import datetime, enum, sys
import anyio, httpx, pydantic, rich.progress, rich.table, tenacity, typer.testing
import keepsake_client
for name in [n for n in sys.modules if n.startswith("keepsake_client")]:
    del sys.modules[name]
del datetime.UTC, enum.StrEnum
import keepsake_client.cli.app
"""
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
