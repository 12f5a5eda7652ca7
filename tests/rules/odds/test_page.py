"""The table of docs/odds.md is what the rules answer."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from majokko_rules.dice import parse
from majokko_rules.dice.question import DiceQuestion

PAGE = (Path(__file__).parents[3] / "docs" / "odds.md").read_text("utf-8")
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \| (.+?) \| (.+?): (.+?) \|", re.MULTILINE)
ROWS = ROW.findall(PAGE)
ROUNDED = 5e-6


def is_told(found: Fraction | None, told: str) -> bool:
    """Whether a number is what the page says, exactly or (≈) to five places."""
    assert found is not None
    if told.startswith("≈"):
        return abs(found - Fraction(told[1:])) <= ROUNDED
    return found == Fraction(told)


@pytest.mark.parametrize(("text", "mean", "variance", "of", "chance"), ROWS)
def test_a_row_of_the_page_is_true(
    text: str, mean: str, variance: str, of: str, chance: str
) -> None:
    odds = parse(text).odds()
    found = odds.success if of == "success" else odds.distribution.probability(int(of))

    assert is_told(odds.mean, mean)
    assert is_told(odds.variance, variance)
    assert is_told(found, chance)


def test_the_page_has_rows() -> None:
    assert len(ROWS) > 9


def test_odds_of_repeats_are_those_of_one() -> None:
    thrice, once = parse("3#2d6"), parse("2d6")

    assert isinstance(thrice, DiceQuestion)
    assert thrice.odds() == once.odds()
