"""Who may look at a character, and who may change her: by a token of hers, or by a seat.

A game master is whoever the owner gave such a token, or leads the room in which she is played.
"""

import hmac
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from majokko_characters.sheets import store
from majokko_characters.sheets.records import Kept, Me, Role
from majokko_characters.sheets.store import Tokens
from majokko_characters.tokens import stranger
from majokko_contracts.throws import FindSeat
from majokko_kit import auth
from majokko_kit.bus.outside import Outside
from majokko_kit.database import Work
from majokko_kit.operations import Asked
from majokko_kit.refusals import Forbidden, NotFound, PreconditionFailed

Roles = frozenset[Role]
BOTH: Roles = frozenset({"owner", "gm"})
OWNER: Roles = frozenset({"owner"})


@dataclass(frozen=True, slots=True)
class Held:
    """A character, and who has come to her."""

    kept: Kept
    me: Me


@dataclass(frozen=True, slots=True)
class Seen:
    """A character, and who looks at her; strangers are nobody."""

    kept: Kept
    me: Me | None


async def held(
    work: Work, asked: Asked[Any], outside: Outside, roles: Roles = BOTH, *, gone: bool = False
) -> Held:
    """Hold a character for a change; `gone` says that it is for one who was deleted.

    Raises NotFound, TokenMissing, Forbidden, PreconditionFailed, and what dice raises.
    """
    at = await known(work.sql, asked, outside, lock=True, gone=gone)
    if at.me.role not in roles:
        raise Forbidden("role")
    if asked.if_match is not None and asked.if_match.partition("-")[0] != str(at.kept.version):
        raise PreconditionFailed("stale")
    return at


async def known(
    sql: AsyncConnection,
    asked: Asked[Any],
    outside: Outside,
    *,
    lock: bool = False,
    gone: bool = False,
) -> Held:
    """Return a character for one who has a right to her.

    Raises NotFound, TokenMissing, and what dice raises.
    """
    token = auth.required(asked.token)
    found = await store.one(sql, asked.path["character"], asked.tenant, lock=lock)
    me = None if found is None else _me(*found, token, outside)
    if found is None or me is None:
        raise await stranger(sql, token)
    if (found[0].deleted_at is not None) != gone:
        raise NotFound("thing")
    return Held(found[0], me)


async def seen(sql: AsyncConnection, asked: Asked[Any], outside: Outside) -> Seen:
    """Return a character for anybody who may see something of her.

    Raises NotFound, and what dice raises.
    """
    found = await store.one(sql, asked.path["character"], asked.tenant)
    if found is None or found[0].deleted_at is not None:
        raise NotFound("thing")
    kept, tokens = found
    me = None if asked.token is None else _me(kept, tokens, asked.token, outside)
    if me is None and kept.shown == "nothing":
        raise NotFound("thing")
    return Seen(kept, me)


def _me(kept: Kept, tokens: Tokens, token: bytes, outside: Outside) -> Me | None:
    """Return what the one whose token it is may be to a character; None for a stranger."""
    if hmac.compare_digest(tokens.owner, token):
        return Me("owner")
    if tokens.gm is not None and hmac.compare_digest(tokens.gm, token):
        return Me("gm", kept.gm_name)
    return None if kept.room is None else _of_room(kept.tenant, kept.room, token, outside)


def _of_room(tenant: str, room: str, token: bytes, outside: Outside) -> Me | None:
    seat = outside.wonder(FindSeat(tenant=tenant, room=room, token=token.hex()))
    return Me("gm", seat.name, of_room=True) if seat and seat.role == "gm" else None
