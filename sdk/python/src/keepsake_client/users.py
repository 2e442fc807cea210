"""Users of a container, topics and profile, and the container's settings."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.errors import NotDone
from keepsake_client.inputs import Scope
from keepsake_client.operations import C, Group, listing, operation
from keepsake_client.requests import Pages, Pause, Request, Steps, path

EVERY_S = 1.0
"""How often work in the background is asked for."""


class Users(Group[C]):
    @listing
    def list(self, *, limit: int | None = None, **scope: Unpack[Scope]) -> Pages[models.UserView]:
        """A container's, in the order of their ids, with how much each holds. `limit`: most in all; None: every one."""
        query = self._scoped(scope, ("container", "tenant"))
        return Pages(Request("GET", "/users", dict[str, Any], query), "users", models.UserView, limit)

    @operation
    def erase(
        self, user_id: str, *, container: str | None = None, wait: bool = True, timeout_s: float = 300, tenant: str | None = None
    ) -> Steps[models.ReceiptView]:
        """Erases a user in one container, or everywhere where none is named, whatever the client's own is. There is no way back. With
        `wait` the receipt is that of the end: done, or held. Raises Conflict under legal hold, NotDone after `timeout_s`; it goes on."""
        query = {"container": container, "tenant": tenant or self._scope.get("tenant")}
        started = yield from Request("DELETE", path("users", user_id), models.ErasureStarted, query)
        deadline = time.monotonic() + timeout_s
        while True:
            receipt = yield from self._receipt(started.receipt_id)
            if not wait or receipt.status != "running":
                return receipt
            if time.monotonic() > deadline:
                raise NotDone(f"The erasure goes on after {timeout_s:.0f} s: its receipt is {receipt.receipt_id}.")
            yield Pause(EVERY_S)

    @operation
    def receipt(self, receipt_id: str) -> Request[models.ReceiptView]:
        """What each store held before the erasure and afterwards, counted."""
        return self._receipt(receipt_id)

    def _receipt(self, receipt_id: str) -> Request[models.ReceiptView]:
        return Request("GET", path("receipts", receipt_id), models.ReceiptView, self._scoped({}, ("tenant",)))


class Settings(Group[C]):
    """What a container does otherwise than by default."""

    @operation
    def get(self, container: str | None = None) -> Request[models.SettingsAnswer]:
        """All of them, each with its default and meaning."""
        return Request("GET", self._of(container), models.SettingsAnswer, self._scoped({}, ("tenant",)))

    @operation
    def replace(self, settings: Mapping[str, Any], *, version: int, container: str | None = None) -> Request[models.SettingsAnswer]:
        """What is left out goes back to its default. `version` is the one that was read, 0 where none was ever set. Raises Conflict where
        another writer was first."""
        body = {"version": version, "settings": dict(settings)}
        return Request("PUT", self._of(container), models.SettingsAnswer, self._scoped({}, ("tenant",)), body)

    def _of(self, container: str | None) -> str:
        return path("containers", container or self._scope.get("container", "default"), "settings")
