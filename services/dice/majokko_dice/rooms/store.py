"""Reads and writes rooms and their members. A room's row is locked before anything in it changes.

Rows never leave this file, and statements are built once.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.fairness import store as streams
from majokko_dice.fairness.ports import Stream
from majokko_dice.rooms.ports import Member, Role, Room
from majokko_dice.tables import MEMBERS, ROOMS, STREAMS
from majokko_kit.database import Connection, Write

_ROOM = [ROOMS.c[name] for name in Room.__slots__]
_MEMBER = [MEMBERS.c[name] for name in Member.__slots__]
_SEATED_COLUMNS = len(_ROOM) + len(_MEMBER)
_SEATED = MEMBERS.c.left_at.is_(None)

_IN_SEAT = (
    select(*_ROOM, *_MEMBER)
    .select_from(ROOMS.join(MEMBERS, MEMBERS.c.room == ROOMS.c.id))
    .where(ROOMS.c.id == bindparam("room"), ROOMS.c.tenant == bindparam("tenant"), _SEATED)
)
_BY_TOKEN = _IN_SEAT.where(MEMBERS.c.token == bindparam("token"))
_BY_ID = _IN_SEAT.where(MEMBERS.c.id == bindparam("member"))


def _and_stream(seat: Select[Any]) -> Select[Any]:
    return seat.add_columns(*streams.FOR_DRAWING).join(
        STREAMS, (STREAMS.c.id == ROOMS.c.stream) & (STREAMS.c.state == "open")
    )


# Both rows are locked: PostgreSQL reads a row that it locks once more after it had to wait, but
# not those beside it, and somebody who was removed meanwhile would still be found in her seat.
_LOCKED_BY_TOKEN = (_and_stream(_BY_TOKEN).with_for_update(), _BY_TOKEN.with_for_update())
_LOCKED_BY_ID = (_and_stream(_BY_ID).with_for_update(), _BY_ID.with_for_update())
_HOLDER = select(MEMBERS.c.id).where(MEMBERS.c.token == bindparam("token"), _SEATED)
_INVITED = (
    select(*_ROOM)
    .where(
        ROOMS.c.id == bindparam("room"),
        ROOMS.c.tenant == bindparam("tenant"),
        ROOMS.c.invite == bindparam("invite"),
    )
    .with_for_update()
)
_LABELLED = select(*_ROOM).where(
    ROOMS.c.tenant == bindparam("tenant"),
    ROOMS.c.label == bindparam("label"),
    ROOMS.c.state == "open",
)
_IN_ROOM = select(*_MEMBER).where(MEMBERS.c.room == bindparam("room"), _SEATED)
_EVERYBODY = _IN_ROOM.order_by(MEMBERS.c.joined_at, MEMBERS.c.id)
_ONE = _IN_ROOM.where(MEMBERS.c.id == bindparam("member"))
_HOW_MANY = select(func.count()).where(MEMBERS.c.room == bindparam("room"), _SEATED)
_GMS = select(MEMBERS.c.id).where(
    MEMBERS.c.room == bindparam("room"), MEMBERS.c.role == "gm", _SEATED
)
_COUNTED = Write(
    ROOMS.update()
    .where(ROOMS.c.id == bindparam("room"))
    .values(seq=bindparam("told"), rolls=bindparam("rolled")),
    exact=True,
)
_OTHER_ROOM = ROOMS.update().where(ROOMS.c.id == bindparam("room"))
_OTHER_MEMBER = MEMBERS.update().where(MEMBERS.c.id == bindparam("member"))


async def seat(
    sql: AsyncConnection, room: str, tenant: str, token: bytes
) -> tuple[Room, Member] | None:
    """Return a room and the one whose token it is."""
    asked = {"room": room, "tenant": tenant, "token": token}
    found = (await sql.execute(_BY_TOKEN, asked)).one_or_none()
    return None if found is None else _seated(found)


async def locked_seat(
    sql: AsyncConnection, room: str, tenant: str, token: bytes
) -> tuple[Room, Member, Stream | None] | None:
    """Return what `seat` does, and let nobody else change the room.

    Most who sit down are about to roll, so the public stream comes with the seat if it is open.
    """
    asked = {"room": room, "tenant": tenant, "token": token}
    return await _locked(sql, _LOCKED_BY_TOKEN, asked)


async def locked_seat_of(
    sql: AsyncConnection, room: str, tenant: str, member_id: str
) -> tuple[Room, Member, Stream | None] | None:
    """Return what `locked_seat` does, of somebody who is known by her id."""
    asked = {"room": room, "tenant": tenant, "member": member_id}
    return await _locked(sql, _LOCKED_BY_ID, asked)


async def _locked(
    sql: AsyncConnection, seats: Sequence[Select[Any]], asked: Mapping[str, object]
) -> tuple[Room, Member, Stream | None] | None:
    with_stream, alone = seats
    found = (await sql.execute(with_stream, asked)).one_or_none()
    if found is not None:
        return (*_seated(found), streams.read(found[_SEATED_COLUMNS:]))
    found = (await sql.execute(alone, asked)).one_or_none()
    return None if found is None else (*_seated(found), None)


def _seated(row: Sequence[Any]) -> tuple[Room, Member]:
    return Room(*row[: len(_ROOM)]), Member(*row[len(_ROOM) : _SEATED_COLUMNS])


async def is_held(sql: AsyncConnection, token: bytes) -> bool:
    """Tell whether a token lets anybody into any room."""
    return (await sql.execute(_HOLDER, {"token": token})).first() is not None


async def invited(sql: AsyncConnection, room: str, tenant: str, invite: bytes) -> Room | None:
    """Return the room that an invitation leads to, and lock it."""
    asked = {"room": room, "tenant": tenant, "invite": invite}
    found = (await sql.execute(_INVITED, asked)).one_or_none()
    return None if found is None else Room(*found)


async def labelled(sql: AsyncConnection, tenant: str, label: str) -> Sequence[Room]:
    found = await sql.execute(_LABELLED, {"tenant": tenant, "label": label})
    return [Room(*row) for row in found]


async def members(sql: AsyncConnection, room: str) -> Sequence[Member]:
    """Return those who are in a room, in the order in which they came."""
    return [Member(*row) for row in await sql.execute(_EVERYBODY, {"room": room})]


async def member(sql: AsyncConnection, room: str, member_id: str) -> Member | None:
    found = (await sql.execute(_ONE, {"room": room, "member": member_id})).one_or_none()
    return None if found is None else Member(*found)


async def how_many(sql: AsyncConnection, room: str) -> int:
    count: int = (await sql.execute(_HOW_MANY, {"room": room})).scalar_one()
    return count


async def gms(sql: AsyncConnection, room: str) -> Sequence[str]:
    return (await sql.execute(_GMS, {"room": room})).scalars().all()


async def add_room(sql: AsyncConnection, room: Room, invite: bytes) -> None:
    """Raises IntegrityError when another open room has its label."""
    row = {name: getattr(room, name) for name in Room.__slots__}
    await sql.execute(ROOMS.insert(), {**row, "invite": invite})


async def add_member(sql: AsyncConnection, room: str, added: Member, token: bytes) -> None:
    row = {name: getattr(added, name) for name in Member.__slots__}
    await sql.execute(MEMBERS.insert(), {**row, "room": room, "token": token})


def count(sql: Connection, room: str, events: int, rolls: int) -> None:
    """Write down how many events and rolls a room has now."""
    sql.later(_COUNTED, {"room": room, "told": events, "rolled": rolls})


async def close(sql: AsyncConnection, room: str, at: int) -> None:
    await _change_room(sql, room, state="closed", closed_at=at)


async def invite_by(sql: AsyncConnection, room: str, invite: bytes) -> None:
    await _change_room(sql, room, invite=invite)


async def rename(sql: AsyncConnection, member_id: str, name: str) -> None:
    await _change_member(sql, member_id, name=name)


async def give_role(sql: AsyncConnection, member_id: str, role: Role) -> None:
    await _change_member(sql, member_id, role=role)


async def give_token(sql: AsyncConnection, member_id: str, token: bytes) -> None:
    await _change_member(sql, member_id, token=token)


async def leave(sql: AsyncConnection, member_id: str, at: int) -> None:
    await _change_member(sql, member_id, left_at=at)


async def _change_room(sql: AsyncConnection, room: str, **values: Any) -> None:  # noqa: ANN401
    await sql.execute(_OTHER_ROOM.values(values), {"room": room})


async def _change_member(sql: AsyncConnection, member_id: str, **values: Any) -> None:  # noqa: ANN401
    await sql.execute(_OTHER_MEMBER.values(values), {"member": member_id})
