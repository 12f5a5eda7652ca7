"""What sessions are asked."""

from typing import Annotated

from pydantic import Field

from majokko_cards.records import Status
from majokko_kit.cursors import Paging


class SessionsQuery(Paging):
    status: Status | None = None
    open: Annotated[
        bool | None, Field(description="Only those that wait and have free seats, or only others.")
    ] = None
