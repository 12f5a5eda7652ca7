"""Rolling, looking at rolls, revealing them."""

from typing import Any

from majokko_dice.rolls import shapes, views
from majokko_dice.rolls.operations.refused import IN_ROOM, OF_DICE
from majokko_kit.cursors import Paging
from majokko_kit.operations import Operation, Page

_ROLLS = "/v1/rooms/{room}/rolls"
_ROLL = _ROLLS + "/{roll}"

create = Operation(
    name="createRoomRoll",
    method="POST",
    path=_ROLLS,
    summary="Roll in a room",
    about="The body of `createRoll`, and what only a room knows. Without `faces` the dice come "
    "from the room's stream; of a `secret` roll others see only the commitment. What only the dice "
    "can refuse is refused with its draw spent: it stands in the feed as void.",
    body=shapes.RoomRollIn,
    answer=views.RoomRoll,
    status=201,
    refuses=(*IN_ROOM, *OF_DICE),
    location=lambda roll: f"/v1/rooms/{roll.room}/rolls/{roll.id}",
    run=lambda dice: dice.rolls.create,
    example={"notation": "4d6kh3", "reason": "to climb the wall"},
)
page: Operation[Any, Any] = Operation(
    name="listRoomRolls",
    method="GET",
    path=_ROLLS,
    summary="List the rolls of a room",
    about="The newest first, as the one who asks may see them. A page ends early where its rolls "
    "have very many dice.",
    query=Paging,
    answer=Page[views.RoomRoll],
    refuses=("not_found",),
    run=lambda dice: dice.rolls.page,
)
get = Operation(
    name="getRoomRoll",
    method="GET",
    path=_ROLL,
    summary="Show a roll",
    answer=views.RoomRoll,
    refuses=("not_found",),
    run=lambda dice: dice.rolls.get,
)
reveal = Operation(
    name="revealRoll",
    method="POST",
    path=_ROLL + "/reveal",
    summary="Show a secret roll to all",
    about="Its maker may, and the game master. `drawn` then says what `hidden` was made of, so "
    "that everybody can check at once that nothing was changed. Once is enough.",
    answer=views.RoomRoll,
    refuses=IN_ROOM,
    run=lambda dice: dice.rolls.reveal,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    create,
    page,
    get,
    reveal,
)
