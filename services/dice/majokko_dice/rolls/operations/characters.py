"""Who acts in the story."""

from typing import Any

from majokko_dice.rolls import shapes, story_views
from majokko_dice.rolls.operations.refused import IN_ROOM
from majokko_kit.operations import Operation

_CHARACTERS = "/v1/rooms/{room}/characters"
_CHARACTER = _CHARACTERS + "/{character}"

add = Operation(
    name="addRoomCharacter",
    method="POST",
    path=_CHARACTERS,
    summary="Add a character",
    about="Players add their own, game masters anybody's. Only her own player and game masters "
    "roll for her.",
    body=shapes.CharacterIn,
    answer=story_views.RoomCharacter,
    status=201,
    refuses=(*IN_ROOM, "too_many"),
    location=lambda character: f"/v1/rooms/{character.room}/characters/{character.id}",
    run=lambda dice: dice.characters.add,
    example={"name": "Homura"},
)
every = Operation(
    name="listRoomCharacters",
    method="GET",
    path=_CHARACTERS,
    summary="List the characters of a room",
    answer=story_views.RoomCharacters,
    refuses=("not_found",),
    run=lambda dice: dice.characters.every,
)
get = Operation(
    name="getRoomCharacter",
    method="GET",
    path=_CHARACTER,
    summary="Show a character",
    answer=story_views.RoomCharacter,
    refuses=("not_found",),
    run=lambda dice: dice.characters.get,
)
change = Operation(
    name="changeRoomCharacter",
    method="PATCH",
    path=_CHARACTER,
    summary="Rename a character, or give her to another player",
    body=shapes.CharacterChange,
    answer=story_views.RoomCharacter,
    refuses=IN_ROOM,
    run=lambda dice: dice.characters.change,
    example={"name": "Akemi Homura"},
)
remove: Operation[Any, None] = Operation(
    name="removeRoomCharacter",
    method="DELETE",
    path=_CHARACTER,
    summary="Remove a character",
    about="What was rolled for her keeps her name.",
    answer=type(None),
    status=204,
    refuses=IN_ROOM,
    run=lambda dice: dice.characters.remove,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    add,
    every,
    get,
    change,
    remove,
)
