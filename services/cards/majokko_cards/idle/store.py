"""Finds what nobody has touched for long."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import BindParameter, and_, bindparam, exists, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.boards.records import Kept
from majokko_cards.tables import BOARDS, DEALS, SESSIONS

_UNTIL: BindParameter[int] = bindparam("until")
_SESSION, _BOARD = SESSIONS.c, BOARDS.c


class Idle(NamedTuple):
    """A session at a version, and since when nothing has happened in it."""

    since: int
    id: str
    tenant: str
    version: int


class IdleBoard(NamedTuple):
    """A board that is not released, and since when there is one."""

    since: int
    id: str


NOWHERE = (-1, "")
"""Before the first that is found."""

_SESSIONS = (
    select(_SESSION.changed_at, _SESSION.id, _SESSION.tenant, _SESSION.version)
    .where(_SESSION.ended_at.is_(None), _SESSION.changed_at < _UNTIL)
    .where(tuple_(_SESSION.changed_at, _SESSION.id) > tuple_(bindparam("at"), bindparam("after")))
    .order_by(_SESSION.changed_at, _SESSION.id)
    .limit(bindparam("most"))
)
_TOUCHED = exists().where(
    _SESSION.board == _BOARD.id, or_(_SESSION.ended_at.is_(None), _SESSION.changed_at >= _UNTIL)
)
_DEALT = exists().where(DEALS.c.owner == _BOARD.id, DEALS.c.at >= _UNTIL)
_IS_IDLE = and_(_BOARD.released_at.is_(None), _BOARD.created_at < _UNTIL, ~_TOUCHED, ~_DEALT)
_BOARDS = (
    select(_BOARD.created_at, _BOARD.id)
    .where(_IS_IDLE)
    .where(tuple_(_BOARD.created_at, _BOARD.id) > tuple_(bindparam("at"), bindparam("after")))
    .order_by(_BOARD.created_at, _BOARD.id)
    .limit(bindparam("most"))
)
_HERE = _BOARD.id == bindparam("board")
_LOCK = select(_BOARD.id).where(_HERE).with_for_update()
_LOCKED = select(*[_BOARD[name] for name in Kept.__slots__]).where(_HERE, _IS_IDLE)


async def sessions(
    sql: AsyncConnection, until: int, place: tuple[int, str], most: int
) -> Sequence[Idle]:
    """Return sessions that are not over and in which nothing has happened since `until`, the
    longest idle first, behind a place.
    """
    at, after = place
    asked = {"until": until, "at": at, "after": after, "most": most}
    return [Idle(*row) for row in await sql.execute(_SESSIONS, asked)]


async def boards(
    sql: AsyncConnection, until: int, place: tuple[int, str], most: int
) -> Sequence[IdleBoard]:
    """Return boards that were made and dealt before `until`, on which no game goes on or has ended
    since, the oldest first, behind a place.
    """
    at, after = place
    asked = {"until": until, "at": at, "after": after, "most": most}
    return [IdleBoard(*row) for row in await sql.execute(_BOARDS, asked)]


async def locked_board(sql: AsyncConnection, board: str, until: int) -> Kept | None:
    """Return a board, and let nobody else change it; None if it is idle no more.

    Whoever had to wait for its row looks anew: a session may have been made on it meanwhile.
    """
    await sql.execute(_LOCK, {"board": board})
    found = (await sql.execute(_LOCKED, {"board": board, "until": until})).one_or_none()
    return None if found is None else Kept(*found)
