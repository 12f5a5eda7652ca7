"""Bus face of the dice service: answers what other services ask of it."""

from dataclasses import asdict

from redis.asyncio import Redis

from majokko_contracts.deals import BeginStream, CardsDealt, DealCards, StreamBegun
from majokko_contracts.dice import DiceDraw, DiceDrawn
from majokko_contracts.throws import (
    CloseStream,
    DiceThrow,
    DiceThrown,
    FindSeat,
    SeatFound,
    StreamEnded,
    StreamTaken,
    TakeStream,
)
from majokko_dice import answers
from majokko_dice.asking import read_roll
from majokko_dice.deps import Dice
from majokko_dice.fairness.views import proof_path
from majokko_dice.service import DiceService
from majokko_kit import locale
from majokko_kit.bus import Served, Worker
from majokko_rules.catalog import LOCALES

_BUS = "bus "  # no Idempotency-Key of HTTP has a blank, so a client can't foretell a service's dice


def served(dice: Dice, redis: Redis) -> Worker:
    """Answer requests while this is open (`async with`)."""
    return Worker(redis, "dice", [rolling(dice.rolling), *_kept(dice), *_dealing(dice)])


def rolling(dice: DiceService) -> Served:
    """Answer what needs no database."""

    async def draw(asked: DiceDraw, key: str) -> DiceDrawn:
        rolled = dice.roll(read_roll(asked.model_dump(mode="json", exclude_none=True)), _BUS + key)
        receipt = await dice.seal(rolled)
        language = locale.chosen(asked.locale) or LOCALES[0]
        return DiceDrawn.model_validate(answers.roll(rolled, receipt, language), strict=False)

    return Served(DiceDraw, draw)


def _kept(dice: Dice) -> tuple[Served, ...]:
    async def throw(asked: DiceThrow, key: str) -> DiceThrown:
        thrown = await dice.throws.throw(asked, key)
        return DiceThrown(
            faces=tuple(thrown.faces),
            source=thrown.source,
            roll=thrown.roll,
            stream=thrown.stream,
            index=thrown.index,
            nonce=thrown.nonce,
            head=thrown.head,
            next_commitment=thrown.following,
            receipt=None if thrown.receipt is None else dict(thrown.receipt),
        )

    async def seat(asked: FindSeat, _: str) -> SeatFound:
        look, public = await dice.takings.seat(asked)
        return SeatFound(
            room=look.room.id,
            state=look.room.state,
            member=look.me.id,
            name=look.me.name,
            role=look.me.role,
            stream=public.id,
            index=public.index,
            commitment=public.commitment,
        )

    async def take(asked: TakeStream, _: str) -> StreamTaken:
        taken = await dice.takings.take(asked)
        return StreamTaken(stream=taken.id, index=taken.index, commitment=taken.commitment)

    async def close(asked: CloseStream, _: str) -> StreamEnded:
        ended = await dice.takings.close(asked)
        return StreamEnded(
            stream=ended.id,
            index=ended.index,
            draws=ended.nonce,
            closing=str(ended.closing),
            proof=proof_path(ended),
        )

    return (
        Served(DiceThrow, throw),
        Served(FindSeat, seat),
        Served(TakeStream, take),
        Served(CloseStream, close),
    )


def _dealing(dice: Dice) -> tuple[Served, ...]:
    async def begin(asked: BeginStream, _: str) -> StreamBegun:
        return StreamBegun.model_validate(asdict(await dice.games.begin(asked)))

    async def deal(asked: DealCards, key: str) -> CardsDealt:
        dealt = await dice.games.deal(asked, key)
        return CardsDealt.model_validate(asdict(dealt), strict=False)

    return Served(BeginStream, begin), Served(DealCards, deal)
