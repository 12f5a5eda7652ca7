"""What members see of a room, and what they are given once: tokens and invitations."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from majokko_dice.fairness.views import FairnessStream, Instant
from majokko_dice.rooms import ports
from majokko_dice.rooms.ports import Role
from majokko_kit.clock import rfc3339

State = Literal["open", "closed"]
Token = Annotated[
    str, Field(description="For `Authorization: Bearer`. It is shown once; we keep only its hash.")
]
Invite = Annotated[str, Field(description="Whoever has it may join. We keep only its hash.")]
Label = Annotated[str | None, Field(description="A chat bot's own id of this room.")]


@dataclass(frozen=True, slots=True)
class RoomMember:
    id: str
    name: str
    role: Role
    joined_at: Instant


@dataclass(frozen=True, slots=True)
class Room:
    """A room as one of its members sees it."""

    id: str
    name: str
    label: Label
    state: State
    seq: Annotated[int, Field(description="The number of the last event.")]
    me: RoomMember
    stream: FairnessStream
    secret_stream: FairnessStream
    created_at: Instant
    closed_at: Instant | None


@dataclass(frozen=True, slots=True)
class RoomCreated:
    id: str
    name: str
    label: Label
    state: State
    token: Token
    invite: Invite
    member: RoomMember
    stream: FairnessStream
    secret_stream: FairnessStream
    created_at: Instant


@dataclass(frozen=True, slots=True)
class RoomFound:
    """What a stranger may know of a room whose label she knows."""

    id: str
    label: str
    state: State
    created_at: Instant


@dataclass(frozen=True, slots=True)
class RoomsFound:
    items: Sequence[RoomFound]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class RoomMembers:
    """Those who are in the room, in the order in which they came."""

    items: Sequence[RoomMember]
    next_cursor: str | None = None


@dataclass(frozen=True, slots=True)
class MemberJoined:
    id: str
    room: str
    name: str
    role: Role
    token: Token
    joined_at: Instant


@dataclass(frozen=True, slots=True)
class TokenGiven:
    """A new token; the one that asked for it is worth nothing any more."""

    token: Token


@dataclass(frozen=True, slots=True)
class InviteGiven:
    """A new invitation; the one before lets nobody in any more."""

    invite: Invite


@dataclass(frozen=True, slots=True)
class TicketGiven:
    """In the place of a token, for one stream of this room."""

    ticket: Annotated[
        str, Field(description="`GET …/events?ticket=…` takes it once, within 30 seconds.")
    ]


def member(one: ports.Member) -> RoomMember:
    return RoomMember(one.id, one.name, one.role, rfc3339(one.joined_at))


def created(  # noqa: PLR0913, PLR0917 - what only the one who made it ever sees together
    room: ports.Room,
    gm: ports.Member,
    token: str,
    invite: str,
    public: FairnessStream,
    secret: FairnessStream,
) -> RoomCreated:
    return RoomCreated(
        id=room.id,
        name=room.name,
        label=room.label,
        state=room.state,
        token=token,
        invite=invite,
        member=member(gm),
        stream=public,
        secret_stream=secret,
        created_at=rfc3339(room.created_at),
    )


def room(look: ports.Look, streams: Sequence[FairnessStream]) -> Room:
    one = look.room
    public, secret = streams
    return Room(
        id=one.id,
        name=one.name,
        label=one.label,
        state=one.state,
        seq=one.seq,
        me=member(look.me),
        stream=public,
        secret_stream=secret,
        created_at=rfc3339(one.created_at),
        closed_at=None if one.closed_at is None else rfc3339(one.closed_at),
    )


def found(one: ports.Room) -> RoomFound:
    assert one.label is not None
    return RoomFound(one.id, one.label, one.state, rfc3339(one.created_at))
