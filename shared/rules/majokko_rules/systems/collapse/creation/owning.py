"""Things that she owns: what she carries, and her grief seeds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Number, Offer, Pending, Picks, Value, Words
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl, Item, total

PURSE = "items"


@dataclass(frozen=True, slots=True)
class Owning:
    book: Book
    name: ClassVar[str] = "items"
    starts: ClassVar[tuple[str, ...]] = ("item",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is None:
            return
        words = Words("item", self.book.number("item_letters"))
        weight = Number("weight", 0, self.book.number("item_weight"))
        place = f"item.{len(girl.items) + 1}"
        yield Offer(place, self.name, "item", {PURSE: 1}, (words, weight))

    def pending(self, girl: Girl) -> Iterator[Pending]:
        del girl
        yield from ()

    def purse(self, girl: Girl) -> Mapping[str, int]:
        if girl.age is None:
            return {}
        return {PURSE: girl.settings["items"] - len(girl.items)}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        del offer, chance
        item = Item(str(picks["item"]), int(picks["weight"]))
        return replace(girl, items=(*girl.items, item))

    def values(self, girl: Girl) -> Mapping[str, Value]:
        """Return her things, and what they weigh together, beside what she can carry."""
        seeds = girl.settings["grief_seeds"]
        carried = tuple(
            Because("choice", f"items.{number}", plus=item.weight)
            for number, item in enumerate(girl.items, 1)
        )
        shown = {"grief_seeds": Value(seeds, (Because("rule", "goods.grief_seeds", plus=seeds),))}
        for because, item in zip(carried, girl.items, strict=True):
            shown[because.what] = Value(item.name, (Because("choice", "goods.items"),))
            shown[f"{because.what}.weight"] = Value(item.weight, (because,))
        return {**shown, "derived.carried": Value(total(carried), carried)}
