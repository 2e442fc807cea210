"""Exports and imports."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from keepsake.api.base import Body, Time
from keepsake.records import Id
from keepsake.records.portable import Refusal, Stage

MOST_FILE_BYTES = 5 << 30
"""S3 takes this much in one upload."""


class ExportRequest(Body):
    container: Id | None = None
    """This one alone; without it every container that the user has records in, or the default one where no user is named."""
    user_id: Id | None = None
    """Without it everybody in the container, and what is the container's own."""


class ExportStarted(Body):
    export_id: str
    status: Stage


class ExportView(ExportStarted):
    container: str | None = None
    user_id: str | None = None
    requested_at: Time
    finished_at: Time | None = None
    counts: dict[str, int]
    """Lines by kind, as far as it is."""
    bytes: int
    digest: str | None = None
    """SHA-256 chained over the file's lines, which its last line signs; an import checks it. Not the sum of the file."""
    sha256: str | None = None
    """SHA-256 of the file's bytes, as `sha256sum` gives it, once it is finished."""
    sha256_missing: str | None = None
    """Why a finished export has none."""
    download_url: str | None = None
    """Once it is finished; good for 15 minutes, asking again gives another."""
    failure: str | None = None
    expires_at: Time
    """When the file is removed."""


class ImportRequest(Body):
    container: Id | None = None
    """Only lines of this container are taken."""
    user_id: Id | None = None
    """Only lines of this user are taken."""
    bytes: Annotated[int, Field(ge=1, le=MOST_FILE_BYTES)] | None = None
    """The file's size: the address takes no other then."""


class ImportStarted(Body):
    import_id: str
    upload_url: str
    """For one PUT of the file, for 15 minutes."""
    most_bytes: int


class ImportView(Body):
    import_id: str
    status: Stage
    container: str | None = None
    user_id: str | None = None
    requested_at: Time
    finished_at: Time | None = None
    proven: bool | None = None
    """True: an unaltered export of this tenant, restored as it was. False: taken as words of a third party. None: not known yet."""
    lines: int
    """Lines read so far."""
    counts: dict[str, int]
    """Of lines: written, equal to what is stored, in conflict with it, refused."""
    refusals: tuple[Refusal, ...] = ()
    """Lines in conflict or refused with their reason, the first 100."""
    failure: str | None = None
