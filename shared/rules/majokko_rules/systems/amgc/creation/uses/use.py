"""The shape of a use of a coin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from majokko_rules.creation import Because, Picks
from majokko_rules.creation.offers import Pick
from majokko_rules.rulesets import Row
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.girl import Girl
from majokko_rules.systems.amgc.creation.having import NO_LIMITS, Limits

Change = Callable[[Picks, Because], Girl]


@dataclass(frozen=True, slots=True)
class Buyer:
    """Who buys: a girl, and what her sort goes without."""

    book: Book
    girl: Girl
    limits: Limits = NO_LIMITS


@dataclass(frozen=True, slots=True)
class Use:
    """One thing that a price buys; `which` tells it from the others of the same price, `+1`.

    `change` is given what was picked, and the coin as a reason.
    """

    which: str
    pick: tuple[Pick, ...]
    change: Change


Uses = Callable[[Buyer, Row], Sequence[Use]]
