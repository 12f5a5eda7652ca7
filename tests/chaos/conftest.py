"""What chaos needs: a seed that a failure can be repeated with."""

import random
import secrets

import pytest


@pytest.fixture
def fate(request: pytest.FixtureRequest) -> random.Random:
    """Chance of the trouble; its seed is told with a failure."""
    seed = secrets.randbits(32)
    request.node.add_report_section("setup", "seed", str(seed))
    return random.Random(seed)
