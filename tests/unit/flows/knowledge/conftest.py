"""Both ways to what is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from keepsake.flows.knowledge.nearby import WHOLE
from tests.world import World


@pytest.fixture(scope="module", params=[0, WHOLE], ids=["nearby", "whole"])
def either_bank(request: pytest.FixtureRequest) -> Iterator[None]:
    """A bank is read whole, or the index leads to what is nearby: what is known is the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(World, "whole", request.param)
        yield
