"""Whether the rows and numbers of a ruleset make a game together.

Each may make sense alone; refusals point to the row or number that does not go with the others.
"""

from collections.abc import Iterator

from majokko_rules.errors import InvalidValue
from majokko_rules.rulesets import Row, Ruleset, Table
from majokko_rules.values import escape, integer

_BOUNDS = {
    "markers": (1, 20),
    "redeal_heads": (2, 100),
    "cleanse_most": (1, 9),
    "points_part": (0, 99),
    "points_head": (0, 99),
    "points_walpurgis": (0, 99),
}
_HAND = (1, 10)
_FEWEST_PLAYERS = 2
_LAST_WITCH = 9
_LAST_PART = 4
_OPTIONAL = "qb"


def check(ruleset: Ruleset) -> None:
    """Refuse what nobody could play by.

    Raises InvalidValue, which points into a ruleset file.
    """
    _check_numbers(ruleset)
    _check_counted(ruleset["parts"], _LAST_PART)
    _check_counted(ruleset["witches"], _LAST_WITCH)
    _check_girls(ruleset)
    _check_hands(ruleset)
    _check_combos(ruleset)
    _check_ranks(ruleset)


def _check_numbers(ruleset: Ruleset) -> None:
    for name, (least, most) in _BOUNDS.items():
        integer(ruleset.numbers[name], f"/numbers/{name}", least, most)
    for place, hand in enumerate(_hands(ruleset)):
        integer(hand, f"/numbers/hands/{place}", *_HAND)


def _hands(ruleset: Ruleset) -> tuple[int, ...]:
    hands = ruleset.numbers["hands"]
    assert isinstance(hands, tuple)
    return hands


def _check_counted(table: Table, last: int) -> None:
    """Refuse rows that do not have the numbers from 1 to the last, once each."""
    taken: set[int] = set()
    for row in table.rows.values():
        if row["number"] in taken:
            pointer = _at(table, row, "number")
            raise InvalidValue("value_taken", pointer=pointer, value=row["number"])
        taken.add(row["number"])
    for number in range(1, last + 1):
        if number not in taken:
            raise InvalidValue("value_missing", pointer=f"/tables/{table.name}", value=number)


def _check_girls(ruleset: Ruleset) -> None:
    """Refuse a game that no girl has to be completed in, or whose no. 9 none of them can beat.

    Whoever writes QB's row anew easily forgets that it is optional.
    """
    girls = ruleset["girls"]
    if not _always(ruleset):
        raise InvalidValue("needs_one_without", pointer="/tables/girls", name="option")
    if "option" not in girls[_OPTIONAL].fields:
        raise InvalidValue("required", pointer=_at(girls, girls[_OPTIONAL], "option"))
    if not any(row.get("beats_last") for row in girls.rows.values()):
        raise InvalidValue("needs_one_with", pointer="/tables/girls", name="beats_last")


def _always(ruleset: Ruleset) -> list[Row]:
    """Return the girls that no option takes out of the game."""
    return [row for row in ruleset["girls"].rows.values() if not row.get("option")]


def _check_hands(ruleset: Ruleset) -> None:
    """Refuse hands that leave nothing of the smallest deck to draw."""
    deck = sum(sum(row["counts"]) for row in _always(ruleset)) + ruleset["wilds"]["all"]["count"]
    for place, hand in enumerate(_hands(ruleset)):
        players = place + _FEWEST_PLAYERS
        integer(hand, f"/numbers/hands/{place}", *_HAND)
        integer(hand, f"/numbers/hands/{place}", 1, (deck - 1) // players)


def _check_combos(ruleset: Ruleset) -> None:
    table, witches = ruleset["combos"], ruleset["witches"].rows
    for row in table.rows.values():
        if row.get("witch", next(iter(witches))) not in witches:
            choices = ", ".join(witches)
            pointer = _at(table, row, "witch")
            raise InvalidValue("not_a_choice", pointer=pointer, choices=choices)


def _check_ranks(ruleset: Ruleset) -> None:
    """Refuse scores that have two ranks, or none."""
    table, reached = ruleset["ranks"], 0
    for row in _in_order(table):
        if row["from"] < reached:
            pointer = _at(table, row, "from")
            raise InvalidValue("range_overlaps", pointer=pointer, value=row["from"])
        if row["from"] > reached:
            raise InvalidValue("range_gap", pointer="/tables/ranks", value=reached)
        reached = row["to"] + 1
    if reached <= highest_score(ruleset):
        raise InvalidValue("range_gap", pointer="/tables/ranks", value=reached)


def _in_order(table: Table) -> Iterator[Row]:
    for row in sorted(table.rows.values(), key=lambda row: (row["from"], row["to"])):
        if row["to"] < row["from"]:
            raise InvalidValue("range_backwards", pointer=_at(table, row, "to"))
        yield row


def highest_score(ruleset: Ruleset) -> int:
    """Return what a game with all girls brings at most.

    A combo may ask for a witch who lies face up while no. 9 is beaten; that is possible.
    """
    numbers = ruleset.numbers
    part, head, walpurgis = (numbers[f"points_{each}"] for each in ("part", "head", "walpurgis"))
    assert isinstance(part, int)
    assert isinstance(head, int)
    assert isinstance(walpurgis, int)
    girl = (_LAST_PART - 1) * part + head
    combos: int = sum(row["points"] for row in ruleset["combos"].rows.values())
    return girl * len(ruleset["girls"].rows) + walpurgis + combos


def _at(table: Table, row: Row, field: str) -> str:
    return f"/tables/{table.name}/{escape(row.key)}/{field}"
