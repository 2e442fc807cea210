"""One contract for both file stores."""

from __future__ import annotations

import urllib.parse
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.config import Config
from botocore.stub import Stubber
from moto import mock_aws

from keepsake import bootstrap, settings
from keepsake.adapters.s3 import S3Blobs, S3Files
from keepsake.errors import Invalid, LostRace, NotFound
from keepsake.ports import Blobs, Files
from tests.fakes import MemoryBlobs, MemoryFiles


@pytest.mark.parametrize(
    ("region", "endpoint", "begins"),
    [
        ("eu-central-1", "", "https://bkt.s3.eu-central-1.amazonaws.com/acme/exports/ex_1.jsonl?"),
        ("ap-east-1", "", "https://bkt.s3.ap-east-1.amazonaws.com/acme/exports/ex_1.jsonl?"),
        ("us-east-1", "", "https://bkt.s3.amazonaws.com/acme/exports/ex_1.jsonl?"),
        ("us-east-1", "http://127.0.0.1:4566", "http://127.0.0.1:4566/bkt/acme/exports/ex_1.jsonl?"),
    ],
)
def test_addresses_are_those_of_the_region_and_of_a_local_run(
    region: str, endpoint: str, begins: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"AWS_DEFAULT_REGION": region, "AWS_ENDPOINT_URL": endpoint, "KEEPSAKE_FILES_BUCKET": "bkt"}.items():
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test")
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
    settings.current.cache_clear()
    try:
        made = bootstrap.files.__wrapped__()
    finally:
        settings.current.cache_clear()
    for address in (made.download_url(PATH, 60), made.upload_url(PATH, None, 60)):
        assert address.startswith(begins)


PATH = "acme/exports/ex_1.jsonl"
PART = b"x" * (5 << 20)
MOST = 6 << 20


def presigning() -> Any:
    return boto3.client("s3", region_name="us-east-1", config=Config(signature_version="s3v4"))


@pytest.fixture(params=["s3", "memory"])
def files(request: pytest.FixtureRequest) -> Iterator[Files]:
    if request.param == "memory":
        yield MemoryFiles()
        return
    with mock_aws():
        client = presigning()
        client.create_bucket(Bucket="keepsake-files")
        yield S3Files(client, "keepsake-files")


def size(files: Files) -> int | None:
    found = files.found(PATH)
    return found and found.size


def put(files: Files, *parts: bytes) -> None:
    upload = files.begin(PATH)
    files.complete(PATH, upload, [files.put_part(PATH, upload, n, part) for n, part in enumerate(parts, 1)])


def test_file_is_its_parts_in_order_and_is_seen_only_when_complete(files: Files) -> None:
    upload = files.begin(PATH)
    marks = [files.put_part(PATH, upload, 1, PART), files.put_part(PATH, upload, 2, b"\nend\n")]
    assert files.found(PATH) is None
    files.complete(PATH, upload, marks)
    assert size(files) == len(PART) + 5
    assert list(files.lines(PATH, 0, MOST)) == [PART + b"\n", b"end\n"]


def test_lines_begin_at_a_byte_and_the_last_needs_no_end(files: Files) -> None:
    put(files, b"one\ntwo\nthree")
    assert list(files.lines(PATH, 4, MOST)) == [b"two\n", b"three"]
    assert list(files.lines(PATH, 13, MOST)) == []


def test_line_that_is_too_long_is_refused(files: Files) -> None:
    put(files, b"short\n" + b"y" * 100 + b"\n")
    with pytest.raises(Invalid):
        list(files.lines(PATH, 0, 99))
    assert len(list(files.lines(PATH, 0, 100))) == 2


def test_part_that_somebody_else_wrote_meanwhile_is_no_part_of_the_file(files: Files) -> None:
    upload = files.begin(PATH)
    mine = files.put_part(PATH, upload, 1, b"mine\n")
    files.put_part(PATH, upload, 1, b"theirs\n")
    with pytest.raises(LostRace):
        files.complete(PATH, upload, [mine])
    assert files.found(PATH) is None


