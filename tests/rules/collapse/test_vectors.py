"""The written rule cases: checks, sanity, and what follows for girls, weapons and things."""

import pytest

from majokko_rules.results import Result
from majokko_rules.systems.collapse import combat, derived, levels, objects, sanity
from tests.rules.collapse.asked import asked, rolled, told
from tests.support.vectors import Vector, vectors


def verdict(result: Result) -> str:
    """Say what a single check knows: success or failure, and the two ends of the scale."""
    outcome = told(result)
    if outcome.critical or outcome.fumble:
        return "critical" if outcome.critical else "fumble"
    return "success" if outcome.success else "failure"


@pytest.mark.parametrize("row", vectors("collapse", "mc_check"))
def test_a_check_succeeds_at_or_under_its_target(row: Vector) -> None:
    value, roll, *difficulty = row.args
    check = asked(value=value, difficulty=difficulty[0] if difficulty else "regular")

    assert verdict(rolled(check, [roll])) == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_target"))
def test_a_difficulty_divides_the_value(row: Vector) -> None:
    value, difficulty = row.args
    outcome = told(rolled(asked(value=value, difficulty=difficulty), [50]))

    assert outcome.target == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_bonus"))
def test_an_extra_die_offers_another_tens_digit(row: Vector) -> None:
    roll, tens = row.args
    result = rolled(asked(value=50, **row.kw), [roll, *tens])

    assert result.total == told(result).roll == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_opposed"))
def test_the_better_level_wins_an_opposed_check(row: Vector) -> None:
    value_a, roll_a, value_b, roll_b = row.args
    check = asked(kind="opposed", sides=[{"value": value_a}, {"value": value_b}])
    outcome = told(rolled(check, [roll_a, roll_b]))
    winner = {0: "A", 1: "B", None: "tie"}[outcome.winner]
    shown = {"A": outcome.sides[0].level, "B": outcome.sides[1].level, "winner": winner}

    assert shown.items() >= row.expect.items()


@pytest.mark.parametrize("row", vectors("collapse", "mc_target_vs"))
def test_an_opponent_sets_the_difficulty(row: Vector) -> None:
    (opponent,) = row.args
    check = asked(value=60, opponent=opponent, physical=True)
    faces = [] if row.expect == "impossible" else [50]

    assert told(rolled(check, faces)).difficulty == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_limit"))
def test_girls_together_cannot_always_reach_a_roll(row: Vector) -> None:
    opponent, girls = row.args
    outcome = told(rolled(asked(kind="together", opponent=opponent, girls=girls), []))

    assert outcome.difficulty == outcome.level == row.expect["difficulty"]
    assert outcome.success is False


@pytest.mark.parametrize("row", vectors("collapse", "mc_sancheck"))
def test_a_sanity_check_rolls_under_what_emotion_leaves(row: Vector) -> None:
    emotion, roll = row.args
    check = asked(kind="sanity", emotion=emotion, loss="1/2")

    assert verdict(rolled(check, [roll])) == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_rd"))
def test_the_rd_variant_has_to_reach_a_class(row: Vector) -> None:
    skill, roll, dc = row.args

    assert verdict(rolled(asked(kind="rd", value=skill, dc=dc), [roll])) == row.expect


DERIVED = {
    "MPperRound": "MP_per_round",
    "SANcheck": "SAN_check",
    "lifePts": "life_points",
    "battlePts": "battle_points",
}


@pytest.mark.parametrize("row", vectors("collapse", "mc_derive"))
def test_values_follow_from_attributes(row: Vector) -> None:
    (given,) = row.args
    found = derived.derive(given)
    bonus = derived.damage_bonus(found["build"])
    shown = {name: found[DERIVED.get(name, name)] for name in row.expect if name != "DB"}

    assert {**shown, "DB": str(bonus)} == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_db"))
def test_a_strong_build_adds_damage(row: Vector) -> None:
    assert str(derived.damage_bonus(*row.args)) == row.expect


BONUS_FROM = {-2: (1, 32), -1: (33, 42), 0: (43, 62)}
DICE_FROM = {"+1d4": (63, 82), "+1d6": (83, 102), "+2d6": (103, 143), "+3d6": (144, 183)}
BANDS = {f"{flat:+}": band for flat, band in BONUS_FROM.items()} | DICE_FROM | {"+4d6": (184, 223)}


@pytest.mark.parametrize(("bonus", "band"), BANDS.items())
def test_the_damage_bonus_rises_at_its_borders(bonus: str, band: tuple[int, int]) -> None:
    assert {str(derived.damage_bonus(build)) for build in range(band[0], band[1] + 1)} == {bonus}


@pytest.mark.parametrize("row", vectors("collapse", "mc_gem"))
def test_a_soul_gem_clouds_as_sanity_falls(row: Vector) -> None:
    assert sanity.soul_gem(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_weapon"))
def test_a_weapon_hits_by_level_and_weight(row: Vector) -> None:
    damage, weight, level = row.args
    weapon = combat.Weapon(damage, weight)
    hit = combat.hit(weapon, level, base=row.kw.get("base", 0), bonus=row.kw.get("db", 0))
    shown = {"dmg": hit.damage, "wound": hit.wound, "cost": weapon.cost}

    assert shown.items() >= row.expect.items()


@pytest.mark.parametrize(
    ("weight", "level", "sides"),
    [(40, "regular", 14), (40, "hard", 7), (40, "extreme", 0), (40, "critical", 7)],
)
def test_a_level_says_which_die_the_damage_throws(weight: int, level: str, sides: int) -> None:
    assert combat.Weapon(14, weight).base_die(level) == sides


def test_a_super_heavy_weapon_doubles_and_adds_a_die() -> None:
    weapon = combat.Weapon(14, 90)
    hit = combat.hit(weapon, "critical", base=5, extra=6, bonus=-2)

    assert (weapon.cost, weapon.extra_die) == (8, 6)
    assert hit == combat.Hit(damage=(14 + 5) * 2 + 6 - 2, wound="light")


@pytest.mark.parametrize("row", vectors("collapse", "mc_objhp"))
def test_a_thing_lasts_by_material_and_weight(row: Vector) -> None:
    assert objects.hit_points(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("collapse", "mc_throw"))
def test_a_thrown_thing_hurts_and_is_hurt(row: Vector) -> None:
    weight, face, magical = row.args
    thrown = objects.throw(face, magical=magical)

    assert row.expect == {
        "die": objects.die(weight),
        "target": thrown.target,
        "object": thrown.thing,
    }


def test_every_level_has_its_rank() -> None:
    assert sorted(levels.LEVELS, key=levels.rank) == list(levels.LEVELS)
    assert [levels.succeeds(level) for level in levels.LEVELS] == [False] * 2 + [True] * 4
