"""What a prepared notation does at the table, one step after the other.

A step takes the numbers it needs from the table and leaves its own there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from majokko_rules.dice.arithmetic import apply
from majokko_rules.dice.conditions import HOLDS, Faces
from majokko_rules.dice.limits import check_count, check_ends, check_sides, within
from majokko_rules.dice.rolling.hand import Hand, ranked
from majokko_rules.dice.rolling.table import Table, dropped, lay
from majokko_rules.dice.tree import Condition, Keep, Modifier, Operator, Span
from majokko_rules.results import Part

Step = Callable[[Table], None]


@dataclass(frozen=True, slots=True)
class Push:
    value: int

    def __call__(self, table: Table) -> None:
        table.numbers.append(self.value)


@dataclass(frozen=True, slots=True)
class Cast:
    """How many of which dice; None where that was rolled itself and lies on the table."""

    count: int | None
    faces: Faces | None
    span: Span

    def settle(self, table: Table) -> tuple[int, Faces]:
        """Take up what was rolled. One side is odd but harmless; known before, it is refused."""
        faces, count = self.faces, self.count
        if faces is None:
            faces = check_sides(table.numbers.pop(), self.span, least=1)
        if count is None:
            count = check_count(table.numbers.pop(), self.span)
            table.ask(count, self.span)
        return count, faces


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice and what is done to them."""

    cast: Cast
    modifiers: tuple[Modifier, ...]

    def __call__(self, table: Table) -> None:
        count, faces = self.cast.settle(table)
        if self.cast.faces is None:
            check_ends(faces, self.modifiers)
        hand = Hand(table, count, faces, self.cast.span)
        for modifier in self.modifiers:
            hand.act(modifier)
        table.dice += hand.dice
        table.numbers.append(within(hand.total(), self.cast.span))


@dataclass(frozen=True, slots=True)
class ThrowPlain:
    """Dice with nothing done to them."""

    cast: Cast

    def __call__(self, table: Table) -> None:
        count, faces = self.cast.settle(table)
        thrown = table.throw(count, faces, self.cast.span)
        table.dice += lay(faces, thrown)
        table.numbers.append(within(sum(thrown), self.cast.span))


@dataclass(frozen=True, slots=True)
class Count:
    """One kind of dice in a counting pool."""

    cast: Cast
    condition: Condition | None

    def __call__(self, table: Table) -> None:
        count, faces = self.cast.settle(table)
        thrown = table.throw(count, faces, self.cast.span)
        table.dice += lay(faces, thrown)
        table.numbers.append(_counted(thrown, self.condition) if self.condition else 0)


@dataclass(frozen=True, slots=True)
class Succeed:
    """A success pool: all dice, then one for each that is thrown again, round by round."""

    cast: Cast
    again: Condition | None
    line: Condition

    def __call__(self, table: Table) -> None:
        count, faces = self.cast.settle(table)
        thrown = table.throw(count, faces, self.cast.span)
        table.dice += lay(faces, thrown)
        successes = _counted(thrown, self.line)
        while self.again and (count := _counted(thrown, self.again)):
            thrown = table.throw(count, faces, self.cast.span)
            table.dice += lay(faces, thrown, "again")
            successes += _counted(thrown, self.line)
        table.numbers.append(successes)


def _counted(thrown: Sequence[int], condition: Condition) -> int:
    holds, number = HOLDS[condition.relation], condition.number
    return sum([holds(face, number) for face in thrown])


@dataclass(frozen=True, slots=True)
class Negate:
    def __call__(self, table: Table) -> None:
        table.numbers[-1] = -table.numbers[-1]


@dataclass(frozen=True, slots=True)
class Add:
    """The sum of as many numbers as there are signs (true: minus)."""

    negative: tuple[bool, ...]
    span: Span

    def __call__(self, table: Table) -> None:
        total = 0
        for negative, term in zip(self.negative, table.take(len(self.negative)), strict=True):
            total = within(total - term if negative else total + term, self.span)
        table.numbers.append(total)


@dataclass(frozen=True, slots=True)
class Apply:
    operator: Operator
    span: Span

    def __call__(self, table: Table) -> None:
        right = table.numbers.pop()
        left = table.numbers.pop()
        table.numbers.append(apply(self.operator, left, right, self.span))


@dataclass(frozen=True, slots=True)
class Label:
    label: str

    def __call__(self, table: Table) -> None:
        table.parts.append(Part(self.label, table.numbers[-1]))


@dataclass(frozen=True, slots=True)
class Mark:
    """Remember where a member of a group begins."""

    def __call__(self, table: Table) -> None:
        table.marks.append((len(table.dice), len(table.parts)))


@dataclass(frozen=True, slots=True)
class Choose:
    """The sum of the members of a group that are kept; dice and labels of others are dropped."""

    members: int
    keeps: tuple[Keep, ...]
    span: Span

    def __call__(self, table: Table) -> None:
        values = table.take(self.members)
        live = list(range(self.members))
        for rule in self.keeps:
            order, stay = ranked(values, live, rule)
            live = sorted(order[:stay])
            if rule.keep and rule.count > len(order):
                table.warn("keeps_all")
        self._drop(table, set(live))
        table.numbers.append(within(sum(values[index] for index in live), self.span))

    def _drop(self, table: Table, live: set[int]) -> None:
        """Go from the last member to the first, so that places in the lists stay what they were."""
        dice_end, parts_end = len(table.dice), len(table.parts)
        for index in reversed(range(self.members)):
            dice, parts = table.marks.pop()
            if index not in live:
                table.dice[dice:dice_end] = map(dropped, table.dice[dice:dice_end])
                del table.parts[parts:parts_end]
            dice_end, parts_end = dice, parts
