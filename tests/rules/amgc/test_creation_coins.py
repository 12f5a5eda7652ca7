"""What each coin buys at each step, and what it does not."""

import pytest

from majokko_rules.creation import Because
from tests.rules.amgc.girls import begun, offered, open_choices, options, take, value
from tests.rules.amgc.ruleset import AMGC

ROWS = {
    "body": "body",
    "specialisation": "specialisation",
    "weapon": "weapons",
    "outfit": "outfit",
    "power": "powers",
}


@pytest.mark.parametrize("age", [8, 17])
def test_bronze_buys_any_age_of_the_table(age: int) -> None:
    draft = take(begun(), "age.bronze", age=age)

    assert (value(draft, "age"), value(draft, "coins.bronze")) == (age, 3)


@pytest.mark.parametrize("age", [1, 999])
def test_silver_buys_any_age_within_the_bounds_of_the_game_master(age: int) -> None:
    draft = take(begun(), "age.silver", age=age)

    assert (value(draft, "age"), value(draft, "coins.silver")) == (age, 2)


def test_the_game_master_sets_the_bounds() -> None:
    draft = begun({"age_least": 14, "age_most": 30})
    offer = next(each for each in draft.offers if each.id == "age.silver")

    assert (offer.pick[0].least, offer.pick[0].most) == (14, 30)  # type: ignore[union-attr]


def test_bronze_buys_any_body() -> None:
    draft = begun(body=3)

    assert options(draft, "body.bronze") == ("average", "overdeveloped")
    assert value(take(draft, "body.bronze", body="overdeveloped"), "body") == "overdeveloped"


def test_bronze_at_the_body_may_be_read_as_a_point() -> None:
    draft = begun({"body_bronze": "stat"})
    after = take(draft, "body.bronze.1", stat="AGI")

    assert "body.bronze" not in offered(draft)
    assert value(after, "stats.AGI") == value(draft, "stats.AGI") + 1
    assert value(after, "untransformed.AGI") == value(draft, "untransformed.AGI")
    assert value(after, "body") == value(draft, "body")


SHIFTS = [  # DMG is a specialisation only once another one is chosen
    ("specialisation", 8, "-1", "time"),
    ("specialisation", 8, "+1", "sound"),
    ("specialisation", 19, "+1", None),
    ("weapon", 4, "+5", "ranged"),
    ("weapon", 8, "-5", "melee"),
    ("weapon", 18, "-5", "mystic"),
    ("outfit", 4, "+4", "flowing"),
    ("outfit", 17, "-4", "uniform"),
    ("power", 7, "-2", "twin_soul"),
    ("power", 7, "-1", "nullification"),
    ("power", 7, "+1", "prime"),
    ("power", 7, "+2", "barrage"),
]


@pytest.mark.parametrize(("kind", "face", "by", "key"), SHIFTS)
def test_bronze_shifts_the_roll(kind: str, face: int, by: str, key: str | None) -> None:
    draft = take(begun(**{kind: face}), f"{kind}.shift.{by}")

    assert value(draft, ROWS[kind]) in (key, (key,))
    assert value(draft, "coins.bronze") == 3


@pytest.mark.parametrize(
    ("kind", "face", "by"),
    [
        ("specialisation", 1, "-1"),
        ("specialisation", 20, "+1"),
        ("weapon", 5, "-5"),
        ("weapon", 16, "+5"),
        ("outfit", 4, "-4"),
        ("outfit", 17, "+4"),
        ("power", 1, "-1"),
        ("power", 2, "-2"),
        ("power", 19, "+2"),
    ],
)
def test_a_shifted_roll_stays_on_the_die(kind: str, face: int, by: str) -> None:
    assert f"{kind}.shift.{by}" not in offered(begun(**{kind: face}))


@pytest.mark.parametrize(
    ("kind", "face", "by", "key"),
    [
        ("specialisation", 1, "-1", None),
        ("weapon", 20, "+5", "melee"),
        ("outfit", 2, "-4", "cosplay"),
        ("power", 19, "+2", "killing_blow"),
    ],
)
def test_a_shifted_roll_may_be_said_to_wrap(kind: str, face: int, by: str, key: str | None) -> None:
    draft = take(begun({"shift_wraps": True}, **{kind: face}), f"{kind}.shift.{by}")

    assert value(draft, ROWS[kind]) in (key, (key,))


def test_shifts_add_up() -> None:
    draft = begun(specialisation=8)
    for _ in range(3):
        draft = take(draft, "specialisation.shift.+1")

    assert value(draft, "specialisation") == "illusion"
    assert value(draft, "coins.bronze") == 1


def test_a_roll_is_shifted_from_where_silver_left_it() -> None:
    draft = take(begun(power=20), "power.other", power="hammerspace")

    assert value(take(draft, "power.shift.+1"), "powers") == ("copycat",)


@pytest.mark.parametrize("kind", ["weapon", "outfit", "power"])
def test_silver_buys_any_other_row(kind: str) -> None:
    draft = begun(**{kind: 9})
    having = value(draft, ROWS[kind])
    had = having[0] if isinstance(having, tuple) else having
    others = options(draft, f"{kind}.other")

    assert set(others) == set(AMGC[f"{kind}s"].rows) - {had}
    for key in others:
        found = value(take(draft, f"{kind}.other", **{kind: key}), ROWS[kind])
        assert found in (key, (key,))


