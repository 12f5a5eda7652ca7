"""Other services beside a room: one keeps the sheet of a character, one hears all that is told."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from redis.asyncio import Redis

from majokko_contracts.dice_events import DICE_EVENTS
from majokko_contracts.events import Published, events_stream
from majokko_contracts.units import FindUnit, UnitFactor, UnitFound, UnitOriginal
from majokko_kit.bus import Served, Worker
from tests.services.dice.rooms.table import House

SAYAKA = "chr_01KB9Q1V5S3V9D0QH3S3YB8N4F"
OUTSIDERS = {"journal": {kind.type for kind in DICE_EVENTS}}
"""Subscribed to everything that there is."""

_PATIENCE_SECONDS = 20
_EARS = UnitOriginal(
    id="senses",
    name="senses",
    level=1,
    note=None,
    factors=(UnitFactor(id="sharp_1", name="sharp ears", first_used=None),),
)


@dataclass(frozen=True)
class Street:
    """The dice service, and the Redis that it shares with others."""

    house: House
    redis: Redis


def sheets(redis: Redis) -> Worker:
    """Play the characters service, which knows Sayaka."""

    async def find(asked: FindUnit, _: str) -> UnitFound:
        return UnitFound(
            character=asked.character,
            name="Sayaka",
            member=asked.member,
            reviewed=True,
            originals=(_EARS,),
            antis=(),
        )

    return Worker(redis, FindUnit.service, [Served(FindUnit, find)])


async def told_outside(redis: Redis, room: str, until: str) -> Sequence[str]:
    """Return what others are told of a room, once each and in order, up to the end."""
    async with asyncio.timeout(_PATIENCE_SECONDS):
        while True:
            entries: Any = await redis.xrange(events_stream("dice"))
            events = [Published.read(fields).event for _, fields in entries]
            told = {event.seq: event for event in events if event.subject == room}
            if any(event.type == until for event in told.values()):
                return [orjson.dumps(told[seq].model_dump()).decode() for seq in sorted(told)]
            await asyncio.sleep(0.01)
