"""What anybody may know of a stream."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from majokko_dice.fairness.ports import Contributed, Source, Stream
from majokko_kit.clock import rfc3339

Hex = Annotated[str, Field(description="32 bytes in lower-case hexadecimal.")]
Instant = Annotated[str, Field(description="RFC 3339 in UTC, with milliseconds.")]
Receipt = Annotated[Mapping[str, Any], Field(description="Our signature; see docs/receipts.md.")]


@dataclass(frozen=True, slots=True)
class ClientSeed:
    label: Annotated[
        str, Field(description="The id of the member, `owner`, `seat-0` …, or `server`.")
    ]
    seed: str


@dataclass(frozen=True, slots=True)
class FairnessStream:
    """A sequence of draws that was committed to before the first of them."""

    id: str
    index: Annotated[int, Field(description="Counts the streams that replaced each other.")]
    secret: Annotated[bool, Field(description="Whether it is the one for secret rolls.")]
    state: Literal["committed", "open", "closed"]
    commitment: Hex
    receipt: Annotated[Receipt | None, Field(description="Our signature over the commitment.")]
    draws: Annotated[int, Field(description="How many were made; the next one has this nonce.")]
    head: Annotated[Hex | None, Field(description="That of the chain so far; null until opened.")]
    client_seed_source: Annotated[
        Source | None,
        Field(
            description="`server`: nobody else contributed, so the dice were fixed beforehand, "
            "but the server could have tried many seeds. Null while more may be added."
        ),
    ]
    contributors: Annotated[Sequence[str], Field(description="Whose seeds were accepted so far.")]
    client_seeds: Annotated[
        Sequence[ClientSeed], Field(description="Empty while more may be added.")
    ]
    closing: Annotated[
        Hex | None,
        Field(description="Binds the bounds of all draws; of a secret one when it is due."),
    ]
    proof: Annotated[str | None, Field(description="Where its proof is, once it may be told.")]
    created_at: Instant
    opened_at: Instant | None
    closed_at: Instant | None


@dataclass(frozen=True, slots=True)
class FairnessStreams:
    """The streams that replaced each other under one id, the last one first."""

    items: Sequence[FairnessStream]
    next_cursor: str | None = None


def shown(stream: Stream, given: Sequence[Contributed]) -> FairnessStream:
    fixed = stream.state != "committed"
    return FairnessStream(
        id=stream.id,
        index=stream.index,
        secret=stream.hidden,
        state=stream.state,
        commitment=stream.commitment,
        receipt=stream.receipt,
        draws=stream.nonce,
        head=stream.head,
        client_seed_source=given[0].source if fixed and given else None,
        contributors=[each.label for each in given if each.source == "client"],
        client_seeds=[ClientSeed(each.label, each.seed) for each in given if fixed],
        closing=stream.closing,
        proof=proof_path(stream) if is_provable(stream) else None,
        created_at=rfc3339(stream.created_at),
        opened_at=_instant(stream.opened_at),
        closed_at=_instant(stream.closed_at),
    )


def is_provable(stream: Stream) -> bool:
    """A closed stream is; a secret one has its closing told only when its room is closed."""
    return stream.state == "closed" and stream.closing is not None


def proof_path(stream: Stream) -> str:
    return f"/v1/fairness/streams/{stream.id}/{stream.index}/proof"


def _instant(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)
