"""The ruleset that ships with the rules, and what its tests ask of it."""

import json
from pathlib import Path

import pytest

from majokko_rules.rulesets import Row, Ruleset, StatBonus, builtin
from majokko_rules.systems.amgc import SYSTEM

AMGC: Ruleset = builtin.load(SYSTEM.id, SYSTEM.package, "creation")
PAGE = json.loads(
    Path(__file__).parents[2].joinpath("fixtures", "amgc_tables.json").read_text("utf-8")
)
"""The printed tables: column, first face, names, stats, and how sure they are."""

printed = pytest.mark.parametrize("line", PAGE, ids=[f"{x['table']} {x['english']}" for x in PAGE])
every_table = pytest.mark.parametrize("table", AMGC.tables.values(), ids=AMGC.tables)


def bonuses(row: Row) -> list[StatBonus]:
    return [effect for effect in row.effects if isinstance(effect, StatBonus)]
