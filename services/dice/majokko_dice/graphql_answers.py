"""What the dice service answers in GraphQL; texts and receipts are made only when selected."""

from typing import Self, cast

import strawberry
from strawberry.scalars import JSON

from majokko_dice import answers
from majokko_dice.deps import dice_of
from majokko_dice.graphql_dice import Die, Part, Warned
from majokko_dice.graphql_systems import Outcome
from majokko_dice.service import OddsTold, Rolled
from majokko_kit.graphql import Info, Problem
from majokko_kit.graphql.numbers import BigInt
from majokko_rules import render
from majokko_rules.descriptions import Description
from majokko_rules.results import Result as Told


@strawberry.type(description="One result, with every die.")
class Result:
    """Resolves from the rules' own result; text and warnings are worded only when selected."""

    told: strawberry.Private[Told]
    locale: strawberry.Private[str]
    notation: str
    total: BigInt
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
            total=BigInt(told.total),
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
        return cast("JSON | None", await dice_of(info.context.call).seal(self.rolled))


@strawberry.type
class Value:
    value: BigInt
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

    @classmethod
    def of(cls, told: OddsTold) -> Self:
        odds = told.odds
        return cls(
            told=told,
            notation=told.asked.question.notation,
            mean=float(odds.mean),
            variance=float(odds.variance),
            success=None if odds.success is None else float(odds.success),
            tail=float(odds.distribution.tail),
        )

    @strawberry.field
    def distribution(self) -> list[Value]:
        return [
            Value(value=BigInt(value), probability=float(chance), fraction=str(chance))
            for value, chance in self.told.odds.distribution.items()
        ]

    @strawberry.field
    def levels(self) -> list[Level]:
        return [
            Level(level=level, probability=float(chance), fraction=str(chance))
            for level, chance in self.told.odds.levels.items()
        ]


@strawberry.type
class Named:
    id: str
    name: str


@strawberry.type(description="A field of a check, or an option of its rule.")
class Member:
    id: str
    name: str
    help: str
    type: str
    required: bool
    default: JSON | None
    min: int | None
    max: int | None
    items_min: int | None
    items_max: int | None
    choices: list[Named]
    fields: list["Member"]


@strawberry.type
class CheckKind:
    id: str
    name: str
    fields: list[Member]
    options: list[Member]


@strawberry.type
class CommandPrefixes:
    prefixes: list[str]
    help: str


@strawberry.type(description="One system: its checks, commands and names.")
class System:
    told: strawberry.Private[Description]
    id: str
    name: str
    about: str
    default_kind: str | None
    kinds: list[CheckKind]
    outcomes: list[Named]
    commands: list[CommandPrefixes]

    @classmethod
    def of(cls, told: Description) -> Self:
        return cls(
            told=told,
            id=told.id,
            name=told.name,
            about=told.about,
            default_kind=told.default_kind,
            kinds=cast("list[CheckKind]", told.kinds),
            outcomes=cast("list[Named]", told.outcomes),
            commands=cast("list[CommandPrefixes]", told.commands),
        )

    @strawberry.field(description="The name in every language; `id` is the language.")
    def names(self) -> list[Named]:
        return [Named(id=locale, name=name) for locale, name in self.told.names.items()]


@strawberry.type
class Key:
    id: str
    algorithm: str
    public_key: str
    not_before: str
    not_after: str


@strawberry.type(description="The roll of one item, or why there is none.")
class BatchItem:
    roll: Roll | None
    problem: Problem | None


@strawberry.type
class RollBatch:
    items: list[BatchItem]


@strawberry.type
class Systems:
    items: list[System]


@strawberry.type
class Keys:
    keys: list[Key]
