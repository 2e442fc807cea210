"""Every function is whole: code, sample event, log group, and the settings that its handler reads."""

from __future__ import annotations

import importlib
import json
import re
from types import SimpleNamespace
from typing import Any

import pytest

from keepsake.flows.governance import keys
from keepsake.messages import BatchWork, UserWork
from keepsake.settings import Settings
from tests.integration.template import reading

NAMES = sorted(reading.functions())
QUEUE_LIMIT = 6
"""Times the function's timeout that a message stays hidden, as Lambda advises."""
API_SECONDS = 29
"""API Gateway gives up then."""


def sample(name: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads((reading.ROOT / "events" / f"{name}.json").read_text())
    return event


def test_every_handler_is_in_the_template_and_has_a_sample_event() -> None:
    handlers = {path.parent.name for path in (reading.ROOT / "functions").glob("*/handler.py")}
    events = {path.stem for path in (reading.ROOT / "events").glob("*.json")}
    assert handlers == set(NAMES)
    assert handlers <= events


@pytest.mark.parametrize("name", NAMES)
def test_sample_event_is_of_the_kind_that_triggers_the_function(name: str) -> None:
    event = sample(name)
    if name == "authorize":
        assert event["type"] == "REQUEST"
        assert event["methodArn"].split("/")[1] == "v1"
        return
    routes = {(p["Method"].upper(), p["Path"]) for p in reading.sources(name, "Api")}
    if "httpMethod" in event:
        assert (event["httpMethod"], event["resource"]) in routes
        assert event["path"] == re.sub(r"{(\w+)\+?}", lambda m: event["pathParameters"][m[1]], event["resource"])
        return
    origin = event["Records"][0]["eventSource"] if "Records" in event else event["source"]
    kind = {"aws:sqs": "SQS", "aws:dynamodb": "DynamoDB", "aws.scheduler": "ScheduleV2"}[origin]
    assert reading.sources(name, kind)


def by_readme(name: str) -> str:
    """The logical id that README's rule gives a function's name."""
    return "".join(word.capitalize() for word in name.split("_")) + "Function"


@pytest.mark.parametrize("name", NAMES)
def test_function_is_invoked_by_the_names_that_readme_gives_it(name: str) -> None:
    """`sam local invoke <logical id> -e events/<name>.json`."""
    assert reading.logical_id(name) == by_readme(name)
    assert (reading.ROOT / "events" / f"{name}.json").is_file()
    assert reading.functions()[name]["FunctionName"]["Fn::Sub"] == f"${{AWS::StackName}}-{name}"


def test_every_sam_local_invoke_of_the_documents_names_a_function_and_its_event() -> None:
    texts = "".join(p.read_text() for p in [reading.ROOT / "README.md", *sorted((reading.ROOT / "docs").glob("*.md"))])
    said = re.findall(r"sam local invoke (\w+) -e events/(\w+)\.json", texts)
    assert said
    assert all(name in NAMES and logical == by_readme(name) for logical, name in said)


@pytest.mark.parametrize(("name", "kind"), [("extract", BatchWork), ("consolidate", UserWork)])
def test_sample_message_is_one_that_we_send(name: str, kind: type[BatchWork | UserWork]) -> None:
    work = kind.model_validate_json(sample(name)["Records"][0]["body"])
    assert work.body() == sample(name)["Records"][0]["body"]


def test_invalid_sample_is_refused_with_every_wrong_field_named() -> None:
    handler = importlib.import_module("functions.ingest.handler").handler
    answer = handler(sample("invalid_ingest"), SimpleNamespace(aws_request_id="r"))
    assert answer["statusCode"] == 422
    assert {e["field"] for e in json.loads(answer["body"])["errors"]} == {"events.0.role", "events.0.timestamp", "colour"}


@pytest.mark.parametrize("name", NAMES)
def test_function_logs_to_a_group_of_its_own_that_forgets(name: str) -> None:
    function = reading.functions()[name]
    group = reading.properties(function["LoggingConfig"]["LogGroup"]["Ref"])
    assert group["RetentionInDays"] == {"Ref": "LogRetentionDays"}
    assert group["LogGroupName"]["Fn::Sub"] == f"/aws/lambda/{function['FunctionName']['Fn::Sub']}"
    assert function["FunctionName"]["Fn::Sub"].endswith(f"-{name}")


def test_every_log_group_forgets() -> None:
    assert all(g["Properties"].get("RetentionInDays") for g in reading.resources("AWS::Logs::LogGroup").values())


def test_functions_are_traced_log_json_and_bring_both_layers() -> None:
    common = reading.template()["Globals"]["Function"]
    assert common["Tracing"] == "Active"
    assert common["LoggingConfig"]["LogFormat"] == "JSON"
    assert [layer["Ref"] for layer in common["Layers"]] == ["SharedLayer", "DependenciesLayer"]
    for function in reading.functions().values():
        assert not {"Tracing", "Layers", "Runtime", "Architectures", "VpcConfig"} & set(function)


@pytest.mark.parametrize("name", [n for n in NAMES if reading.sources(n, "Api") and not reading.sources(n, "ScheduleV2")])
def test_function_behind_the_api_ends_before_the_api_does(name: str) -> None:
    common = reading.template()["Globals"]["Function"]["Timeout"]
    assert reading.functions()[name].get("Timeout", common) <= API_SECONDS


@pytest.mark.parametrize("name", [n for n in NAMES if reading.sources(n, "SQS")])
def test_message_stays_hidden_for_six_timeouts(name: str) -> None:
    timeout = reading.functions()[name]["Timeout"]["Ref"]
    for source in reading.sources(name, "SQS"):
        hidden = reading.properties(source["Queue"]["Fn::GetAtt"][0])["VisibilityTimeout"]["Ref"]
        assert reading.default(hidden) >= QUEUE_LIMIT * reading.default(timeout)


@pytest.mark.parametrize("name", [n for n in NAMES if reading.sources(n, "SQS") or reading.sources(n, "DynamoDB")])
def test_one_bad_record_does_not_fail_its_batch(name: str) -> None:
    for kind in ("SQS", "DynamoDB"):
        for mapping in reading.sources(name, kind):
            assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]


