"""Every store is encrypted, closed and kept; what goes wrong raises an alarm."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, get_args

import pytest

from keepsake.adapters import dynamodb
from keepsake.flows import calibration
from keepsake.records import portable
from keepsake.records.dead_letters import QueueName
from tests.integration.template import reading

QUEUES = reading.resources("AWS::SQS::Queue")
WORKING = sorted(n for n, q in QUEUES.items() if "RedrivePolicy" in q["Properties"])
LONGEST_RETENTION_S = 14 * 24 * 3600


@pytest.mark.parametrize("name", sorted(QUEUES))
def test_queue_is_encrypted_and_keeps_as_long_as_it_can(name: str) -> None:
    queue = reading.properties(name)
    assert queue["SqsManagedSseEnabled"] is True
    assert queue["MessageRetentionPeriod"] == LONGEST_RETENTION_S


def test_queues_refuse_plain_http_on_aws() -> None:
    (policy,) = reading.resources("AWS::SQS::QueuePolicy").values()
    assert policy["Condition"] == "OnAws"
    assert {q["Ref"] for q in policy["Properties"]["Queues"]} == set(QUEUES)
    (statement,) = policy["Properties"]["PolicyDocument"]["Statement"]
    assert (statement["Effect"], statement["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})


@pytest.mark.parametrize("name", WORKING)
def test_work_waits_in_order_and_gives_up_late(name: str) -> None:
    queue = reading.properties(name)
    dead = reading.properties(queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0])
    assert queue["FifoQueue"] is True
    assert dead["FifoQueue"] is True
    assert (queue["DeduplicationScope"], queue["FifoThroughputLimit"]) == ("messageGroup", "perMessageGroupId")
    deliveries = reading.default(queue["RedrivePolicy"]["maxReceiveCount"]["Ref"])
    hours = deliveries * reading.default(queue["VisibilityTimeout"]["Ref"]) / 3600
    assert hours >= 24, "a dependency may be down for a day without a message losing its turn"


def test_every_queue_is_watched() -> None:
    alarms = [a["Properties"] for a in reading.resources("AWS::CloudWatch::Alarm").values() if "Namespace" in a["Properties"]]
    watched = {
        (a["MetricName"], a["Dimensions"][0]["Value"]["Fn::GetAtt"][0]) for a in alarms if a["Namespace"] == "AWS/SQS"
    }  # fmt: skip
    assert watched == {("ApproximateAgeOfOldestMessage", name) for name in QUEUES}
    given_up = {a["Dimensions"][0]["Value"] for a in alarms if a["MetricName"] == "DeadLetters"}
    assert given_up == set(get_args(QueueName.__value__))


def test_stream_and_api_are_watched_and_every_alarm_tells_somebody() -> None:
    alarms = [a["Properties"] for a in reading.resources("AWS::CloudWatch::Alarm").values()]
    assert {"IteratorAge", "5XXError"} <= {a.get("MetricName") for a in alarms}
    assert all(a["AlarmActions"]["Fn::If"][0] == "Notify" for a in alarms)


def test_disk_memory_and_state_of_the_search_domain_and_throttles_are_watched() -> None:
    alarms = reading.resources("AWS::CloudWatch::Alarm").values()
    own = [a for a in alarms if a["Properties"].get("Namespace") == "AWS/ES"]
    watched = {a["Properties"]["MetricName"] for a in own}
    assert watched == {"FreeStorageSpace", "ClusterIndexWritesBlocked", "ClusterStatus.red", "JVMMemoryPressure"}
    for alarm in own:
        assert alarm["Condition"] == "CreateDomain"
        assert [d["Name"] for d in alarm["Properties"]["Dimensions"]] == ["DomainName", "ClientId"]
    parts = [m["MetricStat"]["Metric"] for a in alarms for m in a["Properties"].get("Metrics", []) if "MetricStat" in m]
    throttled = {d["Value"]["Ref"] for p in parts if p["MetricName"] == "Throttles" for d in p["Dimensions"]}
    assert {"AuthorizeFunction", "IngestFunction", "RecallFunction", "ExtractFunction"} <= throttled
    assert {"ReadThrottleEvents", "WriteThrottleEvents"} <= {p["MetricName"] for p in parts}


def test_what_works_by_a_schedule_is_watched() -> None:
    """Nobody waits for its answer, so nobody else would notice."""
    parts = [m["MetricStat"]["Metric"] for m in reading.properties("SchedulesFailing")["Metrics"] if "MetricStat" in m]
    scheduled = {reading.logical_id(name) for name in reading.functions() if reading.sources(name, "ScheduleV2")}
    assert {d["Value"]["Ref"] for p in parts for d in p["Dimensions"]} == scheduled
    assert {p["MetricName"] for p in parts} == {"Errors"}
    assert len(parts) < 10, "an alarm takes ten"


@pytest.mark.parametrize("name", ["ApiFailing", "ApiMostlyFailing", "ModelRefusing", "ModelSilent", "RebuildStopped"])
def test_alarm_on_what_happens_now_and_then_wants_no_unbroken_row_of_it(name: str) -> None:
    """A quiet deployment asks its model, and is asked itself, some times in an hour."""
    own = reading.properties(name)
    assert own["Period"] >= 300
    assert own["DatapointsToAlarm"] < own["EvaluationPeriods"]


def test_api_that_fails_each_of_a_few_requests_raises_an_alarm() -> None:
    """Of four requests an hour never more than five fail in one period."""
    own = reading.properties("ApiMostlyFailing")
    assert (own["MetricName"], own["Statistic"], own["Threshold"] < 1) == ("5XXError", "Average", True)
    asked = own["Period"] * own["EvaluationPeriods"] // (3600 / 4)
    assert asked >= own["DatapointsToAlarm"]


def test_unfit_model_that_is_asked_every_ten_minutes_raises_its_alarm() -> None:
    own = reading.properties("ModelRefusing")
    asked = own["Period"] * own["EvaluationPeriods"] // calibration.TRY_AGAIN.total_seconds()
    assert (asked >= own["DatapointsToAlarm"], own["Threshold"]) == (True, 0)


def test_a_domains_disk_alarm_comes_before_it_refuses_writes_whatever_its_volume() -> None:
    mapped = reading.template()["Mappings"]
    own = {int(volume): found["FreeMiB"] for volume, found in mapped["Volumes"].items() if volume != "0"}
    assert [int(v) for v in mapped["Volumes"]] == reading.template()["Parameters"]["SearchVolumeGiB"]["AllowedValues"]
    for gib, free in [*own.items(), *((s["VolumeGiB"], s["FreeMiB"]) for s in mapped["Sizes"].values())]:
        refused = min(gib * 1024 / 5, 20 * 1024)
        assert refused < free <= gib * 1024 / 4, gib
    threshold = reading.properties("SearchDiskLow")["Threshold"]["Fn::If"]
    assert [threshold[0], *(found["Fn::FindInMap"][0] for found in threshold[1:])] == ["OwnVolume", "Volumes", "Sizes"]


def test_table_is_encrypted_recoverable_and_outlives_the_stack() -> None:
    table = reading.template()["Resources"]["Table"]
    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")
    own = table["Properties"]
    assert own["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert own["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}
    assert own["StreamSpecification"] == {"StreamViewType": "NEW_IMAGE"}
    assert own["BillingMode"] == "PAY_PER_REQUEST"
    assert reading.default(own["DeletionProtectionEnabled"]["Ref"]) == "true"


def test_tables_are_encrypted_by_the_own_key_where_one_is_given_and_by_the_free_one_otherwise() -> None:
    """`SSEEnabled: true` without a key would take AWS's managed one, whose every use is charged and told to CloudTrail."""
    own = {"SSEEnabled": True, "SSEType": "KMS", "KMSMasterKeyId": {"Ref": "KmsKeyArn"}}
    tables = reading.resources("AWS::DynamoDB::Table")
    assert len(tables) >= 2
    for table in tables.values():
        assert table["Properties"]["SSESpecification"] == {"Fn::If": ["OwnKey", own, {"Ref": "AWS::NoValue"}]}


