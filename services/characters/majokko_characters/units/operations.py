"""What can be done with characters of A-AWs alone, declared once for REST and GraphQL."""

from typing import Any

from majokko_characters.sheets import views
from majokko_characters.units import shapes
from majokko_kit.operations import Operation

review = Operation(
    name="reviewCharacter",
    method="POST",
    path="/v1/characters/{character}/review",
    summary="Go over the factors of a unit of A-AWs",
    about="The game master questions what is over-general; it is narrowed, by her or by its "
    "player, struck or kept. When nothing is in question she approves the unit. How far they are "
    "stands on the sheet, under `approvals`.",
    body=shapes.ReviewIn,
    answer=views.Character,
    conditional=True,
    refuses=("forbidden", "illegal_action", "pending_choices", "stale_version"),
    run=lambda characters: characters.reviews.review,
    example={"act": "question", "factor": "weapon_2", "reason": "sharp things are many"},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (review,)
