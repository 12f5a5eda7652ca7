"""Fixtures every test may use; what they are made of lives in tests/support."""

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run async tests and fixtures on asyncio, the loop the services run on."""
    return "asyncio"
