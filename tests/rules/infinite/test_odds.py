"""Exact odds against every way the dice can fall, and against an independent library."""

from collections.abc import Mapping
from fractions import Fraction

import icepool
import pytest

from majokko_rules import questions
from majokko_rules.errors import BudgetExceeded
from majokko_rules.odds import TAIL
from majokko_rules.results import Result
from tests.support.possibilities import enumerated

Asked = Mapping[str, object]

# dice that never explode, so that all possibilities can be listed
BOUNDED: list[Asked] = [
    {"dp": 3, "again": 0},
    {"dp": 3, "again": 0, "dc": 2},
    {"dp": 3, "again": 0, "dc": 0},
    {"dp": 3, "again": 0, "dc": 9},
    {"dp": 3, "again": 0, "bonus": 2, "dc": 3},
    {"dp": 3, "again": 0, "bonus": 2, "gate": True, "dc": 3},
    {"dp": 3, "again": 0, "bonus": -2, "dc": 1},
    {"dp": 3, "again": 0, "bonus": -1000},
    {"dp": 2, "again": 0, "rote": True},
    {"dp": 2, "again": 0, "rote": True, "bonus": 1, "gate": True, "dc": 2},
    {"dp": 0, "again": 0},
    {"dp": 0, "again": 0, "dc": 0},
    {"dp": -4, "again": 0, "bonus": 3, "dc": 1},
    {"dp": 0, "again": 0, "chance_bonus": 3, "dc": 1},
    {"dp": 0, "again": 0, "chance_bonus": 9, "rote": True},
    {"dp": 0, "again": 0, "chance_bonus": -1, "dc": 1},
    {"dp": 1, "again": 0, "rerolls": 2},
    {"dp": 1, "again": 0, "rerolls": 3, "dc": 1},
    {"dp": 2, "again": 0, "rerolls": 1, "dc": 2},
    {"dp": 2, "again": 0, "rerolls": 1, "dc": 2, "reroll_keep": "better"},
    {"dp": 1, "again": 0, "rerolls": 2, "dc": 0},
    {"dp": 0, "again": 0, "rerolls": 2, "chance_bonus": 2},
    {"dp": 0, "again": 0, "rerolls": 2, "reroll_keep": "better"},
    {"dp": 0, "again": 0, "rerolls": 1, "dc": 2, "reroll_keep": "better"},
    {"dp": 0, "again": 0, "rerolls": 1, "dc": 0},
    {"kind": "save", "dp": 3, "again": 0, "effect": 2},
    {"kind": "save", "dp": 3, "again": 0, "effect": 0},
    {"kind": "save", "dp": 0, "again": 0, "effect": 0},
    {"kind": "save", "dp": 0, "again": 0, "effect": 3},
    {"kind": "save", "dp": 2, "again": 0, "effect": 4, "bonus": 2},
    {"kind": "save", "dp": 1, "again": 0, "effect": 2, "rerolls": 2, "reroll_keep": "better"},
    {"kind": "save", "dp": 3, "again": 0, "dc": 2},
    {"kind": "contest", "sides": [{"dp": 2, "again": 0}, {"dp": 2, "again": 0}]},
    {"kind": "contest", "sides": [{"dp": 2, "again": 0}, {"dp": 1, "again": 0, "bonus": 1}]},
    {
        "kind": "contest",
        "sides": [{"dp": 2, "again": 0}, {"dp": 2, "again": 0}],
        "tie": "defender",
    },
    {"kind": "contest", "sides": [{"dp": 0, "again": 0}, {"dp": 2, "again": 0}]},
    {"kind": "contest", "sides": [{"dp": 0, "again": 0}, {"dp": 0, "again": 0}], "tie": "nobody"},
    {
        "kind": "contest",
        "sides": [{"dp": 0, "again": 0, "chance_bonus": 5}, {"dp": -1, "again": 0}],
    },
    {
        "kind": "contest",
        "sides": [{"dp": 2, "again": 0, "bonus": 1}, {"dp": 1, "again": 0, "rote": True}],
        "gate": True,
    },
    {"kind": "natural", "sides": 10, "modifier": 4},
    {"kind": "natural", "sides": 6, "modifier": -4, "dc": 1},
    {"kind": "natural", "sides": 10, "count": 2, "modifier": 4, "dc": 18},
    {"kind": "natural", "sides": 2, "count": 3, "modifier": -9, "dc": 0},
]


