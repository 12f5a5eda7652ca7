"""The promised shapes of requests and answers, as models for OpenAPI.

Systems describe their own checks (tables) and outcomes (dataclasses); their models are made from
those, so a new rulebook documents itself. Answers are built in `answers.py` without passing
through these models (that would cost more than the roll); a test validates every answer.
"""

from majokko_dice.models.answered import (
    Die,
    Keys,
    Odds,
    Part,
    Result,
    Roll,
    RollBatch,
    System,
    Systems,
    Warned,
)
from majokko_dice.models.asked import OddsIn, RollBatchIn, RollIn
from majokko_dice.models.proved import FairnessProof

__all__ = [
    "Die",
    "FairnessProof",
    "Keys",
    "Odds",
    "OddsIn",
    "Part",
    "Result",
    "Roll",
    "RollBatch",
    "RollBatchIn",
    "RollIn",
    "System",
    "Systems",
    "Warned",
]
