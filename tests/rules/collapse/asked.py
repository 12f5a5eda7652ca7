"""Asks checks of Magic Collapse with dice that lie on the table already."""

from collections.abc import Sequence

from majokko_rules import questions
from majokko_rules.chance import Scripted
from majokko_rules.questions import Question
from majokko_rules.results import Result
from majokko_rules.systems.collapse.outcome import CollapseOutcome


def asked(**fields: object) -> Question:
    return questions.of_check({"system": "collapse", **fields})


def rolled(question: Question, faces: Sequence[int]) -> Result:
    """Roll with exactly these faces; one too many or too few fails."""
    dice = Scripted(faces)
    result = question.roll(dice)
    dice.finish()
    return result


def told(result: Result) -> CollapseOutcome:
    assert isinstance(result.outcome, CollapseOutcome)
    return result.outcome
