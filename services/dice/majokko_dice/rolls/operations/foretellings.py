"""What is said before a roll."""

from typing import Any

from majokko_dice.rolls import shapes, story_views
from majokko_dice.rolls.operations.refused import IN_ROOM
from majokko_kit.cursors import Paging
from majokko_kit.operations import Operation, Page

_FORETELLINGS = "/v1/rooms/{room}/foretellings"
_FORETELLING = _FORETELLINGS + "/{foretelling}"

ask = Operation(
    name="askForetelling",
    method="POST",
    path=_FORETELLINGS,
    summary="Say what you want to try, and ask what may come of it",
    about="揭示预兆: before any die is thrown. A game master may ask for another member and answer "
    "at once, for instance that a roll is needless or impossible.",
    body=shapes.ForetellingIn,
    answer=story_views.RoomForetelling,
    status=201,
    refuses=(*IN_ROOM,),
    location=lambda told: f"/v1/rooms/{told.room}/foretellings/{told.id}",
    run=lambda dice: dice.foretellings.ask,
    example={"aim": "To cross the bridge unseen", "means": "in the shadow of the train"},
)
page: Operation[Any, Any] = Operation(
    name="listForetellings",
    method="GET",
    path=_FORETELLINGS,
    summary="List what was foretold",
    query=Paging,
    answer=Page[story_views.RoomForetelling],
    refuses=("not_found",),
    run=lambda dice: dice.foretellings.page,
)
get = Operation(
    name="getForetelling",
    method="GET",
    path=_FORETELLING,
    summary="Show what was foretold",
    answer=story_views.RoomForetelling,
    refuses=("not_found",),
    run=lambda dice: dice.foretellings.get,
)
answer = Operation(
    name="answerForetelling",
    method="POST",
    path=_FORETELLING + "/answer",
    summary="Say what may come of it",
    about="`needless` and `impossible` let nobody roll under it. May be said anew until a die was "
    "thrown.",
    body=shapes.ForetellingAnswer,
    answer=story_views.RoomForetelling,
    refuses=(*IN_ROOM, "illegal_action"),
    run=lambda dice: dice.foretellings.answer,
    example={"verdict": "roll", "text": "The guard turns round.", "shown": False},
)
show = Operation(
    name="showForetelling",
    method="POST",
    path=_FORETELLING + "/show",
    summary="Let all know what was foretold",
    answer=story_views.RoomForetelling,
    refuses=(*IN_ROOM, "illegal_action"),
    run=lambda dice: dice.foretellings.show,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    ask,
    page,
    get,
    answer,
    show,
)
