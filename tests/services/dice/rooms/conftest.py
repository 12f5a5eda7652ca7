"""Rooms over either database. The service starts once for all tests that do not start their own."""

import secrets
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.services.dice.rooms.table import Guest, House, open_house
from tests.support import databases
from tests.support.databases import Changes


@pytest.fixture(scope="package", params=databases.KINDS)
def lasting_database(request: pytest.FixtureRequest) -> Iterator[Changes]:
    if request.param == "sqlite":
        yield {}
        return
    with request.getfixturevalue("postgres").fresh() as url:
        yield {"database_url": url}


@pytest.fixture(scope="package")
async def house(
    tmp_path_factory: pytest.TempPathFactory, lasting_database: Changes
) -> AsyncIterator[House]:
    async with open_house(tmp_path_factory.mktemp("house"), lasting_database) as house:
        yield house


@pytest.fixture
def label() -> str:
    """A label that no other test has."""
    return f"chat-{secrets.token_hex(8)}"


@pytest.fixture
async def gm(house: House) -> Guest:
    return await house.room()


@pytest.fixture
async def player(gm: Guest) -> Guest:
    return await gm.invite("Madoka")


@pytest.fixture
async def spectator(gm: Guest) -> Guest:
    return await gm.invite("Kyoko", "spectator")
