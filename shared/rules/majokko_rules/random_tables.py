"""Tables that a GM writes: ranges of what dice show, each with a text or a further table.

A table is checked when it is written, so that rolling on it never fails: every value of its dice
lies in one row, and following rows comes to an end.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from majokko_rules import questions
from majokko_rules.chance import Chance
from majokko_rules.errors import BudgetExceeded, IllegalAction, InvalidValue
from majokko_rules.questions import Question
from majokko_rules.results import Result

MAX_ROWS = 1000
MAX_DEPTH = 8
"""Tables that one roll may pass through, the first included."""

_MAX_VALUES = 20_000


@dataclass(frozen=True, slots=True)
class Row:
    """What happens from `first` to `last`; `leads_to` is the id of the table rolled next."""

    first: int
    last: int
    text: str | None = None
    leads_to: str | None = None


@dataclass(frozen=True, slots=True)
class RandomTable:
    """`dice` is the normal form of a notation."""

    id: str
    name: str
    dice: str
    rows: tuple[Row, ...]

    def row(self, value: int) -> Row:
        return next(row for row in self.rows if row.first <= value <= row.last)


@dataclass(frozen=True, slots=True)
class Picked:
    """One row that a roll has led to, and the dice that did."""

    table: RandomTable
    row: Row
    result: Result


def read_dice(text: str) -> Question:
    """Read the dice of a table: a notation without a target, for one result.

    Raises RuleError, with a position in `text` where its words are at fault.
    """
    question = questions.of_notation(text)
    odds = question.odds()
    if question.times != 1 or odds.success is not None or odds.levels:
        raise InvalidValue("not_plain_dice")
    if odds.distribution.tail:
        raise InvalidValue("unbounded_dice")
    if len(odds.distribution.weights) > _MAX_VALUES:
        raise BudgetExceeded("odds_too_heavy", limit=_MAX_VALUES)
    return question


def check_rows(question: Question, rows: Sequence[Row]) -> None:
    """Refuse rows that do not cover each value of the dice once.

    >>> check_rows(read_dice("1d6"), [Row(1, 3, "tea"), Row(5, 6, "cake")])
    Traceback (most recent call last):
    majokko_rules.errors.InvalidValue: invalid_value.range_gap {'value': 4} at /rows None

    Raises InvalidValue.
    """
    values = sorted(question.odds().distribution.weights)
    covered = bytearray(len(values))
    for index, row in enumerate(rows):
        places = _places(values, row, f"/rows/{index}")
        twice = covered.find(1, places.start, places.stop)
        if twice >= 0:
            raise InvalidValue("range_overlaps", pointer=f"/rows/{index}", value=values[twice])
        covered[places] = b"\x01" * (places.stop - places.start)
    gap = covered.find(0)
    if gap >= 0:
        raise InvalidValue("range_gap", pointer="/rows", value=values[gap])


def _places(values: Sequence[int], row: Row, at: str) -> slice:
    """Return where in all values those of one row are."""
    if row.last < row.first:
        raise InvalidValue("range_backwards", pointer=f"{at}/to")
    first, beyond = bisect_left(values, row.first), bisect_right(values, row.last)
    if first == beyond:
        raise InvalidValue("range_empty", pointer=at)
    return slice(first, beyond)


def check_nesting(table: RandomTable, others: Mapping[str, RandomTable]) -> None:
    """Refuse a table that leads nowhere, back to where it was, or too deep.

    `others` are all tables there are, by id; `table` may stand for a new version of one of them.

    Raises InvalidValue, IllegalAction.
    """
    for index, row in enumerate(table.rows):
        if row.leads_to is not None and row.leads_to not in {*others, table.id}:
            raise InvalidValue("unknown_id", pointer=f"/rows/{index}/table")
    all_tables = {**others, table.id: table}
    deepest = _Depths(all_tables)
    for each in all_tables:
        if deepest.of(each) > MAX_DEPTH:
            raise IllegalAction("table_too_deep", pointer="/rows", limit=MAX_DEPTH)


class _Depths:
    """How many tables a roll on each may pass through; each is looked at once."""

    def __init__(self, tables: Mapping[str, RandomTable]) -> None:
        self._tables = tables
        self._known: dict[str, int] = {}
        self._under_way: set[str] = set()

    def of(self, name: str) -> int:
        if name in self._under_way:
            raise IllegalAction("table_cycle", pointer="/rows")
        if name not in self._known:
            self._under_way.add(name)
            below = {row.leads_to for row in self._tables[name].rows if row.leads_to}
            self._known[name] = 1 + max(map(self.of, below), default=0)
            self._under_way.remove(name)
        return self._known[name]


def roll(table: RandomTable, others: Mapping[str, RandomTable], chance: Chance) -> list[Picked]:
    """Roll on a table, and on those that its rows lead to."""
    picked: list[Picked] = []
    follow: RandomTable | None = table
    while follow:
        result = questions.of_notation(follow.dice).roll(chance)
        row = follow.row(result.total)
        picked.append(Picked(follow, row, result))
        follow = others[row.leads_to] if row.leads_to else None
    return picked
