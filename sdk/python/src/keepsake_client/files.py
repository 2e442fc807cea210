"""Exports and imports: all of a user, or of a container, as a file of JSON Lines."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from pathlib import Path

from keepsake_client import models
from keepsake_client.errors import Failed, NotDone
from keepsake_client.inputs import Scope
from keepsake_client.operations import C, Group, operation
from keepsake_client.requests import Pause, Request, Steps, given, path
from keepsake_client.transfers import Download, Progress, Upload
from keepsake_client.users import EVERY_S

File = str | os.PathLike[str]
OWNER = ("container", "user_id")


class _Transfers(Group[C]):
    def _owner(self, user_id: str | None, container: str | None) -> dict[str, object]:
        """Of the client unless given. `tenant` stands in the query. Raises ValueError for a client of one namespace: a file holds all."""
        scope: Scope = {}
        return self._narrowed(scope, OWNER) | given(user_id=user_id, container=container)

    @property
    def _tenant(self) -> dict[str, object]:
        return self._scoped({}, ("tenant",))


class Exports(_Transfers[C]):
    @operation
    def start(self, *, user_id: str | None = None, container: str | None = None) -> Request[models.ExportStarted]:
        """Of a user, or of all in a container. It is written in the background."""
        return self._start(user_id, container)

    @operation
    def get(self, export_id: str) -> Request[models.ExportView]:
        """How far it is; once it is finished, where its file is, for 15 minutes from now."""
        return self._get(export_id)

    @operation
    def save(
        self,
        file: File,
        *,
        user_id: str | None = None,
        container: str | None = None,
        timeout_s: float = 900,
        progress: Progress | None = None,
    ) -> Steps[models.ExportView]:
        """Starts an export, waits for it and writes it to `file`, checked by its SHA-256. `progress` is told the bytes that came, and of
        how many. Raises Failed, NotDone after `timeout_s`."""
        started = yield from self._start(user_id, container)
        deadline = time.monotonic() + timeout_s
        while (export := (yield from self._get(started.export_id))).status not in ("finished", "failed"):
            if time.monotonic() > deadline:
                raise NotDone(f"Export {export.export_id} goes on after {timeout_s:.0f} s.")
            yield Pause(EVERY_S)
        if export.download_url is None:
            raise Failed(f"Export {export.export_id} failed: {export.failure or 'it has no file'}")
        yield from _download(export, export.download_url, Path(file), progress)
        return export

    def _start(self, user_id: str | None, container: str | None) -> Request[models.ExportStarted]:
        return Request("POST", "/exports", models.ExportStarted, self._tenant, self._owner(user_id, container))

    def _get(self, export_id: str) -> Request[models.ExportView]:
        return Request("GET", path("exports", export_id), models.ExportView, self._tenant)


def _download(export: models.ExportView, url: str, file: Path, progress: Progress | None) -> Steps[None]:
    """By a file beside it, so that `file` is whole or not there."""
    beside, digest, came = file.with_name(file.name + ".part"), hashlib.sha256(), 0
    try:
        with beside.open("wb") as out:

            def take(part: bytes) -> None:
                nonlocal came
                out.write(part)
                digest.update(part)
                came += len(part)
                if progress:
                    progress(came, export.bytes)

            yield Download(url, take)
        if export.sha256 and digest.hexdigest() != export.sha256:
            raise Failed(f"The file of export {export.export_id} came damaged: its SHA-256 is another.")
        beside.replace(file)
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()


class Imports(_Transfers[C]):
    @operation
    def create(self, *, user_id: str | None = None, container: str | None = None, size: int | None = None) -> Request[models.ImportStarted]:
        """An address to PUT a file of `size` bytes to, within 15 minutes. Lines of others than the user and container named are not
        taken."""
        return self._create(user_id, container, size)

    @operation
    def start(self, import_id: str) -> Request[models.ImportView]:
        """Brings in the file that was put there, in the background. Raises Conflict while there is none."""
        return self._start(import_id)

    @operation
    def get(self, import_id: str) -> Request[models.ImportView]:
        """How far it is, and which lines were not taken, with the reason."""
        return self._get(import_id)

    @operation
    def load(
        self,
        file: File,
        *,
        user_id: str | None = None,
        container: str | None = None,
        timeout_s: float = 900,
        progress: Progress | None = None,
    ) -> Steps[models.ImportView]:
        """Sends `file`, and waits until all of it is recallable. `progress` is told the bytes that went, and of how many. Raises Failed,
        NotDone after `timeout_s`; it goes on."""
        here = Path(file)
        made = yield from self._create(user_id, container, here.stat().st_size)
        yield Upload(made.upload_url, here, progress)
        job = yield from self._start(made.import_id)
        deadline = time.monotonic() + timeout_s
        while job.status not in ("finished", "failed"):
            if time.monotonic() > deadline:
                raise NotDone(f"Import {job.import_id} goes on after {timeout_s:.0f} s.")
            yield Pause(EVERY_S)
            job = yield from self._get(made.import_id)
        if job.status == "failed":
            raise Failed(f"Import {job.import_id} failed: {job.failure}")
        return job

    def _create(self, user_id: str | None, container: str | None, size: int | None) -> Request[models.ImportStarted]:
        body = self._owner(user_id, container) | given(bytes=size)
        return Request("POST", "/imports", models.ImportStarted, self._tenant, body)

    def _start(self, import_id: str) -> Request[models.ImportView]:
        return Request("POST", path("imports", import_id, "start"), models.ImportView, self._tenant, {})

    def _get(self, import_id: str) -> Request[models.ImportView]:
        return Request("GET", path("imports", import_id), models.ImportView, self._tenant)
