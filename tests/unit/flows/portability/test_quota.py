"""Row V2: imports are written at the deployment's cost, so a file and a tenant's day have a size."""

from __future__ import annotations

from datetime import timedelta

import pytest

from keepsake import api
from keepsake.errors import Throttled, TooLarge
from keepsake.flows.portability import imports
from keepsake.flows.portability.quota import URL_SECONDS, Quota
from keepsake.records import Principal
from keepsake.records.portable import Import, Stage
from tests.builders import DAY, principal
from tests.unit.flows.portability.portable_banks import FOREVER, SECRET, embedding, waiting
from tests.world import World

LINES = b"{}\n" * 10


def uploaded(world: World, quota: Quota, said: bytes = LINES, who: Principal | None = None) -> Import:
    who = who or principal()
    made = imports.request(world.store, world.files, who, api.ImportRequest(), world.now, quota)
    world.files.files[f"{who.tenant}/imports/{made.import_id}.jsonl"] = said
    imports.start(world.store, world.files, who, made.import_id, world.now, quota)
    means = imports.Means(world.store, world.files, world.blobs, SECRET, [embedding(world)], quota, waiting(world))
    done = imports.bring_in(means, who.tenant, made.import_id, world.now, lambda: FOREVER)
    assert done is not None
    return done


def test_a_file_that_is_too_large_is_refused_before_it_is_uploaded() -> None:
    world = World()
    for quota in (Quota(file_bytes=9), Quota(day_bytes=9)):
        with pytest.raises(TooLarge, match="at most 9"):
            imports.request(world.store, world.files, principal(), api.ImportRequest(bytes=10), world.now, quota)
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now, Quota(file_bytes=9))
    assert made.most_bytes == 9


def test_a_file_that_was_not_announced_is_refused_when_it_is_started() -> None:
    with pytest.raises(TooLarge):
        uploaded(World(), Quota(file_bytes=len(LINES) - 1))


def test_a_file_of_too_many_lines_writes_nothing_and_says_why() -> None:
    world = World()
    done = uploaded(world, Quota(file_lines=9))
    assert (done.stage, done.failure, done.counts) == (Stage.FAILED, "The file has 10 lines, an import takes at most 9.", {})


def test_a_tenants_day_of_bytes_ends_and_another_begins() -> None:
    world, quota = World(), Quota(day_bytes=2 * len(LINES))
    uploaded(world, quota)
    world.now += timedelta(hours=10)
    uploaded(world, quota)
    with pytest.raises(Throttled) as refused:
        uploaded(world, quota)
    assert refused.value.retry_after_s == timedelta(hours=14).total_seconds() + 1
    uploaded(world, quota, who=principal(tenant="globex"))
    world.now += timedelta(hours=15)
    uploaded(world, quota)


def test_a_tenants_day_of_lines_ends() -> None:
    world, quota = World(), Quota(day_lines=15)
    assert uploaded(world, quota).lines == 10
    second = uploaded(world, quota)
    assert second.stage is Stage.FAILED
    assert "15 in 24 hours" in (second.failure or "")
    uploaded(world, quota, LINES[:15])
    with pytest.raises(Throttled):
        uploaded(world, quota, LINES[:3])
    world.now += DAY
    assert uploaded(world, quota).lines == 10


def test_addresses_are_given_for_no_more_than_the_day_takes() -> None:
    """S3 takes 5 GiB at each whose size nobody said, and keeps it for a week."""
    world, quota = World(), Quota(file_bytes=len(LINES), day_bytes=3 * len(LINES))

    def asked(size: int | None = None, tenant: str = "acme") -> None:
        imports.request(world.store, world.files, principal(tenant=tenant), api.ImportRequest(bytes=size), world.now, quota)

    for _ in range(3):
        asked()
    for size in (None, 1):
        with pytest.raises(Throttled) as refused:
            asked(size)
        assert refused.value.retry_after_s == URL_SECONDS
    asked(tenant="globex")


def test_what_was_asked_for_and_never_sent_counts_while_it_may_be_sent() -> None:
    world, quota = World(), Quota(day_bytes=2 * len(LINES))
    for _ in range(2):
        imports.request(world.store, world.files, principal(), api.ImportRequest(bytes=len(LINES)), world.now, quota)
    with pytest.raises(Throttled):
        uploaded(world, quota)
    world.now += timedelta(seconds=URL_SECONDS)
    uploaded(world, quota)


def test_what_was_sent_and_never_started_counts() -> None:
    world, quota = World(), Quota(day_bytes=2 * len(LINES))
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now, quota)
    world.files.files[f"acme/imports/{made.import_id}.jsonl"] = 2 * LINES
    world.now += timedelta(seconds=URL_SECONDS)
    with pytest.raises(Throttled):
        imports.request(world.store, world.files, principal(), api.ImportRequest(bytes=1), world.now, quota)
    assert imports.start(world.store, world.files, principal(), made.import_id, world.now, quota).stage is Stage.CHECKING
    world.now += DAY
    uploaded(world, quota)
