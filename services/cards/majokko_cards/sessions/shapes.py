"""What sessions are asked."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_cards.clocks import ClockIn
from majokko_cards.records import Status
from majokko_kit.cursors import Paging
from majokko_kit.names import MAX_NAME
from majokko_kit.operations.operation import Shape

MOST_SEATS = 10
MOST_DELAY = 100
_MAX_KEY = 80
_MAX_ID = 40

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME)]
Version = Annotated[int, Field(ge=0)]
Contribution = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9._~-]{1,64}$",
        description="A seed of one's own, mixed into the deck. All see it once the game begins.",
    ),
]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
BotName = Annotated[str, Field(min_length=1, max_length=_MAX_KEY)]


class HouseIn(Shape):
    """What is agreed upon at this table."""

    talk: Annotated[bool, Field(description="Whether one may chat while the game runs.")] = False
    pause: Annotated[Literal["anyone", "host"], Field(description="Who may pause and resume.")] = (
        "anyone"
    )
    spectators: Annotated[bool, Field(description="Whether anybody may watch.")] = True
    delay: Annotated[
        int, Field(ge=0, le=MOST_DELAY, description="How many versions those who watch lag behind.")
    ] = 3


class SessionIn(Shape):
    game: Annotated[
        str,
        Field(
            min_length=1, max_length=_MAX_KEY, description="`magion`, or `magion@1` for a version."
        ),
    ]
    players: Annotated[int, Field(description="How many play; `/v1/games` says how many may.")]
    options: Annotated[
        Mapping[str, Any], Field(description="Settings of the ruleset; the others have defaults.")
    ] = Field(default_factory=dict)
    seats: Annotated[
        tuple[str | None, ...],
        Field(max_length=MOST_SEATS, description="`bot:<name>` seats a bot, null leaves it free."),
    ] = ()
    clock: ClockIn | None = None
    deal: Annotated[
        Mapping[str, Any] | None,
        Field(
            description="For practice: `girls` and `witches`, the top ones first, and the seat "
            "that begins as `first`. Such a game counts for nothing."
        ),
    ] = None
    board: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=_MAX_ID,
            description="Play a deck that several sessions share; needs the board's token.",
        ),
    ] = None
    table: HouseIn = HouseIn()
    name: Name | None = None


class SessionsQuery(Paging):
    status: Annotated[Status | None, Field(description="Only those in this state.")] = None
    open: Annotated[
        bool | None, Field(description="Only those that wait and have free seats, or only others.")
    ] = None


class SittingIn(Shape):
    """Somebody who sits down, or a bot that the host puts there."""

    name: Annotated[Name | None, Field(description="Needed but for bots.")] = None
    seat: Annotated[SeatNumber | None, Field(description="The first free one, if not said.")] = None
    contribution: Contribution | None = None
    bot: Annotated[BotName | None, Field(description="Which bot; for the host.")] = None


class SeatChange(Shape):
    name: Name | None = None
    contribution: Annotated[
        Contribution | None, Field(description="Until the cards are dealt.")
    ] = None


_BESIDE = ("expected_version", "fatal")
"""What stands in a request beside its action."""


class ActionIn(Shape):
    """What a seat does: `hint` (`to` and one of `girl`, `part`, `all`), `ask` (one of these),
    `play` and `discard` (`card`: a slot, the oldest is 0), `choose` (`girl`), `cleanse` (`count`).
    """

    expected_version: Annotated[
        Version | None,
        Field(description="That of the session as the caller knows it; or say If-Match."),
    ] = None
    type: Literal["hint", "ask", "play", "choose", "cleanse", "discard"]
    to: Annotated[SeatNumber | None, Field(description="Whom to give a hint.")] = None
    girl: Annotated[
        str | None, Field(min_length=1, max_length=_MAX_KEY, description="Her key, as `mami`.")
    ] = None
    part: Annotated[int | None, Field(ge=1, le=4, description="Legs 1, head 4.")] = None
    all: Annotated[bool | None, Field(description="True; the wild cards.")] = None
    card: Annotated[int | None, Field(ge=0, le=99, description="A slot of one's hand.")] = None
    count: Annotated[
        int | None, Field(ge=1, le=99, description="How many markers to take away.")
    ] = None
    fatal: Annotated[
        bool | None,
        Field(description="Nothing depends on it; so what `…/legal` lists is sent as it stands."),
    ] = None

    def said(self) -> Mapping[str, object]:
        """Return the action alone, as far as it was said."""
        return {name: value for name, value in self if name not in _BESIDE and value is not None}