def ask(asked: Asked) -> questions.Question:
    return questions.of_check({"system": "infinite", **asked})


def level(result: Result) -> str | None:
    assert result.outcome is not None
    return result.outcome.level


def total_if_succeeding(result: Result) -> int | None:
    assert result.outcome is not None
    return result.total if result.outcome.success else None


@pytest.mark.parametrize("asked", BOUNDED, ids=str)
def test_odds_are_the_sum_of_all_possibilities(asked: Asked) -> None:
    check = ask(asked)
    odds = check.odds()
    totals = enumerated(check.roll, lambda result: result.total)
    mean = sum(total * chance for total, chance in totals.items())

    assert dict(odds.distribution.items()) == totals
    assert odds.mean == mean
    assert odds.variance == sum((t - mean) ** 2 * chance for t, chance in totals.items())
    assert odds.distribution.tail == 0


@pytest.mark.parametrize("asked", BOUNDED, ids=str)
def test_levels_are_the_sum_of_all_possibilities(asked: Asked) -> None:
    check = ask(asked)
    levels = enumerated(check.roll, level)
    found = {name: chance for name, chance in check.odds().levels.items() if chance}

    assert found == {name: chance for name, chance in levels.items() if name}


@pytest.mark.parametrize("asked", BOUNDED, ids=str)
def test_the_succeeding_part_is_what_succeeds(asked: Asked) -> None:
    check = ask(asked)
    odds = check.odds()
    succeeding = enumerated(check.roll, total_if_succeeding)
    succeeding.pop(None, None)

    assert dict(odds.succeeding.items() if odds.succeeding else ()) == succeeding
    assert (odds.success or 0) == sum(succeeding.values())


# explosions followed so deep that what is left out does not show
DEPTH = 24


def d10(again: int = 10, line: int = 8) -> icepool.Die[int]:
    """Successes of one die with explosions, from a library of somebody else."""
    die: icepool.Die[int] = icepool.Die([0])
    for _ in range(DEPTH):
        faces = [
            die + int(face >= line) if face >= again else int(face >= line) for face in range(1, 11)
        ]
        die = icepool.Die(faces)
    return die


def chance_die(again: int = 10, extra: int = 8, bonus: int = 0) -> icepool.Die[int]:
    """Successes of a chance die; −1 is a botch."""
    more = d10(again, extra)
    faces: list[int | icepool.Die[int]] = [-1]
    for face in range(2, 11):
        hit = int(face + bonus >= 10)
        faces.append(more + hit if face >= again else hit)
    return icepool.Die(faces)


def expected(die: icepool.Die[int]) -> dict[int, float]:
    return {int(value): weight / die.denominator() for value, weight in die.items()}


def close(found: Mapping[int, Fraction], wanted: Mapping[int, float]) -> None:
    keys = found.keys() | wanted.keys()

    assert {k: float(found.get(k, 0)) for k in keys} == pytest.approx(
        {k: wanted.get(k, 0.0) for k in keys}, abs=1e-12
    )


@pytest.mark.parametrize("again", [8, 9, 10])
@pytest.mark.parametrize("dp", [1, 4, 7])
def test_exploding_pools_agree_with_icepool(dp: int, again: int) -> None:
    odds = ask({"dp": dp, "again": again, "bonus": 1}).odds()

    close(dict(odds.distribution.items()), expected(dp @ d10(again) + 1))


@pytest.mark.parametrize("again", [8, 9, 10])
@pytest.mark.parametrize("extra", [8, 10])
@pytest.mark.parametrize("bonus", [-1, 0, 1, 4])
def test_the_chance_die_agrees_with_icepool(again: int, extra: int, bonus: int) -> None:
    asked = {"dp": 0, "again": again, "chance_extra": extra, "chance_bonus": bonus, "dc": 1}
    odds = ask(asked).odds()
    wanted = expected(chance_die(again, extra, bonus))
    botch = wanted.pop(-1)
    wanted[0] += botch

    close(dict(odds.distribution.items()), wanted)
    assert odds.levels["dramatic_failure"] == Fraction(1, 10)
    assert float(odds.levels["success"]) == pytest.approx(1 - wanted[0], abs=1e-12)


