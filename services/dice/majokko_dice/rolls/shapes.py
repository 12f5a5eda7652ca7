"""What rolls, and what belongs to them, are asked."""

from typing import Annotated, Any, Literal, Self, cast

from pydantic import Field, ModelWrapValidatorHandler, create_model, model_validator

from majokko_dice.asking import MAX_FACES, MAX_REASON, MAX_TIMES
from majokko_dice.graphql_dice import TableRowInput
from majokko_dice.models import RollIn
from majokko_dice.rolls import reading
from majokko_dice.rolls.texts import MAX_TEXT
from majokko_dice.rooms.names import MAX_NAME
from majokko_kit.operations import GraphQLAs, Shape
from majokko_rules.dice.budget import MAX_TEXT as MAX_NOTATION
from majokko_rules.random_tables import MAX_ROWS

Id = Annotated[str, Field(min_length=1, max_length=reading.MAX_ID)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Words = Annotated[str, Field(min_length=1, max_length=MAX_TEXT)]
Whole = Annotated[int, Field(ge=-(2**53), le=2**53)]
Faces = Annotated[
    list[int] | None,
    Field(max_length=MAX_FACES, description="Dice thrown by hand, in the order thrown."),
]


class WhoseRoll(Shape):
    """Who rolls in the story."""

    id: Annotated[str, Field(max_length=reading.MAX_ID)]


class WhoseSheet(WhoseRoll):
    """Who rolls in the story; an entry of her sheet fills the check."""

    skill: Annotated[
        str | None,
        Field(
            max_length=reading.MAX_ENTRY,
            description="An entry of her sheet: its numbers go where the check names none.",
        ),
    ] = None
    stat: Annotated[
        str | None, Field(max_length=reading.MAX_ENTRY, description="The same, of a stat.")
    ] = None


class RoomRollIn(RollIn):
    """One of `notation` and `check`; read by hand, for the same refusals as any roll."""

    secret: Annotated[
        bool | None, Field(strict=True, description="Only you and the game master see it.")
    ] = None
    character: WhoseSheet | None = None
    foretelling: Annotated[
        str | None,
        Field(max_length=reading.MAX_ID, description="The one that allowed this roll."),
    ] = None
    foretold: Annotated[
        str | None,
        Field(max_length=MAX_REASON, description="What was said aloud of a failure."),
    ] = None

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, given: Any, _handler: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401
        return cast("Self", reading.read(given))


class PushIn(Shape):
    reason: Annotated[Words, Field(description="What she does beyond the first try.")]


class PushAccept(Shape):
    consequence: Annotated[Words | None, Field(description="What a second failure brings.")] = None
    shown: Annotated[bool, Field(description="Whether all may know the consequence now.")] = True
    faces: Faces = None


class PushRefuse(Shape):
    instead: Annotated[Words, Field(description="The other way that the game master offers.")]


class ConsequenceIn(Shape):
    consequence: Annotated[Words, Field(description="What the second failure has brought.")]


class ForetellingAnswer(Shape):
    verdict: Literal["roll", "needless", "impossible"] = "roll"
    text: Annotated[Words | None, Field(description="What would happen on a failure, or why.")] = (
        None
    )
    shown: Annotated[bool, Field(description="false keeps the text for the game masters.")] = True


class ForetellingIn(Shape):
    """Aim and means before a roll; a game master may ask for others, and answer at once."""

    aim: Annotated[Words, Field(description="What she wants to reach, or wants to know.")]
    means: Annotated[Words | None, Field(description="How she goes about it.")] = None
    character: WhoseRoll | None = None
    member: Annotated[Id | None, Field(description="Who is to roll; only for game masters.")] = None
    answer: Annotated[ForetellingAnswer | None, Field(description="Only for game masters.")] = None


class CharacterIn(Shape):
    name: Name
    player: Annotated[
        Id | None,
        Field(description="A member. Left out: your own; of a game master, one that she plays."),
    ] = None


class CharacterChange(Shape):
    name: Name | None = None
    player: Annotated[
        Id | None, Field(description="Only game masters give characters to others.")
    ] = None


_ROW: dict[str, Any] = {
    "from": (Whole, ...),
    "to": (Whole | None, Field(None, description="Left out: the same as `from`.")),
    "text": (Words | None, None),
    "table": (Id | None, Field(None, description="A table that is rolled on at once.")),
}
TableRowIn = create_model("TableRowIn", __base__=Shape, **_ROW)
TableRowIn.__doc__ = "A text, a further table, or both."


class TableIn(Shape):
    """Every value of the dice lies in exactly one row."""

    name: Name
    dice: Annotated[str, Field(max_length=MAX_NOTATION, examples=["1d100"])]
    rows: Annotated[
        list[TableRowIn],
        Field(min_length=1, max_length=MAX_ROWS),
        GraphQLAs(list[TableRowInput]),
    ]
    hidden: Annotated[
        bool, Field(description="Players see the name and what they roll, not the rows.")
    ] = False


class TableChange(Shape):
    name: Name | None = None
    dice: Annotated[str | None, Field(max_length=MAX_NOTATION)] = None
    rows: Annotated[
        list[TableRowIn] | None,
        Field(min_length=1, max_length=MAX_ROWS),
        GraphQLAs(list[TableRowInput]),
    ] = None
    hidden: bool | None = None


class TableRollIn(Shape):
    secret: bool = False
    times: Annotated[int, Field(ge=1, le=MAX_TIMES)] = 1
    reason: Annotated[str | None, Field(max_length=MAX_REASON)] = None
    faces: Faces = None
