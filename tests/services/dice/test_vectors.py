"""The written rule cases, asked over REST with supplied dice."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.services.dice.faces import through_rest
from tests.support.vectors import Vector, vectors

Json = dict[str, Any]


def _collapse(faces: list[int], **check: object) -> Json:
    return {"check": {"system": "collapse", **check}, "faces": faces}


def _mc_check(row: Vector) -> Json:
    value, d100, *difficulty = row.args
    return _collapse([d100], value=value, difficulty=(*difficulty, "regular")[0])


def _mc_bonus(row: Vector) -> Json:
    d100, extra = row.args
    return _collapse([d100, *extra], value=50, **row.kw)


def _mc_opposed(row: Vector) -> Json:
    value_a, roll_a, value_b, roll_b = row.args
    sides = [{"value": value_a}, {"value": value_b}]
    return _collapse([roll_a, roll_b], kind="opposed", sides=sides)


def _mc_sancheck(row: Vector) -> Json:
    emotion, d100 = row.args
    return _collapse([d100], kind="sanity", emotion=emotion, loss="0/1")


def _mc_rd(row: Vector) -> Json:
    skill, roll, dc = row.args
    return _collapse([roll], kind="rd", value=skill, dc=dc)


def _mc_target(row: Vector) -> Json:
    value, difficulty = row.args
    return _collapse([50], value=value, difficulty=difficulty)


def _mc_target_vs(row: Vector) -> Json:
    (opponent,) = row.args
    faces = [] if opponent > 100 else [50]
    return _collapse(faces, value=50, opponent=opponent, physical=True)


def _mc_limit(row: Vector) -> Json:
    opponent, girls = row.args
    return _collapse([], kind="together", opponent=opponent, girls=girls)


def _inf_roll(row: Vector) -> Json:
    dp, again, faces = row.args
    return {"check": {"system": "infinite", "dp": dp, "again": again, **row.kw}, "faces": faces}


def _inf_save(row: Vector) -> Json:
    effect, successes = row.args
    check = {"system": "infinite", "kind": "save", "effect": effect, "dp": successes, "again": 0}
    return {"check": check, "faces": [8] * successes}


def _aw_check(row: Vector) -> Json:
    approved, target = row.args
    dice = row.kw.get("dice", [])
    tiers = {"tiers": "half"} if row.kw.get("mid") else {}
    check = {"rolled": len(dice), "fixed": approved - len(dice), "target": target, **tiers}
    return {"check": {"system": "aaws", "anti": row.kw.get("anti", 0), **check}, "faces": dice}


def _am_pool(row: Vector) -> Json:
    (stat,) = row.args
    faces = [1] * row.expect
    return {"check": {"system": "amgc", "stat": stat, **row.kw}, "faces": faces}


def _am_successes(row: Vector) -> Json:
    (faces,) = row.args
    return {"check": {"system": "amgc", "stat": 2 * len(faces), **row.kw}, "faces": faces}


ASKED: dict[str, Callable[[Vector], Json]] = {
    "mc_check": _mc_check,
    "mc_bonus": _mc_bonus,
    "mc_opposed": _mc_opposed,
    "mc_sancheck": _mc_sancheck,
    "mc_rd": _mc_rd,
    "mc_target": _mc_target,
    "mc_target_vs": _mc_target_vs,
    "mc_limit": _mc_limit,
    "inf_roll": _inf_roll,
    "inf_save": _inf_save,
    "aw_check": _aw_check,
    "am_pool": _am_pool,
    "am_successes": _am_successes,
}


def _verdict(result: Json) -> str:
    """What the vectors call a result: the marked levels by name, else success or failure."""
    outcome = result["outcome"]
    if outcome["critical"] or outcome["fumble"]:
        return str(outcome["level"])
    return "success" if outcome["success"] else "failure"


def _opposed(result: Json) -> Json:
    outcome = result["outcome"]
    winner = {0: "A", 1: "B", None: "tie"}[outcome["winner"]]
    first, second = (side["level"] for side in outcome["sides"])
    return {"A": first, "B": second, "winner": winner}


def _infinite(result: Json) -> Json:
    outcome = result["outcome"]
    return {
        "natural": outcome["natural"],
        "final": outcome["successes"],
        "botch": outcome["dramatic_failure"],
        "rounds": outcome["rounds"],
    }


def _aaws(result: Json) -> Json:
    outcome = result["outcome"]
    level, tier = outcome["level"], outcome["tier"]
    return {"value": outcome["value"], "result": f"middle{tier}" if level == "middle" else level}


def _difficulty(result: Json) -> object:
    return result["outcome"]["difficulty"]


TOLD: dict[str, Callable[[Json], object]] = {
    "mc_check": _verdict,
    "mc_bonus": lambda result: result["total"],
    "mc_opposed": _opposed,
    "mc_sancheck": _verdict,
    "mc_rd": _verdict,
    "mc_target": lambda result: result["outcome"]["target"],
    "mc_target_vs": _difficulty,
    "mc_limit": lambda result: {"difficulty": _difficulty(result)},
    "inf_roll": _infinite,
    "inf_save": lambda result: result["outcome"]["left"],
    "aw_check": _aaws,
    "am_pool": lambda result: len(result["dice"]),
    "am_successes": lambda result: result["outcome"]["successes"],
}

ROWS = [
    row
    for system, ops in (
        ("collapse", [op for op in ASKED if op.startswith("mc_")]),
        ("infinite", [op for op in ASKED if op.startswith("inf_")]),
        ("aaws", ["aw_check"]),
        ("amgc", ["am_pool", "am_successes"]),
    )
    for row in vectors(system, *ops)
]


@pytest.mark.parametrize("row", ROWS)
async def test_a_written_case_comes_out_as_written(client: httpx.AsyncClient, row: Vector) -> None:
    answer = await through_rest(client, ASKED[row.op](row), {})

    told = TOLD[row.op](answer["results"][0])
    if isinstance(row.expect, dict):
        assert isinstance(told, dict)
        told = {name: told[name] for name in row.expect}
    assert told == row.expect


_WW = re.compile(r"\.ww(?P<X>\d+)a(?P<Y>\d+)(k(?P<K>\d+))?(m(?P<M>\d+))?(?P<Z>[+-]\d+)?")
_UNSAID = {"K": "8", "M": "10", "Z": "0"}


@pytest.mark.parametrize("row", vectors("infinite", "inf_ww"))
async def test_a_written_command_is_read_as_written(client: httpx.AsyncClient, row: Vector) -> None:
    (text,) = row.args
    answer = await client.post("/v1/odds", json={"notation": text})

    if row.expect == "error":
        assert answer.status_code == 422
        assert answer.json()["position"] is not None
    else:
        said = _WW.fullmatch(answer.json()["notation"])
        assert said
        assert {name: int(said[name] or _UNSAID[name]) for name in row.expect} == row.expect