def test_stream_does_not_wait_for_its_worst_record_for_ever() -> None:
    (mapping,) = reading.sources("project", "DynamoDB")
    assert mapping["BisectBatchOnFunctionError"] is True
    assert 0 < mapping["MaximumRecordAgeInSeconds"] < 24 * 3600
    assert mapping["DestinationConfig"]["OnFailure"] == {"Type": "SQS", "Destination": {"Fn::GetAtt": ["StreamFailures", "Arn"]}}


def test_stream_filter_takes_the_sample_event() -> None:
    (mapping,) = reading.sources("project", "DynamoDB")
    (pattern,) = (json.loads(f["Pattern"]) for f in mapping["FilterCriteria"]["Filters"])
    assert pattern == {"dynamodb": {"NewImage": {"shown_by": {"S": [{"exists": True}]}}}}
    assert "S" in sample("project")["Records"][0]["dynamodb"]["NewImage"]["shown_by"]


def test_settings_and_environment_name_the_same_things() -> None:
    given = {v for name in NAMES for v in reading.variables(name)}
    read = {"OPENAI_BASE_URL" if f == "openai_base_url" else f"KEEPSAKE_{f.upper()}" for f in Settings.model_fields}
    assert read <= given
    unread = {v for v in given - read if not v.startswith("POWERTOOLS_")}
    assert all(any(v in reading.source(name) for name in NAMES) for v in unread), unread


