"""The tables of creation say what the rules say."""

from collections import Counter
from typing import Any

import pytest

from majokko_rules.rulesets import Grant, MaximumBonus, Row, StatBonus
from majokko_rules.systems.amgc import SYSTEM, combat
from tests.rules.amgc.ruleset import AMGC, PAGE, bonuses, printed
from tests.support.vectors import Vector, vectors

CHOSEN_BY_DICE = ("specialisation", "weapon", "outfit")


# --- what a roll chooses


@pytest.mark.parametrize("row", vectors("amgc", "am_age"))
def test_the_last_digit_gives_the_age(row: Vector) -> None:
    assert AMGC["ages"].rolled(*row.args)["age"] == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_body"))
def test_a_roll_chooses_the_body(row: Vector) -> None:
    assert AMGC["bodies"].rolled(*row.args).key == row.expect


@pytest.mark.parametrize("row", vectors("amgc", *(f"am_{step}" for step in CHOSEN_BY_DICE)))
def test_a_roll_chooses_the_row_of_its_step(row: Vector) -> None:
    table = AMGC["steps"][row.op.removeprefix("am_")]["table"]

    assert AMGC[table].rolled(*row.args).key == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_column"))
def test_a_specialisation_stands_in_its_column(row: Vector) -> None:
    assert AMGC["specialisations"].rolled(*row.args)["column"] == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_perk"))
def test_a_roll_chooses_the_perk_of_a_column(row: Vector) -> None:
    face, column = row.args

    assert AMGC["perks"].rolled(face, column).key == row.expect


def told(bonus: StatBonus) -> str:
    """Write a bonus as the fixture does: `MAG/AGI+1†`."""
    every = bonus.stats == AMGC.vocabulary.stats
    stats = bonus.of or ("any" if every else "/".join(bonus.stats))
    return f"{stats}{bonus.plus:+}{'†' if bonus.both_forms else ''}"


@printed
def test_a_row_is_the_printed_one(line: dict[str, Any]) -> None:
    table = AMGC[line["table"]]
    row = table.rolled(line["roll"], line["column"] if table.per else None)

    assert row.key == line["key"]
    assert row.get("column") == line["column"]
    assert min(row.roll) == line["roll"]
    assert " ".join(map(told, bonuses(row))) == line["stats"]
    assert row.confidence == line["confidence"]


def test_every_printed_row_is_there_and_no_other() -> None:
    printed_rows = Counter(line["table"] for line in PAGE)

    assert {name: len(AMGC[name].rows) for name in printed_rows} == printed_rows
    assert (printed_rows["specialisations"], printed_rows["powers"]) == (20, 20)
    assert Counter(row["column"] for row in AMGC["perks"].rows.values()) == {1: 20, 2: 20, 3: 20}


def test_columns_of_specialisations_go_by_threes_but_for_the_last() -> None:
    columns = {row.roll[0]: row["column"] for row in AMGC["specialisations"].rows.values()}

    assert columns.pop(20) == 3
    assert columns == {face: (face - 1) % 3 + 1 for face in range(1, 20)}


@pytest.mark.parametrize("row", AMGC["specialisations"].rows.values(), ids=lambda row: row.key)
def test_a_specialisation_brings_four_points(row: Row) -> None:
    """All but the last, which brings another one."""
    total = sum(bonus.plus for bonus in bonuses(row))

    assert total == 4 or row.effects == (Grant("corruption"),)


def test_a_power_brings_one_point_but_for_twins() -> None:
    totals = {row.key: sum(b.plus for b in bonuses(row)) for row in AMGC["powers"].rows.values()}

    assert totals.pop("twin_soul") == 0
    assert set(totals.values()) == {1}


def test_an_oddball_raises_three_different_stats() -> None:
    assert all(bonus.other for bonus in bonuses(AMGC["specialisations"]["oddball"]))


def test_only_bodies_and_marked_perks_count_in_both_forms() -> None:
    both = {
        (table.name, row.key)
        for table in AMGC.tables.values()
        for row in table.rows.values()
        if any(bonus.both_forms for bonus in bonuses(row))
    }

    assert {key for name, key in both if name == "bodies"} == set(AMGC["bodies"].rows)
    assert {key for name, key in both if name != "bodies"} == {
        "martial_training", "gifted", "flexibility", "enhanced_sustenance", "sorcery",
        "closure", "fated", "masculinity", "a_way_out",
    }  # fmt: skip


