"""Reads and writes streams without a room. The row of one is locked before it changes."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, and_, bindparam, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_dice.draws.ports import OwnStream, Since
from majokko_dice.tables import OWN_STREAMS, STREAMS

_ALL = select(*(OWN_STREAMS.c[name] for name in OwnStream.__slots__))
_OF_TENANT = _ALL.where(OWN_STREAMS.c.tenant == bindparam("tenant")).with_for_update()
_BY_TOKEN = _OF_TENANT.where(
    OWN_STREAMS.c.id == bindparam("stream"), OWN_STREAMS.c.token == bindparam("token")
)
_BY_REFERENCE = _OF_TENANT.where(
    OWN_STREAMS.c.id == bindparam("stream"), OWN_STREAMS.c.reference == bindparam("reference")
)
_TAKEN_BY = _BY_REFERENCE.where(OWN_STREAMS.c.token.is_not(None))
_BEGUN_FOR = _BY_REFERENCE.where(OWN_STREAMS.c.token.is_(None))
_BY_COMMITMENT = _OF_TENANT.where(OWN_STREAMS.c.commitment == bindparam("commitment"))
_BY_COMMITMENT_AND_TOKEN = _BY_COMMITMENT.where(OWN_STREAMS.c.token == bindparam("token"))
_HOLDER = select(OWN_STREAMS.c.id).where(OWN_STREAMS.c.token == bindparam("token"))
_GAVE_NOTHING = exists().where(STREAMS.c.id == OWN_STREAMS.c.id, STREAMS.c.state == "committed")
_LEFT = (
    OWN_STREAMS.c.closed_at.is_(None),
    OWN_STREAMS.c.used_at < bindparam("before"),
    or_(
        OWN_STREAMS.c.token.is_not(None),
        and_(OWN_STREAMS.c.used_at < bindparam("long_before"), _GAVE_NOTHING),
    ),
)
_FORGOTTEN = (
    select(OWN_STREAMS.c.id).where(*_LEFT).order_by(OWN_STREAMS.c.used_at).limit(bindparam("most"))
)
_STILL_FORGOTTEN = _ALL.where(OWN_STREAMS.c.id == bindparam("stream"), *_LEFT).with_for_update()
_HERE = OWN_STREAMS.update().where(OWN_STREAMS.c.id == bindparam("stream"))
_USED = _HERE.values(used_at=bindparam("at"))
_TAKEN = _HERE.values(reference=bindparam("by"), used_at=bindparam("at"))
_CLOSED = _HERE.values(closed_at=bindparam("at"))


async def add(sql: AsyncConnection, stream: OwnStream, token: bytes | None) -> None:
    """Add a stream; one that is begun for its reference has no token."""
    row = {name: getattr(stream, name) for name in OwnStream.__slots__}
    await sql.execute(OWN_STREAMS.insert(), {**row, "token": token})


async def by_token(
    sql: AsyncConnection, tenant: str, stream: str, token: bytes
) -> OwnStream | None:
    """Return the stream that a token stands for, and lock it."""
    return await _one(sql, _BY_TOKEN, tenant=tenant, stream=stream, token=token)


async def is_held(sql: AsyncConnection, token: bytes) -> bool:
    """Tell whether a token stands for any stream."""
    return (await sql.execute(_HOLDER, {"token": token})).first() is not None


async def by_reference(
    sql: AsyncConnection, tenant: str, stream: str, reference: str
) -> OwnStream | None:
    """Return the stream that is kept for something, and lock it."""
    return await _one(sql, _BY_REFERENCE, tenant=tenant, stream=stream, reference=reference)


async def taken_by(
    sql: AsyncConnection, tenant: str, stream: str, reference: str
) -> OwnStream | None:
    """Return the stream that somebody began and something else took, and lock it."""
    return await _one(sql, _TAKEN_BY, tenant=tenant, stream=stream, reference=reference)


async def begun_for(
    sql: AsyncConnection, tenant: str, stream: str, reference: str
) -> OwnStream | None:
    """Return the stream that was begun for something, and lock it. Nobody else closes it."""
    return await _one(sql, _BEGUN_FOR, tenant=tenant, stream=stream, reference=reference)


async def by_commitment(
    sql: AsyncConnection, tenant: str, commitment: str, token: bytes | None
) -> OwnStream | None:
    """Return the stream with this first commitment, and lock it; a token has to be its own."""
    if token is None:
        return await _one(sql, _BY_COMMITMENT, tenant=tenant, commitment=commitment)
    asked = {"tenant": tenant, "commitment": commitment, "token": token}
    return await _one(sql, _BY_COMMITMENT_AND_TOKEN, **asked)


async def forgotten(sql: AsyncConnection, since: Since, most: int) -> Sequence[str]:
    """Return streams that nobody has used since, the longest forgotten first."""
    found = await sql.execute(_FORGOTTEN, {**since._asdict(), "most": most})
    return found.scalars().all()


async def still_forgotten(sql: AsyncConnection, stream: str, since: Since) -> OwnStream | None:
    """Return a stream that nobody has used since, and lock it."""
    return await _one(sql, _STILL_FORGOTTEN, stream=stream, **since._asdict())


async def take(sql: AsyncConnection, stream: str, reference: str, at: int) -> None:
    await sql.execute(_TAKEN, {"stream": stream, "by": reference, "at": at})


async def use(sql: AsyncConnection, stream: str, at: int) -> None:
    await sql.execute(_USED, {"stream": stream, "at": at})


async def close(sql: AsyncConnection, stream: str, at: int) -> None:
    await sql.execute(_CLOSED, {"stream": stream, "at": at})


async def _one(sql: AsyncConnection, statement: Select[Any], **asked: object) -> OwnStream | None:
    found = (await sql.execute(statement, asked)).one_or_none()
    return None if found is None else OwnStream(*found)
