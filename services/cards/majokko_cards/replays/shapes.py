"""What replays are asked."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from majokko_cards.clocks import ClockIn
from majokko_cards.sessions.shapes import MOST_SEATS, HouseIn, Name
from majokko_kit.operations.operation import Shape
from majokko_rules.cards.replays.replay import MOST_ACTIONS


class VerifyIn(Shape):
    """A replay as a document or as a code, and what it is to be held against."""

    replay: Annotated[
        Mapping[str, Any] | None, Field(description="As `…/replay` shows it, of any installation.")
    ] = None
    code: Annotated[str | None, Field(max_length=8000, description="In place of `replay`.")] = None
    proof: Annotated[
        Mapping[str, Any] | None,
        Field(description="That of the stream: shows that it has dealt these cards."),
    ] = None


class ForkQuery(Shape):
    at: Annotated[
        int,
        Field(ge=0, le=MOST_ACTIONS, description="After how many actions of the replay to go on."),
    ]


class ForkIn(Shape):
    """What the new session has of its own; cards, rules and players are those of the old one."""

    seats: Annotated[
        tuple[str | None, ...],
        Field(max_length=MOST_SEATS, description="`bot:<name>` seats a bot, null leaves it free."),
    ] = ()
    clock: ClockIn | None = None
    table: HouseIn = HouseIn()
    name: Name | None = None
