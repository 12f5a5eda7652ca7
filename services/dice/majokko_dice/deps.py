"""What runs while the application does, and what both faces need of a call."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from majokko_dice.checks.common_factors import SharedFactors
from majokko_dice.checks.service import Checks
from majokko_dice.checks.units import Units
from majokko_dice.draws.dealing import Games
from majokko_dice.draws.own import OwnStreams
from majokko_dice.draws.taking import Takings
from majokko_dice.draws.throwing import Throws
from majokko_dice.fairness.service import Fairness
from majokko_dice.rolls.characters import Characters
from majokko_dice.rolls.foretellings import Foretellings
from majokko_dice.rolls.pushes import Pushes
from majokko_dice.rolls.random_tables import RandomTables
from majokko_dice.rolls.service import Rolls
from majokko_dice.rooms.doors import Doors
from majokko_dice.rooms.life import Life
from majokko_dice.rooms.live import Live
from majokko_dice.rooms.members import Members
from majokko_dice.rooms.service import Rooms
from majokko_dice.rooms.streams import Streams
from majokko_dice.service import DiceService
from majokko_kit.call import Call
from majokko_kit.operations import headers

DRAWS_PER_UNIT = 100
"""Dice that one more unit of quota pays for."""


@dataclass(frozen=True, slots=True)
class Dice:
    """All of the dice service; operations name what they run: `lambda dice: dice.rooms.get`.

    `rolling` keeps nothing, the others keep what happens in rooms.
    """

    rolling: DiceService
    rooms: Rooms
    streams: Streams
    doors: Doors
    members: Members
    life: Life
    live: Live
    fairness: Fairness
    rolls: Rolls
    pushes: Pushes
    foretellings: Foretellings
    characters: Characters
    tables: RandomTables
    units: Units
    shared_factors: SharedFactors
    checks: Checks
    own_streams: OwnStreams
    takings: Takings
    throws: Throws
    games: Games


def dice_of(call: Call) -> DiceService:
    return _all(call).rolling


def fairness_of(call: Call) -> Fairness:
    return _all(call).fairness


def _all(call: Call) -> Dice:
    dice = call.state.dice
    assert isinstance(dice, Dice)
    return dice


def idempotency_key(call: Call) -> str | None:
    """Return the Idempotency-Key of a call, bare or as a quoted string.

    Raises InvalidValue when it is not 1–255 visible ASCII characters.
    """
    return headers.idempotency_key(call.idempotency_key)


def speak(call: Call, body: object) -> None:
    """Answer in the language that a body names, refusals of that body included."""
    tag = body.get("locale") if isinstance(body, dict) else None
    if isinstance(tag, str):
        call.speak(tag)


@contextmanager
def speaking(call: Call, body: object) -> Iterator[None]:
    """Answer one of several things in the language that it names; the others keep theirs."""
    before = call.locale
    speak(call, body)
    try:
        yield
    finally:
        call.locale = before
