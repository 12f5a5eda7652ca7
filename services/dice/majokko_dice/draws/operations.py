"""What a stream without a room offers, declared once for REST and GraphQL."""

from typing import Any

from majokko_dice.draws import views
from majokko_dice.fairness.views import FairnessStream
from majokko_dice.rooms.shapes import SeedIn
from majokko_kit.operations import Operation

_STREAMS = "/v1/fairness/streams"
_STREAM = _STREAMS + "/{stream}"

create = Operation(
    name="createFairnessStream",
    method="POST",
    path=_STREAMS,
    summary="Commit to a stream of dice without a room",
    about="For something that takes a `commitment`, such as a draft, which then draws all its dice "
    "from this stream. It is closed when that is finished, by its token, or when nobody has used "
    "it for long; then anybody can fetch its proof.",
    answer=views.OwnStreamCreated,
    status=201,
    secured=False,
    location=lambda stream: f"{_STREAMS}/{stream.id}",
    run=lambda dice: dice.own_streams.create,
)
contribute = Operation(
    name="contributeFairnessSeed",
    method="POST",
    path=_STREAM + "/seed",
    summary="Add to the chance of a stream without a room",
    about="Once, before its first draw, with the token of the stream. If-Match names the "
    "commitment, and so shows that it was known before. Where nobody adds anything, the server "
    "does, and could have tried many seeds.",
    body=SeedIn,
    answer=FairnessStream,
    conditional=True,
    refuses=("not_found", "stream_closed", "precondition_failed"),
    run=lambda dice: dice.own_streams.contribute,
    example={"seed": "my-cat.7"},
)
close = Operation(
    name="closeFairnessStream",
    method="POST",
    path=_STREAM + "/close",
    summary="Close a stream without a room",
    about="For ever, with the token of the stream: it gives no more dice, and its proof can be "
    "had. One that is closed already stays as it is.",
    answer=FairnessStream,
    refuses=("not_found",),
    run=lambda dice: dice.own_streams.close,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (create, contribute, close)