def test_removed_upload_cannot_be_completed_by_the_memory_store() -> None:
    files = MemoryFiles()
    upload = files.begin(PATH)
    mark = files.put_part(PATH, upload, 1, b"one\n")
    files.remove(PATH, upload)
    files.remove(PATH, upload)
    with pytest.raises(NotFound):
        files.put_part(PATH, upload, 2, b"two\n")
    with pytest.raises(NotFound):
        files.complete(PATH, upload, [mark])


def test_s3s_word_for_an_upload_that_is_gone_is_not_found() -> None:
    """moto fails where S3 answers so."""
    client = presigning()
    with Stubber(client) as s3:
        for call in ("upload_part", "complete_multipart_upload", "abort_multipart_upload"):
            s3.add_client_error(call, "NoSuchUpload", http_status_code=404)
        files = S3Files(client, "keepsake-files")
        with pytest.raises(NotFound):
            files.put_part(PATH, "u1", 1, b"one\n")
        with pytest.raises(NotFound):
            files.complete(PATH, "u1", ["m1"])
        files.remove(PATH, "u1")


@pytest.mark.parametrize("offset", [0, 4])
def test_lines_of_the_file_that_was_meant_and_of_no_other(files: Files, offset: int) -> None:
    put(files, b"one\n")
    meant = files.found(PATH)
    assert meant is not None
    assert list(files.lines(PATH, offset, MOST, meant.mark)) == [b"one\n"][offset // 4 :]
    put(files, b"two\n")
    with pytest.raises(Invalid, match="replaced"):
        list(files.lines(PATH, offset, MOST, meant.mark))


def test_file_that_is_replaced_while_it_is_opened_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with mock_aws():
        client = presigning()
        client.create_bucket(Bucket="keepsake-files")
        files = S3Files(client, "keepsake-files")
        put(files, b"one\n")
        meant = files.found(PATH)
        assert meant is not None
        put(files, b"two\n")
        monkeypatch.setattr(files, "found", lambda _: meant)
        with pytest.raises(Invalid, match="replaced"):
            list(files.lines(PATH, 0, MOST, meant.mark))


def test_removed_file_is_gone(files: Files) -> None:
    put(files, b"one\n")
    files.remove(PATH)
    assert files.found(PATH) is None
    with pytest.raises(NotFound):
        list(files.lines(PATH, 0, MOST))


def test_removing_an_upload_leaves_the_file_that_another_one_made(files: Files) -> None:
    upload = files.begin(PATH)
    put(files, b"one\n")
    files.remove(PATH, upload)
    assert size(files) == 4


def test_addresses_name_the_file_and_end(files: Files) -> None:
    for url in (files.download_url(PATH, 60), files.upload_url(PATH, 7, 60)):
        assert PATH in urllib.parse.unquote(url)
        assert "60" in url


def test_address_for_a_size_signs_the_size() -> None:
    files = S3Files(presigning(), "keepsake-files")
    assert "X-Amz-SignedHeaders=content-length%3Bhost" in files.upload_url(PATH, 7, 60)
    assert "X-Amz-Algorithm=AWS4-HMAC-SHA256" in files.download_url(PATH, 60)


@pytest.fixture(params=["s3", "memory"])
def blobs(request: pytest.FixtureRequest) -> Iterator[Blobs]:
    if request.param == "memory":
        yield MemoryBlobs()
        return
    with mock_aws():
        client = presigning()
        client.create_bucket(Bucket="keepsake-state")
        yield S3Blobs(client, "keepsake-state")


def test_value_comes_back_until_it_is_removed(blobs: Blobs) -> None:
    blobs.put("acme/state/a/1", b"one")
    blobs.put("acme/state/a/1", b"two")
    assert blobs.get("acme/state/a/1") == b"two"
    blobs.remove(["acme/state/a/1", "acme/state/a/never"])
    with pytest.raises(NotFound):
        blobs.get("acme/state/a/1")


def test_values_are_listed_by_what_their_paths_begin_with_beyond_a_page(blobs: Blobs) -> None:
    mine = [f"acme/state/a/{n:04d}" for n in range(1_005)]
    for path in [*mine, "acme/state/b/1"]:
        blobs.put(path, b"")
    assert blobs.listed("acme/state/a/") == mine
    blobs.remove(mine)
    assert blobs.listed("acme/state/") == ["acme/state/b/1"]
