"""Whole-number arithmetic that refuses what has no whole or no exact answer."""

from majokko_rules.dice.budget import MAX_EXPONENT
from majokko_rules.dice.limits import within
from majokko_rules.dice.tree import Operator, Span
from majokko_rules.errors import BudgetExceeded, InvalidValue


def apply(operator: Operator, left: int, right: int, span: Span) -> int:
    """Return `left operator right`; division and remainder floor, as in -7/2 = -4, -7%2 = 1."""
    check_right(operator, right, span)
    match operator:
        case "*":
            value = left * right
        case "/":
            value = left // right
        case "%":
            value = left % right
        case "^":
            value = left**right
    return within(value, span)


def check_right(operator: Operator, right: int, span: Span) -> None:
    """Refuse a right side that no left side could save."""
    at, length = span.position, span.length
    if operator in ("/", "%") and right == 0:
        raise InvalidValue("division_by_zero", position=at, length=length)
    if operator == "^" and right < 0:
        raise InvalidValue("negative_exponent", position=at, length=length)
    if operator == "^" and right > MAX_EXPONENT:
        limit = MAX_EXPONENT
        raise BudgetExceeded(
            "exponent_too_large", position=at, length=length, asked=right, limit=limit
        )
