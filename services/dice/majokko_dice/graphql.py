"""GraphQL face of the dice service: the calls of `rest.py`, in GraphQL's words.

A field is called as the OpenAPI operation; its result is the thing or a `Problem`. Receipts are
signed only when they are selected.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Self, cast

import strawberry
from strawberry.scalars import JSON

from majokko_dice import answers
from majokko_dice.asking import read_batch
from majokko_dice.deps import DRAWS_PER_UNIT, dice_of, idempotency_key, speak
from majokko_dice.graphql_types import CheckInput, OptionsInput, Outcome, body_of, read_as_body
from majokko_dice.service import OddsTold, Rolled
from majokko_kit import locale
from majokko_kit.call import Call
from majokko_kit.graphql import Info, Problem
from majokko_kit.refusals import NotFound, Refusal
from majokko_rules import render
from majokko_rules.descriptions import Description
from majokko_rules.errors import RuleError
from majokko_rules.results import Result as Told


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
        return cast("JSON | None", await dice_of(info.context.call).seal(self.rolled))


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


@read_as_body
@strawberry.input(description="Exactly one of `notation` and `check`.")
class QuestionInput:
    notation: str | None = strawberry.UNSET
    check: CheckInput | None = strawberry.UNSET  # type: ignore[valid-type]
    options: OptionsInput | None = strawberry.UNSET  # type: ignore[valid-type]
    locale: str | None = strawberry.UNSET


@read_as_body
@strawberry.input(description="Exactly one of `notation` and `check`; `faces` are supplied dice.")
class RollInput(QuestionInput):
    reason: str | None = strawberry.UNSET
    times: int | None = strawberry.UNSET
    faces: list[int] | None = strawberry.UNSET


CreateRollResult = Annotated[Roll | Problem, strawberry.union("CreateRollResult")]
CreateRollBatchResult = Annotated[RollBatch | Problem, strawberry.union("CreateRollBatchResult")]
ComputeOddsResult = Annotated[Odds | Problem, strawberry.union("ComputeOddsResult")]
ListSystemsResult = Annotated[Systems | Problem, strawberry.union("ListSystemsResult")]
GetSystemResult = Annotated[System | Problem, strawberry.union("GetSystemResult")]
ListFairnessKeysResult = Annotated[Keys | Problem, strawberry.union("ListFairnessKeysResult")]


@strawberry.type
class DiceMutation:
    @strawberry.mutation(description="Roll a notation or a check.")
    def create_roll(self, info: Info, input: RollInput) -> CreateRollResult:  # noqa: A002
        call = info.context.call
        body = body_of(input)
        with _speaking(call, body):
            try:
                rolled = dice_of(call).roll(body, _key(info))
            except RuleError as error:
                return Problem.of(call, error)
            roll = Roll.of(rolled, call.locale)
        units = rolled.draws // DRAWS_PER_UNIT
        # Only large rolls wait for the quota: an awaitable costs more than a small roll.
        return cast("Roll", _charged(call, units, roll)) if units else roll

    @strawberry.mutation(description="Roll up to 1,000 items, each answered by itself.")
    async def create_roll_batch(self, info: Info, items: list[RollInput]) -> CreateRollBatchResult:
        call = info.context.call
        try:
            asked = read_batch({"items": items})
            await call.charge(len(asked) - 1)
            rolled = await dice_of(call).roll_batch(asked, _key(info))
        except (RuleError, Refusal) as error:
            return Problem.of(call, error)
        return RollBatch(items=[_item(call, one) for one in rolled])


@strawberry.type
class DiceQuery:
    @strawberry.field(description="Tell exact odds.")
    async def compute_odds(
        self,
        info: Info,
        input: QuestionInput,  # noqa: A002
    ) -> ComputeOddsResult:
        call, body = info.context.call, body_of(input)
        try:
            told = await dice_of(call).odds(body)
        except RuleError as error:
            with _speaking(call, body):
                return Problem.of(call, error)
        return Odds(
            told=told,
            notation=told.asked.question.notation,
            mean=float(told.odds.mean),
            variance=float(told.odds.variance),
            success=None if told.odds.success is None else float(told.odds.success),
            tail=float(told.odds.distribution.tail),
        )

    @strawberry.field(description="List the systems.")
    def list_systems(self, info: Info) -> ListSystemsResult:
        call = info.context.call
        return Systems(items=[System.of(told) for told in dice_of(call).systems(call.locale)])

    @strawberry.field(description="Describe one system.")
    def get_system(self, info: Info, id: str) -> GetSystemResult:  # noqa: A002
        call = info.context.call
        told = dice_of(call).system(id, call.locale)
        return System.of(told) if told else Problem.of(call, NotFound("thing"))

    @strawberry.field(description="List the keys that receipts are signed with.")
    def list_fairness_keys(self, info: Info) -> ListFairnessKeysResult:
        listed = dice_of(info.context.call).public_keys()
        return Keys(keys=[Key(**key) for key in listed])


def _item(call: Call, one: Rolled | RuleError) -> BatchItem:
    if isinstance(one, RuleError):
        return BatchItem(roll=None, problem=Problem.of(call, one))
    spoken = locale.chosen(one.asked.locale) or call.locale
    return BatchItem(roll=Roll.of(one, spoken), problem=None)


def _key(info: Info) -> str | None:
    """Tell the fields of one document apart: two aliases are two rolls, with one key."""
    key = idempotency_key(info.context.call)
    alias = str(info.path.key)
    return key if key is None or alias == info.field_name else f"{key}/{alias}"


async def _charged(call: Call, units: int, roll: Roll) -> Roll | Problem:
    try:
        await call.charge(units)
    except Refusal as error:
        return Problem.of(call, error)
    return roll


@contextmanager
def _speaking(call: Call, body: object) -> Iterator[None]:
    """Answer one field in its own language; the other fields of the document keep theirs."""
    before = call.locale
    speak(call, body)
    try:
        yield
    finally:
        call.locale = before
