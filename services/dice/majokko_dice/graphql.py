"""GraphQL face of the dice service: the calls of `rest.py`, in GraphQL's words.

A field is called as the OpenAPI operation; its result is the thing or a `Problem`. Receipts are
signed only when they are selected.
"""

from collections.abc import Sequence
from typing import Annotated, Self, cast

import strawberry
from strawberry.scalars import JSON

from majokko_dice import answers
from majokko_dice.deps import dice_of, idempotency_key
from majokko_dice.graphql_types import CheckInput, Outcome, body_of
from majokko_dice.service import OddsTold, Rolled
from majokko_kit.call import Call
from majokko_kit.graphql import Problem, answering
from majokko_rules import render
from majokko_rules.descriptions import Description
from majokko_rules.results import Die as Thrown
from majokko_rules.results import Result as Told

Info = strawberry.Info[Call, None]


@strawberry.type(description="One die as it lay on the table.")
class Die:
    sides: int
    face: int
    kept: bool
    cause: str


@strawberry.type(description="What one labelled term contributed.")
class Part:
    label: str
    total: int


@strawberry.type(description="Something legal that may surprise.")
class Warned:
    code: str
    detail: str


@strawberry.type(description="One result, with every die.")
class Result:
    """Resolves from the rules' own result; text and warnings are worded only when selected."""

    told: strawberry.Private[Told]
    locale: strawberry.Private[str]
    notation: str
    total: int
    dice: list[Die]
    parts: list[Part]
    outcome: Outcome | None

    @classmethod
    def of(cls, told: Told, locale: str) -> Self:
        # The rules' dice, parts and outcomes have the very members that these types promise.
        return cls(
            told=told,
            locale=locale,
            notation=told.notation,
            total=told.total,
            dice=cast("list[Die]", told.dice),
            parts=cast("list[Part]", told.parts),
            outcome=cast("Outcome | None", told.outcome),
        )

    @strawberry.field(description="The result in one line.")
    def text(self) -> str:
        return render.text(self.told, self.locale)

    @strawberry.field
    def warnings(self) -> list[Warned]:
        return [Warned(**warned) for warned in answers.warnings(self.told, self.locale)]


@strawberry.type(description="A roll that happened.")
class Roll:
    rolled: strawberry.Private[Rolled]
    id: str
    source: str
    reason: str | None
    results: list[Result]

    @classmethod
    def of(cls, rolled: Rolled, locale: str) -> Self:
        return cls(
            rolled=rolled,
            id=rolled.id,
            source=rolled.source,
            reason=rolled.asked.reason,
            results=[Result.of(told, locale) for told in rolled.results],
        )

    @strawberry.field(description="Signed proof; null for supplied dice. See docs/receipts.md.")
    async def receipt(self, info: Info) -> JSON | None:
        return cast("JSON | None", await dice_of(info.context).seal(self.rolled))


@strawberry.type
class Value:
    value: int
    probability: float
    fraction: str


@strawberry.type(description="The probability of reaching one level.")
class Level:
    level: str
    probability: float
    fraction: str


@strawberry.type(description="Exact odds; fractions are in lowest terms.")
class Odds:
    told: strawberry.Private[OddsTold]
    notation: str
    mean: float
    variance: float
    success: float | None
    tail: float

    @strawberry.field
    def distribution(self) -> list[Value]:
        return [
            Value(value=value, probability=float(chance), fraction=str(chance))
            for value, chance in self.told.odds.distribution.items()
        ]

    @strawberry.field
    def levels(self) -> list[Level]:
        return [
            Level(level=level, probability=float(chance), fraction=str(chance))
            for level, chance in self.told.odds.levels.items()
        ]
