"""Bus face of the characters service: answers what others ask, and hears what they tell."""

from redis.asyncio import Redis

from majokko_characters.deps import Characters
from majokko_characters.tables import INBOX, SERVICE, TROUBLES
from majokko_contracts.characters import LookedUp, LookUp
from majokko_contracts.dice_events import UnitChanged
from majokko_contracts.units import FindUnit, UnitFound
from majokko_kit.bus import Served, Worker
from majokko_kit.bus.consumer import Consumer
from majokko_kit.bus.following import Followed
from majokko_kit.database import Database
from majokko_kit.database.inbox import Inbox


def served(characters: Characters, redis: Redis) -> Worker:
    """Answer requests while this is open (`async with`)."""

    async def look_up(asked: LookUp, _key: str) -> LookedUp:
        return await characters.lookups.answer(asked)

    async def find_unit(asked: FindUnit, _key: str) -> UnitFound:
        return await characters.units.answer(asked)

    return Worker(redis, SERVICE, [Served(LookUp, look_up), Served(FindUnit, find_unit)])


def following(characters: Characters, redis: Redis, database: Database) -> Consumer:
    """Hear what happens in rooms while this is open (`async with`)."""
    inbox = Inbox(INBOX, TROUBLES, UnitChanged.service)
    followed = [Followed(UnitChanged, characters.returns.hear)]
    return Consumer(redis, database, SERVICE, inbox, followed)
