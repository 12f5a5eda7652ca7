"""`majokko migrate`: brings the tables of services up to date, or to one of their steps."""

import argparse
import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from majokko_gateway import configured
from majokko_gateway.main import SERVICES
from majokko_kit.database import Unusable
from majokko_kit.database.migrating import Moved, drafted, moved
from majokko_kit.database.opening import connected
from majokko_kit.refusals import DependencyAway
from majokko_kit.service import Service
from majokko_kit.settings import Settings

_UNUSABLE = 2
_AWAY = 1


def migrate(asked: argparse.Namespace) -> int:
    """Move the named services, all by default; 2 for one that we do not know or may not touch."""
    named = {name: SERVICES.get(name) for name in asked.services or SERVICES}
    if unknown := [name for name, service in named.items() if service is None]:
        print(f"no such service: {', '.join(unknown)}", file=sys.stderr)
        return _UNUSABLE
    keepers = [service for service in named.values() if service and service.tables is not None]
    if asked.draft:
        asyncio.run(_draft(keepers, asked.draft))
        return 0
    return _moved(keepers, configured.settings(), asked.to)


def _moved(keepers: list[Service], settings: Settings, to: str) -> int:
    try:
        for service in keepers:
            print(f"{service.name}: {_told(asyncio.run(_move(service, settings, to)))}")
    except Unusable as error:
        print(error, file=sys.stderr)
        return _UNUSABLE
    except DependencyAway:
        print("the database does not answer", file=sys.stderr)
        return _AWAY
    return 0


async def _move(service: Service, settings: Settings, to: str) -> Moved:
    async with connected(settings, service) as database:
        return await moved(database.engine, database.history, to)


def _told(move: Moved) -> str:
    if move.before == move.after:
        return f"at {move.after}, nothing to do"
    return f"{move.before or 'no tables'} → {move.after or 'no tables'}"


async def _draft(keepers: list[Service], message: str) -> None:
    """Compare with a database that has taken all steps so far, in a file of its own."""
    for service in keepers:
        with TemporaryDirectory() as folder:
            async with connected(Settings(var=Path(folder), database_url=None), service) as empty:
                await moved(empty.engine, empty.history)
                await drafted(empty.engine, empty.history, message)
