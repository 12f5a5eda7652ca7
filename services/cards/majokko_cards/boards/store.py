"""Reads and writes boards. A board's row is locked before it changes, and before sessions of it do.

Whoever makes a session on a board holds its row as well, so none is made while it is released.
"""

from collections.abc import Sequence

from sqlalchemy import bindparam, func, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.boards.records import Kept
from majokko_cards.records import OVER, Session
from majokko_cards.tables import BOARDS, SESSIONS
from majokko_kit.cursors import Place

_BOARD = [BOARDS.c[name] for name in Kept.__slots__]
_SESSION = [SESSIONS.c[name] for name in Session.__slots__]

_HERE = (BOARDS.c.id == bindparam("board"), BOARDS.c.tenant == bindparam("tenant"))
_ONE = select(*_BOARD).where(*_HERE)
_LOCKED = _ONE.where(BOARDS.c.token == bindparam("token")).with_for_update()
_EXISTS = select(BOARDS.c.id).where(BOARDS.c.id == bindparam("board"))
_CHANGING = ("state", "closing", "released_at")
_CHANGED = (
    BOARDS.update()
    .where(BOARDS.c.id == bindparam("of"))
    .values({name: bindparam(f"new_{name}", type_=BOARDS.c[name].type) for name in _CHANGING})
)
_OF_BOARD = (SESSIONS.c.board == bindparam("board"), SESSIONS.c.tenant == bindparam("tenant"))
_SESSIONS = select(*_SESSION).where(*_OF_BOARD)
_IS_ON = SESSIONS.c.status.not_in(sorted(OVER))
_NOT_OVER = (
    select(SESSIONS.c.id).where(*_OF_BOARD, _IS_ON).order_by(SESSIONS.c.id).limit(bindparam("most"))
)
_COUNTED = select(func.count()).where(*_OF_BOARD, _IS_ON)


async def one(sql: AsyncConnection, board: str, tenant: str) -> Kept | None:
    found = (await sql.execute(_ONE, {"board": board, "tenant": tenant})).one_or_none()
    return None if found is None else Kept(*found)


async def locked(sql: AsyncConnection, board: str, tenant: str, token: bytes) -> Kept | None:
    """Return the board that a token opens, and let nobody else change it."""
    asked = {"board": board, "tenant": tenant, "token": token}
    found = (await sql.execute(_LOCKED, asked)).one_or_none()
    return None if found is None else Kept(*found)


async def exists(sql: AsyncConnection, board: str) -> bool:
    return (await sql.execute(_EXISTS, {"board": board})).first() is not None


async def add(sql: AsyncConnection, kept: Kept, token: bytes) -> None:
    row = {name: getattr(kept, name) for name in Kept.__slots__}
    await sql.execute(BOARDS.insert(), {**row, "token": token})


async def change(sql: AsyncConnection, kept: Kept) -> None:
    """Write down what of a board changes."""
    values = {f"new_{name}": getattr(kept, name) for name in _CHANGING}
    await sql.execute(_CHANGED, {"of": kept.id, **values})


async def sessions(
    sql: AsyncConnection, kept: Kept, before: Place | None, most: int
) -> Sequence[Session]:
    """Return the sessions on a board, the newest first."""
    asked = _SESSIONS.order_by(SESSIONS.c.created_at.desc(), SESSIONS.c.id.desc()).limit(most)
    if before is not None:
        assert isinstance(before, list), "as they are listed"
        asked = asked.where(tuple_(SESSIONS.c.created_at, SESSIONS.c.id) < tuple_(*before))
    found = await sql.execute(asked, {"board": kept.id, "tenant": kept.tenant})
    return [Session(*row) for row in found]


async def not_over(sql: AsyncConnection, kept: Kept, most: int) -> Sequence[str]:
    """Return sessions on a board that still run, wait or rest."""
    asked = {"board": kept.id, "tenant": kept.tenant, "most": most}
    return list((await sql.execute(_NOT_OVER, asked)).scalars())


async def count_not_over(sql: AsyncConnection, kept: Kept) -> int:
    """Return how many sessions on a board still run, wait or rest."""
    asked = {"board": kept.id, "tenant": kept.tenant}
    return int((await sql.execute(_COUNTED, asked)).scalar_one())
