"""What a card does in the course of a game, as data that the engine of the game carries out.

    {turns_up = 1}                      cards of the deck, face up, to the discard pile
    {discards_oldest = true}            a card of whoever acts, unseen, the one held longest
    {markers = 1}
    {markers = 1, unless_last = true}   but never the one that loses the game
    {reveals = 1}                       witches, after this one
    {shuffles = "witches"}              those that lie face down

A ruleset names the ones that its engine knows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets.shapes import word
from majokko_rules.values import boolean, integer

Does = Literal["turns_up", "discards_oldest", "markers", "reveals", "shuffles"]
DEEDS: tuple[Does, ...] = get_args(Does)

_MOST = 20
_SHUFFLED = ("witches",)
_MORE: Mapping[Does, tuple[str, ...]] = {"markers": ("unless_last",)}


@dataclass(frozen=True, slots=True)
class Deed:
    """`count` is how many cards, markers or witches; 1 where that is no question."""

    does: Does
    count: int = 1
    unless_last: bool = False
    mode: str | None = None
    confidence: str | None = None


def more(name: str) -> tuple[str, ...]:
    """Return what else may be said of a deed."""
    return _MORE.get(cast("Does", name), ())


def read(name: str, given: Mapping[str, Any], at: str) -> Deed:
    """Return what a deed of this name does.

    Raises InvalidValue, which points below `at`.
    """
    does = cast("Does", name)
    count = _READERS[does](given[does], f"{at}/{does}")
    unless_last = boolean(given.get("unless_last", False), f"{at}/unless_last")
    return Deed(does, count, unless_last)


def _some(value: object, at: str) -> int:
    return integer(value, at, 1, _MOST)


def _true(value: object, at: str) -> int:
    if value is not True:
        raise InvalidValue("not_a_choice", pointer=at, choices="true")
    return 1


def _shuffled(value: object, at: str) -> int:
    word(value, at, _SHUFFLED)
    return 1


_READERS: Mapping[Does, Callable[[object, str], int]] = {
    "turns_up": _some,
    "discards_oldest": _true,
    "markers": _some,
    "reveals": _some,
    "shuffles": _shuffled,
}
