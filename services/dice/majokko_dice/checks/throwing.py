"""Throws the dice of checks as rolls of the room, which stand in its feed like any other."""

from majokko_dice.asking import read_roll
from majokko_dice.checks.ports import Json, Thrown
from majokko_dice.rolls import recorded
from majokko_dice.rolls.making import Maker, wanted
from majokko_dice.rolls.records import About
from majokko_dice.rooms.ports import Seat


class RoomDice:
    def __init__(self, maker: Maker) -> None:
        self._maker = maker

    async def throw(self, seat: Seat, body: Json) -> Thrown:
        """Roll as `POST …/rolls` does; nothing of a check is refused for what its dice show.

        Raises what `Maker.make` raises.
        """
        asked = read_roll(dict(body))
        made = await self._maker.make(seat, wanted(asked, About(reason=asked.reason)))
        faces = [die.face for result in made.roll.results for die in recorded.dice_in(result)]
        return Thrown(made.roll.id, tuple(faces))
