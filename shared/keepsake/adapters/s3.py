"""Two private S3 buckets: the files of exports and imports, and large values of state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import botocore.exceptions

from keepsake.errors import Invalid, LostRace, NotFound, Unavailable
from keepsake.ports import Found

CHUNK_BYTES = 1 << 18
GONE = {"NoSuchUpload", "NoSuchKey", "404"}
REPLACED = "The file was replaced after it was started: what is brought in is what was checked."


@contextmanager
def answering() -> Iterator[None]:
    try:
        yield
    except botocore.exceptions.ClientError as err:
        code = err.response.get("Error", {}).get("Code", "")
        if code in GONE:
            raise NotFound("There is no such file.") from err
        if code in ("InvalidPart", "InvalidPartOrder"):
            raise LostRace("A part of the file was written by somebody else.") from err
        if code == "PreconditionFailed":
            raise Invalid(REPLACED) from err
        raise Unavailable("The file store does not answer.") from err
    except (botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
        raise Unavailable("The file store does not answer.") from err


REMOVED_AT_ONCE = 1000
"""What one DeleteObjects takes."""


class S3Blobs:
    """`Blobs` in a bucket."""

    def __init__(self, client: Any, bucket: str) -> None:
        self._client, self._bucket = client, bucket

    def put(self, path: str, data: bytes) -> None:
        with answering():
            self._client.put_object(Bucket=self._bucket, Key=path, Body=data)

    def get(self, path: str) -> bytes:
        with answering():
            return bytes(self._client.get_object(Bucket=self._bucket, Key=path)["Body"].read())

    def remove(self, paths: Sequence[str]) -> None:
        for start in range(0, len(paths), REMOVED_AT_ONCE):
            some = [{"Key": p} for p in paths[start : start + REMOVED_AT_ONCE]]
            with answering():
                reply = self._client.delete_objects(Bucket=self._bucket, Delete={"Objects": some, "Quiet": True})
            if reply.get("Errors"):
                raise Unavailable("The file store did not remove everything.")

    def listed(self, prefix: str) -> list[str]:
        with answering():
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
            return [str(o["Key"]) for page in pages for o in page.get("Contents", ())]


class S3Files:
    """`Files` in a bucket. `client` is boto3's, with signature version s3v4: addresses need it."""

    def __init__(self, client: Any, bucket: str) -> None:
        self._client, self._bucket = client, bucket

    def begin(self, path: str) -> str:
        with answering():
            made = self._client.create_multipart_upload(Bucket=self._bucket, Key=path, ContentType="application/x-ndjson")
        return str(made["UploadId"])

    def put_part(self, path: str, upload_id: str, number: int, data: bytes) -> str:
        with answering():
            put = self._client.upload_part(Bucket=self._bucket, Key=path, UploadId=upload_id, PartNumber=number, Body=data)
        return str(put["ETag"]).strip('"')

    def complete(self, path: str, upload_id: str, marks: Sequence[str]) -> None:
        parts = [{"PartNumber": number, "ETag": mark} for number, mark in enumerate(marks, 1)]
        with answering():
            self._client.complete_multipart_upload(Bucket=self._bucket, Key=path, UploadId=upload_id, MultipartUpload={"Parts": parts})

    def remove(self, path: str, upload_id: str | None = None) -> None:
        try:
            with answering():
                if upload_id is not None:
                    self._client.abort_multipart_upload(Bucket=self._bucket, Key=path, UploadId=upload_id)
                else:
                    self._client.delete_object(Bucket=self._bucket, Key=path)
        except NotFound:
            pass

    def found(self, path: str) -> Found | None:
        try:
            with answering():
                head = self._client.head_object(Bucket=self._bucket, Key=path)
        except NotFound:
            return None
        return Found(int(head["ContentLength"]), str(head["ETag"]))

    def lines(self, path: str, offset: int, most_bytes: int, mark: str | None = None) -> Iterator[bytes]:
        found = self.found(path)
        if found is not None and mark not in (None, found.mark):
            raise Invalid(REPLACED)
        if found is not None and offset == found.size:  # a range that begins at the end is refused
            return
        asked = {} if mark is None else {"IfMatch": mark}
        with answering():
            body = self._client.get_object(Bucket=self._bucket, Key=path, Range=f"bytes={offset}-", **asked)["Body"]
            rest = b""
            while data := body.read(CHUNK_BYTES):
                *whole, rest = (rest + data).split(b"\n")
                if max((len(line) for line in (*whole, rest)), default=0) > most_bytes:
                    raise Invalid(f"A line has more than {most_bytes} bytes.")
                yield from (line + b"\n" for line in whole)
            if rest:
                yield rest

    def download_url(self, path: str, for_s: int) -> str:
        return self._address("get_object", path, for_s)

    def upload_url(self, path: str, size: int | None, for_s: int) -> str:
        """S3 takes no other size than the one that is signed."""
        return self._address("put_object", path, for_s, **({} if size is None else {"ContentLength": size}))

    def _address(self, act: str, path: str, for_s: int, **given: Any) -> str:
        return str(self._client.generate_presigned_url(act, Params={"Bucket": self._bucket, "Key": path, **given}, ExpiresIn=for_s))
