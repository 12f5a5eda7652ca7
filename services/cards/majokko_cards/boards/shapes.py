"""What boards are asked."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from majokko_cards.sessions.shapes import Contribution, Name
from majokko_kit.cursors import Paging
from majokko_kit.operations.operation import Shape

_MAX_KEY = 80


class BoardIn(Shape):
    game: Annotated[
        str,
        Field(
            min_length=1, max_length=_MAX_KEY, description="`magion`, or `magion@1` for a version."
        ),
    ]
    players: Annotated[
        int, Field(description="How many play in each session; `/v1/games` says how many may.")
    ]
    options: Annotated[
        Mapping[str, Any], Field(description="Settings of the ruleset; the others have defaults.")
    ] = Field(default_factory=dict)
    contribution: Annotated[
        Contribution | None, Field(description="Mixed into the deck, under the label `host`.")
    ] = None
    deal_later: Annotated[
        bool,
        Field(
            description="Only commit, and deal by `…/deal`: so a contribution can be younger than "
            "the commitment, and nobody has to believe that we did not know it."
        ),
    ] = False
    name: Name | None = None


class BoardDealIn(Shape):
    contribution: Contribution | None = None


class BoardQuery(Paging):
    """A board, with a page of its sessions."""


class ReleaseIn(Shape):
    abandon: Annotated[
        bool, Field(description="End the sessions that are not over; they have no score.")
    ] = False