# --- what belongs to a weapon or an outfit


def test_each_weapon_has_four_masteries_to_choose_from() -> None:
    masteries = Counter(row["weapon"] for row in AMGC["masteries"].rows.values())

    assert masteries == dict.fromkeys(AMGC["weapons"].rows, 4)


def test_each_outfit_has_three_boosts_and_one_is_everybodys() -> None:
    boosts = AMGC["boosts"].rows
    counts = Counter(outfit for row in boosts.values() for outfit in row["outfits"])

    assert counts == dict.fromkeys(AMGC["outfits"].rows, 3)
    assert boosts["determination"]["outfits"] == tuple(AMGC["outfits"].rows)
    assert all(len(row["outfits"]) == 1 for key, row in boosts.items() if key != "determination")


@pytest.mark.parametrize(
    ("table", "key", "sp"), [("boosts", "reinforced", 2), ("perks", "eternal_style", 1)]
)
def test_some_rows_raise_the_shield(table: str, key: str, sp: int) -> None:
    assert AMGC[table][key].effects == (MaximumBonus("SP", sp),)


# --- dice and coins


def test_the_dice_of_a_creation_fall_in_the_order_of_the_steps() -> None:
    dice = {key: row["dice"] for key, row in AMGC["steps"].rows.items()}

    assert dice == {
        "age": 1, "body": 1, "specialisation": 1, "weapon": 1, "outfit": 1, "power": 1,
        "perks": 6, "stats": 0,
    }  # fmt: skip
    assert AMGC["steps"]["perks"]["columns"] == (1, 1, 2, 2, 3, 3)


@pytest.mark.parametrize("key", ["age", "body", "specialisation", "weapon", "outfit", "power"])
def test_every_step_with_a_die_has_a_table_for_a_d20(key: str) -> None:
    assert AMGC[AMGC["steps"][key]["table"]].die == 20


def test_there_are_eight_coins_and_an_ally_has_three() -> None:
    coins = AMGC["coins"].rows

    assert {key: row["count"] for key, row in coins.items()} == {
        "gold": 1,
        "silver": 3,
        "bronze": 4,
    }
    assert {key: row["ally"] for key, row in coins.items()} == {"gold": 0, "silver": 1, "bronze": 2}


PRICES: list[tuple[str, str, list[tuple[str, Any]]]] = [
    ("age", "bronze", [("any", None)]),
    ("age", "silver", [("bounded", None)]),
    ("age", "gold", []),
    ("body", "bronze", [("any", None)]),
    ("body", "silver", []),
    ("body", "gold", []),
    ("specialisation", "bronze", [("shift", (1,))]),
    ("specialisation", "silver", [("column", None), ("corrupt", None)]),
    ("specialisation", "gold", [("other", None)]),
    ("weapon", "bronze", [("shift", (5,))]),
    ("weapon", "silver", [("other", None)]),
    ("weapon", "gold", [("second", None)]),
    ("outfit", "bronze", [("shift", (4,))]),
    ("outfit", "silver", [("other", None)]),
    ("outfit", "gold", []),
    ("power", "bronze", [("shift", (1, 2))]),
    ("power", "silver", [("other", None)]),
    ("power", "gold", [("second", None)]),
    ("perks", "bronze", [("move", None)]),
    ("perks", "silver", [("swap", None)]),
    ("perks", "gold", [("add", 2), ("class", None)]),
    ("stats", "bronze", [("points", (1,))]),
    ("stats", "silver", [("points", (2,)), ("points", (1, 1))]),
    ("stats", "gold", [("points", (4,)), ("points", (2, 2))]),
]


@pytest.mark.parametrize(("step", "coin", "uses"), PRICES)
def test_a_coin_buys_what_the_rules_say(step: str, coin: str, uses: list[tuple[str, Any]]) -> None:
    found = [
        (row["use"], row.get("by") or row.get("count") or row.get("plus"))
        for row in AMGC["prices"].rows.values()
        if (row["step"], row["coin"]) == (step, coin)
    ]

    assert found == uses


@pytest.mark.parametrize("row", vectors("amgc", "am_stat_points"))
def test_all_coins_in_stats_bring_so_many_points(row: Vector) -> None:
    prices = AMGC["prices"]
    points = {coin: sum(prices[f"stats_{coin}"]["plus"]) for coin in AMGC["coins"].rows}

    assert sum(points[coin] * count for coin, count in row.args[0].items()) == row.expect


