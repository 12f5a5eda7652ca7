"""What can be done with drafts, declared once for REST and GraphQL."""

from typing import Any

from majokko_characters.drafts import shapes, views
from majokko_characters.sheets.views import CharacterCreated
from majokko_kit.operations import Operation

_DRAFT = "/v1/drafts/{draft}"
_FACES = ("faces_too_few", "faces_too_many", "face_out_of_range")
_CHANGES = ("not_on_offer", "stale_version", "precondition_failed")

create = Operation(
    name="createDraft",
    method="POST",
    path="/v1/drafts",
    summary="Begin to make a character",
    about="The ruleset's first dice are thrown at once. In a `room` they come from its stream and "
    "stand in its feed (send a member's token); with a `commitment` from a stream that was taken "
    "before; with `faces` from your own hand. Otherwise they are only signed.",
    body=shapes.DraftIn,
    answer=views.DraftCreated,
    status=201,
    secured=False,
    refuses=(*_FACES, "not_found", "token_missing", "forbidden", "room_closed", "stream_closed"),
    location=lambda draft: f"/v1/drafts/{draft.id}",
    run=lambda characters: characters.drafts.create,
    example={"ruleset": "amgc@1", "faces": [19, 6, 8, 16, 13, 7, 14, 2, 16, 17, 1, 12]},
)
get = Operation(
    name="getDraft",
    method="GET",
    path=_DRAFT,
    summary="Show a draft",
    about="What was rolled, what it gives so far, what can be done, and what has to be decided.",
    answer=views.Draft,
    run=lambda characters: characters.drafts.get,
)
choose = Operation(
    name="chooseOffer",
    method="POST",
    path=_DRAFT + "/choices",
    summary="Take an offer",
    about="What is picked stands beside `offer` in REST, and in `picks` in either face. Dice that "
    "it throws come from where those of the draft come from. Of several requests at once one has "
    "its effect; the others are told that the draft has moved on.",
    body=shapes.ChoiceIn,
    answer=views.Draft,
    refuses=(*_FACES, *_CHANGES, "illegal_action", "room_closed", "stream_closed"),
    run=lambda characters: characters.drafts.choose,
    example={"offer": "specialisation.choose", "specialisation": "fire"},
)
undo = Operation(
    name="undoChoice",
    method="POST",
    path=_DRAFT + "/undo",
    summary="Take the last choice back",
    about="Until the end, as often as there are choices. Dice that it threw lie where they fell: "
    "whoever takes the same offer again finds them. Where seeing them decides, such as between two "
    "ways to mend bad rolls, that offer is the only one until it is taken again.",
    body=shapes.UndoIn,
    answer=views.Draft,
    refuses=(*_CHANGES, "pending_choices"),
    run=lambda characters: characters.drafts.undo,
)
finish = Operation(
    name="finishDraft",
    method="POST",
    path=_DRAFT + "/finish",
    summary="Make a character of a draft",
    about="Nothing may be pending. A stream of the draft's own is closed, so that its dice can be "
    "checked. The answer has the token of the character's owner.",
    body=shapes.FinishIn,
    answer=CharacterCreated,
    status=201,
    refuses=(*_CHANGES, "pending_choices"),
    location=lambda character: f"/v1/characters/{character.id}",
    run=lambda characters: characters.drafts.finish,
    example={"name": "Homura"},
)
abandon: Operation[Any, None] = Operation(
    name="abandonDraft",
    method="DELETE",
    path=_DRAFT,
    summary="Give a draft up",
    about="It can still be read. A stream of its own is closed, so that its dice can be checked.",
    answer=type(None),
    status=204,
    refuses=_CHANGES,
    run=lambda characters: characters.drafts.abandon,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (create, get, choose, undo, finish, abandon)
