"""What a table may roll, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.rolls import shapes, views
from majokko_kit.cursors import Paging
from majokko_kit.operations import Operation, Page

_ROOM = "/v1/rooms/{room}"
_ROLLS = _ROOM + "/rolls"
_ROLL = _ROLLS + "/{roll}"
_PUSH = _ROLL + "/push"
_FORETELLINGS = _ROOM + "/foretellings"
_FORETELLING = _FORETELLINGS + "/{foretelling}"
_CHARACTERS = _ROOM + "/characters"
_CHARACTER = _CHARACTERS + "/{character}"
_TABLES = _ROOM + "/tables"
_TABLE = _TABLES + "/{table}"

_IN_ROOM = ("not_found", "forbidden", "room_closed")
_OF_DICE = (
    "syntax",
    "budget_exceeded",
    "illegal_action",
    "faces_too_few",
    "faces_too_many",
    "face_out_of_range",
)

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
    refuses=(*_IN_ROOM, *_OF_DICE),
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
    refuses=_IN_ROOM,
    run=lambda dice: dice.rolls.reveal,
)
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
    refuses=(*_IN_ROOM, "not_pushable"),
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
    refuses=(*_IN_ROOM, *_OF_DICE),
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
    refuses=(*_IN_ROOM, "illegal_action"),
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
    refuses=(*_IN_ROOM, "illegal_action"),
    run=lambda dice: dice.pushes.conclude,
    example={"consequence": "She falls: 1d6 damage, and the noise wakes the familiars."},
)
ask = Operation(
    name="askForetelling",
    method="POST",
    path=_FORETELLINGS,
    summary="Say what you want to try, and ask what may come of it",
    about="揭示预兆: before any die is thrown. A game master may ask for another member and answer "
    "at once, for instance that a roll is needless or impossible.",
    body=shapes.ForetellingIn,
    answer=views.RoomForetelling,
    status=201,
    refuses=(*_IN_ROOM,),
    location=lambda told: f"/v1/rooms/{told.room}/foretellings/{told.id}",
    run=lambda dice: dice.foretellings.ask,
    example={"aim": "To cross the bridge unseen", "means": "in the shadow of the train"},
)
foretellings: Operation[Any, Any] = Operation(
    name="listForetellings",
    method="GET",
    path=_FORETELLINGS,
    summary="List what was foretold",
    query=Paging,
    answer=Page[views.RoomForetelling],
    refuses=("not_found",),
    run=lambda dice: dice.foretellings.page,
)
foretelling = Operation(
    name="getForetelling",
    method="GET",
    path=_FORETELLING,
    summary="Show what was foretold",
    answer=views.RoomForetelling,
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
    answer=views.RoomForetelling,
    refuses=(*_IN_ROOM, "illegal_action"),
    run=lambda dice: dice.foretellings.answer,
    example={"verdict": "roll", "text": "The guard turns round.", "shown": False},
)
show = Operation(
    name="showForetelling",
    method="POST",
    path=_FORETELLING + "/show",
    summary="Let all know what was foretold",
    answer=views.RoomForetelling,
    refuses=(*_IN_ROOM, "illegal_action"),
    run=lambda dice: dice.foretellings.show,
)
add_character = Operation(
    name="addCharacter",
    method="POST",
    path=_CHARACTERS,
    summary="Add a character",
    about="Players add their own, game masters anybody's. Only her own player and game masters "
    "roll for her.",
    body=shapes.CharacterIn,
    answer=views.RoomCharacter,
    status=201,
    refuses=(*_IN_ROOM, "too_many"),
    run=lambda dice: dice.characters.add,
    example={"name": "Homura"},
)
characters = Operation(
    name="listCharacters",
    method="GET",
    path=_CHARACTERS,
    summary="List the characters of a room",
    answer=views.RoomCharacters,
    refuses=("not_found",),
    run=lambda dice: dice.characters.every,
)
change_character = Operation(
    name="changeCharacter",
    method="PATCH",
    path=_CHARACTER,
    summary="Rename a character, or give her to another player",
    body=shapes.CharacterChange,
    answer=views.RoomCharacter,
    refuses=_IN_ROOM,
    run=lambda dice: dice.characters.change,
    example={"name": "Akemi Homura"},
)
remove_character: Operation[Any, None] = Operation(
    name="removeCharacter",
    method="DELETE",
    path=_CHARACTER,
    summary="Remove a character",
    about="What was rolled for her keeps her name.",
    answer=type(None),
    status=204,
    refuses=_IN_ROOM,
    run=lambda dice: dice.characters.remove,
)
add_table = Operation(
    name="addTable",
    method="POST",
    path=_TABLES,
    summary="Write a table",
    about="Every value of the dice lies in exactly one row. A row has a text, or leads to a "
    "further table of the room, or both.",
    body=shapes.TableIn,
    answer=views.RoomTable,
    status=201,
    refuses=(*_IN_ROOM, "syntax", "budget_exceeded", "illegal_action", "too_many"),
    location=lambda table: f"/v1/rooms/{table.room}/tables/{table.id}",
    run=lambda dice: dice.tables.add,
    example={
        "name": "Weather over Mitakihara",
        "dice": "1d6",
        "rows": [{"from": 1, "to": 5, "text": "clear"}, {"from": 6, "text": "a storm"}],
    },
)
tables = Operation(
    name="listTables",
    method="GET",
    path=_TABLES,
    summary="List the tables of a room",
    answer=views.RoomTables,
    refuses=("not_found",),
    run=lambda dice: dice.tables.every,
)
table = Operation(
    name="getTable",
    method="GET",
    path=_TABLE,
    summary="Show a table",
    about="Of a hidden one, players see the name.",
    answer=views.RoomTable,
    refuses=("not_found",),
    run=lambda dice: dice.tables.get,
)
change_table = Operation(
    name="changeTable",
    method="PATCH",
    path=_TABLE,
    summary="Change a table",
    about="Dice and rows are changed together. Rolls that were made keep what they gave.",
    body=shapes.TableChange,
    answer=views.RoomTable,
    refuses=(*_IN_ROOM, "syntax", "budget_exceeded", "illegal_action"),
    run=lambda dice: dice.tables.change,
    example={"hidden": True},
)
remove_table: Operation[Any, None] = Operation(
    name="removeTable",
    method="DELETE",
    path=_TABLE,
    summary="Remove a table",
    about="One that another leads to stays.",
    answer=type(None),
    status=204,
    refuses=(*_IN_ROOM, "illegal_action"),
    run=lambda dice: dice.tables.remove,
)
roll_table = Operation(
    name="rollTable",
    method="POST",
    path=_TABLE + "/roll",
    summary="Roll on a table",
    about="One draw, whatever tables it leads to; `rows` says what was found.",
    body=shapes.TableRollIn,
    answer=views.RoomRoll,
    status=201,
    refuses=(*_IN_ROOM, *_OF_DICE),
    location=lambda roll: f"/v1/rooms/{roll.room}/rolls/{roll.id}",
    run=lambda dice: dice.tables.roll,
    example={"reason": "on the way to school"},
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    create,
    page,
    get,
    reveal,
    push,
    accept,
    refuse,
    conclude,
    ask,
    foretellings,
    foretelling,
    answer,
    show,
    add_character,
    characters,
    change_character,
    remove_character,
    add_table,
    tables,
    table,
    change_table,
    remove_table,
    roll_table,
)
