"""Two stacks live in one account and region, and a domain is as large as its Size says, or as its own parameters do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.integration.template import reading
from tests.integration.template.translating import NAMED, UNNAMED, Deployment

DOMAIN = "AWS::OpenSearchService::Domain"


def domain(**parameters: Any) -> dict[str, Any]:
    made: dict[str, Any] = Deployment("keepsake", **parameters).resources()["Domain"]["Properties"]
    return made


def test_two_stacks_have_no_name_in_common() -> None:
    dev, prod = Deployment("dev").physical(), Deployment("prod").physical()
    assert set(dev) == set(prod)
    assert {t for t, _ in dev} >= {"AWS::Lambda::Function", "AWS::Scheduler::Schedule", "AWS::Logs::LogGroup", DOMAIN}
    assert {t: n for t, n in dev.items() if n in prod.values()} == {}


def test_every_type_of_resource_is_known_to_have_a_name_or_none() -> None:
    """Or a new one could be named alike in both."""
    assert {made["Type"] for made in Deployment("dev").resources().values()} - set(NAMED) - UNNAMED == set()


def test_every_schedule_is_named_for_its_stack_and_function() -> None:
    schedules = [p["Name"] for name in reading.functions() for p in reading.sources(name, "ScheduleV2")]
    assert len(schedules) >= 6
    made = {n for (kind, _), n in Deployment("dev").physical().items() if kind == "AWS::Scheduler::Schedule"}
    assert len(made) == len(schedules)
    assert all(n.startswith("dev-") for n in made)


def test_functions_may_use_the_domain_under_the_name_that_it_gets() -> None:
    for given, name in (({}, "dev"), ({"SearchDomainName": "search"}, "search")):
        made = Deployment("dev", **given).resources()
        assert made["Domain"]["Properties"]["DomainName"] == name
        arns = {
            arn
            for n in ("RecallRole", "ProjectRole", "EraseRole", "HealthRole")
            for policy in made[n]["Properties"]["Policies"]
            for s in policy["PolicyDocument"]["Statement"]
            for arn in reading.listed(s["Resource"])
            if ":es:" in arn
        }
        (statement,) = made["Domain"]["Properties"]["AccessPolicies"]["Statement"]
        assert {a.split("/")[0] + "/" + a.split("/")[1] for a in {*arns, statement["Resource"]}} == {
            f"arn:aws:es:eu-central-1:123456789012:domain/{name}"
        }


@pytest.mark.parametrize(
    ("size", "kind", "count", "volume", "masters", "zones"),
    [
        ("trial", "t3.small.search", 1, 10, None, None),
        ("standard", "r7g.large.search", 1, 50, None, None),
        ("large", "r7g.large.search", 3, 100, 3, 3),
    ],
)
def test_size_decides_about_the_domain(size: str, kind: str, count: int, volume: int, masters: int | None, zones: int | None) -> None:
    own = domain(Size=size)
    cluster = own["ClusterConfig"]
    assert (cluster["InstanceType"], cluster["InstanceCount"], own["EBSOptions"]["VolumeSize"]) == (kind, count, volume)
    assert cluster.get("DedicatedMasterCount") == masters
    assert cluster["DedicatedMasterEnabled"] is (masters is not None)
    assert cluster.get("ZoneAwarenessConfig", {}).get("AvailabilityZoneCount") == zones
    assert cluster["ZoneAwarenessEnabled"] is (zones is not None)


def test_own_parameters_come_before_the_size() -> None:
    own = domain(Size="trial", SearchInstanceType="m7g.large.search", SearchInstanceCount=2, SearchVolumeGiB=75)
    cluster = own["ClusterConfig"]
    assert (cluster["InstanceType"], cluster["InstanceCount"], own["EBSOptions"]["VolumeSize"]) == ("m7g.large.search", 2, 75)
    assert cluster["ZoneAwarenessConfig"] == {"AvailabilityZoneCount": 2}


@pytest.mark.parametrize(
    ("size", "count", "replicas"), [("trial", 0, "0"), ("standard", 0, "0"), ("large", 0, "1"), ("standard", 2, "1"), ("large", 1, "0")]
)
def test_index_has_a_copy_where_another_node_can_hold_it(size: str, count: int, replicas: str) -> None:
    made = Deployment("dev", Size=size, SearchInstanceCount=count).resources()
    assert made["RecallFunction"]["Properties"]["Environment"]["Variables"]["KEEPSAKE_SEARCH_REPLICAS"] == replicas


def test_the_models_key_has_no_default_that_would_deploy_and_be_refused() -> None:
    assert "Default" not in reading.template()["Parameters"]["ModelKey"]


def test_documented_costs_are_those_of_the_sizes_and_add_up() -> None:
    text = (reading.ROOT / "docs/cost.md").read_text()
    rows = [[cell.strip(" *`") for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| `")][:3]
    sizes = reading.template()["Mappings"]["Sizes"]
    assert [row[0] for row in rows] == list(sizes)
    for name, _, nodes, _, disk, *prices in rows:
        assert nodes.startswith(f"{sizes[name]['InstanceCount']} x {sizes[name]['InstanceType']}")
        assert disk == f"{sizes[name]['VolumeGiB']} GiB"
        *parts, whole = (int(price.strip("$")) for price in prices)
        assert sum(parts) == whole
