"""The bot command `.ww XaYkKmM±Z`, its alias `.w`, and pools written as one.

X dice, thrown again from Y up (0: never), success from K up, M sides, Z bonus successes. Blanks may
stand anywhere; X is 1 when only `aY` is given, and nothing at all means ten dice. A bot's range of
Y is wider than the rule book's.
"""

from dataclasses import replace

from majokko_rules import catalog
from majokko_rules.dice.budget import MAX_DICE, MAX_DRAWS
from majokko_rules.dice.reading import Reader
from majokko_rules.errors import BudgetExceeded, InvalidValue
from majokko_rules.systems.infinite.checks import Single
from majokko_rules.systems.infinite.pool import AGAIN, LINE, SIDES, Pool
from majokko_rules.systems.system import Command

_CHECKS = catalog.table(__package__, "checks")
_COMMAND = _CHECKS["command"]
_BONUS = (_CHECKS["fields"]["bonus"]["min"], _CHECKS["fields"]["bonus"]["max"])


def spoken(pool: Pool) -> str | None:
    """Return the command that says `pool`, or None where only a check can.

    >>> spoken(Pool(20, again=9, bonus=5)), spoken(Pool(-1))
    ('.ww20a9+5', None)
    """
    if pool.dice < 0 or pool != _said(pool.dice, pool.again, pool.line, pool.sides, pool.bonus):
        return None
    line = "" if pool.line == LINE else f"k{pool.line}"
    sides = "" if pool.sides == SIDES else f"m{pool.sides}"
    bonus = f"{pool.bonus:+}" if pool.bonus else ""
    return f".ww{pool.dice}a{pool.again}{line}{sides}{bonus}"


def _said(dice: int, again: int, line: int, sides: int, bonus: int = 0) -> Pool:
    """All that a command can say; extra dice of a chance die succeed where any dice do."""
    return Pool(dice, again, bonus, line, sides, chance_extra=LINE if dice else line)


def read(reader: Reader, _prefix: str) -> Single:
    """Read what follows the prefix."""
    pool = Pool(_COMMAND["alone"]) if reader.ended() else _dice(reader)
    pool = replace(pool, bonus=_bonus(reader))
    reader.expect_end()
    return Single(spoken(pool) or reader.text, pool)


def _dice(reader: Reader) -> Pool:
    reader.skip()
    start = reader.at
    count = _count(reader)
    again = _after(reader, "a", _COMMAND["again_range"], or_zero=True)
    if count is None and again is None:
        reader.refuse("expected_number")
    line = _after(reader, "k", _COMMAND["line_range"]) or LINE
    sides = _after(reader, "m", _COMMAND["sides_range"]) or SIDES
    dice = _COMMAND["dice_missing"] if count is None else count
    pool = _said(dice, AGAIN if again is None else again, line, sides)
    if pool.draws > MAX_DRAWS:  # it would have to be refused while rolling
        raise reader.placed(BudgetExceeded("too_many_draws", limit=MAX_DRAWS), start)
    return pool


def _count(reader: Reader) -> int | None:
    reader.skip()
    start, count = reader.at, reader.number()
    if count is not None and count > MAX_DICE:
        refusal = BudgetExceeded("too_many_dice", asked=count, limit=MAX_DICE)
        raise reader.placed(refusal, start)
    return count


def _after(
    reader: Reader, letter: str, bounds: tuple[int, int], *, or_zero: bool = False
) -> int | None:
    """Read the number behind `letter`, if that stands here."""
    if not reader.take(letter):
        return None
    reader.skip()
    start, number = reader.at, reader.expect_number()
    if not (or_zero and number == 0):
        _within(number, bounds, reader, start)
    return number


def _bonus(reader: Reader) -> int:
    """Add up `+2-1…`; the sum is bounded as it is in a check."""
    total = 0
    while sign := reader.take("+", "-"):
        reader.skip()
        start, number = reader.at, reader.expect_number()
        total += number if sign == "+" else -number
        _within(total, _BONUS, reader, start)
    return total


def _within(number: int, bounds: tuple[int, int], reader: Reader, start: int) -> None:
    least, most = bounds
    if number < least:
        raise reader.placed(InvalidValue("too_small", limit=least), start)
    if number > most:
        raise reader.placed(InvalidValue("too_large", limit=most), start)


COMMANDS = (Command((".ww", ".w", "ww"), read),)
