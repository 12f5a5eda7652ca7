"""What a review is asked."""

from typing import Annotated, Literal

from pydantic import Field

from majokko_characters.sheets.shapes import Key, Name
from majokko_kit.operations.operation import Shape


class ReviewIn(Shape):
    """One step of the review; all but the narrower name are the game master's."""

    act: Annotated[
        Literal["question", "narrow", "strike", "keep", "approve", "reopen"],
        Field(
            description="`question` a factor; then `narrow` its name, `strike` it or `keep` it. "
            "`approve` the unit when nothing is in question, or `reopen` the review."
        ),
    ]
    factor: Annotated[Key | None, Field(description="The id of a success factor.")] = None
    name: Annotated[Name | None, Field(description="The narrower name.")] = None
    reason: Annotated[
        str | None, Field(min_length=1, max_length=500, description="For the history.")
    ] = None
