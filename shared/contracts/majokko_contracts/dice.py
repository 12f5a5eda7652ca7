"""What other services ask of the dice service."""

from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from majokko_contracts.ids import PATTERN
from majokko_contracts.messages import Answer, Request

Json = dict[str, Any]
"""An object whose members belong to one rulebook; `GET /v1/systems/{id}` describes them."""


class Die(Answer):
    sides: int
    face: int
    kept: bool
    cause: Literal["base", "again", "reroll", "bonus", "penalty"]


class Part(Answer):
    """What one labelled term contributed."""

    label: str
    total: int


class Warned(Answer):
    code: str
    detail: str


class Result(Answer):
    """One result: `notation` is the normal form of what was understood, `outcome` what the total
    means where something had to be reached.
    """

    notation: str
    total: int
    dice: tuple[Die, ...]
    parts: tuple[Part, ...] = ()
    outcome: Json | None
    warnings: tuple[Warned, ...] = ()
    text: str


class DiceDrawn(Answer):
    """The dice that were thrown, with a receipt that anybody can check."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": "rol_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "source": "signed",
                    "reason": None,
                    "results": [
                        {
                            "notation": "2d6+1",
                            "total": 8,
                            "dice": [
                                {"sides": 6, "face": 3, "kept": True, "cause": "base"},
                                {"sides": 6, "face": 4, "kept": True, "cause": "base"},
                            ],
                            "parts": [],
                            "outcome": None,
                            "warnings": [],
                            "text": "2d6+1 = [3, 4] + 1 = 8",
                        }
                    ],
                    "receipt": None,
                }
            ]
        }
    )

    id: str = Field(pattern=PATTERN)
    source: Literal["signed", "committed", "supplied"]
    reason: str | None
    results: tuple[Result, ...]
    receipt: Json | None


class DiceDraw(Request[DiceDrawn]):
    """Throw dice: the body of `POST /v1/rolls`. The same request id gives the same dice."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"notation": "2d6+1", "reason": "damage"},
                {"check": {"system": "collapse", "value": 60, "bonus": 1}, "locale": "ja"},
            ]
        }
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.draw"

    notation: str | None = Field(None, description="Dice notation or a bot command.")
    check: Json | None = Field(None, description="A check; exactly one of the two.")
    options: Json | None = None
    times: int | None = Field(None, description="How many separate results.")
    faces: tuple[int, ...] | None = Field(None, description="Dice rolled by hand.")
    reason: str | None = None
    locale: str | None = None
    receipt: bool | None = Field(None, description="false leaves the receipt out.")

    @classmethod
    def answer(cls) -> type[DiceDrawn]:
        return DiceDrawn
