"""The written rule cases: checks, joint checks, and what may be declared."""

from collections.abc import Mapping
from typing import Any

import pytest

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.errors import IllegalAction
from majokko_rules.results import Result
from majokko_rules.systems.aaws import declared
from majokko_rules.systems.aaws.factors import Factors
from majokko_rules.systems.aaws.outcome import AawsOutcome
from tests.support.vectors import Vector, vectors


def shown(result: Result) -> Mapping[str, Any]:
    """Tell a result in the words of the cases, where a level carries its middle value."""
    outcome = result.outcome
    assert isinstance(outcome, AawsOutcome)
    tier = "" if outcome.tier is None else outcome.tier
    return {
        "value": outcome.value,
        "factors": outcome.rolled + outcome.fixed,
        "result": f"{outcome.level}{tier}",
    }


@pytest.mark.parametrize("row", vectors("aaws", "aw_check"))
def test_factors_add_up_to_the_target(row: Vector) -> None:
    approved, target = row.args
    faces = row.kw.get("dice", [])
    check = {
        "system": "aaws",
        "rolled": len(faces),
        "fixed": approved - len(faces),
        "anti": row.kw.get("anti", 0),
        "target": target,
        "tiers": "half" if row.kw.get("mid") else None,
    }
    dice = Scripted(faces)
    result = questions.of_check(check).roll(dice)
    dice.finish()

    assert shown(result).items() >= row.expect.items()
    assert result.total == row.expect["value"]


def joint(row: Vector) -> Mapping[str, Any]:
    units, target = row.args
    fixed = [{"fixed": unit["factors"]} for unit in units]
    check = {"system": "aaws", "kind": "joint", "units": fixed, "target": target}
    try:
        result = questions.of_check(check).roll(Scripted([]))
    except IllegalAction:
        return {"legal": False}
    return {"legal": True, **shown(result)}


@pytest.mark.parametrize("row", vectors("aaws", "aw_joint"))
def test_units_join_their_factors(row: Vector) -> None:
    assert joint(row).items() >= row.expect.items()


@pytest.mark.parametrize("row", vectors("aaws", "aw_joint"))
def test_a_joint_check_is_judged_after_all_have_declared(row: Vector) -> None:
    units = [declared.Unit(Factors(0, unit["factors"])) for unit in row.args[0]]

    assert (not list(declared.objections(units))) is row.expect["legal"]
    assert declared.joined(units).count == sum(unit["factors"] for unit in row.args[0])


@pytest.mark.parametrize("row", vectors("aaws", "aw_temp"))
def test_temporary_factors_are_limited(row: Vector) -> None:
    limited = declared.temporary(*row.args)

    assert {"accepted": limited.accepted, "rejected": limited.rejected} == row.expect


@pytest.mark.parametrize("row", vectors("aaws", "aw_register"))
def test_the_level_of_a_factor_limits_what_is_registered_under_it(row: Vector) -> None:
    level, registered, already = row.args

    assert {"legal": declared.may_register(level, registered, already=already)} == row.expect
