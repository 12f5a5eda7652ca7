"""A girl's age: what it takes, what it adds, and the checks that may improve her."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Number, Offer, OneOf, Pending, Picks, Value
from majokko_rules.creation.offers import Pick
from majokko_rules.rulesets import Row, StatBonus
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl, within
from majokko_rules.systems.collapse.creation.mending import Mending


@dataclass(frozen=True, slots=True)
class Aging:
    """Chosen once what a mend gave is placed; it ends mending. Whoever has seen the dice of a row
    stays in it, and may only pick again what those dice do not depend on.
    """

    book: Book
    mending: Mending
    name: ClassVar[str] = "age"
    starts: ClassVar[tuple[str, ...]] = ("age",)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is not None or any(self.mending.pending(girl)):
            return
        for row in self._possible(girl):
            split, choices = tuple(_split(girl, row)), tuple(_choices(row))
            picks = (Number("age", row["from"], row["to"]), *split, *choices)
            touching = split if row.get("improves") in row.get("split", ()) else ()
            holds = tuple(pick.name for pick in (*touching, *choices))
            yield Offer(f"age.{row.key}", self.name, "age", pick=picks, holds=holds)

    def pending(self, girl: Girl) -> Iterator[Pending]:
        if girl.age is None and (offers := tuple(offer.id for offer in self.offers(girl))):
            yield Pending("age", self.name, offers)

    def purse(self, girl: Girl) -> Mapping[str, int]:
        del girl
        return {}

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        row = self.book.row("ages", offer.id.removeprefix("age."))
        for attribute, plus in (*_taken(row, picks), *_bonuses(row, picks)):
            girl = self._changed(girl, row, attribute, plus)
        improved = self._improved(girl, row, chance)
        return replace(improved, age=int(picks["age"]), age_row=row.key)

    def values(self, girl: Girl) -> Mapping[str, Value]:
        if girl.age is None or girl.age_row is None:
            return {}
        row = self.book.row("ages", girl.age_row)
        chosen = Because("choice", f"ages.{row.key}", plus=girl.age)
        unknown = (Because("row", f"ages.{row.key}"),)
        return {
            "age": Value(girl.age, (chosen,)),
            **{f"age.{each}": Value(None, unknown) for each in row.unknown},
        }

    def _possible(self, girl: Girl) -> Sequence[Row]:
        asked = girl.settings["any_age"]
        return [row for row in self.book.rows("ages") if asked or not row.get("asked")]

    def _changed(self, girl: Girl, row: Row, attribute: str, plus: int) -> Girl:
        taken = within(plus, girl.value(attribute), self.book.number("attribute_cap"))
        return girl.because(attribute, Because("row", f"ages.{row.key}", plus=taken))

    def _improved(self, girl: Girl, row: Row, chance: Chance) -> Girl:
        """Throw all checks, then what the passed ones add; the best one counts."""
        attribute, checks = row.get("improves"), row.get("checks", 0)
        if not attribute:
            return girl
        value = girl.value(attribute)
        faces = chance.throw(checks, self.book.number("improvement_die"))
        passed = [face > value for face in faces]
        thrown = iter(chance.throw(sum(passed), self.book.number("improvement_gain")))
        gains = [next(thrown) if each else 0 for each in passed]
        best = gains.index(max(gains))
        return girl.because(
            attribute,
            *(
                Because("roll", f"ages.{row.key}", plus=self._gain(gain, value), roll=face)
                if place == best
                else Because("roll", f"ages.{row.key}", plus=0, roll=face)
                for place, (face, gain) in enumerate(zip(faces, gains, strict=True))
            ),
        )

    def _gain(self, gain: int, value: int) -> int:
        return within(gain, value, self.book.number("attribute_cap"))


def _split(girl: Girl, row: Row) -> Iterator[Pick]:
    """Ask how much of a common loss the first attribute bears; none falls to nothing."""
    if both := row.get("split"):
        first, second = (girl.value(each) for each in both)
        points = row["points"]
        least = max(0, points - max(0, second - 1))
        yield Number(f"from_{both[0]}", least, max(least, min(points, first - 1)))


def _choices(row: Row) -> Iterator[Pick]:
    for number, effect in enumerate(_open_bonuses(row), 1):
        yield OneOf(f"stat_{number}", effect.stats)


def _open_bonuses(row: Row) -> Sequence[StatBonus]:
    stats = [effect for effect in row.effects if isinstance(effect, StatBonus)]
    return [effect for effect in stats if len(effect.stats) > 1]


def _taken(row: Row, picks: Picks) -> Iterator[tuple[str, int]]:
    if both := row.get("split"):
        first = int(picks[f"from_{both[0]}"])
        yield both[0], -first
        yield both[1], first - row["points"]


def _bonuses(row: Row, picks: Picks) -> Iterator[tuple[str, int]]:
    number = 0
    for effect in row.effects:
        if isinstance(effect, StatBonus):
            choice = len(effect.stats) > 1
            number += choice
            yield str(picks[f"stat_{number}"]) if choice else effect.stats[0], effect.plus
