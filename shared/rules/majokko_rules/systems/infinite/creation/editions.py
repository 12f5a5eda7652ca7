"""What one edition makes of attributes, skills and specialties. Numbers are the ruleset's."""

from dataclasses import dataclass

from majokko_rules.rulesets import Row


@dataclass(frozen=True, slots=True)
class Edition:
    """A row of the editions."""

    row: Row

    @property
    def family(self) -> str:
        """`new` or `old`: what else differs is told by these."""
        family: str = self.row["family"]
        return family

    @property
    def by_levels(self) -> bool:
        """Whether specialties have levels, each of them a die."""
        return bool(self.row["specialty"] == "levels")

    @property
    def gate(self) -> bool:
        """Whether bonus successes need a natural one beside them."""
        gate: bool = self.row["gate"]
        return gate

    def attribute_successes(self, value: int) -> int:
        """Return the bonus successes of an attribute beyond what a human can reach."""
        return max(0, (value - int(self.row["above"])) // int(self.row["step"]))

    def skill_successes(self, level: int) -> int:
        levels: tuple[int, ...] = self.row["skill_successes"]
        return sum(level >= needed for needed in levels)

    def untrained(self, group: str) -> int | None:
        """Return the bonus successes of a check without the skill; None fails without a roll."""
        if group in self.row.get("fails_untrained", ()):
            return None
        lost: int = self.row.get("untrained", {}).get(group, 0)
        return lost

    def skill_dice(self, level: int, specialty: int) -> int:
        """Return the dice of a skill, which an edition may halve without a fitting specialty."""
        halved = self.row["without"] == "half" and not specialty
        return level // 2 if halved else level

    def specialty_dice(self, level: int) -> int:
        return level if self.by_levels else min(level, 1)

    def each(self, purse: Row) -> int:
        """Return the points of a purse for every bonus success of its attribute."""
        each: int = purse.get("each", {}).get(self.family, 0)
        return each

    def knows(self, purse: Row) -> bool:
        return bool(purse.get("value", 0) or self.each(purse))


def price(row: Row, before: int) -> int:
    """Return what the step costs that leads beyond the value `before`."""
    if not before and "first" in row.fields:
        return int(row["first"])
    if "flat" in row.fields:
        place = sum(before + 1 > limit for limit in row.get("to", ()))
        return int(row["flat"][place])
    times: int = row["times"]
    return max(int(row.get("least", 0)), times * (before - int(row.get("less", 0))))