def test_no_store_takes_a_charged_key_unasked() -> None:
    keys = ("KMSMasterKeyId", "KMSMasterKeyID", "KmsKeyId", "KmsMasterKeyId")
    named = [value for key, value in reading.walk(reading.template()["Resources"]) if key in keys]
    assert named
    assert all(value in ({"Ref": "KmsKeyArn"}, {"Fn::If": ["OwnKey", {"Ref": "KmsKeyArn"}, {"Ref": "AWS::NoValue"}]}) for value in named)


def test_what_a_first_deploy_that_fails_leaves_is_the_protected_table_alone() -> None:
    left = {
        n for n, r in reading.template()["Resources"].items() if r.get("DeletionPolicy") == "Retain" and r.get("Condition") != "LogAccess"
    }
    assert left == {"Table"}, "protected, it could not be deleted, and the failure would be one of the rollback"
    assert reading.template()["Resources"]["Files"]["DeletionPolicy"] == "RetainExceptOnCreate"


def test_table_has_the_indexes_that_the_adapter_asks() -> None:
    own = reading.properties("Table")
    written = {i["IndexName"]: [k["AttributeName"] for k in i["KeySchema"]] for i in own["GlobalSecondaryIndexes"]}
    assert written == {"by_id": ["id_key"], "due": ["due_shard", "due_at"]}
    text = (reading.ROOT / "shared/keepsake/adapters/dynamodb.py").read_text()
    assert all(f'"{name}"' in text for name in [*written, *(key for keys in written.values() for key in keys)]), dynamodb.__name__
    assert all(i["Projection"] == {"ProjectionType": "KEYS_ONLY"} for i in own["GlobalSecondaryIndexes"])


