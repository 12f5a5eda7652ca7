"""What cannot be thrown or told: too many dice or sides, no end in sight, numbers too large."""

from collections.abc import Sequence

from majokko_rules.dice.budget import MAX_DICE, MAX_NUMBER, MAX_SIDES, MIN_SIDES
from majokko_rules.dice.conditions import Faces, covers_all, covers_none, highest, lowest
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
        endless = isinstance(modifier, Explode) and modifier.cap is None
        endless |= isinstance(modifier, Reroll) and not modifier.once
        if endless and covers_all(faces, _causes(faces, modifier)):
            at, length = modifier.span.position, modifier.span.length
            raise BudgetExceeded("never_ends", position=at, length=length)


def check_keeps(count: int, modifiers: Sequence[Modifier]) -> None:
    """Refuse to drop all of a known number of dice, or of members of a group."""
    left = count
    for modifier in modifiers:
        if isinstance(modifier, Explode) and not modifier.compound:
            return
        if isinstance(modifier, Keep):
            left = min(modifier.count, left) if modifier.keep else left - modifier.count
            if left <= 0 < count:
                at, length = modifier.span.position, modifier.span.length
                raise InvalidValue("keep_none", position=at, length=length)


def has_idle(faces: Faces, modifiers: Sequence[Modifier]) -> bool:
    """Whether a modifier waits for a face that these dice do not have, or drops none.

    Once values are no longer faces (`min`, `max`, `!!`) nothing is said about what follows.
    """
    for modifier in modifiers:
        if isinstance(modifier, Explode | Reroll) and covers_none(faces, _causes(faces, modifier)):
            return True
        if isinstance(modifier, Keep) and not modifier.keep and modifier.count == 0:
            return True
        if isinstance(modifier, Bound):
            return _binds_nothing(faces, modifier)
        if isinstance(modifier, Explode) and modifier.compound:
            return False
    return False


def _causes(faces: Faces, modifier: Modifier) -> tuple[Condition, ...]:
    """The conditions under which a face makes `modifier` throw again."""
    if isinstance(modifier, Reroll):
        return modifier.conditions
    assert isinstance(modifier, Explode)
    return (modifier.condition or Condition("=", highest(faces)),)


def _binds_nothing(faces: Faces, bound: Bound) -> bool:
    return bound.number <= lowest(faces) if bound.least else bound.number >= highest(faces)


def within(number: int, span: Span) -> int:
    """Return `number`, or refuse it for being too large to travel exactly."""
    if -MAX_NUMBER <= number <= MAX_NUMBER:
        return number
    at, length = span.position, span.length
    raise BudgetExceeded("number_too_large", position=at, length=length, limit=MAX_NUMBER)
