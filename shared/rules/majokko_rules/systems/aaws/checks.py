"""The checks: one unit's factors, or those of several units together, against a target."""

from dataclasses import dataclass
from typing import ClassVar

from majokko_rules import catalog
from majokko_rules.chance import Chance
from majokko_rules.dice.budget import MAX_DICE
from majokko_rules.errors import BudgetExceeded, InvalidValue
from majokko_rules.odds import Odds
from majokko_rules.results import Die, Result
from majokko_rules.systems.aaws import odds
from majokko_rules.systems.aaws.declared import Unit, joined, objections
from majokko_rules.systems.aaws.factors import FUMBLE, SIDES, Factors, Goal
from majokko_rules.systems.aaws.outcome import AawsOutcome
from majokko_rules.systems.fields import Form, Given
from majokko_rules.systems.system import Check, written

FORM = Form.of(catalog.table(__package__, "checks"))
_NEEDLESS = ("needless_risk",)


@dataclass(frozen=True, slots=True)
class Achievement:
    """Factors left after anti factors took `removed` of them, and what they have to reach."""

    notation: str
    factors: Factors
    goal: Goal
    removed: int = 0
    times: ClassVar[int] = 1

    def roll(self, chance: Chance) -> Result:
        faces = chance.throw(self.factors.rolled, SIDES)
        value = self.factors.value(faces)
        outcome = self._outcome(value, fumbled=FUMBLE in faces)
        dice = tuple([Die(SIDES, face) for face in faces])
        return Result(self.notation, value, dice, outcome, warnings=self.warnings)

    def odds(self) -> Odds:
        return odds.of(self.factors, self.goal)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Advise against rolling where fixing everything is enough."""
        needless = self.factors.rolled and self.goal.reached(self.factors.certain)
        return _NEEDLESS if needless else ()

    def _outcome(self, value: int, *, fumbled: bool) -> AawsOutcome:
        goal = self.goal
        level = goal.level(value, fumbled=fumbled)
        return AawsOutcome(
            success=None if goal.target is None else level == "success",
            level=level,
            fumble=fumbled,
            value=value,
            rolled=self.factors.rolled,
            fixed=self.factors.fixed,
            removed=self.removed,
            margin=value - goal.target if isinstance(goal.target, int) else None,
            tier=goal.tier(value) if level == "middle" else None,
        )


def build(kind: str, given: Given) -> Check:
    """Make the check.

    Raises IllegalAction where a joint check may not be made like this, InvalidValue for half of no
    target, and BudgetExceeded for more dice than one request may throw.
    """
    if isinstance(given["tiers"], tuple):
        given = {**given, "tiers": tuple(sorted(set(given["tiers"]))) or None}
    goal = _goal(given)
    approved = _joined(given) if kind == "joint" else Factors(given["rolled"], given["fixed"])
    left = approved.without(given["anti"], given["anti_first"])
    if left.rolled > MAX_DICE:
        raise BudgetExceeded("too_many_dice", asked=left.rolled, limit=MAX_DICE)
    notation = written("aaws", FORM, kind, given)
    return Achievement(notation, left, goal, approved.count - left.count)


def _goal(given: Given) -> Goal:
    target, tiers = given["target"], given["tiers"]
    if tiers != "half":
        return Goal(target, tiers or ())
    if target is None:
        raise InvalidValue("required", pointer="/target")
    return Goal.half(target, given["half"])


def _joined(given: Given) -> Factors:
    units = [
        Unit(Factors(unit["rolled"], unit["fixed"]), unit["rejected"], unit["temporary"])
        for unit in given["units"]
    ]
    for objection in objections(units):
        raise objection
    return joined(units)
