"""The game master's review before play: she goes over the factors for over-general ones (万能).

A new unit waits for it. What she finds too general she questions; then the player finds a narrower
name, or the factor is kept or struck after all. When nothing is in question she approves the unit.
Whoever changes factors afterwards, other than by a check, lets it wait again.
"""

from collections.abc import Collection, Sequence

from majokko_rules.creation import Because, Sheet, Value
from majokko_rules.errors import IllegalAction, InvalidValue, PendingChoices
from majokko_rules.rulesets import Ruleset
from majokko_rules.systems.aaws.creation import sheets
from majokko_rules.systems.aaws.creation.sheets import (
    APPROVAL,
    APPROVED,
    QUESTIONED,
    WAITING,
    Standing,
)
from majokko_rules.systems.aaws.procedure.effects import Renamed, Struck, applied
from majokko_rules.systems.aaws.procedure.units import Unit, unknown

QUESTIONS = "approvals.questioned"
"""The ids of the factors in question."""


def standing(sheet: Sheet) -> Standing:
    held: Standing = sheet[APPROVAL].value
    return held


def questioned(sheet: Sheet) -> Sequence[str]:
    held = sheet.values.get(QUESTIONS)
    return tuple(held.value) if held else ()


def question(ruleset: Ruleset, sheet: Sheet, factor: str) -> Sheet:
    """Let the game master doubt a factor.

    Raises InvalidValue for one that is not there.
    """
    unit = sheets.unit(ruleset, sheet)
    if unit.factor(factor) is None:
        raise unknown([one.id for one in unit.factors], "/factor")
    return _doubting(sheet, dict.fromkeys((*questioned(sheet), factor)))


def narrow(ruleset: Ruleset, sheet: Sheet, factor: str, name: str) -> Sheet:
    """Give a factor in question a narrower name.

    Raises IllegalAction for one that is not, InvalidValue for a name that another has.
    """
    unit = _doubted(ruleset, sheet, factor)
    if any(one.name.casefold() == name.casefold() for one in unit.factors):
        raise InvalidValue("named_before", pointer="/name")
    after = applied(unit, Renamed(unit.id, factor, name))
    return _answered(sheets.with_unit(sheet, after, Because("choice", "review.narrow")), factor)


def strike(ruleset: Ruleset, sheet: Sheet, factor: str) -> Sheet:
    """Take a factor in question away.

    Raises IllegalAction for one that is not.
    """
    unit = _doubted(ruleset, sheet, factor)
    after = applied(unit, Struck(unit.id, factor))
    return _answered(sheets.with_unit(sheet, after, Because("override", "review.strike")), factor)


def keep(ruleset: Ruleset, sheet: Sheet, factor: str) -> Sheet:
    """Let a factor in question be after all.

    Raises IllegalAction for one that is not.
    """
    _doubted(ruleset, sheet, factor)
    return _answered(sheet, factor)


def approve(sheet: Sheet) -> Sheet:
    """Let the game master end her review.

    Raises PendingChoices while anything is in question.
    """
    if open_ones := questioned(sheet):
        raise PendingChoices("open", names=", ".join(open_ones))
    return _standing(sheet, APPROVED)


def reopen(sheet: Sheet) -> Sheet:
    """Let a unit wait again whose factors have been changed."""
    return sheet if questioned(sheet) else _standing(sheet, WAITING)


def _doubted(ruleset: Ruleset, sheet: Sheet, factor: str) -> Unit:
    if factor not in questioned(sheet):
        raise IllegalAction("not_in_question", pointer="/factor", status=standing(sheet))
    return sheets.unit(ruleset, sheet)


def _answered(sheet: Sheet, factor: str) -> Sheet:
    return _doubting(sheet, [each for each in questioned(sheet) if each != factor])


def _doubting(sheet: Sheet, factors: Collection[str]) -> Sheet:
    reason = Because("override", "review.question")
    held = {**sheet.values, QUESTIONS: Value(tuple(factors), (reason,))}
    return _standing(Sheet(held), QUESTIONED if factors else WAITING)


def _standing(sheet: Sheet, standing: Standing) -> Sheet:
    value = Value(standing, (Because("rule", "review"),))
    return Sheet({**sheet.values, APPROVAL: value})
