"""Reads and writes sessions and seats. A session's row is locked before anything in it changes.

Rows never leave this file, and statements are built once.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Board, Me, Seat, Session
from majokko_cards.tables import BOARDS, NOTES, SEATS, SESSIONS, VOTES
from majokko_kit.cursors import Place
from majokko_kit.database import Connection, Write

_SESSION = [SESSIONS.c[name] for name in Session.__slots__]
_SEAT = [SEATS.c[name] for name in Seat.__slots__]
_WIDTH = len(_SESSION)

_HERE = (SESSIONS.c.id == bindparam("session"), SESSIONS.c.tenant == bindparam("tenant"))
_OF_TOKEN = SEATS.c.token == bindparam("token")
_ONE = select(*_SESSION).where(*_HERE)
_SEEN = (
    select(*_SESSION, SESSIONS.c.host == bindparam("token"), *_SEAT)
    .select_from(SESSIONS.outerjoin(SEATS, (SEATS.c.session == SESSIONS.c.id) & _OF_TOKEN))
    .where(*_HERE)
)
# Both rows are locked: PostgreSQL reads a row that it locks once more after it had to wait, but
# not those beside it, and somebody who was removed meanwhile would still be found in her seat.
_LOCKED = _ONE.with_for_update()
_LOCKED_SEAT = (
    select(*_SESSION, *_SEAT)
    .select_from(SESSIONS.join(SEATS, SEATS.c.session == SESSIONS.c.id))
    .where(*_HERE, _OF_TOKEN)
    .with_for_update()
)
_LOCKED_HOST = _ONE.where(SESSIONS.c.host == bindparam("token")).with_for_update()
_SEATS = select(*_SEAT).where(SEATS.c.session == bindparam("session")).order_by(SEATS.c.number)
_SEATS_OF_MANY = (
    select(*_SEAT)
    .where(SEATS.c.session.in_(bindparam("sessions", expanding=True)))
    .order_by(SEATS.c.session, SEATS.c.number)
)
_EXISTS = select(SESSIONS.c.id).where(SESSIONS.c.id == bindparam("session"))
_FREE = SESSIONS.c.players > (
    select(func.count()).where(SEATS.c.session == SESSIONS.c.id).scalar_subquery()
)
_BOARD = (
    select(*(BOARDS.c[name] for name in Board.__slots__))
    .where(
        BOARDS.c.id == bindparam("board"),
        BOARDS.c.tenant == bindparam("tenant"),
        BOARDS.c.token == bindparam("token"),
    )
    .with_for_update(read=True)
)  # nobody releases it meanwhile
_BOARD_STATE = select(BOARDS.c.state).where(BOARDS.c.id == bindparam("board"))
_CHANGING = (
    "status", "version", "seq", "moves", "began", "turn", "awaits", "dealing", "bots", "closing",
    "outcome", "banks", "since", "deadline", "changed_at", "started_at", "ended_at",
)  # fmt: skip
"""What becomes of a session; all else is as it was made."""
_CHANGED = Write(
    SESSIONS.update()
    .where(SESSIONS.c.id == bindparam("session"))
    .values({name: bindparam(f"new_{name}", type_=SESSIONS.c[name].type) for name in _CHANGING}),
    exact=True,
)
_ADDED_SEAT = Write.insert(SEATS)
_MY_SEAT = SEATS.update().where(
    SEATS.c.session == bindparam("of"), SEATS.c.number == bindparam("seat")
)
_NO_SEAT = SEATS.delete().where(
    SEATS.c.session == bindparam("of"), SEATS.c.number == bindparam("seat")
)
_NO_VOTE = VOTES.delete().where(
    VOTES.c.session == bindparam("of"), VOTES.c.seat == bindparam("seat")
)
_NO_NOTES = NOTES.delete().where(
    NOTES.c.session == bindparam("of"), NOTES.c.seat == bindparam("seat")
)
_HOST = SESSIONS.update().where(SESSIONS.c.id == bindparam("of"))


async def board(sql: AsyncConnection, name: str, tenant: str, token: bytes) -> Board | None:
    """Return the board that a token opens."""
    asked = {"board": name, "tenant": tenant, "token": token}
    found = (await sql.execute(_BOARD, asked)).one_or_none()
    return None if found is None else Board(*found)


async def is_locked(sql: AsyncConnection, session: Session) -> bool:
    """Tell whether others may still play the cards of a session."""
    if session.board is None:
        return False
    state = (await sql.execute(_BOARD_STATE, {"board": session.board})).scalar_one_or_none()
    return state == "open"


async def one(sql: AsyncConnection, session: str, tenant: str) -> Session | None:
    found = (await sql.execute(_ONE, {"session": session, "tenant": tenant})).one_or_none()
    return None if found is None else Session(*found)


async def seen(
    sql: AsyncConnection, session: str, tenant: str, token: bytes
) -> tuple[Session, Me] | None:
    """Return a session, and who the one is whose token it is."""
    asked = {"session": session, "tenant": tenant, "token": token}
    found = (await sql.execute(_SEEN, asked)).one_or_none()
    if found is None:
        return None
    seat = found[_WIDTH + 1 :]
    return Session(*found[:_WIDTH]), Me(
        None if seat[0] is None else Seat(*seat), host=bool(found[_WIDTH])
    )


async def locked(sql: AsyncConnection, session: str, tenant: str) -> Session | None:
    """Return a session, and let nobody else change it."""
    found = (await sql.execute(_LOCKED, {"session": session, "tenant": tenant})).one_or_none()
    return None if found is None else Session(*found)


async def locked_seat(
    sql: AsyncConnection, session: str, tenant: str, token: bytes
) -> tuple[Session, Seat] | None:
    """Return a session and the seat that a token is of, and let nobody else change either."""
    asked = {"session": session, "tenant": tenant, "token": token}
    found = (await sql.execute(_LOCKED_SEAT, asked)).one_or_none()
    return None if found is None else (Session(*found[:_WIDTH]), Seat(*found[_WIDTH:]))


async def locked_host(
    sql: AsyncConnection, session: str, tenant: str, token: bytes
) -> Session | None:
    """Return a session for its host, and let nobody else change it."""
    asked = {"session": session, "tenant": tenant, "token": token}
    found = (await sql.execute(_LOCKED_HOST, asked)).one_or_none()
    return None if found is None else Session(*found)


async def exists(sql: AsyncConnection, session: str) -> bool:
    return (await sql.execute(_EXISTS, {"session": session})).first() is not None


async def listed(  # noqa: PLR0913, PLR0917 - what lists are filtered by
    sql: AsyncConnection,
    tenant: str,
    status: str | None,
    free: bool | None,  # noqa: FBT001
    before: Place | None,
    most: int,
) -> Sequence[Session]:
    """Return sessions, the newest first; `free` are those with seats to take."""
    asked = select(*_SESSION).where(SESSIONS.c.tenant == tenant)
    if status is not None:
        asked = asked.where(SESSIONS.c.status == status)
    if free is not None:
        is_free = (SESSIONS.c.status == "waiting") & _FREE
        asked = asked.where(is_free if free else ~is_free)
    if before is not None:
        assert isinstance(before, list), "as they are listed"
        asked = asked.where(tuple_(SESSIONS.c.created_at, SESSIONS.c.id) < tuple_(*before))
    order = (SESSIONS.c.created_at.desc(), SESSIONS.c.id.desc())
    found = await sql.execute(asked.order_by(*order).limit(most))
    return [Session(*row) for row in found]


async def seats(sql: AsyncConnection, session: str) -> Sequence[Seat]:
    """Return who sits in a session, in the order of the seats."""
    return [Seat(*row) for row in await sql.execute(_SEATS, {"session": session})]


async def seats_of(sql: AsyncConnection, sessions: Sequence[Session]) -> dict[str, list[Seat]]:
    """Return who sits in each of several sessions."""
    found: dict[str, list[Seat]] = {each.id: [] for each in sessions}
    for row in await sql.execute(_SEATS_OF_MANY, {"sessions": list(found)}):
        seat = Seat(*row)
        found[seat.session].append(seat)
    return found


async def add(sql: AsyncConnection, session: Session, host: bytes) -> None:
    row = {name: getattr(session, name) for name in Session.__slots__}
    await sql.execute(SESSIONS.insert(), {**row, "host": host})


def change(sql: Connection, session: Session) -> None:
    """Write down what has become of a session."""
    values = {f"new_{name}": getattr(session, name) for name in _CHANGING}
    sql.later(_CHANGED, {"session": session.id, **values})


async def give_host(sql: AsyncConnection, session: str, host: bytes) -> None:
    await sql.execute(_HOST.values(host=host), {"of": session})


def add_seat(sql: Connection, seat: Seat, token: bytes | None) -> None:
    row: dict[str, Any] = {name: getattr(seat, name) for name in Seat.__slots__}
    sql.later(_ADDED_SEAT, {**row, "token": token})


async def change_seat(sql: AsyncConnection, seat: Seat, **values: Any) -> None:  # noqa: ANN401
    """Write other values into a seat's row."""
    await sql.execute(_MY_SEAT.values(values), {"of": seat.session, "seat": seat.number})


async def withdraw_vote(sql: AsyncConnection, seat: Seat) -> None:
    """Forget that a seat wants to end the game, if it does."""
    await sql.execute(_NO_VOTE, {"of": seat.session, "seat": seat.number})


async def forget_notes(sql: AsyncConnection, seat: Seat) -> None:
    """Forget what a seat has written on its cards, and how it sorts them.

    What was seen with them has another tag than what is seen without.
    """
    await sql.execute(_NO_NOTES, {"of": seat.session, "seat": seat.number})
    await change_seat(sql, seat, arrangement=None, revision=seat.revision + 1)


async def remove_seat(sql: AsyncConnection, seat: Seat) -> None:
    await sql.execute(_NO_SEAT, {"of": seat.session, "seat": seat.number})