def test_exploding_contests_agree_with_icepool() -> None:
    odds = ask({"kind": "contest", "sides": [{"dp": 5, "again": 9}, {"dp": 3, "bonus": 1}]}).odds()
    margin = 5 @ d10(9) - (3 @ d10() + 1)

    close(dict(odds.distribution.items()), expected(margin))
    assert float(odds.success or 0) == pytest.approx(float(margin.probability(">=", 0)), abs=1e-12)
    assert sum(odds.levels.values()) == pytest.approx(1, abs=1e-12)


def test_exploding_saves_agree_with_icepool() -> None:
    odds = ask({"kind": "save", "dp": 6, "again": 8, "effect": 4}).odds()
    left = (6 @ d10(8)).map(lambda successes: max(0, 4 - successes))

    close(dict(odds.distribution.items()), expected(left))
    assert odds.distribution.tail == 0


def test_rote_pools_agree_with_icepool() -> None:
    once = d10()
    rote = icepool.Die(
        [icepool.Die([once]) if face < 8 else 1 for face in range(1, 10)] + [once + 1]
    )
    odds = ask({"dp": 4, "rote": True}).odds()

    close(dict(odds.distribution.items()), expected(4 @ rote))
    assert float(odds.mean) == pytest.approx(float((4 @ rote).mean()), abs=1e-12)


UNBOUNDED: list[tuple[Asked, float]] = [
    ({"dp": 20, "again": 9}, 7.5),
    ({"dp": 20, "again": 9, "bonus": 5}, 12.5),
    ({"dp": 1, "again": 10}, 1 / 3),
    ({"dp": 1, "again": 9}, 3 / 8),
    ({"dp": 1, "again": 8}, 3 / 7),
    ({"dp": 0}, 2 / 15),
    ({"kind": "contest", "sides": [{"dp": 20, "again": 9}, {"dp": 3}]}, 6.5),
]


@pytest.mark.parametrize(("asked", "mean"), UNBOUNDED, ids=str)
def test_the_mean_counts_explosions_without_end(asked: Asked, mean: float) -> None:
    assert float(ask(asked).odds().mean) == mean


def test_the_oracle_of_twenty_dice_with_nine_again() -> None:
    distribution = ask({"dp": 20, "again": 9}).odds().distribution

    assert float(distribution.variance) == 8.4375
    assert float(distribution.probability(0)) == pytest.approx(0.000797923, abs=1e-9)
    assert float(distribution.probability(5)) == pytest.approx(0.110723886, abs=1e-9)
    assert float(distribution.probability(lambda n: n >= 8)) == pytest.approx(0.469830683, abs=1e-9)
    assert 0 < distribution.tail < TAIL


def test_a_reroll_keeps_the_mean_of_the_tail() -> None:
    once = ask({"dp": 3}).odds()
    missed = once.distribution.probability(0)
    twice = ask({"dp": 3, "rerolls": 1}).odds()

    assert twice.mean == once.mean * (1 + missed)


def test_success_is_certain_where_no_failure_is_left() -> None:
    odds = ask({"dp": 5, "dc": 0}).odds()

    assert odds.success == 1


def test_the_command_has_the_odds_of_its_check() -> None:
    assert (
        questions.of_notation(".ww20a9+5").odds() == ask({"dp": 20, "again": 9, "bonus": 5}).odds()
    )


def test_odds_beyond_the_work_limit_are_refused() -> None:
    sides = [{"dp": 500, "again": 8}, {"dp": 500, "again": 8, "rote": True}]
    with pytest.raises(BudgetExceeded, match="odds_too_heavy"):
        ask({"kind": "natural", "sides": 10**9}).odds()
    with pytest.raises(BudgetExceeded, match="too_many_dice"):
        ask({"kind": "contest", "sides": sides})
