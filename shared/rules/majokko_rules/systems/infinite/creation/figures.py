"""The numbers of a sheet as its edition reads them, and how reasons become values."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from majokko_rules.creation import Because, Value
from majokko_rules.rulesets import MaximumBonus, Row, Ruleset
from majokko_rules.systems.infinite.creation.editions import Edition


@dataclass(frozen=True, slots=True)
class Figures:
    """The values of a sheet, finished or not; what somebody has overridden counts as it stands."""

    ruleset: Ruleset
    values: Mapping[str, Value]

    @property
    def edition(self) -> Edition:
        rows, said = self.ruleset["editions"].rows, self.values["edition"].value
        default = str(self.ruleset.settings["edition"].default)
        return Edition(rows.get(str(said), rows[default]))

    def number(self, name: str) -> int:
        """Return a number of the sheet; 0 where nothing is known."""
        held = self.values.get(name)
        return held.value if held and isinstance(held.value, int) else 0

    def gained(self, key: str, attributes: Iterable[Row]) -> Iterator[Because]:
        """Say what attributes add to something for their bonus successes."""
        for attribute in attributes:
            name = f"successes.{attribute.key}"
            times = self.number(name)
            for effect in attribute.effects:
                if times and self._adds(effect, key):
                    assert isinstance(effect, MaximumBonus)
                    yield Because("rule", name, plus=effect.plus * self._steps(key, times))

    def _adds(self, effect: object, key: str) -> bool:
        if not isinstance(effect, MaximumBonus) or effect.maximum != key:
            return False
        return effect.mode in (None, self.edition.family)

    def _steps(self, key: str, times: int) -> int:
        row = self.ruleset["derived"].rows.get(key)
        rising = row is not None and self.edition.family in row.get("rising", ())
        return times * (times + 1) // 2 if rising else times


def summed(reasons: Iterable[Because]) -> Value:
    """Return the number that is the sum of its reasons; who adds nothing is none."""
    listed = tuple(reason for reason in reasons if reason.plus)
    return Value(sum(reason.plus or 0 for reason in listed), listed)
