"""What takes an admin's or the operator's key: upkeep, change sets, dead letters, keys, the search index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.inputs import Scope, Time
from keepsake_client.operations import C, Group, listing, operation
from keepsake_client.requests import Pages, Request, Steps, given, path

OF_NAMESPACE = ("container", "user_id", "namespace")


class _OfTenant(Group[C]):
    @property
    def _tenant(self) -> dict[str, Any]:
        return self._scoped({}, ("tenant",))

    def _run(self, what: str, answer: type[Any], scope: Scope, takes: tuple[str, ...], **body: Any) -> Request[Any]:
        whose = {"scope": self._narrowed(scope, takes)}
        return Request("POST", path("admin", what), answer, self._tenant | _tenant_of(scope), {**whose, **given(**body)})

    def _report(self, what: str, run_id: str) -> Request[models.UpkeepAnswer]:
        return Request("GET", path("admin", what, run_id), models.UpkeepAnswer, self._tenant)


def _tenant_of(scope: Scope) -> dict[str, Any]:
    return {"tenant": scope["tenant"]} if "tenant" in scope else {}


class Admin(_OfTenant[C]):
    """With `preview` a run changes nothing and answers what it would change, and why; else it leaves a change set that can be undone."""

    @operation
    def sweep(self, *, preview: bool = False, now: Time | None = None, **scope: Unpack[Scope]) -> Request[models.SweepAnswer]:
        """Deprioritizes, archives and deletes what faded, in every namespace. `now`: a supposed time, in a preview only. Raises ValueError
        where a namespace is named."""
        return self._run("sweeps", models.SweepAnswer, scope, ("container", "user_id"), preview=preview, now=now)

    @operation
    def sweep_report(self, run_id: str) -> Request[models.SweepAnswer]:
        return Request("GET", path("admin", "sweeps", run_id), models.SweepAnswer, self._tenant)

    @operation
    def consolidate(self, *, preview: bool = False, **scope: Unpack[Scope]) -> Request[models.UpkeepAnswer]:
        """Makes facts of what several of a user's episodes say."""
        return self._run("consolidations", models.UpkeepAnswer, scope, OF_NAMESPACE, preview=preview)

    @operation
    def consolidation(self, run_id: str) -> Request[models.UpkeepAnswer]:
        """How far it is."""
        return self._report("consolidations", run_id)

    @operation
    def prune(self, *, preview: bool = False, **scope: Unpack[Scope]) -> Request[models.UpkeepAnswer]:
        """Takes away a user's facts that are redundant, contradicted, noisy or vague."""
        return self._run("prunes", models.UpkeepAnswer, scope, OF_NAMESPACE, preview=preview)

    @operation
    def prune_report(self, run_id: str) -> Request[models.UpkeepAnswer]:
        """How far it is."""
        return self._report("prunes", run_id)

    @operation
    def quarantine(
        self,
        *,
        role: str | None = None,
        name: str | None = None,
        source: str | None = None,
        agent_id: str | None = None,
        session_id: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        preview: bool = False,
        user_id: str | None = None,
        container: str | None = None,
        namespace: str | None = None,
    ) -> Request[models.UpkeepAnswer]:
        """Holds back a user's events that have all that is named of role, name, source, agent, session and time, later ones too, with what
        rests on them alone."""
        scope: Scope = given(user_id=user_id, container=container, namespace=namespace)  # type: ignore[assignment]
        selected = given(role=role, name=name, source=source, agent_id=agent_id, session_id=session_id, since=since, until=until)
        return self._run("quarantines", models.UpkeepAnswer, scope, OF_NAMESPACE, preview=preview, **selected)

    @operation
    def quarantine_report(self, run_id: str) -> Request[models.UpkeepAnswer]:
        """How far it or its release is."""
        return self._report("quarantines", run_id)

    @operation
    def release_quarantine(self, run_id: str) -> Request[models.UpkeepAnswer]:
        """What it held back is decided now. Raises Conflict where it is not in force."""
        return Request("POST", path("admin", "quarantines", run_id, "release"), models.UpkeepAnswer, self._tenant, {})

    @listing
    def change_sets(self, *, limit: int | None = None) -> Pages[models.ChangeSetView]:
        """Newest first. `limit`: most in all; None: every one."""
        request = Request("GET", "/admin/change-sets", dict[str, Any], self._tenant)
        return Pages(request, "change_sets", models.ChangeSetView, limit)

    @operation
    def change_set(self, number: int) -> Request[models.ChangeSetDetail]:
        """What it changed, line by line."""
        return Request("GET", path("admin", "change-sets", number), models.ChangeSetDetail, self._tenant)

    @operation
    def undo(self, number: int) -> Steps[models.UndoAnswer]:
        """Undoes a change set as a whole, in as many requests as that takes. Raises Conflict where a memory was changed since: `errors`
        names each."""
        request = Request("POST", path("admin", "change-sets", number, "undo"), models.UndoAnswer, self._tenant, {})
        while not (answer := (yield from request)).done:
            pass
        return answer

    @operation
    def usage(self) -> Request[models.UsageAnswer]:
        """What the tenant used of its limits: requests, events and bytes of the last hour, the chat model's tokens of today."""
        return Request("GET", "/admin/usage", models.UsageAnswer, self._tenant)

    @operation
    def dead_letters(self, *, limit: int = 50, tenant: str | None = None) -> Request[models.DeadLetterList]:
        """What the queues gave up, and why; the operator's key sees every tenant's. `limit`: 1 to 200."""
        return Request("GET", "/admin/dead-letters", models.DeadLetterList, self._tenant | given(tenant=tenant) | {"limit": limit})

    @operation
    def redrive(self, dead_letter_id: str, *, tenant: str | None = None) -> Request[models.DeadLetterView]:
        """Sends it to its queue again; mend the reason first."""
        where = path("admin", "dead-letters", dead_letter_id, "redrive")
        return Request("POST", where, models.DeadLetterView, self._tenant | given(tenant=tenant), {})


