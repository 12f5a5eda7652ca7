"""What is asked of those who talk at a table."""

from typing import Annotated

from pydantic import Field

from majokko_kit.cursors import Paging
from majokko_kit.operations.operation import Shape

MOST_TEXT = 500
MOST_NOTE = 200
MOST_SLOT = 99
MOST_CARDS = 20

Slot = Annotated[int, Field(ge=0, le=MOST_SLOT)]


class VoteIn(Shape):
    end: Annotated[bool, Field(description="False withdraws what one wanted before.")] = True


class ChatIn(Shape):
    text: Annotated[str, Field(min_length=1, max_length=MOST_TEXT)]


class ChatQuery(Paging):
    """Messages are listed from the newest."""


class NoteIn(Shape):
    """Which card of one's own hand: by `card`, its slot now, or by `position`, which stays."""

    card: Annotated[Slot | None, Field(description="The oldest is 0; or say `position`.")] = None
    position: Annotated[
        Slot | None, Field(description="Its place in the deck, as views say it; or say `card`.")
    ] = None
    text: Annotated[
        str | None, Field(max_length=MOST_NOTE, description="Null or empty takes the note away.")
    ] = None


class OrderIn(Shape):
    order: Annotated[
        tuple[Slot, ...],
        Field(max_length=MOST_CARDS, description="The positions of all cards of one's own hand."),
    ]
