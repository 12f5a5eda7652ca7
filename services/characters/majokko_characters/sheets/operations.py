"""What can be done with characters, declared once for REST and GraphQL."""

from typing import Any

from majokko_characters.sheets import shapes, views
from majokko_kit.operations import Operation, Page

_CHARACTERS = "/v1/characters"
_CHARACTER = _CHARACTERS + "/{character}"
_FACES = ("faces_too_few", "faces_too_many", "face_out_of_range")

get = Operation(
    name="getCharacter",
    method="GET",
    path=_CHARACTER,
    summary="Show a character",
    about="Her owner and her game master see all of her; strangers what `public` lets them see.",
    answer=views.Character,
    secured=False,
    refuses=("not_found", "token_missing"),
    run=lambda characters: characters.sheets.get,
)
change = Operation(
    name="changeCharacter",
    method="PATCH",
    path=_CHARACTER,
    summary="Change a character",
    about="Owner and game master keep marks and notes; only game masters override values of the "
    "sheet, and the sheet says so. `null` takes one away. Everything stands in the history.",
    body=shapes.SheetChange,
    answer=views.Character,
    conditional=True,
    refuses=("forbidden", "stale_version"),
    run=lambda characters: characters.sheets.change,
    example={"marks": {"HP": 12, "SAN": 40}, "reason": "the cake exploded"},
)
delete: Operation[Any, None] = Operation(
    name="deleteCharacter",
    method="DELETE",
    path=_CHARACTER,
    summary="Delete a character",
    about="Her owner can restore her for 30 days; then she is forgotten.",
    answer=type(None),
    status=204,
    conditional=True,
    refuses=("forbidden", "stale_version"),
    run=lambda characters: characters.sheets.delete,
)
restore = Operation(
    name="restoreCharacter",
    method="POST",
    path=_CHARACTER + "/restore",
    summary="Restore a character who was deleted",
    answer=views.Character,
    refuses=("forbidden", "precondition_failed", "stale_version"),
    run=lambda characters: characters.sheets.restore,
)
history = Operation(
    name="listCharacterHistory",
    method="GET",
    path=_CHARACTER + "/history",
    summary="Tell who changed what, and when",
    about="The last change first; for her owner and her game master.",
    query=shapes.HistoryQuery,
    answer=Page[views.HistoryEntry],
    run=lambda characters: characters.sheets.history,
)
take_in = Operation(
    name="importCharacter",
    method="POST",
    path=_CHARACTERS + "/import",
    summary="Make a character of a file",
    about="Takes what `…/export?format=json` gives, of any installation. The moves are made again, "
    "and whatever the rules refuse in them is refused. Its dice count as supplied. The line of a "
    "dice bot, `st`, may stand in place of moves.",
    body=shapes.ImportIn,
    answer=views.CharacterCreated,
    status=201,
    secured=False,
    units=10,
    refuses=(*_FACES, "not_on_offer", "pending_choices", "illegal_action"),
    location=lambda character: f"/v1/characters/{character.id}",
    run=lambda characters: characters.files.take_in,
    example={
        "format": "majokko.character/1",
        "name": "Homura",
        "ruleset": "amgc@1",
        "moves": [
            {"offer": None, "faces": [19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12]},
            {"offer": "age.bronze", "picks": {"age": "older"}},
        ],
    },
)
renew_token = Operation(
    name="renewCharacterToken",
    method="POST",
    path=_CHARACTER + "/token",
    summary="Take a new token for a character",
    about="The one that asks is worth nothing any more.",
    answer=views.CharacterToken,
    refuses=("forbidden", "precondition_failed"),
    run=lambda characters: characters.tokens.renew,
)
appoint = Operation(
    name="appointCharacterGm",
    method="POST",
    path=_CHARACTER + "/gm",
    summary="Make a token for a game master",
    about="The one before is worth nothing any more. Whoever leads the room in which she is played "
    "needs none: there her own token is enough.",
    body=shapes.AppointIn,
    answer=views.CharacterToken,
    status=201,
    refuses=("forbidden", "precondition_failed", "stale_version"),
    run=lambda characters: characters.tokens.appoint,
    example={"name": "Kyubey"},
)
dismiss: Operation[Any, None] = Operation(
    name="dismissCharacterGm",
    method="DELETE",
    path=_CHARACTER + "/gm",
    summary="End the token of a game master",
    answer=type(None),
    status=204,
    refuses=("forbidden", "precondition_failed", "stale_version"),
    run=lambda characters: characters.tokens.dismiss,
)
sit = Operation(
    name="seatCharacter",
    method="POST",
    path=_CHARACTER + "/seat",
    summary="Bring a character into a room",
    about="The member whose token is given rolls for her there by the names of her sheet, and so "
    "do the game masters of the room.",
    body=shapes.SeatIn,
    answer=views.Character,
    refuses=("forbidden", "precondition_failed", "stale_version"),
    run=lambda characters: characters.tokens.sit,
    example={"room": "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E", "member_token": "mjk_member_…"},
)
stand: Operation[Any, None] = Operation(
    name="unseatCharacter",
    method="DELETE",
    path=_CHARACTER + "/seat",
    summary="Take a character out of her room",
    answer=type(None),
    status=204,
    refuses=("forbidden", "precondition_failed", "stale_version"),
    run=lambda characters: characters.tokens.stand,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (
    get,
    change,
    delete,
    restore,
    history,
    take_in,
    renew_token,
    appoint,
    dismiss,
    sit,
    stand,
)
