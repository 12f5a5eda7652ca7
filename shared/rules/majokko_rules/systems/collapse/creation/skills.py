"""Skills: where they start, and the points that raise them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from majokko_rules.chance import Chance
from majokko_rules.creation import Because, Number, Offer, OneOf, Pending, Picks, Value, Words
from majokko_rules.rulesets import Row
from majokko_rules.systems.collapse.creation.attributes import KNOWLEDGE, Derived
from majokko_rules.systems.collapse.creation.book import Book
from majokko_rules.systems.collapse.creation.girl import Girl, total
from majokko_rules.systems.collapse.formulas import Attributes, Formula

PURSES = {"life": "life_points", "battle": "battle_points", KNOWLEDGE: "SAN"}


@dataclass(frozen=True, slots=True)
class Skills:
    """Points are set, not added: the same offer takes them back. None has to be spent."""

    book: Book
    derived: Derived
    formulas: Mapping[str, Formula]
    name: ClassVar[str] = "skills"
    starts: ClassVar[tuple[str, ...]] = ("skills", "narrow")

    @classmethod
    def read(cls, book: Book, derived: Derived) -> Self:
        shares = {row.key: Formula.read(row.fields) for row in book.rows("skills")}
        return cls(book, derived, shares)

    def offers(self, girl: Girl) -> Iterator[Offer]:
        if girl.age is None:
            return
        attributes = girl.numbers
        derived = self.derived.numbers(attributes)
        purse, bases = self._left(girl, derived), self._bases(attributes, derived)
        for row in self.book.rows("skills"):
            room = girl.settings["skill_cap"] - (bases[row.key].plus or 0)
            points = Number("points", self._least(girl, row, purse), _most(girl, row, purse, room))
            yield Offer(f"skills.{row.key}", self.name, row["points"], pick=(points,))
        field = Words("field", self.book.number("field_letters"))
        broad = tuple(row.key for row in self.book.rows("skills") if row["points"] == "life")
        yield Offer("narrow", self.name, "narrow", pick=(OneOf("skill", broad), field))

    def pending(self, girl: Girl) -> Iterator[Pending]:
        del girl
        yield from ()

    def purse(self, girl: Girl) -> Mapping[str, int]:
        """Return what is left; of SAN, what may still be given for knowledge."""
        if girl.age is None:
            return {}
        return self._left(girl, self.derived.numbers(girl.numbers))

    def take(self, girl: Girl, offer: Offer, picks: Picks, chance: Chance) -> Girl:
        del chance
        if offer.id == "narrow":
            narrowed = {**girl.narrowed, str(picks["skill"]): str(picks["field"])}
            return replace(girl, narrowed=narrowed)
        skill = offer.id.removeprefix("skills.")
        return replace(girl, points={**girl.points, skill: int(picks["points"])})

    def values(self, girl: Girl) -> Mapping[str, Value]:
        shown: dict[str, Value] = {}
        for key, base in self._starts(girl).items():
            name = f"skills.{key}"
            row = self.book.row("skills", key)
            shown[name] = _raised(girl, row, base)
            if key in girl.narrowed:
                shown[f"{name}.field"] = Value(girl.narrowed[key], (Because("choice", name),))
            because = (Because("row", name),)
            shown |= {f"{name}.{each}": Value(None, because) for each in row.unknown}
        return shown

    def number(self, girl: Girl, skill: str) -> int:
        return total(
            _raised(girl, self.book.row("skills", skill), self._starts(girl)[skill]).because
        )

    def _left(self, girl: Girl, derived: Mapping[str, int]) -> Mapping[str, int]:
        known = self.derived.known(girl) * self.book.number("knowledge_gives")
        left = {
            PURSES["life"]: derived["life_points"],
            PURSES["battle"]: derived["battle_points"] + known,
            PURSES[KNOWLEDGE]: max(0, derived["SAN"] - girl.settings["least_san"]),
        }
        for skill, points in girl.points.items():
            left[PURSES[self.book.row("skills", skill)["points"]]] -= points
        return left

    def _starts(self, girl: Girl) -> Mapping[str, Because]:
        attributes = girl.numbers
        return self._bases(attributes, self.derived.numbers(attributes))

    def _bases(self, attributes: Attributes, derived: Mapping[str, int]) -> Mapping[str, Because]:
        return {row.key: self._base(row, attributes, derived) for row in self.book.rows("skills")}

    def _base(self, row: Row, attributes: Attributes, derived: Mapping[str, int]) -> Because:
        what = f"skills.{row.key}"
        if (base := row.get("base")) is not None:
            return Because("base", what, plus=base)
        if name := row.get("derived"):
            return Because("rule", f"derived.{name}", plus=derived[name])
        return Because("rule", what, plus=self.formulas[row.key].value(attributes))

    def _least(self, girl: Girl, row: Row, purse: Mapping[str, int]) -> int:
        """Return what has to stay: what a check was rolled by, and of knowledge what battle skills
        have been paid with.
        """
        tested = max(
            (c.points for c in girl.contacts if c.tested == f"skills.{row.key}"), default=0
        )
        if row["points"] != KNOWLEDGE:
            return tested
        free = purse[PURSES["battle"]] // self.book.number("knowledge_gives")
        return max(tested, girl.points.get(row.key, 0) - free)


def _raised(girl: Girl, row: Row, base: Because) -> Value:
    points = girl.points.get(row.key)
    paid = (Because("coin", PURSES[row["points"]], plus=points),) if points else ()
    return Value(total((base, *paid)), (base, *paid))


def _most(girl: Girl, row: Row, purse: Mapping[str, int], room: int) -> int:
    """Return the points that she can have in a skill: those in it, and what is left."""
    here = girl.points.get(row.key, 0)
    return max(here, min(room, here + purse[PURSES[row["points"]]]))
