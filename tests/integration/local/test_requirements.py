"""What the local run needs from the machine, and what it says when that is not there."""

import hashlib
import os
import socket
from pathlib import Path

import pytest

from local import downloads, java, judge, memory, ports, salience, settings
from local.console import LocalRunError


def test_a_taken_port_names_its_holder_and_the_way_out() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(LocalRunError) as caught:
            ports.require_free(port, "OpenSearch", "OPENSEARCH_PORT")
    assert f"Port {port}, wanted for OpenSearch, is taken by process {os.getpid()}" in str(caught.value)
    assert "make up OPENSEARCH_PORT=" in str(caught.value)


def test_a_free_port_is_accepted() -> None:
    ports.require_free(ports.free_port(), "OpenSearch", "OPENSEARCH_PORT")


def test_too_little_memory_is_refused_with_the_way_out() -> None:
    with pytest.raises(LocalRunError, match="make up OPENSEARCH_HEAP="):
        memory.require_memory("9000g")


def test_settings_come_from_the_environment() -> None:
    found = settings.from_environment({"AUTH": "true", "OPENSEARCH_PORT": "19200", "CHAT_MODEL": ""})
    assert (found.auth, found.opensearch_port, found.chat_model) == (True, 19200, "")
    assert found.model_base_url == "http://127.0.0.1:8089/v1"


@pytest.mark.parametrize(
    ("environment", "models"),
    [
        ({}, (judge.NAME, salience.NAME, salience.FILING)),
        ({"JUDGE_MODEL": "none"}, ("", salience.NAME, salience.FILING)),
        ({"FILING_MODEL": "none"}, (judge.NAME, salience.NAME, "")),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, ("", "", "")),
        ({"OPENAI_BASE_URL": "http://127.0.0.1:1/v1", "JUDGE_MODEL": "nli", "SALIENCE_MODEL": "none"}, ("nli", "", "")),
    ],
)
def test_the_local_readers_are_asked_where_the_local_models_serve(environment: dict[str, str], models: tuple[str, str, str]) -> None:
    found = settings.from_environment(environment)
    assert (found.judge_model, found.salience_model, found.filing_model) == models


def test_an_exported_model_key_is_not_taken_without_its_endpoint() -> None:
    assert settings.from_environment({"OPENAI_API_KEY": "sk-x"}).openai_api_key == ""
    both = settings.from_environment({"OPENAI_API_KEY": "sk-x", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"})
    assert both.openai_api_key == "sk-x"
    assert "sk-x" not in both.model_dump_json() + repr(both)


def test_a_wrong_setting_is_named() -> None:
    with pytest.raises(LocalRunError, match="EMULATOR_PORT=99"):
        settings.from_environment({"EMULATOR_PORT": "99"})


def test_a_separate_run_has_ports_of_its_own(tmp_path: Path) -> None:
    run = settings.separate(tmp_path)
    assert len({run.emulator_port, run.opensearch_port, run.models_port} - {4566, 9200, 8089}) == 3


def fake_java(home: Path, version: str) -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "bin" / "java").touch(mode=0o755)
    (home / "release").write_text(f'JAVA_VERSION="{version}"\n')
    return home


def test_java_home_is_taken_when_it_is_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path, "99.0.1")))
    java.find.cache_clear()
    try:
        assert java.find() == java.Java(tmp_path / "bin" / "java", 99)
    finally:
        java.find.cache_clear()


def test_an_old_java_home_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path, "17.0.15")))
    java.find.cache_clear()
    try:
        assert java.find().version >= 21
    finally:
        java.find.cache_clear()


@pytest.fixture
def cached_jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file as an earlier run would have left it in the cache, of a coordinate that Maven Central does not have."""
    monkeypatch.setenv("KEEPSAKE_CACHE", str(tmp_path))
    path = tmp_path / "maven" / "keepsake" / "invalid" / "none" / "1.0" / "none-1.0.jar"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"jar")
    return path


def test_a_cached_file_with_the_pinned_sum_needs_no_network(cached_jar: Path) -> None:
    pinned = hashlib.sha256(b"jar").hexdigest()
    assert downloads.fetch({"keepsake.invalid:none:1.0:jar": pinned}, lambda *_: None) == {"none": cached_jar}


def test_a_file_with_another_sum_is_removed_and_never_used(cached_jar: Path) -> None:
    with pytest.raises(LocalRunError, match=r"keepsake\.invalid:none"):
        downloads.fetch({"keepsake.invalid:none:1.0:jar": "0" * 64}, lambda *_: None)
    assert not cached_jar.exists()


def test_ports_that_were_chosen_are_those_of_the_next_up(tmp_path: Path) -> None:
    before = settings.from_environment({"KEEPSAKE_STATE_DIR": str(tmp_path), "EMULATOR_PORT": "14566"})
    again = settings.placed(settings.from_environment({"KEEPSAKE_STATE_DIR": str(tmp_path)}), before)
    assert (again.emulator_port, again.opensearch_port) == (14566, before.opensearch_port)
    other = settings.placed(settings.from_environment({"EMULATOR_PORT": "24566"}), before)
    assert other.emulator_port == 24566


def test_second_checkout_takes_ports_that_are_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And one that was asked for by name is not replaced: who takes it is told."""
    monkeypatch.setattr(settings, "is_taken", lambda port: port == 4566)
    beside = settings.placed(settings.Settings(state_dir=tmp_path), None)
    assert (beside.emulator_port == 4566, beside.opensearch_port) == (False, 9200)
    named = settings.Settings(state_dir=tmp_path, emulator_port=4566)
    assert settings.placed(named, None).emulator_port == 4566
