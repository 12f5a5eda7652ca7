"""What a sanity check may cost: `1/1d6` is 1 SAN on a success and 1d6 on a failure."""

from dataclasses import dataclass

from majokko_rules.chance import Chance
from majokko_rules.dice import pools
from majokko_rules.dice.reading import Reader, fold
from majokko_rules.errors import BudgetExceeded, InvalidValue, RuleError, SyntaxRefused
from majokko_rules.odds import Distribution
from majokko_rules.results import Die
from majokko_rules.systems.collapse.levels import RULES

_MOST_DICE: int = RULES["loss"]["dice"]
_MOST_SIDES: int = RULES["loss"]["sides"]
_MOST: int = RULES["loss"]["number"]


@dataclass(frozen=True, slots=True)
class Loss:
    """An amount of SAN: dice as (count, sides), and a number.

    >>> str(Loss(((2, 6), (1, 4)), 1)), Loss(((2, 6), (1, 4)), 1).most
    ('2d6+1d4+1', 17)
    """

    dice: tuple[tuple[int, int], ...]
    number: int

    def __str__(self) -> str:
        terms = [f"{count}d{sides}" for count, sides in self.dice]
        return "+".join(terms + [str(self.number)] * (self.number > 0 or not terms))

    @property
    def most(self) -> int:
        """What a fumble costs."""
        return self.number + sum(count * sides for count, sides in self.dice)

    def throw(self, chance: Chance) -> tuple[int, tuple[Die, ...]]:
        thrown = tuple(
            Die(sides, face) for count, sides in self.dice for face in chance.throw(count, sides)
        )
        return self.number + sum(die.face for die in thrown), thrown

    def distribution(self) -> Distribution:
        total = Distribution.certain(self.number)
        for count, sides in self.dice:
            total += pools.total(count, sides)
        return total


@dataclass(frozen=True, slots=True)
class Losses:
    """After a success, and after a failure."""

    success: Loss
    failure: Loss

    def __str__(self) -> str:
        return f"{self.success}/{self.failure}"


def parse(text: str) -> Losses:
    """Read the field `loss`; refusals point at `/loss` and at the place in the text.

    >>> str(parse("１／1 + 2D6"))
    '1/2d6+1'
    """
    try:
        return _whole(fold(text))
    except RuleError as error:
        raise error.under("/loss") from None


def _whole(text: str) -> Losses:
    comment = text.find("#")
    if comment >= 0:  # a reader would leave it out without a word
        raise SyntaxRefused("unexpected", position=comment, length=1)
    reader = Reader(text)
    found = read(reader)
    reader.expect_end()
    return found


def read(reader: Reader) -> Losses:
    """Read `a/b` where a reader stands, as commands do."""
    success = _loss(reader)
    if not reader.take("/"):
        reader.refuse("unexpected")
    return Losses(success, _loss(reader))


def _loss(reader: Reader) -> Loss:
    reader.skip()
    start = reader.at
    dice: list[tuple[int, int]] = []
    number = _term(reader, dice)
    while reader.take("+"):
        number += _term(reader, dice)
    asked = sum(count for count, _ in dice)
    if asked > _MOST_DICE:
        too_many = BudgetExceeded("too_many_dice", asked=asked, limit=_MOST_DICE)
        raise reader.placed(too_many, start)
    if number > _MOST:
        raise reader.placed(InvalidValue("too_large", limit=_MOST), start)
    return Loss(tuple(dice), number)


def _term(reader: Reader, dice: list[tuple[int, int]]) -> int:
    """Read a number and return it, or dice and add them to `dice`."""
    count = reader.number()
    if not reader.take("d"):
        return reader.expect_number() if count is None else count
    reader.skip()
    start = reader.at
    sides = reader.expect_number()
    if sides < 1:
        raise reader.placed(InvalidValue("no_sides"), start)
    if sides > _MOST_SIDES:
        too_many = BudgetExceeded("too_many_sides", asked=sides, limit=_MOST_SIDES)
        raise reader.placed(too_many, start)
    if count != 0:
        dice.append((count or 1, sides))
    return 0
