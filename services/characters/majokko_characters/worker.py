"""Bus face of the characters service: answers what other services ask of it."""

from redis.asyncio import Redis

from majokko_characters.sheets.lookups import LookUps
from majokko_contracts.characters import LookedUp, LookUp
from majokko_kit.bus import Served, Worker


def served(lookups: LookUps, redis: Redis) -> Worker:
    """Answer requests while this is open (`async with`)."""

    async def look_up(asked: LookUp, _key: str) -> LookedUp:
        return await lookups.answer(asked)

    return Worker(redis, "characters", [Served(LookUp, look_up)])
