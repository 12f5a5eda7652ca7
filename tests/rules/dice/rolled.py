"""Rolling a notation with dice that somebody wrote down."""

from collections.abc import Iterable

import pytest

from majokko_rules.chance import Scripted
from majokko_rules.dice import parse
from majokko_rules.errors import RuleError
from majokko_rules.results import Result


def rolled(text: str, faces: Iterable[int]) -> Result:
    """The result of `text` with exactly these dice; with repeats, of the first."""
    (result,) = rolled_all(text, faces)
    return result


def rolled_all(text: str, faces: Iterable[int]) -> list[Result]:
    """The results of all repeats of `text` with exactly these dice."""
    question, dice = parse(text), Scripted(faces)
    results = [question.roll(dice) for _ in range(question.times)]
    dice.finish()
    return results


def kept(result: Result) -> list[int]:
    """The faces that count, in throwing order."""
    return [die.face for die in result.dice if die.kept]


def refusal(text: str) -> RuleError:
    """How `text` is refused before a die is thrown."""
    with pytest.raises(RuleError) as caught:
        parse(text)
    return caught.value


def late_refusal(text: str, faces: Iterable[int]) -> RuleError:
    """How `text` is refused once it has shown these dice, and not before."""
    question = parse(text)
    with pytest.raises(RuleError) as caught:
        question.roll(Scripted(faces))
    return caught.value


def told(error: RuleError) -> tuple[str, str, int | None, int | None]:
    """A refusal as a row: code, rule, position and length."""
    return error.code, error.rule, error.position, error.length
