"""Reads what streams need of a session, and counts the streams of a seat."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_cards.records import Me, Seat, Session
from majokko_cards.tables import EVENTS, SEATS, SESSIONS
from majokko_kit.live import Gone

_SESSION = [SESSIONS.c[name] for name in Session.__slots__]
_SEAT = [SEATS.c[name] for name in Seat.__slots__]
_ROW = select(SESSIONS.c.host, *_SESSION).where(SESSIONS.c.id == bindparam("session"))
_HELD = select(SEATS.c.token, *_SEAT).where(
    SEATS.c.session == bindparam("session"), SEATS.c.token.is_not(None)
)
_CLAIMED: Any = (
    SEATS.update()
    .where(SEATS.c.session == bindparam("of"), SEATS.c.token == bindparam("by"))
    .values(epoch=SEATS.c.epoch + 1)
    .returning(SEATS.c.epoch)
)
_LAST = select(func.coalesce(func.max(EVENTS.c.seq), 0)).where(
    EVENTS.c.subject == bindparam("session"),
    EVENTS.c.data["version"].as_integer() <= bindparam("version"),
)


@dataclass(frozen=True, slots=True)
class Rights:
    """Whose token is whose; the host's may be a seat's as well only if both are the same person,
    who then has two.
    """

    host: bytes
    seats: dict[bytes, Seat]

    def of(self, token: bytes | None) -> Me:
        """Say who follows with a token; without one, she is anybody.

        Raises Gone: nobody sees more, or something else, because her token is worth nothing now.
        """
        if token is None:
            return Me()
        if seat := self.seats.get(token):
            return Me(seat)
        if token == self.host:
            return Me(host=True)
        raise Gone("revoked")


async def session(sql: AsyncConnection, name: str) -> tuple[Session, Rights] | None:
    """Return a session, and who may follow it."""
    row = (await sql.execute(_ROW, {"session": name})).one_or_none()
    if row is None:
        return None
    held = await sql.execute(_HELD, {"session": name})
    return Session(*row[1:]), Rights(row[0], {token: Seat(*seat) for token, *seat in held})


async def claim(sql: AsyncConnection, name: str, token: bytes) -> int | None:
    """Let a new stream of a seat be the newest, and return its number; None without a seat."""
    asked = {"of": name, "by": token}
    number: int | None = (await sql.execute(_CLAIMED, asked)).scalar_one_or_none()
    return number


async def last_of(sql: AsyncConnection, name: str, version: int) -> int:
    """Return the number of the last event of a version, or of those before it."""
    last: int = (await sql.execute(_LAST, {"session": name, "version": version})).scalar_one()
    return last
