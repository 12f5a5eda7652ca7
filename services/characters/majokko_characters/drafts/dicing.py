"""Where the dice of a draft come from, and the dice of one of its moves."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from majokko_characters.drafts.chances import Asked, Noting, Stands, Supplied, Throw
from majokko_characters.drafts.records import Kept
from majokko_characters.drafts.shapes import DraftIn
from majokko_contracts.throws import (
    MAX_LABEL,
    CloseStream,
    DiceThrow,
    DiceThrown,
    FindSeat,
    TakeStream,
)
from majokko_kit import auth
from majokko_kit.bus.outside import Outside
from majokko_kit.refusals import Forbidden, RoomClosed
from majokko_rules.errors import InvalidValue


def placed(kept: Kept, body: DraftIn, token: bytes | None, outside: Outside) -> Kept:
    """Say where the dice of a new draft come from. Without a place they are only signed.

    Raises InvalidValue, TokenMissing, Forbidden, RoomClosed, and what the dice service raises.
    """
    if body.commitment and (body.room or body.faces is not None):
        raise InvalidValue("not_together", pointer="/commitment", names="commitment, faces, room")
    if body.room:
        kept = _in_room(kept, body.room, token, outside)
    if body.faces is not None:
        return replace(kept, dice="supplied")
    if body.commitment:
        return _of_a_stream(kept, body.commitment, token, outside)
    return kept


def chance_of(
    kept: Kept, offer: str | None, faces: Sequence[int] | None, outside: Outside
) -> Noting:
    """Return the dice of a move: those that were given with it, or those of the dice service.

    A question is known by what it is for and how many there were for it before, so that it has one
    answer however often it is asked, whatever becomes of the move.
    """
    if faces is not None or kept.dice == "supplied":
        return Supplied(faces or ())
    before = sum(throw["offer"] == offer for throw in kept.throws)

    def answer(number: int, count: int, sides: int) -> Throw:
        name = f"{kept.id}/{offer or ''}/{before + number}/{count}d{sides}"
        request = DiceThrow(
            tenant=kept.tenant,
            room=kept.room,
            member=kept.member,
            stream=kept.stream,
            purpose=f"chargen/{kept.ruleset}",
            count=count,
            sides=sides,
            reference=kept.id,
            label=(offer or kept.ruleset)[:MAX_LABEL],
        )
        return _throw(sides, outside.know(request, sha256(name.encode()).hexdigest()))

    return Asked(answer)


def close(kept: Kept, outside: Outside) -> None:
    """End the stream that is a draft's own, so that its dice can be checked."""
    if kept.stream:
        outside.know(CloseStream(tenant=kept.tenant, stream=kept.stream, reference=kept.id))


def _in_room(kept: Kept, room: str, token: bytes | None, outside: Outside) -> Kept:
    token = auth.required(token)
    seat = outside.know(FindSeat(tenant=kept.tenant, room=room, token=token.hex()))
    if seat.role == "spectator":
        raise Forbidden("role")
    if seat.state == "closed":
        raise RoomClosed("closed")
    return replace(kept, dice="room", room=seat.room, member=seat.member)


def _of_a_stream(kept: Kept, commitment: str, token: bytes | None, outside: Outside) -> Kept:
    taken = outside.know(
        TakeStream(
            tenant=kept.tenant,
            commitment=commitment,
            reference=kept.id,
            token=token.hex() if token else None,
        )
    )
    return replace(kept, dice="stream", stream=taken.stream, commitment=taken.commitment)


def _throw(sides: int, thrown: DiceThrown) -> Throw:
    stands = Stands(
        roll=thrown.roll,
        stream=thrown.stream,
        index=thrown.index,
        nonce=thrown.nonce,
        head=thrown.head,
        receipt=thrown.receipt,
    )
    return Throw(sides, thrown.faces, thrown.source, stands)
