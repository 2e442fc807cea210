"""Exports and imports under way (row V5): whose they are, how far they are, and what they counted. The lines themselves lie in S3."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.access import Principal
from keepsake.records.base import Due, Frozen, Id, Name, Place, Record
from keepsake.records.kinds import DueWork

FILE_KEPT = timedelta(days=7)
"""How long S3 keeps a file; the template's lifecycle rule says the same."""
RETRY_AFTER = timedelta(minutes=5)
"""When work that nobody finished is taken up again: longer than a call of it lasts."""
MOST_TOLD = 100
"""Lines of an import that are listed with their reason; all are counted."""


class Stage(StrEnum):
    WAITING = "waiting"
    """An import whose file is not there yet."""
    CHECKING = "checking"
    """An import's file is read through, to know whose it is."""
    RUNNING = "running"
    INDEXING = "indexing"
    """All rows of an import are written, and the search index is still behind them."""
    FINISHED = "finished"
    FAILED = "failed"


class Transfer(Record):
    """What an export and an import have in common."""

    tenant: Id
    container: Id | None = None
    """This one alone; None: every container that the user is in, or that the key may reach."""
    user_id: Id | None = None
    """None: everybody in the container."""
    principal: Principal
    """Who asked: what the key may see is exported."""
    requested_at: AwareDatetime
    stage: Stage = Stage.RUNNING
    work_at: AwareDatetime | None = None
    """When it is taken up again if it is not finished by then."""
    counts: dict[str, int] = Field(default_factory=dict)
    chain: str = ""
    """Digest of the lines so far."""
    finished_at: AwareDatetime | None = None
    failure: str | None = None

    @property
    def gone_at(self) -> datetime:
        return self.requested_at + FILE_KEPT

    @property
    def over(self) -> bool:
        return self.stage in (Stage.FINISHED, Stage.FAILED)


class Export(Transfer):
    """`etags` are the parts of the file that S3 has; what follows them is read again by whoever goes on."""

    prefix: ClassVar[str] = "EXPORT#"

    export_id: Name
    containers: tuple[Id, ...] = ()
    """Of a user: the containers to walk."""
    upload_id: str | None = None
    etags: tuple[str, ...] = ()
    size: Annotated[int, Field(ge=0)] = 0
    """Bytes of those parts; at the end, of the file."""
    place: Place | None = None
    """How far the rows are in those parts, and in the rest."""
    rest: Annotated[int, Field(ge=0)] = 0
    """Bytes of the rest: what follows the parts and is too short for one lies in a file of its own until the next call."""
    rest_upload_id: str | None = None
    digest: str | None = None
    """Of its lines; set once the file is complete."""
    sha256: str | None = None
    """Of the file."""

    @property
    def key(self) -> ids.Key:
        return export_key(self.tenant, self.export_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.EXPORT, self.work_at) if self.work_at else None

    @property
    def file(self) -> str:
        return f"{ids.part(self.tenant)}/exports/{self.export_id}.jsonl"

    @property
    def rest_file(self) -> str:
        return f"{self.file}.rest"


class Refusal(Frozen):
    """A line that was not taken, and why, without its words."""

    line: Annotated[int, Field(ge=1)]
    reason: str


class Import(Transfer):
    """`line` and `offset` say how far the file was read."""

    prefix: ClassVar[str] = "IMPORT#"

    import_id: Name
    size: Annotated[int, Field(ge=0)] | None = None
    """Bytes that were announced; once it was started, of the file."""
    mark: str | None = None
    """Of the file's very bytes when it was started: no other is read, as its address may be written to again."""
    lines: Annotated[int, Field(ge=0)] = 0
    """Of the file, once it was read through."""
    line: Annotated[int, Field(ge=0)] = 0
    offset: Annotated[int, Field(ge=0)] = 0
    signature: str | None = None
    """Of the file's last line, while it is checked."""
    proven: bool | None = None
    """The file is an export of this tenant, unaltered; None until it is checked."""
    refusals: tuple[Refusal, ...] = ()

    @property
    def key(self) -> ids.Key:
        return import_key(self.tenant, self.import_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.IMPORT, self.work_at) if self.work_at else None

    @property
    def file(self) -> str:
        return f"{ids.part(self.tenant)}/imports/{self.import_id}.jsonl"


def export_key(tenant: str, export_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "EXPORTS"), Export.prefix + ids.part(export_id))


def import_key(tenant: str, import_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "IMPORTS"), Import.prefix + ids.part(import_id))
