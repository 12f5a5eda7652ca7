"""The faces that choose a row: a list of them, or the first and the last.

roll = [6]
roll = {from = 1, to = 6}
"""

from collections.abc import Mapping

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets.shapes import entries, only, required
from majokko_rules.values import integer

MAX_SIDES = 1000


def faces(value: object, die: int | None, at: str) -> tuple[int, ...]:
    """Return every face.

    >>> faces({"from": 7, "to": 9}, 20, "/roll")
    (7, 8, 9)

    Raises InvalidValue and UnknownField, which point to `at` or below.
    """
    if die is None:
        raise InvalidValue("no_sides", pointer=at)
    if not isinstance(value, Mapping):
        listed = enumerate(entries(value, at))
        return tuple(integer(each, f"{at}/{place}", 1, die) for place, each in listed)
    only(value, ("from", "to"), at)
    required(value, ("from", "to"), at)
    first = integer(value["from"], f"{at}/from", 1, die)
    last = integer(value["to"], f"{at}/to", 1, die)
    if last < first:
        raise InvalidValue("range_backwards", pointer=f"{at}/to")
    return tuple(range(first, last + 1))
