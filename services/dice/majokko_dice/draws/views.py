"""What is told of a stream without a room when it begins; later `fairness.views` says the rest."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.fairness.ports import Stream
from majokko_dice.fairness.views import Hex, Instant, Receipt
from majokko_kit.clock import rfc3339


@dataclass(frozen=True, slots=True)
class OwnStreamCreated:
    """A stream without a room, before its first draw."""

    id: str
    index: int
    state: Literal["committed"]
    commitment: Annotated[Hex, Field(description="Keep it: the proof has to fit it.")]
    receipt: Annotated[Receipt | None, Field(description="Our signature over the commitment.")]
    token: Annotated[
        str,
        Field(
            description="For `Authorization: Bearer`: contributes, and closes. It is shown once; "
            "we keep only its hash."
        ),
    ]
    created_at: Instant


def created(stream: Stream, token: str) -> OwnStreamCreated:
    return OwnStreamCreated(
        id=stream.id,
        index=stream.index,
        state="committed",
        commitment=stream.commitment,
        receipt=stream.receipt,
        token=token,
        created_at=rfc3339(stream.created_at),
    )
