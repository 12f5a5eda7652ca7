"""Which bots there are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from majokko_cards.games import Games
from majokko_kit.operations import Asked, Nothing, Page
from majokko_rules.cards.bots import BOTS, Bot, about


@dataclass(frozen=True, slots=True)
class SeatBot:
    """A bot that can take a seat. One that decides otherwise than before has another version."""

    name: str
    version: int
    about: str
    game: str
    players: Annotated[Sequence[int], Field(description="At tables of so many it can play.")]
    seat: Annotated[str, Field(description="What to write into the `seats` of a new session.")]


class Listing:
    def __init__(self, games: Games, bots: Mapping[str, Bot] = BOTS) -> None:
        self._games = games
        self._bots = bots

    async def every(self, asked: Asked[Nothing]) -> Page[SeatBot]:
        """List the bots that are built in."""
        return Page([self._shown(bot, asked.locale) for bot in self._bots.values()])

    def _shown(self, bot: Bot, locale: str) -> SeatBot:
        players = self._games.players(self._games.find(bot.game))
        return SeatBot(
            name=bot.name,
            version=bot.version,
            about=about(bot, locale),
            game=bot.game,
            players=list(players),
            seat=f"bot:{bot.name}",
        )
