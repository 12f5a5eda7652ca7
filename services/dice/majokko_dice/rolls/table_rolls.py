"""What a roll on a table asks of the dice: one draw through all tables that it leads to."""

from collections.abc import Mapping

from majokko_dice.rolls import requests
from majokko_dice.rolls.making import Thrown, Wanted
from majokko_dice.rolls.records import About, Named, RowFound
from majokko_dice.rolls.shapes import TableRollIn
from majokko_dice.rolls.texts import line
from majokko_dice.service import MAX_DRAWS
from majokko_rules import random_tables as rules
from majokko_rules.chance import Chance
from majokko_rules.errors import BudgetExceeded
from majokko_rules.random_tables import Picked, RandomTable
from majokko_rules.results import Result


def wanted(tables: Mapping[str, RandomTable], key: str, body: TableRollIn) -> Wanted:
    table = tables[key]
    said = {"notation": table.dice, "table": key}
    times = {} if body.times == 1 else {"times": body.times}
    return Wanted(
        throw=lambda chance: _throw(table, tables, body.times, chance),
        request=requests.canonical({**said, **times}),
        asked={"table": key, **times},
        faces=None if body.faces is None else tuple(body.faces),
        secret=body.secret,
        about=About(
            reason=None if body.reason is None else line(body.reason, "/reason"),
            table=Named(table.id, table.name),
        ),
    )


def _throw(
    table: RandomTable, tables: Mapping[str, RandomTable], times: int, chance: Chance
) -> Thrown:
    results: list[Result] = []
    rows: list[RowFound] = []
    dice = 0
    for _ in range(times):
        for picked in rules.roll(table, tables, chance):
            rows.append(_found(picked, len(results)))
            results.append(picked.result)
            dice += len(picked.result.dice)
        if dice > MAX_DRAWS:
            raise BudgetExceeded("too_many_draws", pointer="/times", limit=MAX_DRAWS)
    return Thrown(results, rows)


def _found(picked: Picked, place: int) -> RowFound:
    table, row = picked.table, picked.row
    return RowFound(place, Named(table.id, table.name), row.first, row.last, row.text)
