"""Bus face of the dice service: answers what other services ask of it."""

from redis.asyncio import Redis

from majokko_contracts.dice import DiceDraw, DiceDrawn
from majokko_dice import answers
from majokko_dice.asking import read_roll
from majokko_dice.service import DiceService
from majokko_kit import locale
from majokko_kit.bus import Served, Worker
from majokko_rules.catalog import LOCALES

_BUS = "bus "  # no Idempotency-Key of HTTP has a blank, so a client can't foretell a service's dice


def served(dice: DiceService, redis: Redis) -> Worker:
    """Answer requests while this is open (`async with`)."""

    async def draw(asked: DiceDraw, key: str) -> DiceDrawn:
        rolled = dice.roll(read_roll(asked.model_dump(mode="json", exclude_none=True)), _BUS + key)
        receipt = await dice.seal(rolled)
        language = locale.chosen(asked.locale) or LOCALES[0]
        return DiceDrawn.model_validate(answers.roll(rolled, receipt, language), strict=False)

    return Worker(redis, "dice", [Served(DiceDraw, draw)])
