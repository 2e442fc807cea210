"""Least privilege: each function may do what its handler does, on the resource that it does it to, and nothing else."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Any, ClassVar

import pytest
from opensearchpy import Connection, OpenSearch

from keepsake.adapters.opensearch import SearchIndex
from keepsake.ids import Key
from keepsake.ports import Document, Leg, Owner
from tests.integration.template import reading

NAMES = sorted(reading.functions())
WITHOUT_RESOURCE = {
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "ec2:AssignPrivateIpAddresses",
    "ec2:CreateNetworkInterface",
    "ec2:DeleteNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:UnassignPrivateIpAddresses",
}
"""X-Ray knows no resources; Lambda asks for these of EC2 on every resource."""
BY_LAMBDA = {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"} | {
    f"dynamodb:{a}" for a in ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
}
"""What an event source does in the function's name."""
ACTIONS_OF_CALLS = {
    "batch_get_item": {"dynamodb:BatchGetItem"},
    "query": {"dynamodb:Query"},
    "scan": {"dynamodb:Scan"},
    "put_item": {"dynamodb:PutItem"},
    "delete_item": {"dynamodb:DeleteItem"},
    "update_item": {"dynamodb:UpdateItem"},
    "transact_write_items": {"dynamodb:PutItem", "dynamodb:DeleteItem"},
}
"""IAM's actions for the calls of the table's adapter; a transaction needs those of its parts."""


def every_statement() -> list[dict[str, Any]]:
    documents = [found for key, found in reading.walk(reading.template()["Resources"]) if key == "PolicyDocument"]
    written = [s for document in documents for s in document["Statement"]]
    return [choice for s in written for choice in (s["Fn::If"][1:2] if "Fn::If" in s else [s])]


def test_no_allowed_action_is_a_pattern() -> None:
    allowing = [s for s in every_statement() if s["Effect"] == "Allow"]
    assert len(allowing) > len(NAMES)
    assert [a for s in allowing for a in reading.listed(s["Action"]) if "*" in a] == []


def test_every_action_is_allowed_on_named_resources() -> None:
    for statement in every_statement():
        if statement["Effect"] == "Allow" and "*" in map(reading.written, reading.listed(statement["Resource"])):
            assert set(statement["Action"]) <= WITHOUT_RESOURCE


def test_patterns_in_resources_stay_inside_what_is_ours() -> None:
    """No stack's name, and no alias, begins with what stands before the star, or another stack's could begin so."""
    own = ("${Table.Arn}/stream/", "${Files.Arn}/", "${StateFiles.Arn}/", "${IndexAlias}_")
    for statement in every_statement():
        for resource in map(reading.written, reading.listed(statement["Resource"])):
            if "*" in resource and resource != "*":
                assert resource.partition("*")[0].endswith(own), resource


@pytest.mark.parametrize("name", NAMES)
def test_function_writes_to_its_own_log_and_no_other(name: str) -> None:
    own = reading.functions()[name]["LoggingConfig"]["LogGroup"]["Ref"]
    assert {(a, r) for a, r in reading.allowed(name) if a.startswith("logs:")} == {
        ("logs:CreateLogStream", f"{own}.Arn"), ("logs:PutLogEvents", f"{own}.Arn"),
    }  # fmt: skip
    basics = reading.properties("FunctionBasics")["PolicyDocument"]["Statement"]
    assert not [a for s in basics for a in reading.listed(s.get("Action", [])) if a.startswith("logs:")]


def test_roles_are_made_here_and_shared_by_none() -> None:
    roles = {name: f["Role"]["Fn::GetAtt"][0] for name, f in reading.functions().items()}
    assert len(set(roles.values())) == len(NAMES)
    for name, role in roles.items():
        ours = ["FunctionBasics", *(["RequestCounting"] if reading.answers_requests(name) else [])]
        assert reading.properties(role)["ManagedPolicyArns"] == [{"Ref": n} for n in ours], "AWS's own policies name every resource"


def test_requests_are_counted_apart_from_what_is_remembered() -> None:
    (statement,) = reading.properties("RequestCounting")["PolicyDocument"]["Statement"]
    assert statement["Action"] == ["dynamodb:UpdateItem"]
    assert reading.written(statement["Resource"]) == "RequestCounts.Arn"
    own = reading.properties("RequestCounts")
    assert [k["AttributeName"] for k in own["KeySchema"]] == ["tenant", "minute"]
    assert own["TimeToLiveSpecification"] == {"AttributeName": "ttl", "Enabled": True}


