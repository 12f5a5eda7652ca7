"""Who sits where: taken, given to bots, left, and taken over."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from majokko_cards.games import Games
from majokko_cards.records import Seat
from majokko_cards.sessions import store, views
from majokko_cards.sessions.beginnings import seated_bot
from majokko_cards.sessions.service import Held, Sessions
from majokko_cards.sessions.shapes import SeatChange, SittingIn
from majokko_kit import auth
from majokko_kit.names import named
from majokko_kit.operations import Asked, Done, Nothing
from majokko_kit.refusals import Forbidden, NotFound, NotRunning, SeatTaken
from majokko_rules.errors import GameOver, InvalidValue, UnknownField


class Seating:
    def __init__(self, sessions: Sessions, games: Games) -> None:
        self._sessions = sessions
        self._games = games

    async def take(self, asked: Asked[SittingIn]) -> Done[views.SeatTaken]:
        """Sit down, or let a bot sit down: of several who want the last seat, one gets it.

        Raises SeatTaken, NotRunning, GameOver, Forbidden, InvalidValue, NotFound, TokenMissing.
        """
        body = asked.body
        if body.bot is None and body.name is None:
            raise InvalidValue("required", pointer="/name")
        bot = None if body.bot is None else self._games.bot(body.bot, "/bot")

        async def take(held: Held) -> views.SeatTaken:
            if bot is not None and not held.me.host:
                raise Forbidden("role", pointer="/bot")
            seats = await store.seats(held.work.sql, held.before.id)
            if bot is not None and held.before.started_at is not None:
                return await _replace(held, seats, bot, body)
            _changeable(held)
            _may_contribute(held, body.contribution)
            seat = _seat(held, body, bot, _free(held, seats, body.seat))
            return _sit(held, seat)

        return await self._sessions.held(asked, views.SeatTaken, take, "anybody")

    async def change(self, asked: Asked[SeatChange]) -> Done[views.SessionSeat]:
        """Call oneself something else, or contribute something else before the cards are dealt.

        Raises Forbidden, NotRunning, GameOver, InvalidValue, NotFound, TokenMissing.
        """
        body = asked.body

        async def change(held: Held) -> views.SessionSeat:
            seat = await _own(held, asked)
            if body.contribution is not None:
                _changeable(held)
                _may_contribute(held, body.contribution)
            after = replace(
                seat,
                name=seat.name if body.name is None else named(body.name, "/name"),
                contribution=body.contribution or seat.contribution,
            )
            if after.name != seat.name:
                _may_rename(held)
            if after != seat:
                values = {"name": after.name, "contribution": after.contribution}
                await store.change_seat(held.work.sql, seat, **values)
            if after.name != seat.name:
                held.tell("seat.changed", seat=seat.number, name=after.name)
            return views.seat(held.before, after)

        return await self._sessions.held(asked, views.SessionSeat, change)

    async def release(self, asked: Asked[Nothing]) -> Done[None]:
        """Leave a seat, or have its host empty it; the token is worth nothing any more.

        In a running game the seat stays, and waits for somebody to take it over. Raises Forbidden,
        NotRunning, GameOver, NotFound, TokenMissing.
        """

        async def release(held: Held) -> None:
            seat = await _own(held, asked, host=True)
            if held.before.over:
                raise GameOver("ended")
            if held.before.dealing:
                raise NotRunning("dealing")
            if held.before.started_at is None:
                await store.remove_seat(held.work.sql, seat)
                bots = [each for each in held.before.bots if each != seat.number]
                held.become(bots=bots)
            elif seat.left_at is None and seat.bot is None:
                at = held.work.at
                await store.change_seat(held.work.sql, seat, token=None, left_at=at)
                await store.withdraw_vote(held.work.sql, seat)
                await store.forget_notes(held.work.sql, seat)
            else:
                return
            held.tell("seat.released", seat=seat.number)

        return await self._sessions.held(asked, type(None), release)

    async def renew_token(self, asked: Asked[Nothing]) -> Done[views.SeatTaken]:
        """Take a new token for one's seat; or, as its host, give a seat to somebody else.

        Once a game is over nobody is told of it, so that its versions end where it did.
        Raises Forbidden, NotFound, TokenMissing.
        """

        async def renew(held: Held) -> views.SeatTaken:
            seat = await _own(held, asked, host=True)
            if seat.bot is not None:
                raise Forbidden("role")
            token = auth.new_token("seat")
            await store.change_seat(held.work.sql, seat, token=auth.hashed(token))
            if held.me.host:  # perhaps somebody else sits there now
                await _hand_over(held, seat)
            held.work.ring(held.before.id)  # streams that the old one opened end now
            return views.SeatTaken(seat.session, seat.number, seat.name, token)

        return await self._sessions.held(asked, views.SeatTaken, renew, renews=True)

    async def renew_host(self, asked: Asked[Nothing]) -> Done[views.SessionToken]:
        """Take a new token for the host; the one that asks is worth nothing any more.

        Raises Forbidden, NotFound, TokenMissing.
        """

        async def renew(held: Held) -> views.SessionToken:
            token = auth.new_token("host")
            await store.give_host(held.work.sql, held.before.id, auth.hashed(token))
            held.work.ring(held.before.id)
            return views.SessionToken(token)

        return await self._sessions.held(asked, views.SessionToken, renew, "host", renews=True)


async def _replace(held: Held, seats: Sequence[Seat], bot: str, body: SittingIn) -> views.SeatTaken:
    """Let a bot go on in a running game for somebody who has left; cards are dealt already."""
    if held.before.over:
        raise GameOver("ended")
    if body.contribution is not None:
        raise NotRunning("started", pointer="/contribution")
    left = [each for each in seats if each.left_at is not None]
    seat = next((each for each in left if body.seat in (None, each.number)), None)
    if seat is None:
        raise SeatTaken("full")
    name = bot if body.name is None else named(body.name, "/name")
    if name != bot and held.before.silent:
        raise Forbidden("no_talk", pointer="/name")
    await store.change_seat(held.work.sql, seat, name=name, bot=bot, left_at=None)
    held.become(bots=sorted((*held.before.bots, seat.number)))
    if held.before.turn == seat.number:
        held.become(awaits="bot")
    held.tell("seat.taken", seat=seat.number, name=name, bot=bot)
    return views.SeatTaken(seat.session, seat.number, name, None)


async def _hand_over(held: Held, seat: Seat) -> None:
    """Leave to whoever sits down next neither notes nor a vote, and tell all that she is there."""
    await store.forget_notes(held.work.sql, seat)
    if held.before.over:
        return
    await store.withdraw_vote(held.work.sql, seat)
    await store.change_seat(held.work.sql, seat, left_at=None)
    held.tell("seat.taken", seat=seat.number, name=seat.name, bot=None)


def _may_rename(held: Held) -> None:
    """A name is told to everybody at once, so it is a word like any other."""
    if held.before.over:
        raise GameOver("ended")
    if held.before.silent:
        raise Forbidden("no_talk", pointer="/name")


def _changeable(held: Held) -> None:
    """Seats are taken, and contributions made, until the cards are dealt."""
    if held.before.over:
        raise GameOver("ended")
    if held.before.started_at is not None:
        raise NotRunning("started")
    if held.before.dealing:
        raise NotRunning("dealing")


def _may_contribute(held: Held, contribution: str | None) -> None:
    """Contributions are mixed into a deck of this session's own."""
    if contribution is None:
        return
    if held.before.source == "practice" or held.before.board is not None:
        kind = "board" if held.before.board is not None else "practice"
        raise UnknownField("not_for_kind", pointer="/contribution", name="contribution", kind=kind)


