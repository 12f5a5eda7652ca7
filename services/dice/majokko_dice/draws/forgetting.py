"""Closes streams without a room that everybody has forgotten, so that they can be checked."""

import asyncio
from contextlib import suppress

from majokko_dice.draws.ports import Since
from majokko_dice.draws.taking import Takings
from majokko_kit.clock import SECOND, now_ms
from majokko_kit.refusals import DependencyAway

_ROUNDS = 10  # in the life of a stream
_MAX_PAUSE = 600
_PORTION = 100
_LONG = 12  # lives after which a game that never began is none


async def closing_forgotten(takings: Takings, life: int) -> None:
    """Close streams that have not been used for `life` seconds, again and again."""
    while True:
        with suppress(DependencyAway):  # they are still there in the next round
            while await takings.close_forgotten(_since(life), _PORTION) == _PORTION:
                pass
        await asyncio.sleep(min(max(life / _ROUNDS, 1), _MAX_PAUSE))


def _since(life: int) -> Since:
    now = now_ms()
    return Since(now - life * SECOND, now - _LONG * life * SECOND)
