"""Plays a game over HTTP until its deck is empty: by chance, but nothing that could lose it."""

from random import Random

from tests.services.cards.parlour import Game


async def played_out(game: Game, chance: Random) -> None:
    while game.turn is not None:
        legal = (await game.mover.seen("/legal"))["actions"]
        safe = [each for each in legal if not each["fatal"]]
        if game.view["gem"] == 2:
            safe = [each for each in safe if each["type"] != "play"]
        action = chance.choice(safe)
        await game.do(**{name: value for name, value in action.items() if name != "fatal"})
