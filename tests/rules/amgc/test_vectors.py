"""The written rule cases: pools, successes, and what an attack does."""

from dataclasses import asdict

import pytest

from majokko_rules import systems
from majokko_rules.chance import Scripted
from majokko_rules.systems.amgc import combat, pool
from majokko_rules.systems.amgc.outcome import AmgcOutcome
from tests.support.vectors import Vector, vectors


@pytest.mark.parametrize("row", vectors("amgc", "am_pool"))
def test_half_the_stat_gives_the_pool(row: Vector) -> None:
    assert pool.size(*row.args, **row.kw) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_pool"))
def test_a_check_throws_the_pool_of_its_stat(row: Vector) -> None:
    check = systems.check({"system": "amgc", "stat": row.args[0], **row.kw}, {})
    result = check.roll(Scripted([7] * row.expect))

    assert len(result.dice) == row.expect
    assert result.total == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_successes"))
def test_faces_are_worth_successes(row: Vector) -> None:
    assert pool.successes(*row.args, **row.kw) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_successes"))
def test_a_check_counts_the_faces_it_is_given(row: Vector) -> None:
    faces = row.args[0]
    check = systems.check({"system": "amgc", "stat": 2 * len(faces), **row.kw}, {})
    dice = Scripted(faces)
    result = check.roll(dice)
    dice.finish()

    assert isinstance(result.outcome, AmgcOutcome)
    assert result.total == result.outcome.successes == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_hp"))
def test_vit_gives_hit_points(row: Vector) -> None:
    assert combat.hit_points(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_thresholds"))
def test_every_quarter_of_the_hit_points_is_a_threshold(row: Vector) -> None:
    assert list(combat.thresholds(*row.args)) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_sp"))
def test_vit_gives_shield_points(row: Vector) -> None:
    assert combat.shield_points(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_attack"))
def test_an_attack_goes_through_the_shield(row: Vector) -> None:
    assert asdict(combat.strike(*row.args, **row.kw)) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_injury"))
def test_a_d20_names_the_injury(row: Vector) -> None:
    assert combat.injury(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("amgc", "am_may_attack"))
def test_a_weapon_reaches_its_band(row: Vector) -> None:
    assert combat.may_attack(*row.args, **row.kw) is row.expect