# --- companions


def test_a_twin_throws_three_dice_and_shares_the_rest() -> None:
    twin = AMGC["companions"]["twin"]

    assert twin["dice"] == ("specialisation", "weapon", "outfit")
    assert {"age", "body", "stats", "power"} <= set(twin["shares"])
    shared = [key for key, row in AMGC["perks"].rows.items() if row.get("shared")]
    assert [key for key in shared if not key.endswith("_artifact")] == ["ally"]
    assert len(shared) == 6


@pytest.mark.parametrize("key", ["split", "merged"])
def test_twins_lose_what_a_setting_says(key: str) -> None:
    setting = AMGC.settings[AMGC["twin_forms"][key]["penalty"]]

    assert setting.default == {"split": -2, "merged": -1}[key]


def test_an_ally_throws_nine_dice_however_they_are_read() -> None:
    assert set(AMGC["ally_dice"].rows) == set(AMGC.settings["ally_dice"].shape.choices)
    for row in AMGC["ally_dice"].rows.values():
        assert len(row["steps"]) + len(row["perks"]) + row["monster_perks"] == 9


def test_an_ally_has_less_than_a_girl() -> None:
    ally = AMGC["companions"]["ally"]

    assert ally["without"] == ("mastery", "boost", "ally", "familiar")
    assert set(ally["refused"]) <= set(AMGC["perks"].rows)
    assert AMGC["ally_kinds"]["monster_girl"]["monster_perks"] == {"chosen": 4, "rolled": 5}


def test_what_is_granted_as_a_companion_has_a_row() -> None:
    granted = {
        effect.grants
        for name in ("powers", "perks")
        for row in AMGC[name].rows.values()
        for effect in row.effects
        if isinstance(effect, Grant)
    }

    assert set(AMGC["companions"].rows) <= granted <= set(AMGC.vocabulary.grants)


# --- numbers that checks and fights know, too


@pytest.mark.parametrize("vit", range(20))
def test_derived_values_agree_with_combat(vit: int) -> None:
    hp, sp = AMGC["derived"]["HP"], AMGC["derived"]["SP"]

    assert vit * hp["times"] == combat.hit_points(vit)
    assert vit // sp["per"] + sp["renewable"] == combat.shield_points(vit)


@pytest.mark.parametrize("name", ["tie_hits", "fp_after", "fp_extra", "base_dice"])
def test_a_game_begins_with_the_defaults_of_a_check(name: str) -> None:
    assert AMGC.settings[name].default == SYSTEM.form.fields[name].default


def test_every_injury_takes_its_faces() -> None:
    faces = {key: row.roll for key, row in AMGC["injuries"].rows.items()}

    assert faces["knocked_out"] == (20,)
    assert faces["paralysed"] == (2, 3)
    assert all(combat.injury(face) == key for key, row in faces.items() for face in row)


# --- settings

SETTINGS: list[tuple[str, object, str]] = [
    ("base", 4, "sheets"),
    ("transformed", 1, "sheets"),
    ("age_least", 1, "reading"),
    ("age_most", 999, "reading"),
    ("body_bronze", "body", "reading"),
    ("shift_wraps", False, "reading"),
    ("duplicate_perks", "next", "reading"),
    ("perk_columns", "two_each", "reading"),
    ("second_weapon_stats", False, "reading"),
    ("second_power_stats", True, "reading"),
    ("repeat_uses", True, "reading"),
    ("oddball_approval", True, "text"),
    ("ally_dice", "nine", "reading"),
    ("twin_split", -2, "sheets"),
    ("twin_merged", -1, "house"),
    ("mode", "cake_and_candy", "text"),
    ("base_dice", 0, "text"),
    ("threshold_penalties", (-1, -2, -3), "house"),
    ("sp_rounding", "down", "reading"),
    ("tie_hits", True, "reading"),
    ("sp_absorbs", "net", "reading"),
    ("injury_table", True, "text"),
    ("fp_after", False, "reading"),
    ("fp_extra", False, "reading"),
    ("fp_limit", 0, "text"),
]


def test_settings_begin_as_the_rules_are_read() -> None:
    found = [(name, each.default, each.basis) for name, each in AMGC.settings.items()]

    assert sorted(found) == sorted(SETTINGS)


def test_modes_of_play_are_those_that_effects_speak_of() -> None:
    assert AMGC.settings["mode"].shape.choices == AMGC.vocabulary.modes
