"""Tree → result: every die with its cause, the total, and whether a comparison holds.

`prepare` does once what does not depend on the dice; what it returns may be rolled again and again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from majokko_rules.chance import Chance
from majokko_rules.dice.printing import question
from majokko_rules.dice.rolling.comparing import Against, compare
from majokko_rules.dice.rolling.plan import Planner
from majokko_rules.dice.rolling.quick import quick_plan
from majokko_rules.dice.rolling.steps import Push, Step
from majokko_rules.dice.rolling.table import Table
from majokko_rules.dice.tree import Notation, Relation
from majokko_rules.results import Result


class Plan(Protocol):
    """A notation that is ready to be rolled; a roll is one of its repeats."""

    def roll(self, chance: Chance) -> Result: ...


def prepare(notation: Notation) -> Plan:
    """Refuse what can be known to go wrong; return the quickest plan for the rest.

    >>> from majokko_rules.chance import Scripted
    >>> from majokko_rules.dice.syntax import parse_tree
    >>> prepare(parse_tree("4d6kh3")).roll(Scripted([1, 5, 5, 2])).total
    12

    Raises BudgetExceeded or InvalidValue; so may a roll, for what only dice decide.
    """
    plan = step_by_step(notation)
    steps: Sequence[Step] = plan.steps
    test = None
    if plan.relation is not None:
        *steps, last = plan.steps
        if not isinstance(last, Push):
            return plan
        test = Against(plan.relation, last.value)
    return quick_plan(plan.notation, steps, test, plan.warnings) or plan


def step_by_step(notation: Notation) -> "StepByStep":
    """Return the plan that works for everything."""
    planner = Planner(notation.times)
    steps = planner.plan(notation.expression)
    relation = None
    if notation.compared is not None:
        relation, right = notation.compared
        steps += planner.plan(right)
    text, warnings = question(notation), tuple(planner.warnings)
    return StepByStep(text, steps, relation, notation.times, planner.asked, warnings)


@dataclass(frozen=True, slots=True)
class StepByStep:
    """A table, and one step after the other; with `relation`, two numbers remain on it."""

    notation: str
    steps: tuple[Step, ...]
    relation: Relation | None
    times: int
    asked: int
    warnings: tuple[str, ...]

    def roll(self, chance: Chance) -> Result:
        table = Table(chance, self.times, self.asked)
        for step in self.steps:
            step(table)
        total, *number = table.numbers
        outcome = compare(total, self.relation, *number) if self.relation else None
        parts, warnings = tuple(table.parts), (*self.warnings, *table.warnings)
        return Result(self.notation, total, tuple(table.dice), outcome, parts, warnings)
