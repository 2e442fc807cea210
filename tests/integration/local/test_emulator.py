"""The emulator's one shortcut knows the condition that our adapter sends: under another it would only be slow, and nobody see it."""

import re

from local.paths import ROOT


def test_shortcut_is_for_the_condition_that_the_adapter_sends() -> None:
    (condition,) = re.findall(r'^BY_PREFIX = "(.+)"$', (ROOT / "local" / "ministack.py").read_text(), re.M)
    assert f'"KeyConditionExpression": "{condition}"' in (ROOT / "shared/keepsake/adapters/dynamodb.py").read_text()
