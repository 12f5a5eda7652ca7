"""What cannot be thrown or told: too many dice or sides, no end in sight, numbers too large."""

from collections.abc import Sequence
from typing import TypeGuard

from majokko_rules.dice.budget import MAX_DICE, MAX_DRAWS, MAX_NUMBER, MAX_SIDES, MIN_SIDES
from majokko_rules.dice.conditions import Faces, exploding, highest, lowest, meeting, size
from majokko_rules.dice.tree import Bound, Condition, Explode, Keep, Modifier, Reroll, Span
from majokko_rules.errors import BudgetExceeded, InvalidValue


def check_count(count: int, span: Span) -> int:
    """Return a number of dice; none at all is a number."""
    if count < 0:
        raise InvalidValue("negative_count", position=span.position, length=span.length)
    return count


def check_dice(asked: int, span: Span) -> None:
    """Refuse more dice than one question may ask for, over all its repeats."""
    if asked > MAX_DICE:
        at, length, limit = span.position, span.length, MAX_DICE
        raise BudgetExceeded("too_many_dice", position=at, length=length, asked=asked, limit=limit)


def check_sides(sides: int, span: Span, least: int = MIN_SIDES) -> int:
    at, length = span.position, span.length
    if sides < 1:
        raise InvalidValue("no_sides", position=at, length=length)
    if sides < least:
        raise InvalidValue("too_small", position=at, length=length, limit=least)
    if sides > MAX_SIDES:
        limit = MAX_SIDES
        raise BudgetExceeded("too_many_sides", position=at, length=length, asked=sides, limit=limit)
    return sides


def check_faces(faces: tuple[int, ...], span: Span) -> tuple[int, ...]:
    if len(faces) < MIN_SIDES:
        limit = MIN_SIDES
        raise InvalidValue("too_short", position=span.position, length=span.length, limit=limit)
    return faces


def check_ends(faces: Faces, modifiers: Sequence[Modifier]) -> None:
    """Refuse explosions and rerolls that every face would cause again."""
    for modifier in modifiers:
        if _goes_on(modifier) and meeting(faces, _causes(faces, modifier)) == size(faces):
            at, length = modifier.span.position, modifier.span.length
            raise BudgetExceeded("never_ends", position=at, length=length)


def check_draws(count: int, faces: Faces, modifiers: Sequence[Modifier], times: int = 1) -> None:
    """Refuse what would take too many throws on average: sooner or later it had to be refused.

    A die that m of n faces throw again takes n / (n − m) throws. Dice that an earlier modifier
    added are left out, and once values are no longer faces nothing is said about what follows.
    """
    left = drawn = count
    for modifier in modifiers:
        if isinstance(modifier, Keep):
            _, left = ranking(modifier, left)
        elif _goes_on(modifier):
            again = meeting(faces, _causes(faces, modifier))
            drawn += left * again // (size(faces) - again)
            if drawn * times > MAX_DRAWS:
                raise too_many_draws(modifier.span)
        if isinstance(modifier, Bound) or (isinstance(modifier, Explode) and modifier.compound):
            return


def too_many_draws(span: Span) -> BudgetExceeded:
    at, limit = span.position, MAX_DRAWS
    return BudgetExceeded("too_many_draws", position=at, length=span.length, limit=limit)


def _goes_on(modifier: Modifier) -> TypeGuard[Explode | Reroll]:
    """Whether only the dice, or the budget, end it."""
    if isinstance(modifier, Explode):
        return modifier.cap is None
    return isinstance(modifier, Reroll) and not modifier.once


def ranking(rule: Keep, count: int) -> tuple[bool, int]:
    """Whether `rule` keeps from the top, and how many of `count`: to drop is to keep the others."""
    if rule.keep:
        return rule.highest, min(rule.count, count)
    return not rule.highest, max(count - rule.count, 0)


def check_keeps(count: int, modifiers: Sequence[Modifier]) -> None:
    """Refuse to drop all of a known number of dice, or of members of a group."""
    left = count
    for modifier in modifiers:
        if isinstance(modifier, Explode) and not modifier.compound:
            return
        if isinstance(modifier, Keep):
            _, left = ranking(modifier, left)
            if left == 0 < count:
                at, length = modifier.span.position, modifier.span.length
                raise InvalidValue("keep_none", position=at, length=length)


def has_idle(faces: Faces, modifiers: Sequence[Modifier]) -> bool:
    """Whether a modifier waits for a face that these dice do not have, or drops none.

    Once values are no longer faces (`min`, `max`, `!!`) nothing is said about what follows.
    """
    for modifier in modifiers:
        if isinstance(modifier, Explode | Reroll) and not meeting(faces, _causes(faces, modifier)):
            return True
        if isinstance(modifier, Keep) and not modifier.keep and modifier.count == 0:
            return True
        if isinstance(modifier, Bound):
            return _binds_nothing(faces, modifier)
        if isinstance(modifier, Explode) and modifier.compound:
            return False
    return False


def _causes(faces: Faces, modifier: Explode | Reroll) -> tuple[Condition, ...]:
    """The conditions under which a face makes `modifier` throw again."""
    return modifier.conditions if isinstance(modifier, Reroll) else exploding(modifier, faces)


def _binds_nothing(faces: Faces, bound: Bound) -> bool:
    return bound.number <= lowest(faces) if bound.least else bound.number >= highest(faces)


def within(number: int, span: Span) -> int:
    """Return `number`, or refuse it for being too large to travel exactly."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    at, length = span.position, span.length
    raise BudgetExceeded("number_too_large", position=at, length=length, limit=MAX_NUMBER)
