"""What everybody may ask of streams; proofs are files, and declared in `proofs.py`."""

from typing import Any

from majokko_dice.fairness.views import FairnessStreams
from majokko_kit.cursors import Paging
from majokko_kit.operations import Operation

streams = Operation(
    name="listFairnessStreams",
    method="GET",
    path="/v1/fairness/streams/{stream}",
    summary="List what was committed under a stream's id",
    about="A stream that has given enough is closed and replaced by one with the next index. "
    "Needs no token: whoever knows the id may check.",
    query=Paging,
    answer=FairnessStreams,
    secured=False,
    refuses=("not_found",),
    run=lambda dice: dice.fairness.streams,
)

OPERATIONS: tuple[Operation[Any, Any], ...] = (streams,)
