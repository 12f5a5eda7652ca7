"""Rolls over either database, at the tables that rooms are tested with."""

import pytest

from tests.services.dice.rooms.conftest import gm, house, lasting_database, player, spectator
from tests.services.dice.rooms.table import Guest

__all__ = ["gm", "house", "lasting_database", "player", "spectator"]


@pytest.fixture
async def other(gm: Guest) -> Guest:
    """A player who has no part in what is tested."""
    return await gm.invite("Homura")
