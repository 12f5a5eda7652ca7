"""The written rule cases: pools, commands, saves, and the numbers of a sheet."""

from collections.abc import Mapping
from typing import Any

import pytest

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.errors import RuleError
from majokko_rules.results import Result
from majokko_rules.systems.infinite import damage, multipliers, sheets
from majokko_rules.systems.infinite.checks import Single
from majokko_rules.systems.infinite.outcome import InfiniteOutcome
from tests.support.vectors import Vector, vectors


def asked(row: Vector) -> questions.Question:
    dp, again, _faces = row.args
    return questions.of_check({"system": "infinite", "dp": dp, "again": again, **row.kw})


def rolled(question: questions.Question, row: Vector) -> Result:
    dice = Scripted(row.args[2])
    result = question.roll(dice)
    dice.finish()
    return result


def shown(result: Result) -> Mapping[str, Any]:
    outcome = result.outcome
    assert isinstance(outcome, InfiniteOutcome)
    return {
        "natural": outcome.natural,
        "final": outcome.successes,
        "botch": outcome.dramatic_failure,
        "rounds": [list(faces) for faces in outcome.rounds],
    }


@pytest.mark.parametrize("row", vectors("infinite", "inf_roll"))
def test_a_pool_counts_its_rounds(row: Vector) -> None:
    result = rolled(asked(row), row)

    assert shown(result).items() >= row.expect.items()
    assert result.total == shown(result)["final"]


SAID = [row for row in vectors("infinite", "inf_roll") if row.values[0].args[0] >= 0]
"""Pools of fewer than no dice are for checks only."""


@pytest.mark.parametrize("row", SAID)
def test_the_normal_form_of_a_pool_asks_the_same(row: Vector) -> None:
    question = asked(row)
    again = questions.of_notation(question.notation)

    assert rolled(again, row) == rolled(question, row)


@pytest.mark.parametrize("row", vectors("infinite", "inf_ww"))
def test_a_command_is_read_by_the_grammar(row: Vector) -> None:
    (text,) = row.args
    if row.expect == "error":
        with pytest.raises(RuleError) as caught:
            questions.of_notation(text)
        assert caught.value.position is not None
        return
    check = questions.of_notation(text)
    assert isinstance(check, Single)
    pool = check.pool
    read = {"X": pool.dice, "Y": pool.again, "K": pool.line, "M": pool.sides, "Z": pool.bonus}

    assert read.items() >= row.expect.items()


@pytest.mark.parametrize("row", vectors("infinite", "inf_save"))
def test_each_success_of_a_save_takes_a_point_off(row: Vector) -> None:
    effect, successes = row.args
    question = questions.of_check(
        {"system": "infinite", "kind": "save", "effect": effect, "dp": successes}
    )
    result = question.roll(Scripted([8] * successes))
    outcome = result.outcome

    assert isinstance(outcome, InfiniteOutcome)
    assert damage.left_after(effect, successes) == result.total == outcome.left == row.expect


@pytest.mark.parametrize("row", vectors("infinite", "inf_mult"))
def test_multipliers_merge(row: Vector) -> None:
    assert multipliers.merge(*row.args, **row.kw) == row.expect


@pytest.mark.parametrize("row", vectors("infinite", "inf_attr"))
def test_an_attribute_gives_bonus_successes(row: Vector) -> None:
    assert sheets.attribute_successes(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("infinite", "inf_skill_new"))
def test_a_skill_gives_bonus_successes_in_the_newest_edition(row: Vector) -> None:
    assert sheets.skill_successes(*row.args) == row.expect


@pytest.mark.parametrize("row", vectors("infinite", "inf_skill_235"))
def test_a_skill_gives_bonus_successes_in_2_35(row: Vector) -> None:
    assert sheets.skill_successes(row.args[0], "2.35") == row.expect


@pytest.mark.parametrize("row", vectors("infinite", "inf_track"))
def test_damage_worsens_wounds(row: Vector) -> None:
    hit_points, hits = row.args
    track = damage.DamageTrack.of(hit_points)
    for points, severity in hits:
        track = track.hit(points, severity)

    assert {"ok": track.intact, "B": track.B, "L": track.L, "A": track.A} == row.expect
