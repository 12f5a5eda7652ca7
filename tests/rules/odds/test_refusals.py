"""Odds are refused where a roll might be, and where they would take too long; never estimated."""

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.dice.evaluate import prepare
from majokko_rules.dice.odds import odds_of
from majokko_rules.dice.syntax import parse_tree
from majokko_rules.dice.tree import Dice, Negative, Node, Notation, Number
from majokko_rules.dice.weighing.forecasts import Forecasts
from majokko_rules.errors import BudgetExceeded, RuleError
from majokko_rules.odds import TAIL, Distribution, Odds, Work

# A notation, the faces of a roll that is refused, by which rule and where.
RISKS = [
    ("1/(1d4-2)", [2], "division_by_zero", 1),
    ("2d6 % (1d2-1)", [1, 1, 1], "division_by_zero", 4),
    ("5/{1d2-1,1d3-1}kh1", [1, 1], "division_by_zero", 1),
    ("2^(1d4-2)", [1], "negative_exponent", 1),
    ("1d6^(1d30*2)", [1, 30], "exponent_too_large", 3),
    ("(1d4-2)d6", [1], "negative_count", 0),
    ("2d(1d4-1)", [1], "no_sides", 0),
    ("2d(1d4*10^9)", [2], "too_many_sides", 0),
    ("(1d2*600)d6", [2], "too_many_dice", 0),
    ("(1d2*300)d6+(1d2*300)d8", [2, *[1] * 600, 2], "too_many_dice", 12),
    ("(1d2*600)a10", [2], "too_many_dice", 0),
    ("2d(1d2)!", [1], "never_ends", 7),
    ("2d(1d4)r<3", [2], "never_ends", 7),
    ("1d100^8", [100], "number_too_large", 5),
    ("(1d10^9)*(1d10^9)", [10, 10], "number_too_large", 8),
]

# More than any answer is worth, and worked out by nobody before it is refused.
HEAVY = [
    "1000d1000",
    "1000d1000kh500",
    "1000d6kh500",
    "500d999*500d999",
    "d1000000000",
    "d1000000",
    "d10000*d10000",
    "500d6*500d6",
    "d10*d10*d10*d10*d10*d10",
    "d97*d89*d83*d79",
    "(1d100)d(1d100)",
    "(10d10)d(10d10)",
    "(1d500)d1000",
    "1000d100!",
    "1000d10!>1",
    "500d10!>1kh3",
    "1000d6!kh500",
    "100d1000!>500",
    "d100000!",
    "d6!>0cap1000",
    "d6!>0cap9007199254740992",
    "100d100!!cap50kh3",
    "20d6kh5r1kh2",
    "8d10!kh3r1kh2",
    "{d1000,d999,d998,d997}kh2",
    "{d20,d19,d18,d17,d16,d15,d14,d13,d12,d11,d10,d9}kh6",
    "100d{1,1000,1000000,1000000000}",
    "1000a5k5m1000",
    "1d20>=1d1000000",
    "3d10000kh10kl10!!",
    "1000d10000dh1kl50!!",
    "3d10000kh2r<5000",
    "3d10000kh2r<5000!>5000",
    "500d6!r1kl1",
    "1000d2dl2!kh2",
]

# What is answered, and close to what may be.
ANSWERED = [
    "20d100dl2min2",
    "1d10000r<5001kh10r2",
    "500d100/d6",
    "60d6kh50",
    "2d1000kh1min3ro2",
    "10d2kh9!cap3kh2",
]


@pytest.mark.parametrize(("text", "faces", "rule", "position"), RISKS)
def test_odds_refuse_what_a_roll_might_refuse(
    text: str, faces: list[int], rule: str, position: int
) -> None:
    notation = parse_tree(text)

    with pytest.raises(RuleError) as rolled:
        prepare(notation).roll(Scripted(faces))
    with pytest.raises(RuleError) as weighed:
        odds_of(notation)
    assert rolled.value.rule == weighed.value.rule == rule
    assert rolled.value.position == weighed.value.position == position


@pytest.mark.parametrize("text", HEAVY)
def test_heavy_odds_are_refused(text: str) -> None:
    with pytest.raises(BudgetExceeded) as refusal:
        odds_of(parse_tree(text))

    assert refusal.value.rule == "odds_too_heavy"
    assert refusal.value.params == {"limit": Work().limit}


@pytest.mark.parametrize("text", ANSWERED)
def test_what_only_looks_heavy_is_answered(text: str) -> None:
    odds = odds_of(parse_tree(text))

    assert odds.distribution.tail < TAIL


@pytest.mark.parametrize("text", ["999d6+1d6+1000d1000", "100d6kh99*100d6kh99", "d2*(5000d2)"])
def test_a_heavy_part_is_refused_before_a_light_one_is_worked_out(text: str) -> None:
    """Forecasts hold no distribution; whoever refuses while forecasting has worked out nothing."""
    work = Work()

    with pytest.raises(BudgetExceeded):
        Forecasts(work, 1).of(parse_tree(text).expression)


def test_what_was_refused_may_be_asked_with_more_patience() -> None:
    notation = parse_tree("1000d6kh990")
    with pytest.raises(BudgetExceeded):
        odds_of(notation)

    odds = odds_of(parse_tree("60d6kh50"), Work(10**8))

    assert odds.distribution.tail == 0


def test_the_limit_counts_everything_that_is_asked_in_one_question() -> None:
    once = Work()
    odds_of(parse_tree("40d20kh20"), once)
    spent = once.limit - once.left

    with pytest.raises(BudgetExceeded):
        odds_of(parse_tree("40d20kh20+40d20kh20"), Work(2 * spent - 1))


def test_a_tree_may_be_deeper_than_python_calls() -> None:
    node: Node = Dice(Number(1), Number(6))
    for _ in range(5001):
        node = Negative(node)

    odds = odds_of(Notation(node))

    assert odds.mean == -3.5


def test_fractions_that_would_fill_a_book_are_refused() -> None:
    short = odds_of(parse_tree("20a9k8"))
    long = [Odds(Distribution({0: 1}, 10**2001)), odds_of(parse_tree("1000d6"))]

    short.check_exact()
    for odds in long:
        with pytest.raises(BudgetExceeded):
            odds.check_exact()
