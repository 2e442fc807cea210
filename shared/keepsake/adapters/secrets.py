"""Secrets Manager."""

from __future__ import annotations

from typing import TYPE_CHECKING

import botocore.exceptions

from keepsake.errors import Unavailable

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient


def secret(client: SecretsManagerClient, arn: str) -> str:
    """The secret's text. Raises Unavailable."""
    try:
        return client.get_secret_value(SecretId=arn)["SecretString"]
    except (botocore.exceptions.ClientError, botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
        raise Unavailable("The secret store does not answer.") from err
