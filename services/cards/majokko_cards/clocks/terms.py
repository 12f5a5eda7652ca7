"""What is agreed upon about time when a session is made."""

from typing import Annotated, Literal

from pydantic import Field

from majokko_kit.clock import SECOND
from majokko_kit.operations.operation import Shape

Policy = Literal["forfeit", "random_legal", "cleanse_or_discard", "pause"]

_HOUR = 60 * 60 * SECOND
LEAST_BANK = 100
MOST_BANK = 7 * 24 * _HOUR
MOST_INCREMENT = _HOUR
MOST_GIVEN = _HOUR


class TimeIn(Shape):
    ms: Annotated[int, Field(ge=1, le=MOST_GIVEN, description="Milliseconds.")]


class ClockIn(Shape):
    """Seats that are out of time and have no increment are played for, turn by turn."""

    bank_ms: Annotated[
        int, Field(ge=LEAST_BANK, le=MOST_BANK, description="What each seat has, in milliseconds.")
    ]
    increment_ms: Annotated[
        int, Field(ge=0, le=MOST_INCREMENT, description="What each turn adds once it is over.")
    ] = 0
    on_timeout: Annotated[
        Policy,
        Field(
            description="What happens when somebody's time is up: the game is lost, a legal action "
            "is drawn for her, she cleanses one marker or discards her oldest card, or the game "
            "rests until somebody resumes it, when she has 20 seconds or her increment."
        ),
    ] = "forfeit"