class Keys(_OfTenant[C]):
    @operation
    def own(self) -> Request[models.OwnKey]:
        """What the key of this client may do, and what it is bound to."""
        return Request("GET", "/key", models.OwnKey)

    @operation
    def create(
        self,
        permissions: Sequence[str],
        *,
        roles: Sequence[str] = (),
        containers: Sequence[str] = (),
        user_id: str | None = None,
        agent_id: str | None = None,
        tenant: str | None = None,
    ) -> Request[models.NewKey]:
        """`permissions`: of read, write, admin. It is bound to the containers, user and agent that are named here. `key` of the answer is
        shown this once."""
        body = self._tenant | given(tenant=tenant, user_id=user_id, agent_id=agent_id)
        body |= {"permissions": list(permissions), "roles": list(roles), "containers": list(containers)}
        return Request("POST", "/admin/keys", models.NewKey, body=body)

    @operation
    def list(self, *, tenant: str | None = None, limit: int | None = None, cursor: str | None = None) -> Request[models.KeyList]:
        """The tenant's, revoked ones too, without the keys themselves: 1,000 a page, or `limit`; `next_cursor` leads to the next."""
        return Request("GET", "/admin/keys", models.KeyList, self._tenant | given(tenant=tenant, limit=limit, cursor=cursor))

    @operation
    def rotate(self, key_id: str, *, overlap_s: int | None = None, tenant: str | None = None) -> Request[models.NewKey]:
        """A new key with the same bindings; the old one works for `overlap_s` more (a day unless given, at most 30)."""
        where, body = path("admin", "keys", key_id, "rotate"), given(overlap_s=overlap_s)
        return Request("POST", where, models.NewKey, self._tenant | given(tenant=tenant), body)

    @operation
    def revoke(self, key_id: str, *, tenant: str | None = None) -> Request[None]:
        """It works for as long as API Gateway remembers it, 60 seconds by default."""
        return Request("DELETE", path("admin", "keys", key_id), None, self._tenant | given(tenant=tenant))


class Index(Group[C]):
    """The search index and the change of its embedding model; for the operator."""

    @operation
    def get(self) -> Request[models.IndexAnswer]:
        """What it holds, and how many rows wait for it."""
        return Request("GET", "/admin/index", models.IndexAnswer)

    @operation
    def rebuild(self) -> Request[models.RebuildAnswer]:
        """Makes it anew from the table, in the background."""
        return Request("POST", "/admin/index/rebuild", models.RebuildAnswer)

    @operation
    def migrate(self, embedding_model: str, embedding_dimension: int) -> Request[models.MigrationView]:
        """Opens a second index for another model, which fills in the background."""
        body = {"embedding_model": embedding_model, "embedding_dimension": embedding_dimension}
        return Request("POST", "/admin/index/migrations", models.MigrationView, body=body)

    @operation
    def migration(self, migration_id: str) -> Request[models.MigrationView]:
        """How far it is."""
        return Request("GET", path("admin", "index", "migrations", migration_id), models.MigrationView)

    @operation
    def compare(
        self, migration_id: str, *, queries: Sequence[Mapping[str, Any]] = (), sample: int | None = None
    ) -> Request[models.CompareAnswer]:
        """What both models find for the same queries; without any, for `sample` stored texts (1 to 100)."""
        where, body = path("admin", "index", "migrations", migration_id, "compare"), given(sample=sample)
        return Request("POST", where, models.CompareAnswer, body=body | ({"queries": list(queries)} if queries else {}))

    @operation
    def switch(self, migration_id: str) -> Request[models.MigrationView]:
        """Lets recall go by the new model."""
        return self._act(migration_id, "switch")

    @operation
    def roll_back(self, migration_id: str) -> Request[models.MigrationView]:
        """Lets recall go by the former model again."""
        return self._act(migration_id, "rollback")

    @operation
    def finish(self, migration_id: str) -> Request[models.MigrationView]:
        """Keeps the active model's index and gives the other one up."""
        return self._act(migration_id, "finish")

    def _act(self, migration_id: str, act: str) -> Request[models.MigrationView]:
        return Request("POST", path("admin", "index", "migrations", migration_id, act), models.MigrationView, body={})
