"""The tables of creation tell what is known from what is made up, and from what nobody knows."""

from collections import Counter
from pathlib import Path

import pytest

from majokko_rules.rulesets import MaximumBonus, StatBonus, Table
from tests.rules.amgc.ruleset import AMGC, every_table

SOURCES = {"text", "roller", "sheets", "cyoa", "supplement"}
HOUSE = {
    "specialisations": {"fire", "air", "sound", "light", "wood", "stone", "beast"},
    "powers": {
        "teleportation", "hammerspace", "copycat", "nullification", "prime", "focus_fire",
        "avenger", "duplication", "avatar", "size_change", "invulnerable", "tentacles",
    },
    "twin_forms": {"merged"},
}  # fmt: skip
"""Rows whose numbers we made up, at least in part."""


@every_table
def test_every_row_names_its_sources(table: Table) -> None:
    sources = {source for row in table.rows.values() for source in row.source.split(", ")}

    assert sources <= SOURCES


@every_table
def test_numbers_that_we_made_up_are_marked(table: Table) -> None:
    marked = {key for key, row in table.rows.items() if row.confidence == "house"}

    assert marked == HOUSE.get(table.name, set())
    assert marked == {key for key, row in table.rows.items() if "stat" in row.house}


NOTHING_KNOWN = {
    "masteries": 10,
    "boosts": 4,
    "perks": 17,
    "monster_perks": 10,
    "monster_motivations": 6,
}
"""Rows of each table that are names, or places, and no more."""


@every_table
def test_a_row_without_any_known_effect_says_that_nobody_knows(table: Table) -> None:
    blank = {key for key, row in table.rows.items() if row.confidence == "unknown"}

    assert len(blank) == NOTHING_KNOWN.get(table.name, 0)
    assert all(not table[key].effects and "effect" in table[key].unknown for key in blank)


MORE_THAN_THEIR_EFFECT = {"duplication", "eternal_style"}
"""Something is known of them, but not what they do in play."""


@pytest.mark.parametrize("name", ["masteries", "boosts", "powers", "perks", "monster_perks"])
def test_an_effect_is_told_or_unknown(name: str) -> None:
    """A row that has no more than a point to give says so."""
    for key in AMGC[name].rows.keys() - MORE_THAN_THEIR_EFFECT:
        row = AMGC[name][key]
        more = [effect for effect in row.effects if not isinstance(effect, StatBonus)]

        assert bool(more) != ("effect" in row.unknown), key


def test_nobody_tells_untransformed_rewards_spells_and_combat_skills() -> None:
    specialisations = AMGC["specialisations"].rows
    silent = {key for key, row in specialisations.items() if "untransformed" in row.unknown}
    spells = {key for key, row in specialisations.items() if "spells" in row.unknown}

    assert set(specialisations) - silent == {"dmg"}
    assert set(specialisations) - spells == {"dmg", "oddball"}
    assert all("combat_skills" in row.unknown for row in AMGC["weapons"].rows.values())


def test_unknown_is_never_nothing() -> None:
    amounts = {
        effect.plus
        for table in AMGC.tables.values()
        for row in table.rows.values()
        for effect in row.effects
        if isinstance(effect, StatBonus | MaximumBonus)
    }

    assert 0 not in amounts


def test_most_monster_perks_have_a_face_of_our_own() -> None:
    given = {key for key, row in AMGC["monster_perks"].rows.items() if "roll" not in row.house}
    named = {key for key in given if "name" not in AMGC["monster_perks"][key].house}

    assert {key: AMGC["monster_perks"][key].roll for key in named} == {
        "bile": (7,),
        "cursed": (14,),
        "diehard": (16,),
    }


COLUMNS = ("confirmed", "roller", "inferred", "fallback", "house", "unknown")
DOCS = Path(__file__).parents[3].joinpath("docs", "systems", "amgc.md").read_text("utf-8")


@every_table
def test_the_page_counts_how_sure_a_table_is(table: Table) -> None:
    counts: Counter[str] = Counter(row.confidence for row in table.rows.values())
    cells = [str(counts[column] or "–") for column in COLUMNS]

    assert f"| `{table.name}` | {len(table.rows)} | {' | '.join(cells)} |" in DOCS


@pytest.mark.parametrize(("name", "keys"), HOUSE.items())
def test_the_page_lists_what_we_made_up(name: str, keys: set[str]) -> None:
    for key in keys:
        assert AMGC.names.row(name, key, "en") in DOCS
