"""What drafts are asked."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from majokko_kit.operations.operation import Shape

MAX_FACES = 1000
MAX_RULESET = 120
MAX_OFFER = 200
_MAX_ID = 40

Faces = Annotated[
    tuple[int, ...],
    Field(
        max_length=MAX_FACES,
        description="Dice that were thrown by hand, in the order in which they are used.",
    ),
]
Version = Annotated[int, Field(ge=0, description="That of the draft as the caller knows it.")]


class DraftIn(Shape):
    ruleset: Annotated[
        str,
        Field(
            min_length=1,
            max_length=MAX_RULESET,
            description="`amgc@1`, or `amgc` for the newest version.",
        ),
    ]
    options: Annotated[
        Mapping[str, Any], Field(description="Settings of the ruleset; the others have defaults.")
    ] = Field(default_factory=dict)
    room: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=_MAX_ID,
            description="Dice come from its stream, and stand in its feed. Needs a member's token.",
        ),
    ] = None
    commitment: Annotated[
        str | None,
        Field(
            pattern="^[0-9a-f]{64}$",
            description="That of a stream of `POST /v1/fairness/streams`, taken before.",
        ),
    ] = None
    faces: Faces | None = None


class ChoiceIn(Shape):
    """What was picked stands beside `offer`, by the names that the offer asks for."""

    model_config = ConfigDict(extra="allow")

    offer: Annotated[str, Field(min_length=1, max_length=MAX_OFFER)]
    picks: Annotated[
        Mapping[str, Any] | None,
        Field(description="What was picked, where it does not stand beside `offer`."),
    ] = None
    faces: Faces | None = None
    expected_version: Version | None = None

    def picked(self) -> Mapping[str, Any]:
        return {**(self.picks or {}), **(self.model_extra or {})}


class UndoIn(Shape):
    expected_version: Version | None = None


class FinishIn(Shape):
    name: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=100,
            description="What the character is called, where the sheet does not say it.",
        ),
    ] = None
    expected_version: Version | None = None
