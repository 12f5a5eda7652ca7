"""Reads and writes deals and moves. Neither is ever changed once it is written."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Dealt, Move
from majokko_cards.tables import DEALS, MOVES
from majokko_kit.database import Connection, Write

_MOVE = [MOVES.c[name] for name in Move.__slots__]
_DEALT = [DEALS.c[name] for name in Dealt.__slots__]
_MOVES_AFTER = (
    select(*_MOVE)
    .where(
        MOVES.c.session == bindparam("session"),
        MOVES.c.number > bindparam("after"),
        MOVES.c.number <= bindparam("last"),
    )
    .order_by(MOVES.c.version)
)
_DEALS = select(*_DEALT).where(DEALS.c.owner == bindparam("owner")).order_by(DEALS.c.number)
_ADD_MOVE = Write.insert(MOVES)
_ADD_DEAL = Write.insert(DEALS)


async def moves(
    sql: AsyncConnection, session: str, after: int = 0, last: int = 2**31 - 1
) -> Sequence[Move]:
    """Return the moves after number `after`, up to number `last`, in order."""
    asked = {"session": session, "after": after, "last": last}
    return [Move(*row) for row in await sql.execute(_MOVES_AFTER, asked)]


async def deals(sql: AsyncConnection, owner: str) -> Sequence[Dealt]:
    """Return all that was dealt for a session or a board; the last one is played."""
    return [Dealt(*row) for row in await sql.execute(_DEALS, {"owner": owner})]


def add_move(sql: Connection, session: str, move: Move) -> None:
    row: dict[str, Any] = {name: getattr(move, name) for name in Move.__slots__}
    sql.later(_ADD_MOVE, {**row, "session": session})


def add_deal(sql: Connection, dealt: Dealt) -> None:
    sql.later(_ADD_DEAL, {name: getattr(dealt, name) for name in Dealt.__slots__})
