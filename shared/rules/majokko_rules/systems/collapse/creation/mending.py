"""Bad rolls, mended in one of five ways; the game master permits it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Number, Offer, OneOf, Pending, Picks, Value
from majokko_rules.errors import InvalidValue
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.dice import rolled
from majokko_rules.systems.collapse.creation.girl import Girl, within

REROLL, SPREAD, SWAP, FREE, RAISE = "reroll", "spread", "swap", "free_build", "raise"
PURSES = {SPREAD: "spread", SWAP: "swaps", FREE: "attribute_points"}


@dataclass(frozen=True, slots=True)
class Mending:
    """Open until her age is chosen. Whoever has seen the dice of one way has taken it."""

    book: Book
    name: ClassVar[str] = "mend"
    starts: ClassVar[tuple[str, ...]] = ("mend", "spread", "free")

    def roll(self, chance: Chance) -> Girl:
        """Return the attributes of a girl whose settings are still empty."""
        return Girl({}, rolled("attributes", tuple(self.book.rows("attributes")), chance))

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is not None:
            return
        if self._may_begin(girl):
            yield from filter(None, (self._begin(girl, key) for key in self.book.keys("mends")))
        elif girl.mended == SWAP:
            yield self._exchange(girl)
        elif girl.mended == SPREAD:
            yield from self._spread(girl)
        elif girl.mended == FREE:
            yield from self._free(girl)

    def pending(self, girl: Girl) -> Iterator[Pending]:
        """What a die gave has to be placed; what is left of a budget may stay."""
        places = [offer.id for offer in self._spread(girl)] if girl.mended == SPREAD else []
        if places and girl.age is None:
            yield Pending("spread", self.name, tuple(places))

    def purse(self, girl: Girl) -> Mapping[str, int]:
        if girl.age is not None:
            return {}
        if self._may_begin(girl):
            return {PURSES[SWAP]: girl.settings["swaps"]}
        return {PURSES[girl.mended]: girl.open} if girl.mended in PURSES else {}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        what, _, which = offer.id.partition(".")
        if what == "spread":
            return self._placed(girl, which)
        if what == "free":
            return _set(girl, which, int(picks["points"]))
        return self._begun(girl, which, picks, chance)

    def values(self, girl: Girl) -> Mapping[str, Value]:
        if girl.mended is None:
            return {}
        because = Because("choice", f"mends.{girl.mended}", roll=girl.mended_by)
        return {"mend": Value(girl.mended, (because,))}

    def _may_begin(self, girl: Girl) -> bool:
        permitted: str = girl.settings["mending"]
        if girl.mended or permitted == "refused":
            return False
        below, count = int(girl.settings["poor_below"]), int(girl.settings["poor_count"])
        poor = sum(number < below for number in girl.numbers.values())
        return permitted == "allowed" or poor >= count

    def _begin(self, girl: Girl, way: str) -> Offer | None:
        offer = Offer(f"mend.{way}", self.name, way)
        if way == SWAP:
            return self._exchange(girl)
        if way == RAISE:
            if not (high := self._high(girl)):
                return None
            return replace(offer, pick=(OneOf("attribute", high),), holds=("attribute",))
        if way == FREE and self._budget(girl) < 0:
            return None
        if way in (REROLL, SPREAD):
            return replace(offer, holds=())
        return offer if way == FREE else None

    def _begun(self, girl: Girl, way: str, picks: Picks, chance: Chance) -> Girl:
        match way:
            case "reroll":
                return replace(girl, attributes=self.roll(chance).attributes, mended=REROLL)
            case "spread":
                (face,) = chance.throw(1, self.book.row("mends", SPREAD)["die"])
                return replace(girl, mended=SPREAD, mended_by=face, open=face)
            case "swap":
                return _swapped(girl, str(picks["first"]), str(picks["second"]))
            case "free_build":
                return self._blank(girl)
            case _:
                return self._raised(girl, str(picks["attribute"]), chance)

    def _exchange(self, girl: Girl) -> Offer:
        names = tuple(girl.attributes)
        both = (OneOf("first", names), OneOf("second", names))
        return Offer("mend.swap", self.name, SWAP, {PURSES[SWAP]: 1}, both)

    def _spread(self, girl: Girl) -> Iterator[Offer]:
        for attribute in girl.attributes if girl.open else ():
            if girl.value(attribute) + self._worth(attribute) <= self._cap:
                yield Offer(f"spread.{attribute}", self.name, "place", {PURSES[SPREAD]: 1})

    def _placed(self, girl: Girl, attribute: str) -> Girl:
        more = Because("choice", f"mends.{SPREAD}", plus=self._worth(attribute))
        return replace(girl.because(attribute, more), open=girl.open - 1)

    def _free(self, girl: Girl) -> Iterator[Offer]:
        least, most = self.book.number("free_least"), self.book.number("free_most")
        for attribute, number in girl.numbers.items():
            points = Number("points", least, min(most, number + girl.open))
            yield Offer(f"free.{attribute}", self.name, "set", pick=(points,))

    def _blank(self, girl: Girl) -> Girl:
        built = replace(girl, mended=FREE, open=self._budget(girl))
        least = (Because("coin", f"mends.{FREE}", plus=self.book.number("free_least")),)
        return replace(built, attributes=dict.fromkeys(girl.attributes, least))

    def _budget(self, girl: Girl) -> int:
        """Return what is left to place when each attribute has the least."""
        least = self.book.number("free_least") * len(girl.attributes)
        return int(girl.settings["free_points"]) - least

    def _high(self, girl: Girl) -> tuple[str, ...]:
        least = girl.settings["high_from"]
        return tuple(name for name, number in girl.numbers.items() if number >= least)

    def _raised(self, girl: Girl, attribute: str, chance: Chance) -> Girl:
        (face,) = chance.throw(1, self.book.row("mends", RAISE)["die"])
        plus = within(face, girl.value(attribute), self._cap)
        because = Because("roll", f"mends.{RAISE}", plus=plus, roll=face)
        return replace(girl.because(attribute, because), mended=RAISE, mended_by=face)

    def _worth(self, attribute: str) -> int:
        """Return what a point for the dice is worth: as much as they are multiplied with."""
        return int(self.book.row("attributes", attribute)["times"])

    @property
    def _cap(self) -> int:
        return self.book.number("attribute_cap")


def _swapped(girl: Girl, first: str, second: str) -> Girl:
    if first == second:
        others = ", ".join(name for name in girl.attributes if name != first)
        raise InvalidValue("not_a_choice", pointer="/second", choices=others)
    left = girl.open if girl.mended else girl.settings["swaps"]
    moved = Because("choice", f"mends.{SWAP}", plus=0)
    changed = {
        first: (*girl.attributes[second], moved),
        second: (*girl.attributes[first], moved),
    }
    attributes = {**girl.attributes, **changed}
    return replace(girl, attributes=attributes, mended=SWAP, open=left - 1)


def _set(girl: Girl, attribute: str, points: int) -> Girl:
    left = girl.open + girl.value(attribute) - points
    reasons = (Because("coin", f"mends.{FREE}", plus=points),)
    return replace(girl, attributes={**girl.attributes, attribute: reasons}, open=left)
