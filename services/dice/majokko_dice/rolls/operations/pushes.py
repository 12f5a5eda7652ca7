"""Second chances."""

from typing import Any

from majokko_dice.rolls import shapes, views
from majokko_dice.rolls.operations.refused import IN_ROOM, OF_DICE
from majokko_kit.operations import Operation

_PUSH = "/v1/rooms/{room}/rolls/{roll}/push"

push = Operation(
    name="pushRoll",
    method="POST",
    path=_PUSH,
    summary="Ask for a second chance",
    about="孤注一掷 of Magic Collapse: a failed check of a skill or an attribute may be tried once "
    "more, if the game master allows it. The maker of the roll asks, or the game master for her. "
    "What was refused may be asked again in another way.",
    body=shapes.PushIn,
    answer=views.RoomRoll,
    status=201,
    refuses=(*IN_ROOM, "not_pushable"),
    location=lambda roll: f"/v1/rooms/{roll.room}/rolls/{roll.id}",
    run=lambda dice: dice.pushes.ask,
    example={"reason": "She climbs on the roof and tears at the lid with both hands."},
)
accept = Operation(
    name="acceptPush",
    method="POST",
    path=_PUSH + "/accept",
    summary="Grant a second chance",
    about="Rolls the same check again at once, for the one who has failed it; the answer is the "
    "new roll. The game master may say what a second failure would bring, to all or for herself.",
    body=shapes.PushAccept,
    answer=views.RoomRoll,
    status=201,
    refuses=(*IN_ROOM, *OF_DICE),
    location=lambda roll: f"/v1/rooms/{roll.room}/rolls/{roll.id}",
    run=lambda dice: dice.pushes.accept,
    example={"consequence": "The roof gives way.", "shown": True},
)
refuse = Operation(
    name="refusePush",
    method="POST",
    path=_PUSH + "/refuse",
    summary="Refuse a second chance and offer another way",
    body=shapes.PushRefuse,
    answer=views.RoomRoll,
    refuses=(*IN_ROOM, "illegal_action"),
    run=lambda dice: dice.pushes.refuse,
    example={"instead": "There is a window at the back."},
)
conclude = Operation(
    name="concludePush",
    method="POST",
    path=_PUSH + "/consequence",
    summary="Say what a second failure has brought",
    body=shapes.ConsequenceIn,
    answer=views.RoomRoll,
    refuses=(*IN_ROOM, "illegal_action"),
    run=lambda dice: dice.pushes.conclude,
    example={"consequence": "She falls: 1d6 damage, and the noise wakes the familiars."},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    push,
    accept,
    refuse,
    conclude,
)
