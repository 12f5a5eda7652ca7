"""Tells whether a database can be used right now, for those who send requests to us."""

import asyncio
from typing import Literal

from majokko_kit.database.engines import Database
from majokko_kit.database.migrating import Standing, standing
from majokko_kit.refusals import DependencyAway

Readiness = Literal["pass", "warn", "fail"]

_READINESS: dict[Standing, Readiness] = {
    Standing.LEVEL: "pass",
    Standing.AHEAD: "warn",  # a newer process has come up beside us, which leaves what we need
    Standing.BEHIND: "fail",
}


async def readiness(database: Database, seconds: float) -> Readiness:
    """Ask a database how it stands; one that takes longer fails."""
    try:
        async with asyncio.timeout(seconds), database.reading() as sql:
            return _READINESS[await standing(sql, database.history)]
    except (DependencyAway, TimeoutError):
        return "fail"
