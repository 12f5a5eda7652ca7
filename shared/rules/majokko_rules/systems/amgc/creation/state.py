"""All that a creation consists of at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from majokko_rules.creation import Offer
from majokko_rules.systems.amgc.creation.book import Book
from majokko_rules.systems.amgc.creation.girl import Girl

ALLY = "ally_"
"""What the names of an ally's own coins begin with."""


@dataclass(frozen=True, slots=True)
class State:
    """`twin` and `ally` are there once they were rolled or designed, and stay (as dice do) while
    she lacks what grants them. `answers` are choices about companions; `spent` offers with a price.
    """

    book: Book
    girl: Girl
    twin: Girl | None = None
    ally: Girl | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    spent: tuple[Offer, ...] = ()
    ally_rolled: bool = False
    classes: tuple[tuple[str, str], ...] = ()
    """What coins bought for a familiar, with the offer that did."""

    found: list[Any] = field(default_factory=list, init=False, compare=False, repr=False)
    """What can be done, once the maker has looked; a changed state has a list of its own."""

    @property
    def purse(self) -> Mapping[str, int]:
        """What is left of all coins."""
        left = coins(self)
        for offer in self.spent:
            for coin, amount in offer.cost.items():
                left[coin] = left.get(coin, 0) - amount
        return left

    def answering(self, question: str, answer: str) -> "State":
        return replace(self, answers={**self.answers, question: answer})

    def spending(self, offer: Offer) -> "State":
        return replace(self, spent=(*self.spent, offer)) if offer.cost else self


def coins(state: State) -> dict[str, int]:
    """Return the coins that there were in the beginning; an ally's, once she was rolled."""
    rows = tuple(state.book.rows("coins"))
    own = {row.key: row["count"] for row in rows}
    if not state.ally_rolled:
        return own
    return own | {f"{ALLY}{row.key}": row["ally"] for row in rows if row["ally"]}