def test_table_actions_are_those_that_the_adapter_makes() -> None:
    adapters = reading.ROOT / "shared/keepsake/adapters"
    text = (adapters / "dynamodb.py").read_text() + (adapters / "tokens.py").read_text()
    made = set(re.findall(r"_client\.(\w+)\(", text))
    assert made == set(ACTIONS_OF_CALLS)
    granted = {action for name in NAMES for action, _ in reading.allowed(name) if action.startswith("dynamodb:")}
    assert granted - BY_LAMBDA == {a for call in made for a in ACTIONS_OF_CALLS[call]}


NEEDS = {
    "bootstrap.access_queue()": ("sqs:SendMessage", "AccessQueue.Arn"),
    "bootstrap.rerankers()": ("secretsmanager:GetSecretValue", "RerankSecret.Id"),
    "bootstrap.reflector()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.extract_queue()": ("sqs:SendMessage", "ExtractQueue.Arn"),
    "bootstrap.consolidate_queue()": ("sqs:SendMessage", "ConsolidateQueue.Arn"),
    "bootstrap.embedder()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.brief_embedder()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.side()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.kept_sides": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.side_of": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.ingest_embedder()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.distiller()": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.chat_answers": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "bootstrap.model_answers": ("secretsmanager:GetSecretValue", "ModelSecret.Id"),
    "operator_secret_arn": ("secretsmanager:GetSecretValue", "OperatorSecret.Id"),
    "signing_secret_arn": ("secretsmanager:GetSecretValue", "SigningSecret.Id"),
}
"""What a handler's text calls, and what it must be allowed for that."""


@pytest.mark.parametrize("name", NAMES)
def test_function_sends_and_reads_secrets_where_its_handler_does(name: str) -> None:
    text = reading.source(name)
    # A consumer hands its own queue to the worker, which only postpones messages there.
    text = re.sub(r"each_\w+\(event, context, bootstrap\.\w+\(\)", "", text)
    needed = {grant for call, grant in NEEDS.items() if call in text}
    on_failure = {("sqs:SendMessage", "StreamFailures.Arn")} if reading.sources(name, "DynamoDB") else set()
    granted = {(a, r) for a, r in reading.allowed(name) if a in ("sqs:SendMessage", "secretsmanager:GetSecretValue")}
    assert granted == needed | on_failure


@pytest.mark.parametrize("name", NAMES)
def test_function_uses_the_table_when_its_handler_does(name: str) -> None:
    text = reading.source(name)
    granted = any(a.startswith("dynamodb:") and a not in BY_LAMBDA for a, _ in reading.allowed(name))
    uses = "bootstrap.store()" in text or "worker.each_batch" in text
    assert granted == uses


@pytest.mark.parametrize("name", NAMES)
def test_function_invokes_only_where_its_handler_does(name: str) -> None:
    text = reading.source(name)
    granted = {r for a, r in reading.allowed(name) if a == "lambda:InvokeFunction"}
    called = name if "jobs.go_on(context" in text else "project"
    itself = {called} if "lambda_client()" in text or "jobs.go_on(" in text else set()
    begun = set(re.findall(r"jobs\.begin\(settings\.current\(\)\.(\w+)_function", text))
    arn = "arn:${AWS::Partition}:lambda:${AWS::Region}:${AWS::AccountId}:function:"
    assert granted == {arn + reading.functions()[other]["FunctionName"]["Fn::Sub"] for other in itself | begun}


