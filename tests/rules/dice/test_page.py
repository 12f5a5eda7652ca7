"""Everything docs/notation.md says of a text is true."""

import re
from pathlib import Path

import pytest

from majokko_rules import catalog, questions, systems
from majokko_rules.dice import budget, parse
from majokko_rules.dice.parsing.lexer import ADVANTAGE
from majokko_rules.dice.syntax import COMMANDS
from tests.rules.dice.rolled import refusal, rolled

PAGE = (Path(__file__).parents[3] / "docs" / "notation.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.+?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def rows(*sections: str) -> list[list[str]]:
    """The rows of tables whose first cell is code, without the code marks."""
    lines = [line for name in sections for line in SECTIONS[name].splitlines()]
    cells = [line.strip("|").split("|") for line in lines if line.startswith("| `")]
    return [[cell.strip().strip("`") for cell in row] for row in cells]


def numbers(cell: str) -> list[int]:
    return [int(number) for number in cell.split()]


TOTALS = rows("Numbers", "Dice", "What is done to dice", "Pools and groups")


@pytest.mark.parametrize(("typed", "normal"), rows("Typing it"))
def test_a_normal_form_of_the_page_is_true(typed: str, normal: str) -> None:
    assert parse(typed).notation == normal


@pytest.mark.parametrize(("text", "dice", "total"), [row[:3] for row in TOTALS])
def test_a_total_of_the_page_is_true(text: str, dice: str, total: str) -> None:
    assert rolled(text, numbers(dice)).total == int(total)


@pytest.mark.parametrize(("text", "dice", "total", "success"), rows("Comparing"))
def test_a_comparison_of_the_page_is_true(text: str, dice: str, total: str, success: str) -> None:
    result = rolled(text, numbers(dice))

    assert result.total == int(total)
    assert result.outcome is not None
    assert result.outcome.success is (success == "yes")


@pytest.mark.parametrize(
    ("text", "times"),
    [row[:2] for row in rows("Several results, comments, commands") if len(row) == 3],
)
def test_the_repeats_of_the_page_are_true(text: str, times: str) -> None:
    assert questions.of_notation(text).times == int(times)


@pytest.mark.parametrize(("text", "code", "rule", "position"), rows("Refusals"))
def test_a_refusal_of_the_page_is_true(text: str, code: str, rule: str, position: str) -> None:
    error = refusal(text)

    assert (error.code, error.rule, error.position) == (code, rule, int(position))


def test_the_page_names_every_command() -> None:
    named = {word for row in rows("Several results, comments, commands") for word in row[0].split()}

    assert {*systems.PREFIXES, *COMMANDS} <= named


def test_the_page_names_every_word_of_advantage() -> None:
    named = set(re.findall(r"\w+", SECTIONS["What is done to dice"]))

    assert set(ADVANTAGE) <= named


def test_the_page_tells_the_budgets() -> None:
    told = re.findall(r"^\| (?!`).+? \| ([\d,^]+) \|", SECTIONS["Budgets"], re.MULTILINE)

    assert [int(number.replace(",", "")) for number in told if "^" not in number] == [
        budget.MAX_TEXT,
        budget.MAX_DEPTH,
        budget.MAX_DICE,
        budget.MAX_DRAWS,
        budget.MAX_SIDES,
        budget.MAX_EXPONENT,
        budget.MAX_TIMES,
    ]


def test_the_page_has_the_grammar() -> None:
    grammar = catalog.text("majokko_rules.dice", "grammar.ebnf")

    assert f"```ebnf\n{grammar}```" in PAGE
