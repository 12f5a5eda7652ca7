"""Asks the requests of a proof again: whether they need the dice that the proof says were thrown.

A hash cannot know that `3d6` means three dice of six sides; the rules do.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from majokko_contracts.deals import MAX_KEYS, MAX_ORDERS, MAX_PLAYERS, ORDERS, SEATS
from majokko_contracts.throws import PURPOSE
from majokko_dice.asking import RollAsked, read_roll
from majokko_kit import body
from majokko_kit.refusals import BadJson
from majokko_rules.errors import RuleError

_ROLL = "roll"
_FOR = frozenset({"reference"})  # what a draw was made for decides no dice
_FOR_OTHERS = re.compile(PURPOSE)
_JSON = '{"'  # a notation may begin with a brace, but no quotation mark follows


class _OtherDice(Exception):
    """The request asks for a die that the proof does not have at this place."""


@dataclass(slots=True)
class _Replayed:
    """Implements `majokko_rules.chance.Chance` over the bounds and values of a draw."""

    bounds: Sequence[int]
    values: Sequence[int]
    used: int = 0

    def throw(self, count: int, sides: int) -> Sequence[int]:
        start, self.used = self.used, self.used + count
        if list(self.bounds[start : self.used]) != [sides] * count:
            raise _OtherDice
        return self.values[start : self.used]

    def pick(self, count: int, faces: tuple[int, ...]) -> Sequence[int]:
        return [faces[place - 1] for place in self.throw(count, len(faces))]


def asks_for_other_dice(draw: Mapping[str, Any]) -> bool | None:
    """Tell whether a draw of a true proof has other dice than its request asks for; None if it is
    no request that is understood here.

    >>> asks_for_other_dice(
    ...     {"purpose": "roll", "request": "2d6", "bounds": [6, 6], "values": [1, 5]}
    ... )
    False
    >>> asks_for_other_dice(
    ...     {"purpose": "roll", "request": "2d6", "bounds": [6, 8], "values": [1, 5]}
    ... )
    True
    >>> asks_for_other_dice(
    ...     {"purpose": "seats", "request": '{"first_of":4}', "bounds": [5], "values": [5]}
    ... )
    True
    """
    purpose, request = draw["purpose"], draw["request"]
    if purpose in _DEALT:
        bounds = _DEALT[purpose](request)
        return None if bounds is None else list(draw["bounds"]) != bounds
    asked = _read(purpose, request)
    return None if asked is None else not _needs(asked, draw["bounds"], draw["values"])


def _no_dice(_: str) -> Sequence[int]:
    """A hidden deck is shuffled by the words of its draw, and shows no dice."""
    return []


def _of_orders(request: str) -> Sequence[int] | None:
    """Each order is a shuffle, which chooses one of all, then one of all but one …"""
    match _written(request):
        case {"count": count, "of": list(things), **rest} if rest.keys() <= _FOR:
            if _is_whole(count, MAX_ORDERS) and _is_whole(len(things), MAX_KEYS):
                return [*range(len(things), 1, -1)] * count
    return None


def _of_seats(request: str) -> Sequence[int] | None:
    match _written(request):
        case {"first_of": players, **rest} if rest.keys() <= _FOR:
            if _is_whole(players, MAX_PLAYERS):
                return [players]
    return None


def _is_whole(value: object, most: int) -> TypeGuard[int]:
    return type(value) is int and 0 < value <= most


_DEALT: Mapping[str, Callable[[str], Sequence[int] | None]] = {
    "deck": _no_dice,
    ORDERS: _of_orders,
    SEATS: _of_seats,
}
"""What is dealt for games: which bounds each request needs, None where it is not understood."""


def _written(request: str) -> object:
    try:
        return body.read(request.encode())
    except BadJson:
        return None


def _read(purpose: str, request: str) -> RollAsked | None:
    """Read a request, without what it says the dice were thrown for, such as a draft."""
    for_others = _FOR_OTHERS.search(purpose) is not None
    if purpose != _ROLL and not for_others:
        return None
    try:
        written = body.read(request.encode()) if request.startswith(_JSON) else None
        if for_others and isinstance(written, dict):
            written = {name: value for name, value in written.items() if name != "reference"}
        return read_roll(written or {"notation": request})
    except (RuleError, BadJson):
        return None


def _needs(asked: RollAsked, bounds: Sequence[int], values: Sequence[int]) -> bool:
    dice = _Replayed(bounds, values)
    try:
        for _ in range(asked.times):
            asked.question.roll(dice)
    except _OtherDice:
        return False
    except RuleError:
        # Its dice made it impossible, such as a division by zero: it was void, and yet drawn.
        pass
    return dice.used == len(bounds)
