"""A character that is being made: a ledger of what was bought, and the player's own words."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from majokko_rules.rulesets import Row, Ruleset
from majokko_rules.systems.infinite.creation.editions import Edition, price

What = Literal["attributes", "skills", "specialties", "languages"]
EXPERIENCE = "experience"


@dataclass(frozen=True, slots=True)
class Bought:
    """One step up of an attribute, a skill, a specialty of the skill `key`, or a language.

    Specialties and languages have a `name` of their own.
    """

    what: What
    key: str
    coin: str
    price: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """`edition`, `rank` and `earned` were chosen at the start; all else follows from the rest."""

    edition: str
    rank: str
    earned: int
    bought: tuple[Bought, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    gear: Mapping[str, int] = field(default_factory=dict)

    def buying(self, bought: Bought) -> "State":
        return replace(self, bought=(*self.bought, bought))


@dataclass(frozen=True, slots=True)
class Standing:
    """A state, read by the rules of its edition and rank; what was bought is counted once.

    `purses` are the points beside experience that the edition knows.
    """

    ruleset: Ruleset
    state: State
    edition: Edition
    rank: Row
    purses: tuple[Row, ...]
    levels: Counter[tuple[What, str, str]]
    spent: Counter[str]

    @classmethod
    def of(cls, ruleset: Ruleset, state: State) -> "Standing":
        edition = Edition(ruleset["editions"][state.edition])
        purses = tuple(row for row in ruleset["purses"].rows.values() if edition.knows(row))
        levels = Counter((each.what, each.key, each.name) for each in state.bought)
        spent: Counter[str] = Counter()
        for each in state.bought:
            spent[each.coin] += each.price
        rank = ruleset["ranks"][state.rank]
        return cls(ruleset, state, edition, rank, purses, levels, spent)

    def number(self, name: str) -> int:
        number = self.ruleset.numbers[name]
        assert isinstance(number, int)
        return number

    def attribute(self, key: str) -> int:
        return self.number("attribute_start") + self.levels["attributes", key, ""]

    def skill(self, key: str) -> int:
        return self.levels["skills", key, ""]

    def successes(self, attribute: str) -> int:
        """Return the bonus successes that an attribute gives."""
        return self.edition.attribute_successes(self.attribute(attribute))

    def named(self, what: What, key: str) -> Mapping[str, int]:
        """Return the specialties of a skill, or the languages, with their levels."""
        return {
            name: level
            for (kind, of, name), level in self.levels.items()
            if (kind, of) == (what, key)
        }

    def known_specialties(self, skill: str) -> list[str]:
        """Return the specialties of a skill that the rules name themselves."""
        rows = self.ruleset["specialties"].rows.values()
        return [row.key for row in rows if skill in row["skills"]]

    def price(self, what: str, before: int) -> int:
        """Return the experience points of one more step."""
        return price(self.ruleset["prices"][self.edition.row[f"price_{what}"]], before)

    def granted(self, purse: Row) -> tuple[int, int]:
        """Return the points of a purse: for the value of its attribute, and for what is beyond."""
        attribute: str = purse["attribute"]
        value = int(purse.get("value", 0)) * self.attribute(attribute)
        return value, self.edition.each(purse) * self.successes(attribute)

    @property
    def given(self) -> int:
        """The experience points that this edition begins with."""
        given: int = self.ruleset["budgets"][self.state.edition]["experience"]
        return given

    @property
    def purse(self) -> Mapping[str, int]:
        left = {EXPERIENCE: self.given + self.state.earned - self.spent[EXPERIENCE]}
        for row in self.purses:
            left[row.key] = sum(self.granted(row)) - self.spent[row.key]
        return left
