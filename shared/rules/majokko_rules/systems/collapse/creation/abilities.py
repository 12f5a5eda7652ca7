"""The one innate ability of a girl."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Offer, OneOf, Pending, Picks, Value
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl


@dataclass(frozen=True, slots=True)
class Abilities:
    book: Book
    name: ClassVar[str] = "ability"
    starts: ClassVar[tuple[str, ...]] = ("ability",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is not None:
            choice = OneOf("ability", self.book.keys("innate_abilities"))
            yield Offer("ability", self.name, "ability", pick=(choice,))

    def pending(self, girl: Girl) -> Iterator[Pending]:
        if girl.age is not None and girl.ability is None:
            yield Pending("ability", self.name, ("ability",))

    def purse(self, girl: Girl) -> Mapping[str, int]:
        del girl
        return {}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        del offer, chance
        return replace(girl, ability=str(picks["ability"]))

    def values(self, girl: Girl) -> Mapping[str, Value]:
        if girl.ability is None:
            return {}
        chosen = Because("choice", f"innate_abilities.{girl.ability}")
        return {"ability": Value(girl.ability, (chosen,))}