def _free(held: Held, seats: Sequence[Seat], wanted: int | None) -> int:
    taken = {each.number for each in seats}
    if wanted is not None and wanted >= held.before.players:
        raise InvalidValue("too_large", pointer="/seat", limit=held.before.players - 1)
    if wanted is not None and wanted in taken:
        raise SeatTaken("seat", pointer="/seat", seat=wanted)
    free = [each for each in range(held.before.players) if each not in taken]
    if not free:
        raise SeatTaken("full")
    return free[0] if wanted is None else wanted


def _seat(held: Held, body: SittingIn, bot: str | None, number: int) -> Seat:
    made = seated_bot(held.before.id, number, bot or "", held.work.at)
    name = made.name if body.name is None else named(body.name, "/name")
    return replace(made, name=name, bot=bot, contribution=body.contribution)


def _sit(held: Held, seat: Seat) -> views.SeatTaken:
    token = None if seat.bot else auth.new_token("seat")
    store.add_seat(held.work.sql, seat, None if token is None else auth.hashed(token))
    if seat.bot:
        held.become(bots=sorted((*held.before.bots, seat.number)))
    held.tell("seat.taken", seat=seat.number, name=seat.name, bot=seat.bot)
    return views.SeatTaken(seat.session, seat.number, seat.name, token)


async def _own(held: Held, asked: Asked[Any], *, host: bool = False) -> Seat:
    """Return the seat that the path names, if it is the caller's; or for the host, any."""
    number = asked.path["seat"]
    mine = held.me.seat
    if mine is not None:
        if str(mine.number) != number:
            raise Forbidden("other_seat")
        return mine
    if not host:
        raise Forbidden("role")
    for each in await store.seats(held.work.sql, held.before.id):
        if str(each.number) == number:
            return each
    raise NotFound("thing")