FILES = {
    "exports": {"s3:PutObject", "s3:AbortMultipartUpload", "s3:DeleteObject", "s3:GetObject"},
    "erase": {"s3:GetObject", "s3:DeleteObject", "s3:AbortMultipartUpload", "s3:ListBucket"},
    "imports": {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"},
    "mem0": {"s3:GetObject"},
}
"""What each function does in the bucket; what is only signed there is done by whoever holds the address, in the function's name."""
BLOBS = {
    "decay_sweep": {"s3:DeleteObject"},
    "agentcore": {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"},
    "state": {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"},
    "exports": {"s3:GetObject", "s3:ListBucket"},
    "erase": {"s3:DeleteObject", "s3:ListBucket"},
    "imports": {"s3:PutObject", "s3:DeleteObject"},
}
"""What each function does where large rows of state lie."""


def in_bucket(name: str, bucket: str) -> set[tuple[str, str]]:
    return {(a, r) for a, r in reading.allowed(name) if a.startswith("s3:") and r.strip("${").startswith(f"{bucket}.Arn")}


@pytest.mark.parametrize("name", NAMES)
def test_function_uses_the_bucket_when_its_handler_does_and_only_its_own_folder(name: str) -> None:
    granted = in_bucket(name, "Files")
    text = reading.source(name)
    assert bool(granted) == ("bootstrap.files()" in text)
    assert {a for a, _ in granted} == FILES.get(name, set())
    folders = {"erase": ("exports", "imports"), "mem0": ("exports",)}.get(name, (name,))
    assert {r for a, r in granted if a != "s3:ListBucket"} <= {f"${{Files.Arn}}/*/{folder}/*" for folder in folders}


@pytest.mark.parametrize("name", NAMES)
def test_function_reaches_large_state_where_its_handler_does(name: str) -> None:
    granted = in_bucket(name, "StateFiles")
    text = reading.source(name)
    assert bool(granted) == ("bootstrap.blobs()" in text)
    assert {a for a, _ in granted} == BLOBS.get(name, set())
    assert {r for a, r in granted if a != "s3:ListBucket"} <= {"${StateFiles.Arn}/*/state/*"}


def test_only_an_erasure_takes_from_the_dead_letter_queues() -> None:
    dead = {q["Properties"]["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0] for q in reading.resources("AWS::SQS::Queue").values()
            if "RedrivePolicy" in q["Properties"]}  # fmt: skip
    acts = {"sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:ChangeMessageVisibility"}
    assert {(a, r) for a, r in reading.allowed("erase") if a in acts} == {(a, f"{queue}.Arn") for a in acts for queue in dead}


WRITE_NO_NEW_ROWS_OF_USERS = {
    "authorize", "batches", "dead_letters", "exports", "imports", "keys", "refresh", "settings",
}  # fmt: skip
"""They write rows of nobody, or only next versions of what is there, or hold the user's state in every write."""


@pytest.mark.parametrize("name", [n for n in NAMES if any(a == "dynamodb:PutItem" for a, _ in reading.allowed(n))])
def test_writer_of_users_rows_loses_to_an_erasure(name: str) -> None:
    text = reading.source(name)
    assert ("Fenced(bootstrap.store()" in text) == (name not in WRITE_NO_NEW_ROWS_OF_USERS)


@pytest.mark.parametrize("name", [n for n in NAMES if "Fenced(" in reading.source(n) or "worker.each_" in reading.source(n)])
def test_writer_behind_a_fence_may_take_back_what_it_wrote(name: str) -> None:
    """The worker fences what it notes of a message."""
    assert "dynamodb:DeleteItem" in {a for a, _ in reading.allowed(name)}


@pytest.mark.parametrize("name", [n for n in NAMES if reading.sources(n, "SQS")])
def test_consumer_may_take_from_its_own_queues_alone(name: str) -> None:
    queues = [source["Queue"]["Fn::GetAtt"][0] for source in reading.sources(name, "SQS")]
    taken = {(a, r) for a, r in reading.allowed(name) if a in BY_LAMBDA}
    assert taken == {(a, f"{queue}.Arn") for queue in queues for a in BY_LAMBDA if a.startswith("sqs:")}


TAKEN = {"error": {"type": "resource_already_exists_exception"}}
ANSWER: dict[str, Any] = {
    "responses": [{"hits": {"hits": []}}],
    "items": [],
    "count": 0,
    "acknowledged": True,
    "_shards": {"total": 1, "successful": 1},
}


class Recorder(Connection):
    """Notes each request's method and path, and answers as an index does that is there, missing, or made by somebody else meanwhile."""

    state = "there"
    name = ""
    seen: ClassVar[set[tuple[str, str]]] = set()

    def perform_request(self, method: str, url: str, *_args: Any, **_kwargs: Any) -> tuple[int, dict[str, str], str]:
        self.seen.add((method, url))
        if method == "HEAD":
            return 200 if self.state == "there" else 404, {}, ""
        if self.state == "raced" and method == "PUT" and not {"_alias", "_mapping"} & set(url.split("/")):
            self._raise_error(400, json.dumps(TAKEN), "application/json")
        return 200, {"content-type": "application/json"}, json.dumps(ANSWER | {self.name: {"aliases": {"keepsake": {}}, "mappings": {}}})


def requests(*methods: str) -> set[tuple[str, str]]:
    """Every request that these methods of the index can make."""
    Recorder.seen.clear()
    client = OpenSearch(hosts=["http://index"], connection_class=Recorder)
    index = SearchIndex(client, "keepsake", model="m", dimension=2, analyzer="english")
    Recorder.name = index._name
    acts = {
        "search": lambda: index.search(Owner("t", "c", "n", "u"), [Leg("vector", kinds=("fact",), size=1, vector=(0.0, 1.0))]),
        "write": lambda: index.write([Document(Key("p", "s"), 1, {"at": "2026-05-02T10:00:00Z"})]),
        "prepare": index.prepare,
        "prepare shown": lambda: index.prepare(shown=True),
        "forget": lambda: index.forget([Key("p", "s")]),
        "forget_user": lambda: index.forget_user("t", "c", "u"),
        "held": lambda: index.held("t", "c", "u"),
        "drop": index.drop,
        "rebuilt": lambda: index.rebuilt(datetime(2026, 5, 2, tzinfo=UTC)),
        "describe": index.describe,
    }
    for Recorder.state in ("there", "missing", "raced"):
        index._ready = False
        for method in methods:
            acts[method]()
    return set(Recorder.seen)


def grants(name: str) -> set[tuple[str, str]]:
    """Its pairs of method and path pattern at the search domain."""
    return {
        (a.removeprefix("es:ESHttp").upper(), r.partition("domain/${Domain}")[2].replace("${IndexAlias}", "keepsake"))
        for a, r in reading.allowed(name)
        if a.startswith("es:")
    }


def granted(request: tuple[str, str], to: str) -> bool:
    return any(request[0] == method and fnmatchcase(request[1], path) for method, path in grants(to))


USED = {
    "acts": ("search",),
    "extract": ("search",),
    "recall": ("search",),
    "reflect": ("search",),
    "mcp": ("search",),
    "agentcore": ("search",),
    "mem0": ("search",),
    "memories": ("search",),
    "project": ("drop", "forget", "prepare", "rebuilt", "write"),
    "catch_up": ("forget", "prepare", "write"),
    "erase": ("forget", "forget_user", "held"),
    "consolidate": ("search",),
    "maintenance": ("search",),
    "index": ("describe",),
    "migrations": ("describe", "drop", "forget", "prepare shown", "search", "write"),
    "health": ("describe",),
}
"""Methods of the index that each function's flow uses."""


@pytest.mark.parametrize("name", sorted(USED))
def test_function_may_make_its_own_requests_to_the_search_domain(name: str) -> None:
    made = requests(*USED[name])
    assert made
    assert [r for r in made if not granted(r, name)] == []


@pytest.mark.parametrize(
    "name",
    ["acts", "extract", "consolidate", "maintenance", "recall", "reflect", "mcp", "mem0", "memories", "agentcore", "index", "health"],
)
def test_reader_of_the_search_domain_may_not_write_to_it(name: str) -> None:
    writing = requests("drop", "prepare", "rebuilt", "write") - requests("describe", "search")
    assert writing
    assert [r for r in writing if granted(r, name)] == []


def test_search_domain_admits_the_functions_that_use_it_and_nobody_else() -> None:
    (statement,) = reading.properties("Domain")["AccessPolicies"]["Statement"]
    ((condition, by),) = statement["Condition"].items()
    assert (statement["Effect"], statement["Principal"], condition) == ("Deny", {"AWS": "*"}, "ArnNotEquals")
    assert set(statement["Action"]) == {f"es:ESHttp{method}" for method in ("Get", "Head", "Post", "Put", "Delete", "Patch")}
    admitted = {arn["Fn::GetAtt"][0] for arn in by["aws:PrincipalArn"]}
    users = {name for name in NAMES if any(a.startswith("es:") for a, _ in reading.allowed(name))}
    assert users == set(USED)
    assert admitted == {reading.functions()[name]["Role"]["Fn::GetAtt"][0] for name in users}


def test_search_domain_gives_no_role_more_than_its_own_policy_does() -> None:
    """Within an account either allowance is enough: what the domain's policy allowed, every role in it could do."""
    assert [s for s in reading.properties("Domain")["AccessPolicies"]["Statement"] if s["Effect"] != "Deny"] == []
    for request in requests("drop", "prepare", "rebuilt", "write") - requests("search"):
        assert not granted(request, "recall"), request
