"""A secret that is replaced in the secret store ends, in processes too that live on."""

from __future__ import annotations

from typing import Any

import botocore.exceptions
import httpx2
import pytest

from keepsake import bootstrap, settings
from keepsake.errors import ModelUnavailable, Unavailable
from keepsake.settings import Settings

AWAY = botocore.exceptions.EndpointConnectionError(endpoint_url="https://secrets.test")


class Secrets:
    """The secret store, and a clock."""

    def __init__(self) -> None:
        self.value, self.down, self.reads, self.now = "old", False, 0, 1_000.0

    def get_secret_value(self, SecretId: str) -> dict[str, Any]:  # noqa: N803
        del SecretId
        self.reads += 1
        if self.down:
            raise AWAY
        return {"SecretString": self.value}


@pytest.fixture
def secrets(monkeypatch: pytest.MonkeyPatch) -> Secrets:
    made = Secrets()
    monkeypatch.setattr(bootstrap, "_client", lambda _: made)
    monkeypatch.setattr(bootstrap, "_SECRETS", {})
    monkeypatch.setattr(bootstrap.time, "monotonic", lambda: made.now)
    return made


def test_replaced_secret_is_read_within_minutes_and_not_with_each_request(secrets: Secrets) -> None:
    assert [bootstrap.secret("arn") for _ in range(3)] == ["old"] * 3
    assert secrets.reads == 1
    secrets.value = "new"
    assert bootstrap.secret("arn") == "old"
    secrets.now += bootstrap.SECRET_KEPT_S
    assert bootstrap.secret("arn") == "new"


def test_secret_store_that_is_away_stops_no_process_that_read_it_once(secrets: Secrets) -> None:
    secrets.down = True
    with pytest.raises(Unavailable):
        bootstrap.secret("arn")
    secrets.down = False
    assert bootstrap.secret("arn") == "old"
    secrets.down = True
    secrets.now += bootstrap.SECRET_KEPT_S
    assert [bootstrap.secret("arn") for _ in range(3)] == ["old"] * 3
    assert secrets.reads == 3, "it is not asked with each request"


def test_model_is_asked_with_the_key_as_it_stands(secrets: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "current", lambda: Settings(model_secret_arn="arn", openai_base_url="http://model.test/v1"))
    sent: list[str] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(request.headers["authorization"])
        return httpx2.Response(200, json={"object": "list", "data": []})

    client = bootstrap._openai.__wrapped__().with_options(http_client=httpx2.Client(transport=httpx2.MockTransport(answer)))
    client.models.list()
    secrets.value = "new"
    secrets.now += bootstrap.SECRET_KEPT_S
    client.models.list()
    assert sent == ["Bearer old", "Bearer new"]


def test_key_that_cannot_be_had_is_a_model_that_is_away(secrets: Secrets) -> None:
    secrets.down = True
    with pytest.raises(ModelUnavailable):
        bootstrap._model_key("arn")()
