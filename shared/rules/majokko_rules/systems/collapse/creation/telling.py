"""What the player writes: name, wish and the other fields of her background."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, Pending, Picks, Value, Words
from majokko_rules.rulesets import Row
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl


@dataclass(frozen=True, slots=True)
class Telling:
    """Written at any time; what never changes is written once."""

    book: Book
    name: ClassVar[str] = "background"
    starts: ClassVar[tuple[str, ...]] = ("background",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        for row in self.book.rows("background"):
            for place in _places(girl, row):
                if not (row.get("fixed") and place in girl.written):
                    words = (Words("words", row["letters"]),)
                    yield Offer(f"background.{place}", self.name, row.key, pick=words)

    def pending(self, girl: Girl) -> Iterator[Pending]:
        for row in self.book.rows("background"):
            first = _places(girl, row)[0]
            if row["needed"] and first not in girl.written:
                offer = f"background.{first}"
                yield Pending(offer, self.name, (offer,))

    def purse(self, girl: Girl) -> Mapping[str, int]:
        del girl
        return {}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        del chance
        place = offer.id.removeprefix("background.")
        return replace(girl, written={**girl.written, place: str(picks["words"])})

    def values(self, girl: Girl) -> Mapping[str, Value]:
        return {
            "name" if place == "name" else f"background.{place}": Value(
                words, (Because("choice", f"background.{place.partition('.')[0]}"),)
            )
            for place, words in girl.written.items()
        }


def _places(girl: Girl, row: Row) -> tuple[str, ...]:
    """Return the fields that can be written now: those written, and the next."""
    if row["most"] == 1:
        return (row.key,)
    numbered = [f"{row.key}.{number}" for number in range(1, row["most"] + 1)]
    written = sum(place in girl.written for place in numbered)
    return tuple(numbered[: written + 1])
