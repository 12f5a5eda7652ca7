"""What other services ask of rooms and of streams: dice for a draft, and where they come from."""

from typing import Annotated, ClassVar, Literal

from pydantic import ConfigDict, Field

from majokko_contracts.dice import Json
from majokko_contracts.ids import PATTERN
from majokko_contracts.messages import Answer, Request

MAX_COUNT = 1000
MAX_SIDES = 10**9
MAX_LABEL = 100

PURPOSE = r"^[a-z]{1,16}/[A-Za-z0-9._-]{1,40}@[1-9][0-9]{0,5}$"
"""What dice are thrown for, and under which ruleset: `chargen/amgc@1`."""

HEX = r"^[0-9a-f]{64}$"

Tenant = Annotated[str, Field(min_length=1, max_length=64)]
Id = Annotated[str, Field(pattern=PATTERN)]
Hash = Annotated[str, Field(pattern=HEX, description="SHA-256 of a token, in hexadecimal.")]

_ROOM = "roo_01KB9Q1V5S3V9D0QH3S3YB8N4E"
_MEMBER = "mem_01KB9Q1V5S3V9D0QH3S3YB8N4F"
_STREAM = "str_01KB9Q1V5S3V9D0QH3S3YB8N4G"
_DRAFT = "dra_01KB9Q1V5S3V9D0QH3S3YB8N4H"


class DiceThrown(Answer):
    """The faces, in the order thrown. Committed ones stand in `stream` under `nonce`; `roll` is
    the one in the feed of the room, or the id that the receipt names.

    `next_commitment` is that of the stream with the next index, where this draw was the last of
    its own.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "faces": [3, 17, 8],
                    "source": "committed",
                    "roll": "rol_01KB9Q1V5S3V9D0QH3S3YB8N4E",
                    "stream": _STREAM,
                    "index": 0,
                    "nonce": 4,
                    "head": "5a" * 32,
                    "next_commitment": None,
                    "receipt": None,
                }
            ]
        }
    )

    faces: tuple[int, ...] = Field(min_length=1)
    source: Literal["committed", "signed"]
    roll: str = Field(pattern=PATTERN)
    stream: str | None = None
    index: int | None = None
    nonce: int | None = None
    head: str | None = None
    next_commitment: str | None = None
    receipt: Json | None = None


class DiceThrow(Request[DiceThrown]):
    """Throw equal dice for something that another service keeps, such as a draft.

    With `room` and `member` they come from the room's stream and stand in its feed; with `stream`
    from one that `dice.take_stream` has given to this `reference`; with neither they are signed.
    The request's id is an idempotency key for ever: dice are thrown once for it.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "tenant": "default",
                    "room": _ROOM,
                    "member": _MEMBER,
                    "purpose": "chargen/amgc@1",
                    "count": 12,
                    "sides": 20,
                    "reference": _DRAFT,
                    "label": "The twelve rolls",
                }
            ]
        }
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.throw"

    tenant: Tenant
    room: Id | None = None
    member: Id | None = Field(None, description="Who throws; needed with `room`.")
    stream: Id | None = None
    purpose: str = Field(pattern=PURPOSE, max_length=64)
    count: int = Field(ge=1, le=MAX_COUNT)
    sides: int = Field(ge=2, le=MAX_SIDES)
    reference: Id = Field(description="What they are thrown for; the chain binds it.")
    label: str | None = Field(
        None, min_length=1, max_length=MAX_LABEL, description="What the feed says of it."
    )

    @classmethod
    def answer(cls) -> type[DiceThrown]:
        return DiceThrown


class SeatFound(Answer):
    """A member in her room, and the room's public stream as it stands."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "room": _ROOM,
                    "state": "open",
                    "member": _MEMBER,
                    "name": "Mami",
                    "role": "player",
                    "stream": _STREAM,
                    "index": 0,
                    "commitment": "5a" * 32,
                }
            ]
        }
    )

    room: str
    state: Literal["open", "closed"]
    member: str
    name: str
    role: Literal["gm", "player", "spectator"]
    stream: str
    index: int
    commitment: str


class FindSeat(Request[SeatFound]):
    """Say who a member's token stands for. Her id then names her to `dice.throw`, which looks
    again whether she is there, so that nobody else has to keep her token.
    """

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"tenant": "default", "room": _ROOM, "token": "c3" * 32}]}
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.find_seat"

    tenant: Tenant
    room: str = Field(description="As whoever asks was given it.")
    token: Hash

    @classmethod
    def answer(cls) -> type[SeatFound]:
        return SeatFound


class StreamTaken(Answer):
    """The stream that is kept for the reference from now on."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"stream": _STREAM, "index": 0, "commitment": "5a" * 32}]}
    )

    stream: str
    index: int
    commitment: str


class TakeStream(Request[StreamTaken]):
    """Keep a stream of `POST /v1/fairness/streams` for one thing, such as a draft: nothing else
    draws from it any more. Asked again for the same reference, it is answered the same.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"tenant": "default", "commitment": "5a" * 32, "reference": _DRAFT}]
        }
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.take_stream"

    tenant: Tenant
    commitment: str = Field(description="As whoever asks was given it.")
    reference: Id
    token: Hash | None = Field(None, description="That of the stream; if given, it must be right.")

    @classmethod
    def answer(cls) -> type[StreamTaken]:
        return StreamTaken


class StreamEnded(Answer):
    """A closed stream: `proof` is where anybody may fetch what shows that it was fair."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "stream": _STREAM,
                    "index": 0,
                    "draws": 12,
                    "closing": "5a" * 32,
                    "proof": f"/v1/fairness/streams/{_STREAM}/0/proof",
                }
            ]
        }
    )

    stream: str
    index: int
    draws: int
    closing: str
    proof: str


class CloseStream(Request[StreamEnded]):
    """Close the stream of a draft that is finished or abandoned, so that it can be checked. One
    that is closed already is answered the same.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"tenant": "default", "stream": _STREAM, "reference": _DRAFT}]
        }
    )

    service: ClassVar = "dice"
    name: ClassVar = "dice.close_stream"

    tenant: Tenant
    stream: Id
    reference: Id

    @classmethod
    def answer(cls) -> type[StreamEnded]:
        return StreamEnded
