"""GraphQL face of the dice service: the calls of `rest.py`, in GraphQL's words.

A field is called as the OpenAPI operation; its result is the thing or a `Problem`. Receipts are
signed only when they are selected.
"""

from typing import Annotated, cast

import strawberry

from majokko_dice.asking import read_batch, read_odds, read_roll
from majokko_dice.deps import DRAWS_PER_UNIT, dice_of, idempotency_key, speaking
from majokko_dice.graphql_answers import (
    BatchItem,
    Key,
    Keys,
    Odds,
    Roll,
    RollBatch,
    System,
    Systems,
)
from majokko_dice.graphql_systems import CheckInput, OptionsInput, body_of, read_as_body
from majokko_dice.service import Rolled
from majokko_kit.call import Call
from majokko_kit.graphql import Info, Problem
from majokko_kit.refusals import NotFound, Refusal
from majokko_rules.errors import RuleError


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
        with speaking(call, body):
            try:
                rolled = dice_of(call).roll(read_roll(body), _key(info))
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
        return RollBatch(
            items=[_item(call, item, one) for item, one in zip(asked, rolled, strict=True)]
        )


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
            told = await dice_of(call).odds(read_odds(body))
        except RuleError as error:
            with speaking(call, body):
                return Problem.of(call, error)
        return Odds.of(told)

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


def _item(call: Call, item: object, one: Rolled | RuleError) -> BatchItem:
    with speaking(call, item):
        if isinstance(one, RuleError):
            return BatchItem(roll=None, problem=Problem.of(call, one))
        return BatchItem(roll=Roll.of(one, call.locale), problem=None)


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