NEEDS = {
    "bootstrap.access_queue()": "KEEPSAKE_ACCESS_QUEUE_URL",
    "bootstrap.rerankers()": "KEEPSAKE_RERANK_URL KEEPSAKE_RERANK_STYLE KEEPSAKE_RERANK_MODEL KEEPSAKE_RERANK_SECRET_ARN",
    "bootstrap.reflector()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.extract_queue()": "KEEPSAKE_EXTRACT_QUEUE_URL",
    "bootstrap.consolidate_queue()": "KEEPSAKE_CONSOLIDATE_QUEUE_URL",
    "bootstrap.index(": "KEEPSAKE_SEARCH_ENDPOINT",
    "bootstrap.side()": "KEEPSAKE_SEARCH_ENDPOINT KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.kept_sides": "KEEPSAKE_SEARCH_ENDPOINT KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.side_of": "KEEPSAKE_SEARCH_ENDPOINT KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.embedder()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.brief_embedder()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.ingest_embedder()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.extractor()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.distiller()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.summariser()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.folder()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.pruner()": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.chat_answers": "KEEPSAKE_MODEL_SECRET_ARN",
    "bootstrap.model_answers": "KEEPSAKE_MODEL_SECRET_ARN",
    "operator_secret_arn": "KEEPSAKE_OPERATOR_SECRET_ARN",
    "bootstrap.dead_letters()": "KEEPSAKE_DEAD_LETTER_URLS",
    "bootstrap.files()": "KEEPSAKE_FILES_BUCKET",
    "bootstrap.blobs()": "KEEPSAKE_STATE_BUCKET",
    "import_bytes_per_day": "KEEPSAKE_IMPORT_BYTES KEEPSAKE_IMPORT_LINES KEEPSAKE_IMPORT_BYTES_PER_DAY KEEPSAKE_IMPORT_LINES_PER_DAY",
    "authorizer_ttl": "KEEPSAKE_AUTHORIZER_TTL",
    "signing_secret_arn": "KEEPSAKE_SIGNING_SECRET_ARN",
    "exports_function": "KEEPSAKE_EXPORTS_FUNCTION",
    "erase_function": "KEEPSAKE_ERASE_FUNCTION",
    "KEEPSAKE_PROJECT_FUNCTION": "KEEPSAKE_PROJECT_FUNCTION",
    "KEEPSAKE_EXTRACT_DEAD_LETTERS": "KEEPSAKE_EXTRACT_DEAD_LETTERS",
    "KEEPSAKE_CONSOLIDATE_DEAD_LETTERS": "KEEPSAKE_CONSOLIDATE_DEAD_LETTERS",
    "KEEPSAKE_ACCESS_DEAD_LETTERS": "KEEPSAKE_ACCESS_DEAD_LETTERS",
    "KEEPSAKE_STREAM_FAILURES": "KEEPSAKE_STREAM_FAILURES",
}
"""What a handler's text calls, and the variables that it then reads."""


@pytest.mark.parametrize("name", NAMES)
def test_function_is_given_the_settings_that_it_reads_and_no_others(name: str) -> None:
    needed = {variable for call, variables in NEEDS.items() if call in reading.source(name) for variable in variables.split()}
    own = set(reading.functions()[name].get("Environment", {}).get("Variables", {}))
    assert own == needed


def test_rotation_counts_in_an_answer_of_the_authorizer_that_is_under_way() -> None:
    assert keys.UNDER_WAY.total_seconds() == reading.functions()["authorize"]["Timeout"]
    assert reading.properties("Api")["Auth"]["Authorizers"]["ApiKey"]["Identity"]["ReauthorizeEvery"] == {"Ref": "AuthorizerTtl"}


def test_only_what_ends_by_itself_may_call_itself_without_end() -> None:
    """A rebuild ends with the table, and searches wait for it; upkeep ends with what there is to do, and sends itself to its own queue. Any
    other chain goes on by its schedule where Lambda stops it."""
    allowed = [name for name in NAMES if reading.functions()[name].get("RecursiveLoop") == "Allow"]
    sending = [n for n in NAMES if "bootstrap.consolidate_queue()" in reading.source(n) and reading.sources(n, "SQS")]
    own = [n for n in sending if any(s["Queue"]["Fn::GetAtt"][0] == "ConsolidateQueue" for s in reading.sources(n, "SQS"))]
    assert allowed == sorted([*own, "project"])
