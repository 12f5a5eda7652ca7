"""What can be asked of bots, declared once for REST and GraphQL."""

from typing import Any

from majokko_cards.bots.listing import SeatBot
from majokko_kit.operations import Operation, Page

every = Operation(
    name="listBots",
    method="GET",
    path="/v1/bots",
    summary="List the bots that can take a seat",
    about="They act by themselves when it is their turn, by nothing but what their seat may see.",
    answer=Page[SeatBot],
    secured=False,
    run=lambda cards: cards.bots.every,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (every,)