def test_silver_buys_a_specialisation_of_the_same_column() -> None:
    draft = begun(specialisation=3)

    assert options(draft, "specialisation.column") == (
        "psychic", "sound", "light", "water", "beast", "dmg",
    )  # fmt: skip


def test_silver_corrupts_what_she_has() -> None:
    draft = take(begun(specialisation=16), "specialisation.corrupt")

    assert draft.sheet["corrupted"].value is True
    assert draft.sheet["corrupted"].because == (Because("coin", "specialisation.corrupt"),)
    assert value(draft, "specialisation") == "gravity"
    assert "specialisation.corrupt" not in offered(draft)


def test_another_specialisation_is_not_corrupted_of_itself() -> None:
    draft = take(begun(specialisation=16), "specialisation.corrupt")
    after = take(draft, "specialisation.shift.-1")

    assert value(after, "corrupted") is False


@pytest.mark.parametrize(("magic", "corrupted"), [("plain", False), ("corrupted", True)])
def test_gold_buys_any_specialisation_corrupted_or_not(magic: str, corrupted: bool) -> None:
    draft = begun(specialisation=16)
    after = take(draft, "specialisation.other", specialisation="water", magic=magic)

    assert set(options(draft, "specialisation.other")) == set(AMGC["specialisations"].rows) - {
        "gravity"
    }
    assert (value(after, "specialisation"), value(after, "corrupted")) == ("water", corrupted)


def test_gold_buys_a_second_weapon_with_its_mastery() -> None:
    draft = take(begun(weapon=20), "weapon.second", weapon="melee")
    chosen = take(draft, "weapon.melee.mastery", mastery="aerodynamic")
    both = take(chosen, "weapon.fists.mastery", mastery="focus")

    assert value(draft, "weapons") == ("fists", "melee")
    assert {"weapon.fists.mastery", "weapon.melee.mastery"} <= set(open_choices(draft))
    assert value(both, "masteries") == ("focus", "aerodynamic")


def test_a_second_weapon_brings_its_stats_by_a_setting_only() -> None:
    for brings in (False, True):
        before = begun({"second_weapon_stats": brings}, weapon=20)
        after = take(before, "weapon.second", weapon="melee")

        assert value(after, "stats.VIT") - value(before, "stats.VIT") == brings


def test_gold_buys_a_second_power_with_its_stat() -> None:
    before = begun(power=15)
    after = take(before, "power.second", power="regeneration")

    assert value(after, "powers") == ("third_eye", "regeneration")
    assert value(after, "stats.VIT") == value(before, "stats.VIT") + 1


def test_the_stat_of_a_second_power_is_a_setting() -> None:
    before = begun({"second_power_stats": False}, power=15)
    after = take(before, "power.second", power="regeneration")

    assert value(after, "stats.VIT") == value(before, "stats.VIT")


def test_her_two_weapons_and_powers_are_never_the_same() -> None:
    weapons = take(begun(weapon=20), "weapon.second", weapon="mystic")
    powers = take(begun(power=15), "power.second", power="avatar")

    assert "mystic" not in options(weapons, "weapon.other")
    assert "weapon.shift.-5" not in offered(weapons)
    assert "avatar" not in options(powers, "power.other")
    assert "power.shift.-1" not in offered(powers)


def test_every_use_of_a_coin_has_its_price() -> None:
    """A girl with all that coins can change is offered all that is printed."""
    draft = take(
        begun(perk_4=16, specialisation=8, power=10), "familiar.first", **{"class": "attack"}
    )
    cost = {
        offer.id.partition(".shift")[0].partition(".move")[0]: next(iter(offer.cost))
        for offer in draft.offers
        if offer.cost
    }

    assert cost == {
        "age.bronze": "bronze",
        "age.silver": "silver",
        "body.bronze": "bronze",
        "specialisation": "bronze",
        "specialisation.column": "silver",
        "specialisation.corrupt": "silver",
        "specialisation.other": "gold",
        "weapon": "bronze",
        "weapon.other": "silver",
        "weapon.second": "gold",
        "outfit": "bronze",
        "outfit.other": "silver",
        "power": "bronze",
        "power.other": "silver",
        "power.second": "gold",
        "perk": "bronze",
        "perk.swap": "silver",
        "perk.add": "gold",
        "familiar.class": "gold",
        "stats.bronze.1": "bronze",
        "stats.silver.2": "silver",
        "stats.silver.1+1": "silver",
        "stats.gold.4": "gold",
        "stats.gold.2+2": "gold",
    }


def test_one_use_at_each_step_is_a_setting() -> None:
    draft = take(begun({"repeat_uses": False}), "age.bronze", age=9)

    assert not {"age.bronze", "age.silver"} & offered(draft)
    assert {"body.bronze", "weapon.other"} <= offered(draft)
    assert {"age.bronze", "age.silver"} <= offered(take(begun(), "age.bronze", age=9))
    points = take(draft, "stats.bronze.1", stat="STR")
    assert "stats.bronze.1" in offered(points)


def test_coins_that_are_left_stay_on_the_sheet() -> None:
    sheet = begun().sheet

    assert sheet["coins.gold"].because == (Because("rule", "coins", 1),)
    assert [sheet[f"coins.{coin}"].value for coin in ("gold", "silver", "bronze")] == [1, 3, 4]