def test_search_domain_is_encrypted_everywhere() -> None:
    own = reading.properties("Domain")
    assert own["EncryptionAtRestOptions"]["Enabled"] is True
    assert own["NodeToNodeEncryptionOptions"] == {"Enabled": True}
    assert own["DomainEndpointOptions"]["EnforceHTTPS"] is True
    assert own["DomainEndpointOptions"]["TLSSecurityPolicy"].startswith("Policy-Min-TLS-1-2")


def test_search_domain_and_functions_enter_a_vpc_together() -> None:
    into = {"SubnetIds": {"Ref": "SubnetIds"}, "SecurityGroupIds": {"Ref": "SecurityGroupIds"}}
    expected = {"Fn::If": ["InVpc", into, {"Ref": "AWS::NoValue"}]}
    assert reading.properties("Domain")["VPCOptions"] == expected
    assert reading.template()["Globals"]["Function"]["VpcConfig"] == expected


@pytest.mark.parametrize("bucket", ["Files", "StateFiles"])
def test_bucket_is_private_encrypted_and_keeps_one_copy(bucket: str) -> None:
    own = reading.properties(bucket)
    assert set(own["PublicAccessBlockConfiguration"].values()) == {True}
    assert own["OwnershipControls"] == {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    (rule,) = own["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    algorithms = [choice["ServerSideEncryptionByDefault"]["SSEAlgorithm"] for choice in rule["Fn::If"][1:]]
    assert algorithms == ["aws:kms", "AES256"]
    assert "VersioningConfiguration" not in own, "an erasure has to reach every copy"


def test_files_of_exports_lapse_within_a_week_and_state_stays() -> None:
    (lapse,) = reading.properties("Files")["LifecycleConfiguration"]["Rules"]
    assert (lapse["Status"], timedelta(days=lapse["ExpirationInDays"])) == ("Enabled", portable.FILE_KEPT)
    assert lapse["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 1}
    assert "LifecycleConfiguration" not in reading.properties("StateFiles")


def test_bucket_refuses_plain_http_on_aws() -> None:
    policies = reading.resources("AWS::S3::BucketPolicy").values()
    assert {p["Properties"]["Bucket"]["Ref"] for p in policies} == set(reading.resources("AWS::S3::Bucket"))
    for policy in policies:
        assert policy["Condition"] == "OnAws"
        (statement,) = policy["Properties"]["PolicyDocument"]["Statement"]
        assert (statement["Effect"], statement["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})


def open_principals(value: Any) -> list[Any]:
    """Allowing statements whose principal is everybody."""
    statements = [s for key, found in reading.walk(value) if key == "Statement" for s in reading.listed(found)]
    return [s for s in statements if s.get("Effect") == "Allow" and s.get("Principal") in ("*", {"AWS": "*"})]


def test_no_store_is_open_to_everybody() -> None:
    assert open_principals(reading.template()["Resources"]) == []
    assert open_principals({"Statement": [{"Effect": "Allow", "Principal": "*"}]}), "or this test sees nothing"


def test_secrets_are_generated_or_given_unseen() -> None:
    secrets = reading.resources("AWS::SecretsManager::Secret")
    assert set(secrets) == {"OperatorSecret", "ModelSecret", "RerankSecret", "SigningSecret"}
    for name in ("OperatorSecret", "SigningSecret"):
        generated = reading.properties(name)["GenerateSecretString"]
        assert generated["PasswordLength"] >= 40
        assert generated["ExcludePunctuation"] is True
    for name in ("ModelSecret", "RerankSecret"):
        given = reading.properties(name)["SecretString"]["Ref"]
        assert reading.template()["Parameters"][given]["NoEcho"] is True


def test_no_secret_is_an_environment_variable() -> None:
    hidden = {name for name, p in reading.template()["Parameters"].items() if p.get("NoEcho")}
    for name in reading.functions():
        refs = {found for key, found in reading.walk(reading.variables(name)) if key == "Ref"}
        assert not refs & hidden
